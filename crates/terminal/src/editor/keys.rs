//! The keys of the prompt, on top of those of emacs or vi.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use reedline::{
    EditCommand, EditMode, Emacs, Keybindings, PromptEditMode, ReedlineEvent, ReedlineRawEvent, Vi,
    default_emacs_keybindings, default_vi_insert_keybindings, default_vi_normal_keybindings,
    default_vi_visual_keybindings,
};

use super::draft::SharedDraft;
use super::menus;
use crate::text::{Charset, printable};

/// Host command: the user cancels the draft.
pub const CANCEL: &str = "cancel";
/// Host command: the user wants the draft in the external editor.
pub const OPEN_EDITOR: &str = "open editor";

/// The key bindings of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditingKeys {
    Emacs,
    Vi,
}

/// Handles the keys of chats and pastes, and leaves all others to emacs or vi.
pub struct ChatKeys {
    keys: EditingKeys,
    inner: Box<dyn EditMode>,
    draft: SharedDraft,
    prefix: Prefix,
}

/// The key before, if it is the first of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prefix {
    None,
    CtrlX,
}

impl ChatKeys {
    pub fn new(keys: EditingKeys, draft: SharedDraft) -> ChatKeys {
        ChatKeys { keys, inner: editing_mode(keys), draft, prefix: Prefix::None }
    }

    fn paste(&self, text: &str) -> ReedlineEvent {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = printable(&text, Charset::Unicode);
        let shown = self.draft.paste(&text);
        ReedlineEvent::Edit(vec![EditCommand::InsertString(shown)])
    }
}

impl EditMode for ChatKeys {
    fn parse_event(&mut self, event: ReedlineRawEvent) -> ReedlineEvent {
        let event = Event::from(event);
        let prefix = std::mem::replace(&mut self.prefix, Prefix::None);
        match &event {
            Event::Paste(text) => return self.paste(text),
            Event::Key(KeyEvent { code: KeyCode::Char(key), modifiers, .. })
                if modifiers.contains(KeyModifiers::CONTROL) =>
            {
                // Esc and Ctrl-C in quick succession arrive as one key with Alt.
                let is_alone = *modifiers == KeyModifiers::CONTROL;
                match (key.to_ascii_lowercase(), prefix) {
                    ('c', _) => {
                        // The next draft begins as the first did: in vi's insert mode.
                        self.inner = editing_mode(self.keys);
                        return leave_with(CANCEL, ReedlineEvent::CtrlC);
                    }
                    ('e', Prefix::CtrlX) | ('o', _) if is_alone => {
                        return leave_with(OPEN_EDITOR, ReedlineEvent::None);
                    }
                    ('x', _) if is_alone => {
                        self.prefix = Prefix::CtrlX;
                        return ReedlineEvent::None;
                    }
                    (_, _) => {}
                }
            }
            _ => {}
        }
        match ReedlineRawEvent::try_from(event) {
            Ok(event) => self.inner.parse_event(event),
            Err(()) => ReedlineEvent::None,
        }
    }

    fn edit_mode(&self) -> PromptEditMode {
        self.inner.edit_mode()
    }
}

fn editing_mode(keys: EditingKeys) -> Box<dyn EditMode> {
    match keys {
        EditingKeys::Emacs => Box::new(Emacs::new(with_chat_keys(default_emacs_keybindings()))),
        EditingKeys::Vi => Box::new(Vi::new(
            with_chat_keys(default_vi_insert_keybindings()),
            with_chat_keys(default_vi_normal_keybindings()),
            default_vi_visual_keybindings(),
        )),
    }
}

/// Closes a menu and ends the loop with the buffer kept. In `reedline`'s own search, which knows no
/// such thing, `in_search` is done instead.
fn leave_with(command: &str, in_search: ReedlineEvent) -> ReedlineEvent {
    let command = ReedlineEvent::ExecuteHostCommand(command.to_owned());
    ReedlineEvent::UntilFound(vec![
        ReedlineEvent::Multiple(vec![ReedlineEvent::Esc, command]),
        in_search,
    ])
}

fn with_chat_keys(mut keys: Keybindings) -> Keybindings {
    let newline = || ReedlineEvent::Edit(vec![EditCommand::InsertNewline]);
    let open = |menu: &str| {
        ReedlineEvent::UntilFound(vec![
            ReedlineEvent::Menu(menu.to_owned()),
            ReedlineEvent::MenuNext,
        ])
    };
    for (modifiers, code, event) in [
        (KeyModifiers::NONE, KeyCode::Tab, open(menus::COMPLETION)),
        (KeyModifiers::SHIFT, KeyCode::BackTab, ReedlineEvent::MenuPrevious),
        (KeyModifiers::CONTROL, KeyCode::Char('r'), open(menus::HISTORY)),
        (KeyModifiers::ALT, KeyCode::Enter, newline()),
        (KeyModifiers::SHIFT, KeyCode::Enter, newline()),
        (KeyModifiers::CONTROL, KeyCode::Char('j'), newline()),
    ] {
        keys.add_binding(modifiers, code, event);
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(keys: &mut ChatKeys, event: Event) -> ReedlineEvent {
        keys.parse_event(ReedlineRawEvent::try_from(event).unwrap())
    }

    fn control(key: char) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL))
    }

    fn keys(keys: EditingKeys) -> ChatKeys {
        ChatKeys::new(keys, SharedDraft::default())
    }

    #[test]
    fn a_paste_is_inserted_and_never_sent() {
        let mut keys = keys(EditingKeys::Emacs);
        let inserted =
            |text: &str| ReedlineEvent::Edit(vec![EditCommand::InsertString(text.to_owned())]);
        assert_eq!(
            parse(&mut keys, Event::Paste("a\r\nb\x1b[2J\r".into())),
            inserted("a\nb\u{fffd}[2J\n")
        );
        let long = Event::Paste("x\r".repeat(200));
        assert_eq!(parse(&mut keys, long), inserted("[pasted 200 lines]"));
    }

    #[test]
    fn the_editor_opens_by_two_ways() {
        for mode in [EditingKeys::Emacs, EditingKeys::Vi] {
            let mut keys = keys(mode);
            let open = leave_with(OPEN_EDITOR, ReedlineEvent::None);
            assert_eq!(parse(&mut keys, control('o')), open);
            assert_eq!(parse(&mut keys, control('x')), ReedlineEvent::None);
            assert_eq!(parse(&mut keys, control('e')), open);
            assert_ne!(parse(&mut keys, control('e')), open);
        }
    }

    #[test]
    fn several_keys_begin_a_new_line() {
        for mode in [EditingKeys::Emacs, EditingKeys::Vi] {
            let mut keys = keys(mode);
            for modifiers in [KeyModifiers::ALT, KeyModifiers::SHIFT] {
                let enter = Event::Key(KeyEvent::new(KeyCode::Enter, modifiers));
                let newline = ReedlineEvent::Edit(vec![EditCommand::InsertNewline]);
                assert_eq!(parse(&mut keys, enter), newline);
                assert_eq!(parse(&mut keys, control('j')), newline);
            }
        }
    }
}
