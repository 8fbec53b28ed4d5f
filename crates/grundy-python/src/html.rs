//! Answers as a few lines of HTML for notebooks, with nothing in it but text.

/// Longer positions are cut in headings.
const LONGEST: usize = 60;

/// A heading with lines below it; lines that begin with a blank or a dash are items of a list.
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
        self.out.push_str(&format!("<{tag}>{text}</{tag}>"));
    }

    pub fn finish(mut self) -> String {
        if self.in_list {
            self.out.push_str("</ul>");
        }
        self.out.push_str("</div>");
        self.out
    }
}

/// Rows below a row of names.
pub fn table(names: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let cells = |tag: &str, cells: &mut dyn Iterator<Item = String>| {
        cells.map(|cell| format!("<{tag}>{}</{tag}>", escaped(&cell))).collect::<String>()
    };
    let head = cells("th", &mut names.iter().map(|name| (*name).to_owned()));
    let body: String = rows.map(|row| format!("<tr>{}</tr>", cells("td", &mut row.into_iter()))).collect();
    format!("<table class=\"grundy\"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
}

/// A text of at most about so many characters.
pub fn short(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
