//! A two-player game in matrix form; payoffs are exact fractions.

use dashu_base::{Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use grundy_core::error::{Error, Result};

/// Maximum number of cells of a matrix.
pub const MAX_CELLS: usize = 1_000_000;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Chooses a row.
    Row,
    /// Chooses a column.
    Column,
}

impl Player {
    /// Both players, the row player first.
    pub const BOTH: [Self; 2] = [Self::Row, Self::Column];

    /// Its name in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
        }
    }

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Row => Self::Column,
            Self::Column => Self::Row,
        }
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }
}

/// Payoffs of one player, a row for each strategy of the row player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    cells: Vec<RBig>,
}

impl Matrix {
    /// A matrix from rows of equal length, at least one, with at least one payoff each, and at most [`MAX_CELLS`]
    /// payoffs.
    pub fn new(rows: Vec<Vec<RBig>>) -> Result<Self> {
        let columns = rows.first().map_or(0, Vec::len);
        check_size(rows.len(), columns)?;
        if let Some(at) = rows.iter().position(|row| row.len() != columns) {
            return Err(ragged(at + 1, rows[at].len(), columns));
        }
        Ok(Self { rows: rows.len(), columns, cells: rows.into_iter().flatten().collect() })
    }

    /// A matrix from its cells row by row; their number must match the shape.
    pub(super) fn from_cells(rows: usize, columns: usize, cells: Vec<RBig>) -> Self {
        debug_assert_eq!(rows * columns, cells.len());
        Self { rows, columns, cells }
    }

    /// The numbers of rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// The payoff in a row and a column, counted from 0.
    pub fn get(&self, row: usize, column: usize) -> &RBig {
        &self.cells[row * self.columns + column]
    }

    /// The rows in order.
    pub fn rows(&self) -> impl Iterator<Item = &[RBig]> {
        self.cells.chunks(self.columns)
    }

    /// The matrix with all signs changed.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { cells: self.cells.iter().map(|cell| -cell.clone()).collect(), ..*self }
    }
}

/// Fails for shapes without cells or with too many, before memory is allocated for them.
pub(super) fn check_size(rows: usize, columns: usize) -> Result<()> {
    if rows == 0 || columns == 0 {
        return Err(Error::input("error.payoff-empty"));
    }
    if rows.checked_mul(columns).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(Error::input("error.payoff-too-large")
            .with("rows", rows)
            .with("columns", columns)
            .with("limit", MAX_CELLS));
    }
    Ok(())
}

/// Fails while a text is read if it has more items than the payoffs and names of any game.
pub(super) fn check_items(count: usize) -> Result<()> {
    const LIMIT: usize = 4 * MAX_CELLS;
    if count > LIMIT {
        return Err(Error::input("error.payoff-too-many").with("limit", LIMIT));
    }
    Ok(())
}

/// The error for a row of another length than the ones before it; rows are counted from 1.
pub(super) fn ragged(row: usize, found: usize, expected: usize) -> Error {
    Error::input("error.payoff-ragged").with("row", row).with("found", found).with("expected", expected)
}

/// A two-player game in matrix form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The players' names, if they have any.
    pub players: Option<[String; 2]>,
    /// The names of their strategies, if they have any; one for each strategy.
    strategies: Option<[Vec<String>; 2]>,
    payoffs: [Matrix; 2],
}

impl Game {
    /// A game from the payoffs of the row player and of the column player, which must have the same shape.
    pub fn new(row: Matrix, column: Matrix) -> Result<Self> {
        if row.shape() != column.shape() {
            let shape = |matrix: &Matrix| format!("{} x {}", matrix.rows, matrix.columns);
            return Err(Error::input("error.payoff-shapes")
                .with("row", shape(&row))
                .with("column", shape(&column)));
        }
        Ok(Self { title: None, players: None, strategies: None, payoffs: [row, column] })
    }

    /// A zero-sum game: the column player loses what the row player wins.
    pub fn zero_sum(row: Matrix) -> Self {
        let column = row.negated();
        Self { title: None, players: None, strategies: None, payoffs: [row, column] }
    }

    /// Sets the names of the strategies, rows first, one for each strategy.
    pub fn with_strategies(mut self, names: [Vec<String>; 2]) -> Result<Self> {
        for player in Player::BOTH {
            let (found, expected) = (names[player.index()].len(), self.size(player));
            if found != expected {
                return Err(Error::input("error.payoff-names")
                    .with("found", found)
                    .with("expected", expected));
            }
        }
        self.strategies = Some(names);
        Ok(self)
    }

    /// The payoffs of a player, rows for the row player's strategies.
    pub fn payoffs(&self, player: Player) -> &Matrix {
        &self.payoffs[player.index()]
    }

    /// The number of a player's strategies.
    pub fn size(&self, player: Player) -> usize {
        self.payoffs[0].shape()[player.index()]
    }

    /// The name of a strategy; without one, R for a row or C for a column, followed by its number from 1.
    pub fn strategy(&self, player: Player, strategy: usize) -> String {
        let given = self.strategies.as_ref().and_then(|names| names[player.index()].get(strategy));
        let initial = if player == Player::Row { 'R' } else { 'C' };
        given.filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| format!("{initial}{}", strategy + 1))
    }

    /// The names of the strategies as given.
    pub fn strategies(&self) -> Option<&[Vec<String>; 2]> {
        self.strategies.as_ref()
    }

    /// For each pure strategy of the opponent, a player's best replies in ascending order; each list has at least
    /// one.
    pub fn best_replies(&self, player: Player) -> Vec<Vec<usize>> {
        let matrix = self.payoffs(player);
        let payoff = |own: usize, other: usize| match player {
            Player::Row => matrix.get(own, other),
            Player::Column => matrix.get(other, own),
        };
        let own = 0..self.size(player);
        let replies = |other: usize| {
            let best = own.clone().map(|at| payoff(at, other)).max();
            own.clone().filter(|&at| Some(payoff(at, other)) == best).collect()
        };
        (0..self.size(player.other())).map(replies).collect()
    }

    /// The sum of both payoffs, if it is the same in every cell.
    pub fn constant_sum(&self) -> Option<RBig> {
        let [row, column] = &self.payoffs;
        let mut sums = row.cells.iter().zip(&column.cells).map(|(a, b)| a + b);
        let first = sums.next()?;
        sums.all(|sum| sum == first).then_some(first)
    }

    /// The payoffs from one player's view, as whole numbers.
    pub(super) fn side(&self, player: Player) -> Side {
        let matrix = self.payoffs(player);
        let scale = matrix.cells.iter().map(RBig::denominator).fold(UBig::ONE, lcm);
        let whole = |cell: &RBig| {
            if scale == UBig::ONE {
                cell.numerator().clone()
            } else {
                cell.numerator() * IBig::from(&scale / cell.denominator())
            }
        };
        let [rows, columns] = matrix.shape();
        let (own, other, cells) = match player {
            Player::Row => (rows, columns, matrix.cells.iter().map(whole).collect()),
            Player::Column => {
                let transposed = (0..columns).flat_map(|j| (0..rows).map(move |i| (i, j)));
                (columns, rows, transposed.map(|(i, j)| whole(matrix.get(i, j))).collect())
            }
        };
        Side { own, other, scale, cells }
    }
}

/// A player's payoffs as whole numbers: one row for each of the player's strategies, one column for each of the
/// opponent's.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Strategies of the player.
    pub own: usize,
    /// Strategies of the opponent.
    pub other: usize,
    /// The factor by which the payoffs were multiplied.
    pub scale: UBig,
    /// The cells, row by row.
    pub cells: Vec<IBig>,
}

impl Side {
    /// The payoffs of one strategy.
    pub fn row(&self, own: usize) -> &[IBig] {
        &self.cells[own * self.other..(own + 1) * self.other]
    }

    /// The payoff of each strategy against a mixture, given by weights of the opponent's strategies that need not
    /// add up to 1.
    pub fn worths(&self, mixture: &[(usize, IBig)]) -> Vec<IBig> {
        let worth = |own| {
            let row = self.row(own);
            mixture.iter().fold(IBig::ZERO, |sum, (other, weight)| sum + &row[*other] * weight)
        };
        (0..self.own).map(worth).collect()
    }

    /// An equivalent matrix of small non-negative numbers without a column of zeros, and the factors for the
    /// weights of the opponent's strategies in it. A column may be shifted and divided, as this changes no
    /// comparison of the player's strategies.
    pub fn reduced(&self) -> (Vec<IBig>, Vec<IBig>) {
        let mut cells = self.cells.clone();
        let mut divisors = Vec::with_capacity(self.other);
        for column in 0..self.other {
            let least = (0..self.own).map(|own| &self.row(own)[column]).min().cloned().unwrap_or_default();
            let mut gcd = UBig::ZERO;
            for own in 0..self.own {
                let cell = &mut cells[own * self.other + column];
                *cell -= &least;
                if gcd != UBig::ONE && !cell.is_zero() {
                    let size = cell.clone().unsigned_abs();
                    gcd = if gcd.is_zero() { size } else { gcd.gcd(size) };
                }
            }
            if gcd != UBig::ONE {
                for own in 0..self.own {
                    let cell = &mut cells[own * self.other + column];
                    *cell = if gcd.is_zero() { IBig::ONE } else { &*cell / IBig::from(gcd.clone()) };
                }
            }
            divisors.push(if gcd.is_zero() { UBig::ONE } else { gcd });
        }
        let common = divisors.iter().fold(UBig::ONE, lcm);
        (cells, divisors.iter().map(|divisor| IBig::from(&common / divisor)).collect())
    }
}

fn lcm(a: UBig, b: &UBig) -> UBig {
    if *b == UBig::ONE { a } else { &a / (&a).gcd(b) * b }
}
