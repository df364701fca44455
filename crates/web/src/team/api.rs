//! The API: `/api/NAME` with fields in the query, or as JSON by POST for changes.

use http::{Method, StatusCode};
use rutter_team::{TOOLS, TeamToolbox};
use rutter_tools::Effect;
use serde_json::{Map, Value, json};

use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;

pub(super) fn answer(team: &TeamToolbox<'_>, request: &PageRequest) -> Reply {
    match data(team, request) {
        Ok(answer) => Reply::json(&answer),
        Err(Problem { status, message, hint: _ }) => {
            Reply::json(&json!({ "error": message })).with_status(status)
        }
    }
}

fn data(team: &TeamToolbox<'_>, request: &PageRequest) -> Result<Value, Problem> {
    let name = request.path.trim_start_matches("/api").trim_matches('/');
    let is_reading = request.method == Method::GET || request.method == Method::HEAD;
    if name.is_empty() && is_reading {
        return Ok(description());
    }
    let no_tool = || Problem::missing(format!("there is no `/api/{name}`; see `/api`"));
    let tool = TOOLS.iter().find(|tool| tool.name == name).ok_or_else(no_tool)?;
    if is_reading != (tool.effect == Effect::Read) {
        let wanted = if tool.effect == Effect::Read { "GET" } else { "POST" };
        let text = format!("`{}` takes {wanted}", request.path);
        return Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, text));
    }
    let answer = team.call(name, &fields(request, is_reading)?);
    let no_index = || Problem::missing("code cannot be searched here: there is no index");
    Ok(answer.ok_or_else(no_index)??.data)
}

fn fields(request: &PageRequest, is_reading: bool) -> Result<Map<String, Value>, Problem> {
    if !is_reading {
        return match serde_json::from_slice(&request.body) {
            Ok(Value::Object(fields)) => Ok(fields),
            Ok(_) | Err(_) => Err(Problem::bad("send the fields as a JSON object")),
        };
    }
    let mut fields: Map<String, Value> = Map::new();
    for (name, value) in request.query.iter().filter(|(_, value)| !value.trim().is_empty()) {
        match fields.get_mut(name) {
            Some(Value::Array(values)) => values.push(json!(value)),
            Some(first) => *first = json!([first.take(), value]),
            None => drop(fields.insert(name.to_owned(), json!(value))),
        }
    }
    Ok(fields)
}

/// An example of each tool by its address.
fn description() -> Value {
    let of = |is_reading: bool| -> Map<String, Value> {
        let tools = TOOLS.iter().filter(|tool| (tool.effect == Effect::Read) == is_reading);
        let example = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        tools.map(|tool| (format!("/api/{}", tool.name), example(tool.example))).collect()
    };
    json!({ "mcp": "/mcp", "get": of(true), "post": of(false) })
}
