//! The role of a file, by its path.

/// Whether a file is auxiliary: a test, an example, a benchmark, or legacy code. A query rarely means such files.
pub fn is_auxiliary_path(path: &str, name: &str) -> bool {
    const DIRECTORIES: [&str; 24] = [
        "test", "tests", "testing", "__tests__", "spec", "specs", "testdata", "fixture",
        "fixtures", "mock", "mocks", "example", "examples", "sample", "samples", "demo", "demos",
        "bench", "benches", "benchmark", "benchmarks", "compat", "legacy", "deprecated",
    ];
    let stem = name.split('.').next().unwrap_or(name);
    path.split('/')
        .rev()
        .skip(1)
        .any(|directory| DIRECTORIES.iter().any(|name| directory.eq_ignore_ascii_case(name)))
        || matches!(stem, "test" | "tests" | "spec" | "conftest")
        || stem.starts_with("test_")
        || ["_test", "_tests", "_spec", "Test", "Tests", "Spec"]
            .iter()
            .any(|end| stem.ends_with(end))
        || [".test.", ".spec."].iter().any(|middle| name.contains(middle))
}
