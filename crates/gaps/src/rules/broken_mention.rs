//! `broken-mention`: a document names a symbol, file, line, heading or flag that does not exist.
//!
//! Most code spans of a document are about something else: another library, the reader's own files, values.
//! So a mention counts as broken only with evidence that it meant this repository. What the names and paths of
//! the repository do not settle is looked up in its text, by [`Rule::confirm`].

mod commands;
mod links;
mod listing;
mod names;
mod paths;
mod python;

use std::collections::HashSet;

use rutter_domain::{DocumentMention, MentionKind, Severity};

pub use listing::{BrokenName, ListedMention, broken_mentions};

use crate::documents::judged::{excuses, is_judged, is_of_another_time};
use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings, Sought};
use crate::repository::RepositoryView;
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::view::FileView;

/// Finds mentions of what does not exist.
pub struct BrokenMention;

static INFO: RuleInfo = RuleInfo {
    name: "broken-mention",
    about: "A document names a symbol, file, line, heading or flag of this repository that does not exist.",
    why: "A reader follows it and finds nothing; often it was renamed or moved, and the text was forgotten.",
    severity: Severity::High,
    weight: 1.0,
    applies_to: AppliesTo::Documents,
    wrong: Example {
        path: "docs/tides.md",
        text: "Call `Harbour.high_tide()`, see [the code](../src/tide.rs#L900).\n",
    },
    right: Example {
        path: "docs/tides.md",
        text: "Call `Harbour.high_water()`, see [the code](../src/tide.rs#L12).\n",
    },
};

impl Rule for BrokenMention {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(&self, file: &FileView<'_>, text: &RepositoryText<'_>, findings: &mut Findings) {
        if !is_judged(file.path, file.language) {
            return;
        }
        let repository = text.repository();
        let mut examination = Examination { file, repository, findings, known: HashSet::new() };
        for mention in &file.facts.mentions {
            if is_of_another_time(file.facts, mention.section) {
                continue;
            }
            match mention.kind {
                MentionKind::Link => links::examine(&mut examination, mention),
                MentionKind::Path => paths::examine(&mut examination, mention),
                MentionKind::Name => names::examine(&mut examination, mention),
                MentionKind::Import => names::examine_import(&mut examination, mention),
                MentionKind::Command | MentionKind::Flag => {
                    commands::examine(&mut examination, mention);
                }
            }
        }
    }

    fn confirm(&self, path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
        let Some(facts) = text.facts(path) else { return false };
        let is_meant = |mention: &&DocumentMention| {
            mention.line == finding.line && subject_of(mention, &finding.subject)
        };
        let Some(mention) = facts.mentions.iter().find(is_meant) else { return false };
        let around = || text.lines_around(path, mention.line);
        match mention.kind {
            MentionKind::Link => links::confirm(path, mention, text),
            MentionKind::Path => paths::confirm(path, mention, text) && !excuses(&around()),
            MentionKind::Name => names::confirm(path, mention, text) && !excuses(&around()),
            MentionKind::Import => names::confirm_import(mention, text),
            MentionKind::Command => commands::confirm(mention, &finding.subject, text),
            MentionKind::Flag => {
                commands::confirm(mention, &finding.subject, text) && !excuses(&around())
            }
        }
    }
}

/// Whether a finding with this subject is about a mention.
fn subject_of(mention: &DocumentMention, subject: &str) -> bool {
    match mention.kind {
        MentionKind::Command | MentionKind::Flag => commands::is_in(mention, subject),
        MentionKind::Name | MentionKind::Path | MentionKind::Link | MentionKind::Import => {
            mention.text == subject
        }
    }
}

/// The state of examining one document.
pub(super) struct Examination<'e, 'a> {
    pub file: &'e FileView<'a>,
    pub repository: &'e RepositoryView<'a>,
    findings: &'e mut Findings,
    /// Subjects that were reported. A broken name is one gap of a document, however often it occurs there.
    known: HashSet<String>,
}

impl Examination<'_, '_> {
    fn pass(&mut self) {
        self.findings.pass();
    }

    fn suspect(
        &mut self,
        mention: &DocumentMention,
        subject: &str,
        message: String,
        sought: Option<Sought>,
    ) {
        if !self.known.insert(subject.to_owned()) {
            return;
        }
        let mut finding = Finding::new(mention.line, message).about(subject);
        let section = mention.section.and_then(|at| self.file.facts.symbols.get(at as usize));
        if let Some(section) = section {
            finding = finding.of_symbol(&section.qualified_name);
        }
        if let Some(sought) = sought {
            finding = finding.seeking(sought);
        }
        self.findings.report(finding);
    }
}
