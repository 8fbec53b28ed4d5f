//! Checks the sizes in structures of a Parquet file, in Thrift's compact protocol. The library that reads them
//! allocates memory for lists and texts before it checks whether they exist.

/// Maximum nesting depth of structures and lists; those of Parquet have six levels.
const MOST_DEPTH: u32 = 32;

/// A list or a text that claims to be longer than the data, or an invalid structure.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong;

/// Why parsing stopped early.
enum Stop {
    /// The available bytes end.
    Ends,
    Wrong,
}

type Read<T> = Result<T, Stop>;

struct Walk<'a> {
    bytes: &'a [u8],
    /// Maximum number of members of a list, and of bytes of a text.
    most: u64,
}

/// The header of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    /// The claimed decompressed size of the page, its second integer.
    pub size: Option<u64>,
    /// The number of bytes after the header, its third integer.
    pub follows: Option<u64>,
    /// The number of bytes of the header; `None` if it is incomplete.
    pub length: Option<u64>,
}

/// Parses the structure at the start of `bytes`. Missing bytes at the end are not an error; `most` is the
/// number of bytes of the whole data.
pub(super) fn head(bytes: &[u8], most: u64) -> Result<Head, Wrong> {
    let mut head = Head::default();
    let mut walk = Walk { bytes, most };
    let walked = walk.structure(0, &mut |field, number| {
        // The lowest bit is the sign; the library refuses a negative size.
        let number = number.is_multiple_of(2).then_some(number / 2);
        match field {
            2 => head.size = number,
            3 => head.follows = number,
            _ => {}
        }
    });
    match walked {
        Ok(()) => head.length = Some((bytes.len() - walk.bytes.len()) as u64),
        Err(Stop::Ends) => {}
        Err(Stop::Wrong) => return Err(Wrong),
    }
    Ok(head)
}

impl Walk<'_> {
    fn byte(&mut self) -> Read<u8> {
        let (&byte, rest) = self.bytes.split_first().ok_or(Stop::Ends)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn skip(&mut self, count: u64) -> Read<()> {
        let rest = usize::try_from(count).ok().and_then(|count| self.bytes.get(count..));
        self.bytes = rest.ok_or(Stop::Ends)?;
        Ok(())
    }

    fn number(&mut self) -> Read<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Stop::Wrong)
    }

    fn length(&mut self) -> Read<u64> {
        let length = self.number()?;
        if length > self.most { Err(Stop::Wrong) } else { Ok(length) }
    }

    /// Reads fields up to the end marker, and passes integers among them to `seen`.
    fn structure(&mut self, depth: u32, seen: &mut dyn FnMut(u64, u64)) -> Read<()> {
        if depth > MOST_DEPTH {
            return Err(Stop::Wrong);
        }
        let mut id = 0u64;
        loop {
            // A type, and the difference to the previous field number, or 0 followed by the field number.
            let field = self.byte()?;
            let kind = field & 0x0F;
            if kind == 0 {
                return Ok(());
            }
            id = if field >> 4 == 0 { self.number()? / 2 } else { id.saturating_add(u64::from(field >> 4)) };
            match kind {
                // The type is the boolean value.
                1 | 2 => {}
                4..=6 => seen(id, self.number()?),
                kind => self.value(kind, depth)?,
            }
        }
    }

    fn value(&mut self, kind: u8, depth: u32) -> Read<()> {
        match kind {
            1..=3 => self.skip(1),
            4..=6 => self.number().map(drop),
            7 => self.skip(8),
            8 => {
                let length = self.length()?;
                self.skip(length)
            }
            9 | 10 => {
                let head = self.byte()?;
                let members = if head >> 4 == 15 { self.length()? } else { u64::from(head >> 4) };
                self.values(members, &[head & 0x0F], depth)
            }
            11 => {
                let members = self.length()?;
                if members == 0 {
                    return Ok(());
                }
                let kinds = self.byte()?;
                self.values(members, &[kinds >> 4, kinds & 0x0F], depth)
            }
            12 => self.structure(depth + 1, &mut |_, _| ()),
            13 => self.skip(16),
            _ => Err(Stop::Wrong),
        }
    }

    fn values(&mut self, count: u64, kinds: &[u8], depth: u32) -> Read<()> {
        if depth > MOST_DEPTH {
            return Err(Stop::Wrong);
        }
        // Each entry takes at least one byte, so the available bytes bound the loop.
        (0..count).try_for_each(|_| kinds.iter().try_for_each(|kind| self.value(*kind, depth + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_how_large_it_is() {
        let second_number = |bytes: &[u8], most| head(bytes, most).map(|head| head.size);
        // Type 0, size 300; the same with explicit field numbers; and invalid data.
        assert_eq!(second_number(&[0x15, 0x00, 0x15, 0xD8, 0x04, 0x00], 6), Ok(Some(300)));
        assert_eq!(second_number(&[0x05, 0x02, 0x00, 0x05, 0x04, 0xD8, 0x04, 0x00], 8), Ok(Some(300)));
        assert_eq!(second_number(&[0x15, 0x02, 0x19, 0x0C, 0x00], 5), Ok(None));
        assert_eq!(second_number(&[0x15, 0x00, 0x15, 0x03, 0x00], 5), Ok(None));
        assert_eq!(second_number(&[], 0), Ok(None));
        let page = [0x15, 0x00, 0x15, 0xD8, 0x04, 0x15, 0x14, 0x00, 7, 7];
        assert_eq!(head(&page, 10), Ok(Head { size: Some(300), follows: Some(10), length: Some(8) }));
    }

    #[test]
    fn what_claims_more_than_is_there_is_wrong() {
        let second_number = |bytes: &[u8], most| head(bytes, most).map(|head| head.size);
        // A list of 10 million structures, a text of 2^40 bytes, a map of as many, in a structure in a list.
        assert_eq!(second_number(&[0x19, 0xFC, 0x80, 0xAD, 0xE2, 0x04], 1000), Err(Wrong));
        assert_eq!(second_number(&[0x18, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20], 1000), Err(Wrong));
        assert_eq!(second_number(&[0x1B, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20], 1000), Err(Wrong));
        assert_eq!(second_number(&[0x19, 0x1C, 0x18, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20], 1000), Err(Wrong));
        // Unbounded nesting.
        assert_eq!(second_number(&[0x1C; 100], 100), Err(Wrong));
        assert_eq!(second_number(&[0x19; 100], 100), Err(Wrong));
        assert_eq!(second_number(&[0xFF; 100], 100), Err(Wrong));
    }
}
