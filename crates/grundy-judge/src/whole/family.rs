//! Games with a number left open, whose values are known for every number.

use grundy_solver::game::Game;
use grundy_solver::notation::{self, GameLine};

use crate::pieces::HOLE;

/// A number that no machine word holds, in the place of the open one.
pub const OPEN: &str = "1180591620717411303424";
/// The smallest number for which a family is the game.
const LEAST: u64 = 2;

/// Games that differ in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `take 1..k` for every k, worth the remainder modulo k + 1.
    UpTo,
}

impl Family {
    /// The family of a cell's text, given what the text means with [`OPEN`] in its one hole.
    ///
    /// Rules in normal form depend on how their numbers compare. The normal form at [`OPEN`] is that of every number
    /// above all others in the rules, so the text must have no number above 1 of its own. A name of the catalogue may
    /// have some in its rules: the tests compare them all.
    pub fn of(text: &[u8], game: &Game) -> Option<Self> {
        let mut parts = text.split(|byte| *byte == HOLE);
        let has_one = parts.next().and(parts.next()).is_some() && parts.next().is_none();
        let mut numbers = text.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
        if !has_one || !text.is_ascii() || numbers.any(|digits| !matches!(digits, b"0" | b"1")) {
            return None;
        }
        let GameLine { misere: false, game: bash, .. } =
            notation::parse_game(&format!("take 1..{OPEN}")).ok()?
        else {
            return None;
        };
        (*bash == *game).then_some(Self::UpTo)
    }

    /// The value of heaps in the game with this number. `None` if the family does not cover it.
    #[inline]
    pub fn value(self, numbers: &[u64], heaps: &[u64]) -> Option<u64> {
        let [number] = *numbers else { return None };
        match self {
            Self::UpTo => {
                let modulus = number.checked_add(1).filter(|_| number >= LEAST)?;
                Some(heaps.iter().fold(0, |sum, heap| sum ^ (heap % modulus)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_solver::catalogue;

    use super::*;

    fn family(text: &str) -> Option<Family> {
        let line = notation::parse_game(&text.replace('_', OPEN)).ok()?;
        Family::of(text.replace('_', "\0").as_bytes(), &line.game)
    }

    #[test]
    fn a_family_is_the_game_of_each_number() {
        let names = catalogue::all().iter().flat_map(|entry| entry.aliases.iter().chain([&entry.name]));
        let names: Vec<String> = names.map(|name| format!("{name}(_)")).collect();
        let mut families = Vec::new();
        for text in ["take 1.._", "take 1.._*1", "take 1.._ or take 1", "take 1, 1.._"]
            .into_iter()
            .chain(names.iter().map(|name| &**name))
        {
            if family(text).is_none() {
                continue;
            }
            families.push(text);
            for k in (LEAST..200).chain([u64::MAX - 1, u64::MAX]) {
                let game =
                    |text: &str| notation::parse_game(&text.replace('_', &k.to_string())).unwrap().game;
                assert_eq!(game(text), game("take 1.._"), "{text} with {k}");
            }
        }
        assert!(families.contains(&"bash(_)") && families.contains(&"take 1.._"), "{families:?}");
    }

    #[test]
    fn numbers_that_others_could_meet_have_no_family() {
        // Each of these is `take 1..k` above 4 or 32.
        for text in ["take 1.._ or take 4", "take 1.._ or take 1..2^5", "take 2.._ or take 1, 4"] {
            assert_eq!(family(text), None, "{text}");
        }
        for text in ["take 2.._", "take _", "take 1.._0", "take 0.._"] {
            assert_eq!(family(text), None, "{text}");
        }
        assert_eq!(Family::UpTo.value(&[u64::MAX], &[3]), None);
        assert_eq!(Family::UpTo.value(&[1], &[3]), None);
        assert_eq!(Family::UpTo.value(&[4], &[7, 11]), Some(2 ^ 1));
    }
}
