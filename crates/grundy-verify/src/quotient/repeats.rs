//! When the elements of heaps are periodic.
//!
//! A move takes at most k stones and leaves at most t heaps, in any way. If heaps n and n + p have the same element for
//! all n from s >= 1 on as long as n + p <= t (s + p) + k - 1, then a larger heap is equivalent to the one smaller by
//! p: of the heaps after a move one has at least s + p, so at least s after p is removed from it, which does not change
//! its element. So the options of both have the same elements, and one may replace the other in every sum. (For t = 2:
//! Plambeck and Siegel 2008.)

use super::certificate::Repeats;
use crate::game::{EQUAL, Game, THREE, TWO, UNEQUAL};
use crate::sentence::Reason;

pub(super) fn check(rule: &Game, classes: &[u16], repeats: Repeats) -> Result<(), Reason> {
    if rule.beyond != 0 {
        return Err(Reason::new("unbounded").with("theorem", "repeats"));
    }
    let all = rule.all();
    let compares = rule.listed.values().any(|leave| !matches!(leave & (UNEQUAL | EQUAL), 0 | TWO));
    if compares {
        return Err(Reason::new("parts-compared"));
    }
    let parts = if all & THREE != 0 {
        3
    } else if all & TWO != 0 {
        2
    } else {
        1
    };
    let Repeats { period, preperiod } = repeats;
    if period == 0 {
        return Err(Reason::new("no-period"));
    }
    let needed = (preperiod.max(1).saturating_add(period))
        .saturating_mul(parts)
        .saturating_add(rule.last().max(1))
        .saturating_sub(1);
    let last = classes.len() as u64 - 1;
    if last < needed {
        return Err(Reason::new("repeats-bound").with("bound", last).with("needed", needed));
    }
    // Both are now known to be below the number of heaps.
    let start = usize::try_from(preperiod).unwrap_or(usize::MAX);
    let fits = |period: usize, start: usize| {
        (start..classes.len() - period).find(|&n| classes[n] != classes[n + period])
    };
    let step = usize::try_from(period).unwrap_or(usize::MAX);
    if let Some(heap) = fits(step, start) {
        return Err(Reason::new("classes-repeat").with("heap", heap).with("period", period));
    }
    if start > 0 && fits(step, start - 1).is_none() {
        return Err(Reason::new("preperiod-least").with("preperiod", preperiod));
    }
    // A shorter period would appear in the given heaps, which contain the longer one at least twice.
    if let Some(shorter) =
        (1..step).find(|&shorter| step.is_multiple_of(shorter) && fits(shorter, start).is_none())
    {
        return Err(Reason::new("period-least").with("period", period).with("shorter", shorter));
    }
    Ok(())
}
