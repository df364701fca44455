//! JSON files, with or without comments.
//!
//! The text is parsed into a concrete syntax tree that keeps comments and blanks, so an edit prints
//! all other entries as they were. Only the object that gains our entry is reformatted: one written
//! on a single line is spread over several. Start at [`install`] and [`remove`].

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{
    CstContainerNode, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode,
};
use serde_json::{Value, json};

use super::{Form, Removed, SERVER, Server, State, Unreadable};

/// Fields of an entry that is reached over the network; agents refuse them beside a command.
const NETWORK_FIELDS: [&str; 4] = ["url", "httpUrl", "serverUrl", "headers"];

/// Returns the text with our entry in it.
pub fn install(form: Form, text: &str, server: &Server) -> Result<String, Unreadable> {
    let root = parse(text)?;
    let object = root.object_value_or_create().ok_or_else(|| not_an_object("the whole file"))?;
    let section = match last_field(&object, section_name(form)) {
        None => object.append(section_name(form), CstInputValue::Object(Vec::new())),
        Some(section) => section,
    };
    let not_a_section = || not_an_object(&format!("`{}`", section_name(form)));
    let section = section.object_value().ok_or_else(not_a_section)?;
    let fields = wanted_fields(form, server);
    match last_field(&section, SERVER) {
        None => {
            let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), input(value)));
            section.append(SERVER, CstInputValue::Object(fields.collect()));
        }
        Some(entry) => update(&entry.object_value_or_set(), &fields),
    }
    let changed = root.to_string();
    check_others(form, text, &changed)?;
    Ok(changed)
}

/// Returns the text without our entry, and without its section if that is empty then; `None` if
/// there is no entry.
pub fn remove(form: Form, text: &str) -> Result<Option<Removed>, Unreadable> {
    let root = parse(text)?;
    let Some(object) = root.object_value() else { return Ok(None) };
    let sections = fields(&object, section_name(form));
    let mut is_changed = false;
    for section in &sections {
        let Some(servers) = section.object_value() else { continue };
        // Duplicate keys are allowed; all of our entries go.
        let entries = fields(&servers, SERVER);
        if entries.is_empty() {
            continue;
        }
        entries.into_iter().for_each(CstObjectProp::remove);
        is_changed = true;
        // Without the last of two sections, agents would start to read the first one; and the
        // comments beside a section would go with it.
        if is_blank(&servers.into()) && sections.len() == 1 && !has_comment_beside(section) {
            section.clone().remove();
        }
    }
    if !is_changed {
        return Ok(None);
    }
    let is_empty =
        is_blank(&object.into()) && root.children().iter().all(|child| !child.is_comment());
    if is_empty {
        return Ok(Some(Removed::Everything));
    }
    let left = root.to_string();
    check_others(form, text, &left)?;
    Ok(Some(Removed::Entry(left)))
}

/// Reports whether our entry is in the text, and whether it is switched on.
pub fn state(form: Form, text: &str) -> Result<State, Unreadable> {
    let root = parse(text)?;
    let Some(value) = root.value() else { return Ok(State::Absent) };
    let object = value.as_object().ok_or_else(|| not_an_object("the whole file"))?;
    let Some(section) = last_field(&object, section_name(form)) else { return Ok(State::Absent) };
    let not_a_section = || not_an_object(&format!("`{}`", section_name(form)));
    let section = section.object_value().ok_or_else(not_a_section)?;
    let Some(entry) = last_field(&section, SERVER) else { return Ok(State::Absent) };
    let enabled = entry.object_value().and_then(|entry| last_field(&entry, "enabled"));
    let is_off = enabled.and_then(|field| field.to_serde_value()) == Some(Value::Bool(false));
    Ok(match form {
        Form::ContextServers | Form::Mcp if is_off => State::Disabled,
        Form::ContextServers | Form::Mcp => State::Installed,
        Form::McpServers | Form::Servers | Form::Toml => State::Installed,
    })
}

/// Reports whether a text is JSON with comments, but without trailing commas.
pub fn is_json_with_comments(text: &str) -> bool {
    let options = ParseOptions { allow_trailing_commas: false, ..OPTIONS };
    CstRootNode::parse(text, &options).is_ok()
}

/// JSON with comments and trailing commas, and no other extension.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

fn parse(text: &str) -> Result<CstRootNode, Unreadable> {
    CstRootNode::parse(text, &OPTIONS)
        .map_err(|error| Unreadable(format!("it is not valid JSON: {error}")))
}

fn section_name(form: Form) -> &'static str {
    match form {
        Form::McpServers => "mcpServers",
        Form::Servers => "servers",
        Form::ContextServers => "context_servers",
        Form::Mcp | Form::Toml => "mcp",
    }
}

fn wanted_fields(form: Form, server: &Server) -> Vec<(&'static str, Value)> {
    let command = ("command", json!(server.command));
    let args = ("args", json!(server.args));
    match form {
        Form::McpServers => vec![command, args],
        Form::Servers => vec![("type", json!("stdio")), command, args],
        Form::ContextServers => vec![("source", json!("custom")), command, args],
        Form::Mcp | Form::Toml => {
            let words: Vec<&String> =
                std::iter::once(&server.command).chain(&server.args).collect();
            vec![("type", json!("local")), ("command", json!(words)), ("enabled", json!(true))]
        }
    }
}

/// Sets our fields in an existing entry and keeps all other fields, except those of a network server.
fn update(entry: &CstObject, wanted: &[(&str, Value)]) {
    for name in NETWORK_FIELDS {
        fields(entry, name).into_iter().for_each(CstObjectProp::remove);
    }
    for (name, value) in wanted {
        match last_field(entry, name) {
            None => drop(entry.append(name, input(value))),
            // A user who switched the entry off wants it to stay off.
            Some(_) if *name == "enabled" => {}
            Some(field) if field.to_serde_value().as_ref() == Some(value) => {}
            Some(field) => field.set_value(input(value)),
        }
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), input(value)));
            CstInputValue::Object(fields.collect())
        }
    }
}

/// All fields of a name: JSON allows duplicates.
fn fields(object: &CstObject, name: &str) -> Vec<CstObjectProp> {
    let mut fields = object.properties();
    fields.retain(|field| field.decoded_name().as_deref() == Some(name));
    fields
}

/// The last field of a name, which is the one that readers take.
fn last_field(object: &CstObject, name: &str) -> Option<CstObjectProp> {
    fields(object, name).pop()
}

/// Whether nothing but blanks stands between the braces.
fn is_blank(object: &CstContainerNode) -> bool {
    let is_blank = |child: &CstNode| child.is_trivia() && !child.is_comment();
    object.children().iter().all(|child| child.is_token() || is_blank(child))
}

/// Whether a comment stands on the line of a field.
fn has_comment_beside(field: &CstObjectProp) -> bool {
    let node = CstNode::from(field.clone());
    let comma = field.trailing_comma().map(CstNode::from);
    node.leading_comments_same_line().next().is_some()
        || node.trailing_comments_same_line().next().is_some()
        || comma.is_some_and(|comma| comma.trailing_comments_same_line().next().is_some())
}

/// Refuses a change that touches anything but our own entry.
fn check_others(form: Form, before: &str, after: &str) -> Result<(), Unreadable> {
    if others(form, before)? == others(form, after)? {
        return Ok(());
    }
    Err(Unreadable("rutter's entry cannot be separated from the rest of the file".to_owned()))
}

/// All entries but ours, as they are written.
fn others(form: Form, text: &str) -> Result<Vec<String>, Unreadable> {
    let mut others = Vec::new();
    let root = parse(text)?;
    for field in root.object_value().iter().flat_map(CstObject::properties) {
        let is_section = field.decoded_name().as_deref() == Some(section_name(form));
        match field.object_value().filter(|_| is_section) {
            Some(section) => {
                let mut servers = section.properties();
                servers.retain(|server| server.decoded_name().as_deref() != Some(SERVER));
                others.extend(servers.iter().map(|server| format!("server {server}")));
            }
            None => others.push(field.to_string()),
        }
    }
    Ok(others)
}

fn not_an_object(what: &str) -> Unreadable {
    Unreadable(format!("{what} is not a JSON object"))
}
