//! The law of a game: searched for in outcomes and values, tested on more of them, and proved where possible.
//!
//! A sample of positions is collected (`collect`). Every `family` of rules returns its rules that fit a part of
//! the sample; the shortest one that also fits the rest is kept. If the library has a theorem, its method
//! states the law, which is checked against the sample as well. For other rules, `proof` determines how far a
//! rule must be compared with computed outcomes to hold everywhere, or `automatic` turns the rule into an
//! automaton and proves that; values of single heaps are proved by their period (see
//! [`grundy_sequence::proof`]). A rule that is not proved is reported as a conjecture.

// Numbers used as indices are non-negative and below the length of a list in memory.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod automatic;
mod collect;
pub mod emit;
mod family;
mod find;
mod proof;
mod report;
mod rule;
mod sample;
#[cfg(test)]
mod tests;
mod words;

use std::time::Instant;

use dashu_int::UBig;

use grundy_core::answer::{MethodKind, MethodUsed};
use grundy_core::error::{Condition, Error, ErrorKind, Result};
use grundy_core::game::Game;
use grundy_core::notation::GameLine;
use grundy_core::rules::{Rules, Var};
use grundy_sequence::PROVED;
use grundy_solver::Solver;
use grundy_solver::lattice::Lattice;
use grundy_solver::law::{Cond, Num, Shape, Table};
use grundy_solver::theorem::proved;

use collect::Collector;
use sample::Sample;

/// How certain a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// No rule was found.
    None,
    /// It fits everything that was checked.
    Conjecture,
    /// Proved here.
    Proved,
    /// Published.
    Theorem,
}

impl Status {
    /// The identifier in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Conjecture => "conjecture",
            Self::Proved => "proved",
            Self::Theorem => "theorem",
        }
    }
}

/// How a rule was proved here.
#[derive(Clone, Copy, Debug)]
enum Proof {
    /// The values of one heap repeat, by the theorem with this reference; or its margins, which need none.
    Period(Option<&'static str>),
    /// Each larger position behaves like one that was checked.
    Remainders,
    /// All positions were checked.
    EveryPosition,
    /// The rule is an automaton that satisfies the rules of the game.
    Automaton,
}

impl Proof {
    fn method(self) -> MethodUsed {
        match self {
            Self::Period(reference) => MethodUsed::new(PROVED, MethodKind::Proof, reference),
            Self::Remainders => MethodUsed::new(INDUCTION, MethodKind::Proof, None),
            Self::EveryPosition => MethodUsed::new("every-position", MethodKind::Computation, None),
            Self::Automaton => MethodUsed::new(proved::NAME, MethodKind::Proof, Some(proved::REFERENCE)),
        }
    }
}

/// The name of [`Proof::Remainders`] in answers.
const INDUCTION: &str = "induction-by-remainders";

/// The range to examine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// The number of heaps; `None` for the default of the rules.
    pub heaps: Option<usize>,
    /// The last heap to examine; `None` for as many as a fixed amount of work allows.
    pub to: Option<usize>,
}

/// The maximum number of heaps.
pub const MOST_HEAPS: usize = 6;

/// A rule for a game.
#[derive(Debug)]
pub struct Pattern {
    line: GameLine,
    heaps: usize,
    /// Whether a position is the sum of its heaps.
    falls_apart: bool,
    /// What was recognised of the game if boxes of its positions can be examined together.
    lattice: Option<Lattice>,
    status: Status,
    value_status: Status,
    lost: Option<Shape>,
    drawn: Option<Cond>,
    /// Whether a draw was found, even if there is no rule for draws.
    has_draws: bool,
    value: Option<Num>,
    fitted_to: usize,
    checked_to: usize,
    method: MethodUsed,
    /// How it was proved, if its status is [`Status::Proved`].
    proof: Option<Proof>,
    limit: Option<Error>,
}

/// Searches for the law of the outcomes and values of a game.
///
/// Deterministic: the work is bounded by counts, unless a limit on time or memory is reached first. In that
/// case the rule covers the data collected so far, and [`Pattern::limit`] returns the limit.
///
/// # Errors
/// Games without heaps (boards, graphs), more than [`MOST_HEAPS`] heaps or fewer than the rules need, and
/// limits too small to collect any data.
pub fn find(solver: &Solver, line: &GameLine, request: Request) -> Result<Pattern> {
    let heaps = heaps_of(line, request.heaps)?;
    let side = request.to.map(|to| to.saturating_add(1));
    if side.is_some_and(|side| side < 8) {
        return Err(Error::input("error.pattern-too-short").with("least", 7));
    }
    let collector = Collector { solver, line, heaps, side, started: Instant::now() };
    let found = if solver.recognise(line).values().is_some() {
        find::of_values(&collector)
    } else {
        find::of_outcomes(&collector)
    };
    let mut pattern = found.map_err(|error| in_full(solver, error))?;
    pattern.limit = pattern.limit.map(|error| in_full(solver, error));
    Ok(pattern)
}

/// Replaces the remaining time in a time limit error by the full limit: each piece of work only gets the
/// remaining time.
fn in_full(solver: &Solver, error: Error) -> Error {
    match solver.limits().time {
        Some(time) if error.is(Condition::TimeLimit) => {
            Error::limit("error.time-limit").with("time", format!("{time:?}"))
        }
        _ => error,
    }
}

fn no_method() -> MethodUsed {
    MethodUsed::new("search-of-rules", MethodKind::Computation, None)
}

impl Pattern {
    /// Whether the rule is about non-empty heaps. Where moves change the number of heaps, an empty heap does
    /// not count.
    pub fn none_empty(&self) -> bool {
        self.heaps > 1 && !self.falls_apart && self.line.game.changes_heap_count()
    }
}

/// The number of heaps to examine.
fn heaps_of(line: &GameLine, asked: Option<usize>) -> Result<usize> {
    let (least, suggested) = match &*line.game {
        Game::Heaps(rules) => (usize::try_from(rules.least_heaps()).unwrap_or(usize::MAX), suggested(rules)),
        Game::Own(own) if !own.has_tokens() => (1, 1),
        Game::Board(_) | Game::Own(_) => {
            return Err(Error::input("error.pattern-no-heaps").with("game", &*line.spelled));
        }
    };
    let heaps = asked.unwrap_or_else(|| suggested.max(least));
    if heaps < least {
        let error = Error::input("error.too-few-heaps").with("least", least);
        return Err(error.with("count", heaps));
    }
    let most = if line.game.goal().is_some() { 1 } else { MOST_HEAPS };
    if heaps == 0 || heaps > most {
        return Err(Error::input("error.pattern-heaps").with("most", most).with("count", heaps));
    }
    Ok(heaps)
}

/// One heap if heaps are independent or the theorems are about one heap, three on a staircase, otherwise two.
fn suggested(rules: &Rules) -> usize {
    let settings = rules.settings();
    let alone = rules.is_heapwise()
        || settings.most
        || settings.goal.is_some()
        || rules.is_ring()
        || rules.remembers_last() && rules.as_single_take().is_some();
    let looks_at_others = rules.mentions(Var::Min) || rules.mentions(Var::Max);
    match alone && !looks_at_others {
        true => 1,
        false if rules.is_ordered() && settings.order.is_none() => 3,
        false => 2,
    }
}

impl Pattern {
    fn nothing(collector: &Collector<'_>, sample: &Sample, limit: Option<Error>) -> Self {
        let falls_apart = collector.line.game.is_heapwise() && !collector.line.misere;
        Self {
            line: collector.line.clone(),
            heaps: collector.heaps,
            falls_apart,
            lattice: collector.lattice(),
            status: Status::None,
            value_status: Status::None,
            lost: None,
            drawn: None,
            has_draws: false,
            value: None,
            fitted_to: sample.fit.saturating_sub(1),
            checked_to: sample.side - 1,
            method: no_method(),
            proof: None,
            limit,
        }
    }

    /// Notes that the rule about lost positions was proved.
    fn proved_by(&mut self, proof: Proof) {
        (self.status, self.method, self.proof) = (Status::Proved, proof.method(), Some(proof));
    }

    /// Stores a limit reached during the search for rules; earlier results are kept.
    fn keep_what_was_found(&mut self, named: Result<()>) -> Result<()> {
        match named {
            Err(error) if error.kind() == ErrorKind::Limit => {
                if self.has_other_draws() {
                    self.status = self.status.min(Status::Conjecture);
                }
                self.limit = Some(error);
                Ok(())
            }
            named => named,
        }
    }

    /// A value of one heap that determines the lost positions, for any number of heaps.
    fn found_value(&mut self, value: Num, status: Status) {
        self.lost = Some(match (&value, self.heaps) {
            (Num::Look(table, _), 1) => Shape::Heap(table.zeros()),
            (value, 1) => Shape::Formula(Cond::Eq(value.clone(), Num::Const(0))),
            (value, _) => Shape::NimSum { of: value.clone(), step: 1 },
        });
        (self.status, self.value_status, self.value) = (status, status, Some(value));
    }

    /// A race that may pass its target is over beyond it, which no rule found below it covers. There the player
    /// to move has lost, or has won under misère play. A value that continues beyond the target is not a value
    /// of this game.
    fn ends_beyond(&mut self, target: &UBig) {
        self.value = None;
        let Some(target) = i128::try_from(target).ok().and_then(|target| target.checked_add(1)) else {
            self.lost = None;
            return;
        };
        let within = Cond::Less(Num::Heap(0), Num::Const(target));
        self.lost = self.lost.take().map(|shape| {
            let lost = shape.formula();
            let misere = self.line.misere;
            Shape::Formula(if misere { lost.and(within) } else { lost.or(Cond::Not(Box::new(within))) })
        });
    }

    /// Derives lost and drawn positions from the margin of one heap.
    fn outcomes_from_margins(&mut self) {
        let Some(Num::Look(table, _)) = &self.value else { return };
        if table.saltus != 0 {
            return;
        }
        let sign = if self.line.misere { 1 } else { -1 };
        let pick = |wanted: &dyn Fn(i128) -> bool| {
            let yes = |margin: &i128| i128::from(wanted(*margin));
            let (before, turn) =
                (table.before.iter().map(yes).collect(), table.turn.iter().map(yes).collect());
            Table { before, turn, saltus: 0 }.reduced()
        };
        let lost = pick(&|margin| margin.signum() == sign);
        let drawn = pick(&|margin| margin == 0);
        let any = |table: &Table| table.before.contains(&1) || table.turn.contains(&1);
        self.drawn = any(&drawn).then(|| Shape::Heap(drawn).formula());
        self.has_draws = self.drawn.is_some();
        self.lost = Some(if any(&lost) { Shape::Heap(lost) } else { Shape::Never });
        if self.status < self.value_status {
            self.status = self.value_status;
            if self.status == Status::Proved {
                self.proved_by(Proof::Period(None));
            }
        }
    }

    /// The game.
    pub fn line(&self) -> &GameLine {
        &self.line
    }

    /// The number of heaps that the rule covers.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// How certain the rule about lost positions is.
    pub fn status(&self) -> Status {
        self.status
    }

    /// How certain the rule about values is.
    pub fn value_status(&self) -> Status {
        self.value_status
    }

    /// Which positions are lost for the player to move, if a rule was found.
    pub fn lost(&self) -> Option<Cond> {
        self.lost.as_ref().map(Shape::formula)
    }

    /// Which positions are drawn, if there are any and a rule was found.
    pub fn drawn(&self) -> Option<&Cond> {
        self.drawn.as_ref()
    }

    /// Whether there are drawn positions without a rule. If so, a position that is not lost need not be won.
    pub fn has_other_draws(&self) -> bool {
        self.has_draws && self.drawn.is_none()
    }

    /// The value, in scoring games the margin, if a rule was found. If heaps are independent, it is the value
    /// of one heap, which is [`Num::This`].
    pub fn value(&self) -> Option<&Num> {
        self.value.as_ref()
    }

    /// Every position with all heaps up to this was compared with the rule.
    pub fn checked_to(&self) -> usize {
        self.checked_to
    }

    /// If no theorem is known, the rule was found among positions with all heaps up to this, and tested on the
    /// others.
    pub fn fitted_to(&self) -> usize {
        self.fitted_to
    }

    /// Where the rule comes from.
    pub fn method(&self) -> &MethodUsed {
        &self.method
    }

    /// The limit on time or memory that was reached, if any.
    pub fn limit(&self) -> Option<&Error> {
        self.limit.as_ref()
    }
}
