//! Long and deeply nested texts, and numbers that would fill the memory. The tests measure no time: for texts of a
//! million characters, an algorithm that is not linear does not finish.

use std::fmt::Write as _;

use grundy_core::notation::parse;
use grundy_core::text::Lang;

use super::is_a_good_report;

#[test]
fn number_bombs_are_refused_at_once() {
    let long =
        |piece: &str, between: &str| vec![piece; 300_000 / (piece.len() + between.len())].join(between);
    for text in [
        "nim[10^10^9]".to_owned(),
        "nim[9^9^9]".to_owned(),
        "take 9^9^9^9^9".to_owned(),
        format!("take {}", long("(10^999999)", "*")),
        format!("take {}", long("(10^999999)", "-")),
        format!("take {}", long("1e999999", ", ")),
        format!("nim[{}]", long("1e999999", " , ")),
        format!("take {}", long("n", "/")),
        format!("take n^{}", long("n", "^")),
        format!("take {}n{}", "root(".repeat(40), ")".repeat(40)),
        format!("take {}n{}", "(root(".repeat(12), ")+1)^60".repeat(12)),
        format!("take {}", long("(n+last+min+max)", "*")),
        "nim[1e99999999]".to_owned(),
    ] {
        is_a_good_report(&text, &parse(&text).unwrap_err());
    }
}

#[test]
fn long_texts_take_time_in_proportion() {
    let mut odd_numbers = String::from("take 1");
    let mut alternatives = String::from("take 1");
    for k in 1..110_000 {
        write!(odd_numbers, ", {}", 2 * k + 1).unwrap();
        if k < 50_000 {
            write!(alternatives, " or take {}", 2 * k + 1).unwrap();
        }
    }
    let legal = [
        odd_numbers,
        alternatives,
        format!("octal(0.{})", "70".repeat(400_000)),
        format!("take {}", vec!["n"; 300_000].join("+")),
        format!("take {}", vec!["primes"; 100_000].join(", ")),
        format!("nim[{}]", vec!["7"; 1_000_000].join(", ")),
        format!("nim{}[3]", " ".repeat(5_000_000)),
        vec!["nim[3]"; 60_000].join(" + "),
    ];
    for text in legal {
        let start: String = text.chars().take(40).collect();
        if let Err(error) = parse(&text) {
            panic!("{start}: {error}");
        }
    }
    for piece in [
        "(",
        "[",
        "take ",
        "-",
        "nim[",
        "all(",
        "a",
        "\"",
        "(1..9 except primes), ",
        "，",
        "discard 1 heap then ",
    ] {
        for front in ["", "take ", "nim["] {
            let text = format!("{front}{}", piece.repeat(1_500_000 / piece.len()));
            let error = parse(&text).unwrap_err();
            assert!(!error.report(Lang::Zh).is_empty());
        }
    }
}

#[test]
fn nesting_ends_at_sixty_four_levels() {
    let brackets = |levels: usize| format!("take {}1{}", "(".repeat(levels), ")".repeat(levels));
    let around = |levels: usize| format!("{}take 1{}[3]", "(".repeat(levels), ")".repeat(levels));
    for deepest in [brackets(64), around(64)] {
        assert!(parse(&deepest).is_ok(), "{deepest}");
    }
    for text in [brackets(65), around(65), brackets(300_000), format!("{}nim[3]", "all(".repeat(100_000))] {
        assert_eq!(parse(&text).unwrap_err().code(), "nesting");
    }
}
