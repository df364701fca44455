//! Everything that one store keeps.

use std::fmt;

use crate::{ChangeFeed, EntryStore, GapStore, LeaseStore, SessionStore, StateStore};

/// All precious data but the runs. One handle serves one thread at a time; any number of handles and
/// processes use the same store at once.
pub trait Store:
    EntryStore + SessionStore + StateStore + GapStore + LeaseStore + ChangeFeed + fmt::Debug + Send
{
}
