//! Rows of bits: the few word-wise operations that sieves are made of.

/// Bits in a word.
pub(super) const WORD: usize = 64;

/// Number of words that hold `bits` bits.
pub(super) fn words(bits: usize) -> usize {
    bits.div_ceil(WORD)
}

/// Whether the bit is set; false for a bit beyond the row.
pub(super) fn get(row: &[u64], bit: usize) -> bool {
    row.get(bit / WORD).is_some_and(|word| word >> (bit % WORD) & 1 == 1)
}

/// Sets a bit; ignores a bit beyond the row.
pub(super) fn set(row: &mut [u64], bit: usize) {
    if let Some(word) = row.get_mut(bit / WORD) {
        *word |= 1 << (bit % WORD);
    }
}

/// Clears a bit; ignores a bit beyond the row.
pub(super) fn clear(row: &mut [u64], bit: usize) {
    if let Some(word) = row.get_mut(bit / WORD) {
        *word &= !(1 << (bit % WORD));
    }
}

/// Sets the bits of `from..to`, up to the end of the row.
pub(super) fn set_range(row: &mut [u64], from: usize, to: usize) {
    let to = to.min(row.len() * WORD);
    if from >= to {
        return;
    }
    let (first, last) = (from / WORD, (to - 1) / WORD);
    let head = !0 << (from % WORD);
    let tail = !0 >> (WORD - 1 - (to - 1) % WORD);
    if first == last {
        row[first] |= head & tail;
        return;
    }
    row[first] |= head;
    row[first + 1..last].fill(!0);
    row[last] |= tail;
}

/// `row |= other << by`; bits shifted past the end of the row are dropped.
pub(super) fn or_shifted(row: &mut [u64], other: &[u64], by: usize) {
    let (skip, by) = (by / WORD, by % WORD);
    let Some(row) = row.get_mut(skip..) else { return };
    for (word, bits) in row.iter_mut().zip(other) {
        *word |= bits << by;
    }
    if by > 0 {
        for (word, bits) in row.iter_mut().skip(1).zip(other) {
            *word |= bits >> (WORD - by);
        }
    }
}

/// The set bits from `from` on, ascending.
pub(super) fn ones(row: &[u64], from: usize) -> impl Iterator<Item = usize> + '_ {
    let first = from / WORD;
    let head = !0u64 << (from % WORD);
    row.iter().enumerate().skip(first).flat_map(move |(index, &word)| {
        let mut rest = if index == first { word & head } else { word };
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                index * WORD + bit
            })
        })
    })
}

/// The first bit of `from..end` that is not set.
pub(super) fn first_zero(row: &[u64], from: usize, end: usize) -> Option<usize> {
    let mut index = from / WORD;
    let mut free = !*row.get(index)? & !0 << (from % WORD);
    while free == 0 {
        index += 1;
        free = !*row.get(index)?;
    }
    let bit = index * WORD + free.trailing_zeros() as usize;
    (bit < end).then_some(bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_the_same_as_single_bits() {
        for (from, to) in [(0, 0), (3, 3), (3, 60), (3, 64), (64, 65), (10, 190), (128, 500), (191, 192)] {
            let mut row = vec![0; 3];
            set_range(&mut row, from, to);
            let plain: Vec<usize> = (from..to.min(192)).collect();
            assert_eq!(ones(&row, 0).collect::<Vec<_>>(), plain, "{from}..{to}");
            let zero = (0..192).find(|bit| !plain.contains(bit));
            assert_eq!(first_zero(&row, 0, 192), zero, "{from}..{to}");
        }
        let other = [1 << 63 | 5, 1];
        for by in [0, 1, 63, 64, 65, 100, 128, 500] {
            let mut row = vec![0; 3];
            or_shifted(&mut row, &other, by);
            let plain: Vec<usize> =
                [0, 2, 63, 64].iter().map(|bit| bit + by).filter(|bit| *bit < 192).collect();
            assert_eq!(ones(&row, 0).collect::<Vec<_>>(), plain, "by {by}");
            assert!(plain.iter().all(|&bit| get(&row, bit)));
        }
        assert_eq!(ones(&[!0, !0], 70).next(), Some(70));
    }
}
