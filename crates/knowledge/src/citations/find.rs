//! Finds citations in a text: `src/a.rs:12`, `src/a.rs:12-20`, `src/a.rs#L12-L20`, and in words, as small
//! models write them: "`src/a.rs` at lines 12-20", "line 12 of src/a.rs".

use rutter_domain::text::sentence_ends;

/// A path with lines, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// First byte of the path.
    pub(super) start: usize,
    /// The byte after the last digit.
    pub(super) end: usize,
    path_end: usize,
    pub(super) start_line: u32,
    pub(super) end_line: u32,
}

/// All that look like citations, outside of code blocks, in order.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut fence = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (Some(_), _) => {}
            (None, None) => {
                let n_before = found.len();
                find_in_line(text, offset, line, &mut found);
                find_in_words(offset, line, &mut found);
                found[n_before..].sort_by_key(|found| found.start);
            }
        }
        offset += line.len();
    }
    found
}

fn find_in_line(text: &str, offset: usize, line: &str, found: &mut Vec<Found>) {
    let mut at = 0;
    while let Some(mark) = line[at..].find([':', '#']).map(|mark| at + mark) {
        at = mark + 1;
        let Some((start_line, end_line, end)) = lines_after(line, mark) else { continue };
        let before = &line[..mark];
        let start = before
            .rfind(|c: char| !is_path_char(c))
            .map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
        let path = &before[start..];
        let is_address = before[..start].ends_with("://") || path.starts_with("//");
        if path.is_empty() || is_address || !path.contains(|c: char| c.is_alphabetic()) {
            continue;
        }
        debug_assert!(text.is_char_boundary(offset + start), "a path begins with a character");
        found.push(Found {
            start: offset + start,
            end: offset + end,
            path_end: offset + mark,
            start_line,
            end_line,
        });
        at = end;
    }
}

/// Finds `src/a.rs` at lines 12-20, and line 12 of `src/a.rs`.
fn find_in_words(offset: usize, line: &str, found: &mut Vec<Found>) {
    const FILLERS: [&str; 9] = ["at", "on", "in", "of", "from", "the", "file", "and", "between"];
    let lower = line.to_ascii_lowercase();
    let mut at = 0;
    while let Some(word) = lower[at..].find("line").map(|word| at + word) {
        at = word + "line".len();
        let is_word = !lower[..word].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let numbers = lower[at..].strip_prefix('s').unwrap_or(&lower[at..]);
        let Some(numbers) = numbers.strip_prefix(' ').filter(|_| is_word) else { continue };
        let numbers_at = line.len() - numbers.len();
        let Some((start_line, end_line, end)) = numbers_in_words(line, numbers_at) else {
            continue;
        };
        let is_filler = |token: &str| FILLERS.contains(&token.to_ascii_lowercase().as_str());
        let border = |c: char| !is_path_char(c);
        let tokens_before = line[..word].rsplit(border).map(|token| token.trim_end_matches('.'));
        let before =
            tokens_before.filter(|token| !token.is_empty()).find(|token| !is_filler(token));
        let tokens_after = line[end..].split(border).map(|token| token.trim_end_matches('.'));
        let after = tokens_after.filter(|token| !token.is_empty()).find(|token| !is_filler(token));
        let is_file = |token: &&str| has_extension(token);
        let Some(path) = before.filter(is_file).or_else(|| after.filter(is_file)) else { continue };
        let start = path.as_ptr() as usize - line.as_ptr() as usize;
        let (start, path_end) = (offset + start, offset + start + path.len());
        // The same place may be written in both ways: `src/a.rs:12`, line 12.
        if found.iter().any(|known| known.start == start && known.start_line == start_line) {
            continue;
        }
        found.push(Found {
            start,
            end: path_end.max(offset + end),
            path_end,
            start_line,
            end_line,
        });
    }
}

/// `12`, `12-20`, `12 to 20`: the numbers, and where they end.
fn numbers_in_words(line: &str, at: usize) -> Option<(u32, u32, usize)> {
    let number = |at: usize| -> Option<(u32, usize)> {
        let n_digits = line[at..].bytes().take_while(u8::is_ascii_digit).count();
        Some((line[at..at + n_digits].parse().ok()?, at + n_digits))
    };
    let (start, end) = number(at)?;
    let joints = ["-", "–", " to ", " - ", " through ", " and "];
    let second = joints.iter().find_map(|joint| {
        line[end..].starts_with(joint).then(|| number(end + joint.len())).flatten()
    });
    match second {
        Some((last, end)) if last >= start => Some((start, last, end)),
        Some(_) | None => Some((start, start, end)),
    }
}

/// Whether a path ends as names of files do.
fn has_extension(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    extension.is_some_and(|(_, extension)| {
        let is_short = (1..=8).contains(&extension.len());
        is_short && extension.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

fn is_path_char(c: char) -> bool {
    c.is_alphanumeric() || "_-./@+~$".contains(c)
}

/// The lines that follow the mark at `mark`, and where they end.
fn lines_after(line: &str, mark: usize) -> Option<(u32, u32, usize)> {
    let is_anchor = line.as_bytes()[mark] == b'#';
    let mut at = mark + 1;
    let number = |at: &mut usize, needs_letter: bool| -> Option<u32> {
        let rest = &line[*at..];
        let digits_at = match rest.strip_prefix('L') {
            Some(_) => 1,
            None if needs_letter => return None,
            None => 0,
        };
        let digits = &rest[digits_at..];
        let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
        let number = digits[..n_digits].parse().ok()?;
        *at += digits_at + n_digits;
        Some(number)
    };
    let start = number(&mut at, is_anchor)?;
    // `12:30:15` is a time, `a.rs:12:5` a line and a column.
    let dash = ["-", "–"].into_iter().find(|dash| line[at..].starts_with(dash));
    let Some(dash) = dash else { return Some((start, start, at)) };
    let mut end_at = at + dash.len();
    match number(&mut end_at, false) {
        Some(end) => Some((start, end, end_at)),
        None => Some((start, start, at)),
    }
}

impl Found {
    pub(super) fn path<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start..self.path_end]
    }

    /// Whether it looks like the path of a file: `localhost:80` does not.
    pub(super) fn looks_like_a_file(&self, text: &str) -> bool {
        has_extension(self.path(text))
    }

    pub(super) fn path_end(&self) -> usize {
        self.path_end
    }

    /// Where it begins and ends with the backticks around it.
    pub(super) fn quoted(&self, text: &str) -> (usize, usize) {
        let is_open = text[..self.start].ends_with('`');
        let is_closed_inside = text[self.start..self.end].matches('`').count() % 2 == 1;
        match (is_open, is_closed_inside, text[self.end..].starts_with('`')) {
            (true, true, _) => (self.start - 1, self.end),
            (true, false, true) => (self.start - 1, self.end + 1),
            (true, false, false) | (false, _, _) => (self.start, self.end),
        }
    }

    /// First and last byte of the sentence around it, which ends with its line.
    fn sentence(&self, text: &str) -> (usize, usize) {
        let line = text[..self.start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = text[self.end..].find('\n').map_or(text.len(), |at| self.end + at);
        let ends = sentence_ends(&text[line..line_end]).into_iter().map(|end| line + end);
        let begin = ends.clone().take_while(|end| *end <= self.start).last().unwrap_or(line);
        let end = ends.into_iter().find(|end| *end >= self.end).unwrap_or(line_end);
        (begin, end)
    }

    /// The names in backticks that it is cited for.
    ///
    /// A citation in brackets covers the text before it, back to the previous citation; one in running text also
    /// covers the text after it. Citations with at most one word between them cover the same text.
    pub(super) fn names<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let (begin, end) = self.sentence(text);
        let sentence = &text[begin..end];
        let path = self.path(text);
        let all: Vec<(usize, usize)> =
            find(sentence).iter().map(|found| found.quoted(sentence)).collect();
        let Some(own) = all.iter().position(|other| begin + other.1 >= self.end) else {
            return names_in(sentence, path);
        };
        let is_joint = |at: usize| is_joint(sentence.get(all[at].1..all[at + 1].0).unwrap_or(""));
        let first = (0..own).rev().take_while(|at| is_joint(*at)).last().unwrap_or(own);
        let last =
            (own..all.len() - 1).take_while(|at| is_joint(*at)).last().map_or(own, |at| at + 1);
        let before = first.checked_sub(1).map_or(0, |previous| all[previous].1);
        let before = sentence.get(before..all[first].0).unwrap_or("");
        let mut names = names_in(before, path);
        if !before.trim_end().ends_with(['(', '[']) {
            let next = all.get(last + 1).map_or(sentence.len(), |next| next.0);
            names.extend(names_in(sentence.get(all[last].1..next).unwrap_or(""), path));
        }
        names
    }
}

/// Whether a text between two citations only joins them, as `, ` and ` and ` do.
fn is_joint(between: &str) -> bool {
    let words = between.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    !between.contains('`') && words.count() <= 1
}

/// The names that a piece of a sentence puts into backticks.
fn names_in<'a>(piece: &'a str, path: &str) -> Vec<&'a str> {
    let inside = piece.split('`').skip(1).step_by(2);
    // One without a partner quotes nothing.
    let n_whole = piece.matches('`').count() / 2;
    inside.take(n_whole).filter(|span| *span != path).filter_map(name_in).collect()
}

/// The name that a piece of inline code is about: `Parser::new()` is about `new`.
pub(super) fn name_in(code: &str) -> Option<&str> {
    if code.contains(['/', ' ', '\n', '#']) || code.contains(':') && !code.contains("::") {
        return None;
    }
    let code = code.split(['(', '<', '[', '{', '!']).next().unwrap_or(code);
    let last = code.rsplit([':', '.', '>']).next().unwrap_or(code);
    let last = last.trim_start_matches(['&', '*', '@', '-']);
    let is_name = last.len() > 1
        && last.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && last.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$' || c == '?');
    is_name.then_some(last)
}
