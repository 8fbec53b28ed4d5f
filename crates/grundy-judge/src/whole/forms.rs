//! The forms of whole positions, found once each and kept.

use std::collections::HashMap;

use grundy_solver::notation::MAX_TEXT;

use super::form::Form;
use crate::decider::Deciders;
use crate::memo::Part;
use crate::pieces::Pieces;
use crate::solve::{Outcome, Wholes};

/// The most forms that are kept.
const MOST: usize = 4096;

/// Decides positions in pieces by their forms.
#[derive(Debug)]
pub struct Forms {
    deciders: Deciders,
    misere: bool,
    /// For each key its place in the list; `None` if machine words do not decide the form.
    places: HashMap<Vec<usize>, Option<usize>>,
    list: Vec<Form>,
    /// The latest key with its place, which the next position usually shares.
    latest: (Vec<usize>, Option<usize>),
    /// The key of the position: the texts of its cells without repetitions, doubled and 1 more if repeated, and the
    /// text behind the last cell.
    key: Vec<usize>,
    /// The first cell of each group of equal texts.
    firsts: Vec<usize>,
    /// The outcomes of positions that machine words do not decide, by all their words.
    memo: Part,
}

impl Forms {
    /// With `misere`, under misère play whatever the text says.
    pub fn new(deciders: Deciders, memo: Part, misere: bool) -> Self {
        Self {
            deciders,
            misere,
            places: HashMap::new(),
            list: Vec::new(),
            latest: (Vec::new(), None),
            key: Vec::new(),
            firsts: Vec::new(),
            memo,
        }
    }

    /// The place of the position's form, which is made if it is new.
    fn find(&mut self, pieces: &Pieces, tail: usize) -> Option<usize> {
        self.key.clear();
        self.firsts.clear();
        let mut before = None;
        for cell in 0..pieces.count() {
            let text = pieces.text_of(cell);
            match self.key.last_mut() {
                Some(last) if before == Some(text) => *last |= 1,
                _ => {
                    self.key.push(text << 1);
                    self.firsts.push(cell);
                }
            }
            before = Some(text);
        }
        self.key.push(tail);
        // Compared one by one, since they have just been written one by one.
        if !self.key.iter().eq(&self.latest.0) {
            let place = match self.places.get(&self.key) {
                Some(place) => *place,
                None => self.make(pieces, tail),
            };
            self.latest = (self.key.clone(), place);
        }
        self.latest.1
    }

    fn make(&mut self, pieces: &Pieces, tail: usize) -> Option<usize> {
        if self.places.len() >= MOST {
            self.places.clear();
            self.list.clear();
        }
        let groups = self.firsts.iter().zip(&self.key).map(|(cell, text)| (*cell, text & 1 == 1));
        let form = Form::new(pieces, groups, tail);
        let place = form.is_some().then_some(self.list.len());
        self.list.extend(form);
        self.places.insert(self.key.clone(), place);
        place
    }
}

/// All that distinguishes a position from others: its texts, and the numbers and heaps between them.
fn words(pieces: &Pieces, tail: usize) -> impl Iterator<Item = u64> {
    let cells = (0..pieces.count()).flat_map(|cell| {
        let (numbers, heaps) = (pieces.numbers(cell), pieces.heaps(cell));
        let sizes = [pieces.text_of(cell), numbers.len(), heaps.len()].map(|size| size as u64);
        sizes.into_iter().chain(numbers.iter().chain(heaps).copied())
    });
    std::iter::once(tail as u64).chain(cells)
}

impl Wholes for Forms {
    fn decide(&mut self, pieces: &Pieces) -> Option<Outcome> {
        let tail = pieces.tail().filter(|_| pieces.outside() <= MAX_TEXT)?;
        if let Some(place) = self.find(pieces, tail)
            && let Some(wins) = self.list[place].wins(pieces, &self.firsts, &self.deciders, self.misere)
        {
            return Some(if wins { Outcome::N } else { Outcome::P });
        }
        self.memo.get(words(pieces, tail))
    }

    fn learn(&mut self, pieces: &Pieces, outcome: Outcome) {
        if let Some(tail) = pieces.tail() {
            self.memo.keep(words(pieces, tail), outcome);
        }
    }
}
