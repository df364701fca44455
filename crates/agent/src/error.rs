//! Why a mission cannot begin, or cannot go on.

use rutter_domain::Hint;
use rutter_tools::ToolError;

/// Why a mission cannot begin, or why what it rests on failed. What goes wrong with the model is the
/// [`rutter_domain::Ending`] of the run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the price of `{model}` is not known, so a cap on its cost cannot be enforced")]
    UnknownPrice { model: String },
    #[error("the cap on {what} is `{given}`")]
    BadLimit { what: &'static str, given: String },
    #[error(transparent)]
    Store(#[from] rutter_store::Error),
    #[error(transparent)]
    Tool(#[from] ToolError),
    #[error("internal error in {what}")]
    Broken { what: &'static str },
}

impl Error {
    pub fn hint(&self) -> Option<Hint> {
        match self {
            Error::UnknownPrice { model } => Some(Hint::AddPrice { model: model.clone() }),
            Error::BadLimit { what, .. } => {
                Some(format!("give a cap on {what} above zero, or leave it out").into())
            }
            Error::Store(error) => error.hint(),
            Error::Tool(error) => error.hint(),
            Error::Broken { .. } => None,
        }
    }
}
