//! The methods for solving a game.

/// How to solve a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolutionMethod {
    /// All extreme equilibria.
    #[default]
    All,
    /// Only pure equilibria.
    Pure,
    /// The ends of the Lemke-Howson paths, one for each label.
    LemkeHowson,
    /// The value and one pair of optimal strategies; for games whose payoffs have a constant sum.
    ZeroSum,
}

impl SolutionMethod {
    /// All methods.
    pub const ALL: [Self; 4] = [Self::All, Self::Pure, Self::LemkeHowson, Self::ZeroSum];

    /// Its name on the command line and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Pure => "pure",
            Self::LemkeHowson => "lemke-howson",
            Self::ZeroSum => "zero-sum",
        }
    }
}
