//! Right and wrong programs of imaginary contestants: the first argument selects one.

use std::io::{Read, Write};

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    if mode == "hang-with-child" {
        // A child process must end with the program, and must not keep its output open.
        let this = std::env::current_exe().expect("a path");
        std::process::Command::new(this).arg("hang").spawn().expect("a child");
        return;
    }
    if mode == "hang" {
        std::thread::sleep(std::time::Duration::from_secs(600));
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("an input");
    let numbers: Vec<u64> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let mut out = String::new();
    match mode.as_str() {
        "cut-off" => cut_off(&numbers, &mut out),
        "pairs" | "doubles" | "from-60" | "crash" | "code" | "slow" | "flood" | "stale" => {
            let mut before = 0;
            for pair in numbers.chunks(2) {
                let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                let low = if mode == "doubles" { doubles(b - a) } else { exact(b - a) };
                let mut answer = u8::from(low != a);
                match mode.as_str() {
                    // Lost pairs are far apart: no single change of one leads to another.
                    "from-60" if a >= 60 => answer = 1,
                    "crash" if a >= 700 => std::process::abort(),
                    "code" if b >= 5000 && a % 2 == 1 => std::process::exit(3),
                    "slow" if b >= 90_000 => std::thread::sleep(std::time::Duration::from_secs(60)),
                    "flood" if a == 13 => {
                        let much = vec![b'7'; 1 << 16];
                        while std::io::stdout().write_all(&much).is_ok() {}
                    }
                    // Wrong only after a large case: some state was not cleared.
                    "stale" if before > 1_000_000 && b < 100 => answer ^= 1,
                    _ => {}
                }
                before = b;
                out.push_str(&format!("{answer}\n"));
            }
        }
        "three-large" => {
            // Wrong for three heaps of 4 at least whose nim-sum is 0.
            let mut rest = &numbers[..];
            while let Some((&n, after)) = rest.split_first() {
                let (heaps, behind) = after.split_at((n as usize).min(after.len()));
                if n > 0 {
                    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
                    let is_wrong = n == 3 && heaps.iter().all(|heap| *heap >= 4);
                    out.push_str(if sum == 0 && !is_wrong { "Grass Win!\n" } else { "Rabbit Win!\n" });
                }
                rest = behind;
            }
        }
        "heaps" => {
            // Nim with the nim-sum in eight bits.
            let mut rest = &numbers[..];
            while let Some((&n, after)) = rest.split_first() {
                let (heaps, behind) = after.split_at((n as usize).min(after.len()));
                if n > 0 {
                    let sum = heaps.iter().fold(0, |sum, heap| sum ^ *heap as u8);
                    out.push_str(if sum == 0 { "Grass Win!\n" } else { "Rabbit Win!\n" });
                }
                rest = behind;
            }
        }
        _ => {}
    }
    let _ = std::io::stdout().write_all(out.as_bytes());
}

fn exact(k: u64) -> u64 {
    let k = u128::from(k);
    ((k + (5 * k * k).isqrt()) / 2) as u64
}

fn doubles(k: u64) -> u64 {
    (k as f64 * (5.0_f64.sqrt() + 1.0) / 2.0).floor() as u64
}

/// All winning results, from a table of partners that ends after the first one above 100010.
fn cut_off(numbers: &[u64], out: &mut String) {
    let mut partner = vec![0_u64; 200_000];
    let (mut low, mut k) = (0, 0);
    while low + k <= 100_010 {
        k += 1;
        low += 1;
        while partner[low as usize] > 0 {
            low += 1;
        }
        partner[low as usize] = low + k;
        partner[(low + k) as usize] = low;
    }
    for pair in numbers.chunks(2) {
        let (n, m) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        if m == 0 {
            return;
        }
        if exact(m - n) == n {
            out.push_str("0\n");
            continue;
        }
        let mut results = std::collections::BTreeSet::new();
        let low = exact(m - n);
        if low < n {
            results.insert((low, low + m - n));
        }
        if partner[n as usize] < m {
            results.insert((n.min(partner[n as usize]), n.max(partner[n as usize])));
        }
        if partner[m as usize] < n {
            results.insert((partner[m as usize], m));
        }
        out.push_str("1\n");
        for (a, b) in results {
            out.push_str(&format!("{a} {b}\n"));
        }
    }
}
