//! The workers of one thread: one for the job's game, and one for each game named by rows.

use std::collections::HashMap;
use std::sync::Arc;

use grundy_solver::Error;
use grundy_solver::batch::{Answers, BatchSettings, Positions, Prepared, RowError, Worker};
use grundy_solver::limits::Limits;
use grundy_solver::notation::{GameLine, parse_game_with};

use crate::job::Job;

/// Maximum number of games whose solvers a thread keeps.
const GAMES: usize = 256;

/// Prepares the job's query once for all threads.
pub(crate) fn prepare(job: &Job) -> Option<Arc<Prepared>> {
    job.line.clone().map(|line| prepared(job, line))
}

fn prepared(job: &Job, line: GameLine) -> Arc<Prepared> {
    let Job { show, keep_going, limits, cancel, laws, .. } = job.clone();
    let limits = Limits { memory: limits.memory / job.threads.max(1) as u64, ..limits };
    Arc::new(Prepared::with_laws(BatchSettings { line, columns: show, keep_going, limits, cancel }, laws))
}

/// The workers of one thread.
#[derive(Debug)]
pub(crate) struct Answering<'a> {
    job: &'a Job,
    own: Option<Worker>,
    games: HashMap<String, Result<Worker, Error>>,
    /// The game of the pending rows, and their heaps, one list per column.
    game: Option<String>,
    columns: Vec<Vec<u64>>,
}

impl<'a> Answering<'a> {
    pub fn new(job: &'a Job, prepared: Option<&Arc<Prepared>>) -> Self {
        let own = prepared.map(|prepared| prepared.worker().keep_large_values());
        Self { job, own, games: HashMap::new(), game: None, columns: Vec::new() }
    }

    /// Drops pending rows, so that rows of a stopped piece are not answered with the next one.
    pub fn forget(&mut self) {
        self.columns.clear();
    }

    /// The number of rows pending to be answered together.
    fn waiting(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// Adds a row of words. It is answered together with adjacent rows, at the latest by
    /// [`finish`](Self::finish).
    pub fn words(
        &mut self,
        game: Option<&str>,
        heaps: &[u64],
        answers: &mut Answers,
    ) -> Result<(), RowError> {
        let fits = self.columns.len() == heaps.len() && self.game.as_deref() == game;
        if !fits || self.waiting() == 0 {
            self.finish(answers)?;
            self.columns.resize_with(heaps.len(), Vec::new);
            if self.game.as_deref() != game {
                self.game = game.map(str::to_owned);
            }
        }
        if heaps.is_empty() {
            return self.answer_one(game, Positions::Lists { values: &[], offsets: &[0, 0] }, answers);
        }
        for (column, heap) in self.columns.iter_mut().zip(heaps) {
            column.push(*heap);
        }
        Ok(())
    }

    /// Answers a row of heaps of any size.
    pub fn text(&mut self, game: Option<&str>, heaps: &str, answers: &mut Answers) -> Result<(), RowError> {
        self.answer_one(game, Positions::Texts(&[heaps]), answers)
    }

    /// Answers one row after those that are pending.
    fn answer_one(
        &mut self,
        game: Option<&str>,
        positions: Positions<'_>,
        answers: &mut Answers,
    ) -> Result<(), RowError> {
        self.finish(answers)?;
        let before = answers.rows();
        let answered = match self.worker(game) {
            Ok(worker) => {
                return worker.answer(positions, answers).map_err(|wrong| wrong.after(before as u64));
            }
            Err(error) => error,
        };
        self.refuse(answered, answers)
    }

    /// Answers the pending rows.
    pub fn finish(&mut self, answers: &mut Answers) -> Result<(), RowError> {
        if self.waiting() == 0 {
            return Ok(());
        }
        let mut columns = std::mem::take(&mut self.columns);
        let game = self.game.take();
        let before = answers.rows();
        let rows = columns.first().map_or(0, Vec::len);
        let slices: Vec<&[u64]> = columns.iter().map(Vec::as_slice).collect();
        let result = match self.worker(game.as_deref()) {
            Ok(worker) => worker
                .answer(Positions::Columns(&slices), answers)
                .map_err(|wrong| wrong.after(before as u64)),
            Err(error) => (0..rows).try_for_each(|_| self.refuse(error.clone(), answers)),
        };
        columns.iter_mut().for_each(Vec::clear);
        self.columns = columns;
        self.game = game;
        result
    }

    /// Appends an error for an invalid row, or stops at it.
    pub fn refuse(&mut self, error: Error, answers: &mut Answers) -> Result<(), RowError> {
        self.finish(answers)?;
        let row = answers.rows();
        if !self.job.keep_going {
            return Err(RowError::new(row, error));
        }
        answers.push_error(error, &self.job.show);
        Ok(())
    }

    /// The worker for the game of a row, or for the job's game if the row names none.
    fn worker(&mut self, game: Option<&str>) -> Result<&mut Worker, Error> {
        let Some(game) = game else {
            return self.own.as_mut().ok_or_else(|| Error::input("error.null-game"));
        };
        if !self.games.contains_key(game) {
            if self.games.len() >= GAMES {
                self.games.clear();
            }
            let read = parse_game_with(game, &self.job.reading).map(|mut line| {
                line.misere |= self.job.misere;
                prepared(self.job, line).worker().keep_large_values()
            });
            self.games.insert(game.to_owned(), read);
        }
        match self.games.get_mut(game) {
            Some(Ok(worker)) => Ok(worker),
            Some(Err(error)) => Err(error.clone()),
            None => Err(Error::input("error.null-game")),
        }
    }
}
