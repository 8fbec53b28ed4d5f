//! A cache of parsed rules, by their text.

use std::sync::{Arc, Mutex, PoisonError};

use grundy_solver::Solver;
use grundy_solver::error::Result;
use grundy_solver::kernel::Kernel;
use grundy_solver::notation::{self, Files, GameLine, Reading};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The most texts in the cache; when it is full it is cleared, since no text is known to be used again.
const TEXTS: usize = 256;
/// The longest text in the cache.
const LONGEST: usize = 256;

/// Rules of the notation, prepared for questions.
#[derive(Debug)]
pub struct Read {
    pub line: GameLine,
    /// Whether the text may name files.
    pub files: Files,
    /// The kernel for positions of small numbers, if there is one.
    pub kernel: Option<Arc<dyn Kernel>>,
}

type Texts = FxHashMap<String, Arc<Read>>;

/// The cache for normal play, and for `misere=True`.
static KNOWN: [Mutex<Texts>; 2] = [const { Mutex::new(Texts::with_hasher(FxBuildHasher)) }; 2];

impl Read {
    pub fn of(line: GameLine, files: Files) -> Arc<Self> {
        let solver = Solver::default();
        let kernel = solver.recognise(&line).kernel_of_theorem(&solver.budget());
        Arc::new(Self { line, files, kernel })
    }
}

/// Parses rules, through the cache.
///
/// Graphs and scripts are not cached: they are large and seldom used twice.
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
