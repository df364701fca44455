//! The tools that agents are offered: few, and named by what they are for.
//!
//! What a tool takes and what is said of it comes from the toolbox; here are its name among agents,
//! its title, and what all tools take besides.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rutter_tools::{Declaration, Effect, Mode};
use serde_json::{Value, json};

use crate::answers;
use crate::wording::in_agents_words;

/// A tool as agents know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offer {
    Search,
    Similar,
    Symbol,
    Impact,
    Read,
    Grep,
    Outline,
    Record,
    Status,
}

/// Whether an agent has to say which repository it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    One,
    Several,
}

impl Offer {
    pub(crate) const ALL: [Offer; 9] = [
        Offer::Search,
        Offer::Symbol,
        Offer::Outline,
        Offer::Read,
        Offer::Grep,
        Offer::Similar,
        Offer::Impact,
        Offer::Record,
        Offer::Status,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Offer::Search => "search",
            Offer::Similar => "similar",
            Offer::Symbol => "symbol",
            Offer::Impact => "impact",
            Offer::Read => "read",
            Offer::Grep => "grep",
            Offer::Outline => "outline",
            Offer::Record => "record",
            Offer::Status => "status",
        }
    }

    /// The tool of the toolbox that does it; none for what is asked of the index itself.
    pub(crate) fn tool(self) -> Option<&'static str> {
        match self {
            Offer::Search => Some("search"),
            Offer::Similar => Some("similar"),
            Offer::Symbol => Some("get_symbol_details"),
            Offer::Impact => Some("impact"),
            Offer::Read => Some("read_file"),
            Offer::Grep => Some("grep"),
            Offer::Outline => Some("list_symbols_in_file"),
            Offer::Record => Some("create_index_entry"),
            Offer::Status => None,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Offer::Search => "Search code by meaning",
            Offer::Similar => "Find similar code",
            Offer::Symbol => "Look up a symbol",
            Offer::Impact => "Who is affected by a change",
            Offer::Read => "Read lines of a file",
            Offer::Grep => "Search by regular expression",
            Offer::Outline => "Outline of a file",
            Offer::Record => "Record what a symbol is for",
            Offer::Status => "State of the index",
        }
    }

    /// Whether it answers from the index; the others look into the files themselves.
    pub(crate) fn needs_index(self) -> bool {
        match self {
            Offer::Search
            | Offer::Similar
            | Offer::Symbol
            | Offer::Impact
            | Offer::Outline
            | Offer::Record => true,
            Offer::Read | Offer::Grep | Offer::Status => false,
        }
    }

    /// Whether its answers come by the page.
    fn is_paged(self) -> bool {
        match self {
            Offer::Search
            | Offer::Similar
            | Offer::Symbol
            | Offer::Impact
            | Offer::Read
            | Offer::Grep
            | Offer::Outline => true,
            Offer::Record | Offer::Status => false,
        }
    }

    /// The tool of that name, if the mode offers it.
    pub(crate) fn find(name: &str, mode: Mode) -> Option<Offer> {
        Offer::offered(mode).find(|offer| offer.name() == name)
    }

    pub(crate) fn offered(mode: Mode) -> impl Iterator<Item = Offer> {
        Offer::ALL.into_iter().filter(move |offer| mode.offers(offer.effect()))
    }

    pub(crate) fn effect(self) -> Effect {
        match self {
            Offer::Record => Effect::Records,
            Offer::Search
            | Offer::Similar
            | Offer::Symbol
            | Offer::Impact
            | Offer::Read
            | Offer::Grep
            | Offer::Outline
            | Offer::Status => Effect::Looks,
        }
    }
}

/// The tools as they are listed.
pub(crate) fn list(mode: Mode, choice: Choice) -> Vec<Tool> {
    let declarations = rutter_tools::declarations(mode);
    Offer::offered(mode).map(|offer| declare(offer, &declarations, choice)).collect()
}

fn declare(offer: Offer, declarations: &[Declaration], choice: Choice) -> Tool {
    let declared = declarations.iter().find(|declared| Some(declared.name) == offer.tool());
    let description = match declared {
        Some(declared) => in_agents_words(&declared.description),
        None => "Tells whether the index is current, what it holds (files, symbols, languages, \
                 recorded entries) and which repositories are served. Ask it first in a repository \
                 that you do not know, or when answers say that the index is not complete."
            .to_owned(),
    };
    let schema = declared.map_or_else(|| json!({"type": "object"}), |it| it.parameters.clone());
    let output = answers::schema(offer);
    let annotations = ToolAnnotations::with_title(offer.title())
        .read_only(offer.effect() == Effect::Looks)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Tool::new(offer.name(), description, input(offer, schema, choice))
        .with_title(offer.title())
        .with_raw_output_schema(Arc::new(object(output)))
        .with_annotations(annotations)
}

/// What the toolbox's tool takes, but for its own way to page, and what all tools take.
fn input(offer: Offer, schema: Value, choice: Choice) -> Arc<JsonObject> {
    let mut schema = object(schema);
    let mut properties = match schema.remove("properties") {
        Some(properties) => object(properties),
        None => JsonObject::new(),
    };
    properties.remove("skip");
    for property in properties.values_mut() {
        if let Some(Value::String(description)) = property.get_mut("description") {
            *description = in_agents_words(description);
        }
    }
    if offer.is_paged() {
        properties.insert(
            "cursor".to_owned(),
            json!({
                "type": "string",
                "description": "Goes on where an answer ended: its `next_cursor`, with the other arguments unchanged",
            }),
        );
    }
    let which = match choice {
        Choice::One => None,
        Choice::Several if offer == Offer::Status => {
            Some("Which repository, by the name that status lists; all when left out")
        }
        Choice::Several => Some("Which repository, by the name that status lists"),
    };
    if let Some(which) = which {
        properties.insert("root".to_owned(), json!({ "type": "string", "description": which }));
        if offer != Offer::Status {
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

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            JsonObject::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(mode: Mode) -> String {
        list(mode, Choice::One).iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nine_tools_are_offered_and_eight_when_only_reading() {
        let all = "search symbol outline read grep similar impact record status";
        assert_eq!(names(Mode::Plan), all);
        assert_eq!(names(Mode::Ask), all.replace("record ", ""));
    }

    #[test]
    fn schemas_are_plain_and_speak_of_agents_tools_only() {
        for tool in list(Mode::Plan, Choice::Several) {
            let text = serde_json::to_string(&tool).expect("a tool is JSON");
            for word in
                ["$ref", "$schema", "anyOf", "oneOf", "allOf", "\"null\"", "\"skip\"", "\"format\""]
            {
                assert!(!text.contains(word), "{word} in {text}");
            }
            for word in ["read_file", "list_symbols_in_file", "get_symbol", "create_index_entry"] {
                assert!(!text.contains(word), "{word} in {text}");
            }
            assert!(tool.input_schema.contains_key("properties"), "{text}");
            assert!(tool.output_schema.is_some_and(|it| it.contains_key("properties")), "{text}");
        }
    }

    #[test]
    fn the_repository_is_asked_for_only_where_there_are_several() {
        let takes_root = |choice| {
            let tools = list(Mode::Plan, choice);
            tools
                .iter()
                .filter(|tool| tool.input_schema["properties"].get("root").is_some())
                .count()
        };
        assert_eq!((takes_root(Choice::One), takes_root(Choice::Several)), (0, 9));
    }
}
