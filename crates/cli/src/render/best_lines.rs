//! Chooses the lines of a snippet that are printed: those with the query's words, and the line that
//! names the symbol, which tells the reader what the others belong to.

use rutter_engine::Hit;

/// Lines of a snippet that are printed by default.
pub const SHOWN_LINES: usize = 6;
/// Words of a query that are searched for in the lines; bounds the time for long queries.
const MOST_WORDS: usize = 256;
/// Beginnings of comment lines in most languages.
const COMMENT_STARTS: [&str; 7] = ["//", "/*", "*", "# ", "--", ";;", "\"\"\""];

/// Chooses the lines of a hit, by their index in `lines`: those around the line that the query names, or the best.
pub fn lines_of_hit(hit: &Hit, lines: &[&str], query: &str, most: usize) -> Vec<usize> {
    let named = hit.matched_lines.filter(|(first, last)| first == last).map(|(line, _)| line);
    let at =
        named.and_then(|line| hit.numbered_lines().position(|(number, _)| number == Some(line)));
    match at {
        Some(at) => {
            let start = at.saturating_sub(most / 2).min(lines.len().saturating_sub(most));
            (start..lines.len().min(start + most)).collect()
        }
        None => best_lines(lines, query, hit.symbol.as_deref(), most),
    }
}

/// The words of a query that are searched for in lines.
pub fn query_words(query: &str) -> Vec<String> {
    query
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 2)
        .take(MOST_WORDS)
        .map(str::to_lowercase)
        .collect()
}

/// Chooses at most `most` lines, by their index in `lines`, in order.
pub fn best_lines(lines: &[&str], query: &str, symbol: Option<&str>, most: usize) -> Vec<usize> {
    let words = query_words(query);
    let weights: Vec<usize> = lines
        .iter()
        .map(|line| {
            let line = line.to_lowercase();
            words.iter().filter(|word| line.contains(word.as_str())).count()
        })
        .collect();
    let window = best_window(&weights, most);
    match symbol.and_then(|symbol| naming_line(lines, symbol)) {
        Some(named) if !window.contains(&named) => {
            let mut shown = best_window(&weights, most.saturating_sub(1));
            shown.push(named);
            shown.sort_unstable();
            shown.dedup();
            shown
        }
        _ => window,
    }
}

/// The first `n` consecutive lines with the highest total weight.
fn best_window(weights: &[usize], n: usize) -> Vec<usize> {
    let n_starts = weights.len().saturating_sub(n) + 1;
    let weight = |start: usize| -> usize { weights.iter().skip(start).take(n).sum() };
    let best = (0..n_starts).max_by_key(|start| (weight(*start), std::cmp::Reverse(*start)));
    let start = best.unwrap_or(0);
    (start..weights.len().min(start + n)).collect()
}

/// The first line of code that contains the symbol's bare name as a word.
fn naming_line(lines: &[&str], symbol: &str) -> Option<usize> {
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = symbol.rsplit(|c: char| !is_in_name(c)).find(|part| !part.is_empty())?;
    lines.iter().position(|line| {
        let line = line.trim_start();
        !COMMENT_STARTS.iter().any(|start| line.starts_with(start))
            && line.split(|c: char| !is_in_name(c)).any(|word| word == name)
    })
}

#[cfg(test)]
mod tests {
    use super::SHOWN_LINES;

    fn best_lines(lines: &[&str], query: &str, symbol: Option<&str>) -> Vec<usize> {
        super::best_lines(lines, query, symbol, SHOWN_LINES)
    }

    fn twenty_lines() -> Vec<String> {
        (0..20).map(|n| format!("line {n}")).collect()
    }

    #[test]
    fn the_shown_lines_hold_the_words_of_the_query() {
        let lines = twenty_lines();
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines[12] = "fn walk_files()";
        assert_eq!(best_lines(&lines, "walk files", None), [7, 8, 9, 10, 11, 12]);
        assert_eq!(best_lines(&lines, "nothing of it", None), [0, 1, 2, 3, 4, 5]);
        assert!(best_lines(&[], "walk", Some("walk")).is_empty());
    }

    #[test]
    fn the_line_that_names_the_symbol_is_shown_with_them() {
        let lines = twenty_lines();
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines[0] = "/// Says what entries are.";
        lines[1] = "fn entries(";
        lines[12] = "    walk_files();";
        assert_eq!(best_lines(&lines, "walk files", Some("Visit::entries")), [1, 8, 9, 10, 11, 12]);
        assert_eq!(best_lines(&lines, "line", Some("Visit::entries")), [1, 2, 3, 4, 5, 6]);
        assert_eq!(best_lines(&lines, "walk files", Some("other")), [7, 8, 9, 10, 11, 12]);
    }
}
