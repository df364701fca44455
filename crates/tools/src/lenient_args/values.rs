//! Converts the values of a model into the types of the schema.

use serde_json::{Number, Value};

use super::short;

/// Reads a whole number from a number or a text.
pub(super) fn integer(value: &Value) -> Option<Value> {
    let whole = match value {
        Value::Number(number) => number.as_u64().or_else(|| whole(number.as_f64()?)),
        Value::String(text) => {
            let text = text.trim().replace('_', "");
            text.parse().ok().or_else(|| whole(text.parse().ok()?))
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    whole.filter(|whole| *whole <= u64::from(u32::MAX)).map(Value::from)
}

fn whole(number: f64) -> Option<u64> {
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_whole.then_some(number as u64)
}

/// Reads a number from a number or a text, also from a percentage: `80%`.
pub(super) fn number(value: &Value) -> Option<Value> {
    match value {
        Value::Number(_) => Some(value.clone()),
        Value::String(text) => {
            let text = text.trim();
            let number: f64 = match text.strip_suffix('%') {
                Some(share) => share.trim().parse::<f64>().ok()? / 100.0,
                None => text.parse().ok()?,
            };
            Number::from_f64(number).map(Value::Number)
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

pub(super) fn boolean(value: &Value) -> Option<Value> {
    let truth = match value {
        Value::Bool(truth) => Some(*truth),
        Value::Number(number) => match number.as_u64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            Some(_) | None => None,
        },
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "1" | "on" => Some(true),
            "false" | "no" | "0" | "off" => Some(false),
            _ => None,
        },
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    truth.map(Value::Bool)
}

/// Reads a text, also from a number or from a list of one.
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Array(values) if values.len() == 1 => text(&values[0]),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the items of a list. A single value is a list of one, null an empty list.
pub(super) fn listed(value: Value) -> Vec<Value> {
    match parsed(value) {
        Value::Array(values) => values,
        Value::Null => Vec::new(),
        Value::String(text) if text.is_empty() => Vec::new(),
        one => vec![one],
    }
}

/// Parses a text that holds an object or a list as JSON. Returns other values unchanged.
pub(super) fn parsed(value: Value) -> Value {
    match &value {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            serde_json::from_str(text).unwrap_or(value)
        }
        _ => value,
    }
}

/// Describes a value in a message.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            format!("`{}`", short(&value.to_string()))
        }
    }
}

pub(super) fn join(values: &[Value]) -> String {
    values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
}
