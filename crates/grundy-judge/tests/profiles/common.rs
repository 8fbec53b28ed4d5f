//! A solver just good enough for the tests: closed forms for large numbers, tables for small ones.

#![allow(dead_code)] // each test file uses its part
#![allow(clippy::cast_possible_truncation, clippy::maybe_infinite_iter, clippy::manual_midpoint)] // small numbers

use dashu_int::UBig;
use grundy_judge::{
    Error, Judge, Move, Need, Outcome, Prepared, Profile, Solve, SolveError, Touch, Verdict, WordMoves,
};

pub struct StandIn {
    /// Whether games are solved on machine words.
    pub fast: bool,
    /// The number of games prepared.
    pub prepared: usize,
}

pub const fn solver() -> StandIn {
    StandIn { fast: true, prepared: 0 }
}

enum Rules {
    Wythoff,
    Nim,
    Misere,
    Fibonacci,
    Staircase,
    /// Any other function that is zero at P-positions.
    Other(fn(&[u64]) -> u64),
    /// Grundy values of one heap, by the allowed amounts; on a ring, `take` neighbours, leaving parts.
    Table {
        amounts: Vec<u64>,
        ring: bool,
    },
}

struct Game {
    rules: Rules,
    fast: bool,
}

fn refuse(text: &str) -> SolveError {
    let said = format!("cannot play `{text}`");
    SolveError { code: "unknown-game".into(), en: said.clone(), zh: said, limit: false }
}

fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|t| t.parse().ok()).collect()
}

fn rules(game: &str) -> Option<Rules> {
    let table = |amounts: Vec<u64>| Rules::Table { amounts, ring: false };
    Some(match game {
        "wythoff" => Rules::Wythoff,
        "nim" => Rules::Nim,
        "misere nim" => Rules::Misere,
        "fibonacci" => Rules::Fibonacci,
        "staircase" => Rules::Staircase,
        "take fibonacci" => table(vec![1, 2, 3, 5, 8, 13, 21, 34, 55, 89]),
        "take squares" => table((1..40).map(|k| k * k).collect()),
        "euclid" => Rules::Other(euclid),
        "lasker" => Rules::Other(|heaps| heaps.iter().fold(0, |sum, h| sum ^ lasker(*h))),
        "grundy" => Rules::Other(|heaps| heaps.iter().fold(0, |sum, h| sum ^ unequal(*h))),
        "take divisors of n except n" => Rules::Other(|heaps| 1 - heaps[0] % 2),
        _ if game.starts_with("take 1 from up to ") => {
            Rules::Other(|heaps| heaps.iter().fold(0, |any, h| any | (h % 2)))
        }
        "take powers of 2" => table((0..12).map(|k| 1 << k).collect()),
        _ if game.starts_with("bash(") => table((1..=*numbers(game).first()?).collect()),
        _ if game.starts_with("subtract(") => table(numbers(game)),
        _ if game.ends_with("; ring") => Rules::Table { amounts: vec![*numbers(game).first()?], ring: true },
        _ if game.starts_with("take 1..") => table((1..=*numbers(game).get(1)?).collect()),
        _ => return None,
    })
}

impl Solve for StandIn {
    fn game(&mut self, game: &str) -> Result<Box<dyn Prepared>, SolveError> {
        self.prepared += 1;
        let rules = rules(game).ok_or_else(|| refuse(game))?;
        Ok(Box::new(Game { rules, fast: self.fast }))
    }

    fn whole(&mut self, position: &str, need: &Need) -> Result<Verdict, SolveError> {
        if position.contains(" + ") {
            let value = |part: &str| {
                let numbers = numbers(part);
                numbers[1] % (numbers[0] + 1)
            };
            let sum = position.split(" + ").fold(0, |sum, part| sum ^ value(part));
            let outcome = if sum == 0 { Outcome::P } else { Outcome::N };
            return Ok(Verdict {
                outcome,
                heaps: 0,
                value: None,
                margin: None,
                remoteness: None,
                count: None,
                moves: vec![],
                discard: None,
            });
        }
        let (game, heaps) = position.split_once('[').ok_or_else(|| refuse(position))?;
        if game.starts_with("multiply") {
            let target = numbers(game).pop().unwrap();
            let (mut reach, mut turn) = (1, 0);
            while reach < target {
                reach *= [9, 2][turn % 2];
                turn += 1;
            }
            let outcome = if turn % 2 == 1 { Outcome::N } else { Outcome::P };
            return Ok(Verdict {
                outcome,
                heaps: 1,
                value: None,
                margin: None,
                remoteness: None,
                count: None,
                moves: vec![],
                discard: None,
            });
        }
        let heaps: Vec<UBig> = numbers(heaps).into_iter().map(UBig::from).collect();
        self.game(game)?.solve(&heaps, need)
    }
}

fn euclid(heaps: &[u64]) -> u64 {
    let (a, b) = (heaps[0].min(heaps[1]), heaps[0].max(heaps[1]));
    u64::from(a > 0 && (b / a > 1 || euclid(&[b % a, a]) == 0))
}

fn lasker(h: u64) -> u64 {
    match h % 4 {
        3 => h + 1,
        0 if h > 0 => h - 1,
        _ => h,
    }
}

fn unequal(h: u64) -> u64 {
    let seen: Vec<u64> = (1..h.div_ceil(2)).map(|i| unequal(i) ^ unequal(h - i)).collect();
    (0..).find(|v| !seen.contains(v)).unwrap()
}

fn lower(k: u64) -> u64 {
    let k = u128::from(k);
    ((k + (5 * k * k).isqrt()) / 2) as u64
}

fn cold(a: u64, b: u64) -> bool {
    lower(a.abs_diff(b)) == a.min(b)
}

fn partner(o: u64) -> u64 {
    let least = |f: &dyn Fn(u64) -> u64| {
        let (mut low, mut high) = (0, o);
        while low < high {
            let middle = u64::midpoint(low, high);
            if f(middle) < o { low = middle + 1 } else { high = middle }
        }
        low
    };
    let k = least(&lower);
    if lower(k) == o { o + k } else { o - least(&|k| lower(k) + k) }
}

impl Game {
    fn values(&self, to: u64) -> Vec<u64> {
        let Rules::Table { amounts, ring } = &self.rules else { return Vec::new() };
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=to {
            let mut seen: Vec<u64> = Vec::new();
            for &take in amounts.iter().filter(|&&take| take <= n) {
                let rest = n - take;
                let parts = if *ring { rest / 2 } else { 0 };
                seen.extend((0..=parts).map(|i| values[i as usize] ^ values[(rest - i) as usize]));
            }
            values.push((0..).find(|v| !seen.contains(v)).unwrap());
        }
        if *ring {
            let take = amounts[0];
            values = (0..=to).map(|n| u64::from(n >= take && values[(n - take) as usize] == 0)).collect();
        }
        values
    }

    /// Every winning move as (heaps touched, amount), if the test needs them.
    fn moves(&self, heaps: &[u64]) -> Vec<(Vec<usize>, u64)> {
        let mut found = Vec::new();
        match &self.rules {
            Rules::Wythoff => {
                let (a, b) = (heaps[0], heaps[1]);
                let low = lower(a.abs_diff(b));
                if low < a.min(b) {
                    found.push((vec![0, 1], a.min(b) - low));
                }
                for (i, j) in [(0, 1), (1, 0)] {
                    let to = partner(heaps[j]);
                    if to < heaps[i] {
                        found.push((vec![i], heaps[i] - to));
                    }
                }
            }
            Rules::Nim => {
                let sum = heaps.iter().fold(0, |s, h| s ^ h);
                let moves = heaps.iter().enumerate().filter(|(_, h)| *h ^ sum < **h);
                found.extend(moves.map(|(i, h)| (vec![i], h - (h ^ sum))));
            }
            Rules::Table { amounts, ring: false } => {
                let values = self.values(*heaps.iter().max().unwrap());
                let sum = heaps.iter().fold(0, |s, &h| s ^ values[h as usize]);
                for (i, &h) in heaps.iter().enumerate() {
                    let wins = |take: &&u64| {
                        **take <= h && values[(h - **take) as usize] == values[h as usize] ^ sum
                    };
                    found.extend(amounts.iter().filter(wins).map(|&take| (vec![i], take)));
                }
            }
            _ => {}
        }
        found
    }

    fn value(&self, heaps: &[u64]) -> u64 {
        let sum = |heaps: &mut dyn Iterator<Item = u64>| heaps.fold(0, |s, h| s ^ h);
        match &self.rules {
            Rules::Wythoff => u64::from(!cold(heaps[0], heaps[1])),
            Rules::Nim => sum(&mut heaps.iter().copied()),
            Rules::Misere => match heaps.iter().max() {
                Some(h) if *h > 1 => sum(&mut heaps.iter().copied()),
                _ => 1 ^ sum(&mut heaps.iter().copied()),
            },
            Rules::Fibonacci => {
                let (mut a, mut b) = (1, 2);
                while a < heaps[0] {
                    (a, b) = (b, a + b);
                }
                u64::from(a != heaps[0])
            }
            Rules::Other(value) => value(heaps),
            Rules::Staircase => sum(&mut heaps.iter().step_by(2).copied()),
            Rules::Table { .. } => {
                let values = self.values(heaps.iter().copied().max().unwrap_or(0));
                sum(&mut heaps.iter().map(|&h| values[h as usize]))
            }
        }
    }

    fn after(heaps: &[u64], touched: &[usize], amount: u64) -> Vec<u64> {
        let mut to = heaps.to_vec();
        for &i in touched {
            to[i] -= amount;
        }
        to.sort_unstable();
        to
    }
}

impl Prepared for Game {
    fn solve(&mut self, heaps: &[UBig], need: &Need) -> Result<Verdict, SolveError> {
        let heaps: Option<Vec<u64>> = heaps.iter().map(|h| u64::try_from(h).ok()).collect();
        let heaps = heaps.ok_or_else(|| refuse("huge heaps"))?;
        let value = self.value(&heaps);
        let moves: Vec<Move> = self
            .moves(&heaps)
            .into_iter()
            .map(|(touched, amount)| Move {
                to: Self::after(&heaps, &touched, amount).into_iter().map(|n| UBig::from(n).into()).collect(),
                replaces: false,
                rank: 0,
                touched: touched
                    .iter()
                    .map(|&heap| Touch {
                        heap,
                        amount: amount.into(),
                        left: vec![(heaps[heap] - amount).into()],
                    })
                    .collect(),
            })
            .collect();
        Ok(Verdict {
            outcome: if value == 0 { Outcome::P } else { Outcome::N },
            heaps: heaps.len(),
            value: need.value.then(|| value.into()),
            margin: None,
            remoteness: None,
            count: None,
            moves,
            discard: None,
        })
    }

    fn decide_u64(&mut self, heaps: &[u64]) -> Option<Outcome> {
        let value = self.fast.then(|| self.value(heaps))?;
        Some(if value == 0 { Outcome::P } else { Outcome::N })
    }

    fn results_u64(&mut self, heaps: &[u64], out: &mut WordMoves) -> Option<Outcome> {
        let outcome = self.decide_u64(heaps)?;
        for (touched, amount) in self.moves(heaps) {
            let to = Self::after(heaps, &touched, amount);
            let (heap, left) = (touched[0], heaps[touched[0]] - amount);
            if touched.len() > 1 {
                out.several(heap, amount, left, &to);
            } else {
                out.one(heap, amount, left, &to);
            }
        }
        Some(outcome)
    }
}

/// Runs a profile on an input: the output, and the error that ended it.
pub fn judged(toml: &str, input: &str) -> (String, Option<Error>) {
    let profile = Profile::parse(toml).unwrap();
    let mut out = Vec::new();
    let error = Judge::new(&profile).unwrap().run(&mut solver(), input.as_bytes(), &mut out).err();
    (String::from_utf8(out).unwrap(), error)
}

/// Runs a profile on an input without errors.
pub fn answers(toml: &str, input: &str) -> String {
    match judged(toml, input) {
        (out, None) => out,
        (out, Some(e)) => panic!("{e}\nafter {out:?}"),
    }
}
