//! The list of tools that models and agents can call by name.
//!
//! A new tool for them is a file in one of the folders of this crate and a line here; MCP names it in
//! `serve/tool_name.rs`, and our own missions list what they call in `agent/missions/tool_sets.rs`. Tools for people alone need no line: commands call them by their type.

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

/// Every tool that can be called by name, in the order in which a model reads of them.
pub(super) const TOOLS: [&(dyn Call + Sync); 20] = [
    &Search,
    &Overview,
    &ListFilesystem,
    &ListFiles,
    &ReadFile,
    &Symbols,
    &SymbolDetails,
    &References,
    &Impact,
    &Changed,
    &Similar,
    &Grep,
    &ListGaps,
    &Recall,
    &CreateIndexEntry,
    &RecordEntries,
    &ReviewEntry,
    &WriteFile,
    &Bash,
    &IndexStatus,
];

/// Those whose answers can be had as data.
pub(super) const PAGED_TOOLS: [&(dyn CallPage + Sync); 15] = [
    &Search,
    &Overview,
    &ReadFile,
    &Symbols,
    &SymbolDetails,
    &References,
    &Impact,
    &Changed,
    &Similar,
    &Grep,
    &ListGaps,
    &CreateIndexEntry,
    &RecordEntries,
    &ReviewEntry,
    &IndexStatus,
];
