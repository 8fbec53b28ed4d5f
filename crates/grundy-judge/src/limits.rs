//! The bounds in a problem's statement: the table `limits` of a profile.
//!
//! A line gives the bounds of one name, and optional clauses after commas:
//!
//! ```toml
//! [limits]
//! cases = "1..1000"                       # records of a group that has no count of its own
//! n = "1..10^5, total 2*10^5"             # over a whole input the sum of n is at most this
//! x = "1..n, distinct"                    # each number of a list; also `sorted`, `rising`, `sum 1..10^6`
//! y = "0..9, count 1..20"                 # how many there are, where only the end of the line says it
//! w = "left | right"                      # the words there are
//! where = "a <= b and n != 0"             # what names must satisfy beside, in each row of a record if it names such
//! s = "row+1..n-1"                        # in a record, `row` counts the rows from 0
//! ```

use dashu_int::IBig;

use crate::error::nearest;
use crate::expr::{Expr, Fault, Lexer, Resolve, Token};
use crate::pattern::{Kind, Pattern, Step};
use crate::value::Val;

/// Default bounds of the number of records of a group without a count.
const CASES: (u64, u64) = (1, 10_000);
/// The name of the row number, from 0, in the bounds of a record's names.
const ROW: &str = "row";
/// The clauses after a comma.
const CLAUSES: [&str; 6] = ["sorted", "rising", "distinct", "total", "sum", "count"];

/// The relations between the numbers of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Shape {
    /// Each at least as large as the one before.
    pub sorted: bool,
    /// All different.
    pub distinct: bool,
}

/// The limits of one name.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Bounds, both inclusive; for a list, those of each of its numbers.
    pub bounds: (Expr, Expr),
    /// The allowed words, for a word.
    pub words: Vec<String>,
    pub shape: Shape,
    /// The largest sum of all values of this name in an input.
    pub total: Option<Expr>,
    /// Bounds of the sum of a list.
    pub sum: Option<(Expr, Expr)>,
    /// The length of a list that ends with its line.
    pub count: Option<(Expr, Expr)>,
}

/// The limits of a profile.
#[derive(Clone, Debug)]
pub struct Limits {
    /// By slot.
    pub names: Vec<Option<Limit>>,
    /// The number of records of a group without a count.
    pub cases: (u64, u64),
    /// Further conditions on the names of a level.
    conditions: Vec<Expr>,
    /// Conditions on each row of the records whose first slot is given.
    rows: Vec<(usize, Expr)>,
}

impl Limits {
    /// The largest number that any name may be, if its bound contains no other names.
    pub fn largest(&self) -> Option<IBig> {
        // The last one is for the row number.
        let nothing = vec![Val::Undefined; self.names.len() + 1];
        let most = |limit: &Limit| limit.bounds.1.value(&nothing).map(|n| n.to_ibig());
        self.names.iter().flatten().filter_map(most).max()
    }

    /// No limits yet.
    pub fn new(pattern: &Pattern) -> Self {
        Self {
            names: vec![None; pattern.names.len()],
            cases: CASES,
            conditions: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Adds one line of the table.
    pub fn add(&mut self, pattern: &Pattern, key: &str, text: &str) -> Result<(), Fault> {
        if let Some(slot) = pattern.slot(key) {
            self.names[slot] = Some(Limit::parse(text, pattern, slot)?);
            return Ok(());
        }
        if key == "where" {
            let cond = Expr::parse_condition(text, &|name, at| {
                let slot = pattern.slot(name).ok_or_else(|| unknown(pattern, name, at))?;
                let is_number = pattern.names[slot].kind == Kind::Int || row_of(pattern, slot).is_some();
                if is_number { Ok(slot) } else { Err(Fault::new("not-a-number-name", at).with("name", name)) }
            })?;
            match cond.names().into_iter().find_map(|slot| row_of(pattern, slot)) {
                Some(first) => self.rows.push((first, cond)),
                None => self.conditions.push(cond),
            }
            return Ok(());
        }
        let mut lexer = Lexer::new(text)?;
        let (low, high) = range(&mut lexer, &|name, at| Err(unknown(pattern, name, at)))?;
        if lexer.peek() != Token::End {
            return Err(lexer.unexpected(".."));
        }
        let whole = |expr: &Expr| expr.value(&[]).and_then(|n| n.to_u64());
        match (whole(&low), whole(&high)) {
            (Some(low), Some(high)) if low <= high => {
                self.cases = (low, high);
                Ok(())
            }
            _ => Err(Fault::new("limits-empty", 0).with("name", key)),
        }
    }

    /// The bounds of a name, given the names read before it; `None` if they have no value.
    pub fn bounds(&self, slot: usize, slots: &[Val]) -> Option<(IBig, IBig)> {
        let (low, high) = &self.names[slot].as_ref()?.bounds;
        Some((low.value(slots)?.to_ibig(), high.value(slots)?.to_ibig()))
    }

    /// Whether the conditions on a row hold, for the records with this first slot.
    pub fn row_holds(&self, first: usize, slots: &[Val]) -> bool {
        self.rows.iter().all(|(of, cond)| *of != first || cond.holds(slots))
    }

    /// Whether the conditions hold whose deepest name is on this level.
    pub fn hold(&self, pattern: &Pattern, level: usize, slots: &[Val]) -> bool {
        let deepest = |cond: &Expr| cond.names().iter().map(|&slot| pattern.names[slot].level).max();
        self.conditions.iter().all(|cond| deepest(cond).unwrap_or(0) != level || cond.holds(slots))
    }
}

impl Limit {
    fn parse(text: &str, pattern: &Pattern, slot: usize) -> Result<Self, Fault> {
        if is_word(pattern, slot) {
            return Self::of_words(text);
        }
        let resolve = |name: &str, at: usize| number(pattern, slot, name, at);
        let mut lexer = Lexer::new(text)?;
        let bounds = range(&mut lexer, &resolve)?;
        let mut this =
            Self { bounds, words: Vec::new(), shape: Shape::default(), total: None, sum: None, count: None };
        while lexer.eat(",")? {
            let at = lexer.offset();
            let Token::Name(clause) = lexer.peek() else { return Err(lexer.unexpected(&CLAUSES.join(", "))) };
            lexer.bump()?;
            match clause {
                "sorted" => this.shape.sorted = true,
                "distinct" => this.shape.distinct = true,
                "rising" => this.shape = Shape { sorted: true, distinct: true },
                "total" => this.total = Some(Expr::parse(&mut lexer, &resolve)?),
                "sum" => this.sum = Some(range(&mut lexer, &resolve)?),
                "count" => this.count = Some(range(&mut lexer, &resolve)?),
                _ => {
                    let fault = Fault::new("unexpected", at)
                        .with("expected", CLAUSES.join(", "))
                        .with("found", clause);
                    return Err(match nearest(clause, CLAUSES) {
                        Some(near) => fault.with("suggestion", near),
                        None => fault,
                    });
                }
            }
        }
        if lexer.peek() == Token::End { Ok(this) } else { Err(lexer.unexpected(",")) }
    }

    fn of_words(text: &str) -> Result<Self, Fault> {
        let words: Vec<String> = text.split('|').map(|word| word.trim().to_owned()).collect();
        if let Some(bad) = words.iter().find(|word| word.is_empty() || word.contains(char::is_whitespace)) {
            return Err(Fault::new("bad-word", 0).with("found", bad.as_str()));
        }
        let nothing = Expr::from(Val::ZERO);
        let bounds = (nothing.clone(), nothing);
        Ok(Self { bounds, words, shape: Shape::default(), total: None, sum: None, count: None })
    }
}

/// Parses `1..n`, or a single number.
fn range(lexer: &mut Lexer, resolve: Resolve) -> Result<(Expr, Expr), Fault> {
    let low = Expr::parse(lexer, resolve)?;
    if lexer.eat("..")? {
        return Ok((low, Expr::parse(lexer, resolve)?));
    }
    Ok((low.clone(), low))
}

/// A number that is known when the name at `before` is read: from an earlier step, or earlier in the same record.
fn number(pattern: &Pattern, before: usize, name: &str, at: usize) -> Result<usize, Fault> {
    let Some(slot) = pattern.slot(name) else {
        let inside = name == ROW
            && steps(pattern).any(|s| matches!(s, Step::Records { slots, .. } if slots.contains(&before)));
        return if inside { Ok(pattern.names.len()) } else { Err(unknown(pattern, name, at)) };
    };
    if slot >= before {
        return Err(Fault::new("name-read-later", at).with("name", name));
    }
    let in_record = || {
        steps(pattern).any(|step| {
            matches!(step, Step::Records { steps, slots, .. }
                if slots.contains(&before) && steps.iter().any(|s| matches!(s, Step::Int(n) if *n == slot)))
        })
    };
    if pattern.names[slot].kind == Kind::Int || in_record() {
        return Ok(slot);
    }
    Err(Fault::new("not-a-number-name", at).with("name", name))
}

fn unknown(pattern: &Pattern, name: &str, at: usize) -> Fault {
    if name == ROW {
        return Fault::new("row-outside-record", at);
    }
    let fault = Fault::new("unknown-name", at).with("name", name);
    match nearest(name, pattern.names.iter().map(|n| &*n.text)) {
        Some(near) => fault.with("suggestion", near),
        None => fault,
    }
}

/// The first slot of the records that contain this name as one number a row.
fn row_of(pattern: &Pattern, slot: usize) -> Option<usize> {
    steps(pattern).find_map(|step| match step {
        Step::Records { steps, slots, .. } => {
            let is_number = steps.iter().any(|s| matches!(s, Step::Int(n) if *n == slot));
            slots.first().copied().filter(|_| is_number)
        }
        _ => None,
    })
}

fn is_word(pattern: &Pattern, slot: usize) -> bool {
    steps(pattern).any(|step| matches!(step, Step::Word(s) if *s == slot))
}

/// Every step of a pattern; the steps of records follow them.
fn steps(pattern: &Pattern) -> impl Iterator<Item = &Step> {
    let mut waiting: Vec<&Step> = pattern.levels.iter().flat_map(|level| &level.steps).collect();
    std::iter::from_fn(move || {
        let step = waiting.pop()?;
        if let Step::Records { steps, .. } = step {
            waiting.extend(steps);
        }
        Some(step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Num;

    fn limits(pattern: &str, lines: &[(&str, &str)]) -> Result<Limits, Fault> {
        let pattern = Pattern::parse(pattern).unwrap();
        let mut limits = Limits::new(&pattern);
        lines.iter().try_for_each(|(key, text)| limits.add(&pattern, key, text))?;
        Ok(limits)
    }

    #[test]
    fn bounds_know_the_names_before() {
        let limits =
            limits("(a b x*a)*", &[("a", "0..10^9"), ("b", "a..2*a + 1"), ("x", "a..b, rising")]).unwrap();
        let slots = [Val::Int(Num::Small(4)), Val::Int(Num::Small(9))];
        assert_eq!(limits.bounds(0, &slots), Some((0.into(), 1_000_000_000.into())));
        assert_eq!(limits.bounds(1, &slots), Some((4.into(), 9.into())));
        assert_eq!(limits.bounds(2, &slots), Some((4.into(), 9.into())));
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let fault = |key: &str, text: &str| {
            let fault = limits("(n [s c]*n w:word)*", &[(key, text)]).unwrap_err();
            (fault.code, fault.at)
        };
        assert_eq!(fault("n", "1..s"), ("name-read-later", 3));
        assert_eq!(fault("n", "1..9, sortd"), ("unexpected", 6));
        assert_eq!(fault("n", "1.."), ("ends-too-soon", 3));
        assert_eq!(fault("w", "left | "), ("bad-word", 0));
        assert_eq!(fault("where", "n < 3 and x = 1"), ("unknown-name", 10));
        assert_eq!(fault("where", "w < 3"), ("not-a-number-name", 0));
        assert_eq!(fault("cases", "3..1"), ("limits-empty", 0));
        for (key, begin) in [("n", "1..0"), ("n", "1..9, total 0"), ("cases", "1..0"), ("where", "n < 0")] {
            let terms = |count: usize| format!("{begin}{}", "+1".repeat(count));
            assert_eq!(fault(key, &terms(40_000)), ("too-many-operators", begin.len() + 2000));
            assert_eq!(fault(key, &terms(300_000)), ("text-too-long", 0));
        }
        assert!(limits("[s c]*3", &[("c", "1..s")]).is_ok());
    }
}
