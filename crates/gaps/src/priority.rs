//! The priority of a gap: severity × centrality × reach, each between 0 and 1.

use rutter_domain::name_parts;
use rutter_domain::{Severity, SymbolKind, Visibility};
use rutter_graph::OwnFile;

use crate::extract::Extract;
use crate::findings::Finding;
use crate::name_hash::name_hash;
use crate::repository::Repository;

/// Centrality of what nothing depends on.
const LEAST: f64 = 0.25;

/// With this many dependent files, centrality is halfway between the least and 1.
const HALFWAY: f64 = 4.0;

/// Centrality of documents, on which no code depends.
const DOCUMENT: f64 = 0.5;

/// The priority of a finding; `file` is `None` if it no longer exists.
pub(super) fn priority(
    repository: &Repository,
    file: Option<&Extract>,
    finding: &Finding,
    severity: Severity,
) -> f64 {
    let severity = match severity {
        Severity::Low => 0.3,
        Severity::Medium => 0.6,
        Severity::High => 1.0,
    };
    let reach = f64::from(finding.reach).clamp(0.0, 1.0);
    let priority = severity * centrality(repository, file, finding.symbol.as_deref()) * reach;
    // Three digits are enough to order gaps, and the same on every machine.
    (priority * 1000.0).round() / 1000.0
}

/// The centrality of a symbol, or of the most used public one of a file.
fn centrality(repository: &Repository, file: Option<&Extract>, symbol: Option<&str>) -> f64 {
    let Some(file) = file else { return LEAST };
    let n_uses = match symbol {
        Some(symbol) => {
            let name = name_parts(symbol).last().map_or(0, |name| name_hash(name));
            let mut alike = file.defined.iter().filter(|defined| defined.hash == name);
            match alike.next() {
                Some(defined) if defined.kind == SymbolKind::Section => return DOCUMENT,
                Some(_) => n_uses(repository, file, name),
                None => return DOCUMENT,
            }
        }
        None if file.defined.iter().all(|defined| defined.kind == SymbolKind::Section) => {
            return DOCUMENT;
        }
        None => {
            let public = file.defined.iter().filter(|one| one.visibility == Visibility::Public);
            public.map(|one| n_uses(repository, file, one.hash)).fold(0.0, f64::max)
        }
    };
    LEAST + (1.0 - LEAST) * n_uses / (n_uses + HALFWAY)
}

fn n_uses(repository: &Repository, file: &Extract, name: u64) -> f64 {
    let own_file = match file.referred.binary_search(&name) {
        Ok(_) => OwnFile::Refers,
        Err(_) => OwnFile::DoesNot,
    };
    f64::from(repository.uses().estimate(name, own_file))
}
