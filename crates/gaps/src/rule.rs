//! What a rule is: a question asked of every file, and how its answers count.

use rutter_domain::Severity;

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings};
use crate::repository::RepositoryView;
use crate::view::FileView;

/// Finds gaps of one kind. A rule is stateless; what it was told about a file depends only on the file
/// and on what it asked of the repository, so that the result can be kept.
pub trait Rule: Sync {
    fn info(&self) -> &'static RuleInfo;

    /// Examines one file: counts what was looked at, and reports what is missing or wrong.
    fn examine(
        &self,
        file: &FileView<'_>,
        repository: &RepositoryView<'_>,
        findings: &mut Findings,
    );

    /// Whether something that [`Rule::examine`] found is a gap, by the text of its file, by the texts of
    /// other indexed files, and by what packages export. The answer is kept with what was examined, so
    /// it may not depend on words in any file, on headers, or on paths outside of the index.
    fn confirm_once(&self, path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
        let _ = (path, finding, text);
        true
    }

    /// The same by anything else in the repository. What was examined may be kept; this is asked every
    /// time.
    fn confirm(&self, path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
        let _ = (path, finding, text);
        true
    }
}

/// A rule in words, with its defaults.
#[derive(Debug)]
pub struct RuleInfo {
    /// Such as `missing-description`.
    pub name: &'static str,
    /// What it finds, in one sentence.
    pub about: &'static str,
    /// Why that matters.
    pub why: &'static str,
    pub severity: Severity,
    /// How much one thing that it checks counts for completeness.
    pub weight: f64,
    pub applies_to: AppliesTo,
    /// Has the gap.
    pub wrong: Example,
    /// Has not.
    pub right: Example,
}

/// A small file that shows a gap, or how it looks without it.
#[derive(Debug)]
pub struct Example {
    pub path: &'static str,
    pub text: &'static str,
}

/// Which files a rule is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppliesTo {
    /// Source code, without tests, examples, generated and vendored files.
    Sources,
    /// Documents, without those of vendored code.
    Documents,
    /// Files that entries describe, even if they no longer exist.
    Entries,
}
