//! From moves as found to winning results as answered: each result once, sorted, cut.
//!
//! A position may have a million heaps and as many winning moves, so results are compared by what changes;
//! only those that are listed are written out.

mod changes;

use std::cmp::{Ordering, Reverse};

use dashu_int::UBig;

use grundy_core::answer::{Change, Doing, HeapChange, Played, WinningMove};
use grundy_core::own::Own;
use grundy_core::position::{Component, Move, Position, Touch, Turn};

pub use self::changes::ranks;
use self::changes::{Key, View, cancel};

/// Most numbers written out in results: with a million heaps each has a million.
const MAX_NUMBERS: usize = 4_000_000;

/// Winning results, ready to answer with.
#[derive(Debug)]
pub struct Listed {
    /// The moves, in order.
    pub moves: Vec<WinningMove>,
    /// Number of distinct results of the given moves.
    pub distinct: usize,
}

/// Number of results that may be listed for a position of `heaps` heaps.
pub fn most_listed(wanted: usize, heaps: usize) -> usize {
    wanted.min((MAX_NUMBERS / heaps.max(1)).max(1))
}

/// The order in which winning results are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// By the result itself.
    #[default]
    Result,
    /// By the stones that the move takes, the fewest first; then by the result.
    Fewest,
    /// By the stones that the move takes, the most first; then by the result.
    Most,
}

impl By {
    /// All of them, with the words that name them.
    pub const ALL: [(&'static str, Self); 3] =
        [("result", Self::Result), ("fewest", Self::Fewest), ("most", Self::Most)];

    /// Sorts items that are in the order of results.
    fn sort<T>(self, items: &mut [T], stones: impl Fn(&T) -> UBig) {
        match self {
            Self::Result => {}
            Self::Fewest => items.sort_by_cached_key(stones),
            Self::Most => items.sort_by_cached_key(|item| Reverse(stones(item))),
        }
    }
}

/// Which of the winning results are listed: `want` of them from the number `skip` on, counted from 0 in an order.
#[derive(Clone, Copy, Debug)]
pub struct Pick {
    /// The order.
    pub by: By,
    /// How many results come before the first one.
    pub skip: usize,
    /// How many are listed.
    pub want: usize,
}

/// Groups the moves of one component by result, sorts them and writes out the first `want`.
pub fn of_component<'m>(
    component: &Component,
    index: usize,
    moves: impl IntoIterator<Item = &'m Move>,
    want: usize,
) -> Listed {
    picked_of_component(component, index, moves, Pick { by: By::Result, skip: 0, want })
}

fn picked_of_component<'m>(
    component: &Component,
    index: usize,
    moves: impl IntoIterator<Item = &'m Move>,
    pick: Pick,
) -> Listed {
    let view = View::new(component);
    let mut keyed: Vec<(Key, &Move)> = moves.into_iter().map(|m| (view.key(m), m)).collect();
    keyed.sort_by(|a, b| view.compare(&a.0, &b.0));
    let mut groups: Vec<&[(Key, &Move)]> = keyed.chunk_by(|a, b| a.0 == b.0).collect();
    let best = |group: &[(Key, &'m Move)]| group.iter().map(|(_, m)| *m).max_by(|a, b| by_take(a, b));
    pick.by.sort(&mut groups, |group| best(group).map(Move::stones).unwrap_or_default());
    let distinct = groups.len();
    let listed = groups.into_iter().skip(pick.skip).take(pick.want).map(|group| {
        let played = best(group).into_iter().map(|m| written_out(component, index, m)).collect();
        WinningMove { played, ways: group.len() as u64 }
    });
    Listed { moves: listed.collect(), distinct }
}

/// Some of the winning results in any order. `turns` are all winning turns. `None` if there are too many to compare them.
pub fn picked(position: &Position, turns: &[Turn], pick: Pick) -> Option<Listed> {
    if let Some(component) = position.single() {
        let moves = turns.iter().flatten().map(|(_, played)| played);
        return Some(picked_of_component(component, 0, moves, pick));
    }
    let heaps: usize = position.components().iter().map(|component| component.heaps().len()).sum();
    if turns.len().saturating_mul(heaps) > MAX_NUMBERS {
        return None;
    }
    let mut listed = of_turns(position, turns, usize::MAX);
    pick.by.sort(&mut listed.moves, stones);
    listed.moves = listed.moves.into_iter().skip(pick.skip).take(pick.want).collect();
    Some(listed)
}

/// Like [`of_component`], for turns that may move in several components.
pub fn of_turns(position: &Position, turns: &[Turn], want: usize) -> Listed {
    let components = position.components();
    if turns.iter().all(|turn| turn.len() == 1) {
        return of_single_moves(position, turns, want);
    }
    let mut all: Vec<WinningMove> = turns
        .iter()
        .map(|turn| WinningMove {
            played: turn.iter().map(|(leaf, m)| written_out(&components[*leaf], *leaf, m)).collect(),
            ways: 1,
        })
        .collect();
    // Among equal results the greatest take comes first, so that it is kept.
    all.sort_by(|a, b| compare_in(position, a, b).then_with(|| takes(b).cmp(&takes(a))));
    let mut merged: Vec<WinningMove> = Vec::new();
    for item in all {
        match merged.last_mut() {
            Some(last) if compare_results(last, &item) == Ordering::Equal => last.ways += 1,
            _ => merged.push(item),
        }
    }
    let distinct = merged.len();
    merged.truncate(want);
    Listed { moves: merged, distinct }
}

/// [`of_turns`] for turns of one move each: those of one component compare by what changes.
fn of_single_moves(position: &Position, turns: &[Turn], want: usize) -> Listed {
    let mut all = Listed { moves: Vec::new(), distinct: 0 };
    for (index, component) in position.components().iter().enumerate() {
        let moves = turns.iter().flatten().filter(|(leaf, _)| *leaf == index).map(|(_, played)| played);
        let listed = of_component(component, index, moves, want);
        all.moves.extend(listed.moves);
        all.distinct += listed.distinct;
    }
    if position.components().len() > 1 {
        all.moves.sort_by(|a, b| compare_in(position, a, b));
        all.moves.truncate(want);
    }
    all
}

/// The contract's order. If a user-defined game takes part, whose places are not comparable numbers: by
/// component first, and within one in that game's order.
pub fn compare_in(position: &Position, a: &WinningMove, b: &WinningMove) -> Ordering {
    if !position.has_own() {
        return compare_results(a, b);
    }
    let own = |played: &Played| position.components().get(played.component).and_then(|c| c.game.own());
    let results = |(a, b): (&Played, &Played)| match own(a) {
        Some(own) => own.compare(&a.to, &b.to),
        None => a.to.cmp(&b.to),
    };
    let places = a.played.iter().map(|p| p.component).cmp(b.played.iter().map(|p| p.component));
    let states = || a.played.iter().map(|p| &p.state).cmp(b.played.iter().map(|p| &p.state));
    places
        .then_with(|| {
            a.played.iter().zip(&b.played).map(results).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        })
        .then_with(states)
}

/// The contract's order: by `to`, then by component (and by state, where results differ in that).
pub fn compare_results(a: &WinningMove, b: &WinningMove) -> Ordering {
    let to = |m: &WinningMove| m.played.iter().map(|p| p.to.clone()).collect::<Vec<_>>();
    let place = |m: &WinningMove| m.played.iter().map(|p| p.component).collect::<Vec<_>>();
    let state = |m: &WinningMove| m.played.iter().map(|p| p.state.clone()).collect::<Vec<_>>();
    match (&a.played[..], &b.played[..]) {
        ([one], [other]) => one
            .to
            .cmp(&other.to)
            .then_with(|| one.component.cmp(&other.component))
            .then_with(|| one.state.cmp(&other.state)),
        _ => to(a).cmp(&to(b)).then_with(|| place(a).cmp(&place(b))).then_with(|| state(a).cmp(&state(b))),
    }
}

/// Keeps one of two ways to one result: that of the lexicographically greatest take.
pub fn keep_greater(kept: &mut WinningMove, other: WinningMove) {
    if takes(&other) > takes(kept) {
        kept.played = other.played;
    }
}

fn takes(m: &WinningMove) -> Vec<Vec<UBig>> {
    m.played
        .iter()
        .map(|p| match &p.doing {
            Doing::Take(take) => take.clone(),
            Doing::Add(k) | Doing::Multiply(k) => vec![k.clone()],
            Doing::Changes(changes) => changes.iter().map(|c| UBig::from(c.heap)).collect(),
            Doing::Go | Doing::Pass => vec![],
            Doing::Become => Vec::new(),
        })
        .collect()
}

/// The stones that a result's move takes.
fn stones(m: &WinningMove) -> UBig {
    let taken = |change: &HeapChange| {
        let left = change.to.iter().sum::<UBig>();
        let takes = matches!(change.how, Change::Take(_) | Change::Split | Change::Step);
        if takes && left < change.from { &change.from - left } else { UBig::ZERO }
    };
    let of = |played: &Played| match &played.doing {
        Doing::Take(take) => take.iter().sum(),
        Doing::Add(k) => k.clone(),
        Doing::Changes(changes) => changes.iter().map(taken).sum(),
        _ => UBig::ZERO,
    };
    m.played.iter().map(of).sum()
}

/// Compares two moves by the stones they take, lined up with the position.
fn by_take(a: &Move, b: &Move) -> Ordering {
    match (a, b) {
        (Move::Take { touched: a, .. }, Move::Take { touched: b, .. }) => {
            // Sparse lists: taking from an earlier heap is greater.
            let mut rest = (a.iter().peekable(), b.iter().peekable());
            loop {
                match (rest.0.next(), rest.1.next()) {
                    (None, None) => return Ordering::Equal,
                    (Some(_), None) => return Ordering::Greater,
                    (None, Some(_)) => return Ordering::Less,
                    (Some(a), Some(b)) => {
                        let order = b.heap.cmp(&a.heap).then_with(|| a.taken.cmp(&b.taken));
                        if order != Ordering::Equal {
                            return order;
                        }
                    }
                }
            }
        }
        _ => a.cmp(b),
    }
}

/// A move in full: the heaps it leaves and how.
pub fn written_out(component: &Component, index: usize, played: &Move) -> Played {
    let next = component.after(played);
    let heaps = component.heaps();
    let doing = match played {
        Move::Add(k) => Doing::Add(k.clone()),
        Move::Multiply(k) => Doing::Multiply(k.clone()),
        Move::Go(to) => went(component.game.own(), heaps, to),
        Move::Become(_) => Doing::Become,
        Move::Take { .. } if played.is_pass() => Doing::Pass,
        Move::Take { touched, .. } if !played.is_rearranging() => {
            let mut take = vec![UBig::ZERO; heaps.len()];
            for touch in touched {
                take[touch.heap].clone_from(&touch.taken);
            }
            Doing::Take(take)
        }
        Move::Take { discarded, touched } => {
            let change = |heap: usize, to, how| {
                let from = heaps[heap].clone();
                HeapChange { heap: heap + 1, from, to, how }
            };
            let gone = discarded.iter().map(|&heap| change(heap, Vec::new(), Change::Discard));
            let stones = |touched: &[Touch]| -> UBig {
                touched.iter().map(|t| &t.taken + t.left.iter().sum::<UBig>()).sum()
            };
            let full = |touched: &[Touch]| touched.iter().map(|t| &heaps[t.heap]).sum::<UBig>();
            let merged = match &touched[..] {
                [whole, _, ..] if whole.left.len() == 1 => {
                    touched[1..].iter().all(|t| t.left.is_empty() && t.taken == UBig::ZERO)
                        && stones(touched) == full(touched)
                        && whole.taken == UBig::ZERO
                }
                _ => false,
            };
            let kept = touched.iter().map(|t| {
                let one = std::slice::from_ref(t);
                let how = if merged {
                    Change::Merge
                } else if stones(one) != full(one) {
                    Change::Become
                } else if t.left.len() > 1 {
                    Change::Split
                } else if t.taken == UBig::ZERO {
                    Change::Open
                } else {
                    Change::Take(t.taken.clone())
                };
                change(t.heap, t.left.clone(), how)
            });
            let mut changes: Vec<HeapChange> = gone.chain(kept).collect();
            changes.sort_by_key(|change| change.heap);
            Doing::Changes(changes)
        }
        Move::Put { heap, stones } => {
            let (from, how) = (heaps[*heap].clone(), Change::Put(stones.clone()));
            Doing::Changes(vec![HeapChange { heap: heap + 1, to: vec![&from + stones], from, how }])
        }
        Move::Step { from, to, .. } => {
            let mut touched: Vec<usize> = to.iter().copied().chain([*from]).collect();
            touched.sort_unstable();
            let change = |heap: usize| HeapChange {
                heap: heap + 1,
                from: heaps[heap].clone(),
                to: vec![next.heaps[heap].clone()],
                how: Change::Step,
            };
            Doing::Changes(touched.into_iter().map(change).collect())
        }
    };
    Played { component: index, to: next.heaps, state: next.past, doing }
}

/// The move of a token from one vertex to another; in other games the result says all.
fn went(own: Option<&Own>, heaps: &[UBig], to: &[UBig]) -> Doing {
    let mut tokens = (heaps.to_vec(), to.to_vec());
    cancel(&mut tokens.0, &mut tokens.1);
    match (&tokens.0[..], &tokens.1[..]) {
        ([from], [to]) if own.is_some_and(Own::has_tokens) => {
            let heap = heaps.iter().position(|v| v == from).unwrap_or(0) + 1;
            Doing::Changes(vec![HeapChange {
                heap,
                from: from.clone(),
                to: vec![to.clone()],
                how: Change::Step,
            }])
        }
        _ => Doing::Go,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::testing::Random;

    #[test]
    fn a_move_that_two_rules_allow_is_one_way() {
        for (text, ways) in [
            ("take any or take any from nonempty heaps[4]", &[1][..]),
            ("take any or take any from max heap[4, 4, 5]", &[1, 2]),
            ("misere take divisors of n from min heap or take 4, 6[6, 6]", &[2]),
        ] {
            let answer = crate::Solver::default().solve_text(text).unwrap();
            assert_eq!(answer.moves.iter().map(|m| m.ways).collect::<Vec<_>>(), ways, "{text}");
        }
    }

    /// Results in one component and in several are in one list, and a sort needs one order for all of them.
    #[test]
    fn results_of_games_of_ones_own_have_one_order() {
        let answer = crate::Solver::default().list_moves(usize::MAX);
        let answer = answer.solve_text("some(nim[20], graph(\"a: b; b: a\")[a])").unwrap();
        let moves = &answer.moves;
        for a in moves {
            for b in moves {
                let order = compare_in(&answer.question, a, b);
                assert_eq!(order, compare_in(&answer.question, b, a).reverse());
                for c in moves {
                    let both = order.is_le() && compare_in(&answer.question, b, c).is_le();
                    assert!(!both || compare_in(&answer.question, a, c).is_le());
                }
            }
        }
        assert!(moves.len() > 20);
    }

    /// The stones that a result takes, by what is missing.
    fn missing(answer: &crate::Answer, m: &WinningMove) -> UBig {
        let before: UBig = answer.question.components().iter().flat_map(Component::heaps).sum();
        let untouched = answer.question.components().iter().enumerate();
        let untouched = untouched.filter(|(at, _)| m.played.iter().all(|played| played.component != *at));
        let after = m.played.iter().flat_map(|played| &played.to).sum::<UBig>();
        before - after - untouched.flat_map(|(_, c)| c.heaps()).sum::<UBig>()
    }

    #[test]
    fn the_kth_result_is_that_of_the_whole_list() {
        let mut random = Random::new(51);
        let solver = crate::Solver::default().list_moves(usize::MAX);
        let mut compared = 0;
        for rules in
            ["nim", "lasker", "wythoff", "misere take 1..3", "moore(2)", "nim + kayles", "some + nim"]
        {
            for _ in 0..12 {
                let mut heap = || random.below(9).to_string();
                let (a, b) = ([heap(), heap()].join(", "), [heap(), heap()].join(", "));
                let text = match rules.split_once(" + ") {
                    Some(("some", game)) => format!("some({game}[{a}], {game}[{b}])"),
                    Some((one, other)) => format!("{one}[{a}] + {other}[{b}]"),
                    None => format!("{rules}[{a}]"),
                };
                let answer = solver.solve_text(&text).unwrap();
                for (name, by) in By::ALL {
                    let mut all = answer.moves.clone();
                    match by {
                        By::Result => {}
                        By::Fewest => all.sort_by_key(|m| missing(&answer, m)),
                        By::Most => all.sort_by_key(|m| Reverse(missing(&answer, m))),
                    }
                    for (skip, m) in all.iter().enumerate() {
                        let pick = Pick { by, skip, want: 1 };
                        let picked = solver.pick_moves(&answer.question, pick).unwrap();
                        assert_eq!(picked.moves, std::slice::from_ref(m), "{name} {skip} of {text}");
                        assert_eq!(picked.moves_total, Some(UBig::from(all.len())), "{text}");
                        compared += 1;
                    }
                    let beyond = Pick { by, skip: all.len(), want: 1 };
                    assert!(solver.pick_moves(&answer.question, beyond).unwrap().moves.is_empty());
                }
            }
        }
        assert!(compared > 200, "{compared}");
    }

    /// Each result of 20 000 heaps has 20 000 numbers; only the one that is asked for is written out.
    #[test]
    fn the_kth_result_of_very_many_heaps_is_written_out_alone() {
        let heaps: Vec<UBig> = (0..20_001u64).map(|n| UBig::from((1u64 << 30) + n)).collect();
        let line = grundy_core::notation::parse_game("nim").unwrap();
        let position = Position::start(&line, heaps).unwrap();
        let pick = Pick { by: By::Fewest, skip: 15_000, want: 1 };
        let answer = crate::Solver::default().pick_moves(&position, pick).unwrap();
        assert_eq!((answer.moves.len(), answer.moves_total), (1, Some(UBig::from(20_001u32))));
    }
}
