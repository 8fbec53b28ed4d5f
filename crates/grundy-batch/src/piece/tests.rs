//! Compares pieces of random bytes, read a few at a time, with cutting the whole input at once.

use std::io;

use super::*;

/// A reader that returns a few bytes at a time.
#[derive(Debug)]
struct Dripping {
    bytes: Vec<u8>,
    at: usize,
    most: usize,
}

impl Read for Dripping {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let some = self.most.min(out.len()).min(self.bytes.len() - self.at);
        out[..some].copy_from_slice(&self.bytes[self.at..self.at + some]);
        self.at += some;
        Ok(some)
    }
}

const CSV: Format = Format::Csv { separator: b',' };

/// Random newlines, quotes and letters.
fn random(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            b"\n\"abc \n\"defg"[usize::try_from(state % 12).unwrap()]
        })
        .collect()
}

/// The positions after every newline that ends a record.
fn ends(bytes: &[u8], from: Format) -> Vec<usize> {
    let mut quotes = quotes_of(from);
    let mut ends = Vec::new();
    while let Some(end) = quotes.pass_record(&bytes[ends.last().copied().unwrap_or(0)..]) {
        ends.push(ends.last().copied().unwrap_or(0) + end + 1);
    }
    ends
}

#[test]
fn pieces_end_where_records_do() {
    for seed in 0..600_u64 {
        let bytes = random(seed, usize::try_from(seed % 97).unwrap());
        let (size, most) = (1 + usize::try_from(seed % 13).unwrap(), 1 + usize::try_from(seed % 7).unwrap());
        for (from, whole) in [(CSV, true), (CSV, false), (Format::Text, true), (Format::JsonLines, false)] {
            let input = Dripping { bytes: bytes.clone(), at: 0, most };
            let mut cutter = Cutter::new(Box::new(input), from, size, whole);
            let ends = ends(&bytes, from);
            let first = cutter.first().unwrap();
            let mut starts = vec![0];
            starts.extend(&ends);
            let expected = starts.iter().zip(ends.iter().chain([&bytes.len()])).find_map(|(start, end)| {
                // A newline in quotes at the very end belongs to the record.
                let record = bytes.get(*start..end - usize::from(ends.contains(end)))?;
                (!record.iter().all(u8::is_ascii_whitespace)).then(|| record.to_vec())
            });
            assert_eq!(first, expected, "{:?}", String::from_utf8_lossy(&bytes));
            let mut joined = Vec::new();
            while let Some(piece) = cutter.next().unwrap() {
                assert_eq!(piece.line, newlines(&joined));
                joined.extend(&piece.bytes);
                let at = joined.len();
                assert!(at == bytes.len() || ends.contains(&at), "{from:?} {at} {ends:?}");
            }
            assert_eq!(joined, bytes);
        }
    }
}

#[test]
fn records_that_do_not_end_are_refused() {
    for (from, start) in [(Format::Text, "1 "), (CSV, "a,b\n\"1"), (Format::JsonLines, "{\"heaps\": \"1")] {
        let input = io::Cursor::new(start).chain(io::repeat(b'7'));
        let mut cutter = Cutter::new(Box::new(input), from, PIECE, true);
        let Err(BatchFailure::Row(wrong)) = (match cutter.next() {
            Ok(_) => cutter.next(),
            failed => failed,
        }) else {
            panic!("{from:?} does not end");
        };
        assert_eq!((wrong.line(), wrong.error.code()), (if from == CSV { 2 } else { 1 }, "line-too-long"));
    }
}

#[test]
fn a_mark_in_front_is_left_out_and_counted() {
    for most in 1..6 {
        let bytes = "\u{feff}a,b\n3,\u{feff}5\n".as_bytes().to_vec();
        let mut cutter = Cutter::new(Box::new(Dripping { bytes, at: 0, most }), CSV, PIECE, true);
        assert_eq!(cutter.first().unwrap().unwrap(), b"a,b");
        assert_eq!(cutter.skip_first(), 7);
        let piece = cutter.next().unwrap().unwrap();
        assert_eq!((piece.bytes, piece.line), ("3,\u{feff}5\n".as_bytes().to_vec(), 1));
    }
    // In the middle of a file it is not a byte order mark.
    let bytes = "\u{feff}3\n".as_bytes().to_vec();
    let mut cutter =
        Cutter::new(Box::new(Dripping { bytes: bytes.clone(), at: 0, most: 2 }), CSV, PIECE, true);
    cutter.only(&(9..14));
    assert_eq!(cutter.next().unwrap().unwrap().bytes, bytes);
}
