//! Trees, walks, sheets, pieces on squares and the two games of Kayles on graphs, read from the table of boards.
//!
//! A position is a list of numbers in a form of its own: equal positions have equal lists. Trees are written as
//! brackets, 1 for an opening and 0 for a closing one, and branches are sorted; of a walk only what the token can still
//! reach is kept; pairs are sorted.

use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use super::read_amounts::number;
use super::scan::Scan;

/// The kind of board, with the numbers of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// `cut a path to the root`
    Paths,
    /// `walk to a new vertex`
    Walk,
    /// `cut a sheet in two with sides of at least k`
    Sheets(u64),
    /// `place a A by B piece on M by N squares`
    Pieces { piece: (u64, u64), squares: (u64, u64) },
    /// `remove a vertex and its neighbours`
    Vertices,
    /// `remove an edge and its ends`
    Edges,
}

/// The numbers of a position in the form above.
pub type Numbers = Vec<u64>;

type Pairs = BTreeSet<(u64, u64)>;

/// The rules of a board, if they are next: a form that this module knows, or a name of one.
pub fn board(scan: &mut Scan) -> Result<Option<Board>, Refusal> {
    let start = scan.place();
    let plain: [(&[&str], Board); 8] = [
        (&["cut", "a", "path", "to", "the", "root"], Board::Paths),
        (&["walk", "to", "a", "new", "vertex"], Board::Walk),
        (&["geography"], Board::Walk),
        (&["remove", "a", "vertex", "and", "its", "neighbours"], Board::Vertices),
        (&["nodekayles"], Board::Vertices),
        (&["remove", "an", "edge", "and", "its", "ends"], Board::Edges),
        (&["arckayles"], Board::Edges),
        (&["cut", "a", "sheet", "in", "two"], Board::Sheets(1)),
    ];
    for (words, board) in plain {
        if scan.eat_words(words) {
            if board == Board::Sheets(1) && scan.eat_words(&["with", "sides", "of", "at", "least"]) {
                return Ok(Some(Board::Sheets(number(scan)?)));
            }
            return Ok(Some(board));
        }
    }
    if scan.eat_words(&["place", "a"]) {
        let piece = by(scan)?;
        for word in ["piece", "on"] {
            scan.expect_word(word)?;
        }
        let squares = by(scan)?;
        scan.expect_word("squares")?;
        return Ok(Some(Board::Pieces { piece, squares }));
    }
    if scan.eat_word("cram") && scan.eat("(") {
        let rows = number(scan)?;
        scan.expect(",")?;
        let squares = (rows, number(scan)?);
        scan.expect(")")?;
        return Ok(Some(Board::Pieces { piece: (1, 2), squares }));
    }
    scan.back(start);
    Ok(None)
}

fn by(scan: &mut Scan) -> Result<(u64, u64), Refusal> {
    let first = number(scan)?;
    scan.expect_word("by")?;
    Ok((first, number(scan)?))
}

/// The numbers after a square bracket, with or without round brackets around pairs, up to what ends them.
pub fn written(scan: &mut Scan) -> Result<Numbers, Refusal> {
    let mut numbers = Vec::new();
    while ![Some(']'), Some(';')].contains(&scan.peek()) {
        if !numbers.is_empty() {
            scan.expect(",")?;
        }
        // A bracket may also begin an expression.
        let place = scan.place();
        let pair = if scan.eat("(") { pair(scan).ok() } else { None };
        if let Some((a, b)) = pair {
            numbers.extend([a, b]);
        } else {
            scan.back(place);
            numbers.push(number(scan)?);
        }
    }
    Ok(numbers)
}

fn pair(scan: &mut Scan) -> Result<(u64, u64), Refusal> {
    let first = number(scan)?;
    scan.expect(",")?;
    let second = number(scan)?;
    scan.expect(")")?;
    Ok((first, second))
}

impl Board {
    /// The position that these numbers describe. What the table does not define is not supported.
    pub fn position(&self, numbers: &[u64]) -> Result<Numbers, Refusal> {
        if *self == Self::Paths {
            return forest(numbers);
        }
        let pairs: Vec<(u64, u64)> = numbers
            .chunks(2)
            .map(|two| two.get(1).map(|&b| (two[0], b)))
            .collect::<Option<_>>()
            .ok_or(Refusal::NotMine)?;
        let all = |fits: &dyn Fn(u64, u64) -> bool| pairs.iter().all(|&(a, b)| fits(a, b));
        let edges: Pairs = pairs.iter().filter(|(a, b)| a != b).map(|&(a, b)| (a.min(b), a.max(b))).collect();
        match self {
            Self::Walk => {
                let tokens: Vec<u64> =
                    edges.iter().filter(|(a, _)| *a == 0).map(|&(_, token)| token).collect();
                let [token] = tokens[..] else { return Err(Refusal::NotMine) };
                let given = pairs.iter().filter(|&&(a, b)| a == 0 || b == 0).count();
                if given != 1 {
                    return Err(Refusal::NotMine);
                }
                Ok(reached(token, &edges.into_iter().filter(|(a, _)| *a > 0).collect()))
            }
            Self::Sheets(least) if *least > 0 && all(&|a, b| a > 0 && b > 0) => Ok(sheets(pairs.clone())),
            Self::Pieces { piece, squares } => {
                let covered: Pairs = pairs.iter().copied().collect();
                let on_board = all(&|r, c| (1..=squares.0).contains(&r) && (1..=squares.1).contains(&c));
                let small = squares.0.checked_mul(squares.1).is_some_and(|squares| squares <= 128);
                if !on_board || !small || piece.0 == 0 || piece.1 == 0 || covered.len() < pairs.len() {
                    return Err(Refusal::NotMine);
                }
                Ok(flat(covered))
            }
            Self::Vertices if all(&|a, b| a > 0 && b > 0) => {
                let vertices = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                Ok(graph(&vertices, &edges))
            }
            Self::Edges if all(&|a, b| a > 0 && b > 0) => Ok(flat(edges)),
            _ => Err(Refusal::NotMine),
        }
    }

    /// Every position after a move.
    pub fn results(&self, position: &[u64]) -> BTreeSet<Numbers> {
        let pairs: Vec<(u64, u64)> = match self {
            Self::Paths => return paths(position),
            Self::Walk => position[1..].chunks(2).map(|two| (two[0], two[1])).collect(),
            _ => position.chunks(2).map(|two| (two[0], two[1])).collect(),
        };
        match self {
            Self::Paths => BTreeSet::new(),
            Self::Walk => {
                let (from, away): (Vec<_>, Vec<_>) =
                    pairs.into_iter().partition(|&(a, b)| a == position[0] || b == position[0]);
                let away: Pairs = away.into_iter().collect();
                from.iter().map(|&(a, b)| reached(if a == position[0] { b } else { a }, &away)).collect()
            }
            Self::Sheets(least) => {
                let mut all = BTreeSet::new();
                for (i, &(a, b)) in pairs.iter().enumerate() {
                    for (long, other) in [(a, b), (b, a)] {
                        for part in *least..long {
                            if long - part < *least {
                                break;
                            }
                            let mut after = pairs.clone();
                            after[i] = (part, other);
                            after.push((long - part, other));
                            all.insert(sheets(after));
                        }
                    }
                }
                all
            }
            Self::Pieces { piece, squares } => {
                let covered: Pairs = pairs.into_iter().collect();
                let mut all = BTreeSet::new();
                for (height, width) in [*piece, (piece.1, piece.0)] {
                    for row in 1..=(squares.0 + 1).saturating_sub(height) {
                        for column in 1..=(squares.1 + 1).saturating_sub(width) {
                            let mut after = covered.clone();
                            let free = (row..row + height)
                                .flat_map(|r| (column..column + width).map(move |c| (r, c)))
                                .all(|square| after.insert(square));
                            if free {
                                all.insert(flat(after));
                            }
                        }
                    }
                }
                all
            }
            Self::Vertices => {
                let vertices: BTreeSet<u64> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                let edges: Pairs = pairs.into_iter().filter(|(a, b)| a != b).collect();
                let without = |vertex: u64| {
                    let stays = |other: &u64| {
                        *other != vertex && !edges.contains(&(vertex.min(*other), vertex.max(*other)))
                    };
                    let left: BTreeSet<u64> = vertices.iter().copied().filter(stays).collect();
                    let kept = edges.iter().filter(|(a, b)| left.contains(a) && left.contains(b)).copied();
                    graph(&left, &kept.collect())
                };
                vertices.iter().map(|&vertex| without(vertex)).collect()
            }
            Self::Edges => {
                let apart =
                    |(a, b): (u64, u64), (c, d): (u64, u64)| ![c, d].contains(&a) && ![c, d].contains(&b);
                let after = |edge| flat(pairs.iter().copied().filter(|&other| apart(edge, other)).collect());
                pairs.iter().map(|&edge| after(edge)).collect()
            }
        }
    }
}

fn flat(pairs: Pairs) -> Numbers {
    pairs.into_iter().flat_map(|(a, b)| [a, b]).collect()
}

fn sheets(mut pairs: Vec<(u64, u64)>) -> Numbers {
    for (a, b) in &mut pairs {
        (*a, *b) = ((*a).min(*b), (*a).max(*b));
    }
    pairs.sort_unstable();
    pairs.into_iter().flat_map(|(a, b)| [a, b]).collect()
}

/// The edges, and each vertex without edges as a pair with itself.
fn graph(vertices: &BTreeSet<u64>, edges: &Pairs) -> Numbers {
    let alone = vertices.iter().filter(|&v| edges.iter().all(|(a, b)| a != v && b != v));
    flat(edges.iter().copied().chain(alone.map(|&v| (v, v))).collect())
}

/// The token's vertex and the edges that it can still reach.
fn reached(token: u64, edges: &Pairs) -> Numbers {
    let mut seen = BTreeSet::from([token]);
    loop {
        let more = edges.iter().filter(|(a, b)| seen.contains(a) != seen.contains(b));
        let more: Vec<u64> = more.flat_map(|&(a, b)| [a, b]).collect();
        if more.is_empty() {
            break;
        }
        seen.extend(more);
    }
    let kept = edges.iter().filter(|(a, _)| seen.contains(a)).flat_map(|&(a, b)| [a, b]);
    [token].into_iter().chain(kept).collect()
}

/// The trees with these parents as brackets.
fn forest(parents: &[u64]) -> Result<Numbers, Refusal> {
    let mut children: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for (&parent, vertex) in parents.iter().zip(1..) {
        children.entry(parent).or_default().push(vertex);
    }
    let roots = children.get(&0).cloned().unwrap_or_default();
    let brackets = sorted(roots.into_iter().map(|root| tree(root, &children)).collect());
    // Vertices on a circle, or below a vertex that is not there, hang on no root.
    if brackets.len() == 2 * parents.len() { Ok(brackets) } else { Err(Refusal::NotMine) }
}

fn tree(root: u64, children: &BTreeMap<u64, Vec<u64>>) -> Numbers {
    let below = children.get(&root).into_iter().flatten().map(|&child| tree(child, children)).collect();
    [vec![1], sorted(below), vec![0]].concat()
}

fn sorted(mut trees: Vec<Numbers>) -> Numbers {
    trees.sort_unstable();
    trees.concat()
}

/// The trees that stand side by side in brackets.
fn side_by_side(brackets: &[u64]) -> Vec<Numbers> {
    let (mut trees, mut tree, mut depth) = (Vec::new(), Vec::new(), 0_u64);
    for &bracket in brackets {
        tree.push(bracket);
        depth = if bracket == 1 { depth + 1 } else { depth.saturating_sub(1) };
        if depth == 0 {
            trees.push(std::mem::take(&mut tree));
        }
    }
    trees
}

/// Every forest after a path to a root is taken away.
fn paths(brackets: &[u64]) -> BTreeSet<Numbers> {
    let trees = side_by_side(brackets);
    let mut all = BTreeSet::new();
    for (i, tree) in trees.iter().enumerate() {
        let others = trees.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, tree)| tree.clone());
        let others: Vec<Numbers> = others.collect();
        // The root goes. Its subtrees are a forest, in which the path may go on.
        let below = &tree[1..tree.len() - 1];
        for rest in paths(below).into_iter().chain([below.to_vec()]) {
            all.insert(sorted([others.clone(), side_by_side(&rest)].concat()));
        }
    }
    all
}
