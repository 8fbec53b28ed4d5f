//! Values by the definition: the mex of the options, or the nim-sum of the parts.
//!
//! An option that splits into several parts is not kept in the table: a game whose moves split a position reaches many more
//! sums than parts. Its value is the nim-sum of its parts, which are kept.

use std::collections::HashSet;
use std::hash::BuildHasher;

use dashu_int::UBig;
use rustc_hash::FxBuildHasher;

use super::Spot;
use super::explored::{Ending, Explored, Source, Table};
use super::loopy::Loopy;
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::outcome::Outcome;

/// Why [`Explored::by_parts`] gave no value.
pub(super) enum Detour {
    /// A position recurs, or an option has infinite value.
    Circle,
    /// An end is won or drawn by decree, so there are no values.
    Decreed,
    Failed(Error),
}

impl From<Error> for Detour {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

type Detoured<T> = std::result::Result<T, Detour>;

/// A value that is being computed.
struct Open<P> {
    whose: Whose<P>,
    needs: Needs<P>,
    /// The first part or option whose value is not used yet.
    next: usize,
    /// Memory that is released with it.
    bytes: u64,
}

enum Whose<P> {
    /// A position in the table.
    Kept(Spot),
    /// An option that splits, and its hash.
    Sum(P, u64),
}

enum Needs<P> {
    /// Nothing: the game has ended.
    Over,
    /// Its parts, and the nim-sum of those before the next.
    Parts(Vec<Spot>, UBig),
    /// Its options, and which values those before the next have.
    Options(Vec<P>, Vec<bool>),
}

/// What is known of the next part or option.
enum Next<P> {
    Value(UBig),
    /// It is in the table, without a value.
    Kept(Spot),
    /// It was not met before.
    New(Open<P>),
}

impl<P> Needs<P> {
    /// The number of parts or options.
    fn len(&self) -> usize {
        match self {
            Self::Over => 0,
            Self::Parts(list, _) => list.len(),
            Self::Options(list, _) => list.len(),
        }
    }

    /// Uses the value of the next part or option.
    fn take(&mut self, value: &UBig) {
        match self {
            Self::Over => {}
            Self::Parts(_, sum) => *sum ^= value,
            Self::Options(_, seen) => {
                // The mex is at most the number of options.
                if let Some(seen) = usize::try_from(value).ok().and_then(|value| seen.get_mut(value)) {
                    *seen = true;
                }
            }
        }
    }

    /// The value, once those of all parts or options are used.
    fn value(self) -> UBig {
        match self {
            Self::Over => UBig::ZERO,
            Self::Parts(_, sum) => sum,
            Self::Options(_, seen) => UBig::from(seen.iter().position(|seen| !seen).unwrap_or(seen.len())),
        }
    }
}

impl<S: Source> Explored<S> {
    /// The value by the definition: options and parts are evaluated first.
    pub(super) fn by_parts(&self, root: Spot, budget: &Budget) -> Detoured<Loopy> {
        let mut stack = vec![self.open(root, budget)?];
        let value = self.evaluate(&mut stack, budget);
        for open in &stack {
            budget.release(open.bytes);
        }
        value.map(Loopy::Finite)
    }

    fn evaluate(&self, stack: &mut Vec<Open<S::Position>>, budget: &Budget) -> Detoured<UBig> {
        // The positions of the table that are on the stack.
        let mut open: HashSet<Spot, FxBuildHasher> = HashSet::default();
        open.extend(stack.iter().filter_map(Open::spot));
        loop {
            let Some(top) = stack.last_mut() else { return Err(Detour::Circle) };
            if top.next < top.needs.len() {
                let next = match self.next(top, budget)? {
                    Next::Value(value) => {
                        top.take(&value);
                        continue;
                    }
                    Next::Kept(spot) if open.contains(&spot) => return Err(Detour::Circle),
                    Next::Kept(spot) => {
                        budget.step()?;
                        self.open(spot, budget)?
                    }
                    Next::New(next) => next,
                };
                open.extend(next.spot());
                stack.push(next);
                continue;
            }
            let Some(Open { whose, needs, bytes, .. }) = stack.pop() else { return Err(Detour::Circle) };
            budget.release(bytes);
            let value = needs.value();
            match whose {
                Whose::Kept(spot) => {
                    open.remove(&spot);
                    self.keep(spot, Loopy::Finite(value.clone()));
                }
                Whose::Sum(position, hash) => self.keep_sum(position, hash, &value, budget)?,
            }
            match stack.last_mut() {
                Some(before) => before.take(&value),
                None => return Ok(value),
            }
        }
    }

    /// What the next part or option of `open` is.
    fn next(&self, open: &Open<S::Position>, budget: &Budget) -> Detoured<Next<S::Position>> {
        match &open.needs {
            Needs::Over => Ok(Next::Value(UBig::ZERO)),
            Needs::Parts(list, _) => self.table().next(list[open.next]),
            Needs::Options(list, _) => self.option(&list[open.next], budget),
        }
    }

    fn option(&self, position: &S::Position, budget: &Budget) -> Detoured<Next<S::Position>> {
        let hash = FxBuildHasher.hash_one(position);
        {
            let table = self.table();
            if let Some(spot) = table.find(hash, position) {
                return table.next(spot);
            }
            if let Some(value) = table.sums.get(hash, position) {
                return Ok(Next::Value(value.clone()));
            }
        }
        budget.step()?;
        let ending = self.source.ending(position, budget)?;
        let parts = if is_over(ending)? { None } else { self.split(position, budget)? };
        let parts = match parts {
            Some(parts) if parts.len() != 1 => {
                let whose = Whose::Sum(position.clone(), hash);
                return Ok(Next::New(Open::new(whose, self.parts(parts, budget)?, 0)));
            }
            parts => parts,
        };
        let spot = self.number(&mut self.table(), position.clone(), budget)?;
        self.table().spots[spot as usize].ending = Some(ending);
        Ok(Next::New(self.open_split(spot, ending, parts, budget)?))
    }

    /// A position of the table.
    fn open(&self, spot: Spot, budget: &Budget) -> Detoured<Open<S::Position>> {
        let ending = self.ending_of(spot, budget)?;
        let parts = if is_over(ending)? { None } else { self.split(&self.position(spot), budget)? };
        self.open_split(spot, ending, parts, budget)
    }

    fn open_split(
        &self,
        spot: Spot,
        ending: Ending,
        parts: Option<Vec<S::Position>>,
        budget: &Budget,
    ) -> Detoured<Open<S::Position>> {
        let whose = Whose::Kept(spot);
        if let Some(parts) = parts {
            return Ok(Open::new(whose, self.parts(parts, budget)?, 0));
        }
        if is_over(ending)? {
            return Ok(Open::new(whose, Needs::Over, 0));
        }
        budget.step()?;
        let options = self.sorted_options(spot, budget)?;
        let bytes = options.iter().map(|option| self.source.bytes(option) + 1).sum();
        budget.reserve(bytes)?;
        let seen = vec![false; options.len()];
        Ok(Open::new(whose, Needs::Options(options, seen), bytes))
    }

    /// The parts of a position, unless it is its only part.
    fn split(&self, position: &S::Position, budget: &Budget) -> Result<Option<Vec<S::Position>>> {
        let parts = self.source.parts(position, budget)?;
        Ok(parts.filter(|parts| !matches!(&parts[..], [one] if one == position)))
    }

    fn parts(&self, parts: Vec<S::Position>, budget: &Budget) -> Result<Needs<S::Position>> {
        let mut table = self.table();
        let spots = parts.into_iter().map(|part| self.number(&mut table, part, budget));
        Ok(Needs::Parts(spots.collect::<Result<_>>()?, UBig::ZERO))
    }

    fn keep_sum(&self, position: S::Position, hash: u64, value: &UBig, budget: &Budget) -> Result<()> {
        let mut table = self.table();
        let bytes = self.source.bytes(&position);
        let positions = table.spots.len();
        let more = table.sums.growth(positions) + bytes;
        budget.reserve(more)?;
        table.bytes = budget.holds(table.bytes + more)?;
        table.sums.grow(positions);
        if let Some(replaced) = table.sums.keep(hash, position, value.clone()) {
            let bytes = self.source.bytes(&replaced);
            budget.release(bytes);
            table.bytes -= bytes;
        }
        Ok(())
    }
}

impl<P> Open<P> {
    fn new(whose: Whose<P>, needs: Needs<P>, bytes: u64) -> Self {
        Self { whose, needs, next: 0, bytes }
    }

    fn spot(&self) -> Option<Spot> {
        if let Whose::Kept(spot) = self.whose { Some(spot) } else { None }
    }

    /// Uses the value of the next part or option.
    fn take(&mut self, value: &UBig) {
        self.needs.take(value);
        self.next += 1;
    }
}

impl<P: Eq> Table<P> {
    fn next(&self, spot: Spot) -> Detoured<Next<P>> {
        match &self.spots[spot as usize].value {
            Some(Loopy::Infinite(_)) => Err(Detour::Circle),
            Some(Loopy::Finite(value)) => Ok(Next::Value(value.clone())),
            None => Ok(Next::Kept(spot)),
        }
    }
}

/// Whether no move remains.
fn is_over(ending: Ending) -> Detoured<bool> {
    match ending {
        Ending::Open => Ok(false),
        Ending::Over | Ending::Decreed(Outcome::P) => Ok(true),
        Ending::Decreed(_) => Err(Detour::Decreed),
    }
}
