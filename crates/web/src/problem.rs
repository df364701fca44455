//! Why a page cannot be shown, in words for the reader.

use http::StatusCode;
use rutter_domain::{Vocabulary as _, error_chain};
use rutter_tools::ToolError;

use crate::vocabulary::WebVocabulary;

/// Why there is no page.
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
