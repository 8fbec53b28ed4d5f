//! Speed of sieves and tables of coupled heaps. Every benchmark checks a number of its answer.
//!
//! `line_by_line` is the plain way to a table of Wythoff's game, with three rows of bits per cell scanned
//! from the first word on, as in `baselines/wythoff_table.cpp`: the baseline, in the same run.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy_solver::Solver;
use grundy_solver::lattice::Lattice;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::notation::parse_game;

fn lattice(text: &str) -> Lattice {
    let line = parse_game(text).expect("rules");
    Solver::default().recognise(&line).lattice().expect("coupled heaps").clone()
}

/// The sum of all values, the plain way.
fn line_by_line(size: usize) -> u64 {
    let words = 3 * size / 64 + 1;
    let (mut rows, mut columns) = (vec![0u64; size * words], vec![0u64; size * words]);
    let mut diagonals = vec![0u64; 2 * size * words];
    let mut sum = 0;
    for a in 0..size {
        for b in 0..size {
            let row = &mut rows[a * words..][..words];
            let column = &mut columns[b * words..][..words];
            let diagonal = &mut diagonals[(size + b - a) * words..][..words];
            let word =
                (0..words).find(|&k| row[k] | column[k] | diagonal[k] != u64::MAX).expect("a free value");
            let free = !(row[word] | column[word] | diagonal[word]);
            let bit = free & free.wrapping_neg();
            row[word] |= bit;
            column[word] |= bit;
            diagonal[word] |= bit;
            sum += (word * 64) as u64 + u64::from(bit.trailing_zeros());
        }
    }
    sum
}

fn tables(criterion: &mut Criterion) {
    let wythoff = lattice("wythoff");
    let mut group = criterion.benchmark_group("wythoff_values");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for size in [1024usize, 4096] {
        group.throughput(Throughput::Elements((size * size) as u64));
        let mut sums = [0; 2];
        group.bench_function(format!("line_by_line/{size}"), |bencher| {
            bencher.iter(|| sums[0] = line_by_line(black_box(size)));
        });
        group.bench_function(format!("values/{size}"), |bencher| {
            bencher.iter(|| {
                let table = wythoff.values(&[size, size], &Budget::default()).expect("there is room");
                assert_eq!(table.get(&[1, 2]), Some(0));
                black_box(&table);
            });
        });
        let table = wythoff.values(&[size, size], &Budget::default()).expect("there is room");
        let cells = (0..size).flat_map(|a| (0..size).map(move |b| [a, b]));
        sums[1] = cells.map(|heaps| u64::from(table.get(&heaps).expect("inside"))).sum();
        assert!(sums[0] == 0 || sums[0] == sums[1], "the two ways differ");
    }
    group.finish();
}

/// Tables of three heaps, on one thread and on all. Positions of value 0 are those of the sieve.
fn three_heaps(criterion: &mut Criterion) {
    let wythoff = lattice("wythoff");
    let side = 256;
    let found = wythoff.sieve(&[side; 3], &Budget::default()).expect("there is room");
    let mut group = criterion.benchmark_group("three_heaps");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements((side * side * side) as u64));
    for threads in [1, 0] {
        let make = || {
            let budget = Budget::new(Limits { threads, ..Limits::default() });
            wythoff.values(&[side; 3], &budget).expect("there is room")
        };
        group.bench_function(format!("values/{threads} threads"), |bencher| {
            bencher.iter(|| black_box(make()));
        });
        let table = make();
        let sorted = (0..side).flat_map(|a| (a..side).flat_map(move |b| (b..side).map(move |c| [a, b, c])));
        let mut lost = sorted.filter(|heaps| table.get(heaps) == Some(0)).map(Vec::from);
        assert!(found.iter().eq(lost.by_ref()), "values and sieve differ");
    }
    group.finish();
}

fn sieves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sieve");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (text, sides, found) in [
        ("wythoff", vec![1 << 15; 2], Some(12_517)),
        ("wythoff(3)", vec![1 << 15; 2], Some(7_616)),
        ("take any or take 1..3 from 2 heaps", vec![1 << 15; 2], Some(20_480)),
        ("take 1..n/2 or take any from 2 heaps", vec![1 << 15; 2], Some(24_046)),
        ("wythoff", vec![512; 3], Some(33_229)),
        ("moore(2)", vec![96; 3], Some(96)),
    ] {
        let lattice = lattice(text);
        let cells: usize = sides.iter().product();
        group.throughput(Throughput::Elements(cells as u64));
        group.bench_function(format!("{text}, {} heaps", sides.len()), |bencher| {
            bencher.iter(|| {
                let set = lattice.sieve(black_box(&sides), &Budget::default()).expect("there is room");
                assert!(found.is_none_or(|found| set.len() == found), "{} of {text}", set.len());
            });
        });
    }
    group.finish();
}

criterion_group!(benches, tables, three_heaps, sieves);
criterion_main!(benches);
