//! The tools as data: endpoints of the API, and the descriptions that an assistant needs.

use std::sync::Arc;

use grundy_api::{EVERYWHERE, Endpoint, Field, Kind, endpoint};
use grundy_solver::text::Lang;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value as Json, json};

use crate::TEXTS;

/// The endpoints that are tools, in the order in which a client lists them.
pub const NAMES: [&str; 8] = ["solve", "explain", "values", "period", "pattern", "table", "nash", "games"];

/// Fields that tools leave out: pictures and packed numbers are not readable text.
const HIDDEN: [(&str, &str); 1] = [("table", "format")];

/// The endpoint behind a tool.
pub fn endpoint_of(name: &str) -> Option<&'static Endpoint> {
    NAMES.iter().find(|known| **known == name).and_then(|known| endpoint(known))
}

/// The fields of a tool.
pub fn fields(endpoint: &'static Endpoint) -> impl Iterator<Item = &'static Field> {
    let all = endpoint.fields.iter().chain(EVERYWHERE);
    all.filter(|field| !HIDDEN.contains(&(endpoint.name, field.name)))
}

/// All tools, described in one language.
pub fn all(lang: Lang) -> Vec<Tool> {
    NAMES.iter().filter_map(|name| endpoint_of(name)).map(|endpoint| described(endpoint, lang)).collect()
}

fn described(endpoint: &'static Endpoint, lang: Lang) -> Tool {
    let about = TEXTS.text(lang, &format!("tool.{}", endpoint.name));
    let hints = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    Tool::new(endpoint.name, about, Arc::new(schema(endpoint, lang))).with_annotations(hints)
}

/// The arguments of a tool, as a JSON schema.
fn schema(endpoint: &'static Endpoint, lang: Lang) -> JsonObject {
    let mut properties = JsonObject::new();
    let mut required = Vec::new();
    for field in fields(endpoint) {
        properties.insert(field.name.to_owned(), property(field, lang));
        if field.needed {
            required.push(Json::from(field.name));
        }
    }
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), required.into());
    schema.insert("additionalProperties".to_owned(), false.into());
    let example = serde_json::from_str(endpoint.example).unwrap_or(Json::Null);
    schema.insert("examples".to_owned(), json!([example]));
    schema
}

fn property(field: &Field, lang: Lang) -> Json {
    // Numbers of any size, as text where JSON cannot represent them exactly.
    let number = json!({"type": ["integer", "string"]});
    let list = |item: &Json| json!({"anyOf": [{"type": "array", "items": item}, {"type": "string"}]});
    let mut property = match field.kind {
        Kind::Text => json!({"type": "string"}),
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Words(words) => json!({"type": "string", "enum": words}),
        Kind::Number => number,
        Kind::Heaps | Kind::Size => list(&number),
        Kind::Texts => list(&json!({"type": "string"})),
    };
    property["description"] = field.about(lang).into();
    property
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_and_every_field_is_described_in_both_languages() {
        assert_eq!(TEXTS.faults(), Vec::<String>::new());
        for lang in Lang::ALL {
            let tools = all(lang);
            assert_eq!(tools.len(), NAMES.len());
            for tool in &tools {
                let about = tool.description.as_deref().unwrap();
                assert!(about.len() > 20 && !about.starts_with("tool."), "{about}");
                let schema = Json::Object((*tool.input_schema).clone());
                for (name, property) in schema["properties"].as_object().unwrap() {
                    let about = property["description"].as_str().unwrap();
                    assert!(!about.is_empty() && !about.starts_with("field."), "{name}: {about}");
                }
            }
        }
    }

    #[test]
    fn what_is_hidden_is_there_to_be_hidden() {
        for (name, field) in HIDDEN {
            let endpoint = endpoint_of(name).unwrap();
            assert!(endpoint.fields.iter().any(|known| known.name == field), "{name} {field}");
            assert!(fields(endpoint).all(|known| known.name != field));
        }
    }
}
