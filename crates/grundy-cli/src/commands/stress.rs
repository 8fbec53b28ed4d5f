//! `stress`: tests a program against random and hostile inputs.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use grundy_judge::Grundy;
use grundy_judge::stress::{Failure as Found, Kind, Program, Report, Settings, Trouble, stress};
use grundy_solver::limits::{Limits, read_duration};
use grundy_solver::notation;
use grundy_solver::text::Lang;
use serde_json::{Value as Json, json};

use super::{judge, print};
use crate::failure::Failure;
use crate::long_run::cancel_on_interrupt;
use crate::options::{Options, flag};
use crate::output::write_file;
use crate::progress::{Line, is_watched};
use crate::usage::in_shell;
use crate::words::{filled, text};

/// The default number of positions.
const CASES: u64 = 1_000_000;
/// The time to explain the expected answer, apart from the test.
const EXPLAINING: Duration = Duration::from_secs(10);
/// The default time for the whole test, and for one run.
const TIME: Duration = Duration::from_secs(30);
const RUN_TIME: Duration = Duration::from_secs(10);
const SEED: u64 = 1;
/// The most lines of inputs and outputs that are shown, and the most characters of a line.
const LINES: usize = 20;
const COLUMNS: usize = 200;
/// A shorter test shows no progress.
const SOON: Duration = Duration::from_millis(200);

/// Looks for an input that a program answers wrong.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let profile = judge::profile(matches)?;
    let program = program(matches)?;
    let settings = Settings {
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(SEED),
        cases: cases(matches)?,
        time: options.limits.time.unwrap_or(TIME),
    };
    // The time is for the whole test, not for one position.
    let limits = Limits { time: Some(settings.time), ..options.limits };
    let cancel = cancel_on_interrupt();
    let solver = options.solver()?.within(limits).cancelled_by(cancel.clone().within(Some(settings.time)));
    let solver = Grundy::new(solver, options.misere);
    let mut line = Line::new(is_watched(flag(matches, "quiet")), SOON);
    let mut watch = |cases: u64, runs: u64| {
        line.show(|| {
            let blanks = [("cases", &*cases.to_string()), ("runs", &*runs.to_string())];
            filled(options.lang, "stress.progress", &blanks)
        });
        !cancel.is_cancelled()
    };
    let report =
        stress(&profile, &program, &settings, &solver, &mut watch).map_err(|trouble| match trouble {
            Trouble::Program(error) => Failure::file(&program.command.to_string_lossy(), error),
            Trouble::Judge(error) => Failure::Judge(error),
        })?;
    if let (Some(found), Some(path)) = (&report.failure, matches.get_one::<String>("out")) {
        write_file(path, &found.input)?;
    }
    // The time of the test may be over, and the answer is explained all the same.
    let limits = Limits { time: Some(EXPLAINING), ..options.limits };
    let solver = Grundy::new(options.solver()?.within(limits), options.misere);
    let told = Told { report: &report, settings: &settings, program: &program, solver: &solver, options };
    let profile_name = matches.get_one::<String>("profile").map_or("", String::as_str);
    print(&if options.json { format!("{}\n", told.json(profile_name)) } else { told.text(profile_name) })?;
    Ok(match (&report.failure, report.interrupted) {
        (Some(_), _) => ExitCode::from(1),
        (None, true) => ExitCode::from(130),
        // The time ended before the first result.
        (None, false) if report.cut_short && report.cases == 0 => ExitCode::from(3),
        (None, false) => ExitCode::SUCCESS,
    })
}

fn program(matches: &ArgMatches) -> Result<Program, Failure> {
    let mut words = matches.get_many::<OsString>("program").into_iter().flatten().cloned();
    let command = words.next().unwrap_or_default();
    let time = match matches.get_one::<String>("run-time") {
        None => RUN_TIME,
        Some(value) => read_duration(value)
            .filter(|time| !time.is_zero())
            .ok_or_else(|| Failure::usage("run-time", vec![("value", value.clone())]))?,
    };
    Ok(Program { command, arguments: words.collect(), time })
}

fn cases(matches: &ArgMatches) -> Result<u64, Failure> {
    let Some(value) = matches.get_one::<String>("cases") else { return Ok(CASES) };
    let number = notation::parse_number(value).ok().and_then(|n| u64::try_from(&n).ok()).filter(|n| *n > 0);
    number.ok_or_else(|| Failure::usage("cases", vec![("value", value.clone())]))
}

/// The answer, in words or as JSON.
struct Told<'a> {
    report: &'a Report,
    settings: &'a Settings,
    program: &'a Program,
    solver: &'a Grundy,
    options: &'a Options,
}

impl Told<'_> {
    fn text(&self, profile: &str) -> String {
        let lang = self.options.lang;
        let (cases, runs) = (self.report.cases.to_string(), self.report.runs.to_string());
        let seed = self.settings.seed.to_string();
        let Some(found) = &self.report.failure else {
            let key = match (self.report.interrupted, self.report.cut_short) {
                (true, _) => "stress.passed-interrupted",
                (false, true) if self.report.too_soon => "stress.passed-too-soon",
                (false, true) => "stress.passed-cut",
                (false, false) => "stress.passed",
            };
            let distinct = self.report.distinct.to_string();
            let blanks = [("cases", &*cases), ("distinct", &distinct), ("runs", &runs), ("seed", &seed)];
            let mut out = filled(lang, key, &blanks) + "\n";
            if self.report.lightened {
                out += &(text(lang, "stress.lightened") + "\n");
            }
            if let Some(run) = &self.report.unfinished {
                out += &filled(lang, "stress.unfinished", &[("time", &in_seconds(run.after))]);
                block(&mut out, lang, &run.input);
            }
            return out;
        };
        let kind = self.kind(found);
        let mut out = filled(lang, "stress.found", &[("kind", &kind), ("cases", &cases), ("seed", &seed)]);
        out.push('\n');
        let key = match (found.smallest, found.minimal) {
            (true, _) => "stress.smallest",
            (false, true) => "stress.minimal",
            (false, false) => "stress.small",
        };
        out += &filled(lang, key, &[("runs", &found.runs.to_string())]);
        block(&mut out, lang, &found.input);
        out += &text(lang, "stress.expected");
        block(&mut out, lang, &found.expected);
        out += &text(lang, "stress.given");
        block(&mut out, lang, &found.given);
        if found.said.iter().any(|b| !b.is_ascii_whitespace()) {
            out += &text(lang, "stress.said");
            block(&mut out, lang, &found.said);
        }
        let explained = found.asked.as_ref().and_then(|asked| self.solver.explain(asked).ok());
        if let Some(explanation) = explained {
            out += &text(lang, "stress.why");
            block(&mut out, lang, explanation.report(lang).as_bytes());
        }
        let _ = writeln!(out, "{}", filled(lang, "stress.repeat", &[("command", &self.command(profile))]));
        out
    }

    fn kind(&self, found: &Found) -> String {
        let lang = self.options.lang;
        match &found.kind {
            Kind::Wrong => text(lang, "stress.wrong"),
            Kind::Exit(code) => filled(lang, "stress.exit", &[("code", &code.to_string())]),
            Kind::Crash(Some(signal)) => filled(lang, "stress.crash", &[("signal", &signal.to_string())]),
            Kind::Crash(None) => text(lang, "stress.crash-unknown"),
            Kind::Time => filled(lang, "stress.time", &[("time", &in_seconds(self.program.time))]),
            Kind::Output => text(lang, "stress.output"),
        }
    }

    /// The command that reproduces the result: all options that differ from their defaults.
    fn command(&self, profile: &str) -> String {
        let mut words = vec!["stress".to_owned(), profile.to_owned()];
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        option("--seed", self.settings.seed.to_string());
        if self.settings.cases != CASES {
            option("--cases", self.settings.cases.to_string());
        }
        if self.settings.time != TIME {
            option("--time", in_seconds(self.settings.time));
        }
        if self.program.time != RUN_TIME {
            option("--run-time", in_seconds(self.program.time));
        }
        if self.options.misere {
            words.push("--misere".to_owned());
        }
        words.push("--".to_owned());
        words.push(self.program.command.to_string_lossy().into_owned());
        words.extend(self.program.arguments.iter().map(|word| word.to_string_lossy().into_owned()));
        format!("grundy {}", in_shell(&words))
    }

    fn json(&self, profile: &str) -> Json {
        let failure = self.report.failure.as_ref().map(|found| {
            let (kind, code) = match &found.kind {
                Kind::Wrong => ("wrong-answer", None),
                Kind::Exit(code) => ("exit", Some(*code)),
                Kind::Crash(signal) => ("crash", *signal),
                Kind::Time => ("time", None),
                Kind::Output => ("output", None),
            };
            let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let line = found.difference.as_ref().map(|d| d.line);
            let why = found.asked.as_ref().and_then(|asked| self.solver.explain(asked).ok());
            json!({
                "kind": kind, "code": code, "input": lossy(&found.input), "expected": lossy(&found.expected),
                "given": lossy(&found.given), "line": line, "stderr": lossy(&found.said), "runs": found.runs,
                "smallest": found.smallest, "minimal": found.minimal, "why": why.map(|why| why.to_json(self.options.lang)),
            })
        });
        let unfinished = self.report.unfinished.as_ref().map(|run| {
            let time = u64::try_from(run.after.as_millis()).unwrap_or(u64::MAX);
            json!({"input": String::from_utf8_lossy(&run.input), "ms": time})
        });
        json!({
            "schema": 1, "profile": profile, "seed": self.settings.seed, "cases": self.report.cases,
            "distinct": self.report.distinct, "lightened": self.report.lightened,
            "runs": self.report.runs, "complete": !self.report.cut_short, "failure": failure,
            "unfinished": unfinished,
            "again": self.command(profile),
        })
    }
}

/// A duration as the option accepts it.
fn in_seconds(time: Duration) -> String {
    let time = format!("{}ms", time.as_millis());
    time.strip_suffix("000ms").map(|s| format!("{s}s")).unwrap_or(time)
}

/// Appends lines under a heading, cut to the limits.
fn block(out: &mut String, lang: Lang, bytes: &[u8]) {
    out.push('\n');
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    for line in lines.iter().take(LINES) {
        let mut shown: String = line.chars().take(COLUMNS).collect();
        if shown.len() < line.len() {
            shown.push('…');
        }
        let _ = writeln!(out, "  {shown}");
    }
    if lines.len() > LINES {
        let more = (lines.len() - LINES).to_string();
        let _ = writeln!(out, "  {}", filled(lang, "stress.more", &[("lines", &more)]));
    }
}
