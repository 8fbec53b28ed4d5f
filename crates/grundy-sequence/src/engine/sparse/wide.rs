//! Blocks of positions for codes that fit a byte but not a machine word.
//!
//! With hundreds of codes and more than a thousand rare positions, examining every option of every position is
//! too expensive. First most of the excluded codes are found for a whole block at once ([`Cover`]): a few
//! hundred reads leave a handful of codes open at each position. Then, for 64 positions at once, the options
//! are compared with only the first open codes of each. The more options are compared, the fewer codes are
//! left. Options nearer than 64 are compared last, position by position. In the rare case that all compared
//! codes are options, the set of all options of that position is computed.
//!
//! The far options of a block need no code of the block before it, so both are computed at the same time.

use std::ops::Range;

use pulp::NullaryFnOnce;

use super::cover::{BLOCK, Cover, Popular, Row};
use super::narrow::{LANES, Term};
use super::pairs::Pairs;
use super::search::Search;
use super::vector_unit;

/// Number of open codes compared. Where some turn out to be options, the others move up, and fewer are left to
/// compare: those of each stage, and the far options compared before the next stage.
const OPEN: usize = 24;
const FEWER: usize = 14;
const FEW: usize = 8;
const LAST: usize = 6;
const STAGES: [usize; 2] = [96, 256];
/// Number of codes that fit a byte.
const CODES: usize = 256;
/// Number of popular codes that have a bit string.
const STRINGS: usize = 96;
/// Number of first parts of pairs that witness each rare code, and how far back they may lie.
const WITNESSES: usize = 48;
const WITNESS_REACH: usize = 1 << 15;
/// Options at least this far back are examined for a whole block while the block before it is computed.
const FAR: usize = 2 * BLOCK;

/// The options of common values, and the cover made from them.
#[derive(Debug)]
pub(crate) struct Wide {
    cover: Cover,
    far: Vec<Term>,
    middle: Vec<Term>,
    near: Vec<Term>,
    /// How far back the terms lie, at least [`FAR`].
    reach: usize,
}

/// Open codes of 64 positions, in order.
#[derive(Clone, Debug)]
pub(crate) struct Opened<const SLOTS: usize = LAST> {
    codes: [[u8; LANES]; SLOTS],
    /// The least nim-sum of an option and an open code; 0 if the code is an option or there is none.
    least: [[u8; LANES]; SLOTS],
}

impl Wide {
    /// For the positions after `codes`, with these options.
    pub(crate) fn new(codes: &[u8], terms: &[Term]) -> Self {
        let part = |range: Range<usize>| -> Vec<Term> {
            terms.iter().copied().filter(|(back, _)| range.contains(back)).collect()
        };
        let [near, middle, far] = [0..LANES, LANES..FAR, FAR..usize::MAX].map(part);
        let mut by_code = vec![Vec::new(); CODES];
        for &(back, code) in &far {
            by_code[usize::from(code)].push(back);
        }
        let reach = far.iter().map(|(back, _)| *back).max().unwrap_or(0);
        // More marks leave fewer codes open; up to a point they are cheaper than comparisons.
        let Popular { counts, total, .. } = Popular::new(codes, STRINGS);
        let mut above = total;
        let weights: Vec<u64> = (0..=usize::from(codes.iter().copied().max().unwrap_or(0)))
            .map(|code| {
                above -= counts.get(code).copied().unwrap_or(0);
                above
            })
            .collect();
        let mut cover = Cover::best(codes, &by_code, reach, BLOCK, STRINGS, &weights);
        cover.good_to = codes.len().saturating_mul(4);
        Self { cover, far, middle, near, reach: reach.max(FAR) }
    }

    /// Whether the choice of marks is still good at `n`.
    pub(crate) fn is_good_at(&self, n: usize) -> bool {
        n < self.cover.good_to
    }

    /// See [`Cover::shift`].
    pub(crate) fn shift(&mut self, count: usize) -> bool {
        self.cover.shift(count)
    }

    /// Adds the codes that are new.
    pub(crate) fn catch_up(&mut self, codes: &[u8]) {
        self.cover.catch_up(codes, codes.len());
    }

    /// Compares the first open codes of a block, or of half a block, from `start` on with the far options. The
    /// block is the next one or the one after it.
    pub(crate) fn open(&self, codes: &[u8], start: usize, whole: bool) -> Vec<Opened> {
        vector_unit().dispatch(Open { wide: self, codes, start, whole })
    }

    /// Computes the codes of the next block up to `end`, a multiple of [`LANES`] after the end of `codes`.
    /// Also returns whether all fit; if not, the codes end before the lanes with the first that does not.
    pub(crate) fn advance(&self, codes: &[u8], opened: &[Opened], end: usize) -> (Vec<u8>, bool) {
        vector_unit().dispatch(Advance { wide: self, codes, opened, end })
    }
}

struct Open<'a> {
    wide: &'a Wide,
    codes: &'a [u8],
    start: usize,
    whole: bool,
}

impl NullaryFnOnce for Open<'_> {
    type Output = Vec<Opened>;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> Vec<Opened> {
        if self.whole { self.open::<{ BLOCK / 8 }>() } else { self.open::<{ BLOCK / 16 }>() }
    }
}

impl Open<'_> {
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn open<const BYTES: usize>(self) -> Vec<Opened> {
        let rows = self.wide.cover.rows::<BYTES>(self.start);
        let far = &self.wide.far[..];
        let (first, rest) = far.split_at(STAGES[0].min(far.len()));
        let (second, third) = rest.split_at(STAGES[1].min(rest.len()));
        let mut all = Vec::with_capacity(BYTES / 8);
        for word in 0..BYTES / 8 {
            let before = &self.codes[..self.start + word * LANES - FAR + LANES];
            let mut open = Opened::<OPEN>::new(&rows, word);
            open.compare(before, FAR - LANES, first);
            let mut open = open.moved_up::<FEWER>();
            open.compare(before, FAR - LANES, second);
            let mut open = open.moved_up::<FEW>();
            open.compare(before, FAR - LANES, third);
            all.push(open.moved_up());
        }
        all
    }
}

impl<const SLOTS: usize> Opened<SLOTS> {
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn new<const BYTES: usize>(rows: &[Row<BYTES>], word: usize) -> Self {
        let mut found = Self { codes: [[0; LANES]; SLOTS], least: [[0; LANES]; SLOTS] };
        let mut counts = [0u8; LANES];
        let mut open = u64::MAX;
        for code in 0..CODES {
            let mut lanes = open & rows.get(code).map_or(u64::MAX, |row| !row.word(word));
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize % LANES;
                lanes &= lanes - 1;
                let count = usize::from(counts[lane]) % SLOTS;
                found.codes[count][lane] = code as u8;
                found.least[count][lane] = u8::MAX;
                counts[lane] += 1;
                if count + 1 == SLOTS {
                    open &= !(1 << lane);
                }
            }
            if open == 0 {
                break;
            }
        }
        found
    }

    /// Compares with options. Their codes are in `codes`, which ends `ahead` positions before the first lane.
    #[allow(clippy::inline_always, clippy::needless_range_loop)]
    #[inline(always)]
    fn compare(&mut self, codes: &[u8], ahead: usize, terms: &[Term]) {
        // A loop over indices: code of closures would not be compiled for the vector unit.
        let mut least = self.least;
        for &(back, code) in terms {
            let from = codes.len() + ahead - back;
            let run: &[u8; LANES] = codes[from..].first_chunk().expect("codes of all lanes");
            for i in 0..SLOTS {
                for lane in 0..LANES {
                    least[i][lane] = least[i][lane].min(run[lane] ^ code ^ self.codes[i][lane]);
                }
            }
        }
        self.least = least;
    }

    /// The first codes that are still open.
    #[allow(clippy::inline_always, clippy::needless_range_loop)]
    #[inline(always)]
    fn moved_up<const FEWER: usize>(&self) -> Opened<FEWER> {
        let mut up = Opened { codes: [[0; LANES]; FEWER], least: [[0; LANES]; FEWER] };
        let mut count = [0u8; LANES];
        for i in 0..SLOTS {
            let mut place = [u8::MAX; LANES];
            for lane in 0..LANES {
                let is_open = self.least[i][lane] != 0;
                place[lane] = if is_open { count[lane] } else { u8::MAX };
                count[lane] += u8::from(is_open);
            }
            for k in 0..FEWER.min(i + 1) {
                for lane in 0..LANES {
                    let here = if place[lane] == k as u8 { u8::MAX } else { 0 };
                    up.codes[k][lane] |= self.codes[i][lane] & here;
                    up.least[k][lane] |= here;
                }
            }
        }
        up
    }
}

struct Advance<'a> {
    wide: &'a Wide,
    codes: &'a [u8],
    opened: &'a [Opened],
    end: usize,
}

impl NullaryFnOnce for Advance<'_> {
    type Output = (Vec<u8>, bool);

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> (Vec<u8>, bool) {
        let Self { wide, codes, opened, end } = self;
        let mut recent = Recent { tail: codes[codes.len() - wide.reach..].to_vec() };
        let words = (end - codes.len()) / LANES;
        let mut fits = true;
        for opened in &opened[..words.min(opened.len())] {
            fits = fits && recent.advance(wide, opened);
        }
        recent.tail.drain(..wide.reach);
        (recent.tail, fits)
    }
}

/// Codes that are being computed.
struct Recent {
    /// All codes that options of the next position can have, and maybe some before them.
    tail: Vec<u8>,
}

impl Recent {
    /// Adds the codes of 64 positions. Returns `false` and adds none if one does not fit.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn advance(&mut self, wide: &Wide, opened: &Opened) -> bool {
        let mut opened = opened.clone();
        opened.compare(&self.tail, 0, &wide.middle);
        let mut window = [0u8; 2 * LANES];
        window[..LANES].copy_from_slice(&self.tail[self.tail.len() - LANES..]);
        // Codes of near options, stamped with the lane.
        let mut stamps = [0u8; CODES];
        for lane in 0..LANES {
            let stamp = lane as u8 + 1;
            for &(back, code) in &wide.near {
                stamps[usize::from(window[(LANES + lane - back) % (2 * LANES)] ^ code)] = stamp;
            }
            let mut fitting = 0u32;
            for i in 0..LAST {
                let free = opened.least[i][lane] != 0 && stamps[usize::from(opened.codes[i][lane])] != stamp;
                fitting |= u32::from(free) << i;
            }
            let code = if fitting == 0 {
                let Some(code) = self.least_missing(&window, lane, wide) else { return false };
                code
            } else {
                opened.codes[fitting.trailing_zeros() as usize % LAST][lane]
            };
            window[LANES + lane] = code;
        }
        self.tail.extend_from_slice(&window[LANES..]);
        true
    }

    /// The mex of all options of the position `lane` after the tail, one by one.
    #[cold]
    fn least_missing(&self, window: &[u8], lane: usize, wide: &Wide) -> Option<u8> {
        let mut seen = [false; CODES];
        let here = self.tail.len() + lane;
        for &(back, code) in wide.far.iter().chain(&wide.middle) {
            seen[usize::from(self.tail[here - back] ^ code)] = true;
        }
        for &(back, code) in &wide.near {
            seen[usize::from(window[LANES + lane - back] ^ code)] = true;
        }
        (0..=u8::MAX).find(|code| !seen[usize::from(*code)])
    }
}

/// Pairs of common positions that mark the rare codes of many positions.
pub(crate) fn witnesses(codes: &[u8], pairs: &Pairs, search: &Search, below: &[[u16; CODES]; 2]) -> Cover {
    let n = codes.len();
    let firsts = search.firsts(codes, WITNESSES);
    let to = n / 2 - pairs.largest;
    let mut reach = 0;
    let mut turn = 0;
    let mut terms = vec![Vec::new(); CODES];
    for (terms, firsts) in terms.iter_mut().zip(&firsts) {
        for &a in firsts.iter().filter(|a| (**a as usize) < to.min(WITNESS_REACH).min(search.reach)) {
            turn += 1;
            let back = a as usize + pairs.splits[turn % pairs.splits.len()];
            reach = reach.max(back);
            terms.push(back);
        }
    }
    // A rare code matters at positions whose value is above it.
    let counts = Popular::new(codes, STRINGS).counts;
    let mut weights = Vec::new();
    for (code, &count) in counts.iter().enumerate() {
        for side in below {
            let rows = usize::from(side[code]);
            weights.resize(rows.max(weights.len()), 0);
            weights[..rows].iter_mut().for_each(|weight| *weight += count);
        }
    }
    let mut cover = Cover::best(codes, &terms, reach, 4 * BLOCK, STRINGS, &weights);
    cover.good_to = n.saturating_mul(4).min(n + (1 << 26));
    cover
}

/// Collects into `missing` the positions of the block from `start` on, up to `end`, with a rare code below
/// their own that no row has. `below` is the number of rare codes below, by parity and code.
pub(crate) fn missing(
    rows: &[Row<{ BLOCK / 8 }>],
    codes: &[u8],
    start: usize,
    end: usize,
    below: &[[u16; CODES]; 2],
    missing: &mut Vec<(usize, u8)>,
) {
    for (word, first) in (start..end).step_by(LANES).enumerate() {
        let mut by_count = [0u64; CODES + 1];
        let mut most = 0;
        for (lane, &code) in codes[first..end.min(first + LANES)].iter().enumerate() {
            let count = usize::from(below[(first + lane) & 1][usize::from(code)]).min(CODES);
            by_count[count] |= 1 << lane;
            most = most.max(count);
        }
        let mut lanes = 0;
        for code in (0..most).rev() {
            lanes |= by_count[code + 1];
            let mut left = lanes & rows.get(code).map_or(u64::MAX, |row| !row.word(word));
            while left != 0 {
                missing.push((first + left.trailing_zeros() as usize, code as u8));
                left &= left - 1;
            }
        }
    }
}
