//! `values`: the Grundy values of one heap.

mod listing;
mod summary;

use std::process::ExitCode;

use clap::ArgMatches;
use dashu_int::UBig;
use grundy_picture::Plot;
use grundy_solver::game::Game;
use grundy_solver::limits::Budget;
use grundy_solver::notation::GameLine;
use grundy_solver::position::Position;
use grundy_solver::sequence::proof::Theorem;
use grundy_solver::sequence::{Run, Statistics, StopReason, readable_time};
use grundy_solver::values::{TRIAL, comes_from_a_run, is_far, lost_sums};
use grundy_solver::{Solver, notation, number};
use serde_json::json;

use super::print;
use crate::failure::Failure;
use crate::long_run;
use crate::options::{Options, flag};
use crate::output::write_file;
use crate::question;
use crate::words::filled;
use listing::Listing;

/// A run that is estimated to take this many seconds reports it in advance.
const WORTH_SAYING: u32 = 60;
/// This many values prove the periods of most games that are played.
const ENOUGH_FOR_MOST: usize = 4096;
/// Values are passed on in batches of this size.
const PIECE: usize = 1 << 14;

/// Which values of which game.
struct Question {
    line: GameLine,
    from: UBig,
    to: UBig,
    /// The number of heaps whose lost sums are counted.
    sums: Option<u64>,
}

/// The outputs for values: a list, statistics, a picture.
struct Sinks {
    listing: Option<Listing>,
    statistics: Option<Statistics>,
    plot: Option<(Plot, String)>,
}

/// The results of a run besides the values.
#[derive(Default)]
struct Known {
    period: Option<grundy_solver::sequence::Period>,
    rares: Option<grundy_solver::sequence::engine::Rares>,
    engine: Option<&'static str>,
}

/// Writes G(from) to G(to), or their statistics.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let question = question(matches, options)?;
    Solver::check_values(&question.line)?;
    let mut sinks = Sinks::of(matches, options, &question)?;
    let known = match feed(&mut sinks, &question, matches, options) {
        Ok(known) => known,
        Err(failure) => return sinks.give_up(failure, options),
    };
    sinks.finish(&question, &known, options)?;
    Ok(ExitCode::SUCCESS)
}

fn question(matches: &ArgMatches, options: &Options) -> Result<Question, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let line = question::game(&words.join(" "), options)?;
    let bound =
        |name: &str| matches.get_one::<String>(name).map(|text| notation::parse_number(text)).transpose();
    let from = match bound("from")? {
        Some(from) => from,
        None if matches!(*line.game, Game::Own(_)) => UBig::ZERO,
        // Some boards count coins from 1.
        None => UBig::from(u8::from(Position::start(&line, vec![UBig::ZERO]).is_err())),
    };
    let to = bound("to")?.unwrap_or_default();
    if from > to {
        let blanks = vec![("from", from.to_string()), ("to", to.to_string())];
        return Err(Failure::usage("from-above-to", blanks));
    }
    let sums = matches.get_one::<usize>("sums").map(|&heaps| heaps as u64);
    Ok(Question { line, from, to, sums })
}

/// Passes all values to the sinks, from the best available source.
fn feed(
    sinks: &mut Sinks,
    question: &Question,
    matches: &ArgMatches,
    options: &Options,
) -> Result<Known, Failure> {
    let Question { line, from, to, .. } = question;
    let rules = line.game.rules();
    let cancel = long_run::cancel_on_interrupt();
    let solver = Solver::new(options.limits).cancelled_by(cancel.clone());
    let kept = matches.get_one::<String>("state").is_some();
    let far = rules.is_some_and(|rules| is_far(rules, to));
    if kept && (far || !line.game.is_heapwise()) {
        return Err(Failure::usage("state-unused", vec![("game", line.spelled.to_string())]));
    }
    if let Some(rules) = rules.filter(|_| kept || comes_from_a_run(&solver, line, to)) {
        let length = to + UBig::ONE;
        let wanted = usize::try_from(&length).unwrap_or(usize::MAX);
        // Statistics and pictures show the period, and a few more values may prove it, if a theorem says so.
        let wanted = if sinks.show_a_period() && !Theorem::of(rules).is_empty() {
            wanted.max(ENOUGH_FOR_MOST)
        } else {
            wanted
        };
        let mut run = long_run::begin(rules, wanted, cancel, matches, options)?;
        let limit = UBig::from(options.limits.memory);
        let out_of_reach = run.estimate(&(from + UBig::ONE)).memory.is_some_and(|bytes| bytes > limit);
        match run.check_size(&length, TRIAL) {
            Ok(()) => return drive(&mut run, sinks, question, matches, options),
            // A heap beyond every table needs a period, and only few such heaps are requested: it is worth
            // searching for a period within the time limit. A run with a state does so in its own time.
            Err(_) if out_of_reach && kept => return drive(&mut run, sinks, question, matches, options),
            Err(_) if out_of_reach => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut failed = None;
    let walked = solver.for_each_value(line, from, to, &mut |_, value| {
        // An error of the library stops its loop; the actual failure is kept here.
        sinks.take_one(value).map_err(|failure| {
            failed = Some(failure);
            grundy_solver::Error::limit("error.stopped")
        })
    });
    match failed {
        Some(failure) => Err(failure),
        None => Ok(walked.map(|()| Known::default())?),
    }
}

/// The number of lost sums of single heaps, if it is asked for.
fn counted(statistics: &Statistics, question: &Question, options: &Options) -> Result<Option<Sums>, Failure> {
    let Some(heaps) = question.sums else { return Ok(None) };
    if statistics.above_counted() > 0 {
        let value = statistics.largest().map_or(0, |largest| largest.value);
        return Err(Failure::usage("sums-too-large", vec![("value", value.to_string())]));
    }
    let budget = Budget::new(options.limits);
    let (lost, all) = lost_sums(&statistics.frequencies(), heaps, &budget)?;
    Ok(Some(Sums { heaps, lost, all }))
}

/// Sums of single heaps, and how many of them are lost.
struct Sums {
    heaps: u64,
    lost: UBig,
    all: UBig,
}

/// Runs to the end and passes on values as they are computed.
fn drive(
    run: &mut Run,
    sinks: &mut Sinks,
    question: &Question,
    matches: &ArgMatches,
    options: &Options,
) -> Result<Known, Failure> {
    let mut next = question.from.clone();
    let mut show = long_run::progress(matches, options, sinks.fill_the_terminal());
    let mut to_say = !flag(matches, "quiet");
    // A partial JSON object is useless: it is written once all of it is known, or no more will be.
    let waits = sinks.listing.as_ref().is_some_and(Listing::is_json);
    let reason = loop {
        let reason = run.step()?;
        show(run);
        if to_say && run.progress().elapsed > TRIAL {
            to_say = false;
            say_cost(run, &question.to, options);
        }
        if !waits {
            hand_on(run, sinks, &mut next, &question.to)?;
        }
        if let Some(reason) = reason {
            break reason;
        }
    };
    drop(show);
    if let Some(failure) = long_run::failure(run, reason, options) {
        // The values so far may still be read; a file is written atomically.
        hand_on(run, sinks, &mut next, &question.to)?;
        sinks.flush()?;
        return Err(failure);
    }
    hand_on(run, sinks, &mut next, &question.to)?;
    let proved = reason == StopReason::PeriodProved;
    Ok(Known { period: run.period().filter(|_| proved), rares: run.rares(), engine: Some(run.engine()) })
}

/// Passes on the known values from `next` to `to`.
fn hand_on(run: &Run, sinks: &mut Sinks, next: &mut UBig, to: &UBig) -> Result<(), Failure> {
    let mut piece = vec![0; PIECE];
    while *next <= *to {
        let rest = usize::try_from(&(to - &*next)).unwrap_or(usize::MAX).saturating_add(1);
        let known = run.read(next, &mut piece[..PIECE.min(rest)]);
        if known == 0 {
            break;
        }
        run.check_store()?;
        sinks.take(&piece[..known])?;
        *next += UBig::from(known);
        // With a period there may be more values to write than the time allows.
        if run.period().is_some() {
            run.budget().check_time()?;
        }
    }
    Ok(())
}

/// Reports that a run will take long, and how to resume it later.
fn say_cost(run: &Run, to: &UBig, options: &Options) {
    let Some(seconds) = run.estimate(&(to + UBig::ONE)).seconds else { return };
    if run.stop_reason().is_none() && seconds >= UBig::from(WORTH_SAYING) {
        let time = readable_time(&seconds).render(options.lang);
        eprintln!("{}", filled(options.lang, "values.cost", &[("time", &time)]));
    }
}

impl Sinks {
    fn of(matches: &ArgMatches, options: &Options, question: &Question) -> Result<Self, Failure> {
        let stats = flag(matches, "stats") || question.sums.is_some();
        let plot = matches.get_one::<String>("plot");
        let out = matches.get_one::<String>("out");
        let listing = if out.is_some() || !stats && plot.is_none() {
            let format = match matches.get_one::<String>("format").map_or("text", String::as_str) {
                _ if options.json && !stats && plot.is_none() => "json",
                format => format,
            };
            Some(Listing::begin(out, format, question)?)
        } else {
            None
        };
        let count = &question.to - &question.from + UBig::ONE;
        let count = u64::try_from(&count).unwrap_or(u64::MAX);
        Ok(Self {
            listing,
            statistics: stats.then(Statistics::default),
            plot: plot.map(|path| (Plot::new(question.from.clone(), count), path.clone())),
        })
    }

    /// Whether a list is written to the terminal that would show progress.
    fn fill_the_terminal(&self) -> bool {
        use std::io::IsTerminal;
        self.listing.as_ref().is_some_and(Listing::is_on_stdout) && std::io::stdout().is_terminal()
    }

    fn show_a_period(&self) -> bool {
        self.statistics.is_some() || self.plot.is_some()
    }

    fn take(&mut self, values: &[u32]) -> Result<(), Failure> {
        if let Some(listing) = &mut self.listing {
            listing.add(values)?;
        }
        if let Some(statistics) = &mut self.statistics {
            statistics.absorb(values);
        }
        if let Some((plot, _)) = &mut self.plot {
            plot.add(values);
        }
        Ok(())
    }

    fn take_one(&mut self, value: &UBig) -> Result<(), Failure> {
        match u32::try_from(value) {
            Ok(value) => self.take(&[value]),
            Err(_) if self.statistics.is_some() || self.plot.is_some() => {
                Err(Failure::usage("values-too-large", vec![("value", value.to_string())]))
            }
            Err(_) => self.listing.as_mut().map_or(Ok(()), |listing| listing.add_one(value)),
        }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.listing.as_mut().map_or(Ok(()), Listing::flush)
    }

    /// Keeps what was written so far. In a JSON object that was begun, the error becomes the last field, so that the
    /// output is always one object.
    fn give_up(self, failure: Failure, options: &Options) -> Result<ExitCode, Failure> {
        match self.listing {
            Some(listing) if listing.is_json() && listing.is_begun() && listing.is_on_stdout() => {
                listing.close_with(&failure.to_json(options.lang)["error"])?;
                Ok(if options.json { failure.code() } else { failure.report(options.lang, false) })
            }
            _ => Err(failure),
        }
    }

    fn finish(self, question: &Question, known: &Known, options: &Options) -> Result<(), Failure> {
        if let Some(listing) = self.listing {
            listing.finish()?;
        }
        let game = &*question.line.spelled;
        let mut drawn = None;
        if let Some((plot, path)) = self.plot {
            write_file(&path, plot.svg(game, known.period, options.lang).as_bytes())?;
            drawn = Some(path);
        }
        if let Some(statistics) = self.statistics {
            let sums = counted(&statistics, question, options)?;
            return print(&summary::text(
                &statistics,
                question,
                known,
                sums.as_ref(),
                drawn.as_deref(),
                options,
            ));
        }
        match drawn {
            Some(path) if options.json => {
                let (from, to) =
                    (number::natural_to_json(&question.from), number::natural_to_json(&question.to));
                print(&format!(
                    "{}\n",
                    json!({"schema": 1, "game": game, "from": from, "to": to, "plot": path})
                ))
            }
            _ => Ok(()),
        }
    }
}
