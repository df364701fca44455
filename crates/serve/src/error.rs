//! The error of this crate.

use std::net::SocketAddr;

use rutter_domain::Hint;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot listen at `{address}`")]
    Bind { address: SocketAddr, source: std::io::Error },
    #[error("the connection broke off")]
    Connection { source: Box<dyn std::error::Error + Send + Sync> },
    #[error("the system gives no random numbers: {reason}")]
    Random { reason: String },
}

impl Error {
    /// Returns a hint at what the user can do.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            Error::Bind { .. } => Some(Hint::BindElsewhere),
            Error::Random { .. } => Some(Hint::GiveToken),
            Error::Connection { .. } => None,
        }
    }
}
