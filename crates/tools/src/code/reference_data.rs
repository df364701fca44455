//! The uses of a name as data: grouped by file, without repetition.

use rutter_engine::{
    DefinitionPlace, FileLines, ImpactAnswer, PathAnswer, ReferencePlace, ReferencesAnswer, UseKind,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::companions::companion_data;
use super::links::unsure;
use crate::CleanText;

/// If there are more uses in tests, only their lines are given.
pub(super) const MOST_TEST_USES: usize = 8;

/// The uses of a name, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct ReferencesData {
    /// Likeliest first.
    definitions: Vec<PlaceData>,
    references: Vec<FileUsesData>,
    /// Uses in tests if there are many, as `path:line,line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    in_tests: Vec<CleanText>,
    ambiguous: Vec<AmbiguousData>,
    /// Where those are, as `path:line,line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ambiguous_lines: Vec<CleanText>,
    /// Why uses are missing, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    untracked: Option<UntrackedData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    implementations: Vec<PlaceData>,
    /// Where those that are methods are used, as `path:line,line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    implementation_lines: Vec<CleanText>,
    /// As `path:line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<CleanText>,
    /// What is affected through others, as `path:line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    affected: Vec<CleanText>,
    /// With `depth`, files often in the same commits, with how many of how many: a hint, no link.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed_together: Vec<CleanText>,
    /// The uses by which `from` reaches it, as `path:line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<CleanText>,
}

impl ReferencesData {
    pub(super) fn new(
        answer: &ReferencesAnswer,
        impact: Option<&ImpactAnswer>,
        path: Option<&PathAnswer>,
    ) -> ReferencesData {
        let further = impact.iter().flat_map(|impact| &impact.affected);
        let symbol = |at: &DefinitionPlace| PlaceData {
            symbol: CleanText::from(&at.symbol),
            path: CleanText::from(&at.path),
            line: at.line,
            kind: at.kind.name(),
        };
        let texts = |files: &[FileLines]| -> Vec<CleanText> {
            files.iter().map(places_of).map(CleanText::from).collect()
        };
        let is_in_test = |found: &&ReferencePlace| found.is_test && !found.is_same_word();
        let in_tests: Vec<ReferencePlace> =
            answer.references.iter().filter(is_in_test).cloned().collect();
        let is_folded = in_tests.len() > MOST_TEST_USES;
        let listed: Vec<ReferencePlace> = (answer.references.iter())
            .filter(|found| !is_folded || !is_in_test(found))
            .cloned()
            .collect();
        ReferencesData {
            changed_together: impact
                .map_or_else(Vec::new, |impact| companion_data(&impact.changed_together)),
            in_tests: if is_folded { texts(&folded(&in_tests)) } else { Vec::new() },
            definitions: answer.definitions.iter().map(symbol).collect(),
            references: by_file(&listed),
            ambiguous: (answer.ambiguous.iter())
                .map(|folded| AmbiguousData {
                    definition: CleanText::from(&folded.definition),
                    count: folded.count,
                })
                .collect(),
            ambiguous_lines: texts(&answer.ambiguous_lines),
            untracked: answer.untracked.as_ref().map(|untracked| UntrackedData {
                reason: untracked.reason.clone(),
                lines: untracked.lines,
            }),
            implementations: answer.implementations.iter().map(symbol).collect(),
            implementation_lines: texts(&answer.implementation_lines),
            tests: (answer.tests.iter())
                .map(|test| CleanText::from(format!("{}:{}", test.path, test.line)))
                .collect(),
            affected: further
                .filter(|affected| affected.distance > 1)
                .map(|affected| CleanText::from(format!("{}:{}", affected.path, affected.line)))
                .collect(),
            path: (path.iter().flat_map(|path| &path.steps))
                .map(|step| CleanText::from(format!("{}:{}", step.path, step.line)))
                .collect(),
        }
    }
}

/// The symbol that contains a use, unless its line names it: `def load(path):` is in `load`.
pub(super) fn shown_container(found: &ReferencePlace) -> Option<&str> {
    let within = found.within.as_deref()?;
    let bare = within.rsplit([':', '.', '#']).next().unwrap_or(within);
    (bare.is_empty() || !found.text.contains(bare)).then_some(within)
}

/// The kind of a use, if the line does not show it.
pub(super) fn shown_kind(found: &ReferencePlace) -> Option<&'static str> {
    match found.kind {
        UseKind::Call | UseKind::Read | UseKind::Type | UseKind::Import => None,
        UseKind::Mention if found.is_same_word() => None,
        UseKind::Write | UseKind::Value | UseKind::Mention => Some(found.kind.name()),
    }
}

/// Groups the lines of uses by file.
pub(super) fn folded(references: &[ReferencePlace]) -> Vec<FileLines> {
    let of_file = |uses: &[ReferencePlace]| {
        let mut lines: Vec<u32> = uses.iter().map(|found| found.line).collect();
        lines.dedup();
        FileLines { path: uses[0].path.clone(), lines }
    };
    references.chunk_by(|a, b| a.path == b.path).map(of_file).collect()
}

/// Formats the lines of a file: `a.rs:1,7`.
pub(super) fn places_of(file: &FileLines) -> String {
    let lines: Vec<String> = file.lines.iter().map(u32::to_string).collect();
    format!("{}:{}", file.path, lines.join(","))
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct PlaceData {
    symbol: CleanText,
    path: CleanText,
    line: u32,
    kind: &'static str,
}

/// The uses in a file.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct FileUsesData {
    path: CleanText,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_test: bool,
    uses: Vec<UseData>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct UseData {
    line: u32,
    /// How it uses the symbol, if the line does not show it: `write`, `value` or `mention`.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// The symbol that contains it, if that is not the one of the use before and the line does not name it.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    within: Option<CleanText>,
    /// How it is known, if not for certain; `same-word` if it may mean anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<String>,
    /// Which of several definitions it means, by position from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<u32>,
    /// The line of code.
    text: CleanText,
}

/// Groups consecutive uses by file.
fn by_file(references: &[ReferencePlace]) -> Vec<FileUsesData> {
    let same =
        |a: &ReferencePlace, b: &ReferencePlace| (&a.path, a.is_test) == (&b.path, b.is_test);
    let of_file = |uses: &[ReferencePlace]| {
        let mut data: Vec<UseData> = uses.iter().map(UseData::from).collect();
        for (at, both) in (1..).zip(uses.windows(2)) {
            if both[0].within == both[1].within {
                data[at].within = None;
            }
        }
        FileUsesData { path: CleanText::from(&uses[0].path), is_test: uses[0].is_test, uses: data }
    };
    references.chunk_by(same).map(of_file).collect()
}

impl From<&ReferencePlace> for UseData {
    fn from(found: &ReferencePlace) -> UseData {
        UseData {
            line: found.line,
            kind: shown_kind(found),
            within: shown_container(found).map(CleanText::from),
            provenance: unsure(&found.provenance),
            definition: found.definition,
            text: CleanText::from(&found.text),
        }
    }
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct AmbiguousData {
    definition: CleanText,
    count: usize,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct UntrackedData {
    reason: String,
    /// Lines of code that name it.
    lines: usize,
}
