//! The options every command shares, from flags and environment to values.

use std::ffi::OsString;
use std::time::Duration;

use anstream::ColorChoice;
use clap::ArgMatches;
use grundy::limits::Limits;
use grundy::text::Lang;

use crate::failure::Failure;

/// What the shared flags say.
#[derive(Debug)]
pub struct Options {
    /// The language of everything said.
    pub lang: Lang,
    /// One JSON object instead of text.
    pub json: bool,
    /// Whether to colour.
    pub color: ColorChoice,
    /// Memory and time.
    pub limits: Limits,
    /// How many threads may work.
    pub threads: usize,
    /// Misère play, whatever the game says.
    pub misere: bool,
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
            limits.memory =
                bytes(memory).ok_or_else(|| Failure::usage("memory", vec![("value", memory.to_owned())]))?;
        }
        if let Some(time) = text("time") {
            let time =
                duration(time).ok_or_else(|| Failure::usage("time", vec![("value", time.to_owned())]))?;
            limits.time = Some(time);
        }
        let threads = matches.get_one::<usize>("threads").copied();
        let threads =
            threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
        limits.threads = threads;
        let misere = flag(matches, "misere");
        Ok(Self { lang, json: flag(matches, "json"), color, limits, threads, misere })
    }
}

/// Is a flag set that this command may not have?
pub fn flag(matches: &ArgMatches, name: &str) -> bool {
    matches.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false)
}

/// The language, before the arguments are parsed: help texts need it.
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

/// `4GiB`, `512MB`, `1024`: whole numbers with a unit.
fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().ok()?;
    let unit = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return None,
    };
    number.checked_mul(unit)
}

/// `30s`, `500ms`, `10min`, `2h`; a bare number is seconds.
pub fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().ok()?;
    match text[digits..].trim().to_ascii_lowercase().as_str() {
        "ms" => Some(Duration::from_millis(number)),
        "" | "s" => Some(Duration::from_secs(number)),
        "m" | "min" => number.checked_mul(60).map(Duration::from_secs),
        "h" => number.checked_mul(3600).map(Duration::from_secs),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read() {
        assert_eq!(bytes("4GiB"), Some(4 << 30));
        assert_eq!(bytes("100 MB"), Some(100_000_000));
        assert_eq!(bytes("4 cats"), None);
        assert_eq!(bytes("99999999999TiB"), None);
        assert_eq!(duration("30s"), Some(Duration::from_secs(30)));
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration("soon"), None);
    }
}
