//! Coins on a strip (the silver dollar game without the dollar): a coin slides down over empty squares, no
//! two coins on one square, and none past another.
//!
//! Statement (Winning Ways, chapter 15): count the gaps below the highest coin, the third-highest and so
//! on. The Grundy value of the position is their nim-sum: if a coin widens a counted gap, the reply closes
//! it again, as in staircase Nim.

use dashu_int::UBig;

use super::{
    Each, Options, Ruleset, Source, Standing, check_distinct, check_small, in_one_of, small, sorted, wide,
};
use crate::error::Result;
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// A strip.
pub(super) struct Strip;

/// The gap below each coin.
fn gaps(coins: &[u64]) -> Vec<u64> {
    let below = std::iter::once(0).chain(coins.iter().map(|coin| coin + 1));
    coins.iter().zip(below).map(|(coin, free)| coin - free).collect()
}

/// Whether the gap below coin `index` of `count` enters the nim-sum.
fn counts(index: usize, count: usize) -> bool {
    (count - index) % 2 == 1
}

fn value(coins: &[u64]) -> u64 {
    let gaps = gaps(coins);
    let counted = gaps.iter().enumerate().filter(|(index, _)| counts(*index, coins.len()));
    counted.fold(0, |sum, (_, gap)| sum ^ gap)
}

impl Ruleset for Strip {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_small(position)?;
        check_distinct(position)
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        sorted(position)
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let coins = small(position);
        for (index, gap) in gaps(&coins).into_iter().enumerate() {
            for slide in 1..=gap {
                budget.step()?;
                let mut next = coins.clone();
                next[index] -= slide;
                each(wide(&next))?;
            }
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        Source { kind: MethodKind::Theorem, name: "strip", reference: "Winning Ways, chapter 15" }
    }

    fn standing(&self, position: &[UBig], _: &Budget) -> Result<Option<Standing>> {
        Ok(Some(Standing::Value(UBig::from(value(&small(position))))))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let coins = small(position);
        let mut options = Options::all(vec![]);
        let Standing::Value(target) = target else { return Ok(options) };
        let Ok(target) = u64::try_from(target) else { return Ok(options) };
        let change = value(&coins) ^ target;
        let gaps = gaps(&coins);
        for (index, &gap) in gaps.iter().enumerate() {
            // A coin narrows the gap below it and widens the one above; exactly one of the two is counted.
            let slide = if counts(index, coins.len()) {
                gap.checked_sub(gap ^ change)
            } else {
                (gaps[index + 1] ^ change).checked_sub(gaps[index + 1])
            };
            if let Some(slide) = slide.filter(|slide| (1..=gap).contains(slide)) {
                options.offer(want, budget, || {
                    let mut next = coins.clone();
                    next[index] -= slide;
                    wide(&next)
                })?;
            }
        }
        Ok(options)
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.strip")
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let (before, after) = (small(position), small(next));
        let moved = in_one_of(&before, &after);
        let (to, from) = (moved.first().copied().unwrap_or(0), moved.last().copied().unwrap_or(0));
        Message::new("board.slide").with("from", from).with("to", to)
    }
}
