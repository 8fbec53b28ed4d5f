//! Speed of the machine-word kernels. Every benchmark checks its answers against a known number.
//!
//! `two_multiplications` is the plain way to decide a pair, with the 128-bit ratio each time: the baseline,
//! in the same run, since figures of different runs on a shared machine are hardly comparable.

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use grundy_solver::Error;
use grundy_solver::batch::RowError;
use grundy_solver::batch::lines::{Decide, decide_lines, push_outcomes};
use grundy_solver::kernel::wythoff::{decide_pairs, is_p, winning_results};
use std::hint::black_box;
use std::time::Duration;

/// One pair in this many is cold.
const COLD_EVERY: usize = 8;

/// `xorshift64`: the same numbers in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// The cold pair of difference `d`, by integer square root.
fn cold(d: u64) -> [u64; 2] {
    let wide = u128::from(d);
    let small = u64::try_from(u128::midpoint(wide, (5 * wide * wide).isqrt())).expect("d is below 2^62");
    [small, small + d]
}

/// Pairs of heaps below `2^bits`: one in eight cold, one in eight next to a cold pair, the rest at random. A
/// pair next to a cold one, at the same difference, is hot; a random one almost surely is. So exactly one in
/// eight must come out as P.
fn mix(len: usize, bits: u32) -> Vec<[u64; 2]> {
    let mut random = Random(0x5EED_0F60_1DE2_1618);
    let mut next = || random.next() >> (64 - bits);
    let pair = |place| match place % COLD_EVERY {
        0 => cold(next() >> 2),
        4 => cold(next() >> 2).map(|heap| heap + 1),
        _ => [next(), next()],
    };
    (0..len).map(pair).collect()
}

fn two_multiplications(x: u64, y: u64) -> bool {
    let ratio = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834_u128;
    let (small, d) = (x.min(y), x.abs_diff(y));
    let below = (u128::from(d) * (ratio & u128::from(u64::MAX))) >> 64;
    let scaled = (u128::from(d) * (ratio >> 64) + below) >> 64;
    u128::from(small) == u128::from(d) + scaled
}

fn count(pairs: &[[u64; 2]], decide: impl Fn(u64, u64) -> bool) -> usize {
    pairs.iter().map(|&[x, y]| usize::from(decide(x, y))).sum()
}

fn group<'a>(
    criterion: &'a mut Criterion,
    name: &str,
    throughput: Throughput,
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(throughput).sample_size(10).measurement_time(Duration::from_secs(2));
    group.warm_up_time(Duration::from_millis(500));
    group
}

fn pairs(criterion: &mut Criterion) {
    let cases = [
        ("stream_2^24_63_bits", 1 << 24, 63),
        ("cache_2^11_63_bits", 1 << 11, 63),
        ("cache_2^11_48_bits", 1 << 11, 48),
    ];
    for (name, len, bits) in cases {
        let pairs = mix(len, bits);
        let expected = len / COLD_EVERY;
        let mut answers = vec![0; len];
        let mut group = group(criterion, name, Throughput::Elements(len as u64));
        group.bench_function("two_multiplications", |bencher| {
            bencher.iter(|| assert_eq!(count(black_box(&pairs), two_multiplications), expected));
        });
        group.bench_function("is_p", |bencher| {
            bencher.iter(|| assert_eq!(count(black_box(&pairs), is_p), expected));
        });
        group.bench_function("decide_pairs", |bencher| {
            bencher.iter(|| decide_pairs(black_box(&pairs), black_box(&mut answers)));
        });
        assert_eq!(answers.iter().map(|&answer| usize::from(answer)).sum::<usize>(), expected);
        group.finish();
    }
}

fn moves(criterion: &mut Criterion) {
    let pairs = mix(1 << 11, 63);
    let mut group = group(criterion, "wythoff_moves", Throughput::Elements(1 << 11));
    group.bench_function("winning_results", |bencher| {
        bencher.iter(|| {
            let lost = |&&[x, y]: &&[u64; 2]| winning_results(x, y).as_slice().is_empty();
            assert_eq!(black_box(&pairs).iter().filter(lost).count(), pairs.len() / COLD_EVERY);
        });
    });
    group.finish();
}

/// Wythoff's game for lines of two heaps; the text holds no others.
struct Wythoff(Vec<u8>);

impl Decide for Wythoff {
    fn gathers_pairs(&self) -> bool {
        true
    }

    fn pairs(&mut self, pairs: &[[u64; 2]], rows: &mut Vec<u8>) {
        self.0.resize(pairs.len(), 0);
        decide_pairs(pairs, &mut self.0);
        push_outcomes(&self.0, rows);
    }

    fn words(&mut self, _: &[u64], _: &mut Vec<u8>) -> bool {
        false
    }

    fn other(&mut self, _: &[u8], _: &mut Vec<u8>) -> Result<(), RowError> {
        Err(RowError::new(0, Error::input("error.empty-line")))
    }
}

fn lines(criterion: &mut Criterion) {
    for (name, bits) in [("lines_62_bits", 62), ("lines_48_bits", 48)] {
        let pairs = mix(1 << 19, bits);
        let text: Vec<u8> = pairs.iter().flat_map(|[x, y]| format!("{x} {y}\n").into_bytes()).collect();
        let mut group = group(criterion, name, Throughput::Bytes(text.len() as u64));
        group.bench_function("decide_lines", |bencher| {
            let mut rows = Vec::new();
            bencher.iter(|| {
                rows.clear();
                let read = decide_lines(&text, &mut Wythoff(Vec::new()), &mut rows);
                assert_eq!(read.expect("two words a line"), pairs.len() as u64);
            });
            let lost = memchr::memchr_iter(b'P', &rows).count();
            assert_eq!(lost, pairs.len() / COLD_EVERY);
        });
        group.finish();
    }
}

criterion_group!(benches, pairs, moves, lines);
criterion_main!(benches);
