//! The search compared with a plain program: a hash map from positions to outcomes, one thread, in the style
//! of a contest solution. Each run is a separate process, so that its peak memory can be read from the system
//! (Linux); both must give the same outcome.
//!
//! `cargo bench -p grundy-bench --bench search` prints a table.

use std::collections::HashMap;
use std::process::Command;
use std::time::Instant;

use grundy_solver::Solver;
use grundy_solver::limits::Limits;

/// Games, with the heaps to solve.
const CASES: [(&str, &[u32]); 6] = [
    ("wythoff", &[97, 98, 99]),
    ("wythoff", &[197, 198, 199]),
    ("fibonacci", &[37, 38, 39]),
    ("fibonacci", &[97, 98, 99]),
    ("chomp", &[20, 20, 20, 20]),
    ("chomp", &[14, 14, 14, 14, 14, 14]),
];

/// Outcomes by position: the heaps, followed in Fibonacci Nim by the latest take.
type Known = HashMap<Vec<u32>, bool>;

fn wythoff(heaps: &[u32], known: &mut Known) -> bool {
    if let Some(&wins) = known.get(heaps) {
        return wins;
    }
    let mut wins = false;
    let mut look = |next: Vec<u32>, known: &mut Known| {
        let mut next = next;
        next.sort_unstable();
        wins = wins || !wythoff(&next, known);
        wins
    };
    'found: for a in 0..heaps.len() {
        for k in 1..=heaps[a] {
            let mut next = heaps.to_vec();
            next[a] -= k;
            if look(next, known) {
                break 'found;
            }
        }
        for b in a + 1..heaps.len() {
            for k in 1..=heaps[a].min(heaps[b]) {
                let mut next = heaps.to_vec();
                next[a] -= k;
                next[b] -= k;
                if look(next, known) {
                    break 'found;
                }
            }
        }
    }
    known.insert(heaps.to_vec(), wins);
    wins
}

/// The last entry is the latest take; 0 at the start.
fn fibonacci(position: &[u32], known: &mut Known) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let (heaps, last) = (&position[..position.len() - 1], position[position.len() - 1]);
    let mut wins = false;
    'found: for a in 0..heaps.len() {
        let most = if last == 0 { heaps[a].saturating_sub(1) } else { heaps[a].min(2 * last) };
        for k in 1..=most {
            let mut next = heaps.to_vec();
            next[a] -= k;
            next.sort_unstable();
            next.push(k);
            if !fibonacci(&next, known) {
                wins = true;
                break 'found;
            }
        }
    }
    known.insert(position.to_vec(), wins);
    wins
}

/// Rows from the longest down; the player to move may not take the last square.
fn chomp(rows: &[u32], known: &mut Known) -> bool {
    if let Some(&wins) = known.get(rows) {
        return wins;
    }
    let mut wins = false;
    'found: for row in 0..rows.len() {
        for left in 0..rows[row] {
            if (row, left) == (0, 0) {
                continue;
            }
            let mut next: Vec<u32> = rows.to_vec();
            for length in &mut next[row..] {
                *length = (*length).min(left);
            }
            if !chomp(&next, known) {
                wins = true;
                break 'found;
            }
        }
    }
    known.insert(rows.to_vec(), wins);
    wins
}

/// Number of positions at or below these heaps, each counted in one order: a table has a verdict for each.
fn below(heaps: &[u32]) -> u64 {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable();
    // Lists so far by their greatest heap.
    let mut lists = vec![1u64; sorted[0] as usize + 1];
    for &heap in &sorted[1..] {
        let mut sum = 0;
        lists.resize(heap as usize + 1, 0);
        for count in &mut lists {
            sum += *count;
            *count = sum;
        }
    }
    lists.iter().sum()
}

/// One run in this process: outcome, positions, seconds.
fn run(kind: &str, game: &str, heaps: &[u32]) {
    let start = Instant::now();
    let list: Vec<String> = heaps.iter().map(u32::to_string).collect();
    let (wins, positions) = if kind == "plain" {
        let mut known = Known::new();
        let wins = match game {
            "wythoff" => wythoff(heaps, &mut known),
            "chomp" => chomp(heaps, &mut known),
            _ => fibonacci(&[heaps, &[0]].concat(), &mut known),
        };
        (wins, known.len() as u64)
    } else {
        let solver = Solver::new(Limits { memory: 16 << 30, time: None, threads: 0 });
        let position =
            grundy_solver::notation::parse_position(&format!("{game}[{}]", list.join(","))).unwrap();
        let outcome = if kind == "outcome" {
            solver.outcome(&position).unwrap()
        } else {
            solver.solve(&position).unwrap().outcome
        };
        (
            outcome == grundy_solver::Outcome::N,
            solver.search_cost().map_or_else(|| below(heaps), |cost| cost.positions),
        )
    };
    println!("{wins} {positions} {} {}", start.elapsed().as_micros(), most_memory());
}

/// Peak memory of this process in KiB; 0 if the system does not report it.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, word, kind, game, heaps @ ..] = &arguments[..]
        && word == "run"
    {
        let heaps: Vec<u32> = heaps.iter().map(|heap| heap.parse().unwrap()).collect();
        return run(kind, game, &heaps);
    }
    println!("| game | program | positions | ms | positions a second | MiB | bytes a position |");
    println!("| --- | --- | --: | --: | --: | --: | --: |");
    for (game, heaps) in CASES {
        let mut outcomes = Vec::new();
        for kind in ["plain", "outcome", "solve"] {
            let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
            let this = std::env::current_exe().unwrap();
            let output = Command::new(this).args(["run", kind, game]).args(&heaps).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let mut words = text.split_whitespace();
            outcomes.push(words.next().unwrap().to_owned());
            let numbers: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
            let [positions, micros, kib] = numbers[..] else { panic!("{text}") };
            println!(
                "| {game}[{}] | {kind} | {positions} | {} | {} | {} | {} |",
                heaps.join(", "),
                micros / 1000,
                positions * 1_000_000 / micros.max(1),
                kib / 1024,
                kib * 1024 / positions.max(1),
            );
        }
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{game}: {outcomes:?}");
    }
}
