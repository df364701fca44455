//! Names that belong to a subject, and names that do not.

use crate::tests::check;

const PYTHON: &str = "\
//- app/limits.py
import time

MAX_BURST = 20
UNUSED = \"x-other\"


class Limiter:
    def __init__(self, rate):
        self.rate = rate
        self.paused = False

    def pause(self):
        self.paused = True

    def take(self, name):
        if self.paused or name is None:
            raise LimitError(name)
        return settle(self, name)


def settle(limiter, name):
    key = \"APP_\" + name
    return key


class LimitError(Exception):
    pass


class Report:
    def render(self):
        return 1
";

#[test]
fn names_must_belong_to_the_subject() {
    check(
        PYTHON,
        "app/limits.py",
        &[
            ("Limiter.take", "Returns `settle(self, name)` or raises `LimitError`.", "supported"),
            (
                "Limiter.take",
                "Not a `RuntimeError` nor `None`, and no `nil` in `JSON`.",
                "supported",
            ),
            (
                "Limiter.take",
                "Fills the page that `Report.render` shows.",
                "not shown: `Report` exists, but has no link with the subject; `render` exists, but \
                 has no link with the subject",
            ),
            (
                "Limiter.take",
                "Keeps the rest in `overflow_pool`.",
                "not shown: `overflow_pool` is neither in the code nor in the evidence",
            ),
            ("Limiter.take", "Keeps it, unlike `render`.", "supported"),
        ],
    );
}

#[test]
fn what_a_subject_refers_to_belongs_to_it() {
    check(
        PYTHON,
        "app/limits.py",
        &[
            ("Limiter.take", "The result begins with `APP_`.", "supported"),
            ("settle", "Makes a key such as `APP_NAME` for `Limiter.take`.", "supported"),
            ("Limiter.pause", "Stops `take` from working.", "supported"),
            ("Limiter.pause", "Lets an iPhone or a WebP through.", "supported"),
        ],
    );
}

#[test]
fn names_with_marks_are_whole() {
    let name = super::identifiers;
    assert_eq!(name("Store.publish!(a != b, c?)"), ["Store", "publish!"]);
    assert_eq!(name("user?.name ?? 'text' + 42"), ["user", "name"]);
}

#[test]
fn a_reason_says_what_would_be_right() {
    let files = "\
//- app/hooks.py
def start(port):
    return port


def stop():
    return 0


HOOKS = {'start': start, 'drain': stop}
";
    check(
        files,
        "app/hooks.py",
        &[
            (
                "start",
                "Returns the port that `stop` frees.",
                "not shown: `stop` is neither in the code nor in the cited lines; cite line 9",
            ),
            (
                "start",
                "Returns the port of the `beginning`.",
                "not shown: `beginning` is neither in the code nor in the evidence; if it does not name \
                 code, write it without backticks",
            ),
        ],
    );
}

#[test]
fn a_literal_is_not_taken_apart_into_names() {
    check(
        "//- app/run.py\ndef flags():\n    return ['--no-verify', 'image/png']\n",
        "app/run.py",
        &[
            ("flags", "Returns `--no-verify` and `image/png`.", "supported"),
            (
                "flags",
                "Returns `--no-check`.",
                "contradicted: `--no-check` does not occur; the code has \"--no-verify\"",
            ),
        ],
    );
}
