//! The tables of words, as they are written.

use std::{fs, path::Path};

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
