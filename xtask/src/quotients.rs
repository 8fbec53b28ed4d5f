//! `cargo xtask quotients FILE... --made TEXT`: the chapter with the misère quotients of octal codes, from the output of
//! `grundy sweep octal --misere`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value as Json;

use crate::repository;

/// The texts in one language.
struct Words {
    /// The folder of the book.
    folder: &'static str,
    title: &'static str,
    /// With `{codes}`, `{wild}`, `{tame}`, `{open}`, `{made}`.
    text: &'static str,
    wild: [&'static str; 2],
    tame: [&'static str; 2],
    open: [&'static str; 2],
    /// Between codes.
    comma: &'static str,
}

const LANGUAGES: [Words; 2] = [
    Words {
        folder: "docs/src/en",
        title: "Misère quotients of octal codes",
        text: "Here are the [misère quotients](misere.md) of all {codes} octal codes of up to three digits that begin with 0. \
Of {tame} tame and {wild} wild games the quotient of all heaps is proved; of the other {open} it is exact up to some heap, where \
the limit on the work for a code or on the heaps ended the computation. Their quotients may be larger than all that was tried, or infinite.

`grundy quotient 'octal(0.77)' --out cert.json` writes the certificate of any of them. It also works longer than the sweep, and on more heaps: it proves
that 0.156 is tame, with order 34, P-portion 2 and period 349 from heap 3479 on, and that 0.644 has order 172, P-portion 7 and period 442 from heap 3256 on.

{made}",
        wild: [
            "Wild games, all heaps",
            "| order | P-portion | period | preperiod | first wild heap | codes |",
        ],
        tame: [
            "Tame games, all heaps",
            "| order | P-portion | period | preperiod | codes |",
        ],
        open: [
            "Exact up to a heap",
            "After each code stand the order of the quotient of these heaps and, after a slash, the first wild heap; no \
slash means that these heaps are tame.

| up to heap | codes |",
        ],
        comma: ", ",
    },
    Words {
        folder: "docs/src/zh",
        title: "八进制编码的反常商",
        text: "这里列出以 0 开头、不超过三位的全部 {codes} 个八进制编码的[反常商](misere.md)。其中 {tame} 个驯的游戏和 {wild} 个野的游戏，\
全部堆的商已证明；其余 {open} 个只精确到某一堆：再往下就超过了每个编码的计算量或堆大小的上限。它们的商可能比试过的都大，也可能是无限的。

`grundy quotient 'octal(0.77)' --out cert.json` 可写出其中任何一个的证书。这个命令比逐个编码的计算用时更长，堆也更大：它证明 0.156 是驯的，阶 34，必败类 2 个，从 3479 枚起周期为 349；
0.644 的阶是 172，必败类 7 个，从 3256 枚起周期为 442。

{made}",
        wild: ["野的游戏，全部堆", "| 阶 | 必败类 | 周期 | 前周期 | 第一个野的堆 | 编码 |"],
        tame: ["驯的游戏，全部堆", "| 阶 | 必败类 | 周期 | 前周期 | 编码 |"],
        open: [
            "精确到某一堆",
            "每个编码后的括号里是这些堆的商的阶，斜线后是第一个野的堆；没有斜线表示这些堆都是驯的。

| 精确到 | 编码 |",
        ],
        comma: "、",
    },
];

/// Writes the chapter in both languages; `made` states the commands, the machine and the date, first in English and
/// after ` // ` in Chinese.
pub fn write(files: &[&str], made: &str) -> Result<()> {
    let mut rows: Vec<Json> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| format!("reading {file}"))?;
        for line in text.lines() {
            rows.push(serde_json::from_str(line).with_context(|| format!("reading {file}"))?);
        }
    }
    let made: Vec<&str> = made.split(" // ").collect();
    ensure!(made.len() == LANGUAGES.len(), "--made TEXT: in English, ` // `, in Chinese");
    ensure!(rows.iter().all(|row| row["order"].is_u64()), "not rows of `grundy sweep octal --misere`");
    for (words, made) in LANGUAGES.iter().zip(made) {
        let path = Path::new(words.folder).join("quotients.md");
        std::fs::write(repository::root().join(path), chapter(words, &rows, made))?;
    }
    Ok(())
}

fn chapter(words: &Words, rows: &[Json], made: &str) -> String {
    let number = |row: &Json, name: &str| row[name].as_u64().unwrap_or(0);
    let code = |row: &Json| {
        let rule = row["rule"].as_str().unwrap_or_default();
        rule.strip_prefix("octal(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(rule).to_owned()
    };
    let (mut wild, mut tame, mut open) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for row in rows {
        let order = number(row, "order");
        let first_wild = row["first_wild"].as_u64();
        let figures = [order, number(row, "lost"), number(row, "period"), number(row, "preperiod")];
        let list: &mut Vec<String> = match (row["period"].as_u64(), first_wild) {
            (Some(_), Some(heap)) => wild.entry((figures, heap)).or_default(),
            (Some(_), None) => tame.entry(figures).or_default(),
            (None, _) => open.entry(number(row, "checked_to")).or_default(),
        };
        list.push(match (row["period"].as_u64(), first_wild) {
            (Some(_), _) => code(row),
            (None, Some(heap)) => format!("{} ({order}/{heap})", code(row)),
            (None, None) => format!("{} ({order})", code(row)),
        });
    }
    let counted = |lists: &mut dyn Iterator<Item = usize>| lists.sum::<usize>();
    let mut text = words.text.replace("{made}", made);
    for (blank, count) in [
        ("{codes}", rows.len()),
        ("{wild}", counted(&mut wild.values().map(Vec::len))),
        ("{tame}", counted(&mut tame.values().map(Vec::len))),
        ("{open}", counted(&mut open.values().map(Vec::len))),
    ] {
        text = text.replace(blank, &count.to_string());
    }
    let mut out = format!("# {}\n\n{text}\n", words.title);
    let mut table = |[title, head]: [&str; 2], lines: Vec<(Vec<u64>, &Vec<String>)>| {
        let columns = head.rsplit('\n').next().unwrap_or(head).matches('|').count() - 1;
        let _ = writeln!(out, "\n## {title}\n\n{head}\n|{}", " --- |".repeat(columns));
        for (figures, codes) in lines {
            let figures: Vec<String> = figures.iter().map(u64::to_string).collect();
            let _ = writeln!(out, "| {} | {} |", figures.join(" | "), codes.join(words.comma));
        }
    };
    let with_heap = |(figures, heap): &([u64; 4], u64)| figures.iter().chain([heap]).copied().collect();
    table(words.wild, wild.iter().map(|(key, codes)| (with_heap(key), codes)).collect());
    table(words.tame, tame.iter().map(|(key, codes)| (key.to_vec(), codes)).collect());
    table(words.open, open.iter().map(|(heap, codes)| (vec![*heap], codes)).collect());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_its_table() {
        let row = |code: &str, rest: &str| {
            serde_json::from_str(&format!("{{\"rule\": \"octal({code})\", {rest}}}")).unwrap()
        };
        let kayles = "\"period\": 12, \"preperiod\": 71, \"order\": 40, \"lost\": 9, \"first_wild\": 5, \"checked_to\": 167";
        let rows = [
            row("0.77", kayles),
            row("0.771", kayles),
            row("0.3", "\"period\": 2, \"preperiod\": 0, \"order\": 2, \"lost\": 1, \"checked_to\": 5"),
            row(
                "0.07",
                "\"period\": null, \"order\": 24, \"lost\": 5, \"first_wild\": 10, \"checked_to\": 24",
            ),
            row("0.56", "\"period\": null, \"order\": 18, \"lost\": 2, \"checked_to\": 24"),
        ];
        for words in LANGUAGES {
            let chapter = chapter(&words, &rows, "made");
            let comma = words.comma;
            assert!(chapter.contains(&format!("| 40 | 9 | 12 | 71 | 5 | 0.77{comma}0.771 |\n")), "{chapter}");
            assert!(
                chapter.contains("| --- | --- | --- | --- | --- |\n| 2 | 1 | 2 | 0 | 0.3 |\n"),
                "{chapter}"
            );
            assert!(
                chapter.contains(&format!("| --- | --- |\n| 24 | 0.07 (24/10){comma}0.56 (18) |\n")),
                "{chapter}"
            );
            assert!(!chapter.contains('{') && chapter.contains("made"), "{chapter}");
        }
    }
}
