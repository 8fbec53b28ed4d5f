//! The solver against plain search: random rules of every form, random small positions, and every
//! part of the answer compared with what follows from the definitions alone.
//!
//! A theorem applied just outside its precondition, a result counted twice, a cut list that lost
//! its order: such things show here, where nobody chose the cases. A case is its seed, so a
//! failure names a position that fails again.

#[path = "agreement/generator.rs"]
mod generator;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering as Atomic};
use std::time::Duration;

use dashu_int::{IBig, UBig};
use generator::Random;
use grundy::answer::{Doing, WinningMove};
use grundy::error::ErrorKind;
use grundy::explain::explain;
use grundy::limits::{Budget, Limits};
use grundy::notation::parse_position;
use grundy::oracle::Oracle;
use grundy::position::{Past, Position, Tree, Turn, turns_to};
use grundy::text::{Lang, Message, Value};
use grundy::{Answer, Outcome, Solver};

/// What the plain search may remember; positions that need more are passed over.
const ORACLE: Limits = Limits { memory: 600_000, time: None, threads: 0 };
/// Cases that one solver answers, so that what it keeps between questions is tried too.
const PER_SOLVER: u64 = 64;
/// After so many disagreements there is enough to look at.
const ENOUGH: usize = 12;

/// A result: the components played in, what is left there, what the past leaves.
type Key = Vec<(usize, Vec<UBig>, Past)>;

macro_rules! ensure {
    ($holds:expr, $($why:tt)+) => {
        if !$holds {
            return Err(format!($($why)+));
        }
    };
}

/// What the definitions say.
struct Truth {
    outcome: Outcome,
    value: Option<UBig>,
    remoteness: Option<UBig>,
    margin: Option<IBig>,
    /// Winning results with the turns that lead there.
    winning: BTreeMap<Key, Vec<Turn>>,
    ended: bool,
}

fn key_of(position: &Position, turn: &Turn) -> Key {
    let next = position.after(turn);
    turn.iter()
        .map(|(leaf, _)| {
            let state = &next.components()[*leaf].state;
            (*leaf, state.heaps.clone(), state.past.clone())
        })
        .collect()
}

fn key_of_move(played: &WinningMove) -> Key {
    played.played.iter().map(|p| (p.component, p.to.clone(), p.state.clone())).collect()
}

/// `None` where the plain search is too long.
fn truth(position: &Position) -> Option<Truth> {
    let budget = Budget::new(ORACLE);
    let mut oracle = Oracle::new(position, &budget);
    let verdict = oracle.verdict(position).ok()?;
    let turns = oracle.turns(position).ok()?;
    let scoring = position.is_scoring();
    let mut winning: BTreeMap<Key, Vec<Turn>> = BTreeMap::new();
    let ended = turns.is_empty();
    for (turn, after) in turns {
        let stones = turn.iter().fold(UBig::ZERO, |sum, (_, m)| sum + m.stones());
        let best = if scoring { IBig::from(stones) - after.margin == verdict.margin } else { !after.wins };
        if best {
            winning.entry(key_of(position, &turn)).or_default().push(turn);
        }
    }
    let lead: IBig = position.components().iter().map(|c| c.state.past.lead.clone()).sum();
    let margin = scoring.then(|| &verdict.margin + lead);
    let outcome = match &margin {
        None => Outcome::of(verdict.wins),
        Some(margin) if *margin == IBig::ZERO => Outcome::D,
        Some(margin) => Outcome::of((*margin > IBig::ZERO) != position.is_misere()),
    };
    let value = (!scoring && !position.is_misere()).then(|| UBig::from(verdict.value));
    let remoteness = (!scoring).then(|| UBig::from(verdict.remoteness));
    Some(Truth { outcome, value, remoteness, margin, winning, ended })
}

fn check(text: &str, solver: &Solver, insistent: &Solver) -> Result<Option<&'static str>, String> {
    let Ok(position) = parse_position(text) else { return Ok(None) };
    let again = parse_position(&position.to_string()).map_err(|e| format!("does not read back: {e}"))?;
    ensure!(states(&again) == states(&position), "reads back as {again}");
    let Some(truth) = truth(&position) else { return Ok(None) };

    let answer = solver.solve(&position).map_err(|e| format!("no answer: {e}"))?;
    check_answer(&position, &answer, &truth)?;
    ensure!(answer.moves_complete, "all moves were asked for, {} listed", answer.moves.len());
    check_moves(&position, &answer, &truth)?;
    check_components(&position, &answer)?;
    check_json(&position, &answer, &truth)?;

    let outcome = solver.outcome(&position).map_err(|e| format!("no outcome: {e}"))?;
    ensure!(outcome == truth.outcome, "alone, the outcome is {outcome:?}");
    let insisted = insistent.solve(&position).map_err(|e| format!("no value: {e}"))?;
    check_answer(&position, &insisted, &truth)?;
    ensure!(insisted.value == truth.value, "insisting gives {:?}, not {:?}", insisted.value, truth.value);
    check_cut(&insisted, &truth)?;
    let turns = solver.winning_turns(&position, usize::MAX).map_err(|e| format!("no turns: {e}"))?;
    let ways: usize = truth.winning.values().map(Vec::len).sum();
    ensure!(turns.complete && turns.turns.len() == ways, "{} winning turns, not {ways}", turns.turns.len());

    let explanation = explain(solver, &position, 3).map_err(|e| format!("no reasons: {e}"))?;
    for step in &explanation.steps {
        check_words(step)?;
    }
    for lang in [Lang::En, Lang::Zh] {
        let report = answer.report(lang, 5);
        ensure!(!report.contains("%{"), "an open blank: {report}");
    }
    Ok(Some(answer.method.name))
}

fn states(position: &Position) -> (bool, &Tree, Vec<(String, &grundy::position::State)>) {
    let components = position.components().iter();
    let states = components.map(|c| (c.rules().to_string(), &c.state)).collect();
    (position.is_misere(), position.tree(), states)
}

fn check_answer(position: &Position, answer: &Answer, truth: &Truth) -> Result<(), String> {
    ensure!(answer.outcome == truth.outcome, "outcome {:?}, not {:?}", answer.outcome, truth.outcome);
    ensure!(answer.margin == truth.margin, "margin {:?}, not {:?}", answer.margin, truth.margin);
    if answer.value.is_some() {
        ensure!(answer.value == truth.value, "value {:?}, not {:?}", answer.value, truth.value);
    }
    if answer.remoteness.is_some() {
        ensure!(answer.remoteness == truth.remoteness, "remoteness {:?}", answer.remoteness);
    }
    let total = truth.winning.len();
    if let Some(said) = &answer.moves_total {
        ensure!(*said == UBig::from(total), "moves_total {said}, not {total}");
    }
    ensure!(
        answer.moves_complete == (answer.moves.len() == total),
        "moves_complete with {}",
        answer.moves.len()
    );
    let sorted = answer.moves.is_sorted_by(|a, b| order_of(a) < order_of(b));
    ensure!(sorted, "not in order, or twice the same: {:?}", answer.moves);
    for played in &answer.moves {
        let Some(turns) = truth.winning.get(&key_of_move(played)) else {
            return Err(format!("{played:?} does not win"));
        };
        ensure!(played.ways == turns.len() as u64, "{played:?} has {} ways", turns.len());
        check_doing(position, played, turns)?;
    }
    Ok(())
}

/// The contract's order: by `to`, then by component.
fn order_of(played: &WinningMove) -> (Vec<&[UBig]>, Vec<usize>, Vec<&Past>) {
    let list = &played.played;
    (
        list.iter().map(|p| &p.to[..]).collect(),
        list.iter().map(|p| p.component).collect(),
        list.iter().map(|p| &p.state).collect(),
    )
}

/// The way that is shown leads to the result that is shown, and takes the most from the front.
fn check_doing(position: &Position, played: &WinningMove, turns: &[Turn]) -> Result<(), String> {
    for part in &played.played {
        let component = &position.components()[part.component];
        let heaps = component.heaps();
        let mut left: Vec<UBig> = heaps.to_vec();
        match &part.doing {
            Doing::Take(take) => {
                ensure!(take.len() == heaps.len(), "`take` does not line up in {played:?}");
                ensure!(take.iter().zip(heaps).all(|(k, h)| k <= h), "takes more than there is: {played:?}");
                left.iter_mut().zip(take).for_each(|(heap, k)| *heap -= k);
                if let [_] = &played.played[..] {
                    let greatest = turns.iter().filter_map(|turn| take_of(&turn[0].1, heaps.len())).max();
                    ensure!(greatest.as_ref() == Some(take), "{played:?} shows not {greatest:?}");
                }
            }
            Doing::Add(k) => left[0] += k,
            Doing::Become => left.clone_from(&part.to),
            Doing::Multiply(k) => left[0] *= k,
            // Games of the notation only.
            Doing::Go => return Err(format!("a script's move in {played:?}")),
            Doing::Changes(changes) => {
                for change in changes {
                    ensure!(heaps[change.heap - 1] == change.from, "wrong `from` in {played:?}");
                    left[change.heap - 1] = change.to.first().cloned().unwrap_or_default();
                    left.extend(change.to.iter().skip(1).cloned());
                }
            }
        }
        let bare = |mut list: Vec<UBig>| {
            list.retain(|h| *h != UBig::ZERO);
            list.sort_unstable();
            list
        };
        ensure!(bare(left) == bare(part.to.clone()), "the way does not lead there: {played:?}");
    }
    Ok(())
}

fn take_of(played: &grundy::position::Move, heaps: usize) -> Option<Vec<UBig>> {
    let grundy::position::Move::Take { touched, .. } = played else { return None };
    if played.is_rearranging() {
        return None;
    }
    let mut take = vec![UBig::ZERO; heaps];
    for touch in touched {
        take[touch.heap].clone_from(&touch.taken);
    }
    Some(take)
}

/// Every winning result is there, and each is found again by aiming at it.
fn check_moves(position: &Position, answer: &Answer, truth: &Truth) -> Result<(), String> {
    let listed: Vec<Key> = answer.moves.iter().map(key_of_move).collect();
    for result in truth.winning.keys() {
        ensure!(listed.contains(result), "{result:?} is not listed");
    }
    let budget = Budget::default();
    for result in listed.iter().take(6) {
        let (component, to, _) = &result[0];
        let turns = turns_to(position, *component, to, &budget).map_err(|e| e.to_string())?;
        ensure!(turns.iter().any(|t| key_of(position, t) == *result), "{result:?} is not found by its heaps");
    }
    Ok(())
}

fn check_components(position: &Position, answer: &Answer) -> Result<(), String> {
    for (component, said) in position.components().iter().zip(&answer.components) {
        let Some(value) = &said.value else { continue };
        let alone =
            Position::new(false, vec![component.clone()], Tree::Leaf(0)).map_err(|e| e.to_string())?;
        let budget = Budget::default();
        let known = Oracle::new(&alone, &budget).verdict(&alone).map_err(|e| e.to_string())?;
        ensure!(*value == UBig::from(known.value), "{alone} has value {}, not {value}", known.value);
    }
    Ok(())
}

/// A list cut short is as right as far as it goes.
fn check_cut(cut: &Answer, truth: &Truth) -> Result<(), String> {
    let total = truth.winning.len();
    ensure!(cut.moves.len() <= 2, "two moves were asked for");
    ensure!(cut.moves.len() >= total.min(1), "no move of {total} is listed");
    Ok(())
}

fn check_json(position: &Position, answer: &Answer, truth: &Truth) -> Result<(), String> {
    let json = answer.to_json(Lang::En);
    let moves = json["moves"].as_array().ok_or("no moves")?;
    ensure!(json["schema"] == 1 && json["outcome"] == truth.outcome.letter(), "{json}");
    ensure!(moves.len() == truth.winning.len() && json["moves_total"] == moves.len(), "{json}");
    if !position.is_scoring() {
        let expects = truth.outcome == Outcome::N && !truth.ended;
        ensure!(moves.is_empty() != expects, "outcome and moves do not fit: {json}");
    }
    let compound = position.single().is_none();
    ensure!(
        json.get("components").is_some() == compound && json.get("position").is_none() == compound,
        "{json}"
    );
    for played in moves {
        ensure!(played.get("ways").is_none_or(|w| w.as_u64() > Some(1)), "{played}");
        ensure!((played.get("component").is_some() || played.get("parts").is_some()) == compound, "{played}");
        if !compound && let Some(take) = played.get("take") {
            ensure!(take.as_array().map(Vec::len) == json["position"].as_array().map(Vec::len), "{played}");
        }
    }
    Ok(())
}

/// A sentence says the same numbers in both languages and has no open blank.
fn check_words(message: &Message) -> Result<(), String> {
    let [en, zh] = [Lang::En, Lang::Zh].map(|lang| message.render(lang));
    for words in [&en, &zh] {
        ensure!(!words.contains("%{") && !words.starts_with(message.id()), "{}: {words}", message.id());
    }
    for (_, value) in message.values() {
        match value {
            Value::Message(inner) => check_words(inner)?,
            Value::Number(n) => {
                let says = |words: &str| numbers_in(words).contains(&n.to_string().trim_start_matches('-'));
                ensure!(says(&en) == says(&zh), "not the same numbers: {en} | {zh}");
            }
            _ => {}
        }
    }
    Ok(())
}

fn numbers_in(words: &str) -> Vec<&str> {
    words.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect()
}

/// Walks `cases` cases; how often each method answered.
fn walk(cases: u64, seed: u64) -> BTreeMap<&'static str, u64> {
    let methods = Mutex::new(BTreeMap::new());
    let failures = Mutex::new(Vec::new());
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let chunk = |first: u64| {
        let solver = Solver::default().list_moves(usize::MAX);
        let insistent = Solver::default().insist_on_value(true).list_moves(2);
        for case in first..cases.min(first + PER_SOLVER) {
            let text = generator::position(&mut Random::new(seed ^ case.wrapping_mul(0xD6E8_FEB8_6659_FD93)));
            let checked = catch_unwind(AssertUnwindSafe(|| check(&text, &solver, &insistent)))
                .unwrap_or_else(|_| Err("panicked".into()));
            match checked {
                Ok(Some(method)) => *methods.lock().unwrap().entry(method).or_insert(0) += 1,
                Ok(None) => {}
                Err(why) => failures.lock().unwrap().push(format!("{text}\n    {why}")),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(PER_SOLVER, Atomic::Relaxed);
                    if first >= cases || failures.lock().unwrap().len() >= ENOUGH {
                        break;
                    }
                    chunk(first);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} disagreements:\n{}", failures.len(), failures.join("\n"));
    methods.into_inner().unwrap()
}

#[test]
fn solver_and_plain_search_agree() {
    let cases = if std::env::var_os("GRUNDY_FAST").is_some() { 1_500 } else { 6_000 };
    let methods = walk(cases, 1);
    let compared: u64 = methods.values().sum();
    println!("{compared} of {cases} positions compared: {methods:?}");
    assert!(compared > cases / 4, "too few cases are legal and small: {methods:?}");
    assert!(methods.len() > 12, "too few methods are hit: {methods:?}");
}

/// A position that once went wrong, by its text.
fn agrees(text: &str) {
    let solver = Solver::default().list_moves(usize::MAX);
    let insistent = Solver::default().insist_on_value(true).list_moves(2);
    assert!(check(text, &solver, &insistent).unwrap_or_else(|why| panic!("{text}: {why}")).is_some());
}

#[test]
fn a_split_into_three_is_found_by_its_heaps() {
    agrees("hex(0.80)[4]");
    agrees("hex(0.b7)[9]");
    agrees("take 2, 1 from max heap leaving 3 unequal heaps[9]");
    agrees("take 1 from up to 2 heaps freely leaving 3 heaps[5, 4]");
    agrees("discard 1 heap then split into 3 heaps[4, 5]");
}

/// The faster way of tables ends when the set turns out to have too many amounts; what goes on
/// from its values must have room for them.
#[test]
fn tables_go_on_where_there_are_too_many_amounts_for_the_faster_way() {
    let solver = Solver::default();
    for heap in [100u32, 600, 1500, 3000] {
        let text = format!("take 1..10^9 except 5[{heap}]");
        assert!(solver.solve_text(&text).unwrap().value.is_some(), "{text}");
    }
    // The same by the definition, from small to large.
    agrees("take 1..10^9 except 5[40]");
}

/// What nests as deep as there are heaps is refused before the stack ends.
#[test]
fn very_many_heaps_at_once_are_refused_or_answered() {
    let solver = || Solver::new(Limits { memory: 1 << 28, time: Some(Duration::from_secs(2)), threads: 0 });
    let fives = vec!["5"; 5000].join(", ");
    let nims = vec!["nim[3]"; 5000].join(", ");
    for text in [
        format!("take 1 from 1000 heaps[{fives}]"),
        format!("take 1 from 1000 heaps freely[{fives}]"),
        format!("take 1 from all heaps leaving 2 heaps[{fives}]"),
        format!("discard 1000 heaps then take 1[{fives}]"),
        format!("all({nims})"),
        "split into 1000000 heaps[2000000]".into(),
        "misere split into 100000 heaps[200000]".into(),
    ] {
        let error = solver().solve_text(&text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit, "{} in {text:.60}", error.code());
    }
    let few = vec!["1"; 5000].join(", ");
    let answer = solver().solve_text(&format!("take 1 from all heaps[{few}]")).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
}

#[test]
fn sparse_amounts_are_listed_at_any_size() {
    let answer = Solver::default().list_moves(2000).solve_text("take powers of 2[10^1000]").unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    // 10^1000 is 1 modulo 3, and so is 4^k: 4^0 to 4^1660 fit.
    assert!(answer.moves_complete);
    assert_eq!(answer.moves_total, Some(1661u32.into()));
}

#[test]
#[ignore = "minutes; `cargo xtask check-facts` runs it"]
fn solver_and_plain_search_agree_a_million_times() {
    let cases = std::env::var("GRUNDY_CASES").map_or(1_000_000, |n| n.parse().unwrap());
    let methods = walk(cases, 2);
    println!("{} of {cases} positions compared: {methods:?}", methods.values().sum::<u64>());
}
