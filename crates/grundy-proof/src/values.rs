//! The sets of positions with Grundy value 1, 2, ...: each is learned from a table, and proved from the sets of
//! smaller values.
//!
//! All sets of a law are in one numeration. The numeration of the P-positions is tried first; another is kept if
//! more sets are proved in it.

use grundy_automata::{Budget, Dfa, Step, Teacher};

use crate::law::Law;
use crate::question::Question;
use crate::room::{End, Known, Room, Tried};
use crate::sample::Samples;
use crate::words::Words;

/// The maximum number of states of P-positions learned in another numeration.
const STATES: usize = 160;

/// The tables from which sets are learned, and the limits.
pub(crate) struct Search<'a, 'b> {
    pub question: &'a Question,
    pub samples: &'a Samples<'b>,
    /// The maximum number of states of an automaton, for each sample in order.
    pub states: &'a [usize],
    /// The number of sets to look for, that of the P-positions included.
    pub values: usize,
    pub budget: &'a Budget,
}

impl<'b> Search<'_, 'b> {
    /// Adds the sets of positions with value 1, 2, ... to a law that was found in the room of index `first`.
    pub fn add(&self, rooms: &mut [Room<'b>], first: usize, law: Law, tried: &mut Vec<Tried>) -> Law {
        let mut kept = vec![law.lost().clone()];
        let mut numeration = law.numeration().clone();
        let words = law.words();
        let order = std::iter::once(first).chain((0..rooms.len()).filter(|&index| index != first));
        for index in order {
            let room = &mut rooms[index];
            let lost = if index == first { Ok(law.lost().clone()) } else { self.translated(room, &words) };
            let (sets, all) = match lost {
                Ok(lost) => self.values_in(room, lost, tried),
                Err(end) => {
                    let side = room.reach(self.question.heaps);
                    tried.push(Tried { value: 0, numeration: room.numeration.clone(), side, end });
                    continue;
                }
            };
            if sets.len() > kept.len() {
                (kept, numeration) = (sets, room.numeration.clone());
            }
            if all || self.budget.check_time(Step::Learning).is_err() {
                break;
            }
        }
        let (sizes, took) = (law.sizes(), law.took());
        let lost = kept.remove(0);
        let with_values =
            Law::new(self.question.clone(), numeration, lost).and_then(|law| law.with_values(kept));
        with_values.map_or(law, |with_values| with_values.with_proof(sizes, took))
    }

    /// The P-positions of a proved law, in the numeration of a room.
    fn translated(&self, room: &mut Room<'b>, words: &Words) -> Result<Dfa, End> {
        room.relate(self.question, self.samples.ways, self.budget)?;
        let known = Known { words: words.clone(), reach: room.reach(self.question.heaps) };
        let lost = room.learn(self.question, &known, STATES, self.budget)?;
        let Some(relation) = &room.relation else { return Err(End::NotSaid) };
        room.check(self.question, &relation.all, &lost, self.budget)?;
        Ok(lost)
    }

    /// The sets that are proved in one numeration, beginning with the P-positions, and whether these are all
    /// sets that were asked for or exist.
    fn values_in(&self, room: &mut Room<'b>, lost: Dfa, tried: &mut Vec<Tried>) -> (Vec<Dfa>, bool) {
        let Some(mut open) = room.relation.as_ref().map(|relation| relation.all.clone()) else {
            return (vec![lost], false);
        };
        let mut sets = vec![lost];
        while let Some(rest) = sets.last().and_then(|last| open.without(last, self.budget).ok()) {
            if rest.is_empty() || sets.len() == self.values {
                return (sets, true);
            }
            open = rest;
            let Some(set) = self.value(room, &open, sets.len(), tried) else { break };
            sets.push(set);
        }
        (sets, false)
    }

    /// The positions of one value, where `open` are all positions of no smaller value.
    fn value(&self, room: &mut Room<'b>, open: &Dfa, value: usize, tried: &mut Vec<Tried>) -> Option<Dfa> {
        for rung in 0..self.states.len() {
            let (side, made) = self.attempt(room, open, value, rung);
            let end = match &made {
                Ok(set) => End::Proved(set.states()),
                Err(end) => end.clone(),
            };
            tried.push(Tried { value, numeration: room.numeration.clone(), side, end });
            match made {
                Ok(set) => return Some(set),
                Err(End::Budget(_) | End::NotSaid) => return None,
                Err(_) => {}
            }
        }
        None
    }

    /// Learns the positions of one value from a sample, compares with the next one, and proves.
    fn attempt(&self, room: &mut Room<'b>, open: &Dfa, value: usize, rung: usize) -> (u64, Result<Dfa, End>) {
        let level = value as u8;
        let side = self.samples.side(rung);
        let made = self.samples.get(rung, self.budget).map_err(End::Budget).and_then(|found| {
            let Some(here) = found else { return Err(End::TooLittle) };
            let learn =
                |teacher: &dyn Teacher| room.learn(self.question, teacher, self.states[rung], self.budget);
            let set = here.teach(level, learn)?;
            let words = Words::new(room.numeration, self.question.heaps, &set);
            let after = self.samples.after(rung, self.budget).map_err(End::Budget)?;
            if let Some(position) = after.and_then(|after| after.first_wrong(&words, level)) {
                return Err(End::Broken { states: set.states(), position: Some(position) });
            }
            room.check(self.question, open, &set, self.budget)?;
            Ok(set)
        });
        (side, made)
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;
    use grundy_automata::Budget;

    use crate::find::{Effort, find, first_difference, prove_law};
    use crate::law::Law;
    use crate::testing::{options_by_rules, question, untimed};

    fn law(rules: &str, heaps: usize, values: usize) -> Law {
        let effort = Effort { values, positions: 300_000, ..untimed() };
        let law = find(&question(rules, heaps), &effort).unwrap().law.expect(rules);
        assert_eq!(first_difference(&law, if heaps == 2 { 150 } else { 24 }), None, "{rules}");
        assert!(prove_law(&law, &Budget::default()).unwrap().is_ok(), "{rules}");
        law
    }

    #[test]
    fn values_are_found_and_proved() {
        // Values of Nim are unbounded, so as many sets as are asked for.
        let nim = law("take any", 2, 4);
        assert_eq!((nim.sets().len(), nim.has_all_values()), (4, false));
        assert_eq!(nim.value(&[5u8.into(), 6u8.into()]), Some(3));
        assert_eq!(nim.value(&[5u8.into(), 8u8.into()]), None);
        // Three values and no more: the last set holds every position that is left.
        let few = law("take 1, 2 or take 1 from 2 heaps", 2, 20);
        assert_eq!((few.sets().len(), few.has_all_values()), (3, true));
        // Under misère play there are no values.
        assert_eq!(law("misere take 1..3", 2, 4).sets().len(), 1);
    }

    #[test]
    fn values_are_the_least_that_no_option_has() {
        let law = law("take 1, 2 or take 1, 4 from 2 heaps", 2, 20);
        assert!(law.has_all_values());
        for x in 0..14u64 {
            for y in 0..14 {
                let value = |x: &[u64]| {
                    let heaps: Vec<UBig> = x.iter().map(|&n| n.into()).collect();
                    law.value(&heaps).unwrap()
                };
                let reached: Vec<usize> =
                    options_by_rules(law.question(), &[x, y]).iter().map(|option| value(option)).collect();
                assert_eq!(Some(value(&[x, y])), (0..64).find(|v| !reached.contains(v)), "{x} {y}");
            }
        }
    }

    #[test]
    fn sets_of_other_values_are_refused() {
        let good = law("take 1, 2 or take 1, 4 from 2 heaps", 2, 20);
        let sets = good.sets()[1..].to_vec();
        let swapped = vec![sets[1].clone(), sets[0].clone()];
        let twice = vec![sets[0].clone(), sets[0].clone()];
        for wrong in [swapped, twice, vec![good.lost().clone()]] {
            let lost = good.lost().clone();
            let forged = Law::new(good.question().clone(), good.numeration().clone(), lost);
            let forged = forged.unwrap().with_values(wrong).unwrap();
            assert!(prove_law(&forged, &Budget::default()).unwrap().is_err());
        }
    }
}
