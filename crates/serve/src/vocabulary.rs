//! Renders hints with the names under which MCP offers the tools.

use rutter_domain::{Hint, Vocabulary};
use rutter_tools::{McpTool, render_for_model};

/// The vocabulary of an agent that is connected over MCP.
#[derive(Debug, Clone, Copy)]
pub(crate) struct McpVocabulary;

impl Vocabulary for McpVocabulary {
    fn render(&self, hint: &Hint) -> String {
        match hint {
            // Agents have tools of their own for files, so MCP offers no listing.
            Hint::FindFiles => "find it with search, or with grep and a `glob`".to_owned(),
            Hint::ListFolder => "look into it with overview".to_owned(),
            Hint::ListGaps => "gaps lists them".to_owned(),
            // The server updates its index itself.
            Hint::UpdateIndex => "it is being brought up to date; ask again in a moment".to_owned(),
            other => render_for_model(self, other),
        }
    }

    fn tool_name(&self, name: &'static str) -> &'static str {
        // Two tools of the toolbox are part of others here.
        let name = match name {
            "impact" => "references",
            "list_symbols_in_file" => "overview",
            other => other,
        };
        McpTool::all().find(|tool| tool.in_toolbox == name).map_or(name, |tool| tool.face.name)
    }

    fn argument_name<'a>(&self, name: &'a str) -> &'a str {
        // Agents page by a cursor.
        if name == "skip" { "cursor" } else { name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_name_the_tools_of_mcp() {
        let read = Hint::ReadLines { path: "a.rs".to_owned(), start_line: 2, end_line: None };
        for (hint, expect) in [
            (read, r#"go on with read({"file_path":"a.rs","start_line":2})"#),
            (Hint::ReadFile, "read it with read"),
            (Hint::FindFiles, "find it with search, or with grep and a `glob`"),
            (Hint::UpdateIndex, "it is being brought up to date; ask again in a moment"),
        ] {
            assert_eq!(McpVocabulary.render(&hint), expect);
        }
    }
}
