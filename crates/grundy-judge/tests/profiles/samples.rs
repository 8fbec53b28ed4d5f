//! Every built-in profile solves its problem's public sample, on the fast path and on the general one.

use grundy_judge::{BUILTINS, Grundy, Judge, Lang, find, list};
use grundy_solver::Solver;

#[test]
fn every_sample_is_answered() {
    for builtin in BUILTINS {
        let profile = builtin.profile().unwrap_or_else(|e| panic!("{}\n{e}", builtin.toml));
        let judge = Judge::new(&profile).unwrap();
        for judge in [judge, Judge::new(&profile).unwrap().without_shortcuts()] {
            let mut out = Vec::new();
            let mut solver = Grundy::new(Solver::default(), false);
            if let Err(e) = judge.run(&mut solver, builtin.input.as_bytes(), &mut out) {
                panic!("{}: {e}", profile.source());
            }
            assert_eq!(String::from_utf8(out).unwrap(), builtin.output, "{}", profile.source());
        }
    }
}

#[test]
fn the_sources_are_spelled_as_promised_and_every_profile_says_its_rules() {
    let sources: Vec<String> = list().unwrap().iter().map(|p| p.source().to_owned()).collect();
    for source in ["NYOJ 161", "HDU 2177", "XCPC", "POJ 1067", "HDU 1848", "LOJ 10241"] {
        assert!(sources.iter().any(|s| s == source), "{source}");
    }
    for builtin in BUILTINS {
        let profile = builtin.profile().unwrap();
        assert!(
            !profile.title_in(Lang::Zh).is_empty() && profile.rules().contains('\n'),
            "{}",
            profile.source()
        );
    }
}

#[test]
fn a_profile_is_found_however_its_name_is_spelled() {
    for name in ["NYOJ 161", "nyoj161", "nyoj-161", "Nyoj_161"] {
        assert!(std::ptr::eq(find(name).unwrap(), find("NYOJ 161").unwrap()));
    }
    let e = find("nyoj 162").unwrap_err();
    assert_eq!(e.code, "unknown-profile");
    assert!(e.text(Lang::En).contains("did you mean `NYOJ 161`?"), "{}", e.text(Lang::En));
    assert!(e.text(Lang::Zh).contains("NYOJ 161"));
}

#[test]
fn an_output_is_compared_as_a_judge_would() {
    let builtin = find("xcpc").unwrap();
    let profile = builtin.profile().unwrap();
    let check = |given: &str| {
        Judge::new(&profile)
            .unwrap()
            .check(&mut crate::common::solver(), builtin.input.as_bytes(), given.as_bytes())
            .unwrap()
    };
    assert_eq!(check(builtin.output), None);
    assert_eq!(check(&builtin.output.replace('\n', "  \r\n")), None);
    assert_eq!(check(&format!("{}\n\n \n", builtin.output)), None);
    assert_eq!(check(builtin.output.trim_end()), None);
    let wrong = check(&builtin.output.replace("4 7", "4 8")).unwrap();
    assert_eq!(
        (wrong.line, wrong.expected.as_deref(), wrong.given.as_deref()),
        (4, Some("4 7"), Some("4 8"))
    );
    let short = check("0\n1\n").unwrap();
    assert_eq!((short.line, short.expected.as_deref(), short.given), (3, Some("3 5"), None));
    let long = check(&format!("{}7\n", builtin.output)).unwrap();
    assert_eq!((long.line, long.expected, long.given.as_deref()), (13, None, Some("7")));
    assert_eq!(check("").unwrap().line, 1);
    assert_eq!(check(&builtin.output.replacen('\n', "\n\n", 1)).unwrap().line, 2);
}
