//! `verify`: exit codes, both languages, and the output on each stream.

use crate::common::{Run, grundy, piped};
use serde_json::{Value as Json, json};

/// The certificate shown in the book.
const KAYLES: &str = include_str!("../../../../docs/src/en/certificates.in/kayles.json");

fn kayles() -> Json {
    serde_json::from_str(KAYLES).expect("JSON")
}

/// The certificate with the value at a pointer replaced.
fn with(pointer: &str, value: Json) -> String {
    let mut json = kayles();
    *json.pointer_mut(pointer).expect("the field is there") = value;
    json.to_string()
}

/// Runs the check as text and as JSON, in English and in Chinese: the exit codes are equal, and
/// the Chinese text is Chinese.
fn in_all_ways(certificate: &str, more: &[&str], exit: i32) -> (Run, Run) {
    let run = |words: &[&str]| {
        let run = piped(&[&["verify", "-"], more, words].concat(), certificate);
        assert_eq!(run.code, exit, "{words:?} {run:?}");
        run
    };
    let (text, chinese) = (run(&[]), run(&["--lang", "zh"]));
    let is_chinese = |text: &str| text.chars().any(|c| c >= '\u{2e80}');
    assert!(is_chinese(&format!("{}{}", chinese.out, chinese.err)), "{certificate}");
    let (json, chinese) = (run(&["--json"]), run(&["--json", "--lang", "zh"]));
    assert_eq!((json.err.as_str(), chinese.err.as_str()), ("", ""));
    assert_eq!(is_chinese(&chinese.out), exit != 0, "{}", chinese.out);
    (text, json)
}

#[test]
fn a_certificate_that_holds_is_exit_0() {
    let (text, json) = in_all_ways(KAYLES, &[], 0);
    assert!(text.out.starts_with("valid: G(n + 12) = G(n) for all n >= 71\n"), "{}", text.out);
    assert_eq!(text.err, "", "a pipe sees no progress");
    let claim = kayles()["claim"].clone();
    assert_eq!(
        json.json(),
        json!({"schema": 1, "valid": true, "reason": null, "code": null, "claim": claim})
    );
    // Growing values: Nim, with two values.
    let nim = r#"{"schema": 1, "rule": {"takes": [{"all_except": [], "leave": [0, 1]}]},
        "claim": {"period": 1, "preperiod": 0, "saltus": 1, "theorem": "all-but", "bound": 1},
        "sha256": "6b1e73a0094b7b812d3b9e22cffb4f8239319847522c4fa103753b6950020f93"}"#;
    let (text, _) = in_all_ways(nim, &[], 0);
    assert!(text.out.starts_with("valid: G(n + 1) = G(n) + 1 for all n >= 0\n"), "{}", text.out);
}

/// For each theorem of the checker the prover finds a period.
#[test]
fn a_period_of_takes_that_leave_one_heap_is_proved_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("c.json");
    let path = path.to_str().expect("UTF-8");
    for game in ["take 2.. leaving 1 heap", "take any except 2, 5 leaving 1 heap or take 1, 2"] {
        let proved = grundy(&["period", game, "--out", path]);
        assert_eq!(proved.code, 0, "{proved:?}");
        let checked = grundy(&["verify", path]);
        assert!(checked.code == 0 && checked.out.starts_with("valid: "), "{game}: {checked:?}");
    }
}

#[test]
fn one_that_does_not_is_exit_1() {
    for (pointer, value, code, words) in [
        ("/claim/preperiod", json!(70), "repetition", "G(82) is 2"),
        ("/claim/bound", json!(100), "bound", "G(167)"),
        ("/claim/saltus", json!(1), "saltus", "saltus is 1"),
        ("/claim/theorem", json!("none"), "theorem-unknown", "`none`"),
        ("/rule/digits", json!([0, 9]), "rule-digit", "is 9"),
        ("/sha256", json!("0".repeat(64)), "sha256", "SHA-256"),
    ] {
        let (text, json) = in_all_ways(&with(pointer, value), &[], 1);
        assert!(text.out.starts_with("invalid: ") && text.out.contains(words), "{}", text.out);
        assert_eq!(text.err, "");
        let json = json.json();
        assert_eq!((&json["valid"], &json["code"]), (&json!(false), &json!(code)));
        assert!(json["reason"].as_str().is_some_and(|reason| reason.contains(words)), "{json}");
        assert!(json["claim"]["period"].is_number());
    }
}

#[test]
fn a_file_that_is_no_certificate_is_exit_2() {
    let long = " ".repeat(1_000_001);
    let claim = with("/claim", json!({"period": 12}));
    for (input, code) in [
        ("kayles", "not-json"),
        ("", "not-json"),
        ("{}", "not-a-certificate"),
        (claim.as_str(), "not-a-certificate"),
        (with("/schema", json!(2)).as_str(), "schema"),
        (long.as_str(), "too-long"),
    ] {
        let (text, json) = in_all_ways(input, &[], 2);
        assert_eq!(text.out, "");
        assert!(text.err.starts_with("error: "), "{}", text.err);
        assert_eq!(json.error()["code"], code);
    }
    assert_eq!(grundy(&["verify", "/no/such/file"]).code, 2);
    assert_eq!(grundy(&["verify"]).code, 2);
}

#[test]
fn a_limit_is_exit_3() {
    // A million heaps of a game without a hint must take no noticeable time.
    let mut far = kayles();
    far["claim"]["preperiod"] = json!(1_000_000);
    far["claim"]["bound"] = json!(3_000_000);
    let far = far.to_string();
    let (text, json) = in_all_ways(&far, &["--time", "1ms"], 3);
    assert!(text.err.contains("--time") && text.out.is_empty(), "{text:?}");
    assert_eq!(json.error()["code"], "time-limit");
    let (text, json) = in_all_ways(&far, &["--memory", "1MB"], 3);
    assert!(text.err.contains("--memory"), "{}", text.err);
    assert_eq!(json.error()["code"], "memory-limit");
    assert_eq!(in_all_ways(KAYLES, &["--memory", "1MiB", "--time", "1min", "-q"], 0).0.err, "");
}
