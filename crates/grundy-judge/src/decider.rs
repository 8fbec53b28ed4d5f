//! Outcomes on machine words: the library's kernels, and tables of values for heapwise games.
//!
//! Contest inputs contain the same game a million times. Here the library's results are prepared so that an
//! answer needs no allocation; everything else is left to the library.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use dashu_int::UBig;
use grundy_solver::Solver;
use grundy_solver::kernel::Kernel;
use grundy_solver::kernel::wythoff::Winning;
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::GameLine;
use grundy_solver::rules::Rules;
use grundy_solver::sequence::Run;

/// The largest heap a table holds.
const LARGEST: u64 = 1 << 22;
/// The most values in all tables together.
const ROOM: usize = 1 << 24;

/// A way to decide a game.
#[derive(Debug)]
pub enum Decider {
    /// By a kernel of the library.
    Kernel(Arc<dyn Kernel>),
    /// The nim-sum of precomputed values.
    Table(Box<Table>),
}

/// Makes deciders that agree with a solver.
#[derive(Clone, Debug)]
pub struct Deciders {
    solver: Rc<Solver>,
    /// The number of values that tables may still store.
    room: Rc<Cell<usize>>,
}

impl Deciders {
    pub fn new(solver: Rc<Solver>) -> Self {
        Self { solver, room: Rc::new(Cell::new(ROOM)) }
    }

    /// The decider of a game, if machine words suffice.
    pub fn of(&self, line: &GameLine) -> Option<Decider> {
        Decider::of(line, &self.solver, &self.room)
    }
}

impl Decider {
    /// A decider that agrees with `solver`, if machine words suffice; tables are charged to `room`.
    fn of(line: &GameLine, solver: &Solver, room: &Rc<Cell<usize>>) -> Option<Self> {
        let recognised = solver.recognise(line);
        // Other kernels search for a period first, which would be too expensive for each of many games.
        if let Some(kernel) = recognised.kernel_of_theorem(&solver.budget()) {
            return Some(Self::Kernel(kernel));
        }
        recognised.values()?;
        line.game.rules().map(|rules| {
            let (rules, room) = (rules.clone(), room.clone());
            let (limits, cancel) = (solver.limits(), solver.cancel());
            Self::Table(Box::new(Table { rules, limits, cancel, values: Vec::new(), room, refused: false }))
        })
    }

    /// Every winning move by heap and what stays of it, if the kernel lists them; returns whether the position is lost.
    pub fn winning_takes(&self, heaps: &[u64], take: &mut dyn FnMut(usize, u64)) -> Option<bool> {
        match self {
            Self::Kernel(kernel) => kernel.winning_takes(heaps, take),
            Self::Table(_) => None,
        }
    }

    /// The winning results of two heaps, if the kernel lists them.
    pub fn winning_results(&self, pair: [u64; 2]) -> Option<Winning> {
        match self {
            Self::Kernel(kernel) => kernel.winning_results(pair),
            Self::Table(_) => None,
        }
    }

    /// The Grundy value of the position. `None` if the decider does not know it.
    #[inline]
    pub fn value(&mut self, heaps: &[u64]) -> Option<u64> {
        match self {
            Self::Kernel(kernel) => kernel.value(heaps),
            Self::Table(table) => table.value(heaps).map(u64::from),
        }
    }

    /// Whether the position is a P-position. `None` if the decider cannot decide it.
    #[inline]
    pub fn is_p(&mut self, heaps: &[u64]) -> Option<bool> {
        match self {
            Self::Kernel(kernel) => kernel.is_p(heaps),
            Self::Table(table) => table.value(heaps).map(|value| value == 0),
        }
    }
}

/// Values of a single heap, computed on demand.
#[derive(Debug)]
pub struct Table {
    rules: Rules,
    limits: Limits,
    cancel: Cancel,
    values: Vec<u32>,
    room: Rc<Cell<usize>>,
    refused: bool,
}

impl Table {
    #[inline]
    fn value(&mut self, heaps: &[u64]) -> Option<u32> {
        let mut sum = 0;
        for &heap in heaps {
            let value = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)).copied();
            sum ^= match value {
                Some(value) => value,
                None => self.grown(heap)?,
            };
        }
        Some(sum)
    }

    #[cold]
    fn grown(&mut self, heap: u64) -> Option<u32> {
        if self.refused || heap > LARGEST {
            return None;
        }
        // Little more than needed: where heaps split into many parts, each further value costs much more.
        let wanted = usize::try_from(heap + heap / 4 + 8).ok()?;
        let values = self.make(wanted);
        self.refused = values.is_none();
        self.values = values?;
        self.values.get(usize::try_from(heap).ok()?).copied()
    }

    /// `None` if room, memory or time do not suffice: then the library is called, and reports the limit.
    fn make(&mut self, wanted: usize) -> Option<Vec<u32>> {
        self.room.set(self.room.get() + self.values.len());
        self.values = Vec::new();
        let left = self.room.get().checked_sub(wanted)?;
        let mut run = Run::new(&self.rules, wanted, self.limits, self.cancel.clone());
        run.finish().ok()?;
        let mut values = vec![0; wanted];
        if run.read(&UBig::ZERO, &mut values) < wanted {
            return None;
        }
        self.room.set(left);
        Some(values)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.room.set(self.room.get() + self.values.len());
    }
}

#[cfg(test)]
mod tests {
    use grundy_solver::notation;

    use super::*;

    /// Each decider agrees with the library's solver.
    #[test]
    fn decider_and_solver_agree() {
        let room = Rc::new(Cell::new(ROOM));
        let solver = Solver::default();
        let mut compared = 0;
        for game in [
            "nim",
            "wythoff",
            "lasker",
            "take any or split into 2 heaps",
            "fibonacci",
            "euclid",
            "staircase",
            "take squares",
            "take fibonacci",
            "grundy",
            "kayles",
            "take divisors of n except n",
            "take 1, 4, 5",
            "misere nim",
            "misere lasker",
            "misere euclid",
            "misere staircase",
            "moore(2)",
            "misere moore(2)",
            "take 1..3*last; first 1..n-1",
        ] {
            let line = notation::parse_game(game).unwrap();
            let Some(mut decider) = Decider::of(&line, &solver, &room) else { continue };
            for heaps in (0..40_u64).flat_map(|a| (0..12).map(move |b| [a, b])) {
                for heaps in [&heaps[..1], &heaps[..]] {
                    let Some(is_p) = decider.is_p(heaps) else { continue };
                    let big: Vec<UBig> = heaps.iter().map(|&h| h.into()).collect();
                    let Ok(position) = grundy_solver::position::Position::start(&line, big) else { continue };
                    let decision = solver.decide(&position, &solver.budget()).unwrap();
                    assert_eq!(is_p, decision.outcome == grundy_solver::Outcome::P, "{game} {heaps:?}");
                    if let Decider::Kernel(kernel) = &decider {
                        assert_eq!(kernel.name(), decision.method.name, "{game} {heaps:?}");
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 8_000, "{compared}");
        assert_eq!(room.get(), ROOM, "what tables took is given back");
    }

    #[test]
    fn large_heaps_and_many_tables_are_left_to_the_library() {
        let room = Rc::new(Cell::new(1_000));
        let solver = Solver::default();
        let of = |game: &str| Decider::of(&notation::parse_game(game).unwrap(), &solver, &room).unwrap();
        assert_eq!(of("take squares").is_p(&[LARGEST + 1]), None);
        let mut first = of("take squares");
        assert!(first.is_p(&[500]).is_some());
        assert_eq!(of("kayles").is_p(&[500]), None);
        drop(first);
        assert!(of("kayles").is_p(&[500]).is_some());
        assert_eq!(of("lasker").is_p(&[u64::MAX]), None);
        assert_eq!(of("fibonacci").is_p(&[12_200_160_415_121_876_738]), Some(true));
        // Ratios of consecutive Fibonacci numbers alternate around the golden ratio.
        let [a, b, c] = [4_660_046_610_375_530_309, 7_540_113_804_746_346_429, 12_200_160_415_121_876_738];
        assert_eq!(of("euclid").is_p(&[b, a]), Some(true));
        assert_eq!(of("euclid").is_p(&[b, c]), Some(false));
        assert_eq!(of("euclid").is_p(&[u64::MAX, u64::MAX]), Some(false));
    }
}
