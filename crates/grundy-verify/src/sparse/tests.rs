//! With any mask, the values are those of the definition.

use proptest::prelude::*;

use super::*;
use crate::certificate::{Parts, Rule, Take};
use crate::natural::Amount;
use crate::plain::Plain;
use crate::watch::Limits;

fn same(rule: &Rule, hint: Hint, length: usize) {
    let Ok(game) = Game::new(rule) else { panic!("{rule:?}") };
    assert!(suits(&game), "{rule:?}");
    let mut progress = |_, _| true;
    let mut watch = Watch::new(Limits::default(), length as u64, &mut progress);
    let mut plain = Plain::new(&game, length as u64, &mut watch).unwrap();
    let mut sparse = Sparse::new(&game, hint, length as u64, &mut watch).unwrap();
    // In two steps, as a check does it.
    for to in [length / 3, length] {
        plain.extend(to, &mut watch).unwrap();
        sparse.extend(to, &mut watch).unwrap();
    }
    sparse.with_values(|at| {
        for (n, &value) in plain.values().iter().enumerate() {
            assert_eq!(at(n), value, "G({n}) of {rule:?} with {hint:?}");
        }
    });
}

fn grundys_game(amount: u64, parts: Parts) -> Rule {
    Rule::takes(vec![Take::of(vec![Amount::One(amount)], vec![2], parts)])
}

/// A mask, often one of few bits near the values that occur.
fn hint() -> impl Strategy<Value = Hint> {
    let mask = prop_oneof![0u16..16, 0u16..512, any::<u16>()];
    (mask, any::<bool>()).prop_map(|(mask, parity)| Hint { mask, parity })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn codes(
        zero in prop_oneof![Just(0u8), Just(4)],
        digits in prop::collection::vec(0u8..8, 1..6),
        split in 4u8..8,
        hint in hint(),
    ) {
        let mut digits = [&[zero], digits.as_slice()].concat();
        digits.push(split);
        same(&Rule::octal(digits), hint, 3000);
    }

    #[test]
    fn unequal_and_equal_parts(amounts in prop::collection::vec((0u64..5, 0usize..3), 1..4), hint in hint()) {
        let take = |&(amount, parts): &(u64, usize)| {
            let parts = [Parts::Any, Parts::Unequal, Parts::Equal][parts];
            Take::of(vec![Amount::One(amount)], vec![2], parts)
        };
        same(&Rule::takes(amounts.iter().map(take).collect()), hint, 1500);
    }
}

#[test]
fn values_grow_out_of_their_cells() {
    // Few splits and many single amounts: values far above 255.
    let many = Take::of(vec![Amount::Range(1, 700)], vec![0, 1], Parts::Any);
    let one = Take::of(vec![Amount::One(2)], vec![2], Parts::Any);
    let rule = Rule::takes(vec![many, one]);
    for mask in [1, 0x155, 0x3ff] {
        same(&rule, Hint { mask, parity: mask == 1 }, 2500);
    }
}

#[test]
fn grundys_game_with_a_good_and_a_bad_mask() {
    for (mask, parity) in [(0x62, false), (0, false), (0, true), (1, false), (0xffff, true)] {
        same(&grundys_game(0, Parts::Unequal), Hint { mask, parity }, 5000);
    }
    same(&grundys_game(0, Parts::Any), Hint { mask: 1, parity: false }, 500);
}

#[test]
fn kayles_and_a_game_with_parity() {
    same(&Rule::octal(vec![0, 7, 7]), Hint { mask: 5, parity: true }, 4000);
    for parity in [false, true] {
        same(&Rule::octal(vec![0, 1, 0, 4]), Hint { mask: 0b10111, parity }, 20_000);
        same(&Rule::octal(vec![0, 6]), Hint { mask: 0b101, parity }, 6000);
    }
}
