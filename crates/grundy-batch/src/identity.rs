//! The identity of a file from samples, without reading all of a large one; and the checksum of a whole
//! file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use crate::error::{BatchFailure, Result};

/// Number of bytes sampled in each place.
const SAMPLE: u64 = 1 << 16;
/// Number of places sampled, spread over the file.
const PLACES: u64 = 16;

/// A file by its size and samples of its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    pub bytes: u64,
    pub sample_sha256: String,
}

impl Identity {
    pub fn of(path: &Path) -> Result<Self> {
        let (mut file, size) = crate::input::open(path)?;
        let bytes = size.ok_or_else(|| grundy_solver::Error::input("error.shard-needs-file"))?;
        let sample_sha256 = samples(&mut file, bytes).map_err(BatchFailure::file(path))?;
        Ok(Self { bytes, sample_sha256 })
    }
}

fn samples(file: &mut File, size: u64) -> io::Result<String> {
    let mut hash = Hash::new();
    let mut bytes = Vec::new();
    for place in 0..PLACES {
        // The first and the last bytes are always included.
        let start = u128::from(size.saturating_sub(SAMPLE)) * u128::from(place) / u128::from(PLACES - 1);
        file.seek(SeekFrom::Start(u64::try_from(start).unwrap_or(0)))?;
        bytes.clear();
        Read::by_ref(file).take(SAMPLE).read_to_end(&mut bytes)?;
        hash.update(&bytes);
    }
    Ok(hex(&hash.finalize()))
}

/// The SHA-256 of a file, in hexadecimal digits.
pub fn checksum(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Hash::new();
    let mut bytes = vec![0; 1 << 18];
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(hex(&hash.finalize())),
            read => hash.update(&bytes[..read]),
        }
    }
}

/// Hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut out, byte| {
        // Writing to a string does not fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}
