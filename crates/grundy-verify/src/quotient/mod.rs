//! Certificates of misère quotients.
//!
//! Under misère play the player who makes the last move loses. A certificate gives a commutative monoid, its lost
//! elements, and an element for each heap. It claims that a sum of heaps is a P-position exactly if the product of its
//! heaps is a lost element, that no two elements can be merged, and, optionally, that the elements of larger heaps
//! repeat. Each check is documented with the reason why it suffices; no code is shared with the search for quotients.

mod certificate;
mod monoid;
mod outcomes;
mod repeats;

pub use certificate::{Generator, HeapClasses, KIND, QuotientCertificate, Repeats};

use std::collections::BTreeSet;

use crate::game::{EQUAL, Game, NONE, ONE, THREE, UNEQUAL};
use crate::sentence::{Error, Reason};
use crate::watch::{Limits, Stop, Watch};
use monoid::Monoid;

/// Checks a certificate; returns why it does not hold, or `None` if it does.
///
/// # Errors
///
/// A limit was reached.
pub fn check_quotient(
    certificate: &QuotientCertificate,
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Option<Reason>, Error> {
    let heaps = certificate.games.iter().map(|game| game.classes.len() as u64).sum();
    match holds(certificate, &mut Watch::new(limits, heaps, progress)) {
        Ok(()) => Ok(None),
        Err(stop) => stop.reason().map(Some),
    }
}

/// A heap in terms of the monoid: its element, and those of its options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Heap {
    class: u16,
    options: BTreeSet<u16>,
}

fn holds(certificate: &QuotientCertificate, watch: &mut Watch<'_>) -> Result<(), Stop> {
    if certificate.kind != KIND {
        return Err(Reason::new("kind").with("kind", &certificate.kind).into());
    }
    let monoid = Monoid::new(certificate, watch)?;
    let mut heaps: BTreeSet<Heap> = BTreeSet::new();
    for game in &certificate.games {
        let rule = Game::new(&game.rule)?;
        if game.classes.is_empty() {
            return Err(Reason::new("no-heaps").into());
        }
        for (heap, &class) in game.classes.iter().enumerate() {
            let options = options(&rule, heap, &game.classes, &monoid, watch)?;
            if class >= monoid.order() {
                return Err(Reason::new("element").with("element", class).into());
            }
            // A heap without moves is equivalent to the empty one.
            if options.is_empty() && class != 0 {
                return Err(Reason::new("empty-heap").with("heap", heap).into());
            }
            if !options.is_empty() {
                heaps.insert(Heap { class, options });
            }
        }
        if let Some(repeats) = game.repeats {
            repeats::check(&rule, &game.classes, repeats)?;
        }
    }
    let heaps: Vec<Heap> = heaps.into_iter().collect();
    monoid.is_made_by(heaps.iter().map(|heap| heap.class))?;
    monoid.is_told_apart(watch)?;
    outcomes::check(&monoid, &heaps, watch)
}

/// The elements of a heap's options.
fn options(
    rule: &Game,
    heap: usize,
    classes: &[u16],
    monoid: &Monoid,
    watch: &mut Watch<'_>,
) -> Result<BTreeSet<u16>, Stop> {
    let mut options = BTreeSet::new();
    for taken in 0..=heap {
        let leave = rule.listed.get(&(taken as u64)).copied();
        let leave = leave.unwrap_or(if taken as u64 > rule.last() { rule.beyond } else { 0 });
        if leave == 0 {
            continue;
        }
        let rest = heap - taken;
        if leave & NONE != 0 && rest == 0 {
            options.insert(0);
        }
        if leave & ONE != 0 && rest > 0 && taken > 0 {
            options.insert(classes[rest]);
        }
        for first in 1..=rest / 2 {
            let second = rest - first;
            watch.work(1, heap)?;
            if leave & (if first == second { EQUAL } else { UNEQUAL }) != 0 {
                options.insert(monoid.product(classes[first], classes[second]));
            }
        }
        if leave & THREE != 0 {
            for first in 1..=rest / 3 {
                for second in first..=(rest - first) / 2 {
                    watch.work(1, heap)?;
                    let two = monoid.product(classes[first], classes[second]);
                    options.insert(monoid.product(two, classes[rest - first - second]));
                }
            }
        }
    }
    Ok(options)
}
