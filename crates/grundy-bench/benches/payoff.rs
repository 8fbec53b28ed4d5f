//! Benchmarks of games in matrix form. Each checks its answer; the time covers the report, including checks and
//! dominance.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use dashu_int::IBig;
use dashu_ratio::RBig;
use grundy_core::limits::Budget;
use grundy_core::text::Lang;
use grundy_payoff::{Game, Matrix, SolutionMethod, classic, solve};

/// A matrix of payoffs 0 to 99 from a linear congruential generator, the same in every run.
fn matrix(size: usize, seed: &mut u64) -> Matrix {
    let mut cell = |_| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        RBig::from(IBig::from((*seed >> 33) % 100))
    };
    Matrix::new((0..size).map(|_| (0..size).map(&mut cell).collect()).collect()).expect("a matrix")
}

fn classics(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nash_classics");
    for (name, count) in [("prisoners", 1), ("pennies", 1), ("battle", 3), ("rps", 1)] {
        let game = classic(name).expect("a classic").game(Lang::En).expect("a game");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let report =
                    solve(black_box(&game), SolutionMethod::All, &Budget::default()).expect("an answer");
                assert_eq!(report.equilibria.len(), count);
                report
            });
        });
    }
    group.finish();
}

fn random(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nash_all");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for size in [5, 8, 10, 12, 14, 16] {
        let mut seed = 1;
        let game = Game::new(matrix(size, &mut seed), matrix(size, &mut seed)).expect("a game");
        group.bench_function(format!("{size}x{size}"), |bencher| {
            bencher.iter(|| {
                let report =
                    solve(black_box(&game), SolutionMethod::All, &Budget::default()).expect("an answer");
                assert!(report.complete && !report.equilibria.is_empty());
                report
            });
        });
    }
    group.finish();
}

fn zero_sum(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nash_zero_sum");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for size in [12, 50, 100, 200] {
        let game = Game::zero_sum(matrix(size, &mut 1));
        group.bench_function(format!("{size}x{size}"), |bencher| {
            bencher.iter(|| {
                let report =
                    solve(black_box(&game), SolutionMethod::All, &Budget::default()).expect("an answer");
                assert!(report.value.is_some());
                report
            });
        });
    }
    group.finish();
}

criterion_group!(benches, classics, random, zero_sum);
criterion_main!(benches);
