//! All small inputs, in order of their size.
//!
//! The weight of an input is the number of its numbers plus their sum. There are finitely many inputs below any weight,
//! so they can all be tried: an input that fails while all lighter ones pass is the smallest one.

use std::collections::BTreeMap;

use dashu_int::IBig;

use super::draw::Draw;
use super::record::{Record, Size};
use super::spread::Spread;
use crate::pattern::Pattern;
use crate::profile::Profile;
use crate::value::Val;

/// The most records that are generated for each one that is wanted: conditions reject some, and others repeat.
const TRIED_EACH: usize = 20;

/// Records of a level, by size.
#[derive(Debug)]
pub struct Small {
    pub records: Vec<Record>,
    /// Whether these are all up to the weight asked for.
    pub is_all: bool,
}

/// Whether all inputs up to a weight can be listed: none of their numbers is negative, and no word is chosen.
pub fn can_be_listed(profile: &Profile) -> bool {
    let bounds = &profile.bounds;
    let natural =
        |low: &crate::expr::Expr| !low.value(&blank_of(&profile.pattern)).is_some_and(|n| n.is_negative());
    bounds.names.iter().flatten().all(|limit| limit.words.len() <= 1 && natural(&limit.bounds.0))
}

fn blank_of(pattern: &Pattern) -> Vec<Val> {
    vec![Val::Undefined; pattern.names.len() + 1]
}

/// The records of a level whose weight is at most `weight`, lightest first; not many more than `most`.
///
/// The digits of a record count up from the least values. If a record is too heavy, so are all those in which its last
/// digit above 0 is greater, so these are passed over.
pub fn up_to(draw: &mut Draw, level: usize, slots: &mut Vec<Val>, weight: &IBig, most: usize) -> Small {
    let mut found: BTreeMap<Size, Record> = BTreeMap::new();
    draw.breadth = usize::try_from(weight).unwrap_or(usize::MAX).saturating_add(1);
    let mut digits: Vec<usize> = Vec::new();
    for _ in 0..most.saturating_mul(TRIED_EACH) {
        draw.spread = Spread::InTurn(digits.clone());
        let made = draw.record(level, slots);
        let widths = draw.widths.clone();
        let size = made.as_ref().map(Record::size);
        let is_heavy = size.as_ref().is_some_and(|size| size.weight > *weight);
        if let (Some(record), Some(size), false) = (made, size, is_heavy) {
            found.insert(size, record);
            if found.len() > most {
                break;
            }
        }
        if !next(&mut digits, &widths, is_heavy) {
            return Small { records: found.into_values().collect(), is_all: true };
        }
    }
    Small { records: found.into_values().collect(), is_all: false }
}

/// Advances to the next digits; past all with the last digit above 0 increased, if the record is too heavy.
fn next(digits: &mut Vec<usize>, widths: &[usize], is_heavy: bool) -> bool {
    digits.resize(widths.len(), 0);
    let mut from = digits.len();
    if is_heavy {
        let Some(last) = digits.iter().rposition(|digit| *digit > 0) else { return false };
        digits.truncate(last);
        from = last;
    }
    for i in (0..from).rev() {
        if digits[i] + 1 < widths[i] {
            digits[i] += 1;
            digits.truncate(i + 1);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stress::record::blank;

    fn listed(pattern: &str, limits: &str, weight: i32, most: usize) -> (Vec<Vec<IBig>>, bool) {
        let toml = format!(
            "game = 'nim'\nposition = 'x'\n[input]\npattern = '{pattern}'\n[output]\nN = 'N'\nP = 'P'\n[limits]\n{limits}"
        );
        let profile = Profile::parse(&toml).unwrap();
        let mut draw = Draw::new(&profile, 1);
        let mut slots = blank(&profile.pattern);
        let small = up_to(&mut draw, 1, &mut slots, &IBig::from(weight), most);
        (small.records.iter().map(|record| record.size().numbers).collect(), small.is_all)
    }

    /// Compared with a plain enumeration of all lists.
    #[test]
    fn all_small_records_are_listed_by_weight() {
        for least in [0_u32, 1, 2] {
            let (found, is_all) =
                listed("(n x*n)*", &format!("n = '1..4'\nx = '{least}..9'\ncases = '1..9'"), 9, 100_000);
            let mut wanted = Vec::new();
            for n in 1..=4_u32 {
                for code in 0..10_u32.pow(n) {
                    let heaps: Vec<u32> = (0..n).map(|i| code / 10_u32.pow(i) % 10).collect();
                    let weight = 1 + n + n + heaps.iter().sum::<u32>();
                    if weight <= 9 && heaps.iter().all(|heap| *heap >= least) {
                        let numbers: Vec<IBig> = std::iter::once(n).chain(heaps).map(IBig::from).collect();
                        wanted.push((weight, numbers.len(), numbers));
                    }
                }
            }
            wanted.sort();
            let wanted: Vec<Vec<IBig>> = wanted.into_iter().map(|(.., numbers)| numbers).collect();
            assert!(is_all && !wanted.is_empty());
            assert_eq!(found, wanted, "{least}");
        }
        let (found, is_all) = listed("(n x*n)*", "n = '1..4'\nx = '0..9'", 9, 20);
        assert!(!is_all && found.len() <= 21);
    }

    #[test]
    fn conditions_and_shapes_are_respected() {
        let (found, is_all) = listed("(x)*", "x = '3..100'\nwhere = 'x != 4'", 8, 100);
        assert!(is_all);
        assert_eq!(found, [3, 5, 6, 7].map(|n| vec![IBig::from(n)]).to_vec());
        let (found, is_all) = listed("(n x*n)*", "n = '2'\nx = '1..9, rising'", 9, 1000);
        assert!(is_all);
        let pairs = [[2, 1, 2], [2, 1, 3]].map(|all| all.map(IBig::from).to_vec());
        assert_eq!(found, pairs.to_vec());
    }
}
