//! A candidate for the quotient with one heap more, from the exact quotient without it.
//!
//! Some heaps are *fresh*: the new one, and others if need be. The candidate knows of the other heaps what the old quotient
//! knows, and counts the fresh ones, each up to a bound beyond which only the parity counts:
//! its states are pairs of an old element and exponents with f^(tail + 2) = f^tail. The outcome of a
//! state is found by play from a sum that stands for it. States that no added heaps tell apart are then merged.
//! Whether the result is right is for [`crate::exact`] to say.

use rustc_hash::FxHashMap;

use crate::meter::{Halt, Meter};
use crate::monoid::{Element, Monoid};
use crate::options::{Atom, Options};
use crate::set::Set;

/// A monoid, the element of each heap, and a sum for each element.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) monoid: Monoid,
    pub(crate) classes: Vec<Element>,
    pub(crate) words: Vec<Vec<Atom>>,
}

/// The fresh heaps and how far they are counted.
pub(crate) struct Shape<'a> {
    pub(crate) fresh: &'a [Atom],
    pub(crate) tail: usize,
    /// The most states.
    pub(crate) states: usize,
}

/// What came of it.
pub(crate) enum Made {
    Candidate(Known),
    /// More states than the shape allows.
    TooLarge,
    /// Play from a state came back to it: exponents were cut too early.
    Round,
}

/// A move: the base element it leads to, or its factor, and the fresh heaps it leaves.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Step {
    base: u32,
    fresh: Vec<u8>,
}

struct States<'a> {
    /// The old elements that heaps which are not fresh make.
    base: Vec<Element>,
    words: Vec<Vec<Atom>>,
    products: Vec<u32>,
    /// The class of one heap that is not fresh, by atom; and the number of each fresh heap.
    class: Vec<u32>,
    number: Vec<Option<u8>>,
    tail: usize,
    powers: Vec<usize>,
    /// The states of one base element.
    layer: usize,
    steps: Vec<Vec<Step>>,
    fresh_steps: Vec<Vec<Step>>,
    options: &'a [Options],
}

/// Makes the candidate of a shape.
pub(crate) fn make(
    old: &Known,
    options: &[Options],
    shape: &Shape<'_>,
    meter: &mut Meter<'_>,
) -> Result<Made, Halt> {
    let Some(states) = States::new(old, options, shape, meter)? else { return Ok(Made::TooLarge) };
    let Some(lost) = states.outcomes(meter)? else { return Ok(Made::Round) };
    let classes = states.merge(&lost, meter)?;
    states.known(&lost, &classes, meter).map(|known| known.map_or(Made::TooLarge, Made::Candidate))
}

impl<'a> States<'a> {
    fn new(
        old: &Known,
        options: &'a [Options],
        shape: &Shape<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Halt> {
        let mut number = vec![None; options.len()];
        for (j, &atom) in (0..).zip(shape.fresh) {
            number[atom as usize] = Some(j);
        }
        let stale = |atom: &usize| number[*atom].is_none();
        // The elements that heaps which are not fresh make, in the order of their sums.
        let mut index = vec![u32::MAX; old.monoid.order()];
        let (mut base, mut words) = (vec![0], vec![vec![]]);
        index[0] = 0;
        for atom in (0..old.classes.len()).filter(stale) {
            let mut from = 0;
            while from < base.len() {
                let to = base.len();
                for place in from..to {
                    let product = old.monoid.product(base[place], old.classes[atom]);
                    if index[usize::from(product)] == u32::MAX {
                        index[usize::from(product)] = word_size(base.len());
                        base.push(product);
                        let mut word: Vec<Atom> = words[place].clone();
                        word.push(word_size(atom));
                        words.push(word);
                    }
                }
                from = to;
            }
        }
        meter.spend((old.classes.len() * base.len()) as u64)?;
        let counts = shape.tail + 2;
        let layer = counts.checked_pow(word_size(shape.fresh.len())).filter(|&layer| layer <= shape.states);
        let Some(layer) = layer.filter(|layer| layer * base.len() <= shape.states) else { return Ok(None) };
        let products = base.iter().flat_map(|&a| {
            let index = &index;
            base.iter().map(move |&b| index[usize::from(old.monoid.product(a, b))])
        });
        let class = (0..options.len()).map(|atom| match old.classes.get(atom) {
            Some(&class) if number[atom].is_none() => index[usize::from(class)],
            _ => 0,
        });
        let mut states = Self {
            products: products.collect(),
            class: class.collect(),
            powers: (0..shape.fresh.len()).map(|j| counts.pow(word_size(j))).collect(),
            tail: shape.tail,
            steps: vec![],
            fresh_steps: vec![],
            base,
            words,
            number,
            layer,
            options,
        };
        states.steps =
            (0..states.base.len()).map(|b| states.steps_of_base(b, meter)).collect::<Result<_, _>>()?;
        for &atom in shape.fresh {
            let mut steps = Vec::new();
            states.add_steps(0, atom, &mut steps, meter)?;
            states.fresh_steps.push(unique(steps));
        }
        Ok(Some(states))
    }

    fn product(&self, a: u32, b: u32) -> u32 {
        self.products[a as usize * self.base.len() + b as usize]
    }

    /// The options of the sum that stands for a base element.
    fn steps_of_base(&self, base: usize, meter: &mut Meter<'_>) -> Result<Vec<Step>, Halt> {
        let word = &self.words[base];
        let mut steps = Vec::new();
        for (place, &atom) in word.iter().enumerate() {
            if place > 0 && word[place - 1] == atom {
                continue;
            }
            let others = word.iter().enumerate().filter(|(other, _)| *other != place);
            let rest = others.fold(0, |rest, (_, &other)| self.product(rest, self.class[other as usize]));
            self.add_steps(rest, atom, &mut steps, meter)?;
        }
        Ok(unique(steps))
    }

    /// The options of one heap beside `rest`.
    fn add_steps(
        &self,
        rest: u32,
        atom: Atom,
        steps: &mut Vec<Step>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        for sum in self.options[atom as usize].iter() {
            meter.spend(1)?;
            let mut step = Step { base: rest, fresh: vec![] };
            for &part in sum {
                match self.number[part as usize] {
                    Some(j) => step.fresh.push(j),
                    None => step.base = self.product(step.base, self.class[part as usize]),
                }
            }
            steps.push(step);
        }
        Ok(())
    }

    /// The exponents with one more of fresh heap `j`.
    fn raise(&self, exponents: usize, j: u8) -> usize {
        let power = self.powers[usize::from(j)];
        if exponents / power % (self.tail + 2) <= self.tail { exponents + power } else { exponents - power }
    }

    fn after(&self, base: u32, exponents: usize, step: &Step) -> usize {
        let exponents = step.fresh.iter().fold(exponents, |e, &j| self.raise(e, j));
        base as usize * self.layer + exponents
    }

    /// The state after move number `place`, counted through the moves of the base and of the fresh heaps that are there;
    /// `None` where there are no more.
    fn option(&self, state: usize, mut place: usize) -> Option<usize> {
        let (base, exponents) = (state / self.layer, state % self.layer);
        if let Some(step) = self.steps[base].get(place) {
            return Some(self.after(step.base, exponents, step));
        }
        place -= self.steps[base].len();
        for (steps, power) in self.fresh_steps.iter().zip(&self.powers) {
            if exponents / power % (self.tail + 2) == 0 {
                continue;
            }
            if let Some(step) = steps.get(place) {
                let base = self.product(word_size(base), step.base);
                return Some(self.after(base, exponents - power, step));
            }
            place -= steps.len();
        }
        None
    }

    /// Which states are lost, by play; `None` where play goes round.
    fn outcomes(&self, meter: &mut Meter<'_>) -> Result<Option<Vec<bool>>, Halt> {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            No,
            Open,
            Lost,
            Won,
        }
        let mut seen = vec![Seen::No; self.base.len() * self.layer];
        // The empty sum: whoever is to move has won.
        seen[0] = Seen::Won;
        let mut path: Vec<(usize, usize)> = Vec::new();
        for start in 0..seen.len() {
            if seen[start] != Seen::No {
                continue;
            }
            seen[start] = Seen::Open;
            path.push((start, 0));
            while let Some((state, place)) = path.pop() {
                meter.spend(1)?;
                let Some(option) = self.option(state, place) else {
                    seen[state] = Seen::Lost;
                    continue;
                };
                match seen[option] {
                    Seen::Lost => seen[state] = Seen::Won,
                    Seen::Won => path.push((state, place + 1)),
                    Seen::Open => return Ok(None),
                    Seen::No => {
                        seen[option] = Seen::Open;
                        path.push((state, place));
                        path.push((option, 0));
                    }
                }
            }
        }
        Ok(Some(seen.into_iter().map(|seen| seen == Seen::Lost).collect()))
    }

    /// Classes of states with the same outcome whatever is added, numbered in the order of their first states.
    fn merge(&self, lost: &[bool], meter: &mut Meter<'_>) -> Result<Vec<u32>, Halt> {
        let mut factors: Vec<u32> =
            (0..self.options.len()).filter(|&a| self.number[a].is_none()).map(|a| self.class[a]).collect();
        factors.sort_unstable();
        factors.dedup();
        let mut classes: Vec<u32> = lost.iter().map(|&lost| u32::from(lost)).collect();
        let mut count = 0;
        loop {
            let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
            let mut split = |classes: &mut Vec<u32>, next: &dyn Fn(usize) -> usize| {
                meter.spend(classes.len() as u64)?;
                numbers.clear();
                let before = classes.clone();
                for (state, class) in classes.iter_mut().enumerate() {
                    let fresh = word_size(numbers.len());
                    *class = *numbers.entry((*class, before[next(state)])).or_insert(fresh);
                }
                Ok::<_, Halt>(numbers.len())
            };
            let mut last = 0;
            for &factor in &factors {
                last = split(&mut classes, &|state| {
                    let base = self.product(word_size(state / self.layer), factor);
                    base as usize * self.layer + state % self.layer
                })?;
            }
            for j in (0..).take(self.powers.len()) {
                last = split(&mut classes, &|state| {
                    let exponents = state % self.layer;
                    state - exponents + self.raise(exponents, j)
                })?;
            }
            if last == count {
                return Ok(classes);
            }
            count = last;
        }
    }

    /// The merged states as a monoid; `None` where it is too large.
    fn known(&self, lost: &[bool], classes: &[u32], meter: &mut Meter<'_>) -> Result<Option<Known>, Halt> {
        let order = classes.iter().max().map_or(0, |&last| last as usize + 1);
        if order > meter.bounds.order {
            return Err(Halt::Order);
        }
        let Ok(_) = Element::try_from(order) else { return Ok(None) };
        let element = |class: u32| Element::try_from(class).unwrap_or(Element::MAX);
        let mut first = vec![usize::MAX; order];
        for (state, &class) in classes.iter().enumerate().rev() {
            first[class as usize] = state;
        }
        meter.spend((order * order) as u64)?;
        let mut products = Vec::with_capacity(order * order);
        for &a in &first {
            for &b in &first {
                let base = self.product(word_size(a / self.layer), word_size(b / self.layer));
                let mut exponents = a % self.layer;
                for (j, power) in (0..).zip(&self.powers) {
                    for _ in 0..b % self.layer / power % (self.tail + 2) {
                        exponents = self.raise(exponents, j);
                    }
                }
                products.push(element(classes[base as usize * self.layer + exponents]));
            }
        }
        let mut set = Set::new(order);
        for (class, &state) in (0..).zip(&first) {
            if lost[state] {
                set.insert(class);
            }
        }
        let fresh: Vec<Atom> = {
            let mut fresh = vec![0; self.powers.len()];
            for (atom, number) in (0..).zip(&self.number) {
                if let Some(j) = number {
                    fresh[usize::from(*j)] = atom;
                }
            }
            fresh
        };
        let words = first.iter().map(|&state| {
            let mut word = self.words[state / self.layer].clone();
            for (&atom, power) in fresh.iter().zip(&self.powers) {
                word.extend(std::iter::repeat_n(atom, state % self.layer / power % (self.tail + 2)));
            }
            word
        });
        let of_heap = (0..self.options.len()).map(|atom| {
            element(match self.number[atom] {
                Some(j) => classes[self.raise(0, j)],
                None => classes[self.class[atom] as usize * self.layer],
            })
        });
        Ok(Some(Known {
            words: words.collect(),
            classes: of_heap.collect(),
            monoid: Monoid::new(order, products, set),
        }))
    }
}

fn unique(mut steps: Vec<Step>) -> Vec<Step> {
    for step in &mut steps {
        step.fresh.sort_unstable();
    }
    let mut seen = rustc_hash::FxHashSet::default();
    steps.retain(|step| seen.insert(step.clone()));
    steps
}

/// Numbers here are below the bound on states, which is far below 2^32.
fn word_size(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
