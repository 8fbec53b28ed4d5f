//! `verify`: does a certificate hold?

use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use grundy_solver::text::Lang;
use grundy_verify::{
    Claim, LAW_KIND, LawVerdict, Limits, MAX_BYTES, QUOTIENT_KIND, QuotientCertificate, Reason, Verdict,
    check_quotient,
};
use serde_json::json;

use super::{open, print};
use crate::failure::Failure;
use crate::options::{Options, flag};
use crate::progress::{Line, is_watched};
use crate::words::filled;

/// Checks a certificate.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("certificate");
    let mut bytes = Vec::new();
    // One byte more than a certificate can have, so that a longer file is seen as such.
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
    let kind = grundy_verify::kind(&bytes);
    if kind.as_deref() == Some(LAW_KIND) {
        return law(&grundy_verify::verify_law(&bytes, limits)?, options);
    }
    if kind.as_deref() == Some(QUOTIENT_KIND) {
        let certificate = QuotientCertificate::from_bytes(&bytes)?;
        let reason = check_quotient(&certificate, limits, &mut |done, total| {
            show(done, total);
            true
        })?;
        drop(line);
        print(&of_quotient(&certificate, reason.as_ref(), options))?;
        return Ok(ExitCode::from(u8::from(reason.is_some())));
    }
    let verdict = grundy_verify::verify(&bytes, limits, &mut show);
    drop(line);
    let verdict = verdict?;
    let holds = verdict.reason.is_none();
    print(&if options.json { in_json(&verdict, options.lang) } else { in_words(&verdict, options.lang) })?;
    Ok(ExitCode::from(u8::from(!holds)))
}

/// The verdict on a misère quotient.
fn of_quotient(certificate: &QuotientCertificate, reason: Option<&Reason>, options: &Options) -> String {
    let lang = options.lang;
    if options.json {
        let games = certificate.games.iter().map(|game| {
            json!({ "rule": game.rule, "heaps": game.classes.len().saturating_sub(1), "repeats": game.repeats })
        });
        let claim = json!({
            "order": certificate.order,
            "lost": certificate.lost.len(),
            "games": games.collect::<Vec<_>>(),
        });
        let answer = json!({
            "schema": 1,
            "valid": reason.is_none(),
            "reason": reason.map(|reason| reason.text(lang)),
            "code": reason.map(Reason::code),
            "claim": claim,
        });
        return format!("{answer}\n");
    }
    if let Some(reason) = reason {
        return filled(lang, "verify.refused", &[("reason", &reason.text(lang))]) + "\n";
    }
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

fn in_json(Verdict { claim, reason }: &Verdict, lang: Lang) -> String {
    let answer = json!({
        "schema": 1,
        "valid": reason.is_none(),
        "reason": reason.as_ref().map(|reason| reason.text(lang)),
        "code": reason.as_ref().map(Reason::code),
        "claim": claim,
    });
    format!("{answer}\n")
}

fn in_words(Verdict { claim, reason }: &Verdict, lang: Lang) -> String {
    if let Some(reason) = reason {
        return filled(lang, "verify.refused", &[("reason", &reason.text(lang))]) + "\n";
    }
    let Claim { period, preperiod, saltus, theorem, bound } = claim;
    let more = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
    let equation = format!("G(n + {period}) = G(n){more}");
    let (period, preperiod, bound) = (period.to_string(), preperiod.to_string(), bound.to_string());
    let valid = filled(lang, "verify.valid", &[("equation", &equation), ("preperiod", &preperiod)]);
    let blanks =
        [("theorem", theorem.as_str()), ("bound", &bound), ("period", &period), ("preperiod", &preperiod)];
    format!("{valid}\n{}\n", filled(lang, "verify.grounds", &blanks))
}

/// The verdict on a law.
fn law(LawVerdict { law, reason }: &LawVerdict, options: &Options) -> Result<ExitCode, Failure> {
    let lang = options.lang;
    let reason_text = reason.as_ref().map(|reason| reason.text(lang));
    let (heaps, states) = (law.heaps.to_string(), law.lost.next.len().to_string());
    print(&if options.json {
        let answer = json!({
            "schema": 1,
            "valid": reason.is_none(),
            "reason": reason_text,
            "code": reason.as_ref().map(Reason::code),
            "claim": {
                "rules": law.rules, "misere": law.misere, "heaps": law.heaps,
                "numeration": law.numeration, "states": law.lost.next.len(),
            },
        });
        format!("{answer}\n")
    } else if let Some(reason) = reason_text {
        filled(lang, "verify.refused", &[("reason", &reason)]) + "\n"
    } else {
        let blanks = [("game", law.game()), ("heaps", heaps), ("states", states)];
        let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, value)| (*name, &**value)).collect();
        filled(lang, "verify.law", &blanks) + "\n"
    })?;
    Ok(ExitCode::from(u8::from(reason.is_some())))
}
