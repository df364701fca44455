//! A conversation with a language model, in no provider's own format.
//!
//! A [`Conversation`] is a value that outlives a run: a run appends to it, the next run goes on from
//! there, and it can be serialized and stored in between. Instruction and tools are not part of it;
//! they belong to the run. Start at [`Message`].
//!
//! User and model alternate, with the results of calls in between: the chat templates of many models
//! reject anything else. [`Conversation::add_user_message`] ensures that after a run that was cut short.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The messages so far, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Conversation {
    pub messages: Vec<Message>,
}

/// Replaces the answer of a run that ended before the model gave one.
const NO_ANSWER: &str = "[stopped before an answer]";

impl Conversation {
    /// Appends a message of the user. One that was not answered yet is continued, and results that
    /// were not answered get [`NO_ANSWER`] first.
    pub fn add_user_message(&mut self, text: &str) {
        match self.messages.last_mut() {
            Some(Message::User(unanswered)) => {
                unanswered.push_str("\n\n");
                unanswered.push_str(text);
                return;
            }
            Some(Message::Results(_)) => {
                let turn = Turn { text: NO_ANSWER.to_owned(), ..Turn::default() };
                self.messages.push(Message::Model(turn));
            }
            Some(Message::Model(_)) | None => {}
        }
        self.messages.push(Message::User(text.to_owned()));
    }

    /// The last question that was answered, and its answer.
    pub fn last_exchange(&self) -> Option<(&str, &str)> {
        let mut messages = self.messages.iter().rev();
        let answer = messages.find_map(|message| match message {
            Message::Model(turn) if turn.calls.is_empty() && !turn.text.is_empty() => {
                Some(turn.text.as_str())
            }
            Message::User(_) | Message::Model(_) | Message::Results(_) => None,
        })?;
        let question = messages.find_map(|message| match message {
            Message::User(question) => Some(question.as_str()),
            Message::Model(_) | Message::Results(_) => None,
        })?;
        Some((question, answer))
    }
}

/// One message; the variant says who speaks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Message {
    User(String),
    Model(Turn),
    /// The results of the calls in the preceding [`Turn`], in the same order.
    Results(Vec<ToolResult>),
}

/// One message of the model: text, tool calls or both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Turn {
    pub text: String,
    pub calls: Vec<ToolCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thoughts: Option<Thoughts>,
}

/// The thoughts of a model before and within a turn, in its provider's own form. They may be sent back only to that
/// model, and only as long as nothing before them in the conversation has changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Thoughts {
    /// A hash of the model, the instruction, the tools, the messages before the turn as they were sent, and
    /// the turn itself.
    pub seal: String,
    pub blocks: Vec<Value>,
}

/// A call that the model asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Matches a [`ToolResult`] with its call.
    pub id: String,
    pub name: String,
    /// As the model wrote them: an object, if it followed the schema.
    pub arguments: Value,
    /// Opaque values that some models require to be sent back with the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<String>,
}

/// The answer to a [`ToolCall`] as the model reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    pub id: String,
    pub name: String,
    pub content: String,
    pub is_error: bool,
}

/// Tokens used by one request and its reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// The whole input, cached or not.
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// The part of the input that the provider read from its cache.
    pub cached_tokens: u64,
    /// The part of the input that the provider wrote to its cache, for which some charge.
    #[serde(default)]
    pub written_tokens: u64,
    /// The provider reported no usage, and these are our own estimates.
    pub is_estimate: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(text: &str) -> Message {
        Message::Model(Turn { text: text.to_owned(), ..Turn::default() })
    }

    fn user(text: &str) -> Message {
        Message::User(text.to_owned())
    }

    fn check(before: Vec<Message>, after: &[Message]) {
        let n_before = before.len();
        let mut conversation = Conversation { messages: before };
        conversation.add_user_message("Go on.");
        assert_eq!(&conversation.messages[n_before.saturating_sub(1)..], after);
    }

    #[test]
    fn the_last_exchange_is_the_one_that_was_answered() {
        let messages = vec![user("Hi."), model("Hello."), user("And?"), model("No."), user("Why?")];
        assert_eq!(Conversation { messages }.last_exchange(), Some(("And?", "No.")));
        assert_eq!(Conversation { messages: vec![user("Hi.")] }.last_exchange(), None);
    }

    #[test]
    fn user_and_model_alternate_however_the_last_run_ended() {
        check(vec![], &[user("Go on.")]);
        check(vec![user("Hi."), model("Hello.")], &[model("Hello."), user("Go on.")]);
        check(vec![user("Hi.")], &[user("Hi.\n\nGo on.")]);
        let results = Message::Results(Vec::new());
        check(vec![results.clone()], &[results, model(NO_ANSWER), user("Go on.")]);
    }

    #[test]
    fn a_stored_conversation_is_read_back_whole() {
        let call = ToolCall {
            id: "1".to_owned(),
            name: "grep".to_owned(),
            arguments: serde_json::json!({ "pattern": "x" }),
            signatures: vec!["opaque".to_owned()],
        };
        let result = ToolResult {
            id: "1".to_owned(),
            name: "grep".to_owned(),
            content: "none".to_owned(),
            is_error: false,
        };
        let thoughts = Some(Thoughts { seal: "s".to_owned(), blocks: vec!["opaque".into()] });
        let calling = Turn { calls: vec![call], thoughts, ..Turn::default() };
        let messages = vec![
            user("Hi."),
            Message::Model(calling),
            Message::Results(vec![result]),
            model("No."),
        ];
        let conversation = Conversation { messages };
        let stored = serde_json::to_string(&conversation).unwrap();
        assert_eq!(serde_json::from_str::<Conversation>(&stored).unwrap(), conversation);
    }
}
