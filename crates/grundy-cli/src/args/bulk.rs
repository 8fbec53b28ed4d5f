//! Commands for many positions or games at once: files, families, queries and clusters.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use grundy_solver::text::Lang;

use super::{file_option, sub};
use crate::words::{filled, text};

pub fn batch(lang: Lang) -> Command {
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
        .arg(also_called("from-format", option("input-format", "FORMAT"), lang))
        .arg(also_called("to-format", option("output-format", "FORMAT"), lang))
        .arg(option("columns", "A,B"))
        .arg(option("game-column", "NAME"))
        .arg(Arg::new("only").long("only").action(ArgAction::SetTrue).help(t("help.batch-only")))
        .arg(option("shard", "I/N"))
        .arg(Arg::new("keep-going").long("keep-going").action(ArgAction::SetTrue).help(t("help.keep-going")))
}

/// Adds an alias and names it in the help text: the parser's own note is English in every language.
fn also_called(name: &'static str, option: Arg, lang: Lang) -> Arg {
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    option.alias(name).help(help + filled(lang, "help.also-called", &[("name", name)]).as_str())
}

pub fn sweep(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    let family = |name: &'static str| {
        sub(lang, name)
            .about(t(&format!("help.sweep-{name}")))
            .arg(file_option("out", t("help.sweep-out")))
            .arg(also_called(
                "to-format",
                Arg::new("output-format")
                    .long("output-format")
                    .value_name("FORMAT")
                    .help(t("help.sweep-format")),
                lang,
            ))
            .arg(Arg::new("limit").long("limit").value_name("N").help(t("help.sweep-limit")))
    };
    sub(lang, "sweep")
        .subcommand_required(true)
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
        .subcommand(
            family("two-heaps").arg(
                Arg::new("sets")
                    .long("sets")
                    .value_name("N")
                    .value_parser(value_parser!(u32))
                    .help(t("help.sweep-sets")),
            ),
        )
}

pub fn sql(lang: Lang) -> Command {
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

pub fn cluster(lang: Lang) -> Command {
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
        .disable_help_subcommand(true)
        .subcommand_help_heading(t("help.commands"))
        .subcommands([scheduler, executor])
}
