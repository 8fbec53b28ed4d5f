//! Solves a game by one of several methods.

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::assemble::{Pairs, assemble, equilibrium_bytes, vertex_bytes};
use super::check::{Replies, Weights};
use super::extreme::{self, Found, Vertex};
use super::face::{Face, Label, Labels, one};
use super::game::{Game, Player, Side};
use super::method::SolutionMethod;
use super::report::Report;
use super::vertices::vertices;
use super::{lemke_howson, zero_sum};
use grundy_core::error::{Error, ErrorKind, Result};
use grundy_core::limits::Budget;

/// The most strategies, of both players together, for which all equilibria are looked for.
pub const MAX_STRATEGIES: usize = 128;
/// Maximum number of strategies, of both players together, for all methods except pure equilibria.
const MAX_LABELS: usize = 60_000;

/// Solves a game. If a limit is reached, the report has the results found so far and names the limit; all other
/// errors are returned.
pub fn solve(game: &Game, method: SolutionMethod, budget: &Budget) -> Result<Report> {
    let sides = Player::BOTH.map(|player| game.side(player));
    let constant = game.constant_sum().is_some();
    let labels = sides[0].own + sides[0].other;
    if labels > MAX_LABELS && method != SolutionMethod::Pure {
        return Err(too_many(labels, MAX_LABELS));
    }
    // The remaining time is for checking and writing the results.
    let search = budget.early(3, 4);
    let pairs = match method {
        SolutionMethod::Pure => pure(&sides, &search)?,
        SolutionMethod::ZeroSum if !constant => return Err(Error::input("error.payoff-not-zero-sum")),
        SolutionMethod::LemkeHowson => by_paths(&sides, &search)?,
        SolutionMethod::ZeroSum => limited(Pairs::default(), |pairs| {
            *pairs = Pairs::one(zero_sum::optimal(&sides, &search)?, false);
            pairs.complete = is_unique(&sides, pairs);
            Ok(())
        })?,
        SolutionMethod::All if constant => {
            limited(Pairs::default(), |pairs| constant_sum(&sides, &search, pairs))?
        }
        SolutionMethod::All if labels > MAX_STRATEGIES => return Err(too_many(labels, MAX_STRATEGIES)),
        SolutionMethod::All => all(&sides, &search)?,
    };
    budget.reserve(search.reserved())?;
    assemble(game, &sides, method, pairs, constant, &budget.early(1, 2))
}

fn too_many(found: usize, limit: usize) -> Error {
    Error::input("error.payoff-strategies").with("found", found).with("limit", limit)
}

/// Keeps the results found so far if a limit is reached.
fn limited(mut pairs: Pairs, work: impl FnOnce(&mut Pairs) -> Result<()>) -> Result<Pairs> {
    match work(&mut pairs) {
        Err(error) if error.kind() == ErrorKind::Limit => {
            pairs.complete = false;
            pairs.stopped = Some(error);
            Ok(pairs)
        }
        result => result.map(|()| pairs),
    }
}

/// The labels of the two players' strategies: the row player's from 0, the column player's after them.
fn labels(sides: &[Side; 2]) -> [Vec<Label>; 2] {
    let label = |at: usize| Label::try_from(at).unwrap_or(Label::MAX);
    let rows = sides[0].own;
    [(0..rows).map(label).collect(), (rows..rows + sides[0].other).map(label).collect()]
}

/// The polytopes of both players' mixtures, and the factors for the weights in them.
fn polytopes(sides: &[Side; 2], budget: &Budget) -> Result<([Face; 2], [Vec<IBig>; 2])> {
    budget.reserve((4 * sides[0].cells.len() * size_of::<IBig>()) as u64)?;
    let [rows, columns] = labels(sides);
    let (for_column, weights_of_row) = sides[1].reduced();
    let (for_row, weights_of_column) = sides[0].reduced();
    let faces =
        [Face::polytope(columns.clone(), rows.clone(), &for_column), Face::polytope(rows, columns, &for_row)];
    Ok((faces, [weights_of_row, weights_of_column]))
}

/// The mixture of a vertex: its variables that belong to strategies of the player.
fn weights(values: &[(Label, IBig)], side: usize, rows: usize, factors: &[IBig]) -> Weights {
    let own = values.iter().filter_map(|(label, value)| {
        let at = usize::from(*label);
        let at = if side == 0 { Some(at).filter(|&at| at < rows) } else { at.checked_sub(rows) };
        at.map(|at| (at, value * &factors[at]))
    });
    let mut own: Weights = own.collect();
    own.sort_unstable_by_key(|(at, _)| *at);
    own
}

fn all(sides: &[Side; 2], budget: &Budget) -> Result<Pairs> {
    let (faces, factors) = polytopes(sides, budget)?;
    let mut found = Found::default();
    let searched = extreme::search(faces, sides[0].own, sides[0].other, budget, &mut found);
    let rows = sides[0].own;
    let mixture = |side: usize, vertex: &Vertex| weights(vertex, side, rows, &factors[side]);
    let mixtures =
        [0, 1].map(|side| found.vertices[side].iter().map(|vertex| mixture(side, vertex)).collect());
    limited(Pairs { mixtures, joined: found.pairs, complete: true, ..Pairs::default() }, |_| searched)
}

/// One optimal pair by linear programming; if it is not unique, all vertices of both optimal sets.
fn constant_sum(sides: &[Side; 2], budget: &Budget, pairs: &mut Pairs) -> Result<()> {
    *pairs = Pairs::one(zero_sum::optimal(sides, budget)?, true);
    if is_unique(sides, pairs) {
        return Ok(());
    }
    if sides[0].own + sides[0].other > MAX_STRATEGIES {
        pairs.complete = false;
        return Ok(());
    }
    let rows = sides[0].own;
    let (faces, factors) = polytopes(sides, budget)?;
    let known = [0, 1].map(|side| pairs.mixtures[side][0].clone());
    let mut mixtures: [Vec<Weights>; 2] = Default::default();
    for (side, mut face) in faces.into_iter().enumerate() {
        // Optimal strategies are those that fit the opponent's known mixture: they use only best replies to it,
        // and all strategies it uses are best replies to them.
        let other = 1 - side;
        let label = |player: usize, at: usize| {
            Label::try_from(if player == 0 { at } else { rows + at }).unwrap_or(Label::MAX)
        };
        let replies = Replies::new(&sides[side], &known[other]);
        let unused = (0..sides[side].own).filter(|&at| !replies.best[at]).map(|at| label(side, at));
        let tight = known[other].iter().map(|(at, _)| label(other, *at)).chain(unused);
        let tight: Labels = tight.fold(0, |set, label| set | one(label));
        for label in super::face::members(tight) {
            match face.fixed(label, budget)? {
                Some(smaller) => face = smaller,
                None => return Err(Error::input("error.payoff-fault")),
            }
        }
        let list = &mut mixtures[side];
        vertices(&face, 0, budget, &mut |face| {
            budget.reserve(vertex_bytes(sides[side].own))?;
            list.push(weights(&face.vertex(), side, rows, &factors[side]));
            Ok(())
        })?;
    }
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let [x, y] = [mixtures[0].len(), mixtures[1].len()];
    let each = equilibrium_bytes([sides[0].own, sides[1].own]);
    budget.reserve_each(x.saturating_mul(y), each)?;
    pairs.joined = (0..x).flat_map(|i| (0..y).map(move |j| [number(i), number(j)])).collect();
    pairs.mixtures = mixtures;
    Ok(())
}

/// Whether the first pair is the only equilibrium of its constant-sum game. It is if it is a vertex of both
/// polytopes without ties: then both sides use equally many strategies and have no other best replies.
fn is_unique(sides: &[Side; 2], pairs: &Pairs) -> bool {
    let [x, y] = [0, 1].map(|side| &pairs.mixtures[side][0]);
    let free =
        |side: usize, own: &Weights, other: &Weights| Replies::new(&sides[side], other).count() == own.len();
    x.len() == y.len() && free(0, x, y) && free(1, y, x)
}

fn pure(sides: &[Side; 2], budget: &Budget) -> Result<Pairs> {
    // The maximum payoff of a player against each strategy of the opponent.
    let best = [0, 1].map(|player: usize| -> Vec<Option<&IBig>> {
        let side = &sides[player];
        (0..side.other).map(|other| side.cells.iter().skip(other).step_by(side.other).max()).collect()
    });
    let [best_of_row, best_of_column] = &best;
    let mut numbers: [FxHashMap<usize, u32>; 2] = Default::default();
    limited(Pairs::default(), |pairs| {
        for (i, &top_of_column) in best_of_column.iter().enumerate() {
            budget.step()?;
            for (j, &top_of_row) in best_of_row.iter().enumerate() {
                if Some(&sides[0].row(i)[j]) != top_of_row || Some(&sides[1].row(j)[i]) != top_of_column {
                    continue;
                }
                budget.reserve(equilibrium_bytes([sides[0].own, sides[1].own]))?;
                let mut pair = [0; 2];
                for (side, at) in [i, j].into_iter().enumerate() {
                    let list = &mut pairs.mixtures[side];
                    let next = u32::try_from(list.len()).unwrap_or(u32::MAX);
                    pair[side] = *numbers[side].entry(at).or_insert(next);
                    if pair[side] == next {
                        budget.reserve(vertex_bytes(sides[side].own))?;
                        list.push(vec![(at, IBig::ONE)]);
                    }
                }
                pairs.joined.push(pair);
            }
        }
        Ok(())
    })
}

fn by_paths(sides: &[Side; 2], budget: &Budget) -> Result<Pairs> {
    let (faces, factors) = polytopes(sides, budget)?;
    let labels = labels(sides);
    let rows = sides[0].own;
    let mut numbers: [FxHashMap<Weights, u32>; 2] = Default::default();
    limited(Pairs::default(), |pairs| {
        for player in Player::BOTH {
            for (strategy, &label) in labels[player.index()].iter().enumerate() {
                let Some(ends) = lemke_howson::path(faces.clone(), [&labels[1], &labels[0]], label, budget)?
                else {
                    return Err(Error::input("error.payoff-fault"));
                };
                let mut pair = [0; 2];
                for (side, face) in ends.iter().enumerate() {
                    let mixture = weights(&face.vertex(), side, rows, &factors[side]);
                    let list = &mut pairs.mixtures[side];
                    let next = u32::try_from(list.len()).unwrap_or(u32::MAX);
                    // Up to a common factor, so that two paths to one vertex count once.
                    pair[side] = *numbers[side].entry(primitive(&mixture)).or_insert(next);
                    if pair[side] == next {
                        list.push(mixture);
                    }
                }
                if !pairs.joined.contains(&pair) {
                    pairs.joined.push(pair);
                }
                pairs.paths.push((player, strategy, pair));
            }
        }
        Ok(())
    })
}

/// The mixture in lowest terms.
fn primitive(mixture: &Weights) -> Weights {
    use dashu_base::Gcd as _;
    let size = |weight: &IBig| weight.unsigned_abs();
    let gcd = mixture.iter().map(|(_, weight)| size(weight)).reduce(UBig::gcd).unwrap_or(UBig::ONE);
    let gcd = IBig::from(gcd);
    mixture.iter().map(|(at, weight)| (*at, weight / &gcd)).collect()
}
