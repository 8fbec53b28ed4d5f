//! Expressions and changes of scripts: on machine words and in place, where that can be done, and in the general way.

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
    found(&text)
}

/// The start of a script, or why it fails.
fn found(text: &str) -> String {
    let game = Own::script("s", text).unwrap_or_else(|error| panic!("{text}: {error}"));
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

/// A change of the list `{l}`, or a copy of it.
fn changes() -> impl Strategy<Value = String> {
    let number = || {
        proptest::sample::select(vec!["-4", "-1", "0", "1", "2", "5", "k", "{l}[0]", "{l}[k]", "{l}.len()"])
    };
    let value = prop_oneof![
        4 => number().prop_map(String::from),
        1 => proptest::sample::select(vec!["[3]", "true", "`x`", "{l}", "[[1], 2]"]).prop_map(String::from),
    ];
    let operator = proptest::sample::select(vec!["=", "=", "=", "+=", "-=", "*=", "/=", "<<="]);
    let change = prop_oneof![
        6 => (number(), operator, value.clone()).prop_map(|(at, sign, v)| format!("{{l}}[{at}] {sign} {v};")),
        2 => value.clone().prop_map(|v| format!("{{l}}.push({v});")),
        1 => value.clone().prop_map(|v| format!("{{l}} += {v};")),
        1 => (value.clone(), value).prop_map(|(v, w)| format!("{{l}} = {{l}} + [{v}] + {w};")),
        1 => Just("copy = {l};".to_owned()),
        1 => Just("copy = copy + {l}; copy = copy.extract(0, 6);".to_owned()),
        1 => Just("{l}.pop();".to_owned()),
        1 => number().prop_map(|n| format!("k = {n};")),
    ];
    (change, 0..4).prop_map(|(change, kind)| match kind {
        0 => format!("for k in 0..3 {{ {change} }}"),
        1 => format!("try {{ {change} }} catch {{ errors += 1; }}"),
        2 => format!("if k >= 0 {{ {change} continue; }}"),
        _ => change,
    })
}

/// A list in a variable is changed in place, one in a map in the general way.
#[test]
fn lists_change_alike_in_place_and_in_the_general_way() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[8; 32]);
    let config = Config { cases: 4000, failure_persistence: None, ..Config::default() };
    let counts = std::cell::Cell::new((0, 0));
    TestRunner::new_with_rng(config, rng)
        .run(&proptest::collection::vec(changes(), 1..8), |changes| {
            let body: String = changes.concat();
            let run = |list: &str| {
                let body = body.replace("{l}", list);
                found(&format!(
                    "fn options(p) {{ [] }} fn start() {{
                        let l = [4, 7, 6]; let o = #{{l: [4, 7, 6]}}; let copy = []; let k = 1; let errors = 0;
                        for turn in 0..2 {{ {body} }}
                        [{list}, copy, k, errors]
                    }}"
                ))
            };
            let (in_place, general) = (run("l"), run("o.l"));
            prop_assert_eq!(&in_place, &general, "{}", body);
            let (values, failures) = counts.get();
            counts.set(if in_place.starts_with(':') { (values, failures + 1) } else { (values + 1, failures) });
            Ok(())
        })
        .unwrap();
    let (values, failures) = counts.get();
    assert!(values > 1000 && failures > 500, "{values} {failures}");
}
