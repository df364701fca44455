//! Parameters and their number.

use crate::tests::check;

const FILES: &str = "\
//- feed.py
def load(path, limit=30, *, strict=False):
    return (path, limit, strict)


def run(limit, **options):
    return options[\"depth\"]
//- timer.ts
const MINUTE_MS = 60_000;
export function start(intervalMs = MINUTE_MS, name?: string): void {
  console.log(intervalMs, name);
}
";

#[test]
fn parameters_must_exist() {
    check(
        FILES,
        "feed.py",
        &[
            ("load", "The `limit` argument bounds it, the parameter `strict` too.", "supported"),
            ("run", "The `depth` parameter is returned.", "supported"),
        ],
    );
    check(
        FILES,
        "timer.ts",
        &[(
            "start",
            "The `console` argument gets the pause.",
            "contradicted: it has no parameter `console`; it takes `intervalMs = MINUTE_MS`, \
                 `name?: string`",
        )],
    );
}

#[test]
fn counts_must_agree() {
    check(
        FILES,
        "feed.py",
        &[
            ("load", "Takes three arguments.", "supported"),
            ("load", "Takes four arguments.", "contradicted: it takes 3 parameters"),
            ("load", "Takes a single argument.", "supported"),
            (
                "run",
                "It takes `limit` and `load` as arguments.",
                "contradicted: `load` exists, but has no link with the subject; it has no parameter \
                     `load`; it takes `limit`, `**options`",
            ),
        ],
    );
}
