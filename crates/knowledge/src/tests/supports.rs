//! What an entry rests on outside its own symbol: which edits make it stale, and which only mark it.

use rutter_domain::EntryStatus;

use super::*;

/// What becomes of an entry.
#[derive(Debug, PartialEq, Eq)]
enum Expected {
    Holds,
    Stale,
    /// It holds, with a remark.
    Marked,
}
use Expected::{Holds, Marked, Stale};

/// Records one entry, makes one edit after another, each on the original text, and compares the outcome.
fn check(path: &str, text: &str, symbol: &str, summary: &str, edits: &[(&str, &str, Expected)]) {
    for (from, to, expected) in edits {
        let tree = Tree::new("//- other.txt\nnothing\n");
        tree.write(path, text);
        record(&tree, draft(symbol, path, summary));
        assert!(text.contains(from), "{path} has {from}");
        tree.write(path, text.replacen(from, to, 1));
        let answer = knowledge(&tree).entries(&EntriesFilter::default()).unwrap();
        let entry = &answer.entries[0];
        let found = match (entry.status, entry.marks.is_empty()) {
            (EntryStatus::Stale, _) => Stale,
            (_, false) => Marked,
            (_, true) => Holds,
        };
        let why = (&entry.reason, &entry.marks);
        assert_eq!(found, *expected, "{path} `{symbol}`: `{from}` became `{to}`: {why:?}");
    }
}

const PYTHON: &str = "\
MAX_RETRIES = 3
GRACE = 10


def backoff(attempt):
    return attempt * 2


def log(text):
    print(text)


class Client:
    \"\"\"Talks to the queue.\"\"\"

    def send(self, job):
        \"\"\"Send a job, waiting a moment between attempts.\"\"\"
        for attempt in range(MAX_RETRIES):
            backoff(attempt)
            log(job)
        return job

    def close(self):
        self.open = False


def main(client):
    client.send(1)
";

#[test]
fn a_python_entry_rests_on_what_its_claims_name() {
    check(
        "a.py",
        PYTHON,
        "Client.send",
        "Calls `backoff` for each of `MAX_RETRIES` attempts.",
        &[
            ("MAX_RETRIES = 3", "MAX_RETRIES = 5", Stale),
            ("attempt * 2", "attempt * 3", Stale),
            ("print(text)", "print(text, 1)", Marked),
            ("GRACE = 10", "GRACE = 11", Holds),
            ("self.open = False", "self.open = None", Holds),
            ("return job", "return None", Stale),
            ("client.send(1)", "client.send(2)", Holds),
            ("MAX_RETRIES = 3", "MAX_RETRIES = (\n    3\n)", Holds),
            ("backoff(attempt)\n", "backoff(\n                attempt,\n            )\n", Holds),
            ("Talks to the queue.", "Talks to a queue.", Holds),
        ],
    );
}

#[test]
fn words_of_the_documentation_are_rested_on() {
    check(
        "a.py",
        PYTHON,
        "Client.send",
        "Sends a job, waiting a moment between attempts.",
        &[
            ("waiting a moment", "waiting an hour", Stale),
            ("a job, waiting a moment between", "a job,\n        waiting a moment between", Holds),
            ("print(text)", "print(text, 1)", Marked),
        ],
    );
}

#[test]
fn a_class_rests_on_the_members_that_are_named() {
    check(
        "a.py",
        PYTHON,
        "Client",
        "Talks to the queue; `close` sets `open` to False.",
        &[
            ("self.open = False", "self.open = True", Stale),
            ("return job", "return None", Holds),
            ("def close(self):", "def shut(self):", Stale),
        ],
    );
}

#[test]
fn callers_are_rested_on_where_they_are_named() {
    check(
        "a.py",
        PYTHON,
        "Client.send",
        "Called by `main` with a job.",
        &[
            ("client.send(1)", "client.close()", Stale),
            ("client.send(1)", "client.send(1)\n    log(2)", Holds),
        ],
    );
}

#[test]
fn a_new_user_contradicts_who_is_called_the_only_one() {
    check(
        "a.py",
        PYTHON,
        "log",
        "Prints the text; only called by `Client.send`.",
        &[
            ("client.send(1)", "client.send(1)\n    log(2)", Stale),
            ("GRACE = 10", "GRACE = 12", Holds),
        ],
    );
}

const RUST: &str = "\
/// How long to wait.
const WAIT_MS: u64 = 250;

pub struct Pool {
    /// Connections that nobody uses.
    idle: Vec<u32>,
    limit: usize,
}

impl Pool {
    /// Takes an idle connection.
    pub fn take(&mut self) -> Option<u32> {
        pause(WAIT_MS);
        self.idle.pop()
    }

    pub fn give(&mut self, one: u32) {
        if self.idle.len() < self.limit {
            self.idle.push(one);
        }
    }
}

fn pause(ms: u64) {
    std::thread::sleep(std::time::Duration::from_millis(ms));
}
";

#[test]
fn a_rust_entry_rests_on_constants_fields_and_callees() {
    check(
        "a.rs",
        RUST,
        "Pool::take",
        "Pauses 250 milliseconds, then pops from `idle`.",
        &[
            ("WAIT_MS: u64 = 250", "WAIT_MS: u64 = 300", Stale),
            ("idle: Vec<u32>", "idle: Vec<u64>", Stale),
            ("from_millis(ms)", "from_secs(ms)", Marked),
            ("limit: usize,", "limit: u32,", Holds),
            ("/// How long to wait.", "/// The time to wait.", Holds),
            ("self.idle.push(one);", "self.idle.insert(0, one);", Holds),
            ("    pub fn take(", "    #[inline]\n    pub fn take(", Stale),
            ("pause(WAIT_MS);\n", "pause(\n            WAIT_MS,\n        );\n", Holds),
            ("/// Takes an idle connection.", "/// Takes an idle\n    /// connection.", Holds),
        ],
    );
}

const TYPESCRIPT: &str = "\
export const LIMIT = 20;

/** Trims a title. */
export function shorten(title: string): string {
  if (title.length > LIMIT) {
    return title.slice(0, LIMIT) + '…';
  }
  return normalise(title);
}

function normalise(title: string): string {
  return title.trim();
}
";

#[test]
fn a_typescript_entry_holds_through_a_formatter() {
    check(
        "a.ts",
        TYPESCRIPT,
        "shorten",
        "Cuts titles longer than `LIMIT` (20) characters.",
        &[
            ("LIMIT = 20", "LIMIT = 30", Stale),
            ("'…'", "\"…\"", Holds),
            ("return normalise(title);", "return normalise(\n    title,\n  );", Holds),
            ("title.trim()", "title.trimEnd()", Marked),
            (
                "/** Trims a title. */",
                "/**\n * Trims a title.\n * @deprecated use cut\n */",
                Marked,
            ),
            ("> LIMIT", ">= LIMIT", Stale),
        ],
    );
}

const JAVA: &str = "\
class Jobs {
    static final int MAX = 8;

    /** Runs all jobs. */
    void runAll() {
        for (int i = 0; i < MAX; i++) {
            runOne(i);
        }
    }

    private void runOne(int i) {
        System.out.println(i);
    }
}
";

#[test]
fn a_java_entry_rests_on_its_annotations_and_callees() {
    check(
        "Jobs.java",
        JAVA,
        "Jobs.runAll",
        "Calls `runOne` for each of `MAX` jobs.",
        &[
            ("MAX = 8", "MAX = 9", Stale),
            ("println(i)", "println(i + 1)", Stale),
            ("    void runAll()", "    @Deprecated\n    void runAll()", Stale),
            ("runOne(i);\n", "runOne(\n                i);\n", Holds),
        ],
    );
}

const GO: &str = "\
package jobs

// Limit of open jobs.
const limit = 4

// Deprecated: use Start.
func Run(n int) int {
\tif n > limit {
\t\treturn stop(n)
\t}
\treturn n
}

func stop(n int) int {
\treturn -n
}
";

#[test]
fn a_go_entry_rests_on_documentation_that_it_uses() {
    check(
        "jobs.go",
        GO,
        "Run",
        "Deprecated in favour of `Start`; stops above the `limit`.",
        &[
            ("// Deprecated: use Start.", "// Runs.", Stale),
            ("limit = 4", "limit = 5", Stale),
            ("return -n", "return 0", Marked),
            ("n > limit", "n >= limit", Stale),
        ],
    );
}
