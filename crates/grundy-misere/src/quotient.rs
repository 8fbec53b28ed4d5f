//! The misère quotient of sums of heaps, heap by heap.
//!
//! Two sums of heaps are equivalent if adding any third sum to both gives the same outcome. The classes form a
//! commutative monoid. It is computed for one more kind of heap at a time: most heaps behave like some sum of
//! smaller ones, which the minimal sets of [`crate::exact`] show at once; otherwise a larger candidate is built
//! and checked.
//!
//! Reference: T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, 2008.

use std::rc::Rc;

use crate::candidate::{Known, Made, Shape, make};
use crate::exact::{Checked, Exact, Heaps};
use crate::meter::{Halt, Meter};
use crate::monoid::{Element, Monoid};
use crate::options::{Atom, Options};

/// The exact quotient of all sums of the heaps added so far.
#[derive(Clone, Debug)]
pub struct Quotient {
    known: Known,
    options: Vec<Rc<Options>>,
    exact: Exact,
}

/// Growth strategies, tried in order: the maximum number of states of a candidate, the tail of the exponents,
/// and whether the heaps of a wrong sum become fresh one at a time or all together.
const STYLES: [(usize, usize, bool); 4] =
    [(20_000, 3, false), (400_000, 1, true), (400_000, 2, true), (400_000, 3, false)];
/// Maximum number of candidates per strategy.
const ROUNDS: usize = 24;
/// The longest tail.
const LONGEST_TAIL: usize = 9;

impl Default for Quotient {
    fn default() -> Self {
        let monoid = Monoid::trivial();
        let known = Known { monoid, classes: vec![], words: vec![vec![]] };
        Self { known, options: vec![], exact: Exact::trivial() }
    }
}

impl Quotient {
    /// The monoid.
    pub fn monoid(&self) -> &Monoid {
        &self.known.monoid
    }

    /// The element of a kind of heap.
    pub fn class(&self, atom: Atom) -> Element {
        self.known.classes[atom as usize]
    }

    /// The elements of all kinds of heaps.
    pub fn classes(&self) -> &[Element] {
        &self.known.classes
    }

    /// The number of kinds of heaps.
    pub fn heaps(&self) -> usize {
        self.options.len()
    }

    /// The options of a kind of heap.
    pub fn options(&self, atom: Atom) -> &Options {
        &self.options[atom as usize]
    }

    /// For each class, a sum of heaps.
    pub fn words(&self) -> &[Vec<Atom>] {
        &self.known.words
    }

    /// Adds a kind of heap with at least one option, all of them sums of earlier kinds. Returns whether the
    /// quotient grew. On an error the quotient is unchanged.
    pub(crate) fn add(&mut self, options: Rc<Options>, meter: &mut Meter<'_>) -> Result<bool, Halt> {
        meter.spend(3 * options.iter().count() as u64)?;
        self.options.push(options);
        let added = self.place(meter);
        if added.is_err() {
            self.options.pop();
            self.known.classes.truncate(self.options.len());
        }
        added
    }

    fn place(&mut self, meter: &mut Meter<'_>) -> Result<bool, Halt> {
        let last = self.options.len() - 1;
        let classes = self.heaps_now().option_classes(&self.known.monoid, &self.options[last]);
        let candidates = self.exact.candidates(&self.known.monoid, &classes, meter)?;
        if let Some(class) = self.exact.place(&candidates, &classes, meter)? {
            self.known.classes.push(class);
            return Ok(false);
        }
        for class in candidates {
            self.known.classes.push(class);
            if let Checked::Right(exact) =
                Exact::check(&self.known.monoid, &self.known.words, &self.heaps_now(), meter)?
            {
                self.exact = exact;
                return Ok(false);
            }
            self.known.classes.pop();
        }
        self.grow(meter).map(|()| true)
    }

    fn heaps_now(&self) -> Heaps<'_> {
        Heaps { options: &self.options, classes: &self.known.classes }
    }

    /// Computes the quotient with the last heap, whose element is new.
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let new = u32::try_from(self.options.len() - 1).unwrap_or(u32::MAX);
        for (states, mut tail, one_by_one) in STYLES {
            let mut fresh = vec![new];
            for _ in 0..ROUNDS {
                let shape = Shape { fresh: &fresh, tail, states };
                let candidate = match make(&self.known, &self.options, &shape, meter)? {
                    Made::Candidate(candidate) => candidate,
                    Made::TooLarge | Made::Round => break,
                };
                let heaps = Heaps { options: &self.options, classes: &candidate.classes };
                let wrong = match Exact::check(&candidate.monoid, &candidate.words, &heaps, meter)? {
                    Checked::Right(exact) => {
                        (self.known, self.exact) = (candidate, exact);
                        return Ok(());
                    }
                    Checked::Wrong(sum) => sum,
                };
                // The old quotient no longer describes some heap in this sum correctly.
                let mut suspects = wrong;
                suspects.sort_unstable();
                suspects.dedup();
                suspects.retain(|atom| !fresh.contains(atom));
                if suspects.is_empty() {
                    tail += 1;
                    if tail > LONGEST_TAIL {
                        break;
                    }
                }
                suspects.reverse();
                suspects.truncate(if one_by_one { 1 } else { usize::MAX });
                fresh.extend(suspects);
                fresh.sort_unstable();
            }
        }
        Err(Halt::Growth)
    }
}
