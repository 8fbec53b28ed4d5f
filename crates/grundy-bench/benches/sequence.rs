//! Speed of the engines, in values of one heap. Every run is checked against the checksum that
//! `baselines/subtraction.cpp` prints for the same set, or the plain recursion gave.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundy_solver::limits::Budget;
use grundy_solver::notation::parse_game;
use grundy_solver::sequence::engine::{Engine, Outcomes, engine_for};
use std::hint::black_box;
use std::time::Duration;

const NEAR: &str = "take 3, 7, 13, 29, 41, 55, 67, 79, 97, 101";
const FAR: &str = "take 517, 601, 733, 811, 907, 1013, 1201, 1409, 1601, 2003";

/// Rules, the last heap and the checksum of all values up to it.
const CASES: [(&str, usize, u64); 11] = [
    (NEAR, 100_000_000, 14_873_638_070_640_316_867),
    (FAR, 100_000_000, 16_135_736_185_956_257_245),
    ("take primes", 1_000_000, 8_340_923_477_390_786_221),
    ("take squares", 1_000_000, 12_439_338_653_607_541_127),
    ("octal(0.6)", 1_000_000, 0x5b58_ef58_3ddc_3e20),
    ("grundy", 1_000_000, 0x207a_b483_dd51_bc96),
    ("octal(0.16)", 10_000_000, 0x83b9_d09a_68c0_d0f4),
    ("octal(0.56)", 10_000_000, 0x4856_0006_da5b_f462),
    ("octal(0.106)", 10_000_000, 0xd79b_53c7_098e_d929),
    ("octal(0.104)", 10_000_000, 0x9e96_b4b0_5cf0_1714),
    ("octal(0.007)", 100_000, 0x6d97_769c_0183_5181),
];

fn values(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("values");
    group.sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    for (text, last, expected) in CASES {
        let rules = parse_game(text).expect("a game").game.rules().unwrap().clone();
        group.throughput(Throughput::Elements(last as u64 + 1));
        group.bench_function(BenchmarkId::new(text, last), |bencher| {
            bencher.iter(|| {
                let mut engine = engine_for(black_box(&rules));
                engine.grow(last + 1, &Budget::default()).expect("within limits");
                assert_eq!(engine.values().checksum(), expected, "{text}");
            });
        });
    }
    group.finish();
}

fn outcomes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("outcomes");
    group.sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    for (text, last, _) in &CASES[..2] {
        let rules = parse_game(text).expect("a game").game.rules().unwrap().clone();
        let amounts = rules.as_subtraction_set().expect("a subtraction game");
        // Lost heaps are those of value 0.
        let mut engine = engine_for(&rules);
        engine.grow(last + 1, &Budget::default()).expect("within limits");
        let won = engine.values().iter().filter(|value| *value > 0).count();
        drop(engine);
        group.throughput(Throughput::Elements(*last as u64 + 1));
        group.bench_function(BenchmarkId::new(*text, last), |bencher| {
            bencher.iter(|| {
                let mut engine = Outcomes::new(black_box(amounts), false).expect("a fixed set");
                engine.grow(last + 1, &Budget::default()).expect("within limits");
                let (rest, words) = engine.words().split_last().expect("some heaps");
                let beyond = 63 - last % 64;
                let count: usize = words.iter().map(|word| word.count_ones() as usize).sum();
                assert_eq!(count + (rest << beyond).count_ones() as usize, won, "{text}");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, values, outcomes);
criterion_main!(benches);
