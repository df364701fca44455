//! Runs the rules on the files of a repository, and again only where something changed.
//!
//! The findings of a rule in a file depend on the file, on the entries about it, and on what the rule asked
//! of the repository. So a file is examined again if one of the first two changed, or if the answer to
//! a question did: a change of a file says which names and paths it concerns ([`changed_keys`]), and each
//! examined file remembers the keys of its questions.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;
use rutter_domain::{ContentHash, Facts, Language};
use rutter_graph::path_text::{ancestors_of, parent_of, under};
use rutter_syntax::profile;
use serde::{Deserialize, Serialize};

use crate::catalog::RULES;
use crate::documents::repository_text::{KeptSurfaces, RepositoryText, Surfaces};
use crate::extract::{Extract, hash_list};
use crate::file_index::FileIndex;
use crate::findings::Findings;
use crate::keys::changed_keys;
use crate::lexicon::paths;
use crate::repository::{GO_MANIFEST, Repository, RepositoryView, path_key, surface_key};
use crate::rule::AppliesTo;
use crate::settings::GapSettings;
use crate::sources::{FileSet, SourceFile};
use crate::suppress::{UnknownRule, suppress, unknown_rules};
use crate::view::{EntryView, FileRole, FileView};

/// The entries of each path.
pub type EntriesByPath = BTreeMap<String, Vec<EntryView>>;

/// The findings of all rules in a repository.
#[derive(Clone)]
pub struct GapEvaluation {
    pub(super) repository: Arc<Repository>,
    /// By path. A file that no longer exists may be among them, if entries describe it.
    pub(super) files: BTreeMap<String, Arc<EvaluatedFile>>,
    pub(super) surfaces: KeptSurfaces,
    /// Number of files examined for this evaluation; the findings of the others were kept.
    pub(super) n_examined: usize,
}

impl fmt::Debug for GapEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GapEvaluation").field("n_files", &self.files.len()).finish_non_exhaustive()
    }
}

/// The findings of all rules in one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EvaluatedFile {
    content: ContentHash,
    /// Changes with the entries of the file.
    entries_digest: u64,
    /// Keys of what was asked about the repository, sorted.
    #[serde(with = "hash_list")]
    asked: Vec<u64>,
    /// For each rule that was asked, its position in the catalog and what it found.
    pub(super) findings: Vec<(usize, Findings)>,
    /// Rules that comments name and that do not exist.
    pub(super) unknown_rules: Vec<UnknownRule>,
}

impl GapEvaluation {
    /// Examines the files that are not as they were in an earlier evaluation with the same settings.
    pub fn of(
        sources: &FileSet<'_>,
        entries: &EntriesByPath,
        settings: &GapSettings,
        previous: Option<&GapEvaluation>,
    ) -> GapEvaluation {
        let extracts = extract_all(sources, previous);
        let mut changed = previous.map(|previous| {
            let mut changed = changed_keys(&previous.repository.files, &extracts);
            if previous.repository.go_modules != sources.go_modules {
                changed.insert(path_key(GO_MANIFEST));
            }
            changed
        });
        let repository = Arc::new(Repository::new(extracts, sources.go_modules.clone()));
        let surfaces = match (previous, &mut changed) {
            (Some(previous), Some(changed)) => {
                surfaces_since(&previous.surfaces, sources, &repository, changed)
            }
            (None, _) | (_, None) => Surfaces::default(),
        };
        let kept = |path: &str, content: ContentHash, digest: u64| {
            let (previous, changed) = (previous?, changed.as_ref()?);
            let file = previous.files.get(path)?;
            let is_same = file.content == content
                && file.entries_digest == digest
                && !file.asked.iter().any(|key| changed.contains(key));
            is_same.then(|| Arc::clone(file))
        };
        let evaluated: Vec<(String, Arc<EvaluatedFile>, bool)> = (sources.files.par_iter())
            .map(|source| {
                let entries = entries.get(source.path).map_or(&[][..], Vec::as_slice);
                let digest = digest_of(entries);
                if let Some(file) = kept(source.path, source.content, digest) {
                    return (source.path.to_owned(), file, false);
                }
                let facts = sources.facts(source);
                let view = file_view(source.path, &facts, entries);
                let text = RepositoryText::new(sources, &repository, &surfaces);
                let file = examine(&view, settings, text, source.content, digest);
                (source.path.to_owned(), Arc::new(file), true)
            })
            .collect();
        let n_examined = evaluated.iter().filter(|(_, _, is_new)| *is_new).count();
        let mut files: BTreeMap<String, Arc<EvaluatedFile>> =
            evaluated.into_iter().map(|(path, file, _)| (path, file)).collect();
        for (path, entries) in entries {
            if !files.contains_key(path) {
                let facts = Facts::empty(Language::of_path(path));
                let view = file_view(path, &facts, entries);
                let digest = digest_of(entries);
                let text = RepositoryText::new(sources, &repository, &surfaces);
                let file = examine(&view, settings, text, ContentHash([0; 16]), digest);
                files.insert(path.clone(), Arc::new(file));
            }
        }
        GapEvaluation { repository, files, surfaces: surfaces.to_kept(), n_examined }
    }

    /// The evaluation without findings that the text of the repository refutes.
    pub fn confirmed(&self, sources: &FileSet<'_>) -> GapEvaluation {
        let surfaces = Surfaces::default();
        let text = RepositoryText::new(sources, &self.repository, &surfaces);
        let mut confirmed = self.clone();
        for (path, file) in &mut confirmed.files {
            let is_refuted = |rule: usize, findings: &Findings| {
                findings.found.iter().any(|finding| !RULES[rule].confirm(path, finding, &text))
            };
            if file.findings.iter().any(|(rule, findings)| is_refuted(*rule, findings)) {
                let file = Arc::make_mut(file);
                for (rule, findings) in &mut file.findings {
                    findings.found.retain(|finding| RULES[*rule].confirm(path, finding, &text));
                }
            }
        }
        confirmed
    }

    /// Counts how much depends on each name, which is otherwise done when it is first asked for.
    pub fn count_uses(&self) {
        self.repository.uses();
    }
}

fn extract_all(sources: &FileSet<'_>, previous: Option<&GapEvaluation>) -> Vec<Arc<Extract>> {
    // Both are in order of path.
    let mut known =
        previous.map_or(&[][..], |previous| &previous.repository.files).iter().peekable();
    let mut paired = Vec::with_capacity(sources.files.len());
    for source in &sources.files {
        while known.next_if(|known| known.path.as_str() < source.path).is_some() {}
        let same = known.peek().filter(|known| {
            known.path == source.path
                && known.content == source.content
                && known.language == source.language
        });
        paired.push((source, same.map(|same| Arc::clone(same))));
    }
    let extract = |(source, same): (&SourceFile<'_>, Option<Arc<Extract>>)| {
        same.unwrap_or_else(|| {
            Arc::new(Extract::of(source.path, source.content, &sources.facts(source)))
        })
    };
    paired.into_par_iter().map(extract).collect()
}

/// Computes the exports of packages again, and adds to `changed` the keys of those that differ.
fn surfaces_since(
    before: &KeptSurfaces,
    sources: &FileSet<'_>,
    repository: &Repository,
    changed: &mut HashSet<u64>,
) -> Surfaces {
    let (surfaces, concerned) = Surfaces::unchanged(before, changed);
    let text = RepositoryText::new(sources, repository, &surfaces);
    // Without its manifest, a package is none.
    for manifest in concerned.into_iter().filter(|manifest| text.has_file(manifest)) {
        if !text.surface_of(manifest).is_same(&before[manifest]) {
            changed.insert(surface_key(manifest));
        }
    }
    surfaces
}

/// A hash of everything that rules see of the entries.
fn digest_of(entries: &[EntryView]) -> u64 {
    if entries.is_empty() {
        return 0;
    }
    let hash = rutter_workspace::hash(format!("{entries:?}").as_bytes());
    u64::from_le_bytes(hash.0[..8].try_into().expect("a hash has 16 bytes")) | 1
}

fn file_view<'a>(path: &'a str, facts: &'a Facts, entries: &'a [EntryView]) -> FileView<'a> {
    let role = FileRole::of(path, facts.language);
    FileView { path, language: facts.language, facts, index: FileIndex::new(facts), role, entries }
}

fn examine(
    file: &FileView<'_>,
    settings: &GapSettings,
    text: RepositoryText<'_>,
    content: ContentHash,
    entries_digest: u64,
) -> EvaluatedFile {
    let is_copy = is_copy_of_others(file.path, file.language, text.repository());
    let asked = RULES.iter().enumerate().filter(|(_, rule)| {
        let is_asked = match (rule.info().applies_to, file.role) {
            (AppliesTo::Sources, FileRole::Source) => !is_copy,
            (AppliesTo::Documents, FileRole::Document) => true,
            (AppliesTo::Entries, _) => !file.entries.is_empty(),
            (AppliesTo::Sources | AppliesTo::Documents, _) => false,
        };
        is_asked && settings.is_enabled(rule.info())
    });
    let findings = asked.map(|(at, rule)| {
        let mut findings = Findings::default();
        rule.examine(file, &text, &mut findings);
        suppress(file.facts, rule.info().name, &mut findings);
        (at, findings)
    });
    EvaluatedFile {
        content,
        entries_digest,
        findings: findings.collect(),
        asked: text.into_asked(),
        unknown_rules: unknown_rules(&file.facts.annotations),
    }
}

/// Whether a file of C is in a folder that has a licence of its own beside that of the repository.
fn is_copy_of_others(path: &str, language: Language, repository: &RepositoryView<'_>) -> bool {
    let has_licence =
        |folder: &str| paths::LICENCES.iter().any(|name| repository.has_file(&under(folder, name)));
    profile(language).is_like_c()
        && ancestors_of(parent_of(path)).any(has_licence)
        && has_licence("")
}
