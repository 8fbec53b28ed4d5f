//! A law as a file for Lean 4, a prover that shares no code with this one: the automata as tables, the two
//! statements as theorems, and the conclusion that the law's automaton accepts exactly the lost positions.
//!
//! The proofs of the statements are invariants: finite tables of all states that are reached, which Lean checks
//! entry by entry. The text around the tables is the same for each law.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use grundy_automata::{Budget, DEAD, Dfa};
use grundy_core::error::{Error, Result};

use crate::law::Law;
use crate::relation::Relation;

/// Definitions and proofs that do not depend on the law.
const PROOF: &str = include_str!("lean/proof.lean");
/// The maximum number of entries that Lean has to check.
const MOST_CHECKS: usize = 1 << 21;
/// The maximum number of states of an automaton on the way.
const STATES: usize = 20_000;

/// A state of the law at a position, of the law at an option, and of the moves.
type Pair = [u32; 3];
/// A state of the valid numbers and of the law at a position, with the states of the law, of the moves and of
/// the valid numbers that an option may be in.
type Cover = (u32, u32, Vec<[u32; 3]>);

/// The tables of the file.
struct Tables<'a> {
    lost: &'a Dfa,
    valid: Dfa,
    moves: Dfa,
    pairs: Vec<Pair>,
    pairs_next: Vec<Vec<Option<usize>>>,
    covers: Vec<Cover>,
    covers_next: Vec<Vec<Option<usize>>>,
}

impl Law {
    /// The law as a file for Lean 4, which needs no library.
    ///
    /// # Errors
    /// Misère play, and laws whose tables are too large.
    pub fn to_lean(&self) -> Result<String> {
        if self.question().misere {
            return Err(Error::input("error.no-lean-misere"));
        }
        let budget = Budget { states: STATES, ..Budget::default() };
        let large = || Error::input("error.no-lean-large").with("limit", MOST_CHECKS);
        let heaps = self.question().heaps;
        let relation = Relation::new(self.ways(), heaps, self.numeration(), &budget).map_err(|_| large())?;
        let moves = relation.moves(&budget).map_err(|_| large())?;
        let tables = Tables::new(self.lost(), relation.all, moves).ok_or_else(large)?;
        Ok(self.lean_text(&tables))
    }

    fn lean_text(&self, tables: &Tables<'_>) -> String {
        let (heaps, numeration) = (self.question().heaps, self.numeration());
        let (digits, letters) = (numeration.digits(), tables.lost.letters());
        let Tables { lost, valid, moves, .. } = tables;
        let dead = lost.states().max(valid.states()).max(moves.states());
        let rules: Vec<String> = numeration.rule().iter().map(u32::to_string).collect();
        let mut out = format!(
            "/-\n\
             The lost positions of `{}` with {heaps} heaps: a law found and proved by Grundy.\n\
             For Lean 4.12 or later, without any library: `lean law.lean` prints nothing if all is proved.\n\n\
             Heaps are written with place values U(i) whose recurrence has the coefficients [{}]; each place has a\n\
             digit from 0 to {}, the most significant place first. A position is a list of letters, one for each\n\
             place. With d = {digits}, the digit of heap i, counted from 0, has the weight d^i in a letter. A position\n\
             and its options are written with the same number of places.\n\n\
             Proved here: `law`. If a move is what the automaton `move` says, and if each move lowers some rank, then the\n\
             lost positions are exactly those that the automaton `lost` accepts, whatever the number of places.\n\n\
             Not proved here: that `move` says what the rules say about numbers, that `valid` accepts exactly the lists\n\
             whose heaps are written greedily, and that moves lower the total number of stones, which is the rank. Grundy\n\
             builds these two automata from the rules and the numeration, and its tests compare them with the rules.\n\
             This file was written by a program. Its tests evaluate the finite statements below; Lean itself has not been tried.\n\
             -/\n\nset_option maxRecDepth 100000\nset_option linter.unusedVariables false\n\nnamespace Grundy\n\n/-! ## Tables -/\n\n",
            self.question().rules,
            rules.join(", "),
            digits - 1,
        );
        let _ = writeln!(out, "/-- The number of letters. -/\ndef letters : Nat := {letters}");
        let _ = writeln!(
            out,
            "/-- The target of a letter after which nothing is accepted. -/\ndef dead : Nat := {dead}"
        );
        for (name, dfa) in [("lost", *lost), ("valid", valid), ("move", moves)] {
            let states = 0..dfa.states() as u32;
            let accepts: Vec<String> = states.clone().map(|state| dfa.accepting(state).to_string()).collect();
            let target = |&target: &u32| if target == DEAD { dead } else { target as usize }.to_string();
            let rows = states.map(|state| dfa.row(state).iter().map(target).collect());
            list(
                &mut out,
                &format!("{name}Table"),
                "List (List Nat)",
                rows.map(|row: Vec<String>| bracket(&row)),
            );
            let _ = writeln!(out, "def {name}Accepts : List Bool := {}", bracket(&accepts));
        }
        let triple = |[a, b, c]: &[u32; 3]| {
            let shown = [a, b, c].map(|&state| if state == DEAD { dead } else { state as usize });
            format!("({}, {}, {})", shown[0], shown[1], shown[2])
        };
        let next = |row: &Vec<Option<usize>>, none: usize| {
            let row: Vec<String> = row.iter().map(|target| target.unwrap_or(none).to_string()).collect();
            bracket(&row)
        };
        let _ = writeln!(out, "def pairsSize : Nat := {}", tables.pairs.len());
        list(&mut out, "pairs", "List (Nat × Nat × Nat)", tables.pairs.iter().map(triple));
        let rows = tables.pairs_next.iter().map(|row| next(row, tables.pairs.len()));
        list(&mut out, "pairsNext", "List (List Nat)", rows);
        let _ = writeln!(out, "def coversSize : Nat := {}", tables.covers.len());
        let covers = tables.covers.iter().map(|(valid, lost, set)| {
            let set: Vec<String> = set.iter().map(triple).collect();
            let lost = if *lost == DEAD { dead } else { *lost as usize };
            format!("({valid}, {lost}, {})", bracket(&set))
        });
        list(&mut out, "covers", "List (Nat × Nat × List (Nat × Nat × Nat))", covers);
        let rows = tables.covers_next.iter().map(|row| next(row, tables.covers.len()));
        list(&mut out, "coversNext", "List (List Nat)", rows);
        out + "\n/-! ## Lists and tables -/\n\n" + PROOF + "\nend Grundy\n"
    }
}

fn bracket(items: &[String]) -> String {
    format!("[{}]", items.join(", "))
}

/// A list with an entry a line.
fn list(out: &mut String, name: &str, kind: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    let _ = writeln!(out, "def {name} : {kind} := [\n  {}]", rows.join(",\n  "));
}

impl<'a> Tables<'a> {
    /// All reachable states; `None` if there are too many.
    fn new(lost: &'a Dfa, valid: Dfa, moves: Dfa) -> Option<Self> {
        let letters = lost.letters();
        let both = |a: usize, b: usize| a + letters * b;
        let mut tables = Self {
            lost,
            valid,
            moves,
            pairs: vec![[0; 3]],
            pairs_next: vec![],
            covers: vec![(0, 0, vec![[0; 3]])],
            covers_next: vec![],
        };
        let mut checks = 0;
        let mut ids: FxHashMap<Pair, usize> = FxHashMap::from_iter([([0; 3], 0)]);
        while tables.pairs_next.len() < tables.pairs.len() {
            let [q, r, m] = tables.pairs[tables.pairs_next.len()];
            checks += letters * letters;
            if checks > MOST_CHECKS {
                return None;
            }
            let mut row = vec![None; letters * letters];
            for (a, b) in (0..letters).flat_map(|a| (0..letters).map(move |b| (a, b))) {
                let to = [lost.step(q, a), lost.step(r, b), tables.moves.step(m, both(a, b))];
                if !to.contains(&DEAD) {
                    row[both(a, b)] = Some(*ids.entry(to).or_insert_with(|| {
                        tables.pairs.push(to);
                        tables.pairs.len() - 1
                    }));
                }
            }
            tables.pairs_next.push(row);
        }
        let mut ids: FxHashMap<Cover, usize> = FxHashMap::from_iter([(tables.covers[0].clone(), 0)]);
        while tables.covers_next.len() < tables.covers.len() {
            let (v, q, set) = tables.covers[tables.covers_next.len()].clone();
            let mut row = vec![None; letters];
            for (a, target) in row.iter_mut().enumerate() {
                let valid = tables.valid.step(v, a);
                if valid == DEAD {
                    continue;
                }
                let mut to: Vec<[u32; 3]> = Vec::new();
                for &[r, m, u] in &set {
                    for b in 0..letters {
                        let next =
                            [lost.step(r, b), tables.moves.step(m, both(a, b)), tables.valid.step(u, b)];
                        if !next.contains(&DEAD) {
                            to.push(next);
                        }
                    }
                }
                to.sort_unstable();
                to.dedup();
                checks += (to.len() * set.len() + 1) * letters;
                if checks > MOST_CHECKS {
                    return None;
                }
                *target = Some(*ids.entry((valid, lost.step(q, a), to)).or_insert_with_key(|cover| {
                    tables.covers.push(cover.clone());
                    tables.covers.len() - 1
                }));
            }
            tables.covers_next.push(row);
        }
        Some(tables)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::testing::{RULES, options, question};
    use crate::{SHELF, read_certificate};

    /// A value of a table of the file.
    #[derive(Clone, Debug, PartialEq)]
    enum Value {
        Number(usize),
        Many(Vec<Value>),
    }

    impl Value {
        fn number(&self) -> usize {
            match self {
                Self::Number(number) => *number,
                Self::Many(_) => panic!("{self:?}"),
            }
        }

        fn many(&self) -> &[Value] {
            match self {
                Self::Many(list) => list,
                Self::Number(_) => panic!("{self:?}"),
            }
        }

        /// An entry, as `nth` of the file: `other` beyond the end.
        fn nth(&self, place: usize, other: &Value) -> Value {
            self.many().get(place).unwrap_or(other).clone()
        }
    }

    /// Reads lists, tuples, numbers and truth values.
    fn value(text: &mut &str) -> Value {
        *text = text.trim_start();
        if let Some(rest) = text.strip_prefix(['[', '(']) {
            *text = rest;
            let mut list = Vec::new();
            loop {
                *text = text.trim_start();
                if let Some(rest) = text.strip_prefix([']', ')']) {
                    *text = rest;
                    return Value::Many(list);
                }
                list.push(value(text));
                *text = text.trim_start();
                *text = text.strip_prefix(',').unwrap_or(text);
            }
        }
        let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        *text = rest;
        Value::Number(match word {
            "true" => 1,
            "false" => 0,
            number => number.parse().unwrap_or_else(|_| panic!("{number}")),
        })
    }

    /// The tables of a file by name.
    fn read(file: &str) -> HashMap<String, Value> {
        let (tables, _) = file.split_once("/-! ## Lists and tables -/").unwrap();
        let definitions = tables.split("\ndef ").skip(1);
        definitions
            .map(|text| {
                let (head, mut body) = text.split_once(":=").unwrap();
                (head.split(' ').next().unwrap().to_owned(), value(&mut body))
            })
            .collect()
    }

    /// The four statements that Lean decides, evaluated as they are written in `proof.lean`.
    fn checks(tables: &HashMap<String, Value>) -> [bool; 4] {
        let number = |name: &str| tables[name].number();
        let (letters, dead) = (number("letters"), number("dead"));
        let (none, empty) = (Value::Number(dead), Value::Many(vec![]));
        let step = |table: &str, state: usize, letter: usize| {
            tables[table].nth(state, &empty).nth(letter, &none).number()
        };
        let accepts = |table: &str, state: usize| tables[table].nth(state, &Value::Number(0)).number() == 1;
        let lost = |q, a| step("lostTable", q, a);
        let valid = |v, a| step("validTable", v, a);
        let moved = |m, a, b| step("moveTable", m, a + letters * b);
        let triple = |value: &Value| {
            let list = value.many();
            (list[0].number(), list[1].number(), list[2].number())
        };
        let no_pair = Value::Many(vec![none.clone(), none.clone(), none.clone()]);
        let no_cover = Value::Many(vec![none.clone(), none.clone(), empty.clone()]);
        let pair = |i| triple(&tables["pairs"].nth(i, &no_pair));
        let sizes = (number("pairsSize"), number("coversSize"));
        let pairs_fine = (0..sizes.0).all(|i| {
            let (q, r, m) = pair(i);
            (0..letters).all(|a| {
                (0..letters).all(|b| {
                    let to = (lost(q, a), lost(r, b), moved(m, a, b));
                    let j = step("pairsNext", i, a + letters * b);
                    to.0 == dead || to.1 == dead || to.2 == dead || (j < sizes.0 && pair(j) == to)
                })
            })
        });
        let pairs_none = (0..sizes.0).all(|i| {
            let (q, r, m) = pair(i);
            !(accepts("lostAccepts", q) && accepts("lostAccepts", r) && accepts("moveAccepts", m))
        });
        let cover = |i| {
            let cover = tables["covers"].nth(i, &no_cover);
            let list = cover.many();
            (list[0].number(), list[1].number(), list[2].many().iter().map(triple).collect::<Vec<_>>())
        };
        let covers_fine = (0..sizes.1).all(|i| {
            let (v, q, set) = cover(i);
            (0..letters).all(|a| {
                let j = step("coversNext", i, a);
                let (to_v, to_q, to) = cover(j);
                let from_one = |e: &(usize, usize, usize)| {
                    set.iter().any(|&(r, m, u)| {
                        (0..letters).any(|b| (lost(r, b), moved(m, a, b), valid(u, b)) == *e)
                    })
                };
                valid(v, a) == dead
                    || (j < sizes.1 && to_v == valid(v, a) && to_q == lost(q, a) && to.iter().all(from_one))
            })
        });
        let covers_end = (0..sizes.1).all(|i| {
            let (v, q, set) = cover(i);
            let wins = |&(r, m, u): &(usize, usize, usize)| {
                accepts("lostAccepts", r) && accepts("moveAccepts", m) && accepts("validAccepts", u)
            };
            !accepts("validAccepts", v) || accepts("lostAccepts", q) || set.iter().any(wins)
        });
        [pairs_fine, pairs_none, covers_fine, covers_end]
    }

    fn shelf(rules: &str, misere: bool) -> Law {
        let line = SHELF.lines().find(|line| {
            let law = read_certificate(line.as_bytes()).unwrap();
            law.rules == rules && law.misere == misere && law.heaps == 2
        });
        Law::from_text(line.expect(rules).as_bytes()).unwrap()
    }

    const GAMES: [&str; 4] = [
        "take any or take any from 2 heaps",
        "take any or take odd from 2 heaps",
        "take odd or take 1..n/2 from 2 heaps",
        "take any",
    ];

    #[test]
    fn what_lean_decides_is_true() {
        for rules in GAMES {
            let law = shelf(rules, false);
            let file = law.to_lean().unwrap();
            let tables = read(&file);
            assert_eq!(checks(&tables), [true; 4], "{rules}");
            // The law's own table is the one in the file.
            assert_eq!(tables["lostTable"].many().len(), law.lost().states());
        }
        assert_eq!(shelf("take any", true).to_lean().unwrap_err().code(), "no-lean-misere");
    }

    /// The file has nothing that Lean would take for a claim without proof, and what is opened is closed.
    #[test]
    fn the_file_is_whole() {
        let file = shelf(GAMES[0], false).to_lean().unwrap();
        for word in ["sorry", "axiom", "native_decide", "{}", "\t"] {
            assert!(!file.contains(word), "{word}");
        }
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("⟨", "⟩"), ("/-", "-/")] {
            assert_eq!(file.matches(open).count(), file.matches(close).count(), "{open}");
        }
        assert!(file.ends_with("end Grundy\n") && file.contains("\nnamespace Grundy\n"));
        assert!(file.contains("theorem law (lost : List Nat → Prop)"));
    }

    /// One wrong entry of a law's table or of the moves, and a statement fails.
    #[test]
    fn a_changed_table_fails_a_statement() {
        let tables = read(&shelf(GAMES[0], false).to_lean().unwrap());
        let dead = tables["dead"].clone();
        let mut random = fastrand::Rng::with_seed(4);
        for name in ["lostTable", "pairsNext", "coversNext", "lostAccepts", "covers", "pairs"] {
            for _ in 0..8 {
                let mut changed = tables.clone();
                let Some(Value::Many(rows)) = changed.get_mut(name) else { panic!("{name}") };
                let place = random.usize(0..rows.len());
                match &mut rows[place] {
                    Value::Number(accepts) => *accepts = 1 - *accepts,
                    Value::Many(row) => {
                        // An entry that leads somewhere leads nowhere.
                        let known =
                            row.iter_mut().find(|entry| matches!(entry, Value::Number(_)) && **entry != dead);
                        match known {
                            Some(entry) => *entry = Value::Number(dead.number() + 1),
                            None => continue,
                        }
                    }
                }
                if changed != tables {
                    let end = read_end(name, &tables, &changed);
                    assert!(end || checks(&changed) != [true; 4], "{name}");
                }
            }
        }
    }

    /// Whether a change is to an entry that no statement depends on: the target after an invalid letter.
    fn read_end(name: &str, tables: &HashMap<String, Value>, changed: &HashMap<String, Value>) -> bool {
        let none = match name {
            "pairsNext" => &tables["pairsSize"],
            "coversNext" => &tables["coversSize"],
            _ => return false,
        };
        let rows = tables[name].many().iter().zip(changed[name].many());
        rows.filter(|(a, b)| a != b)
            .all(|(a, b)| a.many().iter().zip(b.many()).filter(|(a, b)| a != b).all(|(a, _)| a == none))
    }

    /// The automaton of the moves says what the rules say.
    #[test]
    fn moves_are_those_of_the_rules() {
        let budget = Budget::default();
        for rules in RULES.iter().step_by(3) {
            let numeration = grundy_automata::Numeration::base(2).unwrap();
            let question = question(rules, 2);
            let ways = question.ways().unwrap();
            let Ok(relation) = Relation::new(&ways, 2, &numeration, &budget) else { continue };
            let moves = relation.moves(&budget).unwrap();
            for (x, y) in (0..9u64).flat_map(|x| (0..9).map(move |y| (x, y))) {
                let mut expected: Vec<Vec<u64>> = options(&ways, &[x, y]).collect();
                expected.sort_unstable();
                expected.dedup();
                let mut found: Vec<Vec<u64>> = Vec::new();
                for (u, v) in (0..=x).flat_map(|u| (0..=y).map(move |v| (u, v))) {
                    if moves.accepts(&numeration, &[x, y, u, v]) {
                        found.push(vec![u, v]);
                    }
                }
                assert_eq!(found, expected, "{rules} {x} {y}");
            }
        }
    }
}
