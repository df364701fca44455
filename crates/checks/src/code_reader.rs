//! Access to the code base for the checks.

use std::sync::Arc;

use rutter_domain::Facts;
use rutter_syntax::ParsedFile;

/// The indexed files of a code base, and which of them have a name.
pub trait CodeReader {
    /// A file as it is now; `None` if it is not in the index or cannot be read.
    fn parsed_file(&self, path: &str) -> Option<Arc<ParsedFile>>;

    /// The facts of a file as it was indexed.
    fn facts_at(&self, path: &str) -> Option<Arc<Facts>>;

    /// Whether a file is in the index.
    fn has_file(&self, path: &str) -> bool;

    /// Whether the path of a file in the index ends so.
    fn has_path_ending(&self, end: &str) -> bool;

    /// The files that define a symbol of this bare name.
    fn paths_defining(&self, name: &str) -> Vec<&str>;

    /// The files whose text may contain this identifier: all that contain it, and some others.
    fn paths_naming(&self, name: &str) -> Vec<&str>;
}
