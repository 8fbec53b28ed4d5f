//! The PNG format, as far as pictures of cells need it: eight bits per channel, red, green and blue.

use std::io::{self, Write as _};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use grundy_core::error::{Error, Result};

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Eight bits per channel, three channels, the only defined compression and filtering, not interlaced.
const FORMAT: [u8; 5] = [8, 2, 0, 0, 0];
/// Each byte is stored as the difference from the byte above, which is mostly 0 in a picture of cells.
const FILTER_UP: u8 = 2;
/// Number of bytes compressed between two calls of the check.
const PIECE: usize = 1 << 18;

/// Encodes a picture of `width` times `height` pixels, row by row, three bytes each. `check` is called at intervals,
/// and its error stops the work.
pub(crate) fn encode(
    width: usize,
    height: usize,
    pixels: &[u8],
    mut check: impl FnMut() -> Result<()>,
) -> Result<Vec<u8>> {
    let failed = |error: io::Error| Error::input("error.png").with("error", error.to_string());
    let size = |length: usize| u32::try_from(length).map(u32::to_be_bytes);
    let (Ok(width_bytes), Ok(height_bytes)) = (size(width), size(height)) else {
        return Err(failed(io::ErrorKind::InvalidInput.into()));
    };
    let mut compressed = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut above = vec![0; width * 3];
    let mut line = Vec::with_capacity(width * 3 + 1);
    let mut since_check = PIECE;
    for row in pixels.chunks_exact((width * 3).max(1)) {
        if since_check >= PIECE {
            check()?;
            since_check = 0;
        }
        line.clear();
        line.push(FILTER_UP);
        line.extend(row.iter().zip(&above).map(|(byte, above)| byte.wrapping_sub(*above)));
        compressed.write_all(&line).map_err(failed)?;
        above.copy_from_slice(row);
        since_check += line.len();
    }
    let data = compressed.finish().map_err(failed)?;
    let mut out = SIGNATURE.to_vec();
    chunk(&mut out, *b"IHDR", &[&width_bytes[..], &height_bytes, &FORMAT].concat());
    // A chunk is at most 2^31 - 1 bytes long.
    for piece in data.chunks(1 << 30) {
        chunk(&mut out, *b"IDAT", piece);
    }
    chunk(&mut out, *b"IEND", &[]);
    Ok(out)
}

/// Appends a chunk: its length, its kind, its content, and a checksum of kind and content.
fn chunk(out: &mut Vec<u8>, kind: [u8; 4], content: &[u8]) {
    let mut checksum = Crc::new();
    checksum.update(&kind);
    checksum.update(content);
    out.extend(u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes());
    out.extend(kind);
    out.extend(content);
    out.extend(checksum.sum().to_be_bytes());
}
