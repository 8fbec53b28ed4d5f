//! Random rules and positions, as text.

use proptest::prelude::*;
use proptest::sample::select;

fn number() -> impl Strategy<Value = String> {
    prop_oneof![8 => (1u32..20).prop_map(|n| n.to_string()), 1 => select(vec!["1_000", "2^64", "1e12", "3*10^30"]).prop_map(str::to_owned)]
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![number(), select(vec!["n", "min", "max", "0"]).prop_map(str::to_owned),];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            4 => (inner.clone(), select(vec!["+", "-", "*", "/"]), inner.clone()).prop_map(|(a, op, b)| format!("{a}{op}{b}")),
            1 => (inner.clone(), 0u8..4).prop_map(|(a, e)| format!("({a})^{e}")),
            1 => inner.clone().prop_map(|a| format!("2^({a})")).prop_filter("small", |t| !t.contains("1e12") && !t.contains("10^30") && !t.contains("2^64") && t.len() < 12 && !t.contains("1_")),
            1 => (select(vec!["root", "digitsum", "maxdigit", "mindigit"]), inner.clone()).prop_map(|(f, a)| format!("{f}({a})")),
            1 => inner.clone().prop_map(|a| format!("({a})")),
            1 => inner.prop_map(|a| format!("-{a}")),
        ]
    })
}

fn item() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => number(),
        3 => (1u32..9, 0u32..9).prop_map(|(a, more)| format!("{a}..{}", a + more)),
        1 => (1u32..9).prop_map(|a| format!("{a}..")),
        3 => select(vec!["any", "odd", "even", "primes", "squares", "fibonacci", "factorials"]).prop_map(str::to_owned),
        1 => (select(vec!["powers", "multiples", "divisors", "digits"]), expression()).prop_map(|(w, e)| format!("{w} of {e}")),
        2 => expression(),
        2 => (expression(), expression()).prop_map(|(a, b)| format!("{a}..{b}")),
    ]
}

fn amounts() -> impl Strategy<Value = String> {
    let list =
        |inner: BoxedStrategy<String>| prop::collection::vec(inner, 1..4).prop_map(|items| items.join(", "));
    item().boxed().prop_recursive(2, 8, 3, move |inner| {
        let items = list(
            inner.clone().prop_map(|a| if a.contains([',', ' ']) { format!("({a})") } else { a }).boxed(),
        );
        prop_oneof![
            3 => items.clone(),
            1 => (items.clone(), items).prop_map(|(a, b)| format!("{a} except {b}")),
        ]
    })
}

fn parts() -> impl Strategy<Value = String> {
    (prop::collection::vec(0u8..4, 1..3), select(vec!["", " unequal", " equal"])).prop_map(
        |(counts, like)| {
            format!("{}{like} heaps", counts.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
        },
    )
}

fn take() -> impl Strategy<Value = String> {
    let source = prop_oneof![
        6 => Just(String::new()),
        2 => select(vec![" from max heap", " from min heap", " from all heaps", " from nonempty heaps"]).prop_map(str::to_owned),
        2 => (1u8..20).prop_map(|k| format!(" from {k} heaps")),
        2 => (1u8..20).prop_map(|k| format!(" from up to {k} heaps")),
        2 => (1u8..20).prop_map(|k| format!(" from up to {k} heaps freely")),
        2 => (1u8..4).prop_map(|k| format!(" from {k} heaps freely")),
        2 => (1u8..4, 0u8..4).prop_map(|(k, d)| format!(" from {k} heaps within {d}")),
        1 => Just(" from 2 heaps within max-min".to_owned()),
    ];
    let leaving = prop_oneof![5 => Just(String::new()), 1 => parts().prop_map(|p| format!(" leaving {p}"))];
    (amounts(), source, leaving).prop_map(|(a, s, l)| format!("take {a}{s}{l}"))
}

/// Moves that make heaps into other heaps.
fn remake() -> impl Strategy<Value = String> {
    let of = select(vec!["", " of even", " of 3, 5..", " of multiples of min"]);
    prop_oneof![
        3 => (of.clone(), parts(), amounts()).prop_map(|(h, p, a)| format!("replace a heap{h} by {p} of {a}")),
        2 => (of, amounts()).prop_map(|(h, a)| format!("divide a heap{h} into {a} nearly equal heaps")),
        1 => amounts().prop_map(|a| format!("divide all heaps by {a}")),
        1 => (2u8..5).prop_map(|k| format!("merge {k} heaps")),
        1 => amounts().prop_map(|a| format!("take {a} spreading the rest")),
    ]
}

fn a_move() -> impl Strategy<Value = String> {
    let split = || {
        (2u8..5, select(vec!["", " unequal", " equal"]))
            .prop_map(|(k, like)| format!("split into {k}{like} heaps"))
    };
    prop_oneof![
        6 => take(),
        1 => split(),
        2 => remake(),
        1 => (1u8..3, prop_oneof![take().boxed(), split().boxed()]).prop_map(|(k, m)| format!("discard {k} heaps then {m}")),
    ]
}

fn code() -> impl Strategy<Value = String> {
    prop_oneof!["octal\\([04]\\.[0-7]{1,6}\\)", "hex\\([048c]\\.[0-9a-f]{1,6}\\)", "octal\\(\\.[0-7]{1,3}\\)"]
}

fn named() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "nim",
            "尼姆",
            "wythoff",
            "fibonacci",
            "lasker",
            "grundy",
            "kayles",
            "dawson",
            "matches",
            "euclid"
        ])
        .prop_map(str::to_owned),
        (1u8..9).prop_map(|m| format!("bash({m})")),
        (1u8..9).prop_map(|t| format!("wythoff({t})")),
        (1u8..20).prop_map(|k| format!("moore({k})")),
        amounts().prop_map(|a| format!("subtract({a})")),
        code(),
    ]
}

/// Rules for any number of heaps; some are refused, and the tests skip those.
pub fn rules() -> impl Strategy<Value = String> {
    let moves =
        prop_oneof![2 => prop::collection::vec(a_move(), 1..4).prop_map(|m| m.join(" or ")), 1 => named()];
    let setting = prop_oneof![
        6 => Just(String::new()),
        1 => amounts().prop_map(|a| format!("; first {a}")),
        1 => select(vec![
            "; win most",
            "; heaps in order",
            "; heaps descending",
            "; ring",
            "; heaps closed",
            "; heaps alternating",
            "; pass 2 times",
            "; put back 1..n, 3 up to 2 times",
            "; seats 3, 4",
            "; each amount once",
            "; each amount once per heap",
        ]).prop_map(str::to_owned),
    ];
    let last = amounts().prop_map(|a| format!("take 1..2*last, {a} except last; first {a}"));
    let step =
        (amounts(), select(vec!["1 step", "any steps"])).prop_map(|(a, s)| format!("move ({a}) {s} down"));
    let carry = (
        amounts(),
        select(vec!["", " at distance odd", " with sum primes, 9", " at distance 1..3 with sum even"]),
    )
        .prop_map(|(a, fits)| format!("move ({a}) to a lower heap{fits}"));
    prop_oneof![
        8 => (moves, setting).prop_map(|(m, s)| m + s.as_str()),
        1 => last,
        1 => step,
        1 => carry,
    ]
}

pub fn race() -> impl Strategy<Value = String> {
    (amounts(), select(vec!["", " or multiply 2, 3"]), select(vec!["", "at least "]), number())
        .prop_map(|(a, m, least, to)| format!("take {a}{m}; to {least}{to}"))
}

fn component() -> impl Strategy<Value = String> {
    let heaps = prop::collection::vec(prop_oneof![0u64..40, any::<u64>()], 0..5)
        .prop_map(|h| h.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
    prop_oneof![
        8 => (rules(), heaps).prop_map(|(r, h)| format!("{r}[{h}]")),
        1 => (race(), 0u8..5).prop_map(|(r, total)| format!("{r}[{total}]")),
        1 => (1u32..9).prop_map(|last| format!("fibonacci[20, 3; last {last}]")),
        1 => (1u32..9).prop_map(|more| format!("take any; heaps in order[4, 9; open 2 from {}]", 9 + more)),
        1 => (1u32..9).prop_map(|size| format!("take any; heaps descending[4, 9; closed {size}]")),
        1 => (-9i32..9).prop_map(|lead| format!("take 1..3; win most[13; lead {lead}]")),
        1 => Just("kayles; ring[3, 9, 5, 0; row 2, row 4]".to_owned()),
        1 => Just("take any or take 2 from 2 heaps; each amount once per heap[9, 3, 9; used 2 from 1, used 4 from 2]".to_owned()),
        1 => Just("race(30, 1..9); each amount once[4; used 7, used 3]".to_owned()),
        1 => Just("nim; win most; pass 1 time; put back 1..n, 2 up to 3 times[9, 0; lead 2, put 2]".to_owned()),
        1 => Just("nim; heaps closed; pass 1 time[9, 0, 5; open 1, open 2, passed 1]".to_owned()),
        1 => Just("take 1..seat, root(seat)..n; heaps alternating; seats 3, 0, 5[9, 9; touched 2, seat 3]".to_owned()),
    ]
}

pub fn position() -> impl Strategy<Value = String> {
    let tree = component().boxed().prop_recursive(2, 6, 3, |inner| {
        let several = prop::collection::vec(inner, 2..4);
        prop_oneof![
            2 => several.clone().prop_map(|parts| parts.join(" + ")),
            1 => (select(vec!["all", "short", "some", "seq"]), several.clone())
                .prop_map(|(how, parts)| format!("{how}({})", parts.join(", "))),
        ]
    });
    let round = (select(vec!["round", "skip"]), prop::collection::vec(component(), 2..4), 0usize..6);
    let round = round.prop_map(|(how, mut parts, next)| {
        if let Some(part) = parts.get_mut(next).filter(|part| part.ends_with(']') && !part.contains(';')) {
            part.pop();
            part.push_str("; next]");
        }
        format!("{how}({})", parts.join(", "))
    });
    let tree = prop_oneof![4 => tree, 1 => round];
    (any::<bool>(), tree).prop_map(|(misere, tree)| if misere { format!("misere {tree}") } else { tree })
}
