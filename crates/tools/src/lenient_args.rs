//! Reads arguments as models write them, or explains what would be right.
//!
//! Unambiguous mistakes are corrected: another common name of an argument, a
//! number in quotes, one value instead of a list, arguments wrapped in another object. Nothing is ignored
//! silently: everything else is refused with an example. Start at [`Form::read`].

mod names;
#[cfg(test)]
mod tests;
mod values;

use rutter_domain::{Hint, Vocabulary};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::{BadItems, ModelVocabulary, ToolError, plain_schema};

pub(crate) use names::{nearest, plain_name};

/// Names of objects in which models wrap arguments.
const WRAPPERS: [&str; 7] =
    ["parameters", "arguments", "args", "params", "input", "tool_input", "kwargs"];
/// Arguments that are wrapped deeper are refused.
const MOST_WRAPPERS: usize = 4;

/// The expected arguments of a tool.
#[derive(Clone, Copy)]
pub(crate) struct Form<'a> {
    pub(crate) tool: &'static str,
    pub(crate) schema: &'a Value,
    pub(crate) example: &'static str,
    pub(crate) bad_items: BadItems,
    pub(crate) vocabulary: &'static dyn Vocabulary,
}

/// Reads arguments of a tool of another toolbox.
pub fn read_input<T: DeserializeOwned + JsonSchema>(
    tool: &'static str,
    example: &'static str,
    arguments: &Value,
) -> Result<T, ToolError> {
    let (schema, vocabulary) = (plain_schema::<T>(), &ModelVocabulary);
    let bad_items = BadItems::RefuseCall;
    let form = Form { tool, schema: &schema, example, bad_items, vocabulary };
    let input = form.read(arguments)?;
    serde_json::from_value(input).map_err(|error| form.misread(&error))
}

impl Form<'_> {
    /// Returns the arguments with the names and types of the schema.
    pub(crate) fn read(&self, arguments: &Value) -> Result<Value, ToolError> {
        let unwrapped = self.unwrap(arguments.clone(), 0)?;
        self.fit(unwrapped, self.schema, "").map(Value::Object)
    }

    /// Refuses arguments that fit the schema but cannot be deserialized.
    pub(crate) fn misread(&self, error: &serde_json::Error) -> ToolError {
        self.refuse(format!("the arguments of `{}` make no sense: {error}", self.name()))
    }

    /// Returns the object with the arguments, however it is wrapped.
    fn unwrap(&self, arguments: Value, depth: usize) -> Result<Map<String, Value>, ToolError> {
        match arguments {
            Value::Null => Ok(Map::new()),
            Value::Object(object) => Ok(self.flatten(object, depth)),
            Value::String(text) if text.trim().is_empty() => Ok(Map::new()),
            Value::String(text) => match serde_json::from_str::<Value>(&text) {
                Ok(value @ (Value::Object(_) | Value::Null)) if depth < MOST_WRAPPERS => {
                    self.unwrap(value, depth + 1)
                }
                Err(error) if error.is_eof() && text.trim_start().starts_with('{') => {
                    let name = self.name();
                    Err(self
                        .refuse(format!("the arguments of `{name}` end in the middle: {error}")))
                }
                Ok(_) | Err(_) => self.only_argument(Value::String(text)),
            },
            Value::Array(mut values) if values.len() == 1 && depth < MOST_WRAPPERS => {
                self.unwrap(values.remove(0), depth + 1)
            }
            other @ (Value::Array(_) | Value::Bool(_) | Value::Number(_)) => {
                self.only_argument(other)
            }
        }
    }

    /// Takes a bare value for the only required argument, if there is exactly one.
    fn only_argument(&self, value: Value) -> Result<Map<String, Value>, ToolError> {
        match (required(self.schema).as_slice(), &value) {
            ([only], Value::String(text)) if !text.trim_start().starts_with(['{', '[']) => {
                Ok(Map::from_iter([((*only).to_owned(), value)]))
            }
            _ => Err(self.refuse(format!("the arguments of `{}` are an object", self.name()))),
        }
    }

    /// Unwraps arguments.
    fn flatten(&self, mut object: Map<String, Value>, depth: usize) -> Map<String, Value> {
        let known = properties(self.schema);
        for wrapper in WRAPPERS {
            let is_own = known.is_some_and(|known| known.contains_key(wrapper));
            if is_own || depth >= MOST_WRAPPERS {
                continue;
            }
            let inner = match object.get(wrapper) {
                Some(Value::Object(inner)) => Some(inner.clone()),
                Some(Value::String(text)) => match serde_json::from_str::<Value>(text) {
                    Ok(Value::Object(inner)) => Some(inner),
                    Ok(_) | Err(_) => None,
                },
                Some(Value::Null) => Some(Map::new()),
                Some(_) | None => None,
            };
            if let Some(inner) = inner {
                object.remove(wrapper);
                // The name of the tool may be beside them.
                for label in ["name", "tool", "tool_name", "function"] {
                    let names_tool = |value: &Value| value.as_str() == Some(self.tool);
                    if object.get(label).is_some_and(names_tool) {
                        object.remove(label);
                    }
                }
                for (key, value) in self.flatten(inner, depth + 1) {
                    object.entry(key).or_insert(value);
                }
            }
        }
        object
    }

    /// Returns an object with the names and types of its schema. `at` is its place in messages.
    fn fit(
        &self,
        object: Map<String, Value>,
        schema: &Value,
        at: &str,
    ) -> Result<Map<String, Value>, ToolError> {
        let empty = Map::new();
        let known = properties(schema).unwrap_or(&empty);
        let mut fitted = Map::new();
        let mut others = Vec::new();
        for (key, value) in object {
            if value.is_null() {
                continue;
            }
            if known.contains_key(&key) {
                fitted.insert(key, value);
            } else {
                others.push((key, value));
            }
        }
        for (key, value) in others {
            let is_free = |name: &str| known.contains_key(name) && !fitted.contains_key(name);
            match names::meant(&key, is_free) {
                Some(name) => {
                    fitted.insert(name, value);
                }
                // The same value under two names is one argument.
                None if fitted.values().any(|other| *other == value)
                    && names::meant(&key, |name| fitted.contains_key(name)).is_some() => {}
                None => return Err(self.unknown(&key, known, at)),
            }
        }
        for name in required(schema) {
            if !fitted.contains_key(name) {
                let about = known.get(name).and_then(|schema| schema.get("description"));
                let about = about.and_then(Value::as_str).and_then(|about| about.lines().next());
                let about = about.map_or_else(String::new, |about| format!(": {about}"));
                return Err(self.refuse(format!("`{}` needs `{at}{name}`{about}", self.name())));
            }
        }
        let mut typed = Map::new();
        for (key, value) in fitted {
            let Some(schema) = known.get(&key) else { continue };
            let value = self.fit_value(value, schema, &format!("{at}{key}"))?;
            typed.insert(key, value);
        }
        Ok(typed)
    }

    fn fit_value(&self, value: Value, schema: &Value, at: &str) -> Result<Value, ToolError> {
        let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
        let wrong = |value: &Value, wanted: &str| {
            self.refuse(format!(
                "`{at}` of `{}` is {wanted}, not {}",
                self.name(),
                values::describe(value)
            ))
        };
        match kind {
            "array" => {
                let items = schema.get("items").unwrap_or(&Value::Null);
                let values = values::listed(value);
                let fitted = values.into_iter().filter(|value| !value.is_null());
                let keeps_bad = self.bad_items == BadItems::RefuseItem && !at.contains('.');
                let fit = |value| match self.fit_value(value, items, at) {
                    Err(error) if keeps_bad => Ok(json!({ "refused": error.to_string() })),
                    fitted => fitted,
                };
                fitted.map(fit).collect::<Result<Vec<_>, _>>().map(Value::Array)
            }
            "object" => match values::parsed(value) {
                Value::Object(object) => {
                    self.fit(object, schema, &format!("{at}.")).map(Value::Object)
                }
                other => Err(wrong(&other, "an object")),
            },
            "integer" => {
                values::integer(&value).ok_or_else(|| wrong(&value, "a whole number from 0"))
            }
            "number" => values::number(&value).ok_or_else(|| wrong(&value, "a number")),
            "boolean" => values::boolean(&value).ok_or_else(|| wrong(&value, "true or false")),
            _ => {
                let text = values::text(&value).ok_or_else(|| wrong(&value, "a text"))?;
                match schema.get("enum").and_then(Value::as_array) {
                    Some(choices) => choose(&text, choices)
                        .ok_or_else(|| wrong(&value, &format!("one of {}", values::join(choices)))),
                    None => Ok(Value::String(text)),
                }
            }
        }
    }

    fn unknown(&self, key: &str, known: &Map<String, Value>, at: &str) -> ToolError {
        let near = nearest(key, known.keys().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        let needed = required(self.schema);
        let name = |name: &String| {
            let shown = self.vocabulary.argument_name(name);
            if needed.contains(&name.as_str()) { shown.to_owned() } else { format!("{shown}?") }
        };
        let known = known.keys().map(name).collect::<Vec<_>>().join(", ");
        self.refuse(format!(
            "`{}` has no argument `{at}{}`{near}; it takes {known}",
            self.name(),
            short(key)
        ))
    }

    /// The caller's name of the tool.
    fn name(&self) -> &'static str {
        self.vocabulary.tool_name(self.tool)
    }

    fn refuse(&self, message: String) -> ToolError {
        ToolError::refuse(message, Hint::Example { tool: self.tool, arguments: self.example })
    }
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

fn required(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Finds a choice, ignoring case.
fn choose(text: &str, choices: &[Value]) -> Option<Value> {
    let is_meant = |choice: &&Value| {
        choice.as_str().is_some_and(|choice| choice.eq_ignore_ascii_case(text.trim()))
    };
    choices.iter().find(is_meant).cloned()
}

/// Shortens a word of a model for a message, and replaces control characters.
pub(crate) fn short(word: &str) -> String {
    let shown: String =
        word.chars().map(|c| if c.is_control() { '?' } else { c }).take(60).collect();
    if word.chars().nth(60).is_some() { format!("{shown}…") } else { shown }
}
