//! Certificates of periods of Grundy values and of laws of P-positions, and their check; and the check of the segments of
//! long runs, each one alone.
//!
//! A certificate claims for a game with one kind of heap: G(n + period) = G(n) + saltus for all n >= preperiod,
//! by a theorem that needs only the values up to some bound. This crate recomputes these values with short code
//! of its own, and shares no code with the engines that find periods.
//!
//! ```
//! use grundy_verify::{Certificate, Claim, Digest, Limits, Rule, check};
//!
//! // Kayles: take 1 or 2, leaving up to two heaps. Its values by the definition.
//! let mut values: Vec<u16> = Vec::new();
//! for n in 0..=167_usize {
//!     let splits = (1..=n.min(2)).flat_map(|k| (0..=n - k).map(move |a| (a, n - k - a)));
//!     let options: Vec<u16> = splits.map(|(a, b)| values[a] ^ values[b]).collect();
//!     values.push((0..).find(|value| !options.contains(value)).unwrap());
//! }
//! let mut digest = Digest::default();
//! digest.update(values);
//! let claim = Claim { period: 12, preperiod: 71, saltus: 0, theorem: "guy-smith".into(), bound: 167 };
//! let mut certificate =
//!     Certificate { schema: 1, rule: Rule::octal(vec![0, 7, 7]), claim, hint: None, sha256: digest.finish() };
//! let verdict = check(&certificate, Limits::default(), &mut |_, _| ())?;
//! assert_eq!(verdict.reason, None);
//!
//! // G(70 + 12) is not G(70).
//! certificate.claim.preperiod = 70;
//! let verdict = check(&certificate, Limits::default(), &mut |_, _| ())?;
//! assert_eq!(verdict.reason.unwrap().code(), "repetition");
//! # Ok::<(), grundy_verify::Error>(())
//! ```
//!
//! - **Exact.** Every value is the mex of its options; a hint only changes how fast it is found.
//! - **Strict.** Unknown, missing and repeated fields are refused, and so are numbers that are not the least.
//! - **Bounded.** [`Limits`] bounds memory and time; memory is refused before it is allocated.

mod any;
mod certificate;
mod check;
mod game;
mod law;
mod natural;
mod plain;
mod quotient;
mod repetition;
mod segment;
mod sentence;
mod sparse;
mod theorem;
mod watch;

pub use any::{Claimed, Judged, check_any};
pub use certificate::{Certificate, Claim, Digest, Hint, MAX_BYTES, Parts, Rule, SCHEMA, Take};
pub use check::{Verdict, check, verify, verify_while};
pub use grundy_text::Lang;
pub use law::{KIND as LAW_KIND, Law, LawVerdict, Table, check_law, verify_law};
pub use natural::Amount;
pub use quotient::{
    Generator, HeapClasses, KIND as QUOTIENT_KIND, QuotientCertificate, Repeats, check_quotient,
};
pub use segment::{About, Frame, SEGMENT_SCHEMA, Segment, SegmentVerdict, SparseSpace, check_segment};
pub use sentence::{Error, Reason};
pub use watch::Limits;
