//! The code graph: who calls, extends, uses and mentions what.
//!
//! Nothing of it is stored. A reference is tied to what it means when someone asks, from the facts
//! of the files that matter, so that a change in one file never makes another's edges wrong. Every
//! edge says how it is known; what cannot be tied to a definition stays unresolved. Start at
//! [`Graph`]; the order in which a name is looked for is in `resolve`.

mod builtins;
mod code;
mod count;
mod digest;
mod directory;
mod edges;
mod found;
mod graph;
mod hash;
mod impact;
mod imports;
mod kinds;
mod lookup;
mod members;
mod mentions;
mod modules;
mod names;
mod parameters;
mod paths;
mod place;
mod qualifier;
mod resolve;
mod scope;
mod through;
mod viewpoint;

#[cfg(test)]
mod tests;

pub use code::{Code, File, SymbolAt};
pub use count::{EdgeCounts, count_edges, count_edges_of};
pub use digest::Digest;
pub use edges::{Callee, Edge, EdgeKind};
pub use graph::{Graph, Resolution};
pub use impact::{Affected, Impact, Limits};
pub use imports::{ImportEdge, Lead};
