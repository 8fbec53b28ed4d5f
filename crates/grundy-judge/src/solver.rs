//! The judge's interface to Grundy's solver.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use dashu_int::{IBig, UBig};
use grundy_solver::Solver;
use grundy_solver::discard::Discard;
use grundy_solver::explain::{Explanation, explain};
use grundy_solver::game::Game;
use grundy_solver::limits::Limits;
use grundy_solver::notation::{self, GameLine, Parsed};
use grundy_solver::own::Own;
use grundy_solver::position::{Move as Played, Position, Turn};
use grundy_solver::results::ranks;
use grundy_solver::rules::Rules;
use grundy_solver::text::Lang;
use serde_json::Value as Json;

use crate::decider::{Decider, Deciders};
use crate::error::SolveError;
use crate::memo::{Memo, Part};
use crate::solve::{
    Asked, Discarded, Item, Move, Need, Outcome, Prepared, Solve, Touch, Verdict, Wanted, Wholes, WordMoves,
};
use crate::whole::Forms;

/// The word before a game under misère play.
pub const MISERE: &str = "misere ";
/// The most moves of a lost position that an explanation answers.
const REPLIES: usize = 1;
/// Bytes for a number of a position after a move.
const NUMBER: u64 = 24;

/// Implements [`Solve`] with a [`Solver`].
#[derive(Clone, Debug)]
pub struct Grundy {
    solver: Rc<Solver>,
    /// A solver that always computes values; its tables are reused for the next question.
    insisting: Rc<Solver>,
    misere: bool,
    /// The latest script: its results are reused for the next input.
    script: Rc<RefCell<Option<(String, GameLine)>>>,
    deciders: Deciders,
    memo: Memo,
}

impl Grundy {
    /// Uses `solver`; with `misere`, under misère play whatever the profile's game specifies.
    pub fn new(solver: Solver, misere: bool) -> Self {
        let insisting = Solver::new(solver.limits()).cancelled_by(solver.cancel()).with_laws(solver.laws());
        let insisting = insisting.insist_on_value(true).list_moves(0);
        let solver = Rc::new(solver);
        Self {
            deciders: Deciders::new(solver.clone()),
            memo: Memo::default(),
            solver,
            insisting: Rc::new(insisting),
            misere,
            script: Rc::default(),
        }
    }
}

impl Grundy {
    /// A copy with a time limit for each question, which is cancelled together with this one.
    pub(crate) fn within(&self, time: Duration) -> Self {
        let limits = Limits { time: Some(time), ..self.solver.limits() };
        let solver = Solver::new(limits).cancelled_by(self.solver.cancel()).with_laws(self.solver.laws());
        Self::new(solver, self.misere)
    }
}

impl Solve for Grundy {
    fn game(&mut self, game: &str) -> Result<Box<dyn Prepared>, SolveError> {
        let mut line = self.line_of(game).map_err(|e| error(&e).about(game))?;
        line.misere |= self.misere;
        let decider = self.deciders.of(&line);
        Ok(Box::new(Ready { grundy: self.clone(), line, decider, memo: self.memo.part() }))
    }

    fn whole(&mut self, position: &str, need: &Need) -> Result<Verdict, SolveError> {
        let parsed = notation::parse(position).map_err(|e| error(&e).about(position))?;
        let position = match parsed {
            Parsed::Position(position) => position,
            Parsed::Game(line) => Position::start(&line, vec![]).map_err(|e| error(&e))?,
        };
        let position = if self.misere { position.with_misere(true) } else { position };
        // Heaps of a whole position are not in the order of the input: they count as sorted.
        let order: Vec<usize> = (0..position.components().iter().map(|c| c.heaps().len()).sum()).collect();
        self.verdict(&position, &order, *need)
    }

    fn wholes(&mut self) -> Option<Box<dyn Wholes>> {
        Some(Box::new(Forms::new(self.deciders.clone(), self.memo.part(), self.misere)))
    }
}

impl Grundy {
    /// The position of a question of the judge: a game's text and heaps, or a whole position.
    pub fn position(&self, asked: &Asked) -> Result<Position, SolveError> {
        let position = match asked {
            Asked::Heaps(game, heaps) => {
                let line = self.line_of(game).map_err(|e| error(&e))?;
                Position::start(&line, heaps.clone())
            }
            Asked::Whole(text) => notation::parse_position(text),
        };
        let position = position.map_err(|e| error(&e))?;
        Ok(if self.misere { position.with_misere(true) } else { position })
    }

    /// Explains the answer to a question of the judge.
    pub fn explain(&self, asked: &Asked) -> Result<Explanation, SolveError> {
        explain(&self.solver, &self.position(asked)?, REPLIES).map_err(|e| error(&e))
    }

    fn verdict(&self, position: &Position, order: &[usize], need: Need) -> Result<Verdict, SolveError> {
        let (heaps, solver) = (order.len(), &self.solver);
        let discard = match need.discard {
            Some(aim) => solver.discard(position, aim).map_err(|e| error(&e))?,
            None => None,
        };
        let discard = discard.map(|discard| discarded(position, &discard, order));
        let remoteness =
            if need.remoteness { solver.remoteness(position).map_err(|e| error(&e))? } else { None };
        if need.moves == Wanted::None && !need.value && !need.margin && !need.count {
            let outcome = letter(solver.outcome(position).map_err(|e| error(&e))?);
            let (value, margin, count) = (None, None, None);
            return Ok(Verdict { outcome, heaps, value, margin, remoteness, count, moves: vec![], discard });
        }
        let most = match need.moves {
            Wanted::None if !need.count => 0,
            Wanted::Any if !need.count => 1,
            _ => usize::MAX,
        };
        let found = solver.winning_turns(position, most).map_err(|e| error(&e))?;
        let value = match found.value {
            None if need.value => self.insisting.solve(position).map_err(|e| error(&e))?.value,
            value => value,
        };
        let count = need.count.then(|| UBig::from(found.turns.len()));
        // Where heaps may be split, two moves can take the same and leave something else.
        let results = need.results
            || position.components().iter().any(|c| c.rules().is_none_or(Rules::changes_heap_count));
        let listed = if need.moves == Wanted::None { &[][..] } else { &found.turns };
        let ranks = if need.ranks && !results { ranks(position, listed) } else { None };
        let results = results || need.ranks && ranks.is_none();
        if results {
            let numbers = (listed.len() as u64).saturating_mul(heaps as u64);
            solver.budget().reserve(numbers.saturating_mul(NUMBER)).map_err(|e| error(&e))?;
        }
        let rank = |index: usize| ranks.as_ref().map_or(0, |ranks| ranks[index]);
        let moves = listed.iter().enumerate();
        let moves =
            moves.map(|(index, turn)| Move { rank: rank(index), ..move_of(position, turn, order, results) });
        let moves = moves.collect();
        let (outcome, margin) = (letter(found.outcome), found.margin);
        Ok(Verdict { outcome, heaps, value, margin, remoteness, count, moves, discard })
    }

    /// Parses rules without heaps. A profile's script gets a short name, instead of being shown in full.
    fn line_of(&self, game: &str) -> grundy_solver::error::Result<GameLine> {
        let (misere, said) = game.strip_prefix(MISERE).map_or((false, game), |rest| (true, rest));
        let script = said.strip_prefix("script(\"").and_then(|text| text.strip_suffix("\")"));
        let Some(text) = script.filter(|text| text.contains('{')) else { return notation::parse_game(game) };
        if let Some((kept, line)) = &*self.script.borrow()
            && kept == text
        {
            return Ok(GameLine { misere, ..line.clone() });
        }
        // Blanks before it are its place in the profile.
        let name = if text.starts_with(char::is_whitespace) { "profile" } else { "script" };
        let own = Own::script(name, text)?;
        let line = GameLine::new(false, Game::Own(own));
        *self.script.borrow_mut() = Some((text.to_owned(), line.clone()));
        Ok(GameLine { misere, ..line })
    }
}

/// One prepared game.
struct Ready {
    grundy: Grundy,
    line: GameLine,
    decider: Option<Decider>,
    /// Outcomes that the solver found, for games without a decider.
    memo: Part,
}

impl Prepared for Ready {
    fn solve(&mut self, heaps: &[UBig], need: &Need) -> Result<Verdict, SolveError> {
        let order = input_order(&self.line.game, heaps);
        let position = Position::start(&self.line, heaps.to_vec()).map_err(|e| error(&e))?;
        let mut verdict = self.grundy.verdict(&position, &order, *need)?;
        verdict.heaps = heaps.len();
        if self.decider.is_none()
            && let Some(words) = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect::<Option<Vec<_>>>()
        {
            self.memo.keep(words, verdict.outcome);
        }
        Ok(verdict)
    }

    fn decide_u64(&mut self, heaps: &[u64]) -> Option<Outcome> {
        match &mut self.decider {
            Some(decider) => decider.is_p(heaps).map(|is_p| if is_p { Outcome::P } else { Outcome::N }),
            None => self.memo.get(heaps.iter().copied()),
        }
    }

    fn results_u64(&mut self, heaps: &[u64], out: &mut WordMoves) -> Option<Outcome> {
        let decider = self.decider.as_ref()?;
        if !out.with_results() {
            let mut one = |heap: usize, left: u64| out.one(heap, heaps[heap] - left, left, &[]);
            if let Some(is_p) = decider.winning_takes(heaps, &mut one) {
                return Some(if is_p { Outcome::P } else { Outcome::N });
            }
        }
        let &[a, b] = heaps else { return None };
        let winning = decider.winning_results([a, b])?;
        for result in winning.as_slice() {
            let [small, large] = result.to;
            if result.both_heaps {
                // The difference is kept, so the smaller heap becomes the smaller result.
                let left = if a <= b { small } else { large };
                out.several(0, a - left, left, &result.to);
            }
            if result.one_heap {
                // One heap is kept, and the rest of the other is the second result. A result with both heaps
                // would be the position itself, so the kept heap is unambiguous.
                let (heap, size, stays) = if small == a || large == a { (1, b, a) } else { (0, a, b) };
                let left = small ^ large ^ stays;
                out.one(heap, size - left, left, &result.to);
                if a == b {
                    out.one(1 - heap, size - left, left, &result.to);
                }
            }
        }
        let ended_in_misere = self.line.misere && a == 0 && b == 0;
        Some(if winning.as_slice().is_empty() && !ended_in_misere { Outcome::P } else { Outcome::N })
    }
}

/// For each heap of the canonical position, its index in the input.
fn input_order(game: &Game, heaps: &[UBig]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..heaps.len()).collect();
    if game.is_ordered() || game.goal().is_some() {
        return order;
    }
    if game.changes_heap_count() {
        order.retain(|&index| heaps[index] != UBig::ZERO);
    }
    order.sort_by(|&a, &b| heaps[a].cmp(&heaps[b]));
    order
}

fn letter(outcome: grundy_solver::Outcome) -> Outcome {
    match outcome {
        grundy_solver::Outcome::N => Outcome::N,
        grundy_solver::Outcome::P => Outcome::P,
        grundy_solver::Outcome::D => Outcome::D,
    }
}

/// The heaps to discard, numbered as in the input.
fn discarded(position: &Position, discard: &Discard, order: &[usize]) -> Discarded {
    let components = position.components();
    let first = |component: usize| components[..component].iter().map(|c| c.heaps().len()).sum::<usize>();
    let place = |component: usize, heap: usize| {
        let place = first(component) + heap;
        order.get(place).copied().unwrap_or(place)
    };
    let mut left = Vec::new();
    for (index, component) in components.iter().enumerate() {
        let start = first(index);
        for (heap, size) in component.heaps().iter().enumerate() {
            if discard.heaps.binary_search(&(index, heap)).is_err() {
                left.push((order.get(start + heap).copied().unwrap_or(start + heap), size.clone()));
            }
        }
    }
    left.sort_unstable();
    let mut heaps: Vec<usize> = discard.heaps.iter().map(|&(index, heap)| place(index, heap)).collect();
    heaps.sort_unstable();
    let left = left.into_iter().map(|(_, size)| size).collect();
    Discarded { heaps, stones: discard.stones(position), left }
}

/// A turn with heaps numbered as in the input, with the position after it if `results`.
fn move_of(position: &Position, turn: &Turn, order: &[usize], results: bool) -> Move {
    let mut touched = Vec::new();
    let mut to = Vec::new();
    let mut first = 0;
    for (leaf, component) in position.components().iter().enumerate() {
        let place = |heap: usize| order.get(first + heap).copied().unwrap_or(first + heap);
        let played = turn.iter().find(|(at, _)| *at == leaf).map(|(_, played)| played);
        if let Some(played) = played {
            touched.extend(
                touches(component.heaps(), played).into_iter().map(|t| Touch { heap: place(t.heap), ..t }),
            );
            if results {
                to.extend(items(&component.game, &component.after(played).heaps));
            }
        } else if results {
            to.extend(items(&component.game, component.heaps()));
        }
        first += component.heaps().len();
    }
    touched.sort_by_key(|touch| touch.heap);
    let replaces = turn.iter().any(|(_, played)| matches!(played, Played::Go(_) | Played::Become(_)));
    Move { touched, replaces, rank: 0, to }
}

/// The members of a position as its game writes them.
fn items(game: &Game, heaps: &[UBig]) -> Vec<Item> {
    fn item(json: &Json) -> Item {
        match json {
            Json::Array(list) => Item::List(list.iter().map(item).collect()),
            Json::Number(n) => Item::Number(n.as_i64().unwrap_or_default().into()),
            // A name, or a number beyond those that every reader of JSON takes exactly.
            name => {
                let name = name.as_str().unwrap_or_default();
                match name.parse::<IBig>() {
                    Ok(n) if n.to_string() == name => Item::Number(n),
                    _ => Item::Name(name.to_owned()),
                }
            }
        }
    }
    match game {
        Game::Own(own) => own.json(heaps).as_array().into_iter().flatten().map(item).collect(),
        Game::Heaps(_) | Game::Board(_) => heaps.iter().cloned().map(Item::from).collect(),
    }
}

fn touches(heaps: &[UBig], played: &Played) -> Vec<Touch> {
    match played {
        Played::Take { discarded, touched } => {
            let gone =
                discarded.iter().map(|&heap| Touch { heap, amount: heaps[heap].clone(), left: vec![] });
            let kept =
                touched.iter().map(|t| Touch { heap: t.heap, amount: t.taken.clone(), left: t.left.clone() });
            gone.chain(kept).collect()
        }
        Played::Step { from, stones, .. } => {
            vec![Touch { heap: *from, amount: stones.clone(), left: vec![&heaps[*from] - stones] }]
        }
        // Nothing is taken, and more is left than there was.
        Played::Put { heap, stones } => {
            vec![Touch { heap: *heap, amount: UBig::ZERO, left: vec![&heaps[*heap] + stones] }]
        }
        Played::Add(k) => vec![Touch { heap: 0, amount: k.clone(), left: vec![&heaps[0] + k] }],
        // A script, a graph or a board has no heaps to take from; its results are complete.
        Played::Go(_) | Played::Become(_) => vec![],
        Played::Multiply(k) => vec![Touch { heap: 0, amount: k.clone(), left: vec![&heaps[0] * k] }],
    }
}

pub fn error(error: &grundy_solver::Error) -> SolveError {
    SolveError {
        code: error.code().into(),
        en: error.message().render(Lang::En),
        zh: error.message().render(Lang::Zh),
        limit: error.kind() == grundy_solver::error::ErrorKind::Limit,
    }
}
