//! Stated facts of every kind, each with its decision.

use rutter_domain::{FactKind, StatedFacts};

use crate::tests::{Code, claims};

/// Checks facts: symbol, kind, fact, and the finding with its reason.
fn check(files: &str, path: &str, cases: &[(&str, &str, &str, &str)]) {
    let code = Code::new(files);
    for (symbol, kind, fact, expected) in cases {
        let kind = FactKind::parse(kind).unwrap();
        let facts: StatedFacts = [(kind, *fact)].into_iter().collect();
        let found = claims(&code, (path, symbol), "", &facts, &[]);
        let found = found.last().unwrap();
        let line = found.evidence.first().map_or(0, |at| at.start_line);
        let found = match &found.reason {
            None => format!("{} {line}", found.finding),
            Some(reason) => format!("{} {line}: {reason}", found.finding),
        };
        assert_eq!(found, *expected, "{symbol}: {kind} {fact}");
    }
}

const PYTHON: &str = "\
//- queue.py
import os
from base import Base

LIMIT = 60 * 60

class QueueClosed(Exception):
    pass

class Unused(Exception):
    pass

class Queue(Base):
    def push(self, job, delay_ms=0, *, name: str = 'x') -> int:
        '''Adds a job; the timeout is in seconds.'''
        with self.lock:
            if self.closed:
                raise QueueClosed(job)
            self.count += 1
            self.jobs.append(job)
            wake(self.timeout, os.environ['HOME'])
        return self.count

    def run(self):
        print(self)

    def flag(self, on):
        if on:
            return True
        return False

    async def later(self):
        return None

def wake(timeout, home):
    return timeout

def main(queue):
    queue.push(1)

def _hidden(limit=LIMIT):
    pass

def other():
    return 1
//- base.py
class Base:
    def run(self):
        raise NotImplementedError

class Apart:
    def stop(self):
        pass
";

#[test]
fn facts_of_python_are_decided() {
    check(
        PYTHON,
        "queue.py",
        &[
            ("Queue.push", "calls", "wake", "holds 20"),
            ("Queue.push", "calls", "main", "refuted 38: `main` calls it, not the reverse"),
            ("Queue.push", "calls", "other", "refuted 13: `other` is not in its code"),
            ("Queue.push", "called_by", "main", "holds 38"),
            (
                "Queue.push",
                "called_by",
                "other",
                "refuted 43: `other` does not name it; it is used by `main`",
            ),
            (
                "Queue.push",
                "called_by",
                "nobody",
                "open 0: the index has no definition of `nobody` to look at",
            ),
            ("Queue.push", "parameters", "delay_ms", "holds 13"),
            ("Queue.push", "parameters", "name: str", "holds 13"),
            (
                "Queue.push",
                "parameters",
                "name: bool",
                "refuted 13: `name` is declared as `name: str = 'x'`",
            ),
            (
                "Queue.push",
                "parameters",
                "limit",
                "refuted 13: it has no parameter `limit`; it takes `job`, `delay_ms=0`, `name: str = 'x'`",
            ),
            ("Queue.push", "defaults", "delay_ms=0", "holds 13"),
            ("Queue.push", "defaults", "name=\"x\"", "holds 13"),
            (
                "Queue.push",
                "defaults",
                "delay_ms=100",
                "refuted 13: the default of `delay_ms` is `0`",
            ),
            ("Queue.push", "defaults", "job=None", "refuted 13: `job` has no default"),
            ("_hidden", "defaults", "limit=3600", "holds 40"),
            ("Queue.push", "returns", "int", "holds 13"),
            ("Queue.push", "returns", "None", "refuted 13: it is declared to return `int`"),
            ("Queue.push", "returns", "str", "refuted 13: it is declared to return `int`"),
            ("Queue.run", "returns", "None", "holds 23"),
            ("Queue.run", "returns", "bool", "refuted 23: it returns no value"),
            ("Queue.flag", "returns", "True", "holds 28"),
            ("Queue.flag", "returns", "bool", "holds 28"),
            ("Queue.flag", "returns", "None", "refuted 28: it returns `True`"),
            ("Queue.push", "raises", "QueueClosed", "holds 17"),
            ("Queue.push", "raises", "Unused", "refuted 13: `Unused` is not in its code"),
            ("main", "raises", "QueueClosed", "holds 17"),
            (
                "Queue.push",
                "raises",
                "ValueError",
                "open 0: `ValueError` is not in the index, and may come from outside",
            ),
            ("Queue.push", "reads", "self.closed", "holds 16"),
            ("Queue.push", "reads", "HOME", "holds 20"),
            ("Queue.push", "reads", "PATH", "refuted 13: `PATH` is not in its code"),
            ("Queue.push", "writes", "self.jobs", "holds 19"),
            ("Queue.push", "writes", "count", "holds 18"),
            ("Queue.push", "writes", "closed", "open 0: `closed` is handed to other code"),
            ("LIMIT", "value", "3600", "holds 4"),
            ("LIMIT", "value", "60", "refuted 4: `LIMIT` is `60 * 60`"),
            (
                "Queue.push",
                "units",
                "delay_ms: seconds",
                "refuted 13: `delay_ms` is in milliseconds",
            ),
            ("Queue.push", "units", "timeout: seconds", "holds 14"),
            ("Queue", "implements", "Base", "holds 12"),
            (
                "Queue",
                "implements",
                "Apart",
                "refuted 12: it does not name `Apart` as a base, and has no `stop`",
            ),
            ("Queue.run", "overrides", "Base.run", "holds 23"),
            (
                "Queue.push",
                "overrides",
                "Base.push",
                "refuted 13: `Base` has no `push`, or is not among the bases `Base`",
            ),
            ("wake", "visibility", "public", "holds 34"),
            ("_hidden", "visibility", "public", "refuted 40: it is private"),
            ("Queue.later", "async", "yes", "holds 31"),
            ("Queue.push", "async", "yes", "refuted 13: its head has no word for async"),
            ("Queue.push", "locks", "self.lock", "holds 15"),
            ("Queue.push", "locks", "mutex", "refuted 13: `mutex` is not in its code"),
        ],
    );
}

#[test]
fn facts_of_rust_are_decided() {
    check(
        "\
//- src/pool.rs
use std::fmt;

pub const SIZE: usize = 1_024;

macro_rules! log { ($x:expr) => { write_log($x) }; }
fn write_log(_x: usize) {}

pub struct Pool { size: usize }

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, \"{}\", self.size)
    }
}

impl Pool {
    pub fn take(&mut self, n: usize) -> Option<String> {
        log!(n);
        if n == 0 {
            return None;
        }
        self.size -= n;
        Some(make(n))
    }
}

fn make(n: usize) -> String {
    n.to_string()
}
fn idle() {}
",
        "src/pool.rs",
        &[
            ("Pool::take", "calls", "make", "holds 23"),
            ("Pool::take", "calls", "write_log", "open 0: a macro that it uses names it"),
            (
                "make",
                "called_by",
                "idle",
                "refuted 30: `idle` does not name it; it is used by `take`",
            ),
            (
                "write_log",
                "called_by",
                "idle",
                "open 0: it is passed on as a value or under another name",
            ),
            ("Pool::take", "returns", "None", "holds 20"),
            ("Pool::take", "returns", "Option<String>", "holds 17"),
            ("make", "returns", "None", "refuted 27: it is declared to return `String`"),
            ("make", "returns", "bool", "refuted 27: it is declared to return `String`"),
            ("SIZE", "value", "1024", "holds 3"),
            ("SIZE", "value", "SIZE=2048", "refuted 3: `SIZE` is `1_024`"),
            ("Pool", "implements", "Display", "holds 8"),
            ("Pool::take", "visibility", "public", "holds 17"),
            ("make", "visibility", "public", "refuted 27: it is private"),
            ("Pool::take", "writes", "self.size", "holds 22"),
            ("make", "writes", "n", "open 0: `n` is handed to other code"),
        ],
    );
}

#[test]
fn a_sentence_of_facts_alone_is_decided() {
    let code = Code::new(PYTHON);
    let find = |claim: &str| {
        let found = claims(&code, ("queue.py", "Queue.push"), claim, &StatedFacts::default(), &[]);
        found[0].finding.name()
    };
    assert_eq!(find("Calls `wake`."), "holds");
    assert_eq!(find("Raises `QueueClosed`."), "holds");
    assert_eq!(find("Calls `wake` and `other`."), "refuted");
    assert_eq!(find("Calls `wake` when it is closed."), "open");
    assert_eq!(find("The default of `delay_ms` is 0."), "holds");
    assert_eq!(find("`delay_ms` defaults to 7."), "open");
}
