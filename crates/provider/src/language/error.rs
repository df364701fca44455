//! Why there is no answer.

/// Why a language model gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No model was named, and nothing in the surroundings tells which to take.
    #[error("no language model is configured")]
    NoModel,
    /// The name or the endpoint makes no sense.
    #[error("the model `{model}` cannot be used: {reason}")]
    BadChoice { model: String, reason: String },
    /// The model needs a key, and none is set.
    #[error("there is no key for `{model}`; set {variables}")]
    NoKey { model: String, variables: String },
    /// The provider does not take the key.
    #[error("`{model}` does not accept the key: {reason}")]
    BadKey { model: String, reason: String },
    /// The provider wants a key, which was withheld because the repository chose the endpoint.
    #[error(
        "`{model}` wants a key, and the one in {variable} was not sent, because the repository's \
         settings chose the endpoint: {reason}"
    )]
    KeyWithheld { model: String, variable: &'static str, reason: String },
    /// Used up until another day.
    #[error("the quota of `{model}` is used up: {reason}")]
    Quota { model: String, reason: String },
    /// The provider will not do it, however often it is asked.
    #[error("`{model}` refuses the request: {reason}")]
    Refused { model: String, reason: String },
    /// The provider did not answer, though it was asked this many times.
    #[error("`{model}` gave no answer in {}: {reason}", count_attempts(*n_attempts))]
    Unavailable { model: String, n_attempts: u32, reason: String },
    /// The request is longer than the model's window; a shorter one may do.
    #[error("the request is too long for `{model}`: {reason}")]
    TooLong { model: String, limit_tokens: Option<u64>, reason: String },
    /// The model has no tools; structured dispatch can do without.
    #[error("`{model}` has no function calling: {reason}")]
    NoTools { model: String, reason: String },
    #[error("the request was cancelled")]
    Cancelled,
}

fn count_attempts(n_attempts: u32) -> String {
    if n_attempts == 1 { "one attempt".to_owned() } else { format!("{n_attempts} attempts") }
}
