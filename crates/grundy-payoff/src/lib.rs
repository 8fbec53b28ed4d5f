//! Two-player games in matrix form: all equilibria, exactly.
//!
//! Both players choose at once, and a matrix gives the payoff of each. Payoffs are fractions of any size, and so is
//! every answer: [`solve`] finds all extreme equilibria with the maximal Nash subsets they span, also in degenerate
//! games, or by another [`SolutionMethod`] only the pure ones, the ends of the Lemke-Howson paths, or the value of a zero-sum
//! game. Every result is reported only after a check of best replies that is independent of the method.
//!
//! ```
//! use grundy_core::limits::Budget;
//! use grundy_payoff::{SolutionMethod, read_matrix, solve};
//!
//! // Two prisoners: silent or confess.
//! let game = read_matrix("-1,-1 -10,0; 0,-10 -5,-5")?;
//! let report = solve(&game, SolutionMethod::All, &Budget::default())?;
//! assert_eq!(report.equilibria.len(), 1);
//! assert_eq!(report.to_json()["equilibria"][0]["row"], serde_json::json!(["0", "1"]));
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! The number of extreme equilibria, and with it the search time, can be exponential in the size of the game; random
//! games of 12 strategies each take about two milliseconds. Time and memory are limited by the budget, and the results
//! found so far are reported.

mod assemble;
mod check;
mod classics;
mod dominance;
mod extreme;
mod face;
mod game;
mod lemke_howson;
mod lifting;
mod method;
mod program;
mod proposal;
mod read;
mod report;
mod scalar;
mod solve;
mod subsets;
mod tableau;
mod vertices;
mod width;
mod words;
mod zero_sum;

pub use classics::{Classic, classic, classics, classics_json, named_or_read, nearest_classic};
pub use dominance::{Domination, Scope};
pub use game::{Game, MAX_CELLS, Matrix, Player};
pub use method::SolutionMethod;
pub use read::{MAX_DIGITS, MAX_TEXT, read, read_csv, read_json, read_matrix, read_nfg};
pub use report::{Equilibrium, Path, Report};
pub use solve::{MAX_STRATEGIES, solve};
