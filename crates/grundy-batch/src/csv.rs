//! Records of cells separated by one byte (RFC 4180).

use std::borrow::Cow;

use grundy_solver::Error;
use grundy_solver::batch::RowError;
use grundy_solver::notation;

use crate::cells::{self, Cell, word};
use crate::records::{Heaps, Layout, Records};

/// The range of one cell in the piece, without quotes.
#[derive(Clone, Copy, Debug)]
struct Place {
    from: usize,
    to: usize,
    /// Whether the cell is quoted.
    quoted: bool,
}

/// Records as ranges of the text.
#[derive(Debug, Default)]
pub(crate) struct Split {
    cells: Vec<Place>,
    /// The start of each record's cells in `cells`, and the end of the last one's.
    bounds: Vec<usize>,
    /// The range of each whole record.
    raws: Vec<(usize, usize)>,
    /// The position of an unclosed quote in the last record.
    unclosed: Option<usize>,
}

impl Split {
    /// Splits whole records; empty lines are skipped.
    pub fn new(text: &str, separator: u8) -> Self {
        let mut split = Self { cells: Vec::new(), bounds: vec![0], raws: Vec::new(), unclosed: None };
        let bytes = text.as_bytes();
        let quotes = memchr::memchr(b'"', bytes).is_some();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            let end = if quotes {
                split.quoted_record(bytes, &mut at, separator)
            } else {
                let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |newline| at + newline);
                at = end + 1;
                let end = if bytes[start..end].ends_with(b"\r") { end - 1 } else { end };
                if end > start {
                    split.plain_record(bytes, start, end, separator);
                }
                end
            };
            if end > start {
                split.bounds.push(split.cells.len());
                split.raws.push((start, end));
            } else {
                split.cells.truncate(split.bounds.last().copied().unwrap_or(0));
            }
        }
        split
    }

    fn plain_record(&mut self, bytes: &[u8], start: usize, end: usize, separator: u8) {
        let mut from = start;
        for found in memchr::memchr_iter(separator, &bytes[start..end]) {
            self.cells.push(Place { from, to: start + found, quoted: false });
            from = start + found + 1;
        }
        self.cells.push(Place { from, to: end, quoted: false });
    }

    /// Reads one record that may have quoted cells. Returns its end, and moves `at` past its newline.
    fn quoted_record(&mut self, bytes: &[u8], at: &mut usize, separator: u8) -> usize {
        loop {
            let from = *at;
            let quoted = bytes.get(from) == Some(&b'"');
            let mut place = Place { from, to: from, quoted };
            let mut to = from;
            if quoted {
                place.from = from + 1;
                to = from + 1;
                // Up to the quote that is not followed by another.
                loop {
                    match memchr::memchr(b'"', bytes.get(to..).unwrap_or_default()) {
                        Some(found) if bytes.get(to + found + 1) == Some(&b'"') => to += found + 2,
                        Some(found) => {
                            to += found;
                            break;
                        }
                        None => {
                            self.unclosed = Some(from);
                            to = bytes.len();
                            break;
                        }
                    }
                }
                place.to = to;
                to = (to + 1).min(bytes.len());
            }
            let rest = bytes.get(to..).unwrap_or_default();
            let behind = rest.iter().position(|byte| *byte == separator || *byte == b'\n');
            let next = behind.map_or(bytes.len(), |behind| to + behind);
            let ends = bytes.get(next) != Some(&separator);
            let mut end = next;
            if ends && end > from && bytes[from..end].ends_with(b"\r") {
                end -= 1;
            }
            if !quoted {
                place.to = end;
            }
            self.cells.push(place);
            *at = next + 1;
            if ends {
                return end;
            }
        }
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.raws.len()
    }

    /// A record as written in the input.
    pub fn raw<'a>(&self, text: &'a str, row: usize) -> &'a str {
        let (from, to) = self.raws[row];
        text.get(from..to).unwrap_or_default()
    }

    /// The cells of a record.
    pub fn cells<'a>(&self, text: &'a str, row: usize) -> Vec<Cow<'a, str>> {
        let (from, to) = (self.bounds[row], self.bounds[row + 1]);
        self.cells[from..to].iter().map(|place| shown(text, *place)).collect()
    }
}

fn shown(text: &str, place: Place) -> Cow<'_, str> {
    let cell = text.get(place.from..place.to).unwrap_or_default();
    if place.quoted && cell.contains("\"\"") {
        Cow::Owned(cell.replace("\"\"", "\""))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The layout of a file from its first record, and whether that record is a header: it is unless all its heaps
/// are numbers.
pub(crate) fn layout(
    first: &[Cow<'_, str>],
    columns: &[String],
    game: Option<&str>,
) -> Result<(Layout, bool), Error> {
    let all = |names: &[String]| (0..names.len()).collect::<Vec<_>>();
    let numbered: Vec<String> = (1..=first.len()).map(|number| number.to_string()).collect();
    if let Ok(layout) = Layout::new(numbered, columns, game, all)
        && layout
            .heaps
            .iter()
            .all(|column| notation::parse_heaps(&first[*column]).is_ok_and(|heaps| !heaps.is_empty()))
    {
        return Ok((layout, false));
    }
    let names = first.iter().map(|name| name.trim().to_owned()).collect();
    Ok((Layout::new(names, columns, game, all)?, true))
}

/// The records of a piece.
#[derive(Debug)]
pub(crate) struct CsvRecords<'a> {
    text: &'a str,
    layout: &'a Layout,
    split: Split,
}

impl<'a> CsvRecords<'a> {
    pub fn new(text: &'a str, layout: &'a Layout, separator: u8) -> Self {
        Self { text, layout, split: Split::new(text, separator) }
    }

    fn place(&self, row: usize, column: usize) -> Option<Place> {
        let (from, to) = (self.split.bounds[row], self.split.bounds[row + 1]);
        self.split.cells[from..to].get(column).copied()
    }

    /// The column of a cell, in characters of the record, from 1.
    fn column(&self, row: usize, place: Option<Place>) -> usize {
        let (start, end) = self.split.raws[row];
        let to = place.map_or(end, |place| place.from);
        self.text.get(start..to).map_or(1, |before| before.chars().count() + 1)
    }

    /// The error of a record with an unclosed quote, or with too many or too few cells. Answers after such
    /// cells would be in the wrong columns.
    fn misshapen(&self, row: usize) -> Option<RowError> {
        if let Some(quote) = self.split.unclosed.filter(|_| row + 1 == self.split.len()) {
            let place = Place { from: quote, to: quote, quoted: false };
            let wrong = RowError::new(row, Error::input("error.unclosed-quote"));
            return Some(wrong.at_column(self.column(row, Some(place))));
        }
        let (cells, names) = (self.split.bounds[row + 1] - self.split.bounds[row], self.layout.names.len());
        if cells == names {
            return None;
        }
        let code = if cells < names { "error.too-few-cells" } else { "error.too-many-cells" };
        let error = Error::input(code).with("cells", cells).with("names", names);
        Some(RowError::new(row, error).at_column(self.column(row, self.place(row, names))))
    }
}

impl Records for CsvRecords<'_> {
    fn len(&self) -> usize {
        self.split.len()
    }

    fn start(&self, row: usize) -> usize {
        self.split.raws[row].0
    }

    fn raw(&self, row: usize) -> &str {
        self.split.raw(self.text, row)
    }

    fn heaps(&self, row: usize, words: &mut Vec<u64>) -> Heaps {
        words.clear();
        if let Some(wrong) = self.misshapen(row) {
            return Heaps::Wrong(wrong);
        }
        for place in self.layout.heaps.iter().filter_map(|column| self.place(row, *column)) {
            match word(&self.text[place.from..place.to]) {
                Some(heap) => words.push(heap),
                None => return self.odd_heaps(row),
            }
        }
        Heaps::Words
    }

    fn heaps_column(&self, row: usize) -> usize {
        self.column(row, self.layout.heaps.first().and_then(|column| self.place(row, *column)))
    }

    fn game(&self, row: usize) -> Result<Option<Cow<'_, str>>, RowError> {
        let Some(column) = self.layout.game else { return Ok(None) };
        if let Some(wrong) = self.misshapen(row) {
            return Err(wrong);
        }
        let game = self.place(row, column).map(|place| shown(self.text, place));
        Ok(game.filter(|game| !game.trim().is_empty()))
    }

    fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        self.place(row, column).map_or(Cell::Null, |place| Cell::Text(shown(self.text, place)))
    }
}

impl CsvRecords<'_> {
    /// Heaps that are not all plain words: larger numbers, lists in one cell, or an empty cell.
    fn odd_heaps(&self, row: usize) -> Heaps {
        let mut heaps = String::new();
        for place in self.layout.heaps.iter().filter_map(|column| self.place(row, *column)) {
            let cell = shown(self.text, place);
            let error = match cells::heaps(&cell) {
                Ok(list) if !list.is_empty() => None,
                Ok(_) => Some(Error::input("error.empty-cell")),
                Err(error) => Some(error),
            };
            if let Some(error) = error {
                let within = error
                    .span()
                    .and_then(|span| cell.get(..span.start))
                    .map_or(0, |before| before.chars().count());
                let column = self.column(row, Some(place)) + within;
                return Heaps::Wrong(RowError::new(row, error).at_column(column));
            }
            heaps.push_str(&cell);
            heaps.push(' ');
        }
        Heaps::Text(heaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<Vec<String>> {
        let split = Split::new(text, b',');
        (0..split.len()).map(|row| split.cells(text, row).iter().map(ToString::to_string).collect()).collect()
    }

    #[test]
    fn digits_in_groups_are_no_heaps_for_sure() {
        for cell in [
            "1,000",
            " 12,345,678 ",
            "1，000",
            "１，０００",
            "１,０００",
            "1\u{a0}000",
            "12\u{202f}345\u{202f}678",
        ] {
            assert_eq!(cells::heaps(cell).unwrap_err().code(), "grouped-digits", "{cell}");
        }
        for (cell, count) in [
            ("1, 000", 2),
            ("1,0000", 2),
            ("1000,000", 2),
            ("8,15", 2),
            ("1 000", 2),
            ("1\u{3000}000", 2),
            ("1000", 1),
        ] {
            assert_eq!(cells::heaps(cell).unwrap().len(), count, "{cell}");
        }
    }

    #[test]
    fn quotes_hold_separators_newlines_and_quotes() {
        assert_eq!(split("a,b\n1,2\r\n\n3,"), [["a", "b"], ["1", "2"], ["3", ""]]);
        assert_eq!(split("\"a,\"\"b\"\"\nc\",2\n\"\",\"x\"\r\n"), [["a,\"b\"\nc", "2"], ["", "x"]]);
        assert_eq!(split("1,\"open\n2,3"), [["1", "open\n2,3"]]);
        assert_eq!(split("é,\"ü\"\n"), [["é", "ü"]]);
    }

    #[test]
    fn the_first_line_is_names_unless_its_heaps_are_numbers() {
        let read = |text: &str, columns: &[&str], game: Option<&str>| {
            let first: Vec<Cow<'_, str>> = text.split(',').map(Cow::Borrowed).collect();
            let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
            layout(&first, &columns, game).map(|(layout, named)| (layout.heaps, layout.game, named))
        };
        assert_eq!(read("a,b", &[], None), Ok((vec![0, 1], None, true)));
        assert_eq!(read("3,5", &[], None), Ok((vec![0, 1], None, false)));
        assert_eq!(read("id,b,a", &["a", "b"], None), Ok((vec![2, 1], None, true)));
        assert_eq!(read("id,b,a", &["3", "b"], None), Ok((vec![2, 1], None, true)));
        assert_eq!(read("nim,3,5", &[], Some("1")), Ok((vec![1, 2], Some(0), false)));
        assert_eq!(read("game,x,y", &[], Some("game")), Ok((vec![1, 2], Some(0), true)));
        assert_eq!(read("a,b", &["c"], None).unwrap_err().code(), "no-such-column");
    }
}
