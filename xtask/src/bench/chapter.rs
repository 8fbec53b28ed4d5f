//! The tables of `docs/src/*/speed.md`, which are written by the benchmark.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::repository;

/// A text in both languages.
pub type Text = [&'static str; 2];

/// The chapters, in the order of [`Text`].
const CHAPTERS: Text = ["docs/src/en/speed.md", "docs/src/zh/speed.md"];

/// A part of the chapter, between two marks.
pub struct Part {
    pub name: &'static str,
    /// In both languages, with a line end after each line.
    pub text: [String; 2],
}

/// A table: the head, and a line of dashes that says how columns are aligned.
pub struct Table {
    part: Part,
}

impl Table {
    pub fn new(name: &'static str, columns: &[Text], aligned: &str) -> Self {
        let head = |language: usize| -> String {
            let cells: Vec<&str> = columns.iter().map(|column| column[language]).collect();
            format!("| {} |\n{aligned}\n", cells.join(" | "))
        };
        Self { part: Part { name, text: [head(0), head(1)] } }
    }

    /// Adds a row: what it is about, and figures and names that need no translation.
    pub fn row(&mut self, what: [&str; 2], cells: &[String]) {
        for (text, what) in self.part.text.iter_mut().zip(what) {
            let _ = writeln!(text, "| {what} | {} |", cells.join(" | "));
        }
        println!("| {} | {} |", what[0], cells.join(" | "));
    }

    pub fn done(self) -> Part {
        self.part
    }
}

/// Replaces these parts of both chapters.
pub fn write(parts: &[Part]) -> Result<()> {
    for (language, chapter) in CHAPTERS.into_iter().enumerate() {
        let path = repository::path(chapter);
        let mut text = fs::read_to_string(&path).with_context(|| format!("cannot read {chapter}"))?;
        for part in parts {
            text = with_part(&text, part.name, &part.text[language])
                .with_context(|| format!("{chapter}: no part `{}`", part.name))?;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {chapter}"))?;
    }
    Ok(())
}

/// The chapter with another text between the marks of a part.
fn with_part(chapter: &str, name: &str, text: &str) -> Result<String> {
    let (begins, ends) = (format!("<!-- bench: {name} -->\n"), format!("<!-- bench: end of {name} -->\n"));
    let (before, rest) = chapter.split_once(&begins).with_context(|| format!("no line {begins}"))?;
    let (_, after) = rest.split_once(&ends).with_context(|| format!("no line {ends}"))?;
    ensure!(!after.contains(&begins), "two lines {begins}");
    Ok(format!("{before}{begins}\n{text}\n{ends}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [&str; 4] = ["run", "contests", "games", "sizes"];

    #[test]
    fn both_chapters_have_each_part_once() -> Result<()> {
        for chapter in CHAPTERS {
            let text = fs::read_to_string(repository::path(chapter))?;
            for part in PARTS {
                let again = with_part(&with_part(&text, part, "a\n")?, part, "b\n")?;
                assert!(again.contains("\nb\n") && !again.contains("\na\n"), "{chapter}: {part}");
            }
            assert_eq!(text.matches("<!-- bench: ").count(), 2 * PARTS.len(), "{chapter}");
        }
        Ok(())
    }

    #[test]
    fn rows_are_in_both_languages() {
        let mut table = Table::new("x", &[["what", "内容"], ["time", "时间"]], "| --- | --: |");
        table.row(["a heap", "一堆"], &["1 s".to_owned()]);
        let [english, chinese] = table.done().text;
        assert_eq!(english, "| what | time |\n| --- | --: |\n| a heap | 1 s |\n");
        assert_eq!(chinese, "| 内容 | 时间 |\n| --- | --: |\n| 一堆 | 1 s |\n");
    }
}
