//! From the mixtures of a method to a report: checked, sorted, with payoffs and subsets.

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

use super::check::{Replies, Weights};
use super::dominance::{Scope, dominations};
use super::game::{Game, Player, Side};
use super::method::SolutionMethod;
use super::report::{Equilibrium, Path, Report};
use super::subsets;
use grundy_core::error::{Error, ErrorKind, Result};
use grundy_core::limits::Budget;

/// Memory for one equilibrium in a report, including its two places in JSON, where each number is a separate text, one
/// for each strategy of both players.
pub(super) fn equilibrium_bytes(strategies: [usize; 2]) -> u64 {
    1400 + 136 * (strategies[0] + strategies[1] + 2) as u64
}

/// Approximate memory for a mixture.
pub(super) fn vertex_bytes(strategies: usize) -> u64 {
    (strategies * size_of::<RBig>() * 2 + 64) as u64
}

/// Mixtures, and the pairs that they form.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// The mixtures of each player.
    pub mixtures: [Vec<Weights>; 2],
    /// The pairs that are equilibria.
    pub joined: Vec<[u32; 2]>,
    /// Whether these are all extreme equilibria.
    pub complete: bool,
    /// Where the path of each label ended.
    pub paths: Vec<(Player, usize, [u32; 2])>,
    /// The limit that ended the search.
    pub stopped: Option<Error>,
}

impl Pairs {
    /// A single equilibrium.
    pub fn one(pair: [Weights; 2], complete: bool) -> Self {
        let [row, column] = pair;
        Self { mixtures: [vec![row], vec![column]], joined: vec![[0, 0]], complete, ..Self::default() }
    }
}

/// A mixture with the data needed for every pair that contains it.
struct Mixture {
    /// The probability of each strategy.
    full: Vec<RBig>,
    /// The other player's best replies to it.
    replies: Replies,
    /// The sum of its weights.
    total: UBig,
}

impl Mixture {
    fn new(weights: &Weights, own: usize, other: &Side) -> Self {
        let total = weights.iter().fold(IBig::ZERO, |sum, (_, weight)| sum + weight).unsigned_abs();
        let mut full = vec![RBig::ZERO; own];
        for (at, weight) in weights {
            full[*at] = RBig::from_parts(weight.clone(), total.clone());
        }
        Self { full, replies: Replies::new(other, weights), total }
    }
}

/// Checks the pairs and builds the report. If the time runs out, it has only the pairs checked so far.
pub(super) fn assemble(
    game: &Game,
    sides: &[Side; 2],
    method: SolutionMethod,
    mut pairs: Pairs,
    constant: bool,
    budget: &Budget,
) -> Result<Report> {
    let sizes = [sides[0].own, sides[0].other];
    let mut known: [Vec<Option<Mixture>>; 2] =
        [0, 1].map(|side| pairs.mixtures[side].iter().map(|_| None).collect());
    let mut checked = Vec::new();
    let mut degenerate = false;
    for pair in std::mem::take(&mut pairs.joined) {
        // At least one pair is checked and reported in any case.
        if !checked.is_empty()
            && let Err(error) = budget.check_time()
        {
            (pairs.complete, pairs.stopped) = (false, pairs.stopped.or(Some(error)));
            break;
        }
        let at = pair.map(|at| at as usize);
        for side in [0, 1] {
            let weights = &pairs.mixtures[side][at[side]];
            known[side][at[side]].get_or_insert_with(|| Mixture::new(weights, sizes[side], &sides[1 - side]));
        }
        for side in [0, 1] {
            let Some(against) = &known[1 - side][at[1 - side]] else { continue };
            if !against.replies.allow(&pairs.mixtures[side][at[side]]) {
                return Err(Error::input("error.payoff-fault"));
            }
            degenerate |= against.replies.count() > pairs.mixtures[1 - side][at[1 - side]].len();
        }
        checked.push(pair);
    }
    let mut mixtures: [Vec<Vec<RBig>>; 2] = Default::default();
    let mut worths: [Vec<(IBig, UBig)>; 2] = Default::default();
    for (side, list) in known.into_iter().enumerate() {
        // A mixture without a checked pair keeps its index and is not shown.
        for mixture in list {
            let (full, worth) = mixture.map_or_else(Default::default, |mixture| {
                (mixture.full, (mixture.replies.worth, mixture.total))
            });
            mixtures[side].push(full);
            worths[side].push(worth);
        }
    }
    let order = [0, 1].map(|side| ranks(&pairs.mixtures[side], &mixtures[side]));
    let is_pure =
        |pair: &[u32; 2]| [0, 1].iter().all(|&side| pairs.mixtures[side][pair[side] as usize].len() == 1);
    let key = |pair: &[u32; 2]| (!is_pure(pair), order[0][pair[0] as usize], order[1][pair[1] as usize]);
    let mut sorted = checked;
    sorted.sort_unstable_by_key(key);
    let mut equilibria = Vec::with_capacity(sorted.len());
    for pair in &sorted {
        let at = pair.map(|at| at as usize);
        let worth = |side: usize| {
            let (worth, total) = &worths[1 - side][at[1 - side]];
            RBig::from_parts(worth.clone(), total * &sides[side].scale)
        };
        equilibria.push(Equilibrium {
            row: at[0],
            column: at[1],
            payoff: [worth(0), worth(1)],
            pure: is_pure(pair),
        });
    }
    let mut stopped = pairs.stopped;
    let mut kept = |result: Result<Vec<_>>| match result {
        Err(error) if error.kind() == ErrorKind::Limit => {
            stopped.get_or_insert(error);
            Ok(Vec::new())
        }
        result => result,
    };
    let components = if pairs.complete { kept(subsets::maximal(&sorted, budget))? } else { Vec::new() };
    let number: FxHashMap<[u32; 2], usize> =
        sorted.iter().enumerate().map(|(at, pair)| (*pair, at)).collect();
    let path = |&(player, strategy, pair): &(Player, usize, [u32; 2])| {
        Some(Path { player, strategy, equilibrium: *number.get(&pair)? })
    };
    let paths = pairs.paths.iter().filter_map(path).collect();
    let dominated = match dominations(sides, budget) {
        Err(error) if error.kind() == ErrorKind::Limit => {
            stopped.get_or_insert(error);
            Vec::new()
        }
        result => result?,
    };
    Ok(Report {
        game: game.clone(),
        method,
        value: equilibria.first().filter(|_| constant).map(|first| first.payoff[0].clone()),
        mixtures,
        equilibria,
        complete: pairs.complete,
        components,
        dominated,
        dominance: Scope::of(sides),
        degenerate: (pairs.complete || degenerate).then_some(degenerate),
        paths,
        stopped,
    })
}

/// The rank of each mixture: pure ones first, then by the strategies used, then by greater weights of early strategies.
fn ranks(weights: &[Weights], mixtures: &[Vec<RBig>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    let used = |at: usize| weights[at].iter().map(|(strategy, _)| *strategy);
    order.sort_unstable_by(|&a, &b| {
        let mixed = (weights[a].len() > 1).cmp(&(weights[b].len() > 1));
        mixed.then_with(|| used(a).cmp(used(b))).then_with(|| mixtures[b].cmp(&mixtures[a]))
    });
    let mut ranks = vec![0; order.len()];
    order.into_iter().enumerate().for_each(|(rank, at)| ranks[at] = rank);
    ranks
}
