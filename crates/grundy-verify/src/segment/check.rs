//! Checks one segment: recomputes its values from those that it needs, and then its bytes.
//!
//! The values before the segment are taken as their files say, so a run is checked if every segment of it is, in any
//! order and on any machine. The digest that each file names ties them together.
//!
//! - Without splits, the values need those within the largest amount: the segment before is enough.
//! - With a sparse space they need the first segment, which has all rare positions, and the one before. That no
//!   position between is rare follows from the number of rare positions that the segment before states. A witness is
//!   searched for among the first parts only; if there is none, all segments before are read.
//! - Otherwise all segments before are read.

use super::{About, Frame, Segment};
use crate::certificate::Hint;
use crate::game::{Game, ONE, THREE, TWO};
use crate::plain::Plain;
use crate::sentence::{Error, Reason};
use crate::sparse::{self, AT_ONCE, Sparse};
use crate::watch::{Limits, Stop, Watch};

/// The result of checking a segment.
#[derive(Clone, Debug)]
pub struct SegmentVerdict {
    /// What the segment says about itself.
    pub about: About,
    /// Its digest.
    pub digest: String,
    /// Why it does not hold; `None` if it holds.
    pub reason: Option<Reason>,
}

/// Checks segment `number`: that its values follow from the rules and the values before, and that every byte of the
/// file is as it must be. `read` gives the bytes of the file of a segment, or none if there is no file. `progress`
/// is called with the numbers of values done and in total, and returns whether to continue.
///
/// # Errors
///
/// A file is missing or damaged, the format cannot express the rules, a limit was reached, or `progress` returned
/// `false` (`interrupted`).
pub fn check_segment(
    number: u64,
    read: &mut dyn FnMut(u64) -> Result<Option<Vec<u8>>, Error>,
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<SegmentVerdict, Error> {
    let segment = file(number, read)?;
    let mut reason = None;
    for short in [true, false] {
        match holds(&segment, short, read, limits, progress) {
            Ok(()) => break,
            Err(Stop::Unreached) if short => {}
            Err(stop) => {
                reason = Some(stop.reason()?);
                break;
            }
        }
    }
    Ok(SegmentVerdict { digest: segment.digest, about: segment.about, reason })
}

fn file(number: u64, read: &mut dyn FnMut(u64) -> Result<Option<Vec<u8>>, Error>) -> Result<Segment, Error> {
    let segment = Segment::parse(read(number)?.ok_or_else(|| Error::segment_missing(number))?)?;
    if segment.about.segment == number { Ok(segment) } else { Err(Error::segment_damaged()) }
}

/// The values that are given: those of these segments, without `skipped` values in the middle.
struct Given {
    parts: Vec<Segment>,
    skipped: u64,
    /// The last first part that is compared in search of a witness.
    reach: Option<usize>,
}

/// Checks a segment with as few others as possible, or with all before it.
fn holds(
    segment: &Segment,
    short: bool,
    read: &mut dyn FnMut(u64) -> Result<Option<Vec<u8>>, Error>,
    limits: Limits,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<(), Stop> {
    let about = &segment.about;
    let rule = about.rule.as_ref().ok_or_else(|| Error::segment_rule(&about.game))?;
    let game = Game::new(rule)?;
    let mut watch = Watch::new(limits, about.from + about.values, progress);
    let before = about.segment.checked_sub(1).map(|before| file(before, read)).transpose()?;
    if !follows(about, before.as_ref()) {
        return Err(Reason::new("segment-chain").into());
    }
    let given = if let Some(before) = before.filter(|_| short) {
        few(about, before, &game, read)?.ok_or(Stop::Unreached)?
    } else {
        let mut parts = Vec::new();
        for number in 0..about.segment {
            let part = file(number, read)?;
            // The next one is read only if there is room for one like it.
            watch.fits(2 * part.cells.len() as u64)?;
            watch.reserve(part.cells.len() as u64)?;
            parts.push(part);
        }
        let neighbours = parts.windows(2).all(|pair| follows(&pair[1].about, Some(&pair[0])));
        if !(neighbours && follows(about, parts.last())) {
            return Err(Reason::new("segment-chain").into());
        }
        Given { parts, skipped: 0, reach: None }
    };
    // The values of the segment and the file that is made of them.
    watch.reserve(7 * about.values)?;
    watch.skipped = given.skipped;
    let values = recompute(segment, &given, &game, &mut watch)?;
    let last = given.parts.last();
    let own =
        (about.from..).zip(&values).filter(|(heap, value)| is_rare(about, **value, *heap)).count() as u64;
    let agrees = about.space.is_none()
        || last.is_some_and(|last| {
            last.about.space.zip(about.space).is_some_and(|(a, b)| a.agrees(b, last.about.largest))
        });
    let earlier = match last {
        Some(last) if agrees => last.about.rares,
        _ => given.parts.iter().map(|part| rares(part, about)).sum(),
    };
    let frame = Frame {
        game: &about.game,
        rule: about.rule.as_ref(),
        space: about.space,
        rares: if about.space.is_some() { earlier + own } else { 0 },
        before: last.map(|last| (&last.about, last.digest())),
    };
    let bytes = frame.encode(values.len(), &|place| values[place]);
    if Segment::parse(bytes)?.digest == segment.digest {
        Ok(())
    } else {
        Err(Reason::new("segment-form").into())
    }
}

/// Whether a segment continues the one before.
fn follows(about: &About, before: Option<&Segment>) -> bool {
    match before {
        None => about.segment == 0 && about.from == 0 && about.before.is_empty(),
        Some(before) => {
            before.about.segment + 1 == about.segment
                && before.end() == about.from
                && before.digest == about.before
                && before.about.game == about.game
                && before.about.rule == about.rule
        }
    }
}

fn is_rare(about: &About, value: u32, heap: u64) -> bool {
    heap > 0 && about.space.is_some_and(|space| space.is_rare(value, heap))
}

/// The number of rare positions of `part`, in the space of `about`.
fn rares(part: &Segment, about: &About) -> u64 {
    let heaps = (part.about.from..).zip(0..part.len());
    heaps.filter(|(heap, place)| is_rare(about, part.value(*place), *heap)).count() as u64
}

/// The first segment and the one before, or only this, if the values follow from these. `None` if they may not.
fn few(
    about: &About,
    before: Segment,
    game: &Game,
    read: &mut dyn FnMut(u64) -> Result<Option<Vec<u8>>, Error>,
) -> Result<Option<Given>, Error> {
    if about.segment == 1 {
        return Ok(Some(Given { parts: vec![before], skipped: 0, reach: None }));
    }
    let Ok(largest) = usize::try_from(game.last()) else { return Ok(None) };
    if game.all() & (TWO | THREE) == 0 && game.beyond & ONE == 0 && largest < before.len() {
        let skipped = before.about.from;
        return Ok(Some(Given { parts: vec![before], skipped, reach: None }));
    }
    let Some(space) = about.space.filter(|_| sparse::suits(game)) else { return Ok(None) };
    let first = file(0, read)?;
    let skipped = before.about.from - first.about.values;
    // The classes of this space add up only if it has the parity of all amounts that split.
    let odd =
        game.with(TWO, game.last()).into_iter().all(|(k, _)| space.odd.is_none_or(|odd| (k % 2 == 1) == odd));
    let same = before.about.space.is_some_and(|old| old.agrees(space, before.about.largest));
    let reach = first.len().min(before.len().saturating_sub(largest)).saturating_sub(1);
    let mut last = 0;
    let mut count = 0;
    for place in (1..first.len()).filter(|place| space.is_rare(first.value(*place), *place as u64)) {
        (last, count) = (place, count + 1);
    }
    let fits = odd
        && same
        && skipped.is_multiple_of(2)
        && first.about.from == 0
        && first.about.game == about.game
        && first.about.rule == about.rule
        && count == before.about.rares
        && last + largest + 1 < before.len()
        && largest < first.len()
        && reach >= AT_ONCE;
    Ok(fits.then(|| Given { parts: vec![first, before], skipped, reach: Some(reach) }))
}

/// The values of the segment, from those that are given; refuses the first one that differs from the file.
fn recompute(segment: &Segment, given: &Given, game: &Game, watch: &mut Watch) -> Result<Vec<u32>, Stop> {
    let known: usize = given.parts.iter().map(Segment::len).sum();
    let length = known + segment.len();
    let too_large = || Stop::from(Reason::new("segment-value-too-large"));
    let largest = given.parts.iter().map(|part| part.about.largest).max().unwrap_or(0);
    if largest > u64::from(u16::MAX) {
        return Err(too_large());
    }
    let mut values = given
        .parts
        .iter()
        .flat_map(|part| (0..part.len()).map(|place| u16::try_from(part.value(place)).unwrap_or(u16::MAX)));
    let hint = segment.about.space.map(|space| Hint { mask: space.mask, parity: space.odd.is_some() });
    let mut made = Vec::with_capacity(segment.len());
    let mut compare = |at: &dyn Fn(usize) -> u16, to: usize| -> Result<(), Stop> {
        for place in made.len()..to - known {
            let (value, found) = (u32::from(at(known + place)), segment.value(place));
            if value != found {
                let heap = segment.about.from + place as u64;
                let reason = Reason::new("segment-value").with("heap", heap);
                return Err(reason.with("found", found).with("value", value).into());
            }
            made.push(value);
        }
        Ok(())
    };
    let ends = (known..length).skip(PORTION).step_by(PORTION).chain([length]);
    if let Some(hint) = hint.filter(|_| sparse::suits(game)) {
        let mut sparse = Sparse::new(game, hint, length as u64, watch)?;
        sparse.given(&mut values, watch)?;
        if let Some(reach) = given.reach {
            sparse.limit(reach);
        }
        for to in ends {
            sparse.extend(to, watch)?;
            sparse.with_values(|at| compare(at, to))?;
        }
    } else {
        let mut plain = Plain::new(game, length as u64, watch)?;
        plain.given(values);
        for to in ends {
            plain.extend(to, watch)?;
            let all = plain.values();
            compare(&|n| all[n], to)?;
        }
    }
    Ok(made)
}

/// Number of values computed between two comparisons.
const PORTION: usize = 1 << 16;
