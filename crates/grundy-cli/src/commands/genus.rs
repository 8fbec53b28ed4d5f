//! `genus`: the genus of each heap under misère play, whether it is tame, restive, restless or wild, and its simplest form.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_misere::{Form, Forms, genus_repetition};
use grundy_solver::limits::Budget;
use grundy_solver::notation::{self, Parsed};
use grundy_solver::rules::Rules;
use grundy_solver::sequence::HeapOptions;
use serde_json::{Value, json};

use super::print;
use crate::failure::Failure;
use crate::options::Options;
use crate::question;
use crate::words::{filled, text};

/// The most forms and sums of forms that are kept.
const MOST: usize = 3_000_000;
/// The longest form that is written out, in characters.
const LONGEST: usize = 60;
/// The last heap without `--to`.
const LAST: usize = 20;

/// Lists the genera of heaps up to `--to`, or returns the genus of a position.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let whole = words.join(" ");
    let budget = Budget::new(options.limits);
    let mut forms = Forms::new(MOST);
    if whole.contains('[')
        && let Ok(Parsed::Position(_)) = notation::parse(&whole)
    {
        return position(&whole, &mut forms, &budget, options);
    }
    let line = question::game(&whole, options)?;
    let game = &*line.spelled;
    let rules = heapwise(line.game.rules(), game)?;
    let last = matches.get_one::<usize>("to").copied().unwrap_or(LAST);
    if last > MOST {
        return Err(Failure::usage("genus-heap", vec![("limit", MOST.to_string())]));
    }
    let mut heap_options = HeapOptions::new(rules);
    let mut heaps: Vec<Form> = Vec::new();
    let mut stopped = None;
    heap_options.extend(last + 1, &budget)?;
    for heap in 0..=last {
        match forms.next_heap(&heap_options, &heaps, heap, &budget) {
            Ok(form) => heaps.push(form),
            Err(error) if heaps.is_empty() => return Err(error.into()),
            Err(error) => {
                stopped = Some(error);
                break;
            }
        }
    }
    let repeats = genus_repetition(rules, &forms, &heaps);
    let first_wild = heaps.iter().position(|&form| !forms.is_tame(form));
    if options.json {
        let list: Vec<Value> =
            heaps.iter().enumerate().map(|(heap, &form)| in_json(Some(heap), form, &forms)).collect();
        let stopped = stopped.as_ref().map(grundy_solver::Error::code);
        let repeats = repeats.map(|found| json!({ "period": found.period, "preperiod": found.preperiod }));
        let answer = json!({
            "schema": 1,
            "game": game,
            "heaps": list,
            "first_wild": first_wild,
            "repeats": repeats,
            "stopped": stopped,
        });
        print(&format!("{answer}\n"))?;
    } else {
        let mut out = format!("{game}\n");
        for (heap, &form) in heaps.iter().enumerate() {
            let _ = writeln!(out, "{heap:>5}  {}", in_words(form, &forms, options));
        }
        let _ = match first_wild {
            None => writeln!(
                out,
                "{}",
                filled(options.lang, "genus.tame-so-far", &[("heap", &(heaps.len() - 1).to_string())])
            ),
            Some(heap) => {
                writeln!(out, "{}", filled(options.lang, "genus.first-wild", &[("heap", &heap.to_string())]))
            }
        };
        if let Some(found) = repeats {
            let numbers =
                [("period", &*found.period.to_string()), ("preperiod", &found.preperiod.to_string())];
            let _ = writeln!(out, "{}", filled(options.lang, "genus.repeats", &numbers));
        }
        if let Some(error) = &stopped {
            let why = error.message().render(options.lang);
            let heap = heaps.len().to_string();
            let _ =
                writeln!(out, "{}", filled(options.lang, "genus.stopped", &[("heap", &heap), ("why", &why)]));
        }
        print(&out)?;
    }
    Ok(if stopped.is_some() { ExitCode::from(3) } else { ExitCode::SUCCESS })
}

/// The genus of a sum of heaps.
fn position(whole: &str, forms: &mut Forms, budget: &Budget, options: &Options) -> Result<ExitCode, Failure> {
    let position = question::position_of_text(whole, options)?;
    let mut sum = 0;
    for component in position.components() {
        let rules = heapwise(component.rules(), &component.spelled)?;
        let largest = component.heaps().iter().max().cloned().unwrap_or_default();
        let largest = usize::try_from(&largest).unwrap_or(usize::MAX);
        if largest > MOST {
            return Err(Failure::usage("genus-heap", vec![("limit", MOST.to_string())]));
        }
        let heaps = forms.of_heaps(rules, largest, budget)?;
        for heap in component.heaps() {
            let heap = usize::try_from(heap).unwrap_or(0);
            sum = forms.sum(sum, heaps[heap], budget)?;
        }
    }
    if options.json {
        let mut answer = json!({ "schema": 1, "position": position.to_string() });
        if let (Some(answer), Value::Object(fields)) = (answer.as_object_mut(), in_json(None, sum, forms)) {
            answer.extend(fields);
        }
        print(&format!("{answer}\n"))?;
    } else {
        print(&format!("{position}\n{}\n", in_words(sum, forms, options)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules of a game that is the sum of its heaps; other games are an error.
fn heapwise<'a>(rules: Option<&'a Rules>, game: &str) -> Result<&'a Rules, Failure> {
    let rules = rules.filter(|rules| rules.is_heapwise());
    rules.ok_or_else(|| Failure::usage("quotient-heapwise", vec![("game", game.to_owned())]))
}

fn in_json(heap: Option<usize>, form: Form, forms: &Forms) -> Value {
    let genus = forms.genus(form);
    let mut answer = json!({
        "genus": genus.to_string(),
        "value": genus.value,
        "digits": genus.digits,
        "outcome": if forms.is_lost(form) { "P" } else { "N" },
        "tame": forms.is_tame(form),
        "kind": forms.kind(form).word(),
        "form": forms.name(form, LONGEST),
    });
    if let (Some(heap), Some(fields)) = (heap, answer.as_object_mut()) {
        fields.insert("heap".to_owned(), heap.into());
    }
    answer
}

fn in_words(form: Form, forms: &Forms, options: &Options) -> String {
    let kind = text(options.lang, &format!("genus.{}", forms.kind(form).word()));
    let genus = forms.genus(form).to_string();
    let outcome = if forms.is_lost(form) { "P" } else { "N" };
    // The Chinese words are all one character wide.
    let width = if kind.is_ascii() { 8 } else { 0 };
    format!("{outcome}  {genus:<12}  {kind:<width$}  {}", forms.name(form, LONGEST))
}
