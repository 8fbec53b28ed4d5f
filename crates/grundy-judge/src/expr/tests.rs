use dashu_int::IBig;

use super::*;
use crate::lexer::LONGEST;
use crate::number::Num;

fn parse(text: &str) -> Result<Expr, Fault> {
    Expr::parse(&mut Lexer::new(text)?, &|_, _| Ok(0))
}

fn code(text: &str) -> &'static str {
    parse(text).unwrap_err().code
}

#[test]
fn chains_of_operators_have_an_end() {
    for (first, more, value) in [
        ("1", "+1", 1001),
        ("1", "-1", -999),
        ("1", "*1", 1),
        ("7", "/1", 7),
        // The count continues across brackets.
        ("(1", "+1", 1001),
    ] {
        let text = |times| {
            let end = if first.starts_with('(') { ")" } else { "" };
            format!("{first}{}{end}", more.repeat(times))
        };
        let longest = parse(&text(1000)).unwrap();
        assert_eq!(longest.value(&[]), Some(Num::Small(value)), "{more}");
        let fault = parse(&text(1001)).unwrap_err();
        assert_eq!((fault.code, fault.at), ("too-many-operators", text(1000).trim_end_matches(')').len()));
        assert_eq!(fault.values, [("limit", "1000".to_owned())]);
    }
    assert_eq!(code(&["(1+1)"; 501].join("*")), "too-many-operators");
    assert_eq!(code(&["--1"; 400].join("+")), "too-many-operators");
    assert_eq!(code(&"(".repeat(100)), "nested-too-deep");
}

#[test]
fn long_texts_are_refused_whatever_reads_them() {
    let blanks = " ".repeat(LONGEST);
    assert_eq!(code(&format!("1{blanks}")), "text-too-long");
    let cond = Expr::parse_condition(&format!("a = 0{blanks}"), &|_, _| Ok(0)).unwrap_err();
    let over = Over::parse(&format!("i = 1..2{blanks}"), &|_, _| Ok(0)).unwrap_err();
    assert_eq!((cond.code, over.code), ("text-too-long", "text-too-long"));
    assert!(parse(&blanks.replacen(' ', "1", 1)).is_ok());
}

#[test]
fn products_have_no_value_where_powers_have_none() {
    let has_value = |text: &str| parse(text).unwrap().value(&[]).is_some();
    assert!(has_value("2^500000 * 2^500000"));
    assert!(!has_value("2^500000 * 2^500000 * 2^500000"));
    assert!(!has_value("2^2000000"));
    // Input may be longer than this, and a result no more expensive than reading it is computed.
    let read = [Val::Int(Num::from(IBig::ONE << 2_000_000))];
    assert!(parse("a").unwrap().value(&read).is_some());
    assert!(parse("a * 10 + a").unwrap().value(&read).is_some());
    assert!(parse("a * a").unwrap().value(&read).is_none());
}

#[test]
fn arithmetic_is_the_same_on_words_and_at_any_size() {
    let of = |text: &str| parse(text).unwrap().value(&[]).map(|n| n.to_string());
    for (text, want) in [
        ("-10^18", "-1000000000000000000"),
        ("(0 - 10)^2", "100"),
        ("2^3^2", "512"),
        ("-7 / 2", "-4"),
        ("7 / (0 - 2)", "-4"),
        ("(0 - 7) % 3", "2"),
        ("7 % (0 - 3)", "-2"),
        ("9223372036854775807 + 1", "9223372036854775808"),
        ("-9223372036854775807 - 2", "-9223372036854775809"),
        ("(10^20 + 7) % 10^19", "7"),
        ("-10^20 // 3", "-33333333333333333334"),
        ("(0 - 1)^(10^30 + 1)", "-1"),
    ] {
        assert_eq!(of(text).as_deref(), Some(want), "{text}");
    }
    assert_eq!((of("1 / 0"), of("1 % 0"), of("2^(0 - 1)")), (None, None, None));
}

#[test]
fn a_condition_without_a_value_does_not_hold() {
    let holds = |text: &str| {
        let condition = Expr::parse_condition(text, &|_, _| Ok(0)).unwrap();
        condition.holds(&[Val::Int(Num::Small(5))])
    };
    assert!(holds("a = 5 and a != 4 or a < 0"));
    assert!(holds("not a = 4 and a >= 5 and a / 2 = 2"));
    assert!(holds("a / 0 = 1 or a = 5"));
    assert!(!holds("a / 0 = 1") && !holds("a > 5 or a < 5") && holds("a < 10^40"));
    let code = |text: &str| Expr::parse_condition(text, &|_, _| Ok(0)).unwrap_err().code;
    assert_eq!(
        (code("a"), code("a = 1 and 2"), code("1 < a < 3")),
        ("ends-too-soon", "ends-too-soon", "chained-comparison")
    );
}
