//! Games on a graph, cycles allowed: outcomes and remoteness by working backwards from the ends.
//!
//! A position from which some move leads to a lost one is won; one all of whose moves lead to won
//! ones is lost; what neither rule ever reaches is a draw, since the player who would lose can
//! go round for ever. Positions are settled in order of remoteness, each move looked at once, so
//! the work is linear in positions and moves (C. A. B. Smith, "Graphs and composite games",
//! J. Combinatorial Theory 1, 1966).

use crate::answer::Outcome;
use crate::error::Result;
use crate::limits::Budget;

/// The positions of a game and its moves.
///
/// The moves of position `v` lead to `targets[offsets[v]..offsets[v + 1]]`; `offsets` has one entry
/// more than there are positions, starts with 0 and does not fall.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// Where the moves of each position begin.
    pub offsets: &'a [usize],
    /// Where each move leads.
    pub targets: &'a [u32],
}

/// What is known about a position of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Who wins; a draw where neither player can force an end.
    pub outcome: Outcome,
    /// Moves until the end if the winner hurries and the loser resists; `None` for a draw.
    pub remoteness: Option<u32>,
}

impl Graph<'_> {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Is there no position at all?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the moves of a position lead.
    pub fn moves(&self, position: usize) -> &[u32] {
        &self.targets[self.offsets[position]..self.offsets[position + 1]]
    }

    /// The outcome and remoteness of every position.
    ///
    /// `end` says who wins where there is no move: [`Outcome::P`] under normal play,
    /// [`Outcome::N`] under misère play. Positions that `decided` gives an outcome are ends
    /// whatever their moves; one it calls a draw stays one.
    ///
    /// Takes time and memory linear in positions and moves: 24 bytes a position and 4 a move,
    /// reserved beforehand. A target that is no position leads nowhere and counts as no move.
    pub fn settle(
        &self,
        end: Outcome,
        decided: impl Fn(usize) -> Option<Outcome>,
        budget: &Budget,
    ) -> Result<Vec<Settled>> {
        let positions = self.len();
        let bytes = 24 * positions as u64 + 4 * self.targets.len() as u64;
        budget.reserve(bytes)?;
        let settled = self.settled(end, decided, budget);
        budget.release(bytes);
        settled
    }

    fn settled(
        &self,
        end: Outcome,
        decided: impl Fn(usize) -> Option<Outcome>,
        budget: &Budget,
    ) -> Result<Vec<Settled>> {
        let positions = self.len();
        let mut settled = vec![Settled { outcome: Outcome::D, remoteness: None }; positions];
        // How many moves of each position are not known to lead to a won one.
        let mut open = vec![0usize; positions];
        let (starts, sources) = self.reversed(&mut open, budget)?;
        let mut queue = Vec::with_capacity(positions);
        for (position, moves) in open.iter_mut().enumerate() {
            let outcome = match decided(position) {
                None if *moves == 0 => end,
                None => continue,
                Some(outcome) => outcome,
            };
            if outcome == Outcome::D {
                // Never settled by its moves either.
                *moves = usize::MAX;
                settled[position].remoteness = Some(u32::MAX);
            } else {
                settled[position] = Settled { outcome, remoteness: Some(0) };
                queue.push(position);
            }
        }
        // Ends come first, so positions leave the queue in order of remoteness.
        let mut first = 0;
        while let Some(&position) = queue.get(first) {
            first += 1;
            budget.step()?;
            let Settled { outcome, remoteness } = settled[position];
            let next = remoteness.map(|moves| moves.saturating_add(1));
            for &source in &sources[starts[position]..starts[position + 1]] {
                let source = source as usize;
                if settled[source].remoteness.is_some() {
                    continue;
                }
                open[source] -= 1;
                let found = match outcome {
                    Outcome::P => Outcome::N,
                    _ if open[source] == 0 => Outcome::P,
                    _ => continue,
                };
                settled[source] = Settled { outcome: found, remoteness: next };
                queue.push(source);
            }
        }
        for position in settled.iter_mut().filter(|position| position.outcome == Outcome::D) {
            position.remoteness = None;
        }
        Ok(settled)
    }

    /// The moves backwards: where the sources of each position begin, and the sources.
    fn reversed(&self, open: &mut [usize], budget: &Budget) -> Result<(Vec<usize>, Vec<u32>)> {
        let positions = self.len();
        let mut starts = vec![0usize; positions + 1];
        for (position, open) in open.iter_mut().enumerate() {
            budget.step()?;
            for &target in self.moves(position) {
                if let Some(count) = starts.get_mut(target as usize + 1) {
                    *count += 1;
                    *open += 1;
                }
            }
        }
        for position in 0..positions {
            starts[position + 1] += starts[position];
        }
        let mut places = starts.clone();
        let mut sources = vec![0u32; starts[positions]];
        for position in 0..positions {
            budget.step()?;
            for &target in self.moves(position) {
                if (target as usize) < positions {
                    let place = &mut places[target as usize];
                    sources[*place] = u32::try_from(position).unwrap_or(u32::MAX);
                    *place += 1;
                }
            }
        }
        Ok((starts, sources))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::testing::Random;

    /// The rules applied again and again until nothing changes.
    fn by_fixpoint(graph: Graph<'_>, end: Outcome, decided: &[Option<Outcome>]) -> Vec<Settled> {
        let draw = Settled { outcome: Outcome::D, remoteness: None };
        let mut known = vec![draw; graph.len()];
        for remoteness in 0..=u32::try_from(graph.len()).unwrap() {
            let before = known.clone();
            for position in 0..graph.len() {
                if before[position] != draw {
                    continue;
                }
                let moves = graph.moves(position);
                let any_lost = moves.iter().any(|&to| before[to as usize].outcome == Outcome::P);
                let all_won = moves.iter().all(|&to| before[to as usize].outcome == Outcome::N);
                let outcome = match decided[position] {
                    Some(outcome) if remoteness == 0 => outcome,
                    None if moves.is_empty() => end,
                    None if remoteness > 0 && any_lost => Outcome::N,
                    None if remoteness > 0 && all_won => Outcome::P,
                    _ => continue,
                };
                if outcome != Outcome::D {
                    known[position] = Settled { outcome, remoteness: Some(remoteness) };
                }
            }
        }
        known
    }

    #[test]
    fn backwards_is_what_the_rules_say_applied_until_nothing_changes() {
        let mut random = Random::new(66);
        let mut draws = 0;
        for case in 0..2000 {
            let positions = 1 + random.below(12);
            let mut offsets = vec![0];
            let mut targets = Vec::new();
            for _ in 0..positions {
                targets.extend((0..random.below(4)).map(|_| u32::try_from(random.below(positions)).unwrap()));
                offsets.push(targets.len());
            }
            let graph = Graph { offsets: &offsets, targets: &targets };
            let end = if case % 2 == 0 { Outcome::P } else { Outcome::N };
            let decided: Vec<Option<Outcome>> = (0..positions)
                .map(|_| match random.below(20) {
                    0 => Some(Outcome::N),
                    1 => Some(Outcome::P),
                    2 => Some(Outcome::D),
                    _ => None,
                })
                .collect();
            let found = graph.settle(end, |v| decided[v], &Budget::default()).unwrap();
            assert_eq!(found, by_fixpoint(graph, end, &decided), "{graph:?} {end:?} {decided:?}");
            draws += found.iter().filter(|settled| settled.outcome == Outcome::D).count();
        }
        assert!(draws > 500, "{draws}");
    }

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        let offsets = vec![0; 1001];
        let budget = Budget::new(crate::limits::Limits { memory: 1000, time: None });
        let graph = Graph { offsets: &offsets, targets: &[] };
        assert!(graph.settle(Outcome::P, |_| None, &budget).is_err());
    }
}
