//! The `OpenAPI` document of the API, generated from the table of endpoints.

use grundy_api::{ENDPOINTS, EVERYWHERE, Endpoint, Field, Kind};
use grundy_solver::text::Lang;
use serde_json::{Value as Json, json};
use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::{ArrayBuilder, OneOfBuilder, SchemaType};
use utoipa::openapi::{
    ContentBuilder, HttpMethod, InfoBuilder, License, ObjectBuilder, OpenApiBuilder, PathItem, PathsBuilder,
    Required, Schema, Type,
};

use crate::words::{endpoint_key, text};

/// The version in every address.
pub const PREFIX: &str = "/api/v1";

/// The statuses of a response; each is described by the text `api.status-N`.
pub const STATUSES: [u16; 14] = [200, 400, 403, 404, 405, 408, 413, 415, 421, 422, 500, 503, 504, 507];

/// The whole document.
pub fn document(lang: Lang) -> Json {
    let mut paths = PathsBuilder::new();
    for endpoint in &ENDPOINTS {
        let get = HttpMethod::Get;
        let mut item = PathItem::new(get, operation(endpoint, lang, false));
        item.merge_operations(PathItem::new(HttpMethod::Post, operation(endpoint, lang, true)));
        paths = paths.path(format!("{PREFIX}/{}", endpoint.name), item);
    }
    let license = License::new(env!("CARGO_PKG_LICENSE"));
    let info = InfoBuilder::new()
        .title("Grundy")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(text(lang, "api.about")))
        .license(Some(license));
    let document = OpenApiBuilder::new().info(info.build()).paths(paths.build()).build();
    // Every value of the builder's types is valid JSON.
    serde_json::to_value(&document).unwrap_or_default()
}

/// The example of an endpoint's body.
pub fn example(endpoint: &Endpoint) -> Json {
    serde_json::from_str(endpoint.example).unwrap_or_default()
}

fn operation(endpoint: &Endpoint, lang: Lang, posts: bool) -> OperationBuilder {
    let about = text(lang, &endpoint_key(endpoint));
    let method = if posts { "post" } else { "get" };
    let mut operation = OperationBuilder::new()
        .operation_id(Some(format!("{method}_{}", endpoint.name.replace('/', "_"))))
        .summary(Some(about));
    let fields = endpoint.fields.iter().chain(EVERYWHERE);
    if posts {
        let mut object = ObjectBuilder::new();
        for field in fields {
            object = object.property(field.name, schema(field, lang));
            if field.needed {
                object = object.required(field.name);
            }
        }
        let content = ContentBuilder::new().schema(Some(object)).example(Some(example(endpoint))).build();
        let body = RequestBodyBuilder::new()
            .required(Some(Required::True))
            .content("application/json", content)
            .build();
        operation = operation.request_body(Some(body));
    } else {
        for field in fields {
            let parameter = ParameterBuilder::new()
                .name(field.name)
                .parameter_in(ParameterIn::Query)
                .required(if field.needed { Required::True } else { Required::False })
                .description(Some(field.about(lang)))
                .schema(Some(schema(field, lang)));
            operation = operation.parameter(parameter);
        }
    }
    for status in STATUSES {
        operation = operation.response(status.to_string(), response(status, lang).build());
    }
    operation
}

fn response(status: u16, lang: Lang) -> ResponseBuilder {
    let object = ObjectBuilder::new();
    let schema = if status == 200 {
        object.property("schema", ObjectBuilder::new().schema_type(Type::Integer).examples([json!(1)]))
    } else {
        let of = |kind: Type| ObjectBuilder::new().schema_type(kind);
        let error = ObjectBuilder::new()
            .property("code", of(Type::String))
            .property("message", of(Type::String))
            .property("span", ArrayBuilder::new().items(of(Type::Integer)))
            .property("suggestion", of(Type::String));
        object.property("error", error)
    };
    let mut response = ResponseBuilder::new()
        .description(text(lang, &format!("api.status-{status}")))
        .content("application/json", ContentBuilder::new().schema(Some(schema)).build());
    if status == 200 {
        let events =
            ObjectBuilder::new().schema_type(Type::String).description(Some(text(lang, "api.events")));
        response = response.content("text/event-stream", ContentBuilder::new().schema(Some(events)).build());
    }
    response
}

fn schema(field: &Field, lang: Lang) -> Schema {
    let of = |kind: Type| ObjectBuilder::new().schema_type(kind);
    let number = || ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::Integer, Type::String]));
    let object = match field.kind {
        Kind::Text => of(Type::String),
        Kind::Flag => of(Type::Boolean),
        Kind::Words(words) => of(Type::String).enum_values(Some(words.iter().copied())),
        Kind::Number => number(),
        Kind::Heaps | Kind::Size | Kind::Texts => {
            let item = if field.kind == Kind::Texts { of(Type::String) } else { number() };
            let list = ArrayBuilder::new().items(item);
            let either = OneOfBuilder::new().item(list).item(of(Type::String));
            return either.description(Some(field.about(lang))).build().into();
        }
    };
    object.description(Some(field.about(lang))).build().into()
}
