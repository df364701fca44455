//! Which thoughts go back to the model that had them.
//!
//! Newer models sign what they think, and refuse a conversation that has changed before a signature. But a
//! conversation does change: old results are shortened, what became an entry is taken out, a user goes
//! back. So every turn is sealed with a hash of all that was sent before it. A turn whose seal no longer
//! fits is sent without its thoughts, and so are all later ones, whose seals rest on the same beginning.
//! Start at [`Survey::of`].

use rutter_domain::{Message, Thoughts, Turn};
use serde::Serialize;
use serde_json::Value;

use super::Request;

/// The conversation of a request, compared with the seals in it.
pub(super) struct Survey {
    /// For each message, whether it is sent with thoughts.
    kept: Vec<bool>,
    /// Everything that is sent.
    sent: blake3::Hasher,
}

impl Survey {
    /// `model` is the name that the provider knows. Without `is_wanted` no thoughts are sent.
    pub fn of(model: &str, request: &Request, is_wanted: bool) -> Survey {
        let mut sent = blake3::Hasher::new();
        add(&mut sent, &(model, &request.system, &request.tools));
        let mut kept = Vec::with_capacity(request.messages.len());
        for message in &request.messages {
            let thoughts = match message {
                Message::Model(Turn { thoughts: Some(thoughts), .. }) if is_wanted => {
                    Some(thoughts)
                }
                Message::Model(_) | Message::User(_) | Message::Results(_) => None,
            };
            let mut with_message = sent.clone();
            match message {
                Message::Model(turn) => add_turn(&mut with_message, turn),
                Message::User(_) | Message::Results(_) => add(&mut with_message, message),
            }
            let fits =
                |thoughts: &&Thoughts| thoughts.seal == seal(&with_message, &thoughts.blocks);
            let thoughts = thoughts.filter(fits);
            if let Some(thoughts) = thoughts {
                add(&mut with_message, &thoughts.blocks);
            }
            kept.push(thoughts.is_some());
            sent = with_message;
        }
        Survey { kept, sent }
    }

    /// The thoughts to send with the message at this place.
    pub fn thoughts<'a>(&self, at: usize, message: &'a Message) -> &'a [Value] {
        match message {
            Message::Model(Turn { thoughts: Some(thoughts), .. }) if self.kept[at] => {
                &thoughts.blocks
            }
            Message::Model(_) | Message::User(_) | Message::Results(_) => &[],
        }
    }

    pub fn has_thoughts(&self) -> bool {
        self.kept.contains(&true)
    }

    /// Seals the reply to this request.
    pub fn seal_reply(&self, turn: &Turn, blocks: Vec<Value>) -> Option<Thoughts> {
        if blocks.is_empty() {
            return None;
        }
        let mut sent = self.sent.clone();
        add_turn(&mut sent, turn);
        Some(Thoughts { seal: seal(&sent, &blocks), blocks })
    }
}

fn add_turn(sent: &mut blake3::Hasher, turn: &Turn) {
    add(sent, &(&turn.text, &turn.calls));
}

fn seal(sent: &blake3::Hasher, blocks: &[Value]) -> String {
    let mut sent = sent.clone();
    add(&mut sent, &blocks);
    sent.finalize().to_hex().to_string()
}

fn add(sent: &mut blake3::Hasher, value: &impl Serialize) {
    // Values of JSON and structs of texts can always be written.
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    sent.update(&bytes.len().to_le_bytes()).update(&bytes);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn user(text: &str) -> Message {
        Message::User(text.to_owned())
    }

    /// Lets the model say this, with a thought.
    fn say(request: &mut Request, text: &str) {
        let mut turn = Turn { text: text.to_owned(), ..Turn::default() };
        turn.thoughts = Survey::of("m", request, true).seal_reply(&turn, vec![json!(text)]);
        request.messages.push(Message::Model(turn));
    }

    fn chat() -> Request {
        let mut request = Request { messages: vec![user("one")], ..Request::default() };
        say(&mut request, "first");
        request.messages.push(user("two"));
        say(&mut request, "second");
        request.messages.push(user("three"));
        request
    }

    fn check(request: &Request, model: &str, expected: &str) {
        let survey = Survey::of(model, request, true);
        let messages = request.messages.iter().enumerate();
        let kept = messages.filter(|(at, message)| !survey.thoughts(*at, message).is_empty());
        let kept: String = kept.map(|(at, _)| at.to_string()).collect();
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_conversation_that_only_grew_keeps_its_thoughts() {
        check(&chat(), "m", "13");
        assert!(!Survey::of("m", &chat(), false).has_thoughts());
    }

    #[test]
    fn a_change_drops_all_thoughts_after_it_and_new_ones_begin_there() {
        let mut request = chat();
        request.messages[2] = user("2");
        check(&request, "m", "1");
        say(&mut request, "third");
        request.messages.push(user("four"));
        check(&request, "m", "15");
    }

    #[test]
    fn another_model_instruction_or_beginning_drops_them_all() {
        check(&chat(), "other", "");
        check(&Request { system: "Be brief.".to_owned(), ..chat() }, "m", "");
        let mut request = chat();
        request.messages.remove(0);
        check(&request, "m", "");
    }

    #[test]
    fn a_turn_that_was_edited_loses_its_thoughts() {
        let mut request = chat();
        let Message::Model(turn) = &mut request.messages[1] else { panic!("no turn") };
        turn.text.push('!');
        check(&request, "m", "");
        let mut request = chat();
        let Message::Model(Turn { thoughts: Some(thoughts), .. }) = &mut request.messages[3] else {
            panic!("no thoughts")
        };
        thoughts.blocks = vec![json!("forged")];
        check(&request, "m", "1");
    }
}
