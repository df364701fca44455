//! The tools as MCP lists them.
//!
//! To add a tool, write it in `tools` and add it to `tools/dispatch/registry.rs`, then to `serve/tool_name.rs`.
//! Arguments, data and descriptions come from the toolbox, in the words of agents. Here are the titles
//! and the arguments that all tools have besides.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rutter_tools::{Declaration, Effect, Mode, Session, data_shape, declarations};
use serde_json::{Value, json};

use super::envelope::{Envelope, object};
use crate::projects::Repositories;
use crate::tool_name::ToolName;
use crate::vocabulary::McpVocabulary;

/// The tools as they are listed.
pub(crate) fn list(mode: Mode, repositories: Repositories) -> Vec<Tool> {
    let declarations = declarations(&Session::for_agent(mode, "", &McpVocabulary));
    let declared = |tool: ToolName| {
        let declared = declarations.iter().find(|declared| declared.name == tool.in_toolbox());
        declared.map(|declared| declare(tool, declared, repositories))
    };
    ToolName::offered(mode).filter_map(declared).collect()
}

fn declare(tool: ToolName, declared: &Declaration, repositories: Repositories) -> Tool {
    let mut data = data_shape(tool.in_toolbox()).map_or(Value::Null, |shape| shape.schema);
    if let (ToolName::Status, Some(Value::Object(properties))) = (tool, data.get_mut("properties"))
    {
        let roots = json!({
            "description": "The repositories that are served, by name.",
            "type": "array",
            "items": {"type": "string"},
        });
        properties.shift_insert(0, "roots".to_owned(), roots);
    }
    let output = Envelope::schema(data);
    let annotations = ToolAnnotations::with_title(tool.title())
        .read_only(tool.effect() == Effect::Read)
        .destructive(false)
        .idempotent(tool != ToolName::Review)
        .open_world(false);
    let input = input(tool, declared.parameters.clone(), repositories);
    Tool::new(tool.name(), declared.description.clone(), input)
        .with_title(tool.title())
        .with_raw_output_schema(Arc::new(output))
        .with_annotations(annotations)
}

/// The arguments of the toolbox's tool, with `cursor` in place of its own way to page, and `root`.
fn input(tool: ToolName, schema: Value, repositories: Repositories) -> Arc<JsonObject> {
    let mut schema = object(schema);
    let mut properties = match schema.remove("properties") {
        Some(properties) => object(properties),
        None => JsonObject::new(),
    };
    properties.remove("skip");
    if tool.is_paged() {
        properties.insert(
            "cursor".to_owned(),
            json!({
                "type": "string",
                "description": "The `next_cursor` of the page before",
            }),
        );
    }
    let which = match repositories {
        Repositories::One => None,
        Repositories::Several if tool == ToolName::Status => {
            Some("Which repository, by the name that status lists; all when left out")
        }
        Repositories::Several => Some("Which repository, by the name that status lists"),
    };
    if let Some(which) = which {
        properties.insert("root".to_owned(), json!({ "type": "string", "description": which }));
        if tool != ToolName::Status {
            require(&mut schema, "root");
        }
    }
    schema.insert("properties".to_owned(), Value::Object(properties));
    Arc::new(schema)
}

fn require(schema: &mut JsonObject, name: &str) {
    match schema.get_mut("required") {
        Some(Value::Array(required)) => required.push(Value::from(name)),
        Some(_) | None => {
            schema.insert("required".to_owned(), json!([name]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(mode: Mode) -> String {
        list(mode, Repositories::One)
            .iter()
            .map(|tool| tool.name.as_ref())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn eleven_tools_are_offered_and_nine_when_only_reading() {
        let all = "search symbol outline read grep similar impact gaps record review status";
        assert_eq!(names(Mode::Plan), all);
        assert_eq!(names(Mode::Ask), all.replace("record review ", ""));
    }

    #[test]
    fn schemas_are_plain_and_name_agents_tools_only() {
        for tool in list(Mode::Plan, Repositories::Several) {
            let text = serde_json::to_string(&tool).expect("a tool is JSON");
            for word in
                ["$ref", "$schema", "anyOf", "oneOf", "allOf", "\"null\"", "\"skip\"", "\"format\""]
            {
                assert!(!text.contains(word), "{word} in {text}");
            }
            for word in ["read_file", "list_symbols_in_file", "get_symbol", "create_index_entry"] {
                assert!(!text.contains(word), "{word} in {text}");
            }
            assert!(!tool.description.as_deref().unwrap_or("").contains(['{', '}']), "{text}");
            assert!(tool.input_schema.contains_key("properties"), "{text}");
            assert!(tool.output_schema.is_some_and(|it| it.contains_key("properties")), "{text}");
        }
    }

    #[test]
    fn the_repository_is_asked_for_only_if_there_are_several() {
        let takes_root = |repositories| {
            let tools = list(Mode::Plan, repositories);
            tools
                .iter()
                .filter(|tool| tool.input_schema["properties"].get("root").is_some())
                .count()
        };
        assert_eq!((takes_root(Repositories::One), takes_root(Repositories::Several)), (0, 11));
    }

    #[test]
    fn the_whole_list_is_at_most_ten_thousand_characters() {
        let told = list(Mode::Plan, Repositories::One).into_iter().map(|tool| {
            // Output schemas are for the client, not for its model.
            let input = serde_json::to_string(&tool.input_schema).expect("a schema is JSON");
            tool.name.len() + tool.description.unwrap_or_default().len() + input.len()
        });
        let n_chars: usize = told.sum();
        assert!(n_chars <= 10_000, "{n_chars} characters");
    }
}
