use super::*;
use crate::Residue;
use crate::engine::Values;
use fastrand::Rng;
use grundy_core::notation::parse_game;

fn run(text: &str, wanted: usize) -> Run {
    let line = parse_game(text).unwrap();
    Run::new(line.game.rules().unwrap(), wanted, Limits::default(), Cancel::default())
}

#[test]
fn a_period_ends_the_run_and_knows_all_heaps() {
    for (text, preperiod, period, last) in [
        ("kayles", 71, 12, 167),
        ("octal(0.07)", 53, 34, 2 * (53 + 34) + 1),
        ("take 1, 3, 4", 0, 7, 11),
        ("take 2, 5, 7", 0, 22, 29),
        ("octal(0.45)", 498, 20, 2 * 518 + 1),
        ("split into 2 heaps", 1, 2, 5),
        ("take 6 leaving 0 heaps", 7, 1, 14),
    ] {
        let mut run = run(text, 10_000);
        assert_eq!(run.finish().unwrap(), StopReason::PeriodProved, "{text}");
        assert_eq!(run.period(), Some(Period { preperiod, period, saltus: 0 }), "{text}");
        assert_eq!(run.checked_to(), Some(last), "{text}");
        // The limit is exact.
        let mut enough = self::run(text, last + 1);
        assert_eq!(enough.finish().unwrap(), StopReason::PeriodProved, "{text}");
        let mut too_few = self::run(text, last);
        assert_eq!(too_few.finish().unwrap(), StopReason::Finished, "{text}");
        assert_eq!((too_few.period(), too_few.checked_to()), (None, Some(last - 1)));
        // Large heaps by the period, small ones by the table.
        let rules = parse_game(text).unwrap().game.rules().unwrap().clone();
        let mut plain = engine_for(&rules);
        plain.grow(3000, &Budget::default()).unwrap();
        let mut all = vec![0; 3000];
        assert_eq!(run.read(&UBig::ZERO, &mut all), 3000);
        assert!(plain.values().iter().eq(all.iter().copied()), "{text}");
        let mut one = [0];
        run.read(&(UBig::from(period) * (UBig::ONE << 200) + UBig::from(1000u32)), &mut one);
        assert_eq!(one[0], all[1000]);
    }
}

/// Compares the search with the table of all distances, on difficult sequences.
#[test]
fn the_least_period_is_found_where_one_is_proved() {
    let mut random = Rng::with_seed(17);
    for _ in 0..400 {
        let before = usize::try_from(random.u64(..40)).unwrap();
        let around = 1 + usize::try_from(random.u64(..30)).unwrap();
        let symbols = 1 + random.u64(..3);
        let mut symbol = || u32::try_from(random.u64(..symbols)).unwrap();
        let mut values: Vec<u32> = (0..before + around).map(|_| symbol()).collect();
        while values.len() < 400 {
            values.push(values[values.len() - around]);
        }
        for game in ["octal(0.007)", "take 2, 5"] {
            let theorems = Theorem::of(parse_game(game).unwrap().game.rules().unwrap());
            for length in [64, 77, 128, 211, 400] {
                let values = Values::Wide(&values[..length]);
                let expected = super::super::period::find(values, &theorems, &Budget::default()).unwrap();
                let found = Search::new(theorems.clone()).look(values, &Budget::default()).unwrap();
                assert_eq!(found, expected, "{values:?} {game}");
            }
        }
    }
}

#[test]
fn what_repeats_without_proof_is_only_seen() {
    let mut run = run("kayles", 150);
    assert_eq!(run.finish().unwrap(), StopReason::Finished);
    let seen = run.seen().unwrap();
    assert_eq!((run.period(), seen.preperiod, seen.period, seen.saltus), (None, 71, 12, 0));
    assert_eq!(run.enough_for(seen), Some(168));
    let mut none = self::run("octal(0.6)", 1000);
    none.finish().unwrap();
    assert_eq!(none.seen(), None);
}

#[test]
fn limits_are_reasons_and_what_is_there_stays() {
    let line = parse_game("octal(0.6)").unwrap();
    let limited = |limits, cancel| Run::new(line.game.rules().unwrap(), 1 << 40, limits, cancel);
    let time = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let mut run = limited(time, Cancel::default());
    assert_eq!(run.finish().unwrap(), StopReason::TimeLimit);
    assert!(run.length() > 64 && run.limit().unwrap().code() == "time-limit");
    assert_eq!(run.statistics().count(), run.length() as u64);
    let mut run = limited(Limits { memory: 200_000, time: None, threads: 0 }, Cancel::default());
    assert_eq!(run.finish().unwrap(), StopReason::MemoryLimit);
    assert!(run.length() > 64);
    let cancel = Cancel::default();
    let mut run = limited(Limits::default(), cancel.clone());
    assert_eq!(run.step().unwrap(), None);
    cancel.cancel();
    assert_eq!(run.finish().unwrap(), StopReason::Interrupted);
    let mut run = limited(Limits::default(), Cancel::default()).limit_effort(Some(100_000));
    assert_eq!(run.finish().unwrap(), StopReason::EffortLimit);
    assert!(run.progress().rate > 0 && run.progress().left.is_some());
}

#[test]
fn what_the_memory_cannot_hold_is_refused_at_once() {
    let far = UBig::from(10u8).pow(14);
    let mut never = run("octal(0.007)", 1 << 40);
    let error = never.check_size(&far, Duration::from_millis(60)).unwrap_err();
    assert_eq!(error.code(), "values-too-many");
    let text = error.message().render(grundy_core::text::Lang::En);
    assert!(text.contains("TiB") && text.contains("years"), "{text}");
    let huge = UBig::from(10u8).pow(40);
    assert_eq!(never.check_size(&huge, Duration::ZERO).unwrap_err().code(), "values-too-many");
    // A period makes it small.
    let mut kayles = run("kayles", 1 << 40);
    kayles.check_size(&far, Duration::from_secs(5)).unwrap();
    assert_eq!(kayles.stop_reason(), Some(StopReason::PeriodProved));
}

#[test]
fn closed_forms_and_runs_agree() {
    use crate::HeapFunction;
    let rules = parse_game("take 1..6").unwrap().game.rules().unwrap().clone();
    let closed = Residue::new(UBig::from(7u8), rules.as_subtraction_set().unwrap().clone());
    let mut run = run("take 1..6", 1000);
    run.finish().unwrap();
    let mut all = [0; 500];
    run.read(&UBig::ZERO, &mut all);
    for (n, &value) in all.iter().enumerate() {
        assert_eq!(closed.value(&n.into(), &Budget::default()).unwrap(), UBig::from(value));
    }
}
