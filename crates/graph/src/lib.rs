//! The code graph: which symbol calls, extends and uses which, and what documents mention.
//!
//! No edge is stored. A reference is resolved when it is asked about, from the facts of the files
//! that matter, so a change in one file never makes the edges of another wrong. Every edge says how
//! it is known; a reference that fits no definition stays unresolved.
//!
//! Three layers, each of which asks only those below: `base` (paths, digests, names), `imports`
//! (where imports lead by paths and by build files, what is in scope) and `resolve` (what a reference
//! means). Start at [`Graph`]; the order in which a name is looked up is described in `resolve`.

mod base;
mod imports;
mod resolve;

mod code;
mod containers;
mod count;
mod defined;
mod edges;
mod graph;
mod impact;
mod importers;
mod memory;
mod mentions;
mod name_uses;
mod overrides;
mod references;
mod way;

#[cfg(test)]
mod tests;

pub use base::builds::BuildFiles;
pub use base::definition_table::DefinitionTable;
pub use base::digest::Digest;
pub use base::path_text;
pub use code::{Code, CodeFile, SymbolAt};
pub use containers::{Container, ContainerMember, FilePart, relate_containers};
pub use count::{EdgeCounts, LinkedCode, link_code};
pub use defined::DefinedSymbol;
pub use edges::{Edge, EdgeKind, SymbolUse, Uses};
pub use graph::Graph;
pub use impact::{Affected, ImpactBounds, ImpactSet};
pub use memory::GraphMemory;
pub use mentions::FileMention;
pub use name_uses::{NameUses, OwnFile, is_dependency};
pub use overrides::Implementer;
pub use references::{Resolution, ResolvedReference};
pub use way::{Certainty, WayBounds, WaySearch, WayStep};
