//! C++: one type for all numbers, with 128 bits.

use std::fmt::Write as _;

use super::translate::{Target, function};
use super::{Answers, Program, Read};

struct Cpp;

fn of(is_list: bool) -> &'static str {
    if is_list { "List" } else { "Int" }
}

impl Target for Cpp {
    fn signature(&self, name: &str, parameters: &[(String, bool, bool)], result: &str) -> String {
        let result = match result {
            "bool" => "bool",
            "list" => "List",
            _ => "Int",
        };
        let one = |(name, is_list, _): &(String, bool, bool)| {
            if *is_list { format!("const List& {name}") } else { format!("Int {name}") }
        };
        let parameters: Vec<String> = parameters.iter().map(one).collect();
        format!("{result} {name}({}) {{", parameters.join(", "))
    }
    fn declare(&self, name: &str, value: &str, is_list: bool, _: bool) -> String {
        let kind = if matches!(value, "true" | "false") { "bool" } else { of(is_list) };
        format!("{kind} {name} = {value};")
    }
    fn copy(&self, list: &str) -> String {
        list.to_owned()
    }
    fn list(&self, members: &str) -> String {
        format!("List{{{members}}}")
    }
    fn length(&self, list: &str) -> String {
        format!("(Int){list}.size()")
    }
    fn member(&self, list: &str, index: &str) -> String {
        format!("{list}[{index}]")
    }
    fn argument(&self, list: &str) -> String {
        list.to_owned()
    }
    fn append(&self, list: &str, member: &str) -> String {
        format!("{list}.push_back({member});")
    }
    fn sort(&self, list: &str) -> String {
        format!("std::sort({list}.begin(), {list}.end());")
    }
    fn range(&self, name: &str, from: &str, to: &str) -> String {
        format!("for (Int {name} = {from}; {name} < {to}; {name}++) {{")
    }
    fn each(&self, name: &str, list: &str) -> String {
        format!("for (Int {name} : {list}) {{")
    }
    fn branch(&self, word: &str, condition: &str) -> String {
        format!("{word} ({condition}) {{")
    }
}

/// A function of the subset.
pub fn translated(text: &str) -> String {
    function(text, &Cpp)
}

/// A named list of numbers.
pub fn constant(name: &str, list: &[i128]) -> String {
    let list: Vec<String> = list.iter().map(i128::to_string).collect();
    format!("const List {name} = {{{}}};", list.join(", "))
}

/// The program as C++.
pub fn write(program: &Program) -> String {
    let mut out = String::new();
    for line in &program.comment {
        let _ = writeln!(out, "// {line}");
    }
    out.push_str(
        "#include <algorithm>\n#include <iostream>\n#include <sstream>\n#include <string>\n#include <vector>\n\ntypedef __int128 Int;\ntypedef std::vector<Int> List;\n",
    );
    if !program.source.constants.is_empty() {
        out.push('\n');
    }
    for (name, list) in &program.source.constants {
        let _ = writeln!(out, "{}", constant(name, list));
    }
    for text in &program.source.functions {
        out.push('\n');
        out.push_str(&translated(text));
    }
    out.push_str("\nint main() {\n    std::ios::sync_with_stdio(false);\n    std::cin.tie(nullptr);\n");
    main(program, &mut out);
    out.push_str("}\n");
    out
}

fn main(program: &Program, out: &mut String) {
    let io = &program.io;
    let answer = |indent: &str| {
        let mut text = String::new();
        let (n, p) = (quoted(&io.n), quoted(&io.p));
        let drawn = if io.drawn { "drawn(h) ? \"D\" : " } else { "" };
        let word = format!("{drawn}lost(h) ? {p} : {n}");
        match io.answers {
            Answers::Outcome => {
                let _ = writeln!(text, "{indent}std::cout << ({word}) << \"\\n\";");
            }
            Answers::One => {
                let _ = writeln!(text, "{indent}List to = best(h);");
                let _ = writeln!(text, "{indent}std::cout << ({word});");
                let _ = writeln!(text, "{indent}for (Int x : to) std::cout << \" \" << (long long)x;");
                let _ = writeln!(text, "{indent}std::cout << \"\\n\";");
            }
            Answers::All => {
                let _ = writeln!(text, "{indent}std::cout << ({word}) << \"\\n\";");
                let _ = writeln!(text, "{indent}List to = winning(h);");
                let _ = writeln!(
                    text,
                    "{indent}for (size_t i = 0; i < to.size(); i += 2) std::cout << (long long)to[i] << \" \" << (long long)to[i + 1] << \"\\n\";"
                );
            }
        }
        text
    };
    match &io.read {
        Read::Lines => {
            out.push_str("    std::string line;\n    while (std::getline(std::cin, line)) {\n        std::istringstream words(line);\n        List h;\n        long long x;\n        while (words >> x) h.push_back(x);\n");
            let skip = match program.heaps {
                Some(heaps) => format!("h.size() != {heaps}"),
                None => "h.empty()".to_owned(),
            };
            let empty =
                if program.none_empty { " || std::count(h.begin(), h.end(), (Int)0) > 0" } else { "" };
            let _ = writeln!(out, "        if ({skip}{empty}) continue;");
            out.push_str(&answer("        "));
            out.push_str("    }\n");
        }
        Read::Fixed { heaps, times, stop } => {
            let (open, close) = times_in_cpp(*times);
            out.push_str(open);
            let _ = writeln!(
                out,
                "        List h;\n        long long x;\n        while (h.size() < {heaps} && std::cin >> x) h.push_back(x);\n        if (h.size() < {heaps}) break;"
            );
            if *stop {
                out.push_str(
                    "        if (std::count(h.begin(), h.end(), (Int)0) == (long)h.size()) break;\n",
                );
            }
            out.push_str(&answer("        "));
            out.push_str(close);
        }
        Read::Counted { times, stop } => {
            let (open, close) = times_in_cpp(*times);
            out.push_str(open);
            out.push_str("        List h;\n        long long n, x;\n        if (!(std::cin >> n)) break;\n");
            if *stop {
                out.push_str("        if (n == 0) break;\n");
            }
            out.push_str("        while ((long long)h.size() < n && std::cin >> x) h.push_back(x);\n");
            out.push_str(&answer("        "));
            out.push_str(close);
        }
    }
}

fn times_in_cpp(times: super::Times) -> (&'static str, &'static str) {
    match times {
        super::Times::Once => ("    for (int once = 0; once < 1; once++) {\n", "    }\n"),
        super::Times::ToTheEnd => ("    while (true) {\n", "    }\n"),
        super::Times::Counted => {
            ("    long long cases;\n    std::cin >> cases;\n    while (cases-- > 0) {\n", "    }\n")
        }
    }
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}
