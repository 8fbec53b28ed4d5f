//! Automata of formulas describe what the formulas do, and a formula is proved iff it is the law.

use super::*;
use grundy_core::notation::parse_game;
use grundy_solver::law::Table;

fn size(heap: usize) -> Num {
    Num::Heap(heap)
}

fn question(rules: &str, heaps: usize) -> Question {
    Question::new(&parse_game(rules).unwrap(), heaps).unwrap()
}

/// Conditions of every kind that has an automaton.
fn conditions() -> Vec<Cond> {
    let this = || Box::new(Num::This);
    let table = |before: &[i128], turn: &[i128]| {
        Num::Look(Table { before: before.to_vec(), turn: turn.to_vec(), saltus: 0 }, this())
    };
    let pairs = |t| Shape::Pairs { surd: Surd::of_slack(t), slope: t, plus: 0 };
    vec![
        Shape::NimSum { of: table(&[0, 1, 4], &[2, 1, 0, 1]), step: 1 }.formula(),
        Shape::NimSum { of: Num::size(), step: 1 }.formula(),
        Shape::MisereNim(Num::size()).formula(),
        Shape::MisereNim(Num::remainder(3)).formula(),
        Shape::Columns { modulus: 3, misere: false }.formula(),
        Shape::Columns { modulus: 3, misere: true }.formula(),
        Shape::Same(table(&[], &[0, 2, 2])).formula(),
        Shape::Same(Num::Valuation(2, this())).formula(),
        Shape::Same(Num::Valuation(3, this()).modulo(2)).formula(),
        Shape::Same(Num::This).formula(),
        pairs(1).formula(),
        pairs(2).formula(),
        pairs(3).formula(),
        Shape::But { rule: Box::new(pairs(1)), also: vec![vec![0, 1]], not: vec![vec![0, 0], vec![1, 2]] }
            .formula(),
        Shape::Classes { from: 2, period: 3, lists: vec![vec![0, 1], vec![2, 4]], ordered: false }.formula(),
        Cond::Eq(size(1).minus(size(0)).modulo(3), Num::Const(1)),
        Cond::In(size(1).minus(size(0)), vec![0, 2]),
        Cond::Eq(size(1), Num::Const(2).times(size(0)).plus(Num::Const(1))),
        Cond::Not(Box::new(Cond::Less(Num::Sum(this()), Num::Const(7)))),
        Cond::Every(Box::new(Cond::In(Num::Ones(this()).modulo(3), vec![0, 2]))),
        Cond::Every(Box::new(Cond::Eq(Num::LeastPart(this()).modulo(2), Num::Const(1)))),
        Cond::Never,
    ]
}

#[test]
fn automata_accept_what_conditions_describe() {
    let budget = Budget { states: STATES, ..Budget::default() };
    for cond in conditions() {
        let numeration = numeration_of(&cond);
        let set = positions(&cond, 2, &numeration, &budget)
            .unwrap_or_else(|stop| panic!("{cond:?} in {numeration}: {stop:?}"));
        for x in 0..60u64 {
            for y in 0..60u64 {
                let sorted = [x.min(y).into(), x.max(y).into()];
                let accepted = set.accepts(&numeration, &[x, y]);
                assert_eq!(Some(accepted), cond.holds(&sorted), "{cond:?} {x} {y}");
            }
        }
    }
}

#[test]
fn automata_of_three_heaps_accept_what_conditions_describe() {
    let budget = Budget { states: STATES, ..Budget::default() };
    let all = [
        Shape::NimSum { of: Num::size(), step: 1 }.formula(),
        Shape::Columns { modulus: 3, misere: true }.formula(),
        Shape::Same(Num::Valuation(2, Box::new(Num::This))).formula(),
        Cond::Eq(size(2).minus(size(1)), size(0)),
        Cond::Eq(size(2).minus(size(1)).modulo(3), size(0).modulo(3)),
    ];
    for cond in all {
        let numeration = numeration_of(&cond);
        let set = positions(&cond, 3, &numeration, &budget).unwrap();
        for index in 0..15u64.pow(3) {
            let heaps = [index % 15, index / 15 % 15, index / 225];
            let mut sorted = heaps.map(i128::from);
            sorted.sort_unstable();
            let accepted = set.accepts(&numeration, &heaps);
            assert_eq!(Some(accepted), cond.holds(&sorted), "{cond:?} {heaps:?}");
        }
    }
}

#[test]
fn a_formula_is_proved_iff_it_is_the_law() {
    let nim = Shape::NimSum { of: Num::size(), step: 1 }.formula();
    let wythoff = Shape::Pairs { surd: Surd::of_slack(1), slope: 1, plus: 0 }.formula();
    let slack = Shape::Pairs { surd: Surd::of_slack(2), slope: 2, plus: 0 }.formula();
    for (cond, rules, heaps, proved) in [
        (&nim, "take any", 3, true),
        (&nim, "misere take any", 3, false),
        (&nim, "take any or take 1..3 from max heap", 2, true),
        (&nim, "take any except 60", 2, false),
        (&nim, "take any from max heap", 2, true),
        (&wythoff, "take any or take any from 2 heaps", 2, true),
        (&wythoff, "take any or take any except 60 from 2 heaps", 2, false),
        (&slack, "take any or take any from 2 heaps within 1", 2, true),
        (&slack, "take any or take any from 2 heaps", 2, false),
        (&slack, "take any or take any from 2 heaps", 3, false),
    ] {
        assert_eq!(is_proved(cond, &question(rules, heaps), None), proved, "{rules} {cond:?}");
    }
}
