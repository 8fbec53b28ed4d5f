//! Access to a Parquet file for the library that reads it. The library trusts the sizes in the file, so this
//! module checks them: no memory is allocated for bytes beyond the end of the file, reading at its end is an
//! error (the library skips a list of 2^31 missing numbers one by one), and each read checks the deadline. A
//! page must not claim to be larger than the metadata of its columns, or than the memory.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;
use grundy_solver::limits::Cancel;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

use crate::parquet::thrift::{Wrong, head};

/// A Parquet file whose reads are checked.
pub(crate) struct Watched {
    file: Arc<File>,
    length: u64,
    pages: Pages,
    /// Offsets after page headers that were checked. The library may resume reading there.
    behind: Mutex<HashSet<u64>>,
    cancel: Cancel,
}

/// Limits on the decompressed size of a page. The library allocates memory for it before it reads the page.
#[derive(Clone)]
pub(crate) struct Pages {
    memory: u64,
    /// The maximum size of one column of a row group, from the file's metadata; pages are not larger.
    column: Arc<OnceLock<u64>>,
}

/// Pages up to this size are always accepted, since some writers record wrong sizes.
const USUAL_PAGE: u64 = 64 << 20;

impl Pages {
    /// Limits pages by the memory of the job, and by the metadata once it is known.
    pub fn within(memory: u64) -> Self {
        Self { memory, column: Arc::default() }
    }

    /// Sets the size of the largest column of a row group, after reading the metadata.
    pub fn largest_column(&self, bytes: u64) {
        let _ = self.column.set(bytes);
    }

    fn check(&self, bytes: u64) -> Result<()> {
        let claimed = self.column.get().copied().unwrap_or(u64::MAX).max(USUAL_PAGE);
        if bytes <= claimed.min(self.memory) {
            return Ok(());
        }
        Err(ParquetError::General(format!(
            "a page claims to hold {bytes} bytes, more than its column or the memory"
        )))
    }
}

/// Size of the end of a file: the length of the metadata and the magic bytes.
const FOOTER: u64 = 8;
/// Number of bytes of a page header that are examined.
const HEAD: usize = 1 << 16;

/// The bytes of the file from some offset on.
pub(crate) struct Bounded {
    file: File,
    cancel: Cancel,
}

impl Watched {
    pub fn new(file: File, pages: Pages, cancel: Cancel) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { file: Arc::new(file), length, pages, behind: Mutex::default(), cancel })
    }

    fn from(&self, start: u64) -> io::Result<Bounded> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(Bounded { file, cancel: self.cancel.clone() })
    }
}

fn damaged() -> ParquetError {
    ParquetError::General("a list or a text claims to be longer than the file".to_owned())
}

impl Length for Watched {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Watched {
    type T = BufReader<Bounded>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        let mut reader = BufReader::with_capacity(HEAD, self.from(start)?);
        // The library starts reading at pages, except for the end of the file and for data after a known page
        // header.
        let left = self.length.saturating_sub(start);
        let mut behind = self.behind.lock().unwrap_or_else(PoisonError::into_inner);
        if left > FOOTER && !behind.contains(&start) {
            let head = head(reader.fill_buf()?, left).map_err(|Wrong| damaged())?;
            head.size.map_or(Ok(()), |bytes| self.pages.check(bytes))?;
            // A page header without data is followed by the next header.
            if let (Some(length), Some(1..)) = (head.length, head.follows) {
                behind.insert(start + length);
            }
        }
        Ok(reader)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let left = self.length.saturating_sub(start);
        if u64::try_from(length).map_or(true, |length| left < length) {
            let reason = format!("{length} bytes are wanted at byte {start} of {}", self.length);
            return Err(ParquetError::EOF(reason));
        }
        let mut bytes = vec![0; length];
        self.from(start)?.read_exact(&mut bytes)?;
        // The metadata: the library allocates memory for as many items as it claims.
        if left == length as u64 + FOOTER {
            head(&bytes, length as u64).map_err(|Wrong| damaged())?;
        }
        Ok(bytes.into())
    }
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.cancel.check().map_err(io::Error::other)?;
        match self.file.read(buffer)? {
            // A file ends with its footer, so nothing is read after it.
            0 if !buffer.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            read => Ok(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn file(bytes: &[u8], cancel: Cancel) -> Watched {
        let mut file = tempfile::tempfile().expect("a file without a name");
        file.write_all(bytes).expect("room for a few bytes");
        Watched::new(file, Pages::within(u64::MAX), cancel).expect("a file has a length")
    }

    #[test]
    fn a_page_is_no_larger_than_its_column_or_the_memory() {
        // 1.4 GB, followed by some data.
        let page =
            [&[0x15, 0x00, 0x15, 0x80, 0xB8, 0x92, 0xB7, 0x0A, 0x15, 0x02, 0x00][..], &[0; 20]].concat();
        let large = 1_400_000_000;
        let mut read = file(&page, Cancel::default());
        assert!(read.get_read(0).is_ok());
        read.pages.memory = large - 1;
        assert!(read.get_read(0).is_err());
        read.pages = Pages::within(u64::MAX);
        read.pages.largest_column(large - 1);
        assert!(read.get_read(0).is_err());
        // Small pages may exceed the size of their column in the metadata.
        let mut small = file(&[0x15, 0x00, 0x15, 0xD8, 0x04, 0x00, 0, 0, 0], Cancel::default());
        small.pages.largest_column(1);
        assert!(small.get_read(0).is_ok());
        small.pages.memory = 299;
        assert!(small.get_read(0).is_err());
    }

    #[test]
    fn bytes_within_are_read_and_bytes_beyond_are_refused_before_memory_is_taken() {
        let file = file(b"PAR1 and more", Cancel::default());
        assert_eq!(file.get_bytes(5, 3).expect("within").as_ref(), b"and");
        assert_eq!(file.get_bytes(13, 0).expect("nothing, at the end").as_ref(), b"");
        for (start, length) in [(5, 9), (14, 0), (u64::MAX, 1), (0, usize::MAX), (5, 1 << 62)] {
            let left = 13_u64.saturating_sub(start);
            assert_eq!(file.get_bytes(start, length).is_err(), length as u64 > left, "{start} {length}");
        }
    }

    #[test]
    fn reading_at_the_end_is_an_error_and_not_nothing() {
        let mut reader = file(b"PAR1", Cancel::default()).get_read(2).expect("within");
        let mut read = Vec::new();
        let error = reader.read_to_end(&mut read).expect_err("the end is not to be read");
        assert_eq!((read.as_slice(), error.kind()), (b"R1".as_slice(), io::ErrorKind::UnexpectedEof));
    }

    #[test]
    fn reading_looks_at_the_clock() {
        let cancel = Cancel::default();
        let mut reader = file(b"PAR1", cancel.clone()).get_read(0).expect("within");
        cancel.cancel();
        assert!(reader.read(&mut [0; 2]).is_err());
    }
}
