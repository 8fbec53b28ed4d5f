//! Programs with known errors: each is found, and shrunk to the smallest failing input.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use dashu_int::UBig;
use grundy_judge::stress::{Failure, Kind, Program, Report, Settings, Trouble, inputs, stress};
use grundy_judge::{
    Asked, BUILTINS, Grundy, Judge, Need, Outcome, Prepared, Profile, Solve, SolveError, Verdict, find,
};
use grundy_solver::Solver;

/// The programs of `tests/programs`, compiled once.
fn contestant() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let made = place.join("contestant");
        // Another run of these tests may be using the program: it is replaced, not written to.
        let new = place.join(format!("contestant-{}", std::process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/contestant.rs");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let status = Command::new(rustc)
            .args(["--edition", "2024", "-O", "-o"])
            .args([&new, &source])
            .status()
            .expect("a compiler");
        assert!(status.success());
        std::fs::rename(&new, &made).expect("a place for the program");
        made
    })
}

fn settings(seed: u64) -> Settings {
    // The time limit only keeps a failing test from hanging: none of these takes seconds.
    Settings { seed, cases: 200_000, time: Duration::from_mins(2) }
}

fn program(mode: &str) -> Program {
    let (command, arguments) = (contestant().into(), vec![mode.into()]);
    Program { command, arguments, time: Duration::from_secs(30) }
}

fn run(profile: &Profile, program: &Program, settings: Settings) -> Report {
    let solver = Grundy::new(Solver::default(), false);
    stress(profile, program, &settings, &solver, &mut |_, _| true).unwrap()
}

fn failure(name: &str, mode: &str) -> Failure {
    let profile = find(name).unwrap().profile().unwrap();
    let found = run(&profile, &program(mode), settings(1)).failure;
    found.unwrap_or_else(|| panic!("{mode} passes {name}"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn golden_ratio_in_doubles_fails_first_at_a_fibonacci_number() {
    let found = failure("POJ 1067", "doubles");
    assert_eq!(text(&found.input), "165580140 267914295\n");
    assert_eq!((found.kind, text(&found.expected), text(&found.given)), (Kind::Wrong, "0\n", "1\n"));
    assert!(found.minimal && !found.smallest);
    let heaps = vec![165_580_140_u32.into(), 267_914_295_u32.into()];
    assert_eq!(found.asked, Some(Asked::Heaps("wythoff".into(), heaps)));
}

#[test]
fn special_values_are_tried_however_few_questions_are_asked() {
    let profile = find("POJ 1067").unwrap().profile().unwrap();
    let found = run(&profile, &program("doubles"), Settings { cases: 1, ..settings(1) }).failure;
    assert_eq!(found.map(|found| text(&found.input).to_owned()).as_deref(), Some("165580140 267914295\n"));
}

#[test]
fn a_table_of_partners_that_ends_too_early_fails_first_behind_its_end() {
    let found = failure("XCPC", "cut-off");
    assert_eq!(text(&found.input), "1 61812\n0 0\n");
    assert_eq!((text(&found.expected), text(&found.given)), ("1\n1 2\n", "1\n0 61812\n1 2\n"));
    assert!(found.minimal && !found.smallest);
}

#[test]
fn every_kind_of_failure_is_told_and_shrunk() {
    let found = failure("POJ 1067", "crash");
    assert!(matches!(found.kind, Kind::Crash(_)), "{found:?}");
    assert_eq!(text(&found.input), "700 700\n");
    let found = failure("POJ 1067", "code");
    assert_eq!((found.kind, text(&found.input)), (Kind::Exit(3), "1 5000\n"));
    let found = failure("POJ 1067", "flood");
    assert_eq!((found.kind, text(&found.input)), (Kind::Output, "13 13\n"));
    assert!(found.given.len() < 2 << 20);
}

#[test]
fn a_program_that_takes_too_long_is_ended_with_what_it_started() {
    let profile = find("POJ 1067").unwrap().profile().unwrap();
    let slow = Program { time: Duration::from_millis(300), ..program("slow") };
    let settings = Settings { time: Duration::from_secs(10), ..settings(1) };
    let found = run(&profile, &slow, settings).failure.unwrap();
    assert_eq!(found.kind, Kind::Time);
    let numbers: Vec<u64> = text(&found.input).split_whitespace().map(|n| n.parse().unwrap()).collect();
    assert_eq!(numbers.len(), 2, "the other cases are left out");
    // The program ends well, but its child keeps the output open: the answers are missing, and nothing hangs.
    let found =
        run(&profile, &Program { time: Duration::from_mins(1), ..program("hang-with-child") }, settings);
    assert_eq!(found.failure.unwrap().kind, Kind::Wrong);
}

#[test]
fn a_run_that_is_cut_by_the_time_for_the_whole_is_told() {
    let profile = find("POJ 1067").unwrap().profile().unwrap();
    let program = Program { time: Duration::from_mins(1), ..program("slow") };
    let report = run(&profile, &program, Settings { time: Duration::from_millis(1500), ..settings(1) });
    assert!(report.failure.is_none() && report.cut_short && !report.interrupted, "{report:?}");
    let unfinished = report.unfinished.unwrap();
    assert!(!unfinished.input.is_empty() && unfinished.after > Duration::from_millis(100), "{unfinished:?}");
}

/// No single change of a lost pair gives another lost pair, so the smallest is found only among all smaller inputs.
#[test]
fn the_smallest_input_is_found_where_no_single_change_leads_to_it() {
    let found = failure("POJ 1067", "from-60");
    assert!(found.minimal && found.smallest, "{found:?}");
    assert_eq!(text(&found.input), "61 99\n");
}

/// A nim-sum of 0 survives no single change, but changes of two heaps.
#[test]
fn nim_sums_are_shrunk_by_changing_two_heaps() {
    let found = failure("HDU 1849", "three-large");
    assert_eq!(text(&found.input), "3\n4 8 12\n0\n");
    assert!(found.minimal, "{found:?}");
}

#[test]
fn different_positions_are_counted() {
    let profile = find("POJ 1067").unwrap().profile().unwrap();
    let report = run(&profile, &program("pairs"), Settings { cases: 1, ..settings(1) });
    let solver = Grundy::new(Solver::default(), false);
    let made = inputs(&profile, &solver, 1, 5).unwrap();
    let lines: Vec<&str> = made.iter().flat_map(|input| text(input).lines()).collect();
    let different: std::collections::HashSet<&str> = lines.iter().copied().collect();
    assert_eq!((report.cases, report.distinct), (lines.len() as u64, different.len() as u64));
    assert!(report.distinct < report.cases);
}

#[test]
fn what_fails_only_behind_another_case_keeps_that_case() {
    let found = failure("POJ 1067", "stale");
    let numbers: Vec<u64> = text(&found.input).split_whitespace().map(|n| n.parse().unwrap()).collect();
    assert_eq!(numbers.len(), 4, "{found:?}");
    assert!(numbers[0].max(numbers[1]) == 1_000_001 && numbers[2] == 0 && numbers[3] == 0, "{found:?}");
}

#[test]
fn lists_are_shrunk_to_the_heaps_that_matter() {
    let found = failure("HDU 1849", "heaps");
    assert_eq!(text(&found.input), "1\n256\n0\n");
}

#[test]
fn a_right_program_passes_and_the_seed_decides_the_inputs() {
    let profile = find("POJ 1067").unwrap().profile().unwrap();
    let of = |seed: u64| {
        let report = run(&profile, &program("pairs"), Settings { cases: 60_000, ..settings(seed) });
        assert!(report.failure.is_none() && !report.cut_short && report.cases >= 60_000);
        (report.cases, report.runs)
    };
    assert_eq!(of(1), of(1));
}

#[test]
fn what_cannot_be_started_and_what_says_too_little_is_refused() {
    let profile = find("POJ 1067").unwrap().profile().unwrap();
    let nothing = Program { command: "/no/such/program".into(), ..program("") };
    let solver = Grundy::new(Solver::default(), false);
    let refused =
        |profile: &Profile| stress(profile, &nothing, &settings(1), &solver, &mut |_, _| true).unwrap_err();
    assert!(matches!(refused(&profile), Trouble::Program(_)));
    for (limits, code) in [
        ("a = '0..9'", "limits-missing"),
        ("a = '0..9'\nx = '1..9'", "limits-no-count"),
        ("a = '9..0'\nx = '1..9, count 1..2'", "limits-impossible"),
        ("a = '0..9'\nx = '1..9, count 1..2'\nwhere = 'a > 9'", "limits-impossible"),
    ] {
        let toml = format!(
            "game = 'nim'\nposition = 'a x'\n[limits]\n{limits}\n[input]\npattern = '(a x*line)*'\n[output]\nN = '1'\nP = '0'"
        );
        let Trouble::Judge(error) = refused(&Profile::parse(&toml).unwrap()) else { panic!("{code}") };
        assert_eq!(error.code, code);
    }
}

/// A solver with a constant answer.
struct Always;

impl Solve for Always {
    fn game(&mut self, _: &str) -> Result<Box<dyn Prepared>, SolveError> {
        Ok(Box::new(Self))
    }

    fn whole(&mut self, _: &str, _: &Need) -> Result<Verdict, SolveError> {
        Ok(Verdict {
            outcome: Outcome::P,
            heaps: 0,
            value: None,
            margin: None,
            remoteness: None,
            count: None,
            moves: vec![],
            discard: None,
        })
    }
}

impl Prepared for Always {
    fn decide_u64(&mut self, _: &[u64]) -> Option<Outcome> {
        Some(Outcome::P)
    }

    fn solve(&mut self, _: &[UBig], need: &Need) -> Result<Verdict, SolveError> {
        self.whole("", need)
    }
}

/// The built-in profiles have nearly all forms of patterns and limits, and this one has the others.
const OTHERS: &str = "game = 'nim'\nposition = 'x'\n[limits]\nn = '1..4'\nw = 'left | right'\nk = '0..3'
y = 'row..row + 5, sorted'\nx = '2..9, rising, count 1..4'\nwhere = 'k != 1'
[input]\npattern = \"\"\"\n(n w:word\n[k y*k]*n x*line)*\"\"\"\nstop = 'n = 0'\n[output]\nN = '1'\nP = '0'";

#[test]
fn what_is_made_can_be_read() {
    let solver = Grundy::new(Solver::default(), false);
    // Two rounds cover each pattern; the last profile runs all kinds of rounds.
    for (toml, rounds) in BUILTINS.iter().map(|builtin| (builtin.toml, 2)).chain([(OTHERS, 6)]) {
        let profile = Profile::parse(toml).unwrap();
        let judge = Judge::new(&profile).unwrap();
        let made = inputs(&profile, &solver, 3, rounds).unwrap();
        assert!(!made.is_empty(), "{toml}");
        // An input with one question may ask for a million answers, and there are hundreds of them.
        let is_thorough = std::env::var_os("GRUNDY_THOROUGH").is_some();
        let step = if is_thorough { 1 } else { made.len().div_ceil(40) };
        for input in made.into_iter().step_by(step) {
            let judged = judge.run(&mut Always, &input[..], std::io::sink());
            judged.unwrap_or_else(|e| panic!("{}: {e}\n{}", profile.source(), text(&input)));
        }
    }
}

#[test]
fn what_is_made_keeps_to_the_limits() {
    let solver = Grundy::new(Solver::default(), false);
    let made = |name: &str| {
        let profile = find(name).unwrap().profile().unwrap();
        inputs(&profile, &solver, 5, 3).unwrap().into_iter().map(|input| text(&input).to_owned())
    };
    let numbers = |text: &str| -> Vec<u64> { text.split_whitespace().map(|n| n.parse().unwrap()).collect() };
    for input in made("HDU 2177") {
        let all = numbers(&input);
        let (pairs, last) = all.split_last_chunk::<2>().unwrap();
        assert_eq!(*last, [0, 0]);
        for pair in pairs.chunks(2) {
            assert!(pair[0] <= pair[1] && pair[1] <= 1_000_000 && pair[1] > 0, "{pair:?}");
        }
    }
    for input in made("CSES 1730") {
        let mut lines = input.lines();
        let tests: usize = lines.next().unwrap().parse().unwrap();
        let mut total = 0;
        for _ in 0..tests {
            let n: usize = lines.next().unwrap().parse().unwrap();
            let heaps = numbers(lines.next().unwrap());
            assert_eq!(heaps.len(), n);
            assert!(heaps.iter().all(|heap| (1..=1_000_000_000).contains(heap)));
            total += n;
        }
        assert!(lines.next().is_none() && total <= 200_000);
    }
    for input in made("AtCoder DP K") {
        let all = numbers(&input);
        let (n, k, set) = (all[0], all[1], &all[2..]);
        assert!(set.len() as u64 == n && n <= 100 && k <= 100_000);
        assert!(set.windows(2).all(|two| two[0] < two[1]) && set.iter().all(|a| (1..=k).contains(a)));
    }
}
