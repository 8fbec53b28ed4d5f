//! `pattern --prove`: a law of the P-positions, learned from the rules and proved for heaps of every size.

use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_proof::{Dfa, Effort, End, Found, Law, Question, Tried, find, refused};
use grundy_solver::error::Error;
use grundy_solver::notation::GameLine;
use serde_json::{Value as Json, json};

use crate::commands::print;
use crate::failure::Failure;
use crate::options::Options;
use crate::output::write_file;
use crate::words::{filled, text};

/// Looks for a law and prints it, or what was tried. `--out` writes its certificate, a drawing (`.svg`, for Graphviz `.dot`),
/// or an automaton (`.txt`) or statements (`.walnut`) for Walnut. Exit code 1 if no law is proved.
pub fn run(line: &GameLine, matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let heaps = matches.get_one::<usize>("heaps").copied().unwrap_or(2);
    let question = Question::new(line, heaps)?;
    let usual = Effort::default();
    let values = matches.get_one::<u8>("values").map_or(1, |&values| usize::from(values));
    if values > 1 && question.misere {
        return Err(Error::input("error.values-misere").into());
    }
    let effort = Effort { time: options.limits.time.or(usual.time), values, ..usual };
    let found = find(&question, &effort).map_err(refused)?;
    if let (Some(law), Some(path)) = (&found.law, matches.get_one::<String>("out")) {
        let ends =
            |end: &str| Path::new(path).extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
        let text = if ends("dot") {
            law.to_dot()
        } else if ends("svg") {
            law.to_svg()
        } else if ends("txt") {
            law.to_walnut()?
        } else if ends("walnut") {
            law.to_walnut_commands()?
        } else if ends("lean") {
            law.to_lean()?
        } else {
            law.to_text()?
        };
        write_file(path, text.as_bytes())?;
    }
    print(&if options.json {
        in_json(&question, &found)
    } else {
        in_words(&question, &found, values, options)
    })?;
    Ok(ExitCode::from(u8::from(found.law.is_none())))
}

fn game(question: &Question) -> String {
    format!("{}{}", if question.misere { "misere " } else { "" }, question.rules)
}

fn in_json(question: &Question, found: &Found) -> String {
    let tried: Vec<Json> = found.tried.iter().map(attempt).collect();
    let law = found.law.as_ref().map(law_json);
    let answer = json!({
        "schema": 1, "game": game(question), "heaps": question.heaps,
        "status": if found.law.is_some() { "proved" } else { "none" }, "law": law,
        "all_tried": found.in_time, "tried": tried,
    });
    format!("{answer}\n")
}

/// The sizes of a law's automata; those of Grundy values only if there are any.
fn law_json(law: &Law) -> Json {
    let mut answer = json!({"numeration": law.numeration().id(), "states": law.lost().states()});
    if law.sets().len() > 1 {
        let states: Vec<usize> = law.sets().iter().map(Dfa::states).collect();
        answer["states_of_values"] = json!(states);
        answer["all_values"] = law.has_all_values().into();
    }
    answer
}

fn attempt(tried: &Tried) -> Json {
    let (states, position) = match &tried.end {
        End::Proved(states) => (Some(*states), None),
        End::Broken { states, position } => (Some(*states), position.clone()),
        _ => (None, None),
    };
    json!({
        "value": tried.value, "numeration": tried.numeration.id(), "side": tried.side, "end": word(&tried.end), "states": states,
        "position": position,
    })
}

fn word(end: &End) -> &'static str {
    match end {
        End::Proved(_) => "proved",
        End::Broken { .. } => "broken",
        End::TooMany => "too-many-states",
        End::TooLittle => "table-too-small",
        End::NotSaid => "not-said",
        End::Budget(_) => "budget",
    }
}

fn in_words(question: &Question, found: &Found, values: usize, options: &Options) -> String {
    let lang = options.lang;
    let (game, heaps) = (game(question), question.heaps.to_string());
    let head = [("game", &*game), ("heaps", &*heaps)];
    if let Some(law) = &found.law {
        let sizes = law.sizes();
        let (states, way, rest) =
            (law.lost().states().to_string(), sizes.way.to_string(), sizes.rest.to_string());
        let numeration = numeration(law, options);
        let blanks = [("numeration", &*numeration), ("states", &*states), ("way", &*way), ("rest", &*rest)];
        return format!(
            "{}\n{}\n{}\n{}",
            filled(lang, "prove.title", &head),
            filled(lang, "prove.law", &blanks),
            filled(lang, "prove.proof", &blanks),
            values_in_words(law, values, options)
        );
    }
    let mut out = format!("{}\n{}\n", filled(lang, "prove.title", &head), text(lang, "prove.none"));
    for tried in &found.tried {
        let (id, side) = (tried.numeration.id(), tried.side.to_string());
        let (states, position) = match &tried.end {
            End::Broken { states, position } => {
                (states.to_string(), position.as_ref().map_or_else(|| "?".to_owned(), |p| format!("{p:?}")))
            }
            _ => (String::new(), String::new()),
        };
        let blanks = [("numeration", &*id), ("side", &*side), ("states", &*states), ("position", &*position)];
        out += &filled(lang, &format!("prove.{}", word(&tried.end)), &blanks);
        out.push('\n');
    }
    if !found.in_time {
        out += &(text(lang, "prove.time") + "\n");
    }
    out
}

/// The sets of positions of Grundy value 1, 2, ..., if they were asked for.
fn values_in_words(law: &Law, asked: usize, options: &Options) -> String {
    let lang = options.lang;
    let mut out = String::new();
    for (value, set) in law.sets().iter().enumerate().skip(1) {
        let (value, states) = (value.to_string(), set.states().to_string());
        out += &(filled(lang, "prove.value", &[("value", &*value), ("states", &*states)]) + "\n");
    }
    if asked > 1 {
        let known = law.sets().len();
        let next = known.to_string();
        out += &match (law.has_all_values(), known < asked) {
            (true, _) => text(lang, "prove.all-values"),
            (_, true) => filled(lang, "prove.no-more-values", &[("value", &*next)]),
            _ => text(lang, "prove.larger-values"),
        };
        out.push('\n');
    }
    out
}

/// The numeration in which heaps are written, in words.
fn numeration(law: &Law, options: &Options) -> String {
    let numeration = law.numeration();
    let number = numeration.rule()[0].to_string();
    let key = match numeration.rule() {
        [_] => "prove.base",
        [1, 1] => "prove.fibonacci",
        _ => "prove.ostrowski",
    };
    filled(options.lang, key, &[("t", &number)])
}
