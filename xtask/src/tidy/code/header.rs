//! Every source file begins by saying what it is for.

use crate::tidy::{Problem, Sources};

pub fn check(sources: &Sources) -> Vec<Problem> {
    sources
        .ending(".rs")
        .filter(|file| !has_header(&file.text))
        .map(|file| {
            Problem::of_file(&file.path, "does not begin with a `//!` that says what it is for")
        })
        .collect()
}

fn has_header(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    first.strip_prefix("//! ").is_some_and(|words| !words.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_file_without_a_header_is_found() {
        let what = "does not begin with a `//!` that says what it is for";
        let bad = "//- a.rs\nuse std::fs;\n//- b.rs\n//! \n//- c.rs\n//! Cuts chunks.\n//- d.rs\n";
        let found = problems(check, bad);
        assert_eq!(found, format!("a.rs: {what}\nb.rs: {what}\nd.rs: {what}"));
    }
}
