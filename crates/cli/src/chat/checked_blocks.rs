//! Cuts a streamed answer into blocks and checks the citations of each, for a terminal or a page.
//!
//! Text before the first call of a tool is held back, because the model may be asked to look at the code first;
//! it is returned when it turns out to be the answer.

use std::sync::Arc;

use rutter_domain::Event;
use rutter_terminal::Splitter;
use rutter_tools::knowledge::citation_marks::{MarkStyle, mark};
use rutter_tools::knowledge::citations::CheckCitations;
use rutter_tools::{Session, Toolbox};

/// The blocks of one run.
pub struct CheckedBlocks {
    toolbox: Arc<Toolbox>,
    session: Arc<Session>,
    style: MarkStyle,
    splitter: Splitter,
    /// Text before the first call.
    held: String,
    has_called: bool,
    /// Whether the current reply arrives in pieces.
    is_streamed: bool,
}

impl CheckedBlocks {
    pub fn new(toolbox: &Arc<Toolbox>, session: &Arc<Session>, style: MarkStyle) -> CheckedBlocks {
        CheckedBlocks {
            toolbox: Arc::clone(toolbox),
            session: Arc::clone(session),
            style,
            splitter: Splitter::default(),
            held: String::new(),
            has_called: false,
            is_streamed: false,
        }
    }

    /// Returns the blocks that a piece of a reply completes.
    pub fn push(&mut self, piece: &str) -> Vec<String> {
        self.is_streamed = true;
        self.take(piece)
    }

    /// Returns the blocks that are complete after an event.
    pub fn see(&mut self, event: &Event) -> Vec<String> {
        match event {
            Event::Asking { .. } => {
                // A reply after which the model was asked once more is not the answer.
                self.held.clear();
                self.is_streamed = false;
                Vec::new()
            }
            Event::AssistantText { text, .. } => {
                let mut blocks = if self.is_streamed { Vec::new() } else { self.take(text) };
                if self.has_called {
                    blocks.extend(self.finish());
                }
                self.is_streamed = false;
                blocks
            }
            Event::Paused { .. } => {
                self.is_streamed = false;
                Vec::new()
            }
            Event::ToolCall { .. } | Event::Finished { .. } => {
                self.has_called = true;
                let held = std::mem::take(&mut self.held);
                let mut blocks = if held.trim().is_empty() { Vec::new() } else { self.take(&held) };
                blocks.extend(self.finish());
                blocks
            }
            _ => Vec::new(),
        }
    }

    fn take(&mut self, text: &str) -> Vec<String> {
        if !self.has_called {
            self.held.push_str(text);
            return Vec::new();
        }
        let blocks = self.splitter.push(text);
        self.check(blocks)
    }

    fn finish(&mut self) -> Vec<String> {
        let blocks = self.splitter.finish();
        self.check(blocks)
    }

    /// Marks the citations that do not hold.
    fn check(&self, blocks: Vec<String>) -> Vec<String> {
        let check = |block: String| {
            let checked = self.toolbox.run(&self.session, &CheckCitations, block.clone());
            mark(&block, &checked.unwrap_or_default(), self.style)
        };
        blocks.into_iter().map(check).collect()
    }
}
