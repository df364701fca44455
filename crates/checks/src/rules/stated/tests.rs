//! Stated facts, each with its finding.

use rutter_domain::StatedFacts;

use crate::tests::{Code, findings};

const FILES: &str = "\
//- queue.py
class Queue:
    def push(self, job, delay_ms=0):
        \"\"\"Adds a job; the timeout is in seconds.\"\"\"
        if self.closed:
            raise QueueClosed(job)
        self.count += 1
        self.jobs.append(job)
        wake(self.timeout)
        return self.count


class QueueClosed(Exception):
    pass


def wake(timeout):
    return timeout


def main(queue):
    queue.push(1)
";

fn check(facts: StatedFacts, expected: &str) {
    let found = findings(&Code::new(FILES), ("queue.py", "Queue.push"), ("Adds a job.", &facts));
    let stated: Vec<&str> = found.lines().skip(1).collect();
    assert_eq!(stated.join("\n"), expected);
}

fn names(facts: &[&str]) -> Vec<String> {
    facts.iter().map(|fact| (*fact).to_owned()).collect()
}

#[test]
fn calls_and_callers_are_checked() {
    let calls = names(&["wake", "main"]);
    check(
        StatedFacts { calls, ..StatedFacts::default() },
        "supported\ncontradicted: `main` uses it, not the reverse",
    );
    let called_by = names(&["main", "wake", "nobody"]);
    check(
        StatedFacts { called_by, ..StatedFacts::default() },
        "supported\ncontradicted: `wake` does not use it, but is used by it\nnot shown: there is no `nobody`",
    );
}

#[test]
fn reads_and_writes_are_checked() {
    let writes = names(&["count", "self.jobs", "closed", "other"]);
    check(
        StatedFacts { writes, ..StatedFacts::default() },
        "supported\nsupported\ncontradicted: `closed` is read and not written\nnot shown: `other` is not in its code",
    );
    let reads = names(&["self.closed", "other"]);
    check(
        StatedFacts { reads, ..StatedFacts::default() },
        "supported\nnot shown: `other` is not in its code",
    );
}

#[test]
fn parameters_errors_and_units_are_checked() {
    let parameters = names(&["job", "delay_ms: int", "limit"]);
    check(
        StatedFacts { parameters, ..StatedFacts::default() },
        "supported\nsupported\ncontradicted: it has no parameter `limit`",
    );
    let raises = names(&["QueueClosed", "ValueError"]);
    check(
        StatedFacts { raises, ..StatedFacts::default() },
        "supported\nnot shown: `ValueError` is neither in its code nor in what it calls",
    );
    let units =
        names(&["delay_ms: milliseconds", "delay_ms: seconds", "timeout: seconds", "count: bytes"]);
    check(
        StatedFacts { units, ..StatedFacts::default() },
        "supported\ncontradicted: `delay_ms` is in milliseconds\nsupported\nnot shown: no bytes are shown beside `count`",
    );
}
