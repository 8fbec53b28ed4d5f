//! Dominated strategies, by pure and by mixed ones, and the order of their elimination.
//!
//! A strategy is strictly dominated if some mixture of the others is better whatever the opponent does, and weakly if
//! one is never worse and sometimes better. Strictly dominated strategies are in no equilibrium, and their elimination
//! may make more strategies dominated; the order of elimination does not change the result (I. Gilboa, E. Kalai and E.
//! Zemel 1990). Weakly dominated strategies can be in an equilibrium, so they are reported but not eliminated.

use std::cmp::Ordering;

use dashu_base::UnsignedAbs;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::game::{Player, Side};
use super::program::maximise;
use super::tableau::Label;
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Maximum number of cells for which mixtures are examined too: each strategy may cost a linear program.
const MAX_MIXED: usize = 1024;

/// Maximum number of strategies of a player for which pure strategies are compared in pairs.
const MAX_COMPARED: usize = 4096;

/// The scope of the search for dominated strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Dominance by pure and by mixed strategies.
    Mixed,
    /// Dominance by pure strategies only: the game is large.
    Pure,
    /// None: the game is very large.
    None,
}

impl Scope {
    pub(super) fn of(sides: &[Side; 2]) -> Self {
        if sides[0].cells.len() <= MAX_MIXED {
            Self::Mixed
        } else if sides.iter().all(|side| side.own <= MAX_COMPARED) {
            Self::Pure
        } else {
            Self::None
        }
    }

    /// Its name in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Pure => "pure",
            Self::None => "none",
        }
    }
}

/// A dominated strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domination {
    /// The player of the strategy.
    pub player: Player,
    /// Its index, from 0.
    pub strategy: usize,
    /// The mixture that dominates it: a probability for each of the player's strategies.
    pub by: Vec<RBig>,
    /// Whether it is strictly dominated; otherwise weakly.
    pub strict: bool,
    /// The round, counted from 1. Strictly dominated strategies of one round are eliminated together; weakly dominated
    /// ones refer to the game after the last elimination.
    pub round: usize,
}

/// The dominated strategies in the order of their rounds.
pub(super) fn dominations(sides: &[Side; 2], budget: &Budget) -> Result<Vec<Domination>> {
    let scope = Scope::of(sides);
    if scope == Scope::None {
        return Ok(Vec::new());
    }
    let mixed = scope == Scope::Mixed;
    let mut left = [0, 1].map(|player| (0..sides[player].own).collect::<Vec<usize>>());
    let mut found = Vec::new();
    let mut round = 1;
    loop {
        let before = found.len();
        for strict in [true, false] {
            if found.len() > before {
                break;
            }
            for player in Player::BOTH {
                let view = View {
                    side: &sides[player.index()],
                    own: &left[player.index()],
                    other: &left[1 - player.index()],
                };
                for &strategy in view.own {
                    budget.check_time()?;
                    if let Some(by) = view.dominating(strategy, strict, mixed, budget)? {
                        found.push(Domination { player, strategy, by, strict, round });
                    }
                }
            }
        }
        // Weak dominance is searched for when no strict one remains, and ends the rounds.
        let strict = found[before..].iter().any(|domination| domination.strict);
        if !strict {
            return Ok(found);
        }
        for domination in &found[before..] {
            left[domination.player.index()].retain(|&strategy| strategy != domination.strategy);
        }
        round += 1;
    }
}

/// The remaining game from one player's view.
struct View<'a> {
    side: &'a Side,
    own: &'a [usize],
    other: &'a [usize],
}

impl View<'_> {
    fn cell(&self, own: usize, other: usize) -> &IBig {
        &self.side.row(own)[other]
    }

    fn dominating(
        &self,
        strategy: usize,
        strict: bool,
        mixed: bool,
        budget: &Budget,
    ) -> Result<Option<Vec<RBig>>> {
        let rivals: Vec<usize> = self.own.iter().copied().filter(|&own| own != strategy).collect();
        if self.is_best_somewhere(strategy, &rivals, strict) {
            return Ok(None);
        }
        let dominates = |&rival: &usize| {
            let mut orders = self.other.iter().map(|&j| self.cell(rival, j).cmp(self.cell(strategy, j)));
            let mut better = false;
            orders.all(|order| {
                better |= order == Ordering::Greater;
                order == Ordering::Greater || !strict && order == Ordering::Equal
            }) && better
        };
        // Prefer a dominating strategy that is not itself dominated in this way: the one with the largest sum of
        // payoffs.
        let sum = |rival: usize| self.other.iter().fold(IBig::ZERO, |sum, &j| sum + self.cell(rival, j));
        let pure =
            rivals.iter().copied().filter(dominates).max_by_key(|&rival| (sum(rival), usize::MAX - rival));
        if let Some(rival) = pure {
            let part = |own| RBig::from(IBig::from(u8::from(own == rival)));
            return Ok(Some((0..self.side.own).map(part).collect()));
        }
        if !mixed || rivals.len() < 2 {
            return Ok(None);
        }
        self.dominating_mixture(strategy, &rivals, strict, budget)
    }

    /// Whether it is a best reply to a pure strategy, so that it cannot be dominated; if not `strict`, the only best
    /// reply.
    fn is_best_somewhere(&self, strategy: usize, rivals: &[usize], strict: bool) -> bool {
        self.other.iter().any(|&j| {
            rivals.iter().all(|&rival| match self.cell(rival, j).cmp(self.cell(strategy, j)) {
                Ordering::Less => true,
                Ordering::Equal => strict,
                Ordering::Greater => false,
            })
        })
    }

    /// Maximises over weights z of the rivals with sum at most 1: if `strict`, the least gain t; otherwise the sum of
    /// the gains, none of which may be negative. The strategy is dominated if the maximum is above 0.
    fn dominating_mixture(
        &self,
        strategy: usize,
        rivals: &[usize],
        strict: bool,
        budget: &Budget,
    ) -> Result<Option<Vec<RBig>>> {
        let label = |at: usize| Label::try_from(at).unwrap_or(Label::MAX);
        let gain = |rival: usize, j: usize| self.cell(rival, j) - self.cell(strategy, j);
        let variables = rivals.len() + usize::from(strict);
        let mut cells = Vec::with_capacity((self.other.len() + 2) * (variables + 1));
        for &j in self.other {
            cells.push(IBig::ZERO);
            cells.extend(rivals.iter().map(|&rival| -gain(rival, j)));
            cells.extend(strict.then_some(IBig::ONE));
        }
        cells.push(IBig::ONE);
        cells.extend(rivals.iter().map(|_| IBig::ONE));
        cells.extend(strict.then_some(IBig::ZERO));
        cells.push(IBig::ZERO);
        if strict {
            cells.extend(rivals.iter().map(|_| IBig::ZERO));
            cells.push(IBig::NEG_ONE);
        } else {
            let total = |&rival: &usize| -self.other.iter().fold(IBig::ZERO, |sum, &j| sum + gain(rival, j));
            cells.extend(rivals.iter().map(total));
        }
        let slacks = (variables..=variables + self.other.len()).map(label).collect();
        let optimum = maximise(slacks, (0..variables).map(label).collect(), &cells, budget)?;
        if optimum.value.is_zero() {
            return Ok(None);
        }
        let weights = optimum
            .variables
            .iter()
            .filter_map(|(label, weight)| rivals.get(usize::from(*label)).map(|&rival| (rival, weight)));
        let total = weights.clone().fold(IBig::ZERO, |sum, (_, weight)| sum + weight).unsigned_abs();
        let mut by = vec![RBig::ZERO; self.side.own];
        for (rival, weight) in weights {
            by[rival] = RBig::from_parts(weight.clone(), total.clone());
        }
        Ok(Some(by))
    }
}
