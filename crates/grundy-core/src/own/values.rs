//! Values by the definition: the mex of the options, or the nim-sum of the parts.
//!
//! An option that splits into several parts is not kept in the table: a game whose moves split a position reaches many more
//! sums than parts. Its value is the nim-sum of its parts, which are kept.
//!
//! Several threads share the table. The first goes through the positions in its own order, so it fails where it would fail
//! alone: a position with a value has none below it that fails.

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
use crate::team::{Hand, by_all};

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
        let ask = |hand: &Hand<'_>| match self.by_hand(root, hand) {
            Err(Detour::Failed(error)) => Err(error),
            found => Ok(found),
        };
        let value = if S::ALLOWS_THREADS { by_all(budget, &ask)? } else { ask(&Hand::alone(budget))? };
        value.map(Loopy::Finite)
    }

    fn by_hand(&self, root: Spot, hand: &Hand<'_>) -> Detoured<UBig> {
        let mut stack = vec![self.open(root, hand)?];
        let value = self.evaluate(&mut stack, hand);
        for open in &stack {
            hand.budget.release(open.bytes);
        }
        value
    }

    fn evaluate(&self, stack: &mut Vec<Open<S::Position>>, hand: &Hand<'_>) -> Detoured<UBig> {
        // The positions of the table that are on the stack.
        let mut open: HashSet<Spot, FxBuildHasher> = HashSet::default();
        open.extend(stack.iter().filter_map(Open::spot));
        loop {
            let Some(top) = stack.last_mut() else { return Err(Detour::Circle) };
            if top.next < top.needs.len() {
                let next = match self.next(top, hand)? {
                    Next::Value(value) => {
                        top.take(&value);
                        continue;
                    }
                    Next::Kept(spot) if open.contains(&spot) => return Err(Detour::Circle),
                    Next::Kept(spot) => {
                        hand.begin()?;
                        self.open(spot, hand)?
                    }
                    Next::New(next) => next,
                };
                open.extend(next.spot());
                stack.push(next);
                continue;
            }
            let Some(Open { whose, needs, bytes, .. }) = stack.pop() else { return Err(Detour::Circle) };
            hand.budget.release(bytes);
            let value = needs.value();
            match whose {
                Whose::Kept(spot) => {
                    open.remove(&spot);
                    self.keep(spot, Loopy::Finite(value.clone()));
                }
                Whose::Sum(position, hash) => self.keep_sum(position, hash, &value, hand.budget)?,
            }
            match stack.last_mut() {
                Some(before) => before.take(&value),
                None => return Ok(value),
            }
        }
    }

    /// What the next part or option of `open` is.
    fn next(&self, open: &Open<S::Position>, hand: &Hand<'_>) -> Detoured<Next<S::Position>> {
        match &open.needs {
            Needs::Over => Ok(Next::Value(UBig::ZERO)),
            Needs::Parts(list, _) => self.table().next(list[open.next]),
            Needs::Options(list, _) => self.option(&list[open.next], hand),
        }
    }

    fn option(&self, position: &S::Position, hand: &Hand<'_>) -> Detoured<Next<S::Position>> {
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
        hand.begin()?;
        let budget = hand.budget;
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
        Ok(Next::New(self.open_split(spot, ending, parts, hand)?))
    }

    /// A position of the table.
    fn open(&self, spot: Spot, hand: &Hand<'_>) -> Detoured<Open<S::Position>> {
        let budget = hand.budget;
        let ending = self.ending_of(spot, budget)?;
        let parts = if is_over(ending)? { None } else { self.split(&self.position(spot), budget)? };
        self.open_split(spot, ending, parts, hand)
    }

    fn open_split(
        &self,
        spot: Spot,
        ending: Ending,
        parts: Option<Vec<S::Position>>,
        hand: &Hand<'_>,
    ) -> Detoured<Open<S::Position>> {
        let budget = hand.budget;
        let whose = Whose::Kept(spot);
        if let Some(parts) = parts {
            return Ok(Open::new(whose, self.parts(parts, budget)?, 0));
        }
        if is_over(ending)? {
            return Ok(Open::new(whose, Needs::Over, 0));
        }
        budget.step()?;
        let mut options = self.sorted_options(spot, budget)?;
        hand.shuffle(&mut options);
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::Own;
    use super::*;
    use crate::limits::Limits;

    /// Two heaps that shrink by amounts which depend on the seed, and what happens where few stones are left.
    fn script(seed: u64, end: &str) -> String {
        format!(
            "fn options(p) {{
                if p[0] + p[1] < 2 {{ {end} }}
                let all = [];
                for k in 1..6 {{
                    let m = (p[0] * 7 + p[1] * 3 + k * {seed}) % 5;
                    if k <= p[0] {{ all.push([p[0] - k, p[1]]); }}
                    if k > 2 && m > 0 && m <= p[1] {{ all.push([p[0], p[1] - m]); }}
                }}
                all
            }}"
        )
    }

    fn asked(text: &str, threads: usize) -> std::result::Result<Option<Loopy>, String> {
        let budget = Budget::new(Limits { threads, ..Limits::default() });
        let own = Own::script("test", text).unwrap();
        let value = own.value(&own.read("30, 20").unwrap(), &budget);
        value.map_err(|error| error.to_string())
    }

    /// The value by the definition, without anything of this file.
    fn plain(own: &Own, at: &[UBig], known: &mut HashMap<Vec<UBig>, UBig>) -> UBig {
        if let Some(value) = known.get(at) {
            return value.clone();
        }
        let options = own.options(at, &Budget::default()).unwrap();
        let values: HashSet<UBig> = options.iter().map(|option| plain(own, option, known)).collect();
        let value = (0u32..99).map(UBig::from).find(|value| !values.contains(value)).unwrap();
        known.insert(at.to_vec(), value.clone());
        value
    }

    #[test]
    fn values_do_not_depend_on_the_number_of_threads() {
        for seed in 1..4 {
            let text = script(seed, "return [];");
            let own = Own::script("test", &text).unwrap();
            let truth = plain(&own, &own.read("30, 20").unwrap(), &mut HashMap::new());
            for threads in [1, 2, 5] {
                assert_eq!(asked(&text, threads), Ok(Some(Loopy::Finite(truth.clone()))), "{seed} {threads}");
            }
        }
    }

    /// The error is the one of the position that one thread meets first, whoever fails earlier.
    #[test]
    fn errors_do_not_depend_on_the_number_of_threads() {
        for (end, seed) in ["throw `at ${p}`", "return [[30, 20]];"]
            .iter()
            .flat_map(|end| (1..4).map(move |seed| (end, seed)))
        {
            let text = script(seed, end);
            let alone = asked(&text, 1);
            assert!(!matches!(alone, Ok(Some(Loopy::Finite(_)))), "{seed} {end}");
            for threads in [2, 5] {
                assert_eq!(asked(&text, threads), alone, "{seed} {threads} {end}");
            }
        }
    }
}
