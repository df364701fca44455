//! The meaning of keys while an answer streams, apart from any terminal.

use std::collections::VecDeque;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use unicode_segmentation::UnicodeSegmentation;

use crate::text::{Charset, printable};

/// A longer draft grows no further; nobody types that much.
const LONGEST_DRAFT_BYTES: usize = 1 << 20;

/// The key that stops the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InterruptKey {
    CtrlC,
    Esc,
}

/// A change at the keyboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeAheadEvent {
    Interrupt(InterruptKey),
    /// The draft has changed to this.
    Draft(String),
    /// A message was entered and waits.
    Queued(String),
    /// The last message was taken back into the draft.
    Unqueued,
    /// The terminal has this many columns now.
    Resized {
        columns: u16,
    },
}

/// Messages and the draft that were typed meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Collected {
    /// Messages that were entered, oldest first.
    pub messages: Vec<String>,
    /// The text after the last message, for the next prompt.
    pub draft: String,
}

/// The draft and the messages before it.
#[derive(Debug, Default)]
pub struct Keyboard {
    messages: VecDeque<String>,
    draft: String,
}

impl Keyboard {
    /// Handles one event of the terminal and returns what it means, in order.
    pub fn push(&mut self, event: &Event) -> Vec<TypeAheadEvent> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.push_key(*key),
            Event::Paste(text) => self.type_text(&text.replace("\r\n", "\n").replace('\r', "\n")),
            Event::Resize(columns, _) => vec![TypeAheadEvent::Resized { columns: *columns }],
            Event::Key(_) | Event::Mouse(_) | Event::FocusGained | Event::FocusLost => Vec::new(),
        }
    }

    pub fn next_message(&mut self) -> Option<String> {
        self.messages.pop_front()
    }

    pub fn take(&mut self) -> Collected {
        Collected {
            messages: self.messages.drain(..).collect(),
            draft: std::mem::take(&mut self.draft),
        }
    }

    fn push_key(&mut self, key: KeyEvent) -> Vec<TypeAheadEvent> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('c' | 'C') if is_control => {
                vec![TypeAheadEvent::Interrupt(InterruptKey::CtrlC)]
            }
            KeyCode::Esc => vec![TypeAheadEvent::Interrupt(InterruptKey::Esc)],
            KeyCode::Char('u') if is_control => self.edit(String::clear),
            KeyCode::Char('w') if is_control => self.edit(remove_word),
            KeyCode::Char('h') if is_control => self.edit(remove_character),
            KeyCode::Char('j') if is_control => self.type_text("\n"),
            KeyCode::Backspace => self.edit(remove_character),
            KeyCode::Enter if key.modifiers.is_empty() => self.queue(),
            KeyCode::Enter => self.type_text("\n"),
            KeyCode::Tab => self.type_text("\t"),
            // Takes back the last message, to change or drop it.
            KeyCode::Up if self.draft.is_empty() => match self.messages.pop_back() {
                Some(message) => {
                    let mut events = vec![TypeAheadEvent::Unqueued];
                    events.extend(self.type_text(&message));
                    events
                }
                None => Vec::new(),
            },
            KeyCode::Char(c) if !is_control && !is_alt => {
                self.type_text(c.encode_utf8(&mut [0; 4]))
            }
            _ => Vec::new(),
        }
    }

    fn queue(&mut self) -> Vec<TypeAheadEvent> {
        if let Some(line) = self.draft.strip_suffix('\\') {
            let continued = format!("{line}\n");
            return self.edit(|draft| *draft = continued);
        }
        let message = std::mem::take(&mut self.draft);
        let mut events = Vec::new();
        if !message.trim().is_empty() {
            events.push(TypeAheadEvent::Queued(message.clone()));
            self.messages.push_back(message);
        }
        events.push(TypeAheadEvent::Draft(String::new()));
        events
    }

    fn type_text(&mut self, text: &str) -> Vec<TypeAheadEvent> {
        if self.draft.len() + text.len() <= LONGEST_DRAFT_BYTES {
            self.edit(|draft| draft.push_str(&printable(text, Charset::Unicode)))
        } else {
            Vec::new()
        }
    }

    fn edit(&mut self, change: impl FnOnce(&mut String)) -> Vec<TypeAheadEvent> {
        change(&mut self.draft);
        vec![TypeAheadEvent::Draft(self.draft.clone())]
    }
}

fn remove_character(draft: &mut String) {
    let last = draft.graphemes(true).next_back().map_or(0, str::len);
    draft.truncate(draft.len() - last);
}

fn remove_word(draft: &mut String) {
    let word_end = draft.trim_end().len();
    let word_start = draft[..word_end].rfind(char::is_whitespace).map_or(0, |at| at + 1);
    draft.truncate(draft.ceil_char_boundary(word_start));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types a script: `^x` is Ctrl+X, `<` Backspace, `!` Esc, `^m` Enter, `^p` Up.
    fn typed(script: &str) -> (Vec<String>, Collected) {
        let mut keyboard = Keyboard::default();
        let mut events = Vec::new();
        let mut characters = script.chars();
        while let Some(c) = characters.next() {
            let (code, modifiers) = match c {
                '^' => match characters.next().unwrap() {
                    'm' => (KeyCode::Enter, KeyModifiers::NONE),
                    'p' => (KeyCode::Up, KeyModifiers::NONE),
                    key => (KeyCode::Char(key), KeyModifiers::CONTROL),
                },
                '<' => (KeyCode::Backspace, KeyModifiers::NONE),
                '!' => (KeyCode::Esc, KeyModifiers::NONE),
                c => (KeyCode::Char(c), KeyModifiers::NONE),
            };
            let happened = keyboard.push(&Event::Key(KeyEvent::new(code, modifiers)));
            let told = happened.iter().filter(|event| !matches!(event, TypeAheadEvent::Draft(_)));
            events.extend(told.map(|event| format!("{event:?}")));
        }
        (events, keyboard.take())
    }

    fn check(script: &str, messages: &[&str], draft: &str) {
        let collected = typed(script).1;
        assert_eq!(collected.messages, messages, "{script}");
        assert_eq!(collected.draft, draft, "{script}");
    }

    #[test]
    fn entered_messages_queue_and_the_rest_is_the_draft() {
        check("one^mtwo^mth", &["one", "two"], "th");
        check("^m  ^mx", &[], "x");
        check("a\\^mb^jc^m", &["a\nb\nc"], "");
    }

    #[test]
    fn the_draft_can_be_edited() {
        check("helo<lo wörld^w!", &[], "hello ");
        check("abc^ux", &[], "x");
        check("日本<", &[], "日");
        check("<<^w^u", &[], "");
    }

    #[test]
    fn the_last_message_can_be_taken_back() {
        check("one^mtwo^m^p<<<x^p", &["one"], "x");
    }

    #[test]
    fn ctrl_c_and_escape_interrupt_and_keep_the_draft() {
        let (events, collected) = typed("ab^c!c^m");
        assert_eq!(events, ["Interrupt(CtrlC)", "Interrupt(Esc)", "Queued(\"abc\")"]);
        assert_eq!(collected.messages, ["abc"]);
    }

    #[test]
    fn a_paste_is_typed_and_never_sent() {
        let mut keyboard = Keyboard::default();
        let happened = keyboard.push(&Event::Paste("a\r\nb\x1b\r".to_owned()));
        assert_eq!(happened, [TypeAheadEvent::Draft("a\nb\u{fffd}\n".to_owned())]);
        let expected = Collected { messages: Vec::new(), draft: "a\nb\u{fffd}\n".to_owned() };
        assert_eq!(keyboard.take(), expected);
    }
}
