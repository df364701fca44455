//! The toolbox as an API: `/api/TOOL` with the arguments and answers of agents, and an OpenAPI description.
//!
//! A tool that only reads takes its arguments from the query or from a JSON body. One that records takes only a
//! JSON body. The description, OpenAPI 3.1, is generated from the schemas of the tools.

use http::{Method, StatusCode};
use rutter_domain::{LIMIT_ARGUMENTS_BYTES, Worded as _};
use rutter_tools::{Declaration, Effect, Page, PagedReply, data_shape, declarations};
use serde_json::{Map, Value, json};

use crate::fields::Fields;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::vocabulary::WebVocabulary;

/// The argument that names a page.
const CURSOR: &str = "cursor";

pub(crate) fn answer(site: &Site, request: &PageRequest) -> Reply {
    let name = request.path.trim_start_matches("/api").trim_matches('/');
    match name {
        "" => return Reply::json(&list(site)),
        "openapi.json" => return Reply::json(&openapi(site)),
        _ => {}
    }
    let Some(tool) = declarations(&site.session).into_iter().find(|tool| tool.name == name) else {
        return problem(
            StatusCode::NOT_FOUND,
            &format!("there is no tool `{name}`; /api lists them"),
        );
    };
    let is_reading = request.method == Method::GET || request.method == Method::HEAD;
    if is_reading && tool.effect != Effect::Read {
        let text = format!("`{name}` records something; send its arguments as JSON with POST");
        return problem(StatusCode::METHOD_NOT_ALLOWED, &text);
    }
    if !is_reading && request.method != Method::POST {
        return problem(StatusCode::METHOD_NOT_ALLOWED, "send GET or POST");
    }
    if request.body.len() > LIMIT_ARGUMENTS_BYTES {
        let text = format!(
            "the arguments are too long; at most {LIMIT_ARGUMENTS_BYTES} bytes are allowed"
        );
        return problem(StatusCode::PAYLOAD_TOO_LARGE, &text);
    }
    let mut arguments = if is_reading {
        from_query(&tool, &request.query)
    } else {
        match serde_json::from_slice(&request.body) {
            Ok(Value::Object(arguments)) => arguments,
            Ok(_) | Err(_) if request.body.is_empty() => Map::new(),
            Ok(_) => {
                return problem(StatusCode::BAD_REQUEST, "the body is JSON, but not an object");
            }
            Err(error) => {
                return problem(StatusCode::BAD_REQUEST, &format!("the body is not JSON: {error}"));
            }
        }
    };
    let page = match arguments.remove(CURSOR) {
        None | Some(Value::Null) => Some(Page::default()),
        Some(cursor) => cursor.as_str().and_then(Page::at_cursor),
    };
    let Some(page) = page else {
        return problem(StatusCode::BAD_REQUEST, "`cursor` is not one that an answer gave");
    };
    let arguments = Value::Object(arguments);
    let reply = site.toolbox().call_page(&site.session, tool.name, &arguments, page);
    if reply.outcome.is_error {
        problem(StatusCode::UNPROCESSABLE_ENTITY, &reply.outcome.text)
    } else {
        Reply::json(&answered(reply))
    }
}

/// Joins the data of an answer with its text, the code that the text shows, and the state of the index.
fn answered(reply: PagedReply) -> Value {
    let PagedReply { outcome, data, code, next, index } = reply;
    let mut fields = Map::new();
    if let Some(mut index) = index {
        index.word(&WebVocabulary);
        fields.insert("index".to_owned(), serde_json::to_value(index).unwrap_or_default());
    }
    if let Some(next) = next {
        fields.insert("next_cursor".to_owned(), json!(Page { from: next }.cursor()));
    }
    if outcome.n_redacted > 0 {
        fields.insert("n_redacted".to_owned(), json!(outcome.n_redacted));
    }
    if !code.is_empty() {
        fields.insert("code".to_owned(), serde_json::to_value(code).unwrap_or_default());
    }
    match data {
        Value::Object(data) => fields.extend(data),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {}
    }
    fields.insert("text".to_owned(), json!(outcome.text));
    Value::Object(fields)
}

/// Reads arguments from a query. A name that occurs several times, or whose type is a list, becomes a list.
fn from_query(tool: &Declaration, query: &Fields) -> Map<String, Value> {
    let mut arguments = Map::new();
    for (name, value) in query.iter().filter(|(_, value)| !value.is_empty()) {
        let kind = tool.parameters["properties"][name]["type"].as_str();
        let value = Value::from(value);
        match arguments.get_mut(name) {
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.clone(), value]),
            None if kind == Some("array") => {
                arguments.insert(name.to_owned(), Value::Array(vec![value]));
            }
            None => {
                arguments.insert(name.to_owned(), value);
            }
        }
    }
    arguments
}

fn list(site: &Site) -> Value {
    let tools = declarations(&site.session).into_iter().map(|tool| {
        json!({ "name": tool.name, "path": format!("/api/{}", tool.name), "description": tool.description })
    });
    json!({ "tools": tools.collect::<Vec<_>>(), "openapi": "/api/openapi.json", "mcp": "/mcp" })
}

fn problem(status: StatusCode, text: &str) -> Reply {
    Reply::json(&json!({ "error": text })).with_status(status)
}

/// The OpenAPI description.
pub(crate) fn openapi(site: &Site) -> Value {
    let mut paths = Map::new();
    for tool in declarations(&site.session) {
        let mut methods = Map::new();
        if tool.effect == Effect::Read {
            methods.insert("get".to_owned(), operation(&tool, Method::GET));
        }
        methods.insert("post".to_owned(), operation(&tool, Method::POST));
        paths.insert(format!("/api/{}", tool.name), Value::Object(methods));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "rutter",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!("The tools of rutter for the repository `{}`.", site.name()),
        },
        "servers": [{ "url": "/" }],
        "security": [{ "token": [] }],
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": {
                "Error": {
                    "type": "object",
                    "properties": { "error": { "type": "string" } },
                    "required": ["error"],
                },
            },
        },
        "paths": paths,
    })
}

fn operation(tool: &Declaration, method: Method) -> Value {
    let mut schema =
        data_shape(tool.name).map_or_else(|| json!({ "type": "object" }), |shape| shape.schema);
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("text".to_owned(), json!({ "type": "string" }));
        properties.insert("next_cursor".to_owned(), json!({ "type": "string" }));
    }
    let failure = json!({
        "description": "Why there is no answer, and what would be right",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
    });
    let mut operation = json!({
        "operationId": format!("{}_{}", tool.name, method.as_str().to_lowercase()),
        "summary": tool.description.split(". ").next().unwrap_or(tool.name),
        "description": tool.description,
        "responses": {
            "200": { "description": "The answer", "content": { "application/json": { "schema": schema } } },
            "401": failure, "422": failure,
        },
    });
    let mut parameters = tool.parameters.clone();
    let cursor = json!({ "type": "string", "description": "The `next_cursor` of the page before" });
    if let Some(properties) = parameters.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert(CURSOR.to_owned(), cursor);
    }
    if method == Method::GET {
        operation["parameters"] = Value::Array(query_parameters(&parameters));
    } else {
        operation["requestBody"] = json!({
            "required": parameters.get("required").is_some(),
            "content": { "application/json": { "schema": parameters } },
        });
    }
    operation
}

fn query_parameters(parameters: &Value) -> Vec<Value> {
    let Some(properties) = parameters["properties"].as_object() else { return Vec::new() };
    let required = parameters["required"].as_array();
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
    let parameter = |(name, schema): (&String, &Value)| {
        json!({
            "name": name, "in": "query", "required": is_required(name), "schema": schema,
            "description": schema["description"],
        })
    };
    properties.iter().map(parameter).collect()
}
