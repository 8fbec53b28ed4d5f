//! What the library says about its problems: complete, in both languages, and found by its words.

use grundy_judge::{BUILTINS, Lang, Profile, find, search, themes};

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn every_problem_is_described_in_both_languages() {
    assert!(BUILTINS.len() >= 150);
    let themes = themes().unwrap();
    for builtin in BUILTINS {
        let profile = builtin.profile().unwrap();
        let (name, about) = (profile.source(), profile.about());
        assert_eq!(profile.rules().lines().count(), 2, "{name}");
        assert!(
            !is_chinese(&profile.rules_in(Lang::En)) && is_chinese(&profile.rules_in(Lang::Zh)),
            "{name}"
        );
        let title = profile.title_in(Lang::En);
        assert!(!title.is_empty() && !is_chinese(&title) && !title.contains('\n'), "{name}");
        assert!(!profile.limits().is_empty(), "{name}");
        assert!((1..=5).contains(&about.level()), "{name}");
        assert!(themes.iter().any(|theme| theme.name == about.theme()), "{name}: {}", about.theme());
        assert!(!is_chinese(&about.idea(Lang::En)), "{name}");
        assert!(about.idea(Lang::Zh).is_empty() || is_chinese(&about.idea(Lang::Zh)), "{name}");
        assert!(!builtin.input.is_empty() && !builtin.output.is_empty(), "{name}");
    }
    for theme in themes {
        for (en, zh) in
            [(theme.title(Lang::En), theme.title(Lang::Zh)), (theme.idea(Lang::En), theme.idea(Lang::Zh))]
        {
            assert!(!is_chinese(&en) && is_chinese(&zh) && !en.is_empty(), "{}", theme.name);
        }
        let complete = [&theme.theorem, &theme.command].iter().all(|text| !text.is_empty());
        assert!(complete && theme.command.starts_with("grundy "), "{}", theme.name);
        let named = |file: &str| find(file).unwrap().profile().unwrap().about().theme() == theme.name;
        assert!(BUILTINS.iter().any(|builtin| named(builtin.file)), "{} has no problem", theme.name);
    }
}

#[test]
fn a_search_looks_at_names_titles_rules_and_ideas_in_both_languages() {
    let found = |words: &str| -> Vec<String> {
        search(words).unwrap().iter().map(|profile| profile.source().to_owned()).collect()
    };
    assert!(found("fibonacci").iter().any(|name| name == "HDU 2516"));
    assert!(found("斐波那契").iter().any(|name| name == "HDU 2516"));
    assert_eq!(found("KAM-Pebbles"), ["Luogu P3480"]);
    assert_eq!(found("bouton matrix"), ["LightOJ 1247"]);
    assert!(found("威佐夫 HDU").iter().all(|name| name.starts_with("HDU")) && found("威佐夫 HDU").len() >= 3);
    assert_eq!(found("no such words at all"), Vec::<String>::new());
    assert_eq!(found("").len(), BUILTINS.len());
}

#[test]
fn what_a_profile_says_about_itself_is_checked() {
    let with = |about: &str| {
        let rest = "[input]\npattern = '(x)*'\n[output]\nN = '1'\nP = '0'";
        Profile::parse(&format!("game = 'nim'\nposition = 'x'\n[about]\n{about}\n{rest}"))
    };
    let profile = with("theme = 'nim'\nlevel = 2\nformat = 'memory'\nidea = 'mirror\n对称'").unwrap_err();
    assert_eq!(profile.code, "not-toml", "a text of several lines needs three quotes");
    let profile = with("theme = 'nim'\nlevel = 2\nformat = 'memory'\nidea = \"mirror\\n对称\"").unwrap();
    let about = profile.about();
    assert_eq!((about.theme(), about.level(), about.is_from_memory()), ("nim", 2, true));
    assert_eq!((&*about.idea(Lang::En), &*about.idea(Lang::Zh)), ("mirror", "对称"));
    assert_eq!(with("").unwrap().about().level(), 0);
    for (about, code) in [
        ("level = 6", "wrong-type"),
        ("level = 'two'", "wrong-type"),
        ("format = 'heart'", "wrong-type"),
        ("themes = 'nim'", "unknown-key"),
    ] {
        assert_eq!(with(about).unwrap_err().code, code, "{about}");
    }
}

#[test]
fn sites_and_themes_have_other_names() {
    let count = |words: &str| search(words).unwrap().len();
    assert!(count("洛谷") >= 5 && count("洛谷") == count("luogu"));
    assert_eq!(count("约数"), count("因数"));
    assert!(count("SG函数") > 0);
    for name in ["洛谷 P2197", "P2197", "luogu-p2197"] {
        assert_eq!(find(name).unwrap().file, "luogu-p2197", "{name}");
    }
    // Several sites have a problem of this number.
    assert!(find("1066").is_ok() && find("1067").is_err());
}
