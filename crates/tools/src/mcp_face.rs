//! How agents know a tool over MCP: few tools, named by what they are for.

use crate::Effect;

/// A tool as agents know it. It stands on the tool, as `ModelTool::MCP`.
#[derive(Debug, PartialEq, Eq)]
pub struct McpFace {
    pub name: &'static str,
    /// Arguments that agents are not told of: they are rarely of use, and every agent pays for the list of tools in
    /// every conversation.
    pub untold: &'static [&'static str],
    /// Whether it answers from the index; the others read the files themselves.
    pub needs_index: bool,
    /// Whether its answers come in pages.
    pub is_paged: bool,
    /// Whether it answers for all repositories if the caller names none.
    pub asks_all: bool,
    /// Whether it can be asked of all repositories of a team.
    pub asks_team: bool,
}

impl McpFace {
    /// What most tools are.
    pub(crate) const USUAL: McpFace = McpFace {
        name: "",
        untold: &[],
        needs_index: true,
        is_paged: true,
        asks_all: false,
        asks_team: false,
    };
}

/// A tool that MCP offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct McpTool {
    /// What the toolbox calls it.
    pub in_toolbox: &'static str,
    pub effect: Effect,
    pub face: &'static McpFace,
}
