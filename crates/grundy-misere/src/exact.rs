//! The exact check of a candidate, for all sums of heaps at once.
//!
//! Given a monoid with its lost elements, and an element for every heap, let the class of a sum be the product
//! of its heaps' elements. The lost elements are correct for every sum iff
//!
//! - no sum of a lost class has an option of a lost class, and
//! - every sum that has options and is not of a lost class has an option of a lost class.
//!
//! The first condition is checked class by class and heap by heap. For the second, sums are built heap by heap
//! as pairs (class, set of the options' classes): adding a heap of class y and option classes T to (x, S) gives
//! (xy, Sy + Tx). If the set of one pair contains that of another pair of the same class, the smaller one
//! implies the condition for the larger one, and for all pairs built from it. So only minimal sets are kept,
//! and there are finitely many of these.

use std::rc::Rc;

use grundy_core::limits::Budget;

use crate::meter::{Halt, Meter};
use crate::monoid::{Element, Monoid};
use crate::options::{Atom, Options};
use crate::set::Set;

/// The data that a check of a quotient leaves: enough to add most further heaps without another check.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    /// For each element, the minimal sets of option classes of the non-empty sums of that class.
    minimal: Vec<Vec<Set>>,
    /// For each element, the classes that an option of a sum of that class may have.
    allowed: Vec<Set>,
}

/// Heaps and their elements.
pub(crate) struct Heaps<'a> {
    pub(crate) options: &'a [Rc<Options>],
    pub(crate) classes: &'a [Element],
}

/// The verdict on a candidate.
pub(crate) enum Checked {
    Right(Exact),
    /// The heaps of a sum whose outcome is not that of its class.
    Wrong(Vec<Atom>),
}

impl Heaps<'_> {
    /// The classes of a heap's options.
    pub(crate) fn option_classes(&self, monoid: &Monoid, options: &Options) -> Set {
        let mut classes = Set::new(monoid.order());
        for sum in options.iter() {
            let class = sum.iter().fold(0, |x, &atom| monoid.product(x, self.classes[atom as usize]));
            classes.insert(class);
        }
        classes
    }
}

/// A heap that represents all heaps with its class and option classes.
struct Kind {
    atom: Atom,
    class: Element,
    options: Set,
    /// The number of option classes.
    size: usize,
}

/// A sum in the queue, and how it was built.
struct Sum {
    class: Element,
    options: Set,
    added: Option<(usize, Atom)>,
}

/// Memory of a check in progress, released at its end.
struct Held<'a> {
    budget: &'a Budget,
    bytes: u64,
}

impl Held<'_> {
    fn take(&mut self, bytes: u64) -> Result<(), Halt> {
        self.budget.reserve(bytes)?;
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}

/// Units of work of `count` comparisons with a set: most end in its first words.
fn compare(count: usize, set: &Set) -> u64 {
    (count * (2 + set.words() / 8)) as u64
}

impl Exact {
    /// The data for the game without moves.
    pub(crate) fn trivial() -> Self {
        let mut all = Set::new(1);
        all.insert(0);
        Self { minimal: vec![vec![]], allowed: vec![all] }
    }

    /// Of `candidates`, an element for a new heap with these option classes that needs no further check: it is the
    /// class of some sum whose option classes are among them.
    pub(crate) fn place(
        &self,
        candidates: &[Element],
        options: &Set,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Element>, Halt> {
        for &x in candidates {
            let kept = &self.minimal[usize::from(x)];
            meter.spend(compare(kept.len(), options))?;
            if kept.iter().any(|set| set.is_subset(options)) {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// The elements that a new heap with these option classes could have: they have the right outcome and allow
    /// these options.
    pub(crate) fn candidates(
        &self,
        monoid: &Monoid,
        options: &Set,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Element>, Halt> {
        meter.spend(compare(monoid.order(), options))?;
        let is_lost = !options.meets(&monoid.lost);
        let fits =
            |&x: &Element| monoid.is_lost(x) == is_lost && options.is_subset(&self.allowed[usize::from(x)]);
        Ok(monoid.elements().filter(fits).collect())
    }

    /// Checks a candidate for all sums; `words` holds a sum of each class.
    pub(crate) fn check(
        monoid: &Monoid,
        words: &[Vec<Atom>],
        heaps: &Heaps<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Checked, Halt> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (atom, (options, &class)) in (0..).zip(heaps.options.iter().zip(heaps.classes)) {
            meter.spend((3 * options.iter().count() + kinds.len()) as u64)?;
            let options = heaps.option_classes(monoid, options);
            if !kinds.iter().any(|kind| kind.class == class && kind.options == options) {
                kinds.push(Kind { atom, class, size: options.len(), options });
            }
        }
        for (word, x) in words.iter().zip(monoid.elements()) {
            meter.spend(kinds.len() as u64)?;
            for kind in &kinds {
                if !monoid.is_lost(monoid.product(x, kind.class)) {
                    continue;
                }
                meter.spend((kind.size + kind.options.words()) as u64)?;
                if monoid.multiply(&kind.options, x).meets(&monoid.lost) {
                    let mut sum = word.clone();
                    sum.push(kind.atom);
                    return Ok(Checked::Wrong(sum));
                }
            }
        }
        meter.spend((kinds.len() * kinds.len()) as u64)?;
        let least: Vec<&Kind> = kinds
            .iter()
            .filter(|kind| {
                let asks_more = |other: &&Kind| {
                    other.class == kind.class
                        && other.options.is_subset(&kind.options)
                        && other.options != kind.options
                };
                !kinds.iter().any(|other| asks_more(&other))
            })
            .collect();
        let mut minimal: Vec<Vec<Set>> = vec![vec![]; monoid.order()];
        let mut sums = vec![Sum { class: 0, options: Set::new(monoid.order()), added: None }];
        let mut memory = Held { budget: meter.budget, bytes: 0 };
        let mut next = 0;
        while next < sums.len() {
            // Not needed again: only how the sum was built is.
            let (class, options) = (sums[next].class, std::mem::take(&mut sums[next].options));
            // The pair may have been replaced by a smaller set since it was queued.
            meter.spend(compare(minimal[usize::from(class)].len(), &options))?;
            if next > 0 && !minimal[usize::from(class)].contains(&options) {
                next += 1;
                continue;
            }
            let size = options.len();
            for kind in &least {
                let product = monoid.product(class, kind.class);
                let kept = &mut minimal[usize::from(product)];
                meter
                    .spend((size + kind.size + 4 * options.words()) as u64 + compare(kept.len(), &options))?;
                let mut all = monoid.multiply(&options, kind.class);
                all.add(&monoid.multiply(&kind.options, class));
                if kept.iter().any(|set| set.is_subset(&all)) {
                    continue;
                }
                if !monoid.is_lost(product) && !all.meets(&monoid.lost) {
                    let mut sum = vec![kind.atom];
                    let mut place = next;
                    while let Some((before, atom)) = sums[place].added {
                        sum.push(atom);
                        place = before;
                    }
                    return Ok(Checked::Wrong(sum));
                }
                meter.spend(compare(kept.len(), &all))?;
                memory.take(2 * all.bytes())?;
                kept.retain(|set| !all.is_subset(set));
                kept.push(all.clone());
                sums.push(Sum { class: product, options: all, added: Some((next, kind.atom)) });
            }
            next += 1;
        }
        meter.spend(monoid.order() as u64 * compare(monoid.order(), &monoid.lost))?;
        let losing: Vec<Set> = monoid
            .elements()
            .map(|x| {
                let mut with = Set::new(monoid.order());
                monoid
                    .elements()
                    .filter(|&z| monoid.is_lost(monoid.product(x, z)))
                    .for_each(|z| with.insert(z));
                with
            })
            .collect();
        let allowed = losing
            .iter()
            .map(|of_x| {
                let mut set = Set::new(monoid.order());
                for (y, of_y) in monoid.elements().zip(&losing) {
                    if !of_x.meets(of_y) {
                        set.insert(y);
                    }
                }
                set
            })
            .collect();
        Ok(Checked::Right(Self { minimal, allowed }))
    }
}
