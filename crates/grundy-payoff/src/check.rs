//! The conditions of best reply, checked in whole numbers directly by the definition.
//!
//! A pair of mixed strategies is an equilibrium exactly if every strategy used is a best reply to the other player's
//! mixture (J. F. Nash 1951). A pair is reported only if it passes this check, whatever method found it.

use dashu_int::IBig;

use super::game::Side;

/// A mixed strategy: the strategies used, in order, with positive weights that need not add up to 1.
pub(super) type Weights = Vec<(usize, IBig)>;

/// A player's best replies to a mixture of the opponent, and their payoff.
pub(super) struct Replies {
    /// For each strategy of the player, whether it is a best reply.
    pub best: Vec<bool>,
    /// Their payoff, times the sum of the weights.
    pub worth: IBig,
}

impl Replies {
    /// The player's best replies to a mixture of the opponent.
    pub fn new(side: &Side, mixture: &Weights) -> Self {
        let worths = side.worths(mixture);
        let worth = worths.iter().max().cloned().unwrap_or_default();
        Self { best: worths.iter().map(|w| *w == worth).collect(), worth }
    }

    /// Whether all strategies used by the mixture are best replies.
    pub fn allow(&self, mixture: &Weights) -> bool {
        !mixture.is_empty()
            && mixture.iter().all(|(at, weight)| self.best.get(*at) == Some(&true) && *weight > IBig::ZERO)
    }

    /// The number of best replies.
    pub fn count(&self) -> usize {
        self.best.iter().filter(|&&best| best).count()
    }
}

/// Whether the pair, the row player's mixture first, is an equilibrium.
pub(super) fn is_equilibrium(sides: &[Side; 2], pair: &[Weights; 2]) -> bool {
    Replies::new(&sides[0], &pair[1]).allow(&pair[0]) && Replies::new(&sides[1], &pair[0]).allow(&pair[1])
}
