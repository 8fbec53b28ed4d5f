//! All options of a component's state, in machine words.
//!
//! Equivalent to [`for_each_move`](grundy_core::position::for_each_move), against which random rules test it:
//! the same set of states, though perhaps with other multiplicities. The inner loops do not allocate.

use grundy_core::limits::Budget;
use grundy_core::rules::words::{WordEnv, WordExpr, WordSet};
use grundy_core::rules::{Likeness, Mark, MoveRule, Order, Rules, Source, Var};

use super::halt::{Flow, Halt, word};
use super::walk::{Room, Walk};
use super::words::{LAST, MOST, PASSES, SEAT, Words};

/// Deepest nesting of choices of heaps and parts; the plain search reports its own limit.
pub(super) const MOST_AT_ONCE: u64 = 64;

/// Twice the number of heaps of a game in which the numbers of heaps matter; longer rows go to the plain search.
pub(super) const MOST_HEAPS: u64 = 1 << 16;

/// A component's rules, compiled for words.
#[derive(Debug)]
pub(super) struct Program {
    moves: Vec<Op>,
    pub(super) order: Option<Order>,
    /// Target, and whether it may be passed.
    pub(super) goal: Option<(u64, bool)>,
    pub(super) marks: Option<Mark>,
    /// The numbers of the seats, if there are any.
    pub(super) seats: Vec<u64>,
    pub(super) sorted: bool,
    pub(super) drops_zeros: bool,
    pub(super) remembers: bool,
}

/// Amounts of later moves and, if it has separate ones, of the first.
#[derive(Debug)]
pub(super) struct Amounts {
    pub(super) later: WordSet,
    pub(super) first: Option<WordSet>,
    /// Whether those of later moves depend on the heaps.
    pub(super) of_heaps: bool,
}

#[derive(Debug)]
pub(super) struct Take {
    pub(super) source: Source,
    pub(super) bound: Option<WordExpr>,
    pub(super) counts: Vec<u32>,
    pub(super) likeness: Likeness,
    pub(super) splits: bool,
    pub(super) amounts: Amounts,
}

#[derive(Debug)]
pub(super) enum Op {
    Take(Take),
    Discard(u64, Take),
    Step(Amounts, bool),
    /// Amounts, and the differences and sums of the numbers of two heaps that allow a move between them.
    Carry(Amounts, [WordSet; 2]),
    Add(Amounts),
    Multiply(Amounts),
}

/// Callback for every option, with the stones that left or moved.
pub(super) type Each<'a> = dyn FnMut(&Words, u64) -> Flow + 'a;

impl Program {
    /// Compiles the rules for heaps and totals of at most `most`.
    pub(super) fn new(rules: &Rules, most: u64, budget: &Budget) -> Flow<Self> {
        let settings = rules.settings();
        // Sets of amounts taken before, and heaps that grow, are left to the plain search.
        if settings.once.is_some() || settings.put_back.is_some() {
            return Err(Halt::Unfit);
        }
        let goal = match &settings.goal {
            Some(goal) => Some((word(&goal.target)?, goal.may_pass)),
            None => None,
        };
        if goal.is_some_and(|(target, _)| target >= MOST) {
            return Err(Halt::Unfit);
        }
        // Passing the goal allows amounts of any size.
        let most = match goal {
            None => most,
            Some((_, true)) => u64::MAX,
            Some((target, false)) => most.max(target),
        };
        let set = |amounts: &grundy_core::rules::Amounts, most: u64| -> Flow<WordSet> {
            WordSet::new(amounts, most, budget)?.ok_or(Halt::Unfit)
        };
        let amounts = |amounts: &grundy_core::rules::Amounts| -> Flow<Amounts> {
            use grundy_core::rules::Amounts as Plain;
            let first = settings.first.as_ref().filter(|_| !amounts.is_zero()).map(|first| {
                let zero = if amounts.has_zero() { Plain::single(0u8.into()) } else { Plain::empty() };
                set(&first.clone().union(zero), most)
            });
            let of_heaps = [Var::N, Var::Min, Var::Max].iter().any(|&heap| amounts.mentions(heap));
            Ok(Amounts { later: set(amounts, most)?, first: first.transpose()?, of_heaps })
        };
        // A move that takes nothing uses `first` only if it depends on the latest take.
        let aside = |plain: &grundy_core::rules::Amounts| -> Flow<Amounts> {
            if plain.mentions(Var::Last) {
                return amounts(plain);
            }
            Ok(Amounts { later: set(plain, most)?, first: None, of_heaps: true })
        };
        let take = |rule: &MoveRule| -> Flow<Take> {
            let MoveRule::Take { source, parts, amounts: plain } = rule else { return Err(Halt::Unfit) };
            let bound = match source {
                Source::Within(_, bound) => Some(WordExpr::new(bound).ok_or(Halt::Unfit)?),
                _ => None,
            };
            if parts.counts.iter().any(|&count| u64::from(count) > MOST_AT_ONCE) {
                return Err(Halt::Unfit);
            }
            Ok(Take {
                source: source.clone(),
                bound,
                counts: parts.counts.iter().copied().collect(),
                likeness: parts.likeness,
                splits: parts.splits(),
                amounts: amounts(plain)?,
            })
        };
        let op = |rule: &MoveRule| -> Flow<Op> {
            Ok(match rule {
                MoveRule::Take { amounts: plain, .. } if goal.is_some() => Op::Add(amounts(plain)?),
                MoveRule::Take { .. } => Op::Take(take(rule)?),
                MoveRule::Discard { heaps, then } => Op::Discard(*heaps, take(then)?),
                MoveRule::Step { amounts, far } => Op::Step(aside(amounts)?, *far),
                MoveRule::Carry { amounts, distance, sum } => {
                    Op::Carry(aside(amounts)?, [set(distance, MOST_HEAPS)?, set(sum, MOST_HEAPS)?])
                }
                MoveRule::Remake(_) => return Err(Halt::Unfit),
                MoveRule::Multiply(factors) => Op::Multiply(aside(factors)?),
            })
        };
        let ordered = rules.is_ordered();
        Ok(Self {
            moves: rules.moves().iter().map(op).collect::<Flow<_>>()?,
            order: settings.order,
            goal,
            marks: settings.marks,
            seats: settings.seats.iter().map(word).collect::<Flow<_>>()?,
            sorted: !ordered && goal.is_none(),
            drops_zeros: !ordered && goal.is_none() && rules.changes_heap_count(),
            remembers: rules.remembers_last(),
        })
    }

    /// Whether lowering any heap by one stone is always a move.
    pub(super) fn lowers_by_one(&self) -> bool {
        let plain = self.order.is_none() && self.goal.is_none() && self.marks.is_none();
        plain
            && self.moves.iter().any(|op| match op {
                Op::Take(take) => {
                    take.source == Source::One
                        && take.counts.starts_with(&[0, 1])
                        && take.amounts.first.is_none()
                        && take.amounts.later.always_has(1)
                }
                _ => false,
            })
    }

    /// The kinds of move, if the latest take is all that is remembered and each takes from one heap, which stays
    /// whole.
    pub(super) fn takes_from_one(&self) -> Option<Vec<&Take>> {
        fn take(op: &Op) -> Option<&Take> {
            match op {
                Op::Take(take)
                    if !take.splits && matches!(take.source, Source::One | Source::Max | Source::Min) =>
                {
                    Some(take)
                }
                _ => None,
            }
        }
        let plain = self.sorted && self.remembers && self.marks.is_none() && self.order.is_none();
        plain.then(|| self.moves.iter().map(take).collect()).flatten()
    }

    /// Whether every move takes stones, and puts none elsewhere.
    pub(super) fn always_takes(&self) -> bool {
        self.goal.is_none() && self.moves.iter().all(|op| matches!(op, Op::Take(take) if !take.splits))
    }

    /// What the rules may depend on.
    pub(super) fn env(&self, state: &Words) -> WordEnv {
        let sizes = || state.heaps.iter().map(|heap| heap >> u32::from(self.marks.is_some()));
        WordEnv {
            n: 0,
            last: state.past[LAST].checked_sub(1),
            min: sizes().min().unwrap_or(0),
            max: sizes().max().unwrap_or(0),
            seat: usize::try_from(state.past[SEAT]).ok().and_then(|seat| self.seats.get(seat)).copied(),
        }
    }

    /// Calls `each` with every option of `state`, while time remains.
    pub(super) fn for_each(
        &self,
        state: &Words,
        room: &mut Room,
        budget: &Budget,
        each: &mut Each<'_>,
    ) -> Flow {
        let env = self.env(state);
        if state.past[PASSES] == 0 {
            return self.moves_of(Walk { program: self, state, env, room, budget, each });
        }
        let mut found = false;
        let mut noting = |words: &Words, stones| {
            found = true;
            each(words, stones)
        };
        self.moves_of(Walk { program: self, state, env, room: &mut *room, budget, each: &mut noting })?;
        if found { Walk { program: self, state, env, room, budget, each }.pass() } else { Ok(()) }
    }

    /// Every move but a pass.
    fn moves_of<'a>(&'a self, mut walk: Walk<'a, '_>) -> Flow {
        self.moves.iter().try_for_each(|op| walk.op(op))?;
        if self.marks == Some(Mark::Open) { walk.opening(0) } else { Ok(()) }
    }
}
