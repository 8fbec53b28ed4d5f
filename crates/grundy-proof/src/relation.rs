//! The ways to move as automata: which positions have which options.
//!
//! The heaps of a position are the first tracks; the heaps that a way touches have further tracks for their
//! sizes after the move. Each condition is an automaton on a few of the tracks, built once.

use rustc_hash::FxHashMap;

use grundy_automata::{Bounds, Budget, Dfa, Error, Numeration, Part, linear, places, project, residue};

use crate::question::{Line, Link, Others, Piece, Set, Takes, Way, Ways};

/// Why a set of amounts cannot be expressed by an automaton in a numeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Powers of b can only be expressed in base b, Fibonacci numbers only in the Fibonacci numeration.
    Numeration,
    /// A budget was used up.
    Budget(Error),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Budget(error)
    }
}

/// The conditions of each way, as automata with their tracks.
#[derive(Debug)]
pub(crate) struct Relation<'a> {
    pub numeration: &'a Numeration,
    pub heaps: usize,
    pub ways: Vec<Conditions>,
    pub parts: Vec<Dfa>,
    /// The validly written numbers: a single one, and one for each heap.
    pub one: Dfa,
    pub all: Dfa,
}

/// The conditions of one way, and the track of each heap after the move.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    pub touched: Vec<usize>,
    /// The track of each heap after the move.
    pub after: Vec<usize>,
    /// An automaton, by its index among the parts, and the tracks it reads.
    pub parts: Vec<(usize, Vec<usize>)>,
}

/// The ways to move, stored with a law after the proof.
#[derive(Debug)]
pub(crate) struct Parts {
    pub ways: Vec<Conditions>,
    pub parts: Vec<Dfa>,
}

impl From<Relation<'_>> for Parts {
    fn from(relation: Relation<'_>) -> Self {
        Self { ways: relation.ways, parts: relation.parts }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Takes(usize),
    Linear(Vec<i64>, Option<i64>, Option<i64>),
}

struct Maker<'a> {
    numeration: &'a Numeration,
    sets: &'a [Takes],
    budget: &'a Budget,
    parts: Vec<Dfa>,
    known: FxHashMap<Key, usize>,
}

impl Maker<'_> {
    fn part(&mut self, key: Key) -> Result<usize, Trouble> {
        if let Some(&place) = self.known.get(&key) {
            return Ok(place);
        }
        let dfa = match &key {
            Key::Takes(set) => takes(self.numeration, &self.sets[*set], self.budget)?,
            Key::Linear(coefficients, least, most) => {
                let bounds = Bounds { least: *least, most: *most };
                linear(self.numeration, coefficients, bounds, self.budget)?
            }
        };
        self.parts.push(dfa);
        self.known.insert(key, self.parts.len() - 1);
        Ok(self.parts.len() - 1)
    }

    fn conditions(&mut self, way: &Way, heaps: usize) -> Result<Conditions, Trouble> {
        let mut after: Vec<usize> = (0..heaps).collect();
        for (hidden, &heap) in way.touched.iter().enumerate() {
            after[heap] = heaps + hidden;
        }
        let mut parts = Vec::new();
        for &heap in &way.touched {
            parts.push((self.part(Key::Takes(way.set))?, vec![heap, after[heap]]));
        }
        let between = match way.link {
            Link::Free => None,
            Link::Same => Some((0, way.touched.windows(2).map(|w| (w[0], w[1])).collect())),
            Link::Within(bound) => {
                let pairs = way.touched.iter().enumerate();
                let pairs: Vec<(usize, usize)> =
                    pairs.flat_map(|(i, &a)| way.touched[i + 1..].iter().map(move |&b| (a, b))).collect();
                Some((bound, pairs))
            }
        };
        if let Some((bound, pairs)) = between {
            for (a, b) in pairs {
                let part = self.part(Key::Linear(vec![1, -1, -1, 1], Some(-bound), Some(bound)))?;
                parts.push((part, vec![a, after[a], b, after[b]]));
            }
        }
        for other in (0..heaps).filter(|other| !way.touched.contains(other)) {
            let order = |me: &mut Self| me.part(Key::Linear(vec![1, -1], Some(0), None));
            match way.others {
                Others::Anything => {}
                Others::NotLarger => parts.push((order(self)?, vec![way.touched[0], other])),
                Others::NotSmaller => parts.push((order(self)?, vec![other, way.touched[0]])),
                Others::Empty => {
                    parts.push((self.part(Key::Linear(vec![1], Some(0), Some(0)))?, vec![other]));
                }
            }
        }
        Ok(Conditions { touched: way.touched.clone(), after, parts })
    }
}

impl<'a> Relation<'a> {
    pub fn new(
        ways: &Ways,
        heaps: usize,
        numeration: &'a Numeration,
        budget: &Budget,
    ) -> Result<Self, Trouble> {
        let mut maker =
            Maker { numeration, sets: &ways.sets, budget, parts: vec![], known: FxHashMap::default() };
        let conditions: Result<Vec<_>, _> =
            ways.list.iter().map(|way| maker.conditions(way, heaps)).collect();
        Ok(Self {
            numeration,
            heaps,
            ways: conditions?,
            parts: maker.parts,
            one: Dfa::everything(numeration, 1, budget)?,
            all: Dfa::everything(numeration, heaps, budget)?,
        })
    }

    /// All pairs of a position and an option. The heaps of the position are the first tracks.
    pub fn moves(&self, budget: &Budget) -> Result<Dfa, Error> {
        let equal = linear(self.numeration, &[1, -1], Bounds::exactly(0), budget)?;
        let tracks: Vec<usize> = (0..2 * self.heaps).collect();
        let mut union = Dfa::empty(tracks.len(), self.numeration.digits());
        for way in &self.ways {
            // Behind the position, each heap has its own track.
            let moved = |&track: &usize| match track.checked_sub(self.heaps) {
                None => track,
                Some(hidden) => self.heaps + way.touched[hidden],
            };
            let own = way.parts.iter().map(|(part, tracks)| (*part, tracks.iter().map(moved).collect()));
            let own: Vec<(usize, Vec<usize>)> = own.collect();
            let rest: Vec<[usize; 2]> = (0..self.heaps)
                .filter(|heap| !way.touched.contains(heap))
                .map(|heap| [heap, heap + self.heaps])
                .collect();
            let mut parts: Vec<Part<'_>> =
                own.iter().map(|(part, tracks)| Part { dfa: &self.parts[*part], tracks }).collect();
            parts.extend(rest.iter().map(|tracks| Part { dfa: &equal, tracks }));
            parts.extend(tracks.iter().map(|&track| Part { dfa: &self.one, tracks: &tracks[track..=track] }));
            let way = project(&parts, tracks.len(), tracks.len(), budget)?.determinise(budget)?;
            union = union.or(&way, budget)?;
        }
        Ok(union)
    }

    /// The positions from which a way leads into `target`, or to any position if `target` is `None`.
    ///
    /// The second number is the number of states before determinisation.
    pub fn sources(
        &self,
        way: &Conditions,
        target: Option<&Dfa>,
        budget: &Budget,
    ) -> Result<(Dfa, usize), Error> {
        let tracks: Vec<usize> = (0..self.heaps + way.touched.len()).collect();
        let mut parts = Vec::new();
        parts.extend(target.map(|dfa| Part { dfa, tracks: &way.after }));
        parts.extend(way.parts.iter().map(|(part, tracks)| Part { dfa: &self.parts[*part], tracks }));
        // Tuples in the target are validly written.
        let open = if target.is_some() { 0..self.heaps } else { 0..tracks.len() };
        parts.extend(open.map(|track| Part { dfa: &self.one, tracks: &tracks[track..=track] }));
        let nfa = project(&parts, self.heaps, tracks.len(), budget)?;
        Ok((nfa.determinise(budget)?, nfa.states()))
    }
}

/// The pairs (before, after) of a heap that a move may produce.
fn takes(numeration: &Numeration, takes: &Takes, budget: &Budget) -> Result<Dfa, Trouble> {
    let set = union(numeration, &takes.amounts, budget)?;
    let positive = linear(numeration, &[1, -1], Bounds::at_least(1), budget)?;
    let mut pairs = set.and(&positive, budget)?;
    if !takes.may_empty {
        pairs = pairs.and(&linear(numeration, &[0, 1], Bounds::at_least(1), budget)?, budget)?;
    }
    if !takes.may_leave {
        pairs = pairs.and(&linear(numeration, &[0, 1], Bounds::exactly(0), budget)?, budget)?;
    }
    Ok(pairs)
}

fn union(numeration: &Numeration, set: &Set, budget: &Budget) -> Result<Dfa, Trouble> {
    let mut sum = Dfa::empty(2, numeration.digits());
    for piece in set {
        sum = sum.or(&pairs(numeration, piece, budget)?, budget)?;
    }
    Ok(sum)
}

/// The pairs whose difference is in a piece. The difference may be negative, since the caller excludes such
/// pairs.
fn pairs(numeration: &Numeration, piece: &Piece, budget: &Budget) -> Result<Dfa, Trouble> {
    Ok(match piece {
        Piece::Range(low, high) => {
            // x - y >= floor((a x + b) / c) is equivalent to c (x - y) + c > a x + b.
            let at_least = |Line { a, b, c }: Line| {
                linear(numeration, &[c - a, -c], Bounds::at_least(b - c + 1), budget)
            };
            let at_most =
                |Line { a, b, c }: Line| linear(numeration, &[c - a, -c], Bounds::at_most(b), budget);
            let above = at_least(*low)?;
            match high {
                Some(high) => above.and(&at_most(*high)?, budget)?,
                None => above,
            }
        }
        Piece::Residue { rest, modulus } => {
            residue(numeration, &[1, -1], (rest.cast_signed(), modulus.cast_signed()), budget)?
        }
        Piece::Powers(base) => {
            let own = numeration.as_base().map(u64::from).ok_or(Trouble::Numeration)?;
            let every = (1..=20).find(|&k| own.checked_pow(k) == Some(*base)).ok_or(Trouble::Numeration)?;
            difference_in(numeration, &places(numeration, every as usize, budget)?, budget)?
        }
        Piece::Fibonacci => {
            if *numeration != Numeration::fibonacci() {
                return Err(Trouble::Numeration);
            }
            difference_in(numeration, &places(numeration, 1, budget)?, budget)?
        }
        Piece::Difference(these, those) => {
            union(numeration, these, budget)?.without(&union(numeration, those, budget)?, budget)?
        }
    })
}

/// The pairs (x, y) with x - y in a set of numbers.
fn difference_in(numeration: &Numeration, set: &Dfa, budget: &Budget) -> Result<Dfa, Error> {
    let sum = linear(numeration, &[1, -1, -1], Bounds::exactly(0), budget)?;
    let one = Dfa::everything(numeration, 1, budget)?;
    let parts = [
        Part { dfa: set, tracks: &[2] },
        Part { dfa: &sum, tracks: &[0, 1, 2] },
        Part { dfa: &one, tracks: &[0] },
        Part { dfa: &one, tracks: &[1] },
    ];
    project(&parts, 2, 3, budget)?.determinise(budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Question;
    use crate::testing::{RULES, question};

    /// For every pair of positions in a small box, the relation agrees with the rules, move by move.
    #[test]
    fn the_relation_is_that_of_the_rules() {
        let budget = Budget::default();
        for rules in RULES {
            for id in ["b2", "b3", "fib", "t2"] {
                let numeration = Numeration::from_id(id).unwrap();
                let question: Question = question(rules, 2);
                let ways = question.ways().unwrap();
                let relation = match Relation::new(&ways, 2, &numeration, &budget) {
                    Ok(relation) => relation,
                    Err(Trouble::Numeration) => continue,
                    Err(error) => panic!("{error:?}"),
                };
                for (way, conditions) in ways.list.iter().zip(&relation.ways) {
                    let (sources, _) = relation.sources(conditions, None, &budget).unwrap();
                    for x in 0..14u64 {
                        for y in 0..14 {
                            let can = crate::testing::options_of_way(&ways, way, &[x, y]).next().is_some();
                            let accepted = sources.accepts(&numeration, &[x, y]);
                            assert_eq!(accepted, can, "{rules} {id} {way:?} {x} {y}");
                        }
                    }
                }
            }
        }
    }
}
