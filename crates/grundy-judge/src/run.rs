//! A profile at work: reads an input, asks a solver, writes the answers.
//!
//! The pattern is followed step by step into slots that are reused, so that a case of machine words is
//! read, asked and written without allocating. Games are prepared once for each text.

use std::io::{Read, Write};

use dashu_int::UBig;

use crate::cache::Games;
use crate::error::{Error, Place};
use crate::expr::{Expr, Fault};
use crate::number::Num;
use crate::order::Answer;
use crate::pattern::Step;
use crate::profile::{Field, Profile, place};
use crate::reader::{Reader, Val};
use crate::solve::{FastMoves, Need, Order, Outcome, Solve, Verdict, Wanted};
use crate::template::{ANSWER, EACH, Facts, MOVE, Template};

/// The most numbers one question may hold.
const MOST_NUMBERS: u64 = 20_000_000;
/// The most questions one `over` may ask.
const MOST_OVER: u64 = 100_000_000;
/// The most that is held back for an `each` that is more than a frame.
const MOST_HELD: usize = 256 << 20;
const FLUSH: usize = 1 << 16;

/// What the short road can do for a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fast {
    /// Who wins is all that is asked.
    Decide,
    /// Winning results, written natively.
    Results,
    /// Nothing.
    Off,
}

#[derive(Debug)]
enum Each<'p> {
    /// Text before and behind the answers, which are written as they come.
    Frame(Template<'p>, Template<'p>),
    /// Any other template: the group's answers are held until it is finished.
    Whole(Template<'p>),
}

/// A profile ready to judge inputs.
#[derive(Debug)]
pub struct Judge<'p> {
    profile: &'p Profile,
    game: Option<Template<'p>>,
    ask: Option<Template<'p>>,
    n: Template<'p>,
    p: Template<'p>,
    d: Option<Template<'p>>,
    each_move: Option<Template<'p>>,
    each: Each<'p>,
    need: Need,
    fast: Fast,
}

impl<'p> Judge<'p> {
    /// Compiles the profile's templates.
    pub fn new(profile: &'p Profile) -> Result<Self, Error> {
        let names = &profile.pattern.names;
        let inner = profile.pattern.levels.len() + 1;
        let compile = |field: &'p Field, levels: usize, words: &[&str]| {
            Template::compile(&field.text, names, levels, words).map_err(|f| place(&profile.toml, field, f))
        };
        let optional = |field: &'p Option<Field>, words: &[&str]| {
            field.as_ref().map(|field| compile(field, inner, words)).transpose()
        };
        let (n, p, d) = (
            compile(&profile.n, inner, &ANSWER)?,
            compile(&profile.p, inner, &ANSWER)?,
            optional(&profile.d, &ANSWER)?,
        );
        let each_move = optional(&profile.each_move, &MOVE)?;
        let answers = || [Some(&n), Some(&p), d.as_ref(), each_move.as_ref()].into_iter().flatten();
        let uses = |word: &str| answers().any(|t| t.uses(word));
        let need = Need {
            moves: if each_move.is_some() || uses("moves") {
                Wanted::All
            } else if uses("first") {
                Wanted::First
            } else {
                Wanted::None
            },
            order: profile.listing.order,
            value: uses("value"),
            margin: uses("margin"),
            count: uses("count"),
        };
        let parts = profile.listing.order == Order::Heap;
        let fast = if need.value || need.margin || need.count || profile.ask.is_some() {
            Fast::Off
        } else if need.moves == Wanted::None {
            Fast::Decide
        } else if answers().all(|t| t.is_native(parts)) {
            Fast::Results
        } else {
            Fast::Off
        };
        // `each` stands around the innermost group, so it sees the groups around that one. Where `over` makes
        // the innermost group, these are all names but the one that runs.
        let outer = profile.pattern.levels.len() - usize::from(profile.pattern.over.is_none());
        let each = match frame(&profile.each.text) {
            Some((before, behind)) => {
                let half = |text| {
                    Template::compile(text, names, outer, &EACH)
                        .map_err(|f| place(&profile.toml, &profile.each, f))
                };
                Each::Frame(half(before)?, half(behind)?)
            }
            None => Each::Whole(compile(&profile.each, outer, &EACH)?),
        };
        let game = optional(&profile.game, &[])?;
        let ask = optional(&profile.ask, &[])?;
        Ok(Self { profile, game, ask, n, p, d, each_move, each, need, fast })
    }

    /// Gives up every short cut: slower, and the same answers. For tests of the short cuts.
    #[must_use]
    pub fn without_shortcuts(mut self) -> Self {
        self.fast = Fast::Off;
        let templates = [
            Some(&mut self.n),
            Some(&mut self.p),
            self.d.as_mut(),
            self.each_move.as_mut(),
            self.game.as_mut(),
        ];
        templates.into_iter().flatten().for_each(Template::make_plain);
        self
    }

    /// What the templates use of an answer.
    pub fn need(&self) -> Need {
        self.need
    }

    /// Judges an input. The answers before a mistake are written before it is returned.
    pub fn run(&self, solver: &mut dyn Solve, input: impl Read, output: impl Write) -> Result<(), Error> {
        let pattern = &self.profile.pattern;
        let mut run = Run {
            judge: self,
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
            place: None,
            heaps: Vec::new(),
            moves: FastMoves::default(),
            text: Vec::new(),
            open: false,
        };
        let read = run.whole();
        let closed = if read.is_err() { run.close_group() } else { Ok(()) };
        let flushed = run.flush();
        read.and(closed).and(flushed)
    }
}

/// Splits `before {{ answers }} behind`, where both halves are templates of their own.
fn frame(each: &str) -> Option<(&str, &str)> {
    if each.contains("{%") || each.contains("{#") || each.contains("{{-") || each.contains("-}}") {
        return None;
    }
    let (before, behind) = each.split_once("{{ answers }}")?;
    (!before.contains("answers") && !behind.contains("answers")).then_some((before, behind))
}

struct Run<'r, 'p, R, W> {
    judge: &'r Judge<'p>,
    reader: Reader<R>,
    output: W,
    solver: &'r mut dyn Solve,
    slots: Vec<Val>,
    /// For each level, when its names were last read: says whether a game's text can still be the same.
    epochs: Vec<u64>,
    clock: u64,
    numbers: u64,
    games: Games,
    /// Which game is in use, and since when.
    prepared: Option<(usize, u64)>,
    case: u64,
    place: Option<Place>,
    heaps: Vec<u64>,
    moves: FastMoves,
    /// Answers not yet handed on: of the group, where `each` needs them together.
    text: Vec<u8>,
    /// Whether the group has an answer.
    open: bool,
}

impl<R: Read, W: Write> Run<'_, '_, R, W> {
    fn whole(&mut self) -> Result<(), Error> {
        if self.record(0)? {
            return Ok(());
        }
        if self.reader.skip_blanks()? {
            let found = self.reader.shown()?;
            return Err(Error::new("input-left-over").with("found", found).at(self.reader.place()));
        }
        Ok(())
    }

    /// Reads a group. `true` when its stop condition ended it.
    fn group(&mut self, level: usize) -> Result<bool, Error> {
        let times = match &self.judge.profile.pattern.levels[level].times {
            Some(expr) => Some(self.count(expr)?),
            None => None,
        };
        let mut stopped = false;
        let mut done = 0;
        while !stopped && times.is_none_or(|times| done < times) {
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
        if level + 1 == self.judge.profile.pattern.levels.len() {
            self.close_group()?;
        }
        Ok(stopped)
    }

    /// Reads one record of a level, and asks where it is a question. `true` when the level is to end with it.
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
            self.question()?;
            if level == 0 {
                self.close_group()?;
            }
        }
        Ok(false)
    }

    fn read(&mut self, step: &Step) -> Result<(), Error> {
        match step {
            Step::Int(slot) => self.slots[*slot] = Val::Int(self.int(*slot)?),
            Step::Word(slot) => {
                self.token(*slot)?;
                self.slots[*slot] =
                    Val::Word(self.reader.word(&self.judge.profile.pattern.names[*slot].text)?);
            }
            Step::List(slot, times) => {
                let times = self.count(times)?;
                let mut items = self.take_list(*slot);
                for _ in 0..times {
                    items.push(Val::Int(self.int(*slot)?));
                }
                self.slots[*slot] = Val::List(items);
            }
            Step::Line { slot, fresh } => {
                if *fresh {
                    self.token(*slot)?;
                }
                let mut items = self.take_list(*slot);
                while self.reader.skip_in_line()? {
                    items.push(Val::Int(self.int(*slot)?));
                }
                self.slots[*slot] = Val::List(items);
            }
            Step::Records { steps, slots, times } => {
                let times = self.count(times)?;
                let mut columns: Vec<Vec<Val>> = slots.iter().map(|_| Vec::new()).collect();
                for _ in 0..times {
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
                    self.slots[*slot] = Val::List(column);
                }
            }
            Step::Group | Step::Stop => {}
        }
        Ok(())
    }

    fn take_list(&mut self, slot: usize) -> Vec<Val> {
        match std::mem::replace(&mut self.slots[slot], Val::Int(Num::Small(0))) {
            Val::List(mut items) => {
                items.clear();
                items
            }
            _ => Vec::new(),
        }
    }

    /// Moves on to the next token, which must be there.
    fn token(&mut self, slot: usize) -> Result<(), Error> {
        if self.reader.skip_blanks()? {
            return Ok(());
        }
        let name = &self.judge.profile.pattern.names[slot].text;
        Err(Error::new("input-ends").with("name", name).at(self.reader.place()))
    }

    #[inline]
    fn int(&mut self, slot: usize) -> Result<Num, Error> {
        self.token(slot)?;
        self.numbers += 1;
        if self.numbers > MOST_NUMBERS {
            return Err(Error::new("too-many-numbers").with("limit", MOST_NUMBERS).at(self.reader.place()));
        }
        self.reader.int(&self.judge.profile.pattern.names[slot].text)
    }

    fn count(&self, expr: &Expr) -> Result<u64, Error> {
        let value = expr.value(&self.slots);
        if let Some(Some(n)) = value.as_ref().map(Num::to_ubig) {
            // A count beyond the machine's only ends with the input.
            return Ok(u64::try_from(&n).unwrap_or(u64::MAX));
        }
        let found = value.map_or_else(|| "?/0".to_owned(), |n| n.to_string());
        Err(Error::new("bad-count").with("found", found).at(self.reader.place()))
    }

    fn question(&mut self) -> Result<(), Error> {
        let Some((slot, over)) = &self.judge.profile.pattern.over else { return self.ask() };
        let (Some(from), Some(to)) = (over.from.value(&self.slots), over.to.value(&self.slots)) else {
            return Err(self.here(Error::new("bad-count").with("found", "?/0")));
        };
        let (mut i, to) = (from.to_ibig(), to.to_ibig());
        if &to - &i >= MOST_OVER.into() {
            return Err(self.here(Error::new("over-too-long").with("limit", MOST_OVER)));
        }
        let level = self.epochs.len() - 1;
        while i <= to {
            self.slots[*slot] = Val::Int(i.clone().into());
            self.clock += 1;
            self.epochs[level] = self.clock;
            self.ask()?;
            i += 1;
        }
        self.close_group()
    }

    fn ask(&mut self) -> Result<(), Error> {
        self.case += 1;
        let judge = self.judge;
        if let Some(template) = &judge.ask {
            let mut text = Vec::new();
            template
                .write(&self.facts(None, None), &mut text)
                .map_err(|e| self.failed(judge.profile.ask.as_ref(), &e))?;
            let verdict = self.solver.whole(&String::from_utf8_lossy(&text), &judge.need);
            return self.answer(verdict.map_err(|e| self.here(Error::from_solver(e)))?);
        }
        let game = self.game()?;
        let small = self.gather();
        if small && judge.fast != Fast::Off {
            let prepared = self.games.get(game);
            let outcome = if judge.fast == Fast::Decide {
                prepared.decide_u64(&self.heaps)
            } else {
                self.moves.clear();
                let outcome = prepared.results_u64(&self.heaps, &mut self.moves);
                outcome.filter(|_| self.moves.arrange(judge.profile.listing))
            };
            if let Some(outcome) = outcome {
                return self.write(outcome, None);
            }
        }
        let heaps = self.big_heaps()?;
        let verdict = self.games.get(game).solve(&heaps, &judge.need);
        self.answer(verdict.map_err(|e| self.here(Error::from_solver(e)))?)
    }

    /// The game to ask: the one in use, unless a name in its text has been read since.
    #[inline]
    fn game(&mut self) -> Result<usize, Error> {
        let judge = self.judge;
        let Some(template) = &judge.game else { return Ok(0) };
        let since = self.epochs[..=template.level].iter().copied().max().unwrap_or(0);
        if let Some((game, at)) = self.prepared
            && (template.level == 0 || at == since)
        {
            return Ok(game);
        }
        let mut text = Vec::new();
        template
            .write(&self.facts(None, None), &mut text)
            .map_err(|e| self.failed(judge.profile.game.as_ref(), &e))?;
        let found = self.games.find(&String::from_utf8_lossy(&text), self.solver);
        let game = found.map_err(|e| self.here(Error::from_solver(e)))?;
        self.prepared = Some((game, since));
        Ok(game)
    }

    /// Puts the heaps together as machine words. `false` where one does not fit.
    #[inline]
    fn gather(&mut self) -> bool {
        fn push(val: &Val, into: &mut Vec<u64>) -> bool {
            match val {
                Val::Int(n) => n.to_u64().map(|n| into.push(n)).is_some(),
                Val::Word(_) => false,
                Val::List(items) => items.iter().all(|item| push(item, into)),
            }
        }
        self.heaps.clear();
        self.judge.profile.position.iter().all(|&slot| push(&self.slots[slot], &mut self.heaps))
    }

    fn big_heaps(&self) -> Result<Vec<UBig>, Error> {
        fn push(val: &Val, into: &mut Vec<UBig>) -> Result<(), Num> {
            match val {
                Val::Int(n) => into.push(n.to_ubig().ok_or_else(|| n.clone())?),
                Val::Word(_) => {}
                Val::List(items) => return items.iter().try_for_each(|item| push(item, into)),
            }
            Ok(())
        }
        let mut heaps = Vec::new();
        for &slot in &self.judge.profile.position {
            push(&self.slots[slot], &mut heaps).map_err(|n| {
                let name = &self.judge.profile.pattern.names[slot].text;
                self.here(Error::new("negative-heap").with("name", name).with("found", n))
            })?;
        }
        Ok(heaps)
    }

    fn answer(&mut self, verdict: Verdict) -> Result<(), Error> {
        let outcome = verdict.outcome;
        let answer = Answer::new(verdict, self.judge.profile.listing);
        self.write(outcome, Some(&answer))
    }

    /// Writes one answer; without one given, from the moves on machine words.
    #[inline]
    fn write(&mut self, outcome: Outcome, answer: Option<&Answer>) -> Result<(), Error> {
        let judge = self.judge;
        let profile = judge.profile;
        let mut text = std::mem::take(&mut self.text);
        let before = text.len();
        let written = (|| {
            if self.open {
                text.extend_from_slice(profile.separator.as_bytes());
            } else if let Each::Frame(head, _) = &judge.each {
                head.write(&self.facts(None, None), &mut text)
                    .map_err(|e| self.failed(Some(&profile.each), &e))?;
            }
            let (template, field) = match outcome {
                Outcome::N => (&judge.n, Some(&profile.n)),
                Outcome::P => (&judge.p, Some(&profile.p)),
                Outcome::D => match &judge.d {
                    Some(template) => (template, profile.d.as_ref()),
                    None => return Err(self.here(Error::new("no-draw-template"))),
                },
            };
            let mut facts = self.facts(Some(outcome), answer);
            template.write(&facts, &mut text).map_err(|e| self.failed(field, &e))?;
            if let (Some(template), Outcome::N) = (&judge.each_move, outcome) {
                for i in 0..answer.map_or(self.moves.list.len(), |a| a.moves.len()) {
                    facts.this = i;
                    text.push(b'\n');
                    template
                        .write(&facts, &mut text)
                        .map_err(|e| self.failed(profile.each_move.as_ref(), &e))?;
                }
            }
            Ok(())
        })();
        if written.is_err() {
            text.truncate(before);
        }
        self.text = text;
        written?;
        self.open = true;
        match &judge.each {
            Each::Frame(..) if self.text.len() >= FLUSH => self.flush(),
            Each::Whole(_) if self.text.len() > MOST_HELD => {
                Err(self.here(Error::new("too-much-held").with("limit", MOST_HELD)))
            }
            _ => Ok(()),
        }
    }

    fn close_group(&mut self) -> Result<(), Error> {
        if !std::mem::take(&mut self.open) {
            return Ok(());
        }
        let judge = self.judge;
        let mut text = std::mem::take(&mut self.text);
        let written = match &judge.each {
            Each::Frame(_, behind) => behind.write(&self.facts(None, None), &mut text),
            Each::Whole(template) => {
                let answers = String::from_utf8_lossy(&text).into_owned();
                text.clear();
                template.write(&Facts { answers: Some(&answers), ..self.facts(None, None) }, &mut text)
            }
        };
        self.text = text;
        written.map_err(|e| self.failed(Some(&judge.profile.each), &e))?;
        if matches!(judge.each, Each::Whole(_)) || self.text.len() >= FLUSH { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Error> {
        let written = self.output.write_all(&self.text).and_then(|()| self.output.flush());
        self.text.clear();
        written.map_err(|e| Error::from_io("write-failed", &e))
    }

    fn facts<'a>(&'a self, outcome: Option<Outcome>, answer: Option<&'a Answer>) -> Facts<'a> {
        let fast = (outcome.is_some() && answer.is_none()).then_some(&self.moves);
        let names = &self.judge.profile.pattern.names;
        Facts { names, slots: &self.slots, case: self.case, outcome, answer, fast, this: 0, answers: None }
    }

    fn here(&self, error: Error) -> Error {
        match &self.place {
            Some(place) => error.at(place.clone()),
            None => error,
        }
    }

    fn failed(&self, field: Option<&Field>, error: &minijinja::Error) -> Error {
        let reason = error.detail().map_or_else(|| error.kind().to_string(), ToOwned::to_owned);
        let out_of_fuel = error.kind() == minijinja::ErrorKind::OutOfFuel;
        let fault = Fault::new(if out_of_fuel { "template-too-long" } else { "template-failed" }, 0)
            .with("case", self.case.to_string())
            .with("reason", reason);
        match field {
            Some(field) => place(&self.judge.profile.toml, field, fault),
            None => self.here(Error::new(fault.code)),
        }
    }
}
