//! `completions` and `man`: made from the same definitions as `--help`.

use std::process::ExitCode;

use clap::ArgMatches;

use super::print;
use crate::args;
use crate::failure::Failure;
use crate::options::Options;

/// Writes a completion script.
pub fn completions(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    if let Some(shell) = matches.get_one::<clap_complete::Shell>("shell") {
        let mut script = Vec::new();
        clap_complete::generate(*shell, &mut args::command(options.lang), "grundy", &mut script);
        print(&String::from_utf8_lossy(&script))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the manual: the command, then every subcommand.
pub fn man(options: &Options) -> Result<ExitCode, Failure> {
    let mut command = args::command(options.lang);
    command.build();
    let mut page = Vec::new();
    let render = |command: &clap::Command, page: &mut Vec<u8>| {
        clap_mangen::Man::new(command.clone()).render(page).map_err(Failure::Output)
    };
    render(&command, &mut page)?;
    for sub in command.get_subcommands() {
        render(sub, &mut page)?;
    }
    print(&String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}
