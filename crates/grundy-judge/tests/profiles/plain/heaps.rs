//! Games of heaps, as their statements tell them.

use super::*;

pub fn nim_rest(r: &mut Reader, w: Words) -> String {
    r.until_zeros(1, |r| say(won(r.heaps(), &nim), w))
}

pub fn nim_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.heaps(), &nim), w))
}

pub fn nim_once(r: &mut Reader, w: Words) -> String {
    say(won(r.heaps(), &nim), w)
}

pub fn nim_count_rest(r: &mut Reader, _: Words) -> String {
    r.until_zeros(1, |r| winning(&r.heaps(), &nim).len().to_string())
}

pub fn nim_count_once(r: &mut Reader, _: Words) -> String {
    winning(&r.heaps(), &nim).len().to_string()
}

/// The winning takes as heap (from 0), size before, size after.
fn takes(heaps: &[i64]) -> Vec<(usize, i64, i64)> {
    let (mut found, mut known) = (Vec::new(), HashMap::new());
    if heaps.iter().any(|heap| *heap > LARGEST_HEAP) {
        give_up();
        return found;
    }
    for (i, &n) in heaps.iter().enumerate() {
        for left in (0..n).rev() {
            let mut next = heaps.to_vec();
            next[i] = left;
            if !search(&next, &nim, true, &mut known, 0) {
                found.push((i, n, left));
            }
        }
    }
    found
}

pub fn nim_moves(r: &mut Reader, w: Words) -> String {
    r.until_zeros(1, |r| {
        let found = takes(&r.heaps());
        let mut out = say(!found.is_empty(), w);
        for (_, before, after) in found {
            let _ = write!(out, "\n{before} {after}");
        }
        out
    })
}

pub fn nim_first(r: &mut Reader, w: Words) -> String {
    let mut heaps = r.heaps();
    let Some(&(i, before, after)) = takes(&heaps).first() else { return w[1].to_owned() };
    heaps[i] = after;
    let left: Vec<String> = heaps.iter().map(i64::to_string).collect();
    format!("{} {}\n{}", before - after, i + 1, left.join(" "))
}

pub fn misere_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won_misere(r.heaps(), &nim), w))
}

pub fn misere_cases(r: &mut Reader, w: Words) -> String {
    r.cases("", |r| say(won_misere(r.heaps(), &nim), w))
}

/// The stones, the seat that takes next, and what each seat may take at most; the last stone loses.
pub fn seats(r: &mut Reader, w: Words) -> String {
    r.until_zeros(1, |r| {
        let (n, stones) = r.pair();
        let most = r.list(2 * n);
        let moves = |p: &[i64]| {
            let seat = usize::try_from(p[1]).unwrap_or(0);
            (1..=most[seat].min(p[0])).map(|k| vec![p[0] - k, (p[1] + 1) % (2 * n)]).collect()
        };
        say(won_misere(vec![stones, 0], &moves), w)
    })
}

/// Bars in the box are negative: any of them are taken out, or a length of one outside is eaten.
pub fn closed_bars(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let bars: Pos = r.heaps().into_iter().map(|bar| -bar).collect();
        let moves = |p: &[i64]| {
            let eaten = p.iter().enumerate().flat_map(|(i, &bar)| {
                (0..bar).map(move |left| {
                    p.iter().enumerate().map(|(j, &b)| if i == j { left } else { b }).collect()
                })
            });
            let mut all: Vec<Pos> = eaten.collect();
            let inside: Vec<usize> = (0..p.len()).filter(|&i| p[i] < 0).collect();
            for set in 1..1 << inside.len() {
                let mut next = p.to_vec();
                inside
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| set >> bit & 1 == 1)
                    .for_each(|(_, &i)| next[i] = -p[i]);
                all.push(next);
            }
            for next in &mut all {
                next.sort_unstable();
            }
            all
        };
        say(won(bars, &moves), w)
    })
}

/// Neighbouring apples of a row, which may leave two rows; the last apple loses.
pub fn rows_misere(r: &mut Reader, w: Words) -> String {
    r.rest(|r| say(won_misere(r.heaps(), &|p| in_row(p, &|n| (1..=n).collect())), w))
}

/// Takes neighbours of a row, whose rest are two rows.
pub fn in_row(position: &[i64], amounts: &dyn Fn(i64) -> Pos) -> Vec<Pos> {
    change(position, |n| {
        let mut all = Vec::new();
        for take in amounts(n).into_iter().filter(|take| *take <= n) {
            all.extend((0..=n - take).map(|left| vec![left, n - take - left]));
        }
        all
    })
}

/// The first take from a ring leaves one row.
fn ring(n: i64, amounts: &dyn Fn(i64) -> Pos) -> bool {
    amounts(n).into_iter().filter(|take| *take <= n).any(|take| !won(vec![n - take], &|p| in_row(p, amounts)))
}

pub fn kayles_ring(r: &mut Reader, w: Words) -> String {
    r.until_zeros(1, |r| say(ring(r.n(), &|_| vec![1, 2]), w))
}

pub fn paint_ring(r: &mut Reader, w: Words) -> String {
    r.cases("#", |r| {
        let (n, m) = r.pair();
        say(ring(n, &|_| vec![m]), w)
    })
}

pub fn coins_ring(r: &mut Reader, w: Words) -> String {
    r.cases("", |r| {
        let (n, k) = r.pair();
        say(ring(n, &|_| (1..=k).collect()), w)
    })
}

pub fn rows_of_a_set(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let set = r.heaps();
        let questions = r.n();
        let answer = |n: i64| say(won(vec![n], &|p| in_row(p, &|_| set.clone())), w);
        (0..questions).map(|_| answer(r.n())).collect::<Vec<_>>().join("\n")
    })
}

pub fn pairs_in_rows(r: &mut Reader, w: Words) -> String {
    r.rest(|r| say(won(r.heaps(), &|p| in_row(p, &|_| vec![2])), w))
}

pub fn bash_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| {
        let (n, m) = r.pair();
        say(won(vec![n], &|p| take(p, |n| (1..=m.min(n)).collect())), w)
    })
}

pub fn bash_once(r: &mut Reader, w: Words) -> String {
    let (n, m) = r.pair();
    say(won(vec![n], &|p| take(p, |_| (1..=m).collect())), w)
}

pub fn three_rest(r: &mut Reader, w: Words) -> String {
    r.rest(|r| say(won(vec![r.n()], &|p| take(p, |_| vec![1, 2, 3])), w))
}

pub fn three_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.heaps(), &|p| take(p, |_| vec![1, 2, 3])), w))
}

/// Heaps with caps of their own, as pairs.
pub fn caps(r: &mut Reader, w: Words) -> String {
    r.times(|r| {
        let count = r.n();
        let pairs = r.list(2 * count);
        let moves = |p: &[i64]| {
            let mut all = Vec::new();
            for i in (0..p.len()).step_by(2) {
                for amount in 1..=p[i].min(p[i + 1]) {
                    let mut next = p.to_vec();
                    next[i] -= amount;
                    all.push(next);
                }
            }
            all
        };
        say(won(pairs, &moves), w)
    })
}

pub fn at_least_p(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let (n, p, q) = (r.n(), r.n(), r.n());
        say(won_misere(vec![n], &|h| take(h, |n| if n < p { vec![n] } else { (p..=q).collect() })), w)
    })
}

pub fn from_l_to_r(r: &mut Reader, w: Words) -> String {
    let (n, low, high) = (r.n(), r.n(), r.n());
    say(won(r.list(n), &|p| take(p, |_| (low..=high).collect())), w)
}

pub fn set_one_heap(r: &mut Reader, w: Words) -> String {
    let (count, heap) = r.pair();
    let set = r.list(count);
    say(won(vec![heap], &|p| take(p, |_| set.clone())), w)
}

pub fn set_all_heaps(r: &mut Reader, w: Words) -> String {
    let (n, count) = r.pair();
    let set = r.list(count);
    (1..=n).map(|heap| say(won(vec![heap], &|p| take(p, |_| set.clone())), w)).collect()
}

pub fn set_rest(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let (n, count) = r.pair();
        let set = r.list(count);
        say(won(vec![n], &|p| take(p, |_| set.clone())), w)
    })
}

pub fn set_misere(r: &mut Reader, w: Words) -> String {
    let (n, count) = r.pair();
    let set = r.list(count);
    say(won_misere(vec![n], &|p| take(p, |_| set.clone())), w)
}

pub fn s_nim(r: &mut Reader, w: Words) -> String {
    r.until_zeros(1, |r| {
        let set = r.heaps();
        let questions = r.n();
        (0..questions).map(|_| say(won(r.heaps(), &|p| take(p, |_| set.clone())), w)).collect()
    })
}

pub fn set_then_heaps(r: &mut Reader, w: Words) -> String {
    let set = r.heaps();
    say(won(r.heaps(), &|p| take(p, |_| set.clone())), w)
}

pub fn one_k_l(r: &mut Reader, w: Words) -> String {
    let (k, l, m) = (r.n(), r.n(), r.n());
    (0..m).map(|_| say(won(vec![r.n()], &|p| take(p, |_| vec![1, k, l])), w)).collect()
}

pub fn one_two_k(r: &mut Reader, w: Words) -> String {
    r.times(|r| {
        let (n, k) = r.pair();
        say(won(vec![n], &|p| take(p, |_| vec![1, 2, k])), w)
    })
}

fn times_with(r: &mut Reader, w: Words, amounts: &[i64]) -> String {
    r.times(|r| say(won(vec![r.n()], &|p| take(p, |_| amounts.to_vec())), w))
}

pub fn two_three_five(r: &mut Reader, w: Words) -> String {
    times_with(r, w, &[2, 3, 5])
}

pub fn one_three_four(r: &mut Reader, w: Words) -> String {
    times_with(r, w, &[1, 3, 4])
}

pub fn six_primes(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.heaps(), &|p| take(p, |_| vec![2, 3, 5, 7, 11, 13])), w))
}

fn powers(k: i64) -> Pos {
    (0..15).map_while(|i| k.checked_pow(i)).take_while(|power| *power <= LARGEST_HEAP).collect()
}

pub fn powers_rest(r: &mut Reader, w: Words) -> String {
    r.rest(|r| say(won(vec![r.n()], &|p| take(p, |_| powers(2))), w))
}

pub fn powers_times(r: &mut Reader, w: Words) -> String {
    times_with(r, w, &powers(2))
}

pub fn powers_first(r: &mut Reader, w: Words) -> String {
    let n = r.n();
    let least = powers(2).into_iter().find(|&a| a <= n && !won(vec![n - a], &|p| take(p, |_| powers(2))));
    least.map_or_else(|| w[1].to_owned(), |least| format!("{}\n{least}", w[0]))
}

pub fn powers_of_k(r: &mut Reader, _: Words) -> String {
    r.times(|r| {
        let (n, k) = r.pair();
        let wins = |a: &i64| *a <= n && !won(vec![n - a], &|p| take(p, |_| powers(k)));
        powers(k).into_iter().find(wins).unwrap_or(0).to_string()
    })
}

fn is_prime(n: i64) -> bool {
    n > 1 && (2..n).all(|d| n % d != 0)
}

pub fn primes(r: &mut Reader, w: Words) -> String {
    let set: Pos = (1..200).filter(|&n| n == 1 || is_prime(n)).collect();
    times_with(r, w, &set)
}

pub fn prime_powers(r: &mut Reader, w: Words) -> String {
    let mut set = vec![1];
    for p in (2..200).filter(|&n| is_prime(n)) {
        set.extend(powers(p).into_iter().skip(1));
    }
    times_with(r, w, &set)
}

pub fn fibonacci_numbers(r: &mut Reader, w: Words) -> String {
    let set = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
    r.until_zeros(3, |r| say(won(r.list(3), &|p| take(p, |_| set.to_vec())), w))
}

pub fn squares(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        say(won(vec![r.n()], &|p| take(p, |n| (1..).map(|k| k * k).take_while(|s| *s <= n).collect())), w)
    })
}

pub fn divisors(r: &mut Reader, w: Words) -> String {
    r.rest(|r| say(won(vec![r.n()], &|p| take(p, |n| (1..n).filter(|d| n % d == 0).collect())), w))
}

pub fn inner_divisors(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(vec![r.n()], &|p| take(p, |n| (2..n).filter(|d| n % d == 0).collect())), w))
}

pub fn halves_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.heaps(), &|p| take(p, |n| (1..=n / 2).collect())), w))
}

pub fn halves_cases(r: &mut Reader, w: Words) -> String {
    r.cases("", |r| say(won(r.heaps(), &|p| take(p, |n| (1..=n / 2).collect())), w))
}

pub fn digits(r: &mut Reader, w: Words) -> String {
    let n = r.n();
    let digits =
        |n: i64| n.to_string().chars().map(|c| i64::from(c as u8 - b'0')).filter(|d| *d > 0).collect::<Pos>();
    let wins = |a: &i64| !won(vec![n - a], &|p| take(p, digits));
    let first = digits(n).into_iter().find(wins);
    first.map_or_else(|| w[1].to_owned(), |first| format!("1\n{first}"))
}

/// Not all at first, then at most `k` times the last take; the position is the heap and the limit.
fn growing(position: &[i64], k: i64) -> Vec<Pos> {
    (1..=position[1].min(position[0])).map(|take| vec![position[0] - take, k * take]).collect()
}

pub fn fibonacci_rest(r: &mut Reader, w: Words) -> String {
    r.until_zeros(1, |r| {
        let n = r.n();
        say(won(vec![n, n - 1], &|p| growing(p, 2)), w)
    })
}

pub fn fibonacci_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| {
        let n = r.n();
        say(won(vec![n, n - 1], &|p| growing(p, 2)), w)
    })
}

pub fn growing_first(r: &mut Reader, w: Words) -> String {
    r.cases("", |r| {
        let (n, k) = r.pair();
        let moves = |p: &[i64]| growing(p, k);
        winning(&[n, n - 1], &moves).first().map_or_else(|| w[1].to_owned(), |to| (n - to[0]).to_string())
    })
}

pub fn fibonacci_least(r: &mut Reader, _: Words) -> String {
    let n = r.n();
    let moves = |p: &[i64]| growing(p, 2);
    let found = winning(&[n, n], &moves);
    found.iter().map(|to| n - to[0]).min().unwrap_or(n).to_string()
}

fn two_heaps(position: &[i64]) -> Vec<Pos> {
    let (a, b) = (position[0], position[1]);
    let mut all = both(a, b);
    all.extend((0..a).map(|left| vec![left, b]));
    all.extend((0..b).map(|left| vec![a, left]));
    all
}

fn both(a: i64, b: i64) -> Vec<Pos> {
    (1..=a.min(b)).map(|take| vec![a - take, b - take]).collect()
}

fn wythoff(r: &mut Reader, w: Words) -> String {
    let pair = r.list(2);
    if pair[0].max(pair[1]) > 300 {
        give_up();
        return String::new();
    }
    say(won(pair, &two_heaps), w)
}

pub fn wythoff_rest(r: &mut Reader, w: Words) -> String {
    r.rest(|r| wythoff(r, w))
}

pub fn wythoff_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| wythoff(r, w))
}

pub fn wythoff_once(r: &mut Reader, w: Words) -> String {
    wythoff(r, w)
}

/// The results of the winning takes from both heaps and of those from one, smaller heap first, in order.
fn wythoff_moves(r: &mut Reader) -> [Vec<Pos>; 2] {
    let (a, b) = r.pair();
    if a.max(b) > 300 {
        give_up();
        return [Vec::new(), Vec::new()];
    }
    let sorted = |all: Vec<Pos>| {
        let mut known = HashMap::new();
        let is_lost = |to: &Pos| !search(to, &two_heaps, true, &mut known, 0);
        let mut lost: Vec<Pos> = all.into_iter().filter(is_lost).collect();
        for to in &mut lost {
            to.sort_unstable();
        }
        lost.sort();
        lost.dedup();
        lost
    };
    let one = two_heaps(&[a, b]).split_off(usize::try_from(a.min(b)).expect("a heap"));
    [sorted(both(a, b)), sorted(one)]
}

fn written(found: &[Pos], w: Words) -> String {
    let mut out = say(!found.is_empty(), w);
    for to in found {
        let _ = write!(out, "\n{} {}", to[0], to[1]);
    }
    out
}

pub fn wythoff_pair_first(r: &mut Reader, w: Words) -> String {
    r.until_zeros(2, |r| {
        let [mut all, one] = wythoff_moves(r);
        let new: Vec<Pos> = one.into_iter().filter(|to| !all.contains(to)).collect();
        all.extend(new);
        written(&all, w)
    })
}

pub fn wythoff_repeated(r: &mut Reader, w: Words) -> String {
    r.until_zeros(2, |r| written(&wythoff_moves(r).concat(), w))
}

pub fn wythoff_by_result(r: &mut Reader, w: Words) -> String {
    r.until_zeros(2, |r| {
        let mut all = wythoff_moves(r).concat();
        all.sort();
        all.dedup();
        written(&all, w)
    })
}

pub fn euclid_moves(a: i64, b: i64) -> Vec<Pos> {
    let (low, high) = (a.min(b), a.max(b));
    if low == 0 {
        return Vec::new();
    }
    (1..=high / low).map(|k| vec![low, high - k * low]).collect()
}

pub fn euclid_zeros(r: &mut Reader, w: Words) -> String {
    r.until_zeros(2, |r| say(won(r.list(2), &|p| euclid_moves(p[0], p[1])), w))
}

pub fn euclid_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.list(2), &|p| euclid_moves(p[0], p[1])), w))
}

/// In every pair without a zero, a multiple of the smaller number is subtracted.
pub fn euclid_all(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all: Vec<Pos> = vec![Vec::new()];
        let mut any = false;
        for pair in p.chunks(2) {
            let mut options = euclid_moves(pair[0], pair[1]);
            any |= !options.is_empty();
            if options.is_empty() {
                options.push(pair.to_vec());
            }
            all =
                all.iter().flat_map(|left| options.iter().map(|right| [&left[..], right].concat())).collect();
        }
        if any { all } else { Vec::new() }
    };
    r.rest(|r| {
        let count = r.n();
        say(won(r.list(2 * count), &moves), w)
    })
}

/// Any number from a heap, or a heap in `parts` parts.
fn or_split(position: &[i64], parts: &dyn Fn(i64) -> Vec<Pos>) -> Vec<Pos> {
    let mut all = nim(position);
    all.extend(change(position, parts));
    all
}

fn halves(n: i64) -> Vec<Pos> {
    (1..=n / 2).map(|left| vec![left, n - left]).collect()
}

pub fn lasker_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.heaps(), &|p| or_split(p, &halves)), w))
}

pub fn lasker_once(r: &mut Reader, w: Words) -> String {
    say(won(r.heaps(), &|p| or_split(p, &halves)), w)
}

pub fn three_parts(r: &mut Reader, w: Words) -> String {
    let parts = |n: i64| {
        let mut all = Vec::new();
        for a in 1..n {
            for b in a..n {
                if n - a - b >= b {
                    all.push(vec![a, b, n - a - b]);
                }
            }
        }
        all
    };
    r.times(|r| say(won(r.heaps(), &|p| or_split(p, &parts)), w))
}

pub fn take_then_split(r: &mut Reader, w: Words) -> String {
    let results = |n: i64| {
        let mut all: Vec<Pos> = Vec::new();
        for left in 0..n {
            all.push(vec![left]);
            all.extend(halves(left));
        }
        all
    };
    r.rest(|r| say(won(r.heaps(), &|p| change(p, results)), w))
}

fn unequal(n: i64) -> Vec<Pos> {
    (1..n).filter(|left| left < &(n - left)).map(|left| vec![left, n - left]).collect()
}

pub fn unequal_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(vec![r.n()], &|p| change(p, unequal)), w))
}

pub fn unequal_cases(r: &mut Reader, w: Words) -> String {
    r.cases("", |r| say(won(r.heaps(), &|p| change(p, unequal)), w))
}

/// All ways to write `n` as two or more different numbers.
fn different(n: i64, least: i64) -> Vec<Pos> {
    let mut all = Vec::new();
    for first in least..n {
        if n - first > first {
            all.push(vec![first, n - first]);
            for mut rest in different(n - first, first + 1) {
                rest.insert(0, first);
                all.push(rest);
            }
        }
    }
    all
}

pub fn different_parts(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.heaps(), &|p| change(p, |n| different(n, 1))), w))
}

pub fn two_smaller(r: &mut Reader, w: Words) -> String {
    let results = |n: i64| (0..n).flat_map(|a| (0..=a).map(move |b| vec![a, b])).collect();
    let heaps = r.heaps();
    let mut known = HashMap::new();
    let sum =
        heaps.iter().fold(0, |sum, &heap| sum ^ value(&vec![heap], &|p| change(p, results), &mut known));
    say(sum != 0, w)
}

/// A heap of at least f stones into parts that differ by one at most.
pub fn nearly_equal(r: &mut Reader, w: Words) -> String {
    let (times, least) = (r.n(), r.n());
    let results = |n: i64| {
        let counts = if n < least { 0 } else { n };
        (2..=counts).map(|count| (0..count).map(|i| n / count + i64::from(i < n % count)).collect()).collect()
    };
    let mut known = HashMap::new();
    let mut answers = Vec::new();
    for _ in 0..times {
        let heaps = r.heaps();
        let sum =
            heaps.iter().fold(0, |sum, &heap| sum ^ value(&vec![heap], &|p| change(p, results), &mut known));
        answers.push(say(sum != 0, w));
    }
    answers.join(" ")
}

/// One stone from each of as many heaps as wanted.
pub fn one_from_many(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let full: Vec<usize> = (0..p.len()).filter(|&i| p[i] > 0).collect();
        let mut all = Vec::new();
        for chosen in 1..1_usize << full.len() {
            let mut next = p.to_vec();
            for (bit, &i) in full.iter().enumerate() {
                next[i] -= i64::from(chosen >> bit & 1 == 1);
            }
            all.push(next);
        }
        all
    };
    r.times(|r| say(won(r.heaps(), &moves), w))
}

/// Pairs of heaps: one is thrown away, the other split.
pub fn throw_and_split(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for i in (0..p.len()).step_by(2) {
            for kept in [p[i], p[i + 1]] {
                for left in 1..kept {
                    let mut next = p.to_vec();
                    (next[i], next[i + 1]) = (left, kept - left);
                    all.push(next);
                }
            }
        }
        all
    };
    r.times(|r| say(won(r.heaps(), &moves), w))
}

pub fn two_boxes(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let high = p[0].max(p[1]);
        (1..high).map(|left| vec![left, high - left]).collect()
    };
    r.until_zeros(1, |r| say(won(vec![r.n(), 1], &moves), w))
}
