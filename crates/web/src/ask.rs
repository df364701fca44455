//! A question to a language model, as the pages pass it on. Who answers is decided by the program.

use std::ops::ControlFlow;

use rutter_domain::{Citation, Ending, Moment, Totals};

/// A question, and the chat that it continues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageQuestion {
    pub text: String,
    /// Id of the chat; `None` for a new one.
    pub chat: Option<String>,
}

/// What happens while a question is being answered.
#[derive(Debug, Clone, Copy)]
pub enum AskProgress<'a> {
    /// A paragraph, list, table or code block of the answer, as Markdown. Its citations were checked: those
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
    /// The places that the answer names, each checked.
    pub citations: Vec<Citation>,
    pub totals: Totals,
    pub ending: Ending,
}

/// Answers a question, or says why that is impossible. It stops when the listener breaks off.
pub type AskModel = dyn Fn(
        &PageQuestion,
        &(dyn Fn(AskProgress<'_>) -> ControlFlow<()> + Send + Sync),
    ) -> Result<AskReply, String>
    + Send
    + Sync;
