//! Sets of elements of a quotient, as bits.

/// An element of a quotient by its number; 0 is the identity, the class of the empty sum.
pub type Element = u16;

/// A set of elements. Sets that are combined belong to one quotient and have equally many words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Set(Vec<u64>);

impl Set {
    /// The empty set of a quotient of `order` elements.
    pub(crate) fn new(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)])
    }

    pub(crate) fn insert(&mut self, element: Element) {
        self.0[usize::from(element) / 64] |= 1 << (element % 64);
    }

    pub(crate) fn contains(&self, element: Element) -> bool {
        self.0[usize::from(element) / 64] >> (element % 64) & 1 == 1
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// The number of machine words.
    pub(crate) fn words(&self) -> usize {
        self.0.len()
    }

    /// The memory in bytes, with that of the vector and its allocation.
    pub(crate) fn bytes(&self) -> u64 {
        (8 * self.0.len() + 40) as u64
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Element> + '_ {
        (0..).step_by(64).zip(&self.0).flat_map(|(first, &word)| {
            let rest = |word: u64| Some(word).filter(|word| *word != 0);
            std::iter::successors(rest(word), move |word| rest(word & (word - 1)))
                .map(move |word| first + Element::try_from(word.trailing_zeros()).unwrap_or(0))
        })
    }
}
