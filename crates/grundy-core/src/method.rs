//! The method of an answer, how certain it is, and which stronger methods do not apply.

use serde_json::{Map, Value as Json, json};

use crate::text::{Lang, Message};

/// How certain a method is, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// A published theorem.
    Theorem,
    /// A period or rule proved by this program, with a certificate.
    Proof,
    /// A table or recursion over all positions needed.
    Computation,
    /// All lines of play were searched.
    Search,
}

impl MethodKind {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Theorem => "theorem",
            Self::Proof => "proof",
            Self::Computation => "computation",
            Self::Search => "search",
        }
    }
}

/// A method that does not apply, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// The method's name.
    pub name: &'static str,
    /// What is missing.
    pub reason: Message,
}

/// The method an answer comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodUsed {
    /// Its name.
    pub name: &'static str,
    /// How certain it is.
    pub kind: MethodKind,
    /// Its publication, if there is one.
    pub reference: Option<&'static str>,
    /// In a sum, the methods of the components.
    pub parts: Vec<Self>,
    /// Stronger methods that do not apply.
    pub declined: Vec<Declined>,
}

impl MethodUsed {
    /// A method without parts and without declined ones.
    pub fn new(name: &'static str, kind: MethodKind, reference: Option<&'static str>) -> Self {
        Self { name, kind, reference, parts: vec![], declined: vec![] }
    }

    /// The `method` object of an answer.
    pub fn to_json(&self, lang: Lang) -> Json {
        let mut map = Map::new();
        map.insert("name".into(), self.name.into());
        map.insert("kind".into(), self.kind.word().into());
        map.insert("reference".into(), self.reference.into());
        if !self.parts.is_empty() {
            map.insert("parts".into(), self.parts.iter().map(|part| part.to_json(lang)).collect());
        }
        if !self.declined.is_empty() {
            let declined = self.declined.iter();
            let rows = declined.map(|d| json!({"name": d.name, "reason": d.reason.render(lang)})).collect();
            map.insert("declined".into(), rows);
        }
        Json::Object(map)
    }
}
