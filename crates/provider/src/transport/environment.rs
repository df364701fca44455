//! The environment of a client: environment variables and the time.

use std::fmt;
use std::sync::Arc;

use super::clock::{Clock, SystemClock};
use super::key::Key;

/// Handed in by the caller, so that this crate reads no environment variable itself.
#[derive(Clone)]
pub struct Environment {
    pub variable: Arc<Variable>,
    pub clock: Arc<dyn Clock>,
}

/// Returns the value of an environment variable.
pub type Variable = dyn Fn(&str) -> Option<String> + Send + Sync;

impl Environment {
    /// These variables, and the system clock.
    pub fn new(variable: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Environment {
        Environment { variable: Arc::new(variable), clock: Arc::new(SystemClock) }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

/// A variable holds a key with characters that an HTTP header cannot carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MalformedKey {
    pub variable: &'static str,
}

/// The first of these variables that is set and not blank, with the key it holds.
pub(crate) fn find_key(
    variables: &[&'static str],
    environment: &Environment,
) -> Result<Option<(Key, &'static str)>, MalformedKey> {
    let keys = variables.iter().filter_map(|&variable| {
        let key = Key::new((environment.variable)(variable)?);
        (!key.is_empty()).then_some((key, variable))
    });
    match keys.into_iter().next() {
        Some((key, variable)) if !key.is_well_formed() => Err(MalformedKey { variable }),
        found => Ok(found),
    }
}
