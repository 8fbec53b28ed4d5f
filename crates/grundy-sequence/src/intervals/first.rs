//! Searches for the first number that passes a test.

use dashu_int::UBig;

use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// The first number after `n` and before `beyond` that passes a test which all greater ones pass too; `beyond` if none
/// does. Looks first near `n + stride`.
pub(super) fn first(
    n: &UBig,
    beyond: &UBig,
    stride: &UBig,
    passes: &dyn Fn(&UBig) -> Result<bool>,
    budget: &Budget,
) -> Result<UBig> {
    // `low` does not pass; `high` passes, or is `beyond`.
    let (mut low, mut high) = (n.clone(), beyond.clone());
    let guess = n + stride;
    if guess < high {
        let mut step = UBig::ONE;
        if passes(&guess)? {
            high = guess;
            while &low + &step < high {
                budget.step()?;
                let probe = &high - &step;
                if !passes(&probe)? {
                    low = probe;
                    break;
                }
                high = probe;
                step *= 2u8;
            }
        } else {
            low = guess;
            while &low + &step < high {
                budget.step()?;
                let probe = &low + &step;
                if passes(&probe)? {
                    high = probe;
                    break;
                }
                low = probe;
                step *= 2u8;
            }
        }
    }
    while &low + UBig::ONE < high {
        budget.step()?;
        let middle = (&low + &high) / 2u8;
        if passes(&middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high)
}
