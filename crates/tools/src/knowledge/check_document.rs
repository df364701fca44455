//! Holds memory and instruction files against the code.

use rutter_domain::{Vocabulary, Worded};
use rutter_knowledge::DocumentCheck;
use rutter_workspace::LineExtent;
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Bytes of a larger file than this are no instructions.
const LIMIT_BYTES: usize = 1 << 20;

/// Says of each claim of a document whether the code shows it.
#[derive(Debug, Clone, Copy)]
pub struct CheckDocuments;

/// The documents, in the order in which they were named.
#[derive(Debug, Clone, Serialize)]
pub struct CheckedDocuments {
    pub documents: Vec<DocumentCheck>,
}

impl Tool for CheckDocuments {
    const NAME: &'static str = "check_documents";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    /// Paths relative to the root.
    type Args = Vec<String>;
    type Answer = CheckedDocuments;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        paths: Vec<String>,
    ) -> Result<CheckedDocuments, ToolError> {
        // A file that cannot be read is named before the others take time.
        let texts: Vec<(String, String)> =
            paths.iter().map(|path| read(toolbox, path)).collect::<Result<_, _>>()?;
        let knowledge = toolbox.knowledge()?;
        let check = |(path, text): &(String, String)| {
            knowledge.check_document(path, text, &toolbox.gap_settings)
        };
        Ok(CheckedDocuments { documents: texts.iter().map(check).collect() })
    }

    fn word(&self, answer: &mut CheckedDocuments, vocabulary: &dyn Vocabulary) {
        answer.documents.iter_mut().for_each(|document| document.word(vocabulary));
    }
}

/// The path without links, and the text of a file.
fn read(toolbox: &Toolbox, path: &str) -> Result<(String, String), ToolError> {
    let workspace = toolbox.workspace()?;
    let excerpt = workspace.excerpt(path, &[1..=u32::MAX], LIMIT_BYTES)?;
    let is_cut = excerpt.n_bytes > LIMIT_BYTES as u64;
    if is_cut {
        return Err(ToolError::refuse(
            format!("`{}` has {} bytes, {LIMIT_BYTES} at most", excerpt.path, excerpt.n_bytes),
            "name a file of instructions or notes",
        ));
    }
    // Of a line that is too long, the rest says nothing.
    let lines = excerpt.lines.iter().map(|line| match line.extent {
        LineExtent::Whole => line.text.as_str(),
        LineExtent::Cut => "",
    });
    Ok((excerpt.path.clone(), lines.collect::<Vec<_>>().join("\n")))
}
