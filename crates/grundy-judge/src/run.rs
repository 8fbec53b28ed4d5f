//! Reads an input by its pattern.
//!
//! Each step fills slots that are reused, so that a case of machine words is read, solved and written without
//! allocation. Solving and writing are in [`crate::ask`].

use std::io::{Read, Write};
use std::sync::Arc;

use crate::cache::Games;
use crate::error::{Error, Place};
use crate::expr::Expr;
use crate::judge::{Judge, OnWords};
use crate::number::Num;
use crate::pattern::Step;
use crate::pieces::Pieces;
use crate::reader::Reader;
use crate::solve::{Solve, Wholes, WordMoves};
use crate::value::Val;

/// The most numbers one question may hold.
const MOST_NUMBERS: u64 = 20_000_000;

pub struct Run<'r, 'p, R, W> {
    pub(crate) judge: &'r Judge<'p>,
    pub(crate) reader: Reader<R>,
    pub(crate) output: W,
    pub(crate) solver: &'r mut dyn Solve,
    pub(crate) slots: Vec<Val>,
    /// For each level, when its names were last read: shows whether a game's text may have changed.
    pub(crate) epochs: Vec<u64>,
    pub(crate) clock: u64,
    pub(crate) numbers: u64,
    pub(crate) games: Games,
    /// The current game, and the time of its text.
    pub(crate) prepared: Option<(usize, u64)>,
    pub(crate) case: u64,
    /// Whole positions on machine words, if the profile has them.
    pub(crate) wholes: Option<Box<dyn Wholes>>,
    pub(crate) pieces: Pieces,
    pub(crate) place: Option<Place>,
    /// The place of the first negative number of each name that has one: it cannot be a heap.
    pub(crate) below_zero: Vec<(usize, Place)>,
    pub(crate) heaps: Vec<u64>,
    pub(crate) moves: WordMoves,
    /// Answers not yet written: of the whole group, if `each` needs them together.
    pub(crate) text: Vec<u8>,
    /// Whether the group has an answer.
    pub(crate) open: bool,
    /// The number of bytes written to the output.
    pub(crate) written: usize,
    /// The ends of the answers in the output, if requested: of each record, and of each position.
    pub(crate) marks: Option<[Vec<usize>; 2]>,
}

impl<'r, 'p, R: Read, W: Write> Run<'r, 'p, R, W> {
    pub fn new(judge: &'r Judge<'p>, solver: &'r mut dyn Solve, input: R, output: W) -> Result<Self, Error> {
        let pattern = &judge.profile.pattern;
        let wholes = if judge.on_words == OnWords::Whole { solver.wholes() } else { None };
        Ok(Self {
            judge,
            reader: Reader::new(input)?,
            output,
            solver,
            slots: pattern.names.iter().map(|_| Val::Int(Num::Small(0))).collect(),
            clock: 0,
            epochs: vec![0; pattern.levels.len() + 1],
            numbers: 0,
            games: Games::default(),
            prepared: None,
            case: 0,
            wholes,
            pieces: Pieces::default(),
            place: None,
            below_zero: Vec::new(),
            heaps: Vec::new(),
            moves: WordMoves { results: judge.need.results || judge.need.ranks, ..WordMoves::default() },
            text: Vec::new(),
            open: false,
            written: 0,
            marks: None,
        })
    }

    /// Reads the whole pattern.
    pub fn whole(&mut self) -> Result<(), Error> {
        if self.record(0)? {
            return Ok(());
        }
        if self.reader.skip_blanks()? {
            let found = self.reader.shown()?;
            return Err(Error::new("input-left-over").with("found", found).at(self.reader.place()));
        }
        Ok(())
    }

    /// Reads a group. `true` if its stop condition ended it.
    fn group(&mut self, level: usize) -> Result<bool, Error> {
        let times = match &self.judge.profile.pattern.levels[level].times {
            Some(expr) => Some(self.count(expr)?),
            None => None,
        };
        let mut stopped = false;
        let mut done = 0;
        let innermost = level + 1 == self.judge.profile.pattern.levels.len();
        while !stopped {
            // Only after a first answer of the group: then the game is prepared.
            if innermost && self.judge.reads_blocks && self.open {
                done += self.records_in_block(times.map_or(u64::MAX, |times| times - done))?;
            }
            if times == Some(done) {
                break;
            }
            if times.is_none() && !self.reader.skip_blanks()? {
                break;
            }
            let before = self.reader.offset();
            stopped = self.record(level)?;
            if self.reader.offset() == before {
                return Err(Error::new("empty-record").at(self.reader.place()));
            }
            done += 1;
        }
        if innermost {
            self.close_group()?;
        }
        Ok(stopped)
    }

    /// Reads one record of a level, and solves it if it is a question. `true` if the level ends with it.
    fn record(&mut self, level: usize) -> Result<bool, Error> {
        let pattern = &self.judge.profile.pattern;
        self.clock += 1;
        self.epochs[level] = self.clock;
        let innermost = level + 1 == pattern.levels.len();
        if innermost {
            self.reader.skip_blanks()?;
            self.place = Some(self.reader.place());
            self.numbers = 0;
        }
        if !self.below_zero.is_empty() {
            let steps = &pattern.levels[level].steps;
            self.below_zero.retain(|(slot, _)| !steps.iter().any(|step| step.reads(*slot)));
        }
        for step in &pattern.levels[level].steps {
            match step {
                Step::Group => {
                    if self.group(level + 1)? && level == 0 {
                        return Ok(true);
                    }
                }
                Step::Stop => {
                    if pattern.stop.as_ref().is_some_and(|stop| stop.holds(&self.slots)) {
                        return Ok(true);
                    }
                }
                _ => self.read(step)?,
            }
        }
        if innermost {
            if self.changed()? {
                self.question()?;
            }
            self.mark(0);
            if level == 0 {
                self.close_group()?;
            }
        }
        Ok(false)
    }

    /// Records the end of an answer: 0 of a record, 1 of a position.
    #[inline]
    pub(crate) fn mark(&mut self, what: usize) {
        if let Some(marks) = &mut self.marks {
            marks[what].push(self.written + self.text.len());
        }
    }

    fn read(&mut self, step: &Step) -> Result<(), Error> {
        match step {
            Step::Int(slot) => {
                self.token(*slot)?;
                match (self.reader.short_int(), &mut self.slots[*slot]) {
                    (Some(n), Val::Int(Num::Small(kept))) if n >= 0 => *kept = n,
                    (Some(n), _) => self.slots[*slot] = Val::Int(self.noted(*slot, Num::Small(n))),
                    (None, _) => {
                        let n = self.reader.int(&self.judge.profile.pattern.names[*slot].text)?;
                        self.slots[*slot] = Val::Int(self.noted(*slot, n));
                    }
                }
            }
            Step::Word(slot) => {
                self.token(*slot)?;
                self.slots[*slot] =
                    Val::from(self.reader.word(&self.judge.profile.pattern.names[*slot].text)?);
            }
            Step::List(slot, times) => {
                let times = self.count(times)?;
                let mut items = self.take_list(*slot);
                for _ in 0..times {
                    items.push(Val::Int(self.int(*slot)?));
                }
                self.slots[*slot] = Val::List(Arc::new(items));
            }
            Step::Line { slot, fresh } => {
                if *fresh {
                    self.token(*slot)?;
                }
                let mut items = self.take_list(*slot);
                while self.reader.skip_in_line()? {
                    items.push(Val::Int(self.int(*slot)?));
                }
                self.slots[*slot] = Val::List(Arc::new(items));
            }
            Step::Records { steps, slots, times } => {
                let times = self.count(times)?;
                let mut columns: Vec<Vec<Val>> = slots.iter().map(|_| Vec::new()).collect();
                for _ in 0..times {
                    self.hold(slots.len() as u64)?;
                    let before = self.reader.offset();
                    for step in steps {
                        self.read(step)?;
                    }
                    if self.reader.offset() == before {
                        return Err(Error::new("empty-record").at(self.reader.place()));
                    }
                    for (column, slot) in columns.iter_mut().zip(slots) {
                        column.push(std::mem::replace(&mut self.slots[*slot], Val::Int(Num::Small(0))));
                    }
                }
                for (column, slot) in columns.into_iter().zip(slots) {
                    self.slots[*slot] = Val::List(Arc::new(column));
                }
            }
            Step::Group | Step::Stop => {}
        }
        Ok(())
    }

    fn take_list(&mut self, slot: usize) -> Vec<Val> {
        match std::mem::replace(&mut self.slots[slot], Val::Int(Num::Small(0))) {
            Val::List(items) => {
                let mut items = Arc::try_unwrap(items).unwrap_or_default();
                items.clear();
                items
            }
            _ => Vec::new(),
        }
    }

    /// Moves to the next token, which must exist.
    fn token(&mut self, slot: usize) -> Result<(), Error> {
        if self.reader.skip_blanks()? {
            return Ok(());
        }
        let name = &self.judge.profile.pattern.names[slot].text;
        Err(Error::new("input-ends").with("name", name).at(self.reader.place()))
    }

    /// Counts the numbers of a question beyond its single names.
    fn hold(&mut self, more: u64) -> Result<(), Error> {
        self.numbers += more;
        if self.numbers <= MOST_NUMBERS {
            return Ok(());
        }
        Err(Error::new("too-many-numbers").with("limit", MOST_NUMBERS).at(self.reader.place()))
    }

    /// Reads one integer of a list.
    #[inline]
    fn int(&mut self, slot: usize) -> Result<Num, Error> {
        self.token(slot)?;
        self.hold(1)?;
        let n = self.reader.int(&self.judge.profile.pattern.names[slot].text)?;
        Ok(self.noted(slot, n))
    }

    /// Returns the number that was just read; records its place if it is the name's first negative one.
    #[inline]
    fn noted(&mut self, slot: usize, n: Num) -> Num {
        if n.is_negative() && !self.below_zero.iter().any(|(known, _)| *known == slot) {
            self.below_zero.push((slot, self.reader.place()));
        }
        n
    }

    fn count(&self, expr: &Expr) -> Result<u64, Error> {
        let value = expr.value(&self.slots);
        if let Some(Some(n)) = value.as_ref().map(Num::to_ubig) {
            // A count beyond a machine word ends only with the input.
            return Ok(u64::try_from(&n).unwrap_or(u64::MAX));
        }
        let found = value.map_or_else(|| "?/0".to_owned(), |n| n.to_string());
        Err(Error::new("bad-count").with("found", found).at(self.reader.place()))
    }
}

/// The output of a judge, and the ends of its answers.
#[derive(Debug, Default)]
pub struct Marked {
    pub text: Vec<u8>,
    /// The end of each record of the innermost group.
    pub records: Vec<usize>,
    /// The end of each position: more than records if a profile has `over`.
    pub asked: Vec<usize>,
}

impl Judge<'_> {
    /// Judges an input. The answers before an error are written before it is returned.
    pub fn run(&self, solver: &mut dyn Solve, input: impl Read, output: impl Write) -> Result<(), Error> {
        let mut run = Run::new(self, solver, input, output)?;
        let read = run.whole();
        let closed = if read.is_err() { run.close_group() } else { Ok(()) };
        let flushed = run.flush();
        read.and(closed).and(flushed)
    }

    /// Judges an input in memory.
    pub(crate) fn marked(&self, solver: &mut dyn Solve, input: &[u8]) -> Result<Marked, Error> {
        let mut text = Vec::new();
        let mut run = Run::new(self, solver, input, &mut text)?;
        run.marks = Some(Default::default());
        run.whole()?;
        run.flush()?;
        let [records, asked] = run.marks.take().unwrap_or_default();
        Ok(Marked { text, records, asked })
    }
}
