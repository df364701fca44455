//! Finds the lines that a grammar gives up at, so that the rest of a file is read without them.
//!
//! One line that a grammar does not know may cost it the whole file: an error that begins in the first
//! class and ends with the text. Such a file is taken apart by its indentation: each [`Item`] of lines is
//! parsed by itself, within the lines that open and close what it stands in, and what cannot be parsed
//! is blanked, the innermost part alone if that is enough. Lengths stay, so that every place found in the
//! new text holds in the old one. Start at [`find_readable`].

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rutter_domain::Language;
use tree_sitter::{Node, Tree};

use crate::languages::{self, profile};
use crate::parse::parse_bytes;
use crate::profile::Body;
use crate::table::Table;
use crate::work::Work;

/// An error of at least this many lines may hide definitions.
const LEAST_ROWS: usize = 2;
const LEAST_ROWS_IN_C: usize = 20;
/// At most this many times its length is parsed more, in pieces.
const MOST_ROUNDS: usize = 4;
/// Errors are common in C, and seldom cost more than themselves.
const MOST_ROUNDS_IN_C: usize = 1;
/// Work that a text of any length may take besides.
const LEAST_WORK_BYTES: usize = 8 << 10;
/// Maximum depth of nested items.
const MOST_DEPTH: usize = 8;
/// Maximum number of items that break their neighbours to search for.
const MOST_CULPRITS: usize = 8;
/// A longer file is left as it is.
const LONGEST_TEXT_BYTES: usize = 1 << 20;
/// Maximum number of nodes to examine for errors.
const MOST_NODES: usize = 20_000;

/// Words that begin a line which belongs to the item before it.
const CONTINUING: &[&[u8]] = &[
    b"else", b"catch", b"finally", b"where", b"then", b"fi", b"done", b"esac", b"elif", b"rescue",
    b"ensure", b"elsif", b"elseif", b"until", b"constructor",
];
/// Words that begin a statement, which does not define anything.
const STATEMENTS: &[&[u8]] = &[
    b"if", b"for", b"while", b"switch", b"do", b"try", b"else", b"return", b"case", b"match",
    b"when", b"loop", b"foreach", b"using", b"let", b"var", b"val",
];

/// The rows of the errors in a tree, outermost ones, in order.
pub(crate) fn error_rows(tree: &Tree) -> Vec<Range<usize>> {
    let rows = |node: &Node<'_>| node.start_position().row..node.end_position().row + 1;
    error_nodes(tree).iter().map(rows).collect()
}

/// The errors in a tree, outermost ones, in order.
pub(crate) fn error_nodes(tree: &Tree) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut nodes = vec![tree.root_node()];
    for _ in 0..MOST_NODES {
        let Some(node) = nodes.pop() else { break };
        if node.is_error() || node.is_missing() {
            found.push(node);
        } else if node.has_error() {
            let mut cursor = node.walk();
            let errors = node.children(&mut cursor).filter(|child| child.has_error());
            let n_before = nodes.len();
            nodes.extend(errors);
            nodes[n_before..].reverse();
        }
    }
    found
}

/// Whether an error is long enough to hide definitions.
pub(crate) fn hides_definitions(language: Language, rows: &Range<usize>) -> bool {
    // Macros make many short errors in C, few of which cost a symbol.
    let least = if profile(language).is_like_c() { LEAST_ROWS_IN_C } else { LEAST_ROWS };
    rows.len() >= least
}

/// The text with blanks for what the grammar cannot read; `None` if the language does not tell blocks
/// by lines that open and close them, or nothing is gained.
pub(crate) fn find_readable(table: &Table, text: &[u8], stopped: &AtomicBool) -> Option<Vec<u8>> {
    let profile = table.profile;
    let has_closers = !matches!(profile.body, Body::Indented | Body::Layout);
    if !has_closers || text.len() > LONGEST_TEXT_BYTES {
        return None;
    }
    let n_rounds = if profile.is_like_c() { MOST_ROUNDS_IN_C } else { MOST_ROUNDS };
    let lines = Line::all(text);
    let mut search = Search {
        table,
        stopped,
        text: text.to_vec(),
        lines,
        bytes_left: n_rounds * text.len() + LEAST_WORK_BYTES,
        n_lost_lines: 0,
    };
    let all = 0..search.lines.len();
    search.read_items(all.clone(), &Around::default(), 0);
    // Items that are fine by themselves may not be so in one file, such as an `else` without its
    // `if`.
    search.read_together(all, &Around::default());
    let Search { text, n_lost_lines, .. } = search;
    (n_lost_lines > 0).then_some(text)
}

struct Line {
    bytes: Range<usize>,
    /// Width of the blanks before its first character; nothing for a line without one.
    indent: Option<usize>,
    /// It goes on with the item before it.
    continues: bool,
    /// It begins with a closing bracket.
    closes: bool,
    /// Opening minus closing braces.
    n_open: i64,
    /// It ends a statement or a block, in languages that have a sign for that.
    ends: bool,
}

impl Line {
    fn all(text: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut start = 0;
        let mut is_carried = false;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let is_directive = is_carried || line.trim_ascii_start().starts_with(b"#");
            let read = Line::of(line, start);
            // The rest of a directive is as its first line.
            lines.push(if is_carried { Line { indent: None, n_open: 0, ..read } } else { read });
            is_carried = is_directive && line.trim_ascii_end().ends_with(b"\\");
            start += line.len();
        }
        lines
    }

    fn of(line: &[u8], start: usize) -> Line {
        let trimmed = line.trim_ascii();
        let n_blanks = line.len() - line.trim_ascii_start().len();
        let indent = line[..n_blanks].iter().fold(0, |width, byte| match byte {
            // As editors show it: indentation is compared between lines that may mix blanks and
            // tabs.
            b'\t' => width + 8 - width % 8,
            _ => width + 1,
        });
        let is_code = !trimmed.is_empty()
            && !trimmed.starts_with(b"//")
            && !trimmed.starts_with(b"/*")
            && !trimmed.starts_with(b"* ")
            && !trimmed.starts_with(b"*/")
            && !trimmed.starts_with(b"#");
        let count = |wanted: u8| trimmed.iter().filter(|byte| **byte == wanted).count() as i64;
        let closes =
            matches!(trimmed.first(), Some(b'}' | b')' | b']')) || first_word(trimmed) == b"end";
        Line {
            bytes: start..start + line.len(),
            indent: is_code.then_some(indent),
            continues: closes || goes_on(trimmed),
            closes,
            n_open: count(b'{') - count(b'}'),
            ends: ends_statement(trimmed),
        }
    }
}

fn ends_statement(line: &[u8]) -> bool {
    let end = line.windows(2).position(|pair| pair == b"//" || pair == b"/*").unwrap_or(line.len());
    matches!(line[..end].trim_ascii_end().last(), Some(b';' | b'}' | b':'))
}

fn first_word(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    &line[..end.unwrap_or(line.len())]
}

/// Whether a line at the same depth belongs to the item before it.
fn goes_on(line: &[u8]) -> bool {
    // `public:` at the depth of the class belongs to it.
    let is_section = line.ends_with(b":") && line.len() < 24 && !line.contains(&b' ');
    is_section
        || matches!(line.first(), Some(b'{' | b'.' | b'?' | b':' | b',' | b'|' | b'&' | b'='))
        || CONTINUING.contains(&first_word(line))
        || line.starts_with(b"actual constructor")
}

/// The lines that open and close what is around an item.
#[derive(Clone, Default)]
struct Around {
    before: Vec<u8>,
    after: Vec<u8>,
}

struct Search<'a> {
    table: &'a Table,
    stopped: &'a AtomicBool,
    text: Vec<u8>,
    lines: Vec<Line>,
    bytes_left: usize,
    n_lost_lines: usize,
}

impl Search<'_> {
    /// Looks at each item among some lines.
    fn read_items(&mut self, lines: Range<usize>, around: &Around, depth: usize) {
        let mut at = lines.start;
        while at < lines.end {
            let item = at..self.end_of_item(at, lines.end);
            at = item.end;
            if !self.is_bare_brace(&item) {
                self.read_item(item, around, depth);
            }
        }
    }

    /// Items that can be parsed each by itself may not be so side by side: the first that breaks those
    /// before it is blanked.
    fn read_together(&mut self, lines: Range<usize>, around: &Around) {
        let mut items: Vec<Range<usize>> = Vec::new();
        let mut at = lines.start;
        while at < lines.end {
            items.push(at..self.end_of_item(at, lines.end));
            at = items.last().map_or(lines.end, |item| item.end);
        }
        let mut first = 0;
        for _ in 0..MOST_CULPRITS {
            if self.is_read(around, std::slice::from_ref(&lines)) {
                return;
            }
            // All items before `first` can be parsed together, not all of those before `last`.
            let mut last = items.len();
            // By halves: each look is a parse of all items before it.
            while first + 1 < last {
                let middle = first + (last - first) / 2;
                let before = lines.start..items[middle - 1].end;
                if self.is_read(around, std::slice::from_ref(&before)) {
                    first = middle;
                } else {
                    last = middle;
                }
            }
            let Some(culprit) = items.get(first) else { return };
            self.blank(culprit.clone());
        }
    }

    /// An item goes on while lines are deeper than its first, or close what it opened.
    fn end_of_item(&self, start: usize, end: usize) -> usize {
        let Some(indent) = self.lines[start].indent else { return start + 1 };
        let mut n_open = self.lines[start].n_open;
        let mut last = start + 1;
        let has_ends = self.table.profile.signs.semicolons;
        let mut is_ended = self.lines[start].ends;
        for (at, line) in self.lines.iter().enumerate().take(end).skip(start + 1) {
            let Some(depth) = line.indent else { continue };
            let is_inside = depth > indent
                || depth == indent
                    && line.continues
                    && (!line.closes || n_open > 0 || self.is_bracket(line));
            let goes_on = has_ends && !is_ended && n_open <= 0 && depth == indent;
            if !is_inside && !goes_on {
                break;
            }
            is_ended = line.ends;
            n_open += line.n_open;
            last = at + 1;
        }
        last
    }

    /// Whether a line begins with a bracket other than a brace.
    fn is_bracket(&self, line: &Line) -> bool {
        let text = self.text[line.bytes.clone()].trim_ascii_start();
        !text.starts_with(b"}")
    }

    /// A line that opens or closes what the items after or before it stand in, such as a namespace.
    fn is_bare_brace(&self, item: &Range<usize>) -> bool {
        let [line] = &self.lines[item.clone()] else { return false };
        line.indent.is_none() || line.closes || line.n_open > 0
    }

    fn read_item(&mut self, item: Range<usize>, around: &Around, depth: usize) {
        if self.is_read(around, std::slice::from_ref(&item)) {
            return;
        }
        let (outer, inner) = self.split(&item);
        // A single line cannot be taken apart further.
        if inner.is_empty() || depth >= MOST_DEPTH {
            return self.blank(item);
        }
        if self.is_read(around, &outer) {
            for lines in inner {
                let inside = self.around(around, &item, &outer, &lines);
                self.read_items(lines.clone(), &inside, depth + 1);
                self.read_together(lines, &inside);
            }
        } else if depth == 0 {
            // The head of the item cannot be parsed, yet its content may be.
            for lines in outer {
                self.blank(lines);
            }
            for lines in inner {
                self.read_blocks(lines);
            }
        } else {
            self.blank(item);
        }
    }

    /// Looks at the definitions with a body among some lines; what else there is means nothing without
    /// what it stands in.
    fn read_blocks(&mut self, lines: Range<usize>) {
        let mut at = lines.start;
        while at < lines.end {
            let item = at..self.end_of_item(at, lines.end);
            at = item.end;
            let first = self.text[self.lines[item.start].bytes.clone()].trim_ascii();
            if item.len() > 1 && !STATEMENTS.contains(&first_word(first)) {
                self.read_item(item, &Around::default(), 1);
            } else {
                self.blank(item);
            }
        }
    }

    /// The lines of an item that are no deeper than its first, and the runs of deeper ones.
    fn split(&self, item: &Range<usize>) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let indent = self.lines[item.start].indent.unwrap_or(0);
        let (mut outer, mut inner): (Vec<Range<usize>>, Vec<Range<usize>>) =
            (Vec::new(), Vec::new());
        for at in item.clone() {
            let is_inner = match self.lines[at].indent {
                Some(depth) => depth > indent,
                None => inner.last().is_some_and(|lines| lines.end == at),
            };
            let runs = if is_inner { &mut inner } else { &mut outer };
            match runs.last_mut() {
                Some(lines) if lines.end == at => lines.end = at + 1,
                Some(_) | None => runs.push(at..at + 1),
            }
        }
        (outer, inner)
    }

    fn around(
        &self,
        around: &Around,
        item: &Range<usize>,
        outer: &[Range<usize>],
        inner: &Range<usize>,
    ) -> Around {
        let mut inside = around.clone();
        let mut after = Vec::new();
        debug_assert!(item.contains(&inner.start));
        for lines in outer {
            let text = if lines.start < inner.start { &mut inside.before } else { &mut after };
            for line in &self.lines[lines.clone()] {
                text.extend_from_slice(&self.text[line.bytes.clone()]);
            }
        }
        after.extend_from_slice(&inside.after);
        inside.after = after;
        inside
    }

    /// Whether some lines are parsed without an error in their place.
    fn is_read(&mut self, around: &Around, runs: &[Range<usize>]) -> bool {
        let mut piece = around.before.clone();
        for lines in runs {
            for line in &self.lines[lines.clone()] {
                piece.extend_from_slice(&self.text[line.bytes.clone()]);
            }
        }
        piece.extend_from_slice(&around.after);
        // Out of work, the rest is left as it is.
        // A short piece costs more than its bytes: each is a parse of its own.
        let Some(rest) = self.bytes_left.checked_sub(piece.len() + 64) else { return true };
        self.bytes_left = rest;
        let work = Work::new(piece.len(), self.stopped);
        match parse_bytes(self.table, &piece, &work) {
            Ok(tree) => !tree.root_node().has_error(),
            Err(_) => false,
        }
    }

    fn blank(&mut self, lines: Range<usize>) {
        for line in &self.lines[lines] {
            if line.indent.is_some() {
                self.n_lost_lines += 1;
            }
            languages::hidden::fill(&mut self.text[line.bytes.clone()], b' ');
        }
    }
}

#[cfg(test)]
mod tests;
