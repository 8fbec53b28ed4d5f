//! Equal rules and errors, by hand.

use grundy_core::notation::{self, parse};
use grundy_core::text::Lang;

use super::{game_of, is_a_good_report};

#[test]
fn equal_rules_have_one_normal_form() {
    for (one, other) in [
        ("take any from up to 2 heaps", "wythoff"),
        ("take any from 2 heaps or take any", "wythoff"),
        ("take any or take any from 2 heaps within 0", "wythoff"),
        ("wythoff(1)", "wythoff"),
        ("take 1, 2 leaving 0, 1, 2 heaps", "kayles"),
        ("octal(0.77)", "kayles"),
        ("OCTAL(.77)", "kayles"),
        ("hex(0.77)", "kayles"),
        ("take 1 leaving 0, 1, 2 heaps or take 2 or take 2 leaving 2 heaps", "kayles"),
        ("take any or split into 2 heaps", "lasker"),
        ("take any or take 0 leaving 2 heaps", "lasker"),
        ("moore(1)", "nim"),
        ("take odd, even", "nim"),
        ("take any, 5", "nim"),
        ("take 1..10 or take 11..", "nim"),
        ("take 0+1..", "nim"),
        ("nim(7)", "bash(7)"),
        ("take 1, 2, 3 or take 4..7", "bash(7)"),
        ("take any except even", "take odd"),
        ("take any except odd", "take even"),
        ("take multiples of 2", "take even"),
        ("take multiples of 1", "nim"),
        ("take (1..10 except 3), 12", "take 1, 2, 4..10, 12"),
        ("take 2*n-n..n", "take n"),
        ("take 2..3, primes", "take primes"),
        ("take digits of 30371", "take 1, 3, 7"),
        ("take 1 from up to 1+1 heaps", "slow(2)"),
        ("take 1 from (2) heaps", "take 1 from 2 heaps"),
        ("move 1 (2-1) step down", "move 1 1 step down"),
        ("split into 2^1 unequal heaps", "grundy"),
        ("octal(0。137)", "dawson"),
        ("move 1.. 1 step down", "staircase"),
        ("move 1.. any steps down", "move any any steps down"),
        // `first` applies to takes: without any, it has no effect.
        ("staircase; first 3", "staircase"),
        ("grundy; first any", "grundy"),
        ("take 2, (n, primes except any)", "take 2"),
        ("moore(2)", "take any or take any from 2 heaps freely"),
        ("take 3 from 4 heaps freely", "take 3 from 4 heaps"),
        ("take 1 from up to 2 heaps freely", "slow(2)"),
        ("take 1 from up to 99 heaps freely", "slow(99)"),
        ("race(100, 1..10)", "take 1..10; to 100"),
        ("(nim)", "nim"),
        ("尼姆", "nim"),
        ("威佐夫（2）", "wythoff(2)"),
        ("take powers of 1", "take 1"),
        ("take 1..3 from up to 1 heaps", "bash(3)"),
        ("take any; put back 3, 1, 2 up to 2 times", "nim; put back 1..3 up to 2 time"),
        ("take any; put back 1 up to 0 times", "nim"),
    ] {
        assert_eq!(game_of(one), game_of(other), "{one} and {other}");
    }
    for (one, other) in [
        ("wythoff(2)", "wythoff"),
        ("take 1..4", "take 1..3"),
        ("take any; ring", "take any"),
        ("take any; heaps closed", "take any; heaps alternating"),
        ("take any; pass 1 time", "take any; pass 2 times"),
        ("take any; each amount once", "take any; each amount once per heap"),
        ("take any; each amount once", "take any"),
        ("take any; put back 1 up to 1 time", "take any; put back 1 up to 2 times"),
        ("take any; put back 1 up to 1 time", "take any; put back 2 up to 1 time"),
        ("take any; put back 1 up to 1 time", "take any"),
        ("take 1..seat; seats 3, 4", "take 1..seat; seats 4, 3"),
        ("take 1..n", "take any"),
        ("octal(0.7)", "octal(0.77)"),
        ("split into 2 heaps", "grundy"),
        ("take any except (primes except odd)", "take any except primes, odd"),
    ] {
        assert_ne!(game_of(one), game_of(other), "{one} and {other}");
    }
}

/// What a move leaves must be a position too, and a row of boxes or squares may have just one.
#[test]
fn positions_have_as_few_heaps_as_play_may_leave() {
    for text in [
        "merge 2 heaps[5]",
        "merge 3 heaps or take 1 from 2 heaps[2]",
        "move any to a lower heap[5]",
        "move any to a lower heap at distance odd[5]",
        "nimble[5]",
        "discard 1 heap then take any[5]",
        "discard 1 heap then take any leaving 1, 2 heaps[5]",
        "take 1 from 2 heaps leaving 0, 1, 2 heaps[5]",
    ] {
        assert!(notation::parse_position(text).is_ok(), "{text}: {:?}", notation::parse_position(text));
    }
    for text in [
        "take 1 from 2 heaps[5]",
        "take 1 from 2 heaps leaving 2 heaps[5]",
        "discard 1 heap then split into 2 heaps[5]",
        "discard 1 heap then take 1 leaving 2 heaps[5]",
    ] {
        assert_eq!(notation::parse_position(text).unwrap_err().code(), "too-few-heaps", "{text}");
    }
}

#[test]
fn blanks_part_heaps_and_signs_that_touch_do_not() {
    let heaps = |text: &str| {
        notation::parse_heaps(text)
            .map(|heaps| heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    for (text, expected) in
        [("5-2", "3"), ("5 2^3", "5 8"), ("(5 - 2) 7", "3 7"), ("1e3 2*3^2, 4", "1000 18 4")]
    {
        assert_eq!(heaps(text).unwrap(), expected, "{text}");
    }
    for text in ["5 -2", "5 - 2", "3 -4", "5-2 -3"] {
        assert_eq!(heaps(text).unwrap_err().code(), "negative-heap", "{text}");
    }
    for text in ["3 +4", "5 *2", "5 /2", "2 ^3"] {
        assert_eq!(heaps(text).unwrap_err().code(), "unexpected", "{text}");
    }
    assert!(notation::parse_heaps("5 -2").unwrap_err().to_string().contains("-2"));
}

#[test]
fn chinese_names_and_signs_work() {
    let same = |one: &str, other: &str| {
        let [one, other] = [one, other].map(|t| notation::parse_position(t).unwrap());
        assert_eq!(one, other);
    };
    same("尼姆[3, 4]", "nim[3, 4]");
    same("威佐夫（2）［8、15］", "wythoff(2)[8, 15]");
    same("ｗｙｔｈｏｆｆ［５，３］", "wythoff[5, 3]");
    same("take １．．３，７。。９［１＿０００，２＾１０］", "take 1..3, 7..9[1000, 1024]");
    same("威佐夫［１ｅ６，３］", "wythoff[1000000, 3]");
    same("misere　巴什（3）【7，8】＋斐波那契［20；last 3］", "misere bash(3)[7, 8] + fibonacci[20; last 3]");
}

#[test]
fn errors_have_their_code_place_and_suggestion() {
    // The text, the code, the characters marked, what is suggested.
    for (text, code, marked, suggestion) in [
        ("take 1..3 from another heap", "unexpected", "another", None),
        ("wythof[8, 15]", "unknown-game", "wythof", Some("wythoff")),
        ("nim[3, 4] + kayls[5]", "unknown-game", "kayls", Some("kayles")),
        ("尼母[3]", "unknown-game", "尼母", Some("尼姆")),
        ("nim[3, 4", "unclosed", "[", Some("nim[3, 4]")),
        ("take (1, 2[3]", "unexpected", "[", None),
        ("bash(3", "unclosed", "(", Some("bash(3)")),
        ("nim[3]]", "unopened", "]", Some("nim[3]")),
        ("take 1)", "unopened", ")", None),
        ("nim[3, -5]", "negative-heap", "-5", None),
        ("nim[3] + wythoff", "heaps-missing", "wythoff", None),
        ("bash(0)", "empty-set", "bash(0)", None),
        ("moore(0)", "no-heaps", "moore(0)", None),
        ("take any from up to 0 heaps", "no-heaps", "take any from up to 0 heaps", None),
        ("discard 0 heaps then take any", "no-heaps", "discard 0 heaps then take any", None),
        ("take 3..2", "empty-set", "3..2", None),
        ("take any or take 1 except (any) leaving 2 heaps", "empty-set", "1 except (any)", None),
        ("take any or discard 1 heap then take 5 except 5", "empty-set", "5 except 5", None),
        ("take 1/0", "empty-set", "1/0", None),
        ("matches[5]", "too-few-heaps", "[5]", None),
        ("octal(0.8)", "code-digit-octal", "8", Some("hex(0.8)")),
        ("octal(0.3g)", "code-digit", "g", None),
        ("octal(.)", "code-form", ".", None),
        ("octal(7)", "code-form", "7", None),
        ("octal(1.7)", "code-digit-zero", "1", None),
        ("octal(0.0)", "code-empty", "0.0", None),
        ("octal", "unexpected-end", "", None),
        ("take odd except 1..", "empty-set", "odd except 1..", None),
        ("split into 1 heap", "split-parts", "1 heap", None),
        ("split into 2, 0 heaps", "split-parts", "2, 0 heaps", None),
        ("take 1 from up to n heaps", "not-a-number", "n", None),
        ("take 1 from 1-2 heaps", "not-a-number", "1-2", None),
        ("take 0", "zero-amount", "0", None),
        ("take 1 or take 2, 0 or take 0", "zero-amount", "2, 0", None),
        ("take 1 or move 0..2 1 step down[3]", "zero-amount", "0..2", None),
        ("take any; first 0..2", "zero-amount", "0..2", None),
        ("take any or take 2 from 0 heaps", "no-heaps", "take 2 from 0 heaps", None),
        (
            "take 1 or take any from 2 heaps within n",
            "within-mentions-n",
            "take any from 2 heaps within n",
            None,
        ),
        ("take 0..3", "zero-amount", "0..3", None),
        ("take 1..2*last", "first-missing", "take 1..2*last", Some("take 1..2*last; first any")),
        ("take any; first last", "first-mentions-last", "last", None),
        ("misere nim[3] + misere nim[4]", "misere-not-in-front", "misere", None),
        ("nim[1] + misere nim[4]", "misere-not-in-front", "misere", Some("misere nim[1] + nim[4]")),
        ("race(100, 1..10)[3, 4]", "race-one-total", "[3, 4]", None),
        ("race(100, 1..10)[101]", "race-past-goal", "[101]", None),
        ("take any; to at least 9", "race-without-end", "take any; to at least 9", None),
        ("take any; ring; ring", "said-twice", "ring", None),
        ("take any; ring; heaps closed", "said-twice", "heaps", None),
        ("take any; heaps in order; heaps alternating", "said-twice", "heaps", None),
        ("wythoff; heaps closed", "rules-conflict", "wythoff; heaps closed", None),
        ("take any; pass 1", "unexpected-end", "", None),
        ("take any; pass 2 times; pass 1 time", "said-twice", "pass", None),
        ("take any; put back 1 up to 2", "unexpected-end", "", None),
        ("take any; put bakc 1 up to 2 times", "unexpected", "bakc", Some("back")),
        ("nim; put back 1 up to 1 time; put back 2 up to 1 time", "said-twice", "put", None),
        ("nim; put back any up to 1 time", "put-back-without-end", "nim; put back any up to 1 time", None),
        ("nim; put back 0..2 up to 1 time", "put-back-zero", "nim; put back 0..2 up to 1 time", None),
        ("nim; put back 3..2 up to 1 time", "empty-set", "nim; put back 3..2 up to 1 time", None),
        (
            "fibonacci; put back last up to 1 time",
            "put-back-last",
            "fibonacci; put back last up to 1 time",
            None,
        ),
        ("nim; ring; put back 1 up to 1 time", "rules-conflict", "nim; ring; put back 1 up to 1 time", None),
        (
            "race(9, 1); put back 1 up to 1 time",
            "rules-conflict",
            "race(9, 1); put back 1 up to 1 time",
            None,
        ),
        ("nim[5; put 1]", "past-unwanted", "[5; put 1]", None),
        ("nim; put back 1 up to 1 time[5; put 2]", "put-too-often", "[5; put 2]", None),
        ("take 1..seat; seats 3; seats 4", "said-twice", "seats", None),
        ("take 1..seat", "seats-missing", "take 1..seat", Some("take 1..seat; seats 3, 4")),
        ("take 1..seat; seats 3, 4[5; seat 3]", "seat-too-large", "[5; seat 3]", None),
        ("take 1..seat; seats 3, 4[5; seat 0]", "heap-index", "0", None),
        ("nim; seats 3, 4[5; seat 2]", "past-unwanted", "[5; seat 2]", None),
        ("nim[5; passed 1]", "past-unwanted", "[5; passed 1]", None),
        ("nim; pass 1 time[5; passed 2]", "passed-too-often", "[5; passed 2]", None),
        ("nim; heaps closed[5; row 1]", "past-unwanted", "[5; row 1]", None),
        ("nim; heaps alternating[5; touched 2]", "heap-index-too-large", "[5; touched 2]", None),
        ("nim; each amuont once", "unexpected", "amuont", Some("amount")),
        ("nim; each amount once; each amount once", "said-twice", "each", None),
        ("staircase; each amount once", "rules-conflict", "staircase; each amount once", None),
        (
            "nim; ring; each amount once per heap",
            "rules-conflict",
            "nim; ring; each amount once per heap",
            None,
        ),
        ("nim[5; used 2 from 1]", "past-unwanted", "[5; used 2 from 1]", None),
        ("nim; each amount once per heap[5; used 2]", "used-where", "[5; used 2]", None),
        ("nim; each amount once[5; used 2 from 1]", "used-anywhere", "[5; used 2 from 1]", None),
        (
            "nim; each amount once per heap[5; used 2 from 3]",
            "heap-index-too-large",
            "[5; used 2 from 3]",
            None,
        ),
        ("nim[3; next] + nim[5]", "past-unwanted", "[3; next]", None),
        ("round(nim[3; next], nim[5; next])", "said-twice", "[5; next]", None),
        ("round(nim[3] + nim[4; next], nim[5])", "past-unwanted", "[4; next]", None),
        (
            "skip(nim[3], all(round(nim[1], nim[2]), nim[4]))",
            "rounds-nested",
            "skip(nim[3], all(round(nim[1], nim[2]), nim[4]))",
            None,
        ),
        ("round(nim[3])", "compound-of-one", "round(nim[3])", None),
        ("turn a conected set of coins", "unexpected", "conected", Some("connected")),
        ("take any; first 1; first 2", "said-twice", "first", None),
        ("take any; win most; win most", "said-twice", "win", None),
        ("fibonacci[20; last 3, last 4]", "said-twice", "last", None),
        ("take any; win most[20; lead 3, lead 4]", "said-twice", "lead", None),
        ("nim[20; last 3]", "past-unwanted", "[20; last 3]", None),
        ("take primess", "unexpected", "primess", Some("primes")),
        ("take fibonaci[3]", "unexpected", "fibonaci", Some("fibonacci")),
        ("take any form 2 heaps", "unexpected", "form", None),
        ("take any from mx heap", "unexpected", "mx", Some("max")),
        ("take any leaving 2 haeps", "unexpected", "haeps", Some("heaps")),
        ("take any; frist 3", "unexpected", "frist", Some("first")),
        ("nim[3; lst 4]", "unexpected", "lst", Some("last")),
        ("multiply 2", "multiply-without-race", "multiply 2", None),
        ("take 1..3; win most[3] + nim[4]", "scoring-mixed", "take 1..3; win most[3] + nim[4]", None),
        ("all(nim[3])", "compound-of-one", "all(nim[3])", None),
        ("bash", "arguments-missing", "bash", Some("bash(3)")),
        ("grundy(3)", "no-arguments-wanted", "grundy", Some("grundy[3]")),
        ("bash(3, 4)", "too-many-arguments", ",", Some("bash(3)[4]")),
        ("take odd+1", "set-in-arithmetic", "odd", None),
        ("nim[n]", "not-a-number", "n", None),
        ("take any from up to 2 heaps within 3", "within-up-to", "within", None),
        ("move 1 2 steps down", "steps", "2", None),
        ("", "unexpected-end", "", None),
        ("take", "unexpected-end", "", None),
        ("\"a: b", "unclosed", "\"", None),
        ("1e99999999", "number-too-large", "1e99999999", None),
        ("take 1..sum-n[3, 4]", "unknown-amount", "sum", None),
        ("take 1..others/2[3]", "unknown-amount", "others", None),
        ("bash(1..foo)[3]", "unexpected", "..", None),
        ("take n%3[5]", "no-remainder", "%", None),
        ("take 1..(n mod 3)[5]", "no-remainder", "mod", None),
        ("take 1.. form 2 heaps", "unexpected", "form", None),
        ("nim[1e99999999999999999999999]", "number-too-large", "1e99999999999999999999999", None),
    ] {
        let error = match parse(text) {
            Err(error) => error,
            Ok(parsed) => panic!("{text} is read as {parsed:?}"),
        };
        is_a_good_report(text, &error);
        let span = error.span().unwrap();
        assert_eq!(
            (error.code(), &text[span], error.suggestion()),
            (code, marked, suggestion),
            "{text}\n{}",
            error.report(Lang::En)
        );
    }
}

#[test]
fn messages_list_all_that_may_stand_there() {
    let message = |text: &str| parse(text).unwrap_err().to_string();
    let source = message("take 1..3 from another heap[3, 4]");
    for word in ["up to", "max", "min", "all", "nonempty", "end"] {
        assert!(source.contains(&format!("`{word}`")), "{source}");
    }
    let moves = message("take any from 1 heap or 2 heaps[3, 4]");
    for word in [
        "take", "multiply", "split", "discard", "move", "replace", "divide", "merge", "turn", "bite",
        "slide", "cut", "walk", "place", "remove",
    ] {
        assert!(moves.contains(&format!("`{word}`")), "{moves}");
    }
    let amount = message("take 1..sum-n[3, 4]");
    for name in ["n", "last", "min", "max", "root(...)", "digitsum(...)", "maxdigit(...)", "mindigit(...)"] {
        assert!(amount.contains(&format!("`{name}`")), "{amount}");
    }
}
