//! The names of a template besides those of the input: the words of an answer, and the parts of a move.

use std::sync::Arc;

use dashu_int::UBig;

use crate::number::Num;
use crate::order::{Answer, Placed};
use crate::solve::{Item, Outcome, WordMoves};
use crate::value::Val;

/// A word that a template may use besides the names of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Case,
    Outcome,
    Value,
    Margin,
    Count,
    Moves,
    First,
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
}

impl Part {
    const ALL: [(&'static str, Self); 5] = [
        ("amount", Self::Amount),
        ("heap", Self::Heap),
        ("left", Self::Left),
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
    ("to", Word::This(Part::To)),
    ("take", Word::This(Part::Take)),
    ("heap", Word::This(Part::Heap)),
    ("amount", Word::This(Part::Amount)),
    ("left", Word::This(Part::Left)),
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
            Word::Count => match (self.answer, self.word_moves) {
                (Some(answer), _) => Some(natural(&answer.count)),
                (None, moves) => moves.map(|moves| Val::from(moves.count)),
            },
            Word::Moves => Some(Val::List(Arc::new(moves().iter().map(whole_move).collect()))),
            Word::First => moves().first().map(whole_move),
            Word::Answers => self.answers.map(Val::from),
            Word::This(part) => Some(self.part(false, part)),
        };
        found.unwrap_or_default()
    }

    /// A part of the first move if `first`, else of the current move.
    pub fn part(&self, first: bool, part: Part) -> Val {
        let index = if first { 0 } else { self.this };
        let found = match (self.word_moves, self.answer) {
            (Some(moves), _) => moves.list.get(index).and_then(|m| {
                Some(match part {
                    Part::To => {
                        Val::List(Arc::new(moves.to(m).iter().map(|n| natural(&(*n).into())).collect()))
                    }
                    Part::Take => return None,
                    Part::Heap => Val::from(m.heap + 1),
                    Part::Amount => natural(&m.amount.into()),
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
    pub fn word_of(&self, first: bool, part: Part) -> Option<i64> {
        let m = self.word_moves?.list.get(if first { 0 } else { self.this })?;
        match part {
            Part::Heap => i64::try_from(m.heap + 1).ok(),
            Part::Amount => i64::try_from(m.amount).ok(),
            Part::Left => i64::try_from(m.left).ok(),
            Part::To | Part::Take => None,
        }
    }

    /// The heaps after a move on machine words.
    #[inline]
    pub fn left(&self, first: bool) -> Option<&[u64]> {
        let moves = self.word_moves?;
        Some(moves.to(moves.list.get(if first { 0 } else { self.this })?))
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
        Part::Take if m.replaces => return None,
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

fn whole_move(m: &Placed) -> Val {
    let part = |(name, part): &(&str, Part)| Some((Val::from(*name), part_of(m, *part)?));
    Val::Map(Arc::new(Part::ALL.iter().filter_map(part).collect()))
}
