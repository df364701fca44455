//! The draft in the user's own editor.

use std::fs;
use std::io::Write;
use std::process::Command;

use crate::error::Error;

/// Runs the editor on a temporary file with `draft` in it and returns what the file holds then.
pub fn edit(command: &str, draft: &str) -> Result<String, Error> {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or(command);
    let mut file = tempfile::Builder::new()
        .prefix("prompt-")
        .suffix(".md")
        .tempfile()
        .map_err(Error::TemporaryFile)?;
    file.write_all(draft.as_bytes()).map_err(Error::TemporaryFile)?;
    let failed = |source| Error::Editor { command: command.to_owned(), source };
    let status = Command::new(program).args(words).arg(file.path()).status().map_err(failed)?;
    if !status.success() {
        // As with `git commit`: an editor that fails leaves the draft as it was.
        return Ok(draft.to_owned());
    }
    // Many editors write another file of the same name, so the path is opened again.
    let edited = fs::read_to_string(file.path()).map_err(Error::TemporaryFile)?;
    Ok(edited.trim_end().to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_the_editor_replaces_the_draft() {
        assert_eq!(edit("sed -i s/draft/text/", "a draft\n").unwrap(), "a text");
    }

    #[test]
    fn a_failed_editor_keeps_the_draft() {
        assert_eq!(edit("false", "a draft").unwrap(), "a draft");
        assert!(matches!(edit("/no/such/editor", "a draft"), Err(Error::Editor { .. })));
    }
}
