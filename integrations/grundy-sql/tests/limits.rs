//! Statements that would end the process, or go on without end.

mod common;

use std::time::{Duration, Instant};

use common::{error, one, setting, written};
use grundy_sql::write::Format;

/// The code of the error, and how long it took.
fn within(query: &str, time: Duration, memory: u64) -> (&'static str, Duration) {
    let mut setting = setting();
    (setting.limits.time, setting.limits.memory) = (Some(time), memory);
    let started = Instant::now();
    let code = match written(query, Format::Csv, &setting) {
        Ok(_) => "answered",
        Err(error) => error.code(),
    };
    (code, started.elapsed())
}

/// Statements that nest as many levels as they have parts.
fn deep(parts: usize) -> Vec<String> {
    let joined = |part: &str, link: &str| vec![part; parts].join(link);
    vec![
        format!("SELECT {}", joined("1", "+")),
        format!("SELECT {}", joined("1.5", "*")),
        format!("SELECT {}", joined("'a'", "||")),
        format!("SELECT {}", joined("true", " AND ")),
        format!("SELECT {} AS x FROM grundy_values('nim', 1)", joined("n > 0", " OR ")),
        format!("SELECT {}n::BIGINT FROM grundy_values('nim', 1)", "- ".repeat(parts)),
        format!("SELECT {} true", "NOT ".repeat(parts)),
        format!("SELECT {}1{}", "(".repeat(parts), ")".repeat(parts)),
        format!("SELECT {}1{}", "abs(".repeat(parts), ")".repeat(parts)),
        format!("SELECT 1{}", "::BIGINT".repeat(parts)),
        format!("SELECT {}1{}", "CASE WHEN true THEN ".repeat(parts), " END".repeat(parts)),
        format!("SELECT {}1{}", "[".repeat(parts), "]".repeat(parts)),
        format!("{}SELECT 1 AS x{}", "SELECT x FROM (".repeat(parts), ") AS t".repeat(parts)),
        format!("SELECT {}1{}", "(SELECT ".repeat(parts), ")".repeat(parts)),
        joined("SELECT 1", " UNION ALL "),
        format!(
            "SELECT 1 FROM {}",
            (0..parts).map(|n| format!("(SELECT 1) AS t{n}")).collect::<Vec<_>>().join(", ")
        ),
        format!(
            "WITH t0 AS (SELECT 1 AS x){} SELECT x FROM t{parts}",
            (1..=parts)
                .map(|n| format!(", t{n} AS (SELECT x + 1 AS x FROM t{})", n - 1))
                .collect::<Vec<_>>()
                .concat()
        ),
        format!(
            "CREATE VIEW t0 AS SELECT 1 AS x;{} SELECT x FROM t{parts}",
            (1..=parts)
                .map(|n| format!(" CREATE VIEW t{n} AS SELECT x + 1 AS x FROM t{};", n - 1))
                .collect::<Vec<_>>()
                .concat()
        ),
    ]
}

/// Ten levels of each kind. More levels of scalar subqueries take exponential time to plan, which `--time` ends.
#[test]
fn statements_that_nest_less_are_answered() {
    for query in deep(10) {
        let (code, _) = within(&query, Duration::from_mins(10), 1 << 32);
        assert_eq!(code, "answered", "{query}");
    }
}

#[test]
fn statements_that_nest_too_deep_are_refused() {
    for query in deep(2_000) {
        assert_eq!(error(&query).code(), "too-deep", "{}", &query[..60]);
    }
}

#[test]
fn results_beyond_the_memory_are_refused_before_they_are_made() {
    let moment = Duration::from_mins(1);
    for call in [
        "repeat('x', 1000000000)",
        "repeat(CAST(n AS VARCHAR), 100000000)",
        "length(repeat(repeat('x', 30000000), 30))",
        "lpad('x', 1000000000)",
        "rpad('x', 1000000000, 'yz')",
        "replace(repeat('x', 20000), 'x', repeat('y', 20000))",
        "array_repeat(1, 1000000000)",
        "list_repeat(array_repeat(1, 10000), 10000)",
        "array_resize([1], 1000000000, 1)",
        "range(1000000000)",
        "range(n, 1000000000, 2) FROM grundy_values('nim', 3)",
        "generate_series(1, 9223372036854775807)",
        "generate_series(TIMESTAMP '2020-01-01', TIMESTAMP '2021-01-01', INTERVAL '1 microsecond')",
        "array_to_string(range(100000), repeat('x', 100000))",
    ] {
        let from = if call.contains(" FROM ") { "" } else { " FROM grundy_values('nim', 3)" };
        let (code, _) = within(&format!("SELECT {call}{from}"), moment, 256 << 20);
        assert_eq!(code, "large-result", "{call}");
    }
    assert_eq!(
        one("SELECT length(repeat('ab', 1000)) + cardinality(range(1000)) + length(lpad('x', 9))"),
        "3009"
    );
    assert_eq!(
        one("SELECT replace('a-b', '-', '+') || rpad('x', 3, 'yz') || array_to_string([1, 2], '/')"),
        "a+bxyz1/2"
    );
    assert_eq!(one("SELECT cardinality(array_resize(array_repeat(1, 3), 5))"), "5");
}

#[test]
fn time_is_heard_whatever_the_engine_does() {
    let time = Duration::from_millis(300);
    for query in [
        // Constants are computed while the statement is planned.
        "SELECT levenshtein(repeat('ab', 100000), repeat('ba', 100000))",
        "SELECT levenshtein(repeat('ab', 100000 + CAST(n AS BIGINT)), repeat('ba', 100000)) FROM grundy_values('nim', 3)",
        "WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x FROM t) SELECT count(*) FROM t",
        "SELECT count(*) FROM generate_series(1, 100000) AS a(x), generate_series(1, 100000) AS b(y), \
         generate_series(1, 100000) AS c(z) WHERE x * y + z = 7",
    ] {
        let (code, took) = within(query, time, 1 << 30);
        assert_eq!(code, "time-limit", "{query}");
        assert!(took < Duration::from_millis(1300), "{query}: {took:?}");
    }
}
