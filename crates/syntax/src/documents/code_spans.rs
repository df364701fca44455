//! The code spans of a line: the text between backticks.

/// The text between two runs of backticks.
pub(super) struct CodeSpan<'a> {
    pub before: &'a str,
    pub content: &'a str,
    pub after: &'a str,
    /// The byte of the line at which the content begins.
    pub start: usize,
}

/// The code spans of a line.
pub(super) fn code_spans(line: &str) -> impl Iterator<Item = CodeSpan<'_>> {
    let mut start = 0;
    // The lengths of runs that are known to have no counterpart, so that none is sought twice.
    let mut unclosed = 0u64;
    std::iter::from_fn(move || {
        loop {
            let open = start + line[start..].find('`')?;
            let n_marks = line[open..].bytes().take_while(|byte| *byte == b'`').count();
            start = open + n_marks;
            // One bit for each length of a run; longer runs than 63 backticks are no marks of code.
            let length = 1u64.checked_shl(n_marks as u32).unwrap_or_default();
            if length == 0 || unclosed & length != 0 {
                continue;
            }
            let Some(end) = closing_run(line, start, n_marks) else {
                unclosed |= length;
                continue;
            };
            let (content, content_start) = (&line[start..end], start);
            start = end + n_marks;
            return Some(CodeSpan {
                before: &line[..open],
                content,
                after: &line[start..],
                start: content_start,
            });
        }
    })
}

/// Where the next run of exactly `n_marks` backticks begins.
fn closing_run(line: &str, from: usize, n_marks: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += line[at..].find('`')?;
        let n_found = line[at..].bytes().take_while(|byte| *byte == b'`').count();
        if n_found == n_marks {
            return Some(at);
        }
        at += n_found;
    }
}
