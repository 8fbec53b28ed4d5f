//! The values of expressions: on machine words where they suffice, otherwise at any size and within limits.

use std::sync::Arc;

use super::{Expr, Kind, LoopPart};
use crate::facts::Facts;
use crate::number::Num;
use crate::value::{Eval, Meter, Val, attribute, fault, join, unfit};

/// The items that a loop iterates over.
#[derive(Clone, Debug)]
pub enum Items {
    List(Arc<Vec<Val>>),
    /// Start, step, number of items.
    Range(i64, i64, usize),
}

impl Items {
    pub fn len(&self) -> usize {
        match self {
            Self::List(items) => items.len(),
            Self::Range(.., len) => *len,
        }
    }

    #[inline]
    pub fn get(&self, i: usize) -> Val {
        match self {
            Self::List(items) => items.get(i).cloned().unwrap_or_default(),
            Self::Range(from, step, len) if i < *len => Val::Int(Num::Small(
                from.wrapping_add(step.wrapping_mul(i64::try_from(i).unwrap_or(i64::MAX))),
            )),
            Self::Range(..) => Val::Undefined,
        }
    }
}

/// A running loop.
#[derive(Debug)]
pub struct Loop {
    pub items: Items,
    pub index: usize,
}

/// The environment of an evaluation.
#[derive(Debug)]
pub struct Env<'e> {
    pub slots: &'e [Val],
    pub facts: Option<&'e Facts<'e>>,
    /// Variables of the template; `None` for one that is not set.
    pub locals: Vec<Option<Val>>,
    pub loops: Vec<Loop>,
    pub spaces: Vec<Vec<(Arc<str>, Val)>>,
    pub meter: Meter,
}

impl<'e> Env<'e> {
    pub fn new(slots: &'e [Val], facts: Option<&'e Facts<'e>>, locals: usize) -> Self {
        let meter = Meter::new(slots);
        Self { slots, facts, locals: vec![None; locals], loops: Vec::new(), spaces: Vec::new(), meter }
    }
}

impl Kind {
    /// The elements of a name that is a list.
    #[inline]
    pub(super) fn items<'e>(&self, env: &'e Env) -> Option<&'e [Val]> {
        match self {
            Self::Slot(slot) => env.slots[*slot].items(),
            Self::Local(local, _) => env.locals[*local].as_ref()?.items(),
            _ => None,
        }
    }
}

impl Expr {
    /// The value as an integer over the input, or `None` if it has none: a division by zero, or a power or product
    /// that is too large.
    pub fn value(&self, slots: &[Val]) -> Option<Num> {
        match &self.kind {
            Kind::Const(Val::Int(n)) => Some(n.clone()),
            Kind::Slot(slot) => slots[*slot].int().cloned(),
            _ => {
                let mut env = Env::new(slots, None, 0);
                match self.short(&mut env) {
                    Ok(Val::Int(n)) => Some(n),
                    _ => None,
                }
            }
        }
    }

    /// Whether a condition over the input holds. A comparison without a value (a division by zero) does not hold.
    #[inline]
    pub fn holds(&self, slots: &[Val]) -> bool {
        match &self.kind {
            Kind::And(two) => two.iter().all(|one| one.holds(slots)),
            Kind::Or(two) => two.iter().any(|one| one.holds(slots)),
            Kind::Compare(relation, two) => {
                let small = |expr: &Self| match &expr.kind {
                    Kind::Const(val) => val.small(),
                    Kind::Slot(slot) => slots[*slot].small(),
                    _ => None,
                };
                match (small(&two[0]), small(&two[1])) {
                    (Some(a), Some(b)) => relation.holds_between(a, b),
                    _ => self.holds_at_any_size(slots),
                }
            }
            _ => self.holds_at_any_size(slots),
        }
    }

    #[cold]
    fn holds_at_any_size(&self, slots: &[Val]) -> bool {
        self.eval(&mut Env::new(slots, None, 0)).is_ok_and(|val| val.is_true())
    }

    /// The value if it is a machine word and plain arithmetic finds it; `None` has no other meaning.
    #[inline]
    pub fn word(&self, env: &Env) -> Option<i64> {
        match &self.kind {
            Kind::Const(val) => val.small(),
            Kind::Slot(slot) => env.slots[*slot].small(),
            Kind::Local(local, _) => env.locals[*local].as_ref()?.small(),
            Kind::Loop(depth, part) => {
                let this = &env.loops[*depth];
                let index = match part {
                    LoopPart::Index => this.index + 1,
                    LoopPart::Index0 => this.index,
                    LoopPart::Left => this.items.len() - this.index,
                    LoopPart::Left0 => this.items.len() - this.index - 1,
                    LoopPart::Length => this.items.len(),
                    _ => return None,
                };
                i64::try_from(index).ok()
            }
            Kind::Part(first, part) => env.facts?.word_of(env.facts?.index(*first), *part),
            Kind::Nth(at, Some(part)) => env.facts?.word_of(env.facts?.nth(at.word(env)?)?, *part),
            Kind::Negative(one) => one.word(env)?.checked_neg(),
            Kind::Arithmetic(op, two) => op.on_words(two[0].word(env)?, two[1].word(env)?),
            Kind::If(three) => {
                let which = if three[0].truth(env)? { &three[1] } else { &three[2] };
                which.word(env)
            }
            Kind::Item(two) => {
                let items = two[0].kind.items(env)?;
                items.get(usize::try_from(two[1].word(env)?).ok()?)?.small()
            }
            Kind::Attribute(of, name) => match of.kind {
                Kind::Local(local, _) => {
                    let Some(Val::Space(space)) = env.locals[local] else { return None };
                    env.spaces[space].iter().find(|(known, _)| known == name)?.1.small()
                }
                _ => None,
            },
            Kind::Apply(function, one, _) => function.on_word?(one.word(env)?),
            _ => None,
        }
    }

    /// Whether it holds, if machine words suffice to decide it.
    #[inline]
    pub fn truth(&self, env: &Env) -> Option<bool> {
        match &self.kind {
            Kind::Compare(relation, two) => Some(relation.holds(two[0].word(env)?.cmp(&two[1].word(env)?))),
            Kind::Loop(depth, LoopPart::First) => Some(env.loops[*depth].index == 0),
            Kind::Loop(depth, LoopPart::Last) => {
                let this = &env.loops[*depth];
                Some(this.index + 1 == this.items.len())
            }
            Kind::Within(two) => {
                let wanted = two[0].word(env)?;
                let same = |found, n: Option<i64>| Some(found | (n? == wanted));
                match &two[1].kind {
                    Kind::List(all) => all.iter().try_fold(false, |found, one| same(found, one.word(env))),
                    list => list.items(env)?.iter().try_fold(false, |found, item| same(found, item.small())),
                }
            }
            Kind::Not(one) => Some(!one.truth(env)?),
            Kind::And(two) => Some(two[0].truth(env)? && two[1].truth(env)?),
            Kind::Or(two) => Some(two[0].truth(env)? || two[1].truth(env)?),
            _ => Some(self.word(env)? != 0),
        }
    }

    /// Evaluates, on a machine word if it suffices.
    #[inline]
    pub fn short(&self, env: &mut Env) -> Eval<Val> {
        self.word(env).map_or_else(|| self.eval(env), |n| Ok(Val::Int(Num::Small(n))))
    }

    /// Evaluates at any size.
    pub fn eval(&self, env: &mut Env) -> Eval<Val> {
        env.meter.step()?;
        self.found(env).map_err(|fault| fault.placed(self.at))
    }

    /// Evaluates; an undefined value is an error.
    fn given(&self, env: &mut Env) -> Eval<Val> {
        match self.eval(env)? {
            Val::Undefined => Err(fault("undefined", &[]).placed(self.at)),
            val => Ok(val),
        }
    }

    fn both(two: &[Self; 2], env: &mut Env) -> Eval<(Val, Val)> {
        Ok((two[0].given(env)?, two[1].given(env)?))
    }

    fn found(&self, env: &mut Env) -> Eval<Val> {
        Ok(match &self.kind {
            Kind::Const(val) => val.clone(),
            Kind::Slot(slot) => env.slots[*slot].clone(),
            Kind::Word(word) => env.facts.map(|facts| facts.word(*word)).unwrap_or_default(),
            Kind::Part(first, part) => {
                env.facts.map(|facts| facts.part(facts.index(*first), *part)).unwrap_or_default()
            }
            Kind::Nth(at, part) => {
                let at = at.given(env)?;
                let Some(facts) = env.facts else { return Ok(Val::Undefined) };
                let at = match at {
                    Val::Int(Num::Small(at)) => facts.nth(at),
                    Val::Int(Num::Big(_)) => None,
                    other => return Err(unfit("no-integer", "[]", &other)),
                };
                match (at, part) {
                    (None, _) => Val::Undefined,
                    (Some(at), Some(part)) => facts.part(at, *part),
                    (Some(at), None) => facts.whole(at),
                }
            }
            Kind::Local(local, other) => match (&env.locals[*local], other) {
                (Some(val), _) => val.clone(),
                (None, Some(other)) => other.eval(env)?,
                (None, None) => Val::Undefined,
            },
            Kind::Loop(depth, part) => {
                let this = &env.loops[*depth];
                match part {
                    LoopPart::First => (this.index == 0).into(),
                    LoopPart::Last => (this.index + 1 == this.items.len()).into(),
                    LoopPart::Before => {
                        this.index.checked_sub(1).map(|i| this.items.get(i)).unwrap_or_default()
                    }
                    LoopPart::Behind => this.items.get(this.index + 1),
                    LoopPart::Whole => Val::Undefined,
                    _ => Val::Int(Num::Small(self.word(env).unwrap_or_default())),
                }
            }
            Kind::Arithmetic(op, two) => {
                let (a, b) = Self::both(two, env)?;
                env.meter.arithmetic(*op, &a, &b)?
            }
            Kind::Negative(one) => {
                let val = one.given(env)?;
                env.meter.negative(&val)?
            }
            Kind::Texts(two) => {
                let (a, b) = Self::both(two, env)?;
                env.meter.join_texts(&a, &b)?
            }
            Kind::Compare(relation, two) => {
                let (a, b) = Self::both(two, env)?;
                relation.of(&a, &b, &mut env.meter)?.into()
            }
            Kind::Within(two) => {
                let (a, b) = Self::both(two, env)?;
                env.meter.contains(&b, &a)?.into()
            }
            Kind::Not(one) => (!one.eval(env)?.is_true()).into(),
            Kind::And(two) => match two[0].eval(env)? {
                val if val.is_true() => two[1].eval(env)?,
                val => val,
            },
            Kind::Or(two) => match two[0].eval(env)? {
                val if val.is_true() => val,
                _ => two[1].eval(env)?,
            },
            Kind::If(three) => {
                let which = if three[0].eval(env)?.is_true() { &three[1] } else { &three[2] };
                which.eval(env)?
            }
            Kind::Attribute(of, name) => match of.given(env)? {
                Val::Space(space) => {
                    let found = env.spaces[space].iter().find(|(n, _)| n == name);
                    found.map(|(_, val)| val.clone()).unwrap_or_default()
                }
                val => attribute(&val, name),
            },
            Kind::Item(two) => {
                let (of, key) = Self::both(two, env)?;
                of.item(&key)?
            }
            Kind::Slice(four) => {
                let of = four[0].given(env)?;
                let [a, b, c] = [four[1].eval(env)?, four[2].eval(env)?, four[3].eval(env)?];
                env.meter.slice(&of, [&a, &b, &c])?
            }
            Kind::List(all) => {
                let items = all.iter().map(|e| e.given(env)).collect::<Eval<_>>()?;
                env.meter.list(items)?
            }
            Kind::Map(pairs) => {
                let pairs = pairs.iter().map(|(k, v)| Ok((k.given(env)?, v.given(env)?)));
                let pairs = pairs.collect::<Eval<_>>()?;
                env.meter.map(pairs)?
            }
            Kind::Range(_) => {
                let items = self.items(env)?;
                env.meter.steps(items.len())?;
                env.meter.list((0..items.len()).map(|i| items.get(i)).collect())?
            }
            Kind::Space(named) => {
                let named = named.iter().map(|(name, e)| Ok((name.clone(), e.given(env)?)));
                let named = named.collect::<Eval<_>>()?;
                env.spaces.push(named);
                Val::Space(env.spaces.len() - 1)
            }
            Kind::Join(of, between) => {
                let mut out = Vec::new();
                let of = of.given(env)?;
                join(&of, between, &mut env.meter, &mut out)?;
                env.meter.text(String::from_utf8_lossy(&out).into_owned())?
            }
            Kind::Apply(function, one, more) => {
                let val = if function.takes_undefined { one.eval(env)? } else { one.given(env)? };
                let more: Vec<Val> = more.iter().map(|e| e.eval(env)).collect::<Eval<_>>()?;
                (function.apply)(&mut env.meter, &val, &more)?
            }
        })
    }

    /// The items of a loop over this expression; a range is not expanded to a list.
    pub fn items(&self, env: &mut Env) -> Eval<Items> {
        let Kind::Range(three) = &self.kind else {
            let val = self.given(env)?;
            let items = env.meter.elements(&val).map_err(|fault| fault.placed(self.at))?;
            return Ok(Items::List(items));
        };
        let mut word = |expr: &Self| {
            let val = expr.given(env)?;
            val.small().ok_or_else(|| unfit("no-integer", "range", &val).placed(expr.at))
        };
        let [from, to, step] = [word(&three[0])?, word(&three[1])?, word(&three[2])?];
        if step == 0 {
            return Err(fault("step-zero", &[]).placed(self.at));
        }
        let wide = i128::from(to) - i128::from(from);
        let step_wide = i128::from(step);
        let count =
            if (wide > 0) == (step > 0) { (wide + step_wide - step_wide.signum()) / step_wide } else { 0 };
        Ok(Items::Range(from, step, usize::try_from(count).unwrap_or(usize::MAX)))
    }
}
