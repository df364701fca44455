//! Makes a long chat shorter, the least valuable parts first.
//!
//! Only what was said before the last message of the user is touched: results of tools are cut, then left
//! out together with their calls, then answers are cut and left out. The words of the user stay whole; only
//! if they alone fill the window are the oldest exchanges left out. Everything stays in the record of the
//! runs. Start at [`compact`].

use rutter_domain::{Message, Turn};

use super::window::{Cuts, KEPT_BYTES, TokenEstimator, cut};

/// Follows a text that was cut.
const ADVICE: &str = "the record of this chat has it";
/// Replaces an answer.
const NO_ANSWER: &str = "[answer left out to save room; the record of this chat has it]";
/// Precedes the first message that is left.
const NO_BEGINNING: &str = "[earlier messages are left out; the record of this chat has them]\n";

/// Shortens a chat that takes more than `limit_tokens`, to about 70 % of that.
pub(crate) fn compact(
    messages: &mut Vec<Message>,
    estimator: &TokenEstimator,
    limit_tokens: u64,
) -> Cuts {
    let mut cuts = Cuts::default();
    if estimator.estimate(messages) <= limit_tokens {
        return cuts;
    }
    // Well below the limit: every cut changes the beginning of the request, and with it what the provider
    // can read from its cache.
    let target = limit_tokens * 7 / 10;
    for stage in [Stage::CutResults, Stage::DropCalls, Stage::CutAnswers, Stage::DropAnswers] {
        let mut at = 0;
        while at < earlier(messages) && estimator.estimate(messages) > target {
            let n_changed = stage.apply(messages, at);
            cuts.past += n_changed;
            // After a removal, `at` is the message that followed.
            at += usize::from(n_changed == 0 || stage != Stage::DropCalls);
        }
    }
    while estimator.estimate(messages) > limit_tokens && drop_first_exchange(messages) {
        cuts.past += 1;
    }
    cuts
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    CutResults,
    DropCalls,
    CutAnswers,
    DropAnswers,
}

impl Stage {
    /// Applies this stage to one message; returns how many texts it changed.
    fn apply(self, messages: &mut Vec<Message>, at: usize) -> u32 {
        match (self, &mut messages[at]) {
            (Stage::CutResults, Message::Results(results)) => {
                let mut n_cut = 0;
                for result in results {
                    n_cut += u32::from(cut(&mut result.content, KEPT_BYTES, ADVICE) > 0);
                }
                n_cut
            }
            (Stage::DropCalls, Message::Model(turn)) if !turn.calls.is_empty() => {
                let has_results = matches!(messages.get(at + 1), Some(Message::Results(_)));
                messages.drain(at..=at + usize::from(has_results));
                1
            }
            (Stage::CutAnswers, Message::Model(turn)) => {
                u32::from(cut(&mut turn.text, KEPT_BYTES, ADVICE) > 0)
            }
            (Stage::DropAnswers, Message::Model(turn)) if turn.text.len() > NO_ANSWER.len() => {
                *turn = Turn { text: NO_ANSWER.to_owned(), ..Turn::default() };
                1
            }
            (_, Message::User(_) | Message::Model(_) | Message::Results(_)) => 0,
        }
    }
}

/// Number of messages before the last one of the user.
fn earlier(messages: &[Message]) -> usize {
    messages.iter().rposition(is_user).unwrap_or(0)
}

fn is_user(message: &Message) -> bool {
    matches!(message, Message::User(_))
}

/// Leaves out the first message of the user and what followed it, if it is not the last one.
fn drop_first_exchange(messages: &mut Vec<Message>) -> bool {
    let Some(second) = messages.iter().skip(1).position(is_user) else { return false };
    messages.drain(..=second);
    if let Some(Message::User(text)) = messages.first_mut()
        && !text.starts_with(NO_BEGINNING)
    {
        text.insert_str(0, NO_BEGINNING);
    }
    true
}

#[cfg(test)]
mod tests {
    use rutter_domain::{ToolCall, ToolResult};
    use rutter_provider::language::Request;
    use serde_json::json;

    use super::*;

    /// One question with a call, its result and an answer.
    fn exchange(
        n: usize,
        question: &str,
        result_bytes: usize,
        answer_bytes: usize,
    ) -> Vec<Message> {
        let id = format!("c{n}");
        let call = ToolCall {
            id: id.clone(),
            name: "search".to_owned(),
            arguments: json!({ "query": "words" }),
            signatures: Vec::new(),
        };
        let content = "r".repeat(result_bytes);
        let result = ToolResult { id, name: "search".to_owned(), content, is_error: false };
        vec![
            Message::User(question.to_owned()),
            Message::Model(Turn { calls: vec![call], ..Turn::default() }),
            Message::Results(vec![result]),
            Message::Model(Turn { text: "a".repeat(answer_bytes), ..Turn::default() }),
        ]
    }

    fn chat(n_exchanges: usize, result_bytes: usize, answer_bytes: usize) -> Vec<Message> {
        let one = |n| exchange(n, &format!("question {n}"), result_bytes, answer_bytes);
        let mut messages: Vec<Message> = (0..n_exchanges).flat_map(one).collect();
        messages.push(Message::User("the last question".to_owned()));
        messages
    }

    fn compacted(messages: &mut Vec<Message>, limit_tokens: u64) -> u64 {
        let estimator = TokenEstimator::new(&Request::default());
        compact(messages, &estimator, limit_tokens);
        let mut is_answer_due = false;
        for message in messages.iter() {
            assert!(!(is_user(message) && is_answer_due), "two questions in a row: {messages:?}");
            is_answer_due = is_user(message);
        }
        estimator.estimate(messages)
    }

    fn questions(messages: &[Message]) -> Vec<&str> {
        let mut questions = Vec::new();
        for message in messages {
            if let Message::User(text) = message {
                questions.push(text.as_str());
            }
        }
        questions
    }

    #[test]
    fn a_chat_that_fits_is_left_alone() {
        let (mut messages, before) = (chat(3, 1_000, 500), chat(3, 1_000, 500));
        compacted(&mut messages, 10_000);
        assert_eq!(messages, before);
    }

    #[test]
    fn results_go_first_and_answers_stay() {
        let mut messages = chat(10, 4_000, 400);
        assert!(compacted(&mut messages, 6_000) <= 4_200);
        let answers = messages.iter().filter(|message| match message {
            Message::Model(turn) => turn.text.len() == 400,
            Message::User(_) | Message::Results(_) => false,
        });
        assert_eq!(answers.count(), 10);
        assert_eq!(questions(&messages).len(), 11);
    }

    #[test]
    fn the_words_of_the_user_stay_when_nothing_else_does() {
        let mut messages = chat(500, 4_000, 2_000);
        assert!(compacted(&mut messages, 20_000) <= 20_000);
        let questions = questions(&messages);
        assert_eq!(questions.len(), 501);
        assert_eq!(questions[7], "question 7");
    }

    #[test]
    fn only_when_the_words_of_the_user_fill_the_window_the_oldest_are_left_out() {
        let mut messages: Vec<Message> =
            (0..50).flat_map(|n| exchange(n, &"w".repeat(1_000), 100, 100)).collect();
        messages.push(Message::User("the last question".to_owned()));
        assert!(compacted(&mut messages, 5_000) <= 5_000);
        let questions = questions(&messages);
        assert!(questions[0].starts_with(NO_BEGINNING));
        assert_eq!(questions.last(), Some(&"the last question"));
        assert!(questions.len() > 15, "{}", questions.len());
    }
}
