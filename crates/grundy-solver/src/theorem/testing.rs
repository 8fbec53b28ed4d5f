//! The comparison every theorem must pass: the same position by the plan and by plain search.

use std::collections::BTreeMap;

use dashu_int::UBig;

use crate::oracle::Oracle;
use crate::results::{self, compare_results};
use crate::solver::Solver;
use grundy_core::answer::{Answer, Outcome, WinningMove};
use grundy_core::limits::Budget;
use grundy_core::notation::parse_position;
use grundy_core::position::{Position, gain_of};

/// Fixed pseudo-random numbers (xorshift): the same cases in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}

/// Calls `each` with `cases` lists of `least..=most` heaps of at most `size`.
pub(crate) fn sample(cases: u64, least: u64, most: u64, size: u64, mut each: impl FnMut(&[u64])) {
    let mut random = Random::new(cases * 1_000_003 + most * 101 + size);
    for _ in 0..cases {
        let count = least + random.below(most - least + 1);
        let heaps: Vec<u64> = (0..count).map(|_| random.below(size + 1)).collect();
        each(&heaps);
    }
}

/// `rules[heaps]` as text.
pub(crate) fn with_heaps(rules: &str, heaps: &[u64]) -> String {
    let list: Vec<String> = heaps.iter().map(u64::to_string).collect();
    format!("{rules}[{}]", list.join(", "))
}

/// The method the plan chooses for a position.
pub(crate) fn method_of(text: &str) -> &'static str {
    Solver::default().solve_text(text).unwrap().method.name
}

/// Compares a position with plain search and insists on the method.
pub(crate) fn agrees(rules: &str, heaps: &[u64], method: &str) {
    agrees_at(&with_heaps(rules, heaps), method);
}

/// Like [`agrees`], for any position.
pub(crate) fn agrees_at(text: &str, method: &str) {
    let answer = Solver::default().list_moves(usize::MAX).solve_text(text).unwrap();
    assert_eq!(answer.method.name, method, "{text}");
    assert_matches_search(text, &answer);
    assert_says_who_wins(text, &answer);
}

/// The sentence on who wins is the one for this outcome. (Of a sum each part has its own.)
fn assert_says_who_wins(text: &str, answer: &Answer) {
    if parse_position(text).unwrap().single().is_none() {
        return;
    }
    assert!(!answer.steps.is_empty(), "{text}: nothing is said");
    for step in &answer.steps {
        let conclusion = step.id().split_once('.').map_or("", |(_, what)| what);
        let stated = ["wins", "loses"].map(|word| conclusion.starts_with(word));
        let outcome = [Outcome::N, Outcome::P].map(|outcome| answer.outcome == outcome);
        assert!(stated == [false; 2] || stated == outcome, "{text}: {} is said", step.id());
    }
}

/// Outcome, value, margin, and every winning result with its number of ways.
pub(crate) fn assert_matches_search(text: &str, answer: &Answer) {
    let position = parse_position(text).unwrap();
    let budget = Budget::default();
    let mut oracle = Oracle::new(&position, &budget);
    let verdict = oracle.verdict(&position).unwrap();
    let scoring = position.is_scoring();
    let lead = position.components().iter().map(|c| c.state.past.lead.clone()).sum::<dashu_int::IBig>();
    let outcome = if scoring {
        Outcome::of_margin(&(&verdict.margin + &lead), position.is_misere())
    } else {
        Outcome::of(verdict.wins)
    };
    assert_eq!(answer.outcome, outcome, "{text}");
    if let Some(value) = &answer.value {
        assert_eq!(*value, UBig::from(verdict.value), "value of {text}");
    }
    if scoring {
        assert_eq!(answer.margin, Some(&verdict.margin + &lead), "margin of {text}");
    }
    let expected = winning_results(&position, &mut oracle);
    let listed: BTreeMap<String, u64> = answer.moves.iter().map(|m| (shown(m), m.ways)).collect();
    if answer.moves_complete {
        assert_eq!(listed, expected, "winning moves of {text}");
    } else {
        for (result, ways) in &listed {
            assert!(expected.contains_key(result), "{result} does not win {text}");
            assert!(*ways <= expected[result], "ways of {result} in {text}");
        }
        assert_eq!(answer.outcome == Outcome::N && !expected.is_empty(), !listed.is_empty(), "{text}");
    }
    if let Some(total) = &answer.moves_total {
        assert_eq!(*total, UBig::from(expected.len()), "number of winning moves of {text}");
        assert!(answer.moves_complete || listed.len() < expected.len(), "all moves of {text} are there");
    }
    assert!(answer.moves.is_sorted_by(|a, b| compare_results(a, b).is_lt()), "order of {text}");
}

fn winning_results(position: &Position, oracle: &mut Oracle) -> BTreeMap<String, u64> {
    let scoring = position.is_scoring();
    let best = oracle.verdict(position).unwrap().margin;
    let mut results = BTreeMap::new();
    for (turn, verdict) in oracle.turns(position).unwrap() {
        let wins = if scoring { gain_of(&turn) - verdict.margin == best } else { !verdict.wins };
        if wins {
            let played = turn
                .iter()
                .map(|(leaf, m)| results::written_out(&position.components()[*leaf], *leaf, m))
                .collect();
            *results.entry(shown(&WinningMove { played, ways: 1 })).or_insert(0) += 1;
        }
    }
    results
}

fn shown(m: &WinningMove) -> String {
    let parts: Vec<String> =
        m.played.iter().map(|p| format!("{}:{:?};{}", p.component, p.to, p.state)).collect();
    parts.join(" ")
}

/// A number of cases: the first one in a usual run, the second one in a thorough run.
pub(crate) fn cases<T>(usual: T, thorough: T) -> T {
    if std::env::var_os("GRUNDY_THOROUGH").is_some() { thorough } else { usual }
}

/// Every step of a theorem's explanation, and a theorem's every reason for not applying, has its
/// sentence in both languages, with all blanks filled.
pub(crate) fn assert_in_words(text: &str) {
    use grundy_core::answer::MethodKind;
    use grundy_core::text::Lang;
    let answer = Solver::default().solve_text(text).unwrap();
    let steps = answer.steps.iter().filter(|_| answer.method.kind != MethodKind::Search);
    let reasons = answer.method.declined.iter().map(|d| &d.reason).filter(|r| !r.id().starts_with("plan."));
    for message in steps.chain(reasons) {
        for lang in [Lang::En, Lang::Zh] {
            let words = message.render(lang);
            assert!(!words.contains("%{") && !words.starts_with(message.id()), "{text}: {words}");
        }
    }
}
