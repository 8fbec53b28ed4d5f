//! A tiny generator of certificates: values by the definition, periods by trying all of them.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::collections::BTreeSet;

use grundy_verify::{Amount, Certificate, Claim, Digest, Limits, Parts, Rule, Take, Verdict, check};

/// A kind of take: the amounts (or the excluded ones), the numbers of heaps left, how they compare.
#[derive(Clone, Debug)]
pub struct Move {
    pub amounts: Vec<u64>,
    pub except: bool,
    pub leave: Vec<u8>,
    pub parts: Parts,
}

pub fn take(amounts: &[u64], leave: &[u8], parts: Parts) -> Move {
    Move { amounts: amounts.to_vec(), except: false, leave: leave.to_vec(), parts }
}

pub fn any_except(excluded: &[u64], leave: &[u8]) -> Move {
    Move { amounts: excluded.to_vec(), except: true, leave: leave.to_vec(), parts: Parts::Any }
}

/// The moves of a code of base 8 or 16.
pub fn code(digits: &[u8]) -> Vec<Move> {
    let leave = |digit: u8| (0u8..4).filter(|heaps| digit >> heaps & 1 == 1).collect::<Vec<u8>>();
    (0..).zip(digits).filter(|(_, d)| **d > 0).map(|(k, &d)| take(&[k], &leave(d), Parts::Any)).collect()
}

pub fn rule(moves: &[Move]) -> Rule {
    let written = |m: &Move| {
        let amounts = m.amounts.iter().map(|&k| Amount::One(k)).collect();
        if m.except {
            Take::all_except(amounts, m.leave.clone())
        } else {
            Take::of(amounts, m.leave.clone(), m.parts)
        }
    };
    Rule::takes(moves.iter().map(written).collect())
}

/// The values of the heaps below `length`.
pub fn values(moves: &[Move], length: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for n in 0..length {
        let mut options = BTreeSet::new();
        for m in moves {
            for k in 0..=n {
                let named = m.amounts.contains(&(k as u64));
                if if m.except { k == 0 || named } else { !named } {
                    continue;
                }
                for &heaps in &m.leave {
                    split(&values, n - k, heaps, 1, m.parts, 0, &mut options);
                }
            }
        }
        values.push((0..=u16::MAX).find(|v| !options.contains(v)).unwrap());
    }
    values
}

/// All ways to leave `rest` in a given number of heaps of at least `least`, ascending.
fn split(
    values: &[u16],
    rest: usize,
    heaps: u8,
    least: usize,
    parts: Parts,
    value: u16,
    out: &mut BTreeSet<u16>,
) {
    match heaps {
        0 if rest == 0 => drop(out.insert(value)),
        1 if rest >= least => drop(out.insert(value ^ values[rest])),
        2 | 3 => {
            for a in least..=rest / usize::from(heaps) {
                let same = heaps == 2 && a == rest - a;
                let fits = match parts {
                    Parts::Any => true,
                    Parts::Unequal => !same,
                    Parts::Equal => same,
                };
                if fits {
                    split(values, rest - a, heaps - 1, a, parts, value ^ values[a], out);
                }
            }
        }
        _ => {}
    }
}

/// Period, preperiod and saltus.
pub type Found = (usize, usize, u16);

/// The least period at the end of the values, if they include the last heap given by `needed`; returns that
/// heap too.
pub fn find(values: &[u16], needed: impl Fn(Found) -> usize) -> Option<(Found, usize)> {
    let last = values.len() - 1;
    (1..last).find_map(|p| {
        let saltus = values[last].checked_sub(values[last - p])?;
        let shown = (p..=last).rev().take_while(|&n| values[n].checked_sub(values[n - p]) == Some(saltus));
        let found = (p, last + 1 - p - shown.count(), saltus);
        let bound = needed(found);
        (bound <= last).then_some((found, bound))
    })
}

pub fn certificate(rule: Rule, values: &[u16], found: Found, theorem: &str, bound: usize) -> Certificate {
    let mut digest = Digest::default();
    digest.update(values[..=bound].iter().copied());
    let (period, preperiod, saltus) = found;
    let claim = Claim {
        period: period as u64,
        preperiod: preperiod as u64,
        saltus: saltus.into(),
        theorem: theorem.to_owned(),
        bound: bound as u64,
    };
    Certificate { schema: 1, rule, claim, hint: None, sha256: digest.finish() }
}

/// Kayles, whose numbers are known: G(n + 12) = G(n) from 71 on.
pub fn kayles() -> Certificate {
    let values = values(&code(&[0, 7, 7]), 168);
    certificate(Rule::octal(vec![0, 7, 7]), &values, (12, 71, 0), "guy-smith", 167)
}

pub fn verdict(certificate: &Certificate) -> Verdict {
    check(certificate, Limits::default(), &mut |_, _| ()).expect("no limit is reached")
}

/// The code of the reason; `None` if the certificate holds.
pub fn refused(certificate: &Certificate) -> Option<&'static str> {
    verdict(certificate).reason.map(|reason| reason.code())
}
