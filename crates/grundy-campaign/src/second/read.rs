//! Parses positions: sums, compounds, components with their settings, heaps and histories.

use super::Refusal;
use super::boards::{Board, board, written};
use super::check::{check, start};
use super::leaf::{Game, Leaf, Past};
use super::names::named;
use super::read_amounts::{amounts, lead, number};
use super::read_moves::{BOARD_VERBS, VERBS, moves};
use super::scan::Scan;
use super::tree::{Goal, Manner, Mark, Once, Order, Rules, Shape};

/// The longest text, in bytes.
const LONGEST: usize = 20_000;

/// A parsed position.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) misere: bool,
    pub(super) shape: Shape,
    pub(super) games: Vec<Game>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) leads: Vec<i64>,
}

/// `[ "misere" ] sum`
pub fn position(text: &str) -> Result<Position, Refusal> {
    // A sum of very many numbers would be as deep as it is long.
    if text.len() > LONGEST {
        return Err(Refusal::NotMine);
    }
    let mut scan = Scan::new(text);
    let misere = scan.eat_word("misere");
    let nothing = Shape::Parts(Manner::Sum, Vec::new());
    let mut position =
        Position { misere, shape: nothing, games: Vec::new(), leaves: Vec::new(), leads: Vec::new() };
    position.shape = sum(&mut scan, &mut position)?;
    if !scan.at_end() {
        return Err(scan.wrong("the end"));
    }
    // The document leaves open who wins if only some of the components are scoring games.
    let scoring = position.games.iter().filter(|game| game.rules.most).count();
    if scoring != 0 && scoring != position.games.len() {
        return Err(Refusal::NotMine);
    }
    let mut said: Vec<usize> = (0..position.leaves.len()).filter(|&at| position.leaves[at].next).collect();
    settle_turns(&position.shape, &mut position.leaves, &mut said)?;
    if !said.is_empty() {
        return Err(Refusal::Illegal("`next` is said of the first component of a part of a round".into()));
    }
    Ok(position)
}

/// Checks which part of each round is next. Components of which this is said are removed from `said`.
fn settle_turns(shape: &Shape, leaves: &mut [Leaf], said: &mut Vec<usize>) -> Result<(), Refusal> {
    let Shape::Parts(manner, parts) = shape else { return Ok(()) };
    if [Manner::Round, Manner::Skip].contains(manner) {
        let next: Vec<usize> = parts.iter().map(Shape::first).filter(|&at| leaves[at].next).collect();
        if next.len() > 1 || parts.iter().any(Shape::has_round) {
            return Err(Refusal::Illegal("one part of a round is next, and it contains no round".into()));
        }
        said.retain(|at| !next.contains(at));
        leaves[shape.first()].next = false;
    }
    parts.iter().try_for_each(|part| settle_turns(part, leaves, said))
}

fn sum(scan: &mut Scan, position: &mut Position) -> Result<Shape, Refusal> {
    let mut parts = vec![component(scan, position)?];
    while scan.eat("+") {
        parts.push(component(scan, position)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Shape::Parts(Manner::Sum, parts) })
}

fn component(scan: &mut Scan, position: &mut Position) -> Result<Shape, Refusal> {
    for (word, manner) in [
        ("all", Manner::All),
        ("short", Manner::Short),
        ("some", Manner::Some),
        ("seq", Manner::Seq),
        ("round", Manner::Round),
        ("skip", Manner::Skip),
    ] {
        if !scan.eat_word(word) {
            continue;
        }
        scan.expect("(")?;
        scan.enter()?;
        let mut parts = vec![sum(scan, position)?];
        while scan.eat(",") {
            parts.push(sum(scan, position)?);
        }
        scan.expect(")")?;
        scan.leave();
        if parts.len() < 2 {
            return Err(Refusal::Illegal(format!("`{word}` takes two games or more")));
        }
        return Ok(Shape::Parts(manner, parts));
    }
    if let Some(board) = board(scan)? {
        let (mut numbers, mut past) = (Vec::new(), Past::default());
        // An empty board of squares may be left out.
        if !matches!(board, Board::Pieces { .. }) || scan.peek() == Some('[') {
            scan.expect("[")?;
            numbers = written(scan)?;
            if scan.eat(";") {
                past = self::past(scan)?;
            }
            scan.expect("]")?;
        }
        if past != (Past { next: past.next, ..Past::default() }) {
            return Err(Refusal::Illegal("a board has no past".into()));
        }
        let mut leaf = Leaf::of_numbers(board.position(&numbers)?);
        leaf.next = past.next;
        position.leaves.push(leaf);
        position.games.push(Game::on(board));
        position.leads.push(0);
        return Ok(Shape::Leaf(position.games.len() - 1));
    }
    let rules = rules(scan)?;
    check(&rules)?;
    let mut heaps = Vec::new();
    let mut past = Past::default();
    // A race may omit its total at the start.
    if rules.goal.is_none() || scan.peek() == Some('[') {
        scan.expect("[")?;
        if ![Some(']'), Some(';')].contains(&scan.peek()) {
            heaps.push(number(scan)?);
            while scan.eat(",") {
                heaps.push(number(scan)?);
            }
        }
        if scan.eat(";") {
            past = self::past(scan)?;
        }
        scan.expect("]")?;
    }
    let game = Game::new(rules);
    let lead = past.lead.unwrap_or(0);
    position.leaves.push(start(&game, &heaps, &past)?);
    position.games.push(game);
    position.leads.push(lead);
    Ok(Shape::Leaf(position.games.len() - 1))
}

fn rules(scan: &mut Scan) -> Result<Rules, Refusal> {
    if scan.eat("(") {
        scan.enter()?;
        let inner = rules(scan)?;
        scan.expect(")")?;
        scan.leave();
        return Ok(inner);
    }
    let word = scan.peek_word();
    let verb = VERBS.iter().chain(&BOARD_VERBS).any(|&verb| verb == word);
    let mut rules = if verb { Rules::of(moves(scan)?) } else { named(scan)? };
    while scan.eat(";") {
        setting(scan, &mut rules)?;
    }
    Ok(rules)
}

fn setting(scan: &mut Scan, rules: &mut Rules) -> Result<(), Refusal> {
    // The document leaves open what a repeated setting means.
    let twice = if scan.eat_word("first") {
        rules.first.replace(amounts(scan)?).is_some()
    } else if scan.eat_words(&["win", "most"]) {
        std::mem::replace(&mut rules.most, true)
    } else if scan.eat_words(&["heaps", "in", "order"]) {
        rules.order.replace(Order::Begun).is_some()
    } else if scan.eat_words(&["heaps", "descending"]) {
        rules.order.replace(Order::Descending).is_some()
    } else if scan.eat_word("to") {
        let at_least = scan.eat_words(&["at", "least"]);
        rules.goal.replace(Goal { number: number(scan)?, at_least }).is_some()
    } else if scan.eat_word("ring") {
        rules.marks.replace(Mark::Row).is_some()
    } else if scan.eat_words(&["heaps", "closed"]) {
        rules.marks.replace(Mark::Open).is_some()
    } else if scan.eat_words(&["heaps", "alternating"]) {
        rules.marks.replace(Mark::Touched).is_some()
    } else if scan.eat_word("seats") {
        let mut seats = vec![number(scan)?];
        while scan.eat(",") {
            seats.push(number(scan)?);
        }
        !std::mem::replace(&mut rules.seats, seats).is_empty()
    } else if scan.eat_word("pass") {
        let passes = number(scan)?;
        if !scan.eat_word("times") {
            scan.expect_word("time")?;
        }
        rules.passes.replace(passes).is_some()
    } else if scan.eat_words(&["put", "back"]) {
        let amounts = amounts(scan)?;
        scan.expect_word("up")?;
        scan.expect_word("to")?;
        let times = number(scan)?;
        if !scan.eat_word("times") {
            scan.expect_word("time")?;
        }
        rules.put_back.replace((amounts, times)).is_some()
    } else if scan.eat_words(&["each", "amount", "once"]) {
        let once = if scan.eat_words(&["per", "heap"]) { Once::Heap } else { Once::Game };
        rules.once.replace(once).is_some()
    } else {
        return Err(scan.wrong("a setting"));
    };
    if twice { Err(Refusal::NotMine) } else { Ok(()) }
}

fn past(scan: &mut Scan) -> Result<Past, Refusal> {
    let mut past = Past::default();
    loop {
        let twice = if scan.eat_word("last") {
            past.last.replace(number(scan)?).is_some()
        } else if scan.eat_word("open") {
            let index = number(scan)?;
            if scan.eat_word("from") {
                past.open.replace((index, number(scan)?)).is_some()
            } else {
                past.marked.push((Mark::Open, index));
                false
            }
        } else if scan.eat_word("closed") {
            past.closed.replace(number(scan)?).is_some()
        } else if scan.eat_word("lead") {
            past.lead.replace(lead(scan)?).is_some()
        } else if scan.eat_word("row") {
            past.marked.push((Mark::Row, number(scan)?));
            false
        } else if scan.eat_word("touched") {
            past.marked.push((Mark::Touched, number(scan)?));
            false
        } else if scan.eat_word("seat") {
            past.seat.replace(number(scan)?).is_some()
        } else if scan.eat_word("passed") {
            past.passed.replace(number(scan)?).is_some()
        } else if scan.eat_word("put") {
            past.put.replace(number(scan)?).is_some()
        } else if scan.eat_word("used") {
            let amount = number(scan)?;
            past.used.push((if scan.eat_word("from") { Some(number(scan)?) } else { None }, amount));
            false
        } else if scan.eat_word("next") {
            std::mem::replace(&mut past.next, true)
        } else {
            return Err(scan.wrong("what the past has left"));
        };
        if twice {
            return Err(Refusal::NotMine);
        }
        if !scan.eat(",") {
            return Ok(past);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_document_are_read() {
        for text in [
            "wythoff[8, 15]",
            "wythoff[8, 15] + bash(7)[100] + nim[3, 4]",
            "misere wythoff[8, 15]",
            "fibonacci[20; last 3]",
            "fibonacci[5, 8]",
            "fibonacci[5] + fibonacci[8]",
            "kayles; ring[1, 5; row 1]",
            "take any; heaps in order[4, 9; open 2 from 11]",
            "take any; heaps descending[4, 9; closed 11]",
            "take 1..3; win most[13; lead -2]",
            "wythoff[5]",
            "wythoff[1, 2, 3]",
            "nim[]",
            "威佐夫［５，３］",
            "all(nim[3] + nim[4], short(nim[1], seq(nim[2], some(nim[1], kayles[2]))))",
            "(take 1; first 2)[2^4, 1_000, 1e3]",
            "take (1..10 except 3), 12 or take 5.. from 2 heaps[3, 4]",
        ] {
            assert!(position(text).is_ok(), "{text}: {:?}", position(text));
        }
    }

    #[test]
    fn what_the_grammar_lacks_is_refused() {
        for text in [
            "",
            "nim",
            "nim[3",
            "nim[3]]",
            "nim[3] +",
            "all(nim[3])",
            "misere misere nim[3]",
            "nim or take 1[3]",
            "(nim); ring[3]",
            "nim[(1, 2)]",
            "take 1 leaving 2[3]",
            "take 1 except 2 except 3[3]",
            "take 1; frist 2[3]",
            "nim[3; past 2]",
            "all(misere nim[3], nim[3])",
        ] {
            assert!(matches!(position(text), Err(Refusal::Illegal(_))), "{text}: {:?}", position(text));
        }
    }
}
