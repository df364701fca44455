//! Holds memory and instruction files (`AGENTS.md`, `CLAUDE.md`) against the code, claim by claim.
//!
//! A file is cut into claims; what each mentions is sought in the index, in the tree, among the findings of the rules of
//! gaps and in the history of git. A claim of which only names were found is not decidable, and says which were
//! found. What is denied, planned or an example is never refuted. Start at [`check_document`].

mod cut;
mod decide;
mod history;
mod inquiry;
mod lexicon;
mod names;
mod paths;
mod relations;
mod scripts;

use rutter_domain::{Evidence, Freshness, Language, Vocabulary, Worded};
use rutter_workspace::Git;
use serde::Serialize;

use crate::knowledge::Knowledge;
use rutter_gaps::GapSettings;

use cut::placed_claims;
use inquiry::Notary;

/// What the code says about a document.
#[derive(Debug, Clone, Serialize)]
pub struct DocumentCheck {
    pub path: String,
    /// The claims that mention code, in order of line.
    pub claims: Vec<DocumentClaim>,
    /// Names and paths that were not sought in the history, because others took the time.
    pub n_unsought: usize,
    pub index: Freshness,
}

impl Worded for DocumentCheck {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

/// A sentence, an item, a row or a line of a sample.
#[derive(Debug, Clone, Serialize)]
pub struct DocumentClaim {
    /// From 1.
    pub line: u32,
    /// Inclusive.
    pub end_line: u32,
    pub text: String,
    pub finding: DocumentFinding,
    pub parts: Vec<ClaimPart>,
}

/// What a claim mentions, or says of what it mentions.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimPart {
    pub kind: PartKind,
    /// As written.
    pub text: String,
    pub finding: DocumentFinding,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The commit since which it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The lines that show it, or contradict it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// The kind of a part of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    Name,
    Path,
    Command,
    /// All that the claim says.
    Statement,
}

/// The judgement of a claim, or of a part of one. The best comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentFinding {
    Holds,
    NotDecidable,
    /// It held until a commit.
    Stale,
    Refuted,
}

impl DocumentFinding {
    pub const ALL: [DocumentFinding; 4] = [
        DocumentFinding::Refuted,
        DocumentFinding::Stale,
        DocumentFinding::Holds,
        DocumentFinding::NotDecidable,
    ];

    pub fn name(self) -> &'static str {
        match self {
            DocumentFinding::Holds => "holds",
            DocumentFinding::NotDecidable => "not decidable",
            DocumentFinding::Stale => "stale",
            DocumentFinding::Refuted => "refuted",
        }
    }
}

impl DocumentCheck {
    pub fn count(&self, finding: DocumentFinding) -> usize {
        self.claims.iter().filter(|claim| claim.finding == finding).count()
    }

    /// Whether nothing in it is refuted or stale.
    pub fn is_clean(&self) -> bool {
        self.claims.iter().all(|claim| claim.finding < DocumentFinding::Stale)
    }
}

/// Judges every claim of a document that mentions code. `path` is relative to the root.
pub(crate) fn check_document(
    knowledge: &Knowledge,
    path: &str,
    text: &str,
    settings: &GapSettings,
) -> DocumentCheck {
    let snapshot = &knowledge.snapshot;
    // language: documents with marks of their own
    let language = match Language::of_path(path) {
        language @ (Language::ReStructuredText | Language::AsciiDoc) => language,
        _ => Language::Markdown,
    };
    let facts = rutter_syntax::read(language, text);
    let mut notary =
        Notary::new(knowledge, path, &facts, settings, Git::open(snapshot.root()).ok());
    let placed = placed_claims(text, &facts);
    let claims = placed.iter().filter_map(|claim| notary.judge(claim)).collect();
    DocumentCheck {
        path: path.to_owned(),
        claims,
        n_unsought: notary.past.n_unsought,
        index: snapshot.freshness.clone(),
    }
}

impl ClaimPart {
    fn new(kind: PartKind, text: &str, finding: DocumentFinding) -> ClaimPart {
        let text = text.to_owned();
        ClaimPart { kind, text, finding, reason: None, since: None, evidence: None }
    }

    fn because(mut self, reason: impl Into<String>) -> ClaimPart {
        self.reason = Some(reason.into());
        self
    }

    fn at(mut self, path: &str, line: u32) -> ClaimPart {
        let path = path.to_owned();
        self.evidence = Some(Evidence { path, start_line: line, end_line: line });
        self
    }

    fn since(mut self, commit: &str) -> ClaimPart {
        self.finding = DocumentFinding::Stale;
        self.since = Some(commit.get(..10).unwrap_or(commit).to_owned());
        self
    }
}

#[cfg(test)]
mod tests;
