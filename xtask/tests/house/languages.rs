//! English and Chinese pages match: every page in both languages has the same headings in the same order, the
//! same code and the same links. The structure is tested; the words are for reviewers.

use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// The parts that two translations of a page must share.
#[derive(Debug, Default, PartialEq, Eq)]
struct Skeleton {
    headings: Vec<HeadingLevel>,
    code: Vec<(String, String)>,
    links: Vec<String>,
    tables: Vec<(usize, usize)>,
}

fn skeleton(markdown: &str) -> Skeleton {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut found = Skeleton::default();
    let mut block: Option<(String, String)> = None;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => found.headings.push(level),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                found.links.push(without_language(&dest_url));
            }
            Event::Start(Tag::Table(columns)) => found.tables.push((columns.len(), 0)),
            Event::Start(Tag::TableRow) => {
                if let Some(table) = found.tables.last_mut() {
                    table.1 += 1;
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                block = Some((language, String::new()));
            }
            Event::Text(text) => {
                if let Some((_, code)) = &mut block {
                    code.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                found.code.extend(block.take().map(|(language, code)| {
                    let shared = shared_part(&language, &code);
                    (language, shared)
                }));
            }
            _ => {}
        }
    }
    // Chinese has another word order, and so another order of links.
    found.links.sort();
    found
}

/// The part of a code block that is equal in every language: of a session the commands, of commands everything
/// except remarks, of plain text (messages for a person) nothing, of other code everything.
fn shared_part(language: &str, code: &str) -> String {
    match language.split([',', ' ']).next() {
        Some("console") => {
            // A command continues with `> ` until there is output.
            let mut in_command = false;
            let is_command = |line: &&str| {
                in_command = line.starts_with("$ ") || (in_command && line.starts_with("> "));
                in_command
            };
            code.lines().filter(is_command).collect()
        }
        // Texts for a reader in a profile are in the language of the page.
        Some("toml") => {
            let said = ["title = ", "rules = ", "//", "#"];
            code.lines()
                .filter(|line| !said.iter().any(|start| line.trim_start().starts_with(start)))
                .collect()
        }
        // A remark after a command is in the language of the page.
        Some("sh") => code.lines().filter_map(|line| line.split("  #").next()).map(str::trim_end).collect(),
        Some("text") => String::new(),
        _ => code.to_owned(),
    }
}

/// The target without its language, and without the heading in a page.
fn without_language(target: &str) -> String {
    let target = target.split('#').next().unwrap_or(target);
    target.replace(".zh-CN.md", ".md").replace("src/zh/", "src/en/").replace("../zh/", "../en/")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pages(language: &str) -> Vec<String> {
    let place = root().join("docs/src").join(language);
    let entries = fs::read_dir(&place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a directory entry").file_name().to_string_lossy().into_owned())
        .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "md"))
        .collect();
    names.sort();
    names
}

fn assert_in_step(english: &Path, chinese: &Path) {
    let (one, other) = (skeleton(&read(english)), skeleton(&read(chinese)));
    let pair = format!("{} and {}", english.display(), chinese.display());
    assert_eq!(one.headings, other.headings, "headings of {pair}");
    assert_eq!(one.tables, other.tables, "tables of {pair}");
    assert_eq!(one.links, other.links, "links of {pair}");
    for (left, right) in one.code.iter().zip(&other.code) {
        assert_eq!(left, right, "a code block of {pair}");
    }
    assert_eq!(one.code.len(), other.code.len(), "number of code blocks of {pair}");
}

#[test]
fn the_readmes_are_in_step() {
    for name in ["README", "CONTRIBUTING", "ARCHITECTURE"] {
        assert_in_step(&root().join(format!("{name}.md")), &root().join(format!("{name}.zh-CN.md")));
    }
}

#[test]
fn every_page_of_the_book_is_in_step() {
    let english = pages("en");
    assert_eq!(english, pages("zh"), "the pages of the book");
    assert!(english.len() > 3, "the book has lost its pages");
    for page in english {
        let place = root().join("docs/src");
        assert_in_step(&place.join("en").join(&page), &place.join("zh").join(&page));
    }
}

/// A link into the repository or the book leads to an existing file.
#[test]
fn links_lead_somewhere() {
    let mut files: Vec<PathBuf> = ["README", "CONTRIBUTING", "ARCHITECTURE", "CHANGELOG"]
        .iter()
        .flat_map(|name| [format!("{name}.md"), format!("{name}.zh-CN.md")])
        .map(|name| root().join(name))
        .filter(|path| path.exists())
        .collect();
    assert!(files.len() >= 7, "pages are missing: {files:?}");
    for language in ["en", "zh"] {
        files.extend(pages(language).iter().map(|page| root().join("docs/src").join(language).join(page)));
    }
    for file in files {
        for event in Parser::new_ext(&read(&file), Options::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
            let target = dest_url.split('#').next().unwrap_or_default();
            if target.is_empty() || target.starts_with("http") {
                continue;
            }
            // The page that switches the language exists only in the built book.
            let source = match target {
                "../en/index.html" | "../zh/index.html" => target.replace("html", "md"),
                other => other.to_owned(),
            };
            let place = file.parent().expect("a file is in a directory").join(source);
            assert!(place.exists(), "{}: no file at `{dest_url}`", file.display());
        }
    }
}

#[test]
fn a_difference_in_the_skeleton_is_seen() {
    let english = "# A\n\n[x](docs/src/en/a.md)\n\n```console\n$ grundy man\nhelp\n```\n\n```\ntake 1\n```\n";
    let chinese =
        "# 甲\n\n[乙](docs/src/zh/a.md)\n\n```console\n$ grundy man\n帮助\n```\n\n```\ntake 1\n```\n";
    assert_eq!(skeleton(english), skeleton(chinese));
    for (from, to) in
        [("# 甲", "## 甲"), ("zh/a.md", "zh/b.md"), ("$ grundy man", "$ grundy"), ("take 1", "take 2")]
    {
        assert_ne!(skeleton(english), skeleton(&chinese.replace(from, to)), "{from} -> {to}");
    }
}
