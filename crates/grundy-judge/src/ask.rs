//! Solves one position of the input and writes the answer.
//!
//! Machine words go to a prepared game, without allocation; everything that this fast path cannot do goes
//! to the solver at full size. Answers are buffered and written in large pieces.

use std::io::{Read, Write};

use dashu_int::UBig;

use crate::error::Error;
use crate::expr::Fault;
use crate::facts::Facts;
use crate::field::Field;
use crate::judge::{Each, OnWords};
use crate::number::{Num, push_text};
use crate::order::Answer;
use crate::profile::{in_place, place};
use crate::run::Run;
use crate::solve::{Outcome, Verdict, Wanted};
use crate::solver::MISERE;
use crate::template::Template;
use crate::value::Val;

/// The most questions of one `over`.
const MOST_OVER: u64 = 100_000_000;
/// The most bytes that are held back for an `each` that is more than a frame.
const MOST_HELD: usize = 256 << 20;
const FLUSH: usize = 1 << 18;

impl<R: Read, W: Write> Run<'_, '_, R, W> {
    /// Makes the changes of the record that was read. Whether it is a question.
    pub(crate) fn changed(&mut self) -> Result<bool, Error> {
        let judge = self.judge;
        let Some(changes) = &judge.profile.changes else { return Ok(true) };
        let names = &judge.profile.pattern.names;
        let (clock, epochs) = (&mut self.clock, &mut self.epochs);
        let made = changes.make(&mut self.slots, |slot| {
            *clock += 1;
            epochs[names[slot].level] = *clock;
        });
        let [change, asks] = &changes.texts;
        // The case that is being read has no number yet.
        made.map_err(|fault| self.failed_in(change.as_ref(), *fault, self.case + 1))?;
        changes.asks(&self.slots).map_err(|fault| self.failed_in(asks.as_ref(), *fault, self.case + 1))
    }

    pub(crate) fn question(&mut self) -> Result<(), Error> {
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
            return self.ask_whole(template);
        }
        let game = self.game()?;
        if let Some(outcome) = self.ask_short(game) {
            return self.write(outcome, None);
        }
        let heaps = self.big_heaps()?;
        let verdict = self.games.get(game).solve(&heaps, &judge.need);
        self.answer(verdict.map_err(|e| self.here(Error::from_solver(e)))?)
    }

    /// Solves a whole position, on machine words if they suffice.
    fn ask_whole(&mut self, template: &Template) -> Result<(), Error> {
        let judge = self.judge;
        if let Some(wholes) = &mut self.wholes {
            self.pieces.clear();
            let facts = Facts::new(&self.slots, self.case);
            // An error comes again below.
            let written = template.write_to(&facts, &mut self.pieces);
            self.pieces.end();
            if let Some(outcome) = written.ok().and_then(|()| wholes.decide(&self.pieces)) {
                return self.write(outcome, None);
            }
        }
        let mut text = Vec::new();
        template
            .write(&self.facts(None, None), &mut text)
            .map_err(|e| self.failed(judge.profile.ask.as_ref(), *e))?;
        let verdict = self.solver.whole(&String::from_utf8_lossy(&text), &judge.need);
        let verdict = verdict.map_err(|e| self.here(Error::from_solver(e)))?;
        if let Some(wholes) = &mut self.wholes {
            wholes.learn(&self.pieces, verdict.outcome);
        }
        self.answer(verdict)
    }

    /// Solves the position on machine words and sorts the moves. `None` if machine words do not suffice.
    #[inline]
    pub(crate) fn ask_short(&mut self, game: usize) -> Option<Outcome> {
        if !matches!(self.judge.on_words, OnWords::Outcome | OnWords::Results) || !self.gather() {
            return None;
        }
        let prepared = self.games.get(game);
        if self.judge.on_words == OnWords::Outcome {
            return prepared.decide_u64(&self.heaps);
        }
        self.moves.clear();
        let outcome = prepared.results_u64(&self.heaps, &mut self.moves)?;
        self.moves.count = self.moves.list.len();
        let is_sorted =
            self.judge.need.moves == Wanted::None || self.moves.arrange(self.judge.profile.listing);
        is_sorted.then_some(outcome)
    }

    /// The game of the question: the current one, unless a name in its text has been read since.
    #[inline]
    pub(crate) fn game(&mut self) -> Result<usize, Error> {
        let judge = self.judge;
        if let (Some((game, _)), Some(_)) = (self.prepared, &judge.profile.script) {
            return Ok(game);
        }
        if let Some(script) = &judge.profile.script {
            let text = in_place(&judge.profile.toml, script);
            let misere = if judge.profile.misere { MISERE } else { "" };
            let found = self.games.find(&format!("{misere}script(\"{text}\")"), self.solver);
            let game = found.map_err(|e| place(&judge.profile.toml, script, Fault::new("", 0)).because(e))?;
            self.prepared = Some((game, 0));
            return Ok(game);
        }
        let Some(template) = &judge.game else { return Ok(0) };
        let since = self.epochs[..=template.level].iter().copied().max().unwrap_or(0);
        if let Some((game, at)) = self.prepared
            && (template.level == 0 && judge.profile.changes.is_none() || at == since)
        {
            return Ok(game);
        }
        let mut text = Vec::new();
        template
            .write(&self.facts(None, None), &mut text)
            .map_err(|e| self.failed(judge.profile.game.as_ref(), *e))?;
        let found = self.games.find(&String::from_utf8_lossy(&text), self.solver);
        let game = found.map_err(|e| self.here(Error::from_solver(e)))?;
        self.prepared = Some((game, since));
        Ok(game)
    }

    /// Collects the heaps as machine words. `false` if one does not fit.
    #[inline]
    fn gather(&mut self) -> bool {
        fn push(val: &Val, into: &mut Vec<u64>) -> bool {
            match val {
                Val::Int(n) => n.to_u64().map(|n| into.push(n)).is_some(),
                Val::List(items) => items.iter().all(|item| push(item, into)),
                _ => false,
            }
        }
        self.heaps.clear();
        self.judge.profile.position.iter().all(|&slot| match self.slots[slot] {
            Val::Int(Num::Small(n)) => u64::try_from(n).map(|n| self.heaps.push(n)).is_ok(),
            ref other => push(other, &mut self.heaps),
        })
    }

    fn big_heaps(&self) -> Result<Vec<UBig>, Error> {
        fn push(val: &Val, into: &mut Vec<UBig>) -> Result<(), Num> {
            match val {
                Val::Int(n) => into.push(n.to_ubig().ok_or_else(|| n.clone())?),
                Val::List(items) => return items.iter().try_for_each(|item| push(item, into)),
                _ => {}
            }
            Ok(())
        }
        let mut heaps = Vec::new();
        for &slot in &self.judge.profile.position {
            push(&self.slots[slot], &mut heaps).map_err(|n| {
                let name = &self.judge.profile.pattern.names[slot].text;
                let error = Error::new("negative-heap").with("name", name).with("found", n);
                let place = self.below_zero.iter().find(|(known, _)| *known == slot);
                // A number of `over` has no place in the input.
                self.here(place.into_iter().fold(error, |error, (_, place)| error.at(place.clone())))
            })?;
        }
        Ok(heaps)
    }

    fn answer(&mut self, verdict: Verdict) -> Result<(), Error> {
        let outcome = verdict.outcome;
        let answer = Answer::new(verdict, self.judge.profile.listing);
        self.write(outcome, Some(&answer))
    }

    /// Writes one answer; if `answer` is `None`, from the moves on machine words.
    #[inline]
    pub(crate) fn write(&mut self, outcome: Outcome, answer: Option<&Answer>) -> Result<(), Error> {
        let judge = self.judge;
        let profile = judge.profile;
        let mut text = std::mem::take(&mut self.text);
        let before = text.len();
        let written = (|| {
            if self.open {
                push_text(&mut text, &profile.separator);
            } else if let Each::Frame(head, _) = &judge.each {
                head.write(&self.facts(None, None), &mut text)
                    .map_err(|e| self.failed(Some(&profile.each), *e))?;
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
            template.write(&facts, &mut text).map_err(|e| self.failed(field, *e))?;
            if let (Some(template), Outcome::N) = (&judge.each_move, outcome) {
                for i in 0..answer.map_or(self.moves.list.len(), |a| a.moves.len()) {
                    facts.this = i;
                    text.push(b'\n');
                    template
                        .write(&facts, &mut text)
                        .map_err(|e| self.failed(profile.each_move.as_ref(), *e))?;
                }
            }
            Ok(())
        })();
        if written.is_err() {
            text.truncate(before);
        }
        self.text = text;
        written?;
        self.mark(1);
        self.open = true;
        match &judge.each {
            Each::Frame(..) if self.text.len() >= FLUSH => self.flush(),
            Each::Whole(_) if self.text.len() > MOST_HELD => {
                Err(self.here(Error::new("too-much-held").with("limit", MOST_HELD)))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn close_group(&mut self) -> Result<(), Error> {
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
        written.map_err(|e| self.failed(Some(&judge.profile.each), *e))?;
        if matches!(judge.each, Each::Whole(_)) || self.text.len() >= FLUSH { self.flush() } else { Ok(()) }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        let written = self.output.write_all(&self.text).and_then(|()| self.output.flush());
        self.written += self.text.len();
        self.text.clear();
        written.map_err(|e| Error::from_io("write-failed", &e))
    }

    fn facts<'a>(&'a self, outcome: Option<Outcome>, answer: Option<&'a Answer>) -> Facts<'a> {
        let word_moves = (outcome.is_some() && answer.is_none()).then_some(&self.moves);
        Facts { outcome, answer, word_moves, ..Facts::new(&self.slots, self.case) }
    }

    fn here(&self, error: Error) -> Error {
        match &self.place {
            Some(place) => error.at(place.clone()),
            None => error,
        }
    }

    fn failed(&self, field: Option<&Field>, fault: Fault) -> Error {
        self.failed_in(field, fault, self.case)
    }

    fn failed_in(&self, field: Option<&Field>, fault: Fault, case: u64) -> Error {
        let fault = fault.with("case", case.to_string());
        match field {
            Some(field) => place(&self.judge.profile.toml, field, fault),
            None => self.here(Error::new(fault.code)),
        }
    }
}
