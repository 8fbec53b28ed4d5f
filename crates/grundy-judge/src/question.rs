//! What a profile asks about an input, as positions. Nothing is solved.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use dashu_int::UBig;

use crate::error::SolveError;
use crate::judge::Judge;
use crate::profile::Profile;
use crate::solve::{Asked, Need, Outcome, Prepared, Solve, Verdict};

impl Profile {
    /// The first questions about an input, at most `most`; fewer if the input has fewer, or cannot be read further.
    pub fn questions(&self, input: &[u8], most: usize) -> Vec<Asked> {
        let Ok(judge) = Judge::new(self) else { return Vec::new() };
        let heard = Heard { list: Rc::default(), most };
        let mut listener = Listener { game: String::new(), heard: heard.clone() };
        // What stops the judge, such as the last question that is wanted, only ends the list.
        let _ = judge.without_shortcuts().run(&mut listener, input, io::sink());
        heard.list.take()
    }
}

/// The questions so far.
#[derive(Clone)]
struct Heard {
    list: Rc<RefCell<Vec<Asked>>>,
    most: usize,
}

/// A solver that keeps its questions. Every position counts as lost until the last one, which has no answer.
struct Listener {
    game: String,
    heard: Heard,
}

impl Listener {
    fn hear(&self, asked: Asked, heaps: usize) -> Result<Verdict, SolveError> {
        let mut list = self.heard.list.borrow_mut();
        if list.len() < self.heard.most {
            list.push(asked);
        }
        if list.len() >= self.heard.most {
            let code = "enough".into();
            return Err(SolveError { code, en: String::new(), zh: String::new(), limit: false });
        }
        Ok(Verdict {
            outcome: Outcome::P,
            heaps,
            value: None,
            margin: None,
            remoteness: None,
            count: None,
            moves: vec![],
            discard: None,
        })
    }
}

impl Solve for Listener {
    fn game(&mut self, game: &str) -> Result<Box<dyn Prepared>, SolveError> {
        Ok(Box::new(Self { game: game.to_owned(), heard: self.heard.clone() }))
    }

    fn whole(&mut self, position: &str, _: &Need) -> Result<Verdict, SolveError> {
        self.hear(Asked::Whole(position.to_owned()), 0)
    }
}

impl Prepared for Listener {
    fn solve(&mut self, heaps: &[UBig], _: &Need) -> Result<Verdict, SolveError> {
        self.hear(Asked::Heaps(self.game.clone(), heaps.to_vec()), heaps.len())
    }
}
