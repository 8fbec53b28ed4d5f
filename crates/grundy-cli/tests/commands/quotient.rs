//! `quotient` and `genus`: their output in both languages, and that certificates are valid.

use crate::common::{grundy, piped};
use serde_json::{Value as Json, json};

#[test]
fn kayles_has_the_quotient_in_print() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (certificate, svg, dot) = (path("cert.json"), path("q.svg"), path("q.dot"));
    let run = grundy(&["quotient", "kayles", "--out", &certificate, "--svg", &svg, "--dot", &dot]);
    assert_eq!(run.code, 0, "{run:?}");
    for words in ["order 40, P-portion 9", "wild from heap 5", "from heap 71 on with period 12"] {
        assert!(run.out.contains(words), "{words} in {}", run.out);
    }
    let chinese = grundy(&["quotient", "kayles", "--lang", "zh"]);
    assert!(chinese.out.contains("阶 40") && !chinese.out.contains("order"), "{}", chinese.out);
    let json = grundy(&["quotient", "kayles", "--json"]).json();
    assert_eq!((&json["full"], &json["order"], &json["stopped"]), (&json!(true), &json!(40), &Json::Null));
    assert_eq!(json["games"][0]["classes"].as_array().unwrap().len(), 83);

    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    assert_eq!(std::fs::read_to_string(dot).unwrap().matches("peripheries=2").count(), 9);
    let text = std::fs::read_to_string(certificate).unwrap();
    let valid = piped(&["verify", "-"], &text);
    assert_eq!(valid.code, 0, "{valid:?}");
    assert!(valid.out.contains("40 classes, 9 of them lost"), "{}", valid.out);
    let mut tampered: Json = serde_json::from_str(&text).unwrap();
    tampered["games"][0]["repeats"]["preperiod"] = json!(70);
    let refused = piped(&["verify", "-", "--json"], &tampered.to_string());
    assert_eq!((refused.code, &refused.json()["code"]), (1, &json!("classes-repeat")));
    tampered["schema"] = json!(2);
    assert_eq!(piped(&["verify", "-"], &tampered.to_string()).code, 2);
}

#[test]
fn what_is_not_known_is_said() {
    // Dawson's Kayles: no finite quotient is known.
    let run = grundy(&["quotient", "octal(0.07)", "--to", "20", "--json"]);
    assert_eq!((run.code, &run.json()["exact_to"], &run.json()["full"]), (0, &json!(20), &json!(false)));
    // Every further heap of Nim adds classes.
    let run = grundy(&["quotient", "nim", "--to", "7"]);
    assert!(run.out.contains("order 10, P-portion 2") && run.out.contains("tame"), "{}", run.out);
    let run = grundy(&["quotient", "wythoff"]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn sums_of_several_games_have_a_quotient() {
    let json = grundy(&["quotient", "octal(0.75) + take 1, 2", "--json"]).json();
    assert_eq!((&json["full"], json["games"].as_array().unwrap().len()), (&json!(true), 2));
}

#[test]
fn genera_are_listed() {
    let run = grundy(&["genus", "kayles", "--to", "6"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("    5  N  4^146         restless  ((3,2),3,2,1)"), "{}", run.out);
    let json = grundy(&["genus", "kayles", "--to", "6", "--json"]).json();
    assert_eq!((&json["first_wild"], &json["heaps"][2]["digits"]), (&json!(5), &json!([2, 0])));
    assert_eq!(json["repeats"], Json::Null);
    assert_eq!((&json["heaps"][4]["kind"], &json["heaps"][5]["kind"]), (&json!("tame"), &json!("restless")));
    let chinese = grundy(&["genus", "kayles", "--to", "6", "--lang", "zh"]);
    assert!(chinese.out.contains("    5  N  4^146         躁  ((3,2),3,2,1)"), "{}", chinese.out);
    let run = grundy(&["genus", "take 1, 3, 4"]);
    assert!(run.out.contains("genera repeat with period 7 from heap 0 on"), "{}", run.out);
    let run = grundy(&["genus", "take 1, 3, 4", "--to", "10^9", "--json"]);
    assert_eq!((run.code, run.error()["code"].as_str()), (2, Some("genus-heap")), "{run:?}");
    let json = grundy(&["genus", "kayles[5, 5]", "--json"]).json();
    assert_eq!((&json["value"], &json["tame"]), (&json!(0), &json!(false)));
}
