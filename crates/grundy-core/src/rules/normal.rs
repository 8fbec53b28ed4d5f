//! Unions and differences of amounts, brought into normal form.

use std::collections::BTreeSet;

use dashu_int::UBig;

use super::amounts::{Amounts, Named, Span};
use super::members::Members;

/// Maximum number of members of a named set that are compared with spans one by one.
const ABSORB_STEPS: usize = 10_000;
/// Maximum number of members of a constant set from which other sets are subtracted one by one.
const FEW_MEMBERS: usize = 256;

impl Amounts {
    /// The union.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::union_of([self, other])
    }

    /// The union of many sets, brought into normal form once: joining them one by one takes quadratic time.
    pub fn union_of(sets: impl IntoIterator<Item = Self>) -> Self {
        let mut union = Self::default();
        for set in sets {
            union.spans.extend(set.spans);
            union.named.extend(set.named);
            union.symbolic.extend(set.symbolic);
            union.differences.extend(set.differences);
        }
        union.spans = joined(union.spans);
        union.absorb();
        union
    }

    /// The members that are not in `other`.
    #[must_use]
    pub fn except(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self;
        }
        if self == other {
            return Self::empty();
        }
        // `except any` leaves no positive amount, whatever the set.
        if other.spans.last().is_some_and(|span| span.hi.is_none() && span.lo <= UBig::ONE) {
            let zero = self.has_zero() && !other.has_zero();
            return if zero { Self::single(UBig::ZERO) } else { Self::empty() };
        }
        // Constant spans are subtracted exactly; so are odd and even numbers from `any`.
        let only_spans = self.as_spans().is_some();
        if only_spans && other.as_spans().is_some() {
            return Self { spans: subtracted(&self.spans, &other.spans), ..Self::default() };
        }
        if self.is_any() && other.as_named_only() == Some(&Named::Even) {
            return Self::named(Named::Odd);
        }
        if self.is_any() && other.as_named_only() == Some(&Named::Odd) {
            return Self::named(Named::Even);
        }
        if only_spans
            && other.is_fixed()
            && let Some(members) = self.few_members()
        {
            let taken = Members::fixed(&other);
            let stays = |k: &UBig| !taken.as_ref().is_some_and(|t| t.contains(k));
            return Self::union_of(members.into_iter().filter(stays).map(Self::single));
        }
        if only_spans && !other.spans.is_empty() {
            let rest = Self { spans: subtracted(&self.spans, &other.spans), ..Self::default() };
            let other = Self { spans: vec![], ..other };
            return if rest.is_empty() { rest } else { rest.except(other) };
        }
        if let ([], 0, 0, Some((a, b))) =
            (&self.spans[..], self.named.len(), self.symbolic.len(), self.differences.first())
            && self.differences.len() == 1
        {
            let (a, b) = (a.clone(), b.clone());
            return a.except(b.union(other));
        }
        Self { differences: BTreeSet::from([(self, other)]), ..Self::default() }
    }

    fn as_named_only(&self) -> Option<&Named> {
        let alone = self.spans.is_empty() && self.symbolic.is_empty() && self.differences.is_empty();
        if alone && self.named.len() == 1 { self.named.first() } else { None }
    }

    /// The members, if they are constant and few enough to enumerate.
    fn few_members(&self) -> Option<Vec<UBig>> {
        let mut members = Vec::new();
        for span in self.as_spans()? {
            let hi = span.hi.as_ref()?;
            let mut k = span.lo.clone();
            while k <= *hi {
                if members.len() >= FEW_MEMBERS {
                    return None;
                }
                members.push(k.clone());
                k += UBig::ONE;
            }
        }
        Some(members)
    }

    /// Brings spans and named sets into one form: `odd, even` is `any`, members covered by an unbounded span
    /// are dropped, a span neither begins nor ends with a member of a named set, and two spans separated
    /// only by such members are joined.
    fn absorb(&mut self) {
        if self.named.contains(&Named::Odd) && self.named.contains(&Named::Even) {
            self.named.clear();
            self.spans.push(Span { lo: UBig::ONE, hi: None });
            self.spans = joined(std::mem::take(&mut self.spans));
        }
        self.absorb_spans_into_named();
        // Joined spans may have become `any`, which holds everything else.
        if self.spans.last().is_some_and(|span| span.hi.is_none() && span.lo <= UBig::ONE) {
            self.named.clear();
            self.symbolic.clear();
            self.differences.clear();
        }
    }

    fn absorb_spans_into_named(&mut self) {
        let fixed =
            Self { named: self.named.iter().filter(|n| n.is_fixed()).cloned().collect(), ..Self::default() };
        if fixed.named.is_empty() {
            return;
        }
        let Some(named) = Members::fixed(&fixed) else { return };
        let one = UBig::ONE;
        let mut steps = 0usize;
        // Join neighbours separated only by members of the named sets.
        let mut spans: Vec<Span> = Vec::new();
        for span in std::mem::take(&mut self.spans) {
            if let Some(Span { hi: Some(before), .. }) = spans.last_mut() {
                let mut gap = &*before + &one;
                while gap < span.lo && steps < ABSORB_STEPS && named.contains(&gap) {
                    gap += &one;
                    steps += 1;
                }
                if gap == span.lo {
                    if let Some(previous) = spans.last_mut() {
                        previous.hi = span.hi;
                    }
                    continue;
                }
            }
            spans.push(span);
        }
        // Trim ends that the named sets contain anyway. 0 is never a member of one.
        for mut span in spans {
            while span.hi.as_ref().is_none_or(|hi| span.lo <= *hi)
                && steps < ABSORB_STEPS
                && named.contains(&span.lo)
            {
                span.lo += &one;
                steps += 1;
            }
            while let Some(hi) = &span.hi
                && span.lo <= *hi
                && steps < ABSORB_STEPS
                && named.contains(hi)
            {
                span.hi = Some(hi - &one);
                steps += 1;
            }
            if span.hi.as_ref().is_none_or(|hi| span.lo <= *hi) {
                self.spans.push(span);
            }
        }
    }
}

/// Sorts spans and joins those that meet or touch.
fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort();
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match out.last_mut() {
            Some(Span { hi: None, .. }) => break,
            Some(Span { hi: Some(before), .. }) if span.lo <= &*before + UBig::ONE => match span.hi {
                Some(hi) if hi <= *before => {}
                hi => {
                    if let Some(last) = out.last_mut() {
                        last.hi = hi;
                    }
                }
            },
            _ => out.push(span),
        }
    }
    out
}

/// The spans of `from` without those of `taken`; both must be sorted and disjoint.
fn subtracted(from: &[Span], taken: &[Span]) -> Vec<Span> {
    let mut out = Vec::new();
    let mut first = 0;
    for span in from {
        let mut lo = span.lo.clone();
        let mut open = true;
        while first < taken.len() && taken[first].hi.as_ref().is_some_and(|hi| *hi < lo) {
            first += 1;
        }
        for cut in &taken[first..] {
            if span.hi.as_ref().is_some_and(|hi| cut.lo > *hi) {
                break;
            }
            if cut.lo > lo {
                out.push(Span { lo: lo.clone(), hi: Some(&cut.lo - UBig::ONE) });
            }
            let Some(hi) = &cut.hi else {
                open = false;
                break;
            };
            lo = lo.max(hi + UBig::ONE);
        }
        if open && span.hi.as_ref().is_none_or(|hi| lo <= *hi) {
            out.push(Span { lo, hi: span.hi.clone() });
        }
    }
    out
}
