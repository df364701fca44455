//! The protocol without sessions: each message comes alone, by POST, and is answered by JSON.
//!
//! This is enough for tools that only look things up, since nothing has to be remembered between two messages of
//! a client. Every message is answered for the user whose token came with it.

use rutter_tools::TextAndData;
use serde_json::{Map, Value, json};

/// Supported versions of the protocol, the newest first.
const VERSIONS: &[&str] = &["2025-11-25", "2025-06-18", "2025-03-26"];

pub(super) const PARSE_ERROR: i32 = -32700;
pub(super) const INVALID_REQUEST: i32 = -32600;
const NO_METHOD: i32 = -32601;
pub(super) const INVALID_PARAMS: i32 = -32602;

/// Tools for one user.
pub trait ToolSource {
    /// Instructions that clients pass on to their model.
    fn instructions(&self) -> String;

    /// Name, description and `inputSchema` of each tool.
    fn tools(&self) -> Vec<Value>;

    /// Calls a tool. Returns `None` if there is no tool of that name. The error says what would be right.
    fn call(
        &self,
        name: &str,
        arguments: &Map<String, Value>,
    ) -> Option<Result<TextAndData, String>>;
}

/// Answers a message; `None` if it needs no answer.
pub fn answer_message(source: &dyn ToolSource, message: &[u8]) -> Option<Value> {
    let message: Value = match serde_json::from_slice(message) {
        Ok(message) => message,
        Err(error) => {
            return Some(problem(&Value::Null, PARSE_ERROR, &format!("this is not JSON: {error}")));
        }
    };
    let method = message["method"].as_str();
    let (Some(method), "2.0") = (method, message["jsonrpc"].as_str().unwrap_or_default()) else {
        let text = "send one request of JSON-RPC 2.0";
        return Some(problem(&message["id"], INVALID_REQUEST, text));
    };
    // A notification.
    let id = message.get("id")?;
    let params = &message["params"];
    let result = match method {
        "initialize" => Ok(initialize(source, params)),
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": source.tools() })),
        "tools/call" => call(source, params),
        _ => Err((NO_METHOD, format!("there is no method `{method}` here"))),
    };
    Some(match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, text)) => problem(id, code, &text),
    })
}

fn initialize(source: &dyn ToolSource, params: &Value) -> Value {
    let wanted = params["protocolVersion"].as_str().unwrap_or_default();
    let version = VERSIONS.iter().find(|known| **known == wanted).unwrap_or(&VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "rutter", "title": "rutter", "version": env!("CARGO_PKG_VERSION") },
        "instructions": source.instructions(),
    })
}

fn call(source: &dyn ToolSource, params: &Value) -> Result<Value, (i32, String)> {
    let name = params["name"].as_str().unwrap_or_default();
    let none = Map::new();
    let arguments = params["arguments"].as_object().unwrap_or(&none);
    match source.call(name, arguments) {
        None => {
            let tools = source.tools();
            let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
            let offered = names.join(", ");
            Err((INVALID_PARAMS, format!("there is no tool `{name}`; offered: {offered}")))
        }
        Some(Ok(TextAndData { text, data })) => Ok(json!({
            "content": [{ "type": "text", "text": text }],
            "structuredContent": data,
        })),
        Some(Err(text)) => {
            Ok(json!({ "content": [{ "type": "text", "text": text }], "isError": true }))
        }
    }
}

/// An error as JSON-RPC answers it.
pub(super) fn problem(id: &Value, code: i32, text: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": text } })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl ToolSource for Echo {
        fn instructions(&self) -> String {
            "It repeats.".to_owned()
        }

        fn tools(&self) -> Vec<Value> {
            vec![json!({ "name": "echo", "inputSchema": { "type": "object" } })]
        }

        fn call(
            &self,
            name: &str,
            arguments: &Map<String, Value>,
        ) -> Option<Result<TextAndData, String>> {
            (name == "echo").then(|| {
                if arguments.is_empty() {
                    Err("say something".to_owned())
                } else {
                    let data = Value::Object(arguments.clone());
                    Ok(TextAndData { text: data.to_string(), data })
                }
            })
        }
    }

    fn check(message: &str, expected: &str) {
        let answer = answer_message(&Echo, message.as_bytes());
        let answer = answer.map_or_else(|| "none".to_owned(), |answer| answer.to_string());
        assert!(answer.contains(expected), "{message}: {answer}");
    }

    #[test]
    fn messages_are_answered_one_by_one() {
        let init =
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"%"}}"#;
        check(&init.replace('%', "2025-06-18"), r#""protocolVersion":"2025-06-18""#);
        check(&init.replace('%', "1999-01-01"), r#""protocolVersion":"2025-11-25""#);
        check(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "none");
        check(r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#, r#""name":"echo""#);
        let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"NAME","arguments":ARGS}}"#;
        let call =
            |name: &str, arguments: &str| call.replace("NAME", name).replace("ARGS", arguments);
        check(&call("echo", r#"{"a":1}"#), r#""structuredContent":{"a":1}"#);
        check(&call("echo", "{}"), r#""isError":true"#);
        check(&call("other", "{}"), "there is no tool `other`; offered: echo");
        check(r#"{"jsonrpc":"2.0","id":3,"method":"roots/list"}"#, "-32601");
        check("[1]", "-32600");
        check("{", "-32700");
    }
}
