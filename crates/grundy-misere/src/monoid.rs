//! A finite commutative monoid with its P-portion: the structure of a misère quotient.

pub use crate::set::Element;
use crate::set::Set;

/// A finite commutative monoid, some of whose elements are lost for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    products: Vec<Element>,
    pub(crate) lost: Set,
}

impl Monoid {
    /// The quotient of the game without moves: only the empty sum, which the player to move wins.
    pub(crate) fn trivial() -> Self {
        Self { order: 1, products: vec![0], lost: Set::new(1) }
    }

    /// The monoid with `products` row by row, and its lost elements.
    pub(crate) fn new(order: usize, products: Vec<Element>, lost: Set) -> Self {
        debug_assert_eq!(products.len(), order * order);
        Self { order, products, lost }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// All elements, the identity first.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        (0..=Element::MAX).take(self.order)
    }

    /// The product of two elements: the class of a sum from those of its parts.
    pub fn product(&self, a: Element, b: Element) -> Element {
        self.products[usize::from(a) * self.order + usize::from(b)]
    }

    /// The products of `a` with every element, in order.
    pub fn row(&self, a: Element) -> &[Element] {
        &self.products[usize::from(a) * self.order..][..self.order]
    }

    /// Whether the player to move loses the sums of this class.
    pub fn is_lost(&self, element: Element) -> bool {
        self.lost.contains(element)
    }

    /// The number of lost elements: the order of the P-portion.
    pub fn lost_count(&self) -> usize {
        self.lost.len()
    }

    /// The set `elements`, each multiplied by `factor`.
    pub(crate) fn multiply(&self, elements: &Set, factor: Element) -> Set {
        let row = self.row(factor);
        let mut product = Set::new(self.order);
        for element in elements.iter() {
            product.insert(row[usize::from(element)]);
        }
        product
    }

    /// Whether this is the quotient of misère Nim, so that every position behaves like one of Nim.
    ///
    /// These are the monoids of order 1, of order 2, and of order 2^k + 2 for k >= 2: the identity and an element `a` with
    /// a^2 = 1 for sums of heaps of 0 and 1, and an elementary abelian 2-group for all others, whose identity is lost.
    pub fn is_tame(&self) -> bool {
        let (order, lost) = (self.order, self.lost_count());
        if order == 1 {
            return true;
        }
        let fickle: Vec<Element> =
            self.elements().skip(1).filter(|&a| self.is_lost(a) && self.product(a, a) == 0).collect();
        let [a] = fickle[..] else { return false };
        if order == 2 {
            return true;
        }
        let group: Vec<Element> = self.elements().skip(1).filter(|&x| x != a).collect();
        let zeros: Vec<Element> = group.iter().copied().filter(|&x| self.is_lost(x)).collect();
        let [zero] = zeros[..] else { return false };
        lost == 2
            && group.len().is_power_of_two()
            && self.product(a, zero) != zero
            && group.iter().all(|&x| {
                self.product(x, x) == zero
                    && self.product(x, zero) == x
                    && group.iter().chain([&a]).all(|&y| !matches!(self.product(x, y), z if z == 0 || z == a))
            })
    }
}
