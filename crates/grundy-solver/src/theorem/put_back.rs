//! Poker Nim: stones that are put back can be taken again at once, so putting them back changes no value.
//!
//! Precondition: normal play; `put back A up to k times` the only setting; heaps that are independent without it; and a
//! move `take B` from one heap that may leave nothing or one heap, where every number in A is in B once it is put back. That
//! is so if B is `any`, or if both are the same numbers in every position and none of A remains when those of B are left
//! out. The same words are not enough: after `put back n` on a heap of 2, `take n` takes 4.
//!
//! Statement (Winning Ways, chapter 3, for Nim). However often stones were put back, a position is worth what it is
//! worth without put-backs: the nim-sum of its heaps.
//!
//! Proof, by induction on the put-backs that are left and then on the stones. Let g be the value without put-backs. The
//! options of a position P are those without put-backs, whose values are known by induction, and, if there are any,
//! positions P + x with x in A stones more on one heap, which are worth g(P + x) by induction. Since x is in B, P is an
//! option of P + x without put-backs, so g(P + x) is not g(P): among the values of the options, those that are added do
//! not change the mex.
//!
//! The take is needed: with `take 1, 3` heaps of 2 and 4 are worth 0, so `take 1, 3; put back 2 up to 1 time[2]` is won
//! by putting back. So is that it may leave nothing and one heap, as the heap had no stones before or had some.

use std::rc::Rc;

use dashu_int::UBig;

use super::heapwise::Heapwise;
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Valued};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move, for_each_move};
use grundy_core::rules::{Amounts, Env, Members, MoveRule, PutBack, Rules, Settings, Source};
use grundy_core::text::Message;
use grundy_sequence::HeapFunction;

const NAME: &str = "put-back";

/// The theorem.
pub struct Undone {
    put: PutBack,
    /// The value of a heap without put-backs.
    heaps: Rc<dyn HeapFunction>,
    /// Whether that is its size.
    is_nim: bool,
}

/// Recognises put-backs that a take can undo.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let settings = asked.rules.settings();
    let Some(put) = &settings.put_back else { return Fit::Unrelated };
    if asked.misere || *settings != (Settings { put_back: Some(put.clone()), ..Settings::default() }) {
        return Fit::Unrelated;
    }
    let Ok(without) = Rules::new(asked.rules.moves().to_vec(), Settings::default()) else {
        return Fit::Unrelated;
    };
    if !without.is_heapwise() {
        return Fit::Unrelated;
    }
    if !without.moves().iter().any(|rule| undoes(rule, &put.amounts)) {
        return Fit::near(NAME, Message::new("put-back.not-undone").with("amounts", put.amounts.to_string()));
    }
    let is_nim = without.as_subtraction_set().is_some_and(Amounts::is_any);
    Fit::known(Undone { put: put.clone(), heaps: asked.heaps.of(&without), is_nim })
}

/// Whether this move can take from a heap whatever was put on it.
fn undoes(rule: &MoveRule, put: &Amounts) -> bool {
    match rule {
        MoveRule::Take { source: Source::One, parts, amounts } => {
            let leaves_rest = parts.counts.contains(&0) && parts.counts.contains(&1);
            let is_in =
                || put.is_fixed() && amounts.is_fixed() && put.clone().except(amounts.clone()).is_empty();
            leaves_rest && (amounts.is_any() || is_in())
        }
        _ => false,
    }
}

impl Method for Undone {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("Berlekamp, Conway, Guy 1982, Winning Ways, chapter 3"))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let taken = Heapwise::new(component, &*self.heaps, budget)?;
        Ok(Applied::yes(Position { method: self, component, budget, taken }))
    }
}

struct Position<'a> {
    method: &'a Undone,
    component: &'a Component,
    budget: &'a Budget,
    /// The position without put-backs.
    taken: Heapwise<'a>,
}

impl Position<'_> {
    /// Whether stones may be put back: not if nothing else can be done.
    fn may_put(&self) -> Result<bool> {
        if self.component.state.past.put >= self.method.put.times {
            return Ok(false);
        }
        let mut found = false;
        let walked = for_each_move(&self.component.game, &self.component.state, self.budget, &mut |_| {
            found = true;
            Err(Error::limit("error.stopped"))
        });
        if found { Ok(true) } else { walked.map(|()| false) }
    }

    /// Calls `each` with the numbers of stones that, put back on the heap, give it this value.
    fn puts(&self, env: &Env, wanted: &UBig, each: &mut dyn FnMut(&UBig) -> Result<()>) -> Result<()> {
        let members = Members::resolve(&self.method.put.amounts, env)?;
        if self.method.is_nim {
            let stones = if *wanted > env.n { wanted - &env.n } else { return Ok(()) };
            return if members.contains(&stones) { each(&stones) } else { Ok(()) };
        }
        let Some(most) = members.upper_bound() else { return Ok(()) };
        members.for_each_up_to(&most, self.budget, &mut |stones| {
            let value = self.method.heaps.value(&(&env.n + stones), self.budget)?;
            if value == *wanted { each(stones) } else { Ok(()) }
        })
    }
}

impl Valued for Position<'_> {
    fn grundy_value(&self) -> &UBig {
        self.taken.grundy_value()
    }

    fn moves_to(&self, target: &UBig, want: usize) -> Result<Moves> {
        let mut moves = self.taken.moves_to(target, want)?;
        if !self.may_put()? {
            return Ok(moves);
        }
        // Results of takes and of put-backs differ.
        let mut results: Vec<(&UBig, UBig)> = Vec::new();
        let heaps = self.component.heaps();
        let of = |end: Option<&UBig>| end.cloned().unwrap_or_default();
        let mut env = Env { min: of(heaps.iter().min()), max: of(heaps.iter().max()), ..Env::default() };
        for (heap, size) in heaps.iter().enumerate() {
            env.n.clone_from(size);
            let wanted = self.taken.value_of(heap) ^ self.grundy_value() ^ target;
            self.puts(&env, &wanted, &mut |stones| {
                let played = Move::Put { heap, stones: stones.clone() };
                self.budget.reserve(played.bytes())?;
                moves.list.push(played);
                results.push((size, stones.clone()));
                Ok(())
            })?;
        }
        results.sort_unstable();
        results.dedup();
        moves.total = moves.total.map(|total| total + results.len());
        Ok(moves)
    }

    fn reasons(&self) -> Vec<Message> {
        let undone = Message::new("put-back.rule").with("amounts", self.method.put.amounts.to_string());
        std::iter::once(undone).chain(self.taken.reasons()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::NAME;
    use crate::Solver;
    use crate::theorem::testing::{
        Random, agrees, agrees_at, assert_in_words, assert_matches_search, method_of, sample,
    };

    #[test]
    fn what_can_be_undone_agrees_with_search() {
        for rules in [
            "nim; put back 1..3 up to 2 times",
            "nim; put back n, 2*max up to 1 time",
            "bash(3); put back 1..3 up to 2 times",
            "kayles; put back 1, 2 up to 2 times",
            "take any or split into 2 heaps; put back min..n up to 1 time",
            "take 1, 3, 4; put back 3, 4 up to 3 times",
            "take odd; put back 1..5 except even up to 1 time",
        ] {
            sample(10, 1, 3, 4, |heaps| agrees(rules, heaps, NAME));
            assert_in_words(&format!("{rules}[3, 4]"));
        }
        for text in [
            "nim; put back 1..3 up to 2 times[3, 5; put 1]",
            "nim; put back 1..3 up to 2 times[3, 2; put 2]",
            "nim; put back 1 up to 1 time[0, 0]",
            "nim; put back 1 up to 1 time[]",
        ] {
            agrees_at(text, NAME);
        }
        for text in [
            "nim; put back 1..3 up to 1 time[3, 5] + take 1..3; put back 2 up to 1 time[6; put 1] + nim[2]",
            "nim; put back 1..3 up to 1 time[0] + nim[2]",
        ] {
            agrees_at(text, "nim-sum");
        }
    }

    #[test]
    fn large_heaps_are_answered_at_once() {
        let answer =
            Solver::default().solve_text("nim; put back 1..10^100 up to 10^9 times[10^60, 3, 7]").unwrap();
        assert_eq!((answer.outcome.letter(), answer.method.name), ("N", NAME));
        // One take, and a put-back on each of the other heaps.
        assert_eq!((answer.moves.len(), answer.moves_complete), (3, true));
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "take 1, 3; put back 2 up to 1 time[2]",
            "take 2..; put back 1, 2 up to 1 time[2]",
            "take 1..3; put back 1..4 up to 1 time[2, 6]",
            "take 1..n-1; put back 1 up to 1 time[2]",
            "take any leaving 1 heap; put back 1 up to 1 time[2]",
            "take any from max heap; put back 1 up to 1 time[2, 3]",
            "misere nim; put back 1 up to 1 time[2, 3]",
            "nim; put back 1 up to 1 time; pass 1 time[2, 3]",
            "nim; win most; put back 1 up to 1 time[2, 3]",
            // The same words, but other numbers once the heap is larger.
            "take n; put back n up to 1 time[2]",
            "take n/2; put back n/2 up to 1 time[5]",
            "take divisors of n; put back divisors of n up to 1 time[3]",
        ] {
            assert_ne!(method_of(text), NAME, "{text}");
            assert_in_words(text);
            let answer = Solver::default().list_moves(usize::MAX).solve_text(text).unwrap();
            assert_matches_search(text, &answer);
        }
        // Here the values are others than without put-backs.
        let value = |text: &str| Solver::default().solve_text(text).unwrap().value;
        assert_ne!(value("take 1, 3; put back 2 up to 1 time[1]"), value("take 1, 3[1]"));
    }

    /// Whatever the rules: where it applies, it agrees with the search, and where it does not, the search answers.
    #[test]
    fn random_rules_agree_with_search() {
        let mut random = Random::new(30);
        let mut used = [0; 2];
        for _ in 0..160 {
            let mut one_of =
                |texts: &[&str]| texts[usize::try_from(random.below(texts.len() as u64)).unwrap()].to_owned();
            let take =
                one_of(&["any", "1..3", "1, 2", "2, 3", "odd", "1, 3, 4", "n", "1..n/2", "divisors of n"]);
            let leaving =
                one_of(&["", "", " leaving 0, 1, 2 heaps", " leaving 1 heap", " or split into 2 heaps"]);
            let put = one_of(&[
                "1",
                "1, 2",
                "3",
                "1..3",
                "n",
                "1..min",
                "2",
                "1..4 except even",
                "1..n/2",
                "divisors of n",
            ]);
            let text = format!(
                "take {take}{leaving}; put back {put} up to {} times[{}, {}; put {}]",
                1 + random.below(2),
                random.below(5),
                random.below(4),
                random.below(2)
            );
            let answer = Solver::default().list_moves(usize::MAX).solve_text(&text).unwrap();
            used[usize::from(answer.method.name == NAME)] += 1;
            assert_matches_search(&text, &answer);
        }
        assert!(used.iter().all(|&count| count > 40), "{used:?}");
    }
}
