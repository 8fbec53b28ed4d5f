//! Payoff matrices: a line, `.nfg`, JSON, CSV.

use dashu_ratio::RBig;
use grundy_payoff::{Game, Player, Report, SolutionMethod, read, read_csv, read_json, read_nfg, solve};
use grundy_solver::text::BYTE_ORDER_MARK;

use crate::sound;

/// Larger games are only parsed.
const SMALL: usize = 5;

/// A matrix is parsed or rejected with a span. Every equilibrium satisfies the definition, and the game in
/// the answer parses as the same game.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let text = sound::text(data);
    // A byte order mark is not part of the text, and spans start after it.
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    for game in [read(text), read_csv(text, None), read_json(text), read_nfg(text)] {
        match game {
            Ok(game) => solved(&game),
            Err(error) => sound::error(&error, Some(text)),
        }
    }
}

fn solved(game: &Game) {
    if [Player::Row, Player::Column].iter().any(|player| game.size(*player) > SMALL) {
        return;
    }
    let mut known = None;
    for method in
        [SolutionMethod::All, SolutionMethod::Pure, SolutionMethod::LemkeHowson, SolutionMethod::ZeroSum]
    {
        let report = match solve(game, method, &sound::budget()) {
            Ok(report) => report,
            Err(error) => {
                sound::error(&error, None);
                continue;
            }
        };
        checked(&report);
        if method == SolutionMethod::All && report.complete {
            assert!(!report.equilibria.is_empty(), "no equilibrium of {:?}", report.game);
            known = Some(report);
        } else if let (SolutionMethod::ZeroSum, Some(known)) = (method, &known)
            && let (Some(one), Some(other)) = (&known.value, &report.value)
        {
            assert_eq!(one, other, "two values of {game:?}");
        }
    }
}

fn checked(report: &Report) {
    let json = report.to_json();
    sound::well_formed(&json);
    let again = read_json(&json["game"].to_string());
    assert_eq!(again.as_ref().ok(), Some(&report.game), "{}: {again:?}", json["game"]);
    for equilibrium in &report.equilibria {
        let [row, column] = report.strategies(equilibrium);
        for mixture in [row, column] {
            assert!(mixture.iter().all(|share| *share >= RBig::ZERO), "{mixture:?}");
            assert_eq!(sum(mixture.iter().cloned()), RBig::ONE);
        }
        let payoffs = report.game.payoffs(Player::Row);
        let gain = |i: usize| sum(column.iter().enumerate().map(|(j, share)| payoffs.get(i, j) * share));
        best(row, gain, &equilibrium.payoff[0]);
        let payoffs = report.game.payoffs(Player::Column);
        let gain = |j: usize| sum(row.iter().enumerate().map(|(i, share)| payoffs.get(i, j) * share));
        best(column, gain, &equilibrium.payoff[1]);
    }
}

/// Checks that no strategy gains more than `payoff`, and that those in the support gain exactly that.
fn best(mixture: &[RBig], gain: impl Fn(usize) -> RBig, payoff: &RBig) {
    for (strategy, share) in mixture.iter().enumerate() {
        let gained = gain(strategy);
        assert!(gained <= *payoff, "strategy {strategy} gains {gained}, not {payoff}");
        assert!(
            *share == RBig::ZERO || gained == *payoff,
            "strategy {strategy} is in use and gains {gained}"
        );
    }
}

fn sum(terms: impl Iterator<Item = RBig>) -> RBig {
    terms.fold(RBig::ZERO, |sum, term| sum + term)
}
