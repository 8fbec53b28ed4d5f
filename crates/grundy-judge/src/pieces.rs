//! The text of a whole position, cut into pieces while a template writes it.
//!
//! `bash(3)[5] + bash(4)[7, 9]` is two cells. Each has a text before its heaps, in which every number that the
//! template computes is a hole (`bash(_)`, then ` + bash(_)`), the numbers in the holes, and its heaps. So records
//! that differ in their numbers alone, or in how often a cell repeats, have the same few texts, and a solver parses
//! those once.

use std::collections::HashMap;
use std::ops::Range;

use crate::sink::Sink;

/// The hole of a number in the text of a cell.
pub const HOLE: u8 = 0;
/// The most different texts of cells, and the most bytes of one: beyond these the texts depend on the input.
const MOST_TEXTS: usize = 1024;
const LONGEST_TEXT: usize = 4096;

/// What stands before the next byte of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Outside of heaps.
    Outside,
    /// Behind `[`.
    Open,
    /// Behind a heap; with `true`, its last digit is part of the text.
    Heap(bool),
    /// Behind a comma.
    Comma,
}

/// A cell: its text, and where its numbers and heaps end.
#[derive(Clone, Copy, Debug)]
struct Cell {
    text: usize,
    numbers: usize,
    heaps: usize,
}

/// The text of a cell, and where its last hole ends.
#[derive(Debug)]
struct Text {
    bytes: Box<[u8]>,
    holes_end: usize,
}

/// A whole position in pieces. Reused from one position to the next.
#[derive(Debug)]
pub struct Pieces {
    cells: Vec<Cell>,
    numbers: Vec<u64>,
    heaps: Vec<u64>,
    /// The text that began after the heaps before it: the first bytes of the guessed text, or, if this no longer fits,
    /// the bytes in `begun`.
    guess: Option<(usize, usize)>,
    begun: Vec<u8>,
    /// For each text the one that came after it last; the first entry is for the beginning.
    next: Vec<Option<usize>>,
    at: At,
    /// Whether pieces cover the text so far.
    fits: bool,
    tail: Option<usize>,
    /// Upper bound for the characters outside of heaps.
    outside: usize,
    texts: Vec<Text>,
    places: HashMap<Box<[u8]>, usize>,
}

impl Default for Pieces {
    fn default() -> Self {
        Self {
            cells: Vec::new(),
            numbers: Vec::new(),
            heaps: Vec::new(),
            guess: None,
            begun: Vec::new(),
            next: vec![None],
            at: At::Outside,
            fits: true,
            tail: None,
            outside: 0,
            texts: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl Pieces {
    /// Begins the next position.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.numbers.clear();
        self.heaps.clear();
        self.begun.clear();
        self.guess = self.next[0].map(|text| (text, 0));
        (self.at, self.fits, self.outside) = (At::Outside, true, 0);
    }

    /// Ends the position.
    pub(crate) fn end(&mut self) {
        let is_covered = self.fits && self.at == At::Outside && !self.cells.is_empty();
        self.tail = if is_covered { self.begun_text() } else { None };
    }

    /// The index of the text behind the last cell. `None` if pieces do not cover the position.
    pub fn tail(&self) -> Option<usize> {
        self.tail
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// The index of the text of a cell.
    pub fn text_of(&self, cell: usize) -> usize {
        self.cells[cell].text
    }

    /// The text with an index; a zero byte marks each number.
    pub fn spelled(&self, text: usize) -> &[u8] {
        &self.texts[text].bytes
    }

    /// Upper bound for the characters outside of heaps.
    pub fn outside(&self) -> usize {
        self.outside
    }

    /// The numbers in the text of a cell.
    pub fn numbers(&self, cell: usize) -> &[u64] {
        &self.numbers[self.range(cell, |cell| cell.numbers)]
    }

    /// The heaps of a cell.
    pub fn heaps(&self, cell: usize) -> &[u64] {
        &self.heaps[self.range(cell, |cell| cell.heaps)]
    }

    fn range(&self, cell: usize, end: impl Fn(&Cell) -> usize) -> Range<usize> {
        cell.checked_sub(1).map_or(0, |before| end(&self.cells[before]))..end(&self.cells[cell])
    }

    /// Adds bytes to the text that began. What the guess has already is compared, not copied.
    #[inline]
    fn begin(&mut self, bytes: &[u8]) {
        if let Some((text, len)) = self.guess {
            let more = &self.texts[text].bytes[len..];
            if more.starts_with(bytes) {
                self.guess = Some((text, len + bytes.len()));
                return;
            }
            self.give_up_guess();
        }
        self.begun.extend_from_slice(bytes);
    }

    fn give_up_guess(&mut self) {
        if let Some((text, len)) = self.guess.take() {
            self.begun.extend_from_slice(&self.texts[text].bytes[..len]);
        }
    }

    /// The index of the text that began, which ends here.
    fn begun_text(&mut self) -> Option<usize> {
        match self.guess {
            Some((text, len)) if len == self.texts[text].bytes.len() => {
                self.outside += len;
                Some(text)
            }
            _ => {
                self.give_up_guess();
                self.other_text()
            }
        }
    }

    /// The index of the text in `begun`.
    #[cold]
    fn other_text(&mut self) -> Option<usize> {
        self.outside += self.begun.len();
        let found = self.places.get(&*self.begun).copied().or_else(|| {
            let is_long = self.texts.len() >= MOST_TEXTS || self.begun.len() > LONGEST_TEXT;
            // What a game has in quotes is not notation, and may have brackets of its own.
            if is_long || self.begun.contains(&b'"') {
                return None;
            }
            let holes_end = memchr::memrchr(HOLE, &self.begun).map_or(0, |hole| hole + 1);
            self.texts.push(Text { bytes: (*self.begun).into(), holes_end });
            self.places.insert((*self.begun).into(), self.texts.len() - 1);
            self.next.push(None);
            Some(self.texts.len() - 1)
        });
        self.begun.clear();
        if found.is_some() {
            let before = self.cells.last().map_or(0, |cell| cell.text + 1);
            self.next[before] = found;
        }
        found
    }

    /// Text outside of heaps and within.
    fn cut(&mut self, mut text: &[u8]) {
        while self.fits && !text.is_empty() {
            if self.at == At::Outside {
                if let Some(rest) = self.guessed(text) {
                    text = rest;
                    continue;
                }
                let open = memchr::memchr(b'[', text);
                let before = &text[..open.unwrap_or(text.len())];
                // A hole is marked by a byte that no notation has.
                self.fits &= memchr::memchr(HOLE, before).is_none();
                self.begin(before);
                let Some(open) = open else { return };
                text = &text[open + 1..];
                let Some(place) = self.begun_text() else {
                    self.fits = false;
                    return;
                };
                self.open(place);
                continue;
            }
            text = self.inside_heaps(text);
        }
    }

    /// Whether the text is the next part of the guess.
    #[inline]
    fn continues(&mut self, text: &[u8]) -> bool {
        let Some((place, len)) = self.guess.filter(|_| self.at == At::Outside) else { return false };
        // A text that was seen has no `[`, but it has marks for holes.
        let is_next = self.texts[place].bytes[len..].starts_with(text) && !text.contains(&HOLE);
        if is_next {
            self.guess = Some((place, len + text.len()));
        }
        is_next
    }

    /// The rest of the text behind `[`, if the guess is right.
    #[inline]
    fn guessed<'t>(&mut self, text: &'t [u8]) -> Option<&'t [u8]> {
        let (place, len) = self.guess?;
        let Text { bytes, holes_end } = &self.texts[place];
        let rest = text.strip_prefix(&bytes[len..])?.strip_prefix(b"[").filter(|_| len >= *holes_end)?;
        self.outside += bytes.len();
        self.open(place);
        Some(rest)
    }

    /// Begins the heaps of a cell.
    fn open(&mut self, text: usize) {
        self.cells.push(Cell { text, numbers: self.numbers.len(), heaps: self.heaps.len() });
        self.at = At::Open;
    }

    /// One byte within heaps; the rest of the text.
    fn inside_heaps<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let (byte, rest) = (text[0], &text[1..]);
        self.at = match (byte, self.at) {
            (b',', At::Heap(_)) => At::Comma,
            // A blank ends a number, so that no digit may follow.
            (b' ', At::Heap(_)) => At::Heap(false),
            (b' ', at) => at,
            (b']', At::Open | At::Heap(_)) => {
                if let Some(cell) = self.cells.last_mut() {
                    cell.heaps = self.heaps.len();
                    self.guess = self.next[cell.text + 1].map(|text| (text, 0));
                }
                At::Outside
            }
            (b'0'..=b'9', At::Open | At::Comma) => {
                self.heaps.push(u64::from(byte - b'0'));
                At::Heap(true)
            }
            (b'0'..=b'9', At::Heap(true)) => {
                let digit = u64::from(byte - b'0');
                let longer = self.heaps.pop().and_then(|n| n.checked_mul(10)?.checked_add(digit));
                self.fits &= longer.is_some();
                self.heaps.extend(longer);
                At::Heap(true)
            }
            (_, at) => {
                self.fits = false;
                at
            }
        };
        rest
    }
}

impl Sink for Pieces {
    #[inline]
    fn text(&mut self, text: &str) {
        // The common text between two heaps.
        if text == ", " && matches!(self.at, At::Heap(_)) {
            self.at = At::Comma;
        } else if !self.continues(text.as_bytes()) {
            self.cut(text.as_bytes());
        }
    }

    #[inline]
    fn number(&mut self, n: u64) {
        match self.at {
            At::Outside => {
                self.begin(&[HOLE]);
                self.numbers.push(n);
                self.outside += n.checked_ilog10().unwrap_or(0) as usize;
            }
            At::Open | At::Comma => {
                self.heaps.push(n);
                self.at = At::Heap(false);
            }
            // Digits of one number, from two places of the template.
            At::Heap(_) => self.fits = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    enum Part {
        Text(&'static str),
        Number(u64),
    }
    use Part::{Number, Text};

    /// The text of a cell, its numbers, its heaps.
    type Shown = (String, Vec<u64>, Vec<u64>);

    /// The cells of a text, if pieces cover it: text with `_` for holes, numbers, heaps; and the text behind.
    fn cut(parts: &[Part]) -> Option<(Vec<Shown>, String)> {
        let mut pieces = Pieces::default();
        // Three times: the first without a guess, the last with the right one.
        let mut end = None;
        for _ in 0..3 {
            pieces.clear();
            for part in parts {
                match part {
                    Text(part) => pieces.text(part),
                    Number(n) => pieces.number(*n),
                }
            }
            pieces.end();
            end = pieces.tail();
        }
        let shown = |text: usize| String::from_utf8_lossy(pieces.spelled(text)).replace('\0', "_");
        let cells = (0..pieces.count())
            .map(|cell| {
                let text = shown(pieces.text_of(cell));
                (text, pieces.numbers(cell).to_vec(), pieces.heaps(cell).to_vec())
            })
            .collect();
        Some((cells, shown(end?)))
    }

    #[test]
    fn numbers_become_holes_and_heaps() {
        let cell =
            |text: &str, numbers: &[u64], heaps: &[u64]| (text.to_owned(), numbers.to_vec(), heaps.to_vec());
        let parts = [Text("bash("), Number(3), Text(")["), Number(5), Text("] + bash("), Number(4)];
        let parts = parts.into_iter().chain([Text(")["), Number(7), Text(", "), Number(9), Text("]")]);
        let cells = vec![cell("bash(_)", &[3], &[5]), cell(" + bash(_)", &[4], &[7, 9])];
        assert_eq!(cut(&parts.collect::<Vec<_>>()), Some((cells, String::new())));
        let parts = [Text("some(nim[0, 12"), Text(" ,3 ]"), Text(", nim[]"), Text(")")];
        let cells = vec![cell("some(nim", &[], &[0, 12, 3]), cell(", nim", &[], &[])];
        assert_eq!(cut(&parts), Some((cells, ")".to_owned())));
    }

    #[test]
    fn other_texts_are_left() {
        for parts in [
            &[Text("nim")][..],
            &[Text("nim["), Number(3)],
            &[Text("nim["), Number(1), Number(2), Text("]")],
            &[Text("nim[1"), Number(2), Text("]")],
            &[Text("nim["), Number(1), Text("2]")],
            &[Text("nim[1 2]")],
            &[Text("nim[-"), Number(2), Text("]")],
            &[Text("nim[1,]")],
            &[Text("nim[,1]")],
            &[Text("nim[2^3]")],
            &[Text("nim[3; last 2]")],
            &[Text("nim[18446744073709551616]")],
            &[Text("graph(\"a: b\")[1]")],
            &[Text("ni\0m[1]")],
            &[Text("nim[1]] + nim[[2]")],
        ] {
            assert_eq!(cut(parts), None);
        }
        assert!(cut(&[Text("nim[18446744073709551615]")]).is_some());
    }

    #[test]
    fn texts_that_the_input_spells_do_not_pile_up() {
        let mut pieces = Pieces::default();
        for n in 0..2 * MOST_TEXTS {
            pieces.clear();
            pieces.text(&format!("subtract({n})["));
            pieces.number(1);
            pieces.text("]");
            pieces.end();
            assert_eq!(pieces.tail().is_some(), n < MOST_TEXTS - 1, "{n}");
        }
        pieces.clear();
        pieces.text(&"x".repeat(LONGEST_TEXT + 1));
        pieces.text("[1]");
        pieces.end();
        assert_eq!(pieces.tail(), None);
    }
}
