//! Renders the edits that repair documents.

use std::io::{self, Write};

use rutter_knowledge::DocumentFixes;

use crate::style::{PATH, plural, printable};

/// Renders the diff, or the documents that were written.
pub fn document_fixes(out: &mut dyn Write, fixes: &DocumentFixes) -> io::Result<()> {
    if fixes.edits.is_empty() {
        return match fixes.uncertain {
            0 => writeln!(out, "no document mentions what does not exist"),
            n => writeln!(
                out,
                "{} broken, but it is not certain what was meant; `rutter gaps list --rule broken-mention` lists them",
                plural(n as u64, "mention")
            ),
        };
    }
    if fixes.written.is_empty() {
        return fixes.diff.lines().try_for_each(|line| writeln!(out, "{}", printable(line)));
    }
    for path in &fixes.written {
        let n_edits = fixes.edits.iter().filter(|edit| edit.path == *path).count();
        writeln!(
            out,
            "{PATH}{}{PATH:#}: {} repaired",
            printable(path),
            plural(n_edits as u64, "mention")
        )?;
    }
    Ok(())
}
