//! The direction of calls in claims.

use crate::tests::check;

const FILES: &str = "\
//- src/mail.ts
import { connect } from \"./net\";

export class Mailer {
  // sendAll is for tests
  send(letter: string): void {
    this.check(letter);
    connect(letter);
  }
  check(letter: string): void {}
  sendAll(letters: string[]): void {
    for (const letter of letters) this.send(letter);
  }
}
//- src/net.ts
export function connect(text: string): void {}
export function close(): void {}
";

#[test]
fn callees_must_be_called() {
    check(
        FILES,
        "src/mail.ts",
        &[
            ("Mailer.send", "Sends it, calling `check` and then `connect`.", "supported"),
            (
                "Mailer.send",
                "Sends it by calling `sendAll`.",
                "contradicted: `sendAll` uses it, not the reverse",
            ),
            ("Mailer.send", "Sends it without calling `sendAll`.", "supported"),
            (
                "Mailer.send",
                "Sends it. It is called by `sendAll`, which calls `send`.",
                "supported\nsupported",
            ),
        ],
    );
}

#[test]
fn callers_must_call() {
    check(
        FILES,
        "src/mail.ts",
        &[
            ("Mailer.send", "Sends one; called by `sendAll`.", "supported\nsupported"),
            (
                "Mailer.send",
                "Sends one; it is invoked from `check`.",
                "supported\ncontradicted: `check` does not use it, but is used by it",
            ),
            (
                "Mailer.send",
                "Sends one. `sendAll` and `check` use it.",
                "supported\ncontradicted: `check` does not use it, but is used by it",
            ),
        ],
    );
}
