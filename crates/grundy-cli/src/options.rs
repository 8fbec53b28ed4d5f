//! The options that every command shares, read from flags and environment.

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::ArgMatches;
use grundy_solver::Solver;
use grundy_solver::limits::{Limits, read_bytes, read_duration};
use grundy_solver::recognise::Laws;
use grundy_solver::text::Lang;

use crate::failure::Failure;
use crate::laws;

/// The values of the shared flags.
#[derive(Debug)]
pub struct Options {
    /// The language of all output.
    pub lang: Lang,
    /// One JSON object instead of text.
    pub json: bool,
    /// Whether to use colours.
    pub color: ColorChoice,
    /// Memory and time.
    pub limits: Limits,
    /// The most worker threads.
    pub threads: usize,
    /// Misère play, whatever the game specifies.
    pub misere: bool,
    /// The folder of the user's laws.
    pub folder: Option<String>,
}

impl Options {
    /// Reads the shared flags of one command.
    pub fn from(matches: &ArgMatches, lang: Lang) -> Result<Self, Failure> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let color = match text("color") {
            Some("always") => ColorChoice::Always,
            Some("never") => ColorChoice::Never,
            _ => ColorChoice::Auto,
        };
        let mut limits = Limits::default();
        if let Some(memory) = text("memory") {
            limits.memory = read_bytes(memory)
                .ok_or_else(|| Failure::usage("memory", vec![("value", memory.to_owned())]))?;
        }
        if let Some(time) = text("time") {
            let time = read_duration(time)
                .ok_or_else(|| Failure::usage("time", vec![("value", time.to_owned())]))?;
            limits.time = Some(time);
        }
        let threads = matches.get_one::<usize>("threads").copied();
        let threads =
            threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
        limits.threads = threads;
        let misere = flag(matches, "misere");
        let folder = text("laws").filter(|folder| !folder.is_empty()).map(str::to_owned);
        Ok(Self { lang, json: flag(matches, "json"), color, limits, threads, misere, folder })
    }

    /// The user's laws.
    pub fn laws(&self) -> Result<Laws, Failure> {
        self.folder.as_deref().map_or_else(|| Ok(Laws::default()), laws::read)
    }

    /// A solver with the limits and the user's laws.
    pub fn solver(&self) -> Result<Solver, Failure> {
        Ok(Solver::new(self.limits).with_laws(self.laws()?))
    }
}

/// Whether a flag is set; `false` if this command does not have it.
pub fn flag(matches: &ArgMatches, name: &str) -> bool {
    matches.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false)
}

/// The language, read before the arguments are parsed, since help texts need it.
pub fn language(arguments: &[OsString]) -> Lang {
    let mut words = arguments.iter().map(|a| a.to_string_lossy());
    while let Some(word) = words.next() {
        if word == "--lang" {
            return words.next().map_or(Lang::En, |tag| Lang::from_locale(&tag));
        }
        if let Some(tag) = word.strip_prefix("--lang=") {
            return Lang::from_locale(tag);
        }
        if word == "--" {
            break;
        }
    }
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG"));
    locale.map_or(Lang::En, |locale| Lang::from_locale(&locale))
}
