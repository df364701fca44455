//! Renders the hits of a search so that they fit the terminal and the best hit stays visible.
//!
//! It shows one excerpt a file, five files, lines cut to the width, the query's words bold. Every printed line
//! counts against the rows of the terminal, including the closing line and remarks.

use std::io::{self, Write};

use rutter_engine::{Hit, SearchAnswer};
use rutter_terminal::{TerminalSize, shorten, width};

use super::best_lines::{lines_of_hit, query_words};
use super::search::omitted_noun;
use crate::style::{FAINT, LINE, NAME, NOTICE, PATH, plural, printable};

/// Files that are shown by default.
pub const SCREEN_FILES: usize = 5;
/// Most lines of an excerpt, however large the terminal is.
const MOST_LINES: usize = 6;
/// Rows left for the command line above and the prompt below.
const FREE_ROWS: usize = 2;
/// Columns before a line of code.
const NUMBER_CELLS: usize = 8;

/// Limits for rendering an answer.
#[derive(Debug, Clone, Copy)]
pub struct ScreenLimits {
    pub size: TerminalSize,
    /// Lines of each excerpt; `None` for as many as fit.
    pub lines: Option<usize>,
    /// Whether the user set the number of files; then all of them are shown.
    pub is_sized: bool,
    pub explain: bool,
}

pub fn search_screen(
    out: &mut dyn Write,
    answer: &SearchAnswer,
    skip: usize,
    limits: ScreenLimits,
) -> io::Result<()> {
    let columns = limits.size.columns;
    let remark = answer.remark.as_ref().map_or(0, |remark| rows_of(&remark.to_string(), columns));
    // The number of hidden hits is not known yet; the closing line is longest if all are hidden.
    let last = rows_of(&closing(answer, answer.hits.len(), skip), columns);
    let rows = limits.size.rows.saturating_sub(FREE_ROWS + remark + last);
    let n_files = if limits.is_sized || limits.lines.is_some() {
        answer.hits.len()
    } else {
        answer.hits.len().min((rows / 2).max(1))
    };
    let n_lines = limits.lines.unwrap_or_else(|| {
        let each = rows / n_files.clamp(1, SCREEN_FILES);
        each.saturating_sub(1).clamp(1, MOST_LINES)
    });
    for hit in answer.hits.iter().take(n_files) {
        head(out, hit, columns)?;
        for reason in hit.reasons.iter().filter(|_| limits.explain) {
            writeln!(out, "  {FAINT}because{FAINT:#} {}", printable(reason))?;
        }
        let n_code = match &hit.entry {
            Some(entry) if n_lines > 1 => {
                let text = format!("  entry {} {}: {}", entry.id, entry.status, entry.summary);
                writeln!(out, "{NOTICE}{}{NOTICE:#}", shorten(&printable(&text), columns))?;
                n_lines - 1
            }
            Some(_) | None => n_lines,
        };
        excerpt(out, hit, &answer.query, n_code, columns)?;
    }
    if answer.hits.is_empty() && answer.omitted == 0 {
        writeln!(out, "nothing found for `{}`", printable(&answer.query))?;
    }
    let n_hidden = answer.hits.len() - n_files;
    writeln!(out, "{FAINT}{}{FAINT:#}", closing(answer, n_hidden, skip))
}

/// The closing line: the state of the index, and how to see more.
fn closing(answer: &SearchAnswer, n_hidden: usize, skip: usize) -> String {
    let reason =
        answer.index.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
    let files = plural(answer.index.files as u64, "file");
    let n_more = answer.omitted + n_hidden;
    let next = match n_hidden {
        0 => answer.next_skip,
        _ => Some(skip + answer.hits.len() - n_hidden),
    };
    let more = match next {
        Some(next) if n_more > 0 => {
            let noun = omitted_noun(answer.order, n_more);
            format!(", {n_more} more{noun} (--skip {next})")
        }
        Some(_) | None => String::new(),
    };
    let elapsed_ms = answer.elapsed_us as f64 / 1000.0;
    format!("index {}: {files}{reason}, {elapsed_ms:.1} ms{more}", answer.index.state.name())
}

fn rows_of(text: &str, columns: usize) -> usize {
    width(text).div_ceil(columns.max(1))
}

/// Renders the place, the symbol and its kind on one line, as far as they fit.
fn head(out: &mut dyn Write, hit: &Hit, columns: usize) -> io::Result<()> {
    let lines = format!(":{}-{}", hit.start_line, hit.end_line);
    let path = printable(&hit.path);
    let path = match columns.saturating_sub(width(&lines)) {
        room if width(&path) <= room => path,
        // The end of a path tells more than its beginning.
        room => end_of(&path, room),
    };
    write!(out, "{PATH}{path}{PATH:#}{LINE}{lines}{LINE:#}")?;
    let mut room = columns.saturating_sub(width(&path) + width(&lines));
    if let Some(symbol) = &hit.symbol {
        let name = format!("  {}{}", hit.preposition(), printable(symbol));
        let name = shorten(&name, room);
        if width(&name) > 4 {
            write!(out, "{NAME}{name}{NAME:#}")?;
            room -= width(&name);
        }
    }
    let kind = format!("  {}", hit.kind);
    if width(&kind) <= room {
        write!(out, "{FAINT}{kind}{FAINT:#}")?;
    }
    writeln!(out)
}

/// The end of a text that is too wide, after an ellipsis.
fn end_of(text: &str, cells: usize) -> String {
    let mut from = 0;
    for (at, _) in text.char_indices() {
        from = at;
        if width(&text[at..]) < cells {
            break;
        }
    }
    format!("…{}", &text[from..])
}

fn excerpt(
    out: &mut dyn Write,
    hit: &Hit,
    query: &str,
    n_lines: usize,
    columns: usize,
) -> io::Result<()> {
    let (numbers, lines): (Vec<Option<u32>>, Vec<&str>) = hit.numbered_lines().unzip();
    let places = lines_of_hit(hit, &lines, query, n_lines);
    let words = query_words(query);
    for place in places {
        let number = numbers[place].map_or_else(String::new, |number| number.to_string());
        let line = printable(lines[place]).replace('\t', "    ");
        let line = shorten(&line, columns.saturating_sub(NUMBER_CELLS));
        writeln!(out, "{FAINT}{number:>6}{FAINT:#}  {}", emphasized(&line, &words))?;
    }
    Ok(())
}

/// The line, with each word in bold that contains a word of the query.
fn emphasized(line: &str, words: &[String]) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while !rest.is_empty() {
        let is_word = rest.starts_with(char::is_alphanumeric);
        let end = rest.find(|c: char| c.is_alphanumeric() != is_word).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        let lower = piece.to_lowercase();
        if is_word && words.iter().any(|word| lower.contains(word.as_str())) {
            text.push_str(&format!("{NAME}{piece}{NAME:#}"))
        } else {
            text.push_str(piece)
        }
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use rutter_domain::{Freshness, Language};
    use rutter_engine::HitKind;

    use super::*;

    fn hit(path: &str) -> Hit {
        let snippet: Vec<String> = (1..=20)
            .map(|n| format!("    let line_{n} = walk(&the_files_of, \"{}\");", "x".repeat(60)))
            .collect();
        Hit {
            chunk: format!("{path}#0"),
            path: path.to_owned(),
            start_line: 1,
            end_line: 20,
            matched_lines: None,
            symbol: Some("Visit::entries_of_a_folder".to_owned()),
            kind: HitKind::Code,
            language: Language::Rust,
            file_rank: None,
            score: 0.5,
            snippet: snippet.join("\n"),
            omitted_lines: Vec::new(),
            tokens: 100,
            reasons: Vec::new(),
            entry: None,
            mentioned_in: None,
        }
    }

    fn shown(n_hits: usize, columns: usize, rows: usize) -> Vec<String> {
        let mut answer = SearchAnswer::empty("walk files", Freshness::absent());
        answer.hits =
            (0..n_hits).map(|n| hit(&format!("src/some/long/path/to/file_{n}.rs"))).collect();
        let size = TerminalSize { columns, rows };
        let limits = ScreenLimits { size, lines: None, is_sized: false, explain: false };
        let mut out = Vec::new();
        search_screen(&mut out, &answer, 0, limits).unwrap();
        let text = anstream::adapter::strip_str(&String::from_utf8(out).unwrap()).to_string();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_answer_fits_the_screen() {
        for (columns, rows) in [(80, 24), (160, 48), (30, 8), (20, 4), (1, 1), (400, 200)] {
            for n_hits in [0, 1, 3, 5] {
                let lines = shown(n_hits, columns, rows);
                let n_rows: usize = lines.iter().map(|line| rows_of(line, columns).max(1)).sum();
                let is_tiny = rows < 8 || columns < 30;
                assert!(is_tiny || n_rows + FREE_ROWS <= rows, "{columns}x{rows}: {lines:#?}");
                assert!(n_hits == 0 || is_tiny || lines[0].contains("0.rs:1-20"), "{lines:#?}");
            }
        }
        assert_eq!(shown(5, 80, 24).len(), 21);
    }

    #[test]
    fn the_words_of_the_query_are_bold() {
        let words = query_words("walk the files");
        assert_eq!(
            emphasized("walk_all(Files, fil)", &words),
            format!("{NAME}walk{NAME:#}_all({NAME}Files{NAME:#}, fil)")
        );
    }

    #[test]
    fn a_named_line_is_shown_with_those_around_it() {
        let mut answer = SearchAnswer::empty("a.rs:12", Freshness::absent());
        answer.hits = vec![Hit { matched_lines: Some((12, 12)), ..hit("a.rs") }];
        let size = TerminalSize { columns: 80, rows: 24 };
        let limits = ScreenLimits { size, lines: Some(3), is_sized: false, explain: false };
        let mut out = Vec::new();
        search_screen(&mut out, &answer, 0, limits).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("line_11") && text.contains("line_12") && text.contains("line_13"));
    }
}
