//! Games of steps, strips, boards and graphs, as their statements tell them.

use super::*;

/// Stones on steps, the lowest first: any number goes one step down, from the lowest out of the game.
fn staircase(position: &[i64]) -> Vec<Pos> {
    let mut all = Vec::new();
    for (i, &stones) in position.iter().enumerate() {
        for moved in 1..=stones {
            let mut next = position.to_vec();
            next[i] -= moved;
            if i > 0 {
                next[i - 1] += moved;
            }
            all.push(next);
        }
    }
    all
}

pub fn stairs_once(r: &mut Reader, w: Words) -> String {
    say(won(r.heaps(), &staircase), w)
}

/// The first stair is the ground.
pub fn stairs_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.heaps()[1..].to_vec(), &staircase), w))
}

/// Pieces on squares from 1, moved to the left without jumping.
pub fn strip(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for (i, &square) in p.iter().enumerate() {
            for to in (1..square).rev().take_while(|to| !p.contains(to)) {
                let mut next = p.to_vec();
                next[i] = to;
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    };
    r.times(|r| {
        let mut pieces = r.heaps();
        pieces.sort_unstable();
        say(won(pieces, &moves), w)
    })
}

/// Heaps in a row, none above the next, before and after a take.
pub fn pebbles(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for (i, &stones) in p.iter().enumerate() {
            let least = if i > 0 { p[i - 1] } else { 0 };
            for left in least..stones {
                let mut next = p.to_vec();
                next[i] = left;
                all.push(next);
            }
        }
        all
    };
    r.times(|r| say(won(r.heaps(), &moves), w))
}

pub fn boxes_of_cards(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for a in 1..=p.len() {
            for b in (1..a).filter(|b| (a + b) % 2 == 1 && (a + b) % 3 == 0) {
                for moved in 1..=p[a - 1] {
                    let mut next = p.to_vec();
                    next[a - 1] -= moved;
                    next[b - 1] += moved;
                    all.push(next);
                }
            }
        }
        all
    };
    r.cases("", |r| say(won(r.heaps(), &moves), w))
}

/// Rows of 20 squares; a piece goes to the nearest empty square on its right.
pub fn rows_of_pieces(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for (i, &square) in p.iter().enumerate() {
            if let Some(to) = (square + 1..=20).find(|to| !p.contains(to)) {
                let mut next = p.to_vec();
                next[i] = to;
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    };
    let mut known = HashMap::new();
    r.times(|r| {
        let rows = r.n();
        let mut sum = 0;
        for _ in 0..rows {
            let mut row = r.heaps();
            row.sort_unstable();
            sum ^= value(&row, &moves, &mut known);
        }
        say(sum != 0, w)
    })
}

/// Two players' pieces in rows, each between the walls and the other: the side to move, then pairs. Both directions.
fn facing(position: &[i64], squares: i64) -> Vec<Pos> {
    let side = usize::try_from(position[0]).expect("a side");
    let mut all = Vec::new();
    for i in (1..position.len()).step_by(2) {
        let (own, other) = (position[i + side], position[i + 1 - side]);
        let free = |to: &i64| *to != own && (*to < other) == (own < other) && *to != other;
        for to in (1..=squares).filter(free) {
            let mut next = position.to_vec();
            next[i + side] = to;
            next[0] = 1 - next[0];
            all.push(next);
        }
    }
    all
}

fn faces(pairs: Pos, squares: i64) -> bool {
    if squares > 8 || pairs.len() > 4 {
        give_up();
        return false;
    }
    won_with_returns([vec![0], pairs].concat(), &|p| facing(p, squares))
}

pub fn northcott(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let (rows, squares) = r.pair();
        say(faces(r.list(2 * rows), squares), w)
    })
}

pub fn pawns(r: &mut Reader, w: Words) -> String {
    r.cases("", |r| {
        let columns = r.n();
        let (white, black) = (r.list(columns), r.list(columns));
        let pairs: Pos = white.iter().zip(&black).flat_map(|(a, b)| [*a, *b]).collect();
        let squares = black.iter().copied().max().unwrap_or(0);
        say(faces(pairs, squares), w)
    })
}

/// Gray and white in turn on one strip: each piece stays between its neighbours.
pub fn gray_and_white(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64], last: i64| {
        let mut all = Vec::new();
        for i in (1 + usize::try_from(p[0]).expect("a side")..p.len()).step_by(2) {
            let low = if i > 1 { p[i - 1] + 1 } else { 0 };
            let high = p.get(i + 1).map_or(last, |next| next - 1);
            for to in (low..=high).filter(|to| *to != p[i]) {
                let mut next = p.to_vec();
                next[i] = to;
                next[0] = 1 - next[0];
                all.push(next);
            }
        }
        all
    };
    r.cases("", |r| {
        let pairs = r.n();
        let pieces = r.list(2 * pairs);
        let last = pieces.iter().copied().max().unwrap_or(0);
        if last > 9 || pairs > 2 {
            give_up();
            return String::new();
        }
        say(won_with_returns([vec![0], pieces].concat(), &|p| moves(p, last)), w)
    })
}

/// Nim where each player may add stones to a heap at most `k` times: for each heap its size and what is left to both.
pub fn poker(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let side = usize::try_from(p[0]).expect("a side");
        let mut all = Vec::new();
        for i in (1..p.len()).step_by(3) {
            for size in (0..p[i] + 2).filter(|size| *size != p[i]) {
                let adds = size > p[i];
                if !adds || p[i + 1 + side] > 0 {
                    let mut next = p.to_vec();
                    next[i] = size;
                    next[i + 1 + side] -= i64::from(adds);
                    next[0] = 1 - next[0];
                    all.push(next);
                }
            }
        }
        all
    };
    r.times(|r| {
        let (count, k) = r.pair();
        let heaps = r.list(count);
        say(won([vec![0], heaps.iter().flat_map(|&heap| [heap, k, k]).collect()].concat(), &moves), w)
    })
}

pub fn nimble(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for from in (0..p.len()).filter(|&from| p[from] > 0) {
            for to in 0..from {
                let mut next = p.to_vec();
                next[from] -= 1;
                next[to] += 1;
                all.push(next);
            }
        }
        all
    };
    r.times(|r| say(won(r.heaps(), &moves), w))
}

/// People on the way to the top: the king, counted from the top, then the places of all.
pub fn climbing(r: &mut Reader, w: Words) -> String {
    // The position: where the king is in the list, then the places; someone on the top is out of the way.
    let moves = |p: &[i64]| {
        let king = usize::try_from(p[0]).expect("a place");
        let mut all = Vec::new();
        if p[king] == 0 {
            return all;
        }
        for i in (1..p.len()).filter(|&i| p[i] > 0) {
            let ahead = if i > 1 { p[i - 1] } else { 0 };
            for to in ahead..p[i] {
                if to > ahead || to == 0 {
                    let mut next = p.to_vec();
                    next[i] = to;
                    all.push(next);
                }
            }
        }
        all
    };
    r.rest(|r| {
        let (count, king) = r.pair();
        say(won([vec![king], r.list(count)].concat(), &moves), w)
    })
}

pub fn down_left(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let steps = [[1, 0], [0, 1], [1, 1]].map(|step| vec![p[0] - step[0], p[1] - step[1]]);
        steps.into_iter().filter(|to| to[0] > 0 && to[1] > 0).collect()
    };
    r.until_zeros(2, |r| say(won(r.list(2), &moves), w))
}

/// An odd number of squares up or to the right, on a board of the given sides.
pub fn odd_moves(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for step in (1..=p[0].max(p[1])).step_by(2) {
            all.extend((p[0] >= step).then(|| vec![p[0] - step, p[1]]));
            all.extend((p[1] >= step).then(|| vec![p[0], p[1] - step]));
        }
        all
    };
    r.times(|r| {
        let (n, m) = r.pair();
        say(won(vec![n - 1, m - 1], &moves), w)
    })
}

fn knight(position: &[i64]) -> Vec<Pos> {
    let jumps = [[-2, 1], [-2, -1], [1, -2], [-1, -2]];
    let to = jumps.map(|jump| vec![position[0] + jump[0], position[1] + jump[1]]);
    to.into_iter().filter(|to| to.iter().all(|n| (1..=15).contains(n))).collect()
}

pub fn one_knight(r: &mut Reader, w: Words) -> String {
    r.times(|r| say(won(r.list(2), &knight), w))
}

pub fn many_knights(r: &mut Reader, w: Words) -> String {
    let mut known = HashMap::new();
    r.times(|r| {
        let count = r.n();
        let sum = (0..count).fold(0, |sum, _| sum ^ value(&r.list(2), &knight, &mut known));
        say(sum != 0, w)
    })
}

/// A path on an n by n board that visits no square twice: the square, then the visited ones as bits.
pub fn path(r: &mut Reader, w: Words) -> String {
    r.until_zeros(1, |r| {
        let n = r.n();
        if n > 4 {
            give_up();
            return String::new();
        }
        let moves = |p: &[i64]| {
            let (x, y) = (p[0] % n, p[0] / n);
            let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            near.into_iter()
                .filter(|(x, y)| (0..n).contains(x) && (0..n).contains(y))
                .map(|(x, y)| y * n + x)
                .filter(|to| p[1] >> to & 1 == 0)
                .map(|to| vec![to, p[1] | 1 << to])
                .collect()
        };
        say(won(vec![0, 1], &moves), w)
    })
}

/// Tokens on the followers of each vertex.
fn tokens(followers: &[Pos], start: &[i64]) -> bool {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for (i, &at) in p.iter().enumerate() {
            for &to in &followers[usize::try_from(at).expect("a vertex")] {
                let mut next = p.to_vec();
                next[i] = to;
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    };
    won(start.to_vec(), &moves)
}

pub fn graph_by_rows(r: &mut Reader, w: Words) -> String {
    let mut out = String::new();
    while r.more() {
        let count = r.n();
        let followers: Vec<Pos> = (0..count).map(|_| r.heaps()).collect();
        out += &r.until_zeros(1, |r| say(tokens(&followers, &r.heaps()), w));
        r.at += 1;
    }
    out
}

pub fn graph_by_edges(r: &mut Reader, w: Words) -> String {
    let (n, m, k) = (r.n(), r.n(), r.n());
    let mut followers = vec![Vec::new(); usize::try_from(n + 1).expect("a count")];
    for _ in 0..m {
        let (from, to) = r.pair();
        followers[usize::try_from(from).expect("a vertex")].push(to);
    }
    say(tokens(&followers, &r.list(k)), w)
}

/// Cuts an edge of a graph and keeps what is joined to vertex 1: the edges as pairs.
fn cut(position: &[i64]) -> Vec<Pos> {
    (0..position.len() / 2)
        .map(|cut| {
            let edges: Vec<&[i64]> =
                position.chunks(2).enumerate().filter(|(i, _)| *i != cut).map(|(_, edge)| edge).collect();
            let mut joined = vec![1];
            for _ in 0..edges.len() {
                for edge in &edges {
                    if joined.contains(&edge[0]) != joined.contains(&edge[1]) {
                        joined.extend(edge.iter());
                    }
                }
            }
            edges.into_iter().filter(|edge| joined.contains(&edge[0])).flatten().copied().collect()
        })
        .collect()
}

pub fn tree_times(r: &mut Reader, w: Words) -> String {
    r.times(|r| tree_once(r, w))
}

pub fn tree_once(r: &mut Reader, w: Words) -> String {
    let count = r.n();
    say(won(r.list(2 * (count - 1)), &cut), w)
}

pub fn graphs(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let mut sum = 0;
        for _ in 0..r.n() {
            let (_, edges) = r.pair();
            let edges = r.list(2 * edges);
            // What is not joined to the ground at first is never played.
            let mut whole = edges.clone();
            whole.extend([1, 1]);
            let grounded = cut(&whole).pop().expect("a graph");
            sum ^= value(&grounded, &cut, &mut HashMap::new());
        }
        say(sum != 0, w)
    })
}

/// Leaves of a tree are removed until vertex x is: the edges and x; `vertices` counts those that are left.
pub fn leaves(r: &mut Reader, w: Words) -> String {
    // The position: the vertices that are left, as bits.
    r.times(|r| {
        let (count, x) = r.pair();
        let edges = r.list(2 * (count - 1));
        if count > 16 {
            give_up();
            return String::new();
        }
        let moves = |p: &[i64]| {
            let there = |v: i64| p[0] >> v & 1 == 1;
            if !there(x) {
                return Vec::new();
            }
            let degree =
                |v: i64| edges.chunks(2).filter(|e| e.contains(&v) && there(e[0]) && there(e[1])).count();
            let leaves = (1..=count).filter(|&v| there(v) && degree(v) <= 1);
            leaves.map(|v| vec![p[0] & !(1 << v)]).collect()
        };
        say(won(vec![(2 << count) - 2], &moves), w)
    })
}

/// Turns 1, 2 or 3 coins, the rightmost from heads to tails: coins as bits.
pub fn mock_turtles(r: &mut Reader, w: Words) -> String {
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        for right in (0..62).filter(|right| p[0] >> right & 1 == 1) {
            all.push(vec![p[0] ^ 1 << right]);
            for a in 0..right {
                all.push(vec![p[0] ^ 1 << right ^ 1 << a]);
                all.extend((0..a).map(|b| vec![p[0] ^ 1 << right ^ 1 << a ^ 1 << b]));
            }
        }
        all
    };
    r.rest(|r| {
        let coins = r.heaps();
        if coins.iter().any(|coin| *coin > 60) {
            give_up();
            return String::new();
        }
        say(won(vec![coins.iter().fold(0, |all, coin| all | 1 << coin)], &moves), w)
    })
}

/// Sheets cut in two along the grid until a unit square is cut off: sides in pairs. Whoever cuts it off wins.
pub fn cutting(r: &mut Reader, w: Words) -> String {
    // A sheet of 1 by 1 ends the game, so the player to move has lost.
    let moves = |p: &[i64]| {
        let mut all = Vec::new();
        if p.chunks(2).any(|sheet| sheet == [1, 1]) {
            return all;
        }
        for i in (0..p.len()).step_by(2) {
            for side in 0..2 {
                for cut in 1..p[i + side] {
                    let mut sheets: Vec<Pos> = p.chunks(2).map(<[i64]>::to_vec).collect();
                    let mut other = sheets[i / 2].clone();
                    other[side] -= cut;
                    sheets[i / 2][side] = cut;
                    sheets.push(other);
                    for sheet in &mut sheets {
                        sheet.sort_unstable();
                    }
                    sheets.sort();
                    all.push(sheets.concat());
                }
            }
        }
        all
    };
    r.rest(|r| {
        let mut sheet = r.list(2);
        if sheet[0] * sheet[1] > 16 {
            give_up();
        }
        sheet.sort_unstable();
        say(won(sheet, &moves), w)
    })
}

/// Three crosses in a row win: crosses as bits, and the squares.
pub fn crosses(r: &mut Reader, w: Words) -> String {
    r.rest(|r| {
        let n = r.n();
        if n > 11 {
            give_up();
            return String::new();
        }
        let moves = |p: &[i64]| {
            let three = (0..n - 2).any(|i| p[0] >> i & 7 == 7);
            if three {
                return Vec::new();
            }
            (0..n).filter(|i| p[0] >> i & 1 == 0).map(|i| vec![p[0] | 1 << i]).collect()
        };
        say(won(vec![0], &moves), w)
    })
}

pub fn matrix_rows(r: &mut Reader, w: Words) -> String {
    // Any cells of one row, at least one stone: all vectors below it.
    r.cases("", |r| {
        let (m, n) = r.pair();
        let width = usize::try_from(n).expect("a width");
        let moves = |p: &[i64]| {
            let mut all = Vec::new();
            for row in 0..p.len() / width {
                let mut below: Vec<Pos> = vec![Vec::new()];
                for &cell in &p[row * width..(row + 1) * width] {
                    below = below
                        .iter()
                        .flat_map(|left| (0..=cell).map(|left_of| [&left[..], &[left_of]].concat()))
                        .collect();
                }
                for new in below.iter().filter(|new| new[..] != p[row * width..(row + 1) * width]) {
                    let mut next = p.to_vec();
                    next[row * width..(row + 1) * width].copy_from_slice(new);
                    all.push(next);
                }
            }
            all
        };
        say(won(r.list(m * n), &moves), w)
    })
}

pub fn matrix_leftmost(r: &mut Reader, w: Words) -> String {
    r.times(|r| {
        let (n, m) = r.pair();
        let width = usize::try_from(m).expect("a width");
        let moves = |p: &[i64]| {
            let mut all = Vec::new();
            for row in 0..p.len() / width {
                let first = (row * width..(row + 1) * width).find(|&i| p[i] > 0);
                for (i, left) in first.into_iter().flat_map(|i| (0..p[i]).map(move |left| (i, left))) {
                    let mut next = p.to_vec();
                    next[i] = left;
                    all.push(next);
                }
            }
            all
        };
        say(won(r.list(n * m), &moves), w)
    })
}

pub fn calendar_board(r: &mut Reader, w: Words) -> String {
    r.cases("", |r| {
        let (rows, columns) = r.pair();
        let (rows, columns) =
            (usize::try_from(rows).expect("rows"), usize::try_from(columns).expect("columns"));
        let moves = |p: &[i64]| {
            let mut all = Vec::new();
            for i in 0..p.len() {
                let right = (i % columns + 1 < columns).then_some(i + 1);
                let down = (i / columns + 1 < rows).then_some(i + columns);
                for to in right.into_iter().chain(down) {
                    for moved in 1..=p[i] {
                        let mut next = p.to_vec();
                        next[i] -= moved;
                        next[to] += moved;
                        all.push(next);
                    }
                }
            }
            all
        };
        let cells = i64::try_from(rows * columns).expect("cells");
        say(won(r.list(cells), &moves), w)
    })
}
