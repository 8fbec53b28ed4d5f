//! Translates the simple subset of Python to C++, Rust and Java, line by line.

use super::source::LISTS;

/// The target syntax of each kind of line.
pub trait Target {
    /// A function signature. Parameters and results are numbers, lists or booleans.
    fn signature(&self, name: &str, parameters: &[(String, bool, bool)], result: &str) -> String;
    /// The first assignment of a variable.
    fn declare(&self, name: &str, value: &str, is_list: bool, changes: bool) -> String;
    /// A copy of a list.
    fn copy(&self, list: &str) -> String;
    /// A list of numbers.
    fn list(&self, members: &str) -> String;
    /// The length of a list.
    fn length(&self, list: &str) -> String;
    /// A member of a list.
    fn member(&self, list: &str, index: &str) -> String;
    /// Assigns a member of a list.
    fn set(&self, list: &str, index: &str, value: &str) -> String {
        format!("{} = {value};", self.member(list, index))
    }
    /// A natural number in digits.
    fn number(&self, digits: &str) -> String {
        digits.to_owned()
    }
    /// A list as an argument.
    fn argument(&self, list: &str) -> String;
    /// Appends to a list.
    fn append(&self, list: &str, member: &str) -> String;
    /// Sorts a list.
    fn sort(&self, list: &str) -> String;
    /// `for name in range(from, to)`.
    fn range(&self, name: &str, from: &str, to: &str) -> String;
    /// `for name in list`.
    fn each(&self, name: &str, list: &str) -> String;
    /// `if` and `while`.
    fn branch(&self, word: &str, condition: &str) -> String;
}

/// Translates a whole function.
pub fn function(text: &str, target: &dyn Target) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    // The declared names, with the depth of their blocks.
    let mut declared: Vec<(String, usize)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let body = line.trim_start();
        let depth = line.len() - body.len();
        while open.last().is_some_and(|block| *block >= depth) {
            let block = open.pop().unwrap_or(0);
            if !body.starts_with("else:") || block > depth {
                out.push_str(&" ".repeat(block));
                out.push_str("}\n");
            }
        }
        declared.retain(|(_, at)| *at <= depth);
        let later = &lines[index + 1..];
        let inside = |line: &&&str| line.len() - line.trim_start().len() >= depth;
        let later = &later[..later.iter().take_while(inside).count()];
        let (text, opens) = statement(body, depth, later, &mut declared, target);
        out.push_str(&" ".repeat(depth));
        out.push_str(&text);
        out.push('\n');
        if opens {
            open.push(depth);
        }
    }
    for block in open.into_iter().rev() {
        out.push_str(&" ".repeat(block));
        out.push_str("}\n");
    }
    out
}

fn assigned_in(name: &str, lines: &[&str]) -> bool {
    lines.iter().any(|line| {
        let line = line.trim_start();
        [" = ", "[", ".append(", ".sort("].iter().any(|sign| {
            line.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(sign) && (*sign != "[" || rest.contains("] = ")))
        })
    })
}

fn statement(
    line: &str,
    depth: usize,
    later: &[&str],
    declared: &mut Vec<(String, usize)>,
    target: &dyn Target,
) -> (String, bool) {
    let value = |text: &str| expression(text, target);
    if let Some(rest) = line.strip_prefix('#') {
        return (format!("//{rest}"), false);
    }
    if let Some(rest) = line.strip_prefix("def ") {
        let (name, rest) = rest.split_once('(').unwrap_or((rest, ""));
        let (inside, rest) = rest.split_once(')').unwrap_or((rest, ""));
        let parameters: Vec<(String, bool, bool)> = inside
            .split(", ")
            .filter(|p| !p.is_empty())
            .map(|p| (p.to_owned(), LISTS.contains(&p), assigned_in(p, later)))
            .collect();
        declared.extend(parameters.iter().map(|(name, ..)| (name.clone(), depth)));
        let result = rest.trim_start_matches(" -> ").trim_end_matches(':');
        return (target.signature(name, &parameters, result), true);
    }
    if let Some(rest) = line.strip_prefix("for ") {
        let (name, list) = rest.trim_end_matches(':').split_once(" in ").unwrap_or((rest, ""));
        declared.push((name.to_owned(), depth + 1));
        if let Some(inside) = list.strip_prefix("range(") {
            let (from, to) = split_arguments(&inside[..inside.len() - 1]);
            return (target.range(name, &value(&from), &value(&to)), true);
        }
        return (target.each(name, list), true);
    }
    for word in ["if", "while"] {
        if let Some(condition) = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            return (target.branch(word, &value(condition.trim_end_matches(':'))), true);
        }
    }
    if line == "else:" {
        return ("} else {".to_owned(), true);
    }
    if let Some(rest) = line.strip_prefix("return ") {
        return (format!("return {};", value(rest)), false);
    }
    if let Some((list, rest)) = line.split_once(".append(") {
        return (target.append(list, &value(&rest[..rest.len() - 1])), false);
    }
    if let Some(list) = line.strip_suffix(".sort()") {
        return (target.sort(list), false);
    }
    if let Some((name, rest)) = line.split_once(" = ") {
        if let Some((list, index)) = name.strip_suffix(']').and_then(|name| name.split_once('[')) {
            return (target.set(list, &value(index), &value(rest)), false);
        }
        if declared.iter().any(|(known, _)| known == name) {
            return (format!("{name} = {};", value(rest)), false);
        }
        declared.push((name.to_owned(), depth));
        let is_list = LISTS.contains(&name);
        return (target.declare(name, &value(rest), is_list, assigned_in(name, later)), false);
    }
    (format!("{line};"), false)
}

/// The two arguments of a range.
fn split_arguments(inside: &str) -> (String, String) {
    let mut depth = 0;
    for (at, c) in inside.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => return (inside[..at].to_owned(), inside[at + 1..].trim().to_owned()),
            _ => {}
        }
    }
    (inside.to_owned(), String::new())
}

/// The position of the bracket that closes the one at `open`.
fn closing(text: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, c) in text[open..].char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return open + at;
                }
            }
            _ => {}
        }
    }
    text.len() - 1
}

/// Translates an expression, word by word.
fn expression(text: &str, target: &dyn Target) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_ascii_alphabetic() || c == '_' {
            let end = text[at..]
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .map_or(text.len(), |end| at + end);
            let word = &text[at..end];
            let next = text[end..].chars().next();
            match (word, next) {
                ("and", _) => out.push_str("&&"),
                ("or", _) => out.push_str("||"),
                ("not", _) => {
                    out.push('!');
                    at = end + 1;
                    continue;
                }
                ("True", _) => out.push_str("true"),
                ("False", _) => out.push_str("false"),
                ("len" | "list", Some('(')) => {
                    let close = closing(text, end);
                    let inside = &text[end + 1..close];
                    out.push_str(&if word == "len" { target.length(inside) } else { target.copy(inside) });
                    at = close + 1;
                    continue;
                }
                (_, Some('[')) => {
                    let close = closing(text, end);
                    let index = expression(&text[end + 1..close], target);
                    out.push_str(&target.member(word, &index));
                    at = close + 1;
                    continue;
                }
                (_, Some(',' | ')')) if is_list(word) => out.push_str(&target.argument(word)),
                // A function that returns a list, as an argument of another one.
                ("sequence", Some('(')) if at > 0 => {
                    let close = closing(text, end);
                    let call = format!("sequence({})", expression(&text[end + 1..close], target));
                    out.push_str(&target.argument(&call));
                    at = close + 1;
                    continue;
                }
                _ => out.push_str(word),
            }
            at = end;
        } else if c.is_ascii_digit() {
            let end = text[at..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| at + end);
            out.push_str(&target.number(&text[at..end]));
            at = end;
        } else if c == '[' {
            let close = closing(text, at);
            let list = target.list(&expression(&text[at + 1..close], target));
            out.push_str(&if at > 0 { target.argument(&list) } else { list });
            at = close + 1;
        } else if text[at..].starts_with("//") {
            out.push('/');
            at += 2;
        } else {
            out.push(c);
            at += c.len_utf8();
        }
    }
    out
}

fn is_list(word: &str) -> bool {
    LISTS.contains(&word)
        || word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()) && word.len() > 1
}
