//! Commands: confirmed, bounded, and shut in where the system can do it.

#![cfg(unix)]

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rutter_fixture::{Tree, skip};
use rutter_tools::{Confinement, Consent, Mode, Proposal, Session};
use serde_json::json;

use crate::harness::Harness;

const NO_SANDBOX: &str = "this kernel has no Landlock, or not enough of it";

/// A harness in which commands run, and whether the system has a sandbox for them.
fn harness(files: &str) -> (Harness, Confinement) {
    let mut harness = Harness::new(files, Mode::Build);
    let outcome = harness.call("bash", json!({"command": "true"}));
    if !outcome.is_error {
        return (harness, Confinement::Required);
    }
    assert!(
        outcome.text.starts_with("commands are not run here: this system "),
        "{}",
        outcome.text
    );
    skip("commands in a sandbox", &outcome.text);
    let mut session = Session::new(Mode::Build, "tester");
    session.shell = Confinement::Waived;
    session.confirm = Arc::new(|_| Consent::Yes);
    harness.session = Arc::new(session);
    (harness, Confinement::Waived)
}

#[test]
fn a_command_runs_in_the_root_and_tells_its_exit_code() {
    let (harness, _) = harness("//- a.txt\nhello\n");
    let outcome = harness.call("bash", json!({"cmd": "cat a.txt; echo oops >&2; exit 3"}));
    assert!(outcome.is_error);
    assert!(outcome.text.starts_with("exit code 3 after "), "{}", outcome.text);
    assert!(outcome.text.ends_with("hello\noops"), "{}", outcome.text);
    let text = harness.text(
        "bash",
        json!({"command": "echo x > made.txt && echo y > $TMPDIR/z && cat $TMPDIR/z"}),
    );
    assert!(text.ends_with("\ny"), "{text}");
    assert_eq!(harness.tree.read("made.txt"), "x\n");
}

#[test]
fn a_command_is_run_only_when_a_person_agrees() {
    let harness = Harness::of(Tree::new(""), Mode::Build, Consent::No);
    let text = harness.refusal("bash", json!({"command": "touch made"}));
    assert!(!harness.tree.file("made").exists());
    let asked = harness.asked.lock().unwrap();
    // Without a sandbox a command is refused before anybody is asked.
    if text.starts_with("commands are not run here: this system ") {
        return skip("asking before a command runs", &text);
    }
    assert!(text.starts_with("the user does not want this command"), "{text}");
    assert!(matches!(&asked[0], Proposal::RunCommand { command, .. } if command == "touch made"));
}

#[test]
fn a_command_that_takes_too_long_ends_with_all_that_it_started() {
    let (harness, _) = harness("");
    let began = Instant::now();
    let command = "sh -c 'while :; do :; done' & echo $! > pid; echo begun; wait";
    let outcome = harness.call("bash", json!({"command": command, "timeout_s": 1}));
    assert!(began.elapsed() < Duration::from_secs(20));
    assert!(outcome.text.starts_with("stopped after 1 s, its time limit"), "{}", outcome.text);
    assert!(outcome.text.ends_with("begun"), "{}", outcome.text);
    let pid: u32 = harness.tree.read("pid").trim().parse().unwrap();
    assert!(is_gone(pid), "{pid} is still there");
}

#[test]
fn what_is_left_in_the_background_ends_with_the_command() {
    let (harness, _) = harness("");
    let command = "sh -c 'while :; do :; done' & echo $! > pid; echo done";
    let text = harness.text("bash", json!({"command": command}));
    assert!(text.ends_with("done"), "{text}");
    assert!(is_gone(harness.tree.read("pid").trim().parse().unwrap()));
}

#[test]
fn a_command_ends_when_the_user_stops_everything() {
    let (harness, _) = harness("");
    let toolbox = Arc::clone(&harness.toolbox);
    toolbox.cancelled.store(true, Ordering::Relaxed);
    let outcome = harness.call("bash", json!({"command": "while :; do :; done"}));
    assert!(outcome.text.starts_with("stopped by the user"), "{}", outcome.text);
}

#[test]
fn long_output_is_cut_in_the_middle_and_secrets_are_kept_back() {
    let (harness, _) = harness("");
    let command = "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done";
    let text = harness.text("bash", json!({"command": command}));
    assert!(text.len() < 32_000);
    assert!(text.contains("\nline 0\n") && text.ends_with("line 19999"), "{}", &text[..200]);
    assert!(text.contains("bytes are left out here"));
    let secret = format!("gh{}_q7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5Js0GyTaUeX", "p");
    let outcome = harness.call("bash", json!({"command": format!("echo {secret}")}));
    assert!(outcome.text.ends_with("[redacted: GitHub token]"), "{}", outcome.text);
    assert_eq!(outcome.n_redacted, 1);
}

#[test]
fn a_command_cannot_read_or_write_elsewhere() {
    let (harness, confinement) = harness("");
    if confinement == Confinement::Waived {
        return skip("reading and writing outside of the sandbox", NO_SANDBOX);
    }
    let outside = Tree::new("//- secret.txt\nprivate\n");
    let path = outside.file("secret.txt");
    let path = path.display();
    for command in [
        format!("cat {path}"),
        format!("echo x > {path}"),
        format!("echo x > {path}.new"),
        format!("rm {path}"),
        format!("mv {path} ./stolen"),
        format!("ln {path} ./linked"),
        format!("ln -s {path} ./link; cat ./link"),
        format!("sh -c 'exec cat {path}'"),
        format!("truncate -s 0 {path}"),
    ] {
        let outcome = harness.call("bash", json!({"command": command}));
        assert!(outcome.is_error, "{command}: {}", outcome.text);
        assert!(!outcome.text.contains("private"), "{command}: {}", outcome.text);
    }
    assert_eq!(outside.read("secret.txt"), "private\n");
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
    // And we ourselves are as free as before.
    outside.write("ours.txt", "x");
}

#[test]
fn a_command_has_no_network() {
    let (harness, confinement) = harness("");
    if confinement == Confinement::Waived {
        return skip("the network from within the sandbox", NO_SANDBOX);
    }
    if !std::path::Path::new("/bin/bash").exists() {
        return skip("the network from within the sandbox", "there is no `/bin/bash`");
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let command = format!("/bin/bash -c 'echo hello > /dev/tcp/127.0.0.1/{port}'");
    let outcome = harness.call("bash", json!({"command": command}));
    assert!(outcome.is_error, "{}", outcome.text);
    assert!(outcome.text.contains("Permission denied"), "{}", outcome.text);
    assert!(listener.accept().is_err(), "nobody came");
}

#[test]
fn a_command_that_makes_no_sense_is_refused() {
    let (harness, _) = harness("");
    for (command, said) in [
        (" ".to_owned(), "the command is empty"),
        ("a\0b".to_owned(), "the command contains a NUL character"),
        ("x".repeat(40_000), "the command is too long: 40000 bytes"),
    ] {
        let text = harness.refusal("bash", json!({"command": command}));
        assert!(text.starts_with(said), "{text}");
    }
    let text = harness.text("bash", json!({"command": "cat; echo end"}));
    assert!(text.ends_with("\nend"), "no input is waited for: {text}");
}

fn is_gone(pid: u32) -> bool {
    let began = Instant::now();
    loop {
        // A process that ended and was not asked for yet is gone as well.
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        if status.is_empty() || status.contains("State:\tZ") {
            return true;
        }
        if began.elapsed() > Duration::from_secs(5) {
            return false;
        }
        std::thread::yield_now();
    }
}
