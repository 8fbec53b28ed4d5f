//! Profiles of contest problems, and inputs judged by them.

use grundy_judge::{Error, Grundy, Judge, Lang, Profile, Text};
use grundy_solver::Solver;

use crate::sound;

/// The line that separates a profile from an input.
const BETWEEN: &str = "\n=====\n";

/// A profile is parsed or rejected with a span; an input gets the same answer from every code path.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let text = sound::text(data);
    let (profile, input) = text.split_once(BETWEEN).unwrap_or((&text, "1 2 3\n"));
    let profile = match Profile::parse(profile) {
        Ok(profile) => profile,
        Err(error) => return refused(&error, profile),
    };
    let judge = match Judge::new(&profile) {
        Ok(judge) => judge,
        Err(error) => panic!("the profile was read: {error}"),
    };
    let short = judged(&judge, input);
    let long = judged(&judge.without_shortcuts(), input);
    let limited = [&short, &long].iter().any(|(_, ended)| ended.as_ref().is_err_and(Error::is_limit));
    if !limited {
        assert_eq!(String::from_utf8_lossy(&short.0), String::from_utf8_lossy(&long.0));
        assert_eq!(short.1.as_ref().map_err(place), long.1.as_ref().map_err(place));
    }
    for error in [short.1, long.1].into_iter().filter_map(Result::err) {
        refused(&error, profile.text());
    }
}

fn judged(judge: &Judge<'_>, input: &str) -> (Vec<u8>, Result<(), Error>) {
    let mut out = Vec::new();
    let mut solver = Grundy::new(Solver::new(sound::LIMITS), false);
    let ended = judge.run(&mut solver, input.as_bytes(), &mut out);
    (out, ended)
}

fn place(error: &Error) -> (String, Option<(u64, u64)>) {
    (error.code.to_string(), error.place.as_ref().map(|place| (place.line, place.column)))
}

fn refused(error: &Error, profile: &str) {
    assert_ne!(error.code, "");
    for lang in [Lang::En, Lang::Zh] {
        let words = error.text(lang);
        assert!(!words.trim().is_empty() && words != error.code, "{} has no text", error.code);
    }
    let Some(place) = &error.place else { return };
    assert!(place.line >= 1 && place.column >= 1, "{error:?}");
    if let (Text::Profile, Some(span)) = (place.text, &place.span) {
        assert!(span.start <= span.end && span.end <= profile.len(), "{span:?} lies outside the profile");
        assert!(place.line <= profile.bytes().filter(|byte| *byte == b'\n').count() as u64 + 1, "{error:?}");
    }
}
