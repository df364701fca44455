//! Why a language model gave no reply.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No model was named, and the environment has no key that suggests one.
    #[error("no language model is configured")]
    NoModel,
    /// The name, the endpoint or another setting is invalid.
    #[error("the model `{model}` cannot be used: {reason}")]
    BadChoice { model: String, reason: String },
    #[error("there is no key for `{model}`; set {variables}")]
    NoKey { model: String, variables: String },
    #[error("`{model}` does not accept the key: {reason}")]
    BadKey { model: String, reason: String },
    #[error(
        "`{model}` requires a key, and the one in {variable} was not sent because the repository's \
         settings chose the endpoint: {reason}"
    )]
    KeyWithheld { model: String, variable: &'static str, reason: String },
    /// A quota of a day or longer; waiting does not help.
    #[error("the quota of `{model}` is used up: {reason}")]
    Quota { model: String, reason: String },
    /// Permanent: another attempt would be refused as well.
    #[error("`{model}` refuses the request: {reason}")]
    Refused { model: String, reason: String },
    #[error("`{model}` did not answer in {}: {reason}", attempts(*n_attempts))]
    Unavailable { model: String, n_attempts: u32, reason: String },
    /// No server answers at the address, or its answers cannot be read.
    #[error("`{model}` cannot be reached at {address}: {reason}")]
    Unreachable { model: String, address: String, reason: String },
    /// The request exceeds the model's context window; a shorter one may fit.
    #[error("the request is too long for `{model}`: {reason}")]
    TooLong { model: String, limit_tokens: Option<u64>, reason: String },
    /// Structured dispatch works without function calling.
    #[error("`{model}` does not support function calling: {reason}")]
    NoTools { model: String, reason: String },
    #[error("the request was cancelled")]
    Cancelled,
}

fn attempts(n_attempts: u32) -> String {
    if n_attempts == 1 { "one attempt".to_owned() } else { format!("{n_attempts} attempts") }
}
