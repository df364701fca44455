//! Adds the loop's own notes to a conversation.

use rutter_domain::Message;

/// Adds a note to what is sent next. It goes into the last message where that is not the model's own,
/// because many chat templates reject a user message after results or after another user message.
pub(crate) fn append(messages: &mut Vec<Message>, note: &str) {
    let text = match messages.last_mut() {
        Some(Message::User(text)) => Some(text),
        Some(Message::Results(results)) => results.last_mut().map(|result| &mut result.content),
        Some(Message::Model(_)) | None => None,
    };
    match text {
        Some(text) => {
            text.push_str("\n\n");
            text.push_str(note);
        }
        None => messages.push(Message::User(note.to_owned())),
    }
}
