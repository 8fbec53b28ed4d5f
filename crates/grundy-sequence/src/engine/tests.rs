//! Compares every engine with the plain recursion, on random sets and in irregular steps.

use super::*;
use fastrand::Rng;
use grundy_core::notation::parse_game;
use grundy_core::rules::Amounts;

fn rules(text: &str) -> Rules {
    parse_game(text).unwrap().game.rules().unwrap().clone()
}

fn plain(rules: &Rules, length: usize) -> Vec<u32> {
    let mut engine = Plain::new(rules);
    engine.grow(length, &Budget::default()).unwrap();
    engine.values().iter().collect()
}

/// Creates engines of one kind, as many as a test needs.
type Make<'a> = dyn Fn() -> Option<Box<dyn Engine>> + 'a;

fn makers(amounts: &Amounts) -> [Box<Make<'_>>; 4] {
    fn boxed<E: Engine + 'static>(engine: Option<E>) -> Option<Box<dyn Engine>> {
        engine.map(|engine| Box::new(engine) as Box<dyn Engine>)
    }
    [
        Box::new(|| boxed(Subtraction::new(amounts))),
        Box::new(|| boxed(Subtraction::portable(amounts))),
        Box::new(|| boxed(Subtraction::in_layers(amounts))),
        Box::new(|| boxed(Windows::new(amounts))),
    ]
}

/// Grows in irregular steps, and resumes from a prefix computed by another run.
fn agrees(text: &str, make: &Make<'_>, expected: &[u32], random: &mut Rng) {
    let budget = Budget::default();
    let Some(mut engine) = make() else { return };
    let mut length = 0;
    while length < expected.len() {
        let step = [1, 7, 64, 300, 5000][usize::try_from(random.u64(..5)).unwrap()];
        length = expected.len().min(length + step + usize::try_from(random.u64(..3)).unwrap());
        engine.grow(length, &budget).unwrap();
        assert_eq!(engine.values().len(), length, "{text} {}", engine.name());
    }
    if let Some(heap) = (0..length).find(|n| engine.values().at(*n) != expected[*n]) {
        panic!(
            "{text}: {} says G({heap}) = {}, not {}",
            engine.name(),
            engine.values().at(heap),
            expected[heap]
        );
    }
    assert!(engine.bytes_for(length as u64).is_some());
    let prefix = usize::try_from(random.u64(..expected.len() as u64)).unwrap();
    let mut engine = make().unwrap();
    engine.restore(&expected[..prefix / 2], &budget).unwrap();
    engine.restore(&expected[prefix / 2..prefix], &budget).unwrap();
    engine.grow(expected.len(), &budget).unwrap();
    assert!(engine.values().iter().eq(expected.iter().copied()), "{text} from {prefix}: {}", engine.name());
}

fn all_agree(text: &str, length: usize, random: &mut Rng) {
    let rules = rules(text);
    let expected = plain(&rules, length);
    let amounts = rules.as_subtraction_set().unwrap();
    for make in &makers(amounts) {
        agrees(text, make, &expected, random);
    }
}

#[test]
fn random_finite_sets() {
    let mut random = Rng::with_seed(77);
    for case in 0..60 {
        // Small, large and mixed amounts, of several sizes of sets.
        let most = [6, 12, 40, 70, 300, 1500][case % 6];
        let count = 1 + random.u64(..[3, 10, 30][case / 6 % 3]);
        let least = if case % 4 == 0 { most / 2 } else { 0 };
        let set: Vec<String> = (0..count).map(|_| (1 + least + random.u64(..most)).to_string()).collect();
        all_agree(&format!("take {}", set.join(", ")), 3000, &mut random);
    }
}

#[test]
fn sets_of_every_kind() {
    let mut random = Rng::with_seed(78);
    for text in [
        "take 1",
        "take 64",
        "take 2048",
        "take 2100, 4097",
        "take 2999",
        "take 10^9, 3",
        "take 1..9",
        "take 1..70",
        "take 5..300",
        "take 40..1000",
        "take 1..10^9 except 5",
        "take any except 4",
        "take any except 1, 2, 9..12, 40",
        "take any except squares",
        "take 1..n/2",
        "take n/3..n/2, 5",
        "take 1..root(n)",
        "take 3*n/4.., 2",
        "take 1..n/2 except 5..9",
        "take n/2..100",
        "take primes",
        "take squares",
        "take fibonacci",
        "take powers of 2",
        "take odd, 4",
        "take multiples of 6, 7, 33",
        "take (1..400 except multiples of 3)",
        "take (1..900 except primes), 2000",
        "take primes, 1",
    ] {
        all_agree(text, 3000, &mut random);
    }
}

#[test]
fn values_grow_beyond_every_lane() {
    let mut random = Rng::with_seed(79);
    // Values up to 8, 16, 32 and 64 and more, by near and by far amounts.
    for (m, gap) in [(9, 1), (20, 3), (40, 70), (70, 1), (80, 65), (300, 2), (5, 3000)] {
        let set: Vec<String> = (1..=m).map(|k| (k * gap).to_string()).collect();
        all_agree(&format!("take {}", set.join(", ")), 6000, &mut random);
    }
    let rules = rules("take any except 2");
    all_agree("take any except 2", 3000, &mut random);
    assert!(plain(&rules, 3000).iter().any(|v| *v > 255));
}

#[test]
fn taking_nothing_is_no_move() {
    let single = |k: u32| Amounts::single(k.into());
    let with_zero = [0, 3, 4, 9].map(single).into_iter().reduce(Amounts::union).unwrap();
    let mut random = Rng::with_seed(81);
    let expected = plain(&rules("take 3, 4, 9"), 2000);
    for make in &makers(&with_zero) {
        agrees("take 0, 3, 4, 9", make, &expected, &mut random);
    }
}

#[test]
fn long_runs_forget_what_is_out_of_reach() {
    let mut random = Rng::with_seed(80);
    all_agree("take 3, 70, 911", 200_000, &mut random);
    all_agree("take 100, 2049, 2050", 150_000, &mut random);
}

#[test]
fn the_fastest_engine_is_picked() {
    for (text, name) in [
        ("take 3, 7, 1000", "lanes"),
        ("take 1..50", "windows"),
        ("take any except 4", "windows"),
        ("take 1..n/2", "windows"),
        ("take squares", "lanes"),
        ("take divisors of n", "plain"),
        ("kayles", "witnesses"),
        ("hex(0.8)", "plain"),
    ] {
        assert_eq!(engine_for(&rules(text)).name(), name, "{text}");
    }
    let mut engine = engine_for(&rules("take primes"));
    engine.grow(5000, &Budget::default()).unwrap();
    assert_eq!(engine.name(), "layers");
}

#[test]
fn memory_is_refused_and_the_values_stay_good() {
    use grundy_core::limits::Limits;
    for text in ["take 3, 7", "take 1..n/2", "take primes", "take any except 4", "take divisors of n"] {
        let rules = rules(text);
        let budget = Budget::new(Limits { memory: 1 << 20, time: None, threads: 0 });
        let mut engine = engine_for(&rules);
        engine.grow(500, &budget).unwrap();
        // The last ones need more bytes than a machine word can count.
        for length in [1 << 40, 1 << 62, (1 << 62) + 1, usize::MAX / 2 + 1, usize::MAX] {
            assert_eq!(engine.grow(length, &budget).unwrap_err().code(), "memory-limit", "{text} {length}");
        }
        engine.grow(900, &budget).unwrap();
        assert!(engine.values().iter().eq(plain(&rules, 900)), "{text}");
    }
}

#[test]
fn outcomes_are_those_of_the_recursion() {
    let mut random = Rng::with_seed(82);
    let budget = Budget::default();
    let mut texts: Vec<String> =
        ["primes", "squares", "1..9", "any except 4", "2, 2048", "513, 600", "8200, 9001"]
            .map(|set| format!("take {set}"))
            .to_vec();
    for case in 0..50 {
        let most = [6, 40, 80, 300, 1500][case % 5];
        let least = if case % 3 == 0 { most / 2 } else { 0 };
        let count = 1 + random.u64(..[3, 12][case % 2]);
        let set: Vec<String> = (0..count).map(|_| (1 + least + random.u64(..most)).to_string()).collect();
        texts.push(format!("take {}", set.join(", ")));
    }
    for text in &texts {
        let rules = rules(text);
        let amounts = rules.as_subtraction_set().unwrap();
        let length = 12_000;
        let list: Vec<usize> = {
            let mut listed = crate::listed::Listed::of(amounts).unwrap();
            listed.extend(length as u64, &budget).unwrap();
            listed.up_to(length as u64).iter().map(|&k| usize::try_from(k).unwrap()).collect()
        };
        for misere in [false, true] {
            let mut won: Vec<bool> = Vec::new();
            for heap in 0..length {
                let mut options = list.iter().take_while(|k| **k <= heap).map(|k| won[heap - k]).peekable();
                won.push(if options.peek().is_none() { misere } else { !options.all(|won| won) });
            }
            for portable in [false, true] {
                let mut engine = Outcomes::new(amounts, misere).unwrap();
                if portable {
                    engine.without_vectors();
                }
                let mut grown = 0;
                while grown < length {
                    grown = length.min(grown + [1, 70, 900, 9000][usize::try_from(random.u64(..4)).unwrap()]);
                    engine.grow(grown, &budget).unwrap();
                }
                let wrong = (0..length).find(|heap| engine.is_won(*heap) != Some(won[*heap]));
                assert_eq!(wrong, None, "{text} misère {misere} portable {portable}");
                assert_eq!(engine.is_won(length), None);
                assert!(engine.values().iter().eq(won.iter().map(|won| u32::from(*won))));
            }
        }
    }
}
