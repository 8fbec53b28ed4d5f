//! `quotient`: the misère quotient of a game, or of several games together.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_misere::{Bounds, GameQuotient, Halt, certificate, diagram, generator_name, json};
use grundy_solver::limits::Budget;
use grundy_solver::notation::GameLine;

use super::print;
use crate::failure::Failure;
use crate::options::Options;
use crate::output::write_file;
use crate::question;
use crate::words::{filled, text};

/// The most relations that are shown, and the most elements of heaps.
const SHOWN: usize = 60;

/// Computes the quotient and prints it.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let lines = games(matches, options)?;
    for line in &lines {
        if !line.game.is_heapwise() {
            let blanks = vec![("game", line.spelled.to_string())];
            return Err(Failure::usage("quotient-heapwise", blanks));
        }
    }
    let to = matches.get_one::<usize>("to").copied();
    let bounds = Bounds { heap: to.unwrap_or(Bounds::LONG.heap), ..Bounds::LONG };
    let budget = Budget::new(options.limits);
    let mut quotient = GameQuotient::new(lines.iter().filter_map(|line| line.game.rules()));
    let halt = quotient.extend(bounds.heap, bounds, &budget).err();
    if quotient.known_to().is_none()
        && let Some(Halt::Budget(error)) = halt
    {
        return Err(error.into());
    }
    if let Some(path) = matches.get_one::<String>("out") {
        write_file(path, certificate::of(&quotient, &budget)?.as_bytes())?;
    }
    for (name, draw) in [("svg", diagram::svg as fn(_, _) -> String), ("dot", diagram::dot)] {
        if let Some(path) = matches.get_one::<String>(name) {
            let order = quotient.monoid().order();
            if order > diagram::MOST {
                let blanks = vec![("order", order.to_string()), ("limit", diagram::MOST.to_string())];
                return Err(Failure::usage("quotient-picture", blanks));
            }
            write_file(path, draw(quotient.monoid(), quotient.presentation()).as_bytes())?;
        }
    }
    let names: Vec<&str> = lines.iter().map(|line| &*line.spelled).collect();
    let name = names.join(" + ");
    print(&if options.json {
        format!("{}\n", json::of(&name, &quotient, halt.as_ref()))
    } else {
        in_words(&name, &names, &quotient, halt.as_ref(), options)
    })?;
    let is_done = quotient.is_full() || to.is_some() && halt.is_none();
    Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Reads one game, or several joined by `+`.
pub(super) fn games(matches: &ArgMatches, options: &Options) -> Result<Vec<GameLine>, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let whole = words.join(" ");
    let first = question::game(&whole, options);
    if first.is_ok() || !whole.contains(" + ") {
        return first.map(|line| vec![line]);
    }
    whole.split(" + ").map(|part| question::game(part.trim(), options)).collect()
}

fn in_words(
    name: &str,
    names: &[&str],
    quotient: &GameQuotient,
    halt: Option<&Halt>,
    options: &Options,
) -> String {
    let lang = options.lang;
    let (monoid, presentation) = (quotient.monoid(), quotient.presentation());
    let mut out = format!("{name}\n");
    let mut row = |key: &str, blanks: &[(&str, &str)]| {
        let _ = writeln!(out, "{}", filled(lang, &format!("quotient.{key}"), blanks));
    };
    let (order, lost) = (monoid.order().to_string(), monoid.lost_count().to_string());
    row("order", &[("order", &order), ("lost", &lost)]);
    let known = quotient.known_to().unwrap_or(0).to_string();
    if quotient.is_full() {
        row("full", &[]);
    } else {
        row("exact-to", &[("heap", &known)]);
        if let Some(halt) = halt {
            let why = text(lang, &format!("quotient.halt-{}", json::halt_word(halt)));
            row("stopped", &[("heap", &(quotient.known_to().unwrap_or(0) + 1).to_string()), ("why", &why)]);
        }
    }
    match quotient.first_wild() {
        None => row("tame", &[]),
        Some(heap) => row("wild", &[("heap", &heap.to_string())]),
    }
    let generators: Vec<String> = (0..presentation.generators.len()).map(generator_name).collect();
    row("generators", &[("generators", &generators.join(", "))]);
    let relations = presentation.relations.iter().map(|(left, right)| format!("{left} = {right}"));
    let more = presentation.relations.len().saturating_sub(SHOWN);
    let mut list: Vec<String> = relations.take(SHOWN).collect();
    if more > 0 {
        list.push(filled(lang, "quotient.more", &[("count", &more.to_string())]));
    }
    row("relations", &[("relations", &list.join(", "))]);
    let lost: Vec<String> = monoid
        .elements()
        .filter(|&x| monoid.is_lost(x))
        .take(SHOWN)
        .map(|x| presentation.name(x).to_string())
        .collect();
    row("lost", &[("elements", &lost.join(", "))]);
    for (game, game_name) in names.iter().enumerate() {
        let classes = quotient.classes(game);
        let repetition = quotient.repetition(game);
        let shown = repetition.map_or(classes.len(), |repetition| repetition.preperiod + repetition.period);
        let heaps =
            classes.iter().take(shown.min(2 * SHOWN)).map(|&class| presentation.name(class).to_string());
        let mut heaps: Vec<String> = heaps.collect();
        if shown > heaps.len() {
            heaps.push("...".to_owned());
        }
        row("heaps", &[("game", game_name), ("elements", &heaps.join(", "))]);
        if let Some(repetition) = repetition {
            let [period, preperiod, bound] =
                [repetition.period, repetition.preperiod, repetition.bound].map(|number| number.to_string());
            row("period", &[("period", &period), ("preperiod", &preperiod), ("bound", &bound)]);
        }
    }
    out
}
