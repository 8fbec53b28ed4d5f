//! Outcomes: every reachable position is solved once and cached.

use std::collections::{BTreeMap, HashMap};

use super::leaf::Leaf;
use super::moves::Work;
use super::read::Position;
use super::whole::{Next, nexts};
use super::{Answer, Outcome, Refusal, state};

/// The most tries for each cached position on average.
const TRIES: u64 = 2_000;

/// The meaning of the number that is cached for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// Grundy values, under normal play.
    Normal,
    /// 1 for a win, 0 for a loss, under misère play.
    Misere,
    /// By how many stones the player to move is ahead; the most wins.
    Most,
    /// By how many stones the player to move is ahead; the fewest wins.
    Fewest,
}

impl Aim {
    /// The value of a position from the stones that its moves take and the values of its options.
    fn value(self, options: &[(i64, i64)]) -> i64 {
        match self {
            Self::Normal => {
                let mut values: Vec<i64> = options.iter().map(|&(_, value)| value).collect();
                values.sort_unstable();
                values.dedup();
                let mex = values.iter().zip(0..).take_while(|&(&value, i)| value == i).count();
                i64::try_from(mex).unwrap_or(i64::MAX)
            }
            Self::Misere => i64::from(options.is_empty() || options.iter().any(|&(_, value)| value == 0)),
            Self::Most => options.iter().map(|&(taken, value)| taken - value).max().unwrap_or(0),
            Self::Fewest => options.iter().map(|&(taken, value)| taken - value).min().unwrap_or(0),
        }
    }
}

struct Frame {
    leaves: Vec<Leaf>,
    options: Vec<(i64, Vec<Leaf>)>,
    looked_at: usize,
}

struct Search<'a> {
    position: &'a Position,
    aim: Aim,
    known: HashMap<Vec<Leaf>, i64>,
    limit: usize,
    work: Work,
}

impl Search<'_> {
    fn frame(&mut self, leaves: Vec<Leaf>) -> Result<Frame, Refusal> {
        let mut options = Vec::new();
        for next in nexts(self.position, &leaves, &mut self.work)? {
            options.push((stones(&next)?, next.leaves));
        }
        Ok(Frame { leaves, options, looked_at: 0 })
    }

    /// The value of these components. An explicit stack allows games of any depth.
    fn value(&mut self, leaves: &[Leaf]) -> Result<i64, Refusal> {
        let mut open = vec![self.frame(leaves.to_vec())?];
        while let Some(frame) = open.last_mut() {
            let unknown =
                frame.options[frame.looked_at..].iter().position(|(_, to)| !self.known.contains_key(to));
            if let Some(unknown) = unknown {
                frame.looked_at += unknown;
                let to = frame.options[frame.looked_at].1.clone();
                let deeper = self.frame(to)?;
                open.push(deeper);
                if open.len() + self.known.len() > self.limit {
                    return Err(Refusal::TooMuch);
                }
                continue;
            }
            let options: Vec<(i64, i64)> =
                frame.options.iter().map(|(taken, to)| (*taken, self.known[to])).collect();
            let value = self.aim.value(&options);
            let leaves = std::mem::take(&mut frame.leaves);
            open.pop();
            self.known.insert(leaves, value);
        }
        self.known.get(leaves).copied().ok_or(Refusal::TooMuch)
    }
}

fn stones(next: &Next) -> Result<i64, Refusal> {
    let mut sum = 0_i64;
    for &taken in &next.taken {
        sum = sum.checked_add(taken).filter(|sum| sum.abs() < i64::MAX / 4).ok_or(Refusal::NotMine)?;
    }
    Ok(sum)
}

/// The outcome of the position, and its winning moves.
pub fn solve(position: &Position, limit: usize) -> Result<Answer, Refusal> {
    let scoring = position.games.iter().any(|game| game.rules.most);
    let aim = match (scoring, position.misere) {
        (false, false) => Aim::Normal,
        (false, true) => Aim::Misere,
        (true, false) => Aim::Most,
        (true, true) => Aim::Fewest,
    };
    let mut lead = 0_i64;
    for &part in &position.leads {
        lead = lead.checked_add(part).filter(|lead| lead.abs() < i64::MAX / 4).ok_or(Refusal::NotMine)?;
    }
    let work = Work(TRIES.saturating_mul(limit as u64));
    let mut search = Search { position, aim, known: HashMap::new(), limit, work };
    let value = search.value(&position.leaves)?;
    let mut results = BTreeMap::new();
    for next in nexts(position, &position.leaves, &mut search.work)? {
        let after = search.value(&next.leaves)?;
        let best = match aim {
            Aim::Normal | Aim::Misere => after == 0,
            Aim::Most | Aim::Fewest => stones(&next)? - after == value,
        };
        results.insert(state(position, &next)?, best);
    }
    let margin = lead + value;
    let outcome = match aim {
        Aim::Normal | Aim::Misere if value == 0 => Outcome::P,
        Aim::Normal | Aim::Misere => Outcome::N,
        Aim::Most | Aim::Fewest if margin == 0 => Outcome::D,
        Aim::Most | Aim::Fewest if (margin > 0) == (aim == Aim::Most) => Outcome::N,
        Aim::Most | Aim::Fewest => Outcome::P,
    };
    Ok(Answer {
        outcome,
        value: if aim == Aim::Normal { u64::try_from(value).ok() } else { None },
        margin: scoring.then_some(margin),
        ended: results.is_empty(),
        results,
    })
}
