//! The fast path gives the output of the general path, for templates, orders and inputs of every form.

#![allow(clippy::format_push_string, clippy::format_collect)] // the plainest way to say it

use grundy_judge::{Judge, Profile};
use proptest::prelude::*;

fn template() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{{ to | join(' ') }}",
        "{{to|join(\", \")}}",
        "{{ first.to | join('') }}",
        "{{ first.heap }} {{ first.amount }}",
        "{{ first.left }}",
        "{{ first.stones }}",
        "{{ moves[0].heap }} {{ moves[-1].left }}",
        "{{ moves[a].to | join('.') }}",
        "{{ first.take | join('/') }}",
        "{{ heap }}:{{ amount }}:{{ left }}",
        "{{ case }}",
        "{{ outcome }}",
        "{{ a }} {{ b }}",
        "{{ count }}",
        "{{ x | join('-') }}",
        "text",
        "\n",
        "{% if a > b %}more{% endif %}",
        "{{ a + b }}",
        " } { ",
    ]);
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

fn without_move_parts(template: &str) -> String {
    template
        .replace("{{ to | join(' ') }}", "")
        .replace("{{to|join(\", \")}}", "")
        .replace("{{ heap }}:{{ amount }}:{{ left }}", "")
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0_u64..20, 0_u64..1_000_000_000_000]
}

proptest! {
    #[test]
    fn short_and_long_road_write_the_same(
        n in template(),
        p in template(),
        line in prop::option::of(template()),
        order in prop::sample::select(vec!["to", "pair-first", "heap", "fewest", "most"]),
        distinct in prop::option::of(any::<bool>()),
        game in prop::sample::select(vec!["nim", "wythoff"]),
        separator in prop::sample::select(vec!["", " ", "\n"]),
        cases in prop::collection::vec((number(), number(), prop::collection::vec(number(), 0..3)), 0..6),
    ) {
        let (n, p) = (without_move_parts(&n), without_move_parts(&p));
        let mut toml = format!(
            "game = '{game}'\nposition = 'a b'\n[input]\npattern = '(a b k x*k)*'\n[output]\nN = '''\n{n}'''\nP = '''\n{p}'''\norder = '{order}'\nseparator = '''{separator}'''\n"
        );
        if let Some(line) = &line {
            toml += &format!("move = '''\n{line}'''\n");
        }
        if let Some(distinct) = distinct {
            toml += &format!("distinct = {distinct}\n");
        }
        let profile = Profile::parse(&toml).unwrap();
        let input: String = cases
            .iter()
            .map(|(a, b, x)| {
                let x: Vec<String> = x.iter().map(u64::to_string).collect();
                format!("{a} {b} {} {}\n", x.len(), x.join(" "))
            })
            .collect();
        let run = |judge: Judge| {
            let mut out = Vec::new();
            let error = judge.run(&mut crate::common::solver(), input.as_bytes(), &mut out).err().map(|e| e.to_string());
            (String::from_utf8(out).unwrap(), error)
        };
        let short = run(Judge::new(&profile).unwrap());
        let long = run(Judge::new(&profile).unwrap().without_shortcuts());
        prop_assert_eq!(short, long, "{}", toml);
    }
}
