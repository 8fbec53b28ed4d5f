//! Several games played at once: sums and other compounds.

use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;

use dashu_int::UBig;

use super::moves::Move;
use super::state::{Component, Past, State};
use crate::error::{Error, Result};
use crate::game::{Game, GameLine};
use crate::limits::Budget;
use crate::number::outside_bytes;
use crate::own::Own;

/// Removes all but the first of equal items and keeps the order.
pub fn keep_distinct<T: Eq + Hash>(items: &mut Vec<T>) {
    let mut seen = HashSet::with_capacity(items.len());
    let first: Vec<bool> = items.iter().map(|item| seen.insert(item)).collect();
    let mut first = first.into_iter();
    items.retain(|_| first.next().unwrap_or(true));
}

/// How games are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// A move in exactly one (disjunctive).
    Sum,
    /// A move in every one that still has a move (conjunctive, long rule).
    All,
    /// A move in every one, over as soon as one has none (conjunctive, short rule).
    Short,
    /// A move in one or more (selective).
    Some,
    /// The next game begins when the previous one has no move.
    Sequence,
    /// A move in one after the other, over as soon as the one whose turn it is has none.
    Round,
    /// A move in one after the other, leaving out those that have none.
    Skip,
}

impl How {
    /// Those with a name, each with it.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("all", Self::All),
        ("short", Self::Short),
        ("some", Self::Some),
        ("seq", Self::Sequence),
        ("round", Self::Round),
        ("skip", Self::Skip),
    ];

    fn word(self) -> &'static str {
        Self::NAMED.iter().find(|(_, how)| *how == self).map_or("", |(word, _)| *word)
    }

    /// Whether its games have turns: the history says which of them is next.
    pub fn has_turns(self) -> bool {
        matches!(self, Self::Round | Self::Skip)
    }
}

/// The structure of a position; leaves are components by index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// A component.
    Leaf(usize),
    /// A combination of two or more trees.
    Join(How, Vec<Self>),
}

impl Tree {
    /// Combines parts; one part alone is returned unchanged, and nested sums are flattened.
    pub fn join(how: How, parts: Vec<Self>) -> Self {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Self::Join(How::Sum, inner) if how == How::Sum => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Self::Join(how, flat) }
    }

    /// The indices of its components, in order.
    pub fn leaves(&self) -> Vec<usize> {
        match self {
            Self::Leaf(leaf) => vec![*leaf],
            Self::Join(_, parts) => parts.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// The first of its components. It bears [`Past::next`] if the tree is the part that is next.
    pub(super) fn first_leaf(&self) -> usize {
        match self {
            Self::Leaf(leaf) => *leaf,
            Self::Join(_, parts) => parts.first().map_or(0, Self::first_leaf),
        }
    }

    /// Whether one of its components is among these.
    fn has_one_of(&self, leaves: &[bool]) -> bool {
        match self {
            Self::Leaf(leaf) => leaves[*leaf],
            Self::Join(_, parts) => parts.iter().any(|part| part.has_one_of(leaves)),
        }
    }

    /// Whether somewhere in it games have turns.
    pub fn has_turns(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Join(how, parts) => how.has_turns() || parts.iter().any(Self::has_turns),
        }
    }

    /// Fails for turns within turns, of which the history could not tell the parts apart, and for games whose positions
    /// have no place for a history.
    pub fn check_rounds(&self, components: &[Component]) -> Result<()> {
        let mut result = Ok(());
        self.each_round(&mut |parts| {
            let own = |part: &Self| matches!(*components[part.first_leaf()].game, Game::Own(_));
            if parts.iter().any(Self::has_turns) {
                result = Err(Error::input("error.rounds-nested"));
            } else if parts.iter().any(own) {
                result = Err(Error::input("error.rounds-own"));
            }
        });
        result
    }

    /// Calls `each` with the parts of every join whose games have turns.
    fn each_round(&self, each: &mut dyn FnMut(&[Self])) {
        if let Self::Join(how, parts) = self {
            if how.has_turns() {
                each(parts);
            }
            for part in parts {
                part.each_round(each);
            }
        }
    }
}

/// A turn: the moves made at once, each in a component.
pub type Turn = Vec<(usize, Move)>;

/// A whole position: the convention, the games, and how they are combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    misere: bool,
    pub(super) components: Vec<Component>,
    pub(super) tree: Tree,
}

impl Position {
    /// A position of components; each component is one leaf of the tree.
    pub fn new(misere: bool, components: Vec<Component>, tree: Tree) -> Result<Self> {
        let most = components.iter().filter(|c| c.game.is_scoring()).count();
        if most != 0 && most != components.len() {
            return Err(Error::input("error.scoring-mixed"));
        }
        tree.check_rounds(&components)?;
        let mut position = Self { misere, components, tree };
        position.settle_turns();
        Ok(position)
    }

    /// The first component that is said to be next where none can be, or another already is, and the error.
    pub fn stray_turn(components: &[Component], tree: &Tree) -> Option<(usize, Error)> {
        let mut of_round: Vec<Option<usize>> = vec![None; components.len()];
        let mut rounds = 0;
        tree.each_round(&mut |parts| {
            for part in parts {
                of_round[part.first_leaf()] = Some(rounds);
            }
            rounds += 1;
        });
        let mut seen = vec![false; rounds];
        components.iter().enumerate().filter(|(_, component)| component.state.past.next).find_map(
            |(leaf, _)| {
                let Some(round) = of_round[leaf] else {
                    return Some((leaf, Error::input("error.past-unwanted").with("item", "next")));
                };
                let twice = std::mem::replace(&mut seen[round], true);
                twice.then(|| (leaf, Error::input("error.said-twice")))
            },
        )
    }

    /// Where nothing is said, the first part of a round is next: the canonical form says nothing of it, nor of a
    /// component alone.
    fn settle_turns(&mut self) {
        while let Some((leaf, _)) = Self::stray_turn(&self.components, &self.tree) {
            self.components[leaf].state.past.next = false;
        }
        let mut first = Vec::new();
        self.tree.each_round(&mut |parts| first.extend(parts.first().map(Tree::first_leaf)));
        for leaf in first {
            self.components[leaf].state.past.next = false;
        }
    }

    /// One component at its start.
    pub fn start(line: &GameLine, heaps: Vec<UBig>) -> Result<Self> {
        let state = State::new(&line.game, heaps, Past::default())?;
        Ok(Self::of_component(line.misere, Component::new(line, state)))
    }

    /// One component at the starting position of its game: a script, a game in Rust, or a race. An error for games
    /// without one.
    pub fn at_start(line: &GameLine, budget: &Budget) -> Result<Self> {
        let heaps = line.game.start(budget)?.ok_or_else(|| Error::input("error.heaps-missing"))?;
        let state = State { heaps, past: Past::default() };
        Ok(Self::of_component(line.misere, Component::new(line, state)))
    }

    /// One component of a graph, a script or a game in Rust under normal play; `heaps` must come from the game itself.
    pub fn of_own(own: &Own, heaps: Vec<UBig>) -> Self {
        let state = State { heaps, past: Past::default() };
        Self::of_component(false, Component::new(&GameLine::new(false, Game::Own(own.clone())), state))
    }

    /// One component alone.
    pub fn of_component(misere: bool, component: Component) -> Self {
        Self { misere, components: vec![component], tree: Tree::Leaf(0) }
    }

    /// The disjunctive sum of two positions; it is misère if the first is.
    pub fn plus(&self, other: &Self) -> Result<Self> {
        fn moved(tree: &Tree, by: usize) -> Tree {
            match tree {
                Tree::Leaf(leaf) => Tree::Leaf(leaf + by),
                Tree::Join(how, parts) => Tree::Join(*how, parts.iter().map(|p| moved(p, by)).collect()),
            }
        }
        let tree = Tree::join(How::Sum, vec![self.tree.clone(), moved(&other.tree, self.components.len())]);
        Self::new(self.misere, [&self.components[..], &other.components[..]].concat(), tree)
    }

    /// Whether any component is a graph, a script or a game in Rust.
    pub fn has_own(&self) -> bool {
        self.components.iter().any(|c| matches!(*c.game, Game::Own(_)))
    }

    /// Whether the player who cannot move wins (in scoring games: the player with fewer stones).
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// The position under the given convention.
    #[must_use]
    pub fn with_misere(mut self, misere: bool) -> Self {
        self.misere = misere;
        self
    }

    /// The components, in the order written.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// Memory of the digits of its long heaps, see [`outside_bytes`].
    pub fn outside_bytes(&self) -> u64 {
        self.components.iter().flat_map(Component::heaps).map(outside_bytes).sum()
    }

    /// How they are combined.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The only component, if there is exactly one.
    pub fn single(&self) -> Option<&Component> {
        match (&self.tree, &self.components[..]) {
            (Tree::Leaf(_), [component]) => Some(component),
            _ => None,
        }
    }

    /// Whether the number of stones taken decides the winner.
    pub fn is_scoring(&self) -> bool {
        self.components.iter().any(|c| c.game.is_scoring())
    }

    /// The top-level summands: sub-positions, of which a move changes exactly one.
    pub fn summands(&self) -> Vec<Self> {
        let parts = match &self.tree {
            Tree::Join(How::Sum, parts) => parts.clone(),
            other => vec![other.clone()],
        };
        parts.into_iter().map(|part| self.part(&part)).collect()
    }

    /// The parts of a compound that are played at once, each with the indices of its components here. Nested
    /// conjunctive compounds of the same rule are flattened.
    pub fn parts(&self) -> Vec<(Vec<usize>, Self)> {
        fn flatten<'a>(how: How, tree: &'a Tree, out: &mut Vec<&'a Tree>) {
            match tree {
                Tree::Join(inner, parts) if *inner == how && matches!(how, How::All | How::Short) => {
                    for part in parts {
                        flatten(how, part, out);
                    }
                }
                other => out.push(other),
            }
        }
        let mut trees = Vec::new();
        match &self.tree {
            Tree::Join(how, parts) => parts.iter().for_each(|part| flatten(*how, part, &mut trees)),
            leaf @ Tree::Leaf(_) => trees.push(leaf),
        }
        let turns = matches!(&self.tree, Tree::Join(how, _) if how.has_turns());
        let part = |tree: &Tree| {
            let mut part = self.part(tree);
            if turns {
                // Alone, a part is neither next nor not.
                part.components[0].state.past.next = false;
            }
            (tree.leaves(), part)
        };
        trees.into_iter().map(part).collect()
    }

    /// The sub-position below one node.
    fn part(&self, tree: &Tree) -> Self {
        fn renumbered(tree: &Tree, next: &mut usize) -> Tree {
            match tree {
                Tree::Leaf(_) => {
                    *next += 1;
                    Tree::Leaf(*next - 1)
                }
                Tree::Join(how, parts) => {
                    Tree::Join(*how, parts.iter().map(|p| renumbered(p, next)).collect())
                }
            }
        }
        let components = tree.leaves().into_iter().map(|leaf| self.components[leaf].clone()).collect();
        Self { misere: self.misere, components, tree: renumbered(tree, &mut 0) }
    }

    /// The position after a turn.
    #[must_use]
    pub fn after(&self, turn: &Turn) -> Self {
        self.after_moves(turn.iter().map(|(leaf, played)| (*leaf, self.components[*leaf].after(played))))
    }

    /// The position after a turn that leaves these states of the components in which it moves.
    #[must_use]
    pub fn after_moves(&self, moves: impl IntoIterator<Item = (usize, State)>) -> Self {
        let mut next = self.clone();
        let mut moved = vec![false; self.components.len()];
        for (leaf, state) in moves {
            next.components[leaf].state = state;
            moved[leaf] = true;
        }
        self.tree.each_round(&mut |parts| {
            let Some(at) = parts.iter().position(|part| part.has_one_of(&moved)) else { return };
            for (index, part) in parts.iter().enumerate() {
                let is_next = index == (at + 1) % parts.len() && index > 0;
                next.components[part.first_leaf()].state.past.next = is_next;
            }
        });
        // The lead is that of the player to move, so it changes sign in every component.
        for (component, _) in next.components.iter_mut().zip(moved).filter(|(_, moved)| !moved) {
            component.state.past.lead = -std::mem::take(&mut component.state.past.lead);
        }
        next
    }

    /// The position with other states of its components.
    #[must_use]
    pub fn with_states(&self, states: &[State]) -> Self {
        let mut next = self.clone();
        for (component, state) in next.components.iter_mut().zip(states) {
            component.state = state.clone();
        }
        next
    }

    fn write_tree(&self, tree: &Tree, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match tree {
            Tree::Leaf(leaf) => fmt::Display::fmt(&self.components[*leaf], f),
            Tree::Join(how, parts) => {
                let (open, between, close) = if *how == How::Sum {
                    (String::new(), " + ", "")
                } else {
                    (format!("{}(", how.word()), ", ", ")")
                };
                f.write_str(&open)?;
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        f.write_str(between)?;
                    }
                    self.write_tree(part, f)?;
                }
                f.write_str(close)
            }
        }
    }
}

impl Own {
    /// Parses a position of this game, as written between the brackets.
    pub fn position(&self, text: &str) -> Result<Position> {
        let heaps = self.read(text).map_err(|error| error.within(text))?;
        Ok(Position::of_own(self, heaps))
    }
}

/// The notation; in the alternate form (`{:#}`) very long heaps are cut for display.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.misere {
            f.write_str("misere ")?;
        }
        self.write_tree(&self.tree, f)
    }
}
