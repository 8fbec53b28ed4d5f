//! Whole positions on machine words: the answers, and the errors, of the text.

#![allow(clippy::format_collect)] // the plainest way to say it

use grundy_judge::stress::inputs;
use grundy_judge::{BUILTINS, Grundy, Judge, Profile};
use grundy_solver::Solver;
use proptest::prelude::*;

/// The longest input that is also answered by parsing its texts.
const LONGEST: usize = 2_000;

fn judged(judge: &Judge, misere: bool, input: &[u8]) -> (String, Option<String>) {
    let mut out = Vec::new();
    let mut solver = Grundy::new(Solver::default(), misere);
    let error = judge.run(&mut solver, input, &mut out).err();
    (String::from_utf8(out).unwrap(), error.map(|e| format!("{e:?}")))
}

#[test]
fn built_in_profiles_answer_random_inputs_alike() {
    let mut compared = 0;
    for builtin in BUILTINS {
        let profile = builtin.profile().unwrap();
        let made = inputs(&profile, &Grundy::new(Solver::default(), false), 5, 1).unwrap();
        let (fast, slow) = (Judge::new(&profile).unwrap(), Judge::new(&profile).unwrap().without_shortcuts());
        for input in made.iter().filter(|input| input.len() < LONGEST) {
            assert_eq!(judged(&fast, false, input), judged(&slow, false, input), "{}", profile.source());
            compared += 1;
        }
    }
    assert!(compared > BUILTINS.len(), "{compared}");
}

/// Templates of positions over the names k, n and the list x.
const ASKED: [&str; 34] = [
    "nim[{{ x | join(', ') }}]",
    "nim[{{ k }}]",
    "nim[ {{ k }} , 0{% for h in x %}, {{ h }}{% endfor %}, 12 ]",
    "nim[{{ k - 5 }}]",
    "nim[{{ k }}{{ n }}]",
    "nim[{{ k }} {{ n }}]",
    "nim[{{ k }}; last {{ n }}]",
    "misere nim[{{ x | join(', ') }}]",
    "staircase[{{ x | join(', ') }}]",
    "nimble[{{ x | join(', ') }}]",
    "wythoff[{{ x | join(', ') }}]",
    "euclid[{{ k }}, {{ n }}]",
    "lasker[{{ x | join(', ') }}]",
    "moore({{ k }})[{{ x | join(', ') }}]",
    "bash({{ k }})[{{ x | join(', ') }}]",
    "take 1..{{ k }}[{{ x | join(', ') }}]",
    "take {{ k }}..{{ n }}[{{ x | join(', ') }}]",
    "take 1..{{ k }} or take 4[{{ x | join(', ') }}]",
    "take 1, {{ k }}[{{ x | join(', ') }}]",
    "take 1..1{{ k }}[{{ x | join(', ') }}]",
    "take 1..{{ k }}*2[{{ x | join(', ') }}]",
    "{% for h in x %}{% if not loop.first %} + {% endif %}bash({{ h + k }})[{{ h }}]{% endfor %}",
    "misere {% for h in x %}{% if not loop.first %} + {% endif %}bash({{ k }})[{{ h }}]{% endfor %}",
    "nim[{{ k }}]{% for h in x %} + discard 1 heap then split into 2 heaps[{{ h }}, {{ n }}]{% endfor %}",
    "some(nim[{{ k }}]{% for h in x %}, bash({{ n }})[{{ h }}]{% endfor %})",
    "misere some(nim[{{ k }}], bash(2)[{{ n }}])",
    "seq({% for h in x %}{% if not loop.first %}, {% endif %}nim[{{ h }}]{% endfor %})",
    "misere seq({% for h in x %}{% if not loop.first %}, {% endif %}nim[{{ h }}, {{ k }}]{% endfor %})",
    "seq(bash({{ k }})[{{ n }}], nim[{{ k }}] + nim[{{ n }}], nim[1]) + nim[{{ k }}]",
    "some(nim[{{ k }}], nim[{{ n }}], nim[{{ n }}] + bash({{ k }})[{{ n }}])",
    "all(nim[{{ k }}], bash(2)[{{ n }}])",
    "short(take 1[{{ k }}], take 4[{{ n }}])",
    "{{ k }}[{{ n }}]",
    "nim {{ k }}",
];

/// The numbers k and n, and the list x.
type Case = (u64, String, Vec<u64>);

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]
    #[test]
    fn pieces_are_no_exception(
        asked in prop::sample::select(ASKED.to_vec()),
        misere in prop::bool::weighted(0.1),
        cases in prop::collection::vec(
            (
                prop_oneof![4 => 0_u64..12, 1 => Just(u64::MAX)],
                prop_oneof![9 => (0_u64..12).prop_map(|n| n.to_string()), 1 => Just("99999999999999999999".to_owned())],
                prop::collection::vec(0_u64..12, 0..5),
            ),
            1..8,
        ),
    ) {
        let toml = format!(
            "ask = '''{asked}'''\n[input]\npattern = '(k n m x*m)*'\n[output]\nN = '{{{{ case }}}} {{{{ outcome }}}}'\nP = 'P'\nD = 'D'"
        );
        let profile = Profile::parse(&toml).unwrap();
        // Large heaps only where no search would meet them.
        let is_searched = ["all", "short", "some", "seq", "misere", "wythoff"].iter().any(|word| asked.contains(word));
        let is_small = |case: &&Case| !(is_searched || misere) || case.0 < 12 && case.1.len() < 3;
        let cases: Vec<Case> = cases.iter().filter(is_small).cloned().collect();
        // Alone first, since a text of which one number is not valid must not spoil the others.
        for case in cases.iter().map(std::slice::from_ref).chain([&cases[..]]) {
            let input: String = case
                .iter()
                .map(|(k, n, x)| {
                    let x: Vec<String> = x.iter().map(u64::to_string).collect();
                    format!("{k} {n} {} {}\n", x.len(), x.join(" "))
                })
                .collect();
            let fast = judged(&Judge::new(&profile).unwrap(), misere, input.as_bytes());
            let slow = judged(&Judge::new(&profile).unwrap().without_shortcuts(), misere, input.as_bytes());
            prop_assert_eq!(fast, slow, "{}\n{}", asked, input);
        }
    }
}
