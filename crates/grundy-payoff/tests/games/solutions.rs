//! Tests of games in matrix form: every answer is checked by the definition, and all equilibria by a search without
//! pivots and faces that solves every choice of tight conditions as a system of linear equations.

use std::collections::BTreeSet;

use dashu_int::IBig;
use dashu_ratio::RBig;
use grundy_core::limits::Budget;
use grundy_payoff::{Game, Matrix, Player, Report, SolutionMethod, read_matrix, solve};
use proptest::prelude::*;

fn number(value: i64) -> RBig {
    RBig::from(IBig::from(value))
}

/// Solves `M z = right` by Gaussian elimination; `None` unless there is exactly one solution.
fn solved(mut rows: Vec<Vec<RBig>>, mut right: Vec<RBig>) -> Option<Vec<RBig>> {
    let unknowns = rows[0].len();
    for column in 0..unknowns {
        let pivot = (column..rows.len()).find(|&row| !rows[row][column].is_zero())?;
        rows.swap(column, pivot);
        right.swap(column, pivot);
        for row in (0..rows.len()).filter(|&row| row != column) {
            let factor = &rows[row][column] / &rows[column][column];
            if factor.is_zero() {
                continue;
            }
            let from = rows[column].clone();
            for (cell, from) in rows[row].iter_mut().zip(&from) {
                *cell -= &factor * from;
            }
            let part = &factor * &right[column];
            right[row] -= part;
        }
    }
    right[unknowns..]
        .iter()
        .all(RBig::is_zero)
        .then(|| (0..unknowns).map(|at| &right[at] / &rows[at][at]).collect())
}

/// All vertices of the set of mixtures and upper bounds v of the opponent's payoffs: `z >= 0`, sum 1, each row of `worth`
/// times z at most v.
fn vertices(worth: &[Vec<RBig>]) -> Vec<Vec<RBig>> {
    let size = worth[0].len();
    let conditions: Vec<Vec<RBig>> = (0..size)
        .map(|at| (0..=size).map(|j| number(i64::from(j == at))).collect())
        .chain(worth.iter().map(|row| row.iter().cloned().chain([number(-1)]).collect()))
        .collect();
    let total: Vec<RBig> = (0..=size).map(|j| number(i64::from(j < size))).collect();
    let mut found = BTreeSet::new();
    for chosen in 0u32..1 << conditions.len() {
        if chosen.count_ones() as usize != size {
            continue;
        }
        let mut rows: Vec<Vec<RBig>> = (0..conditions.len())
            .filter(|&at| chosen >> at & 1 == 1)
            .map(|at| conditions[at].clone())
            .collect();
        rows.push(total.clone());
        let mut right = vec![number(0); size];
        right.push(number(1));
        let Some(mut z) = solved(rows, right) else { continue };
        let bound = z.pop().expect("v");
        let within = worth.iter().all(|row| dot(row, &z) <= bound);
        if within && z.iter().all(|part| *part >= number(0)) {
            found.insert(z);
        }
    }
    found.into_iter().collect()
}

fn dot(a: &[RBig], b: &[RBig]) -> RBig {
    a.iter().zip(b).fold(number(0), |sum, (a, b)| sum + a * b)
}

/// For each strategy of the player, the payoffs against each of the opponent's.
fn worth(game: &Game, player: Player) -> Vec<Vec<RBig>> {
    let rows: Vec<Vec<RBig>> = game.payoffs(player).rows().map(<[RBig]>::to_vec).collect();
    match player {
        Player::Row => rows,
        Player::Column => {
            (0..rows[0].len()).map(|j| rows.iter().map(|row| row[j].clone()).collect()).collect()
        }
    }
}

/// By the definition: no strategy that is used has less than the best payoff.
fn is_equilibrium(game: &Game, x: &[RBig], y: &[RBig]) -> bool {
    let is_mixture = |z: &[RBig]| {
        z.iter().all(|part| *part >= number(0))
            && z.iter().fold(number(0), |sum, part| sum + part) == number(1)
    };
    let replies = |player: Player, own: &[RBig], other: &[RBig]| {
        let worths: Vec<RBig> = worth(game, player).iter().map(|row| dot(row, other)).collect();
        let best = worths.iter().max().expect("a strategy");
        own.iter().zip(&worths).all(|(part, worth)| part.is_zero() || worth == best)
    };
    is_mixture(x) && is_mixture(y) && replies(Player::Row, x, y) && replies(Player::Column, y, x)
}

type Pair = (Vec<RBig>, Vec<RBig>);

fn plainly(game: &Game) -> BTreeSet<Pair> {
    let rows = vertices(&worth(game, Player::Column));
    let columns = vertices(&worth(game, Player::Row));
    let pairs = rows.iter().flat_map(|x| columns.iter().map(move |y| (x.clone(), y.clone())));
    pairs.filter(|(x, y)| is_equilibrium(game, x, y)).collect()
}

fn pairs(report: &Report) -> Vec<Pair> {
    let pair = |e| {
        let [x, y] = report.strategies(e);
        (x.to_vec(), y.to_vec())
    };
    report.equilibria.iter().map(pair).collect()
}

fn answer(game: &Game, method: SolutionMethod) -> Report {
    solve(game, method, &Budget::default()).expect("an answer")
}

fn game(rows: usize, columns: usize, cells: &[i64]) -> Game {
    let matrix = |cells: &[i64]| {
        let rows = cells.chunks(columns).take(rows);
        Matrix::new(rows.map(|row| row.iter().map(|&cell| number(cell)).collect()).collect())
            .expect("a matrix")
    };
    Game::new(matrix(cells), matrix(&cells[rows * columns..])).expect("a game")
}

/// Games up to 5 x 5; with few different payoffs, so that many are degenerate.
fn games() -> impl Strategy<Value = Game> {
    (1usize..=5, 1usize..=5, 1i64..=9).prop_flat_map(|(rows, columns, range)| {
        prop::collection::vec(0..=range, 2 * rows * columns)
            .prop_map(move |cells| game(rows, columns, &cells))
    })
}

/// Checks the properties of a complete report.
fn check(game: &Game, report: &Report) {
    let found = pairs(report);
    assert!(report.complete);
    for ((x, y), equilibrium) in found.iter().zip(&report.equilibria) {
        assert!(is_equilibrium(game, x, y), "{x:?} {y:?} in {game:?}");
        for player in Player::BOTH {
            let (own, other) = if player == Player::Row { (x, y) } else { (y, x) };
            let average = worth(game, player)
                .iter()
                .zip(own)
                .fold(number(0), |sum, (row, part)| sum + part * dot(row, other));
            assert_eq!(equilibrium.payoff[player as usize], average);
        }
    }
    let set: BTreeSet<Pair> = found.iter().cloned().collect();
    assert_eq!(set.len(), found.len(), "each once");
    assert_eq!(set, plainly(game), "{game:?}");
    if report.degenerate == Some(false) {
        assert_eq!(found.len() % 2, 1, "an odd number in {game:?}");
    }
    // Subsets: together they have all equilibria, each is a product whose every pair is an equilibrium, and none
    // contains another.
    let sets: Vec<BTreeSet<usize>> =
        report.components.iter().map(|subset| subset.iter().copied().collect()).collect();
    assert_eq!(sets.iter().flatten().copied().collect::<BTreeSet<usize>>().len(), found.len());
    for subset in &sets {
        let xs: BTreeSet<&Vec<RBig>> = subset.iter().map(|&at| &found[at].0).collect();
        let ys: BTreeSet<&Vec<RBig>> = subset.iter().map(|&at| &found[at].1).collect();
        assert_eq!(xs.len() * ys.len(), subset.len());
        assert!(!sets.iter().any(|other| other != subset && subset.is_subset(other)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_equilibria_are_those_of_the_plain_search(game in games()) {
        check(&game, &answer(&game, SolutionMethod::All));
    }

    #[test]
    fn zero_sum_games_have_all_optimal_pairs(game in games()) {
        let game = Game::zero_sum(game.payoffs(Player::Row).clone());
        let report = answer(&game, SolutionMethod::All);
        check(&game, &report);
        let value = report.value.clone().expect("a value");
        let one = answer(&game, SolutionMethod::ZeroSum);
        prop_assert_eq!(&one.value, &Some(value.clone()));
        prop_assert!(report.equilibria.iter().all(|e| e.payoff[0] == value));
        prop_assert!(plainly(&game).contains(&pairs(&one)[0]));
    }

    #[test]
    fn paths_end_in_equilibria_from_every_label(game in games()) {
        let all = plainly(&game);
        let report = answer(&game, SolutionMethod::LemkeHowson);
        let [rows, columns] = game.payoffs(Player::Row).shape();
        prop_assert_eq!(report.paths.len(), rows + columns);
        prop_assert!(pairs(&report).iter().all(|pair| all.contains(pair)));
    }

    #[test]
    fn pure_equilibria_are_the_pure_ones_of_all(game in games()) {
        let all = answer(&game, SolutionMethod::All);
        let pure: Vec<Pair> = pairs(&all).into_iter().zip(&all.equilibria).filter(|(_, e)| e.pure).map(|(p, _)| p).collect();
        prop_assert_eq!(pairs(&answer(&game, SolutionMethod::Pure)), pure);
    }

    /// Numbers beyond 64 and 128 bits give the same mixtures.
    #[test]
    fn wide_payoffs_change_nothing(game in games(), digits in 1usize..60, shift in -9i64..9) {
        let factor = RBig::from_parts(IBig::from(10u8).pow(digits) + IBig::ONE, IBig::from(7u8).pow(digits / 2).try_into().unwrap());
        let scaled = |player| {
            let cells = game.payoffs(player).rows().map(|row| row.iter().map(|cell| cell * &factor + number(shift)).collect());
            Matrix::new(cells.collect()).unwrap()
        };
        // Multiplied column by column as well, so that no common factor can be taken out.
        let rough = |matrix: Matrix| {
            let rough = |row: &[RBig]| row.iter().enumerate().map(|(j, cell)| cell + &factor * number(1 << (13 * j))).collect();
            Matrix::new(matrix.rows().map(rough).collect()).unwrap()
        };
        let wide = Game::new(rough(scaled(Player::Row)), scaled(Player::Column)).unwrap();
        prop_assert_eq!(pairs(&answer(&wide, SolutionMethod::All)), pairs(&answer(&game, SolutionMethod::All)));
    }

    #[test]
    fn dominated_strategies_are_dominated_and_the_others_are_not(game in games()) {
        let report = answer(&game, SolutionMethod::All);
        let mut left: [Vec<usize>; 2] = Player::BOTH.map(|player| (0..game.size(player)).collect());
        let last = report.dominated.iter().map(|d| d.round).max().unwrap_or(0);
        for round in 1..=last + 1 {
            let now: Vec<_> = report.dominated.iter().filter(|d| d.round == round).collect();
            for d in &now {
                let worth = worth(&game, d.player);
                let gains: Vec<RBig> = left[1 - d.player as usize]
                    .iter()
                    .map(|&j| d.by.iter().zip(&worth).fold(number(0), |sum, (part, row)| sum + part * &row[j]) - &worth[d.strategy][j])
                    .collect();
                let least = gains.iter().min().expect("a strategy is left");
                prop_assert!(*least > number(0) || !d.strict && *least == number(0));
                prop_assert!(gains.iter().any(|gain| *gain > number(0)));
                prop_assert!(d.by[d.strategy].is_zero());
            }
            // A strategy is not strictly dominated exactly if it is a best reply to some mixture (D. G. Pearce 1984).
            for player in Player::BOTH {
                let (own, other) = (&left[player as usize], &left[1 - player as usize]);
                let rows = worth(&game, player);
                let view: Vec<Vec<RBig>> = own.iter().map(|&i| other.iter().map(|&j| rows[i][j].clone()).collect()).collect();
                let mixtures = vertices(&view);
                for (at, strategy) in own.iter().enumerate() {
                    let best = mixtures.iter().any(|z| view.iter().all(|row| dot(row, z) <= dot(&view[at], z)));
                    let named = now.iter().any(|d| d.player == player && d.strategy == *strategy && d.strict);
                    prop_assert_eq!(best, !named, "{:?} {} {:?}", player, strategy, game);
                }
            }
            for d in now.iter().filter(|d| d.strict) {
                left[d.player as usize].retain(|&at| at != d.strategy);
            }
        }
    }
}

#[test]
fn published_equilibria_are_found() {
    #[derive(serde::Deserialize)]
    struct Published {
        matrix: String,
        equilibria: Option<Vec<String>>,
        subsets: Option<Vec<Vec<usize>>>,
        count: Option<usize>,
        source: String,
    }
    #[derive(serde::Deserialize)]
    struct File {
        game: Vec<Published>,
    }
    let file: File = toml::from_str(include_str!("../../../../data/payoff.toml")).unwrap();
    assert!(file.game.len() >= 5);
    for published in file.game {
        let game = read_matrix(&published.matrix).unwrap();
        let report = answer(&game, SolutionMethod::All);
        let found = pairs(&report);
        if let Some(count) = published.count {
            assert_eq!(found.len(), count, "{}", published.source);
        }
        let Some(expected) = published.equilibria else { continue };
        let mixture =
            |text: &str| -> Vec<RBig> { text.split_whitespace().map(|part| part.parse().unwrap()).collect() };
        let expected: Vec<Pair> = expected
            .iter()
            .map(|pair| pair.split_once('|').map(|(x, y)| (mixture(x), mixture(y))).unwrap())
            .collect();
        let set = |list: &[Pair]| list.iter().cloned().collect::<BTreeSet<Pair>>();
        assert_eq!(set(&found), set(&expected), "{}", published.source);
        if let Some(subsets) = published.subsets {
            let groups = |list: &[Pair], subsets: &[Vec<usize>]| -> BTreeSet<BTreeSet<Pair>> {
                subsets.iter().map(|subset| subset.iter().map(|&at| list[at].clone()).collect()).collect()
            };
            assert_eq!(
                groups(&found, &report.components),
                groups(&expected, &subsets),
                "{}",
                published.source
            );
        }
    }
}

#[test]
fn a_game_without_payoffs_is_one_subset() {
    let report = answer(&game(4, 3, &[0; 24]), SolutionMethod::All);
    assert_eq!((report.equilibria.len(), report.components.len()), (12, 1));
    assert_eq!(report.degenerate, Some(true));
    let report = answer(&game(7, 7, &[1; 98]), SolutionMethod::All);
    assert_eq!((report.equilibria.len(), report.components.len()), (49, 1));
}

#[test]
fn a_limit_keeps_what_was_found() {
    // Coordination on the diagonal: 2^20 - 1 equilibria.
    let mut cells = vec![0; 800];
    (0..20).for_each(|i| {
        cells[21 * i] = 1;
        cells[400 + 21 * i] = 1;
    });
    let budget = Budget::new(grundy_core::limits::Limits { memory: 4 << 20, ..Default::default() });
    let report = solve(&game(20, 20, &cells), SolutionMethod::All, &budget).unwrap();
    assert!(!report.complete && report.components.is_empty());
    assert_eq!(report.stopped.as_ref().map(grundy_core::Error::code), Some("memory-limit"));
    // Each is charged with its places in JSON, seven kilobytes.
    assert!((101..600).contains(&report.equilibria.len()), "{}", report.equilibria.len());
    assert_eq!(report.to_json()["reason"], "memory-limit");
}
