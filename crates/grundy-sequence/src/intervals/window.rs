//! The heaps that one kind of take can leave: a window that moves as the heap grows.

use dashu_int::UBig;

use super::super::bound::Bound;
use grundy_core::error::Result;
use grundy_core::rules::{Amounts, Expr, Span};

/// The heaps that one kind of take can leave.
#[derive(Debug)]
pub(super) struct Window {
    least: Bound,
    most: Option<Bound>,
    /// Whether nothing may be left, and whether one heap may be left.
    none: bool,
    one: bool,
    /// Whether heaps are in the window now.
    pub(super) open: bool,
    /// The intervals in the window, as far as it is open: from the first to before the second.
    pub(super) from: usize,
    pub(super) to: usize,
    /// Heaps before which the window does not leave its first interval, reach a further one, or open or close; as far as
    /// they are computed.
    pub(super) leaves: Option<UBig>,
    pub(super) reaches: Option<UBig>,
    pub(super) turns: Option<UBig>,
}

impl Window {
    /// The first heap of the window, and the heap after its last; the window is empty if they are not in this order.
    pub(super) fn ends(&self, n: &UBig) -> Result<(UBig, UBig)> {
        Ok((self.start(n)?, self.end(n)?))
    }

    pub(super) fn start(&self, n: &UBig) -> Result<UBig> {
        let start = match &self.most {
            None => UBig::ZERO,
            Some(most) => less(n, &most.at(n)?),
        };
        Ok(if self.none { start } else { start.max(UBig::ONE) })
    }

    pub(super) fn end(&self, n: &UBig) -> Result<UBig> {
        let end = less(&(n + UBig::ONE), &self.least.at(n)?.max(UBig::ONE));
        Ok(if self.one { end } else { end.min(UBig::ONE) })
    }

    /// Whether the window can never become empty once it is open.
    pub(super) fn stays_open(&self) -> bool {
        self.one && self.most.as_ref().is_none_or(|most| most.expr() == self.least.expr())
    }
}

fn less(a: &UBig, b: &UBig) -> UBig {
    if a > b { a - b } else { UBig::ZERO }
}

/// The window of the amounts lo..hi, if its ends never fall back.
fn window(lo: Bound, hi: Option<Bound>, none: bool, one: bool) -> Option<Window> {
    let slow = lo.rises_slowly() && hi.as_ref().is_none_or(Bound::rises_slowly);
    slow.then_some(Window {
        least: lo,
        most: hi,
        none,
        one,
        open: false,
        from: 0,
        to: 0,
        leaves: None,
        reaches: None,
        turns: None,
    })
}

/// The windows of a set of amounts.
pub(super) fn windows_of(amounts: &Amounts, none: bool, one: bool) -> Option<Vec<Window>> {
    if amounts.families().next().is_some() || amounts.differences().next().is_some() {
        return None;
    }
    let fixed = amounts.spans().iter().map(|Span { lo, hi }| {
        window(Bound::constant(lo.clone()), hi.clone().map(Bound::constant), none, one)
    });
    let moving = amounts.symbolic().map(|(lo, hi): &(Expr, Option<Expr>)| {
        window(Bound::new(lo.clone()), hi.clone().map(Bound::new), none, one)
    });
    fixed.chain(moving).collect()
}
