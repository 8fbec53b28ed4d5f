//! A table as bytes, for programs that draw a million cells themselves.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

use super::Picture;
use grundy_core::answer::Outcome;

impl Picture<'_> {
    /// The cells row by row as little-endian whole numbers, and their width in bits: 8, 16 or 32, as the greatest
    /// number needs. Outcomes are 0 for a lost position (P), 1 for a won one (N), and 2 for a draw.
    pub fn to_packed(&self) -> (u32, Vec<u8>) {
        if self.numbers.is_empty() {
            return (8, self.outcomes.iter().copied().map(byte).collect());
        }
        match self.greatest() {
            0..=0xff => (8, self.numbers.iter().map(|number| number.to_le_bytes()[0]).collect()),
            0x100..=0xffff => (
                16,
                self.numbers.iter().flat_map(|number| [0, 1].map(|at| number.to_le_bytes()[at])).collect(),
            ),
            _ => (32, self.numbers.iter().flat_map(|number| number.to_le_bytes()).collect()),
        }
    }

    /// The object of [`to_json`](grundy_solver::table::Grid::to_json) with `bits`, `greatest` and `packed` instead of
    /// `rows`; `packed` is [`to_packed`](Self::to_packed) in base 64.
    pub fn to_json_packed(&self, game: &str, misere: bool) -> Json {
        let mut json = self.to_json_without_rows(game, misere);
        let (bits, bytes) = self.to_packed();
        json["bits"] = bits.into();
        let greatest = match self.numbers.iter().max() {
            Some(number) => *number,
            None => bytes.iter().max().copied().unwrap_or(0).into(),
        };
        json["greatest"] = greatest.into();
        json["packed"] = STANDARD.encode(bytes).into();
        json
    }
}

fn byte(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
        Outcome::D => 2,
    }
}
