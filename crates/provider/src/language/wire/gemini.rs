//! Tool declarations that every Gemini model accepts.
//!
//! Gemini describes parameters in a subset of OpenAPI and refuses a declaration with an unknown field,
//! so only the known ones are sent.

use serde_json::{Map, Value, json};

use crate::language::ToolDeclaration;

/// The fields of a schema that are sent. Gemini knows a few more, which tools do not need.
const KNOWN: [&str; 13] = [
    "type", "format", "description", "nullable", "enum", "minItems", "maxItems", "properties",
    "required", "items", "minimum", "maximum", "anyOf",
];

/// The known formats of numbers. Others, such as `uint32`, are refused.
const FORMATS: [&str; 4] = ["int32", "int64", "float", "double"];

pub fn function(tool: &ToolDeclaration) -> Value {
    let mut function = json!({ "name": tool.name, "description": tool.description });
    let parameters = schema(&tool.parameters);
    // An object without fields is refused, so a tool without parameters declares none.
    let has_some = parameters["properties"].as_object().is_some_and(|fields| !fields.is_empty());
    if has_some {
        function["parameters"] = parameters;
    }
    function
}

fn schema(whole: &Value) -> Value {
    let Value::Object(fields) = whole else { return whole.clone() };
    let known = fields.iter().filter(|(name, value)| match name.as_str() {
        "format" => value.as_str().is_some_and(|format| FORMATS.contains(&format)),
        name => KNOWN.contains(&name),
    });
    let kept = known.map(|(name, value)| {
        let value = match (name.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let each = properties.iter().map(|(name, value)| (name.clone(), schema(value)));
                Value::Object(each.collect())
            }
            ("items", value) => schema(value),
            ("anyOf", Value::Array(choices)) => choices.iter().map(schema).collect(),
            (_, value) => value.clone(),
        };
        (name.clone(), value)
    });
    Value::Object(kept.collect::<Map<String, Value>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declare(parameters: Value) -> Value {
        let (name, description) = ("grep".to_owned(), "Finds.".to_owned());
        function(&ToolDeclaration { name, description, parameters })
    }

    #[test]
    fn only_known_fields_of_a_schema_are_declared() {
        let declared = declare(json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "format": { "type": "string", "description": "How." },
                "limit": { "type": "integer", "format": "uint32", "minimum": 0, "default": 5 },
                "spans": {
                    "type": "array",
                    "items": { "type": "object", "title": "Span", "properties": { "n": { "type": "integer", "format": "int64" } } },
                },
            },
            "required": ["format"],
        }));
        let expected = json!({
            "name": "grep",
            "description": "Finds.",
            "parameters": {
                "type": "object",
                "properties": {
                    "format": { "type": "string", "description": "How." },
                    "limit": { "type": "integer", "minimum": 0 },
                    "spans": {
                        "type": "array",
                        "items": { "type": "object", "properties": { "n": { "type": "integer", "format": "int64" } } },
                    },
                },
                "required": ["format"],
            },
        });
        assert_eq!(declared, expected);
    }

    #[test]
    fn a_tool_without_parameters_declares_none() {
        let declared = declare(json!({ "type": "object", "properties": {} }));
        assert_eq!(declared, json!({ "name": "grep", "description": "Finds." }));
    }
}
