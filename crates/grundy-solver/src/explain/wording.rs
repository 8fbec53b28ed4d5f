//! Moves in words: `take 5 from the heap of 8`.

use dashu_int::UBig;

use grundy_core::answer::{Change, Doing, HeapChange, Played, WinningMove};
use grundy_core::game::Game;
use grundy_core::number::brief;
use grundy_core::position::{Component, Position};
use grundy_core::text::Message;

/// Most numbers of one move written out in a sentence.
const MAX_SHOWN: usize = 12;

/// A move in words, its result included.
pub fn move_in_words(position: &Position, played: &WinningMove) -> Message {
    all_of(played.played.len(), played.played.iter().map(|p| part_in_words(position, p)))
}

/// Joins simultaneous actions; of very many, the first ones and the number of the others.
fn all_of(count: usize, words: impl Iterator<Item = Message>) -> Message {
    let and = |first, second| Message::new("move.and").with("first", first).with("second", second);
    let shown = words.take(MAX_SHOWN).reduce(and).unwrap_or_else(|| Message::new("move.none"));
    match count.saturating_sub(MAX_SHOWN) {
        0 => shown,
        more => and(shown, Message::new("move.more").with("count", more)),
    }
}

/// The remaining heaps, in words.
pub fn result_in_words(position: &Position, played: &Played) -> Message {
    let component = position.components().get(played.component);
    let numbers = match component.map(|c| &*c.game) {
        Some(Game::Own(own)) => own.shown(&played.to),
        _ => shortened(&played.to),
    };
    let state = if played.state.is_start() { String::new() } else { format!("; {}", played.state) };
    let to = format!("[{numbers}{state}]");
    match component {
        Some(component) if position.components().len() > 1 => {
            let name = &*component.spelled;
            let namesakes = position.components().iter().filter(|other| *other.spelled == *name);
            if namesakes.take(2).count() < 2 {
                return Message::new("move.result-in").with("to", to).with("game", name);
            }
            let number = played.component + 1;
            Message::new("move.result-in-one").with("to", to).with("game", name).with("number", number)
        }
        _ => Message::new("move.result").with("to", to),
    }
}

fn part_in_words(position: &Position, played: &Played) -> Message {
    let component = position.components().get(played.component);
    let heaps = component.map(Component::heaps).unwrap_or_default();
    if let Some(Game::Own(own)) = component.map(|c| &*c.game) {
        let result = result_in_words(position, played);
        return match &played.doing {
            Doing::Changes(changes) if heaps.len() == 1 || changes.len() != 1 => {
                Message::new("move.go").with("result", result)
            }
            Doing::Changes(changes) => {
                let what = Message::new("move.token")
                    .with("from", own.shown(std::slice::from_ref(&changes[0].from)))
                    .with("to", own.shown(&changes[0].to));
                Message::new("move.to").with("what", what).with("result", result)
            }
            _ => Message::new("move.go").with("result", result),
        };
    }
    let what = match &played.doing {
        Doing::Pass => Message::new("move.pass"),
        Doing::Add(k) => Message::new("move.add").with("k", k),
        Doing::Multiply(k) => Message::new("move.multiply").with("k", k),
        Doing::Changes(changes) => changes_in_words(changes),
        Doing::Become => match component.and_then(|component| component.game.board()) {
            Some(board) => board.move_in_words(heaps, &played.to),
            None => Message::new("move.none"),
        },
        Doing::Go => Message::new("move.none"),
        Doing::Take(take) => {
            let taken: Vec<(usize, &UBig)> =
                take.iter().enumerate().filter(|(_, k)| **k > UBig::ZERO).collect();
            match taken[..] {
                [(heap, k)] => Message::new("move.take").with("k", k).with("heap", &heaps[heap]),
                [(_, k), ref rest @ ..] if rest.iter().all(|(_, other)| *other == k) => {
                    let from: Vec<UBig> = taken.iter().map(|(heap, _)| heaps[*heap].clone()).collect();
                    Message::new("move.take-same").with("k", k).with("heaps", shortened(&from))
                }
                _ => {
                    let words = taken
                        .iter()
                        .map(|(heap, k)| Message::new("move.take").with("k", *k).with("heap", &heaps[*heap]));
                    all_of(taken.len(), words)
                }
            }
        }
    };
    let is_race = matches!(played.doing, Doing::Add(_) | Doing::Multiply(_));
    let left = if is_race { "move.making" } else { "move.to" };
    Message::new(left).with("what", what).with("result", result_in_words(position, played))
}

fn changes_in_words(changes: &[HeapChange]) -> Message {
    if changes.iter().all(|change| change.how == Change::Merge)
        && let Some(whole) = changes.iter().find_map(|change| change.to.first())
    {
        let heaps: Vec<UBig> = changes.iter().map(|change| change.from.clone()).collect();
        return Message::new("move.merge").with("heaps", shortened(&heaps)).with("whole", whole);
    }
    if let Some(shift) = shift_in_words(changes) {
        return shift;
    }
    // Discarded heaps first, as in the rules.
    let (gone, kept): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.how == Change::Discard);
    let words = gone.into_iter().chain(kept).map(|change| match &change.how {
        Change::Discard => Message::new("move.discard").with("heap", &change.from),
        Change::Take(k) => Message::new("move.take").with("k", k).with("heap", &change.from),
        Change::Put(k) => Message::new("move.put").with("k", k).with("heap", &change.from),
        Change::Open => Message::new("move.open").with("heap", &change.from),
        Change::Split => {
            Message::new("move.split").with("heap", &change.from).with("parts", shortened(&change.to))
        }
        Change::Become | Change::Merge if change.to.is_empty() => {
            Message::new("move.become-nothing").with("heap", &change.from)
        }
        Change::Become | Change::Merge => {
            Message::new("move.become").with("heap", &change.from).with("parts", shortened(&change.to))
        }
        Change::Step => Message::new("move.change")
            .with("number", change.heap)
            .with("from", &change.from)
            .with("to", shortened(&change.to)),
    });
    all_of(changes.len(), words)
}

/// Stones that move from one heap to another, or from the lowest one out of the game.
fn shift_in_words(changes: &[HeapChange]) -> Option<Message> {
    let size = |change: &HeapChange| match &change.to[..] {
        [] => Some(UBig::ZERO),
        [one] => Some(one.clone()),
        _ => None,
    };
    let sizes: Option<Vec<UBig>> = changes.iter().map(size).collect();
    let is_step = changes.iter().all(|change| change.how == Change::Step);
    let sizes = sizes.filter(|_| is_step)?;
    let loses = changes.iter().zip(&sizes).position(|(change, after)| *after < change.from)?;
    let k = &changes[loses].from - &sizes[loses];
    let words = |id| Message::new(id).with("k", &k).with("number", changes[loses].heap);
    match changes.len() {
        1 => Some(words("move.shift-out")),
        2 => {
            let gains = 1 - loses;
            (sizes[gains] == &changes[gains].from + &k)
                .then(|| words("move.shift").with("other", changes[gains].heap))
        }
        _ => None,
    }
}

fn shortened(numbers: &[UBig]) -> String {
    let mut shown: Vec<String> = numbers.iter().take(MAX_SHOWN).map(brief).collect();
    if numbers.len() > MAX_SHOWN {
        shown.push("...".into());
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use grundy_core::notation::parse_position;
    use grundy_core::text::Lang;

    use super::*;

    /// Both heaps are gone afterwards, but only one was discarded.
    #[test]
    fn a_heap_taken_whole_is_not_thrown_away() {
        let position = parse_position("discard 1 heap then take 4[4, 5]").unwrap();
        let answer = Solver::default().solve(&position).unwrap();
        let words: Vec<Message> = answer.moves.iter().map(|m| move_in_words(&position, m)).collect();
        let rendered = |lang| words.iter().map(|words| words.render(lang)).collect::<Vec<String>>();
        assert_eq!(
            rendered(Lang::En),
            [
                "discard the heap of 5, and take 4 from the heap of 4, leaving []",
                "discard the heap of 4, and take 4 from the heap of 5, leaving [1]",
            ],
        );
        assert_eq!(
            rendered(Lang::Zh),
            [
                "丢掉 5 枚的堆，并且从 4 枚的堆取 4 枚，留下 []",
                "丢掉 4 枚的堆，并且从 5 枚的堆取 4 枚，留下 [1]",
            ],
        );
    }

    #[test]
    fn stones_that_move_are_told_from_where_to_where() {
        for (position, en, zh) in [
            (
                "nimble[0, 0, 1]",
                "move 1 from heap 3 to heap 1, leaving [1, 0, 0]",
                "从第 3 堆移 1 枚到第 1 堆，留下 [1, 0, 0]",
            ),
            (
                "staircase[2, 0]",
                "move 2 from heap 1 out of the game, leaving [0, 0]",
                "从第 1 堆移出 2 枚，留下 [0, 0]",
            ),
        ] {
            let position = parse_position(position).unwrap();
            let answer = Solver::default().solve(&position).unwrap();
            let words = move_in_words(&position, &answer.moves[0]);
            assert_eq!((&*words.render(Lang::En), &*words.render(Lang::Zh)), (en, zh));
        }
    }
}
