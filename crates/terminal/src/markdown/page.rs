//! The lines of one block, built from the events of the parser.
//!
//! Containers are a stack and nothing recurses, so deep nesting cannot overflow the call stack. There is one
//! blank line between two blocks, but none between the items of a list that has none in its source.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};

use super::code::CodeHighlighter;
use super::containers::{Containers, Position};
use super::inline::Inline;
use super::table::Table;
use crate::palette::{FAINT, HEADING, PLAIN};
use crate::styled::{Fragment, RenderOptions, Style, StyledLine};
use crate::wrap::wrap;

/// A rule is not drawn wider.
const WIDEST_RULE: usize = 80;

/// The lines so far, and what is being collected.
pub struct Page<'a> {
    options: RenderOptions,
    highlighter: &'a mut CodeHighlighter,
    lines: Vec<StyledLine>,
    containers: Containers,
    inline: Inline,
    table: Option<Table>,
    code: Option<Code>,
}

#[derive(Default)]
struct Code {
    language: String,
    text: String,
}

impl<'a> Page<'a> {
    pub fn new(options: RenderOptions, highlighter: &'a mut CodeHighlighter) -> Page<'a> {
        Page {
            options,
            highlighter,
            lines: Vec::new(),
            containers: Containers::new(options),
            inline: Inline::default(),
            table: None,
            code: None,
        }
    }

    pub fn push(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.text.push_str(&text),
                None => self.inline.push(&text),
            },
            Event::Code(code) => self.inline.push_code(&code, self.options.style),
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.inline.push(&text);
            }
            Event::Html(html) | Event::InlineHtml(html) => self.inline.push_html(&html),
            Event::SoftBreak => self.inline.push(" "),
            Event::HardBreak => self.inline.push("\n"),
            Event::Rule => {
                self.separate();
                let width = self.containers.text_width().min(WIDEST_RULE);
                let mut line = StyledLine::default();
                let charset = self.options.charset;
                line.push(&charset.pick("─", "-").repeat(width), FAINT, charset);
                self.push_lines(vec![line]);
            }
            Event::TaskListMarker(is_done) => {
                self.inline.push(if is_done { "[x] " } else { "[ ] " });
            }
        }
    }

    pub fn finish(mut self) -> Vec<StyledLine> {
        self.flush_text();
        self.lines
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.separate(),
            Tag::Heading { level, .. } => {
                self.separate();
                self.mark_plain(&format!("{} ", "#".repeat(depth(level))));
                self.inline.open_look(HEADING);
            }
            Tag::BlockQuote(_) => {
                self.separate();
                self.containers.open_quote();
            }
            Tag::CodeBlock(kind) => {
                self.separate();
                let language = match kind {
                    CodeBlockKind::Fenced(info) => language_of(&info),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some(Code { language, text: String::new() });
            }
            Tag::List(first_number) => {
                // In a list without blank lines, the text of the item is not a paragraph.
                if self.inline.is_empty() {
                    self.separate()
                } else {
                    self.flush_text()
                }
                self.containers.open_list(first_number);
            }
            Tag::Item => self.containers.open_item(),
            Tag::Table(alignments) => {
                self.separate();
                self.table = Some(Table::new(alignments));
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.open_row();
                }
            }
            Tag::Emphasis => self.inline.open_look(PLAIN.italic()),
            Tag::Strong => self.inline.open_look(PLAIN.bold()),
            Tag::Strikethrough => {
                self.mark_plain("~~");
                self.inline.open_look(PLAIN.strikethrough());
            }
            Tag::Link { dest_url, .. } => self.inline.open_link(&dest_url),
            Tag::Image { dest_url, .. } => {
                self.inline.push("image: ");
                self.inline.open_link(&dest_url);
            }
            Tag::TableCell
            | Tag::Superscript
            | Tag::Subscript
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.flush_text(),
            TagEnd::Heading(_) => {
                self.inline.close_look();
                self.flush_text();
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) => {
                self.flush_text();
                self.containers.close();
            }
            TagEnd::Item => {
                self.flush_text();
                if self.containers.position() != Position::Within {
                    // An empty item is a line with its marker.
                    self.push_lines(vec![StyledLine::default()]);
                }
                self.containers.close();
            }
            TagEnd::CodeBlock => {
                if let Some(code) = self.code.take() {
                    self.push_code(&code);
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    let lines = table.render(self.containers.text_width(), self.options);
                    self.push_lines(lines);
                }
            }
            TagEnd::TableCell => {
                let cell = self.inline.take();
                if let Some(table) = &mut self.table {
                    table.push_cell(cell);
                }
            }
            TagEnd::Emphasis | TagEnd::Strong => self.inline.close_look(),
            TagEnd::Strikethrough => {
                self.inline.close_look();
                self.mark_plain("~~");
            }
            TagEnd::Link | TagEnd::Image => self.inline.close_link(),
            TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    /// Keeps a mark of Markdown where a look alone would carry the meaning.
    fn mark_plain(&mut self, mark: &str) {
        match self.options.style {
            Style::Plain => self.inline.push(mark),
            Style::Ansi => {}
        }
    }

    /// A blank line before a block, unless the block is the first, or the first of an item.
    fn separate(&mut self) {
        self.flush_text();
        let is_apart = match self.containers.position() {
            Position::FirstItem => false,
            Position::NextItem | Position::Within => true,
        };
        if is_apart && !self.lines.is_empty() {
            self.lines.push(self.containers.blank_line());
        }
    }

    fn flush_text(&mut self) {
        if !self.inline.is_empty() {
            let fragments: Vec<Fragment> = self.inline.take();
            let lines = wrap(&fragments, self.containers.text_width(), self.options.charset);
            self.push_lines(lines);
        }
    }

    /// The fences stay: they show where the code begins and which language it is.
    fn push_code(&mut self, code: &Code) {
        let charset = self.options.charset;
        let fence = fence_around(&code.text);
        let mut lines = vec![StyledLine::default(), StyledLine::default()];
        lines[0].push(&format!("{fence}{}", code.language), FAINT, charset);
        lines[1].push(&fence, FAINT, charset);
        let text = code.text.strip_suffix('\n').unwrap_or(&code.text);
        if !code.text.is_empty() {
            lines.splice(1..1, self.highlighter.highlight(&code.language, text, charset));
        }
        self.push_lines(lines);
    }

    fn push_lines(&mut self, lines: Vec<StyledLine>) {
        for line in lines {
            let mut prefixed = self.containers.prefix();
            prefixed.extend(&line);
            prefixed.trim_end();
            self.lines.push(prefixed);
        }
    }
}

fn depth(level: HeadingLevel) -> usize {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// The language in the info string of a fence, such as `rust,ignore` or `{.python}`.
fn language_of(info: &str) -> String {
    let word = info.split([',', ' ', '\t', ':']).next().unwrap_or_default();
    word.trim_matches(['{', '}', '.']).to_owned()
}

/// A fence longer than any in the code.
fn fence_around(code: &str) -> String {
    let longest = (code.lines())
        .map(|line| line.trim_start().bytes().take_while(|byte| *byte == b'`').count())
        .max();
    "`".repeat(longest.unwrap_or(0).max(2) + 1)
}
