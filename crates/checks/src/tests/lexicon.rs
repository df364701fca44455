//! The tables of words, as they are written.

use std::{fs, path::Path};

use crate::lexicon::standard_names::{is_literal, is_standard};

#[test]
fn each_row_of_a_table_says_its_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lexicon");
    let mut n_rows = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let tables = text.split("Table::").skip(1).filter_map(|rest| rest.split_once("    \"\n"));
        for row in tables.flat_map(|(_, rest)| rest.split("\",\n").next().unwrap().lines()) {
            assert!(row.contains(" -- "), "no case: {row}");
            n_rows += 1;
        }
    }
    assert!(n_rows > 100, "the tables were found");
}

#[test]
fn names_of_languages_and_common_nouns_are_standard() {
    let names = [
        "RuntimeError", "ETS", "Promise", "Mutex", "HashMap", "ArgumentError", "GenServer",
        "IOException", "vector", "Context", "WebP", "MiB", "PostgreSQL", "GitHub", "OpenSSL",
        "ENOENT", "SIGTERM", "KeyError", "OverflowException", "IllegalArgumentException", "git",
        "curl", "SELECT", "JSON", "NotImplementedError", "Error",
    ];
    for name in names {
        assert!(is_standard(name), "{name}");
    }
    for name in ["RateLimiter", "FetchError", "unchanged", "parse_tile_id", "LedgerException"] {
        assert!(!is_standard(name), "{name}");
    }
    assert!(is_literal("nil") && is_literal("None") && !is_literal("Timeout"));
}
