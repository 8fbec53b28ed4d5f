//! The meaning of each word of a profile.

use crate::common::{answers, judged};
use grundy_judge::{Judge, Lang, Profile};

/// A profile over nim whose answer is one template.
fn nim(pattern: &str, position: &str, more: &str, n: &str) -> String {
    format!(
        "game = 'nim'\nposition = '{position}'\n[input]\npattern = '{pattern}'\n{more}\n[output]\nN = '''{n}'''\nP = '''{n}'''"
    )
}

/// The output of a template for `a b`, `w` and the list `x`.
fn shown(template: &str, input: &str) -> String {
    let toml = nim("a b w:word n x*n", "n", "", template);
    answers(&toml, input)
}

fn failure(toml: &str) -> (String, u64, u64) {
    let e = Profile::parse(toml).unwrap_err();
    assert!(!e.text(Lang::En).contains("%{") && !e.text(Lang::Zh).contains("%{"), "{e}");
    let place = e.place.unwrap();
    (e.code.into_owned(), place.line, place.column)
}

#[test]
fn names_are_spread_over_lines_in_any_way() {
    let toml = nim("(a b)*", "a b", "", "{{ a }}+{{ b }}");
    assert_eq!(answers(&toml, "1 2\n\n 3\n\t4 5 6"), "1+2\n3+4\n5+6\n");
    assert_eq!(answers(&toml, " \n\n"), "");
}

#[test]
fn lists_counts_and_lines() {
    assert_eq!(
        answers(&nim("n x*n y*(2*n-1)", "x", "", "{{ x|join(' ') }};{{ y|join(' ') }}"), "2 1 2 3 4 5"),
        "1 2;3 4 5\n"
    );
    let grid = "(v m n x*(v*(m*n)) )*";
    assert_eq!(answers(&nim(grid, "x", "", "{{ x | length }}"), "1 2 2 1 1 1 1 0 5 5"), "4\n0\n");
    assert_eq!(
        answers(&nim("(n x*line)*", "x", "", "{{ n }}:{{ x|join(',') }}"), "7 1 2 \n\n8\n9 3"),
        "7:1,2\n8:\n9:3\n"
    );
    assert_eq!(answers(&nim("(x*line)*", "x", "", "{{ x|join(',') }}"), "\n1 2\n\n \n3\n"), "1,2\n3\n");
    assert_eq!(
        answers(&nim("n (x*line y*line)*n", "x", "", "{{ x|join(',') }};{{ y|join(',') }}"), "1\n1 2\n3\n"),
        "1,2;3\n"
    );
}

#[test]
fn records_give_lists() {
    let toml = nim("(n [s c]*n)*", "s", "", "{{ s|join(' ') }}/{{ c|join(' ') }}");
    assert_eq!(answers(&toml, "2 1 10 2 20\n0\n1 5 6"), "1 2/10 20\n/\n5/6\n");
    assert_eq!(
        answers(&nim("n [k x*k]*n", "x", "", "{{ k|join(' ') }} {{ x[1]|join(',') }}"), "2 1 9 2 7 8"),
        "1 2 7,8\n"
    );
}

#[test]
fn a_stop_ends_its_group_and_only_the_outermost_ends_the_input() {
    let toml = nim("(a b)*", "a b", "stop = 'a = 0 and b = 0'", "{{ a }}");
    assert_eq!(answers(&toml, "0 1 1 0 0 0 rubbish"), "0\n1\n");
    let toml = nim("(k (a)*k)*", "a", "stop = 'k = 0'", "{{ a }}");
    assert_eq!(answers(&toml, "2 1 2 1 3 0 rubbish"), "1\n2\n3\n");
    let toml = nim("t (k (a b)*9 z)*t", "a", "stop = 'a = -1 or a > 90'", "{{ k }}{{ a }}");
    assert_eq!(answers(&toml, "2  5 1 1 -1 8  6 2 2 91 8"), "51\n62\n", "b is not read after the stop, z is");
}

#[test]
fn input_that_does_not_fit_is_pointed_at_and_answers_so_far_are_kept() {
    let toml = nim("(a b)*", "a b", "", "{{ a }}");
    for (input, code, line, column, out) in [
        ("1 2\n3", "input-ends", 2, 2, "1\n"),
        ("1 2\n3 x", "not-an-integer", 2, 3, "1\n"),
        ("1 2\n3 -4", "negative-heap", 2, 3, "1\n"),
        ("1 2\n-3 -4", "negative-heap", 2, 1, "1\n"),
        ("1 2\n3  -99999999999999999999", "negative-heap", 2, 4, "1\n"),
    ] {
        let (kept, e) = judged(&toml, input);
        let e = e.unwrap();
        let place = e.place.clone().unwrap();
        assert_eq!((&*e.code, place.line, place.column, &*kept), (code, line, column, out), "{input}");
    }
    // The first invalid number of a list or column; one in the previous record is forgotten.
    let place = |toml: &str, input: &str| {
        let e = judged(toml, input).1.unwrap();
        assert_eq!(e.code, "negative-heap", "{input}");
        e.place.map(|place| (place.line, place.column))
    };
    assert_eq!(place(&nim("(n x*n)*", "x", "", "x"), "1 1\n3 2 -1 -1"), Some((2, 5)));
    assert_eq!(place(&nim("(n [k s]*n)*", "s", "", "x"), "1 1 1\n3 -1 2\n-1 -2\n-1 -3"), Some((3, 4)));
    assert_eq!(place(&nim("(k (a)*9)*", "a", "stop = 'a = -1'", "x"), "7 -1\n7 -3"), Some((2, 3)));
    assert_eq!(judged(&nim("a", "a", "", "x"), "1 2").1.unwrap().code, "input-left-over");
    assert_eq!(judged(&nim("n x*n", "x", "", "x"), "-1").1.unwrap().code, "bad-count");
    assert_eq!(judged(&nim("n x*(1/n)", "x", "", "x"), "0").1.unwrap().code, "bad-count");
    assert_eq!(judged(&nim("n (x*0)*n", "x", "", ""), "1000000000").1.unwrap().code, "empty-record");
}

#[test]
fn separators_and_frames_go_around_the_innermost_group() {
    let base = nim("t (n (a)*n)*t", "a", "", "{{ a }}");
    let with = |more: &str| answers(&format!("{base}\n{more}"), "3 2 1 2 0 1 3");
    assert_eq!(with(""), "1\n2\n3\n");
    assert_eq!(with("separator = ' '"), "1 2\n3\n");
    assert_eq!(with("separator = ','\neach = '<{{ n }}: {{ answers }}>'"), "<2: 1,2><1: 3>");
    assert_eq!(
        with("each = '{{ answers | length }} {% if n %}{{ answers | upper }}{% endif %};'"),
        "3 1\n2;1 3;"
    );
}

#[test]
fn one_question_for_each_value_of_a_range() {
    let base = "game = 'nim'\nposition = 'i'\nover = 'i = 0..n'\n[input]\npattern = '(n)*'\n[output]\nN = '{{ i }}'\nP = '-'\nseparator = ''\n";
    assert_eq!(answers(base, "3 1"), "-123\n-1\n");
    assert_eq!(answers(&base.replace("0..n", "n..2"), "3 1"), "12\n");
    assert_eq!(judged(base, "1000000000").1.unwrap().code, "over-too-long");
}

#[test]
fn moves_in_every_order() {
    let wythoff = |output: &str, template: &str, input: &str| {
        answers(
            &format!(
                "game = 'wythoff'\nposition = 'a b'\n[input]\npattern = '(a b)*'\n[output]\nN = '{template}'\nP = 'lost'\n{output}"
            ),
            input,
        )
    };
    let all = "{{ moves | map(attribute=\"to\") | map(\"join\", \" \") | join(\";\") }}";
    assert_eq!(wythoff("", all, "7 5"), "3 5;4 7\n");
    assert_eq!(wythoff("distinct = false", all, "7 5"), "3 5;3 5;4 7\n");
    assert_eq!(wythoff("order = 'pair-first'", all, "5 8"), "4 7;3 5\n");
    assert_eq!(wythoff("order = 'pair-first'\ndistinct = false", all, "5 7"), "3 5;3 5;4 7\n");
    assert_eq!(wythoff("order = 'heap'", all, "5 7"), "4 7;3 5;3 5\n");
    assert_eq!(wythoff("order = 'heap'\ndistinct = true", all, "5 7"), "4 7;3 5\n");
    assert_eq!(wythoff("", "{{ count }} {{ first.take | join(\" \") }}", "5 7 7 5"), "3 2 2\n3 4 0\n");
    let heap = "{{ first.heap }} {{ first.amount }} {{ first.left }}";
    assert_eq!(wythoff("order = 'heap'", heap, "5 8 7 3"), "1 1 4\n1 2 5\n");
}

#[test]
fn integers_in_templates_are_exact_at_any_size() {
    let big = "1".repeat(60);
    let input = format!("{big} 7 wörd 3 1 {big} 3");
    let product = big.parse::<dashu_int::IBig>().unwrap() * 7;
    for (template, want) in [
        ("{{ a * b }} {{ b * a }}", format!("{product} {product}")),
        ("{{ a * b // a }} {{ a % 10 }} {{ (0 - a) % 10 }}", "7 1 9".into()),
        ("{{ -b // 2 }} {{ b // -2 }} {{ 10 ** 40 }}", format!("-4 -4 1{}", "0".repeat(40))),
        (
            "{{ a > b }} {{ b < a }} {{ -a < b }} {{ a == a + 0 }} {{ a != b }}",
            "True True True True True".into(),
        ),
        ("{{ x | max }} {{ x | min }} {{ x | sum - a }}", format!("{big} 1 4")),
        ("{{ x | sort | join(' ') }}", format!("1 3 {big}")),
        ("{{ x[:a] | length }} {{ x[::-1] | first }} {{ x[-2:] | last }} {{ w[1:3] }}", "3 3 3 ör".into()),
        ("{{ a is odd }} {{ a is divisibleby 3 }} {{ a is number }}", "True True True".into()),
        ("{{ (-a) | abs == a }} {{ (a ~ '') | int == a }}", "True True".into()),
        ("{{ [a, 1, a] | unique | length }} {{ a in x }}", "2 True".into()),
        ("{{ a ~ w }}\n", format!("{big}wörd\n")),
        (
            "{% if a and x %}y{% endif %}{% for i in range(b)[:2] %}{{ loop.index }}{{ i }}{% endfor %}",
            "y1021".into(),
        ),
    ] {
        assert_eq!(shown(template, &input), format!("{want}\n"), "{template}");
    }
}

#[test]
fn fractions_chains_and_unknown_names_are_refused_in_the_profile() {
    for (template, code, line, column) in [
        ("{{ a / 2 }}", "fraction-in-template", 7, 13),
        ("{{ 1.5 }}", "fraction-in-template", 7, 11),
        ("{{ 1 < a < 3 }}", "chained-comparison", 7, 17),
        ("{{ aa }}", "unknown-name", 7, 11),
        ("x\n{{ to }}", "unknown-name", 8, 4),
        ("{{ a", "ends-too-soon", 7, 12),
        ("{% for %}", "unexpected", 7, 15),
    ] {
        assert_eq!(failure(&nim("a", "a", "", template)), (code.into(), line, column), "{template}");
    }
}

#[test]
fn a_hostile_template_comes_to_an_end() {
    for template in [
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "{{ range(10 ** 18) | length }}",
        "{{ 'x' * 10 ** 12 }}",
        "{{ 10 ** (10 ** 10) }}",
        "{% set n = namespace(s='x') %}{% for i in range(99) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
        "{% set n = namespace(s=[1]) %}{% for i in range(99) %}{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set s = 'x' %}{{ first.to }}",
        // Lists that contain each other twice are cheap to make, and nested lists are deep to show and to drop.
        "{% set n = namespace(s=[1]) %}{% for i in range(60) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s }}",
        "{% set n = namespace(s=[1]) %}{% for i in range(25) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s }}",
        "{% set n = namespace(s=[1]) %}{% for i in range(25) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s ~ '' }}",
        "{% set n = namespace(s=[1]) %}{% for i in range(25) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s == n.s }}",
        "{% set n = namespace(s=[1]) %}{% for i in range(25) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s | upper }}",
        "{% set n = namespace(s=[1]) %}{% for i in range(25) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ [n.s] | join }}",
        "{% set n = namespace(s=[1]) %}{% for i in range(200000) %}{% set n.s = [n.s] %}{% endfor %}",
        "{% set n = namespace(s=[1]) %}{% for i in range(200000) %}{% set n.s = {'s': n.s} %}{% endfor %}",
        "{% set n = namespace(s=[1]) %}{% for i in range(200000) %}{% set n.s = n.s | zip(n.s) %}{% endfor %}",
        "{% set n = namespace(s=1) %}{{ n }}",
    ] {
        let (out, e) = judged(&nim("a", "a", "", template), "0");
        let code = e.unwrap_or_else(|| panic!("{template}")).code;
        let expected = ["template-too-long", "number-too-large", "lists-too-deep", "undefined"];
        assert!(out.is_empty() && expected.contains(&&*code), "{template}: {code}");
    }
}

#[test]
fn lists_in_lists_are_shown_and_compared() {
    for (template, want) in [
        ("{{ [a, [b, [a]]] }}", "[3, [4, [3]]]"),
        ("{{ {'x': [a], 'y': b}.x[0] }}", "3"),
        ("{{ [[a, b], [a]] | sort }}", "[[3], [3, 4]]"),
        ("{{ [a, [b]] == [3, [4]] }}", "True"),
        ("{{ [a, b] | zip([b, a]) | list }}", "[[3, 4], [4, 3]]"),
    ] {
        assert_eq!(shown(template, "3 4 w 0"), format!("{want}\n"), "{template}");
    }
}

#[test]
fn mistakes_in_a_profile_are_pointed_at() {
    let good = nim("(a b)*", "a b", "", "x");
    assert!(Profile::parse(&good).is_ok());
    assert_eq!(failure("game = "), ("not-toml".into(), 1, 8));
    assert_eq!(failure(&good.replace("game", "gmae")), ("unknown-key".into(), 1, 1));
    let e = Profile::parse(&good.replace("game", "gmae")).unwrap_err();
    assert!(e.text(Lang::En).ends_with("did you mean `game`?"));
    assert_eq!(failure(&good.replace("'nim'", "3")), ("wrong-type".into(), 1, 8));
    assert_eq!(failure(&good.replace("N =", "#")).0, "missing-key");
    assert_eq!(failure(&good.replace("(a b)*", "(a b c*d)*")), ("unknown-name".into(), 4, 19));
    assert_eq!(failure(&good.replace("'a b'", "'a c'")), ("unknown-name".into(), 2, 15));
    assert_eq!(failure(&good.replace("(a b)*", "(a first)*")), ("reserved-name".into(), 4, 15));
    assert_eq!(failure(&good.replace("(a b)*", "n (a b)*n c").replace("'a b'", "'c'")).0, "name-read-later");
    assert_eq!(failure(&format!("ask = 'nim[{{{{ a }}}}]'\n{good}")), ("ask-stands-alone".into(), 2, 9));
    assert_eq!(failure(&format!("{good}\norder = 'pairs'")).0, "unknown-order");
    assert_eq!(failure(&format!("over = 'i = 1..a'\n{good}\nover = 'i = 1..a'")).0, "over-twice");
}

#[test]
fn games_are_prepared_once_for_each_text() {
    let builtin = grundy_judge::find("HDU 1536").unwrap();
    let profile = builtin.profile().unwrap();
    let mut solver = crate::common::solver();
    let mut out = Vec::new();
    let input = "2 2 5 2 1 1 1 2\n1 3 1 1 1\n2 2 5 3 1 1 1 2 1 3\n0";
    Judge::new(&profile).unwrap().run(&mut solver, input.as_bytes(), &mut out).unwrap();
    assert_eq!((solver.prepared, String::from_utf8(out).unwrap()), (2, "LW\nL\nLWW\n".to_owned()));
}

#[test]
fn a_solver_that_refuses_is_heard_and_a_draw_needs_its_template() {
    let toml = nim("(a)*", "a", "", "x").replace("'nim'", "'chess'");
    let (_, e) = judged(&toml, "\n 5");
    let e = e.unwrap();
    assert_eq!((&*e.code, e.place.clone().unwrap().line, e.is_limit()), ("unknown-game", 2, false));
    assert_eq!(e.text(Lang::Zh), "cannot play `chess`");
}

#[test]
fn rows_are_numbered_only_in_records() {
    let toml = |pattern: &str| {
        format!(
            "game = 'nim'\nposition = 'p'\n[limits]\nn = '1..9'\np = '1..row + 1'\n[input]\npattern = '{pattern}'\n\
             [output]\nN = 'N'\nP = 'P'"
        )
    };
    assert!(Profile::parse(&toml("n [p]*n")).is_ok());
    assert_eq!(Profile::parse(&toml("n p*n")).unwrap_err().code, "row-outside-record");
}
