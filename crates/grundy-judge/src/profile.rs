//! A profile: the formats of one contest problem, as a TOML file.
//!
//! Parsing checks everything that is independent of an input: keys, the pattern, the names and the syntax of
//! every template. Every error has a line and column.

use std::ops::Range;

use dashu_int::IBig;
use grundy_solver::discard::Aim;
use toml::de::{DeTable, DeValue};

use crate::about::{About, in_language};
use crate::change::Changes;
use crate::error::{Error, Lang, Place, nearest};
use crate::expr::Fault;
use crate::field::Field;
use crate::limits::Limits;
use crate::order::Listing;
use crate::pattern::{Kind, Pattern};
use crate::solve::Order;

/// The formats of a contest problem: its input, its questions, its output.
#[derive(Clone, Debug)]
pub struct Profile {
    pub(crate) toml: String,
    title: String,
    source: String,
    rules: String,
    about: About,
    layout: String,
    limits: Vec<(String, String)>,
    pub(crate) bounds: Limits,
    pub(crate) pattern: Pattern,
    pub(crate) game: Option<Field>,
    /// The slots of the names that form the position.
    pub(crate) position: Vec<usize>,
    pub(crate) ask: Option<Field>,
    /// A game as a script, instead of `game`.
    pub(crate) script: Option<Field>,
    /// Whether the script is played under misère play.
    pub(crate) misere: bool,
    /// The changes between questions.
    pub(crate) changes: Option<Changes>,
    /// The choice of heaps that the word `discard` is about.
    pub(crate) discard: Option<Aim>,
    pub(crate) n: Field,
    pub(crate) p: Field,
    pub(crate) d: Option<Field>,
    pub(crate) each_move: Option<Field>,
    pub(crate) listing: Listing,
    pub(crate) separator: String,
    pub(crate) each: Field,
}

const TOP: [&str; 13] = [
    "title", "source", "rules", "about", "game", "script", "misere", "position", "ask", "limits", "input",
    "output", "over",
];
const ABOUT: [&str; 4] = ["theme", "level", "format", "idea"];
const INPUT: [&str; 5] = ["pattern", "stop", "over", "change", "asks"];
const OUTPUT: [&str; 10] =
    ["N", "P", "D", "move", "order", "distinct", "discard", "separator", "each", "over"];
const ORDERS: [(&str, Order); 5] = [
    ("to", Order::To),
    ("pair-first", Order::PairFirst),
    ("heap", Order::Heap),
    ("fewest", Order::Fewest),
    ("most", Order::Most),
];

impl Profile {
    /// The largest profile, in bytes.
    pub const LARGEST: usize = 1 << 20;

    /// Parses a profile without compiling its templates.
    pub(crate) fn read(toml: &str) -> Result<Self, Error> {
        if toml.len() > Self::LARGEST {
            return Err(Error::new("profile-too-large").with("limit", Self::LARGEST));
        }
        let root = DeTable::parse(toml).map_err(|e| {
            let place = Place::in_profile(toml, e.span().unwrap_or(0..0));
            Error::new("not-toml").with("reason", e.message()).at(place)
        })?;
        let whole = root.span();
        let mut top = Table::new(toml, root.get_ref(), &TOP, whole.clone())?;
        let mut input = top.table("input", &INPUT)?;
        let mut output = top.table("output", &OUTPUT)?;

        let pattern_field = input.need("pattern")?;
        let mut pattern = Pattern::parse(&pattern_field.text).map_err(|f| place(toml, &pattern_field, f))?;
        if let Some(stop) = input.text("stop")? {
            pattern.set_stop(&stop.text).map_err(|f| place(toml, &stop, f))?;
        }
        let mut overs = [top.text("over")?, input.text("over")?, output.text("over")?].into_iter().flatten();
        if let Some(over) = overs.next() {
            pattern.set_over(&over.text).map_err(|f| place(toml, &over, f))?;
        }
        if let Some(second) = overs.next() {
            return Err(place(toml, &second, Fault::new("over-twice", 0)));
        }

        let changes = input.changes(&pattern)?;
        let ask = top.text("ask")?;
        let script = top.text("script")?;
        let (game, position) = if ask.is_some() {
            if let Some(field) = top.text("game")?.or(top.text("position")?).or(script.clone()) {
                return Err(place(toml, &field, Fault::new("ask-stands-alone", 0)));
            }
            (None, Vec::new())
        } else {
            let game = if script.is_some() { top.text("game")? } else { Some(top.need("game")?) };
            if let (Some(field), Some(_)) = (&game, &script) {
                return Err(place(toml, field, Fault::new("script-stands-alone", 0)));
            }
            let field = top.need("position")?;
            (game, heaps(&pattern, &field.text).map_err(|f| place(toml, &field, f))?)
        };
        let misere = top.flag("misere", script.is_some())?;
        let (limits, bounds) = top.limits(&pattern)?;
        let about = top.table("about", &ABOUT)?.about()?;
        let listing = output.listing()?;
        let text = |field: Option<Field>, default: &str| field.map_or_else(|| default.to_owned(), |f| f.text);
        let profile = Self {
            title: text(top.text("title")?, ""),
            source: text(top.text("source")?, ""),
            rules: text(top.text("rules")?, ""),
            about,
            layout: pattern_field.text,
            limits,
            bounds,
            pattern,
            game,
            position,
            script,
            misere,
            changes,
            discard: output.discard()?,
            ask,
            n: output.need("N")?,
            p: output.need("P")?,
            d: output.text("D")?,
            each_move: output.text("move")?,
            listing,
            separator: text(output.text("separator")?, "\n"),
            each: output
                .text("each")?
                .unwrap_or_else(|| Field { text: "{{ answers }}\n".into(), span: whole }),
            toml: toml.to_owned(),
        };
        Ok(profile)
    }

    /// The problem's title, in all its languages.
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// The problem's title in one language.
    pub fn title_in(&self, lang: Lang) -> String {
        in_language(&self.title, lang)
    }

    /// The source of the problem, such as `HDU 2177`.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// A description of the rules.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The lines of the rules in one language.
    pub fn rules_in(&self, lang: Lang) -> String {
        in_language(&self.rules, lang)
    }

    /// What the profile says about its problem.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The layout of the input, as the profile writes it.
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// The key of what is asked (`game`, `ask` or `script`) and its text.
    pub fn asks(&self) -> (&'static str, &str) {
        let fields = [("game", &self.game), ("ask", &self.ask), ("script", &self.script)];
        let set = fields.into_iter().find_map(|(key, field)| Some((key, &*field.as_ref()?.text)));
        set.unwrap_or(("game", ""))
    }

    /// Whether the answers list the position after each winning move, `{{ to | join(' ') }}`.
    pub fn lists_results(&self) -> bool {
        self.each_move.as_ref().is_some_and(|field| field.text == "{{ to | join(' ') }}")
    }

    /// The names of the input, in the order they are read.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.pattern.names.iter().map(|n| &*n.text)
    }

    /// The bounds in the problem's statement, by name of the input (or `cases`, `where`), as written.
    pub fn limits(&self) -> &[(String, String)] {
        &self.limits
    }

    /// The largest number that the limits allow, if they have one.
    pub fn largest_number(&self) -> Option<IBig> {
        self.bounds.largest()
    }

    /// The profile's own text.
    pub fn text(&self) -> &str {
        &self.toml
    }
}

/// The error of a fault within a string of the profile, at its place in the file.
pub fn place(toml: &str, field: &Field, fault: Fault) -> Error {
    let raw = toml.get(field.span.clone()).unwrap_or_default();
    // A string with escapes differs from its text in the file; then the error is at its start.
    let start = match raw.find(&field.text) {
        Some(i) if raw.len() < toml.len() && fault.at != Fault::NOWHERE => field.span.start + i + fault.at,
        _ => field.span.start,
    };
    let mut error = Error::new(fault.code);
    error.values = fault.values;
    error.at(Place::in_profile(toml, start..field.span.end.max(start)))
}

/// A script moved to its place in the profile by blanks before it, so that lines and columns in its errors are those of
/// the profile. One with escapes differs from its text in the file; it begins at once, and counts its own lines.
pub fn in_place(toml: &str, script: &Field) -> String {
    let raw = toml.get(script.span.clone()).unwrap_or_default();
    let Some(start) = raw.find(&script.text).map(|start| script.span.start + start) else {
        return script.text.trim_start().to_owned();
    };
    let before = &toml[..start];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let (lines, columns) = (before.matches('\n').count(), before[line..].chars().count());
    "\n".repeat(lines) + &" ".repeat(columns) + &script.text
}

fn heaps(pattern: &Pattern, text: &str) -> Result<Vec<usize>, Fault> {
    let mut slots = Vec::new();
    for word in text.split([' ', '\t', '\n', ',']).filter(|w| !w.is_empty()) {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let Some(slot) = pattern.slot(word) else { return Err(pattern.unknown(word, at)) };
        if pattern.names[slot].kind == Kind::Word {
            return Err(Fault::new("not-a-number-name", at).with("name", word));
        }
        if !pattern.names[slot].in_view {
            return Err(Fault::new("name-read-later", at).with("name", word));
        }
        slots.push(slot);
    }
    if slots.is_empty() { Err(Fault::new("empty-position", 0)) } else { Ok(slots) }
}

/// One table of the file, whose keys are checked.
struct Table<'t> {
    toml: &'t str,
    entries: Option<&'t DeTable<'t>>,
    name: &'static str,
    span: Range<usize>,
}

impl<'t> Table<'t> {
    fn new(toml: &'t str, table: &'t DeTable<'t>, keys: &[&str], span: Range<usize>) -> Result<Self, Error> {
        for key in table.keys() {
            if !keys.contains(&&**key.get_ref()) {
                let mut error = Error::new("unknown-key").with("key", key.get_ref());
                if let Some(near) = nearest(key.get_ref(), keys.iter().copied()) {
                    error = error.with("suggestion", near);
                }
                return Err(error.at(Place::in_profile(toml, key.span())));
            }
        }
        Ok(Self { toml, entries: Some(table), name: "", span })
    }

    fn get(&self, key: &str) -> Option<(&'t DeValue<'t>, Range<usize>)> {
        let value = self.entries?.get(key)?;
        Some((value.get_ref(), value.span()))
    }

    fn wrong(&self, key: &str, expected: &str, span: Range<usize>) -> Error {
        Error::new("wrong-type")
            .with("key", key)
            .with("expected", expected)
            .at(Place::in_profile(self.toml, span))
    }

    fn table(&mut self, key: &'static str, keys: &[&str]) -> Result<Self, Error> {
        match self.get(key) {
            None => Ok(Self { toml: self.toml, entries: None, name: key, span: self.span.clone() }),
            Some((DeValue::Table(table), span)) => {
                Ok(Self { name: key, ..Self::new(self.toml, table, keys, span)? })
            }
            Some((_, span)) => Err(self.wrong(key, "table", span)),
        }
    }

    fn text(&mut self, key: &str) -> Result<Option<Field>, Error> {
        match self.get(key) {
            None => Ok(None),
            Some((DeValue::String(text), span)) => Ok(Some(Field { text: text.to_string(), span })),
            Some((_, span)) => Err(self.wrong(key, "string", span)),
        }
    }

    fn need(&mut self, key: &str) -> Result<Field, Error> {
        let full = if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) };
        let start = self.span.start..self.span.start;
        self.text(key)?.ok_or_else(|| {
            Error::new("missing-key").with("key", full).at(Place::in_profile(self.toml, start))
        })
    }

    fn listing(&mut self) -> Result<Listing, Error> {
        let order = match self.text("order")? {
            None => Order::To,
            Some(field) => self.one_of(&field, "unknown-order", &ORDERS)?,
        };
        let distinct = match self.get("distinct") {
            None => !order.is_by_heap(),
            Some((DeValue::Boolean(distinct), _)) => *distinct,
            Some((_, span)) => return Err(self.wrong("distinct", "true, false", span)),
        };
        Ok(Listing { order, distinct })
    }

    /// What a word of a short list stands for.
    fn one_of<T: Copy>(
        &self,
        field: &Field,
        code: &'static str,
        words: &[(&'static str, T)],
    ) -> Result<T, Error> {
        if let Some((_, found)) = words.iter().find(|(word, _)| *word == field.text) {
            return Ok(*found);
        }
        let mut fault = Fault::new(code, 0).with("found", &*field.text);
        if let Some(near) = nearest(&field.text, words.iter().map(|(word, _)| *word)) {
            fault = fault.with("suggestion", near);
        }
        Err(place(self.toml, field, fault))
    }

    fn discard(&mut self) -> Result<Option<Aim>, Error> {
        let field = self.text("discard")?;
        field.map(|field| self.one_of(&field, "unknown-aim", &Aim::ALL)).transpose()
    }

    /// A truth value that only some profiles may have.
    fn flag(&mut self, key: &'static str, is_allowed: bool) -> Result<bool, Error> {
        match self.get(key) {
            None => Ok(false),
            Some((DeValue::Boolean(is), _)) if is_allowed => Ok(*is),
            Some((DeValue::Boolean(_), span)) => {
                Err(Error::new("misere-in-game").at(Place::in_profile(self.toml, span)))
            }
            Some((_, span)) => Err(self.wrong(key, "true, false", span)),
        }
    }

    /// The changes between questions, and which records are questions.
    fn changes(&mut self, pattern: &Pattern) -> Result<Option<Changes>, Error> {
        let (change, asks) = (self.text("change")?, self.text("asks")?);
        let mut changes = Changes::default();
        if let Some(change) = &change {
            changes.add(&change.text, pattern).map_err(|f| place(self.toml, change, f))?;
        }
        if let Some(asks) = &asks {
            changes.set_asks(&asks.text, pattern).map_err(|f| place(self.toml, asks, f))?;
        }
        let is_there = change.is_some() || asks.is_some();
        changes.texts = [change, asks];
        Ok(is_there.then_some(changes))
    }

    fn about(&mut self) -> Result<About, Error> {
        let text = |field: Option<Field>| field.map_or_else(String::new, |field| field.text);
        let level = match self.get("level") {
            None => 0,
            Some((DeValue::Integer(n), span)) => match n.to_string().parse() {
                Ok(level @ 1..=5) => level,
                _ => return Err(self.wrong("level", "1..5", span)),
            },
            Some((_, span)) => return Err(self.wrong("level", "1..5", span)),
        };
        let format = self.text("format")?;
        let is_from_memory = match format.as_ref().map(|field| &*field.text) {
            None | Some("statement") => false,
            Some("memory") => true,
            Some(_) => {
                let span = format.map_or(0..0, |field| field.span);
                return Err(self.wrong("format", "\"statement\", \"memory\"", span));
            }
        };
        Ok(About { theme: text(self.text("theme")?), level, is_from_memory, idea: text(self.text("idea")?) })
    }

    /// The limits as written, and as parsed.
    fn limits(&mut self, pattern: &Pattern) -> Result<(Vec<(String, String)>, Limits), Error> {
        let names: Vec<&str> = pattern.names.iter().map(|n| &*n.text).chain(["cases", "where"]).collect();
        let table = self.table("limits", &names)?;
        let (mut lines, mut limits) = (Vec::new(), Limits::new(pattern));
        for (key, value) in table.entries.into_iter().flatten() {
            let key = key.get_ref().to_string();
            let text = match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(n) => n.to_string(),
                _ => return Err(self.wrong(&key, "string, integer", value.span())),
            };
            let field = Field { text, span: value.span() };
            limits.add(pattern, &key, &field.text).map_err(|f| place(self.toml, &field, f))?;
            lines.push((key, field.text));
        }
        Ok((lines, limits))
    }
}
