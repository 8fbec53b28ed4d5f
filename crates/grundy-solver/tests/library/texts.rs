//! Every sentence a source names exists in both languages, its blanks are filled, and no sentence is unused.
//! The sources are read as text, so new messages and locale files are checked automatically.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use grundy_solver::text::{Lang, Message, TEXTS};
use grundy_text::blanks;

fn here(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

fn files_below(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, ending, out);
        } else if path.extension().is_some_and(|e| e == ending) {
            out.push(path);
        }
    }
    out.sort();
}

/// The sources without their tests and comments, by path.
fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    // What these say is said in the library's words.
    for folder in [
        "src",
        "../grundy-core/src",
        "../grundy-sequence/src",
        "../grundy-misere/src",
        "../grundy-proof/src",
        "../grundy-pattern/src",
        "../grundy-picture/src",
        "../grundy-play/src",
        "../grundy-payoff/src",
        "../../integrations/grundy-arrow/src",
        "../grundy-batch/src",
    ] {
        files_below(&here(folder), "rs", &mut files);
    }
    let is_test = |path: &Path| path.ends_with("tests.rs") || path.ends_with("testing.rs");
    files.retain(|path| !is_test(path));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        // Tests are at the end of a file.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        (path, lines.collect::<Vec<_>>().join("\n"))
    };
    files.into_iter().map(read).collect()
}

/// The string literals of a piece of code that look like `family.sentence`.
fn ids_in(code: &str) -> BTreeSet<String> {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let is_id = |text: &&str| {
        let parts: Vec<&str> = text.split('.').collect();
        parts.len() >= 2 && parts.iter().all(|part| is_part(part))
    };
    code.lines()
        .flat_map(|line| line.split('"').skip(1).step_by(2).filter(is_id))
        .map(str::to_owned)
        .collect()
}

/// The end of the bracket that opens at `open`, strings skipped.
fn closing(code: &str, open: usize) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for (at, c) in code[open..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '(' if !in_string => depth += 1,
            ')' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return open + at;
                }
            }
            _ => {}
        }
    }
    code.len() - 1
}

/// A place where a message is made: the ids it may have, and the names filled in there.
struct Call {
    ids: BTreeSet<String>,
    filled: BTreeSet<String>,
    place: String,
}

fn calls(path: &Path, code: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    for maker in ["Message::new(", "Error::input(", "Error::limit("] {
        for (start, _) in code.match_indices(maker) {
            let open = start + maker.len() - 1;
            let close = closing(code, open);
            let argument = &code[open + 1..close];
            let mut ids = ids_in(argument);
            if ids.is_empty() {
                // A variable: what it was last bound to.
                let binding = format!("let {} =", argument.trim());
                if let Some(bound) = code[..start].rfind(&binding) {
                    let end = code[bound..].find(';').map_or(code.len(), |end| bound + end);
                    ids = ids_in(&code[bound..end]);
                }
            }
            // Blanks may be filled in a later statement of the same function.
            let rest = &code[close..];
            let end = ["\n}\n", "\n    }\n"].iter().filter_map(|end| rest.find(end)).min();
            let rest = &rest[..end.unwrap_or(rest.len())];
            let names = rest.match_indices(".with(").filter_map(|(at, open)| {
                let inside = rest[at + open.len()..].trim_start().strip_prefix('"')?;
                Some(inside.split_once('"')?.0.to_owned())
            });
            let line = code[..start].matches('\n').count() + 1;
            let place = format!("{} (line {line} without comments)", path.display());
            calls.push(Call { ids, filled: chained(code, close).unwrap_or_else(|| names.collect()), place });
        }
    }
    calls
}

/// The names filled by `.with("name", ...)` right after a call; `None` if the chain ends in a way that later
/// statements may continue.
fn chained(code: &str, mut close: usize) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    loop {
        let rest = code[close + 1..].trim_start();
        let at = code.len() - rest.len();
        let Some(open) = rest.strip_prefix('.').and_then(|rest| rest.find('(')) else {
            return if rest.starts_with(';') { None } else { Some(names) };
        };
        let open = at + 1 + open;
        if &code[at..open] == ".with" {
            let inside = code[open + 1..].trim_start().strip_prefix('"')?;
            names.insert(inside.split_once('"')?.0.to_owned());
        }
        close = closing(code, open);
    }
}

#[test]
fn texts_have_no_faults() {
    assert_eq!(TEXTS.faults(), Vec::<String>::new());
}

#[test]
fn every_file_is_in_the_catalogue() {
    let mut files = Vec::new();
    files_below(&here("../grundy-core/locales"), "toml", &mut files);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let id = text.split(['[', ']']).nth(1).unwrap();
        assert!(TEXTS.ids().contains(id), "{} is not named in `TEXTS` of grundy-core", file.display());
    }
}

#[test]
fn a_message_fills_its_text() {
    let message = Message::new("answer.remoteness").with("remoteness", 1);
    assert_eq!(message.render(Lang::En), "over in 1 move under best play");
    assert_eq!(message.with("remoteness", 2).render(Lang::En), "over in 2 moves under best play");
}

#[test]
fn every_message_has_its_text_and_fills_its_blanks() {
    let mut seen = 0;
    let mut open = Vec::new();
    for (path, code) in sources() {
        for Call { ids, filled, place } in calls(&path, &code) {
            for id in ids {
                let Some(text) = TEXTS.template(Lang::En, &id) else { panic!("{place}: `{id}` has no text") };
                let missing: Vec<_> =
                    blanks(&text).into_iter().filter(|name| !filled.contains(*name)).collect();
                if !missing.is_empty() {
                    open.push(format!("{place}: `{id}` leaves blanks open: {missing:?}"));
                }
                seen += 1;
            }
        }
    }
    assert!(open.is_empty(), "{}", open.join("\n"));
    assert!(seen > 80, "only {seen} messages found: does the scan still work?");
}

#[test]
fn the_book_has_every_name_of_the_catalogue() {
    for lang in Lang::ALL.map(Lang::tag) {
        let page = here("../../docs/src").join(lang).join("notation.md");
        let page = fs::read_to_string(page).unwrap();
        let named: BTreeSet<(&str, bool)> = page
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
            .map(|(call, _)| (call.split('(').next().unwrap_or(call), call.contains('(')))
            .collect();
        for entry in grundy_solver::catalogue::all() {
            let known = named.contains(&(entry.name.as_str(), !entry.parameters.is_empty()));
            assert!(known, "`{}` is missing from the table of names of the book, {lang}", entry.name);
        }
    }
}

#[test]
fn no_text_is_left_over() {
    let texts = TEXTS.ids();
    let used: BTreeSet<String> = sources().iter().flat_map(|(_, code)| ids_in(code)).collect();
    let unused: Vec<_> = texts.iter().filter(|id| !used.contains(**id)).collect();
    assert!(unused.is_empty(), "no source names these: {unused:?}");
    // And the other way round for ids that travel through variables: a known family needs a text.
    let families: BTreeSet<&str> = texts.iter().filter_map(|id| id.split('.').next()).collect();
    let known = |id: &&String| id.split('.').next().is_some_and(|family| families.contains(family));
    let missing: Vec<_> = used.iter().filter(known).filter(|id| !texts.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "no text for {missing:?}");
}
