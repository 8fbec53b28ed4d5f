//! Reads a file of texts: the subset of TOML that such files need.
//!
//! The file has headers `[id]`, entries `language = "text"` on one line, `"""` for several lines, and comments.
//! Everything else is a fault with its line, so that tests find typing errors.

use std::borrow::Cow;

use crate::Lang;

/// An item of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Item<'a> {
    /// The text of an id in one language.
    Text { line: usize, id: &'a str, lang: Lang, text: Cow<'a, str> },
    /// A line that cannot be read.
    Fault { line: usize, reason: &'static str },
}

/// The headers of a file: the id of each, and the part of the file that begins after it.
///
/// Finds them without reading the texts between. A line of a text that looks like a header is taken for one.
pub(crate) fn headers(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = file;
    std::iter::from_fn(move || {
        loop {
            // The headers of a file are a small part of its lines, so all others are skipped at their first byte.
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if rest.is_empty() {
                return None;
            }
            rest = after;
            if line.starts_with('[')
                && let Some(id) = id(line)
            {
                return Some((id, after));
            }
        }
    })
}

/// The id of a header, if the line is one.
fn id(line: &str) -> Option<&str> {
    line.trim_end().strip_prefix('[')?.strip_suffix(']')
}

/// The items of a file in order.
pub(crate) struct Items<'a> {
    rest: &'a str,
    line: usize,
    id: Option<&'a str>,
}

impl<'a> Items<'a> {
    pub(crate) fn of(file: &'a str) -> Self {
        Self { rest: file, line: 0, id: None }
    }

    /// The items below the header of `id` and after it. `rest` is the part of a file after the header.
    pub(crate) fn below(id: &'a str, rest: &'a str) -> Self {
        Self { rest, line: 0, id: Some(id) }
    }

    fn next_line(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += 1;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// The text of an entry. `opening` is the part of the line after the equals sign.
    fn text(&mut self, opening: &'a str) -> Result<Cow<'a, str>, &'static str> {
        let Some(begin) = opening.strip_prefix("\"\"\"") else {
            let inside = opening.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            return unescape(inside.ok_or("a text stands in double quotes")?, false);
        };
        let end = self.rest.find("\"\"\"").ok_or("three quotes are missing at the end of a text")?;
        let (inside, rest) = self.rest.split_at(end);
        self.rest = &rest[3..];
        self.line += inside.matches('\n').count();
        // The rest after the quotes ends the line that was counted at the beginning of the text.
        match self.rest.split_once('\n').unwrap_or((self.rest, "")) {
            (after, rest) if after.trim().is_empty() => self.rest = rest,
            _ => return Err("something follows the quotes"),
        }
        self.line += 1;
        if begin.is_empty() {
            return unescape(inside, true);
        }
        // The text begins on the line of its quotes.
        let whole = format!("{begin}\n{inside}");
        unescape(&whole, true).map(|text| Cow::Owned(text.into_owned()))
    }

    fn entry(&mut self, content: &'a str) -> Result<Item<'a>, &'static str> {
        let line = self.line;
        let (language, text) = content.split_once('=').ok_or("neither a header nor a text")?;
        let lang = match language.trim() {
            "en" => Lang::En,
            "zh" => Lang::Zh,
            _ => return Err("the languages are `en` and `zh`"),
        };
        let text = self.text(text.trim())?;
        let id = self.id.ok_or("a text without a header")?;
        Ok(Item::Text { line, id, lang, text })
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        loop {
            let line = self.next_line()?;
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if let Some(id) = id(line) {
                self.id = Some(id);
                continue;
            }
            let line = self.line;
            return Some(self.entry(content).unwrap_or_else(|reason| Item::Fault { line, reason }));
        }
    }
}

/// Resolves the escapes of a text. Quotes must be escaped in a text on one line.
fn unescape(text: &str, has_lines: bool) -> Result<Cow<'_, str>, &'static str> {
    if !text.contains(['\\', '"']) {
        return Ok(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(c @ ('"' | '\\')) => c,
                _ => return Err("a backslash is followed by n, t, a quote or a backslash"),
            },
            '"' if !has_lines => return Err("a quote inside a text needs a backslash before it"),
            c => c,
        });
    }
    Ok(Cow::Owned(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<'a>(line: usize, id: &'a str, lang: Lang, text: &'a str) -> Item<'a> {
        Item::Text { line, id, lang, text: Cow::Borrowed(text) }
    }

    fn fault(file: &str) -> (usize, &'static str) {
        let fault = Items::of(file).find_map(|item| match item {
            Item::Fault { line, reason } => Some((line, reason)),
            Item::Text { .. } => None,
        });
        fault.expect("a fault")
    }

    #[test]
    fn texts_are_read_with_their_lines() {
        let file = "# about\n\n[a.b]\nen = \"x \\\"y\\\"\\n\"\r\nzh=\"\"\"\n一\n  \"二\" \\\\\"\"\"\n[c]\nen = \"\"\"d\n e\"\"\"";
        let expected = [
            text(4, "a.b", Lang::En, "x \"y\"\n"),
            text(5, "a.b", Lang::Zh, "一\n  \"二\" \\"),
            text(9, "c", Lang::En, "d\n e"),
        ];
        assert_eq!(Items::of(file).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn headers_are_found_with_what_follows() {
        let file = "# [a]\n[b]\r\nen = \"x\"\n [c]\n[d.e]";
        assert_eq!(headers(file).collect::<Vec<_>>(), [("b", "en = \"x\"\n [c]\n[d.e]"), ("d.e", "")]);
        let items: Vec<_> = Items::below("b", "en = \"x\"\n[d]\nen = \"y\"").collect();
        assert_eq!(items, [text(1, "b", Lang::En, "x"), text(3, "d", Lang::En, "y")]);
    }

    #[test]
    fn what_cannot_be_read_is_a_fault_of_its_line() {
        assert_eq!(fault("en = \"x\""), (1, "a text without a header"));
        assert_eq!(fault("[a]\n\nfr = \"x\"").0, 3);
        assert_eq!(fault("[a]\nen = 'x'"), (2, "a text stands in double quotes"));
        assert_eq!(fault("[a]\nen = \"x\"y\"").1, "a quote inside a text needs a backslash before it");
        assert_eq!(fault("[a]\nen = \"\\x\"").1, "a backslash is followed by n, t, a quote or a backslash");
        assert_eq!(fault("[a]\nen = \"\"\"\nx").1, "three quotes are missing at the end of a text");
        assert_eq!(fault("[a]\nen = \"\"\"\nx\"\"\" y\nen = \"z\"").1, "something follows the quotes");
        assert_eq!(fault("[a]\nhello").1, "neither a header nor a text");
        assert_eq!(fault("[a]\n [b]").1, "neither a header nor a text");
    }
}
