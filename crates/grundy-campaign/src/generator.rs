//! Random positions as text: rules of every form of the notation and mutations of known games, so that
//! positions both inside and outside of theorems occur, with heaps small enough for plain search.
//!
//! Not every text is a legal position: the caller skips those that the notation rejects.

/// A deterministic pseudo-random generator (splitmix64): a case is given by its seed.
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `end`, exclusive.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end
    }

    /// True with probability 1 in `n`.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn in_range(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// A random element of the list.
    pub(crate) fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[usize::try_from(self.below(list.len() as u64)).unwrap()]
    }

    fn list(&mut self, count: u64, least: u64, most: u64) -> String {
        let numbers: Vec<String> = (0..count).map(|_| self.in_range(least, most).to_string()).collect();
        numbers.join(", ")
    }
}

/// A random position.
pub fn position(random: &mut Random) -> String {
    let misere = if random.once_in(4) { "misere " } else { "" };
    let scoring = random.once_in(12);
    let body = match random.below(10) {
        0..=5 => component(random, scoring, Size::Alone),
        6 | 7 => sum(random, scoring),
        8 => compound(random, scoring),
        _ => format!("{} + {}", compound(random, scoring), component(random, scoring, Size::Part)),
    };
    format!("{misere}{body}")
}

/// A random position of one game with heaps so large that plain search meets thousands of positions below it.
pub fn wide_position(random: &mut Random) -> String {
    let misere = if random.once_in(4) { "misere " } else { "" };
    let scoring = random.once_in(12);
    format!("{misere}{}", component(random, scoring, Size::Wide))
}

/// Random rules without a position.
pub fn rules(random: &mut Random) -> String {
    match random.below(8) {
        0..=2 => named(random),
        3..=5 => mutated(random),
        _ => any_rules(random),
    }
}

#[derive(Clone, Copy)]
enum Size {
    Wide,
    Alone,
    Part,
}

fn sum(random: &mut Random, scoring: bool) -> String {
    let count = random.in_range(2, 3);
    let first = component(random, scoring, Size::Part);
    // The same game twice, in equal or different spelling, is a case of its own.
    let twin = random.once_in(6);
    let parts: Vec<String> = (0..count)
        .map(|_| if twin { first.clone() } else { component(random, scoring, Size::Part) })
        .collect();
    parts.join(" + ")
}

fn compound(random: &mut Random, scoring: bool) -> String {
    let word = random.pick(&["all", "short", "some", "seq", "round", "skip"]);
    if ["round", "skip"].contains(&word) {
        return round(random, scoring, word);
    }
    let second = match random.below(6) {
        0 => sum(random, scoring),
        1 => {
            let inner = random.pick(&["all", "short", "some", "seq"]);
            let a = component(random, scoring, Size::Part);
            let b = component(random, scoring, Size::Part);
            format!("{inner}({a}, {b})")
        }
        _ => component(random, scoring, Size::Part),
    };
    format!("{word}({}, {second})", component(random, scoring, Size::Part))
}

/// Games whose turn comes one after the other; now and then another than the first is next.
fn round(random: &mut Random, scoring: bool, word: &str) -> String {
    let count = random.in_range(2, 4);
    let next = random.below(2 * count);
    let mut parts: Vec<String> = Vec::new();
    for place in 0..count {
        let mut part = component(random, scoring, Size::Part);
        if place == next && part.ends_with(']') {
            part.pop();
            let sign = if part.contains('[') && part.rsplit('[').next().is_some_and(|past| past.contains(';'))
            {
                ","
            } else {
                ";"
            };
            part = format!("{part}{sign} next]");
        }
        parts.push(if random.once_in(6) { format!("{part} + nim[{}]", random.below(4)) } else { part });
    }
    format!("{word}({})", parts.join(", "))
}

/// A position of a game without heaps.
fn board(random: &mut Random, size: Size) -> String {
    let (most, more) = match size {
        Size::Wide => (10, 2),
        Size::Alone => (7, 0),
        Size::Part => (4, 0),
    };
    let count = random.below(4) + more;
    let rules = match random.below(16) {
        12 => {
            let edges: Vec<String> = (0..2 * count)
                .map(|_| format!("({}, {})", random.in_range(1, 5), random.in_range(1, 5)))
                .collect();
            return format!(
                "walk to a new vertex[(0, 1){}{}]",
                if count > 0 { ", " } else { "" },
                edges.join(", ")
            );
        }
        9 => format!("turn {} coins in equal steps", random.pick(&["any", "1, 3", "2..", "1..2"])),
        10 => {
            let parents: Vec<String> =
                (0..count).map(|vertex| random.below(vertex + 1).to_string()).collect();
            return format!("cut a path to the root[{}]", parents.join(", "));
        }
        11 => {
            let least = random.pick(&["", "", " with sides of at least 2", " with sides of at least 3"]);
            let side = |random: &mut Random| random.in_range(1, 2 + most / 2);
            let sheets: Vec<String> =
                (0..count.min(2)).map(|_| format!("({}, {})", side(random), side(random))).collect();
            return format!("cut a sheet in two{least}[{}]", sheets.join(", "));
        }
        0 => "turtles".into(),
        1 => "mockturtles".into(),
        2 => "twins".into(),
        3 => format!("turn {} coins", random.list(2, 1, 4)),
        4 => format!("turn {} coins in a row", random.pick(&["any", "1, 3", "2..", "1..2"])),
        5 => "chomp".into(),
        6 => "endnim".into(),
        7 => "silverdollar".into(),
        8 => {
            let (rows, columns) = (random.in_range(1, 3), random.in_range(1, 3));
            let rules = match random.below(3) {
                0 => format!(
                    "place a {} piece on {rows} by {columns} squares",
                    random.pick(&["1 by 1", "1 by 3"])
                ),
                _ => format!("cram({rows}, {columns})"),
            };
            let covered: Vec<String> = (0..count.min(2))
                .map(|_| format!("({}, {})", random.in_range(1, rows), random.in_range(1, columns)))
                .collect();
            return format!("{rules}[{}]", covered.join(", "));
        }
        _ => {
            let rules = random.pick(&[
                "hackenbush",
                "turn a connected set of coins",
                "remove a connected set of vertices",
                "corners",
                "tartan",
                "rugs",
                "nodekayles",
                "arckayles",
            ]);
            let least = u64::from(rules != "hackenbush");
            let pairs: Vec<String> = (0..count)
                .map(|_| format!("({}, {})", random.in_range(least, 3), random.in_range(least, 3)))
                .collect();
            return format!("{rules}[{}]", pairs.join(", "));
        }
    };
    format!("{rules}[{}]", random.list(count, 0, most))
}

fn component(random: &mut Random, scoring: bool, size: Size) -> String {
    if !scoring && random.once_in(10) {
        return board(random, size);
    }
    let mut rules = rules(random);
    if scoring && !rules.contains("win most") {
        rules.push_str("; win most");
    }
    let heaps = heaps(random, &rules, size);
    let past = past(random, &rules);
    format!("{rules}[{heaps}{past}]")
}

/// A game of the catalogue, or another game that its theorem covers.
fn named(random: &mut Random) -> String {
    let m = random.in_range(1, 6);
    let set = random.list(random_count(m), 1, 8);
    match random.below(43) {
        0 => "nim".into(),
        1 => format!("bash({m})"),
        2 => "wythoff".into(),
        3 => format!("wythoff({})", m.min(4)),
        4 => "fibonacci".into(),
        5 => "lasker".into(),
        6 => format!("moore({m})"),
        7 => "grundy".into(),
        8 => "kayles".into(),
        9 => "dawson".into(),
        10 => format!("race({}, {set})", random.in_range(1, 30)),
        11 => "matches".into(),
        12 => "euclid".into(),
        13 => "staircase".into(),
        14 => "nimble".into(),
        15 => format!("subtract({set})"),
        16 => format!("take 1..{m}*last; first 1..n-1"),
        17 => format!(
            "take 1..{m}*last + {}; first {}",
            random.below(3),
            random.pick(&["any", "1..n-1", "1..2"])
        ),
        18 => format!("discard {m} heaps then split into 2 heaps"),
        19 => format!("discard 2 heaps then split into {} heaps", random.in_range(2, 3)),
        20 => format!("take {set}; win most"),
        21 => format!("take 1..{m}; win most"),
        22 => "take any; heaps in order".into(),
        23 => format!("take {set}; heaps in order"),
        24 => format!("take 1..{m}; heaps descending"),
        25 => format!("move {} 1 step down", random.pick(&["1..2", "1, 3", "any", "odd", "1"])),
        26 => format!("take any from up to {m} heaps freely"),
        27 => format!("take multiples of {m}, {set}"),
        28 => format!(
            "octal({}.{}{}{})",
            random.pick(&["0", "0", "4"]),
            random.below(8),
            random.below(8),
            random.below(8)
        ),
        29 => format!(
            "hex(0.{}{})",
            random.pick(&["1", "3", "8", "b", "f"]),
            random.pick(&["0", "7", "c", "f"])
        ),
        30 => format!("take {set}; to {}{}", random.pick(&["", "at least "]), random.in_range(0, 25)),
        31 => format!("multiply 2..{}; to at least {}", m + 2, random.in_range(1, 60)),
        37..=39 => format!(
            "{}; each amount once{}",
            random.pick(&[
                "take any",
                "take 1..3",
                "take 1, 2, 5",
                "take 1..n/2",
                "kayles",
                "race(17, 1..5)"
            ]),
            random.pick(&["", " per heap", " per heap"])
        ),
        33 => format!("take 1..seat; seats {}", random.list(random_count(m), 1, 5)),
        34 => format!("{}; heaps closed", random.pick(&["take any", "take 1, 2", "kayles"])),
        35 => format!("{}; heaps alternating", random.pick(&["take any", "take 1, 3", "lasker"])),
        36 => {
            format!("{}; pass {} times", random.pick(&["take any", "take 1, 2", "wythoff"]), random.below(3))
        }
        41 | 42 => {
            let take =
                random.pick(&["take any", "take 1..3", "take 1, 2", "kayles", "wythoff", "take 1, 3, 4"]);
            format!("{take}; {}", put_back(random))
        }
        32 => format!("{}; ring", random.pick(&["kayles", "dawson", "octal(0.07)", "take 1, 2", "take any"])),
        _ => format!("take powers of {}", m + 1),
    }
}

fn random_count(m: u64) -> u64 {
    1 + m % 4
}

/// A known game with a change or an addition.
fn mutated(random: &mut Random) -> String {
    let base = loop {
        // Names with settings of their own would only be rejected with further settings.
        let rules = named(random);
        if !rules.contains(';') {
            break rules;
        }
    };
    match random.below(6) {
        0 if !is_name(&base) => format!("{base} or {}", one_move(random)),
        0 | 1 => {
            let (a, b) = (one_move(random), random.pick(&["take any", "take 1", "split into 2 heaps"]));
            format!("{b} or {a}")
        }
        2 => format!("{base}; {}", setting(random)),
        3 => {
            let heaps = random.pick(&[
                "2 heaps",
                "up to 2 heaps",
                "2 heaps within 1",
                "up to 3 heaps freely",
                "nonempty heaps",
            ]);
            format!("take any or take {} from {heaps}", amounts(random, 1))
        }
        4 => format!("take any except {}", random.list(2, 1, 6)),
        _ => format!("take {}", amounts(random, 1)),
    }
}

fn is_name(rules: &str) -> bool {
    !["take", "move", "split", "discard", "multiply", "replace", "divide", "merge"]
        .iter()
        .any(|word| rules.starts_with(word))
}

fn any_rules(random: &mut Random) -> String {
    let moves: Vec<String> = (0..random.in_range(1, 3)).map(|_| one_move(random)).collect();
    let mut rules = moves.join(" or ");
    if rules.contains("last") {
        rules = format!("{rules}; first {}", amounts(random, 0));
    }
    if random.once_in(4) {
        rules = format!("{rules}; {}", setting(random));
    }
    if rules.contains("seat") && !rules.contains("seats") {
        let count = random.in_range(1, 3);
        rules = format!("{rules}; seats {}", random.list(count, 0, 4));
    }
    rules
}

fn setting(random: &mut Random) -> String {
    match random.below(18) {
        16 | 17 => put_back(random),
        12 => "each amount once".into(),
        13 | 14 => "each amount once per heap".into(),
        7 => "heaps closed".into(),
        8 => "heaps alternating".into(),
        9 | 10 => format!("pass {} times", random.in_range(1, 2)),
        11 => format!("seats {}", random.list(2, 1, 3)),
        0 => format!("first {}", amounts(random, 0)),
        1 => "win most".into(),
        2 => "heaps in order".into(),
        3 => "heaps descending".into(),
        4 => format!("to {}", random.in_range(0, 20)),
        5 => format!("to at least {}", random.in_range(0, 20)),
        6 => "ring".into(),
        _ => format!("win most; first {}", amounts(random, 0)),
    }
}

/// Stones put back: with luck so that each put-back can be undone.
fn put_back(random: &mut Random) -> String {
    let amounts = match random.below(4) {
        0 => random.pick(&["1..n", "n", "1..max", "divisors of n", "1..min, 2", "1..4 - n"]).into(),
        1 => random.list(2, 1, 4),
        _ => format!("1..{}", random.in_range(1, 3)),
    };
    let most = random.pick(&["", "", "", "win most; "]);
    format!("{most}put back {amounts} up to {} times", random.in_range(0, 2))
}

fn one_move(random: &mut Random) -> String {
    match random.below(18) {
        14..=17 => remake(random),
        0 => format!("split into {}", parts(random)),
        1 => format!("discard {} heap then split into {}", random.in_range(1, 2), parts(random)),
        2 => format!("discard 1 heap then take {}", amounts(random, 2)),
        3 => format!("move {} 1 step down", amounts(random, 1)),
        4 => format!("move {} any steps down", random.pick(&["1", "1, 2", "any"])),
        5 => format!("multiply {}", random.pick(&["2", "2..3", "2, 5"])),
        _ => {
            let source = if random.once_in(2) { source(random) } else { String::new() };
            let leaving =
                if random.once_in(4) { format!(" leaving {}", parts(random)) } else { String::new() };
            format!("take {}{source}{leaving}", amounts(random, 2))
        }
    }
}

/// A move that makes heaps into other heaps, or moves stones between them.
fn remake(random: &mut Random) -> String {
    let heap = random.pick(&["", "", " of even", " of 3..", " of multiples of 3", " of 1..max"]);
    let sizes =
        random.pick(&["1..n-1", "n/2", "n/2, n/3", "any", "1..3", "divisors of n", "n-1, n-2", "odd"]);
    match random.below(9) {
        0 | 1 => format!("replace a heap{heap} by {} of {sizes}", parts(random)),
        2 => {
            let into = random.pick(&["2..", "2", "3, 5", "any", "even", "1..n/2"]);
            format!("divide a heap{heap} into {into} nearly equal heaps")
        }
        3 => format!("divide all heaps by {}", random.pick(&["2", "primes", "2..", "powers of 2", "2, 3"])),
        4 => format!("merge {} heaps", random.in_range(2, 3)),
        5 => format!("merge 2 heaps or take {}", amounts(random, 1)),
        6 => format!("take {} spreading the rest", amounts(random, 2)),
        _ => {
            let amounts = random.pick(&["any", "1", "1", "any", "1, 2"]);
            let fits = random.pick(&[
                "at distance odd",
                "at distance 1, 2",
                "with sum multiples of 3 except even",
                "with sum odd",
                "at distance 1..3 with sum 3..",
                "",
            ]);
            format!("move {amounts} to a lower heap {fits}")
        }
    }
}

fn source(random: &mut Random) -> String {
    let k = random.in_range(2, 3);
    match random.below(9) {
        0 => " from max heap".into(),
        1 => " from min heap".into(),
        2 => " from all heaps".into(),
        3 => " from nonempty heaps".into(),
        4 => format!(" from {k} heaps"),
        5 => format!(" from up to {k} heaps"),
        6 => format!(" from {k} heaps freely"),
        7 => format!(" from up to {k} heaps freely"),
        _ => format!(" from 2 heaps within {}", random.pick(&["0", "1", "2", "3", "n/4", "min"])),
    }
}

fn parts(random: &mut Random) -> String {
    let counts = random.pick(&["0, 1, 2", "2", "1", "0", "0, 2", "1, 2", "2, 3", "3"]);
    let likeness = random.pick(&["", "", " unequal", " equal"]);
    format!("{counts}{likeness} heaps")
}

/// `reach`: 0 without `last`, `min` and `max`; larger values allow them.
fn amounts(random: &mut Random, reach: u64) -> String {
    let one = set(random, reach);
    match random.below(24) {
        0 => format!("({one})"),
        1 => format!("({one}), {}", set(random, reach)),
        2 => format!("{} except ({one})", set(random, reach)),
        _ => one,
    }
}

fn set(random: &mut Random, reach: u64) -> String {
    let m = random.in_range(1, 6);
    match random.below(22 + 7 * reach.min(1)) {
        0..=4 => random.list(random_count(m), 1, 7),
        5 | 6 => format!("1..{m}"),
        7 => format!("{m}..{}", m + random.below(4)),
        8 => format!("{m}.."),
        9 | 10 => "any".into(),
        11 => random.pick(&["odd", "even", "primes", "squares", "fibonacci", "factorials"]).into(),
        12 => format!("powers of {m}"),
        13 => format!("multiples of {m}"),
        14 => random
            .pick(&[
                "divisors of n",
                "digits of n",
                "divisors of n except n",
                "multiples of n/2",
                "maxdigit(n)",
                "mindigit(n)",
                "1..digitsum(n)",
            ])
            .into(),
        15 => format!("any except {}", random.list(2, 1, 8)),
        16 => format!(
            "{} except {}",
            random.pick(&["odd", "1..7", "primes, 1", "any"]),
            random.pick(&["3", "n", "even", "2..3, 5"])
        ),
        17 => random.pick(&["1..n/2", "1..n-1", "1..(n+1)/2", "n", "n-1, n", "1..root(n)"]).into(),
        18 => format!("{m}, n/{m}"),
        19 => "(1..6 except 3), 8".into(),
        20 => format!("1, multiples of {m}"),
        21 => format!("1..n-{m}"),
        22 => format!("1..{}*last", random.in_range(1, 3)),
        23 => random.pick(&["1..last + 1", "last", "any except last", "last..", "1..last^2"]).into(),
        24 => random.pick(&["1..min", "min", "multiples of min", "1..max - min"]).into(),
        25 => random.pick(&["1..max", "max", "divisors of max", "1..max/2"]).into(),
        26 => random.pick(&["1..seat", "seat", "1..seat, n", "multiples of seat", "any except seat"]).into(),
        _ => random.pick(&["1..n^2/4", "1..7/n", "1..root(n - 3)", "root(n)..n/2"]).into(),
    }
}

/// Heaps for which plain search is fast.
fn heaps(random: &mut Random, rules: &str, size: Size) -> String {
    if rules.contains("; to ") || rules.starts_with("race") {
        return if random.once_in(3) { String::new() } else { random.below(26).to_string() };
    }
    let splits = [
        "replace",
        "divide",
        "merge",
        "spreading",
        "split",
        "leaving",
        "octal",
        "hex",
        "lasker",
        "grundy",
        "kayles",
        "dawson",
        "matches",
    ];
    let splits = splits.iter().any(|word| rules.contains(word));
    let count = match random.below(16) {
        0 => 0,
        1..=5 => 1,
        6..=10 => 2,
        11..=13 => 3,
        14 => 4,
        _ => 5,
    };
    let most = match (size, count, splits) {
        (Size::Wide, 0 | 1, false) => 90,
        (Size::Wide, 0 | 1, true) => 22,
        (Size::Wide, 2, false) => 26,
        (Size::Wide, 2, true) | (Size::Wide, 3, false) => 10,
        (Size::Wide, 3, true) | (Size::Wide, 4, false) => 6,
        (Size::Alone, 0 | 1, false) => 45,
        (Size::Alone, 0 | 1, true) => 18,
        (Size::Alone, 2, false) => 13,
        (Size::Alone, 2, true) => 8,
        (Size::Alone, 3, false) => 7,
        (Size::Alone, 3, true) | (Size::Part, 2, _) => 5,
        (Size::Wide | Size::Alone, ..) => 4,
        (Size::Part, 0 | 1, false) => 14,
        (Size::Part, 0 | 1, true) => 9,
        (Size::Part, 3, _) => 3,
        (Size::Part, ..) => 2,
    };
    random.list(count, 0, most)
}

/// Sometimes a history.
fn past(random: &mut Random, rules: &str) -> String {
    let mut items = Vec::new();
    let remembers = rules.contains("last") || rules.contains("first") || rules.starts_with("fibonacci");
    if remembers && random.once_in(2) {
        items.push(format!("last {}", random.in_range(0, 6)));
    }
    if rules.contains("heaps in order") || rules.contains("descending") {
        if random.once_in(2) {
            items.push(format!("open {} from {}", random.in_range(1, 3), random.in_range(1, 14)));
        }
        if rules.contains("descending") && random.once_in(2) {
            items.push(format!("closed {}", random.in_range(1, 12)));
        }
    }
    if rules.contains("win most") && random.once_in(3) {
        items.push(format!("lead {}", [-5i8, -2, -1, 1, 3][usize::try_from(random.below(5)).unwrap()]));
    }
    if rules.contains("ring") && random.once_in(2) {
        items.push("row 1".into());
    }
    for (setting, word) in [
        ("closed", "open"),
        ("alternating", "touched"),
        ("seats", "seat"),
        ("pass ", "passed"),
        ("put back", "put"),
    ] {
        if rules.contains(setting) && random.once_in(2) {
            items.push(format!("{word} {}", random.in_range(1, 2)));
        }
    }
    if rules.contains("each amount") && random.once_in(2) {
        let of_heaps = rules.contains("per heap");
        for _ in 0..random.in_range(1, 2) {
            let amount = random.in_range(1, 4);
            let heap = random.in_range(1, 2);
            items.push(if of_heaps {
                format!("used {amount} from {heap}")
            } else {
                format!("used {amount}")
            });
        }
    }
    if items.is_empty() { String::new() } else { format!("; {}", items.join(", ")) }
}
