//! Expressions over many rows of a loop at once, on machine words.
//!
//! A column has the value for every row that [`Expr::word`] and [`Expr::truth`] find, where one row differs from the
//! next only in the loop's element and index. Values that a row may not have, such as the element behind the end of a
//! list, are marked, because the row may not ask for them. `None` leaves all rows to those functions.

use std::ops::Range;

use super::{Env, Expr, Items, Kind, LoopPart};
use crate::value::{Arithmetic, Val};

/// Rows of a loop.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The number of loops around the loop.
    pub depth: usize,
    /// The variable of its elements.
    pub target: usize,
    /// The indices of the rows.
    pub range: Range<usize>,
}

/// One value for all rows, or one for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    Same(i64),
    /// The values, and which rows have none; no marks if all have one.
    Each(Vec<i64>, Option<Vec<bool>>),
}

impl Column {
    /// The value of a row, counted from the first.
    #[inline]
    pub fn get(&self, row: usize) -> i64 {
        match self {
            Self::Same(n) => *n,
            Self::Each(values, _) => values[row],
        }
    }

    /// Whether all rows have a value.
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Same(_) | Self::Each(_, None) => true,
            Self::Each(_, Some(missing)) => !missing.contains(&true),
        }
    }

    #[inline]
    fn is_missing(&self, row: usize) -> bool {
        matches!(self, Self::Each(_, Some(missing)) if missing[row])
    }

    /// A value for each row, by the row.
    fn each(rows: usize, value: impl Fn(usize) -> i64) -> Self {
        Self::Each((0..rows).map(value).collect(), None)
    }

    /// Marks the rows that need a value of others which these miss.
    fn marked(self, rows: usize, missing: &[&Self], needs: impl Fn(usize, usize) -> bool) -> Self {
        let Self::Each(values, _) = self else { return self };
        if missing.iter().all(|column| matches!(column, Self::Same(_) | Self::Each(_, None))) {
            return Self::Each(values, None);
        }
        let is_missing = |row| missing.iter().enumerate().any(|(i, of)| of.is_missing(row) && needs(row, i));
        Self::Each(values, Some((0..rows).map(is_missing).collect()))
    }
}

impl Rows {
    /// The elements of the loop.
    fn elements(&self, env: &Env) -> Option<Column> {
        let items = match &env.loops.get(self.depth)?.items {
            Items::List(items) => items.get(self.range.clone())?,
            Items::Range(from, step, _) => {
                let n = |index: usize| from.checked_add(step.checked_mul(i64::try_from(index).ok()?)?);
                n(self.range.start)?;
                n(self.range.end)?;
                return Some(Column::each(self.range.len(), |row| {
                    n(self.range.start + row).unwrap_or_default()
                }));
            }
        };
        Some(Column::Each(items.iter().map(Val::small).collect::<Option<_>>()?, None))
    }

    fn part(&self, part: LoopPart, env: &Env) -> Option<Column> {
        let length = env.loops.get(self.depth)?.items.len();
        let n = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
        let each = |value: &dyn Fn(usize) -> usize| {
            Some(Column::each(self.range.len(), |row| n(value(self.range.start + row))))
        };
        match part {
            LoopPart::Index => each(&|index| index + 1),
            LoopPart::Index0 => each(&|index| index),
            LoopPart::Left => each(&|index| length - index),
            LoopPart::Left0 => each(&|index| length - index - 1),
            LoopPart::Length => Some(Column::Same(n(length))),
            _ => None,
        }
    }
}

impl Expr {
    /// [`Self::word`] for many rows.
    pub fn words(&self, env: &Env, rows: &Rows) -> Option<Column> {
        let count = rows.range.len();
        match &self.kind {
            Kind::Local(local, _) if *local == rows.target => rows.elements(env),
            Kind::Loop(depth, part) if *depth == rows.depth => rows.part(*part, env),
            Kind::Negative(one) => {
                Self::joined(Arithmetic::Sub, &Column::Same(0), &one.words(env, rows)?, count)
            }
            Kind::Arithmetic(op, two) => {
                Self::joined(*op, &two[0].words(env, rows)?, &two[1].words(env, rows)?, count)
            }
            Kind::If(three) => {
                let condition = three[0].truths(env, rows)?;
                if let Column::Same(holds) = condition {
                    return three[if holds != 0 { 1 } else { 2 }].words(env, rows);
                }
                let (then, other) = (three[1].words(env, rows)?, three[2].words(env, rows)?);
                let taken = |row: usize| condition.get(row) != 0;
                let values =
                    Column::each(count, |row| if taken(row) { then.get(row) } else { other.get(row) });
                let needs = |row: usize, which: usize| match which {
                    0 => true,
                    1 => taken(row),
                    _ => !taken(row),
                };
                Some(values.marked(count, &[&condition, &then, &other], needs))
            }
            Kind::Item(two) => {
                if matches!(two[0].kind, Kind::Local(local, _) if local == rows.target) {
                    return None;
                }
                let items = two[0].kind.items(env)?;
                let key = match two[1].words(env, rows)? {
                    Column::Same(key) => {
                        return Some(Column::Same(items.get(usize::try_from(key).ok()?)?.small()?));
                    }
                    key @ Column::Each(..) => key,
                };
                let mut missing = Vec::new();
                let values = (0..count).map(|row| {
                    let place = usize::try_from(key.get(row)).ok();
                    let value = place.and_then(|place| items.get(place)?.small());
                    value.unwrap_or_else(|| {
                        missing.resize(count, false);
                        missing[row] = true;
                        0
                    })
                });
                let values = Column::Each(values.collect(), None);
                let own = Column::Each(Vec::new(), (!missing.is_empty()).then_some(missing));
                Some(values.marked(count, &[&key, &own], |_, _| true))
            }
            Kind::Apply(function, one, _) => {
                let (of, on_word) = (one.words(env, rows)?, function.on_word?);
                let Column::Each(values, missing) = of else { return on_word(of.get(0)).map(Column::Same) };
                Some(Column::Each(values.into_iter().map(on_word).collect::<Option<_>>()?, missing))
            }
            // Nothing else differs between the rows.
            _ => self.word(env).map(Column::Same),
        }
    }

    /// [`Self::truth`] for many rows: 0 or 1.
    pub fn truths(&self, env: &Env, rows: &Rows) -> Option<Column> {
        let count = rows.range.len();
        match &self.kind {
            Kind::Compare(relation, two) => {
                let (a, b) = (two[0].words(env, rows)?, two[1].words(env, rows)?);
                if let (Column::Same(a), Column::Same(b)) = (&a, &b) {
                    return Some(Column::Same(i64::from(relation.holds(a.cmp(b)))));
                }
                let holds = Column::each(count, |row| i64::from(relation.holds(a.get(row).cmp(&b.get(row)))));
                Some(holds.marked(count, &[&a, &b], |_, _| true))
            }
            Kind::Loop(depth, part @ (LoopPart::First | LoopPart::Last)) if *depth == rows.depth => {
                let length = env.loops.get(*depth)?.items.len();
                let wanted = if *part == LoopPart::First { 0 } else { length - 1 };
                Some(Column::each(count, |row| i64::from(rows.range.start + row == wanted)))
            }
            Kind::Loop(_, LoopPart::First | LoopPart::Last) => {
                self.truth(env).map(|is| Column::Same(is.into()))
            }
            Kind::Within(two) => {
                let Kind::List(all) = &two[1].kind else { return None };
                let wanted = two[0].words(env, rows)?;
                let all = all.iter().map(|one| one.words(env, rows)).collect::<Option<Vec<_>>>()?;
                let holds = |row| all.iter().any(|one| one.get(row) == wanted.get(row));
                let used: Vec<&Column> = all.iter().chain([&wanted]).collect();
                Some(Column::each(count, |row| i64::from(holds(row))).marked(count, &used, |_, _| true))
            }
            Kind::Not(one) => Some(match one.truths(env, rows)? {
                Column::Same(n) => Column::Same(1 - n),
                Column::Each(mut values, missing) => {
                    for n in &mut values {
                        *n = 1 - *n;
                    }
                    Column::Each(values, missing)
                }
            }),
            Kind::And(two) | Kind::Or(two) => {
                // The first value that decides: the second is then not asked for.
                let decides = i64::from(matches!(self.kind, Kind::Or(_)));
                let first = two[0].truths(env, rows)?;
                if let Column::Same(n) = first {
                    return if n == decides { Some(first) } else { two[1].truths(env, rows) };
                }
                let second = two[1].truths(env, rows)?;
                let value = |row| if first.get(row) == decides { decides } else { second.get(row) };
                let needs = |row: usize, which: usize| which == 0 || first.get(row) != decides;
                Some(Column::each(count, value).marked(count, &[&first, &second], needs))
            }
            _ => Some(match self.words(env, rows)? {
                Column::Same(n) => Column::Same(i64::from(n != 0)),
                Column::Each(mut values, missing) => {
                    for n in &mut values {
                        *n = i64::from(*n != 0);
                    }
                    Column::Each(values, missing)
                }
            }),
        }
    }

    /// `a op b`, row by row. `None` if a row has no result on machine words.
    fn joined(op: Arithmetic, a: &Column, b: &Column, count: usize) -> Option<Column> {
        if let (Column::Same(a), Column::Same(b)) = (a, b) {
            return op.on_words(*a, *b).map(Column::Same);
        }
        let values = match op {
            // Without a branch: whether any row overflows is looked at once.
            Arithmetic::Add => overflowing(a, b, count, i64::overflowing_add)?,
            Arithmetic::Sub => overflowing(a, b, count, i64::overflowing_sub)?,
            _ => (0..count).map(|row| op.on_words(a.get(row), b.get(row))).collect::<Option<_>>()?,
        };
        Some(Column::Each(values, None).marked(count, &[a, b], |_, _| true))
    }
}

fn overflowing(
    a: &Column,
    b: &Column,
    count: usize,
    op: impl Fn(i64, i64) -> (i64, bool),
) -> Option<Vec<i64>> {
    let mut any = false;
    let mut both = |x: i64, y: i64| {
        let (n, over) = op(x, y);
        any |= over;
        n
    };
    let values = match (a, b) {
        (Column::Each(a, _), Column::Each(b, _)) => a.iter().zip(b).map(|(x, y)| both(*x, *y)).collect(),
        (Column::Each(a, _), Column::Same(b)) => a.iter().map(|x| both(*x, *b)).collect(),
        (Column::Same(a), Column::Each(b, _)) => b.iter().map(|y| both(*a, *y)).collect(),
        (Column::Same(a), Column::Same(b)) => vec![both(*a, *b); count],
    };
    (!any).then_some(values)
}
