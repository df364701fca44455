//! A search before the first request, for models that like to announce a search instead of making it.
//!
//! The conversation then begins as if the model had called the tool, so that what it was shown, what is
//! recorded and what counts as seen are as always.

use rutter_domain::{Message, ToolCall, Turn};
use rutter_tools::Tool as _;
use rutter_tools::code::search::Search;
use serde_json::json;

use super::TurnLoop;

/// A message with fewer words is hardly a question about code.
const LEAST_WORDS: usize = 3;
/// Few hits: such models have small windows, and read slowly.
const N_HITS: usize = 4;
const LIMIT_TOKENS: usize = 1_200;
/// Before the first turn.
const TURN: u32 = 0;

impl TurnLoop<'_> {
    /// Searches for the user's message, if the mission says so and the model could.
    pub(super) async fn search_first(&mut self, message: &str) {
        let is_offered = self.request.tools.iter().any(|tool| tool.name == Search::NAME);
        let n_words = message.split_whitespace().take(LEAST_WORDS).count();
        if !self.mission.searches_first || !is_offered || n_words < LEAST_WORDS {
            return;
        }
        let call = ToolCall {
            id: format!("first-search-{}", self.conversation.messages.len()),
            name: Search::NAME.to_owned(),
            arguments: json!({ "query": message, "limit": N_HITS, "tokens": LIMIT_TOKENS }),
            signatures: Vec::new(),
        };
        self.seen_before = self.tools.seen().clone();
        let calls = vec![call];
        let outcome = self.tools.run(TURN, &calls, &mut self.events, self.cancel).await;
        self.conversation.messages.push(Message::Model(Turn { calls, ..Turn::default() }));
        self.conversation.messages.push(Message::Results(outcome.results));
    }
}
