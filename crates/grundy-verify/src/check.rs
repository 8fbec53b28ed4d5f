//! Checks a certificate, from its bytes to a verdict.

use crate::certificate::{Certificate, Claim};
use crate::game::Game;
use crate::plain::Plain;
use crate::repetition::Repetition;
use crate::sentence::{Error, Reason};
use crate::sparse::{self, Sparse};
use crate::theorem;
use crate::watch::{Limits, Stop, Watch};

/// Number of values computed between two comparisons with the claim.
const PORTION: usize = 1 << 16;

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The claim.
    pub claim: Claim,
    /// Why the claim does not hold; `None` if it holds.
    pub reason: Option<Reason>,
}

/// Reads a certificate and checks it: see [`check`].
///
/// # Errors
///
/// The input is not a certificate, or a limit was reached.
pub fn verify(bytes: &[u8], limits: Limits, progress: &mut dyn FnMut(u64, u64)) -> Result<Verdict, Error> {
    check(&Certificate::from_bytes(bytes)?, limits, progress)
}

/// Like [`verify`], but stops when `progress` returns `false`.
///
/// # Errors
///
/// The input is not a certificate, a limit was reached, or `progress` returned `false` (`interrupted`).
pub fn verify_while(
    bytes: &[u8],
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Verdict, Error> {
    check_while(&Certificate::from_bytes(bytes)?, limits, progress)
}

/// Checks a certificate: that the theorem applies to the game, that the values up to `bound` suffice for
/// it, that they repeat, that no smaller numbers would do, and that the digest matches.
///
/// All values are recomputed, in time linear in `bound` if at most one heap is left, quadratic if two are;
/// a good hint makes this nearly linear. `progress` is called at intervals with the numbers of values
/// known and in total.
///
/// # Errors
///
/// A limit on time, memory or the number of amounts was reached.
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
        Err(stop) => Some(stop.reason()?),
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

/// The heaps below `length`, in portions.
fn portions(length: u64) -> impl Iterator<Item = (usize, usize)> {
    // Memory for that many values was allocated.
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    (0..length).step_by(PORTION).map(move |from| (from, length.min(from.saturating_add(PORTION))))
}
