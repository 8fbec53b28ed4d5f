//! Checks rules and histories, and builds the start of a component.

use super::Refusal;
use super::leaf::{Game, Heap, Leaf, Past};
use super::read_moves::refuse_zero;
use super::tree::{Amounts, Leaving, Move, Once, Order, Rules, Source};

fn illegal<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Illegal(why.into()))
}

/// Rejects rules whose moves and settings contradict one another, or whose combination the document does not
/// define.
pub fn check(rules: &Rules) -> Result<(), Refusal> {
    if rules.moves.is_empty() {
        // A code of zeros has no move; the document leaves open whether it is a game.
        return Err(Refusal::NotMine);
    }
    if rules.speak_of_last() && rules.first.is_none() {
        return illegal("rules that use `last` have to say what comes first: `first any`");
    }
    if let Some(first) = &rules.first {
        if first.speak_of_last() {
            return illegal("there is no latest move before the first");
        }
        // If every move may take nothing, a 0 in `first` is a split that is written already; the document leaves
        // open whether it is allowed.
        if refuse_zero(first, false).is_err() && rules.moves.iter().all(Move::may_take_nothing) {
            return Err(Refusal::NotMine);
        }
        refuse_zero(first, false)?;
    }
    let uses_seats = rules.speak_of_seats();
    if uses_seats && rules.seats.is_empty() {
        return illegal("rules that use `seat` have to say what the seats have");
    }
    let multiplies = rules.moves.iter().any(is_multiply);
    if multiplies && rules.goal.is_none() {
        return illegal("`multiply` needs a race");
    }
    let steps = rules.moves.iter().any(Move::steps);
    let one_heap = |source: &Source| matches!(source, Source::One | Source::Several { count: 1, .. });
    let plain = |source: &Source| one_heap(source) || matches!(source, Source::Greatest | Source::Least);
    // Races have one total: the document does not define a choice of heaps, splits or histories for them, nor
    // what `multiply` takes.
    let race = rules.moves.iter().all(|one| match one {
        Move::Take(_, source, leaving) => one_heap(source) && leaving.counts == [0, 1],
        Move::Multiply(_) => rules.first.is_none(),
        _ => false,
    });
    if rules.goal.is_some() && (!race || rules.most || rules.order.is_some() || rules.marks.is_some()) {
        return Err(Refusal::NotMine);
    }
    // All possible overshoots have to be listed.
    let mut amounts = rules.moves.iter().filter_map(Move::amounts).chain(&rules.first);
    if rules.goal.is_some_and(|goal| goal.at_least) && amounts.any(Amounts::endless) {
        return Err(Refusal::NotMine);
    }
    // Heaps begun one at a time: not defined for moves that touch several heaps or split one.
    let begins = rules
        .moves
        .iter()
        .all(|one| matches!(one, Move::Take(_, source, leaving) if plain(source) && !leaving.splits()));
    if rules.order.is_some() && (!begins || rules.marks.is_some()) {
        return Err(Refusal::NotMine);
    }
    // Marks of heaps are defined for moves of one heap.
    let opens = rules.moves.iter().all(|one| match one {
        Move::Take(_, source, _) => one_heap(source),
        Move::Split(_) => true,
        _ => false,
    });
    if rules.marks.is_some() && !opens {
        return Err(Refusal::NotMine);
    }
    // Amounts are remembered of takes, where nothing else is remembered of heaps.
    let takes = rules.moves.iter().all(|one| matches!(one, Move::Take(..) | Move::Split(_)));
    if rules.once.is_some() && (!takes || rules.order.is_some() || rules.marks.is_some()) {
        return Err(Refusal::NotMine);
    }
    // What is put back ends, does not look back, and goes on heaps of which nothing is remembered.
    if let Some((amounts, 1..)) = &rules.put_back {
        refuse_zero(amounts, false)?;
        if amounts.speak_of_last() {
            return illegal("what is put back does not depend on `last`");
        }
        if amounts.endless() {
            return illegal("what is put back has to end");
        }
        let heaps = rules.goal.is_none() && rules.order.is_none();
        if !heaps || rules.marks.is_some() || rules.once.is_some() {
            return illegal("nothing can be put back here");
        }
    }
    // Moves that could go on for ever.
    let merges = rules.moves.iter().any(|one| matches!(one, Move::Merge(_)));
    let gathers = merges || rules.moves.iter().any(|one| matches!(one, Move::Spread(_)));
    let makes = rules.moves.iter().any(|one| matches!(one, Move::Replace(_, leaving, _) if leaving.splits()));
    if gathers && makes || merges && rules.moves.iter().any(splits) {
        return illegal("heaps would be gathered and come again for ever");
    }
    // The places of the parts of a split are not defined for moves by steps.
    if steps && rules.change_count() {
        return Err(Refusal::NotMine);
    }
    Ok(())
}

fn splits(one: &Move) -> bool {
    match one {
        Move::Take(_, _, leaving) | Move::Split(leaving) => leaving.splits(),
        Move::Divide(..) => true,
        Move::Discard(_, then) => splits(then),
        _ => false,
    }
}

fn is_multiply(one: &Move) -> bool {
    match one {
        Move::Multiply(_) => true,
        Move::Discard(_, then) => is_multiply(then),
        _ => false,
    }
}

/// Whether the move can leave fewer heaps, where empty ones are left out.
fn loses(one: &Move) -> bool {
    let none = |leaving: &Leaving| leaving.counts.contains(&0);
    match one {
        Move::Take(_, _, leaving) | Move::Replace(_, leaving, _) => none(leaving),
        Move::Merge(_) => true,
        Move::Discard(count, then) => match &**then {
            Move::Split(leaving) | Move::Take(_, _, leaving) => {
                leaving.counts.iter().any(|parts| parts <= count)
            }
            then => loses(then),
        },
        _ => false,
    }
}

/// The least number of heaps for which the move can ever apply.
fn needs(one: &Move) -> u64 {
    match one {
        Move::Take(_, Source::Several { up_to: false, count, .. }, _) | Move::Merge(count) => *count,
        Move::Discard(count, then) => count.saturating_add(needs(then)),
        Move::AnySteps(_) | Move::ToLower(..) => 2,
        _ => 1,
    }
}

/// The component with these heaps and this history.
pub fn start(game: &Game, heaps: &[u64], past: &Past) -> Result<Leaf, Refusal> {
    let rules = &game.rules;
    // Zeros that positions leave out do not count.
    let count = heaps.iter().filter(|&&size| size > 0 || !rules.change_count()).count();
    if past.last.is_some() && rules.first.is_none()
        || past.open.is_some() && rules.order.is_none()
        || past.closed.is_some() && rules.order != Some(Order::Descending)
        || past.lead.is_some() && !rules.most
        || past.marked.iter().any(|(mark, _)| rules.marks != Some(*mark))
        || past.seat.is_some_and(|seat| seat > 1) && !rules.speak_of_seats()
        || past.passed.is_some_and(|passed| passed > rules.passes.unwrap_or(0))
        || past.put.is_some_and(|put| put > rules.put_back.as_ref().map_or(0, |(_, times)| *times))
    {
        return illegal("the rules do not look back at this");
    }
    let scope = |heap: Option<u64>| if heap.is_some() { Once::Heap } else { Once::Game };
    if past.used.iter().any(|(heap, _)| rules.once != Some(scope(*heap))) {
        return illegal("these rules do not remember such an amount");
    }
    // Amounts are kept as bits.
    let greatest = heaps.iter().chain(past.used.iter().map(|(_, amount)| amount)).max();
    if rules.once.is_some() && greatest.is_some_and(|&greatest| greatest > 127) {
        return Err(Refusal::NotMine);
    }
    if past.seat.is_some_and(|seat| seat == 0 || seat > 1 && seat > rules.seats.len() as u64) {
        return illegal("there is no such seat");
    }
    if let Some(goal) = rules.goal {
        if heaps.len() > 1 {
            return illegal("a race has one total");
        }
        let total = heaps.first().copied().unwrap_or(0);
        if total > goal.number && !goal.at_least {
            return illegal("the start is above the goal");
        }
        let mut used = 0;
        for &(heap, amount) in &past.used {
            if heap.is_some_and(|heap| heap != 1) {
                return illegal("there is no such heap");
            }
            used |= if heap.is_some() { 1 << amount } else { 0 };
        }
        return Ok(leaf(game, vec![Heap { size: total, marked: false, used }], past));
    }
    let steps = rules.moves.iter().any(Move::steps);
    let applies = |one: &Move| usize::try_from(needs(one)).is_ok_and(|needs| needs <= count);
    // A position without heaps is always allowed: the game is over.
    // Play may lead to fewer heaps, and a row of boxes or squares may be of any length.
    let fewer = steps || rules.change_count() && rules.moves.iter().any(loses);
    if count > 0 && !fewer && !rules.moves.iter().any(applies) {
        return illegal("no move could ever apply to that many heaps");
    }
    let mut slots: Vec<Heap> = heaps.iter().map(|&size| Heap { size, marked: false, used: 0 }).collect();
    for &(_, heap) in &past.marked {
        match usize::try_from(heap).ok().and_then(|heap| slots.get_mut(heap.checked_sub(1)?)) {
            Some(slot) => slot.marked = true,
            None => return illegal("there is no such heap"),
        }
    }
    for &(heap, amount) in &past.used {
        let Some(heap) = heap else { continue };
        match usize::try_from(heap).ok().and_then(|heap| slots.get_mut(heap.checked_sub(1)?)) {
            Some(slot) => slot.used |= 1 << amount,
            None => return illegal("there is no such heap"),
        }
    }
    if let Some((index, had)) = past.open {
        let size = usize::try_from(index).ok().and_then(|index| heaps.get(index.checked_sub(1)?));
        match size {
            None => return illegal("there is no such heap"),
            Some(&size) if size == 0 || size >= had => {
                return illegal("a begun heap has fewer stones than before, but some");
            }
            Some(_) => {}
        }
    }
    Ok(leaf(game, slots, past))
}

fn leaf(game: &Game, heaps: Vec<Heap>, past: &Past) -> Leaf {
    let open = past.open.and_then(|(index, had)| Some((usize::try_from(index).ok()?.checked_sub(1)?, had)));
    let everywhere = past.used.iter().filter(|(heap, _)| heap.is_none());
    let used = everywhere.fold(0, |bits: u128, (_, amount)| bits | 1 << amount);
    Leaf {
        used: game.remembered(&heaps, used),
        next: past.next,
        heaps: game.tidy(heaps),
        last: past.last.filter(|_| game.remembers),
        started: past.last.is_some(),
        open,
        closed: past.closed,
        seat: past.seat.and_then(|seat| usize::try_from(seat).ok()).map_or(0, |seat| seat - 1),
        passed: past.passed.unwrap_or(0),
        put: past.put.unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::position;
    use super::Refusal;

    #[test]
    fn what_the_document_forbids_is_illegal() {
        for text in [
            "take 1..last[5]",
            "take 1..3; first 1..last[5]",
            "take 1..3; first 0[5]",
            "multiply 2[5]",
            "matches[5]",
            "take 1 from 3 heaps[5, 6]",
            "discard 2 heaps then split into 3 heaps[5, 6]",
            "race(20, 1..3)[1, 2]",
            "race(20, 1..3)[21]",
            "nim[5; last 1]",
            "nim[5; lead 1]",
            "nim[5; row 1]",
            "nim[5; open 1 from 7]",
            "take any; heaps in order[5; closed 7]",
            "take any; heaps in order[5; open 1 from 5]",
            "take any; heaps in order[5; open 2 from 7]",
            "kayles; ring[5; row 2]",
            "take 1..seat[5]",
            "take 1..seat; seats 3, 4[5; seat 3]",
            "nim[5; seat 2]",
            "nim; pass 1 time[5; passed 2]",
            "nim; put back 1 up to 1 time[5; put 2]",
            "nim; put back any up to 1 time[5]",
            "nim; put back 1 up to 1 time; ring[5]",
            "nim; ring[5; open 1]",
            "nim; heaps closed[5; open 2]",
            "nim; heaps alternating[5; row 1]",
        ] {
            assert!(matches!(position(text), Err(Refusal::Illegal(_))), "{text}: {:?}", position(text));
        }
    }

    #[test]
    fn play_may_lead_to_few_heaps() {
        for text in [
            "merge 2 heaps[5]",
            "move any to a lower heap[5]",
            "nimble[5]",
            "discard 1 heap then take any[5]",
            "discard 2 heaps then split into 2 heaps[5, 6]",
            "take 1 from 2 heaps leaving 0, 1, 2 heaps[5]",
            "replace a heap by 0, 2 heaps of any or take 1 from 2 heaps[1]",
        ] {
            assert!(position(text).is_ok(), "{text}: {:?}", position(text));
        }
    }

    #[test]
    fn what_the_document_leaves_open_is_not_answered() {
        for text in [
            "kayles; heaps in order[5]",
            "take any from 2 heaps; heaps descending[5, 6]",
            "take any; to 20; ring[5]",
            "nim; heaps closed; ring[5]",
            "wythoff; heaps closed[5, 6]",
            "split into 2 heaps or move 1 1 step down[5]",
            "nim[5] + take 1..2; win most[5]",
            "fibonacci; first 3[5]",
            "take any; to at least 20[20]",
            "endnim[5]",
            "graph(\"x\")[3]",
        ] {
            assert!(matches!(position(text), Err(Refusal::NotMine)), "{text}: {:?}", position(text));
        }
    }
}
