//! Tokens on random graphs and random scripts, alone or with a heap: loopy games.
//!
//! The expected outcomes come from the text alone, which is parsed here in the few forms that are generated here:
//! all reachable positions are listed and labelled by backward induction from the ends. No code of the library is
//! used.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use grundy_solver::notation::{parse_game, parse_position};
use grundy_solver::table::Show;
use grundy_solver::{Outcome, Solver};
use serde_json::Value as Json;

use crate::generator::Random;

/// The vertices of the tokens, or the numbers of the script; then the heap, if there is one.
type State = Vec<usize>;
/// The result of a move: the component, and its content.
type Left = (u64, Vec<String>);

/// A random position of a graph or a script.
pub fn position(random: &mut Random) -> String {
    let misere = if random.once_in(4) { "misere " } else { "" };
    let heap = if random.once_in(2) { format!(" + nim[{}]", random.below(5)) } else { String::new() };
    let game = if random.once_in(3) { script(random) } else { graph(random) };
    format!("{misere}{game}{heap}")
}

fn graph(random: &mut Random) -> String {
    let count = 1 + random.below(6);
    let numbered = random.once_in(2);
    let name = |vertex: u64| if numbered { vertex.to_string() } else { format!("v{vertex}") };
    let mut parts = Vec::new();
    for vertex in 0..count {
        // Few edges make ends, many make cycles.
        let most = 1 + random.below(3);
        let next: Vec<String> = (0..random.below(most + 1)).map(|_| name(random.below(count))).collect();
        let text = format!("{}: {}", name(vertex), next.join(" "));
        parts.push(text.trim_end().to_owned());
    }
    if random.once_in(4) {
        parts.push(format!("goal {}", name(random.below(count))));
    }
    let tokens: Vec<String> = (0..=random.below(3)).map(|_| name(random.below(count))).collect();
    format!("graph(\"{}\")[{}]", parts.join("; "), tokens.join(", "))
}

fn script(random: &mut Random) -> String {
    let side = 2 + random.below(5);
    let step = |random: &mut Random| i64::try_from(random.below(5)).unwrap_or(0) - 2;
    let moves: Vec<String> =
        (0..=random.below(4)).map(|_| format!("[{}, {}]", step(random), step(random))).collect();
    format!(
        "script(\"fn options(p) {{ let all = []; for m in [{}] {{ let a = p[0] + m[0]; let b = p[1] + m[1]; \
         if a >= 0 && b >= 0 && a < {side} && b < {side} {{ all.push([a, b]); }} }} all }}\")[{}, {}]",
        moves.join(", "),
        random.below(side),
        random.below(side)
    )
}

/// A game of this module, parsed from its text.
struct Own {
    misere: bool,
    /// The game: the text without misère, position and heap.
    game: String,
    board: Board,
    root: State,
    has_heap: bool,
}

#[derive(Clone)]
enum Board {
    Graph { names: Vec<String>, next: Vec<Vec<usize>> },
    Script { moves: Vec<[isize; 2]>, side: usize },
}

impl Own {
    /// `None` for texts of other forms.
    fn read(text: &str) -> Option<Self> {
        let (misere, text) = text.strip_prefix("misere ").map_or((false, text), |rest| (true, rest));
        let (game, rest) = text.split_once("\")[")?;
        let (tokens, rest) = rest.split_once(']')?;
        let heap = match rest {
            "" => None,
            _ => Some(rest.strip_prefix(" + nim[")?.strip_suffix(']')?.parse::<usize>().ok()?),
        };
        let board = match game.strip_prefix("graph(\"") {
            Some(text) => read_graph(text)?,
            None => read_script(game.strip_prefix("script(\"")?)?,
        };
        let place = |token: &str| match &board {
            Board::Graph { names, .. } => names.iter().position(|name| name == token),
            Board::Script { .. } => token.parse().ok(),
        };
        let mut root = tokens.split(", ").map(place).collect::<Option<State>>()?;
        root.extend(heap);
        Some(Self { misere, game: format!("{game}\")"), board, root, has_heap: heap.is_some() })
    }

    /// The tokens or numbers of a state, without the heap.
    fn tokens<'a>(&self, state: &'a State) -> &'a [usize] {
        &state[..state.len() - usize::from(self.has_heap)]
    }

    fn options(&self, state: &State) -> Vec<State> {
        let mut all = Vec::new();
        let count = self.tokens(state).len();
        match &self.board {
            Board::Graph { next, .. } => {
                for token in 0..count {
                    for &to in &next[state[token]] {
                        let mut after = state.clone();
                        after[token] = to;
                        all.push(after);
                    }
                }
            }
            Board::Script { moves, side } => {
                for step in moves {
                    let to = [0, 1].map(|i| state[i].checked_add_signed(step[i]).filter(|to| to < side));
                    if let [Some(a), Some(b)] = to {
                        let mut after = state.clone();
                        (after[0], after[1]) = (a, b);
                        all.push(after);
                    }
                }
            }
        }
        if self.has_heap {
            for left in 0..state[count] {
                let mut after = state.clone();
                after[count] = left;
                all.push(after);
            }
        }
        all
    }

    /// The outcome of every position that is reachable from `roots`.
    fn outcomes(&self, roots: Vec<State>) -> BTreeMap<State, Outcome> {
        let mut options: BTreeMap<State, Vec<State>> = BTreeMap::new();
        let mut ahead = roots;
        while let Some(state) = ahead.pop() {
            if let Entry::Vacant(unseen) = options.entry(state) {
                let list = self.options(unseen.key());
                ahead.extend(list.iter().cloned());
                unseen.insert(list);
            }
        }
        let mut known: BTreeMap<State, Outcome> = BTreeMap::new();
        loop {
            let before = known.len();
            for (state, list) in &options {
                let is = |option: &State, outcome| known.get(option) == Some(&outcome);
                let found = if list.is_empty() {
                    Some(Outcome::of(self.misere))
                } else if list.iter().any(|option| is(option, Outcome::P)) {
                    Some(Outcome::N)
                } else if list.iter().all(|option| is(option, Outcome::N)) {
                    Some(Outcome::P)
                } else {
                    None
                };
                if let Some(found) = found {
                    known.entry(state.clone()).or_insert(found);
                }
            }
            if known.len() == before {
                break;
            }
        }
        for state in options.into_keys() {
            known.entry(state).or_insert(Outcome::D);
        }
        known
    }

    /// The result in a component, in the notation of the library.
    fn result(&self, from: &State, to: &State) -> Left {
        let heap = self.tokens(from).len();
        if self.has_heap && from[heap] != to[heap] {
            return (1, vec![to[heap].to_string()]);
        }
        let mut left: Vec<String> = self.tokens(to).iter().map(|&place| self.name(place)).collect();
        // Tokens are interchangeable; the numbers of a script are ordered.
        if matches!(self.board, Board::Graph { .. }) {
            left.sort();
        }
        (0, left)
    }

    fn name(&self, place: usize) -> String {
        match &self.board {
            Board::Graph { names, .. } => names[place].clone(),
            Board::Script { .. } => place.to_string(),
        }
    }
}

fn read_graph(text: &str) -> Option<Board> {
    let mut names: Vec<String> = Vec::new();
    let mut lines = Vec::new();
    let mut goals = Vec::new();
    for part in text.split("; ") {
        if let Some(goal) = part.strip_prefix("goal ") {
            goals.push(goal);
            continue;
        }
        let (name, next) = part.split_once(':')?;
        names.push(name.to_owned());
        lines.push((name, next.split_whitespace().collect::<Vec<_>>()));
    }
    let place = |name: &str| names.iter().position(|known| known == name);
    let mut next = Vec::new();
    for (name, list) in lines {
        let list = if goals.contains(&name) { Vec::new() } else { list };
        next.push(list.into_iter().map(place).collect::<Option<Vec<usize>>>()?);
    }
    Some(Board::Graph { names, next })
}

fn read_script(text: &str) -> Option<Board> {
    let (_, rest) = text.split_once("for m in [")?;
    let (moves, rest) = rest.split_once("] {")?;
    let (_, rest) = rest.split_once("a < ")?;
    let (side, _) = rest.split_once(' ')?;
    let moves = moves
        .split("], ")
        .map(|step| {
            let (a, b) = step.trim_matches(['[', ']']).split_once(", ")?;
            Some([a.parse().ok()?, b.parse().ok()?])
        })
        .collect::<Option<Vec<[isize; 2]>>>()?;
    Some(Board::Script { moves, side: side.parse().ok()? })
}

/// Compares the answer about `text` and the table of its game. Returns the number of positions compared;
/// `None` for texts that are not of this module.
pub fn check_own(text: &str) -> Result<Option<u64>, String> {
    let Some(own) = Own::read(text) else { return Ok(None) };
    let known = own.outcomes(vec![own.root.clone()]);
    let truth = known[&own.root];
    let position = parse_position(text).map_err(|why| format!("is refused: {why}"))?;
    let solver = Solver::default().list_moves(usize::MAX);
    let answer = solver.solve(&position).map_err(|why| format!("no answer: {why}"))?;
    ensure!(answer.outcome == truth, "outcome {:?}, not {truth:?}", answer.outcome);
    let alone = solver.outcome(&position).map_err(|why| format!("no outcome: {why}"))?;
    ensure!(alone == truth, "alone, the outcome is {alone:?}");
    // A lost position has no move to list; a drawn one lists the moves that keep the draw.
    let wanted = match truth {
        Outcome::N => Some(Outcome::P),
        Outcome::D => Some(Outcome::D),
        Outcome::P => None,
    };
    let good = own.options(&own.root).into_iter().filter(|option| Some(known[option]) == wanted);
    let expected: BTreeSet<Left> = good.map(|option| own.result(&own.root, &option)).collect();
    let json = answer.to_json(grundy_solver::text::Lang::En);
    let listed = json["moves"].as_array().ok_or("no moves")?;
    let stated: BTreeSet<Left> = listed.iter().map(result_of).collect::<Option<_>>().ok_or("odd moves")?;
    ensure!(stated == expected, "moves to {stated:?}, not {expected:?}");
    ensure!(listed.len() == stated.len(), "a result twice: {json}");
    ensure!(json["moves_total"] == listed.len(), "moves_total: {json}");
    Ok(Some(1 + check_table(&own)?))
}

fn result_of(played: &Json) -> Option<Left> {
    let component = played.get("component").map_or(Some(0), Json::as_u64)?;
    let word = |left: &Json| left.as_str().map_or_else(|| left.to_string(), str::to_owned);
    Some((component, played["to"].as_array()?.iter().map(word).collect()))
}

/// The table of two numbers, if positions are two numbers.
fn check_table(own: &Own) -> Result<u64, String> {
    let side = match &own.board {
        Board::Script { side, .. } => *side,
        Board::Graph { names, .. } => names.len(),
    };
    let place = |number: usize| match &own.board {
        Board::Script { .. } => Some(number),
        Board::Graph { names, .. } => names.iter().position(|name| *name == number.to_string()),
    };
    let Some(places) = (0..side).map(place).collect::<Option<Vec<usize>>>() else { return Ok(0) };
    let pairs: Vec<State> = places.iter().flat_map(|&a| places.iter().map(move |&b| vec![a, b])).collect();
    let (board, game) = (own.board.clone(), own.game.clone());
    let alone = Own { has_heap: false, board, game, root: vec![], misere: own.misere };
    let known = alone.outcomes(pairs.clone());
    let misere = if own.misere { "misere " } else { "" };
    let line = parse_game(&format!("{misere}{}", own.game)).map_err(|why| format!("no game: {why}"))?;
    let grid = Solver::default()
        .table(&line, side, side, Show::Outcome)
        .map_err(|why| format!("no table: {why}"))?;
    for (pair, stated) in pairs.iter().zip(&grid.outcomes) {
        ensure!(*stated == known[pair], "the table says {stated:?} at {pair:?}, not {:?}", known[pair]);
    }
    Ok(pairs.len() as u64)
}
