//! Certificates of every kind: which one a file is, and what it claims.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::certificate::Claim;
use crate::check::verify_while;
use crate::law::{KIND as LAW_KIND, Law, verify_law};
use crate::quotient::{KIND as QUOTIENT_KIND, QuotientCertificate, check_quotient};
use crate::sentence::{Error, Reason};
use crate::watch::Limits;

/// What a certificate claims, by its kind.
#[derive(Clone, Debug)]
pub enum Claimed {
    /// The values of single heaps repeat.
    Period(Claim),
    /// The misère quotient of games.
    Quotient(QuotientCertificate),
    /// The law of lost positions of several heaps.
    Law(Law),
}

/// A certificate that was read, and why it is refused, if it is.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What it claims.
    pub claimed: Claimed,
    /// The first reason why the claim is not proved; none where it is.
    pub reason: Option<Reason>,
}

impl Judged {
    /// The claim as the JSON object that `grundy verify --json` prints.
    pub fn claim_json(&self) -> Value {
        match &self.claimed {
            Claimed::Period(claim) => json!(claim),
            Claimed::Quotient(quotient) => {
                let games = quotient.games.iter().map(|game| {
                    let heaps = game.classes.len().saturating_sub(1);
                    json!({ "rule": game.rule, "heaps": heaps, "repeats": game.repeats })
                });
                let games: Vec<Value> = games.collect();
                json!({ "order": quotient.order, "lost": quotient.lost.len(), "games": games })
            }
            Claimed::Law(law) => json!({
                "rules": law.rules, "misere": law.misere, "heaps": law.heaps,
                "numeration": law.numeration, "states": law.lost.next.len(),
            }),
        }
    }
}

/// Reads a certificate of any kind, at most [`MAX_BYTES`](crate::MAX_BYTES) long, and checks it. `progress` is told how many of
/// how many steps are done, and says whether to go on.
///
/// # Errors
/// A file that is no certificate, and limits.
pub fn check_any(
    bytes: &[u8],
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Judged, Error> {
    match kind(bytes).as_deref() {
        Some(LAW_KIND) => {
            let verdict = verify_law(bytes, limits)?;
            Ok(Judged { claimed: Claimed::Law(verdict.law), reason: verdict.reason })
        }
        Some(QUOTIENT_KIND) => {
            let certificate = QuotientCertificate::from_bytes(bytes)?;
            let reason = check_quotient(&certificate, limits, progress)?;
            Ok(Judged { claimed: Claimed::Quotient(certificate), reason })
        }
        _ => {
            let verdict = verify_while(bytes, limits, progress)?;
            Ok(Judged { claimed: Claimed::Period(verdict.claim), reason: verdict.reason })
        }
    }
}

/// The kind that a certificate says it is of; certificates of periods say none.
fn kind(bytes: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Kind {
        kind: String,
    }
    serde_json::from_slice(bytes).ok().map(|Kind { kind }| kind)
}
