//! JSON: `{"edges": [["a", "b"], ...], "vertices": ["a", ...]}`; names are strings or whole numbers.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::Place;
use super::builder::Builder;
use crate::error::{Error, Result};

/// Reads a whole object edge by edge. Vertices are added first, wherever they are in the object.
pub(super) fn load<'t>(file: Option<&'t str>, text: &'t str, builder: &mut Builder<'_>) -> Result<()> {
    for pass in [Pass::Vertices, Pass::Edges] {
        let reader =
            Reader { file, pass, builder: &RefCell::new(&mut *builder), failed: &RefCell::default() };
        let failed = reader.failed;
        let mut from = serde_json::Deserializer::from_str(text);
        let read = Object(&reader).deserialize(&mut from).and_then(|()| from.end());
        if let Err(error) = read {
            let place = Place { file, line: error.line() as u64, column: error.column() as u64 };
            return Err(match failed.take() {
                // An error in the graph, which was found without line and column.
                Some(flaw) => flaw.with("place", place.message()),
                None => Error::input("error.graph-json")
                    .with("place", place.message())
                    .with("reason", reason(&error)),
            });
        }
    }
    Ok(())
}

/// The reason without the place, which is reported separately.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]).to_owned()
}

#[derive(Clone, Copy, PartialEq)]
enum Pass {
    Vertices,
    Edges,
}

struct Reader<'r, 't, 'b, 'x> {
    file: Option<&'t str>,
    pass: Pass,
    builder: &'r RefCell<&'x mut Builder<'b>>,
    failed: &'r RefCell<Option<Error>>,
}

impl<'t> Reader<'_, 't, '_, '_> {
    /// Keeps an error; the JSON reader then adds its place.
    fn keep<T, E: serde::de::Error>(&self, result: Result<T>) -> std::result::Result<T, E> {
        result.map_err(|error| {
            let shown = E::custom(&error);
            self.failed.replace(Some(error));
            shown
        })
    }

    fn place(&self) -> Place<'t> {
        Place { file: self.file, line: 0, column: 0 }
    }
}

struct Object<'r, 't, 'b, 'x, 'o>(&'o Reader<'r, 't, 'b, 'x>);
struct List<'r, 't, 'b, 'x, 'o>(&'o Reader<'r, 't, 'b, 'x>);
struct Pair<'r, 't, 'b, 'x, 'o>(&'o Reader<'r, 't, 'b, 'x>);
struct Name<'r, 't, 'b, 'x, 'o>(&'o Reader<'r, 't, 'b, 'x>);

macro_rules! seed {
    ($seed:ident, $value:ty, $how:ident) => {
        impl<'t> DeserializeSeed<'t> for $seed<'_, 't, '_, '_, '_> {
            type Value = $value;

            fn deserialize<D: Deserializer<'t>>(self, from: D) -> std::result::Result<$value, D::Error> {
                from.$how(self)
            }
        }
    };
}
seed!(Object, (), deserialize_map);
seed!(List, (), deserialize_seq);
seed!(Pair, (), deserialize_seq);
seed!(Name, u32, deserialize_any);

impl<'t> Visitor<'t> for Object<'_, 't, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("{\"edges\": [[\"a\", \"b\"], ...]}")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        let mut has_edges = false;
        while let Some(key) = map.next_key::<Cow<'t, str>>()? {
            match (key.as_ref(), self.0.pass) {
                ("vertices", Pass::Vertices) => {
                    map.next_value_seed(List(self.0))?;
                    self.0.builder.borrow_mut().close();
                }
                ("edges", Pass::Edges) => {
                    has_edges = true;
                    map.next_value_seed(List(self.0))?;
                }
                ("vertices" | "edges", _) => drop(map.next_value::<IgnoredAny>()?),
                (other, _) => return Err(A::Error::unknown_field(other, &["edges", "vertices"])),
            }
        }
        if self.0.pass == Pass::Edges && !has_edges {
            return Err(A::Error::missing_field("edges"));
        }
        Ok(())
    }
}

impl<'t> Visitor<'t> for List<'_, 't, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.0.pass == Pass::Edges { "[[\"a\", \"b\"], ...]" } else { "[\"a\", ...]" })
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> std::result::Result<(), A::Error> {
        if self.0.pass == Pass::Vertices {
            while list.next_element_seed(Name(self.0))?.is_some() {}
        } else {
            while list.next_element_seed(Pair(self.0))?.is_some() {}
        }
        Ok(())
    }
}

impl<'t> Visitor<'t> for Pair<'_, 't, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("[\"a\", \"b\"]")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> std::result::Result<(), A::Error> {
        let from = list.next_element_seed(Name(self.0))?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let to = list.next_element_seed(Name(self.0))?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        if list.next_element::<IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(3, &self));
        }
        let added = self.0.builder.borrow_mut().edge(from, to);
        self.0.keep(added)
    }
}

impl Name<'_, '_, '_, '_, '_> {
    fn vertex<E: serde::de::Error>(&self, name: &str) -> std::result::Result<u32, E> {
        let vertex = self.0.builder.borrow_mut().vertex(name, &|| self.0.place());
        self.0.keep(vertex)
    }
}

impl<'t> Visitor<'t> for Name<'_, 't, '_, '_, '_> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("\"a\"")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, name: &'t str) -> std::result::Result<u32, E> {
        self.vertex(name)
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> std::result::Result<u32, E> {
        self.vertex(name)
    }

    fn visit_u64<E: serde::de::Error>(self, name: u64) -> std::result::Result<u32, E> {
        self.vertex(&name.to_string())
    }

    fn visit_i64<E: serde::de::Error>(self, name: i64) -> std::result::Result<u32, E> {
        self.vertex(&name.to_string())
    }
}
