//! Remembers which embedding services the user has chosen for which data folder.
//!
//! An index records the service that computed its vectors, and an index may come with a repository. Its
//! author must not decide where the user's queries, code and key are sent. So a service is used only if
//! it was once named on the command line for that data folder. A file in the user's state folder,
//! outside of every repository, remembers it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rutter_engine::EmbedderChoice;
use rutter_workspace::read_small_file;

/// Largest list that is read.
const LIMIT_BYTES: u64 = 1 << 20;

/// The services chosen for one data folder.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The file with the choices; `None` if the user has no state folder.
    file: Option<PathBuf>,
    data: PathBuf,
    /// The service on this command line.
    asked: Option<EmbedderChoice>,
}

impl Chosen {
    pub fn new(state: Option<PathBuf>, data: &Path, asked: Option<EmbedderChoice>) -> Chosen {
        let file = state.map(|state| state.join("rutter").join("embedders"));
        Chosen { file, data: data.to_owned(), asked }
    }

    /// Refuses a service that the user has not chosen, and remembers the one named now.
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

    /// Best effort: if it fails, the user has to name the service again.
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

    /// A choice as one line of the file; debug output escapes line breaks.
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
    fn only_a_service_that_was_named_once_is_used_again() {
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
