//! Take-away with a limit that depends on the latest take: Fibonacci nim and its relatives.
//!
//! Precondition: normal play, one non-empty heap, the only move is `take 1..f(last)` with f
//! non-decreasing (a constant is), any `first` set. Key numbers: H(1) = 1 and
//! H(j+1) = H(j) + H(m), m least with f(H(m)) >= H(j); if there is no such m, H ends. Every n is a
//! sum of key numbers, chosen greedily. Statement: with limit L the player to move loses iff L is
//! below the smallest part of n. A take of t wins iff t is the sum of the smallest few parts (the
//! tail) and f(t) is below the next part, or t is everything.
//!
//! Schwenk 1970; Whinihan 1963 for f = 2*last. Proof. (1) If f(t) is below the smallest part
//! H(a) of y, the expansion of y + t is that of y followed by that of t. For H(a+1) =
//! H(a) + H(m) has f(H(m)) >= H(a) > f(t), so t < H(m) and H(a) + t < H(a+1); and if a part H(b)
//! is followed by a rest r < H(b+1) - H(b) = H(m'), then r begins with some H(c), c < m', and
//! r + t < H(c+1) <= H(m') again. Where H ends with H(b) there is nothing to pass. So only tails
//! can be left with a limit below the smallest part. (2) The smallest part x itself always can: if
//! it is followed by H(b), then x < H(m) for H(b+1) = H(b) + H(m), and f(x) < H(b) as m is least;
//! where H ends with H(b), f is below H(b) for all key numbers. By induction on n: below the
//! smallest part no take is a tail, so by (1) each leaves a limit of at least the smallest part;
//! from it on, (2) wins. Nothing here looks at where the limit came from, so a first take k of any
//! set wins on the same condition.

mod terms;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use self::terms::{Part, Terms};
use crate::kernel::Kernel;
use crate::law::{Law, Sequence, Shape};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{Amounts, Env, Expr, Members, Rules, Settings, Var};
use grundy_core::text::{Message, Value};

/// The theorem.
pub struct TakeAway {
    limit: Limit,
    /// Whether the first take is `1..n-1`.
    all_but_one: bool,
}

const NAME: &str = "take-away";

/// Most candidates of a first set examined one by one.
const SCAN: u64 = 1 << 20;
/// Number of key numbers shown in an explanation.
const SHOWN: usize = 12;

/// Recognises `take 1..f(last)` with a `first` set, f not falling.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let Some(limit) = limit_of(asked.rules) else { return Fit::Unrelated };
    if asked.misere {
        return Fit::near(NAME, Message::new("take-away.misere"));
    }
    if !limit.0.is_nondecreasing_in(Var::Last) {
        return Fit::near(NAME, Message::new("take-away.falling").with("limit", limit.0.to_string()));
    }
    Fit::known(TakeAway { limit, all_but_one: begins_with_all_but_one(asked.rules) })
}

impl Method for TakeAway {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("M. J. Whinihan 1963; A. J. Schwenk 1970"))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let heaps = component.heaps();
        let mut full = (0..heaps.len()).filter(|&heap| heaps[heap] > UBig::ZERO);
        let heap = full.next();
        if full.next().is_some() {
            return Ok(Applied::near(Message::new("take-away.several").with("count", heaps.len())));
        }
        Position::solve(component, heap, &self.limit, budget)
    }

    fn kernel(&self, budget: &Budget) -> Option<Arc<dyn Kernel>> {
        Some(Arc::new(Listed { lost: self.lost_starts(budget)? }))
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        (heaps == 1)
            .then(|| self.sequence())
            .flatten()
            .map(|sequence| Law::lost(Shape::Member { sequence, zero: true }))
    }
}

/// The limit f of `take 1..f(last)` with a `first` set and nothing else.
pub(crate) fn limit_of(rules: &Rules) -> Option<Limit> {
    let settings = rules.settings();
    let plain = Settings { first: settings.first.clone(), ..Settings::default() };
    if settings.first.is_none() || *settings != plain {
        return None;
    }
    let amounts = rules.as_single_take()?;
    let limit = match amounts.as_up_to() {
        Some(constant) => Expr::constant(constant.clone()),
        None => amounts.as_up_to_expr()?.clone(),
    };
    let foreign = [Var::N, Var::Min, Var::Max].into_iter().any(|var| limit.mentions(var));
    (!foreign).then_some(Limit(limit))
}

impl TakeAway {
    /// The heaps that are lost at the start if the first take is `1..n-1`, ascending, as far as they fit 64
    /// bits: 0 and the key numbers. With that limit `n` is lost iff the smallest part of `n` is `n` itself.
    ///
    /// `None` for other first takes, and if there are at least [`MOST_KEYS`] of them.
    fn lost_starts(&self, budget: &Budget) -> Option<Vec<u64>> {
        if !self.all_but_one {
            return None;
        }
        let terms = Terms::up_to(&UBig::from(u64::MAX), &self.limit, budget).ok()?;
        let keys = terms.first(MOST_KEYS);
        if keys.len() >= MOST_KEYS {
            return None;
        }
        std::iter::once(Some(0)).chain(keys.iter().map(|key| u64::try_from(key).ok())).collect()
    }

    /// The key numbers as a sequence, if the limit is a multiple of the latest take plus a constant.
    fn sequence(&self) -> Option<Sequence> {
        let limit = self.limit.expression();
        let (mut slope, mut plus) = (0, 0);
        for (atoms, factor) in limit.terms() {
            let factor = i128::try_from(factor).ok()?;
            if atoms.is_empty() {
                plus = factor;
            } else {
                slope = factor;
            }
        }
        let times = Expr::var(Var::Last).multiply(&Expr::constant(slope)).ok()?;
        let line = times.add(&Expr::constant(plus)).ok()?;
        if line != *limit || slope < 1 || slope + plus < 1 || !self.all_but_one {
            return None;
        }
        Some(match (slope, plus) {
            (1, 0) => Sequence::Recurrence { first: vec![1], by: vec![2], plus: 0 },
            (2, 0) => Sequence::fibonacci(),
            _ => Sequence::TakeAway { slope, plus },
        })
    }
}

/// The most key numbers that a kernel keeps.
const MOST_KEYS: usize = 1 << 12;

/// One heap on machine words, whose lost sizes are these, ascending.
#[derive(Clone, Debug)]
struct Listed {
    lost: Vec<u64>,
}

impl Kernel for Listed {
    fn name(&self) -> &'static str {
        NAME
    }

    fn takes(&self, heaps: usize) -> bool {
        heaps == 1
    }

    #[inline]
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        match heaps {
            [heap] => Some(self.lost.binary_search(heap).is_ok()),
            _ => None,
        }
    }
}

/// Whether the first take is `1..n-1`.
fn begins_with_all_but_one(rules: &Rules) -> bool {
    let all_but_one = Expr::var(Var::N).subtract(&Expr::constant(1)).ok();
    let first = rules.settings().first.as_ref();
    all_but_one.is_some() && first.and_then(Amounts::as_up_to_expr) == all_but_one.as_ref()
}

/// The limit as a function of the latest take.
#[derive(Debug)]
pub(crate) struct Limit(Expr);

impl Limit {
    fn expression(&self) -> &Expr {
        &self.0
    }

    /// The most that may be taken after a take of `last`; 0 for the empty set.
    pub(crate) fn after(&self, last: &UBig) -> Result<UBig> {
        let env = Env { last: Some(last.clone()), ..Env::default() };
        Ok(self.0.eval(&env)?.as_ref().and_then(number::natural).unwrap_or_default())
    }
}

/// The amounts allowed now.
enum Allowed {
    /// Everything from one number to another.
    Span(UBig, UBig),
    /// A first set of another shape.
    Set(Members),
}

/// The amounts of the first move.
fn first_of(component: &Component) -> Option<&Amounts> {
    component.rules()?.settings().first.as_ref()
}

impl Allowed {
    fn now(component: &Component, n: &UBig, limit: &Limit) -> Result<Self> {
        let first = match (&component.state.past.last, first_of(component)) {
            (Some(last), _) => return Ok(Self::Span(UBig::ONE, limit.after(last)?)),
            (None, Some(first)) => first,
            (None, None) => return Ok(Self::Span(UBig::ONE, UBig::ZERO)),
        };
        let heaps = component.heaps();
        let env = Env {
            n: n.clone(),
            last: None,
            min: heaps.iter().min().cloned().unwrap_or_default(),
            max: n.clone(),
            ..Env::default()
        };
        match as_span(first, &env, n)? {
            Some((lo, hi)) => Ok(Self::Span(lo, hi)),
            None => Ok(Self::Set(Members::resolve(first, &env)?)),
        }
    }

    /// `None` if that depends on a prime too large for a proved test.
    fn holds(&self, take: &UBig) -> Option<bool> {
        match self {
            Self::Span(lo, hi) => Some(lo <= take && take <= hi),
            Self::Set(members) => members.decides(take),
        }
    }
}

/// A first set that is one span, with its ends between 1 and `n`.
fn as_span(first: &Amounts, env: &Env, n: &UBig) -> Result<Option<(UBig, UBig)>> {
    let mut symbolic = first.symbolic();
    if let Some([span]) = first.as_spans() {
        return Ok(Some((span.lo.clone(), span.hi.clone().unwrap_or_else(|| n.clone()))));
    }
    let is_single =
        first.spans().is_empty() && first.families().next().is_none() && first.differences().next().is_none();
    let (Some((lo, hi)), None, true) = (symbolic.next(), symbolic.next(), is_single) else { return Ok(None) };
    let hi = match hi {
        Some(hi) => hi.eval(env)?,
        None => Some(IBig::from(n.clone())),
    };
    let empty = || (UBig::ONE, UBig::ZERO);
    Ok(Some(match (lo.eval(env)?, hi) {
        (Some(lo), Some(hi)) => (
            number::natural(&lo).unwrap_or_default().max(UBig::ONE),
            number::natural(&hi).unwrap_or_default(),
        ),
        _ => empty(),
    }))
}

/// Evenly spaced takes: a tail and some copies of the greatest part, where H ends.
#[derive(Debug)]
struct Ladder {
    base: UBig,
    step: UBig,
    /// The least and the greatest number of copies.
    least: UBig,
    most: UBig,
}

impl Ladder {
    fn count(&self) -> UBig {
        if self.most < self.least { UBig::ZERO } else { &self.most - &self.least + UBig::ONE }
    }
}

/// The winning takes, greatest first: the results then ascend.
#[derive(Debug, Default)]
struct Winning {
    /// Taking everything, if that wins.
    all: Option<UBig>,
    ladder: Option<Ladder>,
    /// Members of a ladder that were found one by one, and shorter tails.
    tails: Vec<UBig>,
    /// Whether some candidates were not examined.
    cut: bool,
}

impl Winning {
    fn find(parts: &[Part], limit: &Limit, allowed: &Allowed, budget: &Budget) -> Result<Self> {
        let mut winning = Self::default();
        let mut tail = UBig::ZERO;
        for (index, part) in parts.iter().enumerate().rev() {
            if part.copies > UBig::ONE {
                winning.climb(&tail, part, limit, allowed, budget)?;
            }
            tail += &part.size * &part.copies;
            let wins = match index.checked_sub(1) {
                Some(next) => limit.after(&tail)? < parts[next].size,
                None => true,
            };
            if !wins {
                continue;
            }
            match allowed.holds(&tail) {
                Some(true) if index == 0 => winning.all = Some(tail.clone()),
                Some(true) => winning.tails.push(tail.clone()),
                Some(false) => {}
                None => winning.cut = true,
            }
        }
        winning.tails.sort_unstable_by(|a, b| b.cmp(a));
        Ok(winning)
    }

    /// Some but not all copies of the greatest part together with all smaller parts.
    fn climb(
        &mut self,
        base: &UBig,
        part: &Part,
        limit: &Limit,
        allowed: &Allowed,
        budget: &Budget,
    ) -> Result<()> {
        let step = &part.size;
        let take = |copies: &UBig| base + copies * step;
        // The limit grows with the copies: binary search for the most that leave it below the next part.
        let (mut most, mut beyond) = (UBig::ZERO, part.copies.clone());
        while &most + UBig::ONE < beyond {
            let middle = (&most + &beyond) >> 1;
            if limit.after(&take(&middle))? < *step { most = middle } else { beyond = middle }
        }
        match allowed {
            Allowed::Span(lo, hi) => {
                let reach = if hi < base { UBig::ZERO } else { (hi - base) / step };
                let from = if lo <= base { UBig::ZERO } else { (lo - base + step - UBig::ONE) / step };
                let (least, most) = (from.max(UBig::ONE), most.min(reach));
                self.ladder = Some(Ladder { base: base.clone(), step: step.clone(), least, most });
            }
            Allowed::Set(members) => {
                let mut copies = UBig::ONE;
                let mut looked = 0;
                while copies <= most {
                    budget.step()?;
                    match members.decides(&take(&copies)) {
                        Some(true) => self.tails.push(take(&copies)),
                        Some(false) => {}
                        None => self.cut = true,
                    }
                    looked += 1;
                    if looked == SCAN {
                        self.cut |= copies < most;
                        break;
                    }
                    copies += UBig::ONE;
                }
            }
        }
        Ok(())
    }

    fn count(&self) -> UBig {
        let ladder = self.ladder.as_ref().map_or(UBig::ZERO, Ladder::count);
        ladder + UBig::from(self.tails.len()) + UBig::from(u8::from(self.all.is_some()))
    }

    fn first(&self, want: usize) -> Vec<UBig> {
        let mut list: Vec<UBig> = self.all.iter().cloned().collect();
        if let Some(ladder) = &self.ladder {
            let mut copies = ladder.most.clone();
            while copies >= ladder.least && list.len() < want {
                list.push(&ladder.base + &copies * &ladder.step);
                copies -= UBig::ONE;
            }
        }
        list.extend(self.tails.iter().take(want.saturating_sub(list.len())).cloned());
        list
    }
}

/// One heap with its limit.
struct Position<'a> {
    component: &'a Component,
    /// The non-empty heap and its size.
    heap: Option<(usize, &'a UBig)>,
    limit: &'a Limit,
    allowed: Allowed,
    parts: Vec<Part>,
    keys: Vec<UBig>,
    ended: bool,
    winning: Winning,
}

impl<'a> Position<'a> {
    fn solve(
        component: &'a Component,
        heap: Option<usize>,
        limit: &'a Limit,
        budget: &Budget,
    ) -> Result<Applied<'a>> {
        let heap = heap.map(|heap| (heap, &component.heaps()[heap]));
        let n = &heap.map_or(UBig::ZERO, |(_, n)| n.clone());
        let allowed = Allowed::now(component, n, limit)?;
        let mut solved = Self {
            component,
            heap,
            limit,
            allowed,
            parts: vec![],
            keys: vec![],
            ended: false,
            winning: Winning::default(),
        };
        if heap.is_some() {
            let terms = Terms::up_to(n, solved.limit, budget)?;
            solved.parts = terms.expansion(n);
            solved.keys = terms.first(SHOWN);
            solved.ended = terms.ended;
            solved.winning = Winning::find(&solved.parts, solved.limit, &solved.allowed, budget)?;
        }
        if solved.winning.cut && !solved.wins() {
            return Ok(Applied::near(Message::new("take-away.undecided")));
        }
        Ok(Applied::yes(solved))
    }

    fn parts_text(&self) -> Value {
        let digits: usize = self.parts.iter().map(|part| number::digits_at_most(&part.size)).sum();
        if digits > 400 {
            return self.parts.iter().map(|part| part.size.clone()).collect::<Vec<_>>().into();
        }
        let shown = |part: &Part| {
            if part.copies == UBig::ONE {
                part.size.to_string()
            } else {
                format!("{}*{}", part.copies, part.size)
            }
        };
        Value::Text(self.parts.iter().map(shown).collect::<Vec<_>>().join(" + "))
    }
}

impl Solved for Position<'_> {
    fn wins(&self) -> bool {
        self.winning.count() > UBig::ZERO
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        let Some((heap, n)) = self.heap else { return Ok(Moves::all(vec![])) };
        let takes = self.winning.first(want);
        let count = self.winning.count();
        Ok(Moves {
            complete: !self.winning.cut && UBig::from(takes.len()) == count,
            total: (!self.winning.cut).then_some(count),
            list: takes.into_iter().map(|take| Move::take(heap, take.clone(), n - take)).collect(),
        })
    }

    fn steps(&self) -> Vec<Message> {
        let Some((_, n)) = self.heap else { return vec![Message::new("take-away.empty")] };
        let limit = self.limit.0.to_string();
        let mut steps = vec![
            Message::new("take-away.rule").with("limit", limit),
            Message::new(if self.ended { "take-away.keys-end" } else { "take-away.keys" })
                .with("keys", &self.keys),
            Message::new("take-away.parts").with("n", n).with("parts", self.parts_text()),
        ];
        let smallest = self.parts.last().map(|part| part.size.clone()).unwrap_or_default();
        steps.push(match (&self.component.state.past.last, &self.allowed, first_of(self.component)) {
            (Some(last), Allowed::Span(_, hi), _) => {
                Message::new("take-away.limit").with("last", last).with("most", hi)
            }
            (_, _, first) => Message::new("take-away.start")
                .with("first", first.map(Amounts::to_string).unwrap_or_default()),
        });
        if self.wins() {
            let takes = self.winning.first(SHOWN);
            steps.push(Message::new("take-away.wins").with("smallest", smallest).with("takes", takes));
        } else {
            steps.push(Message::new("take-away.loses").with("smallest", smallest));
        }
        steps
    }
}
