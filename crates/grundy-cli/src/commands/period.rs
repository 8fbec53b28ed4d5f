//! `period`: whether the values of one heap are periodic.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::ArgMatches;
use dashu_int::UBig;
use grundy_solver::periods::{PeriodQuestion, closed_json, proved_json, short_reference, unproved_json};
use grundy_solver::sequence::{ClosedPeriod, Equivalence, Proof, Run, StopReason, equivalences};
use grundy_solver::{certificate, notation};

use super::print;
use crate::failure::Failure;
use crate::long_run;
use crate::options::Options;
use crate::output::write_file;
use crate::question;
use crate::words::filled;

/// The longest period that is shown in full.
const SHOWN: usize = 40;

/// Looks for a period, proves it and prints it.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let line = question::game(&words.join(" "), options)?;
    let game = &*line.spelled;
    let out = matches.get_one::<String>("out");
    let limit = matches.get_one::<String>("limit").map(|text| notation::parse_number(text)).transpose()?;
    let question = PeriodQuestion::new(&line, limit.as_ref(), options.limits, out.is_some())?;
    let (rules, wanted, effort) = match question {
        PeriodQuestion::Closed(_) if out.is_some() => {
            return Err(certificate::closed(game).into());
        }
        PeriodQuestion::Closed(closed) => {
            print(&of_closed(game, &closed, options))?;
            return Ok(ExitCode::SUCCESS);
        }
        PeriodQuestion::Compute { rules, wanted, effort } => (rules, wanted, effort),
    };
    let cancel = long_run::cancel_on_interrupt();
    let mut run = long_run::begin(&rules, wanted, cancel, matches, options)?.limit_effort(effort);
    let mut show = long_run::progress(matches, options, false);
    let reason = loop {
        let reason = run.step()?;
        show(&run);
        if let Some(reason) = reason {
            break reason;
        }
    };
    drop(show);
    if let Some(proof) = run.proof() {
        if let Some(path) = out {
            write_file(path, certificate::of(&run, &rules, proof)?.as_bytes())?;
        }
        print(&of_proved(game, &run, proof, &equivalences(&rules)?, options))?;
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

/// The answer if a period was proved by computation.
fn of_proved(game: &str, run: &Run, proof: &Proof, equivalents: &[Equivalence], options: &Options) -> String {
    let (period, preperiod, saltus) = (proof.period.period, proof.period.preperiod, proof.period.saltus);
    let checked_to = proof.length - 1;
    let largest = run.statistics().largest().map(|largest| largest.value).filter(|_| saltus == 0);
    if options.json {
        return format!("{}\n", proved_json(game, run, proof));
    }
    let reference = short_reference(proof.theorem.reference());
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
    out.equivalents(equivalents);
    out.text
}

/// The answer if a theorem gives the period.
fn of_closed(game: &str, closed: &ClosedPeriod, options: &Options) -> String {
    let ClosedPeriod { preperiod, period, saltus, max_value, reference } = closed;
    if options.json {
        return format!("{}\n", closed_json(game, closed));
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

/// The answer if no period was proved: what was checked, what was seen, and how to search further.
fn of_unproved(game: &str, run: &Run, reason: StopReason, options: &Options) -> String {
    let last = run.length().checked_sub(1);
    let seen = run.seen();
    let largest = run.statistics().largest().map(|largest| largest.value);
    if options.json {
        return format!("{}\n", unproved_json(game, run, reason));
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

    fn equivalents(&mut self, equivalents: &[Equivalence]) {
        for equivalent in equivalents {
            let title = equivalent.title.map(|title| title.get(self.options.lang));
            let sentence = equivalent.message().render(self.options.lang);
            match title {
                Some(title) => self.row("equivalent-named", &[("sentence", &sentence), ("title", title)]),
                None => self.row("equivalent", &[("sentence", &sentence)]),
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
