//! The statements and expressions of a program's main part, in each language.

use grundy_pattern::emit::Language;

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int,
    Bool,
    List,
}

/// A language.
#[derive(Clone, Copy, Debug)]
pub struct Syntax(pub Language);

use Language::{Cpp, Java, Python, Rust};

impl Syntax {
    /// `and`
    pub fn both(self) -> &'static str {
        if self.0 == Python { " and " } else { " && " }
    }

    /// `or`
    pub fn either(self) -> &'static str {
        if self.0 == Python { " or " } else { " || " }
    }

    pub fn not(self, condition: &str) -> String {
        if self.0 == Python { format!("not ({condition})") } else { format!("!({condition})") }
    }

    pub fn truth(self, holds: bool) -> &'static str {
        match (self.0 == Python, holds) {
            (true, true) => "True",
            (true, false) => "False",
            (false, true) => "true",
            (false, false) => "false",
        }
    }

    /// One of two values, of which only one is computed.
    pub fn choice(self, condition: &str, yes: &str, no: &str) -> String {
        match self.0 {
            Python => format!("({yes} if {condition} else {no})"),
            Rust => format!("(if {condition} {{ {yes} }} else {{ {no} }})"),
            Cpp | Java => format!("({condition} ? {yes} : {no})"),
        }
    }

    /// The quotient of natural numbers.
    pub fn quotient(self) -> &'static str {
        if self.0 == Python { " // " } else { " / " }
    }

    pub fn literal(self, n: i128) -> String {
        let digits =
            if self.0 == Java && i32::try_from(n).is_err() { format!("{n}L") } else { n.to_string() };
        if n < 0 { format!("({digits})") } else { digits }
    }

    pub fn item(self, list: &str, index: &str) -> String {
        match self.0 {
            Rust if index.chars().all(|c| c.is_ascii_digit()) => format!("{list}[{index}]"),
            Rust if index.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
                format!("{list}[{index} as usize]")
            }
            Rust => format!("{list}[({index}) as usize]"),
            Java => format!("at({list}, {index})"),
            Python | Cpp => format!("{list}[{index}]"),
        }
    }

    pub fn list(self, members: &[String]) -> String {
        let members = members.join(", ");
        match self.0 {
            Python => format!("[{members}]"),
            Cpp => format!("List{{{members}}}"),
            Rust if members.is_empty() => "Vec::<Int>::new()".to_owned(),
            Rust => format!("vec![{members}]"),
            Java => format!("listOf({members})"),
        }
    }

    pub fn length(self, list: &str) -> String {
        match self.0 {
            Python => format!("len({list})"),
            Cpp => format!("(Int){list}.size()"),
            Rust => format!("({list}.len() as Int)"),
            Java => format!("{list}.size()"),
        }
    }

    /// A list as the argument of a function.
    pub fn argument(self, list: &str) -> String {
        if self.0 == Rust { format!("&{list}") } else { list.to_owned() }
    }

    pub fn declare(self, name: &str, value: &str, kind: Type, changes: bool) -> String {
        let word = match (self.0, kind) {
            (Python, _) => return format!("{name} = {value}"),
            (Rust, _) => {
                let word = ["Int", "bool", "Vec<Int>"][kind as usize];
                return format!("let {}{name}: {word} = {value};", if changes { "mut " } else { "" });
            }
            (Cpp, _) => ["Int", "bool", "List"][kind as usize],
            (Java, _) => ["long", "boolean", "List<Long>"][kind as usize],
        };
        format!("{word} {name} = {value};")
    }

    pub fn assign(self, name: &str, value: &str) -> String {
        self.statement(&format!("{name} = {value}"))
    }

    pub fn statement(self, text: &str) -> String {
        if self.0 == Python { text.to_owned() } else { format!("{text};") }
    }

    pub fn append(self, list: &str, value: &str) -> String {
        match self.0 {
            Python => format!("{list}.append({value})"),
            Cpp => format!("{list}.push_back({value});"),
            Rust => format!("{list}.push({value});"),
            Java => format!("{list}.add((long) ({value}));"),
        }
    }

    /// The head of `if` and `else if`.
    pub fn branch(self, is_first: bool, condition: &str) -> String {
        match (self.0, is_first) {
            (Python, true) => format!("if {condition}:"),
            (Python, false) => format!("elif {condition}:"),
            (Rust, true) => format!("if {condition} {{"),
            (Rust, false) => format!("}} else if {condition} {{"),
            (Cpp | Java, true) => format!("if ({condition}) {{"),
            (Cpp | Java, false) => format!("}} else if ({condition}) {{"),
        }
    }

    pub fn otherwise(self) -> &'static str {
        if self.0 == Python { "else:" } else { "} else {" }
    }

    /// The end of a block.
    pub fn end(self) -> Option<&'static str> {
        (self.0 != Python).then_some("}")
    }

    /// The head of a loop over numbers; `step` is not 0.
    pub fn range(self, name: &str, from: &str, to: &str, step: i64) -> String {
        let (sign, by) = match step {
            1 => ("<", "++".to_owned()),
            -1 => (">", "--".to_owned()),
            _ if step > 0 => ("<", format!(" += {step}")),
            _ => (">", format!(" -= {}", -step)),
        };
        match self.0 {
            Python if step == 1 && from == "0" => format!("for {name} in range({to}):"),
            Python if step == 1 => format!("for {name} in range({from}, {to}):"),
            Python => format!("for {name} in range({from}, {to}, {step}):"),
            Rust if step == 1 => format!("for {name} in {from}..{to} {{"),
            Rust if step > 0 => format!("for {name} in ({from}..{to}).step_by({step}) {{"),
            Rust => format!("for {name} in ({to} + 1..={from}).rev().step_by({}) {{", -step),
            Cpp => format!("for (Int {name} = {from}; {name} {sign} {to}; {name}{by}) {{"),
            Java => format!("for (long {name} = {from}; {name} {sign} {to}; {name}{by}) {{"),
        }
    }

    /// The head of a loop that repeats its body; `name` counts where a language needs a name.
    pub fn times(self, name: &str, count: &str) -> String {
        match self.0 {
            Python => format!("for _ in range({count}):"),
            Rust => format!("for _ in 0..{count} {{"),
            Cpp | Java => self.range(name, "0", count, 1),
        }
    }

    /// The head of a loop over a list.
    pub fn each(self, name: &str, list: &str) -> String {
        match self.0 {
            Python => format!("for {name} in {list}:"),
            Cpp => format!("for (Int {name} : {list}) {{"),
            Rust => format!("for &{name} in {list}.iter() {{"),
            Java => format!("for (long {name} : {list}) {{"),
        }
    }

    /// The head of a loop to the end of the input.
    pub fn to_the_end(self) -> &'static str {
        match self.0 {
            Python => "while words:",
            Cpp | Java => "while (more()) {",
            Rust => "while words.peek().is_some() {",
        }
    }

    /// The next number of the input.
    pub fn read(self) -> &'static str {
        match self.0 {
            Python => "int(words.pop())",
            Cpp => "read_int()",
            Rust => "words.next().unwrap()",
            Java => "read()",
        }
    }

    /// Writes a text.
    pub fn text(self, text: &str) -> String {
        let quoted = format!("{text:?}");
        match self.0 {
            Python => match text.strip_suffix('\n') {
                Some("") => "print()".to_owned(),
                Some(line) => format!("print({line:?})"),
                None => format!("print({quoted}, end=\"\")"),
            },
            Cpp => format!("std::cout << {quoted};"),
            Rust => format!("out += {quoted};"),
            Java => format!("out.append({quoted});"),
        }
    }

    /// Writes a number.
    pub fn number(self, n: &str) -> String {
        match self.0 {
            Python => format!("print({}, end=\"\")", bare(n)),
            Cpp => format!("std::cout << (long long)({});", bare(n)),
            Rust => format!("out += &({}).to_string();", bare(n)),
            Java => format!("out.append({});", bare(n)),
        }
    }

    /// The whole program.
    pub fn whole(self, comment: &[String], functions: &str, main: &str) -> String {
        let mark = if self.0 == Python { "#" } else { "//" };
        let head: String = comment.iter().flat_map(|line| [mark, " ", line, "\n"]).collect();
        let functions = functions.trim_matches('\n');
        let functions = if functions.is_empty() { String::new() } else { format!("{functions}\n\n") };
        match self.0 {
            Python => {
                let functions = if functions.is_empty() {
                    String::new()
                } else {
                    format!("\n\n\n{}", functions.trim_end())
                };
                let root = if functions.contains("isqrt(") { "\nfrom math import isqrt" } else { "" };
                format!(
                    "{head}import sys{root}{functions}\n\n\ndef main():\n    words = sys.stdin.buffer.read().split()\n    words.reverse()\n{main}\n\nmain()\n"
                )
            }
            Cpp => {
                let read = if main.contains("read_int()") {
                    "Int read_int() {\n    long long n = 0;\n    std::cin >> n;\n    return n;\n}\n"
                } else {
                    ""
                };
                let more = if main.contains("more()") {
                    "\nbool more() {\n    return !(std::cin >> std::ws).eof();\n}\n"
                } else {
                    ""
                };
                format!(
                    "{head}#include <algorithm>\n#include <iostream>\n#include <vector>\n\ntypedef __int128 Int;\ntypedef std::vector<Int> List;\n\n{functions}{read}{more}\nint main() {{\n    std::ios::sync_with_stdio(false);\n    std::cin.tie(nullptr);\n{main}}}\n"
                )
            }
            Rust => format!(
                "{head}use std::io::{{self, Read, Write}};\n\ntype Int = i128;\n\n{functions}fn main() {{\n    let mut text = String::new();\n    io::stdin().read_to_string(&mut text).unwrap();\n    let mut words = text.split_ascii_whitespace().map(|x| x.parse::<Int>().unwrap()).peekable();\n    let mut out = String::new();\n{main}    io::stdout().write_all(out.as_bytes()).unwrap();\n}}\n"
            ),
            Java => {
                let members = format!(
                    "{functions}public static void main(String[] arguments) throws IOException {{\n    StringBuilder out = new StringBuilder();\n{main}    System.out.print(out);\n}}\n"
                );
                let helpers = grundy_pattern::emit::java_helpers(&members);
                grundy_pattern::emit::java_class(comment, &format!("{members}{helpers}"))
            }
        }
    }
}

/// An expression without brackets around the whole of it.
pub fn bare(text: &str) -> &str {
    let Some(inside) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return text };
    let mut depth = 0;
    for c in inside.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return text,
            ')' => depth -= 1,
            _ => {}
        }
    }
    inside
}
