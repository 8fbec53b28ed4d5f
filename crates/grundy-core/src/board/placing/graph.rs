//! Vertices that are removed from a graph: Node Kayles, Arc Kayles, and connected sets.

use std::cell::RefCell;
use std::collections::BTreeSet;

use dashu_int::UBig;

use super::search::{Cells, Field, Key, MOST_CELLS, Piece, Search, WIDTH, each_cell};
use super::source;
use crate::board::{Each, Options, Ruleset, Source, Standing, check_even, small, wide};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::text::Message;

/// What a move chooses and removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) enum Choice {
    /// A vertex, with its neighbours.
    Vertex,
    /// An edge, with its two ends.
    Edge,
    /// Vertices that are connected without the others.
    Connected,
}

/// Bytes of a connected set among the moves.
const SET: u64 = 64;

/// A graph. Two numbers for each edge: its ends. A vertex without edges is an edge from itself to itself; Arc Kayles
/// has no use for it.
pub(in crate::board) struct Graph {
    choice: Choice,
    /// What is known of the position that was asked about last.
    search: RefCell<Option<(Vec<UBig>, Search<Neighbours>)>>,
}

/// The vertices that an edge joins to each vertex.
struct Neighbours {
    choice: Choice,
    of: Vec<Cells>,
}

impl Field for Neighbours {
    fn parts(&self, cells: Cells, found: &mut Vec<Cells>) {
        let mut left = cells;
        while left != 0 {
            let mut open = left & left.wrapping_neg();
            let mut part = open;
            while open != 0 {
                let reached = self.of[open.trailing_zeros() as usize] & cells & !part;
                part |= reached;
                open = open & (open - 1) | reached;
            }
            left &= !part;
            if self.choice != Choice::Edge || part.count_ones() > 1 {
                found.push(part);
            }
        }
    }

    fn key(&self, part: Cells) -> Key {
        (0, part)
    }

    fn is_mirrored(&self, _: Cells, _: &[Piece]) -> bool {
        false
    }
}

/// A position with its vertices numbered in order.
struct Drawn {
    names: Vec<u64>,
    /// Without loops.
    edges: Vec<[usize; 2]>,
}

impl Drawn {
    /// Only the first vertices of a graph with more than the most.
    fn of(position: &[UBig]) -> Self {
        let ends = small(position);
        let names: BTreeSet<u64> = ends.iter().copied().collect();
        let names: Vec<u64> = names.into_iter().take(WIDTH).collect();
        let number = |name| names.binary_search(&name).ok();
        let edges = ends.chunks_exact(2).filter_map(|pair| Some([number(pair[0])?, number(pair[1])?]));
        let edges: BTreeSet<[usize; 2]> =
            edges.filter(|[a, b]| a != b).map(|[a, b]| [a.min(b), a.max(b)]).collect();
        Self { edges: edges.into_iter().collect(), names }
    }

    fn all(&self) -> Cells {
        (0..self.names.len()).fold(0, |cells, vertex| cells | 1 << vertex)
    }

    fn neighbours(&self, choice: Choice) -> Neighbours {
        let mut of = vec![0; self.names.len()];
        for &[a, b] in &self.edges {
            of[a] |= 1 << b;
            of[b] |= 1 << a;
        }
        Neighbours { choice, of }
    }

    fn pieces(&self, choice: Choice, budget: &Budget) -> Result<Vec<Piece>> {
        Ok(match choice {
            Choice::Connected => self.connected_sets(budget)?,
            Choice::Edge => {
                let cells = self.edges.iter().map(|[a, b]| 1 << a | 1 << b);
                cells.map(|needs| Piece { needs, removes: needs }).collect()
            }
            Choice::Vertex => {
                let of = self.neighbours(choice).of.into_iter().enumerate();
                of.map(|(vertex, of)| Piece { needs: 1 << vertex, removes: 1 << vertex | of }).collect()
            }
        })
    }

    /// Every connected set, each grown from its lowest vertex: a neighbour is added, or left out of all that follow.
    fn connected_sets(&self, budget: &Budget) -> Result<Vec<Piece>> {
        let near = self.neighbours(Choice::Connected).of;
        let mut sets = Vec::new();
        for lowest in 0..self.names.len() {
            let set: Cells = 1 << lowest;
            let mut growing = vec![(set, near[lowest], (set << 1).wrapping_sub(1))];
            while let Some((set, reached, out)) = growing.pop() {
                budget.step()?;
                let open = reached & !out;
                if open == 0 {
                    budget.reserve(SET)?;
                    sets.push(Piece { needs: set, removes: set });
                    continue;
                }
                let next = open & open.wrapping_neg();
                growing.push((set, reached, out | next));
                growing.push((set | next, reached | near[next.trailing_zeros() as usize], out | next));
            }
        }
        Ok(sets)
    }

    /// The graph of the vertices that are left.
    fn written(&self, choice: Choice, left: Cells) -> Vec<UBig> {
        let mut kept: Vec<[usize; 2]> =
            self.edges.iter().filter(|[a, b]| left >> a & left >> b & 1 == 1).copied().collect();
        if choice != Choice::Edge {
            let joined = kept.iter().fold(0, |cells: Cells, [a, b]| cells | 1 << a | 1 << b);
            kept.extend(each_cell(left & !joined).map(|vertex| [vertex, vertex]));
            kept.sort_unstable();
        }
        wide(&kept.concat().into_iter().map(|vertex| self.names[vertex]).collect::<Vec<_>>())
    }
}

impl Graph {
    pub fn new(choice: Choice) -> Self {
        Self { choice, search: RefCell::new(None) }
    }

    /// Does `work` with what is known of a position.
    fn with_search<T>(
        &self,
        position: &[UBig],
        budget: &Budget,
        work: impl FnOnce(&Drawn, &Search<Neighbours>) -> Result<T>,
    ) -> Result<T> {
        let drawn = Drawn::of(position);
        let mut kept = self.search.borrow_mut();
        let (_, search) = match kept.take() {
            Some(known) if known.0 == position => kept.insert(known),
            _ => kept.insert((
                position.to_vec(),
                Search::new(drawn.neighbours(self.choice), drawn.pieces(self.choice, budget)?),
            )),
        };
        work(&drawn, search)
    }
}

impl Ruleset for Graph {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_even(position)?;
        let vertices = small(position).into_iter().collect::<BTreeSet<_>>().len() as u64;
        if vertices <= MOST_CELLS {
            return Ok(());
        }
        Err(Error::input("error.graph-vertices").with("count", vertices).with("limit", MOST_CELLS))
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        let drawn = Drawn::of(&position);
        drawn.written(self.choice, drawn.all())
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let drawn = Drawn::of(position);
        let pieces = drawn.pieces(self.choice, budget)?;
        for piece in &pieces {
            budget.step()?;
            each(drawn.written(self.choice, drawn.all() & !piece.removes))?;
        }
        if self.choice == Choice::Connected {
            budget.release(SET * pieces.len() as u64);
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        source()
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let value = self.with_search(position, budget, |drawn, search| search.value(drawn.all(), budget))?;
        Ok(Some(Standing::Value(value.into())))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        self.with_search(position, budget, |drawn, search| {
            let written = |left| drawn.written(self.choice, left);
            super::options_to(search, drawn.all(), target, want, budget, written)
        })
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.removing")
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let drawn = Drawn::of(position);
        if self.choice == Choice::Connected {
            let kept: BTreeSet<u64> = small(next).into_iter().collect();
            let gone: Vec<u64> = drawn.names.into_iter().filter(|vertex| !kept.contains(vertex)).collect();
            return Message::new("board.remove-vertices").with("vertices", wide(&gone));
        }
        let leads_there = |piece: &Piece| drawn.written(self.choice, drawn.all() & !piece.removes) == next;
        let pieces = drawn.pieces(self.choice, &Budget::default()).unwrap_or_default();
        let chosen = pieces.into_iter().find(leads_there);
        let mut ends = each_cell(chosen.map_or(0, |piece| piece.needs)).map(|vertex| drawn.names[vertex]);
        let (one, other) = (ends.next().unwrap_or_default(), ends.next().unwrap_or_default());
        match self.choice {
            Choice::Vertex => Message::new("board.remove-vertex").with("vertex", one),
            Choice::Edge | Choice::Connected => {
                Message::new("board.remove-edge").with("one", one).with("other", other)
            }
        }
    }
}
