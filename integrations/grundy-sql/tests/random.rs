//! Random statements of every function with arguments that nobody expects: an answer or an error, never a panic.

mod common;

use std::time::Duration;

use common::{setting, written};
use grundy_solver::text::Lang;
use grundy_sql::write::Format;
use grundy_sql::{Error, session};

/// What is given to functions, fitting or not.
const ARGUMENTS: [&str; 62] = [
    "NULL",
    "''",
    "'nim'",
    "'wythoff'",
    "'misere kayles'",
    "'take 1..3 or take any from 2 heaps'",
    "'nim[3, 5]'",
    "'octal(0.6)'",
    "'take'",
    "'nim[10^1000]'",
    "'2^70'",
    "'3 5'",
    "'[1, 2]'",
    "'1,000'",
    "'１２'",
    "'\u{1F600}'",
    "'a\u{301}\u{0}b'",
    "'script(\"fn options(p) { let l = []; loop { l.push(1); } l }\")'",
    "'script(\"fn options(p) { if p[0] < 1 { [] } else { [[p[0] - 1]] } }\")'",
    "'graph(\"a: b; b: a\")'",
    "'((((('",
    "'%'",
    "'(a|b)*c'",
    "'2020-02-30'",
    "'NaN'",
    "0",
    "1",
    "-1",
    "7",
    "64",
    "100000",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "123456789012345678901234567890",
    "99999999999999999999999999999999999999",
    "0.5",
    "-0.0",
    "1e308",
    "CAST('NaN' AS DOUBLE)",
    "CAST('Infinity' AS DOUBLE)",
    "1.00000000000000000001",
    "true",
    "false",
    "[]",
    "[NULL]",
    "[3, 5]",
    "[3, NULL, 5]",
    "[-1]",
    "[[1, 2], [3]]",
    "['3', '5']",
    "[0.5]",
    "make_array(9223372036854775807, 1)",
    "named_struct('a', 1)",
    "MAP {'a': 1}",
    "DATE '2020-02-29'",
    "TIMESTAMP '1677-09-21T00:12:43'",
    "INTERVAL '1000000' YEAR",
    "X'00FF'",
    "arrow_cast(3, 'UInt8')",
    "arrow_cast('3', 'Utf8View')",
];

struct Drawing<'n> {
    random: fastrand::Rng,
    scalar: &'n [String],
    aggregates: &'n [String],
    tables: &'n [String],
}

impl Drawing<'_> {
    fn one<'a>(&mut self, list: &'a [String]) -> &'a str {
        &list[self.random.usize(..list.len())]
    }

    fn arguments(&mut self, depth: u32) -> String {
        let count = self.random.usize(0..5);
        (0..count).map(|_| self.expression(depth)).collect::<Vec<_>>().join(", ")
    }

    fn expression(&mut self, depth: u32) -> String {
        let argument = ARGUMENTS[self.random.usize(..ARGUMENTS.len())].to_owned();
        if depth == 0 {
            return argument;
        }
        match self.random.u32(0..12) {
            0..=4 => argument,
            5 => format!("{}({})", self.one(self.aggregates), self.arguments(depth - 1)),
            6 => {
                let operator = ["+", "-", "*", "/", "%", "||", "=", "<", "#", "LIKE", "<<", "^"];
                let operator = operator[self.random.usize(..operator.len())];
                format!("({} {operator} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
            7 => {
                let kind = ["BIGINT", "VARCHAR", "DECIMAL(38, 0)", "DOUBLE", "BOOLEAN", "BIGINT[]", "DATE"];
                format!("CAST({} AS {})", self.expression(depth - 1), kind[self.random.usize(..kind.len())])
            }
            8 => "n".to_owned(),
            _ => format!("{}({})", self.one(self.scalar), self.arguments(depth - 1)),
        }
    }

    fn statement(&mut self) -> String {
        match self.random.u32(0..4) {
            0 => format!("SELECT * FROM {}({}) LIMIT 3", self.one(self.tables), self.arguments(1)),
            1 => format!("SELECT {} FROM grundy_values('nim', 3)", self.expression(3)),
            _ => format!("SELECT {}({})", self.one(self.scalar), self.arguments(2)),
        }
    }
}

/// 1500 statements, or 100 000 with `GRUNDY_THOROUGH`.
#[test]
fn no_argument_ends_a_session() {
    let mut setting = setting();
    (setting.limits.time, setting.limits.memory) = (Some(Duration::from_millis(500)), 128 << 20);
    let context = session::local(&setting).expect("a session");
    let state = context.state();
    let sorted = |names: Vec<&String>| {
        let mut names: Vec<String> = names.into_iter().cloned().collect();
        names.sort();
        names
    };
    let scalar = sorted(state.scalar_functions().keys().collect());
    let aggregates = sorted(state.aggregate_functions().keys().collect());
    let tables = sorted(state.table_functions().keys().collect());
    assert!(
        scalar.iter().any(|name| name == "nim_value") && tables.iter().any(|name| name == "grundy_values")
    );
    let cases = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 100_000 } else { 1_500 };
    let (mut answered, mut limits) = (0, 0);
    let mut drawing = Drawing {
        random: fastrand::Rng::with_seed(20_261_126),
        scalar: &scalar,
        aggregates: &aggregates,
        tables: &tables,
    };
    for _ in 0..cases {
        let statement = drawing.statement();
        match written(&statement, Format::Csv, &setting) {
            Ok(_) => answered += 1,
            Err(error) => {
                let text = error.text(Lang::En);
                assert!(!text.is_empty() && !text.contains("panicked"), "{statement}: {text}");
                limits += u32::from(matches!(error, Error::Refused(_)));
            }
        }
    }
    println!("{cases} statements, {answered} answered, {limits} refused");
    assert!(answered > cases / 50, "{answered}");
}
