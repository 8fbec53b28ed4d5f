//! `verify`: does a certificate hold?

use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use grundy::text::Lang;
use grundy_verify::{Claim, Limits, MAX_BYTES, Verdict};
use serde_json::json;

use super::{open, print};
use crate::failure::{Failure, verify_lang};
use crate::options::{Options, flag};
use crate::words::filled;

/// How often progress is shown.
const INTERVAL: Duration = Duration::from_millis(200);
/// Back to the start of the terminal's line, and clear it.
const CLEAR: &str = "\r\u{1b}[K";

/// Checks a certificate.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("certificate");
    let mut bytes = Vec::new();
    // One byte more than a certificate can have, so that a longer file is seen as such.
    let read = open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::file(path.map_or("-", String::as_str), error))?;
    let limits = Limits { memory: options.limits.memory, time: options.limits.time };
    let mut progress = Progress::new(options.lang, flag(matches, "quiet"));
    let verdict = grundy_verify::verify(&bytes, limits, &mut |done, total| progress.show(done, total));
    progress.clear();
    let verdict = verdict?;
    let holds = verdict.reason.is_none();
    print(&if options.json { in_json(&verdict, options.lang) } else { in_words(&verdict, options.lang) })?;
    Ok(ExitCode::from(u8::from(!holds)))
}

fn in_json(Verdict { claim, reason }: &Verdict, lang: Lang) -> String {
    let answer = json!({
        "schema": 1,
        "valid": reason.is_none(),
        "reason": reason.as_ref().map(|reason| reason.text(verify_lang(lang))),
        "code": reason.as_ref().map(grundy_verify::Reason::code),
        "claim": claim,
    });
    format!("{answer}\n")
}

fn in_words(Verdict { claim, reason }: &Verdict, lang: Lang) -> String {
    if let Some(reason) = reason {
        return filled(lang, "verify.refused", &[("reason", &reason.text(verify_lang(lang)))]) + "\n";
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

/// How far the check is, in one line of a terminal.
struct Progress {
    lang: Lang,
    wanted: bool,
    shown: Option<Instant>,
}

impl Progress {
    fn new(lang: Lang, quiet: bool) -> Self {
        Self { lang, wanted: !quiet && io::stderr().is_terminal(), shown: None }
    }

    fn show(&mut self, done: u64, total: u64) {
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= INTERVAL);
        if self.wanted && is_due {
            let blanks = [("done", &*done.to_string()), ("total", &*total.to_string())];
            let _ = write!(io::stderr(), "{CLEAR}{}", filled(self.lang, "verify.progress", &blanks));
            self.shown = Some(Instant::now());
        }
    }

    fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(io::stderr(), "{CLEAR}");
        }
    }
}
