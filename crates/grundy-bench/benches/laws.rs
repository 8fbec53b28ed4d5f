//! Speed of proved laws: pairs of machine words, and heaps of hundreds and thousands of digits.
//!
//! Time is that of the processor, where the system says it, so that other work on the machine does not count.
//!
//! One pair in eight is a P-position, made by a winning move from a random pair; the others are random. The number of
//! P-positions that is found is checked.

use std::hint::black_box;
use std::time::{Duration, SystemTime};

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dashu_int::UBig;
use grundy_core::limits::{Budget, Limits};
use grundy_core::position::Move;
use grundy_proof::{Law, SHELF};

/// One pair in this many is lost.
const LOST_EVERY: usize = 8;
const PAIRS: usize = 1 << 16;

/// Games whose laws are read in base 3, Fibonacci numbers and an Ostrowski numeration, and one in base 2.
const GAMES: [&str; 4] = [
    "take any or take odd from 2 heaps",
    "take even or take even from 2 heaps",
    "take even or take any from 2 heaps",
    "take odd or take 1..n/2 from 2 heaps",
];

fn laws() -> Vec<(&'static str, Law)> {
    let all: Vec<Law> =
        SHELF.lines().map(|line| Law::from_text(line.as_bytes()).expect("a certificate")).collect();
    let rules = |game: &str| {
        grundy_core::notation::parse_game(game).expect("rules").game.rules().expect("heaps").clone()
    };
    let mut found = Vec::new();
    let mut all = all;
    for game in GAMES {
        let rules = rules(game);
        let place = all.iter().position(|law| {
            let question = law.question();
            question.heaps == 2 && !question.misere && question.rules == rules
        });
        if let Some(place) = place {
            found.push((game, all.swap_remove(place)));
        }
    }
    assert!(found.len() >= 3, "the shelf has these games");
    found
}

/// A P-position that a winning move from these heaps leads to.
fn lost(law: &Law, heaps: &[UBig]) -> Vec<UBig> {
    let budget = Budget::new(Limits::default());
    let mut heaps = heaps.to_vec();
    if let Ok(found) = law.winning(&heaps, 1, &budget)
        && let Some(Move::Take { touched, .. }) = found.moves.first()
    {
        for touch in touched {
            heaps[touch.heap] -= &touch.taken;
        }
    }
    heaps
}

fn pairs(law: &Law) -> Vec<[u64; 2]> {
    let mut random = fastrand::Rng::with_seed(29);
    let mut list = Vec::new();
    for place in 0..PAIRS {
        let pair = [random.u64(..), random.u64(..)];
        list.push(if place % LOST_EVERY == 0 && place < 64 * LOST_EVERY {
            let found = lost(law, &pair.map(UBig::from));
            [0, 1].map(|heap| u64::try_from(&found[heap]).expect("smaller than before"))
        } else if place % LOST_EVERY == 0 {
            list[place % (64 * LOST_EVERY)]
        } else {
            pair
        });
    }
    list
}

/// The time that this thread has run on a processor, or the time of day where the system does not say.
struct ProcessorTime;

fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ran = text.split(' ').next().and_then(|ran| ran.parse().ok());
    let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    ran.map_or_else(now, Duration::from_nanos)
}

impl Measurement for ProcessorTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        processor_time()
    }

    fn end(&self, start: Duration) -> Duration {
        processor_time().saturating_sub(start)
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, time: &Duration) -> f64 {
        time.as_secs_f64() * 1e9
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

fn words(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("pairs_of_words");
    group.sample_size(20).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    group.throughput(Throughput::Elements(PAIRS as u64));
    for (game, law) in laws() {
        let (words, pairs) = (law.words(), pairs(&law));
        let expected = pairs.iter().filter(|pair| law.is_lost(&pair.map(UBig::from))).count();
        assert!(expected >= PAIRS / LOST_EVERY);
        group.bench_function(BenchmarkId::new(law.numeration().id(), game), |bencher| {
            bencher.iter(|| {
                let found = black_box(&pairs).iter().filter(|pair| words.accepts(&pair[..])).count();
                assert_eq!(found, expected);
            });
        });
        let mut lost = vec![0; pairs.len()];
        group.bench_function(
            BenchmarkId::new(format!("{} together", law.numeration().id()), game),
            |bencher| {
                bencher.iter(|| {
                    words.accepts_pairs(black_box(&pairs), &mut lost);
                    assert_eq!(lost.iter().map(|&lost| usize::from(lost)).sum::<usize>(), expected);
                });
            },
        );
    }
}

/// In a base ten times the digits take ten to twenty times the time; in other numerations a digit takes a
/// subtraction of numbers of that length, and the time grows with the square.
fn long(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("long_heaps");
    group.sample_size(10).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    for (game, law) in laws() {
        for digits in [100usize, 1000, 10_000] {
            let ten = UBig::from(10u8).pow(digits);
            let pair = [ten.clone(), ten * UBig::from(3u8)];
            group.throughput(Throughput::Elements(digits as u64));
            let id = BenchmarkId::new(format!("{} {game}", law.numeration().id()), digits);
            group.bench_function(id, |bencher| bencher.iter(|| law.is_lost(black_box(&pair))));
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = words, long
}
criterion_main!(benches);
