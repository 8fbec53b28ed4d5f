//! A law as a certificate that [`grundy_verify`] checks with its own code, and back.

use grundy_automata::{DEAD, Dfa, Numeration};
use grundy_core::error::{Error, Result};
use grundy_core::notation::parse_game;
use grundy_verify::{
    LAW_KIND, Lang, Law as Certificate, LawVerdict, Limits, MAX_BYTES, SCHEMA, Table, verify_law,
};

use crate::law::Law;
use crate::question::Question;

impl Law {
    /// The law as a certificate.
    pub fn certificate(&self) -> Certificate {
        let lost = self.lost();
        let states = 0..lost.states() as u32;
        let target = |&t: &u32| if t == DEAD { -1 } else { t as i32 };
        let table = Table {
            accepting: states.clone().filter(|&s| lost.accepting(s)).collect(),
            next: states.map(|s| lost.row(s).iter().map(target).collect()).collect(),
        };
        let question = self.question();
        let mut certificate = Certificate {
            schema: SCHEMA,
            kind: LAW_KIND.to_owned(),
            rules: question.rules.to_string(),
            misere: question.misere,
            heaps: question.heaps as u64,
            numeration: self.numeration().rule().iter().map(|&t| t as u8).collect(),
            lost: table,
            sha256: String::new(),
        };
        certificate.sha256 = certificate.digest();
        certificate
    }

    /// The certificate as the text of a file, one line.
    ///
    /// # Errors
    /// An automaton larger than a certificate may be.
    pub fn to_text(&self) -> Result<String> {
        let text = serde_json::to_string(&self.certificate()).map_err(|_| too_long())? + "\n";
        if text.len() > MAX_BYTES { Err(too_long()) } else { Ok(text) }
    }

    /// The law of a certificate. Does not check whether it holds.
    ///
    /// # Errors
    /// Bytes that are not a certificate of a law, or one for rules that are not a linear relation.
    pub fn from_text(bytes: &[u8]) -> Result<Self> {
        Self::from_certificate(&read(bytes)?)
    }

    /// The law of a certificate, after verifying the proof with the code of [`grundy_verify`].
    ///
    /// # Errors
    /// A text that is not a certificate, one whose claim does not hold, and one that takes too long to
    /// check.
    pub fn checked(bytes: &[u8]) -> Result<Self> {
        match verify_law(bytes, Limits::default()) {
            Ok(LawVerdict { law, reason: None }) => Self::from_certificate(&law),
            _ => Err(Error::input("error.law-parts")),
        }
    }

    /// The law of a certificate. Does not check whether it holds.
    ///
    /// # Errors
    /// A certificate whose parts do not fit together.
    pub fn from_certificate(certificate: &Certificate) -> Result<Self> {
        let wrong = || Error::input("error.law-parts");
        let line = parse_game(&certificate.rules)?;
        let rule: Vec<u32> = certificate.numeration.iter().map(|&t| t.into()).collect();
        let numeration = Numeration::new(&rule).ok_or_else(wrong)?;
        let heaps = usize::try_from(certificate.heaps).map_err(|_| wrong())?;
        let states = certificate.lost.next.len();
        let target = |&t: &i32| u32::try_from(t).unwrap_or(DEAD);
        let next = certificate.lost.next.iter().flatten().map(target).collect();
        let mut accepting = vec![false; states];
        for &state in &certificate.lost.accepting {
            *accepting.get_mut(state as usize).ok_or_else(wrong)? = true;
        }
        let lost = Dfa::from_table(heaps, numeration.digits(), next, accepting).ok_or_else(wrong)?;
        let misere = certificate.misere || line.misere;
        let question = Question { rules: line.game.rules().ok_or_else(wrong)?.clone(), heaps, misere };
        Self::new(question, numeration, lost).map_err(|_| wrong())
    }
}

/// Parses a certificate without converting it to a law.
///
/// # Errors
/// Bytes that are not a certificate of a law.
pub fn read(bytes: &[u8]) -> Result<Certificate> {
    Certificate::from_bytes(bytes)
        .map_err(|error| Error::input("error.law-text").with("reason", error.text(Lang::En)))
}

fn too_long() -> Error {
    Error::input("error.law-too-long").with("limit", MAX_BYTES)
}

#[cfg(test)]
mod tests {
    use grundy_verify::{Law as Certificate, Limits, check_law, verify_law};

    use crate::find::find;
    use crate::law::Law;
    use crate::testing::{question, untimed};

    const GAMES: [(&str, usize); 8] = [
        ("wythoff", 2),
        ("misere wythoff", 2),
        ("take any or take odd from 2 heaps", 2),
        ("take odd or take 1..n/2 from 2 heaps", 2),
        ("take any", 3),
        ("take any from up to 2 heaps freely", 3),
        ("misere take 1..2 or take 2 from 2 heaps", 2),
        ("take any except 2 or take 1..2 from 2 heaps", 2),
    ];

    fn law(rules: &str, heaps: usize) -> Law {
        find(&question(rules, heaps), &untimed()).unwrap().law.expect(rules)
    }

    fn code(certificate: &Certificate) -> Option<&'static str> {
        check_law(certificate, Limits::default()).unwrap().reason.map(|reason| reason.code())
    }

    #[test]
    fn certificates_are_accepted_and_read_back() {
        for (rules, heaps) in GAMES {
            let law = law(rules, heaps);
            let text = law.to_text().unwrap();
            let verdict = verify_law(text.as_bytes(), Limits::default()).unwrap();
            assert_eq!(verdict.reason, None, "{rules}");
            let again = Law::from_text(text.as_bytes()).unwrap();
            assert_eq!((again.lost(), again.question()), (law.lost(), law.question()), "{rules}");
        }
    }

    #[test]
    fn certificates_of_games_without_heaps_are_refused() {
        let genuine = law("wythoff", 2).certificate();
        for rules in ["board chomp", "graph(\"a: b\")", "chomp"] {
            let forged = Certificate { rules: rules.to_owned(), ..genuine.clone() };
            assert!(Law::from_certificate(&forged).is_err(), "{rules}");
        }
    }

    /// With any one target or state changed, and a new digest, the proof itself fails and says where.
    #[test]
    fn every_changed_table_is_refused() {
        let mut random = fastrand::Rng::with_seed(29);
        let rounds = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 650 } else { 30 };
        for (rules, heaps) in GAMES {
            let genuine = law(rules, heaps).certificate();
            for _ in 0..rounds {
                let mut forged = genuine.clone();
                let states = forged.lost.next.len();
                if random.u8(0..4) == 0 {
                    let state = random.u32(0..states as u32);
                    match forged.lost.accepting.iter().position(|&s| s == state) {
                        Some(place) => drop(forged.lost.accepting.remove(place)),
                        None => forged.lost.accepting.push(state),
                    }
                } else {
                    let row = random.usize(0..states);
                    let letter = random.usize(0..forged.lost.next[row].len());
                    forged.lost.next[row][letter] = random.i32(-1..states as i32);
                }
                if forged == genuine {
                    continue;
                }
                assert!(code(&forged).is_some(), "{rules}: {forged:?}");
                forged.sha256 = forged.digest();
                let verdict = check_law(&forged, Limits::default()).unwrap();
                let reason = verdict.reason.unwrap_or_else(|| panic!("{rules}: {forged:?}"));
                assert_ne!(reason.code(), "law-digest");
            }
        }
    }

    #[test]
    fn other_rules_and_numerations_are_refused() {
        let genuine = law("wythoff", 2).certificate();
        for rules in
            ["take any", "take any or take 1.. from 2 heaps within 1", "take 1..5 or take any from 2 heaps"]
        {
            let mut forged = Certificate { rules: rules.to_owned(), ..genuine.clone() };
            forged.sha256 = forged.digest();
            assert!(matches!(code(&forged), Some("law-p-to-p" | "law-n-stuck")), "{rules}");
        }
        for numeration in [vec![2], vec![2, 1], vec![1, 2], vec![]] {
            let mut forged = Certificate { numeration, ..genuine.clone() };
            forged.sha256 = forged.digest();
            assert!(code(&forged).is_some());
        }
        let mut forged = Certificate { misere: true, ..genuine.clone() };
        forged.sha256 = forged.digest();
        assert_eq!(code(&forged), Some("law-over"));
        let forged = Certificate { sha256: "0".repeat(64), ..genuine };
        assert_eq!(code(&forged), Some("law-digest"));
    }
}
