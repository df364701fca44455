//! Renders the hits of `search` and `similar`.

use std::io::{self, Write};

use rutter_domain::Freshness;
use rutter_domain::text::ellipsize;
use rutter_engine::{Hit, HitKind, HitOrder, SearchAnswer, SimilarAnswer, SourceTold};

use super::best_lines::{SHOWN_LINES, lines_of_hit};
use crate::style::{FAINT, LINE, NAME, NOTICE, PATH, printable, write_state};

const LINE_CHARS: usize = 160;

/// The part of a snippet that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The lines with most of the query's words, and the line that names the symbol; numbered.
    BestLines { most: usize },
    /// All lines. With `--tokens` the snippet was cut before.
    Everything,
}

impl Shown {
    /// With `--tokens`, everything; else the best lines.
    pub fn of(limit_tokens: Option<usize>, lines: Option<usize>) -> Shown {
        let best = Shown::BestLines { most: lines.unwrap_or(SHOWN_LINES) };
        limit_tokens.map_or(best, |_| Shown::Everything)
    }
}

pub fn search(
    out: &mut dyn Write,
    answer: &SearchAnswer,
    explain: bool,
    shown: Shown,
) -> io::Result<()> {
    for hit in &answer.hits {
        head(out, hit, &answer.index)?;
        writeln!(out)?;
        if explain {
            for reason in &hit.reasons {
                writeln!(out, "  {FAINT}because{FAINT:#} {}", printable(reason))?;
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
    let noun = omitted_noun(answer.order, answer.omitted);
    let remark = remark(answer.elapsed_us, answer.omitted, noun, answer.next_skip);
    write_state(out, &answer.index, &remark)
}

/// The noun after the number of omitted hits, with a blank before it.
pub(super) fn omitted_noun(order: HitOrder, n_omitted: usize) -> &'static str {
    match (order, n_omitted) {
        (HitOrder::Flat, _) => "",
        (HitOrder::ByFile { .. }, 1) => " file",
        (HitOrder::ByFile { .. }, _) => " files",
    }
}

pub fn similar(out: &mut dyn Write, answer: &SimilarAnswer, shown: Shown) -> io::Result<()> {
    for similar in &answer.hits {
        head(out, &similar.hit, &answer.index)?;
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

fn head(out: &mut dyn Write, hit: &Hit, index: &Freshness) -> io::Result<()> {
    let (first, last) = (hit.start_line, hit.end_line);
    write!(out, "{PATH}{}{PATH:#}:{LINE}{first}-{last}{LINE:#}", printable(&hit.path))?;
    if let Some(symbol) = &hit.symbol {
        write!(out, "  {}{NAME}{}{NAME:#}", hit.preposition(), printable(symbol))?;
    }
    write!(out, "  {FAINT}{} {:.2}{FAINT:#}", hit.kind, hit.score)?;
    write!(out, "{NOTICE}{}{NOTICE:#}", index.mark(&hit.path))
}

fn snippet(out: &mut dyn Write, hit: &Hit, query: &str, shown: Shown) -> io::Result<()> {
    match shown {
        Shown::Everything => {
            for line in hit.snippet.lines() {
                writeln!(out, "{}", printable(line))?;
            }
        }
        Shown::BestLines { most } => {
            let lines: Vec<&str> = hit.snippet.lines().collect();
            let numbers: Vec<Option<u32>> =
                hit.numbered_lines().map(|(number, _)| number).collect();
            for place in lines_of_hit(hit, &lines, query, most) {
                let (number, line) = (numbers[place], lines[place]);
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
