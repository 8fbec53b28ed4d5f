//! Every change of a certificate is detected, with the correct reason.

use crate::common::{certificate, kayles, refused, rule, take, values};
use grundy_verify::{Certificate, Lang, Limits, MAX_BYTES, Parts, verify};
use serde_json::{Value as Json, json};

/// The code of the verdict on some bytes; `None` if the certificate holds.
fn code(bytes: &[u8]) -> Option<String> {
    match verify(bytes, Limits::default(), &mut |_, _| ()) {
        Ok(verdict) => verdict.reason.map(|reason| reason.code().to_owned()),
        Err(error) => Some(error.code().to_owned()),
    }
}

fn code_of(json: &Json) -> Option<String> {
    code(json.to_string().as_bytes())
}

fn kayles_json() -> Json {
    serde_json::to_value(kayles()).unwrap()
}

/// The certificate with the value at a pointer replaced.
fn with(pointer: &str, value: Json) -> Json {
    let mut json = kayles_json();
    *json.pointer_mut(pointer).expect("the field is there") = value;
    json
}

#[test]
fn a_certificate_is_read_as_it_was_written() {
    let text = serde_json::to_string(&kayles()).unwrap();
    assert_eq!(Certificate::from_bytes(text.as_bytes()).unwrap(), kayles());
    assert_eq!(code(text.as_bytes()), None);
    // Whole numbers may be strings too, ranges pairs.
    assert_eq!(code_of(&with("/claim/bound", json!("167"))), None);
    let takes = json!({"takes": [{"amounts": [[1, "2"]], "leave": [0, 1, 2]}]});
    assert_eq!(code_of(&with("/rule", takes.clone())), None);
    let digits = json!({"digits": ["0", 7, "7"], "base": "8"});
    assert_eq!(code_of(&with("/rule", digits)), None);
    let leave = json!({"takes": [{"amounts": [[1, "2"]], "leave": ["0", 1, "2"]}]});
    assert_eq!(code_of(&with("/rule", leave)), None);
    let made: Certificate = serde_json::from_value(with("/rule", takes)).unwrap();
    assert_eq!(serde_json::to_value(&made).unwrap()["rule"]["takes"][0]["amounts"], json!([[1, 2]]));
}

#[test]
fn each_number_matters() {
    for (pointer, value, expected) in [
        ("/schema", json!(2), "schema"),
        ("/schema", json!(0), "schema"),
        ("/rule/digits", json!([0, 7, 6]), "repetition"),
        ("/rule/digits", json!([0, 7]), "sha256"),
        ("/rule/digits", json!([4, 7, 7]), "sha256"),
        ("/rule/digits", json!([0, 7, 7, 1]), "bound"),
        ("/rule/digits", json!([0, 7, 8]), "rule-digit"),
        ("/rule/digits", json!([1, 7, 7]), "rule-digit"),
        ("/rule/base", json!(10), "rule-base"),
        ("/claim/period", json!(0), "no-period"),
        ("/claim/period", json!(11), "repetition"),
        ("/claim/period", json!(6), "repetition"),
        ("/claim/period", json!(24), "bound"),
        ("/claim/period", json!(u64::MAX), "bound"),
        ("/claim/preperiod", json!(70), "repetition"),
        ("/claim/preperiod", json!(0), "repetition"),
        ("/claim/preperiod", json!(72), "bound"),
        ("/claim/preperiod", json!(u64::MAX), "bound"),
        ("/claim/saltus", json!(1), "saltus"),
        ("/claim/saltus", json!(u64::MAX), "saltus"),
        ("/claim/theorem", json!("window"), "window-splits"),
        ("/claim/theorem", json!("all-but"), "not-all-but"),
        ("/claim/theorem", json!("Guy-Smith"), "theorem-unknown"),
        ("/claim/theorem", json!(""), "theorem-unknown"),
        ("/claim/bound", json!(166), "bound"),
        ("/claim/bound", json!(168), "sha256"),
        ("/claim/bound", json!(0), "bound"),
        ("/claim/bound", json!(u64::MAX), "memory-limit"),
        ("/claim/bound", json!(u64::MAX - 1), "memory-limit"),
        ("/sha256", json!("0".repeat(64)), "sha256"),
        ("/sha256", json!(kayles().sha256.to_uppercase()), "sha256-form"),
        ("/sha256", json!(&kayles().sha256[1..]), "sha256-form"),
    ] {
        assert_eq!(code_of(&with(pointer, value.clone())).as_deref(), Some(expected), "{pointer} {value}");
    }
}

#[test]
fn numbers_that_are_not_the_least_are_refused() {
    // All of it is true, and twice the period or a later start too.
    let values = values(&crate::common::code(&[0, 7, 7]), 400);
    let rule = kayles().rule;
    let made = |found| certificate(rule.clone(), &values, found, "guy-smith", 350);
    assert_eq!(refused(&made((12, 71, 0))), None);
    assert_eq!(refused(&made((24, 71, 0))), Some("period"));
    assert_eq!(refused(&made((60, 71, 0))), Some("period"));
    assert_eq!(refused(&made((12, 72, 0))), Some("preperiod"));
    // With growth: nim, two heaps at a time.
    let nim: Vec<u16> = (0..50).collect();
    let rule = crate::common::rule(&[crate::common::any_except(&[], &[0, 1])]);
    let made = |found| certificate(rule.clone(), &nim, found, "all-but", 40);
    assert_eq!(refused(&made((1, 0, 1))), None);
    assert_eq!(refused(&made((2, 0, 2))), Some("period"));
    assert_eq!(refused(&made((9, 0, 9))), Some("period"));
    assert_eq!(refused(&made((1, 1, 1))), Some("preperiod"));
    assert_eq!(refused(&made((2, 0, 1))), Some("repetition"));
}

#[test]
fn a_single_wrong_value_is_seen() {
    let good = values(&crate::common::code(&[0, 7, 7]), 168);
    for place in [0, 3, 71, 167] {
        let mut bad = good.clone();
        bad[place] ^= 1;
        let made = certificate(kayles().rule, &bad, (12, 71, 0), "guy-smith", 167);
        assert_eq!(refused(&made), Some("sha256"), "{place}");
    }
    // Low byte first, and both of them.
    let digest = certificate(kayles().rule, &[1, 256], (1, 0, 0), "window", 1).sha256;
    assert_eq!(digest, "afa7518106309c22d325df6d2663249d158d2f36f1976269d6d4104d9198a108");
}

#[test]
fn other_shapes_are_no_certificates() {
    for field in ["schema", "rule", "claim", "sha256"] {
        let mut json = kayles_json();
        json.as_object_mut().unwrap().remove(field);
        assert_eq!(code_of(&json).as_deref(), Some("not-a-certificate"), "without {field}");
    }
    for field in ["period", "preperiod", "saltus", "theorem", "bound"] {
        let mut json = kayles_json();
        json["claim"].as_object_mut().unwrap().remove(field);
        assert_eq!(code_of(&json).as_deref(), Some("not-a-certificate"), "without {field}");
    }
    for pointer in ["", "/rule", "/claim"] {
        let mut json = kayles_json();
        json.pointer_mut(pointer).unwrap()["more"] = json!(1);
        assert_eq!(code_of(&json).as_deref(), Some("not-a-certificate"), "more in {pointer}");
    }
    for (pointer, value) in [
        ("/claim/period", json!(12.5)),
        ("/claim/period", json!(-12)),
        ("/claim/period", json!("twelve")),
        ("/claim/period", json!("+12")),
        ("/claim/period", json!("99999999999999999999")),
        ("/claim/period", json!(null)),
        ("/claim/theorem", json!(["guy-smith"])),
        ("/rule/digits", json!([0, 7, 256])),
        ("/rule/digits", json!("77")),
        ("/rule", json!({"takes": [{"amounts": [[1, 2, 3]], "leave": [0]}]})),
        ("/rule", json!({"takes": [{"amounts": [[1]], "leave": [0]}]})),
        ("/rule", json!({"takes": [{"amounts": [1]}]})),
        ("/rule", json!({"takes": [{"amounts": [1], "leave": [2], "parts": "odd"}]})),
        ("/claim", json!([])),
        ("/sha256", json!(7)),
    ] {
        assert_eq!(
            code_of(&with(pointer, value.clone())).as_deref(),
            Some("not-a-certificate"),
            "{pointer} {value}"
        );
    }
    let mut hint = kayles_json();
    hint["hint"] = json!({"mask": 65536, "parity": false});
    assert_eq!(code_of(&hint).as_deref(), Some("not-a-certificate"));
    for text in ["[]", "null", "7", "{}", "\"certificate\"", &"[".repeat(100_000)] {
        assert_eq!(code(text.as_bytes()).as_deref(), Some("not-a-certificate"), "{text}");
    }
}

#[test]
fn what_is_no_json_is_said_to_be_none() {
    let text = serde_json::to_string(&kayles()).unwrap();
    for bytes in [
        &b""[..],
        b"\xff\xfe",
        b"take 1, 2",
        &text.as_bytes()[..text.len() - 1],
        format!("{text} x").as_bytes(),
        format!("{{\"schema\": 1, \"rule\": {}", "{\"a\":".repeat(50_000)).as_bytes(),
        b"{\"schema\": 1e999}",
    ] {
        assert_eq!(
            code(bytes).as_deref(),
            Some("not-json"),
            "{}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(40)])
        );
    }
    // A field twice.
    let twice = text.replacen("\"period\":12", "\"period\":12,\"period\":12", 1);
    assert_eq!(code(twice.as_bytes()).as_deref(), Some("not-a-certificate"));
}

#[test]
fn sizes_have_a_limit() {
    let mut text = serde_json::to_string(&kayles()).unwrap();
    text.extend(std::iter::repeat_n(' ', MAX_BYTES - text.len()));
    assert_eq!(code(text.as_bytes()), None);
    text.push(' ');
    assert_eq!(code(text.as_bytes()).as_deref(), Some("too-long"));
    let rule = json!({"takes": [{"amounts": [[1, u64::MAX.to_string()]], "leave": [0, 1]}]});
    assert_eq!(code_of(&with("/rule", rule)).as_deref(), Some("too-many-amounts"));
    let rule = json!({"takes": [{"all_except": [u64::MAX.to_string()], "leave": [0, 1]}]});
    assert_eq!(code_of(&with("/rule", rule)).as_deref(), Some("too-many-amounts"));
}

#[test]
fn limits_are_no_verdict() {
    // Memory is asked for before it is taken.
    let json = with("/claim/bound", json!(1u64 << 50)).to_string();
    let error = verify(json.as_bytes(), Limits::default(), &mut |_, _| ()).unwrap_err();
    assert!(error.is_limit() && error.text(Lang::En).contains("memory"), "{error}");
    for hint in [json!(null), json!({"mask": 5, "parity": false})] {
        let mut json = kayles_json();
        json["hint"] = hint;
        let limits = Limits { memory: 100, time: None };
        let error = verify(json.to_string().as_bytes(), limits, &mut |_, _| ()).unwrap_err();
        assert_eq!((error.code(), error.is_limit()), ("memory-limit", true));
    }
    // A claim about millions of heaps: time runs out, with a good hint and with none.
    let dense = rule(&[take(&[1, 2, 3], &[2], Parts::Any)]);
    let mut made = certificate(dense, &[0], (1, 0, 0), "guy-smith", 0);
    made.claim.preperiod = 100_000_000;
    made.claim.bound = 300_000_000;
    for hint in [None, Some(grundy_verify::Hint { mask: 0, parity: false })] {
        made.hint = hint;
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let mut told = 0;
        let error = grundy_verify::check(&made, limits, &mut |_, total| told = total).unwrap_err();
        assert_eq!((error.code(), error.is_limit(), told), ("time-limit", true, 300_000_001));
        assert!(error.text(Lang::Zh).contains("时间"), "{error}");
    }
}
