//! The search itself: an explicit stack over numbered positions, or a sweep over a whole table.

mod tables;

use std::sync::Arc;

use grundy_core::error::Error;
use grundy_core::game::Game;
use grundy_core::limits::{Budget, readable_bytes};
use grundy_core::position::Position;

use self::tables::Ceiling;
use super::bounds::Bounds;
use super::halt::{Flow, Halt, enough, rules_of};
use super::keys::Keys;
use super::summary::{Marks, Summary};
use super::table::{self, Table};
use super::turns::Joined;
use super::verdicts::{Asked, Verdict, Verdicts};
use super::walk::Room;
use super::words::Words;

/// Tables of at most this many bytes are built without checking how many of their positions are reachable.
const SMALL_TABLE: u64 = 1 << 22;
/// If all positions would take this many times the available memory ...
const HOPELESS: u128 = 4;
/// ... and examining this many options has decided nothing, the search is given up.
const LOOKS: u64 = 1 << 21;
/// Sums of heaps under misère play with more positions than this ...
const MISERE_POSITIONS: u128 = 1 << 26;
/// ... are given up after this many options, since theirs may have very many heaps.
const MISERE_LOOKS: u64 = 1 << 21;

/// Why a search that a first attempt does not decide is given up.
#[derive(Clone, Copy, Debug)]
enum Hopeless {
    /// All positions need this many bytes, far more than available.
    Memory(u128),
    /// There are too many positions.
    Positions,
}

#[derive(Debug)]
enum Index {
    Table(Table),
    Keys(Keys),
}

/// Everything known about the positions of one game.
#[derive(Debug)]
pub(super) struct Engine {
    joined: Joined,
    games: Vec<Arc<Game>>,
    bounds: Vec<Bounds>,
    index: Index,
    verdicts: Verdicts,
    asked: Asked,
    misere: bool,
    longest: u64,
    solved: usize,
    /// Number of rows at the beginning of the table of which every position is solved.
    filled: usize,
    hopeless: Option<Hopeless>,
    looks: u64,
    work: Work,
}

/// Working memory of one search, kept for the next.
#[derive(Debug, Default)]
struct Work {
    room: Room,
    now: Vec<Words>,
    next: Vec<Words>,
    stack: Vec<Frame>,
    /// The options of the positions on the stack, one after the other.
    options: Vec<usize>,
    /// The stones taken to reach each option; only in scoring games.
    stones: Vec<i32>,
    seen: Marks,
}

#[derive(Debug)]
struct Frame {
    position: usize,
    start: usize,
    next: usize,
}

impl Engine {
    /// An engine for a position and everything that can follow it.
    pub(super) fn new(position: &Position, asked: Asked, again: bool, budget: &Budget) -> Flow<Self> {
        let words = words_of(position)?;
        let exact = Bounds::of(position, &words)?;
        let too_many = position.is_misere()
            && position.components().iter().all(|component| component.game.is_heapwise())
            && table::about_sums(&exact) > MISERE_POSITIONS;
        let roomy: Vec<Bounds> = exact.iter().map(Bounds::roomier).collect();
        let place = |bounds: &[Bounds]| {
            let longest = longest(bounds);
            table::size(bounds).map(|size| size.saturating_mul(super::verdicts::width(asked, longest)))
        };
        // Room for larger positions costs little while tables are small; a game of an earlier question will
        // be asked about again.
        let small = place(&roomy).is_some_and(|bytes| bytes <= SMALL_TABLE);
        let again = again && place(&roomy).is_none_or(|bytes| bytes <= budget.limits().memory / 4);
        let bounds = if small || again { roomy } else { exact };
        let most: Vec<u64> = bounds.iter().map(|bounds| bounds.most).collect();
        let joined = Joined::new(position, &most, budget)?;
        let longest = longest(&bounds);
        let misere = position.is_misere();
        let mut engine = Self {
            games: position.components().iter().map(|c| c.game.clone()).collect(),
            index: Index::Keys(Keys::new(&bounds)),
            verdicts: Verdicts::list(asked, misere, longest),
            joined,
            bounds,
            asked,
            misere,
            longest,
            solved: 0,
            filled: 0,
            hopeless: None,
            looks: 0,
            work: Work::default(),
        };
        engine.hopeless = engine.hopeless(too_many, budget);
        engine.work.now = vec![Words::default(); engine.games.len()];
        if small {
            engine.lay_table(budget)?;
        }
        Ok(engine)
    }

    /// Why all positions are out of reach, if they are; `None` with a time limit, which then ends the search.
    fn hopeless(&self, too_many: bool, budget: &Budget) -> Option<Hopeless> {
        let limits = budget.limits();
        if limits.time.is_some() {
            return None;
        }
        let width = u128::from(super::verdicts::width(self.asked, self.longest));
        let bytes = table::about(&self.bounds).map(|count| count.saturating_mul(width));
        let bytes = bytes.filter(|bytes| bytes / HOPELESS > u128::from(limits.memory));
        bytes.map(Hopeless::Memory).or(too_many.then_some(Hopeless::Positions))
    }

    /// Whether it can answer for this position.
    pub(super) fn holds(&self, position: &Position, asked: Asked) -> bool {
        if !self.is_alike(position) || !self.answers(asked) {
            return false;
        }
        let Ok(bounds) = words_of(position).and_then(|words| Bounds::of(position, &words)) else {
            return false;
        };
        self.bounds.iter().zip(&bounds).all(|(ours, theirs)| ours.hold(theirs))
    }

    /// Whether it is for the same game, if perhaps for smaller positions.
    pub(super) fn is_alike(&self, position: &Position) -> bool {
        position.is_misere() == self.misere
            && position.components().iter().map(|c| &c.game).eq(&self.games)
            && self.joined.has_shape(position.tree())
    }

    fn answers(&self, asked: Asked) -> bool {
        self.asked == asked || (asked == Asked::Outcome && self.asked == Asked::Everything)
    }

    /// Reserved memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.verdicts.bytes()
            + match &self.index {
                Index::Table(_) => table::lookup_bytes(&self.bounds),
                Index::Keys(keys) => keys.bytes(),
            }
    }

    /// Number of positions with a verdict.
    pub(super) fn solved(&self) -> usize {
        self.solved
    }

    /// Whether all positions with a verdict are those at the start of a table, reachable or not.
    pub(super) fn is_filled(&self) -> bool {
        self.filled > 0 && self.has_lines()
    }

    /// The verdict on a position that the engine holds.
    pub(super) fn verdict(&mut self, position: &Position, budget: &Budget) -> Flow<Verdict> {
        let words = words_of(position)?;
        if let Some(verdict) = self.known(&words, budget)? {
            return Ok(verdict);
        }
        if self.verdicts.are_rows() {
            self.fill(&words, budget)?;
            return self.known(&words, budget)?.ok_or(Halt::Unfit);
        }
        self.choose_table(&words, budget)?;
        let root = self.number(&words, budget)?;
        match self.search(root, budget) {
            Err(Halt::Enough) => self.move_to_table(&words, budget)?,
            other => other?,
        }
        self.known(&words, budget)?.ok_or(Halt::Unfit)
    }

    fn known(&mut self, words: &[Words], budget: &Budget) -> Flow<Option<Verdict>> {
        let number = self.number(words, budget)?;
        Ok(self.verdicts.get(number))
    }

    fn number(&mut self, words: &[Words], budget: &Budget) -> Flow<usize> {
        number(&mut self.index, &mut self.verdicts, words, budget)
    }

    /// Finds the verdict of a position. Ends with `Enough` if a table would be better.
    fn search(&mut self, root: usize, budget: &Budget) -> Flow {
        let ceiling = self.ceiling(root, budget);
        self.work.stack.clear();
        self.work.options.clear();
        self.work.stones.clear();
        self.looks = 0;
        let mut reserved = 0;
        let result = self.search_from(root, ceiling, &mut reserved, budget);
        budget.release(reserved);
        result
    }

    fn search_from(&mut self, root: usize, ceiling: Ceiling, reserved: &mut u64, budget: &Budget) -> Flow {
        self.open(root, reserved, budget)?;
        while let Some(frame) = self.work.stack.last_mut() {
            if let Some(&option) = self.work.options.get(frame.next) {
                frame.next += 1;
                let quick = self.asked == Asked::Outcome;
                match self.verdicts.get(option) {
                    None => {
                        // Examined again when it is known: it may decide the outcome.
                        if quick {
                            frame.next -= 1;
                        }
                        self.open(option, reserved, budget)?;
                    }
                    Some(verdict) if quick && !verdict.wins => self.close(true),
                    Some(_) => {}
                }
                let found = match &self.index {
                    Index::Keys(keys) => keys.len(),
                    Index::Table(_) => self.solved,
                };
                if ceiling.is_below(found, self.looks) {
                    return Err(Halt::Enough);
                }
                continue;
            }
            self.close(false);
        }
        Ok(())
    }

    /// Pushes a position with its options; settles it at once if one of them, known to be lost, decides the
    /// outcome.
    fn open(&mut self, position: usize, reserved: &mut u64, budget: &Budget) -> Flow {
        let Self { joined, index, verdicts, asked, work, hopeless, looks, .. } = self;
        let Work { room, now, next, stack, options, stones, .. } = work;
        match index {
            Index::Table(table) => table.load(position as u64, now),
            Index::Keys(keys) => keys.load(position, now),
        }
        let start = options.len();
        let mut seen = 0u64;
        let won = enough(joined.for_each(now, next, room, budget, &mut |option, taken| {
            seen += 1;
            if seen.is_multiple_of(4096) {
                budget.check_time()?;
                refuse(*hopeless, *looks + seen, budget)?;
            }
            let number = number(index, verdicts, option, budget)?;
            if *asked == Asked::Outcome {
                match verdicts.get(number) {
                    Some(verdict) if verdict.wins => return Ok(()),
                    Some(_) => return Err(Halt::Enough),
                    None => {}
                }
            }
            if options.len() == options.capacity() {
                let bytes = (options.capacity().max(1024) * 16) as u64;
                budget.reserve(bytes)?;
                *reserved += bytes;
                options.reserve(options.capacity().max(1024));
            }
            options.push(number);
            if *asked == Asked::Margin {
                stones.push(i32::try_from(taken).map_err(|_| Halt::Unfit)?);
            }
            Ok(())
        }))?;
        *looks += seen;
        if self.solved.is_multiple_of(1024) {
            refuse(*hopeless, *looks, budget)?;
            budget.check_time()?;
            budget.progress(self.solved as u64);
        }
        if *asked == Asked::Outcome && seen == 0 {
            // The end: a player who cannot move loses, or under misère play wins.
            let wins = self.misere;
            verdicts.set(position, Verdict { wins, remoteness: 0, value: 0, margin: 0 });
            self.solved += 1;
            return Ok(());
        }
        if stack.len() == stack.capacity() {
            let bytes = (stack.capacity().max(256) * size_of::<Frame>()) as u64;
            budget.reserve(bytes)?;
            *reserved += bytes;
            stack.reserve(stack.capacity().max(256));
        }
        stack.push(Frame { position, start, next: start });
        if won {
            self.close(true);
        }
        Ok(())
    }

    /// Pops the topmost position and settles it; `won` if that is known.
    fn close(&mut self, won: bool) {
        let Self { verdicts, asked, misere, work, solved, .. } = self;
        let Work { stack, options, stones, seen, .. } = work;
        let Some(Frame { position, start, .. }) = stack.pop() else { return };
        let verdict = if *asked == Asked::Outcome {
            Verdict { wins: won, remoteness: 0, value: 0, margin: 0 }
        } else {
            let mut sum = Summary::new(seen);
            for (place, &option) in options[start..].iter().enumerate() {
                let taken = stones.get(start + place).copied().unwrap_or(0);
                if let Some(verdict) = verdicts.get(option) {
                    sum.add(verdict, taken, *misere);
                }
            }
            sum.verdict(*asked, *misere)
        };
        options.truncate(start);
        stones.truncate(start);
        verdicts.set(position, verdict);
        *solved += 1;
    }
}

/// Ends a search without hope after a first attempt.
fn refuse(hopeless: Option<Hopeless>, looks: u64, budget: &Budget) -> Flow {
    Err(Halt::Failed(match hopeless {
        Some(Hopeless::Memory(bytes)) if looks > LOOKS => Error::limit("error.search-hopeless")
            .with("needed", readable_bytes(bytes))
            .with("limit", readable_bytes(budget.limits().memory)),
        Some(Hopeless::Positions) if looks > MISERE_LOOKS => {
            Error::limit("error.search-too-long").with("looks", MISERE_LOOKS)
        }
        _ => return Ok(()),
    }))
}

/// The number of a position; a new one gets a place for its verdict.
fn number(index: &mut Index, verdicts: &mut Verdicts, words: &[Words], budget: &Budget) -> Flow<usize> {
    match index {
        Index::Table(table) => usize::try_from(table.number(words)).map_err(|_| Halt::Unfit),
        Index::Keys(keys) => {
            let known = keys.len();
            let number = keys.number(words, budget)?;
            if keys.len() > known {
                verdicts.grow(budget)?;
            }
            Ok(number)
        }
    }
}

pub(super) fn words_of(position: &Position) -> Flow<Vec<Words>> {
    position.components().iter().map(|c| Words::new(rules_of(c)?, &c.state)).collect()
}

fn longest(bounds: &[Bounds]) -> u64 {
    bounds.iter().map(|bounds| bounds.longest).fold(0, u64::saturating_add)
}
