//! Quotients of heapwise games: of one game, or of several whose heaps may occur in one sum.
//!
//! The heaps of all games are added in the order of their sizes. The elements of a game's heaps are known for
//! every heap once they repeat long enough: where a move takes at most k stones and leaves at most t heaps in
//! any way, and the elements of heaps n and n + p are equal from heap s >= 1 on up to heap t (s + p) + k - 1,
//! they are equal for ever, and the quotient of heaps up to there is that of all heaps. For in a larger heap
//! some part of what a move leaves is at least s + p, and may be made smaller by p without a change of its
//! element; so the options of n and n - p have the same elements. For octal games, t = 2, this is the theorem
//! of Plambeck and Siegel.

use std::cell::OnceCell;
use std::rc::Rc;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use grundy_core::limits::Budget;
use grundy_core::rules::{Likeness, Members, MoveRule, Rules};
use grundy_sequence::HeapOptions;

use crate::forms::{Form, Forms};
use crate::meter::{Bounds, Halt, Meter};
use crate::monoid::{Element, Monoid};
use crate::options::{Atom, Options};
use crate::presentation::Presentation;
use crate::quotient::Quotient;

/// A proof that the elements of a game's heaps repeat for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The least heap of the periodic range.
    pub preperiod: usize,
    /// The period, in heaps; the least possible.
    pub period: usize,
    /// The last heap that the proof uses.
    pub bound: usize,
}

/// The quotient of one or several heapwise games, as far as it has been computed.
#[derive(Debug)]
pub struct GameQuotient {
    tracks: Vec<Track>,
    atoms: FxHashMap<Rc<Options>, Atom>,
    /// The bytes that the options of all atoms take.
    bytes: u64,
    quotient: Quotient,
    growths: Vec<usize>,
    first_wild: Option<usize>,
    /// Why the next heap is not known, and the bounds of that attempt.
    halted: Option<(Halt, Bounds)>,
    full: bool,
    /// Generators, relations and names, computed on first use.
    presentation: OnceCell<Presentation>,
}

/// The heaps of one game.
#[derive(Debug)]
struct Track {
    rules: Rules,
    options: HeapOptions,
    /// The kind of each heap, the empty one first; `None` for a heap without moves.
    heaps: Vec<Option<Atom>>,
    /// The maximum number of heaps a move leaves and of stones it takes, if these decide the period.
    reach: Option<(usize, usize)>,
    repetition: Option<Repetition>,
}

impl GameQuotient {
    /// The quotient of heapwise games, before the first heap.
    pub fn new<'a>(games: impl IntoIterator<Item = &'a Rules>) -> Self {
        let tracks = games.into_iter().map(Track::new).collect();
        Self {
            tracks,
            atoms: FxHashMap::default(),
            bytes: 0,
            quotient: Quotient::default(),
            growths: vec![],
            first_wild: None,
            halted: None,
            full: false,
            presentation: OnceCell::new(),
        }
    }

    /// Computes the quotient until all heaps up to `heap` are known, or all heaps at all. Results so far remain
    /// valid after an error.
    ///
    /// # Errors
    /// Why the next heap is not known.
    pub fn extend(&mut self, heap: usize, bounds: Bounds, budget: &Budget) -> Result<(), Halt> {
        if self.full || self.known_to() >= Some(heap) {
            return Ok(());
        }
        if let Some((halt, allowed)) = &self.halted
            && bounds.order <= allowed.order
            && bounds.work <= allowed.work
        {
            return Err(halt.clone());
        }
        self.halted = None;
        self.presentation = OnceCell::new();
        let mut meter = Meter::new(bounds, budget);
        while !self.full && self.known_to() < Some(heap) {
            if let Err(halt) = self.step(&mut meter) {
                if !matches!(halt, Halt::Budget(_)) {
                    self.halted = Some((halt.clone(), bounds));
                }
                return Err(halt);
            }
        }
        Ok(())
    }

    /// Adds the heap of the next size of every game.
    fn step(&mut self, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let heap = self.known_to().map_or(0, |last| last + 1);
        for index in 0..self.tracks.len() {
            let track = &mut self.tracks[index];
            if track.heaps.len() > heap {
                continue;
            }
            meter.spend(1)?;
            let options = Options::of_heap(heap, &mut track.options, &track.heaps, self.bytes, meter)?;
            let kind = if options.is_empty() {
                None
            } else if let Some(&atom) = self.atoms.get(&options) {
                Some(atom)
            } else {
                let (bytes, options) = (options.bytes(), Rc::new(options));
                if self.quotient.add(options.clone(), meter)? {
                    self.grew_at(heap);
                }
                self.bytes += bytes;
                let atom = u32::try_from(self.atoms.len()).unwrap_or(u32::MAX);
                self.atoms.insert(options, atom);
                Some(atom)
            };
            self.tracks[index].heaps.push(kind);
        }
        let mut compared = 0;
        let repeats = |track: &Track| track.repetition(&self.quotient, heap, &mut compared);
        let repetitions: Option<Vec<Repetition>> = self.tracks.iter().map(repeats).collect();
        if let Some(repetitions) = repetitions {
            self.full = true;
            for (track, repetition) in self.tracks.iter_mut().zip(repetitions) {
                track.repetition = Some(repetition);
            }
        }
        meter.spend(2 * compared)
    }

    /// Records that the quotient grew with a heap of this size.
    fn grew_at(&mut self, heap: usize) {
        if self.growths.last() != Some(&heap) {
            self.growths.push(heap);
        }
        if self.first_wild.is_none() && !self.quotient.monoid().is_tame() {
            self.first_wild = Some(heap);
        }
    }

    /// The games.
    pub fn games(&self) -> impl Iterator<Item = &Rules> {
        self.tracks.iter().map(|track| &track.rules)
    }

    /// The last heap up to which every game is known without a period, if any.
    pub fn known_to(&self) -> Option<usize> {
        self.tracks.iter().map(|track| track.heaps.len().checked_sub(1)).min().flatten()
    }

    /// Whether this is the quotient of all heaps; otherwise it is that of the known heaps.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// How the elements of game number `game` repeat, if that is proved.
    pub fn repetition(&self, game: usize) -> Option<Repetition> {
        self.tracks[game].repetition
    }

    /// Why the next heap is not known, if it was tried.
    pub fn halt(&self) -> Option<&Halt> {
        self.halted.as_ref().map(|(halt, _)| halt)
    }

    /// The quotient of the known heaps.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The monoid.
    pub fn monoid(&self) -> &Monoid {
        self.quotient.monoid()
    }

    /// The monoid in generators and relations, with a name for each element.
    pub fn presentation(&self) -> &Presentation {
        self.presentation
            .get_or_init(|| Presentation::new(self.monoid(), self.quotient.classes().iter().copied()))
    }

    /// The heaps at which the quotient grew.
    pub fn growths(&self) -> &[usize] {
        &self.growths
    }

    /// The first heap with which the quotient is no longer that of misère Nim.
    pub fn first_wild(&self) -> Option<usize> {
        self.first_wild
    }

    /// The kind of a known heap; `None` if it has no moves.
    pub fn atom(&self, game: usize, heap: usize) -> Option<Atom> {
        self.tracks[game].heaps[heap]
    }

    /// The elements of the heaps of a game, from the empty one on.
    pub fn classes(&self, game: usize) -> Vec<Element> {
        self.tracks[game].heaps.iter().map(|atom| atom.map_or(0, |atom| self.quotient.class(atom))).collect()
    }

    /// A heap within the known range with the same element as a heap of any size; `None` beyond what is known.
    pub fn place(&self, game: usize, heap: &UBig) -> Option<usize> {
        let track = &self.tracks[game];
        match usize::try_from(heap) {
            Ok(heap) if heap < track.heaps.len() => Some(heap),
            _ => {
                let Repetition { preperiod, period, .. } = track.repetition?;
                let beyond = heap - UBig::from(preperiod);
                Some(preperiod + usize::try_from(&(beyond % UBig::from(period))).unwrap_or(0))
            }
        }
    }

    /// The element of a heap of any size; `None` beyond what is known.
    pub fn class(&self, game: usize, heap: &UBig) -> Option<Element> {
        let place = self.place(game, heap)?;
        Some(self.atom(game, place).map_or(0, |atom| self.quotient.class(atom)))
    }
}

impl Track {
    fn new(rules: &Rules) -> Self {
        Self {
            options: HeapOptions::new(rules),
            reach: reach(rules),
            rules: rules.clone(),
            heaps: vec![],
            repetition: None,
        }
    }

    /// How the elements of all heaps up to `last` repeat, if they do so for ever; adds the number of comparisons to
    /// `compared`.
    fn repetition(&self, quotient: &Quotient, last: usize, compared: &mut u64) -> Option<Repetition> {
        let class = |heap: usize| self.heaps[heap].map_or(0, |atom| quotient.class(atom));
        repetition(self.reach?, last, |heap, other| {
            *compared += 1;
            class(heap) == class(other)
        })
    }
}

/// How heaps up to `last` repeat, if equal options make equal heaps for ever: a move leaves at most `parts` heaps
/// and takes at most `largest` stones, and `same` compares what two heaps are worth.
fn repetition(
    (parts, largest): (usize, usize),
    last: usize,
    mut same: impl FnMut(usize, usize) -> bool,
) -> Option<Repetition> {
    // The bound is at least parts * (1 + period) + largest - 1.
    let longest = ((last + 1).saturating_sub(largest) / parts).saturating_sub(1);
    (1..=longest).find_map(|period| {
        let agree = (0..=last - period).rev().take_while(|&heap| same(heap, heap + period));
        let preperiod = last - period + 1 - agree.count();
        let bound = parts * (preperiod.max(1) + period) + largest - 1;
        (bound <= last).then_some(Repetition { preperiod, period, bound })
    })
}

/// How the genera of a game's heaps repeat, if that is proved; `heaps` are the forms of its heaps from the empty
/// one on.
///
/// The genera of the options determine the genus. If no move splits a heap, the options are heaps; if all heaps
/// are tame, the genera of two heaps determine that of their sum (Conway, On Numbers and Games, chapter 12). In
/// both cases the argument about the elements of a quotient holds for genera as well.
pub fn genus_repetition(rules: &Rules, forms: &Forms, heaps: &[Form]) -> Option<Repetition> {
    let (parts, largest) = reach(rules)?;
    let determined = parts == 1 || heaps.iter().all(|&form| forms.is_tame(form));
    let same = |heap: usize, other: usize| forms.genus(heaps[heap]) == forms.genus(heaps[other]);
    determined.then(|| repetition((parts, largest), heaps.len().checked_sub(1)?, same))?
}

/// The maximum number of heaps a move leaves and of stones it takes, each at least 1. `None` if amounts depend
/// on the heap or have no bound, or if the parts of a split must be equal or unequal.
fn reach(rules: &Rules) -> Option<(usize, usize)> {
    let (mut parts, mut largest) = (1, 1);
    for rule in rules.moves() {
        let MoveRule::Take { parts: left, amounts, .. } = rule else { return None };
        let most = usize::try_from(*left.counts.last()?).ok()?;
        if most > 1 && left.likeness != Likeness::Free {
            return None;
        }
        parts = parts.max(most);
        // Without an upper bound of the amounts no period is decided.
        let members = Members::fixed(amounts)?;
        let bound = members.upper_bound()?;
        largest = largest.max(usize::try_from(&bound).ok()?);
    }
    Some((parts, largest))
}
