//! Certificates of every kind: finds the kind of a file and checks its claim.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::certificate::Claim;
use crate::check::verify_while;
use crate::law::{KIND as LAW_KIND, Law, verify_law};
use crate::quotient::{KIND as QUOTIENT_KIND, QuotientCertificate, check_quotient};
use crate::sentence::{Error, Reason};
use crate::watch::Limits;

/// The claim of a certificate, by kind.
#[derive(Clone, Debug)]
pub enum Claimed {
    /// The values of single heaps repeat.
    Period(Claim),
    /// The misère quotient of games.
    Quotient(QuotientCertificate),
    /// The law of lost positions of several heaps.
    Law(Law),
}

/// A parsed certificate, and the reason for refusing it, if any.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The claim.
    pub claimed: Claimed,
    /// The first reason why the claim is not proved; `None` if it is proved.
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
            Claimed::Law(law) => {
                let mut claim = json!({
                    "rules": law.rules, "misere": law.misere, "heaps": law.heaps,
                    "numeration": law.numeration, "states": law.lost.next.len(),
                });
                if !law.values.is_empty() {
                    let states: Vec<usize> = law.values.iter().map(|table| table.next.len()).collect();
                    claim["states_of_values"] = json!(states);
                }
                claim
            }
        }
    }
}

/// Reads a certificate of any kind, at most [`MAX_BYTES`](crate::MAX_BYTES) long, and checks it. `progress` is called
/// with the numbers of steps done and in total, and returns whether to continue.
///
/// # Errors
/// The file is not a certificate, or a limit was reached.
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

/// The kind named in a certificate; certificates of periods name none.
fn kind(bytes: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Kind {
        kind: String,
    }
    serde_json::from_slice(bytes).ok().map(|Kind { kind }| kind)
}
