//! Misère Nim, and every sum of heaps that behaves like it.
//!
//! Precondition: misère play; every component is heapwise, and each is Nim or a subtraction set
//! with 1..m and no multiple of m + 1. Statement: let r be a heap's size, or its rest modulo
//! m + 1. While some r is at least 2 the player to move loses iff the nim-sum of the r is 0, as in
//! normal play; when all are at most 1, iff it is 1.
//!
//! Reference: Bouton 1901 for Nim. For the others the same proof holds: amounts 1..m make every
//! smaller r, no amount keeps r, and when all r are at most 1 there is always a move that flips
//! the nim-sum (1 from a heap with r = 1, m from a larger heap with r = 0).

use std::rc::Rc;
use std::sync::Arc;

use dashu_int::UBig;

use super::heapwise;
use crate::kernel::heaps::Size;
use crate::kernel::{self, Kernel};
use crate::law::{Law, Shape};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move, Touch};
use grundy_core::text::Message;
use grundy_sequence::HeapFunction;

/// The name in answers.
pub const NAME: &str = "misere-nim";
/// Author and year.
pub const REFERENCE: &str = "C. L. Bouton 1901";

/// A game whose heaps play Misère Nim by their remainders.
pub struct Tame {
    function: Rc<dyn HeapFunction>,
}

/// Recognises Nim and subtraction sets whose heaps are worth their remainder, under misère play.
pub fn recognise(asked: Asked<'_>) -> Fit {
    if !asked.misere || !asked.rules.is_heapwise() {
        return Fit::Unrelated;
    }
    let function = asked.heaps.of(asked.rules);
    match function.closed() {
        Some(closed) if closed.is_remainder() => Fit::known(Tame { function }),
        _ => Fit::Unrelated,
    }
}

impl Method for Tame {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some(REFERENCE))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let components = std::slice::from_ref(component);
        Ok(Applied::yes(MisereNim::new(components, vec![self.function.clone()], budget)?))
    }

    fn misere_rests(&self) -> Option<Rc<dyn HeapFunction>> {
        Some(self.function.clone())
    }

    fn kernel(&self, _: &Budget) -> Option<Arc<dyn Kernel>> {
        Some(match heapwise::Remainder::of(&self.function.closed()?)? {
            heapwise::Remainder::Size => Arc::new(kernel::heaps::MisereNim { name: NAME, worth: Size }),
            heapwise::Remainder::Modulo(worth) => Arc::new(kernel::heaps::MisereNim { name: NAME, worth }),
        })
    }

    fn law(&self, _: usize) -> Option<Law> {
        Some(Law::lost(Shape::MisereNim(heapwise::law_of_heap(&self.function.closed()?)?)))
    }
}

impl Solved for MisereNim<'_> {
    fn wins(&self) -> bool {
        self.is_won()
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        self.moves_in(0, want)
    }

    fn steps(&self) -> Vec<Message> {
        self.reasons()
    }
}

/// Components that play misère Nim together.
pub(crate) struct MisereNim<'a> {
    components: &'a [Component],
    budget: &'a Budget,
    functions: Vec<Rc<dyn HeapFunction>>,
    /// By component, then by heap.
    rests: Vec<Vec<UBig>>,
    sum: UBig,
    /// Number of rests that are at least 2.
    large: usize,
}

impl<'a> MisereNim<'a> {
    /// Components with the remainder of a heap of each, as [`Method::misere_rests`] has it.
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    pub fn new(
        components: &'a [Component],
        functions: Vec<Rc<dyn HeapFunction>>,
        budget: &'a Budget,
    ) -> Result<Self> {
        let mut rests = Vec::new();
        for (component, function) in components.iter().zip(&functions) {
            let values = component.heaps().iter().map(|heap| function.value(heap, budget));
            rests.push(values.collect::<Result<Vec<_>>>()?);
        }
        let sum = rests.iter().flatten().fold(UBig::ZERO, |sum, r| sum ^ r);
        let large = rests.iter().flatten().filter(|r| **r > UBig::ONE).count();
        Ok(Self { components, budget, functions, rests, sum, large })
    }

    /// Whether the player to move wins.
    pub fn is_won(&self) -> bool {
        if self.large > 0 { self.sum != UBig::ZERO } else { self.sum != UBig::ONE }
    }

    /// The winning moves in one component.
    pub fn moves_in(&self, component: usize, want: usize) -> Result<Moves> {
        let mut moves = Moves { complete: true, ..Moves::default() };
        for (index, heap) in self.components[component].heaps().iter().enumerate() {
            let rest = &self.rests[component][index];
            let others = &self.sum ^ rest;
            let large = self.large - usize::from(*rest > UBig::ONE);
            // With another large rest the nim-sum must become 0; with none it must become 1.
            let target = if large > 0 { others } else { others ^ UBig::ONE };
            if target == *rest || (large == 0 && target > UBig::ONE) {
                continue;
            }
            let found = self.functions[component].moves_to(heap, &target, want, self.budget)?;
            moves.complete &= found.complete;
            moves.list.extend(found.list.into_iter().map(|m| Move::Take {
                discarded: vec![],
                touched: vec![Touch { heap: index, taken: m.taken, left: m.left }],
            }));
        }
        Ok(moves)
    }

    /// The reasons, step by step.
    pub fn reasons(&self) -> Vec<Message> {
        let heaps: Vec<UBig> = self.components.iter().flat_map(|c| c.heaps().iter().cloned()).collect();
        if heaps.iter().all(|heap| *heap == UBig::ZERO) {
            return vec![Message::new("misere-nim.over")];
        }
        let rests: Vec<UBig> = self.rests.iter().flatten().cloned().collect();
        let mut steps: Vec<Message> = Vec::new();
        for function in &self.functions {
            let rule = function.rule();
            if !steps.contains(&rule) {
                steps.push(rule);
            }
        }
        steps.push(Message::new("heapwise.values").with("heaps", &heaps).with("values", &rests));
        if rests.len() > 1 {
            steps.extend(heapwise::binary_columns(&rests, &self.sum));
        }
        steps.push(
            Message::new(if self.large > 0 { "misere-nim.large" } else { "misere-nim.small" })
                .with("sum", &self.sum),
        );
        steps.push(Message::new(if self.is_won() { "misere-nim.wins" } else { "misere-nim.loses" }));
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::NAME;
    use crate::theorem::testing::{agrees, agrees_at, method_of, sample};

    #[test]
    fn misere_nim_agrees_with_search() {
        for rules in ["misere nim", "misere bash(3)", "misere take 1, primes", "misere take odd"] {
            sample(25, 1, 4, 6, |heaps| agrees(rules, heaps, NAME));
        }
    }

    #[test]
    fn mixed_sums_agree_with_search() {
        for text in [
            "misere nim[1, 1] + bash(2)[5]",
            "misere nim[3] + bash(2)[4] + take odd[5]",
            "misere bash(3)[4, 8] + nim[0]",
            "misere bash(2)[3] + bash(3)[4]",
        ] {
            agrees_at(text, NAME);
        }
    }

    #[test]
    fn it_is_not_used_just_outside() {
        assert_ne!(method_of("nim[3, 4]"), NAME);
        assert_ne!(method_of("misere take 1, 3, 4[9]"), NAME);
        assert_ne!(method_of("misere lasker[3, 4]"), NAME);
        assert_ne!(method_of("misere nim[3] + kayles[3]"), NAME);
    }
}
