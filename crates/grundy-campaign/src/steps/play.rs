//! Moves and replies, parts of compounds, and results of a search.

use dashu_int::{IBig, UBig};
use grundy_solver::Outcome;
use grundy_solver::answer::{Doing, Played};
use grundy_solver::explain::result_in_words;
use grundy_solver::limits::Budget;
use grundy_solver::notation::parse_position;
use grundy_solver::oracle::{Oracle, Verdict};
use grundy_solver::position::{How, Position, Tree, Turn};
use grundy_solver::text::{Message, Value};

use super::{Checked, Facts, SMALL, equal, holds};
use crate::truth::{Key, key_of};

impl Facts<'_, '_> {
    /// `None` for steps of other modules.
    pub(super) fn play(&self) -> Option<Checked> {
        match self.step.id() {
            "explain.winning-move" => {
                if self.truth.winning.is_empty() {
                    return Some(Err("there is no winning move".into()));
                }
                let stated = result_of(self.value("move")?)?;
                let mut known = self.truth.winning.keys();
                Some(holds("winning by this move", known.any(|key| is_result(self.position, key, stated))))
            }
            "explain.ends" => {
                let mut ended = false;
                for turn in self.turns_to(self.value("move")?)? {
                    ended |= self.oracle.borrow_mut().turns(&self.position.after(&turn)).ok()?.is_empty();
                }
                Some(holds("the end of the game", ended))
            }
            "explain.reply" => {
                let reply = result_of(self.value("reply")?)?;
                let mut answered = false;
                for turn in self.turns_to(self.value("move")?)? {
                    let next = self.position.after(&turn);
                    let replies = self.oracle.borrow_mut().turns(&next).ok()?;
                    answered |= replies
                        .iter()
                        .any(|(turn, after)| !after.wins && is_result(&next, &key_of(&next, turn), reply));
                }
                Some(holds("winning by this reply", answered))
            }
            "search.wins" | "search.loses" => {
                self.position.single()?;
                let remoteness = self.truth.remoteness.clone()?;
                let winning = self.number("winning").unwrap_or(0);
                Some(
                    equal("the remoteness", &UBig::from(self.number("remoteness")?), &remoteness)
                        .and(equal("the moves", &self.number("moves")?, &self.moves()?))
                        .and(equal("the winning moves", &winning, &self.ways())),
                )
            }
            "search.margin" => {
                self.position.single()?;
                let Value::Number(margin) = self.value("margin")? else { return None };
                Some(equal("the margin", margin, self.truth.margin.as_ref()?).and(equal(
                    "the moves",
                    &self.number("moves")?,
                    &self.moves()?,
                )))
            }
            "compound.remoteness-of" | "compound.suspense-of" => {
                self.single_games()?;
                let verdict = self.part(self.position.is_misere())?;
                let short = self.step.id() == "compound.remoteness-of";
                let found = if short { verdict.remoteness } else { verdict.suspense };
                Some(equal("the number of the part", &self.number("number")?, &u64::from(found)))
            }
            "compound.least" | "compound.greatest" | "compound.least-misere" | "compound.greatest-misere" => {
                self.single_games()?;
                let odd = self.number("number")? % 2 == 1;
                let wins = self.truth.outcome == Outcome::N;
                Some(holds("the parity", odd == (wins != self.position.is_misere())))
            }
            "compound.round-end" | "compound.round-end-misere" => {
                self.single_games()?;
                let odd = self.number("time")? % 2 == 1;
                let wins = self.truth.outcome == Outcome::N;
                Some(holds("the parity", odd == (wins != self.position.is_misere())))
            }
            "compound.moves-of" => {
                let most = !self.position.is_misere();
                let found = moves_alone(&parse_position(self.text("part")?).ok()?, most, &mut 2_000)?;
                Some(equal("the moves of the part", &self.number("number")?, &found))
            }
            "compound.part-won" => Some(holds("a won part", self.single_games().and(self.part(false))?.wins)),
            "compound.part-lost" => {
                Some(holds("a lost part", !self.single_games().and(self.part(false))?.wins))
            }
            "compound.only-won" => Some(holds("a won part", self.single_games().and(self.part(true))?.wins)),
            "compound.only-lost" => {
                Some(holds("a lost part", !self.single_games().and(self.part(true))?.wins))
            }
            "compound.later-won" | "compound.later-lost" => {
                let (_, wins) = self.in_sequence()?;
                Some(equal("being won", &(self.step.id() == "compound.later-won"), &wins))
            }
            "compound.last-wins" => {
                Some(equal("playing for the last move, and winning", &(true, true), &self.now()?))
            }
            "compound.last-loses" => {
                Some(equal("playing for the last move, and losing", &(true, false), &self.now()?))
            }
            "compound.not-last-wins" => {
                Some(equal("playing to leave the last move, and winning", &(false, true), &self.now()?))
            }
            "compound.not-last-loses" => {
                Some(equal("playing to leave the last move, and losing", &(false, false), &self.now()?))
            }
            _ => None,
        }
    }

    /// The number of moves, several of which may have the same result.
    fn moves(&self) -> Option<u64> {
        Some(self.oracle.borrow_mut().turns(self.position).ok()?.len() as u64)
    }

    /// The turns that match these words. There may be several, in components of one game that have the same heap.
    fn turns_to(&self, stated: &Value) -> Option<Vec<Turn>> {
        let Value::Message(told) = stated else { return None };
        let result = result_of(stated)?;
        let turns = self.oracle.borrow_mut().turns(self.position).ok()?;
        let fits = |turn: &Turn| {
            let key = key_of(self.position, turn);
            is_result(self.position, &key, result) && has_heap(self.position, &key, told)
        };
        Some(turns.into_iter().map(|(turn, _)| turn).filter(fits).collect())
    }

    /// The parts of a compound that is the whole position and consists of single games.
    fn single_games(&self) -> Option<&[Tree]> {
        match self.position.tree() {
            Tree::Join(how, parts) if *how != How::Sum => {
                parts.iter().all(|part| matches!(part, Tree::Leaf(_))).then_some(parts)
            }
            _ => None,
        }
    }

    /// The verdict of plain search on the part that the step names.
    fn part(&self, misere: bool) -> Option<Verdict> {
        searched(self.text("part")?, misere)
    }

    /// In a sequential compound: whether the named part is played under normal play, and whether it is won.
    fn now(&self) -> Option<(bool, bool)> {
        let (misere, wins) = self.in_sequence()?;
        Some((!misere, wins))
    }

    /// In a sequential compound: whether the named part is played under misère play, and whether it is won.
    /// Computed from the last part backwards: the player who wins the later part from its start wants the
    /// opponent to make the last move before it.
    fn in_sequence(&self) -> Option<(bool, bool)> {
        let parts = self.single_games()?;
        let shown: Vec<String> = parts
            .iter()
            .flat_map(Tree::leaves)
            .map(|leaf| {
                let component = self.position.components()[leaf].clone();
                Some(Position::new(false, vec![component], Tree::Leaf(0)).ok()?.to_string())
            })
            .collect::<Option<_>>()?;
        let stated = self.text("part")?;
        if shown.iter().filter(|one| *one == stated).count() != 1 {
            return None;
        }
        let mut misere = self.position.is_misere();
        for part in shown.iter().rev() {
            let wins = searched(part, misere)?.wins;
            if part == stated {
                return Some((misere, wins));
            }
            misere = wins;
        }
        None
    }
}

/// The most or the fewest moves that one player can make until there is none, by trying all; `None` after many.
fn moves_alone(position: &Position, most: bool, tries: &mut u32) -> Option<u64> {
    *tries = tries.checked_sub(1)?;
    let mut best = None;
    for turn in position.turns(&Budget::new(SMALL)).ok()? {
        let more = 1 + moves_alone(&position.after(&turn), most, tries)?;
        best = Some(best.map_or(more, |best: u64| if most { best.max(more) } else { best.min(more) }));
    }
    Some(best.unwrap_or(0))
}

/// The verdict on a position given as text.
fn searched(text: &str, misere: bool) -> Option<Verdict> {
    let position = parse_position(text).ok()?.with_misere(misere);
    let budget = Budget::new(SMALL);
    Oracle::new(&position, &budget).verdict(&position).ok()
}

/// The result in the words of a move; `None` for moves in several games at once.
fn result_of(stated: &Value) -> Option<&Message> {
    let Value::Message(stated) = stated else { return None };
    let result = stated.values().iter().find(|(name, _)| *name == "result");
    match result {
        Some((_, Value::Message(result))) => Some(result),
        _ => None,
    }
}

/// Whether the part of the move has the heap that these words take from. The result alone may fit two parts.
fn has_heap(position: &Position, key: &Key, stated: &Message) -> bool {
    let [(component, ..)] = &key[..] else { return false };
    let named = |message: &Message, wanted: &str| {
        message.values().iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.clone())
    };
    let Some(Value::Message(what)) = named(stated, "what") else { return true };
    let Some(Value::Number(heap)) = named(&what, "heap") else { return true };
    position.components()[*component].heaps().iter().any(|known| IBig::from(known.clone()) == heap)
}

/// Whether these words describe that result.
fn is_result(position: &Position, key: &Key, stated: &Message) -> bool {
    let [(component, to, state)] = &key[..] else { return false };
    let played = Played { component: *component, to: to.clone(), state: state.clone(), doing: Doing::Go };
    result_in_words(position, &played) == *stated
}
