//! Chunks of values, as the database keeps them.

/// Values in a chunk.
pub(super) const CHUNK: usize = 1 << 16;
/// Set in the first byte of a chunk, together with the number of bytes per value.
const COMPRESSED: u8 = 0x80;

/// Encodes values as a chunk.
pub(super) fn pack(values: &[u32]) -> Vec<u8> {
    let width = match values.iter().max() {
        Some(0x1_0000..) => 4,
        Some(0x100..) => 2,
        _ => 1,
    };
    let plain: Vec<u8> =
        values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width)).collect();
    let packed = lz4_flex::compress_prepend_size(&plain);
    let (mark, body) = if packed.len() < plain.len() { (COMPRESSED, packed) } else { (0, plain) };
    let mut chunk = Vec::with_capacity(body.len() + 1);
    chunk.push(mark | u8::try_from(width).unwrap_or(4));
    chunk.extend(body);
    chunk
}

/// Decodes the values of a chunk; `None` if it is not valid.
pub(super) fn unpack(chunk: &[u8], out: &mut Vec<u32>) -> Option<()> {
    let (&mark, body) = chunk.split_first()?;
    let plain;
    let body = if mark & COMPRESSED == 0 {
        body
    } else {
        // The size comes first; a damaged one must not cause a large allocation.
        let size = u32::from_le_bytes(body.get(..4)?.try_into().ok()?);
        if size as usize > 4 * CHUNK {
            return None;
        }
        plain = lz4_flex::decompress_size_prepended(body).ok()?;
        if plain.len() != size as usize {
            return None;
        }
        &plain
    };
    match mark & !COMPRESSED {
        width @ (1 | 2 | 4) if body.len().is_multiple_of(usize::from(width)) => {
            out.extend(body.chunks_exact(usize::from(width)).map(|bytes| {
                let mut value = [0; 4];
                value[..bytes.len()].copy_from_slice(bytes);
                u32::from_le_bytes(value)
            }));
            Some(())
        }
        _ => None,
    }
}
