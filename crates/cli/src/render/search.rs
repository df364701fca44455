//! Renders the hits of `search` and `similar`.

use std::io::{self, Write};

use rutter_domain::text::ellipsize;
use rutter_engine::{Hit, HitKind, HitOrder, SearchAnswer, SimilarAnswer, SourceTold};

use super::style::{FAINT, LINE, NAME, NOTICE, PATH, printable, write_state};

/// A longer line is shortened.
const LINE_CHARS: usize = 160;
/// Lines of a snippet that a hit shows.
const SHOWN_LINES: usize = 6;
/// Only the first words of a query are searched for in the lines, to bound the time.
const MOST_WORDS: usize = 256;

/// How much of a snippet is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The lines with most of the query's words, numbered.
    BestLines,
    /// All of it: with `--tokens` it was cut to fit.
    Everything,
}

impl Shown {
    /// A budget of tokens is used in full.
    pub fn of(limit_tokens: Option<usize>) -> Shown {
        limit_tokens.map_or(Shown::BestLines, |_| Shown::Everything)
    }
}

pub fn search(
    out: &mut dyn Write,
    answer: &SearchAnswer,
    explain: bool,
    shown: Shown,
) -> io::Result<()> {
    for hit in &answer.hits {
        head(out, hit)?;
        writeln!(out)?;
        if explain {
            for reason in &hit.reasons {
                writeln!(out, "  {FAINT}because{FAINT:#} {reason}")?;
            }
        }
        if let Some(entry) = &hit.entry {
            writeln!(out, "  {NOTICE}entry{NOTICE:#} {} {}", entry.id, entry.status)?;
        }
        if let Some(entry) = hit.entry.as_ref().filter(|_| hit.kind != HitKind::Entry) {
            writeln!(out, "  {}", ellipsize(&printable(&entry.summary), LINE_CHARS))?;
        }
        let shown = if hit.kind == HitKind::Entry { Shown::Everything } else { shown };
        snippet(out, hit, &answer.query, shown)?;
        writeln!(out)?;
    }
    if answer.hits.is_empty() && answer.omitted == 0 {
        writeln!(out, "nothing found for `{}`", printable(&answer.query))?;
    }
    let noun = match (answer.order, answer.omitted) {
        (HitOrder::Flat, _) => "",
        (HitOrder::ByFile { .. }, 1) => " file",
        (HitOrder::ByFile { .. }, _) => " files",
    };
    let remark = remark(answer.elapsed_us, answer.omitted, noun, answer.next_skip);
    write_state(out, &answer.index, &remark)
}

pub fn similar(out: &mut dyn Write, answer: &SimilarAnswer, shown: Shown) -> io::Result<()> {
    for similar in &answer.hits {
        head(out, &similar.hit)?;
        if similar.duplicate {
            write!(out, "  {NOTICE}duplicate{NOTICE:#}")?;
        }
        writeln!(out)?;
        snippet(out, &similar.hit, "", shown)?;
        writeln!(out)?;
    }
    if answer.hits.is_empty() && answer.omitted == 0 {
        let source = match &answer.source {
            SourceTold::Text { .. } => "the text".to_owned(),
            SourceTold::Place(place) => {
                format!("{}:{}-{}", place.path, place.start_line, place.end_line)
            }
        };
        writeln!(out, "no code is similar to {}", printable(&source))?;
    }
    let remark = remark(answer.elapsed_us, answer.omitted, "", answer.next_skip);
    write_state(out, &answer.index, &remark)
}

fn remark(elapsed_us: u64, omitted: usize, noun: &str, next_skip: Option<usize>) -> String {
    let more = next_skip.map_or_else(String::new, |next_skip| {
        format!(", {omitted} more{noun} below these (--skip {next_skip})")
    });
    format!(", {:.1} ms{more}", elapsed_us as f64 / 1000.0)
}

fn head(out: &mut dyn Write, hit: &Hit) -> io::Result<()> {
    let (first, last) = (hit.start_line, hit.end_line);
    write!(out, "{PATH}{}{PATH:#}:{LINE}{first}-{last}{LINE:#}", printable(&hit.path))?;
    if let Some(symbol) = &hit.symbol {
        write!(out, "  {}{NAME}{}{NAME:#}", hit.preposition(), printable(symbol))?;
    }
    write!(out, "  {FAINT}{} {:.2}{FAINT:#}", hit.kind, hit.score)
}

fn snippet(out: &mut dyn Write, hit: &Hit, query: &str, shown: Shown) -> io::Result<()> {
    match shown {
        Shown::Everything => {
            for line in hit.snippet.lines() {
                writeln!(out, "{}", printable(line))?;
            }
        }
        Shown::BestLines => {
            let lines: Vec<&str> = hit.snippet.lines().collect();
            let first = best_window(&lines, query);
            for (number, line) in hit.numbered_lines().skip(first).take(SHOWN_LINES) {
                let number = number.map_or_else(String::new, |number| number.to_string());
                writeln!(
                    out,
                    "{FAINT}{number:>6}{FAINT:#}  {}",
                    ellipsize(&printable(line), LINE_CHARS)
                )?;
            }
        }
    }
    Ok(())
}

/// The first line of the window that has the most of the query's words.
pub fn best_window(lines: &[&str], query: &str) -> usize {
    let words: Vec<String> = query
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 2)
        .take(MOST_WORDS)
        .map(str::to_lowercase)
        .collect();
    let weights: Vec<usize> = lines
        .iter()
        .map(|line| {
            let line = line.to_lowercase();
            words.iter().filter(|word| line.contains(word.as_str())).count()
        })
        .collect();
    let n_starts = lines.len().saturating_sub(SHOWN_LINES) + 1;
    let weight = |start: usize| -> usize { weights.iter().skip(start).take(SHOWN_LINES).sum() };
    (0..n_starts).max_by_key(|start| (weight(*start), std::cmp::Reverse(*start))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::best_window;

    #[test]
    fn the_shown_lines_hold_the_words_of_the_query() {
        let lines: Vec<String> = (0..20).map(|n| format!("line {n}")).collect();
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines[12] = "fn walk_files()";
        assert_eq!(best_window(&lines, "walk files"), 7);
        assert_eq!(best_window(&lines, "nothing of it"), 0);
        assert_eq!(best_window(&[], "walk"), 0);
    }
}
