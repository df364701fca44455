//! What holds for every tool that can be called by name, so that a new one cannot forget it.

use std::sync::Arc;

use rutter_tools::{ChatRecord, Consent, EntryVisibility, Mode, Session};
use rutter_workspace::hash;
use serde_json::{Value, json};

use crate::harness::Harness;

const FILES: &str = "\
//- src/config.py
def load_config(path):  # mark 1
    text = open(path).read()  # mark 2
    return text  # mark 3


def main():  # mark 6
    load_config('a')  # mark 7
//- src/use.py
from src.config import load_config  # mark 1


def run():  # mark 4
    return load_config('b')  # mark 5
";

const SUMMARY: &str = "Reads the file `path` to its end.";

/// Arguments for every tool. `shows` says that its answer contains lines of code.
fn calls() -> Vec<(&'static str, Value, Shows)> {
    let file = json!({"file_path": "src/config.py"});
    let symbol = json!({"symbol": "load_config"});
    let entry = json!({"symbol": "main", "file_path": "src/config.py", "summary": "Loads `a`."});
    vec![
        ("search", json!({"query": "load_config"}), Shows::Code),
        ("overview", json!({}), Shows::Places),
        ("list_filesystem", json!({"path": "."}), Shows::Places),
        ("list_files", json!({}), Shows::Places),
        ("read_file", file.clone(), Shows::Code),
        ("list_symbols_in_file", file, Shows::Places),
        ("get_symbol_details", symbol.clone(), Shows::Code),
        ("references", symbol.clone(), Shows::Code),
        ("impact", symbol, Shows::Places),
        ("changed", json!({"since": "HEAD"}), Shows::Places),
        (
            "similar",
            json!({"file_location": "src/config.py:2", "exclude_same_file": false}),
            Shows::Code,
        ),
        ("grep", json!({"pattern": "load_config"}), Shows::Code),
        ("list_gaps", json!({}), Shows::Places),
        ("recall", json!({"query": "config"}), Shows::Places),
        ("create_index_entry", entry.clone(), Shows::Places),
        ("record_entries", json!({"entries": [entry]}), Shows::Places),
        ("review", json!({}), Shows::Code),
        ("write_file", json!({"file_path": "new.txt", "content": "x"}), Shows::Places),
        // What a command prints cannot be told to be code.
        ("bash", json!({"command": "true"}), Shows::Places),
    ]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    Code,
    Places,
}

/// A repository with an entry by somebody called `scribe`, and its id.
fn with_entry() -> (Harness, String) {
    let harness = Harness::new(FILES, Mode::Plan);
    let scribe = Session::new(Mode::Plan, "scribe");
    harness.toolbox.call(&scribe, "read_file", &json!({"file_path": "src/config.py"}));
    let entry = json!({"symbol": "load_config", "file_path": "src/config.py", "summary": SUMMARY});
    let text = harness.toolbox.call(&scribe, "create_index_entry", &entry).text;
    let id = text.split(" as ").nth(1).unwrap_or_else(|| panic!("{text}"));
    let id = id.split(':').next().unwrap().to_owned();
    (harness, id)
}

fn reader(mode: Mode) -> Session {
    let mut session = Session::new(mode, "second");
    session.chat = Some(ChatRecord { id: "c".to_owned(), runs: Vec::new() });
    session.confirm = Arc::new(|_| Consent::Yes);
    session
}

#[test]
fn a_line_of_code_in_an_answer_counts_as_shown() {
    let (harness, _) = with_entry();
    let declared = harness.toolbox.declarations(&reader(Mode::Build));
    let calls = calls();
    for tool in &declared {
        let known = calls.iter().any(|(name, _, _)| *name == tool.name);
        assert!(known, "{} needs arguments in this test", tool.name);
    }
    for (name, arguments, shows) in calls {
        let session = reader(Mode::Build);
        let text = harness.toolbox.call(&session, name, &arguments).text;
        let seen = session.seen.lock().unwrap();
        let mut n_shown = 0;
        for path in ["src/config.py", "src/use.py"] {
            let source = harness.tree.read(path);
            let content = hash(source.as_bytes());
            for (line, number) in source.lines().zip(1..) {
                let is_in_text = line.contains("# mark")
                    && text.lines().any(|shown| shown.contains(line.trim()))
                    && text.contains(path);
                let is_seen = seen.first_unseen(path, content, number, number).is_none();
                assert!(is_seen || !is_in_text, "{name} shows {path}:{number}:\n{text}");
                n_shown += usize::from(is_in_text);
            }
        }
        assert_eq!(n_shown > 0, shows == Shows::Code, "{name}: {text}");
    }
}

#[test]
fn who_is_not_to_see_entries_sees_nothing_of_them() {
    let (harness, id) = with_entry();
    let mut n_shown = 0;
    for (name, arguments, _) in calls() {
        for entries in [EntryVisibility::Shown, EntryVisibility::Hidden] {
            let mut session = reader(Mode::Ask);
            if name == "review" {
                session.mode = Mode::Plan;
            }
            session.entries = entries;
            let text = harness.toolbox.call(&session, name, &arguments).text;
            let page = rutter_tools::Page { from: 0 };
            let page = harness.toolbox.call_page(&session, name, &arguments, page);
            let all = format!("{text}\n{}\n{}", page.outcome.text, page.data);
            let traces = [SUMMARY, "scribe", "checked"];
            // The statements of a questionnaire are what the entry says.
            let n_skipped = usize::from(name == "review");
            let found = traces.iter().skip(n_skipped).find(|trace| all.contains(**trace));
            let found =
                found.copied().or((name != "review" && all.contains(&id)).then_some("its id"));
            match entries {
                EntryVisibility::Shown => n_shown += usize::from(found.is_some()),
                EntryVisibility::Hidden => assert_eq!(found, None, "{name}: {all}"),
            }
        }
    }
    assert!(n_shown >= 3, "search, overview and get_symbol_details show it otherwise: {n_shown}");
}
