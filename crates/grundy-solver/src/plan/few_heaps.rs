//! Components with so few heaps that are not empty that their game is a simpler one.
//!
//! A theorem about the simpler game answers where none answers about the game itself: `wythoff[1000000]` has a Grundy
//! value at once, because one heap of Wythoff's game is a heap of Nim.

use std::borrow::Cow;
use std::rc::Rc;

use dashu_int::{IBig, UBig};

use super::Plan;
use crate::method::{Basis, Moves, Solved};
use crate::recognise::{Recognised, SolvedBy};
use grundy_core::answer::Declined;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::Component;
use grundy_core::text::Message;

/// A component under the simpler rules that leave it the same moves.
pub(super) struct Simpler {
    pub(super) component: Component,
    pub(super) recognised: Rc<Recognised>,
}

impl Simpler {
    /// Like [`Recognised::solve`], for the `original` component.
    pub(super) fn solve<'s>(
        &'s self,
        original: &Component,
        budget: &'s Budget,
        value: bool,
    ) -> Result<(Option<SolvedBy<'s>>, Vec<Declined>)> {
        let (found, declined) = self.recognised.solve(&self.component, budget, value)?;
        let same = Message::new("plan.few-heaps")
            .with("game", &*original.spelled)
            .with("simpler", self.component.game.to_string());
        let found = found.map(|SolvedBy { solved, name, basis }| {
            let solved: Box<dyn Solved + 's> = Box::new(Simply { solved, same });
            SolvedBy { solved, name, basis }
        });
        Ok((found, declined))
    }
}

/// The answer about the simpler game, with the reason why it is one about the original.
struct Simply<'s> {
    solved: Box<dyn Solved + 's>,
    same: Message,
}

impl Solved for Simply<'_> {
    fn wins(&self) -> bool {
        self.solved.wins()
    }

    fn source(&self) -> Option<(&'static str, Basis)> {
        self.solved.source()
    }

    fn value(&self) -> Option<UBig> {
        self.solved.value()
    }

    fn remoteness(&self) -> Option<UBig> {
        self.solved.remoteness()
    }

    fn margin(&self) -> Option<IBig> {
        self.solved.margin()
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        self.solved.winning_moves(want)
    }

    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        self.solved.moves_to_value(target, want)
    }

    fn knows_moves_to_values(&self) -> bool {
        self.solved.knows_moves_to_values()
    }

    fn steps(&self) -> Vec<Message> {
        std::iter::once(self.same.clone()).chain(self.solved.steps()).collect()
    }
}

impl Plan<'_> {
    /// A component as a simpler game, if it is one.
    pub(super) fn simpler(&self, index: usize) -> Option<&Simpler> {
        let found = self.simpler[index].get_or_init(|| {
            let component = &self.position.components()[index];
            let (component, recognised) = self.known.among_few_heaps(component, self.context.misere)?;
            Some(Simpler { component, recognised })
        });
        found.as_ref()
    }

    /// The components, each as the simplest game that it is, with what is known of that game.
    pub(super) fn simplest(&self) -> (Cow<'_, [Component]>, Vec<Rc<Recognised>>) {
        let components = self.position.components();
        let simpler: Vec<Option<&Simpler>> = (0..components.len()).map(|index| self.simpler(index)).collect();
        if simpler.iter().all(Option::is_none) {
            return (Cow::Borrowed(components), self.recognised.clone());
        }
        let of = |(index, simpler): (usize, Option<&Simpler>)| match simpler {
            Some(simpler) => (simpler.component.clone(), simpler.recognised.clone()),
            None => (components[index].clone(), self.recognised[index].clone()),
        };
        let (components, recognised): (Vec<_>, Vec<_>) = simpler.into_iter().enumerate().map(of).unzip();
        (Cow::Owned(components), recognised)
    }
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use crate::theorem::testing::{Random, assert_in_words, assert_matches_search};

    #[test]
    fn a_single_heap_is_the_game_that_it_is() {
        for (text, value) in [
            ("wythoff[1000000] + wythoff[2000000]", Some(1_164_992_u32)),
            ("wythoff[0, 10^6] + moore(2)[0, 0, 3]", Some(1_000_003)),
            ("take 1..4 or take 3 from 2 heaps[10^6] + nim[2]", Some(2)),
            ("take any from up to 3 heaps freely[7, 0, 9] + wythoff[5, 0]", None),
        ] {
            let answer = Solver::default().list_moves(0).solve_text(text).unwrap();
            if let Some(value) = value {
                assert_eq!(answer.value, Some(value.into()), "{text}");
            }
        }
        let answer = Solver::default().insist_on_value(true).solve_text("wythoff[10^30]").unwrap();
        assert_eq!(answer.value, Some(dashu_int::UBig::from(10_u8).pow(30)));
        let answer = Solver::default().solve_text("misere wythoff[10^9] + wythoff[0, 10^9]").unwrap();
        assert_eq!((answer.outcome.letter(), answer.method.name), ("P", "misere-nim"));
        assert_in_words("take 1..4 or take 3 from 2 heaps[10^6]");
        // Two heaps are not a simpler game.
        assert_eq!(Solver::default().solve_text("wythoff[3, 5]").unwrap().method.name, "wythoff");
    }

    /// Values and moves of sums with few heaps in them are those of the plain search.
    #[test]
    fn sums_of_few_heaps_agree_with_search() {
        let games = [
            "wythoff",
            "moore(2)",
            "take 1, 2 or take 2 from 2 heaps",
            "take any from max heap or take 1 from all heaps",
            "take 1, 3 from nonempty heaps or take 2 from 2 heaps freely",
            "take 1..n/2 or take any from 2 heaps within 1",
            "take any from up to 3 heaps freely or take 1 from min heap",
            "take 1 from 3 heaps or take 1, 3",
        ];
        let mut random = Random::new(7);
        for game in games {
            for _ in 0..12 {
                let mut heaps = || {
                    let list: Vec<u64> =
                        (0..=random.below(3)).map(|_| random.below(3) * random.below(4)).collect();
                    list.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
                };
                for misere in ["", "misere "] {
                    let text =
                        format!("{misere}{game}[{}] + nim[{}] + {game}[{}]", heaps(), heaps(), heaps());
                    let answer = Solver::default().list_moves(usize::MAX).solve_text(&text).unwrap();
                    assert_matches_search(&text, &answer);
                }
            }
        }
    }
}
