//! Dominated strategies, by pure and by mixed ones, and the order in which they fall.
//!
//! A strategy is strictly dominated if some mixture of the others is better whatever the opponent does, and weakly if
//! one is never worse and sometimes better. Strictly dominated strategies are in no equilibrium, and without them more may
//! be dominated; in which order they go makes no difference to what is left (I. Gilboa, E. Kalai and E. Zemel 1990).
//! Weakly dominated ones can be in an equilibrium, so they are named and stay.

use std::cmp::Ordering;

use dashu_base::UnsignedAbs;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::game::{Player, Side};
use super::program::maximise;
use super::tableau::Label;
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Up to so many cells mixtures are looked at as well: each strategy may cost a linear program.
const MAX_MIXED: usize = 1024;

/// Up to so many strategies of a player pure strategies are compared, each with each.
const MAX_COMPARED: usize = 4096;

/// What dominance was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// By pure and by mixed strategies.
    Mixed,
    /// By pure strategies: the game is large.
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

    /// The word of the JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Pure => "pure",
            Self::None => "none",
        }
    }
}

/// A strategy that is dominated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domination {
    /// Whose strategy it is.
    pub player: Player,
    /// Which one, counted from 0.
    pub strategy: usize,
    /// The mixture that dominates it: a probability for each of the player's strategies.
    pub by: Vec<RBig>,
    /// Strictly, or weakly.
    pub strict: bool,
    /// The round, counted from 1. Strictly dominated strategies of one round leave together; weakly dominated ones
    /// are those of the game that is left in the end.
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
        // Weak ones are looked for when no strict one is left, and end the rounds.
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

/// The game that is left, from one player's view.
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
        // Best by one that nothing of the kind dominates in its turn: the largest sum of payoffs.
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

    /// A best reply to a pure strategy is not dominated strictly, and the only one not even weakly.
    fn is_best_somewhere(&self, strategy: usize, rivals: &[usize], strict: bool) -> bool {
        self.other.iter().any(|&j| {
            rivals.iter().all(|&rival| match self.cell(rival, j).cmp(self.cell(strategy, j)) {
                Ordering::Less => true,
                Ordering::Equal => strict,
                Ordering::Greater => false,
            })
        })
    }

    /// Weights z of the rivals, with sum at most 1: strictly, the least gain t is made as large as it can be,
    /// weakly the sum of gains, none of which may be negative. The strategy is dominated if that is above 0.
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
