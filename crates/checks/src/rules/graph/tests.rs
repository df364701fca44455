//! Claims about visibility, deprecation and users.

use crate::tests::check_alone;

const FILES: &str = "\
//- src/store.rs
/// Opens a store.
pub fn open_store() -> u8 {
    read_header()
}

fn read_header() -> u8 {
    1
}

#[deprecated(note = \"use open_store\")]
pub fn old_store() -> u8 {
    read_header()
}

pub fn spare_part() {}
//- src/main.rs
use crate::store::open_store;

fn main() {
    open_store();
}
";

#[test]
fn visibility_is_that_of_the_symbol() {
    check_alone(
        crate::rules::graph::check,
        FILES,
        "src/store.rs",
        &[
            ("read_header", "Private function that reads the header.", "supported"),
            (
                "read_header",
                "Public function that reads the header.",
                "contradicted: it is private, not public",
            ),
            (
                "open_store",
                "Private function that opens a store.",
                "contradicted: it is public, not private",
            ),
            ("open_store", "Opens a store; part of the public API.", "supported\nsupported"),
            ("open_store", "Opens a store with a private key.", "supported"),
        ],
    );
}

#[test]
fn deprecation_needs_a_mark() {
    check_alone(
        crate::rules::graph::check,
        FILES,
        "src/store.rs",
        &[
            ("old_store", "Deprecated in favour of `open_store`.", "supported"),
            (
                "old_store",
                "Opens the old store and is not deprecated.",
                "contradicted: it is marked as deprecated",
            ),
            (
                "open_store",
                "Deprecated way to open a store.",
                "not shown: nothing marks it as deprecated: no attribute, annotation, comment or warning",
            ),
        ],
    );
}

#[test]
fn users_are_those_of_the_index() {
    check_alone(
        crate::rules::graph::check,
        FILES,
        "src/store.rs",
        &[
            ("spare_part", "Spare part that is never called.", "supported"),
            (
                "open_store",
                "Opens a store. Nothing in the project calls it.",
                "supported\ncontradicted: `main` uses it in src/main.rs:4",
            ),
            (
                "open_store",
                "Opens a store. It is never called.",
                "supported\ncontradicted: `main` uses it in src/main.rs:4",
            ),
            ("open_store", "Opens a store; `main` is the only caller.", "supported\nsupported"),
            (
                "read_header",
                "Reads the header; `open_store` is its only caller.",
                "supported\ncontradicted: `old_store` uses it in src/store.rs:12",
            ),
            (
                "read_header",
                "Header that is only used by `open_store`.",
                "contradicted: `old_store` uses it in src/store.rs:12",
            ),
            (
                "open_store",
                "Opens a store; the only caller of `read_header`.",
                "supported\ncontradicted: `old_store` uses `read_header` too",
            ),
        ],
    );
}

#[test]
fn a_method_of_cpp_has_the_visibility_of_its_declaration() {
    check_alone(
        crate::rules::graph::check,
        "\
//- disk.hpp
class Disk {
public:
    int load();
private:
    int file_of(int id);
};
//- disk.cpp
#include \"disk.hpp\"

int Disk::load() {
    return file_of(1);
}

int Disk::file_of(int id) {
    return id;
}
",
        "disk.cpp",
        &[
            ("Disk::file_of", "Private. Finds the file.", "supported\nsupported"),
            (
                "Disk::file_of",
                "Public method that finds the file.",
                "contradicted: it is private, not public",
            ),
            ("Disk::load", "Public method that loads.", "supported"),
        ],
    );
}
