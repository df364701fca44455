//! Why a mission cannot begin.

use rutter_domain::Hint;

/// Why a mission cannot begin. What goes wrong later is the [`rutter_domain::Ending`] of the run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("the price of `{model}` is not known, so a cap on its cost cannot be enforced")]
    UnknownPrice { model: String },
    #[error("the cap on {what} is `{given}`")]
    BadLimit { what: &'static str, given: String },
}

impl Error {
    pub fn hint(&self) -> Hint {
        match self {
            Error::UnknownPrice { model } => Hint::AddPrice { model: model.clone() },
            Error::BadLimit { what, .. } => {
                format!("give a cap on {what} above zero, or leave it out").into()
            }
        }
    }
}
