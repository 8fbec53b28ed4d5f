//! Every built-in profile compared with its rules, written out once more and searched: nothing here uses the notation.
//!
//! A row of a table names a profile, how large the numbers of its inputs may be here, the words for a won and for a lost
//! position, and a function that reads an input of the problem and answers it by plain search.

// The tables name many small functions; positions are lists that they own, and numbers stay small.
#![allow(
    clippy::wildcard_imports,
    clippy::needless_pass_by_value,
    clippy::ptr_arg,
    clippy::format_collect,
    clippy::maybe_infinite_iter
)]

mod boards;
mod heaps;
mod numbers;
mod table;

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::panic::catch_unwind;

use grundy_judge::stress::inputs;
use grundy_judge::{BUILTINS, Grundy, Judge, Profile};
use grundy_solver::Solver;

/// A position: whatever numbers the rules need.
type Pos = Vec<i64>;
type Moves<'m> = &'m dyn Fn(&[i64]) -> Vec<Pos>;
/// The words for a won and for a lost position.
type Words = [&'static str; 2];

struct Row {
    file: &'static str,
    /// The largest number, then exceptions: `6 n=3 b=5..7`.
    caps: &'static str,
    words: Words,
    answer: fn(&mut Reader, Words) -> String,
}

/// Positions that one search may visit.
const MOST: usize = 400_000;
const DEEPEST: usize = 3_000;
/// The largest number of an input, and the largest heap of a search.
const LARGEST: i64 = 100_000;
const LARGEST_HEAP: i64 = 1_500;

thread_local! {
    static TOO_LARGE: Cell<bool> = const { Cell::new(false) };
}

fn give_up() {
    TOO_LARGE.set(true);
}

/// The numbers of an input.
struct Reader {
    words: Vec<String>,
    at: usize,
}

impl Reader {
    fn more(&self) -> bool {
        self.at < self.words.len()
    }

    /// The next number. A large number cannot be searched.
    fn n(&mut self) -> i64 {
        self.at += 1;
        let number = self.words.get(self.at - 1).and_then(|word| word.parse().ok());
        number.filter(|n| *n <= LARGEST).unwrap_or_else(|| {
            give_up();
            1
        })
    }

    fn list(&mut self, count: i64) -> Pos {
        (0..count).map(|_| self.n()).collect()
    }

    /// A count and as many numbers.
    fn heaps(&mut self) -> Pos {
        let count = self.n();
        self.list(count)
    }

    fn pair(&mut self) -> (i64, i64) {
        (self.n(), self.n())
    }

    /// Answers as many questions as the first number says.
    fn times(&mut self, mut answer: impl FnMut(&mut Self) -> String) -> String {
        let count = self.n();
        (0..count).map(|_| answer(self) + "\n").collect()
    }

    /// Answers as many questions as the first number says, with `Case 1: ` and so on in front.
    fn cases(&mut self, before: &str, mut answer: impl FnMut(&mut Self) -> String) -> String {
        let mut case = 0;
        self.times(|r| {
            case += 1;
            format!("Case {before}{case}: {}", answer(r))
        })
    }

    /// Answers questions to the end of the input.
    fn rest(&mut self, mut answer: impl FnMut(&mut Self) -> String) -> String {
        let mut out = String::new();
        while self.more() {
            let _ = writeln!(out, "{}", answer(self));
        }
        out
    }

    /// Answers questions up to one whose first numbers are 0.
    fn until_zeros(&mut self, zeros: usize, mut answer: impl FnMut(&mut Self) -> String) -> String {
        let mut out = String::new();
        while self.more() && self.words[self.at..].iter().take(zeros).any(|word| word != "0") {
            let _ = writeln!(out, "{}", answer(self));
        }
        out
    }
}

fn say(won: bool, words: Words) -> String {
    words[usize::from(!won)].to_owned()
}

fn search(
    position: &Pos,
    moves: Moves,
    last_wins: bool,
    known: &mut HashMap<Pos, bool>,
    depth: usize,
) -> bool {
    if let Some(&won) = known.get(position) {
        return won;
    }
    if known.len() > MOST || depth > DEEPEST || TOO_LARGE.get() {
        give_up();
        return false;
    }
    let options = moves(position);
    let won = if options.is_empty() {
        !last_wins
    } else {
        options.iter().any(|option| !search(option, moves, last_wins, known, depth + 1))
    };
    known.insert(position.clone(), won);
    won
}

/// Whether the player to move wins, if whoever cannot move loses.
fn won(position: Pos, moves: Moves) -> bool {
    search(&position, moves, true, &mut HashMap::new(), 0)
}

/// Whether the player to move wins, if whoever cannot move wins.
fn won_misere(position: Pos, moves: Moves) -> bool {
    search(&position, moves, false, &mut HashMap::new(), 0)
}

/// The options that are lost for the opponent, in the order of the moves.
fn winning(position: &[i64], moves: Moves) -> Vec<Pos> {
    let mut known = HashMap::new();
    moves(position).into_iter().filter(|option| !search(option, moves, true, &mut known, 0)).collect()
}

/// The least number that is not the value of an option.
fn value(position: &Pos, moves: Moves, known: &mut HashMap<Pos, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    if known.len() > MOST || TOO_LARGE.get() {
        give_up();
        return 0;
    }
    let options: Vec<u64> = moves(position).iter().map(|option| value(option, moves, known)).collect();
    let least = (0..).find(|v| !options.contains(v)).expect("a number");
    known.insert(position.clone(), least);
    least
}

/// Whether the player to move wins a game that may go on for ever, worked out backwards from its ends.
fn won_with_returns(start: Pos, moves: Moves) -> bool {
    let mut all: BTreeMap<Pos, Vec<Pos>> = BTreeMap::new();
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        if all.len() > MOST {
            give_up();
            return false;
        }
        if let std::collections::btree_map::Entry::Vacant(place) = all.entry(position) {
            let options = moves(place.key());
            waiting.extend(options.iter().cloned());
            place.insert(options);
        }
    }
    let mut outcomes: HashMap<&Pos, bool> = HashMap::new();
    loop {
        let before = outcomes.len();
        for (position, options) in &all {
            if options.iter().any(|option| outcomes.get(option) == Some(&false)) {
                outcomes.insert(position, true);
            } else if options.iter().all(|option| outcomes.get(option) == Some(&true)) {
                outcomes.insert(position, false);
            }
        }
        if outcomes.len() == before {
            return outcomes[&start];
        }
    }
}

/// Moves that change one heap: by the amounts that may be taken from `n`.
fn take(position: &[i64], amounts: impl Fn(i64) -> Vec<i64>) -> Vec<Pos> {
    change(position, |n| {
        amounts(n).into_iter().filter(|take| (1..=n).contains(take)).map(|take| vec![n - take]).collect()
    })
}

/// Moves that replace one heap by several; empty heaps are dropped.
fn change(position: &[i64], results: impl Fn(i64) -> Vec<Pos>) -> Vec<Pos> {
    let mut all = Vec::new();
    if position.iter().any(|&n| n > LARGEST_HEAP) {
        give_up();
        return all;
    }
    for (i, &n) in position.iter().enumerate() {
        for parts in results(n) {
            let mut next = position.to_vec();
            next.splice(i..=i, parts);
            next.retain(|&heap| heap > 0);
            next.sort_unstable();
            all.push(next);
        }
    }
    all
}

fn nim(position: &[i64]) -> Vec<Pos> {
    take(position, |n| (1..=n).collect())
}

/// The bounds of a statement, cut down to what a plain search can do.
fn small(toml: &str, caps: &str) -> String {
    let mut words = caps.split(' ');
    let all: i64 = words.next().and_then(|word| word.parse().ok()).expect("a cap");
    let own: HashMap<&str, &str> = words.filter_map(|word| word.split_once('=')).collect();
    let mut inside = false;
    let mut out = String::new();
    for line in toml.lines() {
        if line.starts_with('[') {
            inside = line == "[limits]";
            let _ = writeln!(out, "{line}");
            if inside {
                let _ = writeln!(out, "cases = \"1..{}\"", own.get("cases").unwrap_or(&"8"));
            }
            continue;
        }
        let Some((key, bounds)) = line.split_once('=').filter(|_| inside) else {
            let _ = writeln!(out, "{line}");
            continue;
        };
        let (key, bounds) = (key.trim(), bounds.trim().trim_matches('"'));
        if key == "cases" {
            continue;
        }
        let (range, clauses) = bounds.split_once(',').map_or((bounds, ""), |(range, rest)| (range, rest));
        let new = match (own.get(key), range.split_once("..")) {
            (Some(new), _) if new.contains("..") => (*new).to_owned(),
            (own, Some((low, high))) if key != "where" => {
                let cap = own.map_or(all, |cap| cap.parse().expect("a cap"));
                let cap = low.trim().parse::<i64>().map_or(cap, |low| cap.max(low));
                let is_small = high.trim().parse::<i64>().is_ok_and(|high| high <= cap);
                let has_names = high.chars().any(char::is_alphabetic);
                if is_small || has_names { range.to_owned() } else { format!("{low}..{cap}") }
            }
            _ => range.to_owned(),
        };
        let comma = if clauses.is_empty() { "" } else { "," };
        let _ = writeln!(out, "{key} = \"{new}{comma}{clauses}\"");
    }
    out
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

/// Answers an input by the profile and by plain search; `None` if it is too large for a search.
fn compare(profile: &Profile, row: &Row, input: &[u8]) -> Option<()> {
    let text = std::str::from_utf8(input).expect("text");
    let words = text.split_whitespace().map(str::to_owned).collect();
    TOO_LARGE.set(false);
    let plain = (row.answer)(&mut Reader { words, at: 0 }, row.words);
    if TOO_LARGE.get() {
        return None;
    }
    let mut out = Vec::new();
    let mut solver = Grundy::new(Solver::default(), false);
    let judged = Judge::new(profile).unwrap().run(&mut solver, input, &mut out);
    judged.unwrap_or_else(|e| panic!("{}: {e}\n{text}", row.file));
    assert_eq!(lines(&String::from_utf8(out).unwrap()), lines(&plain), "{}\n{text}", row.file);
    Some(())
}

/// The sample, then small inputs within the limits.
fn check_row(row: &Row) {
    let builtin = BUILTINS.iter().find(|builtin| builtin.file == row.file);
    let builtin = builtin.unwrap_or_else(|| panic!("{}", row.file));
    compare(&builtin.profile().unwrap(), row, builtin.input.as_bytes());
    let toml = small(builtin.toml, row.caps);
    let profile = Profile::parse(&toml).unwrap_or_else(|e| panic!("{}: {e}\n{toml}", row.file));
    let solver = Grundy::new(Solver::default(), false);
    let made = inputs(&profile, &solver, 11, 6).unwrap_or_else(|e| panic!("{}: {e}\n{toml}", row.file));
    let short: Vec<_> = made.iter().filter(|input| input.len() < 3_000).take(16).collect();
    assert!(!short.is_empty(), "{}", row.file);
    for input in short {
        assert!(compare(&profile, row, input).is_some(), "{}: too large for a search\n{toml}", row.file);
    }
}

fn check(rows: &[Row]) {
    let failing: Vec<&str> =
        rows.iter().filter(|row| catch_unwind(|| check_row(row)).is_err()).map(|row| row.file).collect();
    assert!(failing.is_empty(), "{failing:?}");
}

#[test]
fn profiles_of_heaps_follow_their_rules() {
    check(table::HEAPS);
}

#[test]
fn profiles_of_boards_follow_their_rules() {
    check(table::BOARDS);
}

#[test]
fn profiles_of_numbers_follow_their_rules() {
    check(table::NUMBERS);
}

#[test]
fn every_profile_has_a_plain_search() {
    let rows = || table::HEAPS.iter().chain(table::BOARDS).chain(table::NUMBERS);
    for builtin in BUILTINS {
        assert_eq!(rows().filter(|row| row.file == builtin.file).count(), 1, "{}", builtin.file);
    }
    assert_eq!(rows().count(), BUILTINS.len());
}
