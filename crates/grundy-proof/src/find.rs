//! Learns a law, then proves it: for each numeration, on tables of growing size, keeping the smallest proved
//! automaton.

use std::time::Duration;

use grundy_automata::{Budget, Numeration, Step};

use crate::few::Few;
use crate::law::Law;
use crate::proof::{Verdict, heaps_of, prove};
use crate::question::{MOST_VALUES, Question, Takes, Unsaid, Ways};
use crate::relation::{Relation, Trouble};
use crate::room::{End, Known, Room, Tried};
use crate::sample::Samples;
use crate::table::Table;
use crate::values;

/// The numerations that are tried, in this order. At equal size the first one is kept. If the values of one heap
/// have another period that can be a base, it is tried too.
pub const NUMERATIONS: [&str; 11] = ["b2", "b3", "fib", "t2", "b4", "b5", "b6", "t3", "b7", "t4", "trib"];
/// The sizes of tables, in positions, in order, each with the maximum number of states of an automaton learned
/// from it. A table too small for a law leads to a wrong automaton with many states.
const LADDER: [(usize, usize); 5] =
    [(40_000, 64), (300_000, 160), (1_500_000, 320), (4_200_000, 480), (16_800_000, 800)];
/// An automaton is compared with a table of at most this many positions before it is proved.
const COMPARED: usize = 1_500_000;
/// Maximum number of letters for a position and its option together. Numerations with more are not tried.
const MOST_LETTERS: usize = 1 << 20;

/// The aim of the search for a law, and its maximum cost.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The time limit for the whole search.
    pub time: Option<Duration>,
    /// The maximum number of states of one automaton on the way.
    pub states: usize,
    /// The maximum number of positions of a table.
    pub positions: usize,
    /// How many of the sets of positions with Grundy value 0, 1, 2, ... to search for; at most
    /// [`MOST_VALUES`]. 1 means the P-positions alone, and there are no others under misère play.
    pub values: usize,
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
            positions: 16_800_000,
            values: 1,
            numerations: vec![],
            stop: None,
        }
    }
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
        let usual = NUMERATIONS.iter().filter_map(|id| Numeration::from_id(id));
        usual.chain(period_of_one_heap(&ways).and_then(Numeration::base)).collect()
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
    let sides: Vec<usize> = sides.collect();
    let samples = Samples::new(&ways, question, &sides, 1);
    // The numeration of the law that is kept, by its index.
    let mut first = usize::MAX;
    'rungs: for (rung, &(_, states)) in rungs.iter().enumerate() {
        for (index, room) in rooms.iter_mut().enumerate() {
            if found.law.is_some() {
                break 'rungs;
            }
            let end = room.attempt(question, &samples, rung, states, &budget, &mut found.law);
            if found.law.is_some() {
                first = index;
            }
            let side = samples.side(rung);
            found.tried.push(Tried { value: 0, numeration: room.numeration.clone(), side, end });
        }
        if budget.check_time(Step::Learning).is_err() {
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
        let end = room.translate(question, samples.ways, &known, states, &budget, &mut found.law);
        if matches!(end, End::Proved(_)) {
            first = index;
        }
        found.tried.push(Tried { value: 0, numeration: room.numeration.clone(), side: known.reach, end });
        found.in_time &= budget.check_time(Step::Learning).is_ok();
    }
    if effort.values > 1 && !question.misere && first < rooms.len() {
        let values = effort.values.min(MOST_VALUES);
        let samples = Samples::new(&ways, question, &sides, values as u8);
        let states: Vec<usize> = rungs.iter().map(|&(_, states)| states).collect();
        let search = values::Search { question, samples: &samples, states: &states, values, budget: &budget };
        if let Some(law) = found.law.take() {
            found.law = Some(search.add(&mut rooms, first, law, &mut found.tried));
        }
        found.in_time &= budget.check_time(Step::Learning).is_ok();
    }
    Ok(found)
}

/// The side of a table with at most `positions` positions. It is capped, since the lookup tables of amounts
/// have side^2 entries.
fn side_of(positions: usize, heaps: usize) -> usize {
    let mut side = 2usize;
    while side < 4100 && (side + 1).checked_pow(heaps as u32).is_some_and(|all| all <= positions) {
        side += 1;
    }
    side
}

/// The period of the values of one heap, if it is a base that is not tried anyway: residues of heaps by it need a state
/// each in other bases. It is only seen, which is enough for an attempt.
fn period_of_one_heap(ways: &Ways) -> Option<u32> {
    const SEEN: usize = 400;
    const BASES: std::ops::RangeInclusive<usize> = 8..=16;
    let single = ways.list.iter().filter(|way| way.touched == [0]);
    let sets: Vec<&Takes> = single.map(|way| &ways.sets[way.set]).collect();
    let mut values: Vec<usize> = Vec::with_capacity(SEEN);
    for n in 0..SEEN {
        let mut reached = vec![false; n + 1];
        for amount in (1..=n).filter(|&k| sets.iter().any(|set| set.allows(n as u64, k as u64))) {
            reached[values[n - amount]] = true;
        }
        values.push(reached.iter().position(|reached| !reached).unwrap_or(n));
    }
    let settled = &values[SEEN / 2..];
    let period = (1..=*BASES.end()).find(|&p| settled[p..] == settled[..settled.len() - p])?;
    BASES.contains(&period).then_some(period as u32)
}

/// Proves that an automaton accepts the P-positions of a game, and that the others accept the positions of
/// Grundy value 1, 2, ... if there are any. Otherwise returns a counterexample, if its heaps fit machine words.
pub fn prove_law(law: &Law, budget: &Budget) -> Result<Result<(), Option<Vec<u64>>>, Trouble> {
    let ways = law.question().ways().map_err(|_| Trouble::Numeration)?;
    let heaps = law.question().heaps;
    let relation = Relation::new(&ways, heaps, law.numeration(), budget)?;
    let mut open = relation.all.clone();
    for set in law.sets() {
        let valid = set.and(&relation.all, budget)?;
        if valid != *set {
            return Ok(Err(None));
        }
        if let Verdict::Broken(word) = prove(&relation, law.question().misere, &open, set, budget)? {
            return Ok(Err(heaps_of(law.numeration(), heaps, &word)));
        }
        open = open.without(set, budget)?;
    }
    Ok(Ok(()))
}

/// The first position, with all heaps below `side`, at which a law and a sieve by the rules differ.
pub fn first_difference(law: &Law, side: usize) -> Option<Vec<u64>> {
    let (question, budget) = (law.question(), Budget::default());
    let values = law.sets().len() as u8;
    let table = Table::new(law.ways(), question.heaps, question.misere, side, values, &budget).ok()?;
    (0..values).find_map(|value| table.first_wrong(&law.words_of(value.into()), value))
}

/// The P-positions of two heaps with both heaps below `side`, sorted by the larger heap; `None` if they are more than a few for
/// each size, or if a move may take any amounts from both heaps.
///
/// # Errors
/// Rules that automata cannot express.
pub fn lost_pairs(question: &Question, side: usize) -> Result<Option<Vec<[u32; 2]>>, Unsaid> {
    let few = Few::new(&question.ways()?, question.misere, side, &Budget::default());
    Ok(few.ok().flatten().map(|few| few.list))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{question, untimed};
    use grundy_automata::Dfa;

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

    /// The pattern that the book gives for a rule without a law.
    #[test]
    fn pairs_are_listed_without_a_law() {
        let side = 400u32;
        let question = question("take any except 1 or take any from 2 heaps", 2);
        let (mut used, mut n, mut expected) = (vec![false; side as usize], 0, vec![]);
        for a in 0..side {
            if std::mem::replace(&mut used[a as usize], true) {
                continue;
            }
            for b in [a + 2 * n, a + 2 * n + 1].into_iter().filter(|&b| b < side) {
                used[b as usize] = true;
                expected.extend([[a, b], [b, a]]);
            }
            n += 1;
        }
        expected.sort_unstable();
        expected.dedup();
        let mut pairs = lost_pairs(&question, side as usize).unwrap().unwrap();
        pairs.sort_unstable();
        assert_eq!(pairs, expected);
        assert!(lost_pairs(&crate::testing::question("take 1", 2), 2000).unwrap().is_none());
    }
}
