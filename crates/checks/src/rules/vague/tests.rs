//! Claims with and without content.

use crate::tests::check;

const FILES: &str = "\
//- src/mail.ts
/** Sends a mail through the relay. */
export function sendMail(cfg: Config, msg: string): number {
    return relay.push(cfg.host, msg);
}
";

#[test]
fn a_claim_without_content_is_not_shown() {
    let nothing = "not shown: it says nothing that could be checked";
    check(
        FILES,
        "src/mail.ts",
        &[
            ("sendMail", "Does things.", nothing),
            ("sendMail", "Handles the data as needed.", nothing),
            ("sendMail", "A helper function.", nothing),
            ("sendMail", "Utility for processing.", nothing),
            ("sendMail", "A function that handles the mail.", nothing),
            ("sendMail", "Sends the message to the configured host.", "supported"),
        ],
    );
}
