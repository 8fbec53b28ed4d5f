//! The value of a zero-sum game and a pair of optimal strategies, exactly.
//!
//! With payoffs above 0 the column player's program is `max sum y, A y <= 1, y >= 0` (G. B. Dantzig 1951): the value is
//! 1 over the maximum, and the prices are the row player's strategy. Floating point proposes which strategies are used;
//! they are solved for in whole numbers and checked by best replies. If the check fails, the program is solved exactly
//! from the start.

use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::IBig;

use super::check::{Weights, is_equilibrium};
use super::game::Side;
use super::lifting::System;
use super::program::maximise;
use super::proposal;
use super::tableau::Label;
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// An optimal strategy of each player of a constant-sum game.
pub(super) fn optimal(sides: &[Side; 2], budget: &Budget) -> Result<[Weights; 2]> {
    let side = &sides[0];
    let least = side.cells.iter().min().cloned().unwrap_or_default();
    let cells: Vec<IBig> = side.cells.iter().map(|cell| cell - &least + IBig::ONE).collect();
    if let Some(pair) = proposed(side, &cells, budget)?
        && is_equilibrium(sides, &pair)
    {
        return Ok(pair);
    }
    exactly(side, &cells, budget)
}

/// The strategies proposed by floating point, if any, with exact weights; not checked yet.
fn proposed(side: &Side, cells: &[IBig], budget: &Budget) -> Result<Option<[Weights; 2]>> {
    let (rows, columns) = (side.own, side.other);
    budget.reserve((rows * columns * 3 * size_of::<f64>()) as u64)?;
    let pair = propose(side, cells, budget);
    budget.release((rows * columns * 3 * size_of::<f64>()) as u64);
    pair
}

fn propose(side: &Side, cells: &[IBig], budget: &Budget) -> Result<Option<[Weights; 2]>> {
    let (rows, columns) = (side.own, side.other);
    let largest = cells.iter().map(IBig::bit_len).max().unwrap_or_default();
    let surplus = largest.saturating_sub(60);
    #[allow(clippy::cast_precision_loss, reason = "a proposal need not be exact")]
    let near = |cell: &IBig| i64::try_from(cell >> surplus).unwrap_or(i64::MAX) as f64;
    let top = cells.iter().map(near).fold(1.0, f64::max);
    let floats: Vec<f64> = cells.iter().map(|cell| near(cell) / top).collect();
    let basis = proposal::basis(&floats, rows, columns, || budget.check_time().is_err());
    let Some([tight, used]) = basis else { return Ok(None) };
    let size = tight.len();
    if size != used.len() || size == 0 {
        return Ok(None);
    }
    let square =
        tight.iter().flat_map(|&i| used.iter().map(move |&j| cells[i * columns + j].clone())).collect();
    let Some(system) = System::new(size, square, budget)? else { return Ok(None) };
    let mut pair: [Weights; 2] = Default::default();
    for (player, (transposed, strategies)) in [(true, &tight), (false, &used)].into_iter().enumerate() {
        let Some(weights) = system.ones(transposed, budget)? else { return Ok(None) };
        if weights.iter().any(|weight| *weight < IBig::ZERO) {
            return Ok(None);
        }
        let mixture = strategies.iter().copied().zip(weights).filter(|(_, weight)| !weight.is_zero());
        pair[player] = mixture.collect();
        pair[player].sort_unstable();
    }
    Ok(Some(pair))
}

/// Solves the program exactly, without a proposal.
fn exactly(side: &Side, cells: &[IBig], budget: &Budget) -> Result<[Weights; 2]> {
    let label = |at: usize| Label::try_from(at).unwrap_or(Label::MAX);
    let (rows, columns) = (side.own, side.other);
    // The maximum number of bits of a determinant of the matrix, by Hadamard's bound.
    let size = rows.min(columns);
    let bits = cells.iter().map(|cell| cell.unsigned_abs().bit_len()).max().unwrap_or_default();
    budget.reserve(
        ((rows + 1) * (columns + 1) * 2 * (size * (bits + size.ilog2() as usize + 1) / 8 + 32)) as u64,
    )?;
    let mut program = Vec::with_capacity((rows + 1) * (columns + 1));
    for row in cells.chunks(columns) {
        program.push(IBig::ONE);
        program.extend_from_slice(row);
    }
    program.push(IBig::ZERO);
    program.extend(std::iter::repeat_n(IBig::NEG_ONE, columns));
    let slacks = (columns..columns + rows).map(label).collect();
    let optimum = maximise(slacks, (0..columns).map(label).collect(), &program, budget)?;
    let split = |list: Vec<(Label, IBig)>, from: usize, to: usize| {
        let own = list.into_iter().map(|(label, value)| (usize::from(label), value));
        let mut own: Weights =
            own.filter(|(at, _)| (from..to).contains(at)).map(|(at, value)| (at - from, value)).collect();
        own.sort_unstable();
        own
    };
    Ok([split(optimum.prices, columns, columns + rows), split(optimum.variables, 0, columns)])
}
