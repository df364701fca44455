//! Shortens a snippet to its most important lines: the signature, the lines around query words, the
//! documentation, and the first lines of other definitions.
//!
//! Lines are shown whole or left out, and a line such as `    … 37 lines` replaces those left out. They are taken
//! in the order of their importance while there is room. Start at [`excerpt`].

use std::collections::HashSet;

use rutter_domain::Outline;

use crate::query::hit::{Draft, Hit, count_tokens};

/// At most this many lines are taken for the query words in them.
const MOST_WORD_LINES: usize = 10;
/// Lines of context before and after each of them.
const AROUND: usize = 2;
const MOST_DOC_LINES: usize = 6;
const MOST_HEAD_LINES: usize = 6;
/// Only the first words of a query are used.
const MOST_WORDS: usize = 64;

/// A hit shows at most this many lines. A further excerpt of a file shows fewer, as a better one is beside it.
pub(crate) const MAX_LINES: usize = 40;
const MAX_FURTHER_LINES: usize = 16;
/// Limits in bytes for each chunk of a hit. Readers read the first files and skim the others.
const MAX_BYTES: usize = 320;
const MAX_LATER_BYTES: usize = 220;
const MAX_FURTHER_BYTES: usize = 150;
/// The number of first files.
const N_FIRST_FILES: u32 = 3;

/// A shortened snippet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// The first and the last of lines that are left out.
    pub(crate) omitted_lines: Vec<(u32, u32)>,
}

/// The words to look for in the lines of a hit, in small letters and without endings.
pub fn words_of(query: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    query
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.len() > 2)
        .take(MOST_WORDS * 4)
        .map(|word| {
            let word = word.to_lowercase();
            let bare = word.trim_end_matches("ing").trim_end_matches("ed").trim_end_matches('s');
            if bare.len() > 2 { bare.to_owned() } else { word }
        })
        .filter(|word| seen.insert(word.clone()))
        .take(MOST_WORDS)
        .collect()
}

/// The most telling lines of a hit, in at most `limit_bytes`; `None` if not even its head fits.
pub(crate) fn excerpt(draft: &Draft, words: &[String], limit_bytes: usize) -> Option<Excerpt> {
    let lines: Vec<&str> = draft.hit.snippet.lines().collect();
    let first_line = draft.hit.start_line;
    let mut is_shown = vec![false; lines.len()];
    let mut is_head = true;
    for at in by_weight(draft, &lines, words) {
        is_shown[at] = true;
        if layout(&lines, &is_shown, first_line).text.len() > limit_bytes {
            is_shown[at] = false;
            if is_head {
                return None;
            }
        }
        is_head = false;
    }
    Some(layout(&lines, &is_shown, first_line))
}

/// A draft as a hit that shows at most [`MAX_LINES`] lines: its signature and the lines around those that have
/// the words.
pub(crate) fn capped(draft: Draft, words: &[String]) -> Hit {
    let lines: Vec<&str> = draft.hit.snippet.lines().collect();
    let max_lines = max_lines(draft.nth_excerpt);
    let max_bytes = max_bytes(&draft);
    if lines.len() <= max_lines && draft.hit.snippet.len() <= max_bytes {
        return draft.hit;
    }
    let mut is_shown = vec![false; lines.len()];
    let (mut n_shown, mut n_bytes) = (0, 0);
    let telling = by_weight(&draft, &lines, words);
    // With few telling lines, what follows the first of them is shown, too.
    let first = telling.first().copied().unwrap_or(0);
    let n_telling = telling.len();
    for (nth, at) in telling.into_iter().chain(first..lines.len()).chain(0..first).enumerate() {
        let is_full = n_shown == max_lines || n_bytes + lines[at].len() > max_bytes;
        if is_full && n_shown > 0 && nth >= n_telling {
            // Of what follows, no short line is picked out from among longer ones.
            break;
        }
        if is_shown[at] || is_full && n_shown > 0 {
            continue;
        }
        is_shown[at] = true;
        n_shown += 1;
        n_bytes += lines[at].len() + 1;
    }
    let Excerpt { text, omitted_lines } = layout(&lines, &is_shown, draft.hit.start_line);
    let tokens = count_tokens(&draft.hit.path, text.len());
    Hit { snippet: text, omitted_lines, tokens, ..draft.hit }
}

/// The most bytes that a hit shows.
fn max_bytes(draft: &Draft) -> usize {
    let is_first_file = draft.hit.file_rank.is_none_or(|rank| rank <= N_FIRST_FILES);
    let of_chunk = match (draft.nth_excerpt, is_first_file) {
        (0, true) => MAX_BYTES,
        (0, false) => MAX_LATER_BYTES,
        (_, _) => MAX_FURTHER_BYTES,
    };
    of_chunk * draft.n_joined
}

/// The most lines that the nth excerpt of a file shows.
pub(crate) fn max_lines(nth_excerpt: usize) -> usize {
    if nth_excerpt == 0 { MAX_LINES } else { MAX_FURTHER_LINES }
}

/// A hit without any of its lines.
pub(crate) fn pointer(draft: &Draft) -> Excerpt {
    let lines: Vec<&str> = draft.hit.snippet.lines().collect();
    layout(&lines, &vec![false; lines.len()], draft.hit.start_line)
}

/// The lines that say something, those that say most first; the head before all.
fn by_weight(draft: &Draft, lines: &[&str], words: &[String]) -> Vec<usize> {
    let outline = &*draft.outline;
    let place = |line: u32| {
        let at = line.checked_sub(draft.hit.start_line)? as usize;
        (at < lines.len()).then_some(at)
    };
    let head =
        draft.symbol.map_or_else(Vec::new, |symbol| head_lines(outline, symbol, lines, place));
    let with_words = lines_with(words, lines);
    let docs = draft.symbol.map_or_else(Vec::new, |symbol| doc_lines(outline, symbol, lines));
    let around = with_words.iter().flat_map(|&at| {
        let from = at.saturating_sub(AROUND);
        from..(at + AROUND + 1).min(lines.len())
    });
    let defined = outline.chunks.get(draft.first as usize..=draft.last as usize).unwrap_or(&[]);
    let others = defined.iter().flat_map(|chunk| &chunk.defines).filter_map(|&symbol| {
        outline.symbol(symbol).and_then(|symbol| place(symbol.span.start_line))
    });
    let fallback = (head.is_empty() && !lines.is_empty()).then_some(0);
    let mut order: Vec<usize> = head.iter().copied().chain(fallback).collect();
    order.extend(&with_words);
    order.extend(&docs);
    order.extend(around);
    order.extend(others);
    let mut seen = HashSet::new();
    order.retain(|at| seen.insert(*at));
    order
}

/// The lines that hold the signature of a symbol, if they are here.
fn head_lines(
    outline: &Outline,
    symbol: u32,
    lines: &[&str],
    place: impl Fn(u32) -> Option<usize>,
) -> Vec<usize> {
    let Some(symbol) = outline.symbol(symbol) else { return Vec::new() };
    let Some(start) = place(symbol.span.start_line) else { return Vec::new() };
    let solid = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let n_wanted = solid(symbol.signature);
    let mut n_found = 0;
    let mut head = Vec::new();
    for (at, line) in lines.iter().enumerate().skip(start).take(MOST_HEAD_LINES) {
        if n_found >= n_wanted && !head.is_empty() {
            break;
        }
        n_found += solid(line);
        head.push(at);
    }
    head
}

/// The lines that hold the documentation of a symbol, wherever its language puts it.
fn doc_lines(outline: &Outline, symbol: u32, lines: &[&str]) -> Vec<usize> {
    let doc = outline.symbol(symbol).and_then(|symbol| symbol.doc);
    let mut found = Vec::new();
    let mut from = 0;
    for sentence in doc.unwrap_or("").lines().map(str::trim).filter(|line| line.len() > 2) {
        let at = lines.iter().enumerate().skip(from).find(|(_, line)| line.contains(sentence));
        if let Some((at, _)) = at {
            found.push(at);
            from = at + 1;
        }
        if found.len() >= MOST_DOC_LINES {
            break;
        }
    }
    found
}

/// The lines with the words, those with the rarest first.
fn lines_with(words: &[String], lines: &[&str]) -> Vec<usize> {
    let wanted = WordStarts::of(words);
    // For each word the lines that have it, in order.
    let mut having: Vec<Vec<usize>> = vec![Vec::new(); words.len()];
    for (at, line) in lines.iter().enumerate() {
        wanted.for_each_in(line, |word| {
            if having[word].last() != Some(&at) {
                having[word].push(at);
            }
        });
    }
    let mut weights = vec![0.0_f32; lines.len()];
    for having in having {
        for &at in &having {
            // A word that many lines have says little about each.
            weights[at] += 1.0 / having.len() as f32;
        }
    }
    let mut best: Vec<usize> = (0..lines.len()).filter(|&at| weights[at] > 0.0).collect();
    best.sort_by(|&left, &right| weights[right].total_cmp(&weights[left]).then(left.cmp(&right)));
    best.truncate(MOST_WORD_LINES);
    best
}

/// Words by their first byte: most places of a line begin none, which one look at a table tells.
struct WordStarts<'a> {
    words: &'a [String],
    is_start: [bool; 256],
}

impl<'a> WordStarts<'a> {
    fn of(words: &'a [String]) -> WordStarts<'a> {
        let mut is_start = [false; 256];
        for byte in words.iter().filter_map(|word| word.bytes().next()) {
            is_start[usize::from(byte)] = true;
        }
        WordStarts { words, is_start }
    }

    /// Calls `visit` with the number of each word that begins a word or a part of a name in a line.
    fn for_each_in(&self, line: &str, mut visit: impl FnMut(usize)) {
        let bytes = line.as_bytes();
        let mut is_in_word = false;
        for (at, byte) in bytes.iter().enumerate() {
            let can_begin = !is_in_word || byte.is_ascii_uppercase();
            is_in_word = byte.is_ascii_alphabetic();
            if !can_begin || !self.is_start[usize::from(byte.to_ascii_lowercase())] {
                continue;
            }
            for (number, word) in self.words.iter().enumerate() {
                let here = bytes.get(at..at + word.len());
                if here.is_some_and(|here| here.eq_ignore_ascii_case(word.as_bytes())) {
                    visit(number);
                }
            }
        }
    }
}

/// The lines that are shown, and a mark wherever some are not.
fn layout(lines: &[&str], is_shown: &[bool], first_line: u32) -> Excerpt {
    let is_shown = without_lone_blanks(lines, is_shown);
    let mut shown: Vec<String> = Vec::new();
    let mut omitted_lines = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if is_shown[at] {
            shown.push(lines[at].to_owned());
            at += 1;
            continue;
        }
        let end = (at..lines.len()).find(|&next| is_shown[next]).unwrap_or(lines.len());
        let mark = mark(&lines[at..end]);
        if lines[at..end].iter().map(|line| line.len() + 1).sum::<usize>() <= mark.len() + 1 {
            // What is shorter than its mark is better shown.
            shown.extend(lines[at..end].iter().map(|&line| line.to_owned()));
        } else {
            let line = |at: usize| first_line.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
            omitted_lines.push((line(at), line(end - 1)));
            shown.push(mark);
        }
        at = end;
    }
    Excerpt { text: shown.join("\n"), omitted_lines }
}

/// Blank lines are shown only between two lines that are: beside lines left out they say nothing and would
/// break one mark into several.
fn without_lone_blanks(lines: &[&str], is_shown: &[bool]) -> Vec<bool> {
    let is_blank = |at: usize| lines[at].trim().is_empty();
    let mut kept = is_shown.to_vec();
    let mut at = 0;
    while at < lines.len() {
        let end = (at..lines.len()).find(|&next| !is_blank(next)).unwrap_or(lines.len());
        let is_between = at > 0 && is_shown[at - 1] && end < lines.len() && is_shown[end];
        kept[at..end].fill(is_between);
        at = end + 1;
    }
    kept
}

/// The line that replaces lines left out, indented as they are.
fn mark(lines: &[&str]) -> String {
    let line = lines.iter().find(|line| !line.trim().is_empty()).copied().unwrap_or("");
    let indent: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).take(16).collect();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{indent}… {} {noun}", lines.len())
}

#[cfg(test)]
mod tests;
