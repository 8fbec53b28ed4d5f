//! End-Nim: heaps in a row; a move takes any number of stones from the first heap or from the last.
//!
//! Statement (M. H. Albert and R. J. Nowakowski 2001): for every row there is exactly one number that makes
//! it lost when put before it (0 if it is lost already), and exactly one when put behind it. Those of a
//! longer row follow from those of the shorter ones by comparing three numbers.

use dashu_int::UBig;

use super::{Each, Options, Ruleset, Source, Standing};
use crate::error::Result;
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// A row of heaps.
pub(super) struct Ends;

/// The number that makes a row lost on one side. `same` and `other` are the numbers of the row without its
/// heap `outer` at the other end: `same` on the same side, `other` on the other side.
fn balanced(same: &UBig, other: &UBig, outer: &UBig) -> UBig {
    if outer == other {
        return UBig::ZERO;
    }
    if (outer < same && outer < other) || (outer > same && outer > other) {
        return outer.clone();
    }
    if same < other { outer + UBig::ONE } else { outer - UBig::ONE }
}

/// The number that, put before the row without its first heap, makes it lost, and the number that, put behind
/// the row without its last heap, does so.
fn balances(row: &[UBig], budget: &Budget) -> Result<(UBig, UBig)> {
    let count = row.len();
    budget.reserve(row.iter().map(|heap| 64 + heap.bit_len_bytes()).sum::<u64>() * 2)?;
    // For all substrings of one length, by start index.
    let mut before: Vec<UBig> = row.to_vec();
    let mut behind: Vec<UBig> = row.to_vec();
    if count < 2 {
        return Ok((UBig::ZERO, UBig::ZERO));
    }
    for length in 2..count {
        for start in 0..=count - length {
            budget.step()?;
            let end = start + length - 1;
            let left = balanced(&before[start], &behind[start], &row[end]);
            let right = balanced(&behind[start + 1], &before[start + 1], &row[start]);
            before[start] = left;
            behind[start] = right;
        }
    }
    Ok((before[1].clone(), behind[0].clone()))
}

trait Bytes {
    fn bit_len_bytes(&self) -> u64;
}

impl Bytes for UBig {
    fn bit_len_bytes(&self) -> u64 {
        dashu_base::BitTest::bit_len(self) as u64 / 8
    }
}

impl Ruleset for Ends {
    fn check(&self, _: &[UBig]) -> Result<()> {
        Ok(())
    }

    fn canonical(&self, mut position: Vec<UBig>) -> Vec<UBig> {
        position.retain(|heap| *heap > UBig::ZERO);
        position
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let ends = [0, position.len().saturating_sub(1)];
        let ends = if position.len() < 2 { &ends[..position.len()] } else { &ends[..] };
        for &end in ends {
            let mut left = UBig::ZERO;
            while left < position[end] {
                budget.step()?;
                let mut next = position.to_vec();
                next[end].clone_from(&left);
                each(self.canonical(next))?;
                left += UBig::ONE;
            }
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        Source {
            kind: MethodKind::Theorem,
            name: "end-nim",
            reference: "M. H. Albert and R. J. Nowakowski 2001",
        }
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let wins = match position {
            [] => false,
            [_] => true,
            [first, ..] => balances(position, budget)?.0 != *first,
        };
        Ok(Some(Standing::Wins(wins)))
    }

    fn options_to(&self, position: &[UBig], target: &Standing, _: usize, budget: &Budget) -> Result<Options> {
        let mut list = Vec::new();
        if *target == Standing::Wins(false) && !position.is_empty() {
            let (before, behind) = balances(position, budget)?;
            let last = position.len() - 1;
            let ends = if last == 0 { vec![(0, before)] } else { vec![(0, before), (last, behind)] };
            for (end, balance) in ends {
                if balance < position[end] {
                    let mut next = position.to_vec();
                    next[end] = balance;
                    list.push(self.canonical(next));
                }
            }
        }
        Ok(Options::all(list))
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.ends")
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let taken = |heap: &UBig, left: &UBig| if heap > left { heap - left } else { UBig::ZERO };
        let (id, heap, left) = match (position, next) {
            ([heap], _) => ("move.take", heap, next.first()),
            ([first, .., last], [left_first, .., left_last]) if position.len() == next.len() => {
                if first == left_first {
                    ("board.take-last", last, Some(left_last))
                } else {
                    ("board.take-first", first, Some(left_first))
                }
            }
            ([first, rest @ ..], _) if rest == next => ("board.take-first", first, None),
            ([.., last], _) => ("board.take-last", last, None),
            ([], _) => return Message::new("move.none"),
        };
        Message::new(id).with("k", taken(heap, left.unwrap_or(&UBig::ZERO))).with("heap", heap)
    }
}
