//! The monoid of a certificate.
//!
//! It is given by maps of its elements into themselves, one for multiplication by each generator. The product of two
//! elements is defined by applying to the second the maps that lead from 0 to the first. If the maps commute, and every
//! element is reached from 0 by applying them, the product does not depend on the path: it makes a commutative monoid
//! with identity 0.

use std::collections::BTreeSet;

use super::certificate::QuotientCertificate;
use crate::sentence::Reason;
use crate::watch::{Stop, Watch};

pub(super) struct Monoid {
    order: u16,
    products: Vec<u16>,
    lost: Vec<bool>,
}

impl Monoid {
    pub(super) fn new(certificate: &QuotientCertificate, watch: &mut Watch<'_>) -> Result<Self, Stop> {
        let wrong_order = || Reason::new("order").with("order", certificate.order);
        let order =
            u16::try_from(certificate.order).ok().filter(|&order| order > 0).ok_or_else(wrong_order)?;
        let size = usize::from(order);
        watch.reserve(4 * (size * size) as u64)?;
        let mut lost = vec![false; size];
        let mut before = None;
        for &element in &certificate.lost {
            if element >= order || before >= Some(element) {
                return Err(Reason::new("lost").with("element", element).into());
            }
            before = Some(element);
            lost[usize::from(element)] = true;
        }
        // The empty sum is won under misère play: the opponent has made the last move.
        if lost[0] {
            return Err(Reason::new("identity-lost").into());
        }
        let generators = &certificate.generators;
        for generator in generators {
            let products = &generator.products;
            if products.len() != size || products.iter().any(|&product| product >= order) {
                return Err(Reason::new("products").with("element", generator.element).into());
            }
            if products[0] != generator.element {
                return Err(Reason::new("identity").with("element", generator.element).into());
            }
        }
        for (place, a) in generators.iter().enumerate() {
            for b in &generators[..place] {
                watch.work(size as u64, 0)?;
                let commute = (0..size).all(|x| {
                    a.products[usize::from(b.products[x])] == b.products[usize::from(a.products[x])]
                });
                if !commute {
                    let reason = Reason::new("commute").with("first", b.element);
                    return Err(reason.with("second", a.element).into());
                }
            }
        }
        // The row of an element is the row of its predecessor on the path from 0, mapped once more.
        let mut rows: Vec<Option<Vec<u16>>> = vec![None; size];
        rows[0] = Some((0..order).collect());
        let mut reached = vec![0];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let Some(row) = rows[usize::from(from)].clone() else { continue };
            for generator in generators {
                watch.work(1, 0)?;
                let to = generator.products[usize::from(from)];
                if rows[usize::from(to)].is_none() {
                    watch.work(size as u64, 0)?;
                    rows[usize::from(to)] =
                        Some(row.iter().map(|&x| generator.products[usize::from(x)]).collect());
                    reached.push(to);
                }
            }
        }
        if reached.len() != size {
            return Err(Reason::new("not-generated").into());
        }
        Ok(Self { order, products: rows.into_iter().flatten().flatten().collect(), lost })
    }

    pub(super) fn order(&self) -> u16 {
        self.order
    }

    /// The product; elements out of range, which are refused elsewhere, act as the identity.
    pub(super) fn product(&self, a: u16, b: u16) -> u16 {
        let place = usize::from(a) * usize::from(self.order) + usize::from(b);
        if b < self.order { self.products.get(place).copied().unwrap_or(0) } else { 0 }
    }

    pub(super) fn is_lost(&self, element: u16) -> bool {
        self.lost[usize::from(element)]
    }

    /// Fails unless every element is that of some sum of heaps.
    pub(super) fn is_made_by(&self, classes: impl Iterator<Item = u16>) -> Result<(), Reason> {
        let classes: BTreeSet<u16> = classes.collect();
        let mut made = BTreeSet::from([0]);
        let mut open = vec![0];
        while let Some(x) = open.pop() {
            open.extend(
                classes.iter().map(|&class| self.product(x, class)).filter(|&product| made.insert(product)),
            );
        }
        match (0..self.order).find(|element| !made.contains(element)) {
            Some(element) => Err(Reason::new("not-made").with("element", element)),
            None => Ok(()),
        }
    }

    /// Fails unless for any two elements some third has a lost product with exactly one of them.
    pub(super) fn is_told_apart(&self, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let mut rows: BTreeSet<Vec<bool>> = BTreeSet::new();
        for x in 0..self.order {
            watch.work(u64::from(self.order), 0)?;
            if !rows.insert((0..self.order).map(|z| self.is_lost(self.product(x, z))).collect()) {
                return Err(Reason::new("not-told-apart").with("element", x).into());
            }
        }
        Ok(())
    }
}
