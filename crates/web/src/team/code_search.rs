//! Search over the code of all published repositories. The program brings it along, if a team has an index.

use rutter_store::Access;
use serde::Serialize;

/// Searches what may be seen with this access; `None` if that is not possible now.
pub type SearchCode = dyn Fn(&Access, &CodeQuery) -> Option<CodeHits> + Send + Sync;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeQuestion {
    /// Which places answer a query.
    Search,
    /// Where a symbol is defined; the snippet is its signature.
    Symbol,
    /// Which lines contain a name, apart from its definitions.
    References,
}

/// What to look for.
#[derive(Debug, Clone)]
pub struct CodeQuery {
    pub question: CodeQuestion,
    /// The query, or the name.
    pub query: String,
    /// Only in this repository.
    pub repository: Option<String>,
    /// At most this many files, definitions or lines.
    pub limit: usize,
}

/// The hits, the best first.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CodeHits {
    pub hits: Vec<CodeHit>,
    /// How many repositories were searched.
    pub n_repositories: usize,
    /// How many further ones were found.
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
