//! Answers as a few lines of HTML for notebooks; all content is escaped text.

use grundy_solver::text::escaped;

/// The longest position in a heading; a longer one is cut.
const LONGEST: usize = 60;

/// A heading with lines below it; lines that start with a blank or a dash are list items.
#[derive(Debug)]
pub struct Sheet {
    out: String,
    in_list: bool,
}

impl Sheet {
    pub fn new(title: &str) -> Self {
        let out = format!("<div class=\"grundy\"><p><code>{}</code></p>", escaped(&short(title)));
        Self { out, in_list: false }
    }

    pub fn line(&mut self, line: &str) {
        let item = line.starts_with([' ', '-']);
        if item != self.in_list {
            self.out.push_str(if item { "<ul>" } else { "</ul>" });
            self.in_list = item;
        }
        let tag = if item { "li" } else { "p" };
        let text = escaped(line.trim_start_matches([' ', '-']));
        self.out.extend(["<", tag, ">", &text, "</", tag, ">"]);
    }

    pub fn finish(mut self) -> String {
        if self.in_list {
            self.out.push_str("</ul>");
        }
        self.out.push_str("</div>");
        self.out
    }
}

/// A table with a header row.
pub fn table(names: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut out = "<table class=\"grundy\"><thead>".to_owned();
    row(&mut out, "th", names.iter().copied());
    out.push_str("</thead><tbody>");
    for cells in rows {
        row(&mut out, "td", cells.iter().map(String::as_str));
    }
    out.push_str("</tbody></table>");
    out
}

fn row<'a>(out: &mut String, tag: &str, cells: impl Iterator<Item = &'a str>) {
    out.push_str("<tr>");
    for cell in cells {
        out.extend(["<", tag, ">", &escaped(cell), "</", tag, ">"]);
    }
    out.push_str("</tr>");
}

/// The text, cut to about `LONGEST` characters.
pub fn short(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}
