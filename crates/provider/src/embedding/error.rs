//! Why settings are refused, before anything is sent.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("`{spec}` does not name a model; write it as PROVIDER:MODEL, such as `{example}`")]
    Spec { spec: String, example: &'static str },
    #[error("unknown provider `{name}`; known providers are {known}")]
    Provider { name: String, known: String },
    #[error("the model name `{model}` contains invalid characters")]
    Model { model: String },
    #[error("`{spec}` needs a key, in the settings or in {variables}")]
    KeyMissing { spec: String, variables: String },
    #[error("the key in {origin} contains invalid characters")]
    KeyMalformed { origin: String },
    #[error("`{spec}` needs an endpoint, such as `http://localhost:8080/v1`")]
    EndpointMissing { spec: String },
    #[error("the endpoint is invalid: {reason}")]
    Endpoint { reason: String },
    #[error("vectors cannot have {dims} dimensions")]
    Dims { dims: usize },
    #[error("the timeout must be longer than zero")]
    Timeout,
    #[error("cannot set up a connection: {reason}")]
    Client { reason: String },
}
