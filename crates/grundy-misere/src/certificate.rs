//! A quotient as a certificate that [`grundy_verify`] checks.

use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_sequence::certificate;
use grundy_verify::{Generator, HeapClasses, MAX_BYTES, QUOTIENT_KIND, QuotientCertificate, Repeats, SCHEMA};

use crate::games::GameQuotient;

/// The certificate of a quotient, as the text of a file: of all heaps if that is proved, else of the known
/// heaps.
///
/// # Errors
/// Rules that the format cannot express, and a file that would be too long.
pub fn of(quotient: &GameQuotient, budget: &Budget) -> Result<String> {
    let monoid = quotient.monoid();
    let games = quotient.games().enumerate().map(|(game, rules)| {
        let repetition = quotient.repetition(game);
        let mut classes = quotient.classes(game);
        if let Some(repetition) = repetition {
            classes.truncate(repetition.bound + 1);
        }
        let repeats = repetition.map(|repetition| Repeats {
            period: repetition.period as u64,
            preperiod: repetition.preperiod as u64,
        });
        Ok(HeapClasses { rule: certificate::rule(rules, budget)?, classes, repeats })
    });
    let games: Vec<HeapClasses> = games.collect::<Result<_>>()?;
    let generators = quotient
        .presentation()
        .generators
        .iter()
        .map(|&element| Generator { element, products: monoid.row(element).to_vec() });
    let certificate = QuotientCertificate {
        schema: SCHEMA,
        kind: QUOTIENT_KIND.to_owned(),
        order: monoid.order() as u64,
        lost: monoid.elements().filter(|&element| monoid.is_lost(element)).collect(),
        generators: generators.collect(),
        games,
    };
    let too_long = || Error::input("error.certificate-too-long").with("limit", MAX_BYTES);
    let text = serde_json::to_string(&certificate).map_err(|_| too_long())? + "\n";
    if text.len() > MAX_BYTES { Err(too_long()) } else { Ok(text) }
}
