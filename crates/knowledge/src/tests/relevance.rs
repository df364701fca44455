//! A summary that has nothing to do with its code is refused.

use super::*;

const MAIL: &str = "\
/** Opens the relay of a host. */
export function openRelay(host: string): Relay {
    return new Relay(host);
}

export function deliver(config: Config, message: string): number {
    const relay = openRelay(config.host);
    for (let attempt = 0; attempt < config.retries; attempt++) {
        if (relay.push(message)) return attempt;
    }
    throw new DeliveryError(message);
}
";

/// The reason for which a summary of `deliver` is refused; empty if it is not.
fn refused(summary: &str) -> String {
    let tree = Tree::new(&format!("//- src/mail.ts\n{MAIL}"));
    let seen = reader_of(&tree, &["src/mail.ts"]);
    match knowledge(&tree).record(draft("deliver", "src/mail.ts", summary), &seen).unwrap() {
        Recording::Refused { reason } => reason,
        Recording::Recorded { .. } => String::new(),
    }
}

#[test]
fn a_summary_with_nothing_in_common_with_its_code_is_refused() {
    assert_eq!(
        refused("Moves the robot arm."),
        "the summary \"Moves the robot arm.\" has nothing in common with the code of `deliver`; say what the code \
         does and name what it uses, or cite the lines that show it"
    );
    for absurd in [
        "Plays a short sound.",
        "Bakes bread at 200 degrees.",
        "Sends flowers to the queen.",
        "`deliver` bakes bread for the old queen.",
        "Waters the tomatoes in the garden every evening.",
    ] {
        assert!(refused(absurd).contains("nothing in common"), "{absurd}: {:?}", refused(absurd));
    }
}

#[test]
fn a_summary_of_the_code_is_recorded_in_the_words_of_its_author() {
    for summary in [
        "Sends a message through the relay and retries when that fails.",
        "Tries several times to hand the text over to the mail server of the host.",
        "Gives up with an error after all attempts.",
        "Calls `openRelay`.",
        "Opens a connection first. No newline is added.",
    ] {
        assert_eq!(refused(summary), "", "{summary}");
    }
}

#[test]
fn a_summary_in_another_language_is_not_judged() {
    for summary in [
        "Sendet eine Nachricht an alle Empfänger.",
        "Verschickt Blumen zum Geburtstag der Königin.",
        "Envoie des fleurs à la reine pour son anniversaire.",
        "Отправляет письмо получателю.",
        "读取配置文件并返回默认值。",
    ] {
        assert_eq!(refused(summary), "", "{summary}");
    }
}

#[test]
fn the_cited_lines_count_as_well() {
    let robot = "export function moveArm(robot: Robot) {\n    robot.arm.move();\n}\n";
    let tree = Tree::new(&format!("//- src/mail.ts\n{MAIL}\n//- src/robot.ts\n{robot}"));
    let seen = reader_of(&tree, &["src/mail.ts", "src/robot.ts"]);
    let cited = EntryDraft {
        evidence: vec![cite("src/mail.ts", 6, 12), cite("src/robot.ts", 1, 3)],
        ..draft("deliver", "src/mail.ts", "Moves the robot arm.")
    };
    let recording = knowledge(&tree).record(cited, &seen).unwrap();
    assert!(matches!(recording, Recording::Recorded { .. }), "{recording:?}");
}
