//! Claims that only a reader can judge: complexity, thread safety, security, performance, idempotence.

use crate::checks::{Problem, Statement, SubjectContext};

/// What a claim is about, and the phrases that show it. `*` stands for one word.
const EXPERT: &[(&str, &[&str])] = &[
    (
        "its complexity",
        &[
            "constant time",
            "linear time",
            "logarithmic time",
            "logarithmic",
            "quadratic",
            "amortised",
            "amortized",
            "polynomial time",
            "exponential time",
            "sublinear",
            "linear in",
            "linearithmic",
            "constant space",
            "linear space",
        ],
    ),
    (
        "thread safety",
        &[
            "thread safe",
            "threadsafe",
            "thread safety",
            "lock free",
            "wait free",
            "race free",
            "race condition",
            "race conditions",
            "data race",
            "data races",
            "reentrant",
            "re entrant",
            "safe for concurrent",
            "safe to call",
            "safe to use",
            "safe from several",
            "safe under",
            "concurrency safe",
            "goroutine safe",
            "deadlock",
            "deadlocks",
            "deadlock free",
            "fiber safe",
            "process safe",
            "safely from",
            "safe in parallel",
            "safe across threads",
            "can be called concurrently",
            "be called from several threads",
            "be called from multiple threads",
            "be shared between threads",
            "linearizable",
            "linearisable",
            "multiple threads",
            "several threads",
            "any thread",
            "several goroutines",
            "multiple goroutines",
            "any goroutine",
            "parallel callers",
            "concurrent use",
            "concurrent access",
            "concurrent calls",
            "concurrent callers",
            "exactly once",
            "at most once delivery",
            "never blocks",
            "async signal safe",
            "signal safe",
        ],
    ),
    (
        "security",
        &[
            "timing attack",
            "timing attacks",
            "timing safe",
            "side channel",
            "side channels",
            "cryptographically secure",
            "cryptographically strong",
            "injection",
            "xss",
            "csrf",
            "path traversal",
            "directory traversal",
            "tamper proof",
            "tamperproof",
            "secure against",
            "safe against",
            "protects against",
            "protection against",
            "tampering",
            "leaks the",
            "protected against",
            "resistant to",
            "resistant against",
            "securely",
            "sanitises",
            "sanitizes",
            "sanitised",
            "sanitized",
            "brute force",
            "replay attacks",
            "replay attack",
            "is secure",
            "hardened",
            "collision resistant",
            "unforgeable",
            "man in the middle",
            "crash safe",
            "crash safely",
            "crash proof",
            "attacker",
            "attackers",
            "constant time comparison",
            "buffer overflow",
            "cannot overflow",
            "never overflows",
            "power failure",
            "power loss",
            "survives a crash",
            "durably",
            "denial of service",
        ],
    ),
    (
        "performance",
        &[
            "zero copy",
            "allocation free",
            "without allocating",
            "without allocation",
            "without allocations",
            "no allocation",
            "no allocations",
            "does not allocate",
            "never allocates",
            "memory efficient",
            "efficiently",
            "highly efficient",
            "very fast",
            "is fast",
            "high performance",
            "blazingly",
            "optimal",
            "cache friendly",
            "negligible overhead",
            "leak free",
            "memory safe",
            "scales",
            "constant memory",
            "bounded memory",
            "memory leak",
            "memory leaks",
            "without leaking",
        ],
    ),
    ("idempotence", &["idempotent", "idempotently", "idempotence"]),
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems: Vec<Problem> = EXPERT
        .iter()
        .filter(|(_, phrases)| statement.has_phrase(phrases))
        .filter(|(topic, _)| *topic != "thread safety" || !names_lock(statement, context))
        .map(|(topic, _)| unchecked(topic))
        .collect();
    problems.extend(SHOWN_BY_CODE.iter().filter_map(|one| against_shown(one, statement, context)));
    if has_big_o(&statement.text) {
        problems.push(unchecked("its complexity"));
    }
    problems
}

/// Whether a claim names what makes the code safe for threads, and the code has it.
fn names_lock(statement: &Statement, context: &SubjectContext<'_>) -> bool {
    statement.names().any(|word| {
        ["concurrent", "atomic", "lock", "mutex", "adder", "synchron"]
            .iter()
            .any(|part| word.lower.contains(part))
            && context.shows(&word.text)
    })
}

/// What code that does such a thing must have: phrases, parts of names in lower case, and what is missing.
const SHOWN_BY_CODE: &[(&[&str], &[&str], &str)] = &[
    (
        &["in parallel", "concurrently", "simultaneously"],
        &[
            "thread",
            "async",
            "await",
            "spawn",
            "parallel",
            "promise",
            "gather",
            "go ",
            "task",
            "executor",
            "pool",
            "par_",
            "rayon",
            "future",
            "concurren",
            "fork",
            "corout",
            "launch",
            "worker",
            "actor",
            "dispatch",
            "queue",
            "wait",
            "&\n",
            "agent",
            "genserver",
            "stream",
            "channel",
            "lock",
            "mutex",
            "semaphore",
            "wg.",
        ],
        "nothing in the code runs in parallel",
    ),
    (
        &["atomically", "atomic"],
        &[
            "atomic",
            "replace",
            "rename",
            "move",
            "transaction",
            "lock",
            "mutex",
            "synchron",
            "compareand",
            "compare_exchange",
            "ets",
            "agent",
            "swap",
            "commit",
            "interlocked",
            "monitor",
            "actor",
            "computeifabsent",
            "merge(",
            "getandset",
        ],
        "nothing in the code makes it atomic",
    ),
    (
        &[
            "guarded by",
            "holding the lock",
            "holds the lock",
            "under the lock",
            "under a lock",
            "under the mutex",
            "under a mutex",
            "holding the mutex",
            "holds the mutex",
            "synchronised on",
            "synchronized on",
        ],
        &[
            "lock",
            "mutex",
            "synchron",
            "semaphore",
            "monitor",
            "atomic",
            "mu.",
            "guard",
            "actor",
            "agent",
            "serial",
            "queue",
            "critical",
            "genserver",
            "mvar",
            "stm",
        ],
        "nothing in the code takes a lock",
    ),
    (
        &["secure", "securely", "cryptographic", "cryptographically"],
        &[
            "secur",
            "crypt",
            "secret",
            "hmac",
            "random_bytes",
            "randombytes",
            "urandom",
            "sha",
            "tls",
            "ssl",
            "https",
            "cipher",
            "sign",
            "digest",
            "key",
        ],
        "nothing in the code shows that it is secure",
    ),
    (
        &["monotonic clock", "monotonic time", "monotonic high", "monotonic timer"],
        &[
            "monotonic",
            "performance",
            "hrtime",
            "nanotime",
            "steady",
            "instant",
            "time.now",
            "time.since",
            "uptime",
            "stopwatch",
            "perf_counter",
            "hires",
        ],
        "the code reads no monotonic clock",
    ),
    (
        &["binary search"],
        &[
            "bisect",
            "binary",
            "mid",
            "partition_point",
            "sort.search",
            "lower_bound",
            "upper_bound",
            "bsearch",
        ],
        "the code has no binary search",
    ),
];

fn against_shown(
    (phrases, parts, reason): &(&[&str], &[&str], &str),
    statement: &Statement,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    if !statement.has_phrase(phrases) {
        return None;
    }
    let has = |text: &str| {
        let lower = text.to_lowercase();
        parts.iter().any(|part| lower.contains(part))
    };
    let is_shown = has(&context.code)
        || has(&context.doc)
        || context.evidence.iter().any(|(_, text)| has(text))
        || context.callees().iter().any(|callee| has(&callee.symbol().signature))
        || context.containers().iter().any(|one| has(one.doc.as_deref().unwrap_or("")));
    (!is_shown).then(|| Problem::not_shown(*reason))
}

fn unchecked(topic: &str) -> Problem {
    Problem::unchecked(format!("this is about {topic}, which only a reader of the code can judge"))
}

/// `O(n)`, `O(1)`, `O(n log n)`, in backticks or not.
fn has_big_o(text: &str) -> bool {
    text.match_indices("O(").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    }) || text.contains("Θ(")
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check_alone;

    const FILE: &str = "\
//- src/lib.rs
/// Compares the digests.
pub fn same_digest(a: &[u8], b: &[u8]) -> bool {
    let guard = lock();
    constant_time_eq(a, b)
}
";

    fn case(summary: &str, topic: &str) {
        let expected = match topic {
            "" => "supported".to_owned(),
            _ => format!(
                "unchecked: this is about {topic}, which only a reader of the code can judge"
            ),
        };
        check_alone(
            crate::checks::expert::check,
            FILE,
            "src/lib.rs",
            &[("same_digest", summary, &expected)],
        );
    }

    #[test]
    fn only_a_reader_judges_such_claims() {
        case("Compares two digests in O(n).", "its complexity");
        case("Compares two digests in linear time.", "its complexity");
        case("Compares two digests and is thread-safe.", "thread safety");
        case("Compares the digests, which is idempotent.", "idempotence");
        case("Compares the digests, safe to call from several threads.", "thread safety");
        case("Compares the digests to prevent timing attacks.", "security");
        case("Compares the digests with zero-copy slices.", "performance");
    }

    #[test]
    fn parallel_work_must_be_visible() {
        check_alone(
            crate::checks::expert::check,
            "\
//- a.go
package a

func Sum(items []int) int {
	total := 0
	for _, item := range items {
		total += item
	}
	return total
}
",
            "a.go",
            &[(
                "Sum",
                "Adds the items in parallel.",
                "not shown: nothing in the code runs in parallel",
            )],
        );
    }

    #[test]
    fn what_the_code_shows_is_supported() {
        case("Compares the digests with `constant_time_eq` while the lock is held.", "");
    }
}
