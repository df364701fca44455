//! The prompt: editing, history, completion, pastes, `$EDITOR`.
//!
//! `reedline` does the editing. Ours are the keys that chats share, pastes that are shown as a marker,
//! history behind a trait, and plain reading where the terminal cannot edit a line. Ctrl-C and the
//! external editor end `reedline`'s loop by a host command, which keeps its buffer. Start at
//! [`Editor::read`].

mod completion;
mod draft;
mod external;
mod history;
mod keys;
mod menus;
mod pastes;
mod plain;
mod prompt;

use std::io::IsTerminal;
use std::sync::{Arc, Mutex};

use reedline::{EditCommand, Reedline, Signal};

pub use completion::{Complete, CompletionCandidate};
pub use history::PromptHistory;
pub use keys::EditingKeys;

use crate::error::Error;
use crate::styled::Style;
use crate::text::Charset;
use completion::LineCompleter;
use draft::SharedDraft;
use history::{HistoryPicker, SharedHistory};
use keys::{CANCEL, ChatKeys, OPEN_EDITOR};
use prompt::{Continuation, DraftHighlighter, PromptText};

/// An answer to the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptInput {
    /// A message, pastes and all. Never empty.
    Line(String),
    /// Ctrl-C: the draft was dropped, and is in the history unless it was empty.
    Cancelled(String),
    /// Ctrl-D on an empty line, or the end of the input.
    Leave,
}

/// The abilities of the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptTerminal {
    /// Full editing.
    Full,
    /// Lines are read as they come, after a prompt, without escape codes: `TERM=dumb`.
    Dumb,
    /// Lines are read as they come, without a prompt: the input is not a terminal.
    Pipe,
}

impl PromptTerminal {
    /// Decides by the value of `TERM` and by whether standard input and output are terminals.
    pub fn detect(term: Option<&str>) -> PromptTerminal {
        if !std::io::stdin().is_terminal() {
            return PromptTerminal::Pipe;
        }
        match term {
            Some("dumb") | Some("") | None => PromptTerminal::Dumb,
            Some(_) if std::io::stdout().is_terminal() => PromptTerminal::Full,
            Some(_) => PromptTerminal::Dumb,
        }
    }
}

/// The keyboard protocol. The enhanced one distinguishes Shift+Enter from Enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyboardProtocol {
    Basic,
    /// Used if the terminal reports that it supports it.
    Enhanced,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorOptions {
    pub terminal: PromptTerminal,
    pub keys: EditingKeys,
    pub keyboard: KeyboardProtocol,
    pub style: Style,
    pub charset: Charset,
    /// Program and arguments of the external editor, separated by spaces; the file's name follows.
    pub editor_command: Option<String>,
}

/// Reads messages from the user.
pub struct Editor {
    options: EditorOptions,
    /// `None` without a full terminal, and for a moment while its settings change.
    reedline: Option<Reedline>,
    draft: SharedDraft,
    history: SharedHistory,
}

impl Editor {
    pub fn new(
        options: EditorOptions,
        history: Box<dyn PromptHistory>,
        complete: Complete,
    ) -> Editor {
        let draft = SharedDraft::default();
        let history = Arc::new(Mutex::new(history::Entries::new(history, draft.clone())));
        let reedline = (options.terminal == PromptTerminal::Full)
            .then(|| build(&options, &draft, &history, complete));
        Editor { options, reedline, draft, history }
    }

    /// Shows the prompt, such as `ask>`, with a draft already in the line, and waits for the user.
    /// After an error of the external editor, the draft is still in the line of the next prompt.
    pub fn read(&mut self, prompt: &str, draft: &str) -> Result<PromptInput, Error> {
        let prompt = PromptText::new(prompt, self.options.charset);
        if self.reedline.is_some() {
            self.read_edited(&prompt, draft)
        } else {
            self.read_plain(&prompt)
        }
    }

    fn read_plain(&mut self, prompt: &PromptText) -> Result<PromptInput, Error> {
        let mut stdin = std::io::stdin().lock();
        let mut stdout = std::io::stdout().lock();
        let shown = match self.options.terminal {
            PromptTerminal::Full | PromptTerminal::Dumb => prompt.text(),
            PromptTerminal::Pipe => String::new(),
        };
        let input = plain::read_line(&mut stdin, &mut stdout, &shown)?;
        if let (PromptTerminal::Dumb, PromptInput::Line(line)) = (self.options.terminal, &input) {
            history::lock(&self.history).append(line.clone());
        }
        Ok(input)
    }

    fn read_edited(&mut self, prompt: &PromptText, draft: &str) -> Result<PromptInput, Error> {
        history::lock(&self.history).reload();
        if !draft.is_empty() {
            self.replace_buffer(draft);
        }
        loop {
            match self.signal(prompt)? {
                Signal::Success(buffer) => {
                    let text = self.draft.submit(&buffer);
                    if !text.trim().is_empty() {
                        return Ok(PromptInput::Line(text));
                    }
                }
                Signal::HostCommand(command) if command == CANCEL => {
                    return self.cancel(prompt).map(PromptInput::Cancelled);
                }
                Signal::HostCommand(command) if command == OPEN_EDITOR => self.edit_externally()?,
                Signal::CtrlD => return Ok(PromptInput::Leave),
                // Ctrl-C in a search ends the search; the draft is still in the buffer.
                Signal::CtrlC => {}
                // No break signal is set and no other host command is bound.
                _ => {}
            }
        }
    }

    fn signal(&mut self, prompt: &PromptText) -> Result<Signal, Error> {
        let reedline = self.reedline.as_mut().expect("only read with an editor");
        reedline.read_line(prompt).map_err(Error::Read)
    }

    /// Ends the prompt as if the draft were sent, so that it stays on the screen and in the history.
    fn cancel(&mut self, prompt: &PromptText) -> Result<String, Error> {
        self.set_accept(Accept::Now);
        let signal = self.signal(prompt);
        self.set_accept(Accept::OnEnter);
        match signal? {
            Signal::Success(buffer) => Ok(self.draft.submit(&buffer)),
            _ => Ok(String::new()),
        }
    }

    fn set_accept(&mut self, accept: Accept) {
        let is_immediate = accept == Accept::Now;
        self.reedline =
            self.reedline.take().map(|reedline| reedline.with_immediately_accept(is_immediate));
    }

    fn edit_externally(&mut self) -> Result<(), Error> {
        let Some(command) = &self.options.editor_command else { return Ok(()) };
        let buffer = self.reedline.as_ref().map_or("", Reedline::current_buffer_contents);
        let edited = external::edit(command, &self.draft.expand(buffer))?;
        self.replace_buffer(&edited);
        Ok(())
    }

    fn replace_buffer(&mut self, text: &str) {
        let shown = self.draft.collapse(text);
        if let Some(reedline) = &mut self.reedline {
            reedline.run_edit_commands(&[EditCommand::Clear, EditCommand::InsertString(shown)]);
        }
    }
}

/// When `reedline` takes the line as entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Accept {
    OnEnter,
    Now,
}

fn build(
    options: &EditorOptions,
    draft: &SharedDraft,
    history: &SharedHistory,
    complete: Complete,
) -> Reedline {
    let use_colours = options.style == Style::Ansi;
    Reedline::create()
        .with_ansi_colors(use_colours)
        .use_bracketed_paste(true)
        .use_kitty_keyboard_enhancement(options.keyboard == KeyboardProtocol::Enhanced)
        .with_quick_completions(true)
        .disable_hints()
        .with_history(Box::new(history::StoredHistory::new(history.clone())))
        .with_completer(Box::new(LineCompleter::new(complete)))
        .with_highlighter(Box::new(DraftHighlighter::new(draft.clone())))
        .with_validator(Box::new(Continuation::new(draft.clone())))
        .with_menu(menus::completion())
        .with_menu(menus::history(HistoryPicker::new(history.clone(), options.charset)))
        .with_edit_mode(Box::new(ChatKeys::new(options.keys, draft.clone())))
}
