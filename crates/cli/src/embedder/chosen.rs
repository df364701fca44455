//! Which embedding services the user has chosen, and for which data.
//!
//! An index records the service that made its vectors, and an index may have come with a repository:
//! whoever made it must not choose where the user's questions, code and key go. So a service is asked
//! only if it was named on the command line once, for that data folder; a file of the user's, outside
//! of every repository, remembers it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rutter_engine::EmbedderChoice;
use rutter_workspace::read_small_file;

/// More than anybody chooses.
const LIMIT_BYTES: u64 = 1 << 20;

/// The services chosen for one data folder.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The file that remembers; `None` if the user has no folder for it.
    file: Option<PathBuf>,
    data: PathBuf,
    /// What is asked for in this very run.
    asked: Option<EmbedderChoice>,
}

impl Chosen {
    pub fn new(state: Option<PathBuf>, data: &Path, asked: Option<EmbedderChoice>) -> Chosen {
        let file = state.map(|state| state.join("rutter").join("embedders"));
        Chosen { file, data: data.to_owned(), asked }
    }

    /// Refuses a service that the user has not chosen, and remembers one that was asked for.
    pub fn check(&self, choice: &EmbedderChoice) -> Result<(), String> {
        if self.asked.as_ref() == Some(choice) {
            self.remember(choice);
            return Ok(());
        }
        let line = self.line(choice);
        let known = self.file.as_ref().and_then(|file| read_small_file(file, LIMIT_BYTES).ok());
        if known.is_some_and(|known| known.lines().any(|known| known == line)) {
            return Ok(());
        }
        Err(format!(
            "the index records the service `{choice}`, which you have not chosen here; \
             `rutter index --embedder …` with the same service chooses it"
        ))
    }

    /// Without a place to remember it in, the service has to be named again.
    fn remember(&self, choice: &EmbedderChoice) {
        let Some(file) = &self.file else { return };
        let line = self.line(choice);
        let known = read_small_file(file, LIMIT_BYTES).unwrap_or_default();
        if known.lines().any(|known| known == line) {
            return;
        }
        if let Some(folder) = file.parent() {
            let _ = fs::create_dir_all(folder);
        }
        if let Ok(mut file) = fs::OpenOptions::new().create(true).append(true).open(file) {
            let _ = writeln!(file, "{line}");
        }
    }

    /// A choice as one line: debug output escapes line breaks.
    fn line(&self, choice: &EmbedderChoice) -> String {
        let EmbedderChoice { spec, endpoint, dims } = choice;
        format!("{spec:?} {endpoint:?} {dims:?} for {:?}", self.data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(endpoint: &str) -> EmbedderChoice {
        let endpoint = Some(endpoint.to_owned());
        EmbedderChoice { spec: "openai:x".to_owned(), endpoint, dims: None }
    }

    #[test]
    fn only_what_was_asked_for_once_is_asked_again() {
        let folder = rutter_fixture::Tree::new("");
        let state = || Some(folder.path().to_owned());
        let data = Path::new("/repo/.rutter");
        let mine = choice("http://mine");
        assert!(Chosen::new(state(), data, None).check(&mine).is_err());
        assert!(Chosen::new(state(), data, Some(mine.clone())).check(&mine).is_ok());
        assert!(Chosen::new(state(), data, None).check(&mine).is_ok());
        assert!(Chosen::new(state(), data, None).check(&choice("http://other")).is_err());
        assert!(Chosen::new(state(), Path::new("/other/.rutter"), None).check(&mine).is_err());
        assert!(Chosen::new(None, data, Some(mine.clone())).check(&mine).is_ok());
        assert!(Chosen::new(None, data, None).check(&mine).is_err());
    }
}
