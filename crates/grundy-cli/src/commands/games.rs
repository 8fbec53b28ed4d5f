//! `games`: the catalogue.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_solver::Solver;
use grundy_solver::catalogue;
use grundy_solver::games::{Described, described, described_json, list_json};

use super::print;
use crate::failure::Failure;
use crate::options::Options;
use crate::usage::in_shell;
use crate::words::{filled, text};

/// Lists the catalogue, or shows one game in full.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("name").into_iter().flatten().cloned().collect();
    let out = if words.is_empty() { list(options) } else { show(&words.join(" "), options)? };
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn list(options: &Options) -> String {
    if options.json {
        return format!("{}\n", list_json(options.lang));
    }
    let entries = catalogue::all();
    let width = entries.iter().map(|entry| entry.signature().len()).max().unwrap_or(0);
    let mut out = String::new();
    for entry in entries {
        let about = entry.about.get(options.lang);
        let _ = writeln!(out, "{:width$}  {about}", entry.signature());
    }
    out
}

/// The entries that match a word, each with the method that solves its example, under both conventions.
fn show(name: &str, options: &Options) -> Result<String, Failure> {
    let shown = described(&Solver::new(options.limits), name)?;
    if options.json {
        return Ok(format!("{}\n", described_json(&shown, options.lang)));
    }
    let mut out = String::new();
    for (index, game) in shown.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        write_entry(&mut out, game, options);
    }
    Ok(out)
}

fn write_entry(out: &mut String, game: &Described, options: &Options) {
    let (entry, lang) = (game.entry, options.lang);
    let signature = entry.signature();
    let title = filled(lang, "games.title", &[("signature", &signature), ("title", entry.title.get(lang))]);
    let _ = writeln!(out, "{title}");
    let _ = writeln!(out, "  {}", entry.about.get(lang));
    let mut row = |key: &str, value: &str| {
        let _ = writeln!(out, "  {}", filled(lang, &format!("games.{key}"), &[("value", value)]));
    };
    row("rules", &entry.rules);
    if !entry.aliases.is_empty() {
        row("aliases", &entry.aliases.join(", "));
    }
    for answer in &game.answers {
        let key = if answer.question.is_misere() { "misere" } else { "normal" };
        let kind = text(lang, &format!("games.kind-{}", answer.method.kind.word()));
        let method = match answer.method.reference {
            Some(reference) => filled(
                lang,
                "games.method-reference",
                &[("name", answer.method.name), ("kind", &kind), ("reference", reference)],
            ),
            None => filled(lang, "games.method", &[("name", answer.method.name), ("kind", &kind)]),
        };
        row(key, &method);
    }
    for reference in &entry.references {
        row("reference", reference);
    }
    let heaps = entry.heaps.iter().map(u64::to_string);
    let words: Vec<String> = std::iter::once(entry.example().to_owned()).chain(heaps).collect();
    row("try", &format!("grundy solve {}", in_shell(&words)));
}
