//! Scores how central a container is.
//!
//! Tests and examples use, and documents mention, what the authors show to others, so these signals count most.
//! Then come users in other files, the containers that use it and that it uses, and exports by the main file of a
//! package. Every count is taken as a logarithm, so that no single one decides. Helpers have many users but
//! explain little, so their score is reduced.

use rutter_domain::SymbolKind;
use rutter_graph::Container;

/// The weight of each signal.
const USERS: f32 = 0.6;
const USING: f32 = 0.3;
const ASIDE: f32 = 1.0;
const DOCUMENTS: f32 = 0.9;
const EXPORTS: f32 = 0.5;
const USED: f32 = 0.5;
const CALLABLES: f32 = 0.4;

pub(super) fn score(container: &Container) -> f32 {
    let signal = |weight: f32, count: u32| weight * (count as f32).ln_1p();
    let sum = signal(USERS, container.n_users)
        + signal(USING, container.n_using)
        + signal(ASIDE, container.n_users_aside)
        + signal(DOCUMENTS, container.n_documents)
        + signal(EXPORTS, container.n_exports)
        + signal(USED, container.n_used)
        + signal(CALLABLES, container.n_callables);
    sum * factor(container)
}

/// The factor for the kind of a container.
fn factor(container: &Container) -> f32 {
    let kind = match container.kind {
        // Without methods it is only another name.
        SymbolKind::TypeAlias if container.n_callables == 0 => 0.6,
        SymbolKind::TypeAlias => 0.9,
        SymbolKind::Module => 1.0,
        kind if kind.is_type() => 1.0,
        // A file.
        _ => 0.5,
    };
    let private = if container.is_private { 0.7 } else { 1.0 };
    let nested = if container.is_nested { 0.7 } else { 1.0 };
    let error = if container.is_error { 0.6 } else { 1.0 };
    let helper = if container.is_helper { 0.6 } else { 1.0 };
    kind * private * nested * error * helper
}
