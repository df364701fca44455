//! Numbers that are and are not in the code.

use crate::tests::check_alone;

const FILES: &str = "\
//- src/retry.py
MAX_ATTEMPTS = 3
LIMIT = 2 * 1024 * 1024
SCALE = 0.5

def retry(task, pause=250):
    \"\"\"Tries a task again.\"\"\"
    for attempt in range(MAX_ATTEMPTS):
        if task() == 429:
            wait(pause, 60 * 60)

def size(data):
    return len(data) < LIMIT and 200 <= data.status < 300
";

#[test]
fn a_number_stands_in_the_code_or_in_a_value_it_names() {
    check_alone(
        crate::rules::numbers::check,
        FILES,
        "src/retry.py",
        &[
            (
                "retry",
                "Tries up to three times, or 3 attempts, with 250 ms by default.",
                "supported",
            ),
            ("retry", "Waits an hour, that is 60 minutes or 3600 seconds, after 429.", "supported"),
            ("size", "True below 2 MiB with a status of 200 to 299.", "supported"),
            ("SCALE", "Scale of 50 %.", "supported"),
            ("retry", "Uses UTF-8, SHA-256 and the first of two branches.", "supported"),
        ],
    );
}

#[test]
fn a_number_may_follow_from_another() {
    check_alone(
        crate::rules::numbers::check,
        "\
//- a.js
const PAUSE_MS = 200;
function pause(attempt) {
  return PAUSE_MS * attempt;
}
function id() {
  return randomBytes(8).toString('hex');
}
",
        "a.js",
        &[
            (
                "pause",
                "Waits 200 ms after the first failure and 400 ms after the second.",
                "supported",
            ),
            (
                "pause",
                "Waits 500 ms.",
                "not shown: 500 ms occurs neither in the code nor in what it names",
            ),
            ("id", "Random id of 16 hexadecimal digits.", "supported"),
        ],
    );
}

#[test]
fn a_number_that_stands_nowhere_is_a_problem() {
    check_alone(
        crate::rules::numbers::check,
        FILES,
        "src/retry.py",
        &[
            (
                "MAX_ATTEMPTS",
                "Number of tries, 5.",
                "contradicted: 5 does not occur; the code has `MAX_ATTEMPTS = 3`",
            ),
            (
                "retry",
                "Tries up to five times.",
                "not shown: five occurs neither in the code nor in what it names",
            ),
            (
                "retry",
                "Makes five attempts.",
                "contradicted: five does not occur; the code has `MAX_ATTEMPTS = 3`",
            ),
        ],
    );
}
