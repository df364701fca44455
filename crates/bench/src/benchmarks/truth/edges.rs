//! Counts correct edges by provenance, and how the calls within a package are resolved.

use std::collections::{BTreeMap, HashMap};

use rutter_domain::{Provenance, ReferenceKind};
use rutter_graph::Resolution;

use super::cases::Cases;
use super::dump::{Definition, Dump, Target, Use, UseKind};
use super::package::{Answers, Package, ResolvedReference};

/// Counts of the edges of a language.
#[derive(Debug, Default)]
pub struct EdgeCounts {
    pub calls: CallCounts,
    /// By the name of the provenance; of calls, and of every use.
    pub calls_by_provenance: BTreeMap<&'static str, Share>,
    pub uses_by_provenance: BTreeMap<&'static str, Share>,
}

/// Counts of the calls of the package's own definitions, by resolution.
#[derive(Debug, Default)]
pub struct CallCounts {
    pub n_calls: usize,
    pub sure_and_right: usize,
    pub unsure_with_truth: usize,
    pub sure_and_wrong: usize,
    pub none: usize,
}

/// A part of a whole, for percentages.
#[derive(Debug, Default, Clone, Copy)]
pub struct Share {
    pub part: usize,
    pub all: usize,
}

/// The verdict on one edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Right,
    Wrong,
}

impl From<bool> for Outcome {
    fn from(is_right: bool) -> Outcome {
        if is_right { Outcome::Right } else { Outcome::Wrong }
    }
}

impl Share {
    pub fn add(&mut self, outcome: Outcome) {
        self.all += 1;
        self.part += usize::from(outcome == Outcome::Right);
    }

    pub fn percent(self) -> Option<f64> {
        (self.all > 0).then(|| 100.0 * self.part as f64 / self.all as f64)
    }
}

/// Judges what rutter says of every use that the reference tool knows.
pub struct Judge<'a> {
    pub package: &'a Package,
    pub answers: &'a Answers,
    pub definitions: HashMap<(&'a str, u32), Vec<&'a Definition>>,
}

impl Judge<'_> {
    pub fn count(&self, dump: &Dump, counts: &mut EdgeCounts, cases: &mut Cases) {
        for used in &dump.uses {
            let Some(file) = self.package.position(&used.path) else { continue };
            let references = self.answers.at.get(&(file, used.line, used.column));
            let reference = references.and_then(|references| best_for(used.kind, references));
            if let Some(ResolvedReference {
                resolution: Resolution::Resolved { provenance, .. },
                ..
            }) = reference
            {
                let is_right = self.is_right(used, reference);
                let name = provenance.name();
                counts.uses_by_provenance.entry(name).or_default().add(is_right.into());
                if used.kind == UseKind::Call {
                    counts.calls_by_provenance.entry(name).or_default().add(is_right.into());
                }
                if !is_right && provenance.is_sure() {
                    let cause = format!("wrong, {name}, {}", self.truth_in_words(used));
                    cases.add(&cause, || self.describe(used, reference));
                }
            }
            if used.kind == UseKind::Call && used.is_inside() {
                self.count_call(used, reference, &mut counts.calls, cases);
            } else if used.is_inside() && used.kind != UseKind::Import && reference.is_none() {
                let cause = format!("not recorded, {:?} of a {}", used.kind, self.kind_of(used));
                cases.add(&cause.to_lowercase(), || self.describe(used, reference));
            }
        }
    }

    fn count_call(
        &self,
        used: &Use,
        reference: Option<&ResolvedReference>,
        calls: &mut CallCounts,
        cases: &mut Cases,
    ) {
        calls.n_calls += 1;
        let provenance = reference.and_then(|reference| match &reference.resolution {
            Resolution::Resolved { provenance, .. } => Some(*provenance),
            Resolution::Unresolved => None,
        });
        match (provenance.map(Provenance::is_sure), self.is_right(used, reference)) {
            (Some(true), true) => calls.sure_and_right += 1,
            (Some(true), false) => calls.sure_and_wrong += 1,
            (Some(false), true) => {
                calls.unsure_with_truth += 1;
                let name = provenance.map_or("", Provenance::name);
                cases.add(&format!("call only {name}"), || self.describe(used, reference));
            }
            (Some(false), false) | (None, _) => {
                calls.none += 1;
                let cause = match (reference, provenance) {
                    _ if !self.has_symbol(used) => "call of what has no symbol",
                    (None, _) => "call not recorded",
                    (Some(_), None) => "call unresolved",
                    (Some(_), Some(_)) => "call ambiguous without the truth",
                };
                cases.add(cause, || self.describe(used, reference));
            }
        }
    }

    /// Returns whether the true target is among the targets of the edge.
    fn is_right(&self, used: &Use, reference: Option<&ResolvedReference>) -> bool {
        let Some(ResolvedReference { resolution: Resolution::Resolved { targets, .. }, .. }) =
            reference
        else {
            return false;
        };
        used.all_places().any(|(path, line)| {
            let Some(file) = self.package.position(path) else { return false };
            let names = self.names_at(path, line, &used.name);
            targets.iter().any(|target| self.package.is_defined_by(*target, file, line, &names))
        })
    }

    /// The names defined on that line: the one that is used if it is among them.
    fn names_at<'n>(&'n self, path: &'n str, line: u32, used: &'n str) -> Vec<&'n str> {
        let defined = self.definitions.get(&(path, line)).map_or(&[][..], Vec::as_slice);
        if defined.is_empty() || defined.iter().any(|definition| definition.name == used) {
            return vec![used];
        }
        defined.iter().map(|definition| definition.name.as_str()).collect()
    }

    fn has_symbol(&self, used: &Use) -> bool {
        used.places().any(|(path, line)| {
            let defined = self.definitions.get(&(path, line));
            let mut defined = defined.into_iter().flatten();
            defined.any(|definition| !self.package.symbols_of(definition).is_empty())
        })
    }

    fn kind_of(&self, used: &Use) -> &str {
        let mut defined = used.places().filter_map(|place| self.definitions.get(&place)).flatten();
        let named = defined.find(|definition| definition.name == used.name);
        named.map_or("definition", |definition| definition.kind.as_str())
    }

    fn truth_in_words(&self, used: &Use) -> &'static str {
        match used.targets.first() {
            _ if used.is_inside() && !self.has_symbol(used) => "truth has no symbol",
            _ if used.is_inside() => "truth elsewhere",
            Some(Target::Local(_)) => "truth a local",
            Some(Target::Outside | Target::At(..)) | None => "truth outside",
        }
    }

    fn describe(&self, used: &Use, reference: Option<&ResolvedReference>) -> String {
        let resolution = match reference.map(|reference| &reference.resolution) {
            None => "not recorded".into(),
            Some(Resolution::Unresolved) => "unresolved".into(),
            Some(Resolution::Resolved { targets, provenance }) => {
                let targets = targets.iter().take(3).map(|target| {
                    let symbol = self.package.symbol(*target);
                    let path = self.package.path(target.file.0 as usize);
                    format!("{path}:{} {}", symbol.span.start_line, symbol.qualified_name)
                });
                format!("{provenance} {}", targets.collect::<Vec<_>>().join(", "))
            }
        };
        let truth: Vec<String> = (used.targets.iter().take(3))
            .map(|target| match target {
                Target::At(path, line) => format!("{path}:{line}"),
                Target::Outside => "outside".into(),
                Target::Local(_) => "local".into(),
            })
            .collect();
        format!(
            "{}:{}:{} {} | rutter: {resolution} | truth: {} | {}",
            used.path,
            used.line,
            used.column,
            used.name,
            truth.join(" "),
            self.package.line(&used.path, used.line).chars().take(120).collect::<String>()
        )
    }
}

/// Of several references at one place, the one of the kind that the reference tool sees there.
fn best_for(kind: UseKind, references: &[ResolvedReference]) -> Option<&ResolvedReference> {
    let fits = |reference: &&ResolvedReference| match reference.kind {
        ReferenceKind::Call => kind == UseKind::Call,
        ReferenceKind::Extends | ReferenceKind::Implements | ReferenceKind::Type => {
            kind == UseKind::Type
        }
        ReferenceKind::Read => kind == UseKind::Read,
        ReferenceKind::Write => kind == UseKind::Write,
        ReferenceKind::Mention => false,
    };
    references.iter().find(fits).or_else(|| references.first())
}
