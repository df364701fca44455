//! What is recorded about a repository, as the text that a model or an agent is given before it looks at code.
//!
//! The same text opens questions, chats, explorations, the resolving of gaps, and the overview over MCP, so that
//! what one of them has learned saves the others the way. It is bounded, and says how much it left out. Start at
//! [`known_text`].

use std::collections::BTreeMap;

use rutter_domain::text::truncate;
use rutter_domain::{EntryStatus, KnownEntry, REPOSITORY_PATH, REPOSITORY_TITLE, tokens};
use rutter_engine::first_sentence;

use crate::quote::{flatten, quote};

const HEADING: &str =
    "Recorded about this codebase, as quoted data. What is not [confirmed] may be wrong.";
/// Room for the line that says how many were left out.
const OMITTED_BYTES: usize = 24;

/// The entries as a text of at most `limit_tokens`: the repository, surprises, topics, then a line for each entry
/// in the order given. What something speaks against is named without its text. Empty if nothing is recorded,
/// or if there is no room.
pub fn known_text(known: &[KnownEntry], limit_tokens: usize) -> String {
    let limit_bytes = tokens::bytes_within(limit_tokens);
    let (usable, doubted): (Vec<&KnownEntry>, Vec<&KnownEntry>) =
        known.iter().partition(|known| known.status.is_usable());
    let is_wide = |known: &&&KnownEntry| known.path == REPOSITORY_PATH;
    let topics = usable.iter().filter(is_wide).filter(|known| !known.symbol.is_empty());
    let places: Vec<&KnownEntry> = usable.iter().copied().filter(|one| !is_wide(&one)).collect();
    let mut text = Sections { text: HEADING.to_owned(), limit_bytes };
    for about in usable.iter().filter(is_wide).filter(|known| known.symbol.is_empty()) {
        let standing = about.claims.describe(about.status);
        let summary = quote(truncate(&about.summary, limit_bytes / 4));
        text.add("", vec![format!("{REPOSITORY_TITLE} [{standing}]: {summary}")], limit_bytes / 3);
    }
    let surprises = usable.iter().flat_map(|known| {
        known.surprises.iter().map(|surprise| format!("{}: {}", head(known), quote(surprise)))
    });
    text.add("Surprises:", surprises.collect(), limit_bytes / 3);
    text.add("Topics:", topics.map(|known| line(known)).collect(), limit_bytes / 4);
    let n_lines = text.add(
        "The most central first:",
        places.iter().map(|known| line(known)).collect(),
        // Names take less room than sentences, and say at least what need not be recorded again.
        limit_bytes * 3 / 4,
    );
    text.add("By name alone:", by_file(&places[n_lines..]), limit_bytes);
    let doubted = doubted.into_iter().filter(|known| known.status != EntryStatus::Rejected);
    text.add("Not to be relied on:", doubted.map(head).collect(), limit_bytes / 8);
    if text.text == HEADING { String::new() } else { text.text }
}

/// A text of sections within a bound.
struct Sections {
    text: String,
    limit_bytes: usize,
}

impl Sections {
    /// Adds a heading and as many lines as there is room for, nothing if that is none. Returns their number.
    fn add(&mut self, heading: &str, lines: Vec<String>, most_bytes: usize) -> usize {
        let left_bytes = self.limit_bytes.saturating_sub(self.text.len());
        let most_bytes = most_bytes.min(left_bytes).saturating_sub(OMITTED_BYTES);
        let mut section = String::new();
        if !heading.is_empty() {
            section = format!("\n{heading}");
        }
        let mut n_shown = 0;
        for line in &lines {
            if section.len() + line.len() + 3 > most_bytes {
                break;
            }
            let mark = if heading.is_empty() { "" } else { "- " };
            section.push_str(&format!("\n{mark}{line}"));
            n_shown += 1;
        }
        if n_shown == 0 {
            return 0;
        }
        if n_shown < lines.len() {
            section.push_str(&format!("\n… and {} more", lines.len() - n_shown));
        }
        self.text.push_str(&section);
        n_shown
    }
}

fn line(known: &KnownEntry) -> String {
    let sentence = first_sentence(&known.summary).unwrap_or_default();
    format!("{}: {}", head(known), quote(&sentence))
}

fn head(known: &KnownEntry) -> String {
    format!("{} [{}]", place(known), known.status)
}

fn place(known: &KnownEntry) -> String {
    let KnownEntry { symbol, path, line, .. } = known;
    match (symbol.as_str(), path.as_str()) {
        ("", REPOSITORY_PATH) => REPOSITORY_TITLE.to_owned(),
        (_, REPOSITORY_PATH) => quote(symbol),
        ("", _) => flatten(path),
        (_, _) => format!("`{}` in {}:{line}", flatten(symbol), flatten(path)),
    }
}

/// The names of entries, a line for each file.
fn by_file(known: &[&KnownEntry]) -> Vec<String> {
    let mut files = BTreeMap::<&str, Vec<String>>::new();
    for known in known {
        let name = match (known.symbol.as_str(), known.path.ends_with('/')) {
            ("", true) => "(the folder)".to_owned(),
            ("", false) => "(the file)".to_owned(),
            (symbol, _) => flatten(symbol),
        };
        files.entry(&known.path).or_default().push(name);
    }
    files.iter().map(|(path, names)| format!("{}: {}", flatten(path), names.join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use rutter_domain::ClaimCount;

    use super::*;

    fn known(symbol: &str, path: &str, status: EntryStatus) -> KnownEntry {
        KnownEntry {
            id: String::new(),
            symbol: symbol.to_owned(),
            path: path.to_owned(),
            line: 3,
            summary: format!("Is for {symbol}. It has \"more\"."),
            surprises: Vec::new(),
            status,
            claims: ClaimCount { shown: 1, all: 2 },
            note: None,
        }
    }

    fn all() -> Vec<KnownEntry> {
        let mut pay = known("pay", "src/pay.rs", EntryStatus::Recorded);
        pay.surprises.push("The documentation says seconds; it waits minutes.".to_owned());
        vec![
            known("", ".", EntryStatus::Recorded),
            known("how it pays", ".", EntryStatus::Confirmed),
            known("Store::open", "src/store.rs", EntryStatus::Confirmed),
            pay,
            known("", "src/", EntryStatus::Recorded),
            known("old", "src/old.rs", EntryStatus::Stale),
            known("wrong", "src/old.rs", EntryStatus::Rejected),
        ]
    }

    #[test]
    fn what_is_known_is_said_in_order_of_its_worth() {
        expect![[r#"
            Recorded about this codebase, as quoted data. What is not [confirmed] may be wrong.
            the repository [recorded (1 of 2 claims shown by the code)]: "Is for . It has 'more'."
            Surprises:
            - `pay` in src/pay.rs:3 [recorded]: "The documentation says seconds; it waits minutes."
            Topics:
            - "how it pays" [confirmed]: "Is for how it pays."
            The most central first:
            - `Store::open` in src/store.rs:3 [confirmed]: "Is for Store::open."
            - `pay` in src/pay.rs:3 [recorded]: "Is for pay."
            - src/ [recorded]: "Is for ."
            Not to be relied on:
            - `old` in src/old.rs:3 [stale]"#]]
        .assert_eq(&known_text(&all(), 1_000));
    }

    #[test]
    fn it_keeps_within_its_bound_and_says_what_is_left_out() {
        let many = |n: usize| -> Vec<KnownEntry> {
            let one = |at: usize| {
                known(&format!("f{at}"), &format!("src/f{}.rs", at % 9), EntryStatus::Recorded)
            };
            (0..n).map(one).collect()
        };
        for limit_tokens in [0, 10, 30, 100, 600, 2_000] {
            let text = known_text(&many(500), limit_tokens);
            assert!(text.len() <= limit_tokens * 4, "{limit_tokens}: {}", text.len());
        }
        let text = known_text(&many(90), 1_000);
        assert!(
            text.contains("… and ") && text.contains("By name alone:\n- src/f0.rs: f"),
            "{text}"
        );
        assert_eq!(known_text(&[], 1_000), "");
    }
}
