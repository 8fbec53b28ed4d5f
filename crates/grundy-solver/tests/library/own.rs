//! Graphs, scripts and games in Rust against plain searches and against the games of the notation.

use std::collections::{BTreeSet, HashMap};

use grundy_solver::game::Game;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::notation::{Files, GameLine, Reading, parse_position, parse_position_with};
use grundy_solver::own::{Own, OwnGame, Typed};
use grundy_solver::periods::PeriodQuestion;
use grundy_solver::position::Position;
use grundy_solver::{Answer, Outcome, Solver};
use proptest::prelude::*;

/// Followers by vertex.
type Lists = Vec<BTreeSet<usize>>;

fn in_place(lists: &Lists) -> String {
    let clause = |(v, to): (usize, &BTreeSet<usize>)| {
        format!("v{v}: {}", to.iter().map(|w| format!("v{w}")).collect::<Vec<_>>().join(" "))
    };
    format!("graph(\"{}\")", lists.iter().enumerate().map(clause).collect::<Vec<_>>().join("; "))
}

fn graphs(cyclic: bool) -> impl Strategy<Value = Lists> {
    (2usize..=8).prop_flat_map(move |n| {
        let edges = proptest::collection::vec((0..n, 0..n), 0..=2 * n);
        edges.prop_map(move |edges| {
            let mut lists = vec![BTreeSet::new(); n];
            for (a, b) in edges {
                if cyclic || a > b {
                    lists[a].insert(b);
                }
            }
            lists
        })
    })
}

/// Tokens on vertices and a nim heap, marked by sweeps over all positions until nothing changes.
fn plain(lists: &Lists, tokens: usize, heap: usize, misere: bool) -> HashMap<Vec<usize>, Outcome> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..tokens {
        all = all.iter().flat_map(|p| (0..lists.len()).map(|v| [&p[..], &[v]].concat())).collect();
    }
    all = all.iter().flat_map(|p| (0..=heap).map(|h| [&p[..], &[h]].concat())).collect();
    let mut marks: HashMap<Vec<usize>, Outcome> = HashMap::new();
    loop {
        let before = marks.len();
        for position in &all {
            if marks.contains_key(position) {
                continue;
            }
            let options = options(lists, position);
            let found = |outcome| options.iter().filter(|o| marks.get(*o) == Some(&outcome)).count();
            if options.is_empty() {
                marks.insert(position.clone(), if misere { Outcome::N } else { Outcome::P });
            } else if found(Outcome::P) > 0 {
                marks.insert(position.clone(), Outcome::N);
            } else if found(Outcome::N) == options.len() {
                marks.insert(position.clone(), Outcome::P);
            }
        }
        if marks.len() == before {
            return marks;
        }
    }
}

fn options(lists: &Lists, position: &[usize]) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    let (heap, tokens) = position.split_last().unwrap();
    for (index, &v) in tokens.iter().enumerate() {
        options.extend(lists[v].iter().map(|&w| {
            let mut next = position.to_vec();
            next[index] = w;
            next
        }));
    }
    options.extend((0..*heap).map(|h| [tokens, &[h]].concat()));
    options
}

fn outcome_of(marks: &HashMap<Vec<usize>, Outcome>, position: &[usize]) -> Outcome {
    marks.get(position).copied().unwrap_or(Outcome::D)
}

/// The positions after the moves of an answer, as tokens (sorted) and heap.
fn results(answer: &Answer, position: &[usize]) -> BTreeSet<Vec<usize>> {
    let json = answer.to_json(grundy_solver::text::Lang::En);
    let (heap, tokens) = position.split_last().unwrap();
    let result = |m: &serde_json::Value| {
        let to = m["to"].as_array().unwrap();
        if m["component"] == 1 {
            let mut left = tokens.to_vec();
            left.sort_unstable();
            return [&left[..], &[usize::try_from(to[0].as_u64().unwrap()).unwrap()]].concat();
        }
        let mut left: Vec<usize> = to.iter().map(|v| v.as_str().unwrap()[1..].parse().unwrap()).collect();
        left.sort_unstable();
        [&left[..], &[*heap]].concat()
    };
    json["moves"].as_array().unwrap().iter().map(result).collect()
}

fn check(lists: &Lists, tokens: usize, heap: usize, misere: bool) {
    let marks = plain(lists, tokens, heap, misere);
    let solver = Solver::default();
    let starts: Vec<usize> = (0..lists.len()).collect();
    for first in 0..lists.len() {
        let mut position: Vec<usize> = (0..tokens).map(|i| starts[(first + 3 * i) % lists.len()]).collect();
        position.push(heap);
        let names = position[..tokens].iter().map(|v| format!("v{v}")).collect::<Vec<_>>().join(", ");
        let with_heap = if heap > 0 { format!(" + nim[{heap}]") } else { String::new() };
        let text = format!("{}{}[{names}]{with_heap}", if misere { "misere " } else { "" }, in_place(lists));
        let answer = solver.solve_text(&text).unwrap();
        let outcome = outcome_of(&marks, &position);
        assert_eq!(answer.outcome, outcome, "{text}");
        let good = match outcome {
            Outcome::N => Some(Outcome::P),
            Outcome::D => Some(Outcome::D),
            Outcome::P => None,
        };
        let sorted = |mut p: Vec<usize>| {
            let end = p.len() - 1;
            p[..end].sort_unstable();
            p
        };
        let wanted: BTreeSet<Vec<usize>> = options(lists, &position)
            .into_iter()
            .filter(|p| Some(outcome_of(&marks, p)) == good)
            .map(sorted)
            .collect();
        assert_eq!(results(&answer, &position), wanted, "{text}");
        assert!(answer.moves_complete);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_on_graphs_with_circles_as_the_plain_search_says(
        lists in graphs(true), tokens in 1usize..=3, heap in 0usize..=3, misere: bool,
    ) {
        check(&lists, tokens, heap, misere);
    }

    #[test]
    fn tokens_on_graphs_without_circles(lists in graphs(false), tokens in 1usize..=3, heap in 0usize..=2) {
        check(&lists, tokens, heap, false);
    }

    /// A graph, a script for the same graph, and the same in Rust.
    #[test]
    fn a_script_and_rust_say_what_the_graph_says(lists in graphs(true), misere: bool, heap in 0u32..3) {
        let rows = lists.iter().map(|to| format!("{to:?}").replace('{', "[").replace('}', "]"));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let script = Own::script("g", &format!("fn options(p) {{ [{rows}][p[0]].map(|v| [v]) }}")).unwrap();
        let rust = Typed::new("g", Walk(lists.clone()));
        let solver = Solver::default();
        let nim = parse_position(&format!("nim[{heap}]")).unwrap();
        for v in 0..lists.len() {
            let graph = parse_position(&format!("{}[v{v}]", in_place(&lists))).unwrap();
            let solve = |p: &Position| {
                let alone = solver.solve(&p.clone().with_misere(misere)).unwrap();
                let sum = solver.solve(&p.plus(&nim).unwrap().with_misere(misere)).unwrap();
                (alone.outcome, alone.value, alone.moves.len(), sum.outcome, sum.moves.len())
            };
            let expected = solve(&graph);
            prop_assert_eq!(solve(&script.position(&v.to_string()).unwrap()), expected.clone());
            prop_assert_eq!(solve(&rust.at(v).unwrap()), expected);
        }
    }
}

struct Walk(Lists);

impl OwnGame for Walk {
    type Position = usize;

    fn start(&self) -> usize {
        0
    }

    fn options(&self, position: &usize) -> Vec<usize> {
        self.0[*position].iter().copied().collect()
    }
}

const KAYLES: &str = "
fn options(rows) {
    let all = [];
    for (row, i) in rows {
        for taken in 1..3 {
            if row < taken { continue; }
            for left in 0..row - taken + 1 {
                let next = rows;
                next.remove(i);
                for part in [left, row - taken - left] { if part > 0 { next.push(part); } }
                next.sort();
                all.push(next);
            }
        }
    }
    all
}
fn parts(rows) { rows.map(|row| [row]) }
";

const WYTHOFF: &str = "
fn options(p) {
    let all = [];
    for k in 1..p[0] + 1 { all.push([p[0] - k, p[1]]); }
    for k in 1..p[1] + 1 { all.push([p[0], p[1] - k]); }
    for k in 1..min(p[0], p[1]) + 1 { all.push([p[0] - k, p[1] - k]); }
    all
}
";

const NIM: &str = "
fn options(heaps) {
    let all = [];
    for (heap, i) in heaps { for left in 0..heap { let next = heaps; next[i] = left; all.push(next); } }
    all
}
";

#[test]
fn scripts_agree_with_the_games_they_spell() {
    let games = [("kayles", KAYLES), ("wythoff", WYTHOFF), ("nim", NIM)];
    let solver = Solver::default().insist_on_value(true);
    for (name, text) in games {
        let script = Own::script(name, text).unwrap();
        for a in 0..7 {
            for b in 0..7 {
                let known = parse_position(&format!("{name}[{a}, {b}]")).unwrap();
                let known = |misere| solver.solve(&known.clone().with_misere(misere)).unwrap();
                let position = script.position(&format!("{a}, {b}")).unwrap();
                let found = solver.solve(&position).unwrap();
                assert_eq!(found.outcome, known(false).outcome, "{name}[{a}, {b}]");
                assert_eq!(found.value, known(false).value, "{name}[{a}, {b}]");
                let misere = solver.solve(&position.with_misere(true)).unwrap();
                assert_eq!(misere.outcome, known(true).outcome, "misere {name}[{a}, {b}]");
            }
        }
    }
    // Parts make rows of Kayles cheap that could never be searched as a whole.
    let kayles = Own::script("kayles", KAYLES).unwrap();
    let found = solver.solve(&kayles.position("40, 41, 42, 43").unwrap()).unwrap();
    assert_eq!(found.value, solver.solve_text("kayles[40, 41, 42, 43]").unwrap().value);
}

#[test]
fn parts_that_contradict_the_options_are_refused() {
    // Only the first heap moves, so [0, 2] is lost; by its parts it is won.
    let first = "fn options(p) { if p[0] > 0 { [[p[0] - 1] + p.extract(1)] } else { [] } } \
                 fn parts(p) { p.map(|n| [n]) }";
    // Each heap may be emptied, so [1, 1] is lost; the parts forget one heap.
    let all = "fn options(p) { let all = []; for (n, i) in p { let q = p; q.remove(i); all.push(q); } all } \
               fn parts(p) { if p.len() > 1 { [p.extract(1)] } else { () } }";
    for (text, at) in [(first, "0, 1"), (all, "1, 1")] {
        let game = Own::script("s", text).unwrap();
        let error = Solver::default().solve(&game.position(at).unwrap()).unwrap_err();
        assert_eq!(error.code(), "own-parts", "{text}");
        assert!(error.to_string().contains("`parts`"), "{error}");
    }
    let files = parse_position(&format!("script(\"{first}\")[0, 1] + nim[2]")).unwrap();
    assert!(Solver::default().solve(&files).is_ok(), "the nim heap has a winning move");
    let files = parse_position(&format!("script(\"{first}\")[0, 1] + nim[0]")).unwrap();
    assert_eq!(Solver::default().solve(&files).unwrap_err().code(), "own-parts");
}

#[test]
fn the_outcome_of_a_script_with_parts_does_not_list_its_moves() {
    // The options of a long position cannot be listed.
    let text = "fn options(p) { if p.len() > 1 { throw `whole` } if p[0] > 0 { [[p[0] - 1]] } else { [] } } \
                fn parts(p) { p.map(|n| [n]) }";
    let position = Own::script("s", text).unwrap().position("3, 4, 5, 7").unwrap();
    let solver = Solver::default();
    assert_eq!(solver.outcome(&position).unwrap(), Outcome::N);
    assert_eq!(solver.winning_turns(&position, 0).unwrap().outcome, Outcome::N);
    assert_eq!(solver.winning_turns(&position, 1).unwrap_err().code(), "script-failed");
    let sum = parse_position(&format!("script(\"{text}\")[3, 4, 5, 7] + nim[1]")).unwrap();
    assert_eq!(solver.outcome(&sum).unwrap(), Outcome::P);
    let sum = parse_position(&format!("script(\"{text}\")[3, 4, 5, 7] + nim[2]")).unwrap();
    assert_eq!(solver.outcome(&sum).unwrap(), Outcome::N);
}

#[test]
fn a_script_has_no_proved_period() {
    let code = |game: Game| {
        let line = GameLine::new(false, game);
        PeriodQuestion::new(&line, None, Limits::default(), false).err().map(|error| error.code())
    };
    assert_eq!(code(Game::Own(Own::script("s", NIM).unwrap())), Some("period-of-script"));
    assert_eq!(
        code((*parse_position("wythoff[1, 2]").unwrap().components()[0].game).clone()),
        Some("period-of-one-heap")
    );
}

#[test]
fn ends_decree_outcomes() {
    // Who reaches 10 or more has been beaten to it: the player to move there wins.
    let text = "fn options(p) { [[p[0] + 1], [p[0] + 2]] } fn ends(p) { if p[0] >= 10 { 'N' } else { () } }";
    let game = Own::script("s", text).unwrap();
    let solver = Solver::default();
    for (at, outcome) in
        [(10, Outcome::N), (9, Outcome::P), (8, Outcome::N), (7, Outcome::N), (6, Outcome::P)]
    {
        let position = game.position(&at.to_string()).unwrap();
        assert_eq!(solver.solve(&position).unwrap().outcome, outcome, "{at}");
        assert_eq!(solver.solve(&position.with_misere(true)).unwrap().outcome, outcome, "{at}");
    }
    let sum = game.position("3").unwrap().plus(&parse_position("nim[1]").unwrap()).unwrap();
    assert_eq!(solver.solve(&sum).unwrap_err().code(), "own-decreed-sum");
    // Over without a decree: the convention decides.
    let text = "fn options(p) { [[p[0] + 1]] } fn ends(p) { p[0] == 3 } fn start() { 1 }";
    let game = Own::script("s", text).unwrap();
    let at = |misere| solver.solve(&game.position("1").unwrap().with_misere(misere)).unwrap().outcome;
    assert_eq!((at(false), at(true)), (Outcome::P, Outcome::N));
    let start = parse_position("script(\"fn options(p) { [] } fn start() { [1, [2]] }\")").unwrap();
    assert!(start.to_string().ends_with("[1, [2]]"));
}

/// The options a script has returned are cached for the next question, and all of them are counted.
#[test]
fn what_is_kept_between_questions_stays_within_the_memory() {
    let text = "fn options(p) { if p[0] > 0 { [[p[0] - 1, p[1]]] } else { [] } }";
    let game = Own::script("s", text).unwrap();
    let solver = Solver::new(Limits { memory: 2 << 20, time: None, threads: 1 });
    let ask = |row: u32| solver.outcome(&game.position(&format!("1000, {row}")).unwrap());
    assert_eq!(ask(0).unwrap(), Outcome::P);
    let refused = (1..100).find_map(|row| ask(row).err()).unwrap();
    assert_eq!(refused.code(), "memory-limit");
    // Cached positions cost no more.
    assert_eq!(ask(0).unwrap(), Outcome::P);
}

#[test]
fn scripts_that_do_not_end_are_stopped() {
    let code_within = |memory: u64, text: &str| {
        let game = Own::script("s", text).unwrap();
        let solver = Solver::new(Limits { memory, time: None, threads: 0 });
        solver.solve(&game.position("1").unwrap()).unwrap_err().code()
    };
    let code = |text: &str| code_within(1 << 30, text);
    assert_eq!(code("fn options(p) { while true {} }"), "script-operations");
    assert_eq!(code("fn options(p) { options(p) }"), "script-depth");
    assert_eq!(code("fn options(p) { let all = [1]; loop { all += all; } }"), "script-size");
    assert_eq!(code_within(1 << 24, "fn options(p) { [[p[0] + 1]] }"), "memory-limit");
    // Each level keeps its own lists, none of them too long.
    let deep = "fn deep(n) { let a = []; a.pad(99000, n); let b = a; b.push(1); let c = a; c.push(2); \
                if n > 0 { deep(n - 1); } } fn options(p) { deep(45); [] }";
    assert_eq!(code_within(1 << 26, deep), "script-memory");
    // Its text would have ten thousand million letters.
    let long = "fn options(p) { let a = ``; a.pad(100000, `x`); a.replace(`x`, a); [] }";
    assert_eq!(code(long), "script-size");
    let unread = |text: &str| Own::script("s", text).unwrap_err().code();
    assert_eq!(unread("fn options(p) { sleep(100000000); [] }"), "script-syntax");
    assert_eq!(unread("fn options(p) { let f = Fn(`a`); f = f.curry(f); [] }"), "script-syntax");
    let replaced = "fn options(p) { let a = `aba`; a.replace(`a`, `cc`); if a == `ccbcc` { 7 } else { [] } }";
    assert_eq!(code(replaced), "script-answer");
    assert_eq!(code("fn options(p) { p[1] }"), "script-failed");
    assert_eq!(code("fn options(p) { throw \"no\" }"), "script-failed");
    for wrong in [
        "[true].sum()",
        "[[]].max()",
        "p[0].max()",
        "p.max(1)",
        "[9223372036854775807, 1].sum()",
        "gcd(p[0], [])",
    ] {
        assert_eq!(code(&format!("fn options(p) {{ {wrong} }}")), "script-failed", "{wrong}");
    }
    assert_eq!(code("fn options(p) { [[].max()] }"), "script-answer");
    assert_eq!(code("fn options(p) { 7 }"), "script-answer");
    assert_eq!(code("fn options(p) { [\"a\"] }"), "script-answer");
    assert_eq!(code("fn options(p) { [] } fn ends(p) { 3 }"), "script-answer");
    let timed = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let game = Own::script("s", "fn options(p) { while true {} }").unwrap();
    assert_eq!(Solver::new(timed).solve(&game.position("1").unwrap()).unwrap_err().code(), "time-limit");
    assert_eq!(Own::script("s", "fn options(p) { eval(\"1\") }").unwrap_err().code(), "script-syntax");
    assert_eq!(Own::script("s", "fn option(p) { [] }").unwrap_err().code(), "script-no-options");
    assert_eq!(Own::script("s", "fn options(p) {\n  [}").unwrap_err().code(), "script-syntax");
    let error = Own::script("own.rhai", "fn options(p) {\n  [}").unwrap_err();
    assert!(error.to_string().starts_with("own.rhai, line 2, column 4: "), "{error}");
}

/// No value of a script nests deep, and shared parts count as often as they would be printed.
#[test]
fn what_scripts_make_is_bounded_however_it_is_made() {
    let code_within = |memory: u64, text: &str| {
        let game = Own::script("s", text).unwrap();
        let solver = Solver::new(Limits { memory, time: None, threads: 1 });
        solver.solve(&game.position("5").unwrap()).unwrap_err().code()
    };
    let deep = [
        "let a = []; for i in 0..100000 { a = [a]; }",
        "let a = []; for i in 0..100000 { let b = []; b.push(a); a = b; }",
        "let a = [1]; loop { a[0] = a; }",
        "let a = #{x: 1}; loop { a.x = a; }",
        "let f = |x| x; for i in 0..100000 { let g = f; f = |x| g.call(x); }",
        "let f = |x| x; for i in 0..100000 { let g = [f]; f = |x| g[0]; }",
        "let a = [1]; loop { a = [a, a]; }",
        "let a = range(0, 50000).reduce(|all, x| [all, x], []);",
        "let a = `x`; loop { a = `${a}${a}`; }",
        "let a = [`xxxxxxxxxxxxxxxxxxxxxxxx`]; loop { a += a; }",
    ];
    for body in deep {
        assert_eq!(code_within(1 << 30, &format!("fn options(p) {{ {body} [] }}")), "script-size", "{body}");
    }
    // A list for every level, kept by a loop, by an argument, and by the list of arguments.
    for body in [
        "fn f(n) { for x in range(0, 99999, 1) { f(n - 1); } } fn options(p) { f(40); [] }",
        "fn g(a, b) { 1 } fn f(n) { let a = []; a.pad(99999, 1); if n > 0 { g(a, f(n - 1)) } else { 1 } } \
         fn options(p) { f(40); [] }",
        "fn options(p) { let a = #{}; for i in 0..90000 { a[`${i}`] = `x`; } [] }",
    ] {
        assert_eq!(code_within(1 << 23, body), "script-memory", "{body}");
    }
    // The deepest nesting fits the default stack of threads, even without optimisation.
    for (before, after) in [
        ("[", "]"),
        ("1 + (", ")"),
        ("g(1, ", ")"),
        ("if true { ", " }"),
        ("let x = { ", " };"),
        ("for k in 0..1 { ", " }"),
        ("loop { ", "; break; }"),
        ("try { ", " } catch { throw 1 }"),
        ("switch 1 { _ => { ", " } }"),
        ("[1].map(|x| ", ")"),
        ("[2, 1].sort(|x, y| ", ")"),
        ("[1][", "]"),
    ] {
        let nested = format!(
            "fn f(n) {{ {}f(n + 1){} }} fn g(a, b) {{ b }} fn options(p) {{ f(0) }}",
            before.repeat(12),
            after.repeat(12)
        );
        let small = std::thread::Builder::new().stack_size(2 << 20);
        let code = small.spawn(move || code_within(1 << 30, &nested)).unwrap().join().unwrap();
        assert_eq!(code, "script-depth", "{before}");
    }
}

/// The language is a subset of Rhai with the same meaning.
#[test]
fn scripts_compute_as_they_read() {
    let value = |body: &str| {
        let game = Own::script("s", &format!("fn options(p) {{ [] }} fn start() {{ {body} }}"))
            .unwrap_or_else(|error| panic!("{body}: {error}"));
        let budget = Budget::default();
        let start = game.start(&budget).unwrap_or_else(|error| panic!("{body}: {error}"));
        game.shown(&start.unwrap())
    };
    for (body, expected) in [
        ("[1 + 2 * 3, (1 + 2) * 3, 2 ** 3 ** 2, 7 % 4, -7 / 2, 1 << 4 + 1]", "7, 9, 512, 3, -3, 17"),
        ("let a = [1, 2]; let b = a; b.push(3); a[0] = 9; [a, b]", "[9, 2], [1, 2, 3]"),
        ("let n = 0; while n < 10 { n += 3; if n > 8 { break; } } n", "9"),
        ("let n = 0; loop { n += 1; if n % 2 == 0 { continue; } if n > 6 { break; } } n", "7"),
        ("let n = 0; do { n += 1; } while n < 3; n", "3"),
        ("let all = []; for (x, i) in [5, 6] { all.push(x * 10 + i); } all", "50, 61"),
        ("let all = []; for k in 3..=1 { all.push(k); } for k in 1..=3 { all += k; } all", "1, 2, 3"),
        ("let all = []; for k in range(9, 0, -4) { all.push(k); } all", "9, 5, 1"),
        ("[3, 1, 2].filter(|k| k > 1).map(|k, i| k * 10 + i)", "30, 21"),
        ("let n = 10; [1, 2].map(|k| [n - k])", "[9], [8]"),
        ("let a = [3, 1, 2]; a.sort(|x, y| y - x); a", "3, 2, 1"),
        ("let a = [3, 1, 2, 1]; a.sort(); a.dedup(); a.reverse(); a", "3, 2, 1"),
        ("let a = [1, 2, 3, 4]; [a.remove(1), a.pop(), a.shift(), a.len()]", "2, 4, 1, 1"),
        ("let a = [1, 2, 3, 4]; a.insert(1, 9); a.truncate(3); a.pad(5, 0); a", "1, 9, 2, 0, 0"),
        (
            "let a = [1, 2, 3, 4]; let b = a.drain(|x| x % 2 == 0); [a, b, a.extract(1)]",
            "[1, 3], [2, 4], [3]",
        ),
        ("let a = [[1, 2], [3]]; a[0][1] += 5; a[-1].push(4); a", "[1, 7], [3, 4]"),
        (
            "let m = #{a: 1, b: [2]}; m.a += 5; m[`c`] = 7; m.b.push(3); [m.a, m.c, m.b, m.keys().len()]",
            "6, 7, [2, 3], 3",
        ),
        ("switch 4 { 1 | 2 => 1, 3..6 => 2, _ => 3 }", "2"),
        ("switch [1, 2] { [1, 2] if 1 > 2 => 1, _ => 3 }", "3"),
        ("let x = if 1 in [2, 1] { 4 } else if true { 5 } else { 6 }; x", "4"),
        ("let x = 0; try { throw 7 } catch (e) { x = e + 1; } x", "8"),
        ("let n = 0; loop { n += 1; if n > 2 { break; } } [n]", "3"),
        ("let x = loop { break 7; }; let y = loop { for k in [x] { break; } break [x]; }; [x, y]", "7, [7]"),
        (
            "[[3, 1, 2].sum(), [3, 1, 2].max(), (2..5).min(), [].sum(), gcd(12, -18), gcd(0, 0), 4.max(9), max(4, 1)]",
            "6, 3, 2, 0, 6, 0, 9, 4",
        ),
        ("f(3, 4) } fn f(a, b) { for k in 0..9 { if k == a { return [k, b]; } } []", "3, 4"),
        ("f(f(1, 2), f(3, f(4, 5))) } fn f(a, b) { a * 10 + b", "195"),
        (
            "let x = 1; try { x = f(2, g()) } catch (e) { x = [x, e]; } x } fn f(a, b) { a } fn g() { throw 5",
            "1, 5",
        ),
        ("let x = 1; for k in 0..3 { x = f(k, { if k == 1 { continue } k }); } x } fn f(a, b) { a + b", "4"),
        (
            "[-17, -16, 221, 222, -70000, [[], 9223372036854775807], -9223372036854775807, []]",
            "-17, -16, 221, 222, -70000, [[], 9223372036854775807], -9223372036854775807, []",
        ),
        ("let a = [1]; try { a[5] = 2; } catch { a[0] = 3; } a", "3"),
        (
            "[`a${1 + 1}b`.len(), \"x,y,z\".split(\",\").len(), \"12\".parse_int(), \"abc\".index_of('c')]",
            "3, 3, 12, 2",
        ),
        ("[[1, 2].contains(2), 3 in 1..3].filter(|b| b).len()", "1"),
        ("[1, 2, 3].reduce(|a, b| a + b, 0) + min(4, 2) + max(4, 2) + abs(-3)", "15"),
        ("let f = |a, b| a - b; f.call(9, 4)", "5"),
        ("if [1, 2].all(|k| k > 0) && ![1, 2].some(|k| k > 2) || false { 1 } else { 0 }", "1"),
        ("0xff + 0b11 + 1_000", "1258"),
        ("let a = []; for i in 0..45000 { a.push(i); a += [i]; } a.len()", "90000"),
        ("let m = #{}; for i in 0..9000 { m[`${i}`] = i; } m.len()", "9000"),
        ("return 5; 6", "5"),
        ("let x = (); x ?? 4", "4"),
        ("fib(20)} fn fib(n) { if n < 2 { n } else { fib(n - 1) + fib(n - 2) }", "6765"),
    ] {
        assert_eq!(value(body), expected, "{body}");
    }
    let flaw = |body: &str| {
        let text = format!("fn options(p) {{ {body} }}");
        let message = Own::script("s", &text).map(|_| ()).unwrap_err().to_string();
        message.split("cannot be read: ").nth(1).unwrap_or_default().to_owned()
    };
    for (body, expected) in [
        ("1 & true", "`&` does not work on `i64` and `bool`"),
        ("[1] << 2", "`<<` does not work on `array` and `i64`"),
        ("true !in 2", "`!in` does not work on `bool` and `i64`"),
    ] {
        let game = Own::script("s", &format!("fn options(p) {{ {body} }}")).unwrap();
        let error = Solver::default().solve(&game.position("1").unwrap()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    for (body, expected) in [
        ("let n = 0; p.for_each(|x| n += x); []", "`n` is a copy here"),
        ("let all = []; p.for_each(|x| all.push(x)); all", "`all` is a copy here"),
        ("const n = 0; n = 1; []", "`n` is a constant"),
        ("q", "there is no variable `q`"),
        ("p.pussh(1)", "there is no function `pussh`; did you mean `push`?"),
        ("p.len(1)", "`len` does not take 2 values"),
        ("1.5", "scripts have only whole numbers"),
        ("import \"x\"", "`import` is not available"),
        ("break", "`break` is not inside a loop"),
        ("3 = 4", "only a variable"),
        ("[1, 2", "expected ,, found `}`"),
        ("99999999999999999999", "is not a whole number of 64 bits"),
    ] {
        assert!(flaw(body).starts_with(expected) || flaw(body).contains(expected), "{body}: {}", flaw(body));
    }
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    assert!(flaw(&deep).contains("more than 64 deep"));
    assert!(flaw(&"1 + ".repeat(2000)).contains("more than 64 deep"));
}

#[test]
fn graphs_read_in_every_format() {
    let texts = [
        ("a.txt", "# tokens\na b\na c\n\nb c # down\n"),
        (
            "a.json",
            "{\"vertices\": [\"a\", \"b\", \"c\"], \"edges\": [[\"a\", \"b\"], [\"a\", \"c\"], [\"b\", \"c\"]]}",
        ),
        ("a.dot", "digraph g { node [shape=box]; a -> {b c} [color=\"red\"]; b -> c; /* end */ }"),
    ];
    for (name, text) in texts {
        let graph = Own::graph(name, text, &Budget::default()).unwrap();
        let answer = Solver::default().solve(&graph.position("a, b").unwrap()).unwrap();
        assert_eq!(answer.value, Some(3u8.into()), "{name}");
        assert_eq!(answer.outcome, Outcome::N, "{name}");
    }
    // A token on a goal stays there.
    let answer = Solver::default().solve_text("graph(\"a: b; b: a c; c: a; goal c\")[b]").unwrap();
    assert_eq!((answer.outcome, answer.remoteness), (Outcome::N, Some(1u8.into())));
}

#[test]
fn an_edge_that_is_there_twice_counts_once() {
    let texts = ["a b\nb c\na b\na c\na b\n", "a b\nb c\na c\n"];
    let answers = texts.map(|text| {
        let graph = Own::graph("g.txt", text, &Budget::default()).unwrap();
        let answer = Solver::default().solve(&graph.position("a").unwrap()).unwrap();
        (answer.outcome, answer.value, answer.moves)
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!((answers[0].0, answers[0].2.len()), (Outcome::N, 1));
}

#[test]
fn flaws_of_a_graph_are_shown_where_they_are() {
    let cases = [
        ("g.txt", "a b\nb c d\n", "graph-line", "g.txt, line 2, column 5"),
        ("g.json", "{\"edges\": [[\"a\", \"b\"],\n [\"a\"]]}", "graph-json", "g.json, line 2, column"),
        (
            "g.json",
            "{\"edges\": [[\"a\", \"bb\"]],\n \"vertices\": [\"a\"]}",
            "graph-dangling",
            "g.json, line 1, column",
        ),
        ("g.json", "[]", "graph-json", "g.json, line 1, column"),
        ("g.dot", "digraph {\n a -- b }", "graph-dot", "g.dot, line 2, column 4"),
        ("g.dot", "graph { a -- b }", "graph-dot", "g.dot, line 1, column 1"),
    ];
    for (name, text, code, place) in cases {
        let error = Own::graph(name, text, &Budget::default()).unwrap_err();
        assert_eq!(error.code(), code, "{text}: {error}");
        assert!(error.to_string().starts_with(place), "{text}: {error}");
    }
    let error = parse_position("graph(\"start: end; end:\")[stat]").unwrap_err();
    assert_eq!((error.code(), error.suggestion()), ("graph-unknown-vertex", Some("start")));
    assert_eq!(error.span(), Some(26..30));
    for (text, code) in [
        ("graph(\"a b\")[a]", "files-refused"),
        ("script(\"own.rhai\")[3]", "files-refused"),
        ("graph(\"a: b; nonsense\")[a]", "graph-clause"),
        ("graph(\"a: b\")[a, ]", "graph-name-missing"),
        ("graph(\"a: b\")[a; last 3]", "graph-name-end"),
        ("graph(\"a: b\")[a", "unclosed"),
        ("graph(7)[a]", "unexpected"),
        ("graph(\"a: b\")", "heaps-missing"),
        ("script(\"fn options(p) { [] }\")[3, x]", "script-position"),
        ("script(\"fn options(p) { [] }\")[99999999999999999999]", "script-number"),
    ] {
        assert_eq!(parse_position(text).unwrap_err().code(), code, "{text}");
    }
}

#[test]
fn what_is_printed_reads_back() {
    for text in [
        "graph(\"a: b c; b: c; c:\")[a, b]",
        "misere graph(\"10: 9; 9:\")[9, 10] + nim[3]",
        "script(\"fn options(p) { [] }\")[5, [7, -1], []]",
        "all(graph(\"a: b\")[a], nim[2])",
    ] {
        assert_eq!(parse_position(text).unwrap().to_string(), text);
    }
}

/// A file of several pieces gives the game that the same text in memory gives, and errors count its lines on.
#[test]
fn long_lists_of_edges_are_read_piece_by_piece() {
    let folder = std::env::temp_dir().join(format!("grundy-edges-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("long.txt");
    let mut parts = vec!["\u{feff}# edges\n\n1 0\n".to_owned()];
    for v in 2..60_000 {
        parts.push(match v % 1000 {
            0 => format!("v{v}  {} # a name\r\n", v - 1),
            1 => format!("{v} v{}\n{v} {}\n", v - 1, v / 2),
            _ => format!("{v} {}\n{v} {}\n", v - 1, v / 7),
        });
    }
    // A line longer than a piece.
    parts.push(format!("# {}\n59999 3", "long ".repeat(100_000)));
    let text = parts.concat();
    let from_file = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let reading = Reading { files: Files::Allowed, ..Reading::default() };
        parse_position_with(&format!("graph(\"{}\")[59999, v3000, 21]", path.to_str().unwrap()), &reading)
    };
    let read = from_file(&text).unwrap();
    let graph = Own::graph("long.txt", &text, &Budget::default()).unwrap();
    let whole = graph.position("59999, v3000, 21").unwrap();
    let [read, whole] = [read, whole].map(|position| Solver::default().solve(&position).unwrap());
    assert!(read.value.is_some() && read.value == whole.value);
    assert_eq!((&read.moves, read.outcome), (&whole.moves, whole.outcome));
    let lines = text.lines().count();
    let error = from_file(&format!("{text}\n1 2 3\n")).unwrap_err();
    assert!(error.to_string().contains(&format!("line {}, column 5", lines + 1)), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_are_read_where_they_may_be() {
    let folder = std::env::temp_dir().join(format!("grundy-own-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("inner")).unwrap();
    std::fs::write(folder.join("inner/g.txt"), "a b\n").unwrap();
    std::fs::write(folder.join("secret.txt"), "a b\n").unwrap();
    let read = |name: &str, files: Files, memory: u64| {
        let limits = Limits { memory, time: None, threads: 0 };
        parse_position_with(
            &format!("graph(\"{name}\")[a]"),
            &Reading { files, limits, ..Reading::default() },
        )
    };
    let inner = folder.join("inner");
    let most = u64::MAX;
    assert!(read("g.txt", Files::Below(inner.clone()), most).is_ok());
    assert!(read(inner.join("g.txt").to_str().unwrap(), Files::Allowed, most).is_ok());
    let code = |name: &str, files, memory| read(name, files, memory).unwrap_err().code();
    assert_eq!(code("../secret.txt", Files::Below(inner.clone()), most), "files-refused");
    assert_eq!(code("g.txt", Files::Refused, most), "files-refused");
    assert_eq!(code("none.txt", Files::Below(inner.clone()), most), "file-unreadable");
    assert_eq!(code(folder.to_str().unwrap(), Files::Allowed, most), "file-not-regular");
    assert_eq!(code("g.txt", Files::Below(inner), 4), "memory-limit");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn compounds_with_circles_are_searched() {
    // Both go round and round: no player is ever stuck.
    let outcome = |text: &str| Solver::default().solve_text(text).unwrap().outcome;
    assert_eq!(outcome("all(graph(\"a: b; b: a\")[a], nim[1])"), Outcome::D);
    assert_eq!(outcome("short(graph(\"a: b; b: a\")[a], nim[1])"), Outcome::N);
    assert_eq!(outcome("graph(\"a: b; b: a\")[a] + nim[1]"), Outcome::D);
    // The two stones are worth 1, and so is a: its move to b is taken back.
    assert_eq!(outcome("graph(\"a: b c; b: a; c:\")[a] + all(nim[1], nim[1])"), Outcome::P);
    assert_eq!(outcome("graph(\"a: b c; b: a; c:\")[a] + all(graph(\"x: y; y:\")[x], nim[1])"), Outcome::P);
}
