//! Plain JSON schemas that every provider accepts.
//!
//! They have no references, unions, `null`, formats or bounds: what a provider rejects is removed
//! here, and a default becomes a part of the description.

use rutter_domain::Vocabulary;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// The tools that descriptions mention.
const TOOL_NAMES: [&str; 9] = [
    "create_index_entry", "get_symbol_details", "grep", "list_files", "list_symbols_in_file",
    "read_file", "review", "search", "similar",
];

/// Returns the description and the plain schema of a type.
pub(crate) fn describe<T: JsonSchema>() -> (String, Value) {
    let settings = SchemaSettings::draft07().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    plain(&mut schema);
    let description = match &mut schema {
        Value::Object(object) => match object.remove("description") {
            Some(Value::String(description)) => description,
            Some(_) | None => String::new(),
        },
        _ => String::new(),
    };
    if let Value::Object(object) = &mut schema {
        object.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    }
    (description, schema)
}

/// Returns the plain schema of a type.
pub fn plain_schema<T: JsonSchema>() -> Value {
    describe::<T>().1
}

/// Replaces every `{tool}` of a description by the vocabulary's name of that tool.
pub(crate) fn name_tools(description: &str, vocabulary: &dyn Vocabulary) -> String {
    let mut text = description.to_owned();
    for name in TOOL_NAMES {
        text = text.replace(&format!("{{{name}}}"), vocabulary.tool_name(name));
    }
    text
}

fn plain(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    for key in ["$schema", "title", "format", "minimum", "maximum", "definitions", "$defs"] {
        object.remove(key);
    }
    if let Some(Value::Array(kinds)) = object.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            object.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    // An optional value is a union of its type and `null`.
    for union in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(mut kinds)) = object.remove(union) {
            kinds.retain(|kind| kind.get("type") != Some(&Value::from("null")));
            // An enum whose variants are documented is a union of constants.
            let constants: Option<Vec<Value>> =
                kinds.iter().map(|kind| kind.get("const").cloned()).collect();
            if let Some(constants) = constants.filter(|constants| !constants.is_empty()) {
                object.insert("type".to_owned(), Value::from("string"));
                object.insert("enum".to_owned(), Value::Array(constants));
                continue;
            }
            if let Some(Value::Object(kind)) = kinds.into_iter().next() {
                for (key, value) in kind {
                    object.entry(key).or_insert(value);
                }
            }
        }
    }
    if let Some(default) = object.remove("default")
        && let Some(words) = default_words(&default)
        && let Some(Value::String(description)) = object.get_mut("description")
    {
        description.push_str(&format!("; {words} when left out"));
    }
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        properties.values_mut().for_each(plain);
    }
    for inner in ["items", "additionalProperties"] {
        if let Some(inner) = object.get_mut(inner) {
            plain(inner);
        }
    }
}

fn default_words(default: &Value) -> Option<String> {
    match default {
        Value::Number(number) if number.as_f64() == Some(0.0) => None,
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("true".to_owned()),
        Value::String(text) if text.is_empty() => None,
        Value::String(text) => Some(format!("`{text}`")),
        Value::Null | Value::Bool(false) | Value::Array(_) | Value::Object(_) => None,
    }
}
