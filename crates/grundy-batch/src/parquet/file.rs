//! A Parquet file as its reader sees it. What such a file says of itself is believed by the library that reads it, so
//! nothing is promised here that the file does not hold: no memory is taken for bytes beyond its end, reading at its end
//! is an error (the library skips a list of 2^31 missing numbers one by one), and each reading looks at the clock.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use bytes::Bytes;
use grundy_solver::limits::Cancel;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

/// A file of positions, or what is left of one.
pub(crate) struct Watched {
    file: Arc<File>,
    length: u64,
    cancel: Cancel,
}

/// Its bytes from some place on.
pub(crate) struct Bounded {
    file: File,
    cancel: Cancel,
}

impl Watched {
    pub fn new(file: File, cancel: Cancel) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { file: Arc::new(file), length, cancel })
    }

    fn from(&self, start: u64) -> io::Result<Bounded> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(Bounded { file, cancel: self.cancel.clone() })
    }
}

impl Length for Watched {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Watched {
    type T = BufReader<Bounded>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(BufReader::new(self.from(start)?))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let left = self.length.saturating_sub(start);
        if u64::try_from(length).map_or(true, |length| left < length) {
            let reason = format!("{length} bytes are wanted at byte {start} of {}", self.length);
            return Err(ParquetError::EOF(reason));
        }
        let mut bytes = vec![0; length];
        self.from(start)?.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.cancel.check().map_err(io::Error::other)?;
        match self.file.read(buffer)? {
            // A file ends with its footer, and nothing that is read lies behind it.
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
        Watched::new(file, cancel).expect("a file has a length")
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
