//! The MCP names of tools: few tools, named by their purpose.

use crate::Effect;

/// A tool as MCP offers it. Defined at the tool, as `ModelTool::MCP`.
#[derive(Debug, PartialEq, Eq)]
pub struct McpFace {
    pub name: &'static str,
    /// Arguments left out of the schema: they are rarely useful, and every agent pays for the list of tools in
    /// every conversation.
    pub hidden_args: &'static [&'static str],
    /// Whether it answers from the index. Other tools read the files themselves.
    pub needs_index: bool,
    /// Whether its answers come in pages.
    pub is_paged: bool,
    /// Whether it answers from all served repositories if the caller names none.
    pub asks_all: bool,
    /// Whether it can answer from all repositories of a team.
    pub asks_team: bool,
}

impl McpFace {
    /// The values of most tools.
    pub(crate) const USUAL: McpFace = McpFace {
        name: "",
        hidden_args: &[],
        needs_index: true,
        is_paged: true,
        asks_all: false,
        asks_team: false,
    };
}

/// A tool that MCP offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct McpTool {
    /// Name in the toolbox.
    pub in_toolbox: &'static str,
    pub effect: Effect,
    pub face: &'static McpFace,
}
