//! Every question of `data/seeds.toml`, as a call of the command: the answers must equal those of the file,
//! and the texts must agree in both languages.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{Run, piped};
use serde_json::Value as Json;

/// The rows of the file, as JSON: whole numbers and strings have the form of the command's output.
fn rows() -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/seeds.toml");
    let text = std::fs::read_to_string(path).expect("data/seeds.toml");
    let file: Json = toml::from_str(&text).expect("TOML");
    file["game"].as_array().expect("games").clone()
}

/// Each check with the id of its row.
fn checks(rows: &[Json]) -> impl Iterator<Item = (&str, &Json)> {
    rows.iter().flat_map(|row| {
        let id = row["id"].as_str().expect("an id");
        row["check"].as_array().expect("checks").iter().map(move |check| (id, check))
    })
}

fn words(check: &Json) -> Vec<String> {
    let strings = |list: &Json| -> Vec<String> {
        list.as_array().expect("words").iter().map(|w| w.as_str().expect("a word").to_owned()).collect()
    };
    match check.get("of") {
        Some(game) => vec!["batch".to_owned(), game.as_str().expect("a game").to_owned()],
        None => strings(&check["run"]),
    }
}

/// The standard input: a line for each heap of a table, else the `input`.
fn input(check: &Json) -> String {
    let Some(table) = check.get("table") else {
        return check.get("input").map_or("", |text| text.as_str().expect("a text")).to_owned();
    };
    let from = check.get("from").map_or(0, |from| from.as_u64().expect("a heap"));
    let mut lines = String::new();
    for (heap, _) in (from..).zip(table.as_str().expect("letters").chars()) {
        let _ = writeln!(lines, "{heap}");
    }
    lines
}

/// Runs a check with further options. Time and memory are limited, so that a question that became too hard
/// fails instead of hanging.
fn run(check: &Json, more: &[&str]) -> Run {
    ask(words(check), check, more)
}

fn ask(mut words: Vec<String>, check: &Json, more: &[&str]) -> Run {
    words.extend(["--time", "20s", "--memory", "1GiB"].iter().chain(more).map(|word| (*word).to_owned()));
    piped(&words, &input(check))
}

/// The first difference between an answer and the check.
fn difference(check: &Json) -> Option<String> {
    if let Some(table) = check.get("table") {
        let answer = run(check, &[]);
        let letters: String = answer.out.lines().collect();
        return (table != letters.as_str()).then(|| format!("{letters} instead of {table}\n{}", answer.err));
    }
    if let Some(output) = check.get("output") {
        let answer = run(check, &[]);
        return (output != answer.out.as_str())
            .then(|| format!("{:?} instead of {output}\n{}", answer.out, answer.err));
    }
    let answer = run(check, &["--json"]);
    if answer.code != 0 {
        return Some(format!("exit code {}: {}{}", answer.code, answer.out, answer.err));
    }
    let answer = answer.json();
    for (field, key) in [
        ("outcome", "outcome"),
        ("value", "value"),
        ("margin", "margin"),
        ("total", "moves_total"),
        ("values", "values"),
    ] {
        if let Some(expected) = check.get(field)
            && expected != &answer[key]
        {
            return Some(format!("{field} {} instead of {expected}", answer[key]));
        }
    }
    check.get("moves").and_then(|expected| moves_difference(expected, &answer["moves"]))
}

/// The difference in the moves: their number, or an expected field of one of them.
fn moves_difference(expected: &Json, found: &Json) -> Option<String> {
    let (want, have) = (expected.as_array().expect("moves"), found.as_array().expect("moves"));
    let alike = |(want, have): (&Json, &Json)| {
        want.as_object().expect("a move").iter().all(|(key, value)| have.get(key) == Some(value))
    };
    let same = want.len() == have.len() && want.iter().zip(have).all(alike);
    (!same).then(|| format!("moves {found} instead of {expected}"))
}

/// Reports all failures at once.
fn report(failures: &[String]) {
    assert!(failures.is_empty(), "{} of the checks fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_answer_is_right() {
    let rows = rows();
    let failures: Vec<String> = checks(&rows)
        .filter_map(|(id, check)| difference(check).map(|found| format!("{id} {:?}: {found}", words(check))))
        .collect();
    report(&failures);
}

/// The whole numbers in a text with at least `digits` digits, sorted, since languages order them differently.
fn numbers(text: &str, digits: usize) -> Vec<&str> {
    let mut numbers: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|n| n.len() >= digits).collect();
    numbers.sort_unstable();
    numbers
}

/// A missing text is shown by its id, as in `- wythoff.difference 63`.
fn nameless(text: &str) -> Option<&str> {
    let word = |line: &str| line.trim_start_matches("- ").split(' ').next().unwrap_or_default().to_owned();
    text.lines().find(|line| {
        let word = word(line);
        word.split('.').count() > 1 && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'.' || b == b'-')
    })
}

/// The first error in a check's texts: they must succeed, name the winner in their language, have the same
/// numbers, and miss no text.
fn texts_difference(check: &Json, command: &str) -> Option<String> {
    let expected = check.get("outcome")?.as_str()?;
    let mut words = words(check);
    command.clone_into(words.first_mut()?);
    let mut texts = Vec::new();
    for (lang, n, p, d) in [
        ("en", "N: the player to move wins", "P: the player to move loses", "D: "),
        ("zh", "N：先手必胜", "P：先手必败", "D："),
    ] {
        let answer = ask(words.clone(), check, &["--lang", lang]);
        if answer.code != 0 {
            return Some(format!("{lang}: exit code {}: {}", answer.code, answer.err));
        }
        let outcome = match expected {
            "N" => n,
            "P" => p,
            _ => d,
        };
        if !answer.out.lines().any(|line| line.starts_with(outcome)) {
            return Some(format!("{lang}: no line `{outcome}` in\n{}", answer.out));
        }
        if lang == "zh" && (answer.out.contains("player") || answer.out.contains(" the ")) {
            return Some(format!("English in the Chinese text:\n{}", answer.out));
        }
        if let Some(line) = nameless(&answer.out) {
            return Some(format!("{lang}: no text for {line}"));
        }
        texts.push(answer.out);
    }
    // Sentences may write a small number as a word.
    let digits = if command == "explain" { 3 } else { 1 };
    (numbers(&texts[0], digits) != numbers(&texts[1], digits))
        .then(|| format!("other numbers:\n{}\n{}", texts[0], texts[1]))
}

#[test]
fn both_languages_say_the_same() {
    let rows = rows();
    let mut failures = Vec::new();
    for (id, check) in checks(&rows) {
        for command in ["solve", "explain"] {
            let found = texts_difference(check, command);
            failures.extend(found.map(|found| format!("{id} {command} {:?}: {found}", words(check))));
        }
    }
    report(&failures);
}

#[test]
fn every_row_says_its_question_in_both_languages() {
    for row in rows() {
        let id = &row["id"];
        let mut texts = vec![&row];
        texts.extend(row.get("source_error"));
        for text in texts {
            assert!(text["en"].as_str().is_some_and(|t| t.is_ascii() && t.ends_with(['.', '?'])), "{id}");
            assert!(text["zh"].as_str().is_some_and(|t| !t.is_ascii()), "{id}");
        }
        assert!(row["check"].as_array().is_some_and(|list| !list.is_empty()), "{id}");
    }
}
