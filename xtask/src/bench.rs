//! `cargo xtask bench`: the benchmarks of the library, then whole programs as a user runs them.
//!
//! A time is valid only with a correct answer, so every output is checked: byte by byte against the baseline's
//! output, or against an independent count. Runs of two programs alternate, so that a machine that slows down
//! half-way slows both.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::inputs;
use crate::repository;
use crate::step::{Step, Tally};

const QUESTIONS: u64 = 1_000_000;
const POSITIONS: u64 = 10_000_000;
const RUNS: usize = 9;
const STARTS: usize = 50;

/// Runs everything and prints the table; `date` defaults to today. With `programs_only` the library's own
/// benchmarks are skipped.
pub fn run(date: Option<&str>, programs_only: bool) -> Result<()> {
    let mut tally = Tally::default();
    let benchmarks = Step::cargo("benchmarks", &["bench", "--workspace"]);
    let build = Step::cargo("build", &["build", "--profile", "dist", "--package", "grundy-cli"]);
    let steps = if programs_only { vec![build] } else { vec![benchmarks, build] };
    for step in steps {
        ensure!(step.run(&mut tally)?, "failed: {}", step.command_line());
    }
    let date = match date {
        Some(date) => date.to_owned(),
        None => first_line_of(Command::new("date").args(["-u", "+%F"]))?,
    };
    let place = repository::path("target/bench");
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let grundy = repository::path("target/dist/grundy");
    compile_baselines()?;
    let rows = [
        judge(&grundy, &place)?,
        contests(&grundy, &place)?,
        searches(&grundy, &place)?,
        batch(&grundy, &place)?,
        start_up(&grundy)?,
    ]
    .concat();
    println!("\n{}; {date}; medians of {RUNS} runs, start-up of {STARTS}\n", machine()?);
    println!("| what | program | min | median | max | notes |\n| --- | --- | --: | --: | --: | --- |");
    for row in rows {
        println!("{row}");
    }
    Ok(())
}

/// All winning results of a million questions, in runs that alternate with the C++ program: once with the 27
/// MB of answers discarded, and once written to a file, where the cost of the disk is the same for both.
fn judge(grundy: &Path, place: &Path) -> Result<Vec<String>> {
    let baseline = baseline("wythoff_all_moves");
    let input = generate(place, "xcpc.txt", |out| inputs::write_questions(out, QUESTIONS))?;
    let null = PathBuf::from("/dev/null");
    let (ours, theirs) = (place.join("xcpc.grundy"), place.join("xcpc.baseline"));
    let mut rows = Vec::new();
    for (where_to, ours, theirs) in [("thrown away", &null, &null), ("to a file", &ours, &theirs)] {
        let (mut ours_took, mut theirs_took) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            ours_took.push(time(Command::new(grundy).args(["judge", "XCPC"]).arg(&input), None, ours)?);
            theirs_took.push(time(&mut Command::new(&baseline), Some(&input), theirs)?);
        }
        // Discarded answers cannot be compared: the files of the last run are compared instead.
        if ours != &null
            && let Some(line) = first_difference(ours, theirs)?
        {
            anyhow::bail!("{} and {} differ at line {line}", ours.display(), theirs.display());
        }
        let what = format!("XCPC, 10^6 questions, all winning results, {where_to}");
        let beside = ratio(&ours_took, &theirs_took);
        rows.push(row(&what, "`grundy judge XCPC`", ours_took, &beside));
        rows.push(row(&what, "`baselines/wythoff_all_moves.cpp`", theirs_took, "the same output"));
    }
    Ok(rows)
}

/// A contest problem whose input has about a million numbers.
struct Contest {
    what: &'static str,
    profile: &'static str,
    baseline: &'static str,
    write: fn(&mut BufWriter<File>) -> Result<()>,
}

/// Whole positions in the four forms that templates write, and Nim with counted and with listed moves.
static CONTESTS: [Contest; 6] = [
    Contest {
        what: "differences as a staircase",
        profile: "BZOJ 1115",
        baseline: "staircase",
        write: |out| inputs::write_ascending(out, 1000, 1000),
    },
    Contest {
        what: "a sum of pairs",
        profile: "BZOJ 1228",
        baseline: "discard_pairs",
        write: |out| inputs::write_pairs(out, 50, 20_000),
    },
    Contest {
        what: "a sum with a limit for each heap",
        profile: "HDU 1851",
        baseline: "bash_sum",
        write: |out| inputs::write_limited(out, 5000, 100),
    },
    Contest {
        what: "small compounds",
        profile: "HDU 2147",
        baseline: "either_heap",
        write: |out| inputs::write_boards(out, 500_000),
    },
    Contest {
        what: "winning moves of Nim, counted",
        profile: "HDU 1850",
        baseline: "nim_count",
        write: |out| inputs::write_nim(out, 10_000, 100, 1_000_000),
    },
    Contest {
        what: "winning moves of Nim, listed",
        profile: "HDU 2176",
        baseline: "nim_moves",
        write: |out| inputs::write_nim(out, 5, 200_000, 1_000_000_000),
    },
];

/// Contest problems of a million numbers, in runs that alternate with their C++ programs.
fn contests(grundy: &Path, place: &Path) -> Result<Vec<String>> {
    let mut rows = Vec::new();
    for contest in &CONTESTS {
        let input = generate(place, &format!("{}.txt", contest.baseline), contest.write)?;
        let (ours, theirs) = (place.join("contest.grundy"), place.join("contest.baseline"));
        let (mut ours_took, mut theirs_took) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let mut judge = Command::new(grundy);
            ours_took.push(time(judge.args(["judge", contest.profile]).arg(&input), None, &ours)?);
            theirs_took.push(time(&mut Command::new(baseline(contest.baseline)), Some(&input), &theirs)?);
        }
        if let Some(line) = first_difference(&ours, &theirs)? {
            anyhow::bail!("{} and {} differ at line {line}", contest.profile, contest.baseline);
        }
        let what = format!("{}, 10^6 numbers: {}", contest.profile, contest.what);
        let beside = ratio(&ours_took, &theirs_took);
        rows.push(row(&what, &format!("`grundy judge '{}'`", contest.profile), ours_took, &beside));
        let program = format!("`baselines/{}.cpp`", contest.baseline);
        rows.push(row(&what, &program, theirs_took, "the same output"));
    }
    Ok(rows)
}

/// A game without a theorem, and the program that keeps every position it meets.
struct Search {
    what: &'static str,
    game: &'static str,
    baseline: &'static str,
    arguments: &'static [&'static str],
    /// What both print: the Grundy value, or who wins.
    field: &'static str,
}

static SEARCHES: [Search; 5] = [
    Search {
        what: "Wythoff's game on three heaps",
        game: "take any or take any from 2 heaps[147, 148, 149]",
        baseline: "three_heaps",
        arguments: &["147", "148", "149"],
        field: "outcome",
    },
    Search {
        what: "a take that must not be repeated, three heaps",
        game: "take any except last; first any[40, 45, 50]",
        baseline: "except_last",
        arguments: &["40", "45", "50"],
        field: "value",
    },
    Search {
        what: "at most twice the last take, a sum",
        game: "fibonacci[2000] + fibonacci[2500] + fibonacci[3000]",
        baseline: "last_take",
        arguments: &["2000", "2500", "3000"],
        field: "value",
    },
    Search {
        what: "Chomp by a script",
        game: "script(\"baselines/chomp.rhai\")[9, 9, 9, 9, 9, 9, 9, 9]",
        baseline: "chomp",
        arguments: &["8", "9"],
        field: "value",
    },
    Search {
        what: "a graph of 10^6 vertices and 2.5 * 10^6 edges",
        game: "graph(\"target/bench/graph.txt\")[999998, 999999, 1000000]",
        baseline: "graph_values",
        arguments: &["target/bench/graph.txt", "999998", "999999", "1000000"],
        field: "value",
    },
];

/// Games that are searched, in runs that alternate with their C++ programs.
fn searches(grundy: &Path, place: &Path) -> Result<Vec<String>> {
    generate(place, "graph.txt", |out| inputs::write_graph(out, 1_000_000))?;
    let (ours, theirs) = (place.join("search.grundy"), place.join("search.baseline"));
    let mut rows = Vec::new();
    for search in &SEARCHES {
        let (mut ours_took, mut theirs_took) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let mut solve = Command::new(grundy);
            solve.args(["solve", "--json", "--threads", "1", "--moves", "0", search.game]);
            ours_took.push(time(solve.current_dir(repository::path("")), None, &ours)?);
            let mut program = Command::new(baseline(search.baseline));
            program.args(search.arguments).current_dir(repository::path(""));
            theirs_took.push(time(&mut program, None, &theirs)?);
        }
        let answer: serde_json::Value = serde_json::from_str(&fs::read_to_string(&ours)?)?;
        let found = match &answer[search.field] {
            serde_json::Value::String(outcome) => u64::from(outcome == "N"),
            value => value.as_u64().context("no number in the answer")?,
        };
        let expected = fs::read_to_string(&theirs)?;
        ensure!(expected.trim() == found.to_string(), "{}: {found}, not {expected}", search.game);
        let beside = ratio(&ours_took, &theirs_took);
        rows.push(row(search.what, &format!("`grundy solve '{}'`", search.game), ours_took, &beside));
        let program = format!("`baselines/{}.cpp`", search.baseline);
        rows.push(row(search.what, &program, theirs_took, "the same answer"));
    }
    Ok(rows)
}

/// The speeds of runs in turns; more than 1 means that Grundy was faster than the other program in the same turn.
fn ratio(ours: &[Duration], theirs: &[Duration]) -> String {
    let turns = ours.iter().zip(theirs);
    let mut ratios: Vec<u128> =
        turns.map(|(ours, theirs)| theirs.as_micros() * 100 / ours.as_micros().max(1)).collect();
    ratios.sort_unstable();
    let [least, median, most] = [0, RUNS / 2, RUNS - 1].map(|at| hundredths(ratios[at]));
    format!("{median} times ({least} to {most}) the baseline's speed")
}

/// Ten million positions, one answer a line, compared with an independent count.
fn batch(grundy: &Path, place: &Path) -> Result<Vec<String>> {
    let input = generate(place, "wythoff.txt", |out| inputs::write_positions(out, POSITIONS))?;
    let output = place.join("wythoff.out");
    let lost = inputs::count_lost(BufReader::new(File::open(&input)?))?;
    let mut took = Vec::new();
    for _ in 0..RUNS {
        let mut command = Command::new(grundy);
        command.args(["batch", "wythoff"]).arg(&input).args(["--threads", "1"]);
        took.push(time(&mut command, None, &output)?);
        let (won_lines, lost_lines) = count_answers(&output)?;
        ensure!(
            lost_lines == lost && won_lines == POSITIONS - lost,
            "batch answered P {lost_lines} times and N {won_lines} times, of {POSITIONS} positions {lost} are P"
        );
    }
    took.sort_unstable();
    let bytes = u128::from(fs::metadata(&input)?.len());
    let speed = hundredths(bytes * 100 / took[RUNS / 2].as_micros().max(1));
    let beside = format!("{speed} MB/s of input, {lost} P counted and found");
    Ok(vec![row("Wythoff, 10^7 positions, one thread", "`grundy batch wythoff`", took, &beside)])
}

/// The time of a program that is started for a single question.
fn start_up(grundy: &Path) -> Result<Vec<String>> {
    let mut took = Vec::new();
    for _ in 0..STARTS {
        let mut command = Command::new(grundy);
        command.args(["solve", "wythoff", "646", "583"]);
        took.push(time(&mut command, None, Path::new("/dev/null"))?);
    }
    Ok(vec![row("start-up and one answer", "`grundy solve wythoff 646 583`", took, "")])
}

/// The compiled baseline with this name.
fn baseline(name: &str) -> PathBuf {
    repository::path("target/baselines").join(name)
}

/// Compiles every baseline, so that none breaks unnoticed.
fn compile_baselines() -> Result<()> {
    fs::create_dir_all(repository::path("target/baselines"))?;
    for entry in fs::read_dir(repository::path("baselines"))? {
        let source = entry?.path();
        if source.extension().is_none_or(|extension| extension != "cpp") {
            continue;
        }
        let program = baseline(&source.file_stem().unwrap_or_default().to_string_lossy());
        let status = Command::new("g++")
            .args(["-O2", "-o"])
            .args([&program, &source])
            .status()
            .context("cannot start g++, which the comparison needs")?;
        ensure!(status.success(), "g++ could not compile {}", source.display());
    }
    Ok(())
}

/// Writes an input file; its content is always the same.
fn generate(place: &Path, name: &str, write: impl Fn(&mut BufWriter<File>) -> Result<()>) -> Result<PathBuf> {
    let path = place.join(name);
    println!("writing {}", path.display());
    let mut out =
        BufWriter::new(File::create(&path).with_context(|| format!("cannot write {}", path.display()))?);
    write(&mut out)?;
    out.flush()?;
    Ok(path)
}

/// Wall time of one run, from start to exit, with stdout in a file.
fn time(command: &mut Command, input: Option<&Path>, output: &Path) -> Result<Duration> {
    let stdin = match input {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    command.stdin(stdin).stdout(File::create(output)?);
    let started = Instant::now();
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    let took = started.elapsed();
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(took)
}

/// The first line, counted from 1, at which two files differ; a missing line is a difference too.
fn first_difference(left: &Path, right: &Path) -> Result<Option<u64>> {
    let (mut left, mut right) = (BufReader::new(File::open(left)?), BufReader::new(File::open(right)?));
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for line in 1.. {
        one.clear();
        other.clear();
        let ended = left.read_until(b'\n', &mut one)? + right.read_until(b'\n', &mut other)? == 0;
        if one != other {
            return Ok(Some(line));
        }
        if ended {
            break;
        }
    }
    Ok(None)
}

/// The number of `N` and of `P` lines; any other line is an error.
fn count_answers(path: &Path) -> Result<(u64, u64)> {
    let (mut won, mut lost) = (0, 0);
    for line in BufReader::new(File::open(path)?).lines() {
        match line?.as_str() {
            "N" => won += 1,
            "P" => lost += 1,
            other => anyhow::bail!("{}: `{other}` is neither N nor P", path.display()),
        }
    }
    Ok((won, lost))
}

/// One line of the table.
fn row(what: &str, program: &str, mut took: Vec<Duration>, beside: &str) -> String {
    took.sort_unstable();
    let [min, median, max] = [0, took.len() / 2, took.len() - 1].map(|at| readable(took[at]));
    format!("| {what} | {program} | {min} | {median} | {max} | {beside} |")
}

/// Seconds from a tenth of a second on, else milliseconds.
fn readable(time: Duration) -> String {
    if time >= Duration::from_millis(100) {
        format!("{} s", hundredths(time.as_millis() / 10))
    } else {
        format!("{} ms", hundredths(time.as_micros() / 10))
    }
}

/// Formats a number of hundredths as a decimal.
fn hundredths(number: u128) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

/// The processor, and the number of its cores that this program may use.
pub fn machine() -> Result<String> {
    let text =
        fs::read_to_string("/proc/cpuinfo").context("the machine's name is read from /proc/cpuinfo")?;
    let model = text
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unnamed processor", |(_, model)| model.trim());
    Ok(format!("{model}, {} cores", std::thread::available_parallelism()?))
}

/// The first line a command prints.
pub fn first_line_of(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_the_unit_a_person_would_choose() {
        assert_eq!(readable(Duration::from_millis(1234)), "1.23 s");
        assert_eq!(readable(Duration::from_micros(2340)), "2.34 ms");
        assert_eq!(hundredths(5), "0.05");
    }

    #[test]
    fn a_row_is_ordered_whatever_the_order_of_the_runs() {
        let took = [3000, 1000, 2000].map(Duration::from_micros).to_vec();
        assert_eq!(row("a", "b", took, "c"), "| a | b | 1.00 ms | 2.00 ms | 3.00 ms | c |");
    }

    #[test]
    fn the_first_difference_is_a_line_number_and_a_missing_line_counts() -> Result<()> {
        let place = std::env::temp_dir().join(format!("grundy-xtask-{}", std::process::id()));
        fs::create_dir_all(&place)?;
        let (left, right) = (place.join("left"), place.join("right"));
        fs::write(&left, "1\n2\n3\n")?;
        for (text, expected) in [("1\n2\n3\n", None), ("1\n4\n3\n", Some(2)), ("1\n2\n", Some(3))] {
            fs::write(&right, text)?;
            assert_eq!(first_difference(&left, &right)?, expected);
        }
        fs::remove_dir_all(&place)?;
        Ok(())
    }
}
