//! `cargo xtask limit-test`: random questions of all commands, each in a process that the system limits to twice the memory of
//! `--memory`. Each must return an answer or a clear error in time: never an abort, a signal, or a process that has to be killed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::generator::{self, Random};

/// The default number of questions.
const QUESTIONS: u64 = 500;
/// The program's memory limit, in MiB.
const MEMORY: u64 = 256;
/// The program's time limit.
const TIME: Duration = Duration::from_secs(2);
/// The most time after the limit that an answer may take: a second, and some more on a busy machine.
const LATE: Duration = Duration::from_secs(3);
/// The address space of the program itself in MiB: its code, the stacks of its threads.
const ITSELF: u64 = 128;

const GAMES: [&str; 24] = [
    "nim",
    "wythoff",
    "kayles",
    "grundy",
    "take 1, 3, 4",
    "take 2.. leaving 1 heap",
    "octal(0.16)",
    "octal(0.106)",
    "hex(0.3f)",
    "take any or take any from 2 heaps",
    "take divisors of n",
    "take 1..n/2 from max heap",
    "moore(3)",
    "euclid",
    "fibonacci",
    "staircase",
    "turtles",
    "ruler",
    "turn 1..5 coins in a row",
    "turn 1..9 coins",
    "chomp",
    "endnim",
    "take any; ring",
    "split into 2 unequal heaps",
];

/// Games with embedded text, some of it malicious.
const OWN: [&str; 6] = [
    "graph(\"a: b; b: a c; c:\")[a, b]",
    "script(\"fn options(p){ let f=|x| x; for i in 0..100000 { let g=f; f=|x| g.call(x); } [] }\")[5]",
    "script(\"fn options(p){ let a=[]; loop { a += [a]; } }\")[5]",
    "script(\"fn f(n){ let a=[]; a.pad(99999,n); if n > 0 { f(n - 1); } a.len() } fn options(p){ f(40); [] }\")[5]",
    "script(\"fn options(p){ [[p[0] + 1]] }\")[5]",
    "some(nim[20], graph(\"a: b; b: a\")[a])",
];

/// The statistics of the questions.
#[derive(Default)]
struct Ended {
    answered: u64,
    limits: u64,
    refused: u64,
    slowest: Duration,
}

/// Runs the test with these options of the command line; returns whether nothing went wrong.
pub fn run(arguments: &[String]) -> Result<bool> {
    let (mut questions, mut seed, mut program) = (QUESTIONS, 1, PathBuf::from("target/release/grundy"));
    for pair in arguments.chunks(2) {
        let [name, value] = pair else { bail!("{} needs a value", pair[0]) };
        match name.as_str() {
            "--questions" => questions = value.parse().context("--questions is a whole number")?,
            "--seed" => seed = value.parse().context("--seed is a whole number")?,
            "--program" => program = PathBuf::from(value),
            _ => bail!("unknown option {name}; the options are --questions N, --seed S, --program FILE"),
        }
    }
    let mut random = Random::new(seed);
    let mut ended = Ended::default();
    let mut wrong = 0;
    for number in 1..=questions {
        let (words, input) = question(&mut random);
        let begun = Instant::now();
        let output = ask(&program, &words, &input)?;
        let took = begun.elapsed();
        ended.slowest = ended.slowest.max(took);
        let speaks = !output.stdout.is_empty() || !output.stderr.is_empty();
        match output.status.code() {
            Some(0 | 1) => ended.answered += 1,
            Some(2) if speaks => ended.refused += 1,
            Some(3) if speaks => ended.limits += 1,
            _ => {
                wrong += 1;
                println!("{number}: {} of {words:?}", output.status);
                println!(
                    "{}",
                    String::from_utf8_lossy(&output.stderr).lines().take(4).collect::<Vec<_>>().join("\n")
                );
                continue;
            }
        }
        // In `play` the limit is for each question.
        let asked = if words[0] == "play" { input.lines().count() } else { 1 };
        if took > TIME * u32::try_from(asked).unwrap_or(u32::MAX) + LATE {
            wrong += 1;
            println!("{number}: {} ms for {words:?}", took.as_millis());
        }
    }
    let Ended { answered, limits, refused, slowest } = ended;
    println!(
        "{questions} questions: {answered} answered, {limits} at a limit, {refused} refused, {wrong} wrong; the slowest {} ms",
        slowest.as_millis()
    );
    Ok(wrong == 0)
}

/// Runs the program with an address space of twice its memory limit.
fn ask(program: &Path, words: &[String], input: &str) -> Result<Output> {
    let space = (2 * MEMORY + ITSELF) << 10;
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v $0 && exec \"$@\"", &space.to_string()])
        .arg(program)
        .args(words)
        .args([
            "--memory",
            &format!("{MEMORY}MiB"),
            "--time",
            &format!("{}s", TIME.as_secs()),
            "--threads",
            "2",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} does not start", program.display()))?;
    let mut pipe = child.stdin.take().context("no pipe")?;
    let text = input.to_owned();
    // A program that stops early closes the pipe.
    let writer = std::thread::spawn(move || drop(pipe.write_all(text.as_bytes())));
    let output = child.wait_with_output()?;
    let _ = writer.join();
    Ok(output)
}

/// A random question: the arguments, and the text on standard input.
fn question(random: &mut Random) -> (Vec<String>, String) {
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let game = &game(random);
    let size = number(random);
    let nothing = String::new;
    match random.below(20) {
        0 => (words(&["solve", random.pick(&OWN)]), nothing()),
        1 => (words(&["solve", &position(random, game), "--value"]), nothing()),
        2 => (words(&["solve", &position(random, game), "--moves", "all", "--json"]), nothing()),
        3 => (words(&["explain", &position(random, game)]), nothing()),
        4 => (words(&["values", game, "--to", &size]), nothing()),
        5 => (words(&["values", game, "--to", &size, "--stats"]), nothing()),
        6 => (words(&["period", game]), nothing()),
        7 => (words(&["table", game, "--size", "300x300"]), nothing()),
        8 => (words(&["pattern", game]), nothing()),
        9 => {
            let count = 1 + random.below(2_000);
            let rows: Vec<String> =
                (0..count).map(|_| format!("{} {}", number(random), number(random))).collect();
            (
                words(&["batch", game, "--show", "outcome,value,method", "--keep-going"]),
                rows.join("\n") + "\n",
            )
        }
        10 => {
            let heaps: Vec<String> = (0..=random.below(200_000)).map(|n| (n % 97).to_string()).collect();
            (words(&["batch", game, "--show", "outcome,first-move"]), heaps.join(" ") + "\n")
        }
        11 => {
            let expression = format!("{size}^{size} * ({} + root({size}, 7))^-3", number(random));
            (words(&["nim", &expression]), nothing())
        }
        12 => (words(&["nash", &matrix(random)]), nothing()),
        13 => (words(&["sweep", "subtract", &format!("1..{}", 1 + random.below(24))]), nothing()),
        14 => (words(&["quotient", game]), nothing()),
        15 => (words(&["genus", game, "--to", &size]), nothing()),
        16 => (words(&["games", game]), nothing()),
        17 => {
            let rows: Vec<String> =
                (0..=random.below(3_000)).map(|_| format!("{} {}", number(random), number(random))).collect();
            (words(&["judge", "POJ 1067"]), rows.join("\n") + "\n")
        }
        18 => {
            let certificate = format!(
                "{{\"schema\": 1, \"rule\": {{\"takes\": [{{\"amounts\": [[1, {}]], \"leave\": [0, 1, 2]}}]}}, \"claim\": {{\"period\": {size}, \
                 \"preperiod\": {}, \"saltus\": 0, \"theorem\": \"guy-smith\", \"bound\": {}}}, \"sha256\": \"{}\"}}",
                number(random),
                number(random),
                number(random),
                "0".repeat(64)
            );
            (words(&["verify", "-"]), certificate)
        }
        _ => {
            let heaps = position(random, game);
            let moves: Vec<String> =
                (0..random.below(6)).map(|_| format!("take {}", number(random))).collect();
            (words(&["play", &heaps, "--line"]), moves.join("\n") + "\nhint\nmoves all\nquit\n")
        }
    }
}

/// Rules: a known game, or drawn from all forms of the notation.
fn game(random: &mut Random) -> String {
    if random.once_in(2) {
        return random.pick(&GAMES).to_owned();
    }
    let misere = if random.once_in(4) { "misere " } else { "" };
    format!("{misere}{}", generator::rules(random))
}

/// A payoff matrix of a few or of many strategies, with or without ties.
fn matrix(random: &mut Random) -> String {
    let (rows, columns) = (1 + random.below(24), 1 + random.below(24));
    let most = if random.once_in(2) { 2 } else { 1_000 };
    let mut cell = || format!("{},{}", random.below(most), random.below(most));
    let mut row = || (0..columns).map(|_| cell()).collect::<Vec<_>>().join(" ");
    (0..rows).map(|_| row()).collect::<Vec<_>>().join("; ")
}

fn position(random: &mut Random, game: &str) -> String {
    let heaps: Vec<String> = (0..=random.below(4)).map(|_| number(random)).collect();
    let position = format!("{game}[{}]", heaps.join(", "));
    if random.below(4) == 0 {
        format!("{position} + wythoff[{}, {}]", number(random), number(random))
    } else {
        position
    }
}

/// Mostly a small number, sometimes one so large that only a theorem covers it.
fn number(random: &mut Random) -> String {
    match random.below(10) {
        0..=4 => random.below(40).to_string(),
        5 | 6 => random.below(3_000).to_string(),
        7 => random.below(3_000_000).to_string(),
        8 => random.below(1 << 50).to_string(),
        _ => format!("10^{}", random.below(400)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_about_known_games_and_about_random_rules() {
        let mut random = Random::new(1);
        let games: Vec<String> = (0..400).map(|_| game(&mut random)).collect();
        let known = games.iter().filter(|game| GAMES.contains(&game.as_str())).count();
        assert!((150..250).contains(&known), "{known}");
        assert!(games.iter().any(|game| game.starts_with("misere ")));
        let again: Vec<_> = (0..50).map(|_| question(&mut Random::new(7))).collect();
        assert!(again.windows(2).all(|pair| pair[0] == pair[1]), "a seed gives its questions again");
    }
}
