//! Renders a finished block of Markdown.

use pulldown_cmark::{Options, Parser};

use super::code::CodeHighlighter;
use super::page::Page;
use crate::styled::{RenderOptions, StyledLine, render_lines};

/// Renders blocks one by one. It keeps the compiled highlight queries, so use one for a session.
#[derive(Debug)]
pub struct Renderer {
    options: RenderOptions,
    highlighter: CodeHighlighter,
}

impl Renderer {
    pub fn new(options: RenderOptions) -> Renderer {
        Renderer { options, highlighter: CodeHighlighter::default() }
    }

    pub fn options(&self) -> RenderOptions {
        self.options
    }

    /// To be called when the terminal was resized; what was rendered before stays as it is.
    pub fn set_width(&mut self, width: usize) {
        self.options.width = width;
    }

    /// The lines of a block. Blocks that follow each other are to be set apart by a blank line.
    pub fn render(&mut self, block: &str) -> Vec<StyledLine> {
        let features =
            Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
        let mut page = Page::new(self.options, &mut self.highlighter);
        for event in Parser::new_ext(block, features) {
            page.push(event);
        }
        page.finish()
    }

    /// The block as it is written, each line with its end.
    pub fn render_text(&mut self, block: &str) -> String {
        let lines = self.render(block);
        render_lines(&lines, self.options.style)
    }
}
