//! Any sum of heaps under misère play, by its misère quotient.
//!
//! Statement (Plambeck and Siegel 2008): sums of heaps of some games fall into classes, so that two sums of
//! one class are won or lost together whatever is added to both. Classes multiply as sums are added; a sum is
//! lost for the player to move iff the product of its heaps' classes is one of the lost classes.
//! `grundy-misere` computes and checks the classes. If they repeat, which is then proved, heaps of any size
//! are covered, else heaps up to the last one computed.
//!
//! Precondition: misère play; every component is heapwise, and its heaps are covered.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use crate::kernel::Kernel;
use crate::kernel::residue::BoundedNim;
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::Component;
use grundy_core::rules::Rules;
use grundy_core::text::Message;
use grundy_misere::{Bounds, Element, GameQuotient, Halt};
use grundy_sequence::{Classes, HeapMove, HeapMoves, HeapOptions, Period};

/// The name in answers.
pub const NAME: &str = "misere-quotient";
/// Author and year.
pub const REFERENCE: &str = "T. E. Plambeck, A. N. Siegel 2008";

/// The quotient of some games, computed as far as needed.
#[derive(Debug)]
pub struct Growing(RefCell<Rc<GameQuotient>>);

/// The quotients of sums of different games, by the rules.
#[derive(Debug, Default)]
pub struct Quotients(RefCell<FxHashMap<Vec<Rules>, Rc<Growing>>>);

impl Growing {
    fn new<'a>(games: impl IntoIterator<Item = &'a Rules>) -> Self {
        Self(RefCell::new(Rc::new(GameQuotient::new(games))))
    }

    /// The quotient with all heaps up to `heap`, or as far as it is known.
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    fn up_to(&self, heap: &UBig, bounds: Bounds, budget: &Budget) -> Result<Rc<GameQuotient>> {
        let mut shared = self.0.borrow_mut();
        let heap = usize::try_from(heap).unwrap_or(usize::MAX).min(bounds.heap);
        if !shared.is_full() && shared.known_to() < Some(heap) {
            if Rc::get_mut(&mut shared).is_none() {
                // The smaller quotient is still in use.
                *shared = Rc::new(GameQuotient::new(shared.clone().games()));
            }
            if let Some(quotient) = Rc::get_mut(&mut shared)
                && let Err(Halt::Budget(error)) = quotient.extend(heap, bounds, budget)
            {
                return Err(error);
            }
        }
        Ok(shared.clone())
    }
}

impl Quotients {
    /// Solves the sum of these components if it is covered; else returns how far the quotient is known.
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    pub fn solve<'a>(
        &self,
        components: &'a [Component],
        budget: &'a Budget,
    ) -> Result<std::result::Result<ByQuotient<'a>, Message>> {
        let mut games: Vec<Rules> = Vec::new();
        for rules in components.iter().filter_map(Component::rules) {
            if !games.contains(rules) {
                games.push(rules.clone());
            }
        }
        let growing = self.0.borrow().get(&games).cloned();
        let growing = growing.unwrap_or_else(|| {
            let growing = Rc::new(Growing::new(&games));
            self.0.borrow_mut().insert(games, growing.clone());
            growing
        });
        ByQuotient::new(components, &growing, budget)
    }
}

/// One game, with its quotient.
#[derive(Debug)]
struct OneGame(Growing);

/// Recognises independent heaps under misère play.
pub fn recognise(asked: Asked<'_>) -> Fit {
    if !asked.misere || !asked.rules.is_heapwise() {
        return Fit::Unrelated;
    }
    Fit::known(OneGame(Growing::new([asked.rules])))
}

impl Method for OneGame {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Proof(Some(REFERENCE))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let components = std::slice::from_ref(component);
        Ok(match ByQuotient::new(components, &self.0, budget)? {
            Ok(solved) => Applied::yes(solved),
            Err(reason) => Applied::near(reason),
        })
    }

    fn kernel(&self, budget: &Budget) -> Option<Arc<dyn Kernel>> {
        let quotient = self.0.up_to(&UBig::from(Bounds::AHEAD.heap), Bounds::AHEAD, budget).ok()?;
        ClassTable::new(&quotient).map(|table| Arc::new(table) as Arc<dyn Kernel>)
    }
}

/// Components whose heaps are covered.
#[derive(Debug)]
pub struct ByQuotient<'a> {
    components: &'a [Component],
    budget: &'a Budget,
    quotient: Rc<GameQuotient>,
    /// Index of each component's game.
    games: Vec<usize>,
    /// By component, then by heap.
    classes: Vec<Vec<Element>>,
    product: Element,
}

impl<'a> ByQuotient<'a> {
    fn new(
        components: &'a [Component],
        growing: &Growing,
        budget: &'a Budget,
    ) -> Result<std::result::Result<Self, Message>> {
        let heaps = components.iter().flat_map(Component::heaps);
        let largest = heaps.max().cloned().unwrap_or_default();
        let quotient = growing.up_to(&largest, Bounds::SHORT, budget)?;
        let not_known = || {
            let known = quotient.known_to().unwrap_or(0);
            Message::new("misere-quotient.not-so-far").with("heap", known)
        };
        let number =
            |component: &Component| quotient.games().position(|rules| Some(rules) == component.rules());
        let Some(games) = components.iter().map(number).collect::<Option<Vec<usize>>>() else {
            return Ok(Err(not_known()));
        };
        let mut classes = Vec::new();
        for (component, &game) in components.iter().zip(&games) {
            let of_heaps = component.heaps().iter().map(|heap| quotient.class(game, heap));
            let Some(of_heaps) = of_heaps.collect() else { return Ok(Err(not_known())) };
            classes.push(of_heaps);
        }
        let monoid = quotient.monoid();
        let product = classes.iter().flatten().fold(0, |product, &class| monoid.product(product, class));
        Ok(Ok(Self { components, budget, quotient, games, classes, product }))
    }

    /// Whether the player to move wins.
    pub fn is_won(&self) -> bool {
        !self.quotient.monoid().is_lost(self.product)
    }

    /// The basis of the answer.
    pub fn basis(&self) -> Basis {
        if self.quotient.is_full() {
            Basis::Proof(Some(REFERENCE))
        } else {
            Basis::Computation(Some(REFERENCE))
        }
    }

    /// The winning moves in one component.
    ///
    /// # Errors
    /// If a limit of the budget is reached.
    pub fn moves_in(&self, component: usize, want: usize) -> Result<Moves> {
        let monoid = self.quotient.monoid();
        Moves::in_one_heap(&self.components[component], self.budget, |heap, index| {
            let all = self.classes.iter().enumerate().flat_map(|(at, classes)| {
                let skipped = (at == component).then_some(index);
                let others = classes.iter().enumerate().filter(move |(index, _)| Some(*index) != skipped);
                others.map(|(_, &class)| class)
            });
            let others = all.fold(0, |product, class| monoid.product(product, class));
            self.heap_moves(self.games[component], heap, others, want)
        })
    }

    /// The moves in one heap that, together with sums of class `others`, leave a lost class.
    fn heap_moves(&self, game: usize, heap: &UBig, others: Element, want: usize) -> Result<HeapMoves> {
        let monoid = self.quotient.monoid();
        let classes = self.quotient.classes(game);
        let Some(rules) = self.quotient.games().nth(game) else { return Ok(HeapMoves::default()) };
        if let Ok(n) = usize::try_from(heap)
            && n < classes.len()
        {
            let mut options = HeapOptions::new(rules);
            options.extend(n + 1, self.budget)?;
            let mut list = Vec::new();
            options.each_option(n, self.budget, &mut |taken, parts| {
                let class = parts.iter().fold(others, |class, &part| monoid.product(class, classes[part]));
                if monoid.is_lost(class) {
                    let left = parts.iter().map(|&part| UBig::from(part)).collect();
                    list.push(HeapMove { taken: UBig::from(taken), left });
                }
                Ok(())
            })?;
            list.sort_by(|a, b| a.left.cmp(&b.left));
            return Ok(HeapMoves::all(list));
        }
        let Some(repetition) = self.quotient.repetition(game) else { return Ok(HeapMoves::default()) };
        let element = |class: u32| Element::try_from(class).unwrap_or(0);
        let classes = Classes {
            period: Period::new(repetition.preperiod, repetition.period, 0),
            at: &|place| u32::from(classes[place]),
            join: &|a, b| u32::from(monoid.product(element(a), element(b))),
            hits: &|class| monoid.is_lost(monoid.product(others, element(class))),
            budget: self.budget,
        };
        Ok(classes.moves(rules, heap, want)?.unwrap_or_default())
    }

    /// The reasons, step by step.
    pub fn reasons(&self) -> Vec<Message> {
        let monoid = self.quotient.monoid();
        let heaps: Vec<UBig> = self.components.iter().flat_map(|c| c.heaps().iter().cloned()).collect();
        if heaps.iter().all(|heap| *heap == UBig::ZERO) {
            return vec![Message::new("misere-nim.over")];
        }
        let mut steps = vec![
            Message::new("misere-quotient.rule")
                .with("order", monoid.order())
                .with("lost", monoid.lost_count()),
        ];
        for (game, rules) in self.quotient.games().enumerate() {
            if let Some(repetition) = self.quotient.repetition(game) {
                steps.push(
                    Message::new("misere-quotient.repeats")
                        .with("game", rules.to_string())
                        .with("preperiod", repetition.preperiod)
                        .with("period", repetition.period)
                        .with("bound", repetition.bound),
                );
            }
        }
        if !self.quotient.is_full() {
            let known = self.quotient.known_to().unwrap_or(0);
            steps.push(Message::new("misere-quotient.exact-to").with("heap", known));
        }
        let presentation = self.quotient.presentation();
        let names = self.classes.iter().flatten().map(|&class| presentation.name(class).to_string());
        let names: Vec<String> = names.collect();
        steps.push(
            Message::new("misere-quotient.classes").with("heaps", &heaps).with("classes", names.join(", ")),
        );
        if names.len() > 1 {
            let factor = |name: &String| if name.contains(' ') { format!("({name})") } else { name.clone() };
            let factors: Vec<String> = names.iter().map(factor).collect();
            steps.push(
                Message::new("misere-quotient.product")
                    .with("factors", factors.join(" · "))
                    .with("product", presentation.name(self.product).to_string()),
            );
        }
        steps.push(Message::new(if self.is_won() {
            "misere-quotient.wins"
        } else {
            "misere-quotient.loses"
        }));
        steps
    }
}

impl Solved for ByQuotient<'_> {
    fn wins(&self) -> bool {
        self.is_won()
    }

    fn source(&self) -> Option<(&'static str, Basis)> {
        Some((NAME, self.basis()))
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        self.moves_in(0, want)
    }

    fn steps(&self) -> Vec<Message> {
        self.reasons()
    }
}

/// The classes of a game's heaps, all of them covered, on machine words: one lookup and one product per heap.
#[derive(Debug)]
struct ClassTable {
    classes: Vec<Element>,
    preperiod: u64,
    turn: BoundedNim,
    order: usize,
    products: Vec<Element>,
    lost: Vec<bool>,
}

impl ClassTable {
    fn new(quotient: &GameQuotient) -> Option<Self> {
        let repetition = quotient.repetition(0)?;
        let monoid = quotient.monoid();
        let mut classes = quotient.classes(0);
        classes.truncate(repetition.preperiod + repetition.period);
        Some(Self {
            classes,
            preperiod: repetition.preperiod as u64,
            turn: BoundedNim::new(repetition.period as u64 - 1),
            order: monoid.order(),
            products: monoid.elements().flat_map(|x| monoid.row(x).to_vec()).collect(),
            lost: monoid.elements().map(|x| monoid.is_lost(x)).collect(),
        })
    }

    fn class(&self, heap: u64) -> Option<Element> {
        let place = match heap.checked_sub(self.preperiod) {
            Some(beyond) => self.preperiod + self.turn.residue(beyond),
            None => heap,
        };
        self.classes.get(usize::try_from(place).ok()?).copied()
    }
}

impl Kernel for ClassTable {
    fn name(&self) -> &'static str {
        NAME
    }

    fn takes(&self, _: usize) -> bool {
        true
    }

    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        let product = heaps.iter().try_fold(0, |product, &heap| {
            self.products.get(product * self.order + usize::from(self.class(heap)?)).map(|&x| usize::from(x))
        });
        self.lost.get(product?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::NAME;
    use crate::theorem::testing::{agrees, agrees_at, assert_in_words, method_of, sample};

    #[test]
    fn quotients_agree_with_search() {
        for rules in [
            "misere kayles",
            "misere take 1, 3, 4",
            "misere octal(0.123)",
            "misere octal(0.75)",
            "misere octal(4.3)",
            "misere hex(0.9b)",
            "misere lasker",
        ] {
            sample(20, 1, 3, 7, |heaps| agrees(rules, heaps, NAME));
        }
    }

    #[test]
    fn mixed_sums_agree_with_search() {
        for text in [
            "misere kayles[5, 6] + take 1, 3, 4[7]",
            "misere nim[2] + kayles[5]",
            "misere octal(0.75)[9] + octal(0.123)[4, 8]",
            "misere kayles[3] + lasker[2]",
        ] {
            agrees_at(text, NAME);
        }
    }

    #[test]
    fn far_heaps_are_as_good_as_near_ones() {
        let solver = crate::Solver::default();
        let outcome = |text: &str| solver.solve_text(text).unwrap();
        for heap in 0_u32..40 {
            // Kayles repeats after 12 from 71 on; its table ends at 167.
            let near = outcome(&format!("misere kayles[{}, 5, 9]", 120 + heap));
            let far = outcome(&format!("misere kayles[{}, 5, 9]", 1_200_000 + heap));
            assert_eq!((near.outcome, near.method.name), (far.outcome, NAME));
            let won = |answer: &crate::Answer| answer.moves.is_empty();
            assert_eq!(won(&near), won(&far));
        }
    }

    #[test]
    fn it_is_not_used_just_outside() {
        assert_ne!(method_of("kayles[3, 4]"), NAME);
        assert_ne!(method_of("misere nim[3, 4]"), NAME);
        assert_ne!(method_of("misere wythoff[3, 4]"), NAME);
    }

    #[test]
    fn words() {
        assert_in_words("misere kayles[5, 9]");
        assert_in_words("misere octal(0.07)[9]");
        assert_in_words("misere kayles[0]");
    }
}
