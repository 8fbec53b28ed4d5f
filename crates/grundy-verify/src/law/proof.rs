//! The proof of a law, computed from the rules.

use super::automaton::{DEAD, Dfa, Part, project};
use super::numeration::Numeration;
use super::rules::{self, Amounts, From, Item, Line, Take};
use super::{KIND, Law, Table};
use crate::sentence::Reason;
use crate::watch::{Stop, Watch};

/// Maximum number of heaps.
const MOST_HEAPS: u64 = 6;
/// Maximum number of letters of a position together with its option.
const MOST_LETTERS: usize = 1 << 20;

/// One way to move: the heaps it touches, and the conditions on it.
struct Way {
    touched: Vec<usize>,
    parts: Vec<(Dfa, Vec<usize>)>,
}

/// Fails if the law does not hold.
pub fn holds(law: &Law, watch: &mut Watch<'_>) -> Result<(), Stop> {
    if law.kind != KIND {
        return Err(Reason::new("law-kind").with("kind", &law.kind).into());
    }
    if !(1..=MOST_HEAPS).contains(&law.heaps) {
        return Err(Reason::new("law-heaps").with("heaps", law.heaps).with("most", MOST_HEAPS).into());
    }
    let heaps = law.heaps as usize;
    let Some(numeration) = Numeration::new(&law.numeration) else {
        return Err(Reason::new("law-numeration").into());
    };
    let takes = rules::read(&law.rules).map_err(|at| Reason::new("law-rules").with("at", at + 1))?;
    let letters = numeration.digits.checked_pow(2 * law.heaps as u32);
    if letters.is_none_or(|letters| letters > MOST_LETTERS) {
        return Err(Reason::new("law-heaps").with("heaps", law.heaps).with("most", MOST_HEAPS).into());
    }
    let show = |word: &[u32]| numeration.position(heaps, word);
    let numbers = numeration.numbers(heaps, watch)?;
    let lost = set(&law.lost, &numbers, watch)?;
    let ways = ways(&takes, heaps, &numeration, watch)?;
    let one = numeration.numbers(1, watch)?;
    let into = |target: Option<&Dfa>, watch: &mut Watch<'_>| -> Result<Vec<Dfa>, Stop> {
        let each = ways.iter().map(|way| sources(&numeration, heaps, way, target, &one, watch));
        each.collect()
    };
    // The positions that are lost or must have an option that is.
    let mut open = numbers.clone();
    if law.misere {
        if !law.values.is_empty() {
            return Err(Reason::new("law-misere-values").into());
        }
        let mut can = lost.without(&lost, watch)?;
        for dfa in into(None, watch)? {
            can = can.or(&dfa, watch)?;
        }
        if let Some(word) = lost.without(&can, watch)?.witness() {
            return Err(Reason::new("law-over").with("position", show(&word)).into());
        }
        open = can;
    }
    open = decided(&lost, 0, &open, &into(Some(&lost), watch)?, &show, watch)?;
    for (value, table) in law.values.iter().enumerate() {
        let equal = set(table, &numbers, watch)?;
        open = decided(&equal, value + 1, &open, &into(Some(&equal), watch)?, &show, watch)?;
    }
    Ok(())
}

/// Checks that no position of `set` has an option in it, and that every other open position has one; `won` are the
/// positions that have one by each way. Returns the open positions outside `set`.
fn decided(
    set: &Dfa,
    value: usize,
    open: &Dfa,
    won: &[Dfa],
    show: &dyn Fn(&[u32]) -> String,
    watch: &mut Watch<'_>,
) -> Result<Dfa, Stop> {
    let refused = |reason: Reason, word: &[u32]| -> Stop {
        reason.with("position", show(word)).with("value", value).into()
    };
    let p_or_value = |p: Reason, other: Reason| if value == 0 { p } else { other };
    if let Some(word) = set.without(open, watch)?.witness() {
        return Err(refused(Reason::new("law-value-twice"), &word));
    }
    for way in won {
        if let Some(word) = set.and(way, watch)?.witness() {
            let reason = p_or_value(Reason::new("law-p-to-p"), Reason::new("law-value-to-value"));
            return Err(refused(reason, &word));
        }
    }
    let larger = open.without(set, watch)?;
    let mut rest = larger.clone();
    let mut order: Vec<&Dfa> = won.iter().collect();
    order.sort_by_key(|way| way.states());
    for way in order {
        rest = rest.without(way, watch)?;
    }
    match rest.witness() {
        Some(word) => {
            let reason = p_or_value(Reason::new("law-n-stuck"), Reason::new("law-value-stuck"));
            Err(refused(reason, &word))
        }
        None => Ok(larger),
    }
}

/// The automaton of a table, which accepts validly written positions only, with any number of leading zeros.
fn set(table: &Table, numbers: &Dfa, watch: &mut Watch<'_>) -> Result<Dfa, Stop> {
    let set = dfa(table, numbers.letters)?;
    if let Some(word) = set.without(numbers, watch)?.witness() {
        let letters: Vec<String> = word.iter().map(u32::to_string).collect();
        return Err(Reason::new("law-digits").with("letters", letters.join(" ")).into());
    }
    if set.step(0, 0) != 0 && set.witness().is_some() {
        return Err(Reason::new("law-zeros").into());
    }
    Ok(set)
}

/// The automaton of a table.
fn dfa(table: &Table, letters: usize) -> Result<Dfa, Reason> {
    let states = table.next.len();
    let wrong = |state: usize| Reason::new("law-table").with("state", state);
    if states == 0 {
        return Err(wrong(0));
    }
    let mut dfa = Dfa { letters, next: vec![], accepting: vec![false; states] };
    for (state, row) in table.next.iter().enumerate() {
        let known = |t: &i32| *t == -1 || usize::try_from(*t).is_ok_and(|t| t < states);
        if row.len() != letters || !row.iter().all(known) {
            return Err(wrong(state));
        }
        dfa.next.extend(row.iter().map(|&t| u32::try_from(t).unwrap_or(DEAD)));
    }
    for &state in &table.accepting {
        match dfa.accepting.get_mut(state as usize) {
            Some(accepting) if !*accepting => *accepting = true,
            _ => return Err(wrong(state as usize)),
        }
    }
    Ok(dfa)
}

/// The positions from which a way leads into `target`, or to any position.
fn sources(
    numeration: &Numeration,
    heaps: usize,
    way: &Way,
    target: Option<&Dfa>,
    one: &Dfa,
    watch: &mut Watch<'_>,
) -> Result<Dfa, Stop> {
    let tracks = heaps + way.touched.len();
    let after = (0..heaps).map(|heap| after(way, heap, heaps)).collect();
    let mut parts: Vec<Part<'_>> = target.map(|dfa| (dfa, after)).into_iter().collect();
    parts.extend(way.parts.iter().map(|(dfa, tracks)| (dfa, tracks.clone())));
    parts.extend((0..tracks).map(|track| (one, vec![track])));
    project(numeration.digits, heaps, tracks, &parts, watch)
}

/// The track of a heap after the move.
fn after(way: &Way, heap: usize, heaps: usize) -> usize {
    way.touched.iter().position(|&touched| touched == heap).map_or(heap, |hidden| heaps + hidden)
}

fn ways(
    takes: &[Take],
    heaps: usize,
    numeration: &Numeration,
    watch: &mut Watch<'_>,
) -> Result<Vec<Way>, Stop> {
    let mut ways = Vec::new();
    for take in takes {
        let amounts = allowed(take, numeration, watch)?;
        for mask in 1u32..1 << heaps {
            let touched: Vec<usize> = (0..heaps).filter(|heap| mask >> heap & 1 == 1).collect();
            let count = touched.len() as u64;
            let (fits, bound) = match take.from {
                From::Max | From::Min => (count == 1, None),
                From::All => (touched.len() == heaps, Some(0)),
                From::Nonempty => (true, Some(0)),
                From::Heaps { least, most, bound } => ((least..=most).contains(&count), bound),
            };
            if !fits {
                continue;
            }
            let mut way = Way { touched, parts: vec![] };
            let track =
                |heap: usize| after(&Way { touched: way.touched.clone(), parts: vec![] }, heap, heaps);
            let mut parts: Vec<(Dfa, Vec<usize>)> =
                way.touched.iter().map(|&heap| (amounts.clone(), vec![heap, track(heap)])).collect();
            for (i, &a) in way.touched.iter().enumerate() {
                for &b in &way.touched[i + 1..] {
                    if let Some(bound) = bound {
                        let near = numeration.between(&[1, -1, -1, 1], Some(-bound), Some(bound), watch)?;
                        parts.push((near, vec![a, track(a), b, track(b)]));
                    }
                }
            }
            for other in (0..heaps).filter(|heap| !way.touched.contains(heap)) {
                let first = way.touched[0];
                match take.from {
                    From::Max => {
                        parts.push((numeration.between(&[1, -1], Some(0), None, watch)?, vec![first, other]));
                    }
                    From::Min => {
                        parts.push((numeration.between(&[1, -1], Some(0), None, watch)?, vec![other, first]));
                    }
                    From::Nonempty => {
                        parts.push((numeration.between(&[1], Some(0), Some(0), watch)?, vec![other]));
                    }
                    From::All | From::Heaps { .. } => {}
                }
            }
            way.parts = parts;
            ways.push(way);
        }
    }
    Ok(ways)
}

/// The pairs (before, after) of one heap that a take allows.
fn allowed(take: &Take, numeration: &Numeration, watch: &mut Watch<'_>) -> Result<Dfa, Stop> {
    let mut pairs = members(&take.amounts, numeration, watch)?;
    pairs = pairs.and(&numeration.between(&[1, -1], Some(1), None, watch)?, watch)?;
    if !take.may_empty {
        pairs = pairs.and(&numeration.between(&[0, 1], Some(1), None, watch)?, watch)?;
    }
    if !take.may_leave {
        pairs = pairs.and(&numeration.between(&[0, 1], Some(0), Some(0), watch)?, watch)?;
    }
    Ok(pairs)
}

fn members(amounts: &Amounts, numeration: &Numeration, watch: &mut Watch<'_>) -> Result<Dfa, Stop> {
    let letters = numeration.digits.pow(2);
    let none = Dfa { letters, next: vec![DEAD; letters], accepting: vec![false] };
    let mut union = |items: &[Item]| -> Result<Dfa, Stop> {
        let mut sum = none.clone();
        for item in items {
            sum = sum.or(&item_of(item, numeration, watch)?, watch)?;
        }
        Ok(sum)
    };
    let (items, except) = (union(&amounts.items)?, union(&amounts.except)?);
    items.without(&except, watch)
}

fn item_of(item: &Item, numeration: &Numeration, watch: &mut Watch<'_>) -> Result<Dfa, Stop> {
    match item {
        Item::Range(low, high) => {
            // x - y >= (a x + b) / c rounded down means c (x - y) + c > a x + b.
            let Line { a, b, c } = *low;
            let above = numeration.between(&[c - a, -c], Some(b - c + 1), None, watch)?;
            match high {
                None => Ok(above),
                Some(Line { a, b, c }) => {
                    above.and(&numeration.between(&[c - a, -c], None, Some(*b), watch)?, watch)
                }
            }
        }
        Item::Residue { rest, modulus } => numeration.residue(*rest, *modulus, watch),
        Item::Group(amounts) => members(amounts, numeration, watch),
        Item::Powers(_) | Item::Fibonacci => {
            let every = match item {
                Item::Powers(base) => numeration.every(*base),
                _ => (numeration.rule == [1, 1]).then_some(1),
            };
            let every = every.ok_or_else(|| Reason::new("law-amounts"))?;
            let set = numeration.places(every, watch)?;
            let sum = numeration.between(&[1, -1, -1], Some(0), Some(0), watch)?;
            let one = numeration.numbers(1, watch)?;
            let parts: [Part<'_>; 4] =
                [(&set, vec![2]), (&sum, vec![0, 1, 2]), (&one, vec![0]), (&one, vec![1])];
            project(numeration.digits, 2, 3, &parts, watch)
        }
    }
}
