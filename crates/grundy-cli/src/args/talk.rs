//! Commands that run for a while: with a player, another program or a browser.

use std::ffi::OsString;

use clap::builder::{BoolishValueParser, PossibleValuesParser};
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use grundy_solver::text::Lang;

use super::{file_option, question, sub};
use crate::words::text;

pub fn play(lang: Lang) -> Command {
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

pub fn judge(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "judge")
        .arg(
            Arg::new("profile")
                .value_name("PROFILE")
                .required_unless_present_any(["list", "search", "about"])
                .help(t("help.profile")),
        )
        .arg(Arg::new("file").value_name("FILE").value_hint(ValueHint::FilePath).help(t("help.input")))
        .arg(Arg::new("list").long("list").action(ArgAction::SetTrue).help(t("help.list")))
        .arg(Arg::new("search").long("search").value_name("WORDS").help(t("help.judge-search")))
        .arg(Arg::new("about").long("about").value_name("PROFILE").help(t("help.judge-about")))
        .arg(file_option("check", t("help.judge-check")))
}

pub fn stress(lang: Lang) -> Command {
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

/// An option that an environment variable can set too, for containers and services.
fn in_environment(arg: Arg, variable: &'static str) -> Arg {
    arg.env(variable).hide_env(true)
}

/// A switch that an environment variable can turn on: `1`, `true`, `yes`, `on`.
fn switch_in_environment(name: &'static str, variable: &'static str, help: String) -> Arg {
    let switch = Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    in_environment(switch, variable).value_parser(BoolishValueParser::new())
}

/// The limits that every command has, here also settable from the environment.
fn limits_in_environment(lang: Lang) -> [Arg; 3] {
    let option = |name: &'static str, variable, value: &'static str| {
        let arg = Arg::new(name).long(name).value_name(value).help(text(lang, &format!("help.{name}")));
        in_environment(arg.help_heading(text(lang, "help.shared")), variable)
    };
    [
        option("threads", "GRUNDY_THREADS", "N").value_parser(value_parser!(usize)),
        option("memory", "GRUNDY_MEMORY", "SIZE"),
        option("time", "GRUNDY_TIME", "TIME"),
    ]
}

pub fn serve(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    let port = Arg::new("port").long("port").value_name("N").default_value("7878").hide_default_value(true);
    let listen = Arg::new("listen")
        .long("listen")
        .value_name("ADDRESS")
        .default_value("127.0.0.1")
        .hide_default_value(true);
    let host =
        Arg::new("host").long("host").value_name("NAME").action(ArgAction::Append).value_delimiter(',');
    let quiet = switch_in_environment("quiet", "GRUNDY_QUIET", t("help.quiet")).short('q');
    sub(lang, "serve")
        .after_help(t("help.serve-more"))
        .arg(in_environment(port.value_parser(value_parser!(u16)).help(t("help.port")), "GRUNDY_PORT"))
        .arg(in_environment(
            listen.value_parser(value_parser!(std::net::IpAddr)).help(t("help.listen")),
            "GRUNDY_LISTEN",
        ))
        .arg(in_environment(host.help(t("help.host")), "GRUNDY_HOST"))
        .arg(switch_in_environment("allow-scripts", "GRUNDY_ALLOW_SCRIPTS", t("help.allow-scripts")))
        .arg(switch_in_environment("behind-proxy", "GRUNDY_BEHIND_PROXY", t("help.behind-proxy")))
        .arg(Arg::new("check").long("check").action(ArgAction::SetTrue).help(t("help.serve-check")))
        .arg(quiet.help_heading(t("help.shared")))
        .args(limits_in_environment(lang))
}

pub fn mcp(lang: Lang) -> Command {
    let t = |key: &str| text(lang, key);
    sub(lang, "mcp")
        .after_help(t("help.mcp-more"))
        .arg(switch_in_environment("allow-scripts", "GRUNDY_ALLOW_SCRIPTS", t("help.allow-scripts")))
        .args(limits_in_environment(lang))
}
