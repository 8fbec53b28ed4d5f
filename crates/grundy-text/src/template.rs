//! Templates: text with blanks `%{name}` and counted nouns `{name:one|many}`.

use std::collections::BTreeSet;

/// A piece of a template.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text that stays as it is.
    Plain(&'a str),
    /// A blank, by its name.
    Blank(&'a str),
    /// A noun in two forms, and the name of the blank that counts it.
    Counted { count: &'a str, one: &'a str, many: &'a str },
}

/// Whether `name` can be the name of a blank.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

/// The piece that a brace at the beginning of `text` opens, and its length in bytes.
fn counted(text: &str) -> Option<(Piece<'_>, usize)> {
    let close = text.find('}')?;
    let (count, forms) = text[1..close].split_once(':')?;
    let (one, many) = forms.split_once('|')?;
    is_name(count).then_some((Piece::Counted { count, one, many }, close + 1))
}

/// The pieces of a template in order. Braces that open neither a blank nor a counted noun are plain text.
pub(crate) fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = template;
    let mut plain = 0;
    while let Some(found) = rest[plain..].find('{') {
        let open = plain + found;
        let blank = rest[..open].ends_with('%').then(|| {
            let name = rest[open + 1..].split_once('}')?.0;
            is_name(name).then_some((Piece::Blank(name), name.len() + 2))
        });
        let (start, piece) = match blank {
            Some(blank) => (open - 1, blank),
            None => (open, counted(&rest[open..])),
        };
        let Some((piece, length)) = piece else {
            plain = open + 1;
            continue;
        };
        if start > 0 {
            pieces.push(Piece::Plain(&rest[..start]));
        }
        pieces.push(piece);
        rest = &rest[open + length..];
        plain = 0;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Plain(rest));
    }
    pieces
}

/// Fills the blanks of a template and chooses the form of each counted noun. A blank without a value is left
/// unfilled.
pub fn fill<V: AsRef<str>>(template: &str, values: &[(&str, V)]) -> String {
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_ref());
    let mut text = String::with_capacity(template.len() + 32);
    for piece in pieces(template) {
        match piece {
            Piece::Plain(plain) => text.push_str(plain),
            Piece::Blank(name) => match value(name) {
                Some(value) => text.push_str(value),
                None => text.extend(["%{", name, "}"]),
            },
            Piece::Counted { count, one, many } => {
                text.push_str(if value(count) == Some("1") { one } else { many });
            }
        }
    }
    text
}

/// The names of the blanks of a template.
pub fn blanks(template: &str) -> BTreeSet<&str> {
    pieces(template)
        .into_iter()
        .filter_map(|piece| if let Piece::Blank(name) = piece { Some(name) } else { None })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_takes_the_form_of_its_number() {
        let text = |n| fill("%{n} {n:run|runs}, {x:a|b}", &[("n", n)]);
        assert_eq!(text("1"), "1 run, b");
        assert_eq!(text("0"), "0 runs, b");
        assert_eq!(text("21"), "21 runs, b");
    }

    #[test]
    fn braces_that_mean_nothing_stay() {
        for plain in
            ["{", "}", "%{", "%{}", "{a: [1]}", "{\"game\": \"nim[3, 4]\"}", "{{ answers }}", "100 %{ x }"]
        {
            assert_eq!(fill(plain, &[("a", "no")]), plain);
            assert!(blanks(plain).is_empty());
        }
        assert_eq!(fill("{{%{a}}}% {a:x|y}{", &[("a", "1")]), "{{1}}% x{");
    }

    #[test]
    fn values_are_not_templates() {
        assert_eq!(fill("%{a} %{b}", &[("a", "%{b}"), ("b", "{a:x|y}")]), "%{b} {a:x|y}");
    }

    #[test]
    fn blanks_are_found_once_each_and_may_stay_open() {
        assert_eq!(blanks("%{b} %{a} %{b} {c:x|y}"), BTreeSet::from(["a", "b"]));
        assert_eq!(fill("%{a} %{b}", &[("a", "1")]), "1 %{b}");
    }
}
