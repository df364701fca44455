//! Finds what is missing or wrong in the documentation of a repository.
//!
//! A [`Rule`](rule::Rule) examines one file at a time and may ask about the whole repository. What it finds becomes
//! a [`Gap`] with an id that stays the same when lines move. Gaps are computed on demand; what was done about them is
//! kept by the caller. Code is read through a [`RepositoryReader`]. Start at [`GapEvaluation::of`]; a new
//! rule goes into `rules`.

mod catalog;
mod completeness;
mod definition_index;
mod documents;
mod evaluate;
mod extract;
mod file_index;
mod findings;
mod identify;
mod kept;
mod keys;
mod lexicon;
mod name_hash;
mod nearest;
mod priority;
mod repository;
mod repository_reader;
mod rule;
mod rules;
mod select;
mod settings;
mod sources;
mod suppress;
mod view;

pub use completeness::{FileShare, completeness_of};
pub use documents::targets::LinkTarget;
pub use evaluate::{EntriesByPath, GapEvaluation};
pub use identify::FoundGap;
pub use kept::settings_key;
pub use repository_reader::{RepositoryFile, RepositoryReader};
pub use rule::RuleInfo;
pub use rules::broken_mention::{BrokenName, ListedMention, broken_mentions};
pub use select::{Changes, GapsAnswer, GapsRequest, rule_infos, select};
pub use settings::{GapSettings, RuleSettings, rule_names};
pub use sources::{FileSet, OldFile};
pub use view::EntryView;

#[cfg(test)]
mod tests;
