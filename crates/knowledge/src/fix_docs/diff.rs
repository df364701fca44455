//! A unified diff of texts whose lines correspond: line for line, some changed.

use std::fmt::Write;

/// Unchanged lines around a change.
const N_CONTEXT: usize = 3;

/// The changes of a file; both texts have the same number of lines.
pub(super) fn unified_diff(path: &str, before: &str, after: &str) -> String {
    let before: Vec<&str> = before.split_inclusive('\n').collect();
    let after: Vec<&str> = after.split_inclusive('\n').collect();
    let changed: Vec<usize> =
        (0..before.len()).filter(|at| before.get(*at) != after.get(*at)).collect();
    let mut out = format!("--- a/{path}\n+++ b/{path}\n");
    let mut rest = changed.as_slice();
    while let Some(first) = rest.first() {
        // Changes whose contexts touch are one hunk.
        let n_near =
            1 + rest.windows(2).take_while(|pair| pair[1] - pair[0] <= 2 * N_CONTEXT).count();
        let (hunk, further) = rest.split_at(n_near);
        rest = further;
        let start = first.saturating_sub(N_CONTEXT);
        let end = (hunk[hunk.len() - 1] + 1 + N_CONTEXT).min(before.len());
        let n_lines = end - start;
        let _ = writeln!(out, "@@ -{},{n_lines} +{},{n_lines} @@", start + 1, start + 1);
        let mut at = start;
        while at < end {
            if !hunk.contains(&at) {
                write_line(&mut out, ' ', before[at]);
                at += 1;
                continue;
            }
            let run_end = (at..end).find(|line| !hunk.contains(line)).unwrap_or(end);
            before[at..run_end].iter().for_each(|line| write_line(&mut out, '-', line));
            after[at..run_end].iter().for_each(|line| write_line(&mut out, '+', line));
            at = run_end;
        }
    }
    out
}

fn write_line(out: &mut String, mark: char, line: &str) {
    out.push(mark);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_far_apart_are_hunks_of_their_own() {
        let before: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let after = before.replace("\n2\n", "\ntwo\n").replace("\n19\n", "\nnineteen\n");
        assert_eq!(
            unified_diff("a.md", &before, &after),
            "--- a/a.md\n+++ b/a.md\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -16,5 +16,5 @@\n 16\n 17\n 18\n-19\n+nineteen\n 20\n"
        );
    }

    #[test]
    fn a_last_line_without_end_is_marked() {
        assert_eq!(
            unified_diff("a", "x", "y"),
            "--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n"
        );
    }
}
