//! `games`: the catalogue.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::ArgMatches;
use dashu_int::UBig;
use grundy::catalogue::{self, Entry};
use grundy::notation;
use grundy::{Answer, Solver};
use serde_json::{Value as Json, json};

use super::print;
use crate::failure::Failure;
use crate::options::Options;
use crate::words::{filled, text};

/// Lists the catalogue, or shows one game in full.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("name").into_iter().flatten().cloned().collect();
    let out = if words.is_empty() { list(options) } else { show(&words.join(" "), options)? };
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn list(options: &Options) -> String {
    let entries = catalogue::all();
    if options.json {
        let list: Json = entries.iter().map(|entry| to_json(entry, options)).collect();
        return format!("{}\n", json!({"schema": 1, "games": list}));
    }
    let width = entries.iter().map(|entry| entry.signature().len()).max().unwrap_or(0);
    let mut out = String::new();
    for entry in entries {
        let about = entry.about.get(options.lang);
        let _ = writeln!(out, "{:width$}  {about}", entry.signature());
    }
    out
}

fn to_json(entry: &Entry, options: &Options) -> Json {
    json!({
        "name": entry.name, "signature": entry.signature(), "aliases": entry.aliases, "rules": entry.rules,
        "example": entry.example(), "title": entry.title.get(options.lang),
        "about": entry.about.get(options.lang), "references": entry.references,
    })
}

/// The entries a word names, each with the method that solves its example, under both conventions.
fn show(name: &str, options: &Options) -> Result<String, Failure> {
    let word = name.split(['(', ':', '（']).next().unwrap_or(name).trim().to_lowercase();
    let entries: Vec<&Entry> = catalogue::all().iter().filter(|entry| entry.is_called(&word)).collect();
    if entries.is_empty() {
        let nearest = catalogue::nearest(&word, catalogue::names());
        let error = grundy::Error::input("error.unknown-game").with("name", name).suggest(nearest);
        return Err(error.at(0..name.len()).within(name).into());
    }
    let mut shown = Vec::new();
    for entry in entries {
        let mut methods = Vec::new();
        for misere in [false, true] {
            methods.push((misere, solved_example(entry, misere, options)?));
        }
        shown.push((entry, methods));
    }
    if options.json {
        let list: Json = shown
            .iter()
            .map(|(entry, methods)| {
                let mut json = to_json(entry, options);
                json["methods"] = methods
                    .iter()
                    .map(|(misere, answer)| {
                        json!({
                            "convention": if *misere { "misere" } else { "normal" },
                            "name": answer.method.name, "kind": answer.method.kind.word(),
                            "reference": answer.method.reference,
                        })
                    })
                    .collect();
                json
            })
            .collect();
        return Ok(format!("{}\n", json!({"schema": 1, "games": list})));
    }
    let mut out = String::new();
    for (index, (entry, methods)) in shown.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        write_entry(&mut out, entry, methods, options);
    }
    Ok(out)
}

/// The answer to the entry's example position.
fn solved_example(entry: &Entry, misere: bool, options: &Options) -> Result<Answer, Failure> {
    let mut line = notation::parse_game(entry.example())?;
    line.misere = misere;
    let heaps = entry.heaps.iter().map(|&heap| UBig::from(heap)).collect();
    Ok(Solver::new(options.limits).solve_heaps(&line, heaps)?)
}

fn write_entry(out: &mut String, entry: &Entry, methods: &[(bool, Answer)], options: &Options) {
    let lang = options.lang;
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
    for (misere, answer) in methods {
        let key = if *misere { "misere" } else { "normal" };
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
    let heaps: Vec<String> = entry.heaps.iter().map(u64::to_string).collect();
    let example = entry.example();
    // Parentheses mean something to a shell.
    let quote = if example.contains('(') { "'" } else { "" };
    row("try", &format!("grundy solve {quote}{example}{quote} {}", heaps.join(" ")));
}
