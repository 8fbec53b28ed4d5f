//! Scripts whose positions split, with and without `parts`.

use grundy_solver::limits::Budget;
use grundy_solver::own::{Loopy, Own};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// What each heap may be replaced by.
type Moves = Vec<Vec<Vec<usize>>>;

/// Heaps of up to 3: up to two smaller heaps, or with cycles one heap among the smallest two.
fn moves(cyclic: bool) -> impl Strategy<Value = Moves> {
    let left = prop_oneof![
        3 => (0usize..4, 0usize..4).prop_map(|(a, b)| vec![a, b]),
        2 => (0usize..4).prop_map(|a| vec![a]),
        1 => Just(vec![]),
    ];
    let each = proptest::collection::vec(proptest::collection::vec(left, 0..3), 4);
    each.prop_map(move |mut all| {
        for (heap, moves) in all.iter_mut().enumerate() {
            moves.retain(|left| {
                let circles = cyclic && left.len() == 1 && heap < 2 && left[0] < 2;
                circles || left.iter().all(|&part| part < heap)
            });
        }
        all
    })
}

fn value(game: &Own, position: &[usize]) -> Loopy {
    let text = position.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    game.value(&game.read(&text).unwrap(), &Budget::default()).unwrap().unwrap()
}

fn check(moves: &Moves) -> (usize, usize) {
    let options = format!(
        "fn options(p) {{ let all = []; for (n, i) in p {{ for left in {moves:?}[n] {{
            let q = p; q.remove(i); q += left; q.sort(); all.push(q);
        }} }} all }}"
    );
    let whole = Own::script("whole", &options).unwrap();
    let split = Own::script("split", &format!("{options} fn parts(p) {{ p.map(|n| [n]) }}")).unwrap();
    let (mut finite, mut infinite) = (0, 0);
    for heap in (0..4).rev() {
        for other in 0..=heap {
            let position = [other, heap];
            let found = value(&split, &position);
            assert_eq!(found, value(&whole, &position), "{moves:?} {position:?}");
            if found.finite().is_some() { finite += 1 } else { infinite += 1 }
        }
    }
    (finite, infinite)
}

/// Values of sums that are not kept are those of whole positions.
#[test]
fn parts_give_the_values_of_whole_positions() {
    for (cyclic, seed) in [(false, 1), (true, 2)] {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
        let config = Config { cases: 100, failure_persistence: None, ..Config::default() };
        let counts = std::cell::Cell::new((0, 0));
        TestRunner::new_with_rng(config, rng)
            .run(&moves(cyclic), |moves| {
                let (finite, infinite) = check(&moves);
                let known = counts.get();
                counts.set((known.0 + finite, known.1 + infinite));
                Ok(())
            })
            .unwrap();
        let (finite, infinite) = counts.get();
        assert!(finite > 300 && (infinite > 50) == cyclic, "{finite} {infinite}");
    }
}

/// A thousand heaps that split into two: half a million sums, of which few are kept.
#[test]
fn sums_of_parts_take_little_memory() {
    let text = "fn options(p) { let all = []; for k in 1..p[0] / 2 { all.push([k, p[0] - 1 - k]); } all } \
                fn parts(p) { p.map(|n| [n]) }";
    let game = Own::script("split", text).unwrap();
    let budget = Budget::default();
    game.value(&game.read("1000").unwrap(), &budget).unwrap();
    assert!(budget.reserved() < 4 << 20, "{}", budget.reserved());
}
