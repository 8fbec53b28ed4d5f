//! Java: one type for all numbers, with 64 bits, and lists of it.

use std::fmt::Write as _;

use super::translate::{Target, function};
use super::{Answers, Program, Read, Times};

/// The syntax of Java.
pub struct Java;

fn of(is_list: bool) -> &'static str {
    if is_list { "List<Long>" } else { "long" }
}

impl Target for Java {
    fn signature(&self, name: &str, parameters: &[(String, bool, bool)], result: &str) -> String {
        let result = match result {
            "bool" => "boolean",
            "list" => "List<Long>",
            _ => "long",
        };
        let one = |(name, is_list, _): &(String, bool, bool)| format!("{} {name}", of(*is_list));
        let parameters: Vec<String> = parameters.iter().map(one).collect();
        format!("static {result} {name}({}) {{", parameters.join(", "))
    }
    fn declare(&self, name: &str, value: &str, is_list: bool, _: bool) -> String {
        let kind = if matches!(value, "true" | "false") { "boolean" } else { of(is_list) };
        format!("{kind} {name} = {value};")
    }
    fn copy(&self, list: &str) -> String {
        format!("new ArrayList<>({list})")
    }
    fn list(&self, members: &str) -> String {
        format!("listOf({members})")
    }
    fn length(&self, list: &str) -> String {
        format!("{list}.size()")
    }
    fn member(&self, list: &str, index: &str) -> String {
        format!("at({list}, {index})")
    }
    fn set(&self, list: &str, index: &str, value: &str) -> String {
        format!("{list}.set((int) ({index}), (long) ({value}));")
    }
    fn number(&self, digits: &str) -> String {
        literal(digits)
    }
    fn argument(&self, list: &str) -> String {
        list.to_owned()
    }
    fn append(&self, list: &str, member: &str) -> String {
        format!("{list}.add((long) ({member}));")
    }
    fn sort(&self, list: &str) -> String {
        format!("Collections.sort({list});")
    }
    fn range(&self, name: &str, from: &str, to: &str) -> String {
        format!("for (long {name} = {from}; {name} < {to}; {name}++) {{")
    }
    fn each(&self, name: &str, list: &str) -> String {
        format!("for (long {name} : {list}) {{")
    }
    fn branch(&self, word: &str, condition: &str) -> String {
        format!("{word} ({condition}) {{")
    }
}

/// A number in digits; above 32 bits it needs a mark.
pub fn literal(digits: &str) -> String {
    if digits.parse::<i32>().is_ok() { digits.to_owned() } else { format!("{digits}L") }
}

/// A named list of numbers.
pub fn constant(name: &str, list: &[i128]) -> String {
    let list: Vec<String> = list.iter().map(|n| literal(&n.to_string())).collect();
    format!("static final List<Long> {name} = listOf({});", list.join(", "))
}

/// The members of the class that its text uses: lists with indices and members of any width, and the numbers of the
/// input, read byte by byte.
pub fn helpers(text: &str) -> String {
    const LIST_OF: &str = "
static List<Long> listOf(long... numbers) {
    List<Long> list = new ArrayList<>();
    for (long n : numbers) list.add(n);
    return list;
}
";
    const AT: &str = "
static long at(List<Long> list, long i) {
    return list.get((int) i);
}
";
    const INPUT: &str = "
static final InputStream in = new BufferedInputStream(System.in, 1 << 16);
static int next = ' ';

static boolean more() throws IOException {
    while (next == ' ' || next == '\\n' || next == '\\r' || next == '\\t') next = in.read();
    return next >= 0;
}

static long read() throws IOException {
    boolean negative = more() && next == '-';
    if (negative) next = in.read();
    long n = 0;
    for (; next >= '0'; next = in.read()) n = 10 * n + next - '0';
    return negative ? -n : n;
}
";
    [("listOf(", LIST_OF), ("at(", AT), ("read()", INPUT)]
        .into_iter()
        .filter(|(call, _)| text.contains(call))
        .map(|(_, helper)| helper)
        .collect()
}

/// A class with these members, which are indented.
pub fn class(comment: &[String], members: &str) -> String {
    let mut out = String::new();
    for line in comment {
        let _ = writeln!(out, "// {line}");
    }
    out.push_str("import java.io.*;\nimport java.util.*;\n\npublic class Main {\n");
    for line in members.trim_start_matches('\n').lines() {
        let _ = writeln!(out, "{}{line}", if line.is_empty() { "" } else { "    " });
    }
    out.push_str("}\n");
    out
}

/// The program as Java.
pub fn write(program: &Program) -> String {
    let mut members = String::new();
    for (name, list) in &program.source.constants {
        let _ = writeln!(members, "{}", constant(name, list));
    }
    for text in &program.source.functions {
        members.push('\n');
        members.push_str(&function(text, &Java));
    }
    members.push_str("\npublic static void main(String[] arguments) throws IOException {\n    StringBuilder out = new StringBuilder();\n");
    main(program, &mut members);
    members.push_str("    System.out.print(out);\n}\n");
    members.push_str(&helpers(&members));
    class(&program.comment, &members)
}

fn main(program: &Program, out: &mut String) {
    let io = &program.io;
    let answer = || {
        let mut text = String::new();
        let drawn = if io.drawn { "drawn(h) ? \"D\" : " } else { "" };
        let word = format!("{drawn}lost(h) ? {:?} : {:?}", io.p, io.n);
        match io.answers {
            Answers::Outcome => {
                let _ = writeln!(text, "        out.append({word}).append('\\n');");
            }
            Answers::One => {
                let _ = writeln!(text, "        out.append({word});");
                text.push_str("        for (long x : best(h)) out.append(' ').append(x);\n");
                text.push_str("        out.append('\\n');\n");
            }
            Answers::All => {
                let _ = writeln!(text, "        out.append({word}).append('\\n');");
                text.push_str("        List<Long> to = winning(h);\n        for (int i = 0; i < to.size(); i += 2) out.append(to.get(i)).append(' ').append(to.get(i + 1)).append('\\n');\n");
            }
        }
        text
    };
    let times = match &io.read {
        Read::Lines => {
            out.push_str("    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));\n    for (String line; (line = lines.readLine()) != null;) {\n        List<Long> h = new ArrayList<>();\n        for (StringTokenizer words = new StringTokenizer(line); words.hasMoreTokens();) h.add(Long.parseLong(words.nextToken()));\n");
            let skip = match program.heaps {
                Some(heaps) => format!("h.size() != {heaps}"),
                None => "h.isEmpty()".to_owned(),
            };
            let empty = if program.none_empty { " || h.contains(0L)" } else { "" };
            let _ = writeln!(out, "        if ({skip}{empty}) continue;");
            out.push_str(&answer());
            out.push_str("    }\n");
            return;
        }
        Read::Fixed { times, .. } | Read::Counted { times, .. } => *times,
    };
    out.push_str(match times {
        Times::Once => "    for (int once = 0; once < 1; once++) {\n",
        Times::ToTheEnd => "    while (more()) {\n",
        Times::Counted => "    for (long cases = read(); cases > 0; cases--) {\n",
    });
    out.push_str("        List<Long> h = new ArrayList<>();\n");
    match &io.read {
        Read::Fixed { heaps, stop, .. } => {
            let _ = writeln!(out, "        for (int i = 0; i < {heaps}; i++) h.add(read());");
            if *stop {
                let _ = writeln!(out, "        if (Collections.frequency(h, 0L) == {heaps}) break;");
            }
        }
        Read::Counted { stop, .. } => {
            out.push_str("        long n = read();\n");
            if *stop {
                out.push_str("        if (n == 0) break;\n");
            }
            out.push_str("        for (long i = 0; i < n; i++) h.add(read());\n");
        }
        Read::Lines => {}
    }
    out.push_str(&answer());
    out.push_str("    }\n");
}
