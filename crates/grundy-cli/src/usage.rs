//! Reports the errors of the argument parser in this command's own words, with a suggestion.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use grundy_solver::notation;

use crate::failure::{Failure, SUGGESTION};

/// An example of each command that needs arguments.
const EXAMPLES: [(&str, &str); 19] = [
    ("solve", "grundy solve nim 3 4 5"),
    ("explain", "grundy explain nim 3 4 5"),
    ("values", "grundy values kayles --to 12"),
    ("period", "grundy period kayles"),
    ("quotient", "grundy quotient kayles"),
    ("genus", "grundy genus kayles"),
    ("verify", "grundy verify cert.json"),
    ("table", "grundy table wythoff --size 12x24"),
    ("pattern", "grundy pattern wythoff"),
    ("judge", "grundy judge 'POJ 1067' input.txt"),
    ("stress", "grundy stress 'POJ 1067' -- ./a.out"),
    ("batch", "grundy batch nim positions.txt"),
    ("batch merge", "grundy batch merge answers.csv"),
    ("sweep", "grundy sweep subtract 1..16"),
    ("sql", "grundy sql 'select 1'"),
    ("nash", "grundy nash game.csv"),
    ("nim", "grundy nim '3 * 5 + 2^-1'"),
    ("completions", "grundy completions bash"),
    ("cluster", "grundy cluster scheduler"),
];

/// Rewrites `help COMMAND` as `COMMAND --help`.
pub fn asking_for_help(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|word| word == "help") {
        arguments.remove(1);
        arguments.push("--help".into());
    }
    arguments
}

/// The usage error for `arguments`, which start with the program's name.
pub fn refused(error: &clap::Error, arguments: &[OsString]) -> Failure {
    let words: Vec<String> =
        arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(list)) => Some(list.join(", ")),
        _ => None,
    };
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    let other = context(ContextKind::PriorArg);
    let extra = context(ContextKind::InvalidSubcommand);
    let misused = |code, what: Option<String>| {
        let what = what.unwrap_or_default();
        let suggestion = proposed(error, if value.is_empty() { &what } else { &value });
        (code, what, suggestion)
    };
    let too_many = |what: Option<String>| {
        let what = what.unwrap_or_default();
        let suggestion = program_without_dashes(&words, &what);
        ("too-many-arguments", what, suggestion)
    };
    let (code, what, suggestion) = match error.kind() {
        // The parser calls every unexpected word an option.
        ErrorKind::UnknownArgument if argument.as_ref().is_some_and(|word| !word.starts_with('-')) => {
            too_many(argument)
        }
        ErrorKind::UnknownArgument => misused("unknown-argument", argument),
        ErrorKind::InvalidSubcommand => {
            let (code, what, suggestion) = misused("unknown-command", extra);
            (code, what, asked_without_command(&words).or(suggestion))
        }
        ErrorKind::InvalidValue if value.is_empty() => misused("missing-value", argument),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => misused("invalid-value", argument),
        ErrorKind::MissingRequiredArgument => misused("missing-argument", argument),
        ErrorKind::InvalidUtf8 => misused("not-text", argument),
        // Where a subcommand is possible, the parser takes the word for a misplaced subcommand.
        ErrorKind::ArgumentConflict if extra.is_some() => too_many(extra),
        ErrorKind::ArgumentConflict if other == argument => misused("repeated", argument),
        ErrorKind::ArgumentConflict if other.is_some() => misused("conflict", argument),
        _ => misused("misused", argument),
    };
    let example = example(&words).unwrap_or("grundy --help").to_owned();
    let mut blanks = vec![("what", what), ("value", value), ("other", other.unwrap_or_default())];
    blanks.push(("example", example));
    blanks.extend(suggestion.map(|suggestion| (SUGGESTION, suggestion)));
    Failure::Usage { code, blanks }
}

/// The suggestion of the parser, if it is as similar as names of games must be.
fn proposed(error: &clap::Error, to: &str) -> Option<String> {
    let proposed = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    // The parser lists similar words with the most similar one last.
    let proposed = proposed.into_iter().find_map(|kind| match error.get(kind) {
        Some(ContextValue::Strings(list)) => list.last().cloned(),
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    })?;
    grundy_solver::error::nearest(
        to.trim_start_matches('-'),
        [proposed.trim_start_matches('-')].into_iter(),
    )?;
    Some(proposed)
}

/// A question without its command: `grundy wythoff 646 583`.
fn asked_without_command(words: &[String]) -> Option<String> {
    let question = before_options(words);
    let (game, _) = notation::from_words(question);
    notation::parse(&game).is_ok().then(|| format!("grundy solve {}", in_shell(question)))
}

/// A program to run, without the `--` in front of it.
fn program_without_dashes(words: &[String], first: &str) -> Option<String> {
    let at = words.iter().position(|word| word == first)?;
    let is_stress = words.first().is_some_and(|command| command == "stress");
    let program = before_options(&words[at..]);
    is_stress.then(|| format!("grundy {} -- {}", in_shell(&words[..at]), in_shell(program)))
}

fn before_options(words: &[String]) -> &[String] {
    &words[..words.iter().position(|word| word.starts_with("--")).unwrap_or(words.len())]
}

/// Words quoted for a shell.
pub fn in_shell<T: AsRef<str>>(words: &[T]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=+:,@%".contains(c);
    let quoted = |word: &T| {
        let word = word.as_ref();
        if !word.is_empty() && word.chars().all(is_plain) {
            word.to_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

fn example(words: &[String]) -> Option<&'static str> {
    let of = |name: &str| EXAMPLES.iter().find(|(command, _)| *command == name).map(|(_, example)| *example);
    let names: Vec<&str> = words.iter().filter(|word| !word.starts_with('-')).map(String::as_str).collect();
    let inner = names.get(..2).and_then(|two| of(&two.join(" ")));
    // The value of an option may come first.
    inner.or_else(|| names.iter().find_map(|name| of(name)))
}

#[cfg(test)]
mod tests {
    use grundy_solver::text::Lang;

    use super::*;

    #[test]
    fn every_example_is_a_call_that_the_parser_takes() {
        for (command, example) in EXAMPLES {
            let words: Vec<String> = example.split(' ').map(str::to_owned).collect();
            let quoted = example.split('\'').nth(1);
            let words: Vec<String> = match quoted {
                // A quoted part is one word.
                Some(quoted) => {
                    let (before, after) = example.split_once(&format!("'{quoted}'")).unwrap();
                    let outside = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                    [outside(before), vec![quoted.to_owned()], outside(after)].concat()
                }
                None => words,
            };
            let parsed = crate::args::command(Lang::En).try_get_matches_from(words);
            assert!(parsed.is_ok(), "{command}: {:?}", parsed.err());
        }
    }

    #[test]
    fn words_are_quoted_as_a_shell_wants_them() {
        let words = ["take 1, 3", "it's", "a.txt", ""].map(str::to_owned);
        assert_eq!(in_shell(&words), r"'take 1, 3' 'it'\''s' a.txt ''");
    }

    #[test]
    fn every_command_that_needs_an_argument_has_an_example() {
        for command in crate::args::command(Lang::En).get_subcommands() {
            let needs = command.get_arguments().any(clap::Arg::is_required_set);
            let has = EXAMPLES.iter().any(|(name, _)| *name == command.get_name());
            assert!(!needs || has, "{}", command.get_name());
        }
    }
}
