//! Whole numbers in statements: exact, or an error.

mod common;

use common::{error, one, rows};
use grundy_sql::Error;
use proptest::prelude::*;

/// The result of the only field, or `None` if a number does not fit.
fn asked(expression: &str) -> Option<String> {
    match rows(&format!("SELECT {expression}")) {
        Ok(rows) => Some(rows[0].clone()),
        Err(Error::Refused(refusal)) => {
            let codes = ["number-overflow", "sum-overflow", "shift-overflow"];
            assert!(codes.contains(&refusal.code()), "{expression}: {refusal}");
            None
        }
        Err(other) => panic!("{expression}: {other}"),
    }
}

/// A number as SQL reads it back.
fn written(number: i128, kind: &str) -> String {
    format!("CAST('{number}' AS {kind})")
}

/// Numbers near the limits of a type as often as others.
fn near(least: i128, most: i128) -> impl Strategy<Value = i128> {
    prop_oneof![
        (0..4i128).prop_map(move |n| least + n),
        (0..4i128).prop_map(move |n| most - n),
        (-3..4i128).prop_map(move |n| n.max(least)),
        (0..63u32, -2..3i128).prop_map(move |(bits, n)| ((1i128 << bits) + n).clamp(least, most)),
        least..=most,
    ]
}

/// The types of whole numbers with their limits.
const TYPES: [(&str, i128, i128); 4] = [
    ("BIGINT", i64::MIN as i128, i64::MAX as i128),
    ("BIGINT UNSIGNED", 0, u64::MAX as i128),
    ("INT", i32::MIN as i128, i32::MAX as i128),
    ("TINYINT", i8::MIN as i128, i8::MAX as i128),
];

fn of_a_type() -> impl Strategy<Value = (usize, Vec<i128>)> {
    (0..TYPES.len()).prop_flat_map(|at| {
        let (_, least, most) = TYPES[at];
        (Just(at), prop::collection::vec(near(least, most), 2..6))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Of constants, which are computed while a statement is planned, and of rows.
    #[test]
    fn operators_are_exact_or_refused((at, numbers) in of_a_type(), op in 0..5usize) {
        let (kind, least, most) = TYPES[at];
        let (a, b) = (numbers[0], numbers[1]);
        let (symbol, b) = (["+", "-", "*", "<<", ">>"][op], if op > 2 { b.rem_euclid(70) } else { b });
        let exact = match op {
            0 => Some(a + b),
            1 => Some(a - b),
            2 => a.checked_mul(b),
            3 => 1i128.checked_shl(u32::try_from(b).unwrap()).and_then(|power| a.checked_mul(power)),
            _ => Some(a >> b),
        };
        let expected = exact.filter(|n| (least..=most).contains(n)).map(|n| n.to_string());
        let constant = format!("{} {symbol} {}", written(a, kind), written(b, kind));
        prop_assert_eq!(asked(&constant), expected.clone(), "{}", constant);
        let of_rows = format!(
            "x {symbol} y FROM (VALUES ({}, {}), (CAST(0 AS {kind}), CAST(0 AS {kind}))) AS t(x, y) LIMIT 1",
            written(a, kind), written(b, kind)
        );
        prop_assert_eq!(asked(&of_rows), expected, "{}", of_rows);
    }

    #[test]
    fn sums_are_exact_or_refused((at, numbers) in of_a_type(), over in any::<bool>(), repeated in 1..4usize) {
        let (kind, ..) = TYPES[at];
        // The engine adds 64-bit numbers, whatever the width of the column.
        let wide = if kind == "BIGINT UNSIGNED" { 0..=i128::from(u64::MAX) } else { i64::MIN.into()..=i64::MAX.into() };
        let all: Vec<i128> = numbers.iter().cycle().take(numbers.len() * repeated).copied().collect();
        let sum: i128 = all.iter().sum();
        let expected = Some(sum).filter(|n| wide.contains(n)).map(|n| n.to_string());
        let values: Vec<String> = all.iter().map(|n| format!("({}, 1)", written(*n, kind))).collect();
        let over = if over { " OVER ()" } else { "" };
        let query = format!("sum(x){over} FROM (VALUES {}) AS t(x, g) LIMIT 1", values.join(", "));
        prop_assert_eq!(asked(&query), expected.clone(), "{}", query);
        if over.is_empty() {
            let query = format!("sum(x) FROM (VALUES {}) AS t(x, g) GROUP BY g", values.join(", "));
            prop_assert_eq!(asked(&query), expected, "{}", query);
        }
    }

    #[test]
    fn negation_is_exact_or_refused((at, numbers) in of_a_type()) {
        let (kind, least, most) = TYPES[at];
        prop_assume!(least < 0);
        let expected = Some(-numbers[0]).filter(|n| (least..=most).contains(n)).map(|n| n.to_string());
        let number = written(numbers[0], kind);
        prop_assert_eq!(asked(&format!("-({number})")), expected.clone());
        prop_assert_eq!(asked(&format!("-x FROM (VALUES ({number}), (CAST(0 AS {kind}))) AS t(x) LIMIT 1")), expected);
    }
}

#[test]
fn sums_of_values_do_not_wrap() {
    let query =
        "SELECT sum(nim_value(x)) FROM (VALUES ('18446744073709551615'), ('18446744073709551615')) AS t(x)";
    assert_eq!(error(query).code(), "sum-overflow");
    let query = "SELECT sum(CAST(nim_value(x) AS DECIMAL(38, 0))) FROM \
                 (VALUES ('18446744073709551615'), ('18446744073709551615')) AS t(x)";
    assert_eq!(one(query), "36893488147419103230");
    // Parts that are too large, of a sum that is not.
    let query = "SELECT sum(x) FROM (VALUES (9223372036854775807), (1), (-5)) AS t(x)";
    assert_eq!(one(query), "9223372036854775803");
    let query = "SELECT sum(DISTINCT x) FROM (VALUES (9223372036854775807), (9223372036854775807)) AS t(x)";
    assert_eq!(one(query), "9223372036854775807");
}

#[test]
fn decimals_do_not_wrap() {
    let large = "9".repeat(38);
    let query = |of: &str, x: &str| format!("SELECT {of} FROM (VALUES ({x}), ({x}), ({x}), ({x})) AS t(x)");
    assert_eq!(error(&query("sum(x)", &large)).code(), "sum-overflow");
    assert_eq!(error(&query("avg(x)", &large)).code(), "sum-overflow");
    let smaller = "9".repeat(34);
    assert_eq!(one(&query("avg(x)", &smaller)), format!("{smaller}.0000"));
    let wider = format!("SELECT sum(CAST(x AS DECIMAL(57, 0))) FROM (VALUES ({large}), ({large})) AS t(x)");
    assert_eq!(one(&wider), format!("1{}8", "9".repeat(37)));
    let widest = format!("SELECT sum(CAST(x AS DECIMAL(76, 0))) FROM (VALUES ({large}), ({large})) AS t(x)");
    assert_eq!(error(&widest).code(), "sum-digits");
}

#[test]
fn exact_numbers_are_called_as_the_engine_calls_them() {
    let names = |query: &str| {
        let bytes = common::written(query, grundy_sql::write::Format::Csv, &common::setting()).expect(query);
        String::from_utf8(bytes).expect("UTF-8").lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(names("SELECT 1 + 2"), "Int64(1) + Int64(2)");
    assert_eq!(
        names("SELECT n * 2, -CAST(n AS BIGINT), sum(n) FROM grundy_values('nim', 3) GROUP BY n"),
        "grundy_values().n * Int64(2),(- grundy_values().n),sum(grundy_values().n)"
    );
    assert_eq!(one("SELECT count(*) FROM grundy_values('nim', 2 + 3 * 4)"), "15");
    assert_eq!(
        error("SELECT * FROM grundy_values('nim', 4611686018427387904 * 4 + 5)").code(),
        "table-arguments"
    );
    assert_eq!(
        rows("SELECT n FROM grundy_values('nim', 9) ORDER BY -CAST(n AS BIGINT) LIMIT 1 + 1").expect("rows"),
        ["9", "8"]
    );
}

#[test]
fn sums_are_where_queries_have_them() {
    let numbers = "(VALUES (1, 2), (1, 3), (2, 5)) AS t(g, x)";
    assert_eq!(
        rows(&format!("SELECT g, sum(x) AS s FROM {numbers} GROUP BY g ORDER BY s DESC, g")).expect("rows"),
        ["1,5", "2,5"][..].to_vec()
    );
    assert_eq!(
        rows(&format!("SELECT g FROM {numbers} GROUP BY g HAVING sum(x) + 1 > 5 ORDER BY g")).expect("rows"),
        ["1", "2"]
    );
    assert_eq!(one(&format!("SELECT sum(x) FILTER (WHERE g = 1) FROM {numbers}")), "5");
    let rolled =
        rows(&format!("SELECT g, sum(x) FROM {numbers} GROUP BY ROLLUP (g) ORDER BY g")).expect("rows");
    assert_eq!(rolled, ["1,5", "2,5", ",10"]);
    let running = rows(&format!(
        "SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM {numbers} ORDER BY x"
    ));
    assert_eq!(running.expect("rows"), ["2", "5", "8"]);
    let inner = "SELECT g, (SELECT sum(u.x) FROM (VALUES (1, 7), (2, 8)) AS u(h, x) WHERE u.h = t.g) AS s";
    assert_eq!(rows(&format!("{inner} FROM {numbers} ORDER BY g, s")).expect("rows"), ["1,7", "1,7", "2,8"]);
    assert_eq!(one("SELECT sum(x) IS NULL FROM (SELECT 1 AS x WHERE false)"), "true");
    assert_eq!(one(&format!("SELECT sum(s) FROM (SELECT sum(x) + 1 AS s FROM {numbers} GROUP BY g)")), "12");
    assert_eq!(one("SELECT sum(n) FROM grundy_values('nim', 1000)"), "500500");
    assert_eq!(one("SELECT sum(1.5)"), "1.5");
    assert_eq!(error("SELECT 1 << -1").code(), "shift-negative");
}
