//! The list of tools that models and agents can call by name.
//!
//! A new tool for them is a file in one of the folders of this crate and a line here. Its name in MCP is in the
//! tool's own file. Our own missions list the tools they call in `agent/missions/tool_sets.rs`. Tools for
//! people only need no line here: commands call them by their type.

use crate::bash::Bash;
use crate::code::changed::Changed;
use crate::code::impact::Impact;
use crate::code::overview::Overview;
use crate::code::references::References;
use crate::code::search::Search;
use crate::code::similar::Similar;
use crate::code::symbol::SymbolDetails;
use crate::code::symbols::Symbols;
use crate::files::grep::Grep;
use crate::files::list_files::ListFiles;
use crate::files::list_filesystem::ListFilesystem;
use crate::files::read_file::ReadFile;
use crate::files::write_file::WriteFile;
use crate::knowledge::gaps::ListGaps;
use crate::knowledge::recall::Recall;
use crate::knowledge::record::CreateIndexEntry;
use crate::knowledge::record_entries::RecordEntries;
use crate::knowledge::review::ReviewEntry;
use crate::maintenance::status::IndexStatus;

use super::{Call, CallPage};
use crate::{McpTool, Mode, ModelTool, PagedTool};

/// A tool whose types are erased.
#[derive(Clone, Copy)]
pub(super) struct Registered {
    pub(super) call: &'static (dyn Call + Sync),
    /// The same tool, if its answer can be given as data.
    pub(super) paged: Option<&'static (dyn CallPage + Sync)>,
}

const fn text<T: ModelTool + Sync>(tool: &'static T) -> Registered {
    Registered { call: tool, paged: None }
}

const fn paged<T: PagedTool + Sync>(tool: &'static T) -> Registered {
    Registered { call: tool, paged: Some(tool) }
}

/// Every tool that can be called by name, in the order in which models read about them.
pub(super) static TOOLS: [Registered; 20] = [
    paged(&Search),
    paged(&Overview),
    text(&ListFilesystem),
    text(&ListFiles),
    paged(&ReadFile),
    paged(&Symbols),
    paged(&SymbolDetails),
    paged(&References),
    paged(&Impact),
    paged(&Changed),
    paged(&Similar),
    paged(&Grep),
    paged(&ListGaps),
    text(&Recall),
    paged(&CreateIndexEntry),
    paged(&RecordEntries),
    paged(&ReviewEntry),
    text(&WriteFile),
    text(&Bash),
    paged(&IndexStatus),
];

impl McpTool {
    /// All tools that MCP offers, in the order of the registry.
    pub fn all() -> impl Iterator<Item = McpTool> {
        TOOLS.iter().filter_map(|tool| tool.call.mcp())
    }

    pub fn offered(mode: Mode) -> impl Iterator<Item = McpTool> {
        McpTool::all().filter(move |tool| mode.offers(tool.effect))
    }
}
