//! `period`: do the values of one heap repeat for ever?

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::ArgMatches;
use dashu_int::UBig;
use grundy::rules::Rules;
use grundy::sequence::proof::Theorem;
use grundy::sequence::{ClosedPeriod, Equivalence, Proof, Run, StopReason, closed_period, equivalences};
use grundy::{Solver, notation, number};
use serde_json::json;

use super::{certificate, print};
use crate::failure::Failure;
use crate::long_run::{self, Progress};
use crate::options::Options;
use crate::output::write_file;
use crate::question;
use crate::words::filled;

/// The last heap that is looked at, unless told otherwise.
const DEFAULT_LIMIT: u32 = 1_000_000;
/// And the most options, unless heaps or time are limited: some seconds, where values come slowly.
const DEFAULT_EFFORT: u64 = 1 << 33;
/// A closed form is computed all the same where the greatest amount is no more than this, so that there is
/// a certificate of it.
const SMALL: usize = 1 << 16;
/// A period of at most so many values is shown in full.
const SHOWN: usize = 40;

/// Looks for a period, proves it, and says what it is.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let line = question::game(&words.join(" "), options)?;
    Solver::check_values(&line)?;
    let rules = &line.game.rules;
    let game = line.game.spelled.as_str();
    if !rules.is_heapwise() {
        return Err(Failure::usage("period-of-one-heap", vec![("game", game.to_owned())]));
    }
    let out = matches.get_one::<String>("out");
    let limit = matches.get_one::<String>("limit").map(|text| notation::parse_number(text)).transpose()?;
    let length = limit.clone().unwrap_or_else(|| UBig::from(DEFAULT_LIMIT)) + UBig::ONE;
    let wanted = usize::try_from(&length).unwrap_or(usize::MAX);
    // Computed all the same where that is quick and makes a certificate; growing values have none to show.
    let computed = |closed: &ClosedPeriod| is_small(rules) && (out.is_some() || closed.saltus == UBig::ZERO);
    if let Some(closed) = closed_period(rules).filter(|closed| !computed(closed)) {
        if out.is_some() {
            return Err(Failure::usage("certificate-closed", vec![("game", game.to_owned())]));
        }
        print(&of_closed(game, &closed, options))?;
        return Ok(ExitCode::SUCCESS);
    }
    let effort = (limit.is_none() && options.limits.time.is_none()).then_some(DEFAULT_EFFORT);
    let cancel = long_run::cancel_on_interrupt();
    let mut run = long_run::begin(rules, wanted, cancel, matches, options)?.limit_effort(effort);
    let mut progress = Progress::new(matches, options, false);
    let reason = loop {
        let reason = run.step()?;
        progress.show(&run);
        if let Some(reason) = reason {
            break reason;
        }
    };
    drop(progress);
    if let Some(proof) = run.proof() {
        if let Some(path) = out {
            write_file(path, certificate::of(&run, rules, proof)?.as_bytes())?;
        }
        print(&of_proved(game, &run, proof, &equivalences(rules)?, options))?;
        return Ok(ExitCode::SUCCESS);
    }
    if reason == StopReason::Interrupted
        && let Some(failure) = long_run::failure(&run, reason, options)
    {
        return Err(failure);
    }
    print(&of_unproved(game, &run, reason, options))?;
    Ok(ExitCode::from(3))
}

/// Is the proof by computation a matter of moments?
fn is_small(rules: &Rules) -> bool {
    Theorem::of(rules).iter().any(|theorem| theorem.largest() <= SMALL)
}

/// The answer where a period was proved by computing.
fn of_proved(game: &str, run: &Run, proof: &Proof, cousins: &[Equivalence], options: &Options) -> String {
    let (period, preperiod, saltus) = (proof.period.period, proof.period.preperiod, proof.period.saltus);
    let checked_to = proof.length - 1;
    let largest = run.statistics().largest().map(|largest| largest.value).filter(|_| saltus == 0);
    let reference = reference(proof.theorem.reference());
    if options.json {
        let answer = json!({
            "schema": 1, "game": game, "period": period, "preperiod": preperiod, "saltus": saltus,
            "max_value": largest, "checked_to": checked_to, "proof": reference,
        });
        return format!("{answer}\n");
    }
    let mut out = Sheet::new(game, options);
    out.repetition(&period.into(), &preperiod.into(), &saltus.into());
    if period <= SHOWN {
        let mut values = vec![0; period];
        run.read(&UBig::from(preperiod), &mut values);
        let list: Vec<String> = values.iter().map(u32::to_string).collect();
        out.row("turn", &[("from", &preperiod.to_string()), ("values", &list.join(" "))]);
    }
    match largest {
        Some(value) => out.row("largest", &[("value", &value.to_string())]),
        None => out.row("growing", &[]),
    }
    out.row("proof", &[("last", &checked_to.to_string()), ("reference", &reference)]);
    out.cousins(cousins);
    out.text
}

/// Author and year, the way the answer has it: without initials.
fn reference(full: &str) -> String {
    let words = full.split(' ').filter(|word| !(word.len() == 2 && word.ends_with('.')));
    words.collect::<Vec<_>>().join(" ")
}

/// The answer where a theorem gives it.
fn of_closed(game: &str, closed: &ClosedPeriod, options: &Options) -> String {
    let ClosedPeriod { preperiod, period, saltus, max_value, reference } = closed;
    if options.json {
        let json = |n: &UBig| number::natural_to_json(n);
        let answer = json!({
            "schema": 1, "game": game, "period": json(period), "preperiod": json(preperiod),
            "saltus": json(saltus), "max_value": max_value.as_ref().map(json), "checked_to": null,
            "proof": reference,
        });
        return format!("{answer}\n");
    }
    let mut out = Sheet::new(game, options);
    out.repetition(period, preperiod, saltus);
    match max_value {
        Some(value) => out.row("largest", &[("value", &value.to_string())]),
        None => out.row("growing", &[]),
    }
    match reference {
        Some(reference) => out.row("theorem", &[("reference", reference)]),
        None => out.row("closed", &[]),
    }
    out.text
}

/// The answer where none was proved: what was looked at, what was seen, and how to look further.
fn of_unproved(game: &str, run: &Run, reason: StopReason, options: &Options) -> String {
    let last = run.length().checked_sub(1);
    let seen = run.seen();
    let largest = run.statistics().largest().map(|largest| largest.value);
    if options.json {
        let seen = seen.map(|seen| {
            json!({
                "period": seen.period, "preperiod": seen.preperiod, "saltus": seen.saltus, "to": seen.checked_to,
            })
        });
        let answer = json!({
            "schema": 1, "game": game, "period": null, "preperiod": null, "saltus": null,
            "max_value": largest, "checked_to": last, "proof": null, "seen": seen,
            "reason": if run.theorems().is_empty() { "no-theorem" } else { code(reason) },
        });
        return format!("{answer}\n");
    }
    let mut out = Sheet::new(game, options);
    let last = last.map_or_else(|| "-".to_owned(), |last| last.to_string());
    out.row("unproved", &[("last", &last)]);
    match seen {
        Some(seen) => {
            let (s, p) = (seen.preperiod.to_string(), seen.period.to_string());
            let (key, saltus) =
                (if seen.saltus == 0 { "seen" } else { "seen-rising" }, seen.saltus.to_string());
            out.row(key, &[("period", &p), ("preperiod", &s), ("last", &last), ("saltus", &saltus)]);
            if let Some(enough) = run.enough_for(seen).filter(|enough| *enough > run.length()) {
                out.row("enough", &[("last", &(enough - 1).to_string())]);
            }
        }
        None => out.row("nothing-seen", &[]),
    }
    if let Some(largest) = largest {
        out.row("largest", &[("value", &largest.to_string())]);
    }
    if run.theorems().is_empty() {
        out.row("no-theorem", &[]);
    } else {
        let key = match reason {
            StopReason::TimeLimit => "more-time",
            StopReason::MemoryLimit => "more-memory",
            _ => "further",
        };
        out.row(key, &[]);
    }
    if let Some(store) = run.store() {
        let path = store.path().display().to_string();
        out.text += &filled(options.lang, "run.kept", &[("last", &last), ("path", &path)]);
        out.text.push('\n');
    }
    out.text
}

/// The reason as JSON has it.
fn code(reason: StopReason) -> &'static str {
    match reason {
        StopReason::TimeLimit => "time-limit",
        StopReason::MemoryLimit => "memory-limit",
        StopReason::EffortLimit => "effort-limit",
        _ => "limit",
    }
}

/// An answer in words, line by line.
struct Sheet<'a> {
    options: &'a Options,
    text: String,
}

impl<'a> Sheet<'a> {
    fn new(game: &str, options: &'a Options) -> Self {
        Self { options, text: format!("{game}\n") }
    }

    fn row(&mut self, key: &str, blanks: &[(&str, &str)]) {
        let _ = writeln!(self.text, "{}", filled(self.options.lang, &format!("period.{key}"), blanks));
    }

    fn cousins(&mut self, cousins: &[Equivalence]) {
        for cousin in cousins {
            let title = cousin.title.map(|title| title.get(self.options.lang));
            let sentence = cousin.message().render(self.options.lang);
            match title {
                Some(title) => self.row("cousin-named", &[("sentence", &sentence), ("title", title)]),
                None => self.row("cousin", &[("sentence", &sentence)]),
            }
        }
    }

    fn repetition(&mut self, period: &UBig, preperiod: &UBig, saltus: &UBig) {
        let more = if *saltus == UBig::ZERO { String::new() } else { format!(" + {saltus}") };
        let equation = format!("G(n + {period}) = G(n){more}");
        let (p, s) = (period.to_string(), preperiod.to_string());
        let key = if *preperiod == UBig::ZERO { "period.pure" } else { "period.found" };
        let blanks = [("period", &*p), ("preperiod", &*s), ("equation", &*equation)];
        let _ = writeln!(self.text, "{}", filled(self.options.lang, key, &blanks));
    }
}
