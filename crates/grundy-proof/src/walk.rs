//! Winning moves of one position, or its moves to a Grundy value, in order and counted, from the automaton.
//!
//! A result is the sorted list of heaps after a move. Its digits are read together with those of the position.
//! The states track the law for the result, whether it is sorted, and, for each way to move and each order in
//! which heaps may have been sorted, whether that way leads there. All of this is one deterministic walk
//! through few states per digit, so paths correspond one to one to results. Results are counted from the end,
//! and the first ones are listed by choosing the digits of the first heap, then those of the second.

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use grundy_automata::{DEAD, Dfa};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Move, Touch};

use crate::digits;
use crate::law::Law;
use crate::relation::{Conditions, Parts};

/// Winning moves, or moves to another value.
#[derive(Clone, Debug, Default)]
pub struct Winning {
    /// All moves to the listed results, in the order of the results.
    pub moves: Vec<Move>,
    /// The number of listed results.
    pub listed: usize,
    /// The number of different results.
    pub total: UBig,
}

/// One way, combined with one order of sorting the heaps afterwards: heap i becomes number `place[i]` of the
/// result.
struct Run<'a> {
    way: &'a Conditions,
    place: Vec<usize>,
    /// The index of its first state in a node.
    first: usize,
}

struct Walk<'a> {
    law: &'a Law,
    /// The set that results are in.
    target: &'a Dfa,
    parts: &'a Parts,
    runs: Vec<Run<'a>>,
    /// For each place, a digit of each heap.
    heaps: Vec<Vec<u8>>,
    /// The digits of each letter of a result, by heap.
    letters: Vec<Vec<u8>>,
    budget: &'a Budget,
}

/// The nodes of one place: the target of each letter, and the number of results reachable from each node.
#[derive(Default)]
struct Layer {
    nodes: Vec<Vec<u32>>,
    edges: Vec<Vec<(u32, u32)>>,
    counts: Vec<UBig>,
}

/// The state of a run that has ended.
const OVER: u32 = DEAD;

impl Law {
    /// The winning moves of a position.
    pub fn winning(&self, heaps: &[UBig], want: usize, budget: &Budget) -> Result<Winning> {
        self.moves_to(0, heaps, want, budget)
    }

    /// The moves of a position to positions with a Grundy value; none if the set of this value is not known.
    pub fn moves_to(&self, value: usize, heaps: &[UBig], want: usize, budget: &Budget) -> Result<Winning> {
        let Some(target) = self.sets().get(value) else { return Ok(Winning::default()) };
        let walk = Walk::new(self, target, self.parts()?, heaps, budget);
        let layers = walk.layers()?;
        let total = layers[0].counts.first().cloned().unwrap_or(UBig::ZERO);
        let mut results = Vec::new();
        let live: Vec<Vec<bool>> = layers
            .iter()
            .map(|layer| layer.counts.iter().map(|count| *count != UBig::ZERO).collect())
            .collect();
        walk.list(&layers, &live, 0, &mut vec![], want, &mut results)?;
        let mut winning = Winning { moves: vec![], listed: results.len(), total };
        for result in &results {
            winning.moves.extend(walk.moves_to(heaps, result));
        }
        Ok(winning)
    }
}

impl<'a> Walk<'a> {
    fn new(law: &'a Law, target: &'a Dfa, parts: &'a Parts, heaps: &[UBig], budget: &'a Budget) -> Self {
        let numeration = law.numeration();
        let count = heaps.len();
        let written: Vec<Vec<u8>> = heaps.iter().map(|n| digits::write(numeration, n)).collect();
        let length = written.iter().map(Vec::len).max().unwrap_or(0);
        let padded = |i: usize, at: usize| {
            let skipped = length - written[i].len();
            if at < skipped { 0 } else { written[i][at - skipped] }
        };
        let heaps = (0..length).map(|at| (0..count).map(|i| padded(i, at)).collect()).collect();
        let base = numeration.digits();
        let letters = (0..base.pow(count as u32))
            .map(|letter| (0..count).map(|j| (letter / base.pow(j as u32) % base) as u8).collect())
            .collect();
        let mut runs = Vec::new();
        let mut first = 2;
        for place in orders(count) {
            for way in &parts.ways {
                runs.push(Run { way, place: place.clone(), first });
                first += way.parts.len().max(1);
            }
        }
        Self { law, target, parts, runs, heaps, letters, budget }
    }

    fn start(&self) -> Vec<u32> {
        let states = self.runs.last().map_or(2, |run| run.first + run.way.parts.len().max(1));
        vec![0; states]
    }

    /// The node after one more letter of the result; `None` if it cannot lead to a result.
    ///
    /// A node holds the state of the law, then bits for neighbouring heaps that are still equal, then the
    /// states of the runs.
    fn step(&self, node: &[u32], heaps: &[u8], result: &[u8]) -> Option<Vec<u32>> {
        let base = self.law.numeration().digits();
        let fold = |digits: &mut dyn Iterator<Item = u8>| {
            let (letter, _) =
                digits.fold((0, 1), |(sum, worth), d| (sum + worth * usize::from(d), worth * base));
            letter
        };
        let lost = self.target.step(node[0], fold(&mut result.iter().copied()));
        if lost == DEAD {
            return None;
        }
        // A bit is set once a number is known to be less than the next one.
        let mut less = node[1];
        for (j, pair) in result.windows(2).enumerate() {
            if less >> j & 1 == 0 {
                match pair[0].cmp(&pair[1]) {
                    std::cmp::Ordering::Less => less |= 1 << j,
                    std::cmp::Ordering::Equal => {}
                    std::cmp::Ordering::Greater => return None,
                }
            }
        }
        let mut next = vec![OVER; node.len()];
        (next[0], next[1]) = (lost, less);
        let mut alive = false;
        for run in &self.runs {
            if node[run.first] == OVER {
                continue;
            }
            let digit = |track: usize| match track.checked_sub(heaps.len()) {
                None => heaps[track],
                Some(hidden) => result[run.place[run.way.touched[hidden]]],
            };
            let untouched = (0..heaps.len()).filter(|i| run.way.after[*i] == *i);
            if untouched.into_iter().any(|i| heaps[i] != result[run.place[i]]) {
                continue;
            }
            let mut fine = true;
            for (at, (part, tracks)) in run.way.parts.iter().enumerate() {
                let letter = fold(&mut tracks.iter().map(|&track| digit(track)));
                let state = self.parts.parts[*part].step(node[run.first + at], letter);
                if state == DEAD {
                    fine = false;
                    break;
                }
                next[run.first + at] = state;
            }
            if fine {
                if run.way.parts.is_empty() {
                    next[run.first] = 0;
                }
                alive = true;
            } else {
                next[run.first..run.first + run.way.parts.len()].fill(OVER);
            }
        }
        alive.then_some(next)
    }

    fn accepts(&self, node: &[u32]) -> bool {
        self.target.accepting(node[0]) && self.runs.iter().any(|run| self.run_accepts(run, node))
    }

    fn run_accepts(&self, run: &Run<'_>, node: &[u32]) -> bool {
        node[run.first] != OVER
            && (run.way.parts.iter().enumerate())
                .all(|(at, (part, _))| self.parts.parts[*part].accepting(node[run.first + at]))
    }

    /// All reachable nodes, place by place, with the number of results each leads to.
    fn layers(&self) -> Result<Vec<Layer>> {
        let mut layers = vec![Layer { nodes: vec![self.start()], ..Layer::default() }];
        for heaps in &self.heaps {
            let mut next = Layer::default();
            let mut ids: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut edges = Vec::new();
            if let Some(layer) = layers.last() {
                for node in &layer.nodes {
                    self.budget.step()?;
                    self.budget.reserve(4 * node.len() as u64 + 64)?;
                    let mut out = Vec::new();
                    for (letter, result) in self.letters.iter().enumerate() {
                        if let Some(target) = self.step(node, heaps, result) {
                            let id = *ids.entry(target).or_insert_with_key(|target| {
                                next.nodes.push(target.clone());
                                next.nodes.len() as u32 - 1
                            });
                            out.push((letter as u32, id));
                        }
                    }
                    edges.push(out);
                }
            }
            if let Some(layer) = layers.last_mut() {
                layer.edges = edges;
            }
            layers.push(next);
        }
        let mut below: Vec<UBig> = Vec::new();
        for (at, layer) in layers.iter_mut().enumerate().rev() {
            self.budget.step()?;
            layer.counts = if at == self.heaps.len() {
                layer.nodes.iter().map(|node| UBig::from(u8::from(self.accepts(node)))).collect()
            } else {
                let sum = |out: &Vec<(u32, u32)>| {
                    out.iter().fold(UBig::ZERO, |sum, (_, id)| sum + &below[*id as usize])
                };
                layer.edges.iter().map(sum).collect()
            };
            below.clone_from(&layer.counts);
        }
        Ok(layers)
    }

    /// The first results in order. Chooses the digits of heap `track`, least first; those of earlier heaps are
    /// fixed.
    fn list(
        &self,
        layers: &[Layer],
        live: &[Vec<bool>],
        track: usize,
        chosen: &mut Vec<Vec<u8>>,
        want: usize,
        results: &mut Vec<Vec<UBig>>,
    ) -> Result<()> {
        if !live[0].first().is_some_and(|live| *live) || results.len() >= want {
            return Ok(());
        }
        if track == self.law.question().heaps {
            results.push(chosen.iter().map(|digits| digits::read(self.law.numeration(), digits)).collect());
            return Ok(());
        }
        // Processes one place after the other, storing the nodes that the digits so far lead to and the next
        // digit.
        let length = self.heaps.len();
        let base = self.law.numeration().digits() as u8;
        let mut sets: Vec<Vec<u32>> = vec![vec![0]];
        let mut digits: Vec<u8> = vec![];
        let mut from = 0u8;
        loop {
            if digits.len() == length {
                // Keeps only edges with these digits.
                let kept = self.kept(layers, live, track, &digits);
                chosen.push(digits.clone());
                self.list(layers, &kept, track + 1, chosen, want, results)?;
                chosen.pop();
                if results.len() >= want {
                    return Ok(());
                }
            } else {
                self.budget.step()?;
                let at = digits.len();
                let found = (from..base).find_map(|digit| {
                    let mut next: Vec<u32> = Vec::new();
                    for &node in &sets[at] {
                        for &(letter, target) in &layers[at].edges[node as usize] {
                            let right = self.letters[letter as usize][track] == digit;
                            if right && self.agrees(letter, chosen, at) && live[at + 1][target as usize] {
                                next.push(target);
                            }
                        }
                    }
                    next.sort_unstable();
                    next.dedup();
                    (!next.is_empty()).then_some((digit, next))
                });
                if let Some((digit, next)) = found {
                    digits.push(digit);
                    sets.push(next);
                    from = 0;
                    continue;
                }
            }
            // Returns to the last digit that can be raised.
            match digits.pop() {
                None => return Ok(()),
                Some(digit) => {
                    sets.pop();
                    from = digit + 1;
                }
            }
        }
    }

    /// Whether a letter agrees with the digits that are already chosen.
    fn agrees(&self, letter: u32, chosen: &[Vec<u8>], at: usize) -> bool {
        chosen.iter().enumerate().all(|(track, digits)| self.letters[letter as usize][track] == digits[at])
    }

    /// The nodes that still lead to a result once the digits of one more heap are fixed.
    fn kept(&self, layers: &[Layer], live: &[Vec<bool>], track: usize, digits: &[u8]) -> Vec<Vec<bool>> {
        let mut kept = live.to_vec();
        for at in (0..digits.len()).rev() {
            for node in 0..layers[at].nodes.len() {
                kept[at][node] = live[at][node]
                    && layers[at].edges[node].iter().any(|&(letter, target)| {
                        self.letters[letter as usize][track] == digits[at] && kept[at + 1][target as usize]
                    });
            }
        }
        kept
    }

    /// Every move that leads to a result.
    fn moves_to(&self, heaps: &[UBig], result: &[UBig]) -> Vec<Move> {
        let mut node = self.start();
        let length = self.heaps.len();
        let written: Vec<Vec<u8>> = result.iter().map(|n| digits::write(self.law.numeration(), n)).collect();
        for (at, heaps) in self.heaps.iter().enumerate() {
            let letter: Vec<u8> = written
                .iter()
                .map(|digits| {
                    let skipped = length - digits.len();
                    if at < skipped { 0 } else { digits[at - skipped] }
                })
                .collect();
            match self.step(&node, heaps, &letter) {
                Some(next) => node = next,
                None => return vec![],
            }
        }
        let runs = self.runs.iter().filter(|run| self.run_accepts(run, &node));
        let mut moves: Vec<Move> = runs
            .map(|run| {
                let touched = run.way.touched.iter().map(|&heap| {
                    let rest = &result[run.place[heap]];
                    let left = if *rest == UBig::ZERO { vec![] } else { vec![rest.clone()] };
                    Touch { heap, taken: &heaps[heap] - rest, left }
                });
                Move::Take { discarded: vec![], touched: touched.collect() }
            })
            .collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

/// All permutations of `count` heaps.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for heap in 0..count {
        all = all
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=heap).map(move |place| {
                    let mut next: Vec<usize> = order.iter().map(|&p| p + usize::from(p >= place)).collect();
                    next.push(place);
                    next
                })
            })
            .collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::find;
    use crate::testing::{options_by_rules, question, untimed};
    use grundy_core::limits::Limits;

    #[test]
    fn winning_moves_are_those_of_the_rules() {
        for (rules, heaps, side) in [
            ("wythoff", 2, 22),
            ("take any or take odd from 2 heaps", 2, 14),
            ("take 1..3 or take 2 from 2 heaps", 2, 14),
            ("misere take 1..2 or take 1 from 2 heaps", 2, 12),
            ("take any or take any from 3 heaps", 3, 6),
            ("take any from up to 2 heaps freely", 3, 7),
            ("take any from max heap", 2, 12),
        ] {
            let question = question(rules, heaps);
            let law = find(&question, &untimed()).unwrap().law.expect(rules);
            for index in 0..(side as usize).pow(heaps as u32) {
                let mut x: Vec<u64> = (0..heaps)
                    .map(|i| (index / (side as usize).pow(i as u32) % side as usize) as u64)
                    .collect();
                x.sort_unstable();
                let big = |x: &[u64]| x.iter().map(|&n| UBig::from(n)).collect::<Vec<_>>();
                let wins: Vec<Vec<u64>> =
                    options_by_rules(&question, &x).into_iter().filter(|y| law.is_lost(&big(y))).collect();
                let budget = Budget::new(Limits::default());
                let all = law.winning(&big(&x), usize::MAX, &budget).unwrap();
                assert_eq!(all.total, UBig::from(wins.len()), "{rules} {x:?} {wins:?}");
                assert_eq!(all.listed, wins.len(), "{rules} {x:?}");
                let mut results: Vec<Vec<UBig>> = Vec::new();
                for played in &all.moves {
                    let Move::Take { touched, .. } = played else { panic!() };
                    let mut y = big(&x);
                    for touch in touched {
                        y[touch.heap] -= &touch.taken;
                    }
                    y.sort_unstable();
                    results.push(y);
                }
                assert!(results.is_sorted(), "{rules} {x:?} {results:?}");
                results.dedup();
                let expected: Vec<Vec<UBig>> = wins.iter().map(|y| big(y)).collect();
                assert_eq!(results, expected, "{rules} {x:?}");
                let first = law.winning(&big(&x), 1, &budget).unwrap();
                assert_eq!(first.listed, wins.len().min(1));
                assert!(first.moves.iter().all(|m| all.moves.contains(m)));
            }
        }
    }
}
