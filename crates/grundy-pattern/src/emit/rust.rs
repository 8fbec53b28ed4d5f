//! Rust, without crates.

use std::fmt::Write as _;

use super::translate::{Target, function};
use super::{Answers, Program, Read, Times};

/// The syntax of Rust.
pub struct Rust;

impl Target for Rust {
    fn signature(&self, name: &str, parameters: &[(String, bool, bool)], result: &str) -> String {
        let result = match result {
            "bool" => "bool",
            "list" => "Vec<Int>",
            _ => "Int",
        };
        let one = |(name, is_list, changes): &(String, bool, bool)| match (is_list, changes) {
            (true, _) => format!("{name}: &[Int]"),
            (false, true) => format!("mut {name}: Int"),
            (false, false) => format!("{name}: Int"),
        };
        let parameters: Vec<String> = parameters.iter().map(one).collect();
        format!("fn {name}({}) -> {result} {{", parameters.join(", "))
    }
    fn declare(&self, name: &str, value: &str, is_list: bool, changes: bool) -> String {
        let kind = match (is_list, matches!(value, "true" | "false")) {
            (true, _) => ": Vec<Int>",
            (false, true) => "",
            (false, false) => ": Int",
        };
        format!("let {}{name}{kind} = {value};", if changes { "mut " } else { "" })
    }
    fn copy(&self, list: &str) -> String {
        format!("{list}.to_vec()")
    }
    fn list(&self, members: &str) -> String {
        format!("vec![{members}]")
    }
    fn length(&self, list: &str) -> String {
        format!("{list}.len() as Int")
    }
    fn member(&self, list: &str, index: &str) -> String {
        if index.chars().all(|c| c.is_ascii_digit()) {
            return format!("{list}[{index}]");
        }
        if index.chars().all(|c| c.is_ascii_alphanumeric()) {
            return format!("{list}[{index} as usize]");
        }
        format!("{list}[({index}) as usize]")
    }
    fn argument(&self, list: &str) -> String {
        format!("&{list}")
    }
    fn append(&self, list: &str, member: &str) -> String {
        format!("{list}.push({member});")
    }
    fn sort(&self, list: &str) -> String {
        format!("{list}.sort();")
    }
    fn range(&self, name: &str, from: &str, to: &str) -> String {
        format!("for {name} in {from}..{to} {{")
    }
    fn each(&self, name: &str, list: &str) -> String {
        format!("for &{name} in {list}.iter() {{")
    }
    fn branch(&self, word: &str, condition: &str) -> String {
        format!("{word} {condition} {{")
    }
}

/// A named list of numbers.
pub fn constant(name: &str, list: &[i128]) -> String {
    format!("const {name}: [Int; {}] = {list:?};", list.len())
}

/// The program as Rust.
pub fn write(program: &Program) -> String {
    let mut out = String::new();
    for line in &program.comment {
        let _ = writeln!(out, "// {line}");
    }
    out.push_str("use std::io::{self, Read};\n\ntype Int = i128;\n");
    if !program.source.constants.is_empty() {
        out.push('\n');
    }
    for (name, list) in &program.source.constants {
        let _ = writeln!(out, "{}", constant(name, list));
    }
    for text in &program.source.functions {
        out.push('\n');
        out.push_str(&function(text, &Rust));
    }
    out.push_str("\nfn main() {\n    let mut text = String::new();\n    io::stdin().read_to_string(&mut text).unwrap();\n");
    main(program, &mut out);
    out.push_str("}\n");
    out
}

fn main(program: &Program, out: &mut String) {
    let io = &program.io;
    let answer = |indent: &str| {
        let mut text = String::new();
        let word = format!("if lost(&h) {{ {:?} }} else {{ {:?} }}", io.p, io.n);
        let word = if io.drawn { format!("if drawn(&h) {{ \"D\" }} else {word}") } else { word };
        match io.answers {
            Answers::Outcome => {
                let _ = writeln!(text, "{indent}println!(\"{{}}\", {word});");
            }
            Answers::One => {
                let _ = writeln!(text, "{indent}let mut line = String::from({word});");
                let _ = writeln!(
                    text,
                    "{indent}for x in best(&h) {{\n{indent}    line += &format!(\" {{}}\", x);\n{indent}}}"
                );
                let _ = writeln!(text, "{indent}println!(\"{{}}\", line);");
            }
            Answers::All => {
                let _ = writeln!(text, "{indent}println!(\"{{}}\", {word});");
                let _ = writeln!(
                    text,
                    "{indent}for pair in winning(&h).chunks(2) {{\n{indent}    println!(\"{{}} {{}}\", pair[0], pair[1]);\n{indent}}}"
                );
            }
        }
        text
    };
    if let Read::Lines = io.read {
        out.push_str("    for line in text.lines() {\n        let h: Vec<Int> = line.split_whitespace().map(|x| x.parse().unwrap()).collect();\n");
        let skip = match program.heaps {
            Some(heaps) => format!("h.len() != {heaps}"),
            None => "h.is_empty()".to_owned(),
        };
        let empty = if program.none_empty { " || h.contains(&0)" } else { "" };
        let _ = writeln!(out, "        if {skip}{empty} {{\n            continue;\n        }}");
        out.push_str(&answer("        "));
        out.push_str("    }\n");
        return;
    }
    out.push_str("    let mut words = text.split_whitespace().map(|x| x.parse::<Int>().unwrap());\n");
    let times = match &io.read {
        Read::Fixed { times, .. } | Read::Counted { times, .. } => *times,
        Read::Lines => return,
    };
    out.push_str(match times {
        Times::Once => "    for _ in 0..1 {\n",
        Times::ToTheEnd => "    loop {\n",
        Times::Counted => "    for _ in 0..words.next().unwrap() {\n",
    });
    match &io.read {
        Read::Fixed { heaps, stop, .. } => {
            let _ = writeln!(out, "        let h: Vec<Int> = words.by_ref().take({heaps}).collect();");
            let stop = if *stop { " || h.iter().all(|x| *x == 0)" } else { "" };
            let _ = writeln!(out, "        if h.len() < {heaps}{stop} {{\n            break;\n        }}");
        }
        Read::Counted { stop, .. } => {
            let least = i32::from(*stop);
            let _ = writeln!(
                out,
                "        let n = words.next().unwrap_or(-1);\n        if n < {least} {{\n            break;\n        }}"
            );
            out.push_str("        let h: Vec<Int> = words.by_ref().take(n as usize).collect();\n");
        }
        Read::Lines => {}
    }
    out.push_str(&answer("        "));
    out.push_str("    }\n");
}
