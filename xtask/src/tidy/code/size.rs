//! A file holds one idea: at most 500 lines, its tests apart, at its end or in `tests.rs`.

use crate::tidy::{Problem, Source, Sources};

const LIMIT_LINES: usize = 500;

pub fn check(sources: &Sources) -> Vec<Problem> {
    sources
        .ending(".rs")
        .filter(|file| !file.path.ends_with("/tests.rs"))
        .map(|file| (file, n_lines(file)))
        .filter(|(_, n_lines)| *n_lines > LIMIT_LINES)
        .map(|(file, n_lines)| {
            Problem::of_file(
                &file.path,
                format!("{n_lines} lines without tests, over {LIMIT_LINES}"),
            )
        })
        .collect()
}

/// The lines before a block of tests that goes on to the end of the file.
fn n_lines(file: &Source) -> usize {
    let lines: Vec<&str> = file.text.lines().collect();
    let tests = lines.windows(2).rposition(|pair| {
        pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{')
    });
    match tests {
        // The block ends where a brace stands in the first column, and nothing may follow it.
        Some(start)
            if lines[start..].iter().position(|line| *line == "}")
                == Some(lines.len() - 1 - start) =>
        {
            start
        }
        Some(_) | None => lines.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_long_file_is_found() {
        let bad = format!("//- a.rs\n{}", "fn a() {}\n".repeat(501));
        assert_eq!(problems(check, &bad), "a.rs: 501 lines without tests, over 500");
        let good = format!("//- a.rs\n{}", "fn a() {}\n".repeat(500));
        assert_eq!(problems(check, &good), "");
    }

    #[test]
    fn tests_at_the_end_do_not_count() {
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "    fn a() {}\n".repeat(900));
        let good = format!("//- a.rs\n{}{tests}", "fn a() {}\n".repeat(400));
        assert_eq!(problems(check, &good), "");
    }

    #[test]
    fn a_file_of_tests_does_not_count() {
        let good = format!("//- src/walk/tests.rs\n{}", "fn a() {}\n".repeat(900));
        assert_eq!(problems(check, &good), "");
    }

    #[test]
    fn code_after_the_tests_counts_with_them() {
        let bad =
            format!("//- a.rs\n#[cfg(test)]\nmod tests {{\n}}\n{}", "fn a() {}\n".repeat(498));
        assert_eq!(problems(check, &bad), "a.rs: 501 lines without tests, over 500");
    }
}
