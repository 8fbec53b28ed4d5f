//! The record that ends a group: the smallest numbers for which its stop condition holds.

use crate::number::Num;
use crate::pattern::{Pattern, Step};
use crate::value::Val;

/// The values that are tried for each name of the condition, the most likely first.
const TRIED: [i64; 6] = [0, -1, 1, 2, -2, 3];
/// Names of a condition after this many all get the same value.
const APART: usize = 4;

/// The level that the stop condition ends.
fn level(pattern: &Pattern) -> Option<usize> {
    pattern.levels.iter().position(|level| level.steps.iter().any(|step| matches!(step, Step::Stop)))
}

/// The values of the record that ends a level, in the order of the input; `None` if only the end of the input
/// ends it, or if no small numbers do.
pub fn record(pattern: &Pattern, of: usize, slots: &[Val]) -> Option<Vec<Val>> {
    let stop = pattern.stop.as_ref().filter(|_| level(pattern) == Some(of))?;
    let mut names = stop.names();
    names.sort_unstable();
    names.dedup();
    names.retain(|&slot| pattern.names[slot].level == of);
    let mut slots = slots.to_vec();
    let apart = names.len().min(APART);
    let ways = TRIED.len().pow(u32::try_from(apart).unwrap_or(0));
    let holds = (0..ways).any(|way| {
        let mut rest = way;
        for (i, &slot) in names.iter().enumerate() {
            slots[slot] = Val::Int(Num::Small(TRIED[rest % TRIED.len()]));
            if i + 1 < apart {
                rest /= TRIED.len();
            }
        }
        stop.holds(&slots)
    });
    if !holds {
        return None;
    }
    let read = pattern.levels[of].steps.iter().take_while(|step| !matches!(step, Step::Stop));
    let mut values = Vec::new();
    for step in read {
        match step {
            Step::Int(slot) if names.contains(slot) => values.push(slots[*slot].clone()),
            Step::Int(slot) => {
                slots[*slot] = Val::Int(Num::Small(0));
                values.push(slots[*slot].clone());
            }
            Step::Word(_) => values.push(Val::Text("0".into())),
            Step::List(_, times) => {
                let zeros = super::record::count(times, &slots)?.min(1000);
                values.push(Val::List(vec![Val::ZERO; zeros].into()));
            }
            _ => {}
        }
    }
    Some(values)
}

/// Whether a record would end its group instead of being answered.
pub fn ends(pattern: &Pattern, at: usize, slots: &[Val]) -> bool {
    level(pattern) == Some(at) && pattern.stop.as_ref().is_some_and(|stop| stop.holds(slots))
}
