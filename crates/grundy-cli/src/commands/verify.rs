//! `verify`: checks a certificate, or segments of a long run.

mod segments;

use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use grundy_solver::text::Lang;
use grundy_verify::{Claim, Claimed, Judged, Limits, MAX_BYTES, QuotientCertificate, Reason};
use serde_json::json;

use super::{open, print};
use crate::failure::Failure;
use crate::options::{Options, flag};
use crate::progress::{Line, is_watched};
use crate::words::filled;

/// Checks a certificate, or the segments in a folder.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("certificate");
    let segment = matches.get_one::<usize>("segment").map(|&segment| segment as u64);
    if let Some(folder) = path.map(Path::new).filter(|path| path.is_dir()) {
        return segments::run(folder, segment, matches, options);
    }
    if segment.is_some() {
        let path = path.cloned().unwrap_or_default();
        return Err(Failure::usage("segment-of-file", vec![("path", path)]));
    }
    let mut bytes = Vec::new();
    // One byte more than a certificate may have, so that a longer file is detected.
    let read = open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::file(path.map_or("-", String::as_str), error))?;
    let limits = Limits { memory: options.limits.memory, time: options.limits.time };
    let mut line = Line::new(is_watched(flag(matches, "quiet")), Duration::ZERO);
    let mut show = |done: u64, total: u64| {
        line.show(|| {
            let blanks = [("done", &*done.to_string()), ("total", &*total.to_string())];
            filled(options.lang, "verify.progress", &blanks)
        });
    };
    let judged = grundy_verify::check_any(&bytes, limits, &mut |done, total| {
        show(done, total);
        true
    })?;
    drop(line);
    print(&if options.json { in_json(&judged, options.lang) } else { in_words(&judged, options.lang) })?;
    Ok(ExitCode::from(u8::from(judged.reason.is_some())))
}

fn in_json(judged: &Judged, lang: Lang) -> String {
    let reason = judged.reason.as_ref();
    let answer = json!({
        "schema": 1,
        "valid": reason.is_none(),
        "reason": reason.map(|reason| reason.text(lang)),
        "code": reason.map(Reason::code),
        "claim": judged.claim_json(),
    });
    format!("{answer}\n")
}

fn in_words(Judged { claimed, reason }: &Judged, lang: Lang) -> String {
    if let Some(reason) = reason {
        return filled(lang, "verify.refused", &[("reason", &reason.text(lang))]) + "\n";
    }
    match claimed {
        Claimed::Period(claim) => period(claim, lang),
        Claimed::Quotient(quotient) => of_quotient(quotient, lang),
        Claimed::Law(law) => {
            let (heaps, states) = (law.heaps.to_string(), law.lost.next.len().to_string());
            let blanks = [("game", &*law.game()), ("heaps", &heaps), ("states", &states)];
            let mut text = filled(lang, "verify.law", &blanks) + "\n";
            for (value, table) in (1_usize..).zip(&law.values) {
                let (value, states) = (value.to_string(), table.next.len().to_string());
                let blanks = [("value", &*value), ("states", &*states)];
                text += &(filled(lang, "verify.law-value", &blanks) + "\n");
            }
            text
        }
    }
}

/// The claim of a misère quotient.
fn of_quotient(certificate: &QuotientCertificate, lang: Lang) -> String {
    let (order, lost) = (certificate.order.to_string(), certificate.lost.len().to_string());
    let mut text = filled(lang, "verify.quotient", &[("order", &order), ("lost", &lost)]) + "\n";
    for (number, game) in (1_usize..).zip(&certificate.games) {
        let number = number.to_string();
        text += &if let Some(repeats) = game.repeats {
            let (period, preperiod) = (repeats.period.to_string(), repeats.preperiod.to_string());
            let blanks = [("game", &*number), ("period", &*period), ("preperiod", &*preperiod)];
            filled(lang, "verify.quotient-period", &blanks)
        } else {
            let last = (game.classes.len() - 1).to_string();
            filled(lang, "verify.quotient-heaps", &[("game", &number), ("heap", &last)])
        };
        text.push('\n');
    }
    text
}

/// The claim of a period.
fn period(claim: &Claim, lang: Lang) -> String {
    let Claim { period, preperiod, saltus, theorem, bound } = claim;
    let more = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
    let equation = format!("G(n + {period}) = G(n){more}");
    let (period, preperiod, bound) = (period.to_string(), preperiod.to_string(), bound.to_string());
    let valid = filled(lang, "verify.valid", &[("equation", &equation), ("preperiod", &preperiod)]);
    let blanks =
        [("theorem", theorem.as_str()), ("bound", &bound), ("period", &period), ("preperiod", &preperiod)];
    format!("{valid}\n{}\n", filled(lang, "verify.grounds", &blanks))
}
