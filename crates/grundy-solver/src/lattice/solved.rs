//! Answers one position of several heaps from a sieve or a table of everything below it.

use std::cell::RefCell;
use std::sync::Arc;

use dashu_int::UBig;

use super::coupled::MAX_HEAPS;
use super::set::PositionSet;
use super::shared_limit::Kept;
use super::table::BoxTable;
use super::{Lattice, wythoff};
use crate::method::{Context, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::position::{Component, Move, for_each_move};
use grundy_core::rules::{MoveRule, Rules, Source};
use grundy_core::text::Message;

/// The name of the sieve in answers.
pub(crate) const SIEVE: &str = "sieve";
/// The name of the table of values in answers.
pub(crate) const TABLE: &str = "value-table";

/// Boxes above this much work are left to the search of reachable positions.
const MAX_WORK: u128 = 1 << 35;
/// Most options examined for a table: one costs more than a step over a row of bits.
const MAX_LOOKS: u128 = 1 << 32;
/// Up to this number of options, value and number of moves to the end are computed with the outcome.
const SMALL_WORK: u128 = 1 << 24;
/// Up to this number of options, a box is enlarged to cover earlier ones of the same game.
const JOINED_WORK: u128 = 1 << 26;
/// Up to this number of positions, a box is surely faster than a search of reachable positions.
const SMALL_BOX: u128 = 1 << 22;

/// A game, and the object made for it.
type Latest<T> = RefCell<Option<(Lattice, Arc<T>)>>;

/// The latest sieve and tables, reused for further questions about the same game.
#[derive(Debug, Default)]
pub(crate) struct Lattices {
    sieve: Latest<PositionSet>,
    values: Latest<BoxTable>,
    remoteness: Latest<BoxTable>,
    pub(super) limits: RefCell<Kept>,
}

/// How a component fits this module.
pub(crate) enum Fit<'l> {
    /// Other rules, or the game is not at its start.
    Unrelated,
    /// The box below the position is too large.
    TooLarge,
    /// Large enough to try a short search first.
    Large(&'l Lattice),
    /// Not large.
    Small(&'l Lattice),
}

/// A box of positions, and its cost.
#[derive(Default)]
struct Below {
    heaps: Vec<usize>,
    cells: u128,
    /// Options examined, for tables.
    looks: u128,
    /// Options and lines examined, for tables of values.
    value_looks: u128,
    /// Rows looked up and words scanned, for sieves.
    work: u128,
}

impl Below {
    fn new(rules: &Rules, heaps: &[UBig]) -> Option<Self> {
        let heaps: Option<Vec<usize>> = heaps.iter().map(|h| usize::try_from(h).ok()).collect();
        let heaps = heaps.filter(|heaps| (1..=MAX_HEAPS).contains(&heaps.len()))?;
        Self::of(rules, heaps)
    }

    fn of(rules: &Rules, heaps: Vec<usize>) -> Option<Self> {
        let sides: Vec<u128> = heaps.iter().map(|&heap| heap as u128 + 1).collect();
        let (width, short) = sides.split_last()?;
        let rows = short.iter().fold(1u128, |product, side| product.saturating_mul(*side));
        let cells = rows.saturating_mul(*width);
        let choices = |heaps: usize, lines: bool| -> u128 {
            let kinds = rules.moves().iter().map(|rule| {
                if lines && along_lines(rule) { 1 << heaps } else { choices(rule, heaps, *width) }
            });
            kinds.fold(0, u128::saturating_add)
        };
        let looks = cells.saturating_mul(choices(heaps.len(), false));
        let value_looks = cells.saturating_mul(choices(heaps.len(), true));
        let work = rows.saturating_mul(choices(heaps.len() - 1, true).saturating_add(width / 64));
        Some(Self { heaps, cells, looks, value_looks, work })
    }
}

/// Whether such a move takes any number, the same from each heap that it touches: then a line is examined in
/// place of its options.
fn along_lines(rule: &MoveRule) -> bool {
    let MoveRule::Take { source, parts, amounts } = rule else { return false };
    let straight = matches!(source, Source::One | Source::All | Source::Same(_) | Source::SameUpTo(_));
    straight && amounts.is_any() && parts.counts.contains(&0) && parts.counts.contains(&1)
}

/// Approximate number of ways of a move that touches some of `heaps` heaps of at most `size`.
fn choices(rule: &MoveRule, heaps: usize, size: u128) -> u128 {
    let MoveRule::Take { source, amounts, .. } = rule else { return u128::MAX };
    let each =
        amounts.as_finite().and_then(|most| u128::try_from(most).ok()).map_or(size, |most| most.min(size));
    let power = |k: u64| (0..k.min(heaps as u64)).fold(1u128, |product, _| product.saturating_mul(each));
    let subsets = 1u128 << heaps;
    subsets.saturating_mul(match source {
        Source::Free(k) | Source::FreeUpTo(k) => power(*k),
        // For the last heap each amount within the bound is tried.
        Source::Within(k, bound) => {
            let bound = bound.as_constant().and_then(|bound| u128::try_from(bound).ok()).unwrap_or(size);
            power(*k).saturating_mul(bound.min(size).saturating_mul(2) + 1)
        }
        _ => each,
    })
}

/// How the component fits this module. `lattice` is what is known of its game.
pub(crate) fn fit<'l>(lattice: Option<&'l Lattice>, component: &Component, value: bool) -> Fit<'l> {
    let Some(lattice) = lattice.filter(|_| component.state.past.is_start()) else { return Fit::Unrelated };
    let rules = &lattice.rules;
    match Below::new(rules, component.heaps()) {
        None => Fit::TooLarge,
        Some(below) if value && below.value_looks > MAX_LOOKS && !is_wythoff(rules, &below) => Fit::TooLarge,
        Some(below) if below.work > MAX_WORK => Fit::TooLarge,
        Some(below) if below.cells > SMALL_BOX => Fit::Large(lattice),
        Some(_) => Fit::Small(lattice),
    }
}

fn is_wythoff(rules: &Rules, below: &Below) -> bool {
    let sum = below.heaps.iter().try_fold(2, |sum: usize, heap| sum.checked_add(*heap));
    wythoff::is_wythoff(rules) && below.heaps.len() == 2 && sum.is_some_and(|sum| sum <= wythoff::MAX_SUM)
}

/// Answers a component that [`fit`]s, with its Grundy value if that is requested or cheap.
pub(crate) fn solved<'a>(
    lattice: &Lattice,
    component: &'a Component,
    context: Context<'a>,
    known: &Lattices,
    value: bool,
) -> Result<Coupled<'a>> {
    let below = Below::new(&lattice.rules, component.heaps()).unwrap_or_default();
    let sides: Vec<usize> = below.heaps.iter().map(|heap| heap + 1).collect();
    let small = below.looks <= SMALL_WORK;
    let budget = context.budget;
    let table = if !lattice.misere && (value || small) {
        let make = |sides: &[usize]| lattice.values(sides, budget);
        Some(latest(&known.values, lattice, &sides, BoxTable::sides, make)?)
    } else {
        None
    };
    let found = if table.is_none() {
        let make = |sides: &[usize]| lattice.sieve(sides, budget);
        Some(latest(&known.sieve, lattice, &sides, PositionSet::sides, make)?)
    } else {
        None
    };
    let remoteness = if small {
        let make = |sides: &[usize]| lattice.remoteness(sides, budget);
        latest(&known.remoteness, lattice, &sides, BoxTable::sides, make)?.get(&below.heaps)
    } else {
        None
    };
    Ok(Coupled { component, context, table, found, remoteness, cells: below.cells, heaps: below.heaps })
}

/// Returns the latest object if it is of this game and covers the box; else makes another. Consecutive
/// questions about one game soon have a box that covers them all.
fn latest<T>(
    kept: &Latest<T>,
    lattice: &Lattice,
    wanted: &[usize],
    sides: fn(&T) -> &[usize],
    make: impl Fn(&[usize]) -> Result<T>,
) -> Result<Arc<T>> {
    // An unsuitable object is dropped before another takes memory.
    let old = kept.take().filter(|(of, _)| of == lattice).map(|(_, made)| made);
    let made = match old {
        Some(made) if covers(sides(&made), wanted) => made,
        other => {
            let both = other.and_then(|made| joined(&lattice.rules, sides(&made), wanted));
            let made = both.and_then(|both| make(&both).ok());
            Arc::new(made.map_or_else(|| make(wanted), Ok)?)
        }
    };
    kept.replace(Some((lattice.clone(), Arc::clone(&made))));
    Ok(made)
}

/// The sides of a box that covers both, if it is small.
fn joined(rules: &Rules, one: &[usize], other: &[usize]) -> Option<Vec<usize>> {
    let sides: Vec<usize> = one.iter().zip(other).map(|(one, other)| *one.max(other)).collect();
    let heaps = sides.iter().map(|side| side - 1).collect();
    let below = Below::of(rules, heaps).filter(|_| one.len() == other.len())?;
    (below.cells <= SMALL_BOX && below.looks <= JOINED_WORK).then_some(sides)
}

/// Whether the box covers the other.
pub(super) fn covers(sides: &[usize], wanted: &[usize]) -> bool {
    sides.len() == wanted.len() && sides.iter().zip(wanted).all(|(have, want)| have >= want)
}

/// A position with the outcomes, or the values, of everything below it.
pub(crate) struct Coupled<'a> {
    component: &'a Component,
    context: Context<'a>,
    heaps: Vec<usize>,
    table: Option<Arc<BoxTable>>,
    found: Option<Arc<PositionSet>>,
    remoteness: Option<u32>,
    cells: u128,
}

impl Coupled<'_> {
    /// The method's name: a table of values or a sieve.
    pub(crate) fn name(&self) -> &'static str {
        if self.table.is_some() { TABLE } else { SIEVE }
    }

    fn is_lost(&self, heaps: &[usize]) -> bool {
        match (&self.table, &self.found) {
            (Some(table), _) => table.get(heaps) == Some(0),
            (None, Some(found)) => found.contains(heaps),
            (None, None) => false,
        }
    }

    /// The moves to results that `fits` accepts.
    fn moves_to(&self, fits: impl Fn(&[usize]) -> bool) -> Result<Moves> {
        let mut list: Vec<Move> = Vec::new();
        let mut left = Vec::new();
        for_each_move(&self.component.game, &self.component.state, self.context.budget, &mut |played| {
            let after = self.component.after(&played);
            left.clear();
            left.extend(after.heaps.iter().map(|heap| usize::try_from(heap).unwrap_or(usize::MAX)));
            if fits(&left) {
                self.context.budget.reserve(played.bytes())?;
                list.push(played);
            }
            self.context.budget.step()
        })?;
        Ok(Moves::all(list))
    }
}

impl Solved for Coupled<'_> {
    fn wins(&self) -> bool {
        !self.is_lost(&self.heaps)
    }

    fn value(&self) -> Option<UBig> {
        self.table.as_ref()?.get(&self.heaps).map(UBig::from)
    }

    fn remoteness(&self) -> Option<UBig> {
        self.remoteness.map(UBig::from)
    }

    fn winning_moves(&self, _want: usize) -> Result<Moves> {
        self.moves_to(|heaps| self.is_lost(heaps))
    }

    fn moves_to_value(&self, target: &UBig, _want: usize) -> Result<Option<Moves>> {
        let Some(table) = &self.table else { return Ok(None) };
        // No value in the table exceeds 32 bits.
        let Ok(target) = u32::try_from(target) else { return Ok(Some(Moves::all(vec![]))) };
        self.moves_to(|heaps| table.get(heaps) == Some(target)).map(Some)
    }

    fn steps(&self) -> Vec<Message> {
        let greatest = self.heaps.iter().max().copied().unwrap_or(0);
        let mut steps = Vec::new();
        match (&self.table, &self.found) {
            (Some(table), _) => {
                let cells = UBig::from(self.cells);
                let value = table.get(&self.heaps).unwrap_or(0);
                steps.push(Message::new("lattice.table").with("count", cells));
                let id = if value > 0 { "lattice.value" } else { "lattice.value-zero" };
                steps.push(Message::new(id).with("value", value));
            }
            (None, Some(found)) => {
                steps.push(Message::new("lattice.sieve").with("heap", greatest).with("found", found.len()));
                let end = self.remoteness == Some(0);
                steps.push(Message::new(match self.wins() {
                    true if end => "lattice.end-wins",
                    true => "lattice.wins",
                    false => "lattice.loses",
                }));
            }
            (None, None) => {}
        }
        steps
    }
}
