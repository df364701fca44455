//! `rutter chat` in a real pseudo-terminal, and line by line in a pipe.

use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rutter_fixture::Tree;
use serde_json::json;

use crate::ask_cli::{read_config, tree};
use crate::chat_server::{Answer, ChatServer};
use crate::run::{Run, command};
use crate::terminal_screen::{CTRL_C, CTRL_D, Screen, Setup, UP};

const ANSWER: &str = "`parse_config` reads the settings (src/config.py:4-7).";

/// A chat at a terminal with the model of this server.
fn chat(tree: &Tree, server: &ChatServer, args: &[&str], setup: &Setup) -> Screen {
    let endpoint = server.endpoint();
    let model = ["--model", "openai-compatible", "--endpoint", &endpoint];
    Screen::start(tree, &[&["chat"], args, &model[..]].concat(), setup)
}

fn last_question(server: &ChatServer) -> String {
    let requests = server.requests();
    let messages = requests.last().unwrap()["messages"].as_array().unwrap().clone();
    let user = messages.iter().rev().find(|message| message["role"] == "user").unwrap();
    user["content"].as_str().unwrap().to_owned()
}

#[test]
fn a_question_is_answered_below_with_what_it_used() {
    let tree = tree();
    let text = "# Where\n\nIt is **here**:\n\n- `parse_config` (src/config.py:4)\n\n\
                ```python\nreturn json.load(file)\n```\n\nNot src/none.py:3.";
    let server = ChatServer::start(vec![read_config(), Answer::text(text)]);
    let screen = chat(&tree, &server, &[], &Setup::default());
    screen.enter("ask>", "which function parses the configuration?");
    screen.wait_for("requests · 1 tool call");
    screen.wait_for_prompt("ask>");
    let shown = screen.text();
    for part in ["rutter chat with", "json.load(file)", "does not hold: there is no such file"] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    assert!(shown.contains("2 citations, 1 of them does not hold"), "{shown}");
    assert!(screen.bytes().contains("\u{1b}["), "colours are used");
    screen.press(CTRL_D);
    let (code, bytes) = screen.end();
    assert_eq!(code, 0, "{bytes}");
    assert!(bytes.contains("--resume"), "{bytes}");
}

#[test]
fn ctrl_c_stops_an_answer_and_what_was_typed_meanwhile_is_sent_next() {
    let tree = tree();
    let mut n_requests = 0;
    let server = ChatServer::scripted(move |_| {
        n_requests += 1;
        if n_requests == 1 { Answer::hang() } else { Answer::text("Ready again.") }
    });
    let screen = chat(&tree, &server, &[], &Setup::default());
    screen.enter("ask>", "first");
    server.wait_for_requests(1);
    screen.wait_for("thinking");
    screen.press("second\r");
    screen.press("draft");
    screen.press(CTRL_C);
    screen.wait_for("Stopped. What was said so far is kept.");
    server.wait_for_requests(2);
    screen.wait_for("Ready again.");
    assert!(last_question(&server).contains("second"), "{}", last_question(&server));
    screen.wait_for("ask> draft");
    screen.press(CTRL_C);
    screen.wait_for_prompt("ask>");
    screen.press(CTRL_D);
    assert_eq!(screen.end().0, 0);
}

/// An answer at 200 tokens a second, while a person types.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_keys_are_echoed_at_once_while_an_answer_streams() {
    const TYPED: &str = "what does the next function do with it";
    let tree = tree();
    let text = "The settings are read by `parse_config` (src/config.py:4-7).\n\n".repeat(120);
    let pause = Duration::from_millis(5);
    // A busy machine may stop any process for longer; a slow echo is slow each time.
    let mut medians = Vec::new();
    for _ in 0..3 {
        let server = ChatServer::start(vec![read_config(), Answer::text(&text).streamed(pause)]);
        let screen = chat(&tree, &server, &[], &Setup::default());
        screen.enter("ask>", "what is read?");
        screen.wait_for("(src/config.py:4-7)");
        let mut echoes = Vec::new();
        for n_typed in 1..=TYPED.len() {
            let pressed = Instant::now();
            screen.press(&TYPED[n_typed - 1..n_typed]);
            // Blanks at the end of a screen cannot be told from none.
            let shown = format!("> {}", TYPED[..n_typed].trim_end());
            screen.wait_for(&shown);
            echoes.push(pressed.elapsed());
        }
        assert_eq!(server.requests().len(), 2, "the answer still streams");
        screen.press(CTRL_C);
        screen.wait_for(&format!("ask> {TYPED}"));
        echoes.sort();
        medians.push(echoes[echoes.len() / 2]);
        if medians.last().is_some_and(|median| *median < Duration::from_millis(16)) {
            println!("median {medians:?}, slowest {:?}", echoes.last());
            return;
        }
    }
    panic!("a key is echoed after {medians:?}");
}

#[test]
fn a_paste_of_two_hundred_lines_is_one_message() {
    let tree = tree();
    let server = ChatServer::start(vec![read_config(), Answer::text(ANSWER)]);
    let screen = chat(&tree, &server, &[], &Setup::default());
    screen.wait_for_prompt("ask>");
    let lines: Vec<String> = (1..=200).map(|n| format!("line {n}")).collect();
    screen.paste(&lines.join("\n"));
    screen.wait_for("[pasted 200 lines]");
    assert_eq!(server.requests().len(), 0, "a paste sends nothing");
    screen.press("\r");
    screen.wait_for("tool call");
    assert!(last_question(&server).contains("line 1\nline 2\n"), "{}", last_question(&server));
    assert!(last_question(&server).contains("line 200"));
}

#[test]
fn commands_files_and_symbols_are_completed_and_mistakes_are_not_sent() {
    let tree = tree();
    let server = ChatServer::start(Vec::new());
    let screen = chat(&tree, &server, &[], &Setup::default());
    screen.enter("ask>", "/hlep");
    screen.wait_for("did you mean `/help`?");
    screen.wait_for_prompt("ask>");
    screen.press("/reind\t");
    screen.wait_for("ask> /reindex");
    screen.press("\r");
    screen.wait_for("Reindexing codebase...");
    screen.wait_for("Index updated: 0 files processed");
    screen.enter("ask>", "/mode build");
    screen.wait_for_prompt("build>");
    screen.enter("build>", "/mode ask");
    screen.wait_for_prompt("ask>");
    screen.press("@conf\t");
    screen.wait_for("@src/config.py");
    assert_eq!(server.requests().len(), 0, "nothing was sent");
}

#[test]
fn a_killed_chat_is_resumed_with_its_history_and_messages() {
    let tree = tree();
    let mut n_requests = 0;
    let server = ChatServer::scripted(move |_| {
        n_requests += 1;
        match n_requests {
            1 => read_config(),
            2 => Answer::text(ANSWER),
            _ => Answer::hang(),
        }
    });
    let screen = chat(&tree, &server, &["--name", "settings"], &Setup::default());
    screen.enter("ask>", "where is it parsed?");
    screen.wait_for("all hold");
    screen.enter("ask>", "and who calls it?");
    server.wait_for_requests(3);
    screen.kill();
    let server = ChatServer::start(vec![Answer::text("Nobody but src/config.py:4.")]);
    let screen = chat(&tree, &server, &["--resume", "settings"], &Setup::default());
    screen.wait_for("Going on with “where is it parsed?”, 2 questions.");
    screen.wait_for_prompt("ask>");
    screen.press(UP);
    screen.wait_for("ask> and who calls it?");
    screen.press(UP);
    screen.wait_for("ask> where is it parsed?");
    screen.press(CTRL_C);
    screen.enter("ask>", "go on");
    screen.wait_for("1 citation, all hold");
    let messages = server.requests()[0]["messages"].to_string();
    for said in ["where is it parsed?", "reads the settings", "and who calls it?", "go on"] {
        assert!(messages.contains(said), "{said} in {messages}");
    }
}

#[test]
fn a_write_is_shown_confirmed_and_taken_back() {
    let tree = tree();
    let write = json!({ "file_path": "src/main.py", "content": "print('new')\n" });
    let server =
        ChatServer::start(vec![Answer::calls(&[("write_file", write)]), Answer::text("Done.")]);
    let before = std::fs::read_to_string(tree.file("src/main.py")).unwrap();
    let screen = chat(&tree, &server, &["--mode", "build"], &Setup::default());
    screen.enter("build>", "rewrite it");
    screen.wait_for("Allow it?");
    let shown = screen.text();
    assert!(shown.contains("-def main():") && shown.contains("+print('new')"), "{shown}");
    screen.press("y\r");
    screen.wait_for("Done.");
    assert_eq!(std::fs::read_to_string(tree.file("src/main.py")).unwrap(), "print('new')\n");
    screen.enter("build>", "/undo");
    screen.wait_for("`src/main.py` is as it was before");
    assert_eq!(std::fs::read_to_string(tree.file("src/main.py")).unwrap(), before);
    screen.enter("build>", "/undo");
    screen.wait_for("nothing that could be taken back");
}

#[test]
fn an_answer_is_kept_as_entries_and_the_chat_is_exported() {
    let tree = tree();
    let answer = "`parse_config` loads JSON from the file at `path` (src/config.py:4-7).";
    let server = ChatServer::start(vec![read_config(), Answer::text(answer)]);
    let screen = chat(&tree, &server, &[], &Setup::default());
    screen.enter("ask>", "/keep");
    screen.wait_for("There is no answer to keep yet.");
    screen.enter("ask>", "what does it do?");
    screen.wait_for("all hold");
    screen.enter("ask>", "/keep");
    screen.wait_for("1 entry recorded.");
    screen.enter("ask>", "/export out.md");
    screen.wait_for("Written to `out.md`.");
    let exported = std::fs::read_to_string(tree.file("out.md")).unwrap();
    assert!(exported.contains("> what does it do?") && exported.contains(answer), "{exported}");
    screen.enter("ask>", "/context");
    screen.wait_for("window of 60,000");
    screen.enter("ask>", "/sessions json path");
    screen.wait_for("what does it do?");
    screen.enter("ask>", "/exit");
    assert_eq!(screen.end().0, 0);
    let entries = crate::run::rutter(&tree, &["entries", "list", "--json"]).json();
    assert_eq!(entries["entries"][0]["symbol"], "parse_config", "{entries}");
}

#[test]
fn any_terminal_is_served() {
    for setup in [
        Setup { columns: 200, rows: 50, ..Setup::default() },
        Setup { columns: 30, rows: 10, ..Setup::default() },
        Setup { locale: "C", ..Setup::default() },
        Setup { term: "dumb", ..Setup::default() },
    ] {
        let tree = tree();
        let server =
            ChatServer::start(vec![read_config(), Answer::text("Ends — here: src/config.py:4.")]);
        let screen = chat(&tree, &server, &[], &setup);
        screen.enter("ask>", "where?");
        screen.wait_for("all hold");
        let (is_dumb, is_ascii) = (setup.term == "dumb", setup.locale == "C");
        if is_dumb {
            assert!(!screen.bytes().contains('\u{1b}'), "{:?}", screen.bytes());
        }
        if is_ascii {
            let after = screen.bytes();
            let after = after.split("Ends").nth(1).unwrap();
            assert!(!after.split("src/config").next().unwrap().contains('—'), "{after}");
        }
        screen.wait_for_prompt("ask>");
        screen.resize(100, 30);
        screen.press(CTRL_D);
        assert_eq!(screen.end().0, 0, "{} {}", setup.columns, setup.term);
    }
}

/// What a chat prints for these lines in a pipe, with the model of a server that answers [`ANSWER`].
fn piped(tree: &Tree, lines: &[&str]) -> Run {
    let server = ChatServer::start(vec![read_config(), Answer::text(ANSWER)]);
    let endpoint = server.endpoint();
    let args = ["chat", "--model", "openai-compatible", "--endpoint", &endpoint];
    let mut child = command(tree.path(), &args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.join("\n").as_bytes()).unwrap();
    Run::from(child.wait_with_output().unwrap()).exits(0)
}

#[test]
fn every_command_does_its_work_or_says_why_not() {
    let tree = tree();
    let run = piped(
        &tree,
        &[
            "/help", "/tools", "/undo", "/keep", "where is it read?", "/context", "/stats",
            "/save harbour", "/sessions READ it", "/sessions whale", "/gaps", "/review",
            "/mode plan", "/mode sideways", "/model other", "/copy 9", "/export chat.md",
            "/export chat.md", "/export none/chat.md", "/load nobody", "/clear", "/load harbour",
            "/exit", "never sent",
        ],
    );
    for part in [
        "/sessions [WORDS]",
        "read_file",
        "the model has written nothing that could be taken back",
        "There is no answer to keep yet.",
        ANSWER,
        "tokens of messages",
        "1 question · ",
        "This chat is called `harbour`.",
        "harbour ",
        "No chat contains all of these words.",
        "completeness",
        "Starting review...",
        "The model can read, and record what it learns.",
        "The model is other.",
        "The last answer has fewer code blocks.",
        "Written to `chat.md`.",
        "A new chat. The last one is kept",
        "Going on with “where is it read?”, 1 question.",
    ] {
        assert!(run.out.contains(part), "{part} in {}", run.out);
    }
    for part in [
        "there is no mode `sideways`", "`chat.md` exists already", "cannot write `none/chat.md`",
        "there is no chat `nobody`",
    ] {
        assert!(run.err.contains(part), "{part} in {}", run.err);
    }
    assert!(tree.read("chat.md").contains(ANSWER), "{}", tree.read("chat.md"));
}

#[test]
fn a_citation_that_does_not_hold_is_marked_in_the_exported_chat() {
    let tree = tree();
    let text = "`parse_config` reads it (src/config.py:4-7), see src/none.py:1.";
    let server = ChatServer::start(vec![read_config(), Answer::text(text)]);
    let endpoint = server.endpoint();
    let args = ["chat", "--model", "openai-compatible", "--endpoint", &endpoint];
    let mut child = command(tree.path(), &args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"where is it read?\n/export chat.md\n").unwrap();
    Run::from(child.wait_with_output().unwrap()).exits(0);
    let marked = "(src/config.py:4-7), see src/none.py:1 [does not hold: there is no such file].";
    assert!(tree.read("chat.md").contains(marked), "{}", tree.read("chat.md"));
}

#[test]
fn in_a_pipe_each_line_is_a_message_and_without_a_model_search_answers() {
    let tree = tree();
    let server = ChatServer::start(vec![read_config(), Answer::text(ANSWER)]);
    let endpoint = server.endpoint();
    let args = ["chat", "--model", "openai-compatible", "--endpoint", &endpoint];
    let mut child = command(tree.path(), &args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"where?\n/stats\n").unwrap();
    let run = Run::from(child.wait_with_output().unwrap()).exits(0);
    assert!(run.out.contains(ANSWER) && run.out.contains("1 question · "), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "{}", run.out);
    let mut child = command(tree.path(), &["chat"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"parse the configuration\n").unwrap();
    let run = Run::from(child.wait_with_output().unwrap()).exits(0);
    assert!(
        run.out.contains("src/config.py") && run.out.contains("A model would read"),
        "{}",
        run.out
    );
}
