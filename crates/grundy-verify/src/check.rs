//! A certificate from its bytes to a verdict.

use crate::certificate::{Certificate, Claim};
use crate::game::Game;
use crate::plain::Plain;
use crate::repetition::Repetition;
use crate::sentence::{Error, Reason};
use crate::sparse::{self, Sparse};
use crate::theorem;
use crate::watch::{Limits, Stop, Watch};

/// So many values are made before they are compared with the claim.
const PORTION: usize = 1 << 16;

/// What became of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What was claimed.
    pub claim: Claim,
    /// Why it does not hold; without a reason it does.
    pub reason: Option<Reason>,
}

/// Reads a certificate and checks it: see [`check`].
///
/// # Errors
///
/// It is no certificate, or a limit was reached.
pub fn verify(bytes: &[u8], limits: Limits, progress: &mut dyn FnMut(u64, u64)) -> Result<Verdict, Error> {
    check(&Certificate::from_bytes(bytes)?, limits, progress)
}

/// The same as long as `progress` says so.
///
/// # Errors
///
/// It is no certificate, a limit was reached, or `progress` said `false` (`interrupted`).
pub fn verify_while(
    bytes: &[u8],
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Verdict, Error> {
    check_while(&Certificate::from_bytes(bytes)?, limits, progress)
}

/// Checks a certificate: that the theorem is about the game, that the values up to `bound` are enough
/// for it, that they repeat, that no smaller numbers would do, and that their digest is the given one.
///
/// All values are made anew, in time linear in `bound` where at most one heap is left, quadratic where
/// two are; with a good hint it is nearly linear. `progress` is told now and then how many values of
/// how many are known.
///
/// # Errors
///
/// A limit was reached, on time, memory or the number of amounts.
pub fn check(
    certificate: &Certificate,
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verdict, Error> {
    check_while(certificate, limits, &mut |done, total| {
        progress(done, total);
        true
    })
}

fn check_while(
    certificate: &Certificate,
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Verdict, Error> {
    let reason = match holds(certificate, limits, progress) {
        Ok(()) => None,
        Err(Stop::Refused(reason)) => Some(reason),
        Err(Stop::Error(error)) => return Err(error),
    };
    Ok(Verdict { claim: certificate.claim.clone(), reason })
}

fn holds(
    certificate: &Certificate,
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<(), Stop> {
    let claim = &certificate.claim;
    let digest_is_written = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    if certificate.sha256.len() != 64 || !certificate.sha256.bytes().all(digest_is_written) {
        return Err(Reason::new("sha256-form").into());
    }
    if claim.period == 0 {
        return Err(Reason::new("no-period").into());
    }
    let game = Game::new(&certificate.rule)?;
    let theorem = theorem::find(&claim.theorem)?;
    theorem.fits(&game, claim)?;
    let needed = theorem.last_needed(&game, claim);
    if claim.bound < needed {
        return Err(Reason::new("bound").with("bound", claim.bound).with("needed", needed).into());
    }
    let length = claim.bound.saturating_add(1);
    let mut watch = Watch::new(limits, length, progress);
    let mut repetition = Repetition::new(claim);
    match certificate.hint.filter(|_| sparse::suits(&game)) {
        None => {
            let mut plain = Plain::new(&game, length, &mut watch)?;
            for (from, to) in portions(length) {
                plain.extend(to, &mut watch)?;
                repetition.follow(from, to, |n| plain.values()[n])?;
            }
            repetition.finish(&certificate.sha256, |n| plain.values()[n])?;
        }
        Some(hint) => {
            let mut sparse = Sparse::new(&game, hint, length, &mut watch)?;
            for (from, to) in portions(length) {
                sparse.extend(to, &mut watch)?;
                sparse.with_values(|at| repetition.follow(from, to, at))?;
            }
            sparse.with_values(|at| repetition.finish(&certificate.sha256, at))?;
        }
    }
    Ok(())
}

/// The heaps below `length`, a portion at a time.
fn portions(length: u64) -> impl Iterator<Item = (usize, usize)> {
    // Memory for that many values was found.
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    (0..length).step_by(PORTION).map(move |from| (from, length.min(from.saturating_add(PORTION))))
}
