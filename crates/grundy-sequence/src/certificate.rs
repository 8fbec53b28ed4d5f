//! A proved period as a certificate that [`grundy_verify`] checks.

use dashu_int::UBig;
use grundy_verify::{Amount, Certificate, Claim, Digest, Hint, MAX_BYTES, Parts, Rule, SCHEMA, Take};

use crate::Proof;
use crate::Run;
use crate::proof::Theorem;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::{Likeness, Members, MoveRule, Rules, Source};

/// Number of values added to the digest at a time.
const PIECE: usize = 1 << 14;

/// The certificate of the period that a run has proved, as the text of a file.
///
/// # Errors
/// Values that grow or exceed 65535, and rules that the format cannot express.
pub fn of(run: &Run, rules: &Rules, proof: &Proof) -> Result<String> {
    let rule = rule(rules, run.budget())?;
    let found = proof.period;
    // The verifier supports fewer theorems and may need a few more values.
    let (theorem, last) = match &proof.theorem {
        Theorem::Window(window) if window.modulus == 1 => ("window", proof.length - 1),
        Theorem::AllBut(_) => ("all-but", proof.length - 1),
        Theorem::Parts(parts) if !parts.unequal && parts.modulus == 1 => ("guy-smith", proof.length - 1),
        Theorem::Window(_) | Theorem::Parts(_) => {
            let start = found.preperiod.max(1);
            ("guy-smith", proof.length.max(5 * (start + 2 * found.period) + proof.theorem.largest()) - 1)
        }
        Theorem::Rising(_) | Theorem::Excess(_) => {
            return Err(Error::input("error.certificate-rising").with("rules", rules.to_string()));
        }
    };
    let claim = Claim {
        period: found.period as u64,
        preperiod: found.preperiod as u64,
        saltus: found.saltus,
        theorem: theorem.to_owned(),
        bound: last as u64,
    };
    let hint = run.rares().and_then(|rares| {
        Some(Hint { mask: u16::try_from(rares.mask).ok()?, parity: rares.parity.is_some() })
    });
    let certificate = Certificate { schema: SCHEMA, rule, claim, hint, sha256: digest(run, last)? };
    let text = serde_json::to_string(&certificate).map_err(|_| too_long())? + "\n";
    if text.len() > MAX_BYTES {
        return Err(too_long());
    }
    Ok(text)
}

/// The error for a game whose values have a closed form: it has no certificate.
pub fn closed(game: &str) -> Error {
    Error::input("error.certificate-closed").with("game", game)
}

fn too_long() -> Error {
    Error::input("error.certificate-too-long").with("limit", MAX_BYTES)
}

/// The digest of G(0) to G(last).
fn digest(run: &Run, last: usize) -> Result<String> {
    let mut digest = Digest::default();
    let mut piece = vec![0; PIECE];
    for from in (0..=last).step_by(PIECE) {
        run.budget().check_time()?;
        let count = run.read(&UBig::from(from), &mut piece[..PIECE.min(last + 1 - from)]);
        let values: Option<Vec<u16>> =
            piece[..count].iter().map(|&value| u16::try_from(value).ok()).collect();
        let values = values.ok_or_else(|| Error::input("error.certificate-values"))?;
        digest.update(values);
    }
    Ok(digest.finish())
}

/// The amounts that are not members, where every amount from `end` on is one.
fn excluded(budget: &Budget, members: &Members, end: &UBig) -> Result<Vec<Amount>> {
    let mut list: Vec<Amount> = Vec::new();
    let mut next = 1;
    let mut add = |from: u64, to: u64| match to - from {
        0 => list.push(Amount::One(from)),
        _ => list.push(Amount::Range(from, to)),
    };
    members.for_each_up_to(end, budget, &mut |k| {
        let k = u64::try_from(k).unwrap_or(u64::MAX);
        if k > next {
            add(next, k - 1);
        }
        next = k + 1;
        Ok(())
    })?;
    Ok(list)
}

/// The rules as data: takes of fixed amounts from one heap, the only rules for which a run proves periods.
///
/// # Errors
/// Rules that the format cannot express.
pub fn rule(rules: &Rules, budget: &Budget) -> Result<Rule> {
    let refused = || Error::input("error.certificate-rules").with("rules", rules.to_string());
    let mut takes = Vec::new();
    for rule in rules.moves() {
        let MoveRule::Take { source: Source::One, parts, amounts } = rule else { return Err(refused()) };
        let members = Members::fixed(amounts).ok_or_else(refused)?;
        let leave: Option<Vec<u8>> = parts.counts.iter().map(|&count| u8::try_from(count).ok()).collect();
        let leave = leave.ok_or_else(refused)?;
        if let Some(end) = members.everything_from() {
            takes.push(Take::all_except(excluded(budget, &members, &end)?, leave));
            continue;
        }
        let most = members.upper_bound().ok_or_else(refused)?;
        let mut list: Vec<(u64, u64)> = Vec::new();
        members.for_each_up_to(&most, budget, &mut |k| {
            let k = u64::try_from(k).unwrap_or(u64::MAX);
            match list.last_mut() {
                Some((_, last)) if *last + 1 == k => *last = k,
                _ => list.push((k, k)),
            }
            Ok(())
        })?;
        let amounts = list
            .into_iter()
            .map(|(first, last)| if first == last { Amount::One(first) } else { Amount::Range(first, last) });
        let likeness = match parts.likeness {
            Likeness::Free => Parts::Any,
            Likeness::Unequal => Parts::Unequal,
            Likeness::Equal => Parts::Equal,
        };
        takes.push(Take::of(amounts.collect(), leave, likeness));
    }
    Ok(Rule::takes(takes))
}
