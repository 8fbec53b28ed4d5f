//! Laws proved by automata, which the program found by itself.
//!
//! Precondition: a proved law of these rules under this convention, and a position with at most as many heaps
//! as the law reads; empty heaps may be missing, or be too many, if they change nothing. Some hundred laws
//! come with the program as certificates. `cargo xtask check-facts` proves all of them again, with the crate
//! `grundy-verify`, which shares nothing with the code that found them. Laws that a user loads are proved by
//! the same code before they are used, see [`crate::loaded`].
//!
//! Statement: the position is lost for the player to move iff an automaton accepts the digits of its heaps, read side by side from
//! the most significant one on. The proof decides for all heaps at once that no accepted position has an accepted option
//! and that every other one has (Büchi 1960; Bruyère, Hansel, Michaux and Villemaire 1994).
//!
//! A law may have more automata, for the positions of Grundy value 1, 2, ..., proved in the same way one after the other.
//!
//! Winning moves are paths through the automaton and the relation of the rules, so they are listed in order and counted exactly.

use std::cell::OnceCell;
use std::sync::Arc;

use dashu_int::UBig;

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{MoveRule, Rules, Source};
use grundy_core::text::Message;
use grundy_proof::{Law, Numeration, SHELF, Words};

use crate::kernel::Kernel;
use crate::law;
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};

/// Its name in answers.
pub const NAME: &str = "automaton";
/// Who found that automata decide such statements.
pub const REFERENCE: &str = "J. R. Büchi 1960; V. Bruyère and others 1994";

/// The certificates of a game. A line begins with its rules and convention, so nothing is parsed to find it.
fn certificates_of(rules: &Rules, misere: bool) -> Vec<&'static str> {
    let rules = serde_json::Value::from(rules.to_string());
    let begin = format!(r#"{{"schema":1,"kind":"law","rules":{rules},"misere":{misere},"#);
    SHELF.lines().filter(|line| line.starts_with(&begin)).collect()
}

/// Recognises the games whose laws come with the program.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let texts = certificates_of(asked.rules, asked.misere);
    if texts.is_empty() {
        return Fit::Unrelated;
    }
    Fit::known(Proved { texts, laws: OnceCell::new(), empty: ignores_empty_heaps(asked.rules) })
}

/// A law of these rules that was proved before.
pub(crate) fn by_law(law: Arc<Law>, rules: &Rules) -> Fit {
    let (texts, laws) = (vec![], OnceCell::from(vec![law]));
    Fit::known(Proved { texts, laws, empty: ignores_empty_heaps(rules) })
}

/// The laws of one game under one convention, for one or more numbers of heaps.
struct Proved {
    /// Certificates that are known to hold.
    texts: Vec<&'static str>,
    /// The parsed certificates, once they are needed.
    laws: OnceCell<Vec<Arc<Law>>>,
    /// Whether empty heaps change nothing.
    empty: bool,
}

impl Proved {
    /// The laws, those of few heaps first.
    fn laws(&self) -> &[Arc<Law>] {
        self.laws.get_or_init(|| {
            let read = |text: &&str| Law::from_text(text.as_bytes()).ok().map(Arc::new);
            let mut laws: Vec<Arc<Law>> = self.texts.iter().filter_map(read).collect();
            laws.sort_by_key(|law| law.question().heaps);
            laws
        })
    }

    /// The law that decides positions of `heaps` heaps.
    fn law_of(&self, heaps: usize) -> Option<&Arc<Law>> {
        let laws = self.laws().iter();
        laws.into_iter().find(|law| {
            let reads = law.question().heaps;
            reads == heaps || (reads > heaps && self.empty)
        })
    }
}

/// Whether adding or removing an empty heap changes nothing.
fn ignores_empty_heaps(rules: &Rules) -> bool {
    rules.moves().iter().all(|rule| match rule {
        MoveRule::Take { source, .. } => !matches!(source, Source::Min | Source::All),
        _ => false,
    })
}

impl Method for Proved {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Proof(Some(REFERENCE))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let all = component.heaps();
        let mut places: Vec<usize> = (0..all.len()).collect();
        if self.empty {
            places.retain(|&place| all[place] > UBig::ZERO);
        }
        let Some(law) = self.law_of(places.len()) else {
            let known: Vec<UBig> = self.laws().iter().map(|law| UBig::from(law.question().heaps)).collect();
            return Ok(Applied::near(Message::new("proof.other-heaps").with("heaps", known)));
        };
        let mut heaps: Vec<UBig> = places.iter().map(|&place| all[place].clone()).collect();
        heaps.resize(law.question().heaps, UBig::ZERO);
        let lost = law.is_lost(&heaps);
        Ok(Applied::yes(Position { law, heaps, places, lost, budget }))
    }

    fn kernel(&self, _: &Budget) -> Option<Arc<dyn Kernel>> {
        let laws = self.laws();
        let most = laws.last()?.question().heaps;
        let by_count = (0..=most).map(|heaps| {
            let law = self.law_of(heaps)?;
            let at = laws.iter().position(|other| Arc::ptr_eq(law, other))?;
            Some(at)
        });
        let by_count = by_count.collect();
        let values = laws.iter().all(|law| law.has_all_values());
        let words = |law: &Arc<Law>| {
            let sets = if values { law.sets().len() } else { 1 };
            (0..sets).map(|value| law.words_of(value)).collect()
        };
        Some(Arc::new(Columns { sets: laws.iter().map(words).collect(), by_count, values }))
    }

    fn law(&self, heaps: usize) -> Option<law::Law> {
        let law = self.laws().iter().find(|law| law.question().heaps == heaps)?;
        let automaton = law::Automaton::new(law.numeration().clone(), law.lost().clone());
        Some(law::Law::lost(law::Shape::Formula(law::Cond::Automaton(automaton))))
    }
}

/// A position that a law decides.
struct Position<'a> {
    law: &'a Law,
    /// The heaps as the law reads them.
    heaps: Vec<UBig>,
    /// Index in the position of each heap; heaps after these are empty and not in the position.
    places: Vec<usize>,
    lost: bool,
    budget: &'a Budget,
}

/// Most digits shown.
const SHOWN: usize = 24;

impl Solved for Position<'_> {
    fn wins(&self) -> bool {
        !self.lost
    }

    fn value(&self) -> Option<UBig> {
        if self.law.sets().len() == 1 { None } else { self.law.value(&self.heaps).map(UBig::from) }
    }

    fn knows_moves_to_values(&self) -> bool {
        self.law.has_all_values()
    }

    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        if !self.law.has_all_values() {
            return Ok(None);
        }
        // A set beyond the last is empty.
        let target = usize::try_from(target).unwrap_or(usize::MAX);
        self.moves_to(target, want).map(Some)
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        if self.lost { Ok(Moves::all(vec![])) } else { self.moves_to(0, want) }
    }

    fn steps(&self) -> Vec<Message> {
        let law = self.law;
        let mut steps = vec![
            Message::new("proof.law")
                .with("states", law.lost().states())
                .with("numeration", numeration(law.numeration())),
        ];
        let path = law.path(&self.heaps);
        if !path.is_empty() && path.len() <= SHOWN {
            for heap in 0..self.heaps.len() {
                let digits: Vec<String> = path.iter().map(|(digits, _)| digits[heap].to_string()).collect();
                let message = Message::new("proof.digits").with("heap", &self.heaps[heap]);
                steps.push(message.with("digits", digits.join(" ")));
            }
            let states =
                path.iter().map(|&(_, state)| state).take_while(|&state| state != grundy_proof::DEAD);
            let states: Vec<UBig> = states.map(UBig::from).collect();
            steps.push(if states.len() < path.len() {
                Message::new("proof.path-ends").with("place", states.len() + 1)
            } else {
                Message::new("proof.path").with("states", states)
            });
        }
        steps.push(Message::new(if self.lost { "proof.loses" } else { "proof.wins" }));
        if law.sets().len() > 1 && !self.lost {
            steps.push(match law.value(&self.heaps) {
                Some(value) => Message::new("proof.value")
                    .with("value", value)
                    .with("states", law.sets()[value].states()),
                None => Message::new("proof.value-at-least").with("value", law.sets().len()),
            });
        }
        steps
    }
}

impl Position<'_> {
    /// The moves to positions with a Grundy value whose set is known.
    fn moves_to(&self, value: usize, want: usize) -> Result<Moves> {
        let mut found = self.law.moves_to(value, &self.heaps, want, self.budget)?;
        for played in &mut found.moves {
            if let Move::Take { touched, .. } = played {
                for touch in touched {
                    touch.heap = self.places[touch.heap];
                }
            }
        }
        let complete = found.total == UBig::from(found.listed);
        Ok(Moves { list: found.moves, complete, total: Some(found.total) })
    }
}

/// The numeration of heaps, in words.
pub fn numeration(numeration: &Numeration) -> Message {
    match numeration.rule() {
        [base] => Message::new("proof.base").with("base", *base),
        [1, 1] => Message::new("proof.fibonacci"),
        [t, 1] => Message::new("proof.ostrowski").with("t", *t),
        rule => {
            let terms: Vec<UBig> = rule.iter().map(|&t| UBig::from(t)).collect();
            Message::new("proof.recurrence").with("terms", terms)
        }
    }
}

/// The automata on machine words.
#[derive(Debug)]
struct Columns {
    /// For each law, the automata of the positions of value 0, 1, 2, ..., or of value 0 alone.
    sets: Vec<Vec<Words>>,
    /// Index of the law for each number of heaps.
    by_count: Vec<Option<usize>>,
    /// Whether the sets contain every position.
    values: bool,
}

impl Columns {
    fn sets(&self, heaps: usize) -> Option<&[Words]> {
        self.by_count.get(heaps).copied().flatten().map(|at| &*self.sets[at])
    }

    fn of(&self, heaps: usize) -> Option<&Words> {
        self.sets(heaps)?.first()
    }
}

/// Pairs of two columns that are decided together.
const GATHERED: usize = 1024;

impl Kernel for Columns {
    fn name(&self) -> &'static str {
        NAME
    }

    fn takes(&self, heaps: usize) -> bool {
        self.of(heaps).is_some()
    }

    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        Some(self.of(heaps.len())?.accepts(heaps))
    }

    fn has_values(&self) -> bool {
        self.values
    }

    fn value(&self, heaps: &[u64]) -> Option<u64> {
        let sets = self.sets(heaps.len()).filter(|_| self.values)?;
        sets.iter().position(|words| words.accepts(heaps)).map(|value| value as u64)
    }

    fn values(&self, columns: &[&[u64]], values: &mut [u64]) -> bool {
        let mut heaps = vec![0; columns.len()];
        for (row, value) in values.iter_mut().enumerate() {
            for (heap, column) in heaps.iter_mut().zip(columns) {
                *heap = column[row];
            }
            match self.value(&heaps) {
                Some(found) => *value = found,
                None => return false,
            }
        }
        self.values
    }

    fn gathers_pairs(&self) -> bool {
        self.of(2).is_some()
    }

    fn decide_pairs(&self, pairs: &[[u64; 2]], lost: &mut [u8]) {
        if let Some(words) = self.of(2) {
            words.accepts_pairs(pairs, lost);
        }
    }

    fn decide(&self, columns: &[&[u64]], lost: &mut [u8]) {
        let Some(words) = self.of(columns.len()) else { return };
        if let [first, second] = columns {
            let columns = first.chunks(GATHERED).zip(second.chunks(GATHERED));
            for ((first, second), lost) in columns.zip(lost.chunks_mut(GATHERED)) {
                let pairs: Vec<[u64; 2]> = first.iter().zip(second).map(|(&x, &y)| [x, y]).collect();
                words.accepts_pairs(&pairs, lost);
            }
            return;
        }
        let mut heaps = vec![0; columns.len()];
        for (row, lost) in lost.iter_mut().enumerate() {
            for (heap, column) in heaps.iter_mut().zip(columns) {
                *heap = column[row];
            }
            *lost = u8::from(words.accepts(&heaps));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Solver;
    use crate::theorem::testing::{agrees, assert_in_words, cases, method_of, sample};
    use grundy_core::notation::{parse_game, parse_position};

    #[test]
    fn it_agrees_with_search() {
        for game in [
            "take any or take odd from 2 heaps",
            "take even or take any from 2 heaps",
            "take 1..3 or take 2 from 2 heaps",
            "misere take 1 or take even from 2 heaps",
            "take any from max heap",
        ] {
            sample(29, 2, 2, 14, |heaps| agrees(game, heaps, NAME));
            for heaps in [&[][..], &[7], &[0, 9], &[0, 5, 0, 9]] {
                agrees(game, heaps, NAME);
            }
        }
    }

    /// A law with the positions of every value, loaded as a user would.
    fn solver_with(rules: &str, values: usize) -> Solver {
        let line = parse_game(rules).unwrap();
        let question = grundy_proof::Question::new(&line, 2).unwrap();
        let effort = grundy_proof::Effort {
            time: None,
            values,
            positions: 300_000,
            ..grundy_proof::Effort::default()
        };
        let law = grundy_proof::find(&question, &effort).unwrap().law.expect("a law");
        assert!(law.sets().len() > 1);
        let loaded = crate::loaded::Loaded::new("mine.json", law.to_text().unwrap().as_bytes()).unwrap();
        Solver::default().with_laws(crate::recognise::Laws::new(vec![Arc::new(loaded)]))
    }

    /// With all values, a law values positions and decides sums of any size; with some, it says what it knows.
    #[test]
    fn values_are_those_of_search() {
        let rules = "take 1, 2 or take 1, 4 from 2 heaps";
        let all = solver_with(rules, 64);
        let plain = Solver::default().insist_on_value(true);
        for (x, y) in [(0, 0), (3, 5), (6, 7), (9, 9), (12, 2)] {
            let text = format!("{rules}[{x}, {y}]");
            let (found, expected) = (all.solve_text(&text).unwrap(), plain.solve_text(&text).unwrap());
            assert_eq!((found.method.name, &found.value), (NAME, &expected.value), "{text}");
            assert_eq!(found.moves, expected.moves, "{text}");
            let sum = format!("{text} + nim[2] + {rules}[5, 4]");
            let (found, expected) = (all.solve_text(&sum).unwrap(), plain.solve_text(&sum).unwrap());
            assert_eq!((&found.value, &found.moves), (&expected.value, &expected.moves), "{sum}");
        }
        let huge = all.solve_text(&format!("{rules}[10^300, 10^299 + 2] + nim[1]")).unwrap();
        assert!(huge.value.is_some());
        let two = solver_with(rules, 2);
        let steps = |x: u32, y: u32| {
            let answer = two.solve_text(&format!("{rules}[{x}, {y}]")).unwrap();
            (answer.value.clone(), answer.steps.iter().map(Message::id).collect::<Vec<_>>())
        };
        let mut kinds = std::collections::BTreeSet::new();
        for (x, y) in [(0, 0), (1, 0), (2, 0), (3, 0)] {
            let (value, ids) = steps(x, y);
            let stated = ids.contains(&"proof.value-at-least");
            assert_eq!(value.is_none(), stated, "{x} {y}");
            kinds.insert(stated);
        }
        assert_eq!(kinds.len(), 2);
    }

    #[test]
    fn a_game_beside_one_of_the_shelf_is_not_taken_for_it() {
        let known = |text: &str, misere| {
            let line = parse_game(text).unwrap();
            certificates_of(line.game.rules().unwrap(), misere).len()
        };
        assert_eq!(known("take any or take odd from 2 heaps", false), 1);
        assert_eq!(known("take any or take odd except 1001 from 2 heaps", false), 0);
        assert_ne!(method_of("take any or take odd except 1001 from 2 heaps[3, 4]"), NAME);
    }

    #[test]
    fn another_number_of_heaps_is_searched() {
        let answer = Solver::default().solve_text("take any or take odd from 2 heaps[1, 2, 3]").unwrap();
        assert_ne!(answer.method.name, NAME);
        assert!(answer.method.declined.iter().any(|d| d.name == NAME));
        assert_in_words("take any or take odd from 2 heaps[1, 2, 3]");
    }

    #[test]
    fn lines_of_the_shelf_are_as_laws_are_written() {
        for line in SHELF.lines() {
            let law = Law::from_text(line.as_bytes()).unwrap();
            assert_eq!(law.to_text().unwrap().trim_end(), line);
            let question = law.question();
            let found = certificates_of(&question.rules, question.misere);
            assert_eq!(found.iter().filter(|found| **found == line).count(), 1, "{line}");
        }
    }

    #[test]
    fn an_explanation_has_its_words() {
        for heaps in ["8, 15", "0, 0", "3, 4", "10^30, 10^29"] {
            assert_in_words(&format!("take any or take odd from 2 heaps[{heaps}]"));
        }
        assert_in_words("take even or take any from 2 heaps[8, 15]");
    }

    /// Heaps of a thousand digits: the listed moves lead to lost positions, and are in order.
    #[test]
    fn moves_of_huge_heaps_are_listed_and_counted() {
        for rules in ["take any or take odd from 2 heaps", "take even or take any from 2 heaps"] {
            let text = format!("{rules}[10^1000, 3*10^999 + 7]");
            let solver = Solver::default().list_moves(5);
            let answer = solver.solve(&parse_position(&text).unwrap()).unwrap();
            assert_eq!((answer.method.name, answer.moves.is_empty()), (NAME, false));
            let total = answer.moves_total.clone().unwrap();
            assert!(total >= UBig::from(answer.moves.len()));
            for found in &answer.moves {
                let to = &found.played[0].to;
                let heaps: Vec<String> = to.iter().map(UBig::to_string).collect();
                let option = format!("{rules}[{}]", heaps.join(", "));
                assert_eq!(solver.solve_text(&option).unwrap().outcome.letter(), "P");
            }
        }
    }

    /// Every law of the shelf agrees with plain search over a box of positions: all laws in a thorough run,
    /// else every 16th.
    #[test]
    fn the_shelf_agrees_with_search() {
        for line in SHELF.lines().step_by(cases(16, 1)) {
            let law = Law::from_text(line.as_bytes()).unwrap();
            let question = law.question();
            let side = match question.heaps {
                1 | 2 => 120,
                _ => 16,
            };
            assert_eq!(grundy_proof::first_difference(&law, side), None, "{}", question.rules);
        }
    }
}
