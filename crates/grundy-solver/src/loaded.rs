//! Laws that a user loads: certificates that are proved again before they are used.

use std::sync::{Arc, OnceLock};

use grundy_core::error::{Error, Result};
use grundy_core::notation::parse_game;
use grundy_core::rules::Rules;
use grundy_core::text::Message;
use grundy_proof::{Law, read_certificate};

use crate::method::{Asked, Fit};
use crate::recognise::Recognise;
use crate::theorem::proved::{NAME, by_law};

/// A law that a user loads. It is proved again at the first question about its game; if that fails, it is not
/// used, and the reason is reported.
#[derive(Debug)]
pub struct Loaded {
    /// Its origin, for messages.
    name: String,
    text: Vec<u8>,
    rules: Rules,
    misere: bool,
    /// `None` if it is rejected.
    law: OnceLock<Option<Arc<Law>>>,
}

impl Loaded {
    /// Takes a certificate as text; `name` is its origin in messages. What it claims is checked later.
    ///
    /// # Errors
    /// If the text is not a certificate of a law.
    pub fn new(name: &str, text: &[u8]) -> Result<Self> {
        let about = |error: Error| {
            Error::input("error.law-file").with("name", name).with("reason", error.message().clone())
        };
        let certificate = read_certificate(text).map_err(about)?;
        let line = parse_game(&certificate.rules).map_err(about)?;
        let rules = line.game.rules().ok_or_else(|| about(Error::input("error.law-parts")))?.clone();
        let misere = line.misere || certificate.misere;
        Ok(Self { name: name.to_owned(), text: text.to_vec(), rules, misere, law: OnceLock::new() })
    }
}

impl Recognise for Loaded {
    fn recognise(&self, asked: Asked<'_>) -> Fit {
        if self.rules != *asked.rules || self.misere != asked.misere {
            return Fit::Unrelated;
        }
        match self.law.get_or_init(|| Law::checked(&self.text).ok().map(Arc::new)) {
            Some(law) => by_law(law.clone(), asked.rules),
            None => Fit::near(NAME, Message::new("proof.refused").with("name", self.name.as_str())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::Laws;
    use crate::solver::Solver;
    use grundy_core::limits::Limits;

    fn loaded(text: &[u8], position: &str) -> (&'static str, usize) {
        let laws = Laws::new(vec![Arc::new(Loaded::new("mine.json", text).unwrap())]);
        let solver = Solver::new(Limits::default()).with_laws(laws);
        let answer = solver.solve_text(position).unwrap();
        (answer.method.name, answer.method.declined.len())
    }

    #[test]
    fn a_loaded_law_is_proved_before_it_is_used() {
        let rules = "take odd or take 3 from 2 heaps";
        let question = grundy_proof::Question {
            rules: parse_game(rules).unwrap().game.rules().unwrap().clone(),
            heaps: 2,
            misere: false,
        };
        let effort = grundy_proof::Effort { time: None, ..grundy_proof::Effort::default() };
        let law = grundy_proof::find(&question, &effort).unwrap().law.expect("a law");
        assert!(!grundy_proof::SHELF.contains(&format!("{:?}", question.rules.to_string())));
        let text = law.to_text().unwrap();
        let position = format!("{rules}[10, 11]");
        assert_eq!(loaded(text.as_bytes(), &position).0, NAME);
        assert_ne!(loaded(text.as_bytes(), "take odd or take 5 from 2 heaps[10, 11]").0, NAME);
        assert_ne!(loaded(text.as_bytes(), &format!("misere {position}")).0, NAME);
        // One state more accepts; the digest is that of the changed law.
        let mut forged = law.certificate();
        match forged.lost.accepting.first() {
            Some(0) => drop(forged.lost.accepting.remove(0)),
            _ => forged.lost.accepting.insert(0, 0),
        }
        forged.sha256 = forged.digest();
        let text = serde_json::to_string(&forged).unwrap();
        let (method, declined) = loaded(text.as_bytes(), &position);
        assert_ne!(method, NAME);
        assert!(declined > 0);
        assert!(Loaded::new("mine.json", b"{}").is_err());
    }
}
