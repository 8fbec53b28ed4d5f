//! Compares quotients with play by the definition, and with published figures.

use fastrand::Rng;
use rustc_hash::FxHashMap;

use crate::{Bounds, Form, Forms, GameQuotient, Halt, Kind, Presentation, certificate, genus_repetition};
use grundy_core::limits::{Budget, Limits};
use grundy_core::notation;
use grundy_core::rules::Rules;
use grundy_sequence::HeapOptions;
use grundy_verify::{QuotientCertificate, check_quotient};

fn rules(text: &str) -> Rules {
    notation::parse_game(text).unwrap().game.rules().unwrap().clone()
}

fn quotient(games: &[&Rules], heap: usize) -> GameQuotient {
    let mut quotient = GameQuotient::new(games.iter().copied());
    // A quotient that is not completed by then is tested as far as it is known.
    let _ = quotient.extend(heap, Bounds { work: 60_000_000, ..Bounds::SHORT }, &Budget::default());
    quotient
}

/// Misère play of sums by the definition.
struct Plain {
    options: Vec<HeapOptions>,
    lost: FxHashMap<Vec<(usize, usize)>, bool>,
}

impl Plain {
    fn new(games: &[&Rules]) -> Self {
        let mut options: Vec<HeapOptions> = games.iter().map(|rules| HeapOptions::new(rules)).collect();
        for options in &mut options {
            options.extend(64, &Budget::default()).unwrap();
        }
        Self { options, lost: FxHashMap::default() }
    }

    fn options(&self, sum: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
        let mut all = Vec::new();
        for (place, &(game, heap)) in sum.iter().enumerate() {
            let mut rest = sum.to_vec();
            rest.remove(place);
            self.options[game]
                .each_option(heap, &Budget::default(), &mut |_, parts| {
                    let mut option = rest.clone();
                    option.extend(parts.iter().map(|&part| (game, part)));
                    option.sort_unstable();
                    all.push(option);
                    Ok(())
                })
                .unwrap();
        }
        all
    }

    fn is_lost(&mut self, sum: &[(usize, usize)]) -> bool {
        if let Some(&lost) = self.lost.get(sum) {
            return lost;
        }
        let options = self.options(sum);
        let lost = !options.is_empty() && !options.iter().any(|option| self.is_lost(option));
        self.lost.insert(sum.to_vec(), lost);
        lost
    }
}

fn class_of(quotient: &GameQuotient, sum: &[(usize, usize)]) -> Option<u16> {
    sum.iter().try_fold(0, |x, &(game, heap)| {
        Some(quotient.monoid().product(x, quotient.class(game, &heap.into())?))
    })
}

/// Random rules of one heap: octal codes, subtraction sets, other splits.
fn random_game(random: &mut Rng) -> String {
    let digit = |random: &mut Rng, most: u8| char::from(b'0' + random.u8(..most));
    match random.u8(..4) {
        0 => format!("octal({}.{}{})", ["0", "4"][random.usize(..2)], digit(random, 8), digit(random, 8)),
        1 => format!("octal(0.{}{}{})", digit(random, 8), digit(random, 8), digit(random, 8)),
        2 => format!("take {}, {}, {}", random.u8(1..4), random.u8(1..7), random.u8(1..9)),
        _ => format!("hex(0.{}{})", ["3", "7", "b", "f", "c", "9"][random.usize(..6)], digit(random, 8)),
    }
}

#[test]
fn outcomes_agree_with_plain_play() {
    let mut random = Rng::with_seed(33);
    let cases = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 1000 } else { 40 };
    for _ in 0..cases {
        let texts: Vec<String> = (0..random.usize(1..3)).map(|_| random_game(&mut random)).collect();
        let games: Vec<Rules> = texts.iter().map(|text| rules(text)).collect();
        let games: Vec<&Rules> = games.iter().collect();
        let quotient = quotient(&games, 12);
        let mut plain = Plain::new(&games);
        for _ in 0..100 {
            let mut sum: Vec<(usize, usize)> =
                (0..random.usize(..5)).map(|_| (random.usize(..games.len()), random.usize(..8))).collect();
            sum.sort_unstable();
            let Some(class) = class_of(&quotient, &sum) else { continue };
            let lost = plain.is_lost(&sum);
            assert_eq!(quotient.monoid().is_lost(class), lost, "{texts:?} {sum:?}");
        }
    }
}

#[test]
fn quotients_in_print_are_reproduced() {
    // Game, order, P-portion, period, last exception. Plambeck and Siegel 2008 (0.77); MisereSolver for the others.
    let known = [
        ("kayles", 40, 9, 12, Some(70)),
        ("octal(0.123)", 20, 5, 5, Some(4)),
        ("octal(0.75)", 8, 2, 2, Some(7)),
        ("octal(0.53)", 16, 3, 9, Some(20)),
        ("octal(0.3)", 2, 1, 2, None),
    ];
    for (game, order, lost, period, last) in known {
        let rules = rules(game);
        let quotient = quotient(&[&rules], 1000);
        assert!(quotient.is_full(), "{game}");
        let repetition = quotient.repetition(0).unwrap();
        assert_eq!((quotient.monoid().order(), quotient.monoid().lost_count()), (order, lost), "{game}");
        assert_eq!((repetition.period, repetition.preperiod.checked_sub(1)), (period, last), "{game}");
    }
    let infinite = rules("octal(0.07)");
    assert!(!quotient(&[&infinite], 1000).is_full());
}

/// A code whose candidates grow without end: the work ends at its bound, and at the same heap every time.
#[test]
fn work_ends_at_its_bound() {
    let rules = rules("octal(0.334)");
    let bounds = Bounds { work: 20_000_000, ..Bounds::LONG };
    let run = || {
        let budget = Budget::default();
        let mut quotient = GameQuotient::new([&rules]);
        let halt = quotient.extend(2600, bounds, &budget).unwrap_err();
        assert!(matches!(halt, Halt::Work) && budget.steps() <= bounds.work, "{halt:?}");
        assert!(budget.reserved() < 1 << 20);
        (quotient.known_to(), quotient.monoid().clone(), budget.steps())
    };
    assert_eq!(run(), run());
}

#[test]
fn tame_games_are_told_from_wild_ones() {
    for (game, tame) in
        [("take 1..3", true), ("octal(0.3)", true), ("kayles", false), ("octal(0.123)", false)]
    {
        let rules = rules(game);
        assert_eq!(quotient(&[&rules], 100).monoid().is_tame(), tame, "{game}");
    }
    let kayles = rules("kayles");
    assert_eq!(quotient(&[&kayles], 1000).first_wild(), Some(5));
    let nim = rules("nim");
    assert_eq!((quotient(&[&nim], 7).monoid().order(), quotient(&[&nim], 7).first_wild()), (10, None));
}

#[test]
fn certificates_hold_and_tampered_ones_are_refused() {
    let mut random = Rng::with_seed(77);
    let cases = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 400 } else { 20 };
    for game in ["kayles", "octal(0.123)", "octal(0.53)", "take 1, 3, 4", "octal(0.26)"] {
        let rules = rules(game);
        let text = certificate::of(&quotient(&[&rules], 400), &Budget::default()).unwrap();
        let certificate = QuotientCertificate::from_bytes(text.as_bytes()).unwrap();
        let check = |certificate: &QuotientCertificate| {
            check_quotient(certificate, grundy_verify::Limits::default(), &mut |_, _| true).unwrap()
        };
        assert_eq!(check(&certificate), None, "{game}");
        for case in 0..cases {
            let mut tampered = certificate.clone();
            let order = u16::try_from(certificate.order).unwrap();
            match random.u8(..5) {
                0 => {
                    let heap = random.usize(..tampered.games[0].classes.len());
                    tampered.games[0].classes[heap] = random.u16(..order);
                }
                1 => {
                    let generator = random.usize(..tampered.generators.len());
                    let products = &mut tampered.generators[generator].products;
                    let place = random.usize(..products.len());
                    products[place] = random.u16(..order);
                }
                2 => {
                    let element = random.u16(..order);
                    match tampered.lost.binary_search(&element) {
                        Ok(place) => drop(tampered.lost.remove(place)),
                        Err(place) => tampered.lost.insert(place, element),
                    }
                }
                3 => match &mut tampered.games[0].repeats {
                    Some(repeats) if random.bool() => repeats.period += random.u64(1..9),
                    Some(repeats) => repeats.preperiod += random.u64(1..9),
                    None => drop(tampered.games[0].classes.pop()),
                },
                _ => drop(tampered.generators.pop()),
            }
            if tampered.games[0].repeats.is_none()
                && tampered.lost == certificate.lost
                && tampered.generators == certificate.generators
                && tampered.games[0].classes
                    == certificate.games[0].classes[..tampered.games[0].classes.len()]
            {
                // A smaller claim of a true statement may hold.
                continue;
            }
            if tampered != certificate {
                assert!(check(&tampered).is_some(), "{game}, case {case}");
            }
        }
    }
}

#[test]
fn names_multiply_as_their_elements_do() {
    for game in ["kayles", "octal(0.53)", "octal(0.123)"] {
        let rules = rules(game);
        let quotient = quotient(&[&rules], 400);
        let monoid = quotient.monoid();
        let presentation = Presentation::new(monoid, quotient.classes(0));
        let value = |exponents: &[u32]| {
            exponents.iter().zip(&presentation.generators).fold(0, |x, (&exponent, &generator)| {
                (0..exponent).fold(x, |x, _| monoid.product(x, generator))
            })
        };
        for element in monoid.elements() {
            assert_eq!(value(presentation.name(element).exponents()), element, "{game}");
        }
        for (left, right) in &presentation.relations {
            assert_eq!(value(left.exponents()), value(right.exponents()), "{game}: {left} = {right}");
        }
    }
}

/// `CGSuite`'s tests of `game.heap.Kayles` and `game.heap.DawsonsKayles` have these values for the rows of 0 to 20 pins, and genera.
#[test]
fn genera_and_misere_values_in_print_are_reproduced() {
    let kayles = rules("kayles");
    let mut forms = Forms::new(1 << 20);
    let budget = Budget::default();
    let rows = forms.of_heaps(&kayles, 20, &budget).unwrap();
    let values: Vec<u32> = rows.iter().map(|&form| forms.genus(form).digit(0)).collect();
    assert_eq!(values, [1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0]);
    let genera: Vec<String> = rows.iter().map(|&form| forms.genus(form).to_string()).collect();
    for (row, genus) in [
        (0, "0^120"),
        (1, "1^031"),
        (2, "2^20"),
        (5, "4^146"),
        (9, "4^046"),
        (11, "6^46"),
        (15, "7^57"),
        (16, "1^13"),
        (17, "4^64"),
        (20, "1^031"),
    ] {
        assert_eq!(genera[row], genus, "row {row}");
    }
    let dawson = rules("octal(0.07)");
    let rows = forms.of_heaps(&dawson, 20, &budget).unwrap();
    let values: Vec<u32> = rows.iter().map(|&form| forms.genus(form).digit(0)).collect();
    assert_eq!(values, [1, 1, 0, 0, 2, 1, 3, 0, 0, 1, 1, 3, 0, 2, 1, 1, 0, 0, 2, 1, 3]);
    let genera: Vec<String> = rows.iter().map(|&form| forms.genus(form).to_string()).collect();
    assert_eq!(
        (genera[10].as_str(), genera[12].as_str(), genera[16].as_str()),
        ("3^1431", "2^0520", "5^057")
    );
}

/// The canonical forms born by day n are 1, 2, 3, 5, 22 (On Numbers and Games, chapter 12).
#[test]
fn canonical_forms_are_as_many_as_in_print() {
    let mut forms = Forms::new(1 << 20);
    for count in [2, 3, 5, 22] {
        let born = u32::try_from(forms.count()).unwrap();
        for options in 0..1_u32 << born {
            forms.of((0..born).filter(|form| options >> form & 1 == 1).collect()).unwrap();
        }
        assert_eq!(forms.count(), count);
    }
}

/// Forms with many options are found and named without walking through what is reachable from them again and again.
#[test]
fn large_heaps_of_nim_are_themselves() {
    let mut forms = Forms::new(1 << 20);
    let heaps = forms.of_heaps(&rules("nim"), 400, &Budget::default()).unwrap();
    assert_eq!((forms.heap(heaps[400]), forms.name(heaps[399], 60)), (Some(400), "399".to_owned()));
    let mut few = Forms::new(1000);
    let error = few.of_heaps(&rules("nim"), 400, &Budget::default()).unwrap_err();
    assert_eq!(error.code(), "misere-options");
}

#[test]
fn forms_have_the_outcomes_of_plain_play() {
    let kayles = rules("kayles");
    let mut forms = Forms::new(1 << 20);
    let rows = forms.of_heaps(&kayles, 9, &Budget::default()).unwrap();
    let mut plain = Plain::new(&[&kayles]);
    let mut random = Rng::with_seed(5);
    for _ in 0..200 {
        let mut sum: Vec<(usize, usize)> = (0..random.usize(1..4)).map(|_| (0, random.usize(..9))).collect();
        sum.sort_unstable();
        let form = sum.iter().try_fold(0, |form, &(_, heap)| forms.sum(form, rows[heap], &Budget::default()));
        assert_eq!(forms.is_lost(form.unwrap()), plain.is_lost(&sum), "{sum:?}");
    }
}

/// Genera by the definition, without the rule about added heaps of 2: misère values of a form with heaps of 2 and 1.
#[derive(Default)]
struct ByDefinition {
    values: FxHashMap<(Form, u32, u32), u32>,
}

impl ByDefinition {
    fn mex(values: &[u32]) -> u32 {
        (0..=u32::try_from(values.len()).unwrap()).find(|value| !values.contains(value)).unwrap()
    }

    fn grundy(forms: &Forms, form: Form) -> u32 {
        let values: Vec<u32> =
            forms.options(form).iter().map(|&option| Self::grundy(forms, option)).collect();
        Self::mex(&values)
    }

    /// The misère value of a form with `twos` heaps of 2 and `ones` heaps of 1.
    fn misere(&mut self, forms: &Forms, form: Form, twos: u32, ones: u32) -> u32 {
        if let Some(&value) = self.values.get(&(form, twos, ones)) {
            return value;
        }
        let mut values: Vec<u32> =
            forms.options(form).iter().map(|&option| self.misere(forms, option, twos, ones)).collect();
        if twos > 0 {
            values.push(self.misere(forms, form, twos - 1, ones + 1));
            values.push(self.misere(forms, form, twos - 1, ones));
        }
        if ones > 0 {
            values.push(self.misere(forms, form, twos, ones - 1));
        }
        let value = if values.is_empty() { 1 } else { Self::mex(&values) };
        self.values.insert((form, twos, ones), value);
        value
    }

    /// The Grundy value, and the misère values with 0 to 7 heaps of 2.
    fn genus(&mut self, forms: &Forms, form: Form) -> (u32, Vec<u32>) {
        (Self::grundy(forms, form), (0..8).map(|twos| self.misere(forms, form, twos, 0)).collect())
    }

    fn is_tame(&mut self, forms: &Forms, form: Form) -> bool {
        let (value, digits) = self.genus(forms, form);
        let turns =
            |a: u32, b: u32| (0..8).map(|place| if place % 2 == 0 { a } else { b }).collect::<Vec<_>>();
        let of_nim = match value {
            0 if digits[0] == 1 => digits == [1, 2, 0, 2, 0, 2, 0, 2],
            1 if digits[0] == 0 => digits == [0, 3, 1, 3, 1, 3, 1, 3],
            _ => digits == turns(value, value ^ 2),
        };
        of_nim && forms.options(form).iter().all(|&option| self.is_tame(forms, option))
    }
}

/// Forms of the first heaps of Kayles, and of random games with options that are mostly sums of heaps of Nim.
fn some_forms() -> (Forms, Vec<Form>) {
    let mut forms = Forms::new(1 << 20);
    let mut all = forms.of_heaps(&rules("nim"), 4, &Budget::default()).unwrap();
    let mut random = Rng::with_seed(12);
    for _ in 0..12 {
        let (a, b) = (all[random.usize(..all.len())], all[random.usize(..all.len())]);
        all.push(forms.sum(a, b, &Budget::default()).unwrap());
    }
    for case in 0..250 {
        let from = if case % 5 == 0 { all.len() } else { 17 };
        let options = (0..random.usize(1..6)).map(|_| all[random.usize(..from)]).collect();
        all.push(forms.of(options).unwrap());
    }
    all.extend(forms.of_heaps(&rules("kayles"), 14, &Budget::default()).unwrap());
    (forms, all)
}

#[test]
fn restive_and_restless_forms_are_those_of_the_definition() {
    let (forms, all) = some_forms();
    let mut plain = ByDefinition::default();
    let mut seen = [0; 4];
    for form in all {
        let (value, digits) = plain.genus(&forms, form);
        let genus = forms.genus(form);
        assert_eq!((genus.value, (0..8).map(|n| genus.digit(n)).collect()), (value, digits.clone()));
        let kind = if plain.is_tame(&forms, form) {
            Kind::Tame
        } else if !forms.options(form).iter().all(|&option| plain.is_tame(&forms, option)) {
            Kind::Wild
        } else {
            // Exactly one of the two is 0 or 1.
            assert_ne!(value < 2, digits[0] < 2, "{}", forms.name(form, 60));
            if value < 2 { Kind::Restive } else { Kind::Restless }
        };
        assert_eq!(forms.kind(form), kind, "{}", forms.name(form, 60));
        seen[kind as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

/// Conway's rule for sums of a restive form and heaps of Nim, against their simplest forms.
#[test]
fn restive_forms_choose_their_size_by_their_company() {
    let (mut forms, all) = some_forms();
    let nim = forms.of_heaps(&rules("nim"), 7, &Budget::default()).unwrap();
    let mut random = Rng::with_seed(13);
    let mut cases = 0;
    for form in all {
        if forms.kind(form) != Kind::Restive || forms.options(form).len() > 8 {
            continue;
        }
        let (value, first) = (forms.genus(form).value, forms.genus(form).digit(0));
        for _ in 0..12 {
            let heaps: Vec<u32> = (0..random.u8(..4)).map(|_| random.u32(..8)).collect();
            let few = heaps.iter().all(|&heap| heap < 2 || heap ^ 1 == first || heap == first);
            let size = if few { first } else { value };
            let lost = heaps.iter().fold(size, |sum, heap| sum ^ heap) == 0;
            let add = |sum, &heap: &u32| forms.sum(sum, nim[heap as usize], &Budget::default()).unwrap();
            let sum = heaps.iter().fold(form, add);
            assert_eq!(forms.is_lost(sum), lost, "{} {heaps:?}", forms.name(form, 60));
            cases += 1;
        }
    }
    assert!(cases > 60, "{cases}");
}

/// What is proved from few heaps holds for many, and is found where no move splits a heap or all heaps are tame.
#[test]
fn genera_repeat_as_proved() {
    let mut random = Rng::with_seed(9);
    let mut found = (0, 0);
    let without_splits = |random: &mut Rng| {
        if random.bool() {
            format!("octal(0.{}{}{})", random.u8(..4), random.u8(..4), random.u8(..4))
        } else {
            format!("take {}, {}, {}", random.u8(1..4), random.u8(1..7), random.u8(1..9))
        }
    };
    for case in 0..120 {
        // Sums of wild forms grow fast.
        let last = if case % 2 == 0 { 160 } else { 60 };
        let text = if case % 2 == 0 { without_splits(&mut random) } else { random_game(&mut random) };
        let rules = rules(&text);
        let mut forms = Forms::new(1 << 13);
        let Ok(heaps) = forms.of_heaps(&rules, last, &Budget::default()) else { continue };
        let Some(known) = (20..last / 2).find_map(|last| genus_repetition(&rules, &forms, &heaps[..last]))
        else {
            continue;
        };
        found = if case % 2 == 0 { (found.0 + 1, found.1) } else { (found.0, found.1 + 1) };
        for heap in known.preperiod..=last - known.period {
            let (one, other) = (forms.genus(heaps[heap]), forms.genus(heaps[heap + known.period]));
            assert_eq!(one, other, "{text}: heap {heap}");
        }
    }
    assert!(found.0 > 50 && found.1 > 10, "{found:?}");
}

/// A game whose moves split heaps is wild and has no theorem: nothing is claimed of its genera.
#[test]
fn genera_of_wild_games_that_split_are_not_said_to_repeat() {
    let kayles = rules("kayles");
    let mut forms = Forms::new(1 << 20);
    let heaps = forms.of_heaps(&kayles, 25, &Budget::default()).unwrap();
    assert_eq!(genus_repetition(&kayles, &forms, &heaps), None);
}

/// A heap may have many options of many heaps: memory and work are counted by the heaps that they leave.
#[test]
fn options_of_many_heaps_count_towards_memory_and_work() {
    let game = rules("take 2 or divide a heap into 2.. nearly equal heaps");
    let budget = Budget::new(Limits { memory: 16 << 20, ..Limits::default() });
    let mut quotient = GameQuotient::new([&game]);
    let Err(Halt::Budget(error)) = quotient.extend(600, Bounds::LONG, &budget) else {
        panic!("600 heaps take 140 MB")
    };
    assert_eq!(error.code(), "memory-limit");
    let known = quotient.known_to().unwrap();
    assert!((100..400).contains(&known), "{known}");
    assert!(matches!(quotient.extend(2600, Bounds::AHEAD, &Budget::default()), Err(Halt::Work)));
    assert!(quotient.known_to().unwrap() < 600);
    let mut six = GameQuotient::new([&rules("take 1 leaving 6 heaps")]);
    assert!(matches!(six.extend(2600, Bounds::AHEAD, &Budget::default()), Err(Halt::Work)));
    assert!(six.known_to() >= Some(30));
}
