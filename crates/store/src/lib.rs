//! Everything rutter stores, behind traits that do not name the storage engine.
//!
//! Two kinds of data are kept apart. *Precious* data costs money or a person's time and is durable
//! before a write returns: entries ([`EntryStore`]), conversations ([`SessionStore`]), key-value state
//! ([`StateStore`]), what was done about gaps ([`GapStore`]) and leases ([`LeaseStore`]), all in one
//! database with one [`ChangeFeed`], and runs ([`RunStore`]), one file of JSON lines each. *Derived* data is safe to delete: parsed facts
//! ([`FactCache`]) and vectors ([`VectorCache`]).
//!
//! A [`Publisher`] keeps what was published of a repository in a team's store, a [`PublicationReader`] reads that of all
//! repositories that one may see.
//!
//! A [`StoreUrl`] says where a store is; [`open`] and [`open_runs`] open it. `sqlite/` and `files/`
//! implement the traits for one machine, `postgres/` for a team; `conformance` checks any implementation.

mod access;
mod change_feed;
mod entry_rules;
mod entry_store;
mod error;
mod gap_rules;
mod gap_store;
mod lease_rules;
mod lease_store;
mod publication;
mod repository_list;
mod rows;
mod run_record;
mod run_store;
mod server_user;
mod session_store;
mod state_store;
mod stored_entry;
mod team_store;
mod url;

mod files;
mod open;
mod postgres;
mod sqlite;
mod store;

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;

pub use access::Access;
pub use change_feed::{Change, ChangeFeed, ChangedItem};
pub use entry_store::{
    CheckResult, Contents, EntryChanges, EntryStore, ImportOutcome, MOST_EVENTS, MOST_NOTES,
    NotebookDamage, Put,
};
pub use error::{Cause, Error};
pub use gap_store::{Begun, Finished, GapRecord, GapStore};
pub use lease_store::{Acquired, Lease, LeaseStore};
pub use open::{open, open_runs};
pub use postgres::{PublicationReader, Publisher};
pub use publication::{ChunkId, ChunkRow, Manifest, Publication, PublishedRepository, Replaced};
pub use repository_list::{
    LabelChange, RecordsVersion, StoredRepository, forget_repository, label_repository,
    list_repositories,
};
pub use run_store::{RecordedRun, Run, RunList, RunState, RunStore, RunWriter};
pub use server_user::{AuditEvent, AuditRecord, AuditedWrite, ServerUser, UserRight};
pub use session_store::{SessionHeader, SessionStore, StoredSession};
pub use sqlite::{FactCache, FactKey, FactRow, StoredDigest, StoredFacts, VectorCache, VectorKey};
pub use state_store::{Saved, StateStore, StateValue};
pub use store::Store;
pub use stored_entry::{
    Anchor, EntryVector, RejectedNote, StoredEntry, Strength, Support, SupportKind, Twin,
};
pub use team_store::TeamStore;
pub use url::StoreUrl;
