//! `cargo xtask atlas FILE`: the chapter with the atlas of two-heap games, from the output of `grundy sweep two-heaps`.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value as Json;

use crate::repository;

/// The number of columns side by side.
const ACROSS: usize = 10;

/// The texts in one language.
struct Words {
    /// The folder of the book.
    folder: &'static str,
    title: &'static str,
    /// With `{rules}`, `{theorems}`, `{proved}`, `{open}`, `{sets}`, `{made}`.
    text: &'static str,
    sets: &'static str,
    amounts: &'static str,
    table: &'static str,
}

const LANGUAGES: [Words; 2] = [
    Words {
        folder: "docs/src/en",
        title: "An atlas of two-heap games",
        text: "Two heaps; a move takes an amount in A from one heap, or the same amount in B from both; whoever cannot move loses. Here are \
all {rules} rules `take A or take B from 2 heaps` with A and B among {sets} sets of amounts: of {theorems} the law is a published theorem that Grundy \
knows, of {proved} the program found and proved it by itself ([how](proofs.md)), and {open} are open.

A cell says in which numeration the law of the lost positions is read, and how many states the automaton has: `3:5` is base 3 and five states, \
`F` Fibonacci numbers, `t2` and `t3` the Ostrowski numerations of [1; 2, 2, ...] and [1; 3, 3, ...]. `T` is a theorem, a point is open: no \
automaton was proved within the limits, which says nothing about whether there is one. A is the row and B the column. Laws with few states are simple; many \
of them stand in no paper known to us.

{made}",
        sets: "The sets",
        amounts: "amounts",
        table: "B from",
    },
    Words {
        folder: "docs/src/zh",
        title: "两堆游戏图谱",
        text: "两堆石子；一步从一堆中取 A 中的数量，或者从两堆各取 B 中的同一数量；无法行动者输。这里是全部 {rules} 条规则 \
`take A or take B from 2 heaps`，A、B 取自 {sets} 个取石子数集合：其中 {theorems} 条的定律是 Grundy 已知的定理，{proved} 条由程序自己找到并证明（[方法](proofs.md)），{open} 条未决。

每格写明必败态的定律用哪种记数法读入，自动机有多少个状态：`3:5` 表示三进制、五个状态，`F` 是斐波那契记数法，`t2` 和 `t3` 是 [1; 2, 2, ...] 和 [1; 3, 3, ...] 的 Ostrowski 记数法。\
`T` 是定理；点表示未决：在限度内没有证明出自动机，这并不说明没有。A 为行，B 为列。状态少的定律简单；其中许多在我们所知的论文里都没有。

{made}",
        sets: "集合",
        amounts: "取石子数",
        table: "B 从第",
    },
];

/// Writes the chapter in both languages; `made` states the command, the machine and the date.
pub fn write(file: &str, made: &str) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {file}"))?;
    let rows: Vec<Json> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let sets = rows.len().isqrt();
    ensure!(sets > 0 && sets * sets == rows.len(), "{file} lacks rows of `grundy sweep two-heaps`");
    for words in LANGUAGES {
        let path = Path::new(words.folder).join("atlas.md");
        std::fs::write(repository::root().join(path), chapter(&words, &rows, sets, made))?;
    }
    Ok(())
}

fn chapter(words: &Words, rows: &[Json], sets: usize, made: &str) -> String {
    let count = |status: &str| rows.iter().filter(|row| row["status"] == status).count();
    let (theorems, proved) = (count("theorem"), count("proved"));
    let numbers = [
        ("{rules}", rows.len()),
        ("{sets}", sets),
        ("{theorems}", theorems),
        ("{proved}", proved),
        ("{open}", rows.len() - theorems - proved),
    ];
    let mut text = words.text.replace("{made}", made);
    for (blank, number) in numbers {
        text = text.replace(blank, &number.to_string());
    }
    let mut out = format!(
        "# {}\n\n{text}\n\n## {}\n\n| | {} |\n| --- | --- |\n",
        words.title, words.sets, words.amounts
    );
    for set in 0..sets {
        let rule = rows[set * sets + set]["rule"].as_str().unwrap_or_default();
        let amounts =
            rule.strip_prefix("take ").and_then(|rest| rest.split_once(" or take ")).map_or(rule, |(a, _)| a);
        let _ = writeln!(out, "| {} | `{amounts}` |", set + 1);
    }
    for from in (0..sets).step_by(ACROSS) {
        let columns = from..sets.min(from + ACROSS);
        let _ = write!(out, "\n## {} {}\n\n| A", words.table, from + 1);
        for column in columns.clone() {
            let _ = write!(out, " | {}", column + 1);
        }
        let _ = writeln!(out, " |\n|{}", " --- |".repeat(columns.len() + 1));
        for row in 0..sets {
            let _ = write!(out, "| {}", row + 1);
            for column in columns.clone() {
                let _ = write!(out, " | {}", cell(&rows[row * sets + column]));
            }
            out.push_str(" |\n");
        }
    }
    out
}

fn cell(row: &Json) -> String {
    match row["status"].as_str() {
        Some("theorem") => "T".to_owned(),
        Some("proved") => {
            let id = row["numeration"].as_str().unwrap_or_default();
            let id = if id == "fib" { "F" } else { id.strip_prefix('b').unwrap_or(id) };
            format!("{id}:{}", row["states"])
        }
        _ => ".".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chapter_has_a_cell_for_every_rule() {
        let row = |a: &str, b: &str, rest: &str| {
            serde_json::from_str(&format!("{{\"rule\": \"take {a} or take {b} from 2 heaps\", {rest}}}"))
                .unwrap()
        };
        let rows = [
            row("any", "any", "\"status\": \"theorem\""),
            row("any", "odd", "\"status\": \"proved\", \"numeration\": \"b3\", \"states\": 5"),
            row("odd", "any", "\"status\": \"none\""),
            row("odd", "odd", "\"status\": \"proved\", \"numeration\": \"fib\", \"states\": 7"),
        ];
        for words in LANGUAGES {
            let chapter = chapter(&words, &rows, 2, "made");
            assert!(chapter.contains("| 1 | T | 3:5 |\n| 2 | . | F:7 |\n"), "{chapter}");
            assert!(chapter.contains("| 2 | `odd` |") && !chapter.contains('{'), "{chapter}");
        }
    }
}
