//! `table`: the outcomes of two heaps as a picture.

use std::io;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::ArgMatches;
use grundy_picture::Picture;
use grundy_solver::limits::Budget;
use grundy_solver::table::Show;

use super::print;
use crate::failure::Failure;
use crate::long_run::cancel_on_interrupt;
use crate::options::Options;
use crate::output::write_file;
use crate::question;

/// The longest side.
const MAX_SIDE: usize = 1 << 16;
/// The widest picture made of characters.
const MAX_COLUMNS: usize = 256;

/// Draws the table, to the terminal or to the files that are named.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let line = question::game(&words.join(" "), options)?;
    let text = |name: &str| matches.get_one::<String>(name);
    let written = text("size").map_or("", String::as_str);
    let [rows, columns] = size(written).ok_or_else(|| {
        Failure::usage("size", vec![("value", written.to_owned()), ("most", MAX_SIDE.to_string())])
    })?;
    let word = text("show").map_or("outcome", String::as_str);
    let show = Show::ALL.iter().find(|(name, _)| *name == word).map_or(Show::Outcome, |(_, show)| *show);
    let files = ["svg", "png", "csv"].iter().any(|name| text(name).is_some());
    if !files && !options.json && columns > MAX_COLUMNS {
        return Err(Failure::usage("table-too-wide", vec![("most", MAX_COLUMNS.to_string())]));
    }
    let cancel = cancel_on_interrupt();
    let budget = Budget::new(options.limits).with_cancel(cancel.clone());
    let grid = options.solver()?.cancelled_by(cancel).table(&line, rows, columns, show)?;
    if let Some(path) = text("svg") {
        write_file(path, Picture(&grid).to_svg(options.lang, &budget)?.as_bytes())?;
    }
    if let Some(path) = text("png") {
        write_file(path, &Picture(&grid).to_png(&budget)?)?;
    }
    if let Some(path) = text("csv") {
        write_file(path, grid.to_csv(&budget)?.as_bytes())?;
    }
    if options.json {
        print(&format!("{}\n", grid.to_json(&line.spelled, line.misere, &budget)?))?;
    } else if !files {
        let color = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        print(&Picture(&grid).to_text(options.lang, color))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Parses `64x48`, or `64` for a square.
fn size(text: &str) -> Option<[usize; 2]> {
    let (rows, columns) = text.split_once(['x', 'X', '×', '*']).unwrap_or((text, text));
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    Some([side(rows)?, side(columns)?])
}
