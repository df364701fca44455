//! The report on gaps as Markdown, a function of a [`GapReport`]. Start at [`markdown`].

use rutter_domain::text::ellipsize;
use rutter_domain::{Attempt, ListedEntry};
use rutter_knowledge::{GapReport, UnresolvedGap};
use rutter_web::{dollars, duration, percentage};

/// Levels of folders that are listed.
const MOST_LEVELS: usize = 2;

pub fn markdown(report: &GapReport) -> String {
    let mut text = String::from("# Documentation gaps\n\n");
    let mut push = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    if let Some(run) = &report.run {
        push(format!("Run `{run}`.\n"));
    }
    let after = percentage(report.after.overall);
    push("| | |\n| --- | --- |".to_owned());
    push(match &report.before {
        Some(before) => {
            format!("| complete | {} % before, **{after} %** now |", percentage(before.overall))
        }
        None => format!("| complete | **{after} %** |"),
    });
    push(format!("| resolved | {} |", report.resolved.len()));
    push(format!("| open | {} |", report.unresolved.len()));
    push(format!("| waiting for a person | {} |", report.questions.len()));
    push(format!("| dismissed | {} |", report.dismissed.len()));
    let effort = &report.effort;
    push(format!(
        "| cost | {}, {} + {} tokens, {} attempts |",
        dollars(effort.cost),
        effort.input_tokens,
        effort.output_tokens,
        effort.attempts
    ));
    push(format!("| time | {} |", duration(effort.elapsed_ms)));
    push("\n## By folder\n\n| folder | complete |\n| --- | ---: |".to_owned());
    let folders = report.after.by_folder.iter();
    for (folder, percent) in folders.filter(|(folder, _)| folder.matches('/').count() < MOST_LEVELS)
    {
        push(format!("| {} | {} % |", cell(folder), percentage(*percent)));
    }
    if !report.questions.is_empty() {
        push("\n## Questions for people\n".to_owned());
        for one in &report.questions {
            push(open_gap(one));
        }
    }
    if !report.resolved.is_empty() {
        push("\n## Resolved\n".to_owned());
        for one in &report.resolved {
            let name = one.symbol.as_deref().unwrap_or(&one.path);
            push(format!(
                "- {} in {} ({}, by {})",
                code(name),
                code(&one.path),
                one.rule,
                inline(&one.by)
            ));
            if let Some(entry) = &one.entry {
                push(quoted_entry(entry));
            }
            one.attempts.iter().for_each(|attempt| push(attempt_line(attempt)));
        }
    }
    if !report.unresolved.is_empty() {
        push("\n## Open\n".to_owned());
        for one in &report.unresolved {
            push(open_gap(one));
        }
    }
    if !report.dismissed.is_empty() {
        push("\n## Dismissed\n".to_owned());
        for one in &report.dismissed {
            let why = one.why.as_deref().unwrap_or("no reason given");
            let gap = &one.gap;
            push(format!(
                "- {}:{} {}: {} ({})",
                code(&gap.path),
                gap.line,
                inline(&gap.message),
                inline(why),
                inline(&one.by)
            ));
        }
    }
    if report.omitted > 0 {
        push(format!("\n{} more gaps are not listed.", report.omitted));
    }
    text
}

fn open_gap(one: &UnresolvedGap) -> String {
    let gap = &one.gap;
    let mut text = format!(
        "- {}:{} {} (`{}`, {})",
        code(&gap.path),
        gap.line,
        inline(&gap.message),
        gap.id,
        gap.rule
    );
    if let Some(note) = &one.note {
        text.push_str(&format!("\n  - **{}**", inline(note)));
    }
    for attempt in &one.attempts {
        text.push('\n');
        text.push_str(&attempt_line(attempt));
    }
    text
}

fn quoted_entry(entry: &ListedEntry) -> String {
    let lines: Vec<String> = entry
        .evidence
        .iter()
        .map(|cited| format!("{}:{}-{}", cited.path, cited.start_line, cited.end_line))
        .collect();
    format!(
        "  - {}: {}\n  - by {}, evidence {}",
        entry.status,
        inline(&entry.summary),
        inline(&entry.author),
        code(&lines.join(", "))
    )
}

fn attempt_line(attempt: &Attempt) -> String {
    let (number, strategy) = (attempt.number, attempt.strategy);
    match &attempt.end {
        Some(end) => {
            let seen = ellipsize(&end.observation, 200);
            format!("  - attempt {number}, {strategy}: {}: {}", end.outcome, inline(&seen))
        }
        None => format!("  - attempt {number}, {strategy}: not finished"),
    }
}

/// Text in one line that Markdown takes as it is.
fn inline(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut escaped = String::with_capacity(line.len());
    for c in line.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '!' | '&') {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { '\u{fffd}' } else { c });
    }
    escaped
}

fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// A code span; the fence is longer than what the text has.
fn code(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    match longest {
        0 => format!("{fence}{text}{fence}"),
        _ => format!("{fence} {text} {fence}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_markdown_are_escaped() {
        assert_eq!(inline("a *b*\n<c> | [d](e)"), "a \\*b\\* \\<c\\> \\| \\[d\\](e)");
        assert_eq!(code("a`b"), "`` a`b ``");
    }
}
