//! All moves of a state: the only code that defines what the rules mean.
//!
//! All code that must know what is legal uses it: the plain search, checks of a move, and the error for an illegal
//! one. It is written to be compared with the notation, not to be fast.

mod remakes;
mod takes;

use std::collections::BTreeSet;

use dashu_int::UBig;

use self::takes::{Take, Together};
use super::aim::Aim;
use super::moves::{Move, Touch};
use super::split::{MAX_AT_ONCE, too_many_at_once};
use super::state::{Component, State};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::limits::Budget;
use crate::rules::{Amounts, Env, Mark, Members, MoveRule, Order, Parts, PutBack, Rules, Source, Var};

/// Above this number of heaps, a choice of heaps is prepared first, as there may be very many choices.
pub const MANY_HEAPS: usize = 16;

/// A callback that receives every move of a state.
type Each<'a> = dyn FnMut(Move) -> Result<()> + 'a;

/// Calls `each` with every move of `state`, in an order that depends on the state alone.
///
/// Different moves may lead to the same result. Stops at the first error of `each`, or when the budget is used up.
pub fn for_each_move(game: &Game, state: &State, budget: &Budget, each: &mut Each) -> Result<()> {
    match game {
        Game::Heaps(rules) => {
            let walk = Walk::new(rules, state, budget);
            walk.moves(each)?;
            walk.counted(None, each)
        }
        Game::Board(board) => {
            board.ruleset().for_each_option(&state.heaps, budget, &mut |to| each(Move::Become(to)))
        }
        Game::Own(own) => {
            own.options(&state.heaps, budget)?.into_iter().try_for_each(|to| each(Move::Go(to)))
        }
    }
}

/// The moves of one component that leave the heaps `to`, found without enumerating all moves.
pub(super) fn for_each_move_to(
    game: &Game,
    state: &State,
    to: &[UBig],
    budget: &Budget,
    each: &mut Each,
) -> Result<()> {
    let Game::Heaps(rules) = game else {
        return for_each_move(game, state, budget, &mut |played| match &played {
            Move::Go(left) | Move::Become(left) if left == to => each(played),
            _ => Ok(()),
        });
    };
    let mut walk = Walk::new(rules, state, budget);
    walk.aim = Some(Aim::new(&state.heaps, to));
    let mut fitting = |played: Move| {
        if state.after(game, &played).heaps == to { each(played) } else { Ok(()) }
    };
    walk.moves(&mut fitting)?;
    let aim = walk.aim.take();
    walk.counted(aim.as_ref(), &mut fitting)
}

/// A lower bound on the number of different results of one component, computed from the rules alone.
pub fn results_at_least(component: &Component, budget: &Budget) -> Result<UBig> {
    let Some(rules) = component.rules() else { return Ok(UBig::ZERO) };
    let state = &component.state;
    let past = &state.past;
    let may_all_be_touched = matches!(rules.settings().marks, None | Some(Mark::Row));
    if !past.used.is_empty()
        || rules.goal().is_some()
        || past.open.is_some()
        || past.closed.is_some()
        || !may_all_be_touched
    {
        return Ok(UBig::ZERO);
    }
    let walk = Walk::new(rules, state, budget);
    let mut most = UBig::ZERO;
    for rule in rules.moves() {
        // Different amounts from the same heap leave different heaps.
        let MoveRule::Take { source, parts, amounts } = rule else { continue };
        let sizes: Vec<&UBig> = match source {
            Source::One | Source::SameUpTo(_) | Source::FreeUpTo(_) => state.heaps.iter().collect(),
            Source::Max => vec![&walk.env.max],
            Source::Min => vec![&walk.env.min],
            _ => vec![],
        };
        if !parts.counts.contains(&1) {
            continue;
        }
        for size in sizes {
            budget.step()?;
            // Taking the whole heap may lead to a result that is not distinct.
            let rest = if *size > UBig::ZERO { size - UBig::ONE } else { UBig::ZERO };
            most = most.max(walk.members_now(amounts, size)?.count_at_least(&rest));
        }
    }
    // So do different numbers put back on it.
    if let Some(put) = walk.put_back()
        && let Some(size) = state.heaps.first()
    {
        let members = Members::resolve(&put.amounts, &walk.env_of(size))?;
        if let Some(bound) = members.upper_bound()
            && walk.may_move()?
        {
            most = most.max(members.count_at_least(&bound));
        }
    }
    Ok(most)
}

struct Walk<'a> {
    rules: &'a Rules,
    state: &'a State,
    budget: &'a Budget,
    env: Env,
    /// If set, only moves that could leave these heaps are generated.
    aim: Option<Aim>,
}

impl<'a> Walk<'a> {
    fn new(rules: &'a Rules, state: &'a State, budget: &'a Budget) -> Self {
        let env = Env {
            n: UBig::ZERO,
            last: state.past.last.clone(),
            min: state.heaps.iter().min().cloned().unwrap_or_default(),
            max: state.heaps.iter().max().cloned().unwrap_or_default(),
            seat: rules.settings().seats.get(state.past.seat).cloned(),
        };
        Self { rules, state, budget, env, aim: None }
    }

    /// Every move that may be made as often as one likes.
    fn moves(&self, each: &mut Each) -> Result<()> {
        self.rules.moves().iter().try_for_each(|rule| self.rule(rule, &mut Vec::new(), each))?;
        if self.rules.settings().marks == Some(Mark::Open) {
            self.opening(0, &mut Vec::new(), each)?;
        }
        Ok(())
    }

    /// The moves of which a game has a number, while it is not used up and another move exists: a pass, and stones put
    /// back; with an aim, only as many as can leave heaps of the aim.
    fn counted(&self, aim: Option<&Aim>, each: &mut Each) -> Result<()> {
        let passes = self.state.past.passed < self.rules.settings().passes;
        let put_back = self.put_back();
        if !passes && put_back.is_none() || !self.may_move()? {
            return Ok(());
        }
        if passes {
            each(Move::pass())?;
        }
        let Some(PutBack { amounts, .. }) = put_back else { return Ok(()) };
        for (heap, size) in self.state.heaps.iter().enumerate() {
            let members = Members::resolve(amounts, &self.env_of(size))?;
            let mut put = |stones: &UBig| each(Move::Put { heap, stones: stones.clone() });
            if let Some(aim) = aim {
                let more = aim.sizes.iter().filter(|to| *to > size).map(|to| to - size);
                more.filter(|stones| members.contains(stones)).try_for_each(|stones| put(&stones))?;
            } else if let Some(most) = members.upper_bound() {
                members.for_each_up_to(&most, self.budget, &mut put)?;
            }
        }
        Ok(())
    }

    /// What may be put back while another move exists.
    fn put_back(&self) -> Option<&'a PutBack> {
        self.rules.settings().put_back.as_ref().filter(|put| self.state.past.put < put.times)
    }

    /// Whether a move exists of which a game has any number.
    fn may_move(&self) -> Result<bool> {
        let mut found = false;
        let looked = self.moves(&mut |_| {
            found = true;
            Err(Error::limit("error.stopped"))
        });
        if found { Ok(true) } else { looked.map(|()| false) }
    }

    /// Every way to open closed heaps from index `from` on, besides those in `opened`: each is touched and keeps its
    /// stones.
    fn opening(&self, from: usize, opened: &mut Vec<Touch>, each: &mut Each) -> Result<()> {
        self.budget.step()?;
        for heap in from..self.state.heaps.len() {
            let size = &self.state.heaps[heap];
            if *size == UBig::ZERO || self.state.past.marked.contains_key(&heap) {
                continue;
            }
            if opened.len() as u64 >= MAX_AT_ONCE {
                return Err(too_many_at_once());
            }
            opened.push(Touch { heap, taken: UBig::ZERO, left: vec![size.clone()] });
            let result = each(Move::Take { discarded: vec![], touched: opened.clone() })
                .and_then(|()| self.opening(heap + 1, opened, each));
            opened.pop();
            result?;
        }
        Ok(())
    }

    fn rule(&self, rule: &MoveRule, discarded: &mut Vec<usize>, each: &mut Each) -> Result<()> {
        match rule {
            MoveRule::Take { .. } if self.rules.goal().is_some() => self.race(rule, each),
            MoveRule::Multiply(_) => self.race(rule, each),
            MoveRule::Take { source, parts, amounts } => self.take(source, parts, amounts, discarded, each),
            MoveRule::Discard { heaps, then } => self.discard(*heaps, then, 0, discarded, each),
            MoveRule::Step { amounts, far } => self.step(amounts, *far, each),
            MoveRule::Carry { amounts, distance, sum } => self.carry(amounts, [distance, sum], each),
            MoveRule::Remake(remake) => self.remake(remake, each),
        }
    }

    /// The current amounts of a take: the first move may have its own. A 0 that was written for splits remains, and a
    /// move that only splits takes nothing in the first move either.
    fn amounts_now(&self, amounts: &Amounts) -> Amounts {
        match &self.rules.settings().first {
            Some(first) if self.state.past.last.is_none() && !amounts.is_zero() => {
                let zero = if amounts.has_zero() { Amounts::single(UBig::ZERO) } else { Amounts::empty() };
                first.clone().union(zero)
            }
            _ => amounts.clone(),
        }
    }

    fn members_now(&self, amounts: &Amounts, size: &UBig) -> Result<Members> {
        Members::resolve(&self.amounts_now(amounts), &self.env_of(size))
    }

    /// The amounts that may be taken from this heap now, without those that may be taken once and were.
    fn members(&self, amounts: &Amounts, heap: usize) -> Result<Members> {
        let size = &self.state.heaps[heap];
        let used = self.state.past.used.iter().filter(|(only, _)| only.is_none_or(|only| only == heap));
        let used = Amounts::union_of(used.map(|(_, amount)| Amounts::single(amount.clone())));
        if used.is_empty() {
            return self.members_now(amounts, size);
        }
        Members::resolve(&self.amounts_now(amounts).except(used), &self.env_of(size))
    }

    /// The amounts of a move that removes no stones. The amounts of the first move replace them only if they depend on
    /// `last`.
    fn members_aside(&self, amounts: &Amounts, heap: &UBig) -> Result<Members> {
        if amounts.mentions(Var::Last) {
            return self.members_now(amounts, heap);
        }
        Members::resolve(amounts, &self.env_of(heap))
    }

    fn env_of(&self, heap: &UBig) -> Env {
        Env { n: heap.clone(), ..self.env.clone() }
    }

    /// Calls `each` with the allowed amounts up to `most` for a heap of `size`; with an aim, only with those that can
    /// leave heaps of the aim.
    fn each_amount(
        &self,
        members: &Members,
        size: &UBig,
        most: &UBig,
        each: &mut dyn FnMut(&UBig) -> Result<()>,
    ) -> Result<()> {
        let Some(aim) = &self.aim else { return members.for_each_up_to(most, self.budget, each) };
        if self.rules.splits_beyond_two() {
            return members.for_each_up_to(most, self.budget, each);
        }
        // One part, two parts or nothing may remain, or stones may move to another heap. The aim may lack the second
        // of an equal pair; such a move is rejected at the end.
        let mut amounts: BTreeSet<UBig> = BTreeSet::from([size.clone(), UBig::ZERO]);
        for part in aim.sizes.iter().take_while(|part| *part <= size) {
            self.budget.step()?;
            let rest = size - part;
            if self.rules.changes_heap_count() {
                let second = aim.sizes.iter().skip_while(|p| *p < part).take_while(|p| **p <= rest);
                amounts.extend(second.map(|p| &rest - p));
            }
            amounts.insert(rest);
        }
        for k in amounts.iter().filter(|k| *k <= most && members.contains(k)) {
            each(k)?;
        }
        Ok(())
    }

    // ---- races ----

    fn race(&self, rule: &MoveRule, each: &mut Each) -> Result<()> {
        let Some(goal) = self.rules.goal() else { return Ok(()) };
        let total = &self.state.heaps[0];
        if *total >= goal.target {
            return Ok(());
        }
        match rule {
            MoveRule::Multiply(amounts) => {
                let factors = self.members_aside(amounts, total)?;
                // Without passing, no factor above the goal fits; a total of 0 cannot grow.
                let most = if goal.may_pass { end_of(&factors)? } else { goal.target.clone() };
                factors.for_each_up_to(&most, self.budget, &mut |factor| {
                    let next = total * factor;
                    let fits = next > *total && (goal.may_pass || next <= goal.target);
                    if fits { each(Move::Multiply(factor.clone())) } else { Ok(()) }
                })
            }
            MoveRule::Take { amounts, .. } => {
                let summands = self.members(amounts, 0)?;
                let most = if goal.may_pass { end_of(&summands)? } else { &goal.target - total };
                summands.for_each_up_to(&most, self.budget, &mut |k| {
                    if *k == UBig::ZERO { Ok(()) } else { each(Move::Add(k.clone())) }
                })
            }
            _ => Ok(()),
        }
    }

    // ---- steps ----

    fn step(&self, amounts: &Amounts, far: bool, each: &mut Each) -> Result<()> {
        for (from, size) in self.state.heaps.iter().enumerate() {
            let members = self.members_aside(amounts, size)?;
            self.each_amount(&members, size, size, &mut |stones| {
                if *stones == UBig::ZERO {
                    return Ok(());
                }
                let mut go = |to| each(Move::Step { from, to, stones: stones.clone() });
                if far { (0..from).try_for_each(|to| go(Some(to))) } else { go(from.checked_sub(1)) }
            })?;
        }
        Ok(())
    }

    /// Stones go to a lower heap at an allowed distance and with an allowed sum of numbers.
    fn carry(&self, amounts: &Amounts, fits: [&Amounts; 2], each: &mut Each) -> Result<()> {
        let [distance, sum] = [Members::resolve(fits[0], &self.env)?, Members::resolve(fits[1], &self.env)?];
        for (from, size) in self.state.heaps.iter().enumerate() {
            let fits = |to: &usize| {
                distance.contains(&UBig::from(from - to)) && sum.contains(&UBig::from(from + to + 2))
            };
            let goals: Vec<usize> = (0..from).filter(fits).collect();
            if *size == UBig::ZERO || goals.is_empty() {
                continue;
            }
            let members = self.members_aside(amounts, size)?;
            self.each_amount(&members, size, size, &mut |stones| {
                if *stones == UBig::ZERO {
                    return Ok(());
                }
                goals
                    .iter()
                    .try_for_each(|&to| each(Move::Step { from, to: Some(to), stones: stones.clone() }))
            })?;
        }
        Ok(())
    }

    // ---- discards ----

    fn discard(
        &self,
        heaps: u64,
        then: &MoveRule,
        from: usize,
        discarded: &mut Vec<usize>,
        each: &mut Each,
    ) -> Result<()> {
        if discarded.len() as u64 == heaps {
            return self.rule(then, discarded, each);
        }
        if heaps.min(self.state.heaps.len() as u64) > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        for heap in from..self.state.heaps.len() {
            if self.state.heaps[heap] > UBig::ZERO {
                discarded.push(heap);
                let result = self.discard(heaps, then, heap + 1, discarded, each);
                discarded.pop();
                result?;
            }
        }
        Ok(())
    }

    // ---- takes ----

    /// The heaps that may be taken from: not empty and not thrown away, in order.
    fn open_heaps(&self, discarded: &[usize]) -> Vec<usize> {
        let past = &self.state.past;
        let descending = self.rules.settings().order == Some(Order::Descending);
        (0..self.state.heaps.len())
            .filter(|heap| self.state.heaps[*heap] > UBig::ZERO && !discarded.contains(heap))
            .filter(|heap| match self.rules.settings().marks {
                Some(Mark::Open) => past.marked.contains_key(heap),
                Some(Mark::Touched) => !past.marked.contains_key(heap),
                Some(Mark::Row) | None => true,
            })
            .filter(|heap| match (&past.open, &past.closed) {
                (Some(open), _) => open.heap == *heap,
                (None, Some(closed)) if descending => self.state.heaps[*heap] < *closed,
                _ => true,
            })
            .collect()
    }

    /// The heaps from which some amount can be taken.
    fn heaps_to_take_from(&self, heaps: Vec<usize>, amounts: &Amounts) -> Result<Vec<usize>> {
        let mut fitting = Vec::with_capacity(heaps.len());
        for heap in heaps {
            let size = &self.state.heaps[heap];
            if self.members(amounts, heap)?.next(&UBig::ZERO, size, self.budget)?.is_some() {
                fitting.push(heap);
            }
        }
        Ok(fitting)
    }

    fn take(
        &self,
        source: &Source,
        parts: &Parts,
        amounts: &Amounts,
        discarded: &[usize],
        each: &mut Each,
    ) -> Result<()> {
        let mut heaps = self.open_heaps(discarded);
        if source.chooses() && heaps.len() > MANY_HEAPS {
            heaps = self.heaps_to_take_from(heaps, amounts)?;
        }
        let kept = self.state.heaps.len() - discarded.len();
        let mut take = Take { walk: self, parts, amounts, discarded, bound: None, each };
        match source {
            Source::One => heaps.iter().try_for_each(|&h| take.same(&[h])),
            Source::Max | Source::Min => {
                let sizes = &self.state.heaps;
                // Among the remaining heaps: discarded heaps are gone, empty ones are not.
                let there =
                    (0..sizes.len()).filter(|heap| !discarded.contains(heap)).map(|heap| &sizes[heap]);
                let wanted = if *source == Source::Max { there.max() } else { there.min() };
                heaps.iter().filter(|&&h| Some(&sizes[h]) == wanted).try_for_each(|&h| take.same(&[h]))
            }
            Source::Same(k) => take.subsets(&heaps, *k, &mut Vec::new(), 0, Together::Same),
            Source::SameUpTo(k) => (1..=*k.min(&(heaps.len() as u64)))
                .try_for_each(|k| take.subsets(&heaps, k, &mut Vec::new(), 0, Together::Same)),
            Source::Free(k) => take.subsets(&heaps, *k, &mut Vec::new(), 0, Together::Free),
            Source::FreeUpTo(k) => (1..=*k.min(&(heaps.len() as u64)))
                .try_for_each(|k| take.subsets(&heaps, k, &mut Vec::new(), 0, Together::Free)),
            Source::Within(k, bound) => {
                debug_assert!(!bound.mentions(Var::N));
                let Some(bound) = bound.eval(&self.env)?.as_ref().and_then(crate::number::natural) else {
                    return Ok(());
                };
                take.bound = Some(bound);
                take.subsets(&heaps, *k, &mut Vec::new(), 0, Together::Free)
            }
            // Every heap counts, including empty ones: nothing can be taken from those, so there is no move.
            Source::All if heaps.len() == kept && !heaps.is_empty() => take.same(&heaps),
            Source::Nonempty if !heaps.is_empty() => take.same(&heaps),
            Source::All | Source::Nonempty => Ok(()),
        }
    }
}

/// The greatest member of a bounded set; an error if the set is unbounded.
fn end_of(members: &Members) -> Result<UBig> {
    members.upper_bound().ok_or_else(|| Error::input("error.race-without-end"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    fn count(text: &str) -> usize {
        let position = parse_position(text).unwrap();
        let component = position.single().unwrap();
        let mut moves = 0;
        for_each_move(&component.game, &component.state, &Budget::default(), &mut |_| {
            moves += 1;
            Ok(())
        })
        .unwrap();
        moves
    }

    #[test]
    fn among_many_heaps_those_that_no_amount_fits_are_not_chosen() {
        let heaps = |list: &[u32]| list.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        // Fails without a test for C(40, 20) choices.
        assert_eq!(count(&format!("take 5 from 20 heaps[{}]", heaps(&[3; 40]))), 0);
        let mut many = [3; 40];
        many[7] = 5;
        many[30] = 9;
        assert_eq!(count(&format!("take 5 from 2 heaps[{}]", heaps(&many))), 1);
        assert_eq!(count(&format!("take 5, 9 from up to 3 heaps freely[{}]", heaps(&many))), 1 + 2 + 2);
        assert_eq!(count(&format!("take any from 2 heaps within 0[{}]", heaps(&many))), 40 * 39 / 2 * 3 + 2);
        // Amounts that fit only some heaps, and zeros that only split.
        assert_eq!(count(&format!("take multiples of n from 2 heaps[{}]", heaps(&many))), 38 * 37 / 2);
    }
}
