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
    Overview,
    Changed,
    Read,
    Grep,
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
        ToolName::References,
        ToolName::Overview,
        ToolName::Changed,
        ToolName::Read,
        ToolName::Grep,
        ToolName::Similar,
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
            ToolName::Overview => "overview",
            ToolName::Changed => "changed",
            ToolName::Read => "read",
            ToolName::Grep => "grep",
            ToolName::Gaps => "gaps",
            ToolName::Record => "record",
            ToolName::Review => "review",
            ToolName::Status => "status",
        }
    }

    /// Whether it can be asked of all repositories of a team.
    pub(crate) fn asks_team(self) -> bool {
        matches!(self, ToolName::Search | ToolName::Symbol | ToolName::References)
    }

    /// What the toolbox calls it.
    pub(crate) fn in_toolbox(self) -> &'static str {
        match self {
            ToolName::Search => "search",
            ToolName::Similar => "similar",
            ToolName::Symbol => "get_symbol_details",
            ToolName::References => "references",
            ToolName::Overview => "overview",
            ToolName::Changed => "changed",
            ToolName::Read => "read_file",
            ToolName::Grep => "grep",
            ToolName::Gaps => "list_gaps",
            ToolName::Record => "create_index_entry",
            ToolName::Review => "review",
            ToolName::Status => "status",
        }
    }

    /// Whether it answers from the index; the others read the files themselves.
    pub(crate) fn needs_index(self) -> bool {
        match self {
            ToolName::Search
            | ToolName::Similar
            | ToolName::Symbol
            | ToolName::References
            | ToolName::Overview
            | ToolName::Changed
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
            | ToolName::Overview
            | ToolName::Changed
            | ToolName::Read
            | ToolName::Grep
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
            | ToolName::Overview
            | ToolName::Changed
            | ToolName::Read
            | ToolName::Grep
            | ToolName::Gaps
            | ToolName::Status => Effect::Read,
        }
    }

    /// Whether it answers for all repositories if the caller names none.
    pub(crate) fn asks_all(self) -> bool {
        match self {
            ToolName::Search
            | ToolName::Symbol
            | ToolName::References
            | ToolName::Overview
            | ToolName::Grep
            | ToolName::Status => true,
            ToolName::Similar
            | ToolName::Changed
            | ToolName::Read
            | ToolName::Gaps
            | ToolName::Record
            | ToolName::Review => false,
        }
    }

    /// Arguments that the toolbox takes and that agents are not told of: they are rarely of use, and every
    /// agent pays for the list of tools in every conversation.
    pub(crate) fn untold(self) -> &'static [&'static str] {
        match self {
            ToolName::Search => &["tokens", "mode", "kind", "lang", "excerpts", "flat"],
            ToolName::Grep => &["lang"],
            ToolName::Similar => &["lang", "path"],
            ToolName::Record => &["facts", "confidence", "tags"],
            ToolName::Symbol
            | ToolName::References
            | ToolName::Overview
            | ToolName::Changed
            | ToolName::Read
            | ToolName::Gaps
            | ToolName::Review
            | ToolName::Status => &[],
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
