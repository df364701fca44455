//! Files of JSON, with or without comments.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObjectProp, CstRootNode};

use super::{Form, SERVER, Server, Unreadable};

fn section(form: Form) -> &'static str {
    match form {
        Form::McpServers => "mcpServers",
        Form::Servers => "servers",
        Form::ContextServers => "context_servers",
        Form::Mcp | Form::Toml => "mcp",
    }
}

pub fn install(form: Form, text: &str, server: &Server) -> Result<String, Unreadable> {
    let is_new = text.trim().is_empty();
    let root = parse(if is_new { "{}\n" } else { text })?;
    let not_an_object =
        |what: &str| Unreadable(format!("{what} is not an object; mend it or move it away"));
    let object = root.object_value_or_create().ok_or_else(|| not_an_object("what it holds"))?;
    let name = section(form);
    let servers = object
        .object_value_or_create(name)
        .ok_or_else(|| not_an_object(&format!("`{name}` in it")))?;
    let value = value(form, server);
    match servers.get(SERVER) {
        // Just so already: not even its blanks change.
        Some(known) if is_same(&known, &value) => return Ok(text.to_owned()),
        Some(known) => known.set_value(value),
        None => {
            servers.append(SERVER, value);
        }
    }
    Ok(root.to_string())
}

pub fn remove(form: Form, text: &str) -> Result<Option<String>, Unreadable> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let root = parse(text)?;
    let Some(object) = root.object_value() else { return Ok(None) };
    let Some(servers) = object.object_value(section(form)) else { return Ok(None) };
    let Some(ours) = servers.get(SERVER) else { return Ok(None) };
    ours.remove();
    let holds_nothing = |text: &str| text.chars().all(|c| c.is_whitespace() || "{}".contains(c));
    if holds_nothing(&servers.to_string())
        && let Some(emptied) = object.get(section(form))
    {
        emptied.remove();
    }
    if holds_nothing(&root.to_string()) {
        return Ok(Some("{}\n".to_owned()));
    }
    Ok(Some(root.to_string()))
}

fn parse(text: &str) -> Result<CstRootNode, Unreadable> {
    CstRootNode::parse(text, &ParseOptions::default())
        .map_err(|error| Unreadable(format!("it is not JSON: {error}")))
}

fn value(form: Form, server: &Server) -> CstInputValue {
    let text = |text: &str| CstInputValue::String(text.to_owned());
    let args = CstInputValue::Array(server.args.iter().map(|arg| text(arg)).collect());
    let command = ("command".to_owned(), text(&server.command));
    let args = ("args".to_owned(), args);
    CstInputValue::Object(match form {
        Form::McpServers => vec![command, args],
        Form::Servers => vec![("type".to_owned(), text("stdio")), command, args],
        Form::ContextServers => vec![("source".to_owned(), text("custom")), command, args],
        Form::Mcp | Form::Toml => {
            let all = std::iter::once(&server.command).chain(&server.args);
            vec![
                ("type".to_owned(), text("local")),
                ("command".to_owned(), CstInputValue::Array(all.map(|part| text(part)).collect())),
                ("enabled".to_owned(), CstInputValue::Bool(true)),
            ]
        }
    })
}

/// A value without its blanks, to compare by.
fn flat(value: &CstInputValue) -> String {
    match value {
        CstInputValue::Null => "null".to_owned(),
        CstInputValue::Bool(flag) => flag.to_string(),
        CstInputValue::Number(number) => number.clone(),
        CstInputValue::String(text) => format!("{text:?}"),
        CstInputValue::Array(items) => {
            format!("[{}]", items.iter().map(flat).collect::<Vec<_>>().join(","))
        }
        CstInputValue::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name:?}:{}", flat(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
    }
}

/// Whether a field says the same already, whatever its blanks.
fn is_same(known: &CstObjectProp, value: &CstInputValue) -> bool {
    let known = known.value().map(|value| value.to_string()).unwrap_or_default();
    let mut is_quoted = false;
    let mut is_escaped = false;
    let tight: String = known
        .chars()
        .filter(|c| {
            let is_quote = *c == '"' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            is_quoted ^= is_quote;
            is_quoted || is_quote || !c.is_whitespace()
        })
        .collect();
    tight == flat(value)
}
