//! `mcp`: Grundy's questions as tools for an assistant, over the Model Context Protocol.

use std::process::ExitCode;

use clap::ArgMatches;

use crate::failure::Failure;
use crate::options::Options;

/// Reports how to build it.
#[cfg(not(feature = "mcp"))]
pub fn run(_: &ArgMatches, _: &Options) -> Result<ExitCode, Failure> {
    Err(Failure::usage("mcp-missing", vec![]))
}

/// Serves the client on standard input and output until it disconnects.
#[cfg(feature = "mcp")]
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    use grundy_mcp::Config;

    use crate::options::flag;

    let default = Config::default();
    let threads = matches.get_one::<usize>("threads").copied().unwrap_or(default.threads).max(1);
    let given = matches.get_one::<String>("memory").map(|_| options.limits.memory / threads as u64);
    let config = Config {
        time: options.limits.time.unwrap_or(default.time),
        memory: given.unwrap_or(default.memory),
        threads,
        scripts: flag(matches, "allow-scripts"),
        lang: options.lang,
        ..default
    };
    let failed = |error: std::io::Error| Failure::usage("server", vec![("error", error.to_string())]);
    grundy_mcp::run(config).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}
