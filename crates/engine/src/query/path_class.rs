//! What a path says about the code in it: whether it is a test, and whether somebody asking for a name is
//! likely to mean it.

use rutter_domain::is_auxiliary_path;

/// Folders of code that other people wrote or that a program made.
const FOREIGN_FOLDERS: [&str; 17] = [
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "thirdparty",
    "3rdparty",
    "node_modules",
    "bower_components",
    "external",
    "externals",
    "deps",
    "generated",
    "gen",
    "dist",
    "build",
    "site-packages",
    "stubs",
];

/// Folders of tests.
const TEST_FOLDERS: [&str; 10] = [
    "test",
    "tests",
    "testing",
    "__tests__",
    "spec",
    "specs",
    "testdata",
    "unittests",
    "e2e",
    "androidtest",
];

/// How likely it is that a question about a name means the definition at this path; 0 is likeliest.
pub(crate) fn unlikeliness(path: &str) -> u8 {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_foreign = folders(path).any(|folder| is_among(folder, &FOREIGN_FOLDERS));
    let is_made = [".pb.", "_pb2", ".generated.", ".g.", ".min.", ".d.ts"]
        .iter()
        .any(|mark| name.contains(mark));
    match (is_foreign || is_made, is_auxiliary_path(path, name)) {
        (false, false) => 0,
        (false, true) => 1,
        (true, _) => 2,
    }
}

/// Whether a path looks like the repository's own code: no test, no example, not foreign, not generated.
pub fn is_main_source(path: &str) -> bool {
    unlikeliness(path) == 0 && !is_test_path(path)
}

/// Whether a file holds tests, by its path.
pub(crate) fn is_test_path(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    folders(path).any(|folder| is_among(folder, &TEST_FOLDERS))
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

fn is_among(folder: &str, names: &[&str]) -> bool {
    names.iter().any(|name| folder.eq_ignore_ascii_case(name))
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
