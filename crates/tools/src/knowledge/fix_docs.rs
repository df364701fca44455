//! `fix_docs`: proposes or makes edits for broken mentions in documents.

use rutter_domain::{Vocabulary, Worded};
use rutter_knowledge::DocumentFixes;
use rutter_workspace::Source;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Repairs broken mentions whose target is certain.
#[derive(Debug, Clone, Copy)]
pub struct FixDocs;

#[derive(Debug, Clone, Default)]
pub struct FixDocsArgs {
    pub writing: Writing,
}

/// Whether to make the edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Writing {
    #[default]
    Propose,
    Apply,
}

impl Tool for FixDocs {
    const NAME: &'static str = "fix_docs";
    const PERMISSION: Permission = Permission::people(Effect::Write);
    type Args = FixDocsArgs;
    type Answer = DocumentFixes;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        args: FixDocsArgs,
    ) -> Result<DocumentFixes, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let mut fixes = knowledge.fix_docs(&toolbox.gap_settings)?;
        if args.writing == Writing::Propose {
            return Ok(fixes);
        }
        let workspace = toolbox.workspace()?;
        for document in &fixes.documents {
            // An edit that was made meanwhile must not be lost.
            let is_same = match knowledge.snapshot.read_file(&document.path) {
                Source::Text(source) => source.content == document.content,
                Source::Skip(..) | Source::Gone => false,
            };
            if !is_same {
                return Err(ToolError::refuse(
                    format!("`{}` changed while it was read", document.path),
                    "run it again",
                ));
            }
            workspace.write(&document.path, &document.text)?;
            fixes.written.push(document.path.clone());
        }
        Ok(fixes)
    }

    fn word(&self, answer: &mut DocumentFixes, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }
}
