//! Several heaps with one limit for all of them: Fibonacci nim on many heaps, and its relatives.
//!
//! A position is the heaps and the most that may be taken; a higher limit allows all moves of a lower one. So
//! for each list of heaps the *least take that wins* is enough: with a lower limit the player to move loses,
//! with that limit or more they win. Taking k leaves the limit f(k), so k wins iff f(k) is below the least
//! winning take of the remaining heaps. This is one number for each list of heaps, instead of an outcome for
//! each list and limit.

use std::sync::Arc;

use dashu_int::UBig;

use super::coupled::MAX_HEAPS;
use super::solved::Lattices;
use super::table::BoxTable;
use crate::method::{Context, Moves, Solved};
use crate::theorem::take_away::Limit;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move, Past, for_each_move};
use grundy_core::rules::Rules;
use grundy_core::text::Message;

/// The name of the method in answers.
pub(crate) const SHARED_LIMIT: &str = "shared-limit";

/// Boxes that examine more options than this are left to the search of reachable positions.
const MAX_LOOKS: u128 = 1 << 40;
/// Below this number of options a search also finds the value and the number of moves to the end.
const SMALL_WORK: u128 = 1 << 18;

/// Means "no take wins".
const NEVER: u32 = u32::MAX;

/// The limits of a game, as numbers below the size of a table.
struct Limits {
    /// The most that may be taken, indexed by the take before.
    after: Vec<u32>,
    misere: bool,
}

impl Limits {
    fn new(limit: &Limit, greatest: usize, misere: bool, budget: &Budget) -> Result<Self> {
        budget.reserve(4 * (greatest as u64 + 1))?;
        let most = UBig::from(greatest);
        let after = (0..=greatest).map(|k| {
            budget.step()?;
            let most = limit.after(&UBig::from(k))?.min(most.clone());
            Ok(u32::try_from(&most).unwrap_or(NEVER - 1))
        });
        Ok(Self { after: after.collect::<Result<_>>()?, misere })
    }

    /// Whether the player to move loses, given the limit and the least winning take.
    fn loses(&self, limit: u32, least: u32) -> bool {
        // A player who may take nothing cannot move, which wins under misère play.
        least > limit && !(self.misere && limit == 0)
    }

    /// The least take that wins, from sorted heaps.
    fn least(
        &self,
        heaps: &[usize],
        known: &BoxTable,
        room: &mut Vec<usize>,
        budget: &Budget,
    ) -> Result<u32> {
        let greatest = heaps.last().copied().unwrap_or(0);
        if greatest == 0 {
            return Ok(if self.misere { 0 } else { NEVER });
        }
        for k in 1..=greatest {
            let first = heaps.partition_point(|heap| *heap < k);
            for (heap, &size) in heaps.iter().enumerate().skip(first) {
                if heap > first && heaps[heap - 1] == size {
                    continue;
                }
                budget.step()?;
                room.clear();
                room.extend_from_slice(heaps);
                room[heap] = size - k;
                room.sort_unstable();
                if self.loses(self.after[k], known.at(room)) {
                    return Ok(u32::try_from(k).unwrap_or(NEVER));
                }
            }
        }
        Ok(NEVER)
    }
}

/// The least winning take of every list of heaps in a box; [`NEVER`] if none wins.
fn table(limits: &Limits, sides: &[usize], budget: &Budget) -> Result<BoxTable> {
    BoxTable::new(sides, budget)?.fill(budget, || {
        let mut room = Vec::new();
        move |heaps: &[usize], known: &BoxTable, budget: &Budget| {
            limits.least(heaps, known, &mut room, budget)
        }
    })
}

/// Answers a component from a table of least winning takes; `None` if the box is too large, or so small that a
/// search finds more. `limit` is what is known of its game.
pub(crate) fn shared_limit<'a>(
    limit: &Limit,
    component: &'a Component,
    context: Context<'a>,
    known: &Lattices,
) -> Result<Option<SharedLimit<'a>>> {
    let Some(rules) = component.rules() else { return Ok(None) };
    let heaps: Option<Vec<usize>> = component.heaps().iter().map(|h| usize::try_from(h).ok()).collect();
    let Some(heaps) = heaps.filter(|heaps| (1..=MAX_HEAPS).contains(&heaps.len())) else { return Ok(None) };
    let greatest = heaps.iter().max().copied().unwrap_or(0);
    let cells = heaps.iter().fold(1u128, |cells, heap| cells.saturating_mul(*heap as u128 + 1));
    let looks = cells.saturating_mul((heaps.len() * greatest) as u128);
    if !(SMALL_WORK..=MAX_LOOKS).contains(&looks) {
        return Ok(None);
    }
    SharedLimit::new(component, rules, context, known, limit, &heaps).map(Some)
}

/// The latest table, with its rules and convention.
pub(super) type Kept = Option<(Rules, bool, Arc<BoxTable>)>;

/// A position with the winning moves that the table shows.
pub(crate) struct SharedLimit<'a> {
    component: &'a Component,
    /// The most that may be taken; `None` at the start, if the rules have a separate set.
    limit: Option<u32>,
    least: u32,
    greatest: usize,
    wins: bool,
    winning: Vec<Move>,
}

impl<'a> SharedLimit<'a> {
    fn new(
        component: &'a Component,
        rules: &Rules,
        context: Context<'a>,
        known: &Lattices,
        limit: &Limit,
        heaps: &[usize],
    ) -> Result<Self> {
        let Context { misere, budget, .. } = context;
        let greatest = heaps.iter().max().copied().unwrap_or(0);
        let limits = Limits::new(limit, greatest, misere, budget)?;
        let mut sides: Vec<usize> = heaps.iter().map(|heap| heap + 1).collect();
        sides.sort_unstable();
        let mut kept = known.limits.borrow_mut();
        let least = match &*kept {
            Some((of, convention, table))
                if of == rules && *convention == misere && super::solved::covers(table.sides(), &sides) =>
            {
                Arc::clone(table)
            }
            _ => Arc::new(table(&limits, &sides, budget)?),
        };
        *kept = Some((rules.clone(), misere, Arc::clone(&least)));
        let mut winning = Vec::new();
        let mut after = heaps.to_vec();
        let mut has_move = false;
        for_each_move(&component.game, &component.state, budget, &mut |played| {
            budget.step()?;
            has_move = true;
            let next = component.after(&played);
            after.clear();
            after.extend(next.heaps.iter().map(|heap| usize::try_from(heap).unwrap_or(usize::MAX)));
            let taken = usize::try_from(&played.stones()).unwrap_or(usize::MAX);
            let limit = limits.after.get(taken).copied().unwrap_or(NEVER - 1);
            if limits.loses(limit, least.get(&after).unwrap_or(NEVER)) {
                winning.push(played);
            }
            Ok(())
        })?;
        let now = match &component.state.past {
            Past { last: Some(last), .. } => {
                let most = limit.after(last)?.min(UBig::from(greatest));
                Some(u32::try_from(&most).unwrap_or(NEVER - 1))
            }
            Past { last: None, .. } => None,
        };
        Ok(Self {
            component,
            limit: now,
            least: least.get(heaps).unwrap_or(NEVER),
            greatest,
            wins: if has_move { !winning.is_empty() } else { misere },
            winning,
        })
    }
}

impl Solved for SharedLimit<'_> {
    fn wins(&self) -> bool {
        self.wins
    }

    fn winning_moves(&self, _want: usize) -> Result<Moves> {
        Ok(Moves::all(self.winning.clone()))
    }

    fn steps(&self) -> Vec<Message> {
        let mut steps = vec![Message::new("lattice.limits").with("heap", self.greatest)];
        if let (Some(most), Some(last)) = (self.limit, &self.component.state.past.last) {
            let now = Message::new("lattice.limit-now").with("last", last).with("most", most);
            steps.push(now);
            steps.push(match self.least {
                NEVER => Message::new("lattice.no-take"),
                least => Message::new("lattice.least-take").with("least", least),
            });
        }
        steps.push(match self.winning.len() {
            0 if self.wins => Message::new("lattice.end-wins"),
            0 => Message::new("lattice.limit-loses"),
            count => Message::new("lattice.limit-wins").with("count", count),
        });
        steps
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::oracle::Oracle;
    use crate::theorem::take_away::limit_of;
    use grundy_core::notation::parse_position;

    fn agrees(text: &str) {
        let position = parse_position(text).unwrap();
        let budget = Budget::default();
        let component = position.single().unwrap();
        let context = Context { misere: position.is_misere(), budget: &budget };
        let limit = limit_of(component.rules().unwrap()).unwrap();
        let heaps: Vec<usize> = component.heaps().iter().map(|h| usize::try_from(h).unwrap()).collect();
        let ours = SharedLimit::new(
            component,
            component.rules().unwrap(),
            context,
            &Lattices::default(),
            &limit,
            &heaps,
        )
        .unwrap();
        let mut oracle = Oracle::new(&position, &budget);
        assert_eq!(ours.wins(), oracle.verdict(&position).unwrap().wins, "{text}");
        let winning =
            oracle.turns(&position).unwrap().into_iter().filter(|(_, verdict)| !verdict.wins).count();
        assert_eq!(ours.winning.len(), winning, "{text}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn the_plain_search_agrees(
            heaps in prop::collection::vec(0u32..8, 1..4),
            limit in prop::sample::select(vec!["2*last", "3*last", "last", "last+1", "last-1", "5-last"]),
            first in prop::sample::select(vec!["1..n-1", "1..n", "2", "1..3"]),
            last in prop::option::of(1u32..6),
            misere in any::<bool>(),
        ) {
            let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
            let past = last.map_or(String::new(), |last| format!("; last {last}"));
            let convention = if misere { "misere " } else { "" };
            agrees(&format!("{convention}take 1..{limit}; first {first} [{}{past}]", heaps.join(", ")));
        }
    }
}
