//! The names of a template besides those of the input: the words of an answer, and the parts of a move.

use std::sync::Arc;

use dashu_int::UBig;

use crate::number::Num;
use crate::order::{Answer, Placed};
use crate::solve::{Discarded, Item, Outcome, WordMoves};
use crate::value::Val;

/// A word that a template may use besides the names of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Case,
    Outcome,
    Value,
    Margin,
    /// The number of moves to the end.
    Remoteness,
    Count,
    Moves,
    First,
    /// The heaps to discard.
    Discard,
    Answers,
    /// A part of the move that the template is about.
    This(Part),
}

/// A part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    To,
    Take,
    Heap,
    Amount,
    Left,
    /// The stones that it takes in all.
    Stones,
}

impl Part {
    const ALL: [(&'static str, Self); 6] = [
        ("amount", Self::Amount),
        ("heap", Self::Heap),
        ("left", Self::Left),
        ("stones", Self::Stones),
        ("take", Self::Take),
        ("to", Self::To),
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, part)| *part)
    }
}

/// The words of the templates of an answer.
pub const ANSWER: &[(&str, Word)] = &[
    ("case", Word::Case),
    ("outcome", Word::Outcome),
    ("value", Word::Value),
    ("margin", Word::Margin),
    ("count", Word::Count),
    ("moves", Word::Moves),
    ("first", Word::First),
    ("discard", Word::Discard),
    ("remoteness", Word::Remoteness),
];
/// The words of the template of one move.
pub const MOVE: &[(&str, Word)] = &[
    ANSWER[0],
    ANSWER[1],
    ANSWER[2],
    ANSWER[3],
    ANSWER[4],
    ANSWER[5],
    ANSWER[6],
    ANSWER[7],
    ANSWER[8],
    ("to", Word::This(Part::To)),
    ("take", Word::This(Part::Take)),
    ("heap", Word::This(Part::Heap)),
    ("amount", Word::This(Part::Amount)),
    ("left", Word::This(Part::Left)),
    ("stones", Word::This(Part::Stones)),
];
/// The words of the template around a group's answers.
pub const EACH: &[(&str, Word)] = &[("case", Word::Case), ("answers", Word::Answers)];

/// The data of a template that is being written.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    pub slots: &'a [Val],
    pub case: u64,
    pub outcome: Option<Outcome>,
    pub answer: Option<&'a Answer>,
    pub word_moves: Option<&'a WordMoves>,
    /// The index of the move that the template is about.
    pub this: usize,
    pub answers: Option<&'a str>,
}

impl<'a> Facts<'a> {
    /// The data before there is an answer.
    pub fn new(slots: &'a [Val], case: u64) -> Self {
        Self { slots, case, outcome: None, answer: None, word_moves: None, this: 0, answers: None }
    }

    pub fn word(&self, word: Word) -> Val {
        let moves = || self.answer.map_or(&[][..], |answer| &answer.moves);
        let found = match word {
            Word::Case => Some(natural(&self.case.into())),
            Word::Outcome => self.outcome.map(|outcome| Val::from(outcome.letter())),
            Word::Value => self.answer.and_then(|answer| answer.value.as_ref()).map(natural),
            Word::Margin => self.answer.and_then(|answer| answer.margin.clone()).map(|n| Val::Int(n.into())),
            Word::Remoteness => self.answer.and_then(|answer| answer.remoteness.as_ref()).map(natural),
            Word::Count => match (self.answer, self.word_moves) {
                (Some(answer), _) => Some(natural(&answer.count)),
                (None, moves) => moves.map(|moves| Val::from(moves.count)),
            },
            Word::Moves => Some(Val::List(Arc::new(moves().iter().map(whole_move).collect()))),
            Word::First => moves().first().map(whole_move),
            Word::Discard => self.answer.and_then(|answer| answer.discard.as_ref()).map(discarded),
            Word::Answers => self.answers.map(Val::from),
            Word::This(part) => Some(self.part(self.this, part)),
        };
        found.unwrap_or_default()
    }

    /// The index of the first move if `first`, else of the current move.
    #[inline]
    pub fn index(&self, first: bool) -> usize {
        if first { 0 } else { self.this }
    }

    /// The index of a move counted from the first, or from the last if `at` is negative.
    pub fn nth(&self, at: i64) -> Option<usize> {
        let count = match (self.word_moves, self.answer) {
            (Some(moves), _) => moves.list.len(),
            (None, answer) => answer.map_or(0, |answer| answer.moves.len()),
        };
        let from_end = || at.checked_add_unsigned(count as u64).and_then(|at| usize::try_from(at).ok());
        usize::try_from(at).ok().or_else(from_end)
    }

    /// A move with all its parts.
    pub fn whole(&self, index: usize) -> Val {
        self.answer.and_then(|answer| answer.moves.get(index)).map(whole_move).unwrap_or_default()
    }

    /// A part of the move with this index.
    pub fn part(&self, index: usize, part: Part) -> Val {
        let found = match (self.word_moves, self.answer) {
            (Some(moves), _) => moves.list.get(index).and_then(|m| {
                Some(match part {
                    Part::To => {
                        Val::List(Arc::new(moves.to(m).iter().map(|n| natural(&(*n).into())).collect()))
                    }
                    Part::Take => return None,
                    Part::Heap => Val::from(m.heap + 1),
                    // A move on several heaps has only the first of them here.
                    Part::Stones if m.several => return None,
                    Part::Amount | Part::Stones => natural(&m.amount.into()),
                    Part::Left => natural(&m.left.into()),
                })
            }),
            (None, Some(answer)) => answer.moves.get(index).and_then(|m| part_of(m, part)),
            (None, None) => None,
        };
        found.unwrap_or_default()
    }

    /// A number of a move on machine words, as in [`Self::part`].
    #[inline]
    pub fn word_of(&self, index: usize, part: Part) -> Option<i64> {
        let m = self.word_moves?.list.get(index)?;
        match part {
            Part::Heap => i64::try_from(m.heap + 1).ok(),
            Part::Amount => i64::try_from(m.amount).ok(),
            Part::Stones if !m.several => i64::try_from(m.amount).ok(),
            Part::Left => i64::try_from(m.left).ok(),
            Part::To | Part::Take | Part::Stones => None,
        }
    }

    /// The heaps after a move on machine words.
    #[inline]
    pub fn left(&self, index: usize) -> Option<&[u64]> {
        let moves = self.word_moves?;
        Some(moves.to(moves.list.get(index)?))
    }
}

fn natural(n: &UBig) -> Val {
    Val::Int(i64::try_from(n).map_or_else(|_| Num::Big(n.clone().into()), Num::Small))
}

fn items(items: &[Item]) -> Val {
    let item = |item: &Item| match item {
        Item::Number(n) => Val::Int(n.clone().into()),
        Item::Name(name) => Val::from(name.as_str()),
        Item::List(inner) => self::items(inner),
    };
    Val::List(Arc::new(items.iter().map(item).collect()))
}

fn part_of(m: &Placed, part: Part) -> Option<Val> {
    let list = |numbers: &[UBig]| Val::List(Arc::new(numbers.iter().map(natural).collect()));
    let first = m.first.as_ref();
    Some(match part {
        Part::To => items(&m.to),
        Part::Take | Part::Stones if m.replaces => return None,
        Part::Stones => natural(&m.stones()),
        Part::Take => list(&m.take()),
        Part::Heap => Val::from(first?.0 + 1),
        Part::Amount => natural(&first?.1),
        Part::Left => match first?.2.as_slice() {
            [] => Val::ZERO,
            [left] => natural(left),
            parts => list(parts),
        },
    })
}

fn discarded(discard: &Discarded) -> Val {
    let numbers = |list: &[usize]| Val::List(Arc::new(list.iter().map(|heap| Val::from(heap + 1)).collect()));
    let left = Val::List(Arc::new(discard.left.iter().map(natural).collect()));
    Val::Map(Arc::new(vec![
        (Val::from("count"), Val::from(discard.heaps.len())),
        (Val::from("heaps"), numbers(&discard.heaps)),
        (Val::from("left"), left),
        (Val::from("stones"), natural(&discard.stones)),
    ]))
}

fn whole_move(m: &Placed) -> Val {
    let part = |(name, part): &(&str, Part)| Some((Val::from(*name), part_of(m, *part)?));
    Val::Map(Arc::new(Part::ALL.iter().filter_map(part).collect()))
}
