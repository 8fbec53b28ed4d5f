//! Segments: the values of a long run in files that do not change any more.
//!
//! A segment is written to a file of its own once all its values are known ([`Frame`] has the format), and the database
//! keeps its digest. The values after the last whole segment are in the database. When a run ends, they are
//! written as a segment too, so that they can be checked; the next one replaces this file.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use dashu_int::UBig;
use grundy_verify::{About, Frame, Rule, Segment, SparseSpace};

use super::Values;
use crate::certificate;
use crate::engine::Rares;
use grundy_core::limits::Budget;
use grundy_core::rules::{Members, MoveRule, Rules};

/// Number of segments in memory while values are read from them.
const HELD: usize = 2;
/// The longest line that a segment begins with, and more than enough for what follows its values.
const ABOUT: u64 = 1 << 20;
/// Amounts beyond this are not listed.
const LONGEST: u32 = 1 << 16;

/// The segments of a folder.
#[derive(Debug)]
pub(super) struct Sealed {
    folder: PathBuf,
    game: String,
    rule: Option<Rule>,
    /// The number of values of a whole segment.
    pub(super) size: u64,
    /// The digests of the whole segments.
    pub(super) digests: Vec<String>,
    /// What the last one says.
    last: Option<About>,
    held: Mutex<Vec<(u64, Arc<Segment>)>>,
}

/// The rules as data, if that is a list of reasonable length.
fn rule(rules: &Rules) -> Option<Rule> {
    let is_short = |rule: &MoveRule| {
        let MoveRule::Take { amounts, .. } = rule else { return false };
        let ends =
            Members::fixed(amounts).and_then(|members| members.everything_from().or(members.upper_bound()));
        ends.is_some_and(|end| end <= UBig::from(LONGEST))
    };
    let short = rules.moves().iter().all(is_short);
    short.then(|| certificate::rule(rules, &Budget::default()).ok())?
}

/// The name of the file of a segment.
pub fn name(segment: u64) -> String {
    format!("segment-{segment:06}")
}

impl Sealed {
    pub(super) fn new(folder: &Path, rules: &Rules, size: u64, digests: Vec<String>) -> Self {
        Self {
            folder: folder.to_owned(),
            game: rules.to_string(),
            rule: rule(rules),
            size,
            digests,
            last: None,
            held: Mutex::default(),
        }
    }

    /// The number of values in whole segments.
    pub(super) fn length(&self) -> u64 {
        self.size * self.digests.len() as u64
    }

    /// Writes the next segment, with the values up to `end`. If it is whole, returns its digest and what it says.
    pub(super) fn write(
        &mut self,
        values: Values<'_>,
        end: u64,
        rares: Option<Rares>,
    ) -> io::Result<Option<(String, About)>> {
        let from = self.length();
        let space = rares.and_then(|rares| {
            let odd = rares.parity.map(|parity| parity == 1);
            Some(SparseSpace { mask: u16::try_from(rares.mask).ok()?, odd })
        });
        if self.last.is_none() && !self.digests.is_empty() {
            self.last = Some(self.load(self.digests.len() as u64 - 1)?.about().clone());
        }
        let places = |heap: u64| usize::try_from(heap).unwrap_or(usize::MAX);
        let own = |space: SparseSpace| {
            let heaps = (from.max(1)..end).filter(|heap| space.is_rare(values.at(places(*heap)), *heap));
            heaps.count() as u64
        };
        let rares = match space {
            None => 0,
            Some(space) => self.rares_before(space)? + own(space),
        };
        let frame = Frame {
            game: &self.game,
            rule: self.rule.as_ref(),
            space,
            rares,
            before: self.last.as_ref().zip(self.digests.last().map(String::as_str)),
        };
        let bytes = frame.encode(places(end - from), &|place| values.at(places(from) + place));
        let path = self.folder.join(name(self.digests.len() as u64));
        let begun = path.with_extension("new");
        let mut file = File::create(&begun)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&begun, &path)?;
        // The name is on the disk too before the values are removed elsewhere.
        #[cfg(unix)]
        File::open(&self.folder)?.sync_all()?;
        if end - from < self.size {
            return Ok(None);
        }
        let segment = Segment::parse(bytes).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        Ok(Some((segment.digest().to_owned(), segment.about().clone())))
    }

    /// Takes over a whole segment that was written.
    pub(super) fn add(&mut self, digest: String, about: About) {
        self.digests.push(digest);
        self.last = Some(about);
    }

    /// Counts the last `count` whole segments no more.
    pub(super) fn forget(&mut self, count: usize) {
        self.digests.truncate(self.digests.len() - count);
        self.last = None;
    }

    /// The number of rare positions in the whole segments.
    fn rares_before(&self, space: SparseSpace) -> io::Result<u64> {
        match &self.last {
            None => Ok(0),
            Some(last) if last.space.is_some_and(|old| old.agrees(space, last.largest)) => Ok(last.rares),
            Some(_) => {
                let mut count = 0;
                for number in 0..self.digests.len() as u64 {
                    let segment = self.load(number)?;
                    let heaps = (segment.about().from..).zip(0..segment.len()).filter(|(heap, _)| *heap > 0);
                    count += heaps.filter(|(heap, place)| space.is_rare(segment.value(*place), *heap)).count()
                        as u64;
                }
                Ok(count)
            }
        }
    }

    /// Reads a whole segment. The error kind `InvalidData` means that it is damaged.
    pub(super) fn load(&self, number: u64) -> io::Result<Segment> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        let file = File::open(self.folder.join(name(number)))?;
        let most = self.size * 4 + ABOUT;
        if file.metadata()?.len() > most {
            return Err(damaged());
        }
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes)?;
        let segment = Segment::parse(bytes).map_err(|_| damaged())?;
        let about = segment.about();
        let expected = usize::try_from(number).ok().and_then(|number| self.digests.get(number));
        if expected.is_none_or(|digest| digest != segment.digest())
            || about.game != self.game
            || (about.from, about.values) != (number * self.size, self.size)
        {
            return Err(damaged());
        }
        Ok(segment)
    }

    /// A value of a whole segment.
    pub(super) fn value(&self, heap: u64) -> io::Result<u32> {
        let (number, place) = (heap / self.size, heap % self.size);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let found = held.iter().position(|(held, _)| *held == number);
        if let Some(found) = found {
            held.swap(0, found);
        } else {
            // Two parts of the values are usually read by turns.
            held.truncate(HELD - 1);
            let segment = Arc::new(self.load(number)?);
            held.insert(0, (number, segment));
        }
        Ok(held[0].1.value(usize::try_from(place).unwrap_or(usize::MAX)))
    }
}

#[cfg(test)]
mod tests;
