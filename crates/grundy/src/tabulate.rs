//! A game of two heaps as a table: every position below two sizes, by the quickest way there is.

use dashu_int::{IBig, UBig};

use crate::answer::Outcome;
use crate::error::{Error, Result};
use crate::lattice;
use crate::limits::Budget;
use crate::notation::GameLine;
use crate::oracle::Oracle;
use crate::own::Own;
use crate::picture::{Grid, Show};
use crate::plan::Wanted;
use crate::position::Position;
use crate::solver::Solver;

/// Bytes of a cell in the table and in the lists it is drawn from.
const CELL: u64 = 12;

impl Solver {
    /// What is to be shown of the positions with a first heap below `rows` and a second below
    /// `columns`, each at the start of the game.
    ///
    /// Coupled heaps are sieved or tabulated at once; where each heap lives a life of its own, values
    /// of single heaps are enough; any other game is asked position by position. Refused for games
    /// that two heaps cannot play, and for values where they do not decide sums.
    pub fn table(&self, line: &GameLine, rows: usize, columns: usize, show: Show) -> Result<Grid> {
        let rules = &line.game.rules;
        if rules.goal().is_some() || rules.least_heaps() > 2 {
            return Err(Error::input("error.not-two-heaps"));
        }
        if show == Show::Value {
            Self::check_values(line)?;
        }
        if show == Show::Remoteness && rules.settings().most {
            return Err(Error::input("error.remoteness-scoring"));
        }
        let budget = self.budget_of(self.limits());
        let cells = (rows as u64).saturating_mul(columns as u64);
        budget.reserve(cells.saturating_mul(CELL))?;
        let title =
            if line.misere { format!("misere {}", line.game.spelled) } else { line.game.spelled.clone() };
        let mut grid = Grid { title, show, from: [0, 0], rows, columns, outcomes: vec![], numbers: vec![] };
        if let Some(own) = rules.own() {
            self.of_own(own, line, &mut grid, &budget)?;
        } else if lattice::is_coupled(rules) {
            by_lattice(line, &mut grid, &budget)?;
        } else if rules.is_heapwise() && !line.misere && show != Show::Remoteness {
            self.by_heaps(line, &mut grid, &budget)?;
        } else {
            one_by_one(line, &mut grid, &budget)?;
        }
        Ok(grid)
    }

    fn by_heaps(&self, line: &GameLine, grid: &mut Grid, budget: &Budget) -> Result<()> {
        let function = self.heap_functions().of(&line.game.rules);
        let longest = grid.rows.max(grid.columns);
        let values =
            (0..longest).map(|n| function.value(&UBig::from(n), budget)).collect::<Result<Vec<_>>>()?;
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

    /// Scripts whose positions are two numbers, and graphs whose vertices are numbers, with a token on each of two.
    fn of_own(&self, own: &Own, line: &GameLine, grid: &mut Grid, budget: &Budget) -> Result<()> {
        let wanted =
            Wanted { value: grid.show == Show::Value, moves: 0, only_outcome: grid.show == Show::Outcome };
        try_each([grid.rows, grid.columns], |heaps| {
            let at = own.of_numbers(&heaps.map(UBig::from))?;
            let position = Position::of_own(line.game.clone(), at, line.misere)?;
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
}

fn by_lattice(line: &GameLine, grid: &mut Grid, budget: &Budget) -> Result<()> {
    let (rules, misere, sides) = (&line.game.rules, line.misere, [grid.rows, grid.columns]);
    if grid.show == Show::Outcome {
        let found = lattice::sieve(rules, misere, &sides, budget)?;
        return try_each(sides, |heaps| {
            grid.outcomes.push(Outcome::of(!found.contains(&heaps)));
            on_time(heaps[1], budget)
        });
    }
    let values = grid.show == Show::Value;
    let table = if values {
        lattice::values(rules, &sides, budget)?
    } else {
        lattice::remoteness(rules, misere, &sides, budget)?
    };
    try_each(sides, |heaps| {
        on_time(heaps[1], budget)?;
        let number = table.get(&heaps).unwrap_or(0);
        grid.numbers.push(number);
        // Whoever moves last wins, under misère play loses.
        let wins = if values { number > 0 } else { (number % 2 == 1) != misere };
        grid.outcomes.push(Outcome::of(wins));
        Ok(())
    })
}

fn one_by_one(line: &GameLine, grid: &mut Grid, budget: &Budget) -> Result<()> {
    let scoring = line.game.rules.settings().most;
    let start = Position::start(line, vec![])?;
    let mut oracle = Oracle::new(&start, budget);
    try_each([grid.rows, grid.columns], |heaps| {
        let position = match Position::start(line, heaps.map(UBig::from).to_vec()) {
            // An empty heap is none where moves change their number: nothing can be done.
            Err(error) if error.code() == "too-few-heaps" => Position::start(line, vec![])?,
            // A row and a column 0 are always there, and a diagonal; coins have neither.
            Err(error) if matches!(error.code(), "coin-zero" | "coin-twice") => {
                return Err(Error::input("error.table-coins"));
            }
            position => position?,
        };
        let verdict = oracle.verdict(&position)?;
        grid.outcomes.push(if scoring {
            let margin: IBig = verdict.margin;
            Outcome::of_margin(&margin, line.misere)
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

/// Row by row, to the first that fails.
fn try_each([rows, columns]: [usize; 2], mut each: impl FnMut([usize; 2]) -> Result<()>) -> Result<()> {
    (0..rows).try_for_each(|first| (0..columns).try_for_each(|second| each([first, second])))
}

/// Is there time for another row? The clock is looked at where one begins.
fn on_time(column: usize, budget: &Budget) -> Result<()> {
    if column == 0 { budget.check_time() } else { Ok(()) }
}
