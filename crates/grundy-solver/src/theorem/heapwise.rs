//! Games whose heaps are independent: the position is worth the nim-sum of its heaps.
//!
//! Statement (Sprague 1935, Grundy 1939): under normal play a sum is worth the nim-sum of its
//! parts, and the player to move loses iff that is 0. The value of one heap comes from its
//! [`HeapFunction`]; the theorems here differ in how that is known.

use std::rc::Rc;
use std::sync::Arc;

use dashu_int::UBig;

use crate::kernel::Kernel;
use crate::kernel::heaps::{NimSum, Size};
use crate::kernel::periodic::{PeriodicValues, RisingValues};
use crate::kernel::residue::BoundedNim;
use crate::law::{Cond, Law, Num, Shape, Table};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved, Valued};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::Component;
use grundy_core::text::{Message, Value};
use grundy_sequence::{ClosedPeriod, HeapFunction, Period};

/// A game of independent heaps, with the value of one.
pub struct Heaps {
    function: Rc<dyn HeapFunction>,
}

/// Recognises independent heaps under normal play.
pub fn recognise(asked: Asked<'_>) -> Fit {
    if asked.misere || !asked.rules.is_heapwise() {
        return Fit::Unrelated;
    }
    Fit::known(Heaps { function: asked.heaps.of(asked.rules) })
}

impl Method for Heaps {
    fn name(&self) -> &'static str {
        self.function.name()
    }

    fn basis(&self) -> Basis {
        Basis::of(self.function.kind(), self.function.reference())
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        // Also without heaps, so that the method has the same name as its kernel.
        let greatest = component.heaps().iter().max().cloned().unwrap_or_default();
        self.function.settle(&greatest, budget)?;
        Ok(Applied::yes(Heapwise::new(component, &*self.function, budget)?))
    }

    fn values(&self) -> Option<Rc<dyn HeapFunction>> {
        Some(self.function.clone())
    }

    fn kernel(&self, budget: &Budget) -> Option<Arc<dyn Kernel>> {
        kernel_of(&*self.function, budget)
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        let value = law_of_heap(&self.function.closed()?)?;
        Some(match (&value, heaps) {
            (Num::Look(table, _), 1) => Law::of_values(Shape::Heap(table.zeros()), value),
            (_, 1) => Law::of_values(Shape::Formula(Cond::Eq(value.clone(), Num::Const(0))), value),
            _ => law_of_sum(value, 1),
        })
    }
}

/// A value of one heap as a formula.
pub(super) fn law_of_heap(closed: &ClosedPeriod) -> Option<Num> {
    let word = |n: &UBig| i128::try_from(n).ok();
    let (preperiod, period) = (word(&closed.preperiod)?, word(&closed.period)?);
    if closed.saltus == UBig::ZERO {
        return Some(Num::remainder(period));
    }
    if period == 1 {
        return Some(Num::size());
    }
    // Lasker's game, in which 4k + 3 and 4k + 4 change places.
    let table = Table { before: vec![0], turn: vec![1, 2, 4, 3], saltus: 4 };
    (preperiod == 1 && period == 4).then(|| Num::Look(table, Box::new(Num::This)))
}

/// The nim-sum of a number made of every heap, or of every other one.
pub(super) fn law_of_sum(of: Num, step: usize) -> Law {
    let value = Num::NimSum { from: 0, step, of: Box::new(of.clone()) };
    Law::of_values(Shape::NimSum { of, step }, value)
}

/// The longest table of values that a kernel keeps.
const LONGEST: usize = 1 << 20;

/// A value function on machine words, if it has a period that a solver would find for the smallest heap.
fn kernel_of(function: &dyn HeapFunction, budget: &Budget) -> Option<Arc<dyn Kernel>> {
    let (preperiod, period, saltus) = match function.closed() {
        Some(closed) if closed.is_remainder() => {
            let name = function.name();
            return Some(match Remainder::of(&closed)? {
                Remainder::Size => Arc::new(NimSum { name, worth: Size, step: 1 }),
                Remainder::Modulo(worth) => Arc::new(NimSum { name, worth, step: 1 }),
            });
        }
        Some(ClosedPeriod { preperiod, period, saltus, .. }) => {
            (usize::try_from(&preperiod).ok()?, usize::try_from(&period).ok()?, u64::try_from(&saltus).ok()?)
        }
        None => {
            function.settle(&UBig::ZERO, budget).ok()?;
            let Period { preperiod, period, saltus } = function.proved()?;
            (preperiod, period, saltus)
        }
    };
    let length = preperiod.checked_add(period).filter(|length| *length <= LONGEST)?;
    let value = |heap: usize| u32::try_from(&function.value(&UBig::from(heap), budget).ok()?).ok();
    let values = (0..length).map(value).collect::<Option<_>>()?;
    let name = function.name();
    Some(match saltus {
        0 => Arc::new(NimSum { name, worth: PeriodicValues::new(values, preperiod)?, step: 1 }),
        _ => Arc::new(NimSum { name, worth: RisingValues::new(values, preperiod, saltus)?, step: 1 }),
    })
}

/// The number of a heap on machine words.
pub(super) enum Remainder {
    /// Its size.
    Size,
    /// Its size modulo m + 1.
    Modulo(BoundedNim),
}

impl Remainder {
    /// For a period that [`ClosedPeriod::is_remainder`] accepts; `None` if the modulus exceeds a word.
    pub(super) fn of(closed: &ClosedPeriod) -> Option<Self> {
        if closed.saltus != UBig::ZERO {
            return Some(Self::Size);
        }
        let most = u64::try_from(&(&closed.period - UBig::ONE)).ok()?;
        Some(Self::Modulo(BoundedNim::new(most)))
    }
}

/// A position of independent heaps.
pub(super) struct Heapwise<'a> {
    component: &'a Component,
    function: &'a dyn HeapFunction,
    budget: &'a Budget,
    values: Vec<UBig>,
    value: UBig,
}

impl<'a> Heapwise<'a> {
    pub(super) fn new(
        component: &'a Component,
        function: &'a dyn HeapFunction,
        budget: &'a Budget,
    ) -> Result<Self> {
        let heaps = component.heaps();
        // The greatest first: the table then grows only once.
        let mut values = vec![UBig::ZERO; heaps.len()];
        for (value, heap) in values.iter_mut().zip(heaps).rev() {
            *value = function.value(heap, budget)?;
        }
        let value = values.iter().fold(UBig::ZERO, |sum, v| sum ^ v);
        Ok(Self { component, function, budget, values, value })
    }

    /// The value of the heap with this index.
    pub(super) fn value_of(&self, heap: usize) -> &UBig {
        &self.values[heap]
    }
}

impl Valued for Heapwise<'_> {
    fn grundy_value(&self) -> &UBig {
        &self.value
    }

    fn moves_to(&self, target: &UBig, want: usize) -> Result<Moves> {
        let change = &self.value ^ target;
        Moves::in_one_heap(self.component, self.budget, |heap, index| {
            self.function.moves_to(heap, &(&self.values[index] ^ &change), want, self.budget)
        })
    }

    fn reasons(&self) -> Vec<Message> {
        let mut steps = vec![self.function.rule()];
        let heaps = self.component.heaps();
        if heaps.is_empty() {
            return vec![Message::new("heapwise.no-heaps")];
        }
        if heaps.len() == 1 {
            steps.push(Message::new("heapwise.one-heap").with("heap", &heaps[0]).with("value", &self.value));
        } else {
            steps.push(Message::new("heapwise.values").with("heaps", heaps).with("values", &self.values));
            steps.extend(binary_columns(&self.values, &self.value));
        }
        steps.push(if self.wins() {
            Message::new("heapwise.wins").with("value", &self.value)
        } else {
            Message::new("heapwise.loses")
        });
        steps
    }
}

/// The values in binary, one under the other, with their nim-sum: for a few values of few digits.
pub(crate) fn binary_columns(values: &[UBig], sum: &UBig) -> Option<Message> {
    const ROWS: usize = 16;
    const DIGITS: usize = 64;
    use dashu_base::BitTest;
    let width = values.iter().map(BitTest::bit_len).max().unwrap_or(0).max(1);
    if values.len() > ROWS || width > DIGITS {
        return None;
    }
    let row = |v: &UBig| format!("{v:>0width$b}");
    let rows: Vec<String> = values.iter().map(row).collect();
    Some(
        Message::new(if *sum == UBig::ZERO { "nim.columns-even" } else { "nim.columns" })
            .with("rows", Value::Text(rows.join("\n")))
            .with("sum", Value::Text(row(sum)))
            .with("value", sum),
    )
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use crate::solver::Solver;
    use crate::theorem::testing::{agrees, assert_in_words, method_of, sample};

    #[test]
    fn nim_agrees_with_search() {
        sample(60, 1, 4, 7, |heaps| agrees("nim", heaps, "nim"));
    }

    #[test]
    fn residues_agree_with_search() {
        let rules = [
            "bash(1)",
            "bash(3)",
            "take 1, primes",
            "take odd",
            "take powers of 2",
            "take 1, 2, 4, 5",
            "take any except multiples of 4",
        ];
        for rules in rules {
            sample(12, 1, 3, 12, |heaps| agrees(rules, heaps, "residues"));
        }
    }

    #[test]
    fn tables_agree_with_search() {
        let rules = [
            "grundy",
            "take 1, 2 leaving 3 equal heaps or take 3",
            "take n/2..n",
            "take squares",
            "take 1, 2 leaving 1, 3 unequal heaps",
            "take digits of n",
            "split into 3 equal heaps or take 1",
        ];
        for rules in rules {
            sample(8, 1, 2, 12, |heaps| agrees(rules, heaps, "heap-values"));
        }
    }

    #[test]
    fn heaps_that_become_other_heaps_agree_with_search() {
        sample(5, 1, 2, 3, |heaps| {
            agrees("replace a heap by 0, 1, 2 heaps of 1..n-1", heaps, "heap-values");
        });
        for rules in [
            "replace a heap by 0, 1 heaps of 1..n-1 or take 1 leaving 2 heaps",
            "replace a heap by 2, 3 heaps of n/2, n/3",
            "replace a heap of even by 3 equal heaps of n/2",
            "replace a heap by 1, 2 unequal heaps of n-1, n-2, n-3",
            "replace a heap by 0, 2 equal heaps of divisors of n or take 1",
            "divide a heap of 3.. into 2.. nearly equal heaps",
            "divide a heap into even nearly equal heaps or take 2",
            "take maxdigit(n)",
            "take 1..digitsum(n), mindigit(n)",
        ] {
            sample(6, 1, 2, 6, |heaps| agrees(rules, heaps, "heap-values"));
            sample(3, 1, 1, 10, |heaps| agrees(rules, heaps, "heap-values"));
        }
        assert_in_words("divide a heap of 3.. into 2.. nearly equal heaps[12]");
        assert_in_words("replace a heap by 2 equal heaps of n/2[12]");
    }

    #[test]
    fn large_heaps_that_become_other_heaps_are_answered() {
        let solve = |text: &str| Solver::default().list_moves(5).solve_text(text).unwrap();
        // Odd heaps have no move, 2m becomes three heaps of m: values alternate with the power of two.
        let answer = solve("replace a heap of even by 3 equal heaps of n/2[3 * 2^200]");
        assert_eq!(answer.value, Some(0u8.into()));
        let answer = solve("divide a heap of 3.. into 2.. nearly equal heaps[3000]");
        assert!(answer.moves.len() <= 5 && !answer.moves.is_empty() || answer.value == Some(0u8.into()));
    }

    #[test]
    fn restricted_nim_agrees_with_search() {
        for rules in ["take 1..n/2", "take 1..root(n)", "take 1..n-1", "take 1..(2*n+1)/3"] {
            sample(8, 1, 3, 12, |heaps| agrees(rules, heaps, "restricted-nim"));
        }
        let answer = Solver::default().solve_text("take 1..n/2[10^30, 10^29 + 7]").unwrap();
        assert_eq!((answer.method.name, answer.moves_complete), ("restricted-nim", true));
        assert_in_words("take 1..n/2[10^12]");
    }

    #[test]
    fn lasker_agrees_with_search() {
        sample(16, 1, 3, 9, |heaps| agrees("lasker", heaps, "lasker"));
        sample(6, 1, 1, 20, |heaps| agrees("split into 2 heaps or take any", heaps, "lasker"));
        assert_ne!(method_of("misere lasker[4, 5]"), "lasker");
        assert_ne!(method_of("take any or split into 2 unequal heaps[4]"), "lasker");
    }

    #[test]
    fn lasker_counts_what_it_does_not_list() {
        let answer = Solver::default().list_moves(10).solve_text("lasker[1024, 1023]").unwrap();
        assert_eq!(answer.moves_total, Some(512u32.into()));
        assert_eq!((answer.moves.len(), answer.moves_complete), (10, false));
        let all = Solver::default().solve_text("lasker[1024, 1023]").unwrap();
        assert_eq!((all.moves.len(), all.moves_complete), (512, true));
        assert_eq!(all.moves[..10], answer.moves[..]);
        let answer = Solver::default().solve_text("lasker[10^1000, 10^1000 - 1]").unwrap();
        assert_eq!(answer.moves.len(), 1000);
        assert!(answer.moves_total.unwrap() > UBig::ONE << 900);
    }

    #[test]
    fn periods_agree_with_search() {
        let rules = [
            "kayles",
            "octal(4.07)",
            "take 1, 3, 4",
            "take 2, 5 leaving 1 heap",
            "octal(0.137)",
            "take 3 leaving 2 heaps or take 1",
            "take 1..9 except squares",
            "take 1, 2 leaving 2 equal heaps or take 3",
            "take any except 3",
            "take any except (squares except 20..)",
            "hex(0.8)",
            "hex(0.1a)",
        ];
        for rules in rules {
            sample(8, 1, 2, 12, |heaps| agrees(rules, heaps, "proved-period"));
        }
        sample(8, 1, 1, 90, |heaps| agrees("take 1, 3, 4", heaps, "proved-period"));
    }

    #[test]
    fn periods_answer_heaps_of_any_size() {
        let answer = Solver::default().solve_text("take 1, 3, 4[7*10^1000 + 2, 4]").unwrap();
        assert_eq!(answer.value, Some(2u8.into()));
        let answer = Solver::default().list_moves(7).solve_text("kayles[12*10^1000 + 5]").unwrap();
        assert_eq!((answer.value, answer.moves.len()), (Some(4u8.into()), 7));
        assert!(!answer.moves_complete && answer.moves_total.unwrap() > UBig::ONE << 3000);
        let answer = Solver::default().solve_text("take any except 4[10^30]").unwrap();
        assert_eq!((answer.method.name, answer.moves.len()), ("proved-period", 2));
        let answer = Solver::default().solve_text("hex(0.8)[10^20, 10^19]").unwrap();
        assert_eq!((answer.method.name, answer.moves.is_empty()), ("proved-period", false));
        // A great many amounts, some of them large.
        let sparse: Vec<String> = (1..=300u32).map(|i| (i * i * 11).to_string()).collect();
        let text = format!("take {}[5000]", sparse.join(", "));
        assert_eq!(Solver::default().solve_text(&text).unwrap().outcome.letter(), "N");
    }

    #[test]
    fn residues_are_not_used_just_outside() {
        assert_ne!(method_of("take 1..3, 8[20, 7]"), "residues");
        assert_ne!(method_of("take 1..n[20]"), "residues");
        assert_ne!(method_of("misere take 1..3[20]"), "residues");
    }
}
