//! The command line as data: help, man page and completions all come from here.

use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use grundy::text::Lang;

use crate::words::text;

/// The whole command in one language.
pub fn command(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    let completions = sub(lang, "completions").arg(
        Arg::new("shell")
            .help(t("help.shell"))
            .required(true)
            .value_parser(value_parser!(clap_complete::Shell)),
    );
    let man = sub(lang, "man");
    let commands = [
        solve(lang),
        explain(lang),
        games(lang),
        values(lang),
        period(lang),
        verify(lang),
        table(lang),
        pattern(lang),
        play(lang),
        judge(lang),
        stress(lang),
        batch(lang),
        sweep(lang),
        sql(lang),
        cluster(lang),
        nash(lang),
        serve(lang),
        completions,
        man,
    ];
    Command::new("grundy")
        .version(env!("CARGO_PKG_VERSION"))
        .about(t("help.about"))
        .help_template(format!(
            "{{about-with-newline}}\n{{before-help}}{} {{usage}}\n\n{{all-args}}\n",
            t("help.usage")
        ))
        .before_help(t("help.examples"))
        .subcommand_required(true)
        .arg_required_else_help(true)
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

/// A command below `grundy`, with its own headings; what it does is the text `help.NAME`.
fn sub(lang: Lang, name: &'static str) -> Command {
    Command::new(name)
        .about(text(lang, &format!("help.{name}")))
        .help_template(template(lang))
        .next_help_heading(text(lang, "help.own"))
}

/// The order of a help page; clap's own headings are English only.
fn template(lang: Lang) -> String {
    format!("{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}\n", text(lang, "help.usage"))
}

/// Options of every command.
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
    ]
}

/// GAME and HEAPS, as the contract joins them.
fn question(lang: Lang) -> Arg {
    Arg::new("question")
        .value_name("GAME [HEAPS]")
        .help(text(lang, "help.question"))
        .num_args(1..)
        .required(true)
        .allow_negative_numbers(true)
}

fn solve(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "solve")
        .after_help(t("help.solve-examples"))
        .arg(question(lang))
        .arg(Arg::new("moves").long("moves").value_name("K|all").help(t("help.moves")))
        .arg(Arg::new("value").long("value").action(ArgAction::SetTrue).help(t("help.value")))
        .arg(Arg::new("check").long("check").action(ArgAction::SetTrue).help(t("help.check")))
}

fn explain(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "explain")
        .arg(question(lang))
        .arg(Arg::new("moves").long("moves").value_name("K|all").help(t("help.explain-moves")))
        .arg(
            Arg::new("move")
                .long("move")
                .value_name("HEAPS")
                .help(t("help.move"))
                .allow_negative_numbers(true),
        )
        .arg(Arg::new("value").long("value").action(ArgAction::SetTrue).help(t("help.value")))
}

fn games(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "games").arg(Arg::new("name").num_args(0..).help(t("help.games-name")))
}

fn values(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "values")
        .arg(Arg::new("game").num_args(1..).required(true).value_name("GAME").help(t("help.game")))
        .arg(Arg::new("to").long("to").value_name("N").required(true).help(t("help.to")))
        .arg(
            Arg::new("from")
                .long("from")
                .value_name("M")
                .default_value("0")
                .hide_default_value(true)
                .help(t("help.from")),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("text|csv|json|bfile")
                .default_value("text")
                .hide_default_value(true)
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["text", "csv", "json", "bfile"]))
                .help(t("help.format")),
        )
        .arg(file_option("out", t("help.values-out")))
        .arg(Arg::new("stats").long("stats").action(ArgAction::SetTrue).help(t("help.stats")))
        .arg(file_option("plot", t("help.plot")))
        .arg(state(lang))
}

fn period(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "period")
        .arg(Arg::new("game").num_args(1..).required(true).value_name("GAME").help(t("help.game")))
        .arg(Arg::new("limit").long("limit").value_name("N").help(t("help.limit")))
        .arg(file_option("out", t("help.period-out")))
        .arg(state(lang))
}

/// Where a long run keeps what it has made.
fn state(lang: Lang) -> Arg {
    let option = Arg::new("state").long("state").value_name("DIR").value_hint(ValueHint::DirPath);
    option.help(text(lang, "help.state"))
}

fn verify(lang: Lang) -> Command {
    sub(lang, "verify").after_help(text(lang, "help.verify-more")).arg(
        Arg::new("certificate")
            .value_name("CERT")
            .required(true)
            .value_hint(ValueHint::FilePath)
            .help(text(lang, "help.certificate")),
    )
}

fn table(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "table")
        .arg(Arg::new("game").num_args(1..).required(true).value_name("GAME").help(t("help.game")))
        .arg(Arg::new("size").long("size").value_name("AxB").required(true).help(t("help.size")))
        .arg(
            Arg::new("show")
                .long("show")
                .value_name("outcome|value|remoteness")
                .default_value("outcome")
                .hide_default_value(true)
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["outcome", "value", "remoteness"]))
                .help(t("help.table-show")),
        )
        .arg(file_option("svg", t("help.svg")))
        .arg(file_option("png", t("help.png")))
        .arg(file_option("csv", t("help.csv")))
}

fn pattern(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "pattern")
        .after_help(t("help.pattern-examples"))
        .arg(
            Arg::new("game")
                .num_args(1..)
                .required_unless_present("profile")
                .value_name("GAME")
                .help(t("help.game")),
        )
        .arg(
            Arg::new("heaps")
                .long("heaps")
                .value_name("K")
                .value_parser(value_parser!(usize))
                .help(t("help.pattern-heaps")),
        )
        .arg(
            Arg::new("to")
                .long("to")
                .value_name("N")
                .value_parser(value_parser!(usize))
                .help(t("help.pattern-to")),
        )
        .arg(
            Arg::new("emit")
                .long("emit")
                .value_name("cpp|python|rust")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["cpp", "python", "rust"]))
                .help(t("help.emit")),
        )
        .arg(
            Arg::new("profile")
                .long("profile")
                .value_name("PROFILE")
                .requires("emit")
                .help(t("help.pattern-profile")),
        )
        .arg(file_option("out", t("help.pattern-out")).requires("emit"))
}

fn play(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    let switch =
        |name: &'static str, help: &str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(t(help));
    sub(lang, "play")
        .after_help(t("help.play-more"))
        .arg(question(lang).required(false).help(t("help.play-question")))
        .arg(
            Arg::new("first")
                .long("first")
                .value_name("me|engine")
                .default_value("me")
                .hide_default_value(true)
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["me", "engine"]))
                .help(t("help.first")),
        )
        .arg(switch("two", "help.two").conflicts_with_all(["mistakes", "puzzle"]))
        .arg(Arg::new("mistakes").long("mistakes").value_name("20%").help(t("help.mistakes")))
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help(t("help.play-seed")),
        )
        .arg(switch("puzzle", "help.puzzle"))
        .arg(switch("hints", "help.hints"))
        .arg(file_option("input", t("help.play-input")))
        .arg(file_option("save", t("help.play-save")))
        .arg(file_option("load", t("help.play-load")).conflicts_with("question"))
        .arg(switch("line", "help.line").conflicts_with("screen"))
        .arg(switch("screen", "help.screen").conflicts_with_all(["json", "input"]))
}

fn judge(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "judge")
        .arg(
            Arg::new("profile").value_name("PROFILE").required_unless_present("list").help(t("help.profile")),
        )
        .arg(Arg::new("file").value_name("FILE").value_hint(ValueHint::FilePath).help(t("help.input")))
        .arg(Arg::new("list").long("list").action(ArgAction::SetTrue).help(t("help.list")))
        .arg(file_option("check", t("help.judge-check")))
}

fn stress(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "stress")
        .after_help(t("help.stress-more"))
        .arg(Arg::new("profile").value_name("PROFILE").required(true).help(t("help.profile")))
        .arg(Arg::new("cases").long("cases").value_name("N").help(t("help.cases")))
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help(t("help.seed")),
        )
        .arg(Arg::new("run-time").long("run-time").value_name("TIME").help(t("help.run-time")))
        .arg(file_option("out", t("help.stress-out")))
        .arg(
            Arg::new("program")
                .value_name("PROGRAM")
                .required(true)
                .num_args(1..)
                .last(true)
                .value_parser(value_parser!(OsString))
                .help(t("help.program")),
        )
}

fn batch(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    let merge = sub(lang, "merge")
        .about(t("help.merge"))
        .arg(
            Arg::new("out")
                .value_name("FILE")
                .required(true)
                .value_hint(ValueHint::FilePath)
                .help(t("help.merge-out")),
        )
        .arg(Arg::new("remove").long("remove").action(ArgAction::SetTrue).help(t("help.merge-remove")));
    let option = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).help(t(&format!("help.batch-{name}")))
    };
    sub(lang, "batch")
        .after_help(t("help.batch-examples"))
        .args_conflicts_with_subcommands(true)
        .subcommand_help_heading(t("help.commands"))
        .subcommand(merge)
        .arg(Arg::new("game").value_name("GAME").help(t("help.game")))
        .arg(Arg::new("file").value_name("FILE").value_hint(ValueHint::FilePath).help(t("help.input")))
        .arg(
            Arg::new("show")
                .long("show")
                .value_name("COLUMNS")
                .default_value("outcome")
                .hide_default_value(true)
                .help(t("help.show")),
        )
        .arg(file_option("out", t("help.out")))
        .arg(option("input-format", "FORMAT").visible_alias("from-format"))
        .arg(option("output-format", "FORMAT").visible_alias("to-format"))
        .arg(option("columns", "A,B"))
        .arg(option("game-column", "NAME"))
        .arg(Arg::new("only").long("only").action(ArgAction::SetTrue).help(t("help.batch-only")))
        .arg(option("shard", "I/N"))
        .arg(Arg::new("keep-going").long("keep-going").action(ArgAction::SetTrue).help(t("help.keep-going")))
}

fn sweep(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    let family = |name: &'static str| {
        sub(lang, name)
            .about(t(&format!("help.sweep-{name}")))
            .arg(file_option("out", t("help.sweep-out")))
            .arg(
                Arg::new("output-format")
                    .long("output-format")
                    .visible_alias("to-format")
                    .value_name("FORMAT")
                    .help(t("help.sweep-format")),
            )
            .arg(Arg::new("limit").long("limit").value_name("N").help(t("help.sweep-limit")))
    };
    sub(lang, "sweep")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_help_heading(t("help.commands"))
        .after_help(t("help.sweep-examples"))
        .subcommand(
            family("subtract")
                .arg(Arg::new("amounts").value_name("1..K").required(true).help(t("help.sweep-amounts"))),
        )
        .subcommand(
            family("octal").arg(
                Arg::new("digits")
                    .long("digits")
                    .value_name("D")
                    .value_parser(value_parser!(u32))
                    .help(t("help.sweep-digits")),
            ),
        )
}

fn sql(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "sql")
        .after_help(t("help.sql-examples"))
        .arg(Arg::new("query").value_name("QUERY").help(t("help.query")))
        .arg(file_option("file", t("help.query-file")).conflicts_with("query"))
        .arg(
            Arg::new("table")
                .long("table")
                .value_name("NAME=PATH")
                .action(ArgAction::Append)
                .help(t("help.sql-table")),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("table|csv|jsonl|parquet")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["table", "csv", "jsonl", "parquet"]))
                .help(t("help.sql-format")),
        )
        .arg(file_option("out", t("help.sql-out")))
        .arg(Arg::new("each").long("each").value_name("NAME").requires("out").help(t("help.each")))
        .arg(Arg::new("cluster").long("cluster").value_name("HOST:PORT").help(t("help.sql-cluster")))
}

fn cluster(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    let listen = |help: &str| Arg::new("listen").long("listen").value_name("ADDRESS").help(t(help));
    let scheduler = sub(lang, "scheduler").arg(listen("help.scheduler-listen"));
    let executor = sub(lang, "executor")
        .arg(
            Arg::new("scheduler")
                .long("scheduler")
                .value_name("HOST:PORT")
                .default_value("127.0.0.1:50050")
                .hide_default_value(true)
                .help(t("help.executor-scheduler")),
        )
        .arg(listen("help.executor-listen").value_parser(value_parser!(std::net::IpAddr)))
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("N")
                .value_parser(value_parser!(u16))
                .help(t("help.executor-port")),
        )
        .arg(Arg::new("host").long("host").value_name("NAME").help(t("help.executor-host")))
        .arg(
            Arg::new("work")
                .long("work")
                .value_name("DIR")
                .value_hint(ValueHint::DirPath)
                .help(t("help.executor-work")),
        );
    sub(lang, "cluster")
        .after_help(t("help.cluster-more"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand_help_heading(t("help.commands"))
        .subcommands([scheduler, executor])
}

fn nash(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    // Not one argument of many values: that would take the options behind a payoff below zero for payoffs.
    let matrix =
        |name: &'static str| Arg::new(name).allow_hyphen_values(true).value_hint(ValueHint::FilePath);
    sub(lang, "nash")
        .after_help(t("help.nash-examples"))
        .arg(matrix("matrix").value_name("MATRIX|FILE|NAME").help(t("help.matrix")))
        .arg(matrix("second").value_name("FILE").help(t("help.matrix-second")))
        .arg(
            Arg::new("method")
                .long("method")
                .value_name("all|pure|lemke-howson|zero-sum")
                .default_value("all")
                .hide_default_value(true)
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["all", "pure", "lemke-howson", "zero-sum"]))
                .help(t("help.nash-method")),
        )
        .arg(Arg::new("list").long("list").action(ArgAction::SetTrue).help(t("help.nash-list")))
}

fn serve(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "serve")
        .after_help(t("help.serve-more"))
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("N")
                .default_value("7878")
                .hide_default_value(true)
                .value_parser(value_parser!(u16))
                .help(t("help.port")),
        )
        .arg(
            Arg::new("listen")
                .long("listen")
                .value_name("ADDRESS")
                .default_value("127.0.0.1")
                .hide_default_value(true)
                .value_parser(value_parser!(std::net::IpAddr))
                .help(t("help.listen")),
        )
        .arg(Arg::new("host").long("host").value_name("NAME").action(ArgAction::Append).help(t("help.host")))
}

fn file_option(name: &'static str, help: String) -> Arg {
    Arg::new(name).long(name).value_name("FILE").value_hint(ValueHint::FilePath).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

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
