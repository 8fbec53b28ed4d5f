//! Every caller sees the same knowledge of a game, and everything that a method offers agrees with the plain
//! search.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_solver::kernel::Kernel;
use grundy_solver::limits::Budget;
use grundy_solver::method::{Applied, Basis};
use grundy_solver::notation::GameLine;
use grundy_solver::oracle::Oracle;
use grundy_solver::position::Position;
use grundy_solver::recognise::Recognised;
use grundy_solver::{IBig, Solver, UBig, catalogue, notation};

/// Every game of the catalogue, under both conventions.
fn games() -> Vec<String> {
    let mut games = Vec::new();
    for entry in catalogue::all() {
        games.push(entry.example().to_owned());
        games.push(format!("misere {}", entry.example()));
    }
    games
}

fn recognised(text: &str) -> Option<std::rc::Rc<Recognised>> {
    let line = notation::parse_game(text).ok()?;
    Some(Solver::default().recognise(&line))
}

/// Proved in their own files.
const PROVED_HERE: [&str; 3] = ["most-stones", "finish-heap", "closed-heaps"];

#[test]
fn theorems_have_their_reference() {
    let year = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).len() == 4;
    let mut seen = BTreeSet::new();
    for text in games() {
        let Some(recognised) = recognised(&text) else { continue };
        for method in recognised.methods() {
            let name = method.name();
            seen.insert(name);
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
            if let Some(reference) = method.basis().reference() {
                let known = reference.contains("Winning Ways") || reference.contains("arXiv:");
                assert!(known || reference.split(' ').any(year), "{name}: {reference}");
            } else {
                let free = PROVED_HERE.contains(&name) || matches!(method.basis(), Basis::Computation(_));
                assert!(free, "{name} has no reference");
            }
        }
    }
    assert!(seen.len() >= 20, "{seen:?}");
}

/// Rules beyond the catalogue, so that each method meets several games.
const MORE: &[&str] = &[
    "bash(1)",
    "take odd",
    "take 1, primes",
    "take 1, 3, 4",
    "take 1..9 except squares",
    "take any except 3",
    "take squares",
    "hex(0.8)",
    "octal(0.07)",
    "octal(4.07)",
    "take any; ring",
    "take any; heaps closed",
    "take 1, 2; heaps closed",
    "take any; each amount once per heap",
    "take any; put back 1..3 up to 2 times",
    "take 1..3; put back 2, 3 up to 1 time",
    "take 1, 2 leaving 0, 1, 2 heaps; put back 1 up to 2 times",
    "take 1, 2, 5; each amount once per heap",
    "take 1..3*last; first 1..n-1",
    "take 1..last; first 1..n-1",
    "take 1..last+2; first 1..n-1",
    "take any or take odd from 2 heaps",
    "take even or take even from 2 heaps",
    "take 1..3 or take 2 from 2 heaps",
    "take any from 2 heaps freely",
    "staircase",
    "move 1..3 down",
    "move any to a lower heap at distance odd",
    "move 1 to a lower heap at distance 1, 2 with sum odd, 4",
    "divide a heap of 3.. into 2.. nearly equal heaps",
    "replace a heap of even by 3 equal heaps of n/2",
    "take any or take any from 2 heaps within 2",
    "take any from up to 2 heaps freely",
    "take any from up to 4 heaps freely",
    "take 1 from up to 2 heaps",
    "take 1 from up to 3 heaps",
    "discard 1 heap then split into 2 heaps",
    "take 1..3; heaps in order",
    "take 1..2; heaps descending",
    "take any; heaps in order",
    "take 1..3; win most",
    "race(20, 1..3)",
    "race(17, odd)",
    "take 1..3; to at least 21",
    "take 1, 2, 4; to at least 21",
    "multiply 2..9; to at least 100",
];

/// Fixed pseudo-random numbers: the same cases in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A start of the game on a few small heaps, if these are a position of it.
fn start(line: &GameLine, random: &mut Random) -> Option<Position> {
    let rules = line.game.rules()?;
    let goal = rules.goal().map(|goal| u64::try_from(&goal.target).unwrap_or(20));
    let (count, size) = match (goal, random.below(3)) {
        (Some(target), _) => (1, target + 1),
        (None, 0) => (1, 30),
        (None, 1) => (2, 12),
        (None, _) => (3 + random.below(2), 6),
    };
    let heaps = (0..count).map(|_| UBig::from(random.below(size))).collect();
    Position::start(line, heaps).ok()
}

/// Compares everything that the methods of a game offer with the plain search at one position.
fn compare(position: &Position, recognised: &Recognised, kernels: &[Arc<dyn Kernel>], seen: &mut Seen) {
    let budget = Budget::default();
    let component = position.single().unwrap();
    let scoring = position.is_scoring();
    let mut oracle = Oracle::new(position, &budget);
    let verdict = oracle.verdict(position).unwrap();
    let value = (!position.is_misere() && !scoring).then(|| UBig::from(verdict.value));
    let mut solved_by = Vec::new();
    for method in recognised.methods() {
        let name = method.name();
        if let Applied::Yes(solved) = method.solve(component, &budget).unwrap() {
            seen.solved.insert(name);
            solved_by.push(name);
            match solved.margin() {
                Some(margin) => assert_eq!(margin, verdict.margin, "{name} at {position}"),
                None => assert_eq!(solved.wins(), verdict.wins, "{name} at {position}"),
            }
            if let (Some(found), Some(value)) = (solved.value(), &value) {
                assert_eq!(found, *value, "value by {name} at {position}");
            }
            if let Some(function) = method.values() {
                let values = component.heaps().iter().map(|heap| function.value(heap, &budget).unwrap());
                assert_eq!(Some(values.fold(UBig::ZERO, |sum, value| sum ^ value)), value, "{position}");
            }
        }
        let heaps: Vec<i128> = component.heaps().iter().map(|heap| i128::try_from(heap).unwrap()).collect();
        if let Some(law) = method.law(heaps.len()) {
            seen.laws.insert(name);
            if !scoring {
                assert_eq!(law.lost.formula().holds(&heaps), Some(!verdict.wins), "{name} at {position}");
            }
            let stated = law.value.map(|value| value.at(&heaps).unwrap());
            if let (Some(stated), Some(value)) = (stated, &value) {
                assert_eq!(UBig::try_from(stated).unwrap(), *value, "value by {name}'s law at {position}");
            } else if let (Some(stated), true) = (stated, scoring) {
                assert_eq!(IBig::from(stated), verdict.margin, "margin by {name}'s law at {position}");
            }
        }
    }
    let words: Vec<u64> = component.heaps().iter().map(|heap| u64::try_from(heap).unwrap()).collect();
    for kernel in kernels {
        let name = kernel.name();
        let Some(is_p) = kernel.is_p(&words) else {
            assert!(!kernel.takes(words.len()), "{name} takes {position}");
            continue;
        };
        seen.kernels.insert(name);
        assert_eq!(is_p, !verdict.wins, "{name}'s kernel at {position}");
        assert!(solved_by.contains(&name), "{name}'s kernel decides {position}, which it does not solve");
        if let (Some(found), Some(value)) = (kernel.value(&words), &value) {
            assert_eq!(UBig::from(found), *value, "value by {name}'s kernel at {position}");
        }
        if kernel.takes(words.len()) {
            let columns: Vec<&[u64]> = words.chunks(1).collect();
            let (mut lost, mut values) = ([9], [0]);
            kernel.decide(&columns, &mut lost);
            assert_eq!(lost[0], u8::from(is_p), "{name}'s columns at {position}");
            if kernel.values(&columns, &mut values) {
                assert_eq!(kernel.value(&words), Some(values[0]), "{name}'s columns at {position}");
            }
        }
        if let &[a, b] = &words[..] {
            kernel.decide_pairs(&[[a, b]], &mut [0]);
            if let Some(winning) = kernel.winning_results([a, b]) {
                assert_eq!(
                    winning.as_slice().is_empty(),
                    solver_lists_none(position),
                    "{name} at {position}"
                );
            }
        }
    }
}

fn solver_lists_none(position: &Position) -> bool {
    Solver::default().solve(position).unwrap().moves.is_empty()
}

/// The methods that were compared, by what they offer.
#[derive(Debug, Default)]
struct Seen {
    solved: BTreeSet<&'static str>,
    kernels: BTreeSet<&'static str>,
    laws: BTreeSet<&'static str>,
}

#[test]
fn what_a_method_offers_agrees_with_the_plain_search() {
    let cases = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 200 } else { 5 };
    let mut seen = Seen::default();
    let mut random = Random(7);
    let more = MORE.iter().flat_map(|text| [(*text).to_owned(), format!("misere {text}")]);
    for text in games().into_iter().chain(more) {
        let Ok(line) = notation::parse_game(&text) else { continue };
        let is_of_heaps = line.game.rules().is_some();
        let recognised = Solver::default().recognise(&line);
        let kernels: Vec<_> =
            recognised.methods().filter_map(|method| method.kernel(&Budget::default())).collect();
        for _ in 0..if is_of_heaps { cases } else { 0 } {
            if let Some(position) = start(&line, &mut random) {
                compare(&position, &recognised, &kernels, &mut seen);
            }
        }
    }
    assert!(seen.solved.len() >= 20, "{seen:?}");
    assert!(seen.kernels.len() >= 10, "{seen:?}");
    assert!(seen.laws.len() >= 15, "{seen:?}");
}
