//! Units in several languages.

use crate::tests::check_alone;

#[test]
fn a_unit_agrees_with_names_calls_and_factors() {
    check_alone(
        crate::rules::units::check,
        "\
//- src/lib.rs
pub const TTL_MS: u64 = 600_000;
pub const MAX: usize = 2 * 1024 * 1024;
pub fn wait() {
    sleep(Duration::from_secs(10));
}
pub fn age_seconds(now: u64, then: u64) -> u64 {
    now - then
}
",
        "src/lib.rs",
        &[
            ("TTL_MS", "Ten minutes in milliseconds, 600000 ms.", "supported"),
            (
                "TTL_MS",
                "Lifetime of 600,000 seconds.",
                "contradicted: the code has 600000 milliseconds, not 600,000 seconds",
            ),
            ("MAX", "At most 2 MiB.", "supported"),
            ("MAX", "At most 2 GiB.", "contradicted: the code has 2 MiB, not 2 gib"),
            ("wait", "Waits 10 seconds.", "supported"),
            (
                "wait",
                "Waits 10 milliseconds.",
                "contradicted: the code has 10 seconds, not 10 milliseconds",
            ),
            ("age_seconds", "Age in seconds.", "supported"),
            (
                "age_seconds",
                "Age in milliseconds.",
                "contradicted: `age_seconds` shows seconds, not milliseconds",
            ),
        ],
    );
}

#[test]
fn other_languages_show_units_too() {
    check_alone(
        crate::rules::units::check,
        "\
//- a.go
package a

const pause = 3 * time.Second
",
        "a.go",
        &[
            ("pause", "Pause of 3 seconds.", "supported"),
            ("pause", "Pause of 3 minutes.", "contradicted: the code has 3 seconds, not 3 minutes"),
        ],
    );
}
