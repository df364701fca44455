//! An answer as the text of an entry: without line numbers, which the next edit makes false.
//!
//! Brackets that hold nothing but citations are left out as a whole where the sentence stays whole without
//! them. Any other citation keeps its path, so that quotes, brackets and punctuation stay as they were
//! written. Start at [`without_lines`].

use std::ops::Range;

use super::find::Found;

/// A text without the lines of these citations, which are in order.
pub(super) fn without_lines(text: &str, found: &[Found]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for one in found {
        if one.start < at {
            continue;
        }
        let Some(range) = left_out(text, one, found) else { continue };
        kept.push_str(&text[at..range.start]);
        at = range.end;
    }
    kept.push_str(&text[at..]);
    kept
}

/// Whether a text has words outside of its citations.
pub(super) fn says_something(text: &str, found: &[Found]) -> bool {
    !is_only_cited(text, &(0..text.len()), found)
}

/// The range to leave out for one citation: its brackets, or its lines.
fn left_out(text: &str, one: &Found, found: &[Found]) -> Option<Range<usize>> {
    let line_start = text[..one.start].rfind('\n').map_or(0, |end| end + 1);
    let line_end = text[one.start..].find('\n').map_or(text.len(), |end| one.start + end);
    let line = line_start..line_end;
    // Inline code that says more than a place is code.
    let is_code = code_spans(text, &line)
        .any(|span| span.contains(&one.start) && !is_only_cited(text, &span, found));
    if is_code {
        return None;
    }
    let mut around = bracket_pairs(text, &line);
    around.retain(|pair| pair.contains(&one.start) && is_only_cited(text, pair, found));
    around.sort_by_key(|pair| pair.start);
    let brackets = around.into_iter().find_map(|pair| with_blanks(text, line_start, pair));
    brackets.or_else(|| lines_of(text, one))
}

fn code_spans(text: &str, line: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let marks: Vec<usize> =
        text[line.clone()].match_indices('`').map(|(at, _)| line.start + at).collect();
    let pairs: Vec<_> = marks.chunks_exact(2).map(|pair| pair[0]..pair[1] + 1).collect();
    pairs.into_iter()
}

fn bracket_pairs(text: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut pairs = Vec::new();
    for (at, c) in text[line.clone()].char_indices() {
        match (c, open.last()) {
            ('(' | '[', _) => open.push((line.start + at, c)),
            (')', Some((start, '('))) | (']', Some((start, '['))) => {
                pairs.push(*start..line.start + at + 1);
                open.pop();
            }
            _ => {}
        }
    }
    pairs
}

/// Whether all words in a part of a text belong to citations.
fn is_only_cited(text: &str, part: &Range<usize>, found: &[Found]) -> bool {
    let is_cited = |at: usize| found.iter().any(|one| (one.start..one.end).contains(&at));
    let mut chars = text[part.clone()].char_indices();
    chars.all(|(at, c)| !c.is_alphabetic() || is_cited(part.start + at))
}

/// Brackets with emphasis around them and the blanks before them, if the sentence stays whole without them.
fn with_blanks(text: &str, line_start: usize, brackets: Range<usize>) -> Option<Range<usize>> {
    let Range { mut start, mut end } = brackets;
    while let Some(mark) = text[line_start..start].chars().next_back()
        && matches!(mark, '*' | '_')
        && text[end..].starts_with(mark)
    {
        (start, end) = (start - 1, end + 1);
    }
    let before = &text[line_start..start];
    let kept = before.trim_end();
    let last = kept.chars().next_back()?;
    let mut rest = text[end..].chars();
    let (next, second) = (rest.next().unwrap_or('\n'), rest.next());
    let ends_word = last.is_alphanumeric() || "`\"'”’)]}*_%".contains(last);
    let ends_sentence = ".!?".contains(last);
    let goes_on = match next {
        '.' | ',' | ';' | '!' | '?' => ends_word,
        // `a.rs (b.rs:1):5` would become another citation.
        ':' => ends_word && !second.is_some_and(|c| c.is_ascii_digit()),
        ')' | ']' | '"' | '”' | '’' | '*' | '_' | '|' => ends_word || ends_sentence,
        blank => blank.is_whitespace() && (ends_word || ends_sentence),
    };
    let is_balanced =
        ['`', '"'].iter().all(|mark| text[start..end].matches(*mark).count() % 2 == 0);
    let is_apart = kept.len() < before.len() && kept.contains(char::is_alphabetic);
    (goes_on && is_balanced && is_apart).then(|| line_start + kept.len()..end)
}

/// `:12-20` of `src/a.rs:12-20`, with a column. Lines in words are part of their sentence.
fn lines_of(text: &str, one: &Found) -> Option<Range<usize>> {
    let start = one.path_end();
    if !text[start..].starts_with([':', '#']) {
        return None;
    }
    let mut end = one.end;
    while let Some(column) = text[end..].strip_prefix(':')
        && column.starts_with(|c: char| c.is_ascii_digit())
    {
        end += 1 + column.bytes().take_while(u8::is_ascii_digit).count();
    }
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use crate::citations::find::find;

    fn without_lines(text: &str) -> String {
        let mut found = find(text);
        found.retain(|one| one.looks_like_a_file(text));
        super::without_lines(text, &found)
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(without_lines(text), expected);
        assert_eq!(without_lines(expected), expected);
    }

    #[test]
    fn brackets_with_nothing_but_citations_go_as_a_whole() {
        check("Runs the `FSM` (a.go:1-2).", "Runs the `FSM`.");
        check("Runs the `FSM` (`a.go:1-2`, `b/c.go:3`), then ends.", "Runs the `FSM`, then ends.");
        check("Runs (a.go:1-2, b.go:3-4, 9-12) twice", "Runs twice");
        check("It adds. (a.go:1-2)\nIt ends [b.go:3].", "It adds.\nIt ends.");
        check("It **adds** **(a.go:1)**; \"all\" (a.go:2)!", "It **adds**; \"all\"!");
        check("It adds ([a.go:1](src/a.go#L1)).", "It adds.");
        check("It adds (`config.py`, lines 3–5).", "It adds.");
    }

    #[test]
    fn where_a_sentence_needs_a_citation_its_path_stays() {
        check("It is in `src/a.rs:12-20`, b.rs:3:7.", "It is in `src/a.rs`, b.rs.");
        check("- (a.go:1) adds", "- (a.go) adds");
        check("It adds, (a.go:1, b.go:2).", "It adds, (a.go, b.go).");
        check("It adds: (a.go:1).", "It adds: (a.go).");
        check("| add | (a.go:1) |", "| add | (a.go) |");
        check(
            "See [it](src/config.py#L3-L5), (see a.go:3).",
            "See [it](src/config.py), (see a.go).",
        );
        check("`x`(a.go:1) and (a.go:1)b", "`x`(a.go) and (a.go)b");
    }

    #[test]
    fn code_and_words_stay_as_they_are() {
        for text in [
            "`open a.py:3` and `f(a.py:3)` stay.",
            "In src/a.py, line 3 sets it, and lines 3 to 5 of `src/a.py` use it.",
            "```\nsee (a.py:3)\n```",
            "Raises `x` to 2**n (at 12:30, localhost:80).",
        ] {
            check(text, text);
        }
    }

    /// Marks without a partner, outside of code blocks.
    fn n_unpaired(text: &str) -> usize {
        let odd = ['`', '"'].iter().filter(|mark| text.matches(**mark).count() % 2 == 1).count();
        let pairs = [('(', ')'), ('[', ']')];
        let bare = pairs
            .map(|(open, close)| text.matches(open).count().abs_diff(text.matches(close).count()));
        odd + bare[0] + bare[1]
    }

    #[test]
    fn marks_stay_in_pairs_and_nothing_is_orphaned_in_any_sentence() {
        const WORDS: [&str; 8] = [
            "it", "`Fsm::run`", "\"all of it\"", "**adds**", "(twice)", "e.g.", "[x](y.md)", "2.5",
        ];
        const CITED: [&str; 9] = [
            "(a.go:1-2)", "(`a.go:1-2`)", "(a.go:1, `b/c.go:3-4`)", "[a.go:7]", "`src/a.rs:12`",
            "src/a.rs#L12-L20", "([a.go:1](src/a.go#L1))", "**(a.go:1)**", "`a.py` at lines 3-5",
        ];
        const JOINTS: [&str; 8] = [" ", ", ", "; ", ": ", " and ", ". ", " — ", "\n- "];
        const ENDS: [&str; 4] = [".", "", "!", ":"];
        let mut seed = 7_usize;
        let mut pick = |n: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        let mut n_changed = 0;
        for _ in 0..20_000 {
            let mut text = String::new();
            for at in 0..1 + pick(5) {
                if at > 0 {
                    text.push_str(JOINTS[pick(JOINTS.len())]);
                }
                text.push_str(match pick(2) {
                    0 => WORDS[pick(WORDS.len())],
                    _ => CITED[pick(CITED.len())],
                });
            }
            text.push_str(ENDS[pick(ENDS.len())]);
            let plain = without_lines(&text);
            n_changed += usize::from(plain != text);
            assert_eq!(n_unpaired(&plain), n_unpaired(&text), "{text}\n{plain}");
            assert_eq!(without_lines(&plain), plain, "{text}");
            for orphan in ["()", "[]", "``", "****", " .", " ,", ",.", ",,", ";.", "(,", "( "] {
                let n_before = text.matches(orphan).count();
                assert!(plain.matches(orphan).count() <= n_before, "{orphan}: {text}\n{plain}");
            }
            let words = |text: &str| -> Vec<String> {
                let words = text.split(|c: char| !c.is_alphanumeric());
                words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
            };
            let (before, after) = (words(&text), words(&plain));
            let mut left = before.iter();
            assert!(after.iter().all(|word| left.any(|one| one == word)), "{text}\n{plain}");
        }
        assert!(n_changed > 10_000, "{n_changed}");
    }
}
