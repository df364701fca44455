//! The instructions that a repository and its user give to every model.

use rutter_tools::Toolbox;
use rutter_workspace::Source;

/// The user's file, in the data folder.
const OWN: &str = "prompt.md";
/// The repository's file.
const SHARED: &str = "AGENTS.md";
/// Longer files are cut.
const MOST_BYTES: u64 = 64 << 10;

/// Returns the instructions, each after the name of its file.
pub fn gather(toolbox: &Toolbox) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if let Ok(knowledge) = toolbox.knowledge()
        && let Source::Text(source) = knowledge.snapshot.read_file(SHARED)
    {
        found.push((SHARED.to_owned(), source.text));
    }
    let own = toolbox.engine.layout.data.join(OWN);
    if let Some(text) = read(&own) {
        found.push((format!(".rutter/{OWN}"), text));
    }
    found.retain(|(_, text)| !text.trim().is_empty());
    found
}

fn read(path: &std::path::Path) -> Option<String> {
    use std::io::Read as _;
    let file = std::fs::File::open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
