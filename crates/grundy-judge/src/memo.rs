//! Outcomes by machine words, for positions that only a solver decides. When it is full, it is cleared.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::solve::Outcome;

/// The most words of all positions together.
const MOST_WORDS: usize = 1 << 22;
/// The words that one entry takes besides its own.
const ENTRY: usize = 6;

/// The outcomes that one solver found.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    kept: Rc<RefCell<Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    outcomes: HashMap<Box<[u64]>, Outcome>,
    words: usize,
    parts: u64,
}

impl Memo {
    /// A part for positions of one kind, told apart by their words.
    pub fn part(&self) -> Part {
        let mut kept = self.kept.borrow_mut();
        kept.parts += 1;
        Part { memo: self.clone(), key: vec![kept.parts] }
    }
}

/// A part of the memo.
#[derive(Debug)]
pub struct Part {
    memo: Memo,
    /// The number of the part, then the words of a position.
    key: Vec<u64>,
}

impl Part {
    pub fn get(&mut self, words: impl IntoIterator<Item = u64>) -> Option<Outcome> {
        self.fill(words);
        self.memo.kept.borrow().outcomes.get(&*self.key).copied()
    }

    pub fn keep(&mut self, words: impl IntoIterator<Item = u64>, outcome: Outcome) {
        self.fill(words);
        let kept = &mut *self.memo.kept.borrow_mut();
        let words = self.key.len() + ENTRY;
        if kept.words + words > MOST_WORDS {
            kept.outcomes.clear();
            kept.words = 0;
        }
        if words <= MOST_WORDS {
            kept.words += words;
            kept.outcomes.insert((*self.key).into(), outcome);
        }
    }

    fn fill(&mut self, words: impl IntoIterator<Item = u64>) {
        self.key.truncate(1);
        self.key.extend(words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_what_fits_and_parts_are_apart() {
        let memo = Memo::default();
        let (mut a, mut b) = (memo.part(), memo.part());
        let most = (MOST_WORDS / (ENTRY + 3)) as u64;
        for n in 0..most {
            a.keep([n, 1], Outcome::P);
        }
        assert_eq!((a.get([0, 1]), a.get([0]), b.get([0, 1])), (Some(Outcome::P), None, None));
        b.keep([0, 1], Outcome::N);
        assert_eq!((a.get([0, 1]), b.get([0, 1])), (None, Some(Outcome::N)));
        b.keep(0..MOST_WORDS as u64, Outcome::N);
        assert!(memo.kept.borrow().outcomes.is_empty());
    }
}
