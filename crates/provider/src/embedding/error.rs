//! Why a service cannot be connected to, found out before anything is sent.

/// Why the settings do not lead to a service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("`{spec}` does not choose a model; write it as PROVIDER:MODEL, such as `{example}`")]
    Spec { spec: String, example: &'static str },
    #[error("unknown provider `{name}`; known are {known}")]
    Provider { name: String, known: String },
    #[error("the model name `{model}` has characters that no model name has")]
    Model { model: String },
    #[error("`{spec}` needs a key, in the settings or in {variables}")]
    KeyMissing { spec: String, variables: String },
    #[error("the key {origin} has characters that no key has")]
    KeyMalformed { origin: String },
    #[error("`{spec}` needs an endpoint, such as `http://localhost:8080/v1`")]
    EndpointMissing { spec: String },
    #[error("the endpoint is no usable address: {hindrance}")]
    Endpoint { hindrance: &'static str },
    #[error("vectors cannot have {dims} dimensions")]
    Dims { dims: usize },
    #[error("a timeout of zero leaves no time for an answer")]
    Timeout,
}
