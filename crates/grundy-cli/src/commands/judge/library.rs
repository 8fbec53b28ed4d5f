//! The library of problems: the list, the search, and the description of one problem.

use std::fmt::Write as _;
use std::process::ExitCode;

use grundy_judge::{Profile, Theme};
use grundy_solver::text::Lang;
use serde_json::{Map, Value, json};

use super::super::{print, read_text};
use crate::failure::Failure;
use crate::options::Options;
use crate::words::{filled, text};
use crate::wrap::wrapped;

/// Columns of a description.
const COLUMNS: usize = 80;
const INDENT: &str = "  ";

/// Lists all built-in profiles.
pub fn list(options: &Options) -> Result<ExitCode, Failure> {
    print(&lines(&grundy_judge::list()?, options))?;
    Ok(ExitCode::SUCCESS)
}

/// Lists the built-in profiles about some words. The exit code is 1 if there are none.
pub fn search(words: &str, options: &Options) -> Result<ExitCode, Failure> {
    let found = grundy_judge::search(words)?;
    if found.is_empty() && !options.json {
        eprintln!("{}", filled(options.lang, "judge.nothing-found", &[("words", words)]));
    }
    print(&lines(&found, options))?;
    Ok(ExitCode::from(u8::from(found.is_empty())))
}

fn lines(profiles: &[Profile], options: &Options) -> String {
    if options.json {
        let list: Value =
            profiles.iter().map(|profile| Value::Object(entry(profile, options.lang))).collect();
        return format!("{}\n", json!({"schema": 1, "profiles": list}));
    }
    let mut out = String::new();
    for profile in profiles {
        let (source, title, about) = (profile.source(), profile.title_in(options.lang), profile.about());
        let _ = writeln!(out, "{source}\t{source}\t{title}\t{}\t{}", about.theme(), about.level());
    }
    out
}

/// The keys of a profile in a list.
fn entry(profile: &Profile, lang: Lang) -> Map<String, Value> {
    let about = profile.about();
    let mut entry = Map::new();
    for (key, value) in [
        ("name", json!(profile.source())),
        ("source", json!(profile.source())),
        ("title", json!(profile.title_in(lang))),
        ("theme", json!(about.theme())),
        ("level", json!(about.level())),
        ("format", json!(format(profile))),
    ] {
        entry.insert(key.to_owned(), value);
    }
    entry
}

fn format(profile: &Profile) -> &'static str {
    if profile.about().is_from_memory() { "memory" } else { "statement" }
}

/// Describes one problem: a built-in profile, or a file.
pub fn about(name: &str, options: &Options) -> Result<ExitCode, Failure> {
    let (profile, sample) = if super::is_file(name) {
        (Profile::parse(&read_text(name, Profile::LARGEST as u64)?)?, None)
    } else {
        let builtin = grundy_judge::find(name)?;
        (builtin.profile()?, Some((builtin.input, builtin.output)))
    };
    let theme = grundy_judge::themes()?.into_iter().find(|theme| theme.name == profile.about().theme());
    let out = if options.json {
        format!("{}\n", as_json(&profile, theme.as_ref(), sample, options))
    } else {
        as_text(&profile, theme.as_ref(), sample, options)
    };
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(
    profile: &Profile,
    theme: Option<&Theme>,
    sample: Option<(&str, &str)>,
    options: &Options,
) -> Value {
    let lang = options.lang;
    let mut entry = entry(profile, lang);
    let limits: Map<String, Value> =
        profile.limits().iter().map(|(name, bounds)| (name.clone(), json!(bounds))).collect();
    let (key, asked) = profile.asks();
    for (key, value) in [
        ("rules", json!(profile.rules_in(lang))),
        ("limits", Value::Object(limits)),
        ("input", json!(profile.layout())),
        (key, json!(asked)),
        ("idea", json!(profile.about().idea(lang))),
    ] {
        entry.insert(key.to_owned(), value);
    }
    if let Some((input, output)) = sample {
        entry.insert("sample".into(), json!({"input": input, "output": output}));
    }
    if let Some(theme) = theme {
        let known = json!({
            "name": theme.name, "title": theme.title(lang), "idea": theme.idea(lang),
            "theorem": theme.theorem, "law": theme.law(lang), "try": theme.command,
        });
        entry.insert("about-theme".into(), known);
    }
    json!({"schema": 1, "profile": entry})
}

fn as_text(
    profile: &Profile,
    theme: Option<&Theme>,
    sample: Option<(&str, &str)>,
    options: &Options,
) -> String {
    let lang = options.lang;
    let about = profile.about();
    let mut out = format!("{}\n", [profile.source(), &profile.title_in(lang)].join(" · "));
    let heading = |out: &mut String, key: &str| {
        let _ = writeln!(out, "\n{}", text(lang, &format!("judge.about-{key}")));
    };
    let prose = |out: &mut String, words: &str| {
        for line in wrapped(words, COLUMNS - INDENT.len()) {
            let _ = writeln!(out, "{INDENT}{line}");
        }
    };
    // Formats and samples are copied, not wrapped.
    let verbatim = |out: &mut String, words: &str| {
        for line in words.lines() {
            let _ = writeln!(out, "{}", format!("{INDENT}{line}").trim_end());
        }
    };
    heading(&mut out, "rules");
    prose(&mut out, &profile.rules_in(lang));
    if !profile.limits().is_empty() {
        heading(&mut out, "limits");
        for (name, bounds) in profile.limits() {
            verbatim(&mut out, &format!("{name} = {bounds}"));
        }
    }
    heading(&mut out, "input");
    verbatim(&mut out, profile.layout());
    if about.is_from_memory() {
        prose(&mut out, &text(lang, "judge.about-memory"));
    }
    if let Some((input, output)) = sample {
        heading(&mut out, "sample");
        verbatim(&mut out, input);
        heading(&mut out, "answer");
        verbatim(&mut out, output);
    }
    let (_, asked) = profile.asks();
    heading(&mut out, "asks");
    verbatim(&mut out, asked);
    let idea = about.idea(lang);
    let Some(theme) = theme else {
        if !idea.is_empty() {
            heading(&mut out, "idea");
            prose(&mut out, &idea);
        }
        return out;
    };
    heading(&mut out, "theme");
    let blanks =
        [("title", &*theme.title(lang)), ("name", &theme.name), ("level", &about.level().to_string())];
    prose(&mut out, &filled(lang, "judge.about-theme-of", &blanks));
    heading(&mut out, "idea");
    for words in [idea, theme.idea(lang)].iter().filter(|words| !words.is_empty()) {
        prose(&mut out, words);
    }
    for (key, words) in [("theorem", &theme.theorem), ("law", &theme.law(lang))] {
        if !words.is_empty() {
            heading(&mut out, key);
            prose(&mut out, words);
        }
    }
    heading(&mut out, "try");
    verbatim(&mut out, &theme.command);
    out
}
