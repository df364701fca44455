//! The reply to a model as text, with a note of each line of code in it.
//!
//! Only this module cuts a reply to its bound, at the end of a line. Only then is it known
//! which lines the model sees.

use rutter_domain::text::truncate;
use rutter_domain::{
    ContentHash, Freshness, Hint, OutdatedFiles, Recording, Remark, Seen, State, Vocabulary,
};
use rutter_workspace::{Excerpt, LineExtent};
use schemars::JsonSchema;
use serde::Serialize;

use crate::CleanText;

/// Longest reply: about 8,000 tokens of four bytes.
pub(crate) const LIMIT_BYTES: usize = 32_000;
/// Room for the line that says what was left out.
const NOTE_BYTES: usize = 300;
/// Size of a block of code as JSON without its path and its text.
const BLOCK_BYTES: usize = 60;

/// The reply to a call while it is written.
#[derive(Clone)]
pub struct ToolReply {
    vocabulary: &'static dyn Vocabulary,
    /// Files that differ from the index; places in them are marked.
    outdated: OutdatedFiles,
    text: String,
    shown: Vec<Shown>,
    code: Vec<CodeLine>,
    /// Hint that says how to request the rest.
    more: Option<String>,
    pub(crate) n_redacted: u32,
    pub(crate) status: ReplyStatus,
    pub(crate) recordings: Vec<Recording>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ReplyStatus {
    #[default]
    Done,
    Failed,
}

/// A line of a file that is shown.
#[derive(Debug, Clone)]
struct Shown {
    /// End of the line in the text, as a byte offset.
    end: usize,
    path: String,
    content: ContentHash,
    line: u32,
}

/// A line of code in the text, possibly cut.
#[derive(Debug, Clone)]
struct CodeLine {
    /// End of the line in the text, as a byte offset.
    end: usize,
    path: String,
    number: u32,
    text: String,
}

/// Lines of a file as the text shows them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownCode {
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Each line after its number and a tab; lines between may be missing.
    pub text: String,
}

impl ShownCode {
    /// Removes what looks secret from the text.
    pub(crate) fn clean(&mut self) {
        self.text = CleanText::from(&self.text).as_str().to_owned();
    }
}

impl std::fmt::Debug for ToolReply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ToolReply").field("text", &self.text).finish_non_exhaustive()
    }
}

impl ToolReply {
    pub(crate) fn new(vocabulary: &'static dyn Vocabulary) -> ToolReply {
        ToolReply {
            vocabulary,
            outdated: OutdatedFiles::default(),
            text: String::new(),
            shown: Vec::new(),
            code: Vec::new(),
            more: None,
            n_redacted: 0,
            status: ReplyStatus::Done,
            recordings: Vec::new(),
        }
    }

    /// Marks each line that names one of these files.
    pub(crate) fn marking(self, outdated: OutdatedFiles) -> ToolReply {
        ToolReply { outdated, ..self }
    }

    /// Renders a hint in the reader's vocabulary.
    pub(crate) fn words(&self, hint: &Hint) -> String {
        self.vocabulary.render(hint)
    }

    /// The reader's name of a tool.
    pub(crate) fn tool_name(&self, name: &'static str) -> &'static str {
        self.vocabulary.tool_name(name)
    }

    /// Adds one or more lines.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        self.text.push_str(line);
        self.text.push_str(self.outdated.mark_line(line));
        self.text.push('\n');
    }

    /// Adds lines of a file, each with its number, and a mark where some are left out.
    pub(crate) fn code(&mut self, excerpt: &Excerpt) {
        let mut before: Option<u32> = None;
        for line in &excerpt.lines {
            if before.is_some_and(|before| line.number > before + 1) {
                self.line("…");
            }
            before = Some(line.number);
            self.line(format!("{}\t{}", line.number, line.text));
            self.code.push(CodeLine {
                end: self.text.len(),
                path: excerpt.path.clone(),
                number: line.number,
                text: line.text.clone(),
            });
            if let (Some(content), LineExtent::Whole) = (excerpt.content, line.extent) {
                self.note(&excerpt.path, content, line.number);
            }
        }
        self.n_redacted += excerpt.n_redacted;
    }

    /// Adds a line that shows a line of a file; the whole line if `content` is given.
    pub(crate) fn line_of(
        &mut self,
        path: &str,
        number: u32,
        content: Option<ContentHash>,
        text: impl AsRef<str>,
    ) {
        self.line(text);
        if let Some(content) = content {
            self.note(path, content, number);
        }
    }

    /// Notes that the last line of the text shows a whole line of a file.
    fn note(&mut self, path: &str, content: ContentHash, line: u32) {
        self.shown.push(Shown { end: self.text.len(), path: path.to_owned(), content, line });
    }

    /// Adds why the answer may be incomplete or out of date.
    pub(crate) fn trust(&mut self, index: &Freshness, remark: Option<&Remark>) {
        if let Some(reason) = index.reason.as_ref().filter(|_| index.state != State::Current) {
            self.line(format!("(the index is {}: {reason})", index.state.name()));
        }
        if let Some(remark) = remark {
            self.line(format!("({remark})"));
        }
    }

    /// Adds how many hits were left out, and how to request them.
    pub(crate) fn paging(&mut self, omitted: usize, next_skip: Option<usize>) {
        match next_skip {
            Some(skip) if omitted > 0 => {
                self.line(format!("… {omitted} more; ask again with \"skip\":{skip}"));
            }
            Some(_) | None => {}
        }
        self.more("ask with a smaller `limit`, then page with `skip`");
    }

    /// Sets how to request what may be cut off.
    pub(crate) fn more(&mut self, how: impl Into<String>) {
        self.more = Some(how.into());
    }

    /// Size of the reply as JSON, including the code as data.
    pub(crate) fn n_bytes(&self) -> usize {
        let n_digits = |number: u32| number.checked_ilog10().unwrap_or(0) as usize + 1;
        // A line has its number, an escaped tab and an escaped end.
        let n_bytes = |line: &CodeLine| escaped_bytes(&line.text) + n_digits(line.number) + 4;
        let code = self.code.iter().map(n_bytes).sum::<usize>();
        let mut n_blocks_bytes = 0;
        let mut before: Option<&CodeLine> = None;
        for line in &self.code {
            if !before.is_some_and(|before| goes_on(&before.path, before.number, line)) {
                n_blocks_bytes += line.path.len() + BLOCK_BYTES;
            }
            before = Some(line);
        }
        escaped_bytes(&self.text) + code + n_blocks_bytes
    }

    /// Cuts the text to its bound, and notes in `seen` which lines of files are in it.
    pub(crate) fn finish(self, seen: &mut Seen) -> (String, Vec<ShownCode>) {
        let ToolReply { mut text, shown, code, more, .. } = self;
        let cut = cut_at(&text, LIMIT_BYTES);
        let end = cut.unwrap_or(text.len());
        for shown in shown.iter().filter(|shown| shown.end <= end) {
            seen.add(&shown.path, shown.content, shown.line, shown.line);
        }
        let code = blocks(code.into_iter().filter(|line| line.end <= end));
        if let Some(end) = cut {
            let n_lines = text[end..].lines().count();
            let how = more.unwrap_or_else(|| "ask for less at once".to_owned());
            text.truncate(end);
            text.push_str(&format!("… {n_lines} more lines are left out; {how}\n"));
        }
        text.truncate(text.trim_end().len());
        (text, code)
    }
}

/// Size of a text as JSON.
fn escaped_bytes(text: &str) -> usize {
    let more = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' => 1,
        0..=0x1f => 5,
        _ => 0,
    };
    text.len() + text.bytes().map(more).sum::<usize>()
}

/// Returns whether a line continues the block of lines before it.
fn goes_on(path: &str, end_line: u32, line: &CodeLine) -> bool {
    path == line.path && end_line < line.number
}

/// Joins consecutive lines of a file to blocks.
fn blocks(lines: impl Iterator<Item = CodeLine>) -> Vec<ShownCode> {
    let mut blocks: Vec<ShownCode> = Vec::new();
    for line in lines {
        let numbered = format!("{}\t{}", line.number, line.text);
        match blocks.last_mut() {
            Some(block) if goes_on(&block.path, block.end_line, &line) => {
                block.end_line = line.number;
                block.text.push('\n');
                block.text.push_str(&numbered);
            }
            Some(_) | None => blocks.push(ShownCode {
                path: line.path,
                start_line: line.number,
                end_line: line.number,
                text: numbered,
            }),
        }
    }
    blocks
}

/// Returns where to cut a text that is longer than `limit_bytes`: at the end of a line, if possible.
fn cut_at(text: &str, limit_bytes: usize) -> Option<usize> {
    if text.len() <= limit_bytes {
        return None;
    }
    let head = truncate(text, limit_bytes - NOTE_BYTES);
    Some(head.rfind('\n').map_or(head.len(), |end| end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTENT: ContentHash = ContentHash([7; 16]);

    #[test]
    fn what_was_cut_off_was_not_seen() {
        let mut reply = ToolReply::new(&crate::ModelVocabulary);
        for line in 1..=1_000 {
            reply.line("x".repeat(99));
            reply.note("a.rs", CONTENT, line);
        }
        reply.more("ask for the rest");
        let mut seen = Seen::default();
        let (text, _) = reply.finish(&mut seen);
        assert!(text.len() <= LIMIT_BYTES);
        let n_shown = text.lines().count() as u32 - 1;
        assert_eq!(seen.first_unseen("a.rs", CONTENT, 1, 1_000), Some((n_shown + 1, 1_000)));
        let n_left = 1_000 - n_shown;
        let note = format!("… {n_left} more lines are left out; ask for the rest");
        assert!(text.ends_with(&note), "{}", &text[text.len() - 80..]);
    }

    #[test]
    fn an_endless_line_is_cut_at_a_character() {
        let mut reply = ToolReply::new(&crate::ModelVocabulary);
        reply.line("é".repeat(LIMIT_BYTES));
        assert!(reply.finish(&mut Seen::default()).0.len() <= LIMIT_BYTES);
    }
}
