//! Blocks of positions for few codes: the set of excluded codes fits a machine word.
//!
//! An option of a common value is a rare position r with the position n - k - r. So for each r, the codes of
//! a run of positions, xored with that of r, are options of a run of n. Sixty-four positions are processed
//! together: one word for each collects one bit per option (lanes of the vector unit). Only options nearer
//! than a lane group require one position after the other. The mex is the number of trailing ones.
//!
//! This is correct as long as no rare value is missing. That is checked afterwards, for many positions at
//! once and in the same way: pairs of common positions mark the rare codes they witness ([`witness`]).

use pulp::NullaryFnOnce;

use super::vector_unit;

/// An option: how far back its code lies, and what to xor it with.
pub(crate) type Term = (usize, u8);

/// Positions processed together.
pub(crate) const LANES: usize = 64;
/// Positions of the inner groups.
const GROUP: usize = 8;

/// A set of codes in one word.
pub(crate) trait Set: Copy + Default + Eq {
    /// The set holds codes below this.
    const BITS: u32;
    fn with(self, code: u8) -> Self;
    fn least_missing(self) -> u32;
    /// The codes 0, 1, ..., `count - 1`.
    fn first(count: u32) -> Self;
    fn codes(self) -> u64;
}

macro_rules! word_set {
    ($word:ty) => {
        impl Set for $word {
            const BITS: u32 = <$word>::BITS;
            #[allow(clippy::inline_always)]
            #[inline(always)]
            fn with(self, code: u8) -> Self {
                // By the mask, the compiler knows that the shift is in range, as codes are.
                self | (1 << (u32::from(code) & (Self::BITS - 1)))
            }
            #[allow(clippy::inline_always)]
            #[inline(always)]
            fn least_missing(self) -> u32 {
                self.trailing_ones()
            }
            fn first(count: u32) -> Self {
                Self::MAX.checked_shr(Self::BITS.saturating_sub(count)).unwrap_or(0)
            }
            fn codes(self) -> u64 {
                self.into()
            }
        }
    };
}
word_set!(u16);
word_set!(u32);
word_set!(u64);

/// The options of common values, grouped by distance.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    /// At least [`LANES`] back.
    far: Vec<Term>,
    /// At least a group back.
    middle: Vec<Term>,
    /// Nearer than a group.
    near: Vec<Term>,
}

impl Terms {
    pub(crate) fn new(terms: &[Term]) -> Self {
        let part = |from: usize, to: usize| {
            let mut list: Vec<Term> =
                terms.iter().copied().filter(|(back, _)| (from..to).contains(back)).collect();
            // The farthest first: the nearest codes were computed last and should be read last.
            list.sort_unstable_by_key(|(back, _)| std::cmp::Reverse(*back));
            list.dedup();
            list
        };
        Self { far: part(LANES, usize::MAX), middle: part(GROUP, LANES), near: part(0, GROUP) }
    }

    /// The number of terms.
    pub(crate) fn len(&self) -> usize {
        self.far.len() + self.middle.len() + self.near.len()
    }

    /// How far back the terms lie.
    pub(crate) fn reach(&self) -> usize {
        self.far.first().map_or(0, |(back, _)| *back).max(LANES)
    }
}

/// Appends codes up to `end`, a multiple of [`LANES`] after the current end. Each code is the least that no
/// term excludes. Stops and returns `false` before the lanes with a code that the set cannot hold.
pub(crate) fn advance<S: Set>(codes: &mut Vec<u8>, end: usize, terms: &Terms) -> bool {
    struct Advance<'a, S>(&'a mut Vec<u8>, usize, &'a Terms, std::marker::PhantomData<S>);
    impl<S: Set> NullaryFnOnce for Advance<'_, S> {
        type Output = bool;
        #[allow(clippy::inline_always)]
        #[inline(always)]
        fn call(self) -> bool {
            while self.0.len() < self.1 {
                if !advance_lanes::<S>(self.0, self.2) {
                    return false;
                }
            }
            true
        }
    }
    vector_unit().dispatch(Advance::<S>(codes, end, terms, std::marker::PhantomData))
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn advance_lanes<S: Set>(codes: &mut Vec<u8>, terms: &Terms) -> bool {
    let start = codes.len();
    let mut sets = [S::default(); LANES];
    gather(&mut sets, codes, start, &terms.far);
    let mut window = [0u8; 2 * LANES];
    window[..LANES].copy_from_slice(&codes[start - LANES..]);
    let mut greatest = 0;
    for (group, sets) in sets.as_chunks_mut::<GROUP>().0.iter_mut().enumerate() {
        let base = LANES + group * GROUP;
        for &(back, code) in &terms.middle {
            let run: &[u8; GROUP] = window[base - back..].first_chunk().expect("a group");
            for i in 0..GROUP {
                sets[i] = sets[i].with(run[i] ^ code);
            }
        }
        for (lane, set) in sets.iter().enumerate() {
            let mut set = *set;
            for &(back, code) in &terms.near {
                set = set.with(window[(base + lane - back) % (2 * LANES)] ^ code);
            }
            let code = set.least_missing();
            greatest = greatest.max(code);
            window[base + lane] = code as u8;
        }
    }
    // Codes after the first that does not fit are not reliable.
    if greatest < S::BITS {
        codes.extend_from_slice(&window[LANES..]);
    }
    greatest < S::BITS
}

/// Adds the codes of all terms, whose positions are before `start`, to the set of each lane.
#[allow(clippy::inline_always)]
#[inline(always)]
fn gather<S: Set>(sets: &mut [S; LANES], codes: &[u8], start: usize, terms: &[Term]) {
    for &(back, code) in terms {
        let run: &[u8; LANES] = codes[start - back..].first_chunk().expect("codes of all lanes");
        for i in 0..LANES {
            sets[i] = sets[i].with(run[i] ^ code);
        }
    }
}

/// Which rare codes must be options of a position, by its parity and code.
pub(crate) type Needs = [[u64; 64]; 2];

/// Collects into `missing` the positions from `start` to the end of `codes` (a multiple of [`LANES`] apart)
/// with those rare codes below their own that no term yields.
pub(crate) fn witness<S: Set>(
    codes: &[u8],
    start: usize,
    terms: &[Term],
    needs: &Needs,
    missing: &mut Vec<(usize, u8)>,
) {
    struct Witness<'a, S> {
        codes: &'a [u8],
        start: usize,
        terms: &'a [Term],
        needs: &'a Needs,
        missing: &'a mut Vec<(usize, u8)>,
        set: std::marker::PhantomData<S>,
    }
    impl<S: Set> NullaryFnOnce for Witness<'_, S> {
        type Output = ();
        #[allow(clippy::inline_always)]
        #[inline(always)]
        fn call(self) {
            let Self { codes, start, terms, needs, missing, .. } = self;
            for start in (start..codes.len()).step_by(LANES) {
                let mut sets = [S::default(); LANES];
                gather(&mut sets, codes, start, terms);
                for (lane, set) in sets.iter().enumerate() {
                    let n = start + lane;
                    let mut left = needs[n & 1][usize::from(codes[n] & 63)] & !set.codes();
                    while left != 0 {
                        missing.push((n, left.trailing_zeros() as u8));
                        left &= left - 1;
                    }
                }
            }
        }
    }
    let set = std::marker::PhantomData::<S>;
    vector_unit().dispatch(Witness { codes, start, terms, needs, missing, set });
}
