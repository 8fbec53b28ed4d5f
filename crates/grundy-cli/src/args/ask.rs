//! Commands that answer one question about one game.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgGroup, Command, ValueHint, value_parser};
use grundy_proof::MOST_VALUES;
use grundy_solver::discard::Aim;
use grundy_solver::notation;
use grundy_solver::results::By;
use grundy_solver::text::Lang;

use super::{file_option, question, state, sub};
use crate::words::text;

pub fn solve(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "solve")
        .after_help(t("help.solve-examples"))
        .arg(question(lang))
        .arg(Arg::new("moves").long("moves").value_name("K|all").help(t("help.moves")))
        .arg(Arg::new("nth").long("nth").value_name("K").help(t("help.nth")))
        .arg(
            Arg::new("order")
                .long("order")
                .value_name("result|fewest|most")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(By::ALL.map(|(name, _)| name)))
                .help(t("help.order")),
        )
        .arg(
            Arg::new("discard")
                .long("discard")
                .value_name("fewest|most|fewest-stones|most-stones")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(Aim::ALL.map(|(name, _)| name)))
                .help(t("help.discard")),
        )
        .arg(Arg::new("value").long("value").action(ArgAction::SetTrue).help(t("help.value")))
        .arg(Arg::new("check").long("check").action(ArgAction::SetTrue).help(t("help.check")))
}

pub fn nim(lang: Lang) -> Command {
    sub(lang, "nim").after_help(text(lang, "help.nim-examples")).arg(
        Arg::new("expression")
            .value_name("EXPRESSION|HEAPS")
            .help(text(lang, "help.nim-expression"))
            .num_args(1..)
            .required(true)
            .allow_negative_numbers(true),
    )
}

pub fn explain(lang: Lang) -> Command {
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

pub fn games(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "games").arg(Arg::new("name").num_args(0..).help(t("help.games-name")))
}

pub fn values(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "values")
        .arg(Arg::new("game").num_args(1..).required(true).value_name("GAME").help(t("help.game")))
        .arg(Arg::new("to").long("to").value_name("N").required(true).help(t("help.to")))
        .arg(Arg::new("from").long("from").value_name("M").help(t("help.from")))
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
        .arg(Arg::new("sums").long("sums").value_name("K").value_parser(whole_number).help(t("help.sums")))
        .arg(file_option("plot", t("help.plot")))
        .arg(state(lang))
}

pub fn period(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "period")
        .arg(Arg::new("game").num_args(1..).required(true).value_name("GAME").help(t("help.game")))
        .arg(Arg::new("limit").long("limit").value_name("N").help(t("help.limit")))
        .arg(file_option("out", t("help.period-out")))
        .arg(state(lang))
}

pub fn quotient(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "quotient")
        .after_help(t("help.quotient-examples"))
        .arg(Arg::new("game").num_args(1..).required(true).value_name("GAME").help(t("help.quotient-game")))
        .arg(Arg::new("to").long("to").value_name("N").value_parser(whole_number).help(t("help.quotient-to")))
        .arg(file_option("out", t("help.period-out")))
        .arg(file_option("svg", t("help.quotient-svg")))
        .arg(file_option("dot", t("help.quotient-dot")))
}

pub fn genus(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "genus")
        .arg(Arg::new("game").num_args(1..).required(true).value_name("GAME").help(t("help.genus-game")))
        .arg(Arg::new("to").long("to").value_name("N").value_parser(whole_number).help(t("help.genus-to")))
}

pub fn verify(lang: Lang) -> Command {
    let certificate =
        Arg::new("certificate").value_name("CERT").required(true).value_hint(ValueHint::AnyPath);
    let segment = Arg::new("segment").long("segment").value_name("K").value_parser(whole_number);
    sub(lang, "verify")
        .after_help(text(lang, "help.verify-more"))
        .arg(certificate.help(text(lang, "help.certificate")))
        .arg(segment.help(text(lang, "help.segment")))
}

pub fn table(lang: Lang) -> Command {
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

pub fn pattern(lang: Lang) -> Command {
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
        .arg(Arg::new("to").long("to").value_name("N").value_parser(whole_number).help(t("help.pattern-to")))
        .arg(
            Arg::new("emit")
                .long("emit")
                .value_name("cpp|python|rust|java")
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(["cpp", "python", "rust", "java"]))
                .help(t("help.emit")),
        )
        .arg(
            Arg::new("profile")
                .long("profile")
                .value_name("PROFILE")
                .requires("emit")
                .help(t("help.pattern-profile")),
        )
        .arg(
            Arg::new("prove")
                .long("prove")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["emit", "to"])
                .help(t("help.pattern-prove")),
        )
        .arg(
            Arg::new("values")
                .long("values")
                .value_name("N")
                .value_parser(value_parser!(u8).range(1..=i64::try_from(MOST_VALUES).unwrap_or(i64::MAX)))
                .requires("prove")
                .help(t("help.pattern-values")),
        )
        .arg(file_option("out", t("help.pattern-out")).requires("written"))
        .group(ArgGroup::new("written").args(["emit", "prove"]))
}

/// Parses a number of the notation: `10^4`, `1e4` and `10_000` too.
fn whole_number(text: &str) -> Result<usize, Box<dyn std::error::Error + Send + Sync>> {
    Ok(usize::try_from(&notation::parse_number(text)?)?)
}

pub fn nash(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    // Not one argument of many values: after a negative payoff, the parser would read options as payoffs.
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
