//! `verify` on the folder of a long run: every segment, or one.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use grundy_solver::limits::Budget;
use grundy_solver::notation;
use grundy_solver::sequence::{certificate, segment_name};
use grundy_solver::text::Lang;
use grundy_verify::{Error, Limits, Reason, SegmentVerdict, check_segment};
use serde_json::{Value as Json, json};

use super::super::print;
use crate::failure::Failure;
use crate::options::{Options, flag};
use crate::progress::{Line, clear, is_watched};
use crate::words::filled;

/// Checks one segment, or all of them from the first to the last.
pub fn run(
    folder: &Path,
    only: Option<u64>,
    matches: &ArgMatches,
    options: &Options,
) -> Result<ExitCode, Failure> {
    let shown = folder.display().to_string();
    if only.is_none() && !folder.join(segment_name(0)).is_file() {
        return Err(Failure::usage("segments-none", vec![("path", shown)]));
    }
    let mut line = Line::new(is_watched(flag(matches, "quiet")), Duration::ZERO);
    let mut checked: Vec<Json> = Vec::new();
    let mut reason = None;
    let last = only.map_or(u64::MAX, |only| only.saturating_add(1));
    for number in only.unwrap_or(0)..last {
        if only.is_none() && !folder.join(segment_name(number)).is_file() {
            break;
        }
        let verdict = check(folder, number, &mut line, options)?;
        if !options.json {
            clear();
            print(&in_words(&verdict, options.lang))?;
        }
        let about = &verdict.about;
        checked.push(json!({
            "segment": number,
            "game": about.game,
            "from": about.from,
            "to": (about.from + about.values).saturating_sub(1),
            "rares": about.space.map(|_| about.rares),
            "digest": verdict.digest,
        }));
        reason = verdict.reason;
        if reason.is_some() {
            break;
        }
    }
    drop(line);
    if options.json {
        let answer = json!({
            "schema": 1,
            "valid": reason.is_none(),
            "reason": reason.as_ref().map(|reason| reason.text(options.lang)),
            "code": reason.as_ref().map(Reason::code),
            "claim": { "segments": checked },
        });
        print(&format!("{answer}\n"))?;
    }
    Ok(ExitCode::from(u8::from(reason.is_some())))
}

fn check(folder: &Path, number: u64, line: &mut Line, options: &Options) -> Result<SegmentVerdict, Failure> {
    let limits = Limits { memory: options.limits.memory, time: options.limits.time };
    let mut failed = None;
    let mut read = |number: u64| -> Result<Option<Vec<u8>>, Error> {
        let path = folder.join(segment_name(number));
        let read = File::open(&path).and_then(|file| {
            // The size is checked before memory is taken for it.
            if file.metadata()?.len() > limits.memory {
                return Err(io::ErrorKind::OutOfMemory.into());
            }
            let mut bytes = Vec::new();
            file.take(limits.memory).read_to_end(&mut bytes)?;
            Ok(bytes)
        });
        match read {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => {
                failed = Some(Failure::file(&path.display().to_string(), error));
                Ok(None)
            }
        }
    };
    let mut show = |done: u64, total: u64| {
        line.show(|| {
            let blanks = [("done", &*done.to_string()), ("total", &*total.to_string())];
            filled(options.lang, "verify.progress", &blanks)
        });
        true
    };
    let verdict = check_segment(number, &mut read, limits, &mut show);
    if let Some(failed) = failed {
        return Err(failed);
    }
    let verdict = verdict?;
    // The words name the game that the data describe.
    let rules = notation::parse_game(&verdict.about.game).ok();
    let rule = rules.as_ref().and_then(|line| certificate::rule(line.game.rules()?, &Budget::default()).ok());
    if rule != verdict.about.rule {
        return Err(Failure::usage("segment-game", vec![("game", verdict.about.game)]));
    }
    Ok(verdict)
}

fn in_words(verdict: &SegmentVerdict, lang: Lang) -> String {
    let about = &verdict.about;
    let number = about.segment.to_string();
    if let Some(reason) = &verdict.reason {
        let blanks = [("segment", &*number), ("reason", &*reason.text(lang))];
        return filled(lang, "verify.segment-refused", &blanks) + "\n";
    }
    let (from, to) = (about.from.to_string(), (about.from + about.values).saturating_sub(1).to_string());
    let blanks = [
        ("segment", &*number),
        ("game", &*about.game),
        ("from", &*from),
        ("to", &*to),
        ("digest", &*verdict.digest),
    ];
    filled(lang, "verify.segment", &blanks) + "\n"
}
