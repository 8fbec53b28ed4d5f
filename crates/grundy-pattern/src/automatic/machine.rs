//! Automata that read the digits of heaps: a machine for one number, run on one heap or on all in parallel.

use grundy_automata::{DEAD, Dfa, Numeration, Step};
use grundy_solver::law::Num;

use super::{CLASSES, Made, Maker, STATES, Stop};

/// A machine that reads one number and gives each a class.
pub(super) struct Machine {
    /// For each state, the target of each digit; [`DEAD`] if no number is written so.
    next: Vec<u32>,
    /// The class of numbers that end in a state.
    class: Vec<i128>,
}

impl Maker<'_> {
    /// The machine that runs several automata at once; the class is the index of the one that accepts.
    pub(super) fn machine(&self, valid: &Dfa, parts: &[Dfa]) -> Result<Machine, Stop> {
        let digits = self.numeration.digits();
        let mut found = vec![vec![0u32; parts.len() + 1]];
        let mut machine = Machine { next: vec![], class: vec![] };
        let mut at = 0;
        while at < found.len() {
            self.budget.check_time(Step::Product)?;
            if found.len() > STATES / 8 {
                return Err(Stop::Budget);
            }
            let state = found[at].clone();
            let class = parts.iter().zip(&state[1..]).position(|(part, &state)| part.accepting(state));
            machine.class.push(class.map_or(-1, |class| class as i128));
            for digit in 0..digits {
                let first = valid.step(state[0], digit);
                if first == DEAD {
                    machine.next.push(DEAD);
                    continue;
                }
                let rest = parts.iter().zip(&state[1..]).map(|(part, &state)| part.step(state, digit));
                let target: Vec<u32> = std::iter::once(first).chain(rest).collect();
                let place = found.iter().position(|known| *known == target).unwrap_or_else(|| {
                    found.push(target);
                    found.len() - 1
                });
                machine.next.push(place as u32);
            }
            at += 1;
        }
        Ok(machine)
    }

    /// The positions that are in the set by the classes of their heaps. `None` from `accept` means that the
    /// condition cannot be evaluated.
    pub(super) fn parallel(&self, machine: &Machine, accept: impl Fn(&[i128]) -> Option<bool>) -> Made {
        let (digits, states) = (self.numeration.digits(), machine.class.len());
        let letters = digits.pow(self.heaps as u32);
        let count = states.checked_pow(self.heaps as u32).filter(|count| count * letters <= 1 << 22);
        let count = count.ok_or(Stop::Budget)?;
        let (mut next, mut accepting) = (Vec::with_capacity(count * letters), Vec::with_capacity(count));
        let mut known = std::collections::BTreeMap::new();
        for state in 0..count {
            let at: Vec<usize> = (0..self.heaps).map(|i| state / states.pow(i as u32) % states).collect();
            let classes: Vec<i128> = at.iter().map(|&at| machine.class[at]).collect();
            let accepts = if let Some(&accepts) = known.get(&classes) {
                accepts
            } else {
                let accepts = accept(&classes).ok_or(Stop::Beyond)?;
                known.insert(classes, accepts);
                accepts
            };
            accepting.push(accepts);
            for letter in 0..letters {
                let target = at.iter().enumerate().try_fold(0, |sum, (i, at)| {
                    let digit = letter / digits.pow(i as u32) % digits;
                    let target = machine.next[at * digits + digit];
                    (target != DEAD).then(|| sum + target as usize * states.pow(i as u32))
                });
                next.push(target.map_or(DEAD, |target| target as u32));
            }
        }
        let set = Dfa::from_table(self.heaps, digits, next, accepting).ok_or(Stop::Beyond)?;
        Ok(set.minimised(self.budget)?)
    }

    /// The base, if it is 2, 4, 8 or 16: then its digits are groups of bits.
    fn bits(&self) -> Result<usize, Stop> {
        let base = self.numeration.as_base().filter(|base| base.is_power_of_two());
        base.map(|base| base as usize).ok_or(Stop::Beyond)
    }

    pub(super) fn columns(&self, modulus: i128) -> Made {
        let base = self.bits()?;
        let fits = |letter: usize| {
            let digit = |heap: usize| letter / base.pow(heap as u32) % base;
            let ones = |bit: u32| (0..self.heaps).filter(|&heap| digit(heap) >> bit & 1 == 1).count() as i128;
            (0..base.ilog2()).all(|bit| ones(bit) % modulus == 0)
        };
        let next = (0..self.all.letters()).map(|letter| if fits(letter) { 0 } else { DEAD }).collect();
        Dfa::from_table(self.heaps, base, next, vec![true]).ok_or(Stop::Beyond)
    }

    /// The positions with this exclusive or of the heaps.
    pub(super) fn nim_sum(&self, sum: i128) -> Made {
        let base = self.bits()?;
        let sum = u64::try_from(sum).map_err(|_| Stop::Beyond)?;
        let written = self.numeration.write(sum).ok_or(Stop::Beyond)?;
        // State i has read i digits of the sum; before the first one, it has read zeros.
        let xor =
            |letter: usize| (0..self.heaps).fold(0, |x, heap| x ^ (letter / base.pow(heap as u32) % base));
        let mut next = Vec::new();
        for state in 0..=written.len() {
            for letter in 0..self.all.letters() {
                let digit = xor(letter);
                next.push(match written.get(state) {
                    _ if state == 0 && digit == 0 => 0,
                    Some(&wanted) if usize::from(wanted) == digit => state as u32 + 1,
                    _ => DEAD,
                });
            }
        }
        let accepting = (0..=written.len()).map(|state| state == written.len()).collect();
        let set = Dfa::from_table(self.heaps, base, next, accepting).ok_or(Stop::Beyond)?;
        Ok(set.minimised(self.budget)?)
    }

    /// A machine on one heap, as a set of positions.
    fn single(&self, machine: &Machine, heap: usize, accepts: impl Fn(i128) -> bool) -> Made {
        let digits = self.numeration.digits();
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        for (state, &class) in machine.class.iter().enumerate() {
            accepting.push(accepts(class));
            for letter in 0..self.all.letters() {
                next.push(machine.next[state * digits + letter / digits.pow(heap as u32) % digits]);
            }
        }
        let set = Dfa::from_table(self.heaps, digits, next, accepting).ok_or(Stop::Beyond)?;
        Ok(set.and(&self.all, self.budget)?)
    }

    /// The positions in which a number that the digits of one heap determine has this remainder.
    pub(super) fn ending(&self, number: &Num, modulus: i128, rest: i128) -> Made {
        let (zeros, heap, shift) = match number {
            Num::Valuation(base, of) => (Some(*base), of, 0),
            Num::LeastPart(of) if *self.numeration == Numeration::fibonacci() => (None, of, 1),
            Num::Ones(of) if self.bits()? == 2 => return self.ones(of, modulus, rest),
            _ => return Err(Stop::Beyond),
        };
        if zeros.is_some_and(|base| self.numeration.as_base().map(i128::from) != Some(base)) {
            return Err(Stop::Beyond);
        }
        let Num::Heap(heap) = **heap else { return Err(Stop::Beyond) };
        if !(1..=CLASSES).contains(&modulus) {
            return Err(Stop::Beyond);
        }
        // State 0 has read zeros only; state 1 + z has read z zeros since the last other digit, modulo `modulus`.
        let digits = self.numeration.digits() as u32;
        let mut next: Vec<u32> = (0..digits).map(|digit| u32::from(digit > 0)).collect();
        let mut class = vec![shift - 1];
        for zeros in 0..modulus {
            next.push(1 + ((zeros + 1) % modulus) as u32);
            next.extend((1..digits).map(|_| 1));
            class.push(zeros + shift);
        }
        self.single(&Machine { next, class }, heap, |class| class.rem_euclid(modulus) == rest)
    }

    fn ones(&self, of: &Num, modulus: i128, rest: i128) -> Made {
        let Num::Heap(heap) = *of else { return Err(Stop::Beyond) };
        if !(1..=CLASSES).contains(&modulus) {
            return Err(Stop::Beyond);
        }
        let next = (0..modulus).flat_map(|ones| [ones as u32, ((ones + 1) % modulus) as u32]).collect();
        self.single(&Machine { next, class: (0..modulus).collect() }, heap, |class| class == rest)
    }

    /// The positions in which the base divides two heaps equally often.
    pub(super) fn valuations(&self, base: i128, a: &Num, b: &Num) -> Made {
        let (Num::Heap(a), Num::Heap(b)) = (a, b) else { return Err(Stop::Beyond) };
        if self.numeration.as_base().map(i128::from) != Some(base) {
            return Err(Stop::Beyond);
        }
        // State 0: the last digits that are not both 0 are both another digit, or there are none.
        let digits = self.numeration.digits();
        let (mut next, letters) = (Vec::new(), self.all.letters());
        for state in 0..2 {
            for letter in 0..letters {
                let digit = |heap: &usize| letter / digits.pow(*heap as u32) % digits;
                next.push(match (digit(a), digit(b)) {
                    (0, 0) => state,
                    (0, _) | (_, 0) => 1,
                    _ => 0,
                });
            }
        }
        let set = Dfa::from_table(self.heaps, digits, next, vec![true, false]).ok_or(Stop::Beyond)?;
        Ok(set.minimised(self.budget)?)
    }
}
