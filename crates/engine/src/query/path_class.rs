//! Classifies paths: tests, third-party and generated code, and how likely a query for a name means them.

use rutter_domain::is_auxiliary_path;
use rutter_graph::path_text::{name_of, stem_of};

/// Folders of third-party and generated code.
const FOREIGN_FOLDERS: &str = "\
    vendor vendored third_party third-party thirdparty 3rdparty node_modules \
    bower_components external externals deps generated gen dist build site-packages stubs";

/// Folders of tests.
const TEST_FOLDERS: &str = "\
    test tests testing __tests__ spec specs testdata unittests e2e androidtest";

/// Rank of a path by how likely a query for a name means a definition there; 0 is the likeliest.
pub(crate) fn unlikeliness(path: &str) -> u8 {
    let name = name_of(path);
    let is_foreign = folders(path).any(|folder| is_among(folder, FOREIGN_FOLDERS));
    let is_made = [".pb.", "_pb2", ".generated.", ".g.", ".min.", ".d.ts"]
        .iter()
        .any(|mark| name.contains(mark));
    match (is_foreign || is_made, is_auxiliary_path(path, name)) {
        (false, false) => 0,
        (false, true) => 1,
        (true, _) => 2,
    }
}

/// Whether a path looks like the repository's own code: neither test nor example, neither third-party nor
/// generated.
pub fn is_main_source(path: &str) -> bool {
    unlikeliness(path) == 0 && !is_test_path(path)
}

/// Whether a file holds tests, by its path.
pub(crate) fn is_test_path(path: &str) -> bool {
    let name = name_of(path);
    let stem = stem_of(path);
    folders(path).any(|folder| is_among(folder, TEST_FOLDERS))
        || matches!(stem, "test" | "tests" | "conftest")
        || stem.starts_with("test_")
        || ["_test", "_tests", "_spec", "Test", "Tests", "Spec"]
            .iter()
            .any(|end| stem.ends_with(end))
        || [".test.", ".spec."].iter().any(|middle| name.contains(middle))
}

fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').rev().skip(1)
}

fn is_among(folder: &str, names: &str) -> bool {
    names.split(' ').any(|name| folder.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_code_is_likelier_than_tests_and_those_than_foreign_code() {
        assert_eq!(unlikeliness("src/net.rs"), 0);
        assert_eq!(unlikeliness("tests/net.rs"), 1);
        assert_eq!(unlikeliness("src/mocks/net.go"), 1);
        assert_eq!(unlikeliness("vendor/net/net.go"), 2);
        assert_eq!(unlikeliness("api/net.pb.go"), 2);
    }

    #[test]
    fn tests_are_known_by_folder_and_name() {
        for path in
            ["tests/a.rs", "src/a_test.go", "a/test_b.py", "b.spec.ts", "src/test/java/A.java"]
        {
            assert!(is_test_path(path), "{path}");
        }
        for path in ["src/latest.rs", "examples/a.rs", "src/contest/a.py"] {
            assert!(!is_test_path(path), "{path}");
        }
    }
}
