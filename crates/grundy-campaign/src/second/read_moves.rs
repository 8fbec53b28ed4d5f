//! Parses moves, their sources and their splits.

use super::Refusal;
use super::read_amounts::{amounts, expression, number};
use super::scan::Scan;
use super::tree::{Amounts, How, Item, Leaving, Likeness, Move, Source};

/// The words that start a move of heaps.
pub const VERBS: [&str; 8] = ["take", "split", "discard", "move", "multiply", "replace", "divide", "merge"];

/// The words that start a move on a board.
pub const BOARD_VERBS: [&str; 7] = ["turn", "bite", "slide", "cut", "walk", "place", "remove"];

/// Moves joined by `or`.
pub fn moves(scan: &mut Scan) -> Result<Vec<Move>, Refusal> {
    let mut moves = vec![one_move(scan)?];
    while scan.eat_word("or") {
        moves.push(one_move(scan)?);
    }
    Ok(moves)
}

fn one_move(scan: &mut Scan) -> Result<Move, Refusal> {
    let word = scan.peek_word();
    if BOARD_VERBS.contains(&word.as_str()) {
        return Err(Refusal::NotMine);
    }
    if !scan.eat_word(VERBS.into_iter().find(|&verb| verb == word).unwrap_or("a move")) {
        return Err(scan.wrong("a move"));
    }
    match word.as_str() {
        "take" => take(scan),
        "split" => {
            scan.expect_word("into")?;
            let leaving = parts(scan)?;
            if leaving.always_splits() {
                Ok(Move::Split(leaving))
            } else {
                Err(Refusal::Illegal("nothing is taken, so two heaps or more have to be left".into()))
            }
        }
        "discard" => {
            let count = number(scan)?;
            scan.expect_heaps()?;
            scan.expect_word("then")?;
            scan.enter()?;
            let then = one_move(scan)?;
            scan.leave();
            if count == 0 || then.steps() || then.remakes() {
                return Err(Refusal::NotMine);
            }
            Ok(Move::Discard(count, Box::new(then)))
        }
        "move" => {
            let amounts = amounts(scan)?;
            refuse_zero(&amounts, false)?;
            if scan.eat_words(&["to", "a", "lower", "heap"]) {
                let distance = if scan.eat_words(&["at", "distance"]) { Some(fixed(scan)?) } else { None };
                let sum = if scan.eat_words(&["with", "sum"]) { Some(fixed(scan)?) } else { None };
                return Ok(Move::ToLower(amounts, distance, sum));
            }
            let any = scan.eat_words(&["any", "steps"]);
            if !any {
                if number(scan)? != 1 {
                    return Err(Refusal::Illegal("stones go 1 step".into()));
                }
                scan.expect_word("step")?;
            }
            scan.expect_word("down")?;
            Ok(if any { Move::AnySteps(amounts) } else { Move::OneStep(amounts) })
        }
        "merge" => {
            let count = number(scan)?;
            scan.expect_heaps()?;
            if count < 2 {
                return Err(Refusal::Illegal("two heaps or more are merged".into()));
            }
            Ok(Move::Merge(count))
        }
        "replace" => {
            scan.expect_word("a")?;
            scan.expect_word("heap")?;
            let heap = of_size(scan)?;
            scan.expect_word("by")?;
            let leaving = parts(scan)?;
            scan.expect_word("of")?;
            Ok(Move::Replace(heap, leaving, sizes(scan)?))
        }
        "divide" => {
            if scan.eat_words(&["all", "heaps", "by"]) {
                return Ok(Move::DivideAll(at_least_two(fixed(scan)?)?));
            }
            scan.expect_word("a")?;
            scan.expect_word("heap")?;
            let heap = of_size(scan)?;
            scan.expect_word("into")?;
            let into = at_least_two(sizes(scan)?)?;
            for word in ["nearly", "equal", "heaps"] {
                scan.expect_word(word)?;
            }
            Ok(Move::Divide(heap, into))
        }
        _ => {
            let amounts = amounts(scan)?;
            refuse_zero(&amounts, false)?;
            if ["from", "leaving"].contains(&scan.peek_word().as_str()) {
                return Err(Refusal::NotMine);
            }
            Ok(Move::Multiply(amounts))
        }
    }
}

/// Sizes of heaps: without 0 and without `last`.
fn sizes(scan: &mut Scan) -> Result<Amounts, Refusal> {
    let sizes = amounts(scan)?;
    refuse_zero(&sizes, false)?;
    if sizes.speak_of_last() {
        return Err(Refusal::Illegal("`last` has no meaning for the sizes of heaps".into()));
    }
    Ok(sizes)
}

/// Numbers that do not depend on the position.
fn fixed(scan: &mut Scan) -> Result<Amounts, Refusal> {
    let numbers = sizes(scan)?;
    if numbers.expressions().into_iter().any(super::read_amounts::depends) {
        return Err(Refusal::Illegal("these numbers are the same in every position".into()));
    }
    Ok(numbers)
}

fn of_size(scan: &mut Scan) -> Result<Option<Amounts>, Refusal> {
    if scan.eat_word("of") { Ok(Some(sizes(scan)?)) } else { Ok(None) }
}

/// A set that holds nothing but 1 divides nothing. Other sets that may be empty are left to the program.
fn at_least_two(amounts: Amounts) -> Result<Amounts, Refusal> {
    let one = |item: &Item| matches!(item, Item::One(super::tree::Expression::Written(1)));
    if amounts.items.iter().all(one) {
        return Err(Refusal::Illegal("dividing by 1 changes nothing".into()));
    }
    Ok(amounts)
}

fn take(scan: &mut Scan) -> Result<Move, Refusal> {
    let amounts = amounts(scan)?;
    if scan.eat_words(&["spreading", "the", "rest"]) {
        refuse_zero(&amounts, false)?;
        return Ok(Move::Spread(amounts));
    }
    let source = if scan.eat_word("from") { source(scan)? } else { Source::One };
    let leaving = if scan.eat_word("leaving") { parts(scan)? } else { Leaving::usual() };
    refuse_zero(&amounts, leaving.always_splits())?;
    Ok(Move::Take(amounts, source, leaving))
}

fn source(scan: &mut Scan) -> Result<Source, Refusal> {
    for (words, source) in [
        (["max", "heap"], Source::Greatest),
        (["min", "heap"], Source::Least),
        (["all", "heaps"], Source::All),
        (["nonempty", "heaps"], Source::Nonempty),
    ] {
        if scan.eat_words(&words) {
            return Ok(source);
        }
    }
    if scan.peek_word() == "end" {
        return Err(Refusal::NotMine);
    }
    let up_to = scan.eat_words(&["up", "to"]);
    let count = number(scan)?;
    scan.expect_word("heaps")?;
    let how = if scan.eat_word("freely") {
        How::Freely
    } else if scan.eat_word("within") {
        How::Within(expression(scan)?)
    } else {
        How::Same
    };
    // Not defined in the document: a number of heaps below 1, `within` with `up to`, and which size `n` is in
    // a comparison of heaps.
    let compares_sizes = matches!(&how, How::Within(d) if up_to || d.speaks_of_size());
    if count == 0 || compares_sizes {
        return Err(Refusal::NotMine);
    }
    Ok(Source::Several { up_to, count, how })
}

fn parts(scan: &mut Scan) -> Result<Leaving, Refusal> {
    let mut counts = vec![number(scan)?];
    while scan.eat(",") {
        counts.push(number(scan)?);
    }
    let likeness = if scan.eat_word("unequal") {
        Likeness::Unequal
    } else if scan.eat_word("equal") {
        Likeness::Equal
    } else {
        Likeness::Any
    };
    scan.expect_heaps()?;
    Ok(Leaving { counts, likeness })
}

/// A literal 0 is allowed only if the move leaves two heaps or more in each of its alternatives.
pub fn refuse_zero(amounts: &Amounts, allowed: bool) -> Result<(), Refusal> {
    let range = |item: &Item| matches!(item, Item::Range(from, _) if from.is_written_zero());
    let single = |item: &Item| matches!(item, Item::One(one) if one.is_written_zero());
    let taken = amounts.items.iter().any(|item| range(item) || single(item));
    // A single 0 after `except` is not taken, but a range from 0 is always an error.
    if !allowed && (taken || amounts.except.iter().any(range)) {
        return Err(Refusal::Illegal("0 stones cannot be taken here".into()));
    }
    for item in amounts.items.iter().chain(&amounts.except) {
        if let Item::Group(group) = item {
            refuse_zero(group, allowed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Move>, Refusal> {
        let mut scan = Scan::new(text);
        let moves = moves(&mut scan)?;
        if scan.at_end() { Ok(moves) } else { Err(scan.wrong("the end")) }
    }

    #[test]
    fn moves_of_every_form_are_read() {
        for text in [
            "take 1, 3 from 2 heaps leaving 0, 1 heaps",
            "take any from up to 3 heaps freely or take n/2 from all heaps",
            "take any from 2 heaps within min or take 1 from max heap",
            "take 0, 2 leaving 2, 3 unequal heaps",
            "split into 2, 3 equal heaps",
            "discard 2 heaps then discard 1 heap then take 1",
            "move 1 to a lower heap or move any to a lower heap at distance odd with sum 3, 9",
            "replace a heap by 0, 1, 2 heaps of 1..n-1 or replace a heap of even by 3 equal heaps of n/2",
            "divide a heap of 5.. into 2.. nearly equal heaps or divide all heaps by primes",
            "merge 2 heaps or take 1 or take any spreading the rest",
            "move 1, 2 1 step down or move 3.. 1 step down or move any any steps down",
            "multiply 2..3",
        ] {
            assert!(read(text).is_ok(), "{text}: {:?}", read(text));
        }
    }

    #[test]
    fn zero_needs_two_heaps_left() {
        for text in [
            "take 0",
            "take 0, 1 leaving 0, 1, 2 heaps",
            "take 0..3",
            "take any except 0..3",
            "split into 1 heap",
            "move 0 1 step down",
        ] {
            assert!(matches!(read(text), Err(Refusal::Illegal(_))), "{text}");
        }
        for text in ["take 0..3 leaving 2, 3 heaps", "take n-3, 1", "take n-3..5", "take any except 0"] {
            assert!(read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn boards_are_left_out() {
        for text in ["turn 2 coins", "take any from end heap", "cut an edge", "take 1 or bite off a corner"] {
            assert_eq!(read(text), Err(Refusal::NotMine), "{text}");
        }
    }
}
