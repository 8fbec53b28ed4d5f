//! Scripts and graphs in profiles: their moves, and the places of their errors.

use grundy_judge::{Error, Grundy, Judge, Lang, Profile};
use grundy_solver::Solver;

/// A profile over a script that reads one number a line.
fn script(script: &str, n: &str) -> String {
    format!(
        "position = 'a'\nscript = \"\"\"\n{script}\"\"\"\n[input]\npattern = '(a)*'\n[output]\nN = '''{n}'''\nP = 'P'"
    )
}

/// A profile with `ask` that reads one word a line.
fn ask(position: &str, n: &str) -> String {
    format!("ask = '{position}'\n[input]\npattern = '(v:word)*'\n[output]\nN = '''{n}'''\nP = 'P'")
}

fn judged(toml: &str, input: &str) -> Result<String, Error> {
    let profile = Profile::parse(toml)?;
    let mut out = Vec::new();
    Judge::new(&profile)?.run(&mut Grundy::new(Solver::default(), false), input.as_bytes(), &mut out)?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

const NESTED: &str = "fn options(p) { if p[0] == 2 { [[-1, 0], [-2, 0], [[4], [1]], [4, 1]] } else { [] } }";
const GRAPH: &str = "graph(\"a: b c; b: ; c: d; d:\")[{{ v }}]";

#[test]
fn positions_of_a_script_are_listed_as_they_are() {
    let all = "{{ count }} {{ moves }} {{ first.to[0] - 1 }}";
    let expected = "4 [{'to': [-2, 0]}, {'to': [-1, 0]}, {'to': [4, 1]}, {'to': [[4], [1]]}] -3\n";
    assert_eq!(judged(&script(NESTED, all), "2").unwrap(), expected);
    let far = "fn options(p) { if p[0] == 2 { [9007199254740993] } else { [] } }";
    assert_eq!(judged(&script(far, "{{ first.to[0] + 1 }}"), "2").unwrap(), "9007199254740994\n");
}

#[test]
fn vertices_are_listed_by_their_names() {
    assert_eq!(judged(&ask(GRAPH, "{{ first.to }}"), "a c").unwrap(), "['b']\n['d']\n");
    let numbers = ask("graph(\"1: 2; 2:\")[{{ v }}]", "{{ first.to[0] + 1 }}");
    assert_eq!(judged(&numbers, "1 2").unwrap(), "3\nP\n");
    let sum = ask(&format!("nim[3] + {GRAPH}"), "{{ moves | map(attribute='to') | join('; ') }}");
    assert_eq!(judged(&sum, "a b").unwrap(), "[2, 'a']\n[0, 'b']\n");
}

#[test]
fn a_move_of_a_script_has_only_its_result() {
    for template in ["{{ first.heap }}", "{{ first.take }}", "{{ moves[0].left }}"] {
        let error = judged(&script(NESTED, template), "0 2").unwrap_err();
        assert_eq!(error.code, "only-to", "{template}: {error}");
        assert!(
            error.text(Lang::En).contains("(case 2)") && error.text(Lang::Zh).contains("`to`"),
            "{error}"
        );
    }
}

#[test]
fn errors_of_a_script_have_their_place_in_the_profile() {
    let text = |toml: &str| judged(toml, "1").unwrap_err().text(Lang::En);
    let broken = script("fn options(p) {\n  p[7]\n}\n", "N");
    let line = broken.lines().position(|line| line.contains("p[7]")).unwrap() + 1;
    assert!(text(&broken).starts_with(&format!("profile, line {line}, column 5")), "{}", text(&broken));
    let unread = script("fn options(p) {\n  3 = 4\n}\n", "N");
    assert!(text(&unread).contains(&format!("profile, line {line}, column ")), "{}", text(&unread));
    // With escapes the text differs from what the file says.
    let escaped = script("", "N").replace("\"\"\"\n\"\"\"", "\"fn options(p) {\\n  p[7]\\n}\"");
    assert!(text(&escaped).starts_with("script, line 2, column 5"), "{}", text(&escaped));
}

#[test]
fn the_winner_of_a_script_with_parts_needs_no_moves() {
    let parts = "fn options(p) { if p.len() > 1 { throw `whole` } if p[0] > 0 { [[p[0] - 1]] } else { [] } }\n\
                 fn parts(p) { p.map(|n| [n]) }\n";
    let toml = |n: &str| script(parts, n).replace("(a)*", "(k a*k)*");
    assert_eq!(judged(&toml("{{ value }}"), "3 1 2 3\n3 1 2 4").unwrap(), "P\n1\n");
    assert_eq!(judged(&toml("N"), "3 1 2 3\n3 1 2 4").unwrap(), "P\nN\n");
    assert_eq!(judged(&toml("{{ first.to }}"), "3 1 2 4").unwrap_err().code, "script-failed");
}
