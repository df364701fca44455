//! The error of pages, with a message for the reader.

use http::StatusCode;
use rutter_domain::{Vocabulary as _, error_chain};
use rutter_store::Error as StoreError;
use rutter_team::Refusal;
use rutter_tools::ToolError;

use crate::vocabulary::WebVocabulary;

/// Why a page cannot be shown.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Problem {
        Problem { status, message: message.into(), hint: None }
    }

    pub(crate) fn missing(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, message)
    }

    pub(crate) fn bad(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }

    fn of_store(error: &StoreError) -> Problem {
        match error {
            StoreError::NoRun { .. } | StoreError::AmbiguousRun { .. } => {
                Problem::missing("there is no such run")
            }
            StoreError::StoreReadOnly { .. } => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the store can only be read now")
            }
            error if error.is_out_of_reach() => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the store cannot be reached now")
            }
            _ => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the store could not answer"),
        }
    }
}

impl From<ToolError> for Problem {
    fn from(error: ToolError) -> Problem {
        let status = match &error {
            ToolError::Refuse { .. } => StatusCode::BAD_REQUEST,
            ToolError::Access(_) => StatusCode::NOT_FOUND,
            ToolError::Grep(_) => StatusCode::BAD_REQUEST,
            ToolError::Store(_) | ToolError::Fail(_) => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let hint = error.hint().map(|hint| WebVocabulary.render(&hint));
        Problem { status, message: error_chain(&error), hint }
    }
}

/// The messages do not reveal where the store and the index of a team are.
impl From<rutter_team::Error> for Problem {
    fn from(error: rutter_team::Error) -> Problem {
        match error {
            rutter_team::Error::Refused { refusal, message } => {
                let status = match refusal {
                    Refusal::Bad => StatusCode::BAD_REQUEST,
                    Refusal::Forbidden => StatusCode::FORBIDDEN,
                    Refusal::Missing => StatusCode::NOT_FOUND,
                    Refusal::Conflict => StatusCode::CONFLICT,
                };
                Problem::new(status, message)
            }
            rutter_team::Error::Arguments(error) => error.into(),
            rutter_team::Error::NoIndex => {
                Problem::missing("code cannot be searched here: there is no index")
            }
            rutter_team::Error::Store(error) => Problem::of_store(&error),
            error => {
                // The reader only learns that it failed; the reason goes to the server's log.
                eprintln!("code was not searched: {error}");
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the index cannot be searched now")
            }
        }
    }
}
