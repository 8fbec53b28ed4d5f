//! The command line as data: help, man page and completions all come from here.

mod ask;
mod bulk;
mod talk;

use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use grundy_solver::text::Lang;

use crate::words::text;

/// Defines the options of a command in a language.
type Definition = fn(Lang) -> Command;

/// Every command: its name, and its definition in one language.
const COMMANDS: [(&str, Definition); 23] = [
    ("solve", ask::solve),
    ("explain", ask::explain),
    ("games", ask::games),
    ("values", ask::values),
    ("period", ask::period),
    ("quotient", ask::quotient),
    ("genus", ask::genus),
    ("verify", ask::verify),
    ("table", ask::table),
    ("pattern", ask::pattern),
    ("play", talk::play),
    ("judge", talk::judge),
    ("stress", talk::stress),
    ("batch", bulk::batch),
    ("sweep", bulk::sweep),
    ("sql", bulk::sql),
    ("cluster", bulk::cluster),
    ("nash", ask::nash),
    ("nim", ask::nim),
    ("serve", talk::serve),
    ("mcp", talk::mcp),
    ("completions", completions),
    ("man", |lang| sub(lang, "man")),
];

/// The whole command in one language.
pub fn command(lang: Lang) -> Command {
    with_commands(lang, |_| true)
}

/// Parses the arguments of the process.
///
/// To define all commands takes longer than to answer most questions. So only those whose names are among the
/// arguments are defined, and all of them only for help and errors, which may list or suggest any.
pub fn parse(lang: Lang, arguments: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let named = with_commands(lang, |name| arguments.iter().any(|argument| argument == name));
    named.try_get_matches_from(arguments).or_else(|_| command(lang).try_get_matches_from(arguments))
}

fn with_commands(lang: Lang, is_wanted: impl Fn(&str) -> bool) -> Command {
    let t = |key: &str| text(lang, key);
    let commands = COMMANDS.iter().filter(|(name, _)| is_wanted(name)).map(|(_, define)| define(lang));
    Command::new("grundy")
        .version(env!("CARGO_PKG_VERSION"))
        .about(t("help.about"))
        .help_template(format!(
            "{{about-with-newline}}\n{{before-help}}{} {{usage}}\n\n{{all-args}}\n",
            t("help.usage")
        ))
        .before_help(t("help.examples"))
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .subcommand_help_heading(t("help.commands"))
        .args(shared(lang))
        .next_help_heading(t("help.own"))
        .arg(
            Arg::new("version").long("version").short('V').action(ArgAction::Version).help(t("help.version")),
        )
        .subcommands(commands)
}

fn completions(lang: Lang) -> Command {
    sub(lang, "completions").arg(
        Arg::new("shell")
            .value_name("bash|elvish|fish|powershell|zsh")
            .hide_possible_values(true)
            .help(text(lang, "help.shell"))
            .required(true)
            .value_parser(value_parser!(clap_complete::Shell)),
    )
}

/// A subcommand with its own headings. The text `help.NAME` describes it.
fn sub(lang: Lang, name: &'static str) -> Command {
    Command::new(name)
        .about(text(lang, &format!("help.{name}")))
        .help_template(template(lang))
        .next_help_heading(text(lang, "help.own"))
}

/// The layout of a help page; clap's own headings are English only.
fn template(lang: Lang) -> String {
    format!("{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}\n", text(lang, "help.usage"))
}

/// Options that every command has.
fn shared(lang: Lang) -> Vec<Arg> {
    let t = |key: &str| text(lang, key);
    let option = |name: &'static str| {
        Arg::new(name).long(name).global(true).help(t(&format!("help.{name}"))).help_heading(t("help.shared"))
    };
    let switch = |name: &'static str| option(name).action(ArgAction::SetTrue);
    vec![
        option("help").short('h').action(ArgAction::Help),
        switch("json"),
        option("lang")
            .value_name("en|zh")
            .hide_possible_values(true)
            .value_parser(PossibleValuesParser::new(["en", "zh"])),
        option("color")
            .value_name("auto|always|never")
            .hide_possible_values(true)
            .value_parser(PossibleValuesParser::new(["auto", "always", "never"])),
        switch("quiet").short('q'),
        option("threads").value_name("N").value_parser(value_parser!(usize)),
        option("memory").value_name("SIZE"),
        option("time").value_name("TIME"),
        switch("misere"),
        option("laws").value_name("DIR").value_hint(ValueHint::DirPath).env("GRUNDY_LAWS").hide_env(true),
    ]
}

/// GAME and HEAPS in one argument, as the contract specifies.
fn question(lang: Lang) -> Arg {
    Arg::new("question")
        .value_name("GAME [HEAPS]")
        .help(text(lang, "help.question"))
        .num_args(1..)
        .required(true)
        .allow_negative_numbers(true)
}

/// The folder in which a long run saves its progress.
fn state(lang: Lang) -> Arg {
    let option = Arg::new("state").long("state").value_name("DIR").value_hint(ValueHint::DirPath);
    option.help(text(lang, "help.state"))
}

fn file_option(name: &'static str, help: String) -> Arg {
    Arg::new(name).long(name).value_name("FILE").value_hint(ValueHint::FilePath).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_the_name_that_it_is_found_by() {
        for (name, define) in COMMANDS {
            assert_eq!(define(Lang::En).get_name(), name);
        }
    }

    #[test]
    fn errors_know_the_commands_that_no_argument_names() {
        let refused = |words: &str| {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            parse(Lang::En, &words).unwrap_err()
        };
        // `nim` is a command too.
        let error = refused("grundy bacth nim");
        let suggested = error.get(clap::error::ContextKind::SuggestedSubcommand);
        assert!(suggested.is_some_and(|names| names.to_string().contains("batch")), "{error}");
        let help = refused("grundy --help").to_string();
        assert!(COMMANDS.iter().all(|(name, _)| help.contains(name)), "{help}");
    }

    #[test]
    fn the_definition_is_sound_and_every_text_exists_in_both_languages() {
        for lang in [Lang::En, Lang::Zh] {
            let mut command = command(lang);
            command.build();
            let help = command.render_long_help().to_string();
            assert!(!help.contains("help."), "{help}");
            for sub in command.get_subcommands_mut() {
                let help = sub.render_long_help().to_string();
                assert!(!help.contains("help."), "{help}");
                for inner in sub.get_subcommands_mut() {
                    let help = inner.render_long_help().to_string();
                    assert!(!help.contains("help."), "{help}");
                }
            }
            command.debug_assert();
        }
        assert!(!text(Lang::Zh, "help.about").is_ascii());
    }
}
