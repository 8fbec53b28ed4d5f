//! Expressions of scripts: on machine words, where they are numbers, and in the general way.

use grundy_solver::limits::Budget;
use grundy_solver::own::Own;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// An expression; what stands in braces is a variable or a number.
fn expressions() -> impl Strategy<Value = String> {
    let leaves = [
        "{a}",
        "{b}",
        "{c}",
        "{t}",
        "{u}",
        "{l}[0]",
        "{l}[1]",
        "{m}[1][0]",
        "{0}",
        "{1}",
        "{2}",
        "{63}",
        "{64}",
    ];
    let leaf = proptest::sample::select(leaves.to_vec()).prop_map(String::from);
    leaf.prop_recursive(5, 24, 2, |inner| {
        let operators = [
            "+", "-", "*", "/", "%", "**", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||",
        ];
        let operator = proptest::sample::select(operators.to_vec());
        prop_oneof![
            6 => (inner.clone(), operator, inner.clone()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            1 => inner.clone().prop_map(|a| format!("(!{a})")),
            1 => inner.clone().prop_map(|a| format!("(-{a})")),
            1 => inner.clone().prop_map(|a| format!("{{l}}[{a}]")),
            1 => (inner.clone(), inner).prop_map(|(a, b)| format!("{{m}}[{a}][{b}]")),
        ]
    })
}

/// What the expression is, or why it fails.
fn outcome(expression: &str) -> String {
    let text = format!(
        "fn options(p) {{ [] }} fn same(x) {{ x }} fn start() {{
            let a = 3; let b = -2; let c = 4611686018427387904; let t = true; let u = 1 > 2;
            let l = [5, 7, true]; let m = [[1], [2, 8], 4];
            let v = {expression};
            if type_of(v) == \"bool\" {{ if v {{ [1, 1] }} else {{ [1, 0] }} }} else {{ [0, v] }}
        }}"
    );
    let game = Own::script("s", &text).unwrap_or_else(|error| panic!("{expression}: {error}"));
    match game.start(&Budget::default()) {
        Ok(start) => game.shown(&start.unwrap()),
        Err(error) => {
            let text = error.to_string();
            let (_, reason) = text.split_once("column ").unwrap_or(("", &text));
            reason.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned()
        }
    }
}

/// A call hides that its value is a number, so an expression of calls is evaluated in the general way.
#[test]
fn words_and_values_give_the_same() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let config = Config { cases: 3000, failure_persistence: None, ..Config::default() };
    let (mut numbers, mut failures) = (0, 0);
    TestRunner::new_with_rng(config, rng)
        .run(&expressions(), |expression| {
            let words = outcome(&expression.replace(['{', '}'], ""));
            let values = outcome(&expression.replace('{', "same(").replace('}', ")"));
            prop_assert_eq!(&words, &values, "{}", expression);
            Ok(())
        })
        .unwrap();
    for expression in
        ["(a << 64)", "(a / (b + 2))", "(c * 2)", "l[3]", "(a ** b)", "(t + 1)", "!a", "l[2]", "m[-2][-1]"]
    {
        let words = outcome(expression);
        if words.starts_with(':') { failures += 1 } else { numbers += 1 }
    }
    assert_eq!((numbers, failures), (2, 7));
}
