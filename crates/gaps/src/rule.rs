//! The trait of all rules: a question asked of every file, and how its answers count.

use rutter_domain::Severity;

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings};
use crate::view::FileView;

/// Finds gaps of one kind. A rule is stateless: what it finds in a file depends only on the file and on the answers of
/// the repository, so that the result can be kept.
pub trait Rule: Sync {
    fn info(&self) -> &'static RuleInfo;

    /// Examines one file: counts what was looked at, and reports what is missing or wrong.
    ///
    /// What it finds is kept, so it may only depend on what [`RepositoryText`] notes: not on words in any file, on
    /// headers, or on paths outside of the index.
    fn examine(&self, file: &FileView<'_>, text: &RepositoryText<'_>, findings: &mut Findings);

    /// Returns whether something that [`Rule::examine`] found is a gap, by anything else in the repository. This is
    /// asked every time.
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
    /// The finding, in one sentence.
    pub about: &'static str,
    /// Why that matters.
    pub why: &'static str,
    pub severity: Severity,
    /// Weight of one checked thing in completeness.
    pub weight: f64,
    pub applies_to: AppliesTo,
    /// A file with the gap.
    pub wrong: Example,
    /// The same file without it.
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
