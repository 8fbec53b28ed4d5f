//! Plain records parsed straight from the block: the same answers, and the same errors at the same places.

#![allow(clippy::format_collect)] // the plainest way to say it

use std::io::Read;

use grundy_judge::{Grundy, Judge, Profile};
use grundy_solver::Solver;
use proptest::prelude::*;

/// Returns at most this many bytes at a time, so that blocks end anywhere.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n = self.0.len().min(into.len()).min(self.1);
        into[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

/// The output, and the error with its place.
fn judged(judge: &Judge, input: &str, piece: usize) -> (String, Option<String>) {
    let mut out = Vec::new();
    let mut solver = Grundy::new(Solver::default(), false);
    let error = judge.run(&mut solver, Drip(input.as_bytes(), piece), &mut out).err();
    (String::from_utf8(out).unwrap(), error.map(|e| format!("{e:?}")))
}

fn profile(game: &str, pattern: &str, stop: &str, order: &str) -> Profile {
    let toml = format!(
        r#"
        game = "{game}"
        position = "a b"
        [input]
        pattern = "{pattern}"
        {stop}
        [output]
        N = "{{{{ case }}}}: {{{{ b }}}}"
        P = "0"
        move = "{{{{ to | join(' ') }}}}"
        order = "{order}"
        "#
    );
    Profile::parse(&toml).unwrap()
}

fn token() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => (0_u64..30).prop_map(|n| n.to_string()),
        20 => (0_u64..2_000_000_000).prop_map(|n| n.to_string()),
        5 => any::<u64>().prop_map(|n| n.to_string()),
        2 => prop::sample::select(vec!["0", "007", "+3", "00000000000000000000000001", "99999999999999999999999"])
            .prop_map(str::to_owned),
        1 => prop::sample::select(vec!["-1", "x", "1x", "2.5", "石", "1-"]).prop_map(str::to_owned),
    ]
}

proptest! {
    #[test]
    fn plain_records_are_no_exception(
        game in prop::sample::select(vec!["wythoff", "nim"]),
        pattern in prop::sample::select(vec!["(a b)*", "(b a)*", "(a c b)*", "a (b)*", "t (a b)*t", "(t (a b)*t)*"]),
        stop in prop::sample::select(vec!["", "stop = 'b = 0'", "stop = 'b < 3 or b = 7'", "stop = 'b * 2 = 8'"]),
        order in prop::sample::select(vec!["to", "pair-first"]),
        tokens in prop::collection::vec((token(), prop::sample::select(vec![" ", " ", "\n", "\r\n", "\t \n\n"])), 0..40),
        piece in 1_usize..200,
    ) {
        let profile = profile(game, pattern, stop, order);
        let input: String = tokens.iter().flat_map(|(token, blank)| [token.as_str(), blank]).collect();
        let short = judged(&Judge::new(&profile).unwrap(), &input, piece);
        let long = judged(&Judge::new(&profile).unwrap().without_shortcuts(), &input, piece);
        prop_assert_eq!(short, long, "{:?}", input);
    }
}

#[test]
fn a_mistake_far_down_is_pointed_at() {
    let profile = profile("wythoff", "(a b)*", "", "to");
    let good: String = (0..60_000).map(|n| format!("{n} {}\n", 3 * n)).collect();
    let judge = Judge::new(&profile).unwrap();
    let (_, error) = judged(&judge, &format!("{good}17 x\n"), usize::MAX);
    let error = error.unwrap();
    assert!(error.contains("line: 60001") && error.contains("column: 4"), "{error}");
}
