//! What a reply means: take it, send less, ask again, or give up.

use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::exchange::{Failure, Reply};
use super::key::Key;
use super::patience::{self, Trouble};

/// What to do about a reply. The words are the service's own where it has any.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Take(Vec<u8>),
    SendLess(String),
    AskAgain { trouble: Trouble, asked: Option<Duration>, reason: String },
    Absent(String),
    Refused(String),
    Nonsense(String),
}

/// Judges what came back, if anything.
pub(super) fn judge(
    outcome: Result<Reply, Failure>,
    key: Option<&Key>,
    now: SystemTime,
) -> Verdict {
    match outcome {
        Ok(reply) => judge_reply(reply, key, now),
        Err(Failure::Absent(reason)) => Verdict::Absent(clean(reason, key)),
        Err(Failure::Lost(reason)) => {
            Verdict::AskAgain { trouble: Trouble::Failing, asked: None, reason: clean(reason, key) }
        }
        Err(Failure::Nonsense(reason)) => Verdict::Nonsense(clean(reason, key)),
        Err(Failure::Impossible(reason)) => Verdict::Refused(clean(reason, key)),
    }
}

fn judge_reply(reply: Reply, key: Option<&Key>, now: SystemTime) -> Verdict {
    let status = reply.status;
    if (200..300).contains(&status) {
        return Verdict::Take(reply.body);
    }
    let complaint = Complaint::read(&reply.body);
    let reason = match &complaint.message {
        Some(message) => clean(format!("HTTP {status}: {message}"), key),
        None => format!("HTTP {status}"),
    };
    let asked = (reply.retry_after.as_deref())
        .and_then(|value| patience::read_retry_after(value, now))
        .or(complaint.retry_delay);
    match status {
        300..400 => Verdict::Refused(format!("it sends elsewhere; name that address ({reason})")),
        413 => Verdict::SendLess(reason),
        400 | 422 | 500 if complaint.is_about_size() => Verdict::SendLess(reason),
        429 if complaint.is_about_money() => Verdict::Refused(reason),
        429 => Verdict::AskAgain { trouble: Trouble::Busy, asked, reason },
        501 | 505 => Verdict::Refused(reason),
        408 | 425 | 500.. => Verdict::AskAgain { trouble: Trouble::Failing, asked, reason },
        _ => Verdict::Refused(reason),
    }
}

/// What the service says of its error.
struct Complaint {
    message: Option<String>,
    /// The whole body in lower case, for looking up words.
    words: String,
    /// Gemini tells here how long to wait.
    retry_delay: Option<Duration>,
}

impl Complaint {
    fn read(body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let words = text.to_lowercase();
        let Ok(json) = serde_json::from_str::<Value>(&text) else {
            let text = text.trim();
            let is_a_page = text.starts_with('<');
            let message = (!text.is_empty() && !is_a_page).then(|| text.to_owned());
            return Complaint { message, words, retry_delay: None };
        };
        let message = ["/error/message", "/error", "/message", "/detail", "/detail/0/msg"]
            .into_iter()
            .find_map(|path| json.pointer(path).and_then(Value::as_str))
            .filter(|message| !message.trim().is_empty())
            .map(str::to_owned);
        Complaint { message, words, retry_delay: read_retry_delay(&json) }
    }

    fn is_about_size(&self) -> bool {
        const WORDS: [&str; 12] = [
            "too large",
            "too long",
            "too many",
            "maximum context length",
            "context length",
            "maximum allowed",
            "max allowed",
            "maximum length",
            "maximum request size",
            "batch size",
            "at most",
            "exceeds",
        ];
        let is_about_vectors = self.words.contains("dimension");
        !is_about_vectors && WORDS.iter().any(|words| self.words.contains(words))
    }

    /// Whether the allowance is used up for longer than a while.
    fn is_about_money(&self) -> bool {
        const WORDS: [&str; 6] =
            ["insufficient_quota", "perday", "per day", "/ day", "per month", "/ month"];
        WORDS.iter().any(|words| self.words.contains(words))
    }
}

fn read_retry_delay(json: &Value) -> Option<Duration> {
    let details = json.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    let seconds: f64 = delay.strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds.ceil()).ok()
}

/// One bounded line that shows neither the key nor anything that moves a terminal's cursor.
pub(super) fn clean(text: String, key: Option<&Key>) -> String {
    const LIMIT_CHARS: usize = 300;
    let text = match key {
        Some(key) => key.redact(text),
        None => text,
    };
    let is_unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let text = text.replace(is_unseen, " ");
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if let Some((end, _)) = line.char_indices().nth(LIMIT_CHARS) {
        line.truncate(end);
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests;
