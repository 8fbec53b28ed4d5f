//! The minimal automaton of a set: states that no word distinguishes are merged.
//!
//! Hopcroft's algorithm in the form of Valmari (2012): two partitions, of the states and of the transitions,
//! refine each other, and always the smaller part becomes a new set. It takes time m log m for m transitions,
//! not counting those to [`DEAD`].

use crate::budget::{Budget, Error, Step};
use crate::dfa::{DEAD, Dfa};

/// A partition of 0, 1, ... that can be refined.
struct Partition {
    /// Elements, grouped by set.
    elements: Vec<u32>,
    /// The index of each element in `elements`.
    place: Vec<u32>,
    /// The set of each element.
    set: Vec<u32>,
    /// The start and end of each set in `elements`, and the end of its marked elements.
    first: Vec<u32>,
    past: Vec<u32>,
    marked: Vec<u32>,
    /// Sets with marked elements.
    touched: Vec<u32>,
}

impl Partition {
    /// One set with all elements.
    fn whole(size: usize) -> Self {
        let elements: Vec<u32> = (0..size as u32).collect();
        let sets = usize::from(size > 0);
        Self {
            place: elements.clone(),
            elements,
            set: vec![0; size],
            first: vec![0; sets],
            past: vec![size as u32; sets],
            marked: vec![0; sets],
            touched: vec![],
        }
    }

    /// The sets of elements with equal keys.
    fn by_key(keys: &[u32]) -> Self {
        let mut all = Self::whole(keys.len());
        all.elements.sort_by_key(|&e| keys[e as usize]);
        (all.first, all.past, all.marked) = (vec![], vec![], vec![]);
        for (place, &element) in all.elements.iter().enumerate() {
            let begins = place == 0 || keys[all.elements[place - 1] as usize] != keys[element as usize];
            if begins {
                all.first.push(place as u32);
                all.past.push(place as u32);
                all.marked.push(0);
            }
            let set = all.first.len() - 1;
            all.past[set] = place as u32 + 1;
            all.set[element as usize] = set as u32;
            all.place[element as usize] = place as u32;
        }
        all
    }

    fn sets(&self) -> usize {
        self.first.len()
    }

    fn members(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.past[set] as usize
    }

    /// Moves an element to the marked ones of its set.
    fn mark(&mut self, element: u32) {
        let set = self.set[element as usize] as usize;
        let (here, there) = (self.place[element as usize], self.first[set] + self.marked[set]);
        if here < there {
            return;
        }
        let other = self.elements[there as usize];
        self.elements[here as usize] = other;
        self.place[other as usize] = here;
        self.elements[there as usize] = element;
        self.place[element as usize] = there;
        if self.marked[set] == 0 {
            self.touched.push(set as u32);
        }
        self.marked[set] += 1;
    }

    /// Separates marked elements from the others of their set; the smaller part becomes a new set.
    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let set = set as usize;
            let (first, middle, past) = (self.first[set], self.first[set] + self.marked[set], self.past[set]);
            self.marked[set] = 0;
            if middle == past {
                continue;
            }
            let new = if middle - first <= past - middle {
                self.first[set] = middle;
                first..middle
            } else {
                self.past[set] = middle;
                middle..past
            };
            let name = self.sets() as u32;
            for place in new.clone() {
                self.set[self.elements[place as usize] as usize] = name;
            }
            self.first.push(new.start);
            self.past.push(new.end);
            self.marked.push(0);
        }
    }
}

impl Dfa {
    /// The minimal automaton of the same set, its states in breadth-first order.
    pub fn minimised(&self, budget: &Budget) -> Result<Self, Error> {
        let live = self.live();
        if !live[0] {
            return Ok(Self::empty(self.tracks, self.digits));
        }
        // Transitions between live states, by their targets.
        let (mut tails, mut labels, mut heads) = (Vec::new(), Vec::new(), Vec::new());
        for state in (0..self.states()).filter(|&s| live[s]) {
            budget.check(Step::Minimise, state, state, 0)?;
            for (letter, &target) in self.row(state as u32).iter().enumerate() {
                if target != DEAD && live[target as usize] {
                    tails.push(state as u32);
                    labels.push(letter as u32);
                    heads.push(target);
                }
            }
        }
        let mut starts = vec![0u32; self.states() + 1];
        for &head in &heads {
            starts[head as usize + 1] += 1;
        }
        for state in 0..self.states() {
            starts[state + 1] += starts[state];
        }
        let mut into = vec![0u32; heads.len()];
        let mut free = starts.clone();
        for (transition, &head) in heads.iter().enumerate() {
            into[free[head as usize] as usize] = transition as u32;
            free[head as usize] += 1;
        }
        // Dead states form a set of their own, which no kept transition leads to.
        let keys: Vec<u32> =
            (0..self.states()).map(|s| if live[s] { u32::from(self.accepting[s]) } else { 2 }).collect();
        let mut blocks = Partition::by_key(&keys);
        let mut cords = Partition::by_key(&labels);
        let (mut block, mut cord) = (1, 0);
        while cord < cords.sets() {
            budget.check_time_now_and_then(cord)?;
            for place in cords.members(cord) {
                blocks.mark(tails[cords.elements[place] as usize]);
            }
            blocks.split();
            cord += 1;
            while block < blocks.sets() {
                for place in blocks.members(block) {
                    let state = blocks.elements[place] as usize;
                    for &transition in &into[starts[state] as usize..starts[state + 1] as usize] {
                        cords.mark(transition);
                    }
                }
                cords.split();
                block += 1;
            }
        }
        Ok(self.joined(&live, &blocks.set, blocks.sets()))
    }

    /// The states from which some word is accepted.
    fn live(&self) -> Vec<bool> {
        let mut before: Vec<Vec<u32>> = vec![vec![]; self.states()];
        for state in 0..self.states() {
            let mut last = DEAD;
            for &target in self.row(state as u32) {
                if target != DEAD && target != last {
                    before[target as usize].push(state as u32);
                    last = target;
                }
            }
        }
        let mut live = self.accepting.clone();
        let mut stack: Vec<u32> = (0..self.states() as u32).filter(|&s| live[s as usize]).collect();
        while let Some(state) = stack.pop() {
            for &from in &before[state as usize] {
                if !std::mem::replace(&mut live[from as usize], true) {
                    stack.push(from);
                }
            }
        }
        live
    }

    /// The automaton of sets of states, numbered in breadth-first order from the start.
    fn joined(&self, live: &[bool], set: &[u32], sets: usize) -> Self {
        let mut out = Self::begin(self.tracks, self.digits);
        let mut ids = vec![DEAD; sets];
        let mut found = vec![0u32];
        ids[set[0] as usize] = 0;
        let mut at = 0;
        while at < found.len() {
            let state = found[at];
            out.accepting.push(self.accepting(state));
            for &target in self.row(state) {
                if target == DEAD || !live[target as usize] {
                    out.next.push(DEAD);
                    continue;
                }
                let id = &mut ids[set[target as usize] as usize];
                if *id == DEAD {
                    *id = found.len() as u32;
                    found.push(target);
                }
                out.next.push(*id);
            }
            at += 1;
        }
        out
    }
}

impl Budget {
    fn check_time_now_and_then(&self, round: usize) -> Result<(), Error> {
        if round.is_multiple_of(1024) { self.check_time(Step::Minimise) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merges states by comparing all pairs repeatedly.
    fn plain_size(dfa: &Dfa) -> usize {
        let live = dfa.live();
        let mut class: Vec<usize> = (0..dfa.states()).map(|s| usize::from(dfa.accepting[s])).collect();
        loop {
            let row = |s: usize| {
                let to =
                    |&t: &u32| if t == DEAD || !live[t as usize] { usize::MAX } else { class[t as usize] };
                (class[s], dfa.row(s as u32).iter().map(to).collect::<Vec<_>>())
            };
            let rows: std::collections::BTreeSet<_> =
                (0..dfa.states()).filter(|&s| live[s]).map(row).collect();
            let rows: Vec<_> = rows.into_iter().collect();
            let next: Vec<usize> = (0..dfa.states())
                .map(|s| if live[s] { rows.binary_search(&row(s)).unwrap() } else { usize::MAX - 1 })
                .collect();
            let classes = |c: &[usize]| c.iter().collect::<std::collections::BTreeSet<_>>().len();
            let same = classes(&next) == classes(&class);
            class = next;
            if same {
                break;
            }
        }
        let mut seen = std::collections::BTreeSet::from([class[0]]);
        let mut stack = vec![0];
        let mut visited = vec![false; dfa.states()];
        while let Some(state) = stack.pop() {
            if std::mem::replace(&mut visited[state as usize], true) {
                continue;
            }
            for &target in dfa.row(state) {
                if target != DEAD && live[target as usize] {
                    seen.insert(class[target as usize]);
                    stack.push(target);
                }
            }
        }
        if live[0] { seen.len() } else { 1 }
    }

    #[test]
    fn the_least_automaton_accepts_the_same_words() {
        let mut random = fastrand::Rng::with_seed(29);
        let budget = Budget::default();
        for round in 0..300 {
            let states = random.usize(1..30);
            let (tracks, digits) = (random.usize(1..3), random.usize(2..4));
            let letters = digits.pow(tracks as u32);
            let classes = random.u32(1..=states as u32);
            // Few different targets, so that there are states to merge.
            let next = (0..states * letters)
                .map(|_| if random.u8(0..8) == 0 { DEAD } else { random.u32(0..classes) })
                .collect();
            let accepting = (0..states).map(|_| random.u8(0..3) == 0).collect();
            let dfa = Dfa::from_table(tracks, digits, next, accepting).unwrap();
            let least = dfa.minimised(&budget).unwrap();
            assert_eq!(least.states(), plain_size(&dfa), "round {round}");
            assert_eq!(least.minimised(&budget).unwrap(), least);
            for _ in 0..200 {
                let length = random.usize(0..12);
                let word: Vec<u32> = (0..length).map(|_| random.u32(0..letters as u32)).collect();
                assert_eq!(dfa.accepts_word(&word), least.accepts_word(&word), "round {round}");
            }
        }
    }
}
