//! Races upward: the distance to the goal is a heap, and adding takes from it.
//!
//! Precondition: one total, `take A` with a set A that does not depend on the total and nothing else,
//! `to N` or `to at least N`, normal or misère play.
//!
//! Statement. `to N`: adding k to the total takes k from the distance d, and at distance 0 the
//! player to move has no move, so the race is `take A` on a heap of d, under the same convention.
//! With 1..m and no multiple of m + 1 in A, d is worth d mod (m + 1); under misère play d is lost iff
//! d mod (m + 1) = 1 (see `misere_nim`). `to at least N`: the same holds for A = 1..m exactly. Passing
//! the goal leads to 0, which `1..m` reaches anyway from every d <= m, and from d > m nothing
//! passes. A larger amount breaks it: with 1, 2 and 4, which hold no multiple of 3, a distance of 3 is lost
//! in `to N` and won by adding 4 in `to at least N`. Such sets, and all other finite ones, are
//! answered by a table of distances whose period is proved.
//!
//! Reference: Bachet 1612 for 1..m; Golomb 1966 for the period of finite sets.

use std::rc::Rc;

use dashu_int::UBig;

use crate::law::{Cond, Law, Num, Shape};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number::outside_bytes;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{Amounts, Goal, Members, Rules, Settings};
use grundy_core::text::Message;
use grundy_sequence::proof::WINDOW_REFERENCE;
use grundy_sequence::{Distances, HeapFunction, Repeating, residue_modulus};

/// A race with amounts that do not depend on the total.
pub struct Race {
    goal: Goal,
    amounts: Amounts,
    members: Members,
    knowledge: Knowledge,
    misere: bool,
}

/// What is known about distances.
enum Knowledge {
    /// A closed form.
    Closed(Closed),
    /// The value function of `take A`, normal play, `to N`.
    Heap(Rc<dyn HeapFunction>),
    /// Only what a table of distances shows.
    Table,
}

/// A closed form for distances.
enum Closed {
    /// Any amount: a distance is a heap of Nim.
    Any,
    /// The remainder modulo m + 1 decides. The goal may be passed by up to `passing`, if that is given.
    Rest { modulus: UBig, passing: Option<UBig> },
}

/// How the distance of one position is known.
enum Way<'a> {
    Closed(&'a Closed),
    Heap(&'a dyn HeapFunction),
    /// A separate table.
    Table(Box<Repeating<Distances>>),
}

impl Knowledge {
    /// The name and the basis of answers; for heaps, as far as their period is proved so far.
    fn source(&self) -> (&'static str, Basis) {
        match self {
            Self::Closed(_) => ("race", Basis::Theorem(Some("C. G. Bachet 1612"))),
            Self::Heap(function) => of_heap(&**function),
            Self::Table => VALUES,
        }
    }
}

/// By a table of distances.
const VALUES: (&str, Basis) = ("race-values", Basis::Computation(None));

/// By a proved period of the distances.
fn by_period(reference: Option<&'static str>) -> (&'static str, Basis) {
    ("race-period", Basis::Proof(reference))
}

fn of_heap(function: &dyn HeapFunction) -> (&'static str, Basis) {
    match function.kind() {
        MethodKind::Proof => by_period(function.reference()),
        _ => VALUES,
    }
}

/// Recognises races by numbers that do not depend on the total.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let (Some(goal), Some(amounts)) = (asked.rules.goal(), asked.rules.as_single_take()) else {
        return Fit::Unrelated;
    };
    let plain = Settings { goal: Some(goal.clone()), ..Settings::default() };
    let Some(members) = Members::fixed(amounts).filter(|_| plain == *asked.rules.settings()) else {
        return Fit::Unrelated;
    };
    let knowledge = match closed(amounts, goal) {
        Some(closed) => Knowledge::Closed(closed),
        None if goal.may_pass || asked.misere => Knowledge::Table,
        None => match Rules::subtraction(amounts.clone()) {
            Ok(rules) => Knowledge::Heap(asked.heaps.of(&rules)),
            Err(_) => return Fit::Unrelated,
        },
    };
    Fit::known(Race {
        goal: goal.clone(),
        amounts: amounts.clone(),
        members,
        knowledge,
        misere: asked.misere,
    })
}

impl Method for Race {
    fn name(&self) -> &'static str {
        self.knowledge.source().0
    }

    fn basis(&self) -> Basis {
        self.knowledge.source().1
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let [total] = component.heaps() else { return Ok(Applied::unrelated()) };
        let goal = &self.goal;
        let distance = if *total < goal.target { &goal.target - total } else { UBig::ZERO };
        let way = match &self.knowledge {
            Knowledge::Closed(closed) => Way::Closed(closed),
            Knowledge::Heap(function) => {
                function.settle(&distance, budget)?;
                Way::Heap(&**function)
            }
            Knowledge::Table => {
                let table = Distances::new(&self.amounts, goal.may_pass, self.misere, budget)?;
                let Some(mut table) = table else { return Ok(Applied::unrelated()) };
                table.settle(&distance, budget)?;
                Way::Table(Box::new(table))
            }
        };
        let mut solved = Raced { race: self, total, distance, budget, value: UBig::ZERO, way };
        solved.value = solved.value_of_distance()?;
        Ok(Applied::yes(solved))
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        let Knowledge::Closed(Closed::Rest { modulus, .. }) = &self.knowledge else { return None };
        if heaps != 1 {
            return None;
        }
        let target = &self.goal.target;
        let lost = (target + modulus - UBig::from(u8::from(self.misere)) % modulus) % modulus;
        let word = |n: &UBig| i128::try_from(n).ok();
        let (modulus, target) = (word(modulus)?, word(target)?);
        let cond = Cond::In(Num::Heap(0).modulo(modulus), vec![word(&lost)?]);
        let value = Num::Const(target).minus(Num::This).modulo(modulus);
        Some(Law { lost: Shape::Formula(cond), value: (!self.misere).then_some(value) })
    }
}

fn closed(amounts: &Amounts, goal: &Goal) -> Option<Closed> {
    if goal.may_pass {
        let m = amounts.as_up_to()?;
        return Some(Closed::Rest { modulus: m + UBig::ONE, passing: Some(m.clone()) });
    }
    if amounts.is_any() {
        return Some(Closed::Any);
    }
    let modulus = residue_modulus(amounts)?;
    Some(Closed::Rest { modulus, passing: None })
}

struct Raced<'a> {
    race: &'a Race,
    total: &'a UBig,
    distance: UBig,
    budget: &'a Budget,
    way: Way<'a>,
    /// The value of the distance; in a table under misère play 1 is won and 0 lost.
    value: UBig,
}

/// Most candidates tried to list amounts.
const SCAN: u64 = 4_000_000;

impl Raced<'_> {
    fn value_of_distance(&self) -> Result<UBig> {
        Ok(match &self.way {
            Way::Closed(Closed::Any) => self.distance.clone(),
            Way::Closed(Closed::Rest { modulus, .. }) => &self.distance % modulus,
            Way::Heap(function) => function.value(&self.distance, self.budget)?,
            Way::Table(table) => table.value(&self.distance),
        })
    }

    /// Whether remainders decide misère play, not a separate table.
    fn flips(&self) -> bool {
        self.race.misere && !matches!(self.way, Way::Table(_))
    }

    /// The value that a winning move leaves.
    fn lost_value(&self) -> UBig {
        if self.flips() { UBig::ONE } else { UBig::ZERO }
    }

    fn moves_to(&self, target: &UBig, want: usize) -> Result<Moves> {
        let d = &self.distance;
        let add = |k: UBig| vec![Move::Add(k)];
        if *d == UBig::ZERO {
            return Ok(Moves::all(vec![]));
        }
        match &self.way {
            Way::Closed(Closed::Any) => Ok(Moves::all(if target < d { add(d - target) } else { vec![] })),
            Way::Closed(Closed::Rest { modulus, passing }) => {
                if target >= modulus || *target == self.value {
                    return Ok(Moves::all(vec![]));
                }
                match passing {
                    // Every amount that reaches or passes the goal leaves 0.
                    Some(m) if d <= m && *target == UBig::ZERO && !self.race.misere => {
                        self.passing_moves(m, want)
                    }
                    _ => self.moves_to_rest(target, modulus, want),
                }
            }
            Way::Heap(function) => {
                let found = function.moves_to(d, target, want, self.budget)?;
                let list = found.list.into_iter().map(|m| Move::Add(m.taken)).collect();
                Ok(Moves { list, complete: found.complete, total: found.total })
            }
            Way::Table(table) => {
                let (amounts, complete) =
                    table.amounts_to(&self.race.members, d, target, want, self.budget)?;
                let list = amounts.into_iter().map(Move::Add).collect();
                Ok(Moves { list, complete, total: None })
            }
        }
    }

    /// Every amount from the distance to `m`.
    fn passing_moves(&self, m: &UBig, want: usize) -> Result<Moves> {
        let total = m - &self.distance + UBig::ONE;
        let mut list = Vec::new();
        let mut k = self.distance.clone();
        while k <= *m && list.len() < want {
            self.budget.reserve(64 + outside_bytes(&k))?;
            list.push(Move::Add(k.clone()));
            k += UBig::ONE;
        }
        let complete = UBig::from(list.len()) == total;
        Ok(Moves { list, complete, total: Some(total) })
    }

    /// The amounts that leave a distance congruent to `target`, smallest first.
    fn moves_to_rest(&self, target: &UBig, modulus: &UBig, want: usize) -> Result<Moves> {
        let d = &self.distance;
        let mut k = if self.value > *target { &self.value - target } else { modulus + &self.value - target };
        let end = match self.race.members.upper_bound() {
            Some(bound) => bound.min(d.clone()),
            None => d.clone(),
        };
        let mut moves = Moves { complete: true, ..Moves::default() };
        let mut scanned = 0u64;
        while k <= end {
            // A distance of 0 has remainder 0, even if remainder 1 is requested.
            self.budget.step()?;
            match self.race.members.decides(&k) {
                Some(true) if moves.list.len() >= want => {
                    moves.complete = false;
                    break;
                }
                Some(true) => {
                    self.budget.reserve(64 + outside_bytes(&k))?;
                    moves.list.push(Move::Add(k.clone()));
                }
                Some(false) => {}
                None => moves.complete = false,
            }
            scanned += 1;
            if scanned > SCAN || !moves.complete {
                moves.complete = false;
                break;
            }
            k += modulus;
        }
        Ok(moves)
    }
}

impl Solved for Raced<'_> {
    fn wins(&self) -> bool {
        self.value != self.lost_value()
    }

    fn source(&self) -> Option<(&'static str, Basis)> {
        match &self.way {
            Way::Table(table) => Some(table.period().map_or(VALUES, |_| by_period(Some(WINDOW_REFERENCE)))),
            Way::Heap(_) | Way::Closed(_) => None,
        }
    }

    fn value(&self) -> Option<UBig> {
        (!self.race.misere).then(|| self.value.clone())
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        if self.wins() { self.moves_to(&self.lost_value(), want) } else { Ok(Moves::all(vec![])) }
    }

    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        if self.race.misere { Ok(None) } else { self.moves_to(target, want).map(Some) }
    }

    fn steps(&self) -> Vec<Message> {
        let target = &self.race.goal.target;
        if self.distance == UBig::ZERO {
            let id = if self.race.misere { "race.over-misere" } else { "race.over" };
            return vec![Message::new(id).with("total", self.total).with("target", target)];
        }
        let reading = match (self.race.goal.may_pass, self.race.misere) {
            (false, false) => "race.reading",
            (false, true) => "race.reading-misere",
            (true, false) => "race.reading-past",
            (true, true) => "race.reading-past-misere",
        };
        let mut steps = vec![
            Message::new(reading)
                .with("total", self.total)
                .with("target", target)
                .with("distance", &self.distance),
        ];
        match &self.way {
            Way::Closed(Closed::Any) => {
                steps.push(Message::new(if self.race.misere { "race.any-misere" } else { "race.any" }));
            }
            Way::Closed(Closed::Rest { modulus, .. }) => {
                let id = if self.race.misere { "race.rest-misere" } else { "race.rest" };
                steps.push(
                    Message::new(id)
                        .with("most", modulus - UBig::ONE)
                        .with("modulus", modulus)
                        .with("distance", &self.distance)
                        .with("rest", &self.value),
                );
            }
            Way::Heap(function) => steps.push(function.rule()),
            Way::Table(table) => steps.push(match table.period() {
                Some(period) => Message::new("race.period")
                    .with("preperiod", period.preperiod)
                    .with("period", period.period),
                None => Message::new("race.table").with("distance", &self.distance),
            }),
        }
        steps.push(self.conclusion());
        steps
    }
}

impl Raced<'_> {
    fn conclusion(&self) -> Message {
        if !self.wins() {
            return Message::new("race.loses").with("distance", &self.distance);
        }
        let first = self.winning_moves(1).map(|moves| moves.list);
        match first.as_deref() {
            Ok([Move::Add(k), ..]) => {
                let total = self.total + k;
                let left =
                    if total < self.race.goal.target { &self.race.goal.target - &total } else { UBig::ZERO };
                Message::new("race.wins").with("add", k).with("total", total).with("left", left)
            }
            // Under misère play a player without a move wins.
            _ => Message::new("race.stuck").with("distance", &self.distance),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::solver::Solver;
    use crate::theorem::testing::{Random, agrees_at, method_of};

    const SETS: [(&str, [&str; 4]); 8] = [
        // to N, misère, to at least N, misère
        ("1..3", ["race"; 4]),
        ("1", ["race"; 4]),
        ("1, 2, 4", ["race", "race", "race-period", "race-period"]),
        ("1, 3, 4", ["race-period"; 4]),
        ("3, 5", ["race-period"; 4]),
        ("2..4, 9", ["race-period"; 4]),
        ("1..9 except squares", ["race-period"; 4]),
        ("6", ["race-period"; 4]),
    ];

    #[test]
    fn races_agree_with_search() {
        let mut random = Random::new(3);
        for (set, methods) in SETS {
            for target in [0, 1, 2, 5, 8, 17] {
                let total = random.below(target + 1);
                for (goal, prefix, method) in [
                    ("to", "", methods[0]),
                    ("to", "misere ", methods[1]),
                    ("to at least", "", methods[2]),
                    ("to at least", "misere ", methods[3]),
                ] {
                    for total in [0, total] {
                        agrees_at(&format!("{prefix}take {set}; {goal} {target}[{total}]"), method);
                    }
                }
            }
        }
        agrees_at("take 1..3; to at least 10[12]", "race");
        agrees_at("misere take 1..3; to at least 10[12]", "race");
    }

    #[test]
    fn endless_sets_agree_with_search() {
        for target in 0..14 {
            for (set, method) in
                [("any", "race"), ("odd", "race"), ("1, primes", "race"), ("squares", "race-values")]
            {
                agrees_at(&format!("take {set}; to {target}[0]"), method);
                agrees_at(&format!("misere take {set}; to {target}[0]"), method);
            }
        }
    }

    #[test]
    fn races_have_values_in_sums() {
        for text in [
            "race(10, 1..3)[3] + nim[2]",
            "take 1, 3, 4; to at least 9[2] + nim[3]",
            "take 1..4; to at least 9[7] + take 1..4; to at least 9[8] + nim[3]",
        ] {
            agrees_at(text, "nim-sum");
        }
    }

    /// Outcome letter and what to add first.
    fn first(text: &str) -> (String, Option<u64>) {
        let answer = Solver::default().solve_text(text).unwrap();
        let add = answer.moves.first().map(|m| match &m.played[0].doing {
            grundy_core::answer::Doing::Add(k) => u64::try_from(k).unwrap(),
            other => panic!("{other:?}"),
        });
        (answer.outcome.letter().to_owned(), add)
    }

    #[test]
    fn well_known_races() {
        let won = |add| ("N".to_owned(), Some(add));
        let lost = ("P".to_owned(), None);
        assert_eq!(first("race(100, 1..10)[0]"), won(1));
        assert_eq!(first("race(100, 1..4)[0]"), lost);
        assert_eq!(first("race(30, 1, 2)[0]"), lost);
        assert_eq!(first("race(8, 1, 2)[0]"), won(2));
        assert_eq!(first("race(7, 1, 2)[0]"), won(1));
        assert_eq!(first("race(100, 1..9)[0]"), lost);
        assert_eq!(first("race(30, 1..3)[0]"), won(2));
        assert_eq!(first("race(2008, 1..5)[1]"), won(3));
        assert_eq!(first("misere race(100, 1..10)[0]"), lost.clone());
        assert_eq!(first("misere take 1..10; to at least 100[0]"), lost);
    }

    #[test]
    fn goals_of_any_size() {
        let huge = "10^1000";
        assert_eq!(first(&format!("race({huge}, 1..10)[5]")).0, "N");
        assert_eq!(first(&format!("race({huge}, 1, 3, 4)[{huge} - 7]")), ("P".to_owned(), None));
        assert_eq!(method_of(&format!("misere take 1, 3, 4; to {huge}[0]")), "race-period");
        let answer = Solver::default().solve_text(&format!("take any except 4; to {huge}[3]")).unwrap();
        assert_eq!(answer.method.reference, Some(grundy_sequence::proof::ALL_BUT_REFERENCE));
        let text = format!("take 1..{huge}; to at least {huge}[1]");
        let answer = Solver::default().list_moves(3).solve_text(&text).unwrap();
        // 10^1000 - 1 reaches the goal, 10^1000 passes it.
        assert_eq!((answer.moves.len(), answer.moves_complete), (2, true));
        let text = format!("take 1..{huge}; to at least 10^999[1]");
        let answer = Solver::default().list_moves(3).solve_text(&text).unwrap();
        assert_eq!((answer.moves.len(), answer.moves_complete), (3, false));
        assert_eq!(answer.moves_total.unwrap().to_string(), format!("9{}2", "0".repeat(998)));
        let answer = Solver::default().list_moves(5).solve_text(&format!("take odd; to {huge}[1]")).unwrap();
        assert_eq!(answer.moves.len(), 5);
        assert_eq!(answer.moves[0].played[0].to, [2u8.into()]);
    }

    #[test]
    fn other_races_are_left_to_search() {
        assert_eq!(method_of("take 1..n; to 9[2]"), "plain-search");
        assert_eq!(method_of("take 1 or multiply 2; to 9[2]"), "plain-search");
        assert_eq!(method_of("take 1..2*last; first 1; to 9[2]"), "plain-search");
    }
}
