//! One move in one component, and the state it leads to.

use dashu_int::{IBig, UBig};

use super::state::{Open, State};
use crate::game::Game;
use crate::number::outside_bytes;
use crate::rules::{Mark, Once, Order, Rules};

/// The effect of a take on one heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touch {
    /// Which heap, counted from 0 in the state's order.
    pub heap: usize,
    /// How many stones are taken.
    pub taken: UBig,
    /// The heaps that remain, without empty ones, smallest first.
    pub left: Vec<UBig>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Stones are taken from heaps, after others were thrown away whole.
    Take {
        /// Heaps thrown away, in order.
        discarded: Vec<usize>,
        /// Heaps taken from or split, in order.
        touched: Vec<Touch>,
    },
    /// Stones move to a lower heap, or leave the game.
    Step {
        /// From which heap.
        from: usize,
        /// To which heap; `None` if the stones leave the game.
        to: Option<usize>,
        /// How many stones.
        stones: UBig,
    },
    /// Stones are put back on a heap.
    Put {
        /// Which heap.
        heap: usize,
        /// How many stones.
        stones: UBig,
    },
    /// In a graph, a script or a game in Rust: the next position.
    Go(Vec<UBig>),
    /// In a race: added to the total.
    Add(UBig),
    /// In a race: the factor the total is multiplied by.
    Multiply(UBig),
    /// On a board: the next position.
    Become(Vec<UBig>),
}

impl Move {
    /// A take from one heap that does not split it.
    pub fn take(heap: usize, taken: UBig, rest: UBig) -> Self {
        let left = if rest == UBig::ZERO { vec![] } else { vec![rest] };
        Self::Take { discarded: vec![], touched: vec![Touch { heap, taken, left }] }
    }

    /// Approximate memory of the move in a list of moves of an answer, including what the answer adds.
    pub fn bytes(&self) -> u64 {
        const MOVE: u64 = 256;
        const NUMBER: u64 = 64;
        let number = |value: &UBig| NUMBER + outside_bytes(value);
        let numbers = |all: &[UBig]| all.iter().map(number).sum::<u64>();
        let all = match self {
            Self::Take { discarded, touched } => {
                let touch = |touch: &Touch| NUMBER + number(&touch.taken) + numbers(&touch.left);
                NUMBER * discarded.len() as u64 + touched.iter().map(touch).sum::<u64>()
            }
            Self::Go(to) | Self::Become(to) => numbers(to),
            Self::Step { stones, .. }
            | Self::Put { stones, .. }
            | Self::Add(stones)
            | Self::Multiply(stones) => number(stones),
        };
        MOVE + all
    }

    /// Number of stones that takes remove from the game; `last` counts them.
    pub fn stones(&self) -> UBig {
        match self {
            Self::Take { touched, .. } => touched.iter().fold(UBig::ZERO, |sum, t| sum + &t.taken),
            Self::Step { stones, .. } | Self::Add(stones) => stones.clone(),
            Self::Put { .. } | Self::Multiply(_) | Self::Go(_) | Self::Become(_) => UBig::ZERO,
        }
    }

    /// By how many stones the player is ahead after the move who was not before: scores count what is taken, without
    /// what is put back.
    pub fn gain(&self) -> IBig {
        match self {
            Self::Put { stones, .. } => -IBig::from(stones.clone()),
            taken => taken.stones().into(),
        }
    }

    /// The move that changes nothing but whose turn it is.
    pub fn pass() -> Self {
        Self::Take { discarded: vec![], touched: vec![] }
    }

    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        matches!(self, Self::Take { discarded, touched } if discarded.is_empty() && touched.is_empty())
    }

    /// Whether it splits, discards, shifts or remakes heaps, so that it is more than numbers taken from heaps.
    pub fn is_rearranging(&self) -> bool {
        match self {
            Self::Take { discarded, touched } => {
                !discarded.is_empty() || touched.iter().any(|t| t.left.len() > 1 || t.taken == UBig::ZERO)
            }
            Self::Step { .. } | Self::Put { .. } | Self::Go(_) | Self::Become(_) => true,
            Self::Add(_) | Self::Multiply(_) => false,
        }
    }
}

/// By how many stones a turn puts the player ahead, see [`Move::gain`].
pub fn gain_of(turn: &[(usize, Move)]) -> IBig {
    turn.iter().map(|(_, played)| played.gain()).sum()
}

impl State {
    /// The canonical state after a move; the move must be a move of this state.
    #[must_use]
    pub fn after(&self, game: &Game, played: &Move) -> Self {
        self.after_as_written(game, played).canonical(game)
    }

    fn after_as_written(&self, game: &Game, played: &Move) -> Self {
        let mut next = self.clone();
        next.past.lead = -std::mem::take(&mut next.past.lead);
        // After a move another part is next.
        next.past.next = false;
        match played {
            Move::Take { discarded, touched } => {
                let marks = game.rules().and_then(|rules| rules.settings().marks);
                if marks == Some(Mark::Touched) && !touched.is_empty() {
                    next.past.marked.clear();
                }
                for &heap in discarded {
                    next.heaps[heap] = UBig::ZERO;
                }
                let mut extra = Vec::new();
                for touch in touched {
                    next.heaps[touch.heap] = touch.left.first().cloned().unwrap_or(UBig::ZERO);
                    let parts_from = next.heaps.len() + extra.len();
                    extra.extend(touch.left.iter().skip(1).cloned());
                    let Some(rules) = game.rules() else { continue };
                    next.remember_used(rules, touch.heap, &touch.taken);
                    if rules.settings().once == Some(Once::Heap) {
                        let used = next.past.used.clone();
                        let of_heap = used.into_iter().filter(|(heap, _)| *heap == Some(touch.heap));
                        let parts = parts_from..next.heaps.len() + extra.len();
                        next.past.used.extend(
                            of_heap.flat_map(|(_, k)| parts.clone().map(move |part| (Some(part), k.clone()))),
                        );
                    }
                    next.remember_order(rules, touch, &self.heaps[touch.heap]);
                    if let Some(mark) = rules.settings().marks {
                        let parts = (1..touch.left.len()).map(|i| next.heaps.len() + i - 1);
                        next.past.marked.extend(parts.chain([touch.heap]).map(|heap| (heap, mark)));
                    }
                }
                next.heaps.extend(extra);
            }
            Move::Step { from, to, stones } => {
                next.heaps[*from] -= stones;
                if let Some(to) = to {
                    next.heaps[*to] += stones;
                }
            }
            Move::Put { heap, stones } => {
                next.heaps[*heap] += stones;
                next.past.put += UBig::ONE;
            }
            Move::Go(to) => next.heaps.clone_from(to),
            Move::Add(amount) => {
                next.heaps[0] += amount;
                game.rules().into_iter().for_each(|rules| next.remember_used(rules, 0, amount));
            }
            Move::Multiply(factor) => next.heaps[0] *= factor,
            Move::Become(board) => next.heaps.clone_from(board),
        }
        let stones = played.stones();
        if game.is_scoring() {
            next.past.lead -= played.gain();
        }
        if game.rules().is_some_and(Rules::remembers_last) && stones > UBig::ZERO {
            next.past.last = Some(stones);
        }
        if let Some(rules) = game.rules() {
            next.past.seat = (self.past.seat + 1) % rules.settings().seats.len().max(1);
        }
        if played.is_pass() {
            next.past.passed += UBig::ONE;
        }
        next
    }

    /// Where each amount may be taken once: that this one was taken from this heap.
    fn remember_used(&mut self, rules: &Rules, heap: usize, taken: &UBig) {
        if let Some(once) = rules.settings().once.filter(|_| *taken > UBig::ZERO) {
            self.past.used.insert(((once == Once::Heap).then_some(heap), taken.clone()));
        }
    }

    fn remember_order(&mut self, rules: &Rules, touch: &Touch, size: &UBig) {
        let Some(order) = rules.settings().order else { return };
        let from = self.past.open.take().map_or_else(|| size.clone(), |open| open.from);
        if !touch.left.is_empty() {
            self.past.open = Some(Open { heap: touch.heap, from });
        } else if order == Order::Descending {
            self.past.closed = Some(from);
        }
    }
}
