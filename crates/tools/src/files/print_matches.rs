//! `grep` for a person: prints matching lines as ripgrep does, while they are found.
//!
//! The matches go to a stream instead of into the answer, so that memory does not grow with them. The
//! answer only counts.

use std::cell::RefCell;
use std::io::Write;

use rutter_workspace::{GrepRequest, grep};
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Prints matches to a stream.
pub struct PrintMatches<'a> {
    out: RefCell<&'a mut dyn Write>,
}

impl std::fmt::Debug for PrintMatches<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PrintMatches").finish_non_exhaustive()
    }
}

impl<'a> PrintMatches<'a> {
    pub fn to(out: &'a mut dyn Write) -> PrintMatches<'a> {
        PrintMatches { out: RefCell::new(out) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PrintedMatches {
    /// Matching lines, or matching files if only files are printed.
    pub n_matches: u64,
    /// Files that could not be read, each with its path and the reason.
    pub problems: Vec<String>,
}

impl Tool for PrintMatches<'_> {
    const NAME: &'static str = "print_matches";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = GrepRequest;
    type Answer = PrintedMatches;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        request: GrepRequest,
    ) -> Result<PrintedMatches, ToolError> {
        let root = &toolbox.engine.layout.root;
        let mut out = self.out.borrow_mut();
        let report = grep(root, &request, &mut **out, &toolbox.cancelled)?;
        Ok(PrintedMatches { n_matches: report.matches, problems: report.problems })
    }
}
