//! Everything that one store keeps.

use std::fmt;

use crate::{ChangeFeed, EntryStore, LeaseStore, SessionStore, StateStore};

/// All precious data but the runs. One handle serves one thread at a time; any number of handles and
/// processes use the same store at once.
pub trait Store:
    EntryStore + SessionStore + StateStore + LeaseStore + ChangeFeed + fmt::Debug + Send
{
}
