//! Questions of the pages to a language model. The program provides the function that answers them.

use std::ops::ControlFlow;

use rutter_domain::{Citation, Ending, Moment, Totals};

/// A question, and the chat that it continues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageQuestion {
    pub text: String,
    /// Id of the chat; `None` for a new one.
    pub chat: Option<String>,
}

/// An event while a question is being answered.
#[derive(Debug, Clone, Copy)]
pub enum AskProgress<'a> {
    /// A paragraph, list, table or code block of the answer, as Markdown. Its citations were checked, and those
    /// that do not hold are marked.
    Block(&'a str),
    Moment(&'a Moment),
}

/// An answer, or why there is none.
#[derive(Debug, Clone)]
pub struct AskReply {
    /// Id of the recorded run.
    pub run: String,
    /// Id of the chat, by which it can be continued.
    pub chat: Option<String>,
    pub answer: Option<String>,
    /// The checked citations of the answer.
    pub citations: Vec<Citation>,
    pub totals: Totals,
    pub ending: Ending,
}

/// Answers a question. The error says why that is impossible. It stops when the listener returns `Break`.
pub type AskModel = dyn Fn(
        &PageQuestion,
        &(dyn Fn(AskProgress<'_>) -> ControlFlow<()> + Send + Sync),
    ) -> Result<AskReply, String>
    + Send
    + Sync;
