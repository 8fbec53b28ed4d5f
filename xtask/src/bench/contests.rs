//! Contest problems of a million numbers, beside the C++ programs that a good contestant would write.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::chapter::{Part, Table, Text};
use super::measure::{Program, in_turns, same};
use super::{Place, Write, baseline};
use crate::inputs;

const QUESTIONS: u64 = 1_000_000;

/// A problem, and the file of its input.
struct Contest {
    what: Text,
    profile: &'static str,
    baseline: &'static str,
    write: Write,
    /// Whether answers are also thrown away, so that no disk takes part.
    thrown_away: bool,
}

/// The problem whose answers are long, whole positions in the four forms that templates write, and Nim with counted and
/// with listed moves.
static CONTESTS: [Contest; 7] = [
    Contest {
        what: ["all winning results of Wythoff's game", "威佐夫博弈的全部必胜结果"],
        profile: "XCPC",
        baseline: "wythoff_all_moves",
        write: |out| inputs::write_questions(out, QUESTIONS),
        thrown_away: true,
    },
    Contest {
        what: ["differences as a staircase", "差分成阶梯"],
        profile: "BZOJ 1115",
        baseline: "staircase",
        write: |out| inputs::write_ascending(out, 1000, 1000),
        thrown_away: false,
    },
    Contest {
        what: ["a sum of pairs", "数对之和"],
        profile: "BZOJ 1228",
        baseline: "discard_pairs",
        write: |out| inputs::write_pairs(out, 50, 20_000),
        thrown_away: false,
    },
    Contest {
        what: ["a sum with a limit for each heap", "每堆各有上限的和"],
        profile: "HDU 1851",
        baseline: "bash_sum",
        write: |out| inputs::write_limited(out, 5000, 100),
        thrown_away: false,
    },
    Contest {
        what: ["small compounds", "小的复合游戏"],
        profile: "HDU 2147",
        baseline: "either_heap",
        write: |out| inputs::write_boards(out, 500_000),
        thrown_away: false,
    },
    Contest {
        what: ["winning moves of Nim, counted", "计数 Nim 的必胜着"],
        profile: "HDU 1850",
        baseline: "nim_count",
        write: |out| inputs::write_nim(out, 10_000, 100, 1_000_000),
        thrown_away: false,
    },
    Contest {
        what: ["winning moves of Nim, listed", "列出 Nim 的必胜着"],
        profile: "HDU 2176",
        baseline: "nim_moves",
        write: |out| inputs::write_nim(out, 5, 200_000, 1_000_000_000),
        thrown_away: false,
    },
];

/// The table of all problems.
pub fn table(place: &Place) -> Result<Part> {
    let columns = [
        ["problem", "题目"],
        ["`grundy judge`", "`grundy judge`"],
        ["C++", "C++"],
        ["times as fast", "倍数"],
        ["C++ program", "C++ 程序"],
    ];
    let mut table = Table::new("contests", &columns, "| --- | --: | --: | --: | --- |");
    let null = PathBuf::from("/dev/null");
    for contest in &CONTESTS {
        let input = place.generate(&format!("{}.txt", contest.baseline), contest.write)?;
        let (ours, theirs) = (place.file("contest.grundy"), place.file("contest.baseline"));
        let mut row = |ours: &Path, theirs: &Path, to: Text| -> Result<()> {
            let input_name = input.to_string_lossy();
            let judge = Program::new(place.grundy.clone(), &["judge", contest.profile, &input_name], ours);
            let baseline = Program::new(baseline(contest.baseline), &[], theirs).reading(&input);
            let [judge, baseline] = &in_turns(&[&judge, &baseline])?[..] else { unreachable!() };
            let what = [0, 1].map(|language| {
                let comma = ["`, ", "`，"][language];
                format!("`{}{comma}{}{}", contest.profile, contest.what[language], to[language])
            });
            let program = format!("`baselines/{}.cpp`", contest.baseline);
            let cells = [judge.shown(), baseline.shown(), judge.beside(baseline), program];
            table.row([&what[0], &what[1]], &cells);
            Ok(())
        };
        if contest.thrown_away {
            row(&null, &null, [", thrown away", "，输出丢弃"])?;
        }
        row(&ours, &theirs, ["", ""])?;
        same(&ours, &theirs)?;
    }
    Ok(table.done())
}
