//! Blocks of positions for codes that fit a byte but not a machine word.
//!
//! With hundreds of codes and more than a thousand rare positions, examining every option of every position is
//! too expensive. First most of the excluded codes are found for a whole block at once ([`Cover`]): a few
//! hundred reads leave a handful of codes open at each position. Then, for 64 positions at once, all options
//! are compared with only the first few open codes of each. Options nearer than 64 are compared last, position
//! by position. In the rare case that all compared codes are options, the set of all options of that position
//! is computed.

use pulp::NullaryFnOnce;

use super::cover::{BLOCK, Cover, Row, popular};
use super::narrow::{LANES, Term};
use super::vector_unit;

/// Number of open codes compared.
const OPEN: usize = 10;
/// Number of codes that fit a byte.
const CODES: usize = 256;
/// Number of popular codes that have a bit string.
const STRINGS: usize = 96;
/// Maximum number of times a code is marked, on average.
const MARKS: u32 = 12;
/// Maximum number of reads of a cover.
const READS: u64 = 70_000;

/// The options of common values, and the cover made from them.
#[derive(Debug)]
pub(crate) struct Wide {
    cover: Cover,
    far: Vec<Term>,
    near: Vec<Term>,
}

impl Wide {
    /// For the positions after `codes`, with these options.
    pub(crate) fn new(codes: &[u8], terms: &[Term]) -> Self {
        let (far, near): (Vec<Term>, Vec<Term>) = terms.iter().partition(|(back, _)| *back >= LANES);
        let mut by_code = vec![Vec::new(); CODES];
        for &(back, code) in far.iter().filter(|(back, _)| *back >= BLOCK) {
            by_code[usize::from(code)].push(back);
        }
        let reach = far.iter().map(|(back, _)| *back).max().unwrap_or(0);
        // More marks leave fewer codes open; up to a point they are cheaper than comparisons.
        let (_, counts, total) = popular(codes);
        let mut above = total;
        let weights: Vec<u64> = (0..=usize::from(codes.iter().copied().max().unwrap_or(0)))
            .map(|code| {
                above -= counts.get(code).copied().unwrap_or(0);
                above
            })
            .collect();
        let mut cover = best_cover(codes, &by_code, reach, 0, &weights);
        cover.good_to = codes.len().saturating_mul(4);
        Self { cover, far, near }
    }

    /// Whether the choice of marks is still good at `n`.
    pub(crate) fn is_good_at(&self, n: usize) -> bool {
        n < self.cover.good_to
    }

    /// Appends at most a block of codes up to `end`, a multiple of [`LANES`] after the current end. Returns
    /// `false` if the next code does not fit.
    pub(crate) fn advance(&mut self, codes: &mut Vec<u8>, end: usize) -> bool {
        self.cover.catch_up(codes, codes.len());
        vector_unit().dispatch(Advance { wide: self, codes, end })
    }
}

/// A cover that marks each code more often the more it matters, with at most [`READS`] reads where possible.
pub(crate) fn best_cover(
    codes: &[u8],
    terms: &[Vec<usize>],
    reach: usize,
    ahead: usize,
    weights: &[u64],
) -> Cover {
    let most = weights.iter().copied().max().unwrap_or(0);
    let mut marks = MARKS;
    loop {
        let hits: Vec<u32> = weights
            .iter()
            .map(|weight| (marks + 1).saturating_sub((most / weight.max(&1)).max(1).ilog2()))
            .collect();
        let cover = Cover::new(codes, terms, reach, ahead, STRINGS, &hits);
        if cover.effort() <= READS || marks == 1 {
            return cover;
        }
        marks -= 1;
    }
}

struct Advance<'a> {
    wide: &'a Wide,
    codes: &'a mut Vec<u8>,
    end: usize,
}

impl NullaryFnOnce for Advance<'_> {
    type Output = bool;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> bool {
        let start = self.codes.len();
        let end = self.end.min(start + BLOCK);
        let rows = self.wide.cover.rows(start);
        for word in 0..(end - start) / LANES {
            if !advance_lanes(self.codes, self.wide, &rows, word) {
                return false;
            }
        }
        true
    }
}

/// The first open codes of each lane.
struct Candidates {
    codes: [[u8; LANES]; OPEN],
    counts: [u8; LANES],
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn candidates(rows: &[Row], word: usize) -> Candidates {
    let mut found = Candidates { codes: [[0; LANES]; OPEN], counts: [0; LANES] };
    let mut open = u64::MAX;
    for code in 0..CODES {
        let mut lanes = open & rows.get(code).map_or(u64::MAX, |row| !row[word]);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize % LANES;
            lanes &= lanes - 1;
            let count = &mut found.counts[lane];
            found.codes[usize::from(*count) % OPEN][lane] = code as u8;
            *count += 1;
            if usize::from(*count) == OPEN {
                open &= !(1 << lane);
            }
        }
        if open == 0 {
            break;
        }
    }
    found
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn advance_lanes(codes: &mut Vec<u8>, wide: &Wide, rows: &[Row], word: usize) -> bool {
    let start = codes.len();
    let open = candidates(rows, word);
    // The least xor of an option and an open code; 0 if the code is an option.
    let mut least = [[u8::MAX; LANES]; OPEN];
    for &(back, code) in &wide.far {
        let run: &[u8; LANES] = codes[start - back..].first_chunk().expect("codes of all lanes");
        for (least, open) in least.iter_mut().zip(&open.codes) {
            for lane in 0..LANES {
                least[lane] = least[lane].min(run[lane] ^ code ^ open[lane]);
            }
        }
    }
    let mut window = [0u8; 2 * LANES];
    window[..LANES].copy_from_slice(&codes[start - LANES..]);
    // Codes of near options, stamped with the lane.
    let mut stamps = [0u8; CODES];
    for lane in 0..LANES {
        let stamp = lane as u8 + 1;
        for &(back, code) in &wide.near {
            stamps[usize::from(window[(LANES + lane - back) % (2 * LANES)] ^ code)] = stamp;
        }
        let mut fitting = 0u32;
        for (i, (codes, least)) in open.codes.iter().zip(&least).enumerate() {
            let free = least[lane] != 0 && stamps[usize::from(codes[lane])] != stamp;
            fitting |= u32::from(free && i < usize::from(open.counts[lane])) << i;
        }
        let code = if fitting == 0 {
            let Some(code) = least_missing(codes, &window, start + lane, lane, wide) else {
                codes.extend_from_slice(&window[LANES..LANES + lane]);
                return false;
            };
            code
        } else {
            open.codes[fitting.trailing_zeros() as usize % OPEN][lane]
        };
        window[LANES + lane] = code;
    }
    codes.extend_from_slice(&window[LANES..]);
    true
}

/// The mex of all options of `n`, one by one.
#[cold]
fn least_missing(codes: &[u8], window: &[u8], n: usize, lane: usize, wide: &Wide) -> Option<u8> {
    let mut seen = [false; CODES];
    let start = n - lane;
    for &(back, code) in wide.far.iter().chain(&wide.near) {
        let other = if n - back < start { codes[n - back] } else { window[LANES + lane - back] };
        seen[usize::from(other ^ code)] = true;
    }
    (0..=u8::MAX).find(|code| !seen[usize::from(*code)])
}

/// Collects into `missing` the positions of the block from `start` on, up to `end`, with a rare code below
/// their own that no row has. `below` is the number of rare codes below, by parity and code.
pub(crate) fn missing(
    rows: &[Row],
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
            let mut left = lanes & rows.get(code).map_or(u64::MAX, |row| !row[word]);
            while left != 0 {
                missing.push((first + left.trailing_zeros() as usize, code as u8));
                left &= left - 1;
            }
        }
    }
}
