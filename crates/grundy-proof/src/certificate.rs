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
        let question = self.question();
        let mut certificate = Certificate {
            schema: SCHEMA,
            kind: LAW_KIND.to_owned(),
            rules: question.rules.to_string(),
            misere: question.misere,
            heaps: question.heaps as u64,
            numeration: self.numeration().rule().iter().map(|&t| t as u8).collect(),
            lost: table(self.lost()),
            values: self.sets()[1..].iter().map(table).collect(),
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
        let read = |table: &Table| dfa(table, heaps, &numeration).ok_or_else(wrong);
        let lost = read(&certificate.lost)?;
        let values: Vec<Dfa> = certificate.values.iter().map(read).collect::<Result<_>>()?;
        let misere = certificate.misere || line.misere;
        let question = Question { rules: line.game.rules().ok_or_else(wrong)?.clone(), heaps, misere };
        let law = Self::new(question, numeration.clone(), lost).map_err(|_| wrong())?;
        law.with_values(values).map_err(|_| wrong())
    }
}

/// The table of an automaton.
fn table(dfa: &Dfa) -> Table {
    let states = 0..dfa.states() as u32;
    let target = |&t: &u32| if t == DEAD { -1 } else { t as i32 };
    Table {
        accepting: states.clone().filter(|&s| dfa.accepting(s)).collect(),
        next: states.map(|s| dfa.row(s).iter().map(target).collect()).collect(),
    }
}

/// The automaton of a table, if its parts fit together.
fn dfa(table: &Table, heaps: usize, numeration: &Numeration) -> Option<Dfa> {
    let target = |&t: &i32| u32::try_from(t).unwrap_or(DEAD);
    let next = table.next.iter().flatten().map(target).collect();
    let mut accepting = vec![false; table.next.len()];
    for &state in &table.accepting {
        *accepting.get_mut(state as usize)? = true;
    }
    Dfa::from_table(heaps, numeration.digits(), next, accepting)
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
    use std::collections::BTreeMap;

    use grundy_verify::{Law as Certificate, Limits, check_law, verify_law};

    use crate::find::{Effort, find, first_difference};
    use crate::law::Law;
    use crate::testing::{question, untimed};

    /// Rules, heaps, and how many sets of equal value the law has.
    const GAMES: [(&str, usize, usize); 10] = [
        ("wythoff", 2, 1),
        ("misere wythoff", 2, 1),
        ("take any or take odd from 2 heaps", 2, 1),
        ("take odd or take 1..n/2 from 2 heaps", 2, 1),
        ("take any", 3, 2),
        ("take any from up to 2 heaps freely", 3, 1),
        ("misere take 1..2 or take 2 from 2 heaps", 2, 1),
        ("take any except 2 or take 1..2 from 2 heaps", 2, 1),
        ("take 1, 2 or take 1 from 2 heaps", 2, 3),
        ("take 1, 2 or take 1, 4 from 2 heaps", 2, 2),
    ];

    fn law(rules: &str, heaps: usize, values: usize) -> Law {
        let effort = Effort { values, positions: 300_000, ..untimed() };
        let law = find(&question(rules, heaps), &effort).unwrap().law.expect(rules);
        assert_eq!(law.sets().len(), values, "{rules}");
        law
    }

    fn code(certificate: &Certificate) -> Option<&'static str> {
        check_law(certificate, Limits::default()).unwrap().reason.map(|reason| reason.code())
    }

    #[test]
    fn certificates_are_accepted_and_read_back() {
        for (rules, heaps, values) in GAMES {
            let law = law(rules, heaps, values);
            let text = law.to_text().unwrap();
            let verdict = verify_law(text.as_bytes(), Limits::default()).unwrap();
            assert_eq!(verdict.reason, None, "{rules}");
            let again = Law::from_text(text.as_bytes()).unwrap();
            assert_eq!((again.sets(), again.question()), (law.sets(), law.question()), "{rules}");
        }
    }

    #[test]
    fn certificates_of_games_without_heaps_are_refused() {
        let genuine = law("wythoff", 2, 1).certificate();
        for rules in ["board chomp", "graph(\"a: b\")", "chomp"] {
            let forged = Certificate { rules: rules.to_owned(), ..genuine.clone() };
            assert!(Law::from_certificate(&forged).is_err(), "{rules}");
        }
    }

    /// With any one target, state, table, rule or numeration changed, and a new digest, the proof itself fails, and
    /// names a position where the change is to a table. With `GRUNDY_THOROUGH` 5000 changes, else some hundred.
    #[test]
    fn every_changed_certificate_is_refused() {
        let mut random = fastrand::Rng::with_seed(29);
        let rounds = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 500 } else { 30 };
        let (mut refused, mut codes) = (0, BTreeMap::new());
        for (rules, heaps, values) in GAMES {
            let genuine = law(rules, heaps, values).certificate();
            let mut changed = 0;
            while changed < rounds {
                let Some(mut forged) = change(&genuine, &mut random) else { continue };
                changed += 1;
                assert!(code(&forged).is_some(), "{rules}: {forged:?}");
                forged.sha256 = forged.digest();
                let verdict = check_law(&forged, Limits::default()).unwrap();
                let reason = verdict.reason.unwrap_or_else(|| panic!("{rules}: {forged:?}"));
                assert_ne!(reason.code(), "law-digest");
                *codes.entry(reason.code()).or_insert(0) += 1;
                refused += 1;
            }
            // The last certificate differed from this one by a single change.
            assert_eq!(code(&genuine), None, "{rules}");
        }
        println!("{refused} changed certificates refused: {codes:?}");
        assert!(codes.len() > 5, "{codes:?}");
    }

    /// A certificate with one change; `None` if the change makes no difference.
    fn change(genuine: &Certificate, random: &mut fastrand::Rng) -> Option<Certificate> {
        let mut forged = genuine.clone();
        let tables = 1 + forged.values.len();
        let place = random.usize(0..tables);
        let table = if place == 0 { &mut forged.lost } else { &mut forged.values[place - 1] };
        let states = table.next.len();
        match random.u8(0..12) {
            // A state accepts, or no longer does.
            0..3 => {
                let state = random.u32(0..states as u32);
                match table.accepting.iter().position(|&s| s == state) {
                    Some(place) => drop(table.accepting.remove(place)),
                    None => table.accepting.push(state),
                }
            }
            // A letter leads to another state, or nowhere.
            3..8 => {
                let row = random.usize(0..states);
                let letter = random.usize(0..table.next[row].len());
                table.next[row][letter] = random.i32(-1..states as i32);
            }
            // Two letters are exchanged, in every state.
            8 => {
                let letters = table.next[0].len();
                let (a, b) = (random.usize(1..letters), random.usize(1..letters));
                for row in &mut table.next {
                    row.swap(a, b);
                }
            }
            // Other rules: an amount is added or left out.
            9 => {
                let other = ["take 1 or ", "take 4 or ", "take 7.. or "][random.usize(0..3)];
                forged.rules = format!("{other}{}", forged.rules);
            }
            10 => {
                let rules = [vec![2], vec![3], vec![4], vec![7], vec![1, 1], vec![2, 1], vec![3, 1]];
                forged.numeration = rules[random.usize(0..rules.len())].clone();
            }
            // The other convention, or a value that is left out.
            _ if forged.values.is_empty() => forged.misere = !forged.misere,
            _ => {
                forged.values.insert(0, forged.lost.clone());
            }
        }
        // Exchanged letters may leave the set as it is, and other rules may have the same law.
        let true_still = Law::from_certificate(&forged).is_ok_and(|law| first_difference(&law, 30).is_none());
        (forged != *genuine && !true_still).then_some(forged)
    }

    #[test]
    fn other_rules_and_numerations_are_refused() {
        let genuine = law("wythoff", 2, 1).certificate();
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
