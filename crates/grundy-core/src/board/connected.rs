//! Coins on squares: a move turns a connected set of coins that lie above or to the left of one of them, which turns
//! from heads to tails.
//!
//! Statement. The Grundy value of a position is the nim-sum of those of its single heads (H. W. Lenstra 1979). The head
//! at row i and column j is worth 2^(i + j - 2) if both are at least 2, and in the first row or column the greatest
//! power of 2 that divides the other number.
//!
//! Proof. In one row or column connected coins lie in a row: the game is Ruler. Elsewhere let t = i + j - 2. The coins
//! other than the corner itself are worth less than 2^t, as i and j decrease, so no move leaves 2^t. That every x below
//! 2^t is left is shown by induction; [`rest_of`] follows the proof. Let j be at least 3, and use the rectangle of one
//! column less, whose corner is worth 2^(t - 1), half as much. If x has the bit t - 1, turn that corner and what leaves
//! the rest of x there. If not, and i is at least 3, turn the corner above as well, which has the same value. If i is 2,
//! go along the first row; [`Strip`] shows that two rows reach every number. Rectangles of 3 rows or more and 2 columns
//! are these turned on their side, and 2 by 2 is a table.

use std::collections::BTreeSet;

use dashu_base::BitTest;
use dashu_int::UBig;

use super::coins::check_coins;
use super::grid::{heaps_of, places};
use super::{Each, Options, Ruleset, Source, Standing, check_even, in_one_of};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// Row and column of a coin, from 1.
type Coin = (u64, u64);

/// The farthest row and column.
const FARTHEST: u64 = 1000;
/// Rectangles of at most this many coins are searched for every connected set.
const FEW: u64 = 14;

/// Coins on squares.
pub(super) struct Connected;

/// The value of a single head.
fn value((row, column): Coin) -> UBig {
    let ruler = |n: u64| UBig::from(n & n.wrapping_neg());
    match (row, column) {
        (1, n) | (n, 1) => ruler(n),
        _ => UBig::ONE << usize::try_from(row + column - 2).unwrap_or(0),
    }
}

fn value_of(heads: &[Coin]) -> UBig {
    heads.iter().fold(UBig::ZERO, |sum, &coin| sum ^ value(coin))
}

/// Calls `each` with every connected set of coins with this corner, the corner first, until it returns `false`.
///
/// Coins are decided one by one, each when a neighbour of it is in the set.
fn each_set(corner: Coin, budget: &Budget, each: &mut dyn FnMut(&[Coin]) -> Result<bool>) -> Result<()> {
    // The coins met, the place up to which they are decided, and for each decided one: how many were met before it,
    // and whether it is in the set.
    let mut met = vec![corner];
    let mut known = BTreeSet::from([corner]);
    let mut decided: Vec<(usize, bool)> = Vec::new();
    let mut set = Vec::new();
    let mut take = true;
    loop {
        budget.step()?;
        // Decides the next coin.
        let coin = met[decided.len()];
        decided.push((met.len(), take));
        if take {
            set.push(coin);
            for next in around(coin, corner) {
                if known.insert(next) {
                    budget.reserve(96)?;
                    met.push(next);
                }
            }
        }
        take = false;
        if decided.len() < met.len() {
            continue;
        }
        if !each(&set)? {
            return Ok(());
        }
        // The last coin that was left out is taken instead.
        loop {
            let Some((before, taken)) = decided.pop() else { return Ok(()) };
            for gone in met.drain(before..) {
                budget.release(96);
                known.remove(&gone);
            }
            if !taken {
                break;
            }
            set.pop();
        }
        take = true;
    }
}

/// The neighbours of a coin that are not beyond the corner.
fn around((row, column): Coin, corner: Coin) -> impl Iterator<Item = Coin> {
    [(row - 1, column), (row, column - 1), (row + 1, column), (row, column + 1)]
        .into_iter()
        .filter(move |next| next.0 >= 1 && next.1 >= 1 && next.0 <= corner.0 && next.1 <= corner.1)
}

/// The other coins of a connected set with this corner, with the nim-sum `x`, which is less than the corner's value.
/// Row and column of the corner are at least 2.
fn rest_of(corner: Coin, mut x: UBig) -> Vec<Coin> {
    let (mut row, mut column) = corner;
    let mut on_its_side = false;
    let mut rest = Vec::new();
    loop {
        if column == 2 && row > 2 {
            (row, column) = (column, row);
            on_its_side = !on_its_side;
        }
        let placed = |coin: Coin| if on_its_side { (coin.1, coin.0) } else { coin };
        if column == 2 {
            let table: &[Coin] = match u8::try_from(&x) {
                Ok(1) => &[(1, 2), (2, 1), (1, 1)],
                Ok(2) => &[(1, 2)],
                Ok(3) => &[(1, 2), (1, 1)],
                _ => &[],
            };
            rest.extend(table.iter().copied().map(placed));
            return rest;
        }
        let next = (row, column - 1);
        let bit = usize::try_from(row + column - 3).unwrap_or(0);
        if x.bit(bit) {
            x ^= value(next);
        } else if row > 2 {
            rest.push(placed((row - 1, column)));
        } else {
            if x > UBig::ZERO {
                x ^= value((1, column));
                rest.push(placed((1, column)));
            }
            rest.extend(Strip { without: true }.reach(column - 1, x).into_iter().map(placed));
            return rest;
        }
        rest.push(placed(next));
        column -= 1;
    }
}

/// Connected sets in the first two rows that begin in the first row of a column, or are empty.
///
/// With r columns, r at least 2, they reach every number below 2^(r + 1) but 0, which is the empty one: by induction,
/// as with or without the coin of the second row the rest of the columns, or none of them, reach every number below
/// 2^r. For r = 1 these are 1 and 3, and for r = 2 the coin (2, 1) alone may follow (2, 2).
struct Strip {
    /// Whether the coin of the second row is left out in the first column.
    without: bool,
}

impl Strip {
    fn reach(self, columns: u64, mut x: UBig) -> Vec<Coin> {
        let mut coins = Vec::new();
        let mut without = self.without;
        for column in (1..=columns).rev() {
            if x == UBig::ZERO {
                break;
            }
            let below = !without && x.bit(usize::try_from(column).unwrap_or(0));
            without = false;
            if column == 1 && x == UBig::from(2u8) {
                // It is connected by the coin of the second row before it.
                coins.push((2, 1));
                break;
            }
            coins.push((1, column));
            x ^= value((1, column));
            if below {
                coins.push((2, column));
                x ^= value((2, column));
            }
        }
        coins
    }
}

fn turned(heads: &[Coin], set: &[Coin]) -> Vec<UBig> {
    heaps_of(in_one_of(heads, set))
}

impl Ruleset for Connected {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_even(position)?;
        check_coins(position)?;
        if let Some(number) = position.iter().find(|number| **number > UBig::from(FARTHEST)) {
            return Err(Error::input("error.board-number").with("number", number).with("limit", FARTHEST));
        }
        let mut heads = places(position);
        heads.sort_unstable();
        if heads.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(Error::input("error.coin-twice")) }
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        heaps_of(places(&position))
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let heads = places(position);
        for &corner in &heads {
            each_set(corner, budget, &mut |set| each(turned(&heads, set)).map(|()| true))?;
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        Source {
            kind: MethodKind::Theorem,
            name: "connected-coins",
            reference: "H. W. Lenstra 1979; values: ZJOI 2009",
        }
    }

    fn standing(&self, position: &[UBig], _: &Budget) -> Result<Option<Standing>> {
        Ok(Some(Standing::Value(value_of(&places(position)))))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let Standing::Value(target) = target else { return Ok(Options::all(vec![])) };
        let heads = places(position);
        let change = value_of(&heads) ^ target;
        let mut options = Options::all(vec![]);
        let mut some_left_out = false;
        for &corner in &heads {
            // The nim-sum that the coins other than the corner must have.
            let rest = value(corner) ^ &change;
            let (row, column) = corner;
            if row == 1 || column == 1 || row * column <= FEW {
                each_set(corner, budget, &mut |set| {
                    if value_of(&set[1..]) == rest {
                        options.offer(want, budget, || turned(&heads, set))?;
                    }
                    Ok(options.complete)
                })?;
            } else if rest < value(corner) {
                some_left_out = true;
                let set: Vec<Coin> = [corner].into_iter().chain(rest_of(corner, rest)).collect();
                options.offer(want, budget, || turned(&heads, &set))?;
            }
            if !options.complete {
                break;
            }
        }
        options.complete &= !some_left_out;
        Ok(options)
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.connected")
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        match in_one_of(&places(position), &places(next))[..] {
            [(row, column)] => Message::new("board.turn-square").with("row", row).with("column", column),
            ref coins => {
                let shown: Vec<String> =
                    coins.iter().map(|(row, column)| format!("({row}, {column})")).collect();
                Message::new("board.turn-connected").with("coins", shown.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_connected(set: &[Coin]) -> bool {
        let mut reached = BTreeSet::from([set[0]]);
        let near = |a: Coin, b: Coin| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        for _ in set {
            let more: Vec<Coin> =
                set.iter().copied().filter(|&coin| reached.iter().any(|&other| near(coin, other))).collect();
            reached.extend(more);
        }
        set.iter().all(|coin| reached.contains(coin)) && reached.len() == set.len()
    }

    /// Sets by bits, without the walk over neighbours.
    #[test]
    fn values_are_the_mex_over_all_connected_sets() {
        for (rows, columns) in [(1, 9), (9, 1), (2, 5), (3, 4), (4, 3), (6, 2), (2, 2)] {
            let corner = (rows, columns);
            let others: Vec<Coin> = (1..=rows)
                .flat_map(|row| (1..=columns).map(move |column| (row, column)))
                .filter(|coin| *coin != corner)
                .collect();
            let mut left = BTreeSet::new();
            let mut sets = BTreeSet::new();
            for bits in 0u32..1 << others.len() {
                let mut set = vec![corner];
                set.extend((0..others.len()).filter(|at| bits >> at & 1 == 1).map(|at| others[at]));
                if is_connected(&set) {
                    left.insert(value_of(&set[1..]));
                    set.sort_unstable();
                    sets.insert(set);
                }
            }
            let mex = (0..=left.len()).map(UBig::from).find(|value| !left.contains(value)).unwrap();
            assert_eq!(value(corner), mex, "{corner:?}");
            let mut listed = Vec::new();
            each_set(corner, &Budget::default(), &mut |set| {
                let mut set = set.to_vec();
                set.sort_unstable();
                listed.push(set);
                Ok(true)
            })
            .unwrap();
            assert_eq!(listed.len(), sets.len(), "{corner:?}");
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), sets, "{corner:?}");
        }
    }

    #[test]
    fn every_smaller_number_is_reached() {
        for rows in 2..8 {
            for columns in 2..8 {
                let corner = (rows, columns);
                for x in (0u32..1 << (rows + columns - 2)).map(UBig::from) {
                    let rest = rest_of(corner, x.clone());
                    let set: Vec<Coin> = [corner].into_iter().chain(rest).collect();
                    assert_eq!(value_of(&set[1..]), x, "{corner:?}");
                    assert!(set.iter().all(|coin| coin.0 >= 1 && coin.0 <= rows && coin.1 <= columns));
                    assert!(is_connected(&set), "{corner:?} {x}: {set:?}");
                }
            }
        }
    }
}
