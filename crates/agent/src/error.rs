//! Why a mission cannot begin.

/// Why a mission cannot begin. What goes wrong later ends a run and is told in its ending.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("the price of `{model}` is not known, so that a cap on its cost cannot be kept")]
    UnknownPrice { model: String },
    #[error("the cap on {what} is `{given}`")]
    BadLimit { what: &'static str, given: String },
}

impl Error {
    /// What the user may do about it.
    pub fn hint(&self) -> String {
        match self {
            Error::UnknownPrice { model } => format!(
                "add the price of `{model}` to `prices.toml` beside your `config.toml`, or cap tokens \
                 with `--max-tokens`"
            ),
            Error::BadLimit { what, .. } => {
                format!("give a cap on {what} above zero, or leave it out")
            }
        }
    }
}
