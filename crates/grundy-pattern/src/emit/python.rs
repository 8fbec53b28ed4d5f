//! Python. The intermediate subset is Python already.

use std::fmt::Write as _;

use super::{Answers, Program, Read, Times};

/// The program as Python.
pub fn write(program: &Program) -> String {
    let mut out = String::new();
    for line in &program.comment {
        let _ = writeln!(out, "# {line}");
    }
    out.push_str("import sys\n");
    let root = program.source.functions.iter().any(|text| text.starts_with("def isqrt("));
    if root {
        out.push_str("from math import isqrt\n");
    }
    if !program.source.constants.is_empty() {
        out.push('\n');
    }
    for (name, list) in &program.source.constants {
        let _ = writeln!(out, "{name} = {list:?}");
    }
    for text in program.source.functions.iter().filter(|text| !text.starts_with("def isqrt(")) {
        let _ = write!(out, "\n\n{text}");
    }
    out.push_str("\n\n");
    main(program, &mut out);
    out
}

fn main(program: &Program, out: &mut String) {
    let io = &program.io;
    let answer = |indent: &str| {
        let mut text = String::new();
        let word = format!("{:?} if lost(h) else {:?}", io.p, io.n);
        let word = if io.drawn { format!("\"D\" if drawn(h) else {word}") } else { word };
        match io.answers {
            Answers::Outcome => {
                let _ = writeln!(text, "{indent}print({word})");
            }
            Answers::One => {
                let _ = writeln!(text, "{indent}print({word}, *best(h))");
            }
            Answers::All => {
                let _ = writeln!(text, "{indent}print({word})\n{indent}to = winning(h)");
                let _ = writeln!(
                    text,
                    "{indent}for i in range(0, len(to), 2):\n{indent}    print(to[i], to[i + 1])"
                );
            }
        }
        text
    };
    if let Read::Lines = io.read {
        out.push_str("for line in sys.stdin:\n    h = [int(word) for word in line.split()]\n");
        let skip = match program.heaps {
            Some(heaps) => format!("len(h) != {heaps}"),
            None => "not h".to_owned(),
        };
        let empty = if program.none_empty { " or 0 in h" } else { "" };
        let _ = writeln!(out, "    if {skip}{empty}:\n        continue");
        out.push_str(&answer("    "));
        return;
    }
    out.push_str("words = iter(sys.stdin.read().split())\n");
    let times = match &io.read {
        Read::Fixed { times, .. } | Read::Counted { times, .. } => *times,
        Read::Lines => return,
    };
    match times {
        Times::Once => out.push_str("for case in range(1):\n"),
        Times::ToTheEnd => out.push_str("while True:\n"),
        Times::Counted => out.push_str("for case in range(int(next(words))):\n"),
    }
    match &io.read {
        Read::Fixed { heaps, stop, .. } => {
            let _ = writeln!(
                out,
                "    h = [int(word) for _, word in zip(range({heaps}), words)]\n    if len(h) < {heaps}:\n        break"
            );
            if *stop {
                out.push_str("    if not any(h):\n        break\n");
            }
        }
        Read::Counted { stop, .. } => {
            out.push_str("    n = int(next(words, -1))\n    if n < 0:\n        break\n");
            if *stop {
                out.push_str("    if n == 0:\n        break\n");
            }
            out.push_str("    h = [int(word) for _, word in zip(range(n), words)]\n");
        }
        Read::Lines => {}
    }
    out.push_str(&answer("    "));
}
