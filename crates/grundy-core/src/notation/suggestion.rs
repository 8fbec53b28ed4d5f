//! Suggests what an unreadable text probably meant: the same words in the form of the notation.
//!
//! Every suggestion is parsed before it is shown, so it is always readable. Texts that people type are short, so longer
//! texts get no suggestion.

use super::lexer::folded;
use super::parser::{MOVES, Parser};
use super::{Parsed, Reading};
use crate::catalogue;

/// Maximum length of a text that gets a suggestion, in bytes.
const LONGEST: usize = 300;
/// Maximum number of digits that the numbers of such a text may have together.
const DIGITS: usize = 1000;

/// Words that people use for `take`.
const TAKING: [&str; 9] = ["remove", "subtract", "draw", "pick", "pickup", "取", "取走", "拿", "拿走"];
/// Words that people append to the name of a game.
const ENDINGS: [&str; 4] = ["博弈", "游戏", "问题", "game"];
/// Words for numbers in a move.
const NUMBERS: [&str; 6] = ["zero", "one", "two", "three", "four", "five"];
/// Words for `heaps`.
const HEAPS: [&str; 6] = ["pile", "piles", "stack", "stacks", "heap", "heaps"];
/// Words for `misere`.
const MISERE: [&str; 4] = ["misere", "misère", "反常", "反"];
/// Words that begin the history.
const PAST: [&str; 7] = ["last", "open", "closed", "lead", "row", "used", "next"];

/// The text as it was probably meant, a game or a position; `None` if it is too long or no similar text is readable.
pub(super) fn suggested(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let pieces = in_terms(in_front(pieces(text)));
    let rules = as_rules(&pieces);
    let spellings = [pieces, rules].map(|pieces| if is_doubtful(&pieces) { vec![] } else { pieces });
    spellings.iter().map(|pieces| joined(pieces)).find(|again| again != text && reads(again)).or_else(|| {
        spellings.iter().find_map(|pieces| {
            let parts: Vec<&[Piece]> = pieces.split(|piece| piece.is("+")).collect();
            let parts = parts.iter().map(|part| with_heaps(part)).collect::<Option<Vec<_>>>()?;
            Some(parts.join(" + ")).filter(|again| again != text && reads(again))
        })
    })
}

/// The rules as they were probably meant; heaps are not considered.
pub fn suggested_rules(text: &str) -> Option<String> {
    let short = text.len() <= LONGEST;
    let rules = short.then(|| as_rules(&in_terms(in_front(pieces(text)))))?;
    let again = Some(joined(&rules)).filter(|_| !is_doubtful(&rules))?;
    matches!(read(&again), Some(Parsed::Game(_))).then_some(again)
}

/// A word, a number or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece(String);

impl Piece {
    fn is(&self, text: &str) -> bool {
        self.0 == text
    }

    fn is_number(&self) -> bool {
        self.0.starts_with(|c: char| c.is_ascii_digit())
    }

    fn is_word(&self) -> bool {
        self.0.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    fn is_one_of(&self, words: &[&str]) -> bool {
        words.contains(&self.0.to_lowercase().as_str())
    }

    fn ends_in_word(&self) -> bool {
        self.0.ends_with(|c: char| c.is_alphanumeric() || c == '_')
    }

    /// Digits and Chinese words are joined without a blank.
    fn goes_on_with(&self, c: char) -> bool {
        let turns = |one: char, other: char| one.is_ascii_digit() && !other.is_ascii();
        self.0
            .chars()
            .last()
            .is_some_and(|last| (last.is_alphanumeric() || last == '_') && !turns(last, c) && !turns(c, last))
    }
}

/// The pieces of a text without its quotes; adjacent dots are one piece.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut goes_on = false;
    for c in text.chars().map(folded) {
        if c.is_whitespace() || matches!(c, '\'' | '"' | '“' | '”' | '‘' | '’' | '`') {
            goes_on = false;
            continue;
        }
        let in_word = c.is_alphanumeric() || c == '_';
        match pieces.last_mut() {
            Some(last)
                if goes_on && ((in_word && last.goes_on_with(c)) || (c == '.' && last.0.ends_with('.'))) =>
            {
                last.0.push(c);
            }
            _ => pieces.push(Piece(c.to_string())),
        }
        goes_on = true;
    }
    pieces
}

/// Moves `misere` to the beginning, and removes the words that people append to names.
fn in_front(mut pieces: Vec<Piece>) -> Vec<Piece> {
    if let Some(at) = pieces.iter().position(|piece| piece.is_one_of(&MISERE)) {
        pieces.remove(at);
        pieces.insert(0, Piece("misere".to_owned()));
    }
    for piece in &mut pieces {
        for ending in ENDINGS {
            if let Some(name) = piece.0.strip_suffix(ending).filter(|name| !name.is_empty()) {
                piece.0 = name.to_owned();
            }
        }
    }
    pieces
}

/// Whether the pieces have an empty range or a sign without a number before it: such a text was probably meant otherwise.
fn is_doubtful(pieces: &[Piece]) -> bool {
    let number = |piece: &Piece| piece.0.parse::<u64>().ok();
    pieces.windows(3).any(|three| {
        let falls = || number(&three[0]).zip(number(&three[2])).is_some_and(|(from, to)| from > to);
        three[1].is("..") && falls() || three[1].is("-") && !three[0].is_number() && !three[0].is(")")
    })
}

/// Puts other words for numbers, heaps and splits in the terms of the notation, and a digit code in brackets.
fn in_terms(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let first = usize::from(pieces.first().is_some_and(|first| first.is("misere")));
    if let [zero, dot, digits, ..] = &pieces[first.min(pieces.len())..]
        && zero.is("0")
        && dot.is(".")
        && !digits.0.is_empty()
        && digits.0.chars().all(|digit| digit.is_digit(8))
    {
        let code = format!("octal(0.{})", digits.0);
        pieces.splice(first..first + 3, [Piece(code)]);
    }
    if !pieces.get(first).is_some_and(|verb| verb.is_one_of(&TAKING) || verb.is_one_of(&MOVES)) {
        return pieces;
    }
    for piece in &mut pieces {
        if let Some(number) = NUMBERS.iter().position(|word| piece.is_one_of(&[word])) {
            piece.0 = number.to_string();
        } else if piece.is_one_of(&HEAPS) {
            *piece = Piece("heaps".to_owned());
        } else if piece.is("或") {
            *piece = Piece("or".to_owned());
        }
    }
    // A move is from one heap unless it says otherwise.
    while let Some(at) = pieces.windows(3).position(|three| {
        three[0].is("from") && three[1].is_one_of(&["1", "any", "a", "single"]) && three[2].is("heaps")
    }) {
        pieces.drain(at..at + 3);
    }
    let mut out = Vec::new();
    let mut rest = pieces.into_iter().peekable();
    while let Some(piece) = rest.next() {
        let splits = piece.is("split");
        out.push(piece);
        if splits {
            while rest.next_if(|next| next.is_one_of(&["into", "in", "a", "heaps", "it"])).is_some() {}
            let parts = rest.next_if(Piece::is_number).unwrap_or_else(|| Piece("2".to_owned()));
            out.extend([Piece("into".to_owned()), parts]);
            while let Some(next) =
                rest.next_if(|next| next.is(",") || next.is_number() || next.is_one_of(&["equal", "unequal"]))
            {
                out.push(next);
            }
            rest.next_if(|next| next.is("heaps"));
            out.push(Piece("heaps".to_owned()));
        }
    }
    out
}

/// Rewrites amounts to the notation: `1-3`, `1 to 3`, `up to 3`, `{1, 3, 4}`, `1 3 4`, `1, 3 or 4`.
fn as_rules(pieces: &[Piece]) -> Vec<Piece> {
    let verb = usize::from(pieces.first().is_some_and(|first| first.is("misere")));
    let mut out = pieces.to_vec();
    match out.get_mut(verb) {
        Some(word) if word.is_one_of(&TAKING) => *word = Piece("take".to_owned()),
        Some(word) if word.is_one_of(&MOVES) => {}
        _ => return out,
    }
    // A list in brackets of any kind, directly after the verb.
    if out.get(verb + 1).is_some_and(|open| open.is("{") || open.is("[") || open.is("("))
        && let Some(close) = out.iter().position(|piece| piece.is("}") || piece.is("]") || piece.is(")"))
    {
        out.remove(close);
        out.remove(verb + 1);
    }
    let mut at = verb + 1;
    while at < out.len() {
        let number = |place: usize| out.get(place).is_some_and(Piece::is_number);
        let word = |place: usize, words: &[&str]| out.get(place).is_some_and(|piece| piece.is_one_of(words));
        let between = |words: &[&str]| number(at) && word(at + 1, words) && number(at + 2);
        let before = |words: [&str; 2]| word(at, &words[..1]) && word(at + 1, &words[1..]) && number(at + 2);
        let of_heaps = word(at + 3, &["heaps", "heap"]);
        let (taken, instead): (usize, Vec<&str>) = if between(&["-", "~", "to", "...", "到", "至"]) {
            (2, vec![&out[at].0, ".."])
        } else if before(["at", "most"]) || (before(["up", "to"]) && !of_heaps) {
            (2, vec!["1", ".."])
        } else if before(["at", "least"]) {
            (3, vec![&out[at + 2].0, ".."])
        } else if between(&["or", "and"]) {
            (2, vec![&out[at].0, ","])
        } else if number(at) && number(at + 1) {
            (1, vec![&out[at].0, ","])
        } else {
            at += 1;
            continue;
        };
        let instead: Vec<Piece> = instead.into_iter().map(|text| Piece(text.to_owned())).collect();
        let end = at + instead.len();
        out.splice(at..at + taken, instead);
        at = end;
    }
    out
}

/// Takes numbers at the end as heaps, followed by the history; a part that has heaps already stays as it is.
fn with_heaps(part: &[Piece]) -> Option<String> {
    let whole = joined(part);
    if matches!(read(&whole), Some(Parsed::Position(_))) {
        return Some(whole);
    }
    let past = part.iter().position(|piece| piece.is_one_of(&PAST)).unwrap_or(part.len());
    let is_heap =
        |piece: &Piece| piece.is_number() || piece.is_one_of(&[",", ";", "(", ")", "[", "]", "{", "}"]);
    let names = part[..past].iter().rposition(|piece| !is_heap(piece)).map_or(0, |last| last + 1);
    let name = if names == 0 { "nim".to_owned() } else { joined(&part[..names]) };
    let heaps: Vec<&str> =
        part[names..past].iter().filter(|piece| piece.is_number()).map(|piece| piece.0.as_str()).collect();
    let (first, rest) = heaps.split_first()?;
    // Rules do not end in a sign such as `..`, and only names have parameters.
    let last = part[..names].last();
    if last.is_some_and(|piece| !piece.is_word()) {
        return None;
    }
    let is_named = last.is_some_and(|piece| catalogue::all().iter().any(|entry| entry.is_called(&piece.0)));
    let past: Vec<Piece> = part[past..].iter().filter(|piece| !piece.is("]")).cloned().collect();
    let past = if past.is_empty() { String::new() } else { format!("; {}", joined(&past)) };
    let mut ways = vec![format!("{name}[{}{past}]", heaps.join(", "))];
    if is_named && !rest.is_empty() {
        ways.push(format!("{name}({first})[{}{past}]", rest.join(", ")));
    } else if is_named && past.is_empty() {
        ways.push(format!("{name}({first})"));
    }
    ways.into_iter().find(|way| reads(way))
}

/// The pieces, with blanks where a person types them.
fn joined(pieces: &[Piece]) -> String {
    let mut text = String::new();
    let mut before: Option<&Piece> = None;
    for piece in pieces {
        let parted = before.is_some_and(|before| {
            let wide = before.is(",") || before.is(";") || before.is("+") || piece.is("+");
            let words = (before.ends_in_word() || before.is(")") || before.is("]"))
                && (piece.is_word() || piece.is_number());
            wide || words || (before.is("..") && piece.is_word())
        });
        if parted {
            text.push(' ');
        }
        text.push_str(&piece.0);
        before = Some(piece);
    }
    text
}

fn reads(text: &str) -> bool {
    read(text).is_some()
}

/// Parses the text without files and long numbers.
fn read(text: &str) -> Option<Parsed> {
    let reading = Reading { computed: Some(DIGITS), ..Reading::default() };
    Parser::reading(text, &reading).and_then(|mut parser| parser.line()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_put_as_the_notation_puts_it() {
        for (typed, wanted) in [
            ("take any or split in two", "take any or split into 2 heaps"),
            ("take any or split into two heaps", "take any or split into 2 heaps"),
            ("take any or split into 2 piles", "take any or split into 2 heaps"),
            ("take any or split", "take any or split into 2 heaps"),
            ("take 1..3 from one heap", "take 1..3"),
            ("take any from any pile", "take any"),
            ("take any from two piles", "take any from 2 heaps"),
            ("0.77", "octal(0.77)"),
            ("misere 0.75 100", "misere octal(0.75)[100]"),
            ("take 1, 3-5", "take 1, 3..5"),
            ("nim(3,4,5)", "nim[3, 4, 5]"),
            ("nim (3, 4, 5)", "nim[3, 4, 5]"),
            ("wythoff(8,15)", "wythoff[8, 15]"),
            ("nim 3 4 5", "nim[3, 4, 5]"),
            ("nim 3, 4, 5", "nim[3, 4, 5]"),
            ("nim 3 4 + bash(3) 9", "nim[3, 4] + bash(3)[9]"),
            ("3 4 5", "nim[3, 4, 5]"),
            ("bash 7 100", "bash(7)[100]"),
            ("bash[7]", "bash(7)"),
            ("'nim[3, 4]'", "nim[3, 4]"),
            ("“nim[3, 4]”", "nim[3, 4]"),
            ("take 1-3", "take 1..3"),
            ("take 1 to 3", "take 1..3"),
            ("take 1~3", "take 1..3"),
            ("take 1...3", "take 1..3"),
            ("take up to 3", "take 1..3"),
            ("take at most 3[10]", "take 1..3[10]"),
            ("take {1,3,4}", "take 1, 3, 4"),
            ("take [1,3,4]", "take 1, 3, 4"),
            ("take 1 3 4", "take 1, 3, 4"),
            ("take 1, 3 or 4", "take 1, 3, 4"),
            ("take 1 3 4[9]", "take 1, 3, 4[9]"),
            ("remove 1..3", "take 1..3"),
            ("取1到3", "take 1..3"),
            ("取 1、3、4", "take 1, 3, 4"),
            ("nim misere 3 4 5", "misere nim[3, 4, 5]"),
            ("nim[3, 4, 5] misere", "misere nim[3, 4, 5]"),
            ("反常 尼姆[3, 4]", "misere 尼姆[3, 4]"),
            ("尼姆博弈 3 4", "尼姆[3, 4]"),
            ("fibonacci 20 last 3", "fibonacci[20; last 3]"),
            ("fibonacci[20, last 3]", "fibonacci[20; last 3]"),
            ("nim[3;4]", "nim[3, 4]"),
            ("nim[3, 4", "nim[3, 4]"),
            ("take any from 2 heaps 5 5", "take any from 2 heaps[5, 5]"),
        ] {
            assert_eq!(suggested(typed).as_deref(), Some(wanted), "{typed}");
        }
        for typed in [
            "nim 3.5 4",
            "wytoff 3 5",
            "",
            "take",
            "nim -3 4",
            "take 1..3 from 9",
            "take 3..2",
            "nim[20; last 3]",
            "take 1)",
        ] {
            assert_eq!(suggested(typed), None, "{typed}");
        }
        assert_eq!(suggested_rules("take 1 3 4").as_deref(), Some("take 1, 3, 4"));
        assert_eq!(suggested_rules("nim 3 4"), None);
    }
}
