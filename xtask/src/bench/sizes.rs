//! How the time of each engine grows with the size of the question, on one thread and on two.

use std::fs;
use std::io::{BufRead, BufReader};

use anyhow::{Context, Result, ensure};
use serde_json::Value as Json;

use super::chapter::{Part, Table};
use super::measure::{Program, Times, in_turns};
use super::{Place, baseline};
use crate::inputs;

/// A sequence of Grundy values.
struct Sequence {
    game: &'static str,
    /// Last heaps.
    sizes: [u64; 3],
    /// One of these heaps, and the checksum of all values up to it, as the plain program or two engines found it.
    known: (u64, u64),
    /// A plain program, its arguments, and which of these questions it answers.
    plain: Option<(&'static str, &'static str, u64)>,
}

static SEQUENCES: [Sequence; 9] = [
    Sequence {
        game: "take 3, 7, 13, 29, 41, 55, 67, 79, 97, 101",
        sizes: [1_000_000, 10_000_000, 100_000_000],
        known: (100_000_000, 14_873_638_070_640_316_867),
        plain: Some(("subtraction", "10000000 3 7 13 29 41 55 67 79 97 101", 10_000_000)),
    },
    Sequence {
        game: "take 517, 601, 733, 811, 907, 1013, 1201, 1409, 1601, 2003",
        sizes: [1_000_000, 10_000_000, 100_000_000],
        known: (100_000_000, 16_135_736_185_956_257_245),
        plain: Some(("subtraction", "10000000 517 601 733 811 907 1013 1201 1409 1601 2003", 10_000_000)),
    },
    Sequence {
        game: "octal(0.6)",
        sizes: [30_000, 1_000_000, 10_000_000],
        known: (1_000_000, 0x5b58_ef58_3ddc_3e20),
        plain: Some(("octal", "0.6 30000", 30_000)),
    },
    Sequence {
        game: "grundy",
        sizes: [30_000, 1_000_000, 10_000_000],
        known: (1_000_000, 0x207a_b483_dd51_bc96),
        plain: None,
    },
    Sequence {
        game: "octal(0.007)",
        sizes: [10_000, 30_000, 100_000],
        known: (100_000, 0x6d97_769c_0183_5181),
        plain: Some(("octal", "0.007 10000", 10_000)),
    },
    Sequence {
        game: "octal(0.16)",
        sizes: [30_000, 1_000_000, 10_000_000],
        known: (10_000_000, 0x83b9_d09a_68c0_d0f4),
        plain: Some(("octal", "0.16 30000", 30_000)),
    },
    Sequence {
        game: "octal(0.56)",
        sizes: [30_000, 1_000_000, 10_000_000],
        known: (10_000_000, 0x4856_0006_da5b_f462),
        plain: Some(("octal", "0.56 30000", 30_000)),
    },
    Sequence {
        game: "octal(0.106)",
        sizes: [30_000, 1_000_000, 10_000_000],
        known: (10_000_000, 0xd79b_53c7_098e_d929),
        plain: Some(("octal", "0.106 30000", 30_000)),
    },
    Sequence {
        game: "octal(0.104)",
        sizes: [100_000, 10_000_000, 100_000_000],
        known: (10_000_000, 0x9e96_b4b0_5cf0_1714),
        plain: None,
    },
];

/// Numbers of positions in a file.
const POSITIONS: [u64; 3] = [100_000, 1_000_000, 10_000_000];

/// The table of all engines.
pub fn table(place: &Place) -> Result<Part> {
    let columns = [
        ["question", "问题"],
        ["size", "规模"],
        ["one thread", "单线程"],
        ["two threads", "双线程"],
        ["two beside one", "双线程的倍数"],
        ["C++", "C++"],
        ["one thread beside C++", "单线程是 C++ 的倍数"],
    ];
    let aligned = "| --- | --: | --: | --: | --: | --: | --: |";
    let mut table = Table::new("sizes", &columns, aligned);
    for sequence in &SEQUENCES {
        for size in sequence.sizes {
            let times = sequence.times(place, size)?;
            add(&mut table, &format!("`values '{}'`", sequence.game), size, &times);
        }
    }
    for game in ["nim", "wythoff"] {
        for count in POSITIONS {
            let input = place.generate("positions.txt", |out| inputs::write_positions(out, count))?;
            let lines = BufReader::new(fs::File::open(&input)?);
            let lost = if game == "nim" { inputs::count_equal(lines)? } else { inputs::count_lost(lines)? };
            let [one, two] = ["1", "2"].map(|threads| {
                let words = ["batch", game, &input.to_string_lossy(), "--threads", threads];
                Program::new(place.grundy.clone(), &words, &place.file(&format!("batch.{threads}")))
            });
            let times = in_turns(&[&one, &two])?;
            for program in [one, two] {
                let found = count_answers(&program)?;
                ensure!(found == (count - lost, lost), "`batch {game}` found N and P {found:?} times");
            }
            add(&mut table, &format!("`batch {game}`"), count, &times);
        }
    }
    Ok(table.done())
}

/// Adds a row: the times of one thread, of two threads, and of a plain program.
fn add(table: &mut Table, question: &str, size: u64, times: &[Times]) {
    let plain = times.get(2);
    let cells = [
        power(size),
        times[0].shown(),
        times[1].shown(),
        times[1].beside(&times[0]),
        plain.map(Times::shown).unwrap_or_default(),
        plain.map(|plain| times[0].beside(plain)).unwrap_or_default(),
    ];
    table.row([question, question], &cells);
}

impl Sequence {
    /// The times of one thread, of two, and of the plain program if it answers this question.
    fn times(&self, place: &Place, size: u64) -> Result<Vec<Times>> {
        let heap = size.to_string();
        let [one, two] = ["1", "2"].map(|threads| {
            let words = ["values", self.game, "--to", &heap, "--stats", "--json", "--threads", threads];
            Program::new(place.grundy.clone(), &words, &place.file(&format!("values.{threads}")))
        });
        let plain = self.plain.filter(|(_, _, heap)| size == *heap).map(|(name, arguments, _)| {
            let arguments: Vec<&str> = arguments.split(' ').collect();
            Program::new(baseline(name), &arguments, &place.file("values.baseline"))
        });
        let programs: Vec<&Program> = [&one, &two].into_iter().chain(&plain).collect();
        let times = in_turns(&programs)?;
        let sum = checksum(&one)?;
        ensure!(checksum(&two)? == sum, "{}: threads disagree below {size}", self.game);
        ensure!(size != self.known.0 || sum == self.known.1, "{}: wrong below {size}", self.game);
        if let Some(plain) = &plain {
            let answer = fs::read_to_string(&plain.output)?;
            let last = answer.split_whitespace().next_back().context("no checksum")?;
            ensure!(last.parse::<u64>()? == sum, "{}: not the plain program's values", self.game);
        }
        Ok(times)
    }
}

/// The checksum in an answer of `values --stats --json`.
fn checksum(program: &Program) -> Result<u64> {
    let answer: Json = serde_json::from_str(&fs::read_to_string(&program.output)?)?;
    let text = answer["checksum"].as_str().context("no checksum")?;
    Ok(u64::from_str_radix(text, 16)?)
}

/// A number with many zeros, as `3 · 10^4`.
fn power(number: u64) -> String {
    let zeros = number.ilog10();
    match number / 10_u64.pow(zeros) {
        1 => format!("10^{zeros}"),
        digit => format!("{digit} · 10^{zeros}"),
    }
}

/// The number of `N` and of `P` lines; any other line is an error.
fn count_answers(program: &Program) -> Result<(u64, u64)> {
    let (mut won, mut lost) = (0, 0);
    for line in BufReader::new(fs::File::open(&program.output)?).lines() {
        match line?.as_str() {
            "N" => won += 1,
            "P" => lost += 1,
            other => anyhow::bail!("{}: `{other}` is neither N nor P", program.output.display()),
        }
    }
    Ok((won, lost))
}
