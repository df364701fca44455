//! Search over the code of all published repositories. The program brings it along, if a team has an index.

use rutter_store::Access;
use serde::Serialize;

/// Searches what may be seen with this access; `None` if that is not possible now.
pub type SearchCode = dyn Fn(&Access, &CodeQuery) -> Option<CodeHits> + Send + Sync;

/// What to look for.
#[derive(Debug, Clone)]
pub struct CodeQuery {
    pub query: String,
    /// Only in this repository.
    pub repository: Option<String>,
    /// At most this many files.
    pub limit: usize,
}

/// The hits, the best first.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CodeHits {
    pub hits: Vec<CodeHit>,
    /// How many repositories were searched.
    pub n_repositories: usize,
    /// How many further files were found.
    pub omitted: usize,
    /// Why the answer is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A place in one of the repositories.
#[derive(Debug, Clone, Serialize)]
pub struct CodeHit {
    pub repository: String,
    /// The commit that was published, if the files were those of one.
    pub commit: Option<String>,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    pub symbol: Option<String>,
    pub snippet: String,
}
