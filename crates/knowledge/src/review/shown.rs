//! The lines that a reader judges by: the symbol, what its entry cites, and one line for each use.

use rutter_checks::SubjectContext;
use rutter_domain::Evidence;

use crate::knowledge::Knowledge;

/// At most this many lines of the symbol are shown; a reader can ask for more.
const MOST_OWN_LINES: u32 = 40;
/// At most this many bytes of code are shown, about 500 tokens.
const MOST_BYTES: usize = 1_800;
/// At most this many lines on which others use the symbol.
const MOST_USES: usize = 3;

/// The lines with their text.
pub(super) fn shown_code(
    knowledge: &Knowledge,
    context: &SubjectContext<'_>,
) -> (Vec<Evidence>, Vec<String>) {
    let mut shown = ShownLines { knowledge, code: Vec::new(), texts: Vec::new(), n_bytes: 0 };
    let is_wide = context.subject.is_wide();
    let definitions = context.subject.parsed.definitions_of(context.symbol());
    for one in definitions.into_iter().filter(|_| !is_wide) {
        // Documentation and attributes are above the definition.
        let n_head = u32::try_from(one.doc.as_deref().map_or(0, |doc| doc.lines().count()));
        let start_line = one.span.start_line.saturating_sub(n_head.unwrap_or(0)).max(1);
        let end_line = one.span.end_line.min(start_line + MOST_OWN_LINES - 1);
        shown.add(Evidence { path: context.path().to_owned(), start_line, end_line });
    }
    for (cited, _) in &context.evidence {
        shown.add(cited.clone());
    }
    for user in context.users().users.iter().filter(|_| !is_wide).take(MOST_USES) {
        let line = user.line;
        shown.add(Evidence { path: user.path.clone(), start_line: line, end_line: line });
    }
    (shown.code, shown.texts)
}

struct ShownLines<'a> {
    knowledge: &'a Knowledge,
    code: Vec<Evidence>,
    texts: Vec<String>,
    n_bytes: usize,
}

impl ShownLines<'_> {
    /// Adds lines as far as there is room, without those that are shown already.
    fn add(&mut self, mut lines: Evidence) {
        for one in self.code.iter().filter(|one| one.path == lines.path) {
            if (one.start_line..=one.end_line).contains(&lines.start_line) {
                lines.start_line = one.end_line + 1;
            }
            if (one.start_line..=one.end_line).contains(&lines.end_line) {
                lines.end_line = one.start_line.saturating_sub(1);
            }
        }
        let Some(parsed) = self.knowledge.parsed_file(&lines.path) else { return };
        let mut text = String::new();
        let mut n_lines = 0;
        if lines.start_line > 0 && lines.start_line <= lines.end_line {
            for line in parsed.lines(lines.start_line, lines.end_line) {
                self.n_bytes += line.len() + 6;
                if self.n_bytes > MOST_BYTES && !(self.code.is_empty() && n_lines == 0) {
                    break;
                }
                if n_lines > 0 {
                    text.push('\n');
                }
                text.push_str(line);
                n_lines += 1;
            }
        }
        if n_lines > 0 {
            lines.end_line = lines.start_line + n_lines - 1;
            self.code.push(lines);
            self.texts.push(text);
        }
    }
}

/// Lines of a file as they are now.
pub(super) fn text_at(knowledge: &Knowledge, lines: &Evidence) -> Option<String> {
    let parsed = knowledge.parsed_file(&lines.path)?;
    let text: Vec<&str> = parsed.lines(lines.start_line, lines.end_line).collect();
    (!text.is_empty()).then(|| text.join("\n"))
}
