//! The proof that a set of positions is the set of P-positions, or of all positions with one Grundy value, at
//! every size.
//!
//! For a set S of positions that an automaton accepts, the proof decides two statements:
//!
//! 1. no position of S has an option in S;
//! 2. every position outside S has an option in S. Under misère play a position without options is outside S and needs none,
//!    and every position of S has an option.
//!
//! Every move lowers the total number of stones, so play ends, and by induction on the total S is the set of
//! P-positions, which are those of Grundy value 0. For a value v above 0, S must contain no position whose
//! value is known to be less than v, and these positions need no option in S. Then a position of S has options
//! of every smaller value, by statement 2 for these values, and none of value v; and all positions that are left have
//! an option of value v, so their value is larger.
//!
//! Each statement is the emptiness of an automaton; if it is not empty, the shortest word it accepts is a
//! counterexample.

use grundy_automata::{Budget, Dfa, Error, Numeration};

use crate::relation::Relation;

/// The sizes of the automata of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The maximum number of states of a way before determinisation.
    pub nondeterministic: usize,
    /// The maximum number of states of a way after determinisation.
    pub way: usize,
    /// The maximum number of states of the set that remained to be covered.
    pub rest: usize,
}

/// How a proof ended.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    Proved(Sizes),
    /// A counterexample to one of the statements, as a word.
    Broken(Vec<u32>),
}

/// Decides both statements for a set of positions, where `open` are all positions whose value is not known to
/// be smaller. Under misère play only P-positions can be proved.
pub(crate) fn prove(
    relation: &Relation<'_>,
    misere: bool,
    open: &Dfa,
    set: &Dfa,
    budget: &Budget,
) -> Result<Verdict, Error> {
    let mut sizes = Sizes::default();
    let mut sources = |target: Option<&Dfa>| -> Result<Vec<Dfa>, Error> {
        let mut found: Vec<Dfa> = Vec::new();
        for way in &relation.ways {
            let (dfa, nondeterministic) = relation.sources(way, target, budget)?;
            sizes.nondeterministic = sizes.nondeterministic.max(nondeterministic);
            sizes.way = sizes.way.max(dfa.states());
            if !found.contains(&dfa) {
                found.push(dfa);
            }
        }
        found.sort_by_key(Dfa::states);
        Ok(found)
    };
    if let Some(word) = set.without(open, budget)?.witness() {
        return Ok(Verdict::Broken(word));
    }
    let won = sources(Some(set))?;
    for way in &won {
        if let Some(word) = set.and(way, budget)?.witness() {
            return Ok(Verdict::Broken(word));
        }
    }
    let mut rest = open.without(set, budget)?;
    if misere {
        let mut can = Dfa::empty(relation.heaps, relation.numeration.digits());
        for way in sources(None)? {
            can = can.or(&way, budget)?;
        }
        if let Some(word) = set.without(&can, budget)?.witness() {
            return Ok(Verdict::Broken(word));
        }
        rest = rest.and(&can, budget)?;
    }
    for way in &won {
        rest = rest.without(way, budget)?;
        sizes.rest = sizes.rest.max(rest.states());
    }
    Ok(rest.witness().map_or(Verdict::Proved(sizes), Verdict::Broken))
}

/// The heaps written by a word, if they fit machine words.
pub(crate) fn heaps_of(numeration: &Numeration, heaps: usize, word: &[u32]) -> Option<Vec<u64>> {
    numeration.read(heaps, word)
}
