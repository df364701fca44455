//! The tools as MCP lists them.
//!
//! To add a tool, write it in `tools`, with its `MCP` face, and add it to `tools/dispatch/registry.rs`.
//! Arguments and descriptions come from the toolbox, in the vocabulary of agents. This module adds the arguments
//! that all tools share. The list is short: it has neither titles nor schemas of answers, which no model reads.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rutter_tools::{Declaration, Effect, McpTool, Mode, Session, declarations};
use serde_json::{Value, json};

use super::envelope::object;
use crate::projects::Repositories;
use crate::vocabulary::McpVocabulary;

/// Whether tools can answer from all repositories of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TeamReach {
    None,
    All,
}

/// Lists the tools.
pub(crate) fn list(mode: Mode, repositories: Repositories, team: TeamReach) -> Vec<Tool> {
    let declarations = declarations(&Session::for_agent(mode, "", &McpVocabulary));
    let declared = |tool: McpTool| {
        let declared = declarations.iter().find(|declared| declared.name == tool.in_toolbox);
        declared.map(|declared| declare(tool, declared, repositories, team))
    };
    McpTool::offered(mode).filter_map(declared).collect()
}

fn declare(
    tool: McpTool,
    declared: &Declaration,
    repositories: Repositories,
    team: TeamReach,
) -> Tool {
    let annotations = ToolAnnotations::new().read_only(tool.effect == Effect::Read);
    let annotations = match tool.effect {
        Effect::Read => annotations,
        Effect::Record | Effect::Write => annotations.destructive(false),
    };
    let input = input(tool, declared.parameters.clone(), repositories, team);
    let description = declared.description.replace('\n', " ");
    Tool::new(tool.face.name, description, input).with_annotations(annotations)
}

/// The arguments of the tool in the toolbox, with `cursor` in place of its own paging, and `root`.
fn input(
    tool: McpTool,
    schema: Value,
    repositories: Repositories,
    team: TeamReach,
) -> Arc<JsonObject> {
    let mut schema = object(schema);
    let mut properties = match schema.remove("properties") {
        Some(properties) => object(properties),
        None => JsonObject::new(),
    };
    properties.shift_remove("skip");
    tool.face.hidden_args.iter().for_each(|name| drop(properties.shift_remove(*name)));
    if tool.face.is_paged {
        properties.insert(
            "cursor".to_owned(),
            // Each page says how to get the next one.
            json!({ "type": "string" }),
        );
    }
    properties.values_mut().for_each(shorten_items);
    let is_for_team = team == TeamReach::All && tool.face.asks_team;
    let which = match repositories {
        Repositories::One if is_for_team => Some("`*` for all repositories of the team"),
        Repositories::One => None,
        Repositories::Several if tool.face.asks_all && is_for_team => {
            Some("All when left out; `*` for all repositories of the team")
        }
        Repositories::Several if tool.face.asks_all => Some("All when left out"),
        Repositories::Several if is_for_team => {
            Some("Name from status, or `*` for all repositories of the team")
        }
        Repositories::Several => Some("Name from status"),
    };
    if let Some(which) = which {
        properties.insert("root".to_owned(), json!({ "type": "string", "description": which }));
        if !tool.face.asks_all && repositories == Repositories::Several {
            require(&mut schema, "root");
        }
    }
    schema.insert("properties".to_owned(), Value::Object(properties));
    Arc::new(schema)
}

/// Removes descriptions that only repeat the name of a property.
fn shorten_items(property: &mut Value) {
    const CLEAR: [&str; 5] = ["file_path", "start_line", "end_line", "statement", "reason"];
    let Some(Value::Object(items)) = property.get_mut("items") else { return };
    items.shift_remove("description");
    if let Some(Value::Object(properties)) = items.get_mut("properties") {
        for (name, property) in properties {
            if let Value::Object(property) = property
                && CLEAR.contains(&name.as_str())
            {
                property.shift_remove("description");
            }
        }
    }
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
        list(mode, Repositories::One, TeamReach::None)
            .iter()
            .map(|tool| tool.name.as_ref())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn twelve_tools_are_offered_and_ten_when_only_reading() {
        let all =
            "search overview read symbol references changed similar grep gaps record review status";
        assert_eq!(names(Mode::Plan), all);
        assert_eq!(names(Mode::Ask), all.replace("record review ", ""));
    }

    #[test]
    fn schemas_are_plain_and_name_agents_tools_only() {
        for tool in list(Mode::Plan, Repositories::Several, TeamReach::None) {
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
        }
    }

    #[test]
    fn the_repository_is_asked_for_only_if_there_are_several() {
        let takes_root = |repositories| {
            let tools = list(Mode::Plan, repositories, TeamReach::None);
            tools
                .iter()
                .filter(|tool| tool.input_schema["properties"].get("root").is_some())
                .count()
        };
        assert_eq!((takes_root(Repositories::One), takes_root(Repositories::Several)), (0, 12));
    }

    #[test]
    fn the_whole_list_is_at_most_ten_thousand_characters() {
        let listed = list(Mode::Plan, Repositories::Several, TeamReach::None);
        assert!(listed.len() <= 12);
        let n_chars = serde_json::to_string(&listed).expect("tools are JSON").chars().count();
        assert!(n_chars <= 10_000, "{n_chars} characters");
    }
}
