//! Answers beyond who wins: the k-th move, the fewest and the most stones, heaps to discard, changes between questions,
//! scripts under misère play.

use std::fmt::Write as _;

use grundy_judge::{Error, Grundy, Judge, Profile};
use grundy_solver::Solver;

/// The answers on the fast path, which are those of the general one.
fn judged(toml: &str, input: &str) -> Result<String, Error> {
    let profile = Profile::parse(toml)?;
    let run = |judge: Judge| {
        let mut out = Vec::new();
        judge.run(&mut Grundy::new(Solver::default(), false), input.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out).expect("UTF-8"))
    };
    let slow = run(Judge::new(&profile)?.without_shortcuts());
    let fast = run(Judge::new(&profile)?);
    match (fast, slow) {
        (Ok(fast), Ok(slow)) => {
            assert_eq!(fast, slow, "{toml}");
            Ok(fast)
        }
        (fast, slow) => {
            assert!(fast.is_err() && slow.is_err(), "{toml}");
            fast
        }
    }
}

fn profile(game: &str, pattern: &str, output: &str) -> String {
    format!("game = '{game}'\nposition = 'x'\n[input]\npattern = '{pattern}'\n[output]\nP = 'P'\n{output}")
}

/// Lists of heaps by a fixed generator.
fn lists(count: usize, most: u64, size: u64) -> Vec<Vec<u64>> {
    let mut state = 88_172_645_463_325_252u64;
    let mut below = |end: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % end
    };
    (0..count).map(|_| (0..=below(most)).map(|_| below(size)).collect()).collect()
}

/// An input of `(n x*n)*`.
fn input(lists: &[Vec<u64>]) -> String {
    let mut text = String::new();
    for heaps in lists {
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "{} {}", heaps.len(), heaps.join(" "));
    }
    text
}

/// The winning takes of Nim as stones, heap, in the order of heaps.
fn takes(heaps: &[u64]) -> Vec<(u64, usize)> {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let takes = heaps.iter().enumerate().filter(|(_, heap)| *heap ^ sum < **heap);
    takes.map(|(at, heap)| (heap - (heap ^ sum), at + 1)).collect()
}

#[test]
fn the_kth_move_is_that_of_the_list() {
    let lists = lists(300, 6, 30);
    for (order, sort) in [("heap", 0), ("fewest", 1), ("most", 2)] {
        let n = "N = '{{ moves[1].heap }}:{{ moves[1].stones }} {{ moves[-1].amount }} {{ moves[count - 1].left }}'";
        // A position with one winning move has no second one.
        let toml = profile("nim", "(n x*n)*", &format!("{n}\norder = '{order}'"));
        let several: Vec<Vec<u64>> = lists.iter().filter(|heaps| takes(heaps).len() != 1).cloned().collect();
        let mut expected = String::new();
        for heaps in &several {
            let mut found = takes(heaps);
            match sort {
                0 => {}
                1 => found.sort_by_key(|(stones, _)| *stones),
                _ => found.sort_by_key(|(stones, _)| std::cmp::Reverse(*stones)),
            }
            let _ = match (found.get(1), found.last()) {
                (Some((stones, heap)), Some((last, at))) => {
                    writeln!(expected, "{heap}:{stones} {last} {}", heaps[at - 1] - last)
                }
                _ => writeln!(expected, "P"),
            };
        }
        assert_eq!(
            judged(&toml, &input(&several)).unwrap(),
            expected.trim_end().to_owned() + "\n",
            "{order}"
        );
        let whole = profile(
            "nim",
            "(n x*n)*",
            &format!("N = '{{{{ moves[1].to }}}} {{{{ moves[1] == moves[1] }}}}'\norder = '{order}'"),
        );
        assert!(judged(&whole, &input(&several)).is_ok());
    }
    let beyond = profile("nim", "(n x*n)*", "N = '{{ moves[1].heap }}'\norder = 'heap'");
    assert_eq!(judged(&beyond, "1 3").unwrap_err().code, "undefined");
}

#[test]
fn the_kth_move_of_many_heaps_is_found_in_time() {
    let heaps: Vec<u64> = (0..200_000).map(|n| 2 * n + 1).chain([1 << 20]).collect();
    let toml = profile(
        "nim",
        "k n x*n",
        "N = '{{ moves[k - 1].heap }} {{ moves[k - 1].left }} {{ count }}'\norder = 'heap'",
    );
    let found = takes(&heaps);
    let text = format!("1 {}", input(std::slice::from_ref(&heaps)));
    let (stones, heap) = found[0];
    let expected = format!("{heap} {} {}\n", heaps[heap - 1] - stones, found.len());
    assert_eq!(judged(&toml, &text).unwrap(), expected);
    let many: Vec<u64> = (0..200_001).map(|n| (1 << 30) + n).collect();
    let found = takes(&many);
    assert!(found.len() > 100_000);
    let (stones, heap) = found[99_999];
    let expected = format!("{heap} {} {}\n", many[heap - 1] - stones, found.len());
    assert_eq!(judged(&toml, &format!("100000 {}", input(std::slice::from_ref(&many)))).unwrap(), expected);
    // By result: the heap that is left is the smallest of all, so the results are in its order.
    let toml = toml.replace("order = 'heap'", "order = 'to'");
    let mut left: Vec<(u64, usize)> =
        found.iter().map(|(stones, heap)| (many[heap - 1] - stones, *heap)).collect();
    left.sort_unstable();
    let (left, heap) = left[99_999];
    let expected = format!("{heap} {left} {}\n", found.len());
    assert_eq!(judged(&toml, &format!("100000 {}", input(std::slice::from_ref(&many)))).unwrap(), expected);
}

/// The order by result is the same whether the positions after the moves are written out or not.
#[test]
fn results_that_are_not_written_out_are_in_order() {
    let lists = lists(150, 5, 9);
    // Without stones the player to move wins misère Nim, and has no move.
    let answer = "{% if count > 0 %}{{ moves[0].heap }}:{{ moves[0].left }} {{ moves[-1].heap }}:{{ moves[-1].amount }}{% endif %} {{ count }}";
    for game in ["nim", "lasker", "wythoff", "take 1..3 from up to 2 heaps freely", "fibonacci", "misere nim"]
    {
        for order in
            ["order = 'to'", "order = 'pair-first'", "distinct = true", "order = 'heap'\ndistinct = true"]
        {
            let of = |answer: &str| {
                judged(&profile(game, "(n x*n)*", &format!("N = '{answer}'\n{order}")), &input(&lists))
            };
            let whole = of(&format!(
                "{{% for move in moves %}}{{% if move.to %}}{{% endif %}}{{% endfor %}}{answer}"
            ));
            assert_eq!(of(answer).unwrap(), whole.unwrap(), "{game} {order}");
        }
    }
}

#[test]
fn heaps_are_discarded_in_the_order_of_the_input() {
    let lists: Vec<Vec<u64>> = lists(120, 7, 16);
    let answer = "{{ discard.count }} {{ discard.stones }} {{ discard.heaps | join(',') }} {{ discard.left | join(',') }}";
    for (aim, by_stones, most) in [
        ("fewest", false, false),
        ("most", false, true),
        ("fewest-stones", true, false),
        ("most-stones", true, true),
    ] {
        let if_any = format!("{{% if discard is defined %}}{answer}{{% else %}}none{{% endif %}}");
        let toml = profile("nim", "(n x*n)*", "")
            .replace("P = 'P'", &format!("N = \"{if_any}\"\nP = \"{if_any}\"\ndiscard = '{aim}'"));
        let text = judged(&toml, &input(&lists)).unwrap();
        for (heaps, line) in lists.iter().zip(text.lines()) {
            // Every choice.
            let mut best = None;
            for set in 0u32..1 << heaps.len() {
                let gone = |at: &usize| set >> at & 1 == 1;
                let all = || 0..heaps.len();
                let rest = all().filter(|at| !gone(at)).fold(0, |sum, at| sum ^ heaps[at]);
                let stays = all().any(|at| !gone(&at) && heaps[at] > 0);
                // Empty heaps are not discarded.
                if rest != 0 || most && !stays || all().any(|at| gone(&at) && heaps[at] == 0) {
                    continue;
                }
                let cost = all().filter(gone).map(|at| if by_stones { heaps[at] } else { 1 }).sum::<u64>();
                best = match best {
                    Some(known) if (cost < known) == most => Some(known),
                    _ => Some(cost),
                };
            }
            let parts: Vec<&str> = line.split(' ').collect();
            if parts[0] == "none" {
                assert_eq!(best, None, "{aim} {heaps:?}");
                continue;
            }
            let numbers =
                |text: &str| -> Vec<u64> { text.split(',').filter_map(|n| n.parse().ok()).collect() };
            let gone: Vec<u64> =
                numbers(parts[2]).iter().map(|at| heaps[usize::try_from(*at).unwrap() - 1]).collect();
            assert_eq!(parts[0].parse::<usize>().unwrap(), gone.len());
            assert_eq!(parts[1].parse::<u64>().unwrap(), gone.iter().sum::<u64>());
            let cost = if by_stones { gone.iter().sum() } else { gone.len() as u64 };
            assert_eq!(Some(cost), best, "{aim} {heaps:?}: {line}");
            let left = numbers(parts.get(3).copied().unwrap_or_default());
            assert_eq!(left.iter().fold(0, |sum, heap| sum ^ heap), 0);
            assert_eq!(left.len() + gone.len(), heaps.len());
        }
    }
    let without = profile("nim", "(n x*n)*", "N = '{{ discard.count }}'");
    assert_eq!(Profile::parse(&without).unwrap_err().code, "discard-without-aim");
    let unknown = profile("nim", "(n x*n)*", "N = '1'\ndiscard = 'fewes'");
    assert_eq!(Profile::parse(&unknown).unwrap_err().code, "unknown-aim");
}

#[test]
fn the_position_changes_between_questions() {
    let toml = "game = 'nim'\nposition = 'a'\n[input]\npattern = 'n q a*n (t x y)*q'\n\
                change = 'a[x - 1] = y if t = 1'\nasks = 't = 2'\n[output]\nN = '{{ case }}:{{ value }}'\nP = '{{ case }}:P'";
    let text = "3 6 1 2 3 2 0 0 1 1 4 2 0 0 1 3 6 1 2 2 2 0 0";
    assert_eq!(judged(toml, text).unwrap(), "1:P\n2:5\n3:P\n");
    // Without a condition every record is asked after its change; a part of the array by a template.
    let toml = "ask = 'nim[{{ a[x - 1:y] | join(\", \") }}]'\n[input]\npattern = 'n q a*n (x y)*q'\n\
                change = \"\"\"\na[0] = a[0] + 1\nx = 1 if x = 9\n\"\"\"\n[output]\nN = '{{ value }}'\nP = 'P'";
    assert_eq!(judged(toml, "3 3 1 2 3 2 3 9 2 1 1").unwrap(), "1\n1\n4\n");
    // The text of a game may change, too.
    let toml = "game = 'bash({{ m }})'\nposition = 'h'\n[input]\npattern = 'm q (h k)*q'\nchange = 'm = k if k > 0'\n\
                [output]\nN = 'N'\nP = 'P'";
    assert_eq!(judged(toml, "3 3 4 0 4 2 4 0").unwrap(), "P\nN\nN\n");
    for (change, code) in [
        ("a[q] = 1", "change-beyond"),
        ("a = 1", "change-unfit"),
        ("b = 1", "unknown-name"),
        ("q[0] = 1", "change-unfit"),
        ("a[0] = 1 1", "unexpected"),
        ("a[0]", "ends-too-soon"),
    ] {
        let toml = format!(
            "game = 'nim'\nposition = 'a'\n[input]\npattern = 'n q a*n (t)*q'\nchange = '{change}'\n[output]\nN = 'N'\nP = 'P'"
        );
        let error = judged(&toml, "1 1 1 1").unwrap_err();
        assert_eq!(error.code, code, "{change}: {error}");
        assert!(error.to_string().starts_with("5:"), "{change}: {error}");
    }
}

#[test]
fn each_size_has_an_answer() {
    let toml = "game = 'take 1, 3, 4'\nposition = 'i'\n[input]\npattern = 'n'\nover = 'i = 1..n'\n\
                [output]\nN = '{{ i }}:{{ value }}'\nP = '{{ i }}:0'\nseparator = ' '";
    assert_eq!(judged(toml, "7").unwrap(), "1:1 2:0 3:1 4:2 5:3 6:2 7:0\n");
}

#[test]
fn scripts_have_misere_play() {
    let toml = |misere: &str| {
        format!(
            "position = 'n'\n{misere}script = 'fn options(p) {{ [1, 2, 3].filter(|k| k <= p[0]).map(|k| [p[0] - k]) }}'\n\
             [input]\npattern = '(n)*'\n[output]\nN = 'N'\nP = 'P'"
        )
    };
    assert_eq!(judged(&toml(""), "0 1 2 3 4 5").unwrap().replace('\n', ""), "PNNNPN");
    assert_eq!(judged(&toml("misere = false\n"), "0 1 4").unwrap().replace('\n', ""), "PNP");
    assert_eq!(judged(&toml("misere = true\n"), "0 1 2 3 4 5").unwrap().replace('\n', ""), "NPNNNP");
    let in_game = profile("nim", "(n x*n)*", "N = 'N'").replacen("game", "misere = true\ngame", 1);
    assert_eq!(Profile::parse(&in_game).unwrap_err().code, "misere-in-game");
}

#[test]
fn remoteness_is_a_word_of_templates() {
    let both = "N = '{{ remoteness }}'\nP = '{{ remoteness }}'";
    let one = format!("game = 'bash(3)'\nposition = 'x'\n[input]\npattern = '(x)*'\n[output]\n{both}");
    assert_eq!(judged(&one, "0 1 4 5 8").unwrap(), "0\n1\n2\n3\n4\n");
    let asked =
        format!("ask = 'nim[{{{{ a }}}}, {{{{ b }}}}]'\n[input]\npattern = '(a b)*'\n[output]\n{both}");
    assert_eq!(judged(&asked, "1 1\n1 2\n2 2\n0 7\n").unwrap(), "2\n3\n4\n1\n");
    // It is searched for, and two large heaps are too many positions.
    assert!(judged(&asked, "1000000000000 1000000000000\n").is_err());
    let known = "{% if remoteness is defined %}d{% else %}u{% endif %}";
    let scores = format!(
        "game = 'take 1..3; win most'\nposition = 'x'\n[input]\npattern = '(x)*'\n[output]\nN = '{known}'\nP = '{known}'\nD = '{known}'"
    );
    assert_eq!(judged(&scores, "5").unwrap(), "u\n");
}
