//! A quotient in generators and relations.
//!
//! Generators are the elements of heaps, in the order of the heaps, that the earlier ones do not make. Each element has one
//! name, the first of its monomials by degree, then in the order of the generators. A relation is a monomial that is no name while
//! all its divisors are; with the name of its element, these relations define the monoid and rewrite every monomial to its
//! name: they are the reduced Gröbner basis of its binomials.

use std::fmt;

use crate::monoid::{Element, Monoid};

/// A product of generators by their exponents.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monomial(Vec<u32>);

/// Generators and relations, and the name of each element.
#[derive(Clone, Debug)]
pub struct Presentation {
    /// The elements that are generators.
    pub generators: Vec<Element>,
    /// Monomials that are equal; the right one is the name of both.
    pub relations: Vec<(Monomial, Monomial)>,
    /// The name of each element.
    pub names: Vec<Monomial>,
}

impl Presentation {
    /// Of a monoid that is made by `heaps`, elements in the order of the heaps.
    pub fn new(monoid: &Monoid, heaps: impl IntoIterator<Item = Element>) -> Self {
        let generators = generators(monoid, heaps);
        let count = generators.len();
        let mut names: Vec<Option<Monomial>> = vec![None; monoid.order()];
        let mut relations: Vec<(Monomial, Monomial)> = Vec::new();
        names[0] = Some(Monomial(vec![0; count]));
        let mut layer = vec![(names[0].clone(), 0)];
        while !layer.is_empty() {
            let mut next: Vec<(Monomial, Element)> = Vec::new();
            for (name, class) in layer {
                let Some(name) = name else { continue };
                // Each monomial comes from its last generator once.
                let last = name.0.iter().rposition(|&e| e > 0).unwrap_or(0);
                for (index, &generator) in generators.iter().enumerate().skip(last) {
                    let mut monomial = name.clone();
                    monomial.0[index] += 1;
                    next.push((monomial, monoid.product(class, generator)));
                }
            }
            // More of the first generators comes first.
            next.sort_by(|(a, _), (b, _)| b.cmp(a));
            layer = Vec::new();
            for (monomial, class) in next {
                if relations.iter().any(|(left, _)| left.divides(&monomial)) {
                    continue;
                }
                if let Some(name) = &names[usize::from(class)] {
                    relations.push((monomial, name.clone()));
                } else {
                    names[usize::from(class)] = Some(monomial.clone());
                    layer.push((Some(monomial), class));
                }
            }
        }
        let names = names.into_iter().map(|name| name.unwrap_or(Monomial(vec![0; count]))).collect();
        Self { generators, relations, names }
    }

    /// The name of an element.
    pub fn name(&self, element: Element) -> &Monomial {
        &self.names[usize::from(element)]
    }
}

/// The elements of heaps that the earlier ones do not make.
fn generators(monoid: &Monoid, heaps: impl IntoIterator<Item = Element>) -> Vec<Element> {
    let mut generators = Vec::new();
    let mut made = vec![false; monoid.order()];
    made[0] = true;
    let mut elements = vec![0];
    for class in heaps {
        if made[usize::from(class)] {
            continue;
        }
        generators.push(class);
        // Powers of the new one times all that was there; what it makes with itself is met on the way.
        let mut place = 0;
        while place < elements.len() {
            let product = monoid.product(elements[place], class);
            if !made[usize::from(product)] {
                made[usize::from(product)] = true;
                elements.push(product);
            }
            place += 1;
        }
    }
    generators
}

impl Monomial {
    /// The exponents of the generators.
    pub fn exponents(&self) -> &[u32] {
        &self.0
    }

    /// The sum of the exponents.
    pub fn degree(&self) -> u32 {
        self.0.iter().sum()
    }

    fn divides(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a <= b)
    }
}

/// The name of generator number `index`: a, b, ..., z, a1, b1, ...
pub fn generator_name(index: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(index % 26).unwrap_or(0));
    match index / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

impl fmt::Display for Monomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (index, &exponent) in self.0.iter().enumerate().filter(|(_, exponent)| **exponent > 0) {
            if !first {
                f.write_str(" ")?;
            }
            first = false;
            f.write_str(&generator_name(index))?;
            if exponent > 1 {
                write!(f, "^{exponent}")?;
            }
        }
        if first { f.write_str("1") } else { Ok(()) }
    }
}
