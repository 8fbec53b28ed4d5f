//! Games without a theorem, beside C++ programs that keep every position they meet.

use std::fs;
use std::io::Write as _;

use anyhow::{Result, ensure};
use serde_json::Value as Json;

use Ask::{Profile, Value, Winner};

use super::chapter::{Part, Table, Text};
use super::measure::{Program, in_turns};
use super::{Place, baseline};
use crate::inputs;

/// A question.
enum Ask {
    /// The Grundy value of a position.
    Value(&'static str),
    /// Who wins a position: 1 for the player to move.
    Winner(&'static str),
    /// The answer of a contest problem to the input.
    Profile(&'static str),
}

/// A game, and the program that answers the same question.
struct Game {
    what: Text,
    ask: Ask,
    baseline: Option<&'static str>,
    arguments: &'static [&'static str],
    /// What both read.
    input: &'static str,
}

static GAMES: [Game; 8] = [
    Game {
        what: ["Wythoff's game on three heaps", "三堆威佐夫"],
        ask: Winner("take any or take any from 2 heaps[147, 148, 149]"),
        baseline: Some("three_heaps"),
        arguments: &["147", "148", "149"],
        input: "",
    },
    Game {
        what: ["a take that must not be repeated", "不得重复上一次的数量"],
        ask: Value("take any except last; first any[40, 45, 50]"),
        baseline: Some("except_last"),
        arguments: &["40", "45", "50"],
        input: "",
    },
    Game {
        what: ["at most twice the last take", "至多取上一次的两倍"],
        ask: Value("fibonacci[2000] + fibonacci[2500] + fibonacci[3000]"),
        baseline: Some("last_take"),
        arguments: &["2000", "2500", "3000"],
        input: "",
    },
    Game {
        what: ["a graph of 10^6 vertices and 2.5 · 10^6 edges", "10^6 个顶点、2.5 · 10^6 条边的图"],
        ask: Value("graph(\"target/bench/graph.txt\")[999998, 999999, 1000000]"),
        baseline: Some("graph_values"),
        arguments: &["target/bench/graph.txt", "999998", "999999", "1000000"],
        input: "",
    },
    Game {
        what: ["Chomp on 8 by 9 squares, a script", "8×9 格的 Chomp，脚本"],
        ask: Value("script(\"baselines/chomp.rhai\")[9, 9, 9, 9, 9, 9, 9, 9]"),
        baseline: Some("chomp"),
        arguments: &["8", "9"],
        input: "",
    },
    Game {
        what: ["Cram on 4 by 5 squares, a script", "4×5 格的 Cram，脚本"],
        ask: Value(
            "script(\"baselines/cram.rhai\")[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]",
        ),
        baseline: Some("cram"),
        arguments: &[],
        input: "",
    },
    Game {
        what: ["a sheet of 200 by 200 that is cut, a script", "200×200 的纸，每步剪成两张，脚本"],
        ask: Profile("Luogu P10501"),
        baseline: Some("cutting"),
        arguments: &[],
        input: "200 200\n",
    },
    Game {
        what: ["Cram on 5 by 6 squares", "5×6 格的 Cram"],
        ask: Value("cram(5, 6)"),
        baseline: None,
        arguments: &[],
        input: "",
    },
];

/// The table of all games.
pub fn table(place: &Place) -> Result<Part> {
    let columns = [
        ["game", "游戏"],
        ["rules and position", "规则与局面"],
        ["one thread", "单线程"],
        ["two threads", "双线程"],
        ["C++", "C++"],
        ["times as fast, one thread", "单线程的倍数"],
        ["C++ program", "C++ 程序"],
    ];
    let mut table = Table::new("games", &columns, "| --- | --- | --: | --: | --: | --: | --- |");
    place.generate("graph.txt", |out| inputs::write_graph(out, 1_000_000))?;
    for game in &GAMES {
        let input = place.generate("game.in", |out| Ok(out.write_all(game.input.as_bytes())?))?;
        let [one, two] = ["1", "2"].map(|threads| game.asked(place, threads).reading(&input));
        let theirs = game.baseline.map(|name| {
            let output = place.file("game.baseline");
            Program::new(baseline(name), game.arguments, &output).reading(&input)
        });
        let programs: Vec<&Program> = [&one, &two].into_iter().chain(&theirs).collect();
        let times = in_turns(&programs)?;
        for program in &programs[1..] {
            let (found, expected) = (game.answer(&one)?, game.answer(program)?);
            ensure!(found == expected, "{}: {found}, not {expected}", game.what[0]);
        }
        let with_memory = |index: usize| -> Result<String> {
            Ok(format!("{}, {} MB", times[index].shown(), programs[index].memory()?))
        };
        let beside = match game.baseline {
            Some(name) => [with_memory(2)?, times[0].beside(&times[2]), format!("`baselines/{name}.cpp`")],
            None => Default::default(),
        };
        let question = match game.ask {
            Value(game) | Winner(game) => format!("`{game}`"),
            Profile(name) => format!("`judge '{name}'`"),
        };
        table.row(game.what, &[&[question, with_memory(0)?, with_memory(1)?][..], &beside].concat());
    }
    Ok(table.done())
}

impl Game {
    /// Asks Grundy.
    fn asked(&self, place: &Place, threads: &str) -> Program {
        let words = match self.ask {
            Value(game) | Winner(game) => vec!["solve", "--json", "--moves", "0", "--threads", threads, game],
            Profile(name) => vec!["judge", "--threads", threads, name],
        };
        Program::new(place.grundy.clone(), &words, &place.file(&format!("game.{threads}")))
    }

    /// What a program answered.
    fn answer(&self, program: &Program) -> Result<String> {
        let text = fs::read_to_string(&program.output)?;
        let Ok(Json::Object(answer)) = serde_json::from_str(&text) else { return Ok(text.trim().to_owned()) };
        Ok(match self.ask {
            Winner(_) => u8::from(answer["outcome"] == "N").to_string(),
            _ => answer["value"].to_string(),
        })
    }
}
