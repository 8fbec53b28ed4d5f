//! Parses what a player types: the remaining heaps, or what is done to them.

use dashu_int::UBig;

use grundy_core::notation;
use grundy_core::position::Move;
use grundy_core::text::Message;

/// The part of a typed move in one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Takes `stones` from heaps of these sizes; without sizes, from the only heap.
    Take { stones: UBig, from: Vec<UBig> },
    /// Replaces a heap of this size by `parts`.
    Into { heap: UBig, parts: Vec<UBig> },
    /// Passes the turn to the other player.
    Pass,
    /// Puts `stones` back on a heap of this size; without it, on the only heap.
    Put { stones: UBig, on: Option<UBig> },
    /// Opens closed heaps of these sizes.
    Open(Vec<UBig>),
    /// In a race: adds to the total.
    Add(UBig),
    /// In a race: multiplies the total.
    Multiply(UBig),
}

/// Words that add nothing to the numbers.
const FILLERS: [&str; 16] = [
    "back", "the", "a", "heap", "heaps", "pile", "piles", "of", "stone", "stones", "each", "both", "and",
    "by", "with", "i",
];

/// Signs and Chinese words with their English equivalents; words without meaning map to a blank.
const WORDS: [(&str, &str); 29] = [
    ("放回", " put "),
    ("往", " on "),
    ("到", " on "),
    ("打开", " open "),
    ("过", " pass "),
    ("分别", " "),
    ("的", " "),
    ("里", " "),
    ("从", " "),
    ("把", " "),
    ("将", " "),
    ("堆", " "),
    ("枚", " "),
    ("颗", " "),
    ("个", " "),
    ("各", " "),
    ("和", " "),
    ("取走", " take "),
    ("拿走", " take "),
    ("取", " take "),
    ("拿", " take "),
    ("加", " add "),
    ("乘以", " multiply "),
    ("乘", " multiply "),
    ("分成", " into "),
    ("变成", " into "),
    ("变为", " into "),
    ("->", " into "),
    ("→", " into "),
];

impl Action {
    /// Parses a move that names an action. `None` for text that only lists numbers: those are the remaining
    /// heaps.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut text = text.chars().map(notation::folded).collect::<String>().to_lowercase();
        for (word, meaning) in WORDS {
            text = text.replace(word, meaning);
        }
        text = text.replace(',', " ");
        let text = text.trim();
        if let Some(k) = text.strip_prefix('+') {
            return number(k).map(Self::Add);
        }
        if let Some(k) = text.strip_prefix(['*', '×']).or_else(|| text.strip_prefix("x ")) {
            return number(k).map(Self::Multiply);
        }
        if let Some((heap, stones)) = text.split_once('-') {
            let from = if heap.trim().is_empty() { vec![] } else { vec![number(heap)?] };
            return Some(Self::Take { stones: number(stones)?, from });
        }
        let words: Vec<&str> = text.split_whitespace().filter(|word| !FILLERS.contains(word)).collect();
        let numbers = |words: &[&str]| words.iter().map(|word| number(word)).collect::<Option<Vec<_>>>();
        match words[..] {
            ["pass"] => Some(Self::Pass),
            ["put", stones] => Some(Self::Put { stones: number(stones)?, on: None }),
            ["put", stones, "on", heap] | ["on", heap, "put", stones] => {
                Some(Self::Put { stones: number(stones)?, on: Some(number(heap)?) })
            }
            ["open", ref heaps @ ..] if !heaps.is_empty() => numbers(heaps).map(Self::Open),
            ["add" | "plus", k] => number(k).map(Self::Add),
            ["multiply" | "times", k] => number(k).map(Self::Multiply),
            ["take" | "remove", stones] => Some(Self::Take { stones: number(stones)?, from: vec![] }),
            ["take" | "remove", stones, "from", ref from @ ..] | [stones, "from", ref from @ ..] => {
                Some(Self::Take { stones: number(stones)?, from: numbers(from)? })
            }
            ["split" | "turn", heap, "into", ref parts @ ..] | [heap, "into", ref parts @ ..] => {
                Some(Self::Into { heap: number(heap)?, parts: numbers(parts)? })
            }
            [ref from @ .., "take", stones] => {
                Some(Self::Take { stones: number(stones)?, from: numbers(from)? })
            }
            _ => None,
        }
    }

    /// The heaps after the action, or the reason why it is impossible. In a race `heaps` is the total.
    pub(super) fn applied(&self, heaps: &[UBig]) -> Result<Vec<UBig>, Message> {
        let mut left = heaps.to_vec();
        match self {
            Self::Pass => {}
            Self::Open(sizes) => {
                let mut places = Vec::new();
                for size in sizes {
                    places.push(place(heaps, size, &places)?);
                }
            }
            Self::Add(k) => match &mut left[..] {
                [total] => *total += k,
                _ => return Err(Message::new("play.why-no-total")),
            },
            Self::Multiply(k) => match &mut left[..] {
                [total] => *total *= k,
                _ => return Err(Message::new("play.why-no-total")),
            },
            Self::Put { stones, on } => {
                let at = match (on, &left[..]) {
                    (Some(size), _) => place(heaps, size, &[])?,
                    (None, [_]) => 0,
                    (None, _) => return Err(Message::new("play.why-which").with("heaps", heaps)),
                };
                left[at] += stones;
            }
            Self::Into { heap, parts } => {
                let at = place(heaps, heap, &[])?;
                left.remove(at);
                left.splice(at..at, parts.iter().cloned());
            }
            Self::Take { stones, from } => {
                let filled: Vec<usize> = (0..heaps.len()).filter(|&heap| heaps[heap] > UBig::ZERO).collect();
                let touched = match (&from[..], &filled[..]) {
                    ([], [only]) => vec![*only],
                    ([], _) => return Err(Message::new("play.why-which").with("heaps", heaps)),
                    (sizes, _) => {
                        let mut places = Vec::new();
                        for size in sizes {
                            places.push(place(heaps, size, &places)?);
                        }
                        places
                    }
                };
                for heap in touched {
                    if *stones > left[heap] {
                        let why = Message::new("play.why-too-many");
                        return Err(why.with("stones", stones).with("heap", &left[heap]));
                    }
                    left[heap] -= stones;
                }
            }
        }
        Ok(left)
    }

    /// Whether a move that leaves all heaps as they are is this action.
    pub(super) fn is(&self, played: &Move, heaps: &[UBig]) -> bool {
        match (self, played) {
            (Self::Pass, _) => played.is_pass(),
            (Self::Open(sizes), Move::Take { touched, .. }) => {
                let mut wanted = sizes.clone();
                wanted.sort_unstable();
                let mut opened: Vec<&UBig> = touched.iter().map(|touch| &heaps[touch.heap]).collect();
                opened.sort_unstable();
                opened.into_iter().eq(&wanted)
            }
            _ => true,
        }
    }
}

/// The index of a heap of this size that is not in `but`.
fn place(heaps: &[UBig], size: &UBig, but: &[usize]) -> Result<usize, Message> {
    let found = (0..heaps.len()).find(|at| heaps[*at] == *size && !but.contains(at));
    found.ok_or_else(|| Message::new("play.why-no-heap").with("heap", size).with("heaps", heaps))
}

fn number(text: &str) -> Option<UBig> {
    notation::parse_number(text.trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_may_be_said_in_many_ways() {
        let take = |stones: u8, from: &[u8]| {
            Some(Action::Take { stones: stones.into(), from: from.iter().map(|&n| n.into()).collect() })
        };
        for text in ["take 2 from 7", "Take 2 stones from the heap of 7", "7-2", "7 - 2", "2 from 7"] {
            assert_eq!(Action::read(text), take(2, &[7]), "{text}");
        }
        for text in ["从7取2", "从 7 枚的堆取 2 枚", "7取2", "从7堆里取走2枚", "从７取２", "７－２"]
        {
            assert_eq!(Action::read(text), take(2, &[7]), "{text}");
        }
        assert_eq!(Action::read("take 2 from each of the heaps of 7, 9"), take(2, &[7, 9]));
        assert_eq!(Action::read("从 7、9 各取 2"), take(2, &[7, 9]));
        assert_eq!(Action::read("take 2"), take(2, &[]));
        assert_eq!(Action::read("-2"), take(2, &[]));
        for text in ["pass", "Pass", "过", "i pass"] {
            assert_eq!(Action::read(text), Some(Action::Pass), "{text}");
        }
        let open = Some(Action::Open(vec![3u8.into(), 5u8.into()]));
        for text in ["open 3 5", "open the heaps of 3 and 5", "打开 3、5", "打开3和5堆"] {
            assert_eq!(Action::read(text), open, "{text}");
        }
        assert_eq!(Action::read("+3"), Some(Action::Add(3u8.into())));
        assert_eq!(Action::read("乘以3"), Some(Action::Multiply(3u8.into())));
        let split = Some(Action::Into { heap: 7u8.into(), parts: vec![3u8.into(), 4u8.into()] });
        for text in ["split 7 into 3 4", "7 -> 3, 4", "7分成3和4", "split 7 into 3 and 4"] {
            assert_eq!(Action::read(text), split, "{text}");
        }
        for text in ["3 5", "3, 5", "take", "take two from 7", "", "-", "1-2-3", "hello"] {
            assert_eq!(Action::read(text), None, "{text}");
        }
    }
}
