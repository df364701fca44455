//! A hit as a model reads it: its place, and its lines from the file itself.

use rutter_engine::Hit;
use rutter_workspace::{AccessError, Workspace};

use crate::telling::Telling;

/// More of a hit is not shown.
const LIMIT_BYTES: usize = 6_000;

/// Tells a hit. Its lines are read anew, so that what is shown is what the file holds, without
/// what is secret in it.
pub(crate) fn tell_hit(telling: &mut Telling, workspace: &Workspace, hit: &Hit, remark: &str) {
    let symbol = hit.symbol.as_deref().map_or_else(String::new, |symbol| format!(" {symbol}"));
    telling.line("");
    telling.line(format!(
        "{}:{}-{}{symbol} ({}) {:.2}{remark} [{}]",
        hit.path, hit.start_line, hit.end_line, hit.kind, hit.score, hit.chunk
    ));
    if hit.kind == "entry" {
        telling.line(&hit.snippet);
        return;
    }
    if let Some(entry) = &hit.entry {
        telling.line(format!("entry {} ({}): {}", entry.id, entry.status, entry.summary));
    }
    let mut ranges = Vec::new();
    let mut start = hit.start_line;
    for (first, last) in &hit.gaps {
        if *first > start {
            ranges.push(start..=first - 1);
        }
        start = last.saturating_add(1);
    }
    if start <= hit.end_line {
        ranges.push(start..=hit.end_line);
    }
    match workspace.excerpt(&hit.path, &ranges, LIMIT_BYTES) {
        Ok(excerpt) => {
            telling.code(&excerpt);
            let shown = excerpt.lines.last().map_or(0, |line| line.number);
            let last = ranges.last().map_or(0, |range| *range.end());
            if shown < last && excerpt.n_lines.is_none_or(|n_lines| shown < n_lines) {
                telling.line(format!("… up to line {last}; read the rest with read_file"));
            }
        }
        Err(error) => {
            telling.n_redacted += u32::from(matches!(error, AccessError::Secret { .. }));
            telling.line(format!("({error})"));
        }
    }
}
