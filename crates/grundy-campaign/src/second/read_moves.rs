//! Parses moves, their sources and their splits.

use super::Refusal;
use super::read_amounts::{amounts, expression, number};
use super::scan::Scan;
use super::tree::{Amounts, How, Item, Leaving, Likeness, Move, Source};

/// The words that start a move of heaps.
pub const VERBS: [&str; 5] = ["take", "split", "discard", "move", "multiply"];

/// The words that start a move on a board.
pub const BOARD_VERBS: [&str; 4] = ["turn", "bite", "slide", "cut"];

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
            if count == 0 || then.steps() {
                return Err(Refusal::NotMine);
            }
            Ok(Move::Discard(count, Box::new(then)))
        }
        "move" => {
            let amounts = amounts(scan)?;
            refuse_zero(&amounts, false)?;
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

fn take(scan: &mut Scan) -> Result<Move, Refusal> {
    let amounts = amounts(scan)?;
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
