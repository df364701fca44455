//! Runs every rule on every file.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use rutter_domain::{Facts, FileId, Language};
use rutter_engine::{AllFacts, Snapshot};
use rutter_graph::Code;

use crate::Error;
use crate::gaps::catalog::RULES;
use crate::gaps::documents::repository_text::RepositoryText;
use crate::gaps::extract::Extract;
use crate::gaps::findings::Findings;
use crate::gaps::recorded::entries_by_path;
use crate::gaps::repository::{Repository, RepositoryView};
use crate::gaps::rule::AppliesTo;
use crate::gaps::settings::GapSettings;
use crate::gaps::suppress::{UnknownRule, suppress, unknown_rules};
use crate::gaps::view::{EntryView, FileRole, FileView};
use crate::knowledge::Knowledge;

/// What the rules found in a repository.
pub(super) struct Evaluation {
    pub(super) repository: Repository,
    /// By path. A file that no longer exists may be among them, if entries describe it.
    pub(super) files: BTreeMap<String, EvaluatedFile>,
}

/// What the rules found in one file.
#[derive(Default)]
pub(super) struct EvaluatedFile {
    /// For each rule that was asked, its position in the catalog and what it found.
    pub(super) findings: Vec<(usize, Findings)>,
    /// Rules that comments name and that do not exist.
    pub(super) unknown_rules: Vec<UnknownRule>,
}

impl Evaluation {
    pub(super) fn of(knowledge: &Knowledge, settings: &GapSettings) -> Result<Evaluation, Error> {
        let entries = entries_by_path(knowledge)?;
        let snapshot = &knowledge.snapshot;
        let source = snapshot.all_facts();
        let listed: Vec<_> = snapshot.files().collect();
        let extracts = listed.par_iter().map(|(path, file)| {
            let facts = read(&source, file.id, file.language);
            Extract::of(path, file.content, &facts)
        });
        let repository = Repository::new(extracts.collect());
        let files: BTreeMap<String, EvaluatedFile> = (listed.par_iter())
            .map(|(path, file)| {
                let facts = read(&source, file.id, file.language);
                let entries = entries.get(*path).map_or(&[][..], Vec::as_slice);
                let view = file_view(path, &facts, entries, settings);
                ((*path).to_owned(), examine(&view, &repository))
            })
            .collect();
        let mut evaluation = Evaluation { repository, files };
        for (path, entries) in &entries {
            if !evaluation.files.contains_key(path) {
                let facts = Facts::empty(Language::of_path(path));
                let view = file_view(path, &facts, entries, settings);
                let examined = examine(&view, &evaluation.repository);
                evaluation.files.insert(path.clone(), examined);
            }
        }
        evaluation.confirm(snapshot);
        Ok(evaluation)
    }

    /// Drops what the text of the repository does not bear out.
    fn confirm(&mut self, snapshot: &Snapshot) {
        let text = RepositoryText::new(snapshot);
        for (path, file) in &mut self.files {
            for (rule, findings) in &mut file.findings {
                findings.found.retain(|finding| RULES[*rule].confirm(path, finding, &text));
            }
        }
    }
}

fn read(source: &AllFacts, file: FileId, language: Language) -> Arc<Facts> {
    source.facts(file).unwrap_or_else(|| Arc::new(Facts::empty(language)))
}

fn file_view<'a>(
    path: &'a str,
    facts: &'a Facts,
    entries: &'a [EntryView],
    settings: &'a GapSettings,
) -> FileView<'a> {
    let role = FileRole::of(path, facts.language);
    FileView { path, language: facts.language, facts, role, entries, settings }
}

fn examine(file: &FileView<'_>, repository: &Repository) -> EvaluatedFile {
    let view = RepositoryView::new(repository);
    let asked = RULES.iter().enumerate().filter(|(_, rule)| {
        let is_asked = match (rule.info().applies_to, file.role) {
            (AppliesTo::Sources, FileRole::Source) => true,
            (AppliesTo::Documents, FileRole::Document) => true,
            (AppliesTo::Entries, _) => !file.entries.is_empty(),
            (AppliesTo::Sources | AppliesTo::Documents, _) => false,
        };
        is_asked && file.settings.is_enabled(rule.info())
    });
    let findings = asked.map(|(at, rule)| {
        let mut findings = Findings::default();
        rule.examine(file, &view, &mut findings);
        suppress(file.facts, rule.info().name, &mut findings);
        (at, findings)
    });
    let findings = findings.collect();
    EvaluatedFile { findings, unknown_rules: unknown_rules(&file.facts.annotations) }
}
