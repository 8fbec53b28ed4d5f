//! Rules of the notation, read once however often their text comes.

use std::sync::{Arc, Mutex, PoisonError};

use grundy_solver::Solver;
use grundy_solver::error::Result;
use grundy_solver::kernel::Kernel;
use grundy_solver::notation::{self, Files, GameLine, Reading};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// So many texts are remembered; at one more all are forgotten, for there is no saying which will come again.
const TEXTS: usize = 256;
/// Longer ones are not remembered.
const LONGEST: usize = 256;

/// Rules of the notation, made ready.
#[derive(Debug)]
pub struct Read {
    pub line: GameLine,
    /// Whether the text may name files.
    pub files: Files,
    /// What decides positions of small numbers, where it is that simple.
    pub kernel: Option<Arc<dyn Kernel>>,
}

type Texts = FxHashMap<String, Arc<Read>>;

/// What was read, under normal play and with `misere=True`.
static KNOWN: [Mutex<Texts>; 2] = [const { Mutex::new(Texts::with_hasher(FxBuildHasher)) }; 2];

impl Read {
    pub fn of(line: GameLine, files: Files) -> Arc<Self> {
        let solver = Solver::default();
        let kernel = solver.recognise(&line).kernel_of_theorem(&solver.budget());
        Arc::new(Self { line, files, kernel })
    }
}

/// The rules that a text stands for.
///
/// Games that the notation has no words for, graphs and scripts, are large and seldom asked for twice: they are read
/// each time.
pub fn read(text: &str, misere: bool, files: Files) -> Result<Arc<Read>> {
    let known = || KNOWN[usize::from(misere)].lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(read) = known().get(text) {
        return Ok(read.clone());
    }
    let reading = Reading { files, ..Reading::default() };
    let mut line = notation::parse_game_with(text, &reading)?;
    line.misere |= misere;
    let read = Read::of(line, reading.files);
    if text.len() <= LONGEST && read.line.game.own().is_none() {
        let mut known = known();
        if known.len() >= TEXTS {
            known.clear();
        }
        known.insert(text.to_owned(), read.clone());
    }
    Ok(read)
}
