//! The tools that MCP offers, under their names there: few, and named by what they are for.
//!
//! A new MCP tool gets its line here; the tool itself is in `tools`.

use rutter_tools::{Effect, Mode};

/// A tool as agents know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolName {
    Search,
    Similar,
    Symbol,
    References,
    Impact,
    Read,
    Grep,
    Outline,
    Gaps,
    Record,
    Review,
    Status,
}

impl ToolName {
    /// In the order in which they are listed.
    pub(crate) const ALL: [ToolName; 12] = [
        ToolName::Search,
        ToolName::Symbol,
        ToolName::Outline,
        ToolName::Read,
        ToolName::Grep,
        ToolName::Similar,
        ToolName::References,
        ToolName::Impact,
        ToolName::Gaps,
        ToolName::Record,
        ToolName::Review,
        ToolName::Status,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            ToolName::Search => "search",
            ToolName::Similar => "similar",
            ToolName::Symbol => "symbol",
            ToolName::References => "references",
            ToolName::Impact => "impact",
            ToolName::Read => "read",
            ToolName::Grep => "grep",
            ToolName::Outline => "outline",
            ToolName::Gaps => "gaps",
            ToolName::Record => "record",
            ToolName::Review => "review",
            ToolName::Status => "status",
        }
    }

    /// What the toolbox calls it.
    pub(crate) fn in_toolbox(self) -> &'static str {
        match self {
            ToolName::Search => "search",
            ToolName::Similar => "similar",
            ToolName::Symbol => "get_symbol_details",
            ToolName::References => "references",
            ToolName::Impact => "impact",
            ToolName::Read => "read_file",
            ToolName::Grep => "grep",
            ToolName::Outline => "list_symbols_in_file",
            ToolName::Gaps => "list_gaps",
            ToolName::Record => "create_index_entry",
            ToolName::Review => "review",
            ToolName::Status => "status",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            ToolName::Search => "Search code by meaning",
            ToolName::Similar => "Find similar code",
            ToolName::Symbol => "Look up a symbol",
            ToolName::References => "Every use of a symbol",
            ToolName::Impact => "Who is affected by a change",
            ToolName::Read => "Read lines of a file",
            ToolName::Grep => "Search by regular expression",
            ToolName::Outline => "Outline of a file",
            ToolName::Gaps => "What the documentation lacks",
            ToolName::Record => "Record what a symbol is for",
            ToolName::Review => "Review an entry as a second reader",
            ToolName::Status => "State of the index",
        }
    }

    /// Whether it answers from the index; the others read the files themselves.
    pub(crate) fn needs_index(self) -> bool {
        match self {
            ToolName::Search
            | ToolName::Similar
            | ToolName::Symbol
            | ToolName::References
            | ToolName::Impact
            | ToolName::Outline
            | ToolName::Gaps
            | ToolName::Record
            | ToolName::Review => true,
            ToolName::Read | ToolName::Grep | ToolName::Status => false,
        }
    }

    /// Whether its answers come in pages.
    pub(crate) fn is_paged(self) -> bool {
        match self {
            ToolName::Search
            | ToolName::Similar
            | ToolName::Symbol
            | ToolName::References
            | ToolName::Impact
            | ToolName::Read
            | ToolName::Grep
            | ToolName::Outline
            | ToolName::Gaps => true,
            ToolName::Record | ToolName::Review | ToolName::Status => false,
        }
    }

    pub(crate) fn effect(self) -> Effect {
        match self {
            ToolName::Record | ToolName::Review => Effect::Record,
            ToolName::Search
            | ToolName::Similar
            | ToolName::Symbol
            | ToolName::References
            | ToolName::Impact
            | ToolName::Read
            | ToolName::Grep
            | ToolName::Outline
            | ToolName::Gaps
            | ToolName::Status => Effect::Read,
        }
    }

    /// The tool of that name, if the mode offers it.
    pub(crate) fn find(name: &str, mode: Mode) -> Option<ToolName> {
        ToolName::offered(mode).find(|tool| tool.name() == name)
    }

    pub(crate) fn offered(mode: Mode) -> impl Iterator<Item = ToolName> {
        ToolName::ALL.into_iter().filter(move |tool| mode.offers(tool.effect()))
    }
}
