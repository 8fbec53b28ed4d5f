//! Races, dates, sets and other games of numbers, as their statements tell them.

use super::*;

pub fn multiply(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let n = r.n();
        let moves =
            |p: &[i64]| if p[0] >= n { Vec::new() } else { (2..=9).map(|k| vec![k * p[0]]).collect() };
        say(won(vec![1], &moves), w)
    })
}

pub fn bids(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let (m, n) = r.pair();
        let moves =
            |p: &[i64]| if p[0] >= m { Vec::new() } else { (1..=n).map(|k| vec![p[0] + k]).collect() };
        let first: Vec<String> = winning(&[0], &moves).iter().map(|to| to[0].to_string()).collect();
        if first.is_empty() { w[1].to_owned() } else { first.join(" ") }
    })
}

pub fn writing(r: &mut Reader, w: Words) -> String {
    r.until_zeros(2, |r| {
        let (n, k) = r.pair();
        let moves =
            |p: &[i64]| if p[0] >= n { Vec::new() } else { (1..=k).map(|add| vec![p[0] + add]).collect() };
        // Whoever writes n or more loses.
        say(won_misere(vec![0], &moves), w)
    })
}

pub fn merging(before: &'static str) -> impl Fn(&mut Reader, Words) -> String {
    move |r, w| {
        let moves = |p: &[i64]| {
            let mut all = take(p, |_| vec![1]);
            for i in 0..p.len() {
                for j in 0..i {
                    let mut next = p.to_vec();
                    next[j] += next.remove(i);
                    next.sort_unstable();
                    all.push(next);
                }
            }
            all
        };
        let answer = |r: &mut Reader| {
            let mut heaps = r.heaps();
            heaps.sort_unstable();
            say(won(heaps, &moves), w)
        };
        if before.is_empty() { r.times(answer) } else { r.cases(before, answer) }
    }
}

pub fn merging_cases(r: &mut Reader, w: Words) -> String {
    merging("#")(r, w)
}

pub fn merging_times(r: &mut Reader, w: Words) -> String {
    merging("")(r, w)
}

pub fn merging_to_m(r: &mut Reader, w: Words) -> String {
    r.times(|r| {
        let (n, m) = r.pair();
        let moves = |p: &[i64]| {
            let mut all = Vec::new();
            for i in 0..p.len() {
                for j in (0..i).filter(|&j| p[i] + p[j] <= m) {
                    let mut next = p.to_vec();
                    next[j] += next.remove(i);
                    next.sort_unstable();
                    all.push(next);
                }
            }
            all
        };
        say(won(vec![1; usize::try_from(n).expect("a count")], &moves), w)
    })
}

fn days(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

pub fn calendar(r: &mut Reader, w: Words) -> String {
    // From the last day backwards.
    let last = (2001, 11, 4);
    let mut lost: HashMap<(i64, i64, i64), bool> = HashMap::from([(last, true)]);
    for year in (1900..=2001).rev() {
        for month in (1..=12).rev() {
            for day in (1..=days(year, month)).rev().filter(|day| (year, month, *day) < last) {
                let (next_year, next_month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
                let tomorrow =
                    if day < days(year, month) { (year, month, day + 1) } else { (next_year, next_month, 1) };
                let mut to = vec![tomorrow];
                if day <= days(next_year, next_month) && (next_year, next_month, day) <= last {
                    to.push((next_year, next_month, day));
                }
                let is_lost = to.iter().all(|date| !lost[date]);
                lost.insert((year, month, day), is_lost);
            }
        }
    }
    r.times(|r| say(!lost[&(r.n(), r.n(), r.n())], w))
}

pub fn sticks(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| if p[0] > 0 && p[1] > 0 { vec![vec![p[0] - 1, p[1] - 1]] } else { Vec::new() };
    say(won(r.list(2), &moves), w)
}

pub fn coins_for_115(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for large in 0..=p[0] {
            all.extend(
                (0..=p[1])
                    .filter(|small| 75 * large + 10 * small == 115)
                    .map(|small| vec![p[0] - large, p[1] - small]),
            );
        }
        all
    };
    r.rest(|r| say(won(r.list(2), &moves), w))
}

pub fn in_order(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| match p {
        [] => Vec::new(),
        [first, rest @ ..] => {
            (0..*first).map(|left| if left > 0 { [&[left], rest].concat() } else { rest.to_vec() }).collect()
        }
    };
    r.times(|r| say(won(r.heaps(), &moves), w))
}

pub fn roots(r: &mut Reader, w: Words) -> String {
    let heaps = r.heaps();
    let top = heaps.iter().copied().max().unwrap_or(0);
    let mut values: Vec<u64> = Vec::new();
    for x in 0..=top {
        let root = (0..).take_while(|y| y * y <= x).last().expect("a root");
        let fourth = (0..).find(|y| y * y * y * y >= x).expect("a root");
        let options: Vec<u64> =
            (fourth..=root).filter(|y| *y < x).map(|y| values[usize::try_from(y).expect("a heap")]).collect();
        values.push((0..).find(|v| !options.contains(v)).expect("a value"));
    }
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ values[usize::try_from(*heap).expect("a heap")]);
    say(sum != 0, w)
}

/// Each heap with the amounts that were taken from it, as bits.
pub fn never_twice(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        (1..=p[0])
            .filter(|take| p[1] >> take & 1 == 0)
            .map(|take| vec![p[0] - take, p[1] | 1 << take])
            .collect()
    };
    let mut known = HashMap::new();
    let heaps = r.heaps();
    let sum = heaps.iter().fold(0, |sum, heap| {
        if *heap > 14 {
            give_up();
            return sum;
        }
        sum ^ value(&vec![*heap, 0], &moves, &mut known)
    });
    say(sum != 0, w)
}

pub fn quarries(r: &mut Reader, w: Words) -> String {
    let mut heaps = Vec::new();
    for _ in 0..r.n() {
        let (x, m) = r.pair();
        if m > 4 {
            give_up();
            return String::new();
        }
        heaps.extend(x..x + m);
    }
    say(won(heaps, &nim), w)
}

/// The heap that was used last, from 1, then the heaps.
pub fn not_the_same(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for i in (1..p.len()).filter(|&i| p[i] > 0 && usize::try_from(p[0]) != Ok(i)) {
            let mut next = p.to_vec();
            next[i] -= 1;
            next[0] = i64::try_from(i).expect("a place");
            all.push(next);
        }
        all
    };
    r.times(|r| say(won([vec![0], r.heaps()].concat(), &moves), w))
}

pub fn no_equal_heaps(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for i in (0..p.len()).filter(|&i| p[i] > 0) {
            let mut next = p.to_vec();
            next[i] -= 1;
            next.sort_unstable();
            if next.windows(2).all(|two| two[0] != two[1]) {
                all.push(next);
            }
        }
        all
    };
    say(won(r.heaps(), &moves), w)
}

/// Adds a new difference of two numbers to a set.
pub fn differences(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for a in p {
            for new in p.iter().map(|b| a - b).filter(|new| *new > 0 && !p.contains(new)) {
                let mut next = p.to_vec();
                next.push(new);
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    };
    let mut set = r.heaps();
    set.sort_unstable();
    if set.iter().any(|x| *x > 12) {
        give_up();
    }
    say(won(set, &moves), w)
}

/// Any positive numbers from exactly half of the heaps.
pub fn half_of_the_heaps(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all: Vec<(Pos, usize)> = vec![(Vec::new(), 0)];
        for &heap in p {
            all = all
                .iter()
                .flat_map(|(left, used)| {
                    (0..=heap).map(move |new| ([&left[..], &[new]].concat(), used + usize::from(new < heap)))
                })
                .collect();
        }
        let chosen = all.into_iter().filter(|(_, used)| *used == p.len() / 2).map(|(next, _)| next);
        chosen
            .map(|mut next| {
                next.sort_unstable();
                next
            })
            .collect()
    };
    let mut heaps = r.heaps();
    heaps.sort_unstable();
    say(won(heaps, &moves), w)
}

pub fn same_from_all(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let full: Pos = p.iter().copied().filter(|heap| *heap > 0).collect();
        let least = full.iter().copied().min().unwrap_or(0);
        (1..=least).map(|take| full.iter().map(|heap| heap - take).collect()).collect()
    };
    r.times(|r| say(won(r.heaps(), &moves), w))
}

/// The largest pile, or one candy from each; whoever eats the last loses.
pub fn candies(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut full: Pos = p.iter().copied().filter(|pile| *pile > 0).collect();
        full.sort_unstable();
        if full.is_empty() {
            return Vec::new();
        }
        let one = full.iter().map(|pile| pile - 1).filter(|pile| *pile > 0).collect();
        full.pop();
        vec![full, one]
    };
    say(won_misere(r.heaps(), &moves), w)
}

/// Bags that are put on plates first: the bags, -1, the plates.
pub fn bags_and_plates(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let at = p.iter().position(|n| *n < 0).expect("a mark");
        let (bags, plates) = (&p[..at], &p[at + 1..]);
        if bags.is_empty() {
            return nim(plates).into_iter().map(|next| [vec![-1], next].concat()).collect();
        }
        let mut all = Vec::new();
        for bag in 0..bags.len() {
            for plate in 0..plates.len() {
                let (mut bags, mut plates) = (bags.to_vec(), plates.to_vec());
                plates[plate] += bags.remove(bag);
                bags.sort_unstable();
                plates.sort_unstable();
                all.push([bags, vec![-1], plates].concat());
            }
        }
        all
    };
    r.times(|r| {
        let mut bags = r.heaps();
        bags.sort_unstable();
        let plates = vec![0; bags.len()];
        say(won([bags, vec![-1], plates].concat(), &moves), w)
    })
}

pub fn distinct_numbers(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let (largest, rest) = p.split_last().expect("numbers");
        let new = (0..*largest).filter(|new| !rest.contains(new));
        new.map(|new| {
            let mut next = [rest, &[new]].concat();
            next.sort_unstable();
            next
        })
        .collect()
    };
    say(won(r.heaps(), &moves), w)
}

pub fn two_for_one(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        all.extend((1..=p[0] / 2).map(|i| vec![p[0] - 2 * i, p[1] + i]));
        all.extend((1..=p[1] / 2).map(|i| vec![p[0] + i, p[1] - 2 * i]));
        all
    };
    say(won(r.list(2), &moves), w)
}

/// Whoever makes the xor 0 loses; whoever begins with 0 wins.
pub fn chalkboard(r: &mut Reader, w: Words) -> String {
    let xor = |p: &[i64]| p.iter().fold(0, |sum, n| sum ^ n);
    // Erasing to 0 gives the win away, so a position of 0 is won: it is an end, as under misère play.
    let moves = |p: &[i64]| {
        if xor(p) == 0 {
            return Vec::new();
        }
        (0..p.len()).map(|i| [&p[..i], &p[i + 1..]].concat()).collect()
    };
    r.rest(|r| say(!won_misere(r.heaps(), &moves), w))
}

/// A number is removed with all its divisors: the numbers as bits.
pub fn with_divisors(r: &mut Reader, _: Words) -> String {
    let moves = |p: &[i64]| {
        (1..60)
            .filter(|n| p[0] >> n & 1 == 1)
            .map(|n| vec![(1..=n).filter(|d| n % d == 0).fold(p[0], |left, d| left & !(1 << d))])
            .collect()
    };
    r.times(|r| {
        let (n, starts) = r.pair();
        if n > 14 {
            give_up();
            return String::new();
        }
        let first_wins = won(vec![(2 << n) - 2], &moves);
        format!("{} wins.", if first_wins == (starts == 0) { "Airborne" } else { "Pagfloyd" })
    })
}

/// Heaps with a pass each: size and pass.
pub fn one_pass(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for i in (0..p.len()).step_by(2).filter(|&i| p[i] > 0) {
            for left in 0..p[i] {
                let mut next = p.to_vec();
                next[i] = left;
                all.push(next);
            }
            if p[i + 1] > 0 {
                let mut next = p.to_vec();
                next[i + 1] = 0;
                all.push(next);
            }
        }
        all
    };
    r.times(|r| say(won(r.heaps().iter().flat_map(|&heap| [heap, 1]).collect(), &moves), w))
}

pub fn towers(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| change(p, |h| (1..h).filter(|d| h % d == 0).map(|d| vec![d]).collect());
    r.times(|r| {
        let (n, m) = r.pair();
        say(won(vec![m; usize::try_from(n).expect("a count")], &moves), w)
    })
}

/// One stone at least from a heap, and others of that heap to heaps that are not empty.
fn spread(position: &[i64]) -> Vec<Pos> {
    let mut all = Vec::new();
    for i in 0..position.len() {
        let mut rest = position.to_vec();
        let heap = rest.remove(i);
        for removed in 1..=heap {
            for moved in 0..=heap - removed {
                for mut next in shares(&rest, moved) {
                    next.extend(Some(heap - removed - moved).filter(|left| *left > 0));
                    next.sort_unstable();
                    all.push(next);
                }
            }
        }
    }
    all
}

/// All ways to add stones to the heaps.
fn shares(heaps: &[i64], stones: i64) -> Vec<Pos> {
    let Some((first, rest)) = heaps.split_first() else {
        return if stones == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    (0..=stones)
        .flat_map(|own| {
            shares(rest, stones - own).into_iter().map(move |rest| [vec![first + own], rest].concat())
        })
        .collect()
}

fn spreads(mut heaps: Pos) -> bool {
    if heaps.iter().sum::<i64>() > 14 {
        give_up();
        return false;
    }
    heaps.sort_unstable();
    won(heaps, &spread)
}

pub fn spreading_rest(r: &mut Reader, w: Words) -> String {
    r.until_zeros(1, |r| say(spreads(r.heaps()), w))
}

pub fn spreading_once(r: &mut Reader, w: Words) -> String {
    say(spreads(r.heaps()), w)
}
