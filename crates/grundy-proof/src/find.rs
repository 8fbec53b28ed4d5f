//! Learns a law, then proves it: for each numeration, on tables of growing size, keeping the smallest proved
//! automaton.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use grundy_automata::{Budget, Dfa, Error, Learned, Learner, Numeration, Teacher};

use crate::law::Law;
use crate::proof::{Verdict, heaps_of, prove};
use crate::question::{Question, Unsaid, Ways};
use crate::relation::{Relation, Trouble};
use crate::table::{Table, Tables};
use crate::words::Words;

/// The numerations that are tried, in this order. At equal size the first one is kept.
pub const NUMERATIONS: [&str; 9] = ["b2", "b3", "fib", "t2", "b4", "b5", "b6", "t3", "b7"];
/// The sizes of tables, in positions, in order, each with the maximum number of states of an automaton learned
/// from it. A table too small for a law leads to a wrong automaton with many states.
const LADDER: [(usize, usize); 4] = [(40_000, 64), (300_000, 160), (1_500_000, 320), (4_200_000, 480)];
/// An automaton is compared with a table of at most this many positions before it is proved.
const COMPARED: usize = 1_500_000;
/// Once a law is found, it is learned again in the other numerations, from at most this many positions.
const TRANSLATED: u64 = 6_000_000;
/// Maximum number of letters for a position and its option together. Numerations with more are not tried.
const MOST_LETTERS: usize = 1 << 20;

/// The maximum cost of the search for a law.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The time limit for the whole search.
    pub time: Option<Duration>,
    /// The maximum number of states of one automaton on the way.
    pub states: usize,
    /// The maximum number of positions of a table.
    pub positions: usize,
    /// The numerations to try; empty means [`NUMERATIONS`].
    pub numerations: Vec<Numeration>,
    /// Called regularly; `true` cancels the work.
    pub stop: Option<fn() -> bool>,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            time: Some(Duration::from_secs(20)),
            states: 200_000,
            positions: 4_200_000,
            numerations: vec![],
            stop: None,
        }
    }
}

/// How an attempt in one numeration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// An automaton with this many states is proved.
    Proved(usize),
    /// An automaton with this many states fits the table, but a position beyond the table is a counterexample.
    Broken {
        /// The automaton's states.
        states: usize,
        /// The counterexample, if its heaps fit machine words.
        position: Option<Vec<u64>>,
    },
    /// More states are needed than the table can distinguish, or than a smaller law has.
    TooMany,
    /// The table is too small to distinguish states.
    TooLittle,
    /// The numeration cannot express the amounts.
    NotSaid,
    /// A budget was used up.
    Budget(Error),
}

/// One attempt.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The numeration.
    pub numeration: Numeration,
    /// The table contains all positions with heaps below this.
    pub side: u64,
    /// How it ended.
    pub end: End,
}

/// The result of a search for a law.
#[derive(Debug)]
pub struct Found {
    /// The proved law with the fewest states.
    pub law: Option<Law>,
    /// All attempts, in order.
    pub tried: Vec<Tried>,
    /// Whether the search was completed within the time limit.
    pub in_time: bool,
}

/// Searches for a law of the P-positions and proves it.
pub fn find(question: &Question, effort: &Effort) -> Result<Found, Unsaid> {
    let ways = question.ways()?;
    let mut found = Found { law: None, tried: vec![], in_time: true };
    let mut budget = Budget { states: effort.states, stop: effort.stop, until: None };
    if let Some(time) = effort.time {
        budget = budget.within(time);
    }
    let numerations: Vec<Numeration> = if effort.numerations.is_empty() {
        NUMERATIONS.iter().filter_map(|id| Numeration::from_id(id)).collect()
    } else {
        effort.numerations.clone()
    };
    let touched = ways.list.iter().map(|way| way.touched.len()).max().unwrap_or(0);
    let fits = |n: &Numeration| n.letters(question.heaps + touched).is_some_and(|all| all <= MOST_LETTERS);
    let mut rooms: Vec<Room<'_>> = numerations.iter().filter(|n| fits(n)).map(Room::new).collect();
    let mut rungs: Vec<(usize, usize)> = Vec::new();
    for (positions, states) in LADDER {
        let side = side_of(positions.min(effort.positions), question.heaps);
        if rungs.last().is_none_or(|&(last, _)| last < side) {
            rungs.push((side, states));
        }
    }
    // An automaton learned from a table is compared with the next table before it is proved. That refutes wrong
    // automata faster than a proof would.
    let compared = side_of(COMPARED, question.heaps);
    let last = rungs.last().map_or(0, |&(last, _)| last);
    let further = side_of(effort.positions.saturating_mul(8), question.heaps).min(compared);
    let sides = rungs.iter().map(|&(side, _)| side).chain((last < further).then_some(further));
    let made = sides.map(|side| (side, OnceCell::new())).collect();
    let tables = Tables { ways: &ways, heaps: question.heaps, misere: question.misere, made };
    // The numeration of the law that is kept, by its index.
    let mut first = usize::MAX;
    'rungs: for (rung, &(side, states)) in rungs.iter().enumerate() {
        for (index, room) in rooms.iter_mut().enumerate() {
            if found.law.is_some() {
                break 'rungs;
            }
            let end = room.attempt(question, &tables, rung, states, &budget, &mut found.law);
            if found.law.is_some() {
                first = index;
            }
            found.tried.push(Tried { numeration: room.numeration.clone(), side: side as u64, end });
        }
        if budget.check_time(grundy_automata::Step::Learning).is_err() {
            found.in_time = false;
            break;
        }
    }
    // The law itself is the teacher now: it knows positions of every size.
    let learned_in = first;
    for (index, room) in rooms.iter_mut().enumerate().filter(|(index, _)| *index != learned_in) {
        let Some(law) = &found.law else { break };
        let known = Known { words: law.words(), reach: room.reach(question.heaps) };
        // A state from which nothing is accepted counts while learning, but not in a law. At equal size, the
        // numeration that comes first is kept.
        let states = law.lost().states() + usize::from(index < first);
        if room.needs >= states {
            continue;
        }
        let end = room.translate(question, tables.ways, &known, states, &budget, &mut found.law);
        if matches!(end, End::Proved(_)) {
            first = index;
        }
        found.tried.push(Tried { numeration: room.numeration.clone(), side: known.reach, end });
        found.in_time &= budget.check_time(grundy_automata::Step::Learning).is_ok();
    }
    Ok(found)
}

/// The side of a table with at most `positions` positions. It is capped, since the lookup tables of amounts
/// have side^2 entries.
fn side_of(positions: usize, heaps: usize) -> usize {
    let mut side = 2usize;
    while side < 2100 && (side + 1).checked_pow(heaps as u32).is_some_and(|all| all <= positions) {
        side += 1;
    }
    side
}

/// A numeration, with the data computed in it.
struct Room<'a> {
    numeration: &'a Numeration,
    relation: Option<Relation<'a>>,
    /// Automata in this numeration have at least this many states; the maximum if it has none at all.
    needs: usize,
    /// The last refuted automaton: a larger table may yield it again.
    broken: Option<Dfa>,
}

impl<'a> Room<'a> {
    fn new(numeration: &'a Numeration) -> Self {
        Self { numeration, relation: None, needs: 0, broken: None }
    }

    /// The numbers of a law that are compared in this numeration: all with some number of digits.
    fn reach(&self, heaps: usize) -> u64 {
        let few = |place: &&u64| place.checked_pow(heaps as u32).is_some_and(|all| all <= TRANSLATED);
        self.numeration.places().iter().take_while(few).last().copied().unwrap_or(2)
    }

    /// Builds the relation of the rules, once.
    fn relate(&mut self, question: &Question, ways: &'a Ways, budget: &Budget) -> Result<(), End> {
        if self.relation.is_some() {
            return Ok(());
        }
        match Relation::new(ways, question.heaps, self.numeration, budget) {
            Ok(relation) => self.relation = Some(relation),
            Err(trouble) => {
                self.needs = usize::MAX;
                return Err(match trouble {
                    Trouble::Numeration => End::NotSaid,
                    Trouble::Budget(error) => End::Budget(error),
                });
            }
        }
        Ok(())
    }

    /// Learns an automaton with at most `most` states.
    fn learn(
        &mut self,
        question: &Question,
        teacher: &dyn Teacher,
        most: usize,
        budget: &Budget,
    ) -> Result<Dfa, End> {
        let Some(relation) = &self.relation else { return Err(End::NotSaid) };
        match Learner::new(self.numeration, question.heaps, teacher, most, budget).and_then(Learner::run) {
            Ok(Learned::Fits(dfa)) => dfa.and(&relation.all, budget).map_err(End::Budget),
            Ok(Learned::TooMany) => {
                self.needs = most;
                Err(End::TooMany)
            }
            Ok(Learned::TooLittle) => Err(End::TooLittle),
            Err(error) => Err(End::Budget(error)),
        }
    }

    /// Learns an automaton from a table, and proves it.
    fn attempt(
        &mut self,
        question: &Question,
        tables: &Tables<'a>,
        rung: usize,
        most: usize,
        budget: &Budget,
        law: &mut Option<Law>,
    ) -> End {
        if self.needs == usize::MAX {
            return End::NotSaid;
        }
        let table = match self.relate(question, tables.ways, budget) {
            Ok(()) => tables.get(rung, budget),
            Err(end) => return end,
        };
        let table = match table {
            Ok(Some(table)) => table,
            Ok(None) => return End::TooLittle,
            Err(error) => return End::Budget(error),
        };
        let started = Instant::now();
        let lost = match self.learn(question, table, most, budget) {
            Ok(lost) => lost,
            Err(end) => return end,
        };
        if self.broken.as_ref() == Some(&lost) {
            return End::TooLittle;
        }
        let further = match tables.get(rung + 1, budget) {
            Ok(further) => further,
            Err(error) => return End::Budget(error),
        };
        let words = Words::new(self.numeration, question.heaps, &lost);
        if let Some(position) = further.and_then(|further| further.first_wrong(&words)) {
            let states = lost.states();
            self.broken = Some(lost);
            return End::Broken { states, position: Some(position) };
        }
        self.prove(question, lost, started.elapsed(), budget, law)
    }

    /// Learns the automaton of a known law in this numeration, with fewer than `most` states, and proves it.
    fn translate(
        &mut self,
        question: &Question,
        ways: &'a Ways,
        known: &Known,
        most: usize,
        budget: &Budget,
        law: &mut Option<Law>,
    ) -> End {
        let started = Instant::now();
        let learned =
            self.relate(question, ways, budget).and_then(|()| self.learn(question, known, most, budget));
        match learned {
            Ok(lost) if lost.states() >= most => End::TooMany,
            Ok(lost) => self.prove(question, lost, started.elapsed(), budget, law),
            Err(end) => end,
        }
    }

    fn prove(
        &mut self,
        question: &Question,
        lost: Dfa,
        learning: Duration,
        budget: &Budget,
        law: &mut Option<Law>,
    ) -> End {
        let Some(relation) = &self.relation else { return End::NotSaid };
        let states = lost.states();
        let started = Instant::now();
        match prove(relation, question.misere, &lost, budget) {
            Ok(Verdict::Proved(sizes)) => {
                let took = (learning, started.elapsed());
                if let Ok(found) = Law::new(question.clone(), self.numeration.clone(), lost) {
                    *law = Some(found.with_proof(sizes, took));
                }
                End::Proved(states)
            }
            Ok(Verdict::Broken(word)) => {
                self.broken = Some(lost);
                End::Broken { states, position: heaps_of(self.numeration, question.heaps, &word) }
            }
            Err(error) => End::Budget(error),
        }
    }
}

/// A proved law as a teacher.
struct Known {
    words: Words,
    reach: u64,
}

impl Teacher for Known {
    fn side(&self) -> u64 {
        1 << 50
    }

    fn reach(&self) -> u64 {
        self.reach
    }

    fn contains(&self, numbers: &[u64]) -> bool {
        self.words.is_lost(numbers)
    }
}

/// Proves that an automaton accepts the P-positions of a game. Otherwise returns a counterexample, if its heaps
/// fit machine words.
pub fn prove_law(law: &Law, budget: &Budget) -> Result<Result<(), Option<Vec<u64>>>, Trouble> {
    let ways = law.question().ways().map_err(|_| Trouble::Numeration)?;
    let heaps = law.question().heaps;
    let relation = Relation::new(&ways, heaps, law.numeration(), budget)?;
    let lost = law.lost().and(&relation.all, budget)?;
    if lost != *law.lost() {
        return Ok(Err(None));
    }
    Ok(match prove(&relation, law.question().misere, &lost, budget)? {
        Verdict::Proved(_) => Ok(()),
        Verdict::Broken(word) => Err(heaps_of(law.numeration(), heaps, &word)),
    })
}

/// The first position, with all heaps below `side`, at which a law and a sieve by the rules differ.
pub fn first_difference(law: &Law, side: usize) -> Option<Vec<u64>> {
    let (question, budget) = (law.question(), Budget::default());
    let table = Table::new(law.ways(), question.heaps, question.misere, side, &budget).ok()?;
    table.first_wrong(&law.words())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{question, untimed};

    fn proved(rules: &str, heaps: usize) -> Option<Law> {
        let law = find(&question(rules, heaps), &untimed()).unwrap().law?;
        assert_eq!(first_difference(&law, if heaps == 2 { 200 } else { 30 }), None, "{rules}");
        assert!(prove_law(&law, &Budget::default()).unwrap().is_ok());
        Some(law)
    }

    #[test]
    fn laws_are_found_and_proved() {
        for (rules, heaps, id, states) in [
            ("wythoff", 2, "fib", 7),
            ("take any", 2, "b2", 1),
            ("take any", 3, "b2", 1),
            ("take any or take odd from 2 heaps", 2, "b3", 5),
            ("take any or take 2 from 2 heaps", 2, "b4", 3),
            ("take 1 or take 1..3 from 2 heaps", 2, "b4", 6),
            ("take odd or take 1..n/2 from 2 heaps", 2, "b2", 10),
            // Found in another numeration first.
            ("take multiples of 3 or take 1..2 from 2 heaps", 2, "b6", 13),
            ("take any from up to 2 heaps freely", 3, "b2", 2),
        ] {
            let law = proved(rules, heaps).expect(rules);
            let found = (law.numeration().id(), law.lost().states());
            assert!(found.1 <= states, "{rules}: {found:?}");
            assert!(found.1 < states || found.0 == id, "{rules}: {found:?}");
        }
        for rules in ["misere wythoff", "misere take any", "misere take 1..3 or take 1 from 2 heaps"] {
            assert!(proved(rules, 2).is_some(), "{rules}");
        }
    }

    #[test]
    fn what_is_beyond_the_effort_is_said() {
        let effort = Effort { time: Some(Duration::ZERO), ..Effort::default() };
        let found = find(&question("wythoff", 2), &effort).unwrap();
        assert!(found.law.is_none() && !found.in_time);
        let effort = Effort { positions: 100, ..untimed() };
        let found = find(&question("take any except 1 or take even from 2 heaps", 2), &effort).unwrap();
        assert!(found.law.is_none() && found.in_time && !found.tried.is_empty());
        let refused =
            find(&question("take primes or take 1 from 2 heaps", 2), &Effort::default()).unwrap_err();
        assert_eq!(refused.id(), "proof.unsaid.amounts");
    }

    /// An automaton that does not accept exactly the P-positions is not proved, however small the change.
    #[test]
    fn wrong_automata_are_broken_by_a_position() {
        let law = proved("wythoff", 2).unwrap();
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..40 {
            let states = law.lost().states() as u32;
            let mut next: Vec<u32> = (0..states).flat_map(|s| law.lost().row(s).to_vec()).collect();
            let accepting = (0..states).map(|s| law.lost().accepting(s)).collect();
            let place = random.usize(0..next.len());
            let target = random.u32(0..states);
            if next[place] == target {
                continue;
            }
            next[place] = target;
            let lost = Dfa::from_table(2, 2, next, accepting).unwrap();
            // An automaton for which leading zeros matter is refused earlier.
            let Ok(forged) = Law::new(law.question().clone(), law.numeration().clone(), lost) else {
                continue;
            };
            assert!(prove_law(&forged, &Budget::default()).unwrap().is_err());
        }
    }
}
