//! Compares every part of one answer with the definitions.

use dashu_int::UBig;
use grundy_solver::answer::{Doing, WinningMove};
use grundy_solver::explain::explain;
use grundy_solver::limits::Budget;
use grundy_solver::notation::parse_position;
use grundy_solver::oracle::Oracle;
use grundy_solver::position::{Move, Others, Past, Position, State, Tree, Turn, turns_leaving};
use grundy_solver::text::Lang;
use grundy_solver::{Answer, Outcome};

use crate::solvers::{CUT, Solvers};
use crate::steps::{self, Rechecked};
use crate::truth::{Key, Truth, key_of, key_of_move};
use crate::words::check_words;

/// Checks the answer about `position` in every form, and returns the method that gave it.
pub fn check_position(
    position: &Position,
    truth: &Truth,
    oracle: &mut Oracle<'_>,
    solvers: &Solvers,
    rechecked: &mut Rechecked,
) -> Result<&'static str, String> {
    let again = parse_position(&position.to_string()).map_err(|e| format!("does not read back: {e}"))?;
    ensure!(states(&again) == states(position), "reads back as {again}");

    let answer = solvers.plain.solve(position).map_err(|e| format!("no answer: {e}"))?;
    check_answer(position, &answer, truth)?;
    ensure!(answer.moves_complete, "all moves were asked for, {} listed", answer.moves.len());
    check_moves(position, &answer, truth)?;
    check_components(position, &answer)?;
    check_json(position, &answer, truth)?;

    let outcome = solvers.plain.outcome(position).map_err(|e| format!("no outcome: {e}"))?;
    ensure!(outcome == truth.outcome, "alone, the outcome is {outcome:?}");
    let insisted = solvers.insistent.solve(position).map_err(|e| format!("no value: {e}"))?;
    check_answer(position, &insisted, truth)?;
    ensure!(insisted.value == truth.value, "insisting gives {:?}, not {:?}", insisted.value, truth.value);
    check_cut(&insisted, truth)?;
    let turns = solvers.plain.winning_turns(position, usize::MAX).map_err(|e| format!("no turns: {e}"))?;
    let ways: usize = truth.winning.values().map(Vec::len).sum();
    ensure!(turns.complete && turns.turns.len() == ways, "{} winning turns, not {ways}", turns.turns.len());

    let explanation = explain(&solvers.plain, position, 3).map_err(|e| format!("no reasons: {e}"))?;
    for step in &explanation.steps {
        check_words(step)?;
        steps::recheck(position, truth, oracle, step, rechecked)
            .map_err(|why| format!("{}: {why}", step.id()))?;
    }
    for lang in [Lang::En, Lang::Zh] {
        let report = grundy_solver::report::report(&answer, lang, 5);
        ensure!(!report.contains("%{"), "an open blank: {report}");
    }
    Ok(answer.method.name)
}

fn states(position: &Position) -> (bool, &Tree, Vec<(String, &State)>) {
    let components = position.components().iter();
    let states = components.map(|c| (c.game.to_string(), &c.state)).collect();
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
    if let Some(stated) = &answer.moves_total {
        ensure!(*stated == UBig::from(total), "moves_total {stated}, not {total}");
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

/// The order of the contract: by `to`, then by component.
fn order_of(played: &WinningMove) -> (Vec<&[UBig]>, Vec<usize>, Vec<&Past>) {
    let list = &played.played;
    (
        list.iter().map(|p| &p.to[..]).collect(),
        list.iter().map(|p| p.component).collect(),
        list.iter().map(|p| &p.state).collect(),
    )
}

/// Checks that the move shown leads to the result shown, and that it takes as much as possible from the first
/// heaps.
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
            Doing::Pass => {}
            Doing::Add(k) => left[0] += k,
            Doing::Become => left.clone_from(&part.to),
            Doing::Multiply(k) => left[0] *= k,
            // The campaign has games of the notation only.
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

fn take_of(played: &Move, heaps: usize) -> Option<Vec<UBig>> {
    let Move::Take { touched, .. } = played else { return None };
    if played.is_rearranging() || played.is_pass() {
        return None;
    }
    let mut take = vec![UBig::ZERO; heaps];
    for touch in touched {
        take[touch.heap].clone_from(&touch.taken);
    }
    Some(take)
}

/// Checks that every winning result is listed, and that the heaps of each listed result find it again.
fn check_moves(position: &Position, answer: &Answer, truth: &Truth) -> Result<(), String> {
    let listed: Vec<Key> = answer.moves.iter().map(key_of_move).collect();
    for result in truth.winning.keys() {
        ensure!(listed.contains(result), "{result:?} is not listed");
    }
    let budget = Budget::default();
    for result in listed.iter().take(6) {
        let named: Vec<_> = result.iter().map(|(component, to, _)| (*component, to.clone())).collect();
        let turns = turns_leaving(position, &named, Others::Stay, &budget).map_err(|e| e.to_string())?;
        ensure!(turns.iter().any(|t| key_of(position, t) == *result), "{result:?} is not found by its heaps");
    }
    Ok(())
}

fn check_components(position: &Position, answer: &Answer) -> Result<(), String> {
    for (component, stated) in position.components().iter().zip(&answer.components) {
        let Some(value) = &stated.value else { continue };
        let alone =
            Position::new(false, vec![component.clone()], Tree::Leaf(0)).map_err(|e| e.to_string())?;
        let budget = Budget::default();
        let known = Oracle::new(&alone, &budget).verdict(&alone).map_err(|e| e.to_string())?;
        ensure!(*value == UBig::from(known.value), "{alone} has value {}, not {value}", known.value);
    }
    Ok(())
}

/// Checks the length of a list that was cut.
fn check_cut(cut: &Answer, truth: &Truth) -> Result<(), String> {
    let total = truth.winning.len();
    ensure!(cut.moves.len() <= CUT, "{CUT} moves were asked for");
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
