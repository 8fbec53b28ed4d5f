//! For tests: rules of every kind, and their moves computed in the simplest way.

use dashu_int::UBig;

use grundy_core::limits::{Budget, Limits};
use grundy_core::notation::parse_game;
use grundy_core::position::Position;

use crate::find::Effort;
use crate::question::{Link, Others, Question, Way, Ways};

/// Two rules of every kind that ways can express.
pub(crate) const RULES: &[&str] = &[
    "take any",
    "take 1..3",
    "take any or take any from 2 heaps",
    "take even or take odd from 2 heaps",
    "take any except 2 or take 2.. from 2 heaps",
    "take 1..n/2 or take 2 from 2 heaps",
    "take n-3..n-n/3 from 2 heaps",
    "take 1..(2*n+1)/3",
    "take multiples of 3 from up to 2 heaps freely",
    "take 1..4 from 2 heaps freely",
    "take any or take any from 2 heaps within 1",
    "take 2.. from 2 heaps within 2",
    "take any from max heap",
    "take 1, 3 from min heap or take 2 from max heap",
    "take any from all heaps or take 1 from nonempty heaps",
    "take fibonacci or take 1 from 2 heaps",
    "take powers of 2 or take powers of 4 from 2 heaps",
    "take any leaving 1 heap or take 2 leaving 0 heaps",
    "take (any except 2, 4) except multiples of 5",
    "take 2, n-1..n or take 1..2 from 2 heaps",
];

/// The question about rules in the notation.
pub(crate) fn question(text: &str, heaps: usize) -> Question {
    Question::new(&parse_game(text).unwrap(), heaps).unwrap()
}

/// The default effort without a time limit: tests must not depend on the clock.
pub(crate) fn untimed() -> Effort {
    Effort { time: None, ..Effort::default() }
}

/// Every option of a position by the ways, with repetitions.
pub(crate) fn options(ways: &Ways, position: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    ways.list.iter().flat_map(move |way| options_of_way(ways, way, position))
}

/// Every option by one way, found by trying all amounts.
pub(crate) fn options_of_way(
    ways: &Ways,
    way: &Way,
    position: &[u64],
) -> impl Iterator<Item = Vec<u64>> + use<> {
    let mut rest = (0..position.len()).filter(|i| !way.touched.contains(i)).map(|i| position[i]);
    let first = position[way.touched[0]];
    let fine = match way.others {
        Others::Anything => true,
        Others::NotLarger => rest.all(|n| n <= first),
        Others::NotSmaller => rest.all(|n| n >= first),
        Others::Empty => rest.all(|n| n == 0),
    };
    let mut found = if fine { vec![position.to_vec()] } else { vec![] };
    for &heap in &way.touched {
        found = found
            .iter()
            .flat_map(|partial| {
                (1..=position[heap]).map(move |amount| {
                    let mut next = partial.clone();
                    next[heap] -= amount;
                    next
                })
            })
            .collect();
    }
    let (takes, way) = (ways.sets[way.set].clone(), way.clone());
    let position = position.to_vec();
    found.into_iter().filter(move |after| {
        let amounts: Vec<u64> = way.touched.iter().map(|&i| position[i] - after[i]).collect();
        let allowed = way.touched.iter().zip(&amounts).all(|(&i, &amount)| takes.allows(position[i], amount));
        let linked = amounts.iter().all(|a| {
            amounts.iter().all(|b| match way.link {
                Link::Free => true,
                Link::Same => a == b,
                Link::Within(bound) => a.abs_diff(*b) as i64 <= bound,
            })
        });
        allowed && linked
    })
}

/// Every option by the library's own moves, heaps sorted, each option once.
pub(crate) fn options_by_rules(question: &Question, position: &[u64]) -> Vec<Vec<u64>> {
    let text = question.rules.to_string();
    let line = parse_game(&text).unwrap();
    let heaps = position.iter().map(|&n| UBig::from(n)).collect();
    let position = Position::start(&line, heaps).unwrap();
    let turns = position.turns(&Budget::new(Limits::default())).unwrap();
    let mut found: Vec<Vec<u64>> = turns
        .iter()
        .map(|turn| {
            let next = position.after(turn);
            let mut heaps: Vec<u64> =
                next.components()[0].state.heaps.iter().map(|n| u64::try_from(n).unwrap()).collect();
            heaps.sort_unstable();
            heaps
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
