//! Compounds by the numbers of their parts, compared with a search of the whole product.

use dashu_int::UBig;

use crate::Solver;
use crate::theorem::testing::{Random, agrees_at, assert_in_words, assert_matches_search, method_of};
use grundy_core::answer::{MethodKind, Outcome};
use grundy_core::notation::parse_position;

const RULES: [&str; 9] = [
    "nim",
    "take 1..3",
    "take 1, 3, 4",
    "take 2, 5",
    "wythoff",
    "kayles",
    "fibonacci",
    "take any from max heap",
    "move any 1 step down",
];

fn part(random: &mut Random, deep: bool) -> String {
    let pick = |random: &mut Random, from: &[&'static str]| {
        from[usize::try_from(random.below(from.len() as u64)).unwrap()]
    };
    if deep && random.below(4) == 0 {
        let how = pick(random, &["all", "short", "some", "seq", ""]);
        let (one, two) = (part(random, false), part(random, false));
        return if how.is_empty() { format!("{one} + {two}") } else { format!("{how}({one}, {two})") };
    }
    let rules = pick(random, &RULES);
    let count = 1 + random.below(2);
    let most = if count == 1 { 8 } else { 3 };
    let heaps: Vec<String> = (0..count).map(|_| random.below(most).to_string()).collect();
    format!("{rules}[{}]", heaps.join(", "))
}

fn compound(random: &mut Random, how: &str) -> String {
    let misere = if random.below(2) == 0 { "misere " } else { "" };
    let count = 2 + random.below(2);
    let parts: Vec<String> = (0..count).map(|_| part(random, count == 2)).collect();
    format!("{misere}{how}({})", parts.join(", "))
}

/// Results of a part show what it leaves open or ended: if they are cut like the list for the whole, the
/// number of moves is lost.
#[test]
fn a_cut_list_of_a_selective_compound_still_has_its_length() {
    let mut random = Random::new(43);
    let known = "misere some(take any except 4, 1[3, 2, 3], turn 1, 2 coins[1, 4])".to_owned();
    for text in std::iter::once(known).chain((0..100).map(|_| compound(&mut random, "some"))) {
        let whole = Solver::default().solve_text(&text).unwrap();
        for most in [1, 2, 5] {
            let cut = Solver::default().list_moves(most).solve_text(&text).unwrap();
            assert_eq!(cut.moves_total, Some(UBig::from(whole.moves.len())), "{text}, {most} moves");
            assert_eq!(cut.moves_complete, whole.moves.len() <= most, "{text}, {most} moves");
            assert_eq!(cut.moves.len(), whole.moves.len().min(most), "{text}, {most} moves");
        }
    }
}

#[test]
fn every_compound_agrees_with_a_search_of_the_product() {
    for (how, method) in [
        ("short", "remoteness"),
        ("all", "suspense"),
        ("some", "selective"),
        ("seq", "sequential"),
        ("round", "in-turn"),
        ("skip", "plain-search"),
    ] {
        let mut random = Random::new(41);
        for _ in 0..60 {
            let text = compound(&mut random, how);
            agrees_at(&text, method);
            assert_in_words(&text);
            let cut = Solver::default().list_moves(2).solve_text(&text).unwrap();
            assert_matches_search(&text, &cut);
        }
    }
}

#[test]
fn ended_parts_count_as_the_rules_say() {
    for (text, method) in [
        ("short(nim[0], nim[3])", "remoteness"),
        ("misere short(nim[0], nim[3])", "remoteness"),
        ("misere all(nim[0], nim[0])", "suspense"),
        ("all(nim[0], take 1[3])", "suspense"),
        ("misere some(nim[0], nim[0])", "selective"),
        ("misere some(nim[0], take 1..2[4])", "selective"),
        ("misere some(nim[1], nim[1], nim[1])", "selective"),
        ("misere some(nim[1], take 1[2])", "selective"),
        ("misere some(nim[1], take 1, 3[2])", "selective"),
        ("seq(nim[0], nim[0])", "sequential"),
        ("misere seq(nim[0], nim[2], nim[0])", "sequential"),
        ("seq(nim[2], seq(nim[1], nim[0]), nim[3])", "sequential"),
        ("round(nim[0], nim[2], nim[3])", "in-turn"),
        ("misere round(nim[0], nim[2])", "in-turn"),
        ("round(nim[3], nim[2], nim[2; next])", "in-turn"),
        ("round(take 2, 3[9], nim[2] + take 2[7], nim[4], kayles[3; next])", "in-turn"),
        ("misere round(take 2, 3[9], take 3[7; next])", "in-turn"),
        ("skip(nim[0], nim[2; next], nim[0], nim[1])", "plain-search"),
        ("misere skip(nim[1], nim[2; next], wythoff[1, 2])", "plain-search"),
        ("round(nim[3], nim[2; next]) + nim[2]", "nim-sum"),
        ("some(round(nim[3], nim[2; next]), nim[2])", "selective"),
        ("all(skip(nim[3], nim[2; next]), nim[2])", "suspense"),
        ("all(all(nim[2], take 1[2]), nim[3])", "suspense"),
        ("short(short(nim[2], take 1[2]), take 1[3])", "remoteness"),
    ] {
        agrees_at(text, method);
    }
}

/// Codeforces 1695B: with an odd number of heaps the first player wins; else the least heap decides, the first of them
/// if there are several.
#[test]
fn heaps_in_a_circle() {
    let mut random = Random::new(47);
    for case in 0..60 {
        let scale = if case % 2 == 0 { 1 } else { 100_000_000 };
        let heaps: Vec<u64> = (0..2 + random.below(5)).map(|_| scale * (1 + random.below(9))).collect();
        let least = heaps.iter().min().unwrap();
        let first = heaps.iter().position(|heap| heap == least).unwrap();
        let wins = heaps.len() % 2 == 1 || first % 2 == 1;
        let parts: Vec<String> = heaps.iter().map(|heap| format!("nim[{heap}]")).collect();
        let text = format!("round({})", parts.join(", "));
        let answer = Solver::default().list_moves(0).solve_text(&text).unwrap();
        assert_eq!(answer.outcome == Outcome::N, wins, "{text}");
    }
}

#[test]
fn big_parts_are_answered() {
    let answer = |text: &str| Solver::default().solve_text(text).unwrap();
    // 4 * 10^100 lasts 2 * 10^100 moves; the other heap is over sooner.
    let short = answer("short(take 1..3[4*10^100], take 1..3[10^50 + 1])");
    assert_eq!((short.outcome, short.method.kind), (Outcome::N, MethodKind::Proof));
    assert_eq!(short.remoteness, Some((UBig::from(10u8).pow(50)) / UBig::from(2u8) + UBig::ONE));
    assert_eq!(answer("all(take 1..3[4*10^100], take 1..3[10^50 + 1])").outcome, Outcome::P);
    let some = answer("some(wythoff[583, 646], nim[10^30, 10^30], bash(9)[10^40 + 3])");
    assert_eq!((some.outcome, some.moves.len()), (Outcome::N, 3));
    assert_eq!(some.method.kind, MethodKind::Theorem);
    let sequence = answer("seq(wythoff[10^20, 7], nim[3, 3])");
    assert_eq!(sequence.outcome, Outcome::N);
    assert!(sequence.moves_complete && !sequence.moves.is_empty());
}

#[test]
fn a_product_far_too_large_to_search_is_counted() {
    let text = "all(take 1..3[1001], take 1..3[1002], take 1..3[1003], take 1..4[999], take 1..9[998])";
    let answer = Solver::default().list_moves(5).solve_text(text).unwrap();
    assert_eq!((answer.outcome, answer.moves.len()), (Outcome::N, 5));
    assert!(answer.moves_total.is_some_and(|total| total > UBig::from(5u8)));
    for played in &answer.moves {
        let to: Vec<String> = played.played.iter().map(|p| p.to[0].to_string()).collect();
        let rules = ["1..3", "1..3", "1..3", "1..4", "1..9"];
        let parts: Vec<String> = rules.iter().zip(&to).map(|(r, n)| format!("take {r}[{n}]")).collect();
        let next = parse_position(&format!("all({})", parts.join(", "))).unwrap();
        assert_eq!(Solver::default().outcome(&next).unwrap(), Outcome::P);
    }
}

#[test]
fn scoring_compounds_are_searched() {
    assert_eq!(method_of("all(take 1..2; win most[3], take 1..2; win most[4])"), "plain-search");
}
