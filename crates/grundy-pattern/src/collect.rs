//! Collects the data: boxes of outcomes and values, as large as a fixed amount of work allows, by the fastest
//! engine for the rules.
//!
//! The amount collected depends on the work, not on the clock, so that the same request gives the same answer
//! on every machine. A limit on time or memory shrinks the data and is reported.

use std::time::{Duration, Instant};

use dashu_int::{IBig, UBig};

use super::sample::Sample;
use grundy_core::answer::Outcome;
use grundy_core::error::{Condition, Error, ErrorKind, Result};
use grundy_core::limits::{Budget, Limits};
use grundy_core::notation::GameLine;
use grundy_core::position::Position;
use grundy_core::rules::{MoveRule, Rules};
use grundy_sequence::engine::{Engine as _, engine_for};
use grundy_solver::Solver;
use grundy_solver::lattice::Lattice;

/// The last heap of a sample of one heap.
pub const LAST: usize = 100_000;
/// Approximate maximum number of options examined for the values of one heap.
const EFFORT: u64 = 1 << 28;
/// Maximum side for rules that depend on the heap's size; their tables have the square of it as entries.
const SQUARES: usize = 4096;
/// The side of the box of outcomes, by the number of heaps.
const SIDES: [usize; 7] = [1, LAST + 1, 320, 56, 22, 12, 9];
/// The side of the box of values.
const VALUE_SIDES: [usize; 7] = [1, LAST + 1, 128, 32, 14, 8, 6];
/// Number of positions solved one by one.
const ASKED: usize = 12_000;
/// Approximate number of positions searched for all of these together.
const SEARCHED: u64 = 1 << 14;
/// Number of operations of scripts for all positions together.
const OPERATIONS: u64 = 50_000_000;
/// The part of the time that the collection may use: a rule must still be found in what was collected.
const COLLECTING: (u32, u32) = (3, 4);
/// The first side tried, by the number of heaps.
const FIRST: [usize; 7] = [1, 64, 8, 6, 5, 4, 4];

/// The collected data.
pub struct Collected {
    /// The lost positions.
    pub lost: Sample,
    /// The drawn positions, if there are any.
    pub drawn: Option<Sample>,
    /// Values (in a separate box) or margins.
    pub values: Option<Sample>,
    /// The limit that was reached, if any.
    pub limit: Option<Error>,
}

/// Collects the data of one game.
pub struct Collector<'a> {
    pub solver: &'a Solver,
    pub line: &'a GameLine,
    pub heaps: usize,
    /// The requested side.
    pub side: Option<usize>,
    pub started: Instant,
}

fn by_count(table: &[usize; 7], heaps: usize) -> usize {
    table.get(heaps).copied().unwrap_or(3)
}

/// The part of a box that rules are fitted to. They are tested on at least as many further heaps.
fn fit_of(heaps: usize, side: usize) -> usize {
    match heaps {
        1 => (side / 2).min(3000),
        2 if side > 96 => side / 3,
        _ => side / 2,
    }
}

impl Collector<'_> {
    /// A budget for the next piece of work, with the remaining time.
    pub fn budget(&self) -> Budget {
        self.within(self.solver.limits().time)
    }

    /// A budget for the next piece of the collection.
    fn collecting(&self) -> Budget {
        self.within(self.solver.limits().time.map(|time| time * COLLECTING.0 / COLLECTING.1))
    }

    /// A budget that ends when this time has passed since the start.
    fn within(&self, time: Option<Duration>) -> Budget {
        let time = time.map(|time| time.saturating_sub(self.started.elapsed()));
        self.solver.budget_of(Limits { time, ..self.solver.limits() })
    }

    /// The lattice of the game, if boxes of its positions can be examined together.
    pub fn lattice(&self) -> Option<Lattice> {
        self.solver.recognise(self.line).lattice().cloned()
    }

    /// The rules, for methods that only apply to games on heaps.
    fn rules(&self) -> Result<&Rules> {
        let missing = || Error::input("error.pattern-no-heaps").with("game", &*self.line.spelled);
        self.line.game.rules().ok_or_else(missing)
    }

    fn sample(&self, side: usize, least: usize) -> Result<Sample> {
        let cells = Sample::cells(self.heaps, side).ok_or_else(|| Error::input("error.lattice-too-large"))?;
        self.budget().reserve_each(cells, 40)?;
        let ordered = self.line.game.is_ordered();
        let (heaps, fit) = (self.heaps, fit_of(self.heaps, side).max(least + 1).min(side));
        Ok(Sample { heaps, ordered, least, fit, side, small: 0, lost: vec![false; cells], values: None })
    }

    /// The values G(0), G(1), ... of one heap, in steps of growing length.
    pub fn heap_values(&self) -> Result<(Vec<i128>, Option<Error>)> {
        let budget = self.collecting();
        let mut engine = engine_for(self.rules()?);
        let wanted = self.side.unwrap_or(LAST + 1);
        let mut limit = None;
        while engine.values().len() < wanted {
            let made = engine.values().len();
            if self.side.is_none() && engine.effort() > EFFORT {
                break;
            }
            let next = if made < 1000 { 1000 } else { made + made / 4 };
            match engine.grow(next.min(wanted), &budget) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::Limit && made >= 64 => {
                    limit = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok((engine.values().iter().map(i128::from).collect(), limit))
    }

    /// A sample of one heap's values.
    pub fn of_values(values: Vec<i128>) -> Sample {
        let side = values.len();
        let lost = values.iter().map(|value| *value == 0).collect();
        let fit = fit_of(1, side).max(1);
        Sample { heaps: 1, ordered: false, least: 0, fit, side, small: 0, lost, values: Some(values) }
    }

    /// Outcomes, and values where they are cheap.
    pub fn collect(&self) -> Result<Collected> {
        if let Some(lattice) = self.lattice() {
            let mut side = self.side.unwrap_or_else(|| by_count(&SIDES, self.heaps));
            if !fixed_amounts(self.line) && self.side.is_none() {
                side = side.min(SQUARES);
            }
            return self.by_sieve(&lattice, side);
        }
        self.staged()
    }

    fn by_sieve(&self, lattice: &Lattice, side: usize) -> Result<Collected> {
        let mut side = side;
        let mut limit = None;
        let (found, mut lost) = loop {
            let tried = self
                .sample(side, 0)
                .and_then(|sample| Ok((lattice.sieve(&vec![side; self.heaps], &self.collecting())?, sample)));
            match tried {
                Ok(found) => break found,
                Err(error) if error.is(Condition::MemoryLimit) && side > 16 => {
                    side /= 2;
                    limit = Some(error);
                }
                Err(error) => return Err(error),
            }
        };
        for heaps in found.iter() {
            let index = lost.index(&heaps);
            lost.lost[index] = true;
        }
        let mut values = None;
        let table_side = side.min(by_count(&VALUE_SIDES, self.heaps));
        if !self.line.misere && self.heaps > 1 {
            match self.table(lattice, table_side) {
                Ok(sample) => values = Some(sample),
                Err(error) if error.kind() == ErrorKind::Limit => limit = Some(error),
                Err(error) => return Err(error),
            }
        }
        Ok(Collected { lost, drawn: None, values, limit })
    }

    fn table(&self, lattice: &Lattice, side: usize) -> Result<Sample> {
        let table = lattice.values(&vec![side; self.heaps], &self.collecting())?;
        let mut sample = self.sample(side, 0)?;
        let mut values = vec![0; sample.lost.len()];
        sample.every(side, |heaps, index| {
            let heaps: Vec<usize> = heaps.iter().map(|heap| *heap as usize).collect();
            values[index] = table.get(&heaps).map_or(-1, i128::from);
            true
        });
        sample.lost = values.iter().map(|value| *value == 0).collect();
        sample.values = Some(values);
        Ok(sample)
    }

    /// Builds one box after another, each twice as wide, while the work allows.
    fn staged(&self) -> Result<Collected> {
        let least = usize::from(self.line.game.changes_heap_count() && self.heaps > 1);
        let most = match self.line.game.goal() {
            // Totals above the goal are not positions.
            Some(goal) => usize::try_from(&goal.target).map_or(usize::MAX, |target| target.saturating_add(1)),
            None => usize::MAX,
        };
        let mut side = self.side.unwrap_or_else(|| by_count(&FIRST, self.heaps)).min(most);
        let mut done: Option<Stage> = None;
        let mut limit = None;
        loop {
            // A sample of one heap can be stopped at any heap. A box is completed, and the first one whatever
            // it costs.
            let may_stop = self.side.is_none() && (self.heaps == 1 || done.is_some());
            let mut stage = Stage::new(self.sample(side, least)?, may_stop);
            match self.by_plan(side, &mut stage) {
                Ok(()) => {}
                Err(error)
                    if error.kind() == ErrorKind::Limit && (stage.keep_answered() || done.is_some()) =>
                {
                    // The box before may be larger than what this one has of it.
                    if done.as_ref().is_none_or(|done| {
                        self.heaps == 1 && done.sample.side < stage.sample.least + stage.asked
                    }) {
                        done = Some(stage);
                    }
                    limit = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            }
            if stage.stopped {
                if stage.keep_answered() {
                    done = Some(stage);
                }
                break;
            }
            let asked = stage.asked << self.heaps;
            done = Some(stage);
            if self.side.is_some() || side >= most || asked > ASKED {
                break;
            }
            side = (2 * side).min(most);
        }
        let Some(stage) = done else { return Err(Error::input("error.pattern-no-data")) };
        Ok(stage.collected(limit))
    }

    fn position(&self, heaps: &[i128]) -> Result<Position> {
        let heaps: Vec<UBig> = heaps.iter().map(|heap| UBig::try_from(*heap).unwrap_or_default()).collect();
        Position::start(self.line, heaps)
    }

    /// One position after another, as the solver decides them; scores become margins.
    fn by_plan(&self, side: usize, stage: &mut Stage) -> Result<()> {
        let (mut before, mut searched, mut operations) = (0, 0, 0);
        let is_own = self.line.game.own().is_some();
        stage.fill(side, &mut |heaps| {
            let asked = self.collecting();
            let solution = self.solver.decide(&self.position(heaps)?, &asked)?;
            asked.check_time()?;
            let positions = self.solver.search_cost().map_or(0, |cost| cost.positions);
            searched += positions.checked_sub(before).unwrap_or(positions);
            before = positions;
            operations += if is_own { asked.steps() } else { 0 };
            let enough = searched > SEARCHED || operations > OPERATIONS;
            let value = solution.value.filter(|_| !self.line.misere).map(IBig::from);
            let value = solution.margin.or(value).and_then(|value| i128::try_from(&value).ok());
            Ok(Answered { outcome: solution.outcome, value, enough })
        })
    }
}

fn fixed_amounts(line: &GameLine) -> bool {
    line.game.rules().map(Rules::moves).unwrap_or_default().iter().all(|rule| match rule {
        MoveRule::Take { amounts, .. } => amounts.is_fixed(),
        MoveRule::Remake(_) => false,
        _ => true,
    })
}

/// The result for one position.
struct Answered {
    outcome: Outcome,
    value: Option<i128>,
    /// Whether the work limit is reached.
    enough: bool,
}

/// One box.
struct Stage {
    sample: Sample,
    drawn: Vec<bool>,
    values: Vec<i128>,
    complete: bool,
    asked: usize,
    may_stop: bool,
    stopped: bool,
}

impl Stage {
    fn new(sample: Sample, may_stop: bool) -> Self {
        let cells = sample.lost.len();
        let (drawn, values) = (vec![false; cells], vec![0; cells]);
        Self { sample, drawn, values, complete: true, asked: 0, may_stop, stopped: false }
    }

    fn fill(&mut self, side: usize, ask: &mut dyn FnMut(&[i128]) -> Result<Answered>) -> Result<()> {
        let mut failed = Ok(());
        let mut lost = std::mem::take(&mut self.sample.lost);
        self.sample.every(side, |heaps, index| {
            let answered = match ask(heaps) {
                Ok(answered) => answered,
                Err(error) => {
                    failed = Err(error);
                    return false;
                }
            };
            self.asked += 1;
            lost[index] = answered.outcome == Outcome::P;
            self.drawn[index] = answered.outcome == Outcome::D;
            self.complete &= answered.value.is_some();
            self.values[index] = answered.value.unwrap_or(0);
            self.stopped = answered.enough && self.may_stop;
            !self.stopped
        });
        self.sample.lost = lost;
        failed
    }

    /// For one heap, the heaps answered so far are a box of their own.
    fn keep_answered(&mut self) -> bool {
        let side = self.sample.least + self.asked;
        if self.sample.heaps > 1 || side < 8 {
            return false;
        }
        self.sample.lost.truncate(side);
        self.drawn.truncate(side);
        self.values.truncate(side);
        (self.sample.side, self.sample.fit) = (side, fit_of(1, side));
        true
    }

    fn collected(self, limit: Option<Error>) -> Collected {
        let drawn = self.drawn.contains(&true).then(|| Sample { lost: self.drawn, ..self.sample.clone() });
        let values = self.complete.then(|| Sample { values: Some(self.values), ..self.sample.clone() });
        Collected { lost: self.sample, drawn, values, limit }
    }
}
