//! What the model is told besides its mission and its results.

use rutter_domain::Message;
use rutter_provider::language::Request;

/// Said when a reply ran into its limit.
pub(crate) const GO_ON: &str = "Your reply was cut off because it was too long. Go on, and keep \
    it short: call a tool, or answer in a few sentences.";

/// Said when a reply has neither words nor calls.
pub(crate) const SAY_SOMETHING: &str =
    "Your reply was empty. Call a tool, or answer in a few sentences if you are through.";

/// Said with the last results that there will be.
pub(crate) const LAST_TURN: &str = "[this is your last turn: record now what you have understood \
    and not recorded yet, several calls at once, or answer; no results come back]";

/// Said with the results of calls that were made before.
pub(crate) const ASKED_BEFORE: &str = "[you asked for this before and got the same answer: do \
    something else, or answer if you are through]";

/// Adds a remark of ours to what is sent next.
pub(crate) fn append(request: &mut Request, remark: &str) {
    let text = match request.messages.last_mut() {
        Some(Message::User(text)) => Some(text),
        Some(Message::Results(results)) => results.last_mut().map(|result| &mut result.content),
        Some(Message::Model(_)) | None => None,
    };
    match text {
        Some(text) => {
            text.push_str("\n\n");
            text.push_str(remark);
        }
        None => request.messages.push(Message::User(remark.to_owned())),
    }
}
