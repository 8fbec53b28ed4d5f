//! Certificates of periods.

use grundy_verify::{Amount, Certificate, Claim, Digest, Lang, Limits, Parts, Rule, check};

use crate::sound;

const LIMITS: Limits = Limits { memory: sound::LIMITS.memory, time: sound::LIMITS.time };
/// Heaps whose values are computed here, if moves leave at most two heaps, and if they leave three.
const HEAPS: u64 = 150;
const HEAPS_IN_THREE: u64 = 50;

/// A certificate is parsed or rejected. With the true digest of its game's values filled in, it holds exactly
/// if the values by definition confirm its claim.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let mut certificate = match Certificate::from_bytes(data) {
        Ok(certificate) => certificate,
        Err(error) => return check_words(error.code(), |lang| error.text(lang)),
    };
    let text = serde_json::to_string(&certificate).unwrap_or_default();
    assert_eq!(Certificate::from_bytes(text.as_bytes()).as_ref().ok(), Some(&certificate), "{text}");
    verdict(&certificate);
    let Some(values) = values(&certificate.rule) else { return };
    let bound = usize::try_from(certificate.claim.bound).unwrap_or(usize::MAX);
    if let Some(needed) = values.get(..=bound) {
        let mut digest = Digest::default();
        digest.update(needed.iter().copied());
        certificate.sha256 = digest.finish();
    }
    match verdict(&certificate).as_deref() {
        Some("") => assert!(holds(&certificate.claim, &values), "a wrong claim holds: {certificate:?}"),
        Some("sha256") => assert!(bound >= values.len(), "the digest of {certificate:?}"),
        Some("repetition") => {
            assert!(
                bound >= values.len() || !repeats(&certificate.claim, &values[..=bound]),
                "{certificate:?}"
            );
        }
        _ => {}
    }
}

/// The code of the reason for rejection, empty if it holds; `None` if it could not be checked.
fn verdict(certificate: &Certificate) -> Option<String> {
    match check(certificate, LIMITS, &mut |_, _| ()) {
        Ok(verdict) => Some(verdict.reason.map_or_else(String::new, |reason| {
            check_words(reason.code(), |lang| reason.text(lang));
            reason.code().to_owned()
        })),
        Err(error) => {
            check_words(error.code(), |lang| error.text(lang));
            None
        }
    }
}

fn check_words(code: &str, words: impl Fn(Lang) -> String) {
    for lang in [Lang::En, Lang::Zh] {
        let words = words(lang);
        assert!(!code.is_empty() && !words.trim().is_empty() && words != code, "{code}: {words}");
    }
}

/// Whether the claim is true for these values.
fn holds(claim: &Claim, values: &[u16]) -> bool {
    repeats(claim, values) && claim.period > 0
}

/// Whether the values repeat from the preperiod on, and not from one heap earlier.
fn repeats(claim: &Claim, values: &[u16]) -> bool {
    let at = |heap: Option<u64>| {
        let heap = usize::try_from(heap?).ok()?;
        values.get(heap).map(|value| u64::from(*value))
    };
    let same = |heap: u64| {
        let (now, later) = (at(Some(heap)), at(heap.checked_add(claim.period)));
        now.zip(later).is_none_or(|(now, later)| now.checked_add(claim.saltus) == Some(later))
    };
    let earlier = claim.preperiod.checked_sub(1);
    let sharp = earlier.is_none_or(|heap| {
        let seen = heap.checked_add(claim.period).is_some_and(|later| later < values.len() as u64);
        !seen || !same(heap)
    });
    sharp && (claim.preperiod..values.len() as u64).all(same)
}

/// The values of single heaps by definition; `None` if this is not a rule.
fn values(rule: &Rule) -> Option<Vec<u16>> {
    let most = if leaves_three(rule) { HEAPS_IN_THREE } else { HEAPS };
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..=most {
        let mut options = vec![false; 1 << 10];
        for taken in 0..=heap {
            for (count, parts) in left(rule, taken)? {
                splits(heap - taken, count, parts, &mut |heaps| {
                    let mut value =
                        heaps.iter().map(|&heap| values.get(usize::try_from(heap).ok()?).copied());
                    let value = value.try_fold(0, |sum, value| Some(sum ^ value?));
                    if let Some(value) = value {
                        options[usize::from(value)] = true;
                    }
                });
            }
        }
        values.push(u16::try_from(options.iter().position(|seen| !seen)?).ok()?);
    }
    Some(values)
}

fn leaves_three(rule: &Rule) -> bool {
    let in_takes = rule.takes.iter().flatten().any(|take| take.leave.contains(&3));
    in_takes || rule.digits.iter().flatten().any(|digit| digit & 8 != 0)
}

/// The numbers of heaps into which the rest may be split when `taken` are taken.
fn left(rule: &Rule, taken: u64) -> Option<Vec<(u8, Parts)>> {
    let mut all = Vec::new();
    match (&rule.takes, &rule.digits) {
        (Some(takes), None) => {
            for take in takes {
                let among = |list: &[Amount]| {
                    list.iter().any(|amount| match *amount {
                        Amount::One(one) => one == taken,
                        Amount::Range(first, last) => (first..=last).contains(&taken),
                    })
                };
                let may = match (&take.amounts, &take.all_except) {
                    (Some(amounts), None) => among(amounts),
                    (None, Some(excluded)) => taken > 0 && !among(excluded),
                    _ => return None,
                };
                if may {
                    all.extend(take.leave.iter().map(|&count| (count, take.parts)));
                }
            }
        }
        (None, Some(digits)) => {
            let digit = digits.get(usize::try_from(taken).ok()?).copied().unwrap_or(0);
            all.extend((0..4).filter(|count| digit & (1 << count) != 0).map(|count| (count, Parts::Any)));
        }
        _ => return None,
    }
    Some(all)
}

/// Calls `each` with the ways to leave `rest` in `count` heaps, none of them empty.
fn splits(rest: u64, count: u8, parts: Parts, each: &mut dyn FnMut(&[u64])) {
    let fits = |heaps: &[u64]| match parts {
        Parts::Any => true,
        Parts::Equal => heaps.windows(2).all(|pair| pair[0] == pair[1]),
        Parts::Unequal => heaps.windows(2).all(|pair| pair[0] != pair[1]),
    };
    match count {
        0 if rest == 0 => each(&[]),
        1 if rest > 0 => each(&[rest]),
        2 => {
            for a in (1..rest).take_while(|a| *a <= rest - a) {
                let heaps = [a, rest - a];
                if fits(&heaps) {
                    each(&heaps);
                }
            }
        }
        3 => {
            for a in 1..rest {
                for b in (a..rest - a).take_while(|b| *b <= rest - a - b) {
                    let heaps = [a, b, rest - a - b];
                    if fits(&heaps) {
                        each(&heaps);
                    }
                }
            }
        }
        _ => {}
    }
}
