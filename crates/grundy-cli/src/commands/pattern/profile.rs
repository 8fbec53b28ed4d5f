//! The profile of a contest problem as the format of a program.
//!
//! Profiles whose answers list the results of winning moves have programs of a few plain shapes, with functions that find
//! these moves. All others are translated part by part, see [`grundy_judge::program`].

use std::path::Path;

use dashu_int::UBig;
use grundy_judge::Profile;
use grundy_pattern::emit::{Answers, Io, Order, Read, Times};

use crate::commands::read_text;
use crate::failure::Failure;

/// The question and the format of a profile.
pub struct Format {
    /// The game, in notation.
    pub game: String,
    /// Its input and output.
    pub io: Io,
}

/// The profile with this name, or in this file.
pub fn profile(name: &str) -> Result<Profile, Failure> {
    let is_file = Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    Ok(if is_file || name.contains('/') {
        Profile::parse(&read_text(name, Profile::LARGEST as u64)?)?
    } else {
        grundy_judge::find(name)?.profile()?
    })
}

/// The game and the format of a profile whose answers list the results of moves.
pub fn read(name: &str, profile: &Profile) -> Result<Format, Failure> {
    let refused = |what: &str| {
        Failure::usage("profile-beyond", vec![("profile", name.to_owned()), ("what", what.to_owned())])
    };
    let table: toml::Table = profile.text().parse().map_err(|_| refused("toml"))?;
    let text = |section: &str, key: &str| -> Option<String> {
        let table = if section.is_empty() { Some(&table) } else { table.get(section)?.as_table() };
        table?.get(key)?.as_str().map(str::to_owned)
    };
    for (section, keys) in
        [("", &["over"][..]), ("input", &["over"]), ("output", &["over", "each", "separator"])]
    {
        if let Some(key) = keys.iter().find(|key| text(section, key).is_some()) {
            return Err(refused(key));
        }
    }
    let (game, position) = game_of(&text).ok_or_else(|| refused("game"))?;
    let pattern = text("input", "pattern").unwrap_or_default();
    let read = shape_of(&pattern, text("input", "stop").as_deref(), &position);
    let read = read.ok_or_else(|| refused("input.pattern"))?;
    let word = |key: &str| text("output", key).filter(|word| !word.contains("{{") && !word.contains("{%"));
    let n = word("N").ok_or_else(|| refused("output.N"))?;
    let p = word("P").ok_or_else(|| refused("output.P"))?;
    let answers = match text("output", "move").as_deref() {
        None => Answers::Outcome,
        Some("{{ to | join(' ') }}") => Answers::All,
        Some(_) => return Err(refused("output.move")),
    };
    let twice =
        table.get("output").and_then(|t| t.get("distinct")).and_then(toml::Value::as_bool) == Some(false);
    let order = match (text("output", "order").as_deref(), twice) {
        (None | Some("to"), false) => Order::Sorted,
        (Some("pair-first"), false) => Order::PairFirst,
        (Some("pair-first"), true) => Order::PairFirstTwice,
        _ if answers == Answers::Outcome => Order::Sorted,
        _ => return Err(refused("output.order")),
    };
    let largest = profile.largest_number().and_then(|largest| UBig::try_from(largest).ok());
    Ok(Format { game, io: Io { read, n, p, answers, order, drawn: false, largest } })
}

/// The game, and the variables of the position: `game` and `position`, or `ask = "game[{{ x | join(', ') }}]"`.
fn game_of(text: &dyn Fn(&str, &str) -> Option<String>) -> Option<(String, Vec<String>)> {
    let (game, names) = match text("", "ask") {
        Some(ask) => {
            let (game, inside) = ask.split_once('[')?;
            let name = inside.strip_prefix("{{ ")?.strip_suffix(" | join(', ') }}]")?;
            (game.to_owned(), name.to_owned())
        }
        None => (text("", "game")?, text("", "position")?),
    };
    let names = names.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    (!game.contains("{{") && !game.contains("{%")).then_some((game, names))
}

/// How positions are read: a fixed number of heaps or a list; once, to the end of the input, or as often as a leading
/// count states.
fn shape_of(pattern: &str, stop: Option<&str>, position: &[String]) -> Option<Read> {
    let pattern = pattern.trim();
    let (inside, times) = match pattern.split_once('(') {
        None => (pattern, Times::Once),
        Some((before, rest)) => {
            let (inside, after) = rest.split_once(')')?;
            match (before.trim(), after.trim()) {
                ("", "*") => (inside, Times::ToTheEnd),
                (count, times) if !count.is_empty() && times.strip_prefix('*') == Some(count) => {
                    (inside, Times::Counted)
                }
                _ => return None,
            }
        }
    };
    let words: Vec<&str> = inside.split_whitespace().collect();
    let zeros = |names: &[&str]| {
        let wanted: Vec<String> = names.iter().map(|name| format!("{name} = 0")).collect();
        stop.is_none_or(|stop| stop == wanted.join(" and "))
    };
    if let [count, list] = words[..]
        && let Some((name, times_of)) = list.split_once('*')
    {
        let fits = times_of == count && position == [name.to_owned()] && zeros(&[count]);
        return fits.then_some(Read::Counted { times, stop: stop.is_some() });
    }
    (words == position && zeros(&words)).then_some(Read::Fixed {
        heaps: words.len(),
        times,
        stop: stop.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_shapes_are_read_and_others_refused() {
        let pair = ["a".to_owned(), "b".to_owned()];
        let both = Read::Fixed { heaps: 2, times: Times::ToTheEnd, stop: true };
        assert_eq!(shape_of("(a b)*", Some("a = 0 and b = 0"), &pair), Some(both));
        let list = ["x".to_owned()];
        let counted = Read::Counted { times: Times::Counted, stop: false };
        assert_eq!(shape_of("t (n x*n)*t", None, &list), Some(counted));
        assert_eq!(shape_of("(a b)*", Some("a = 1"), &pair), None);
        assert_eq!(shape_of("(k s*k m (l h*l)*m)*", None, &list), None);
        assert_eq!(shape_of("(b a)*", None, &pair), None);
    }
}
