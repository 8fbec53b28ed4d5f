//! The form of a whole position: which games its cells are, and how they are joined.
//!
//! A form is a list of texts of cells, in which a text that repeats counts as two. The notation is read from left to
//! right, and joins have any number of parts. So if two cells in a row have the same text and are neighbours in one
//! join, then more of them are further parts of that join.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use grundy_solver::game::Game;
use grundy_solver::notation::{self, GameLine, Parsed};
use grundy_solver::position::{How, Position, Tree};

use super::family::{Family, OPEN};
use crate::decider::{Decider, Deciders};
use crate::pieces::{HOLE, Pieces};

/// The most games of one text that are kept.
const MOST_GAMES: usize = 4096;
/// The heaps of a cell in the text that is parsed for a form, if they suffice for its game.
const FEW_HEAPS: usize = 8;

/// A position with its numbers left open.
#[derive(Debug)]
pub struct Form {
    misere: bool,
    tree: Tree,
    root: Node,
    samples: Vec<Sample>,
    /// The text behind the last cell.
    tail: Box<[u8]>,
    groups: Vec<Group>,
}

/// A part of the position.
#[derive(Debug)]
enum Node {
    /// The cells of a group: the whole position, or parts of the join above.
    Cells(usize),
    Join(How, Vec<Self>),
}

/// Cells in a row with the same text, in the text that is parsed for the form.
#[derive(Clone, Debug)]
struct Sample {
    text: Box<[u8]>,
    repeats: bool,
    numbers: Vec<String>,
    heaps: Vec<u64>,
}

/// The games of cells in a row with the same text.
#[derive(Debug, Default)]
struct Group {
    family: Option<Family>,
    /// The other games by the numbers in their text; `None` for one that cannot be used.
    places: HashMap<Box<[u64]>, usize>,
    games: Vec<Option<Ready>>,
    /// The latest numbers with the place of their game.
    latest: Option<(Box<[u64]>, usize)>,
}

/// A game with its numbers.
#[derive(Debug)]
struct Ready {
    line: GameLine,
    /// The least number of heaps, if not 0; empty ones count unless moves change the number of heaps.
    least: usize,
    drops_empty: bool,
    /// By convention: normal play, misère play. Made when they are first used.
    deciders: [OnceCell<Option<Decider>>; 2],
}

/// A position that is being decided: its cells, the first one of each group, and the solver.
struct Filled<'f> {
    pieces: &'f Pieces,
    firsts: &'f [usize],
    deciders: &'f Deciders,
}

impl Filled<'_> {
    fn cells(&self, group: usize) -> Range<usize> {
        self.firsts[group]..self.firsts.get(group + 1).copied().unwrap_or(self.pieces.count())
    }
}

impl Form {
    /// The form of a position, from the first cell of each group and whether it repeats. `None` if the text is not
    /// valid, or if its groups are not parts of joins.
    pub fn new(pieces: &Pieces, groups: impl Iterator<Item = (usize, bool)>, tail: usize) -> Option<Self> {
        let sample = |(cell, repeats): (usize, bool)| Sample {
            text: pieces.spelled(pieces.text_of(cell)).into(),
            repeats,
            numbers: pieces.numbers(cell).iter().map(u64::to_string).collect(),
            heaps: pieces.heaps(cell).to_vec(),
        };
        let whole: Vec<Sample> = groups.map(sample).collect();
        let tail: Box<[u8]> = pieces.spelled(tail).into();
        let mut samples = whole.clone();
        for sample in &mut samples {
            sample.heaps.truncate(FEW_HEAPS);
        }
        let mut position = parsed(&samples, &tail);
        if position.is_none() {
            samples = whole;
            position = parsed(&samples, &tail);
        }
        let position = position?;
        let tree = position.tree().clone();
        let root = Node::of(&tree, &groups_of_components(&samples))?;
        let groups = samples.iter().map(|_| Group::default()).collect();
        let mut form = Self { misere: position.is_misere(), tree, root, samples, tail, groups };
        for group in 0..form.groups.len() {
            if let [_] = form.samples[group].numbers[..] {
                let open = form.game(group, vec![OPEN.to_owned()]);
                form.groups[group].family =
                    open.and_then(|line| Family::of(&form.samples[group].text, &line.game));
            }
        }
        Some(form)
    }

    /// Whether the player to move wins. `None` if machine words do not decide it.
    pub fn wins(
        &mut self,
        pieces: &Pieces,
        firsts: &[usize],
        deciders: &Deciders,
        misere: bool,
    ) -> Option<bool> {
        let root = std::mem::replace(&mut self.root, Node::Cells(0));
        let misere = self.misere || misere;
        let wins = self.wins_node(&root, &Filled { pieces, firsts, deciders }, misere);
        self.root = root;
        wins
    }

    fn wins_node(&mut self, node: &Node, filled: &Filled, misere: bool) -> Option<bool> {
        match node {
            Node::Cells(group) => self.wins_cell(*group, filled.firsts[*group], filled, misere),
            Node::Join(How::Sum, _) if !misere => Some(self.value(node, filled)? != 0),
            // Lost iff every part is lost.
            Node::Join(How::Some, parts) if !misere => {
                let mut wins = false;
                self.each_part(parts, filled, &mut |form, part| {
                    wins |= form.wins_part(part, filled, false)?;
                    Some(())
                })?;
                Some(wins)
            }
            // A part is played to move last if what follows it is lost for the player who begins it, else not to move
            // last. This also holds of a part without moves.
            Node::Join(How::Sequence, parts) => {
                let mut wins = misere;
                self.each_part(parts, filled, &mut |form, part| {
                    wins = form.wins_part(part, filled, wins)?;
                    Some(())
                })?;
                Some(wins)
            }
            Node::Join(..) => None,
        }
    }

    /// Calls `look` for every part of a join, the last first.
    fn each_part(
        &mut self,
        parts: &[Node],
        filled: &Filled,
        look: &mut dyn FnMut(&mut Self, Part) -> Option<()>,
    ) -> Option<()> {
        for part in parts.iter().rev() {
            match part {
                Node::Cells(group) => {
                    filled.cells(*group).rev().try_for_each(|cell| look(self, Part::Cell(*group, cell)))?;
                }
                Node::Join(..) => look(self, Part::Node(part))?,
            }
        }
        Some(())
    }

    fn wins_part(&mut self, part: Part, filled: &Filled, misere: bool) -> Option<bool> {
        match part {
            Part::Cell(group, cell) => self.wins_cell(group, cell, filled, misere),
            Part::Node(node) => self.wins_node(node, filled, misere),
        }
    }

    /// The value of a sum.
    fn value(&mut self, node: &Node, filled: &Filled) -> Option<u64> {
        match node {
            Node::Cells(group) => filled
                .cells(*group)
                .try_fold(0, |sum, cell| Some(sum ^ self.value_of_cell(*group, cell, filled)?)),
            Node::Join(How::Sum, parts) => {
                parts.iter().try_fold(0, |sum, part| Some(sum ^ self.value(part, filled)?))
            }
            Node::Join(..) => None,
        }
    }

    fn wins_cell(&mut self, group: usize, cell: usize, filled: &Filled, misere: bool) -> Option<bool> {
        let heaps = filled.pieces.heaps(cell);
        if let (false, Some(family)) = (misere, self.groups[group].family)
            && let Some(value) = family.value(filled.pieces.numbers(cell), heaps)
        {
            return Some(value != 0);
        }
        self.ready(group, cell, filled)?
            .decider(heaps, filled.deciders, misere)?
            .is_p(heaps)
            .map(|is_p| !is_p)
    }

    fn value_of_cell(&mut self, group: usize, cell: usize, filled: &Filled) -> Option<u64> {
        let heaps = filled.pieces.heaps(cell);
        if let Some(family) = self.groups[group].family
            && let Some(value) = family.value(filled.pieces.numbers(cell), heaps)
        {
            return Some(value);
        }
        self.ready(group, cell, filled)?.decider(heaps, filled.deciders, false)?.value(heaps)
    }

    /// The game of a cell, by the numbers in its text.
    fn ready(&mut self, group: usize, cell: usize, filled: &Filled) -> Option<&mut Ready> {
        let numbers = filled.pieces.numbers(cell);
        let this = &self.groups[group];
        let place = match &this.latest {
            Some((latest, place)) if latest.iter().eq(numbers) => *place,
            _ => {
                let known = this.places.get(numbers).copied();
                let place = known.unwrap_or_else(|| self.prepare(group, numbers));
                self.groups[group].latest = Some((numbers.into(), place));
                place
            }
        };
        self.groups[group].games[place].as_mut()
    }

    /// Prepares the game of a group with these numbers in its text, and returns its place.
    fn prepare(&mut self, group: usize, numbers: &[u64]) -> usize {
        let line = self.game(group, numbers.iter().map(u64::to_string).collect());
        let this = &mut self.groups[group];
        if this.games.len() >= MOST_GAMES {
            this.games.clear();
            this.places.clear();
        }
        this.games.push(line.and_then(Ready::new));
        this.places.insert(numbers.into(), this.games.len() - 1);
        this.games.len() - 1
    }

    /// Parses the game of a group with these numbers in its text, if the position is otherwise the same.
    fn game(&self, group: usize, numbers: Vec<String>) -> Option<GameLine> {
        let mut samples = self.samples.clone();
        samples[group].numbers = numbers;
        let position = parsed(&samples, &self.tail)?;
        let is_same = position.is_misere() == self.misere && *position.tree() == self.tree;
        let component = groups_of_components(&samples).iter().position(|of| *of == group)?;
        is_same.then(|| position.components()[component].line(false))
    }
}

/// A part of a join: one cell of a group, or a join.
#[derive(Clone, Copy)]
enum Part<'n> {
    Cell(usize, usize),
    Node(&'n Node),
}

impl Ready {
    fn new(line: GameLine) -> Option<Self> {
        let Game::Heaps(rules) = &*line.game else { return None };
        if rules.goal().is_some() {
            return None;
        }
        let (least, drops_empty) = (usize::try_from(rules.least_heaps()).ok()?, rules.changes_heap_count());
        Some(Self { line, least, drops_empty, deciders: Default::default() })
    }

    /// The decider of the game; `None` for heaps that the game does not have.
    fn decider(&mut self, heaps: &[u64], all: &Deciders, misere: bool) -> Option<&mut Decider> {
        if self.least > 1 {
            let count = heaps.iter().filter(|heap| !self.drops_empty || **heap > 0).count();
            if (1..self.least).contains(&count) {
                return None;
            }
        }
        let Self { line, deciders, .. } = self;
        let decider = &mut deciders[usize::from(misere)];
        decider.get_or_init(|| all.of(&GameLine { misere, ..line.clone() }));
        decider.get_mut()?.as_mut()
    }
}

impl Node {
    /// The node of a tree; `of` has the group of each component.
    fn of(tree: &Tree, of: &[usize]) -> Option<Self> {
        match tree {
            // A text that repeats has parts in a join.
            Tree::Leaf(leaf) => {
                let group = *of.get(*leaf)?;
                (of.iter().filter(|other| **other == group).count() == 1).then_some(Self::Cells(group))
            }
            Tree::Join(how, parts) => {
                let mut nodes = Vec::new();
                let mut rest = &parts[..];
                while let Some((first, behind)) = rest.split_first() {
                    rest = behind;
                    if let (Tree::Leaf(a), Some((Tree::Leaf(b), more))) = (first, behind.split_first())
                        && of.get(*a)? == of.get(*b)?
                    {
                        nodes.push(Self::Cells(of[*a]));
                        rest = more;
                    } else {
                        nodes.push(Self::of(first, of)?);
                    }
                }
                Some(Self::Join(*how, nodes))
            }
        }
    }
}

/// The group of each component.
fn groups_of_components(samples: &[Sample]) -> Vec<usize> {
    let copies =
        |(group, sample): (usize, &Sample)| std::iter::repeat_n(group, 1 + usize::from(sample.repeats));
    samples.iter().enumerate().flat_map(copies).collect()
}

/// The position of samples, each of them one component, twice if it repeats.
fn parsed(samples: &[Sample], tail: &[u8]) -> Option<Position> {
    let mut text = Vec::new();
    let mut count = 0;
    for sample in samples {
        let heaps: Vec<String> = sample.heaps.iter().map(u64::to_string).collect();
        for _ in 0..=usize::from(sample.repeats) {
            let mut numbers = sample.numbers.iter();
            for byte in &*sample.text {
                match *byte {
                    HOLE => text.extend_from_slice(numbers.next()?.as_bytes()),
                    byte => text.push(byte),
                }
            }
            text.push(b'[');
            text.extend_from_slice(heaps.join(", ").as_bytes());
            text.push(b']');
            count += 1;
        }
    }
    text.extend_from_slice(tail);
    let Parsed::Position(position) = notation::parse(&String::from_utf8(text).ok()?).ok()? else {
        return None;
    };
    (position.components().len() == count).then_some(position)
}
