//! k
use crate::error::Result;
use crate::limits::Budget;
pub(super) use crate::theorem::wythoff::is_wythoff;
pub(super) fn values(_a: usize, _b: usize, _budget: &Budget) -> Result<Option<Vec<u16>>> { Ok(None) }
pub(super) const MAX_SUM: usize = 1 << 16;
