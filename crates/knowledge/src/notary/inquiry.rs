//! What is asked again and again while one document is judged, each answered once.

use std::cell::OnceCell;
use std::collections::HashSet;

use rutter_domain::{DocumentMention, Facts, SymbolKind};
use rutter_domain::{edit_distance_within, words::contains_word};
use rutter_gaps::{GapSettings, ListedMention};
use rutter_workspace::Git;

use super::history::PastCode;
use super::scripts::Scripts;
pub(super) use super::scripts::Standing;
use crate::gaps::broken_mentions;
use crate::knowledge::Knowledge;

/// In larger trees, comparing every name takes too long.
const MOST_FILES_COMPARED: usize = 2_000;

/// The state of judging one document.
pub(super) struct Notary<'a> {
    pub(super) knowledge: &'a Knowledge,
    pub(super) document: &'a str,
    pub(super) facts: &'a Facts,
    settings: &'a GapSettings,
    /// What the rule `broken-mention` found in the document. To ask it takes longer than all else.
    broken: OnceCell<Vec<ListedMention>>,
    pub(super) past: PastCode,
    scripts: OnceCell<Scripts>,
    all_names: OnceCell<HashSet<String>>,
}

impl<'a> Notary<'a> {
    pub(super) fn new(
        knowledge: &'a Knowledge,
        document: &'a str,
        facts: &'a Facts,
        settings: &'a GapSettings,
        git: Option<Git>,
    ) -> Notary<'a> {
        Notary {
            knowledge,
            document,
            facts,
            settings,
            broken: OnceCell::new(),
            past: PastCode::new(git),
            scripts: OnceCell::new(),
            all_names: OnceCell::new(),
        }
    }

    /// The finding of the rule `broken-mention` about a mention.
    pub(super) fn broken(&self, mention: &DocumentMention) -> Option<&ListedMention> {
        let is_it = |one: &DocumentMention| one.line == mention.line && one.text == mention.text;
        let broken = self.broken.get_or_init(|| {
            // An unreadable notebook is reported by what lists entries.
            let found = broken_mentions(self.knowledge, self.settings).unwrap_or_default();
            found.into_iter().filter(|broken| broken.path == self.document).collect()
        });
        broken.iter().find(|broken| broken.mentions.iter().any(is_it))
    }

    pub(super) fn scripts(&self) -> &Scripts {
        self.scripts.get_or_init(|| Scripts::of(self.knowledge))
    }

    /// The only name of the code that differs in one letter.
    pub(super) fn near_name(&self, name: &str) -> Option<&str> {
        let snapshot = &self.knowledge.snapshot;
        let all = self.all_names.get_or_init(|| {
            if snapshot.files().count() > MOST_FILES_COMPARED {
                return HashSet::new();
            }
            let facts = snapshot.files().filter_map(|(_, file)| snapshot.facts_of(file.id));
            let symbols = facts.flat_map(|facts| facts.symbols.clone());
            let symbols = symbols.filter(|symbol| symbol.kind != SymbolKind::Section);
            symbols.map(|symbol| symbol.name).collect()
        });
        let mut near = all.iter().filter(|one| edit_distance_within(name, one, 1).is_some());
        let only = near.next()?;
        near.next().is_none().then_some(only.as_str())
    }

    /// Whether a file other than a document contains a name.
    pub(super) fn occurs_in_code(&self, name: &str) -> bool {
        let snapshot = &self.knowledge.snapshot;
        snapshot.paths_naming(name).into_iter().any(|path| {
            let is_document = snapshot
                .file_at(path)
                .is_some_and(|file| file.language.family() == rutter_domain::Family::Document);
            let text = || self.knowledge.parsed_file(path);
            !is_document && text().is_some_and(|parsed| contains_word(&parsed.text, name))
        })
    }
}
