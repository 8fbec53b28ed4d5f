//! Numbers sorted lists, so that data about each of them fits in one array.

/// Sorted lists of a fixed length with members below a bound, numbered from 0.
///
/// The number of `x_1 <= ... <= x_m` is the sum of `C(x_i + i - 1, i)`, the combinatorial number
/// system on the strictly ascending `x_i + i - 1`.
#[derive(Clone, Debug)]
pub struct Prefixes {
    /// `choose[i][x]` is C(x + i, i + 1), for the member at place `i`.
    choose: Vec<Vec<usize>>,
    count: usize,
}

impl Prefixes {
    /// Numbers lists of `length` members below `bound`; `None` if there are too many.
    pub fn new(length: usize, bound: usize) -> Option<Self> {
        let mut choose: Vec<Vec<usize>> = Vec::with_capacity(length);
        for place in 0..length {
            let mut row = Vec::with_capacity(bound + 1);
            let mut sum = 0usize;
            for x in 0..=bound {
                row.push(sum);
                // C(x + 1 + i, i + 1) = C(x + i, i + 1) + C(x + i, i), and the last is a row above.
                sum = sum.checked_add(match place.checked_sub(1) {
                    None => 1,
                    Some(above) => *choose[above].get(x + 1).unwrap_or(&0),
                })?;
            }
            choose.push(row);
        }
        let count = choose.last().map_or(1, |row| row[bound]);
        Some(Self { choose, count })
    }

    /// The number of lists.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of a sorted list, given as an iterator.
    pub fn number_of(&self, list: impl Iterator<Item = usize>) -> usize {
        list.zip(&self.choose).map(|(x, row)| row[x]).sum()
    }

    /// The number of a sorted list.
    pub fn number(&self, list: &[usize]) -> usize {
        match (list, &self.choose[..]) {
            ([a], _) => *a,
            ([a, b], [_, second]) => a + second[*b],
            _ => self.number_of(list.iter().copied()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_its_own_number_and_none_is_left_over() {
        assert_eq!(Prefixes::new(0, 9).unwrap().count(), 1);
        for (length, bound) in [(1, 7), (2, 6), (3, 5), (4, 4), (5, 1)] {
            let prefixes = Prefixes::new(length, bound).unwrap();
            let mut seen = vec![false; prefixes.count()];
            let all = bound.pow(u32::try_from(length).unwrap());
            for code in 0..all {
                let list: Vec<usize> =
                    (0..length).map(|i| code / bound.pow(u32::try_from(i).unwrap()) % bound).collect();
                if list.is_sorted() {
                    let slot = &mut seen[prefixes.number(&list)];
                    assert!(!*slot, "{list:?} has the number of another");
                    *slot = true;
                }
            }
            assert!(seen.iter().all(|s| *s), "{length} below {bound}");
        }
    }
}
