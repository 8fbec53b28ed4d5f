//! A game of two heaps as a table: every position below two sizes, by the fastest method there is.

use std::fmt::Write as _;

use dashu_int::UBig;
use serde_json::{Value as Json, json};

use crate::lattice::Lattice;
use crate::plan::Wanted;
use crate::search::Asked;
use crate::solver::Solver;
use grundy_core::answer::Outcome;
use grundy_core::error::{Condition, Error, Result};
use grundy_core::limits::Budget;
use grundy_core::notation::GameLine;
use grundy_core::position::Position;
use grundy_sequence::HeapFunction;

/// Memory of a cell in a table as JSON, and in the text that is made of it.
const JSON_CELL: u64 = 112;

/// What to show of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Who wins.
    Outcome,
    /// The Grundy value.
    Value,
    /// Number of moves the game lasts under best play.
    Remoteness,
}

impl Show {
    /// All of them, each with the word that selects it.
    pub const ALL: [(&'static str, Self); 3] =
        [("outcome", Self::Outcome), ("value", Self::Value), ("remoteness", Self::Remoteness)];

    /// The word that selects it.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, show)| *show == self).map_or("", |(word, _)| word)
    }
}

/// A table over two heaps, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The game, as a heading.
    pub title: String,
    /// What the numbers mean.
    pub show: Show,
    /// The least sizes of both heaps; not 0 in a [`window`](Self::window) of a larger table.
    pub from: [usize; 2],
    /// Number of sizes of the first heap.
    pub rows: usize,
    /// Number of sizes of the second heap.
    pub columns: usize,
    /// Row by row.
    pub outcomes: Vec<Outcome>,
    /// Row by row; empty if outcomes are shown.
    pub numbers: Vec<u32>,
}

impl Grid {
    /// The outcome of a cell.
    pub fn outcome(&self, row: usize, column: usize) -> Outcome {
        self.outcomes[row * self.columns + column]
    }

    /// The number of a cell, if numbers are shown.
    pub fn number(&self, row: usize, column: usize) -> Option<u32> {
        self.numbers.get(row * self.columns + column).copied()
    }

    /// The greatest number shown, 0 if there is none.
    pub fn greatest(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// Whether the position of a cell is lost for the player to move.
    pub fn is_lost(&self, row: usize, column: usize) -> bool {
        self.outcome(row, column) == Outcome::P
    }

    /// A cell as written in CSV and in JSON.
    pub fn written(&self, row: usize, column: usize) -> String {
        match self.number(row, column) {
            Some(number) => number.to_string(),
            None => self.outcome(row, column).letter().to_owned(),
        }
    }

    /// One line for each size of the first heap; the first line holds the sizes of the second.
    ///
    /// # Errors
    /// If a limit of `budget` is reached: the text is made in memory.
    pub fn to_csv(&self, budget: &Budget) -> Result<String> {
        let widest = 1 + self.numbers.iter().max().map_or(1, |most| most.to_string().len());
        budget.reserve((self.rows + 1) as u64 * (self.columns as u64 * widest as u64 + 12))?;
        let mut out = String::new();
        for column in 0..self.columns {
            let _ = write!(out, ",{}", self.from[1] + column);
        }
        out.push('\n');
        for row in 0..self.rows {
            budget.check_time()?;
            let _ = write!(out, "{}", self.from[0] + row);
            for column in 0..self.columns {
                out.push(',');
                out.push_str(&self.written(row, column));
            }
            out.push('\n');
        }
        Ok(out)
    }

    /// The rows as JSON: letters or numbers.
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    pub fn to_json_rows(&self, budget: &Budget) -> Result<Json> {
        budget.reserve_each(self.rows.saturating_mul(self.columns), JSON_CELL)?;
        let cell = |row: usize, column: usize| match self.number(row, column) {
            Some(number) => json!(number),
            None => json!(self.outcome(row, column).letter()),
        };
        let rows = (0..self.rows).map(|row| {
            budget.check_time()?;
            Ok((0..self.columns).map(|column| cell(row, column)).collect::<Json>())
        });
        rows.collect::<Result<Vec<Json>>>().map(Json::Array)
    }

    /// The JSON object of the contract; `game` is the game's spelling without its convention.
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    pub fn to_json(&self, game: &str, misere: bool, budget: &Budget) -> Result<Json> {
        let mut json = self.to_json_without_rows(game, misere);
        json["rows"] = self.to_json_rows(budget)?;
        Ok(json)
    }

    /// The JSON object without its rows; `from` only if the table does not begin at empty heaps.
    pub fn to_json_without_rows(&self, game: &str, misere: bool) -> Json {
        let mut json = json!({
            "schema": 1, "game": game, "convention": if misere { "misere" } else { "normal" },
            "size": [self.rows, self.columns], "show": self.show.word(),
        });
        if self.from != [0, 0] {
            json["from"] = json!(self.from);
        }
        json
    }

    /// The part where the first heap has at least `from[0]` stones and the second at least `from[1]`. Empty
    /// if the table ends before.
    #[must_use]
    pub fn window(&self, from: [usize; 2]) -> Self {
        let skip = [from[0].saturating_sub(self.from[0]), from[1].saturating_sub(self.from[1])];
        let cells = |row: usize| row * self.columns + skip[1].min(self.columns)..(row + 1) * self.columns;
        let rows = skip[0].min(self.rows)..self.rows;
        Self {
            title: self.title.clone(),
            show: self.show,
            from: [self.from[0] + skip[0], self.from[1] + skip[1]],
            rows: rows.len(),
            columns: self.columns.saturating_sub(skip[1]),
            outcomes: rows.clone().flat_map(|row| &self.outcomes[cells(row)]).copied().collect(),
            numbers: if self.numbers.is_empty() {
                Vec::new()
            } else {
                rows.flat_map(|row| &self.numbers[cells(row)]).copied().collect()
            },
        }
    }
}

/// Bytes of a cell in the table and in the lists it is drawn from.
const CELL: u64 = 12;

impl Solver {
    /// A table of the positions with a first heap below `rows` and a second below `columns`, each at the
    /// start of the game.
    ///
    /// Coupled heaps are sieved or tabulated at once; for independent heaps, values of single heaps are
    /// enough; any other game is solved position by position. Refused for games that two heaps cannot play,
    /// and for values that do not decide sums.
    pub fn table(&self, line: &GameLine, rows: usize, columns: usize, show: Show) -> Result<Grid> {
        let rules = line.game.rules();
        if rules.is_some_and(|rules| rules.goal().is_some() || rules.least_heaps() > 2) {
            return Err(Error::input("error.not-two-heaps"));
        }
        if show == Show::Value {
            Self::check_values(line)?;
        }
        if show == Show::Remoteness && line.game.is_scoring() {
            return Err(Error::input("error.remoteness-scoring"));
        }
        let budget = self.budget_of(self.limits());
        budget.reserve_each(rows.saturating_mul(columns), CELL)?;
        let title = if line.misere { format!("misere {}", line.spelled) } else { line.spelled.to_string() };
        let mut grid = Grid { title, show, from: [0, 0], rows, columns, outcomes: vec![], numbers: vec![] };
        if line.game.own().is_some() {
            self.of_own(line, &mut grid, &budget)?;
            return Ok(grid);
        }
        let recognised = self.recognise(line);
        let values = || recognised.values().filter(|_| show != Show::Remoteness);
        if let Some(lattice) = recognised.lattice() {
            by_lattice(lattice, line.misere, &mut grid, &budget)?;
        } else if let Some(function) = values() {
            by_heaps(&*function, &mut grid, &budget)?;
        } else {
            self.by_search(line, &mut grid, &budget)?;
        }
        Ok(grid)
    }

    /// Scripts whose positions are two numbers, and graphs whose vertices are numbers, with a token on each of two.
    fn of_own(&self, line: &GameLine, grid: &mut Grid, budget: &Budget) -> Result<()> {
        let wanted = Wanted {
            value: grid.show == Show::Value,
            moves: 0,
            only_outcome: grid.show == Show::Outcome,
            only_turns: false,
        };
        try_each([grid.rows, grid.columns], |heaps| {
            let position = Position::start(line, heaps.map(UBig::from).to_vec())?;
            let before = budget.reserved();
            let solution = self.solution_within(&position, wanted, budget)?;
            budget.release(budget.reserved().saturating_sub(before));
            let number = match grid.show {
                Show::Outcome => None,
                Show::Value => solution.value,
                Show::Remoteness => solution.remoteness,
            };
            if grid.show != Show::Outcome {
                let missing = || Error::input("error.table-no-number").with("position", position.to_string());
                let number = number.ok_or_else(missing)?;
                grid.numbers.push(u32::try_from(&number).unwrap_or(u32::MAX));
            }
            grid.outcomes.push(solution.outcome);
            Ok(())
        })
    }

    /// Other rules: a search that shares what it knows among the cells.
    fn by_search(&self, line: &GameLine, grid: &mut Grid, budget: &Budget) -> Result<()> {
        let scoring = line.game.is_scoring();
        let asked = match grid.show {
            _ if scoring => Asked::Margin,
            Show::Outcome => Asked::Outcome,
            Show::Value | Show::Remoteness => Asked::Everything,
        };
        let start = |heaps: [usize; 2]| Position::start(line, heaps.map(UBig::from).to_vec());
        // The largest position first: what the search lays out for it has room for all others.
        if let Ok(largest) = start([grid.rows - 1, grid.columns - 1]) {
            self.searches.verdict(&largest, asked, budget)?;
        }
        try_each([grid.rows, grid.columns], |heaps| {
            let position = match start(heaps) {
                // If moves change the number of heaps, an empty heap does not exist: there is no move.
                Err(error) if error.is(Condition::TooFewHeaps) => Position::start(line, vec![])?,
                // The table always has a row and a column 0, and a diagonal; coins have neither.
                Err(error) if error.is(Condition::CoinZero) || error.is(Condition::CoinTwice) => {
                    return Err(Error::input("error.table-coins"));
                }
                position => position?,
            };
            let verdict = self.searches.verdict(&position, asked, budget)?;
            grid.outcomes.push(if scoring {
                Outcome::of_margin(&verdict.margin, line.misere)
            } else {
                Outcome::of(verdict.wins)
            });
            match grid.show {
                Show::Outcome => {}
                Show::Value => grid.numbers.push(u32::try_from(verdict.value).unwrap_or(u32::MAX)),
                Show::Remoteness => grid.numbers.push(verdict.remoteness),
            }
            Ok(())
        })
    }
}

fn by_heaps(function: &dyn HeapFunction, grid: &mut Grid, budget: &Budget) -> Result<()> {
    let longest = grid.rows.max(grid.columns);
    let values = (0..longest).map(|n| function.value(&UBig::from(n), budget)).collect::<Result<Vec<_>>>()?;
    try_each([grid.rows, grid.columns], |[first, second]| {
        on_time(second, budget)?;
        let value = &values[first] ^ &values[second];
        grid.outcomes.push(Outcome::of(value > UBig::ZERO));
        if grid.show == Show::Value {
            grid.numbers.push(u32::try_from(&value).unwrap_or(u32::MAX));
        }
        Ok(())
    })
}

fn by_lattice(lattice: &Lattice, misere: bool, grid: &mut Grid, budget: &Budget) -> Result<()> {
    let sides = [grid.rows, grid.columns];
    if grid.show == Show::Outcome {
        let found = lattice.sieve(&sides, budget)?;
        return try_each(sides, |heaps| {
            grid.outcomes.push(Outcome::of(!found.contains(&heaps)));
            on_time(heaps[1], budget)
        });
    }
    let values = grid.show == Show::Value;
    let table = if values { lattice.values(&sides, budget)? } else { lattice.remoteness(&sides, budget)? };
    try_each(sides, |heaps| {
        on_time(heaps[1], budget)?;
        let number = table.get(&heaps).unwrap_or(0);
        grid.numbers.push(number);
        // The last player to move wins, or under misère play loses.
        let wins = if values { number > 0 } else { (number % 2 == 1) != misere };
        grid.outcomes.push(Outcome::of(wins));
        Ok(())
    })
}

/// Row by row, to the first that fails.
fn try_each([rows, columns]: [usize; 2], mut each: impl FnMut([usize; 2]) -> Result<()>) -> Result<()> {
    (0..rows).try_for_each(|first| (0..columns).try_for_each(|second| each([first, second])))
}

/// Checks the clock at the beginning of each row.
fn on_time(column: usize, budget: &Budget) -> Result<()> {
    if column == 0 { budget.check_time() } else { Ok(()) }
}
