//! Entries about a folder, the repository and a topic.

use super::*;
use rutter_domain::{EntryKind, Finding};
use rutter_engine::SearchRequest;
use rutter_workspace::Scope;

const FILES: &str = "\
//- README.md
# Parcel

Delivers parcels by bike.
//- src/net/send.py
from net.wire import write_frame


def send_reply(socket, reply):
    encoded = encode(reply)
    write_frame(socket, encoded)


def encode(reply):
    return reply.text.encode('utf-8')
//- src/net/wire.py
LIMIT = 4096


def write_frame(socket, data):
    if len(data) > LIMIT:
        raise ValueError('too long')
    socket.sendall(data)
//- src/main.py
from net.send import send_reply


def run(socket):
    send_reply(socket, Reply('hello'))
";

const TITLE: &str = "how a reply is sent";
const SUMMARY: &str =
    "`send_reply` calls `encode`, then `write_frame`, which raises ValueError above 4096.";

fn topic(summary: &str) -> EntryDraft {
    EntryDraft {
        topic: Some(TITLE.to_owned()),
        evidence: vec![cite("src/net/send.py", 4, 6), cite("src/net/wire.py", 1, 7)],
        ..draft("", "", summary)
    }
}

fn folder(path: &str) -> EntryDraft {
    EntryDraft {
        evidence: vec![cite("src/net/send.py", 4, 10)],
        ..draft("", path, "Sends replies with `send_reply`, which encodes them.")
    }
}

fn repository() -> EntryDraft {
    EntryDraft {
        evidence: vec![cite("README.md", 1, 3), cite("src/main.py", 4, 5)],
        ..draft("", ".", "Delivers parcels by bike; `run` sends a reply.")
    }
}

fn all_read(tree: &Tree) -> Seen {
    reader_of(tree, &["README.md", "src/net/send.py", "src/net/wire.py", "src/main.py"])
}

fn kept(tree: &Tree, draft: EntryDraft) -> Recording {
    knowledge(tree).record(draft, &all_read(tree)).unwrap()
}

/// The refusal of a draft, or what is found about its first faulty claim.
fn judged(tree: &Tree, draft: EntryDraft) -> String {
    match kept(tree, draft) {
        Recording::Recorded { status, reason, .. } => {
            format!("{status} {}", reason.unwrap_or_default()).trim().to_owned()
        }
        Recording::Refused { reason } => reason,
    }
}

#[test]
fn a_folder_a_topic_and_the_repository_are_described_and_listed() {
    let tree = Tree::new(FILES);
    for draft in [topic(SUMMARY), folder("src/net"), repository()] {
        let recording = kept(&tree, draft);
        assert!(
            matches!(&recording, Recording::Recorded { status: EntryStatus::Checked, .. }),
            "{recording:?}"
        );
    }
    let entries = knowledge(&tree).entries(&EntriesFilter::default()).unwrap().entries;
    let listed: Vec<String> =
        entries.iter().map(|entry| format!("{} {}", entry.kind, entry.title())).collect();
    assert_eq!(
        listed,
        ["repository the repository", "topic how a reply is sent", "folder src/net/"]
    );
    assert_eq!(serde_json::to_value(&entries[1]).unwrap()["kind"], "topic");
    for sought in ["How a reply is sent", "src/net", "src/net/", "."] {
        let filter = EntriesFilter { sought: Some(sought.to_owned()), ..Default::default() };
        let found = knowledge(&tree).entries(&filter).unwrap().entries;
        assert_eq!(found.len(), 1, "{sought}: {found:?}");
    }
}

#[test]
fn the_reply_says_what_it_was_recorded_for() {
    let tree = Tree::new(FILES);
    let check = |draft: EntryDraft, expected: &str| match kept(&tree, draft) {
        Recording::Recorded { place: Some(place), .. } => assert_eq!(place.to_string(), expected),
        other => panic!("{other:?}"),
    };
    check(topic(SUMMARY), "the topic \"how a reply is sent\"");
    check(folder("./src/net/"), "the folder `src/net/`");
    check(repository(), "the repository");
    let encode = draft("encode", "src/net/send.py", "Encodes the text of a reply.");
    check(encode, "the function `encode`, src/net/send.py:9-10");
}

#[test]
fn claims_rest_on_the_cited_lines_alone() {
    let tree = Tree::new(FILES);
    let check = |summary: &str, expected: &str| {
        assert_eq!(judged(&tree, topic(summary)), expected, "{summary}");
    };
    check(
        "`send_reply` ends in `run`.",
        "unverified `run` exists, but has no link with the subject",
    );
    check(
        "`write_frame` raises above 8192.",
        "unverified 8192 occurs neither in the code nor in what it names",
    );
    check(
        "`write_frame` calls `send_reply`.",
        "unverified nothing in `write_frame` names `send_reply`",
    );
}

#[test]
fn a_call_that_stands_outside_the_cited_lines_names_the_line_to_cite() {
    let tree = Tree::new(FILES);
    let cut = EntryDraft {
        evidence: vec![cite("src/net/send.py", 4, 5), cite("src/net/wire.py", 4, 7)],
        ..topic("`send_reply` calls `write_frame`.")
    };
    assert_eq!(
        judged(&tree, cut),
        "unverified no cited line shows that `send_reply` uses `write_frame`: cite \
         src/net/send.py:6"
    );
}

#[test]
fn what_shows_nothing_is_refused() {
    let tree = Tree::new(FILES);
    let check = |draft: EntryDraft, expected: &str| {
        let said = judged(&tree, draft);
        assert!(said.contains(expected), "{said}");
    };
    check(EntryDraft { evidence: Vec::new(), ..topic(SUMMARY) }, "there is no evidence");
    check(
        EntryDraft { evidence: vec![cite("src/main.py", 1, 5)], ..folder("src/net") },
        "no evidence is in `src/net/`",
    );
    check(folder("src/gone/"), "`src/gone/` is no folder of the index");
    check(EntryDraft { symbol: "run".to_owned(), ..folder("src/net/") }, "is a folder");
}

#[test]
fn lines_that_were_not_read_are_named() {
    let tree = Tree::new(FILES);
    let seen = reader_of(&tree, &["src/net/send.py"]);
    let recording = knowledge(&tree).record(topic(SUMMARY), &seen).unwrap();
    let text = format!("{recording:?}");
    assert!(text.contains("lines 1-1 of") || text.contains("of `src/net/wire.py`"), "{text}");
    assert!(text.contains("not read in this session"), "{text}");
}

#[test]
fn any_cited_line_that_changes_makes_it_stale() {
    let check = |path: &str, from: &str, to: &str, expected: &str| {
        let tree = Tree::new(FILES);
        kept(&tree, topic(SUMMARY));
        let text = fs::read_to_string(tree.file(path)).unwrap();
        assert!(text.contains(from), "{from}");
        tree.write(path, text.replace(from, to));
        assert_eq!(told(&tree), format!(". {TITLE} {expected}\n"), "{path}: {to}");
    };
    check(
        "src/net/wire.py",
        "socket.sendall(data)",
        "socket.send(data)",
        "stale: its evidence src/net/wire.py:1-7 has changed since",
    );
    check(
        "src/net/send.py",
        "    write_frame(socket, encoded)",
        "    pass",
        "stale: its evidence src/net/send.py:4-6 has changed since",
    );
    check("src/net/send.py", "reply.text.encode('utf-8')", "reply.text.encode()", "checked");
    check("src/main.py", "hello", "hi", "checked");
    check("src/net/wire.py", "LIMIT = 4096\n", "# limit\nLIMIT = 4096\n", "checked");
}

#[test]
fn a_folder_that_is_gone_is_said() {
    let tree = Tree::new(FILES);
    kept(&tree, folder("src/net"));
    for file in ["send.py", "wire.py"] {
        fs::remove_file(tree.file(&format!("src/net/{file}"))).unwrap();
    }
    assert_eq!(told(&tree), "src/net/  stale: `src/net/` is not in the index any more\n");
}

#[test]
fn a_topic_is_replaced_by_its_title_and_stands_beside_others() {
    let tree = Tree::new(FILES);
    kept(&tree, topic(SUMMARY));
    kept(&tree, repository());
    kept(&tree, topic("`send_reply` calls `write_frame`."));
    assert_eq!(told(&tree), format!(".  checked\n. {TITLE} checked\n"));
}

#[test]
fn wide_entries_are_exported_and_imported() {
    let tree = Tree::new(FILES);
    for draft in [topic(SUMMARY), folder("src/net"), repository()] {
        kept(&tree, draft);
    }
    let before = told(&tree);
    let out = tree.path().join("out");
    let report = knowledge(&tree).export_entries(Some(&out)).unwrap();
    assert_eq!(report.written, [".repository.toml", "src/net/.folder.toml"]);
    let ids: Vec<String> = knowledge(&tree)
        .entries(&EntriesFilter::default())
        .unwrap()
        .entries
        .into_iter()
        .map(|entry| entry.id)
        .collect();
    knowledge(&tree).forget(&ids).unwrap();
    let report = knowledge(&tree).import_entries(Some(&out)).unwrap();
    assert!(report.is_whole() && report.taken == 3, "{report:?}");
    assert_eq!(told(&tree), before);
}

#[test]
fn wide_entries_are_found_by_search() {
    let tree = Tree::new(FILES);
    kept(&tree, topic(SUMMARY));
    let request = SearchRequest {
        query: "how a reply is sent".to_owned(),
        limit: 10,
        scope: Scope::Entries,
        ..SearchRequest::default()
    };
    let hits = knowledge(&tree).search(&request).unwrap().hits;
    assert_eq!((hits[0].path.as_str(), hits[0].symbol.as_deref()), (".", Some(TITLE)));
}

#[test]
fn a_reader_judges_a_topic_by_its_cited_lines() {
    let tree = Tree::new(FILES);
    kept(&tree, topic(SUMMARY));
    let knowledge = knowledge(&tree);
    let queue = knowledge.to_review(&EntriesFilter::default(), "reader", None, 9).unwrap();
    assert_eq!(queue.n_waiting, 1);
    let asked = knowledge.questionnaire(&queue.entries[0].id).unwrap();
    assert_eq!(asked.symbol, TITLE);
    assert_eq!(asked.code, [cite("src/net/send.py", 4, 6), cite("src/net/wire.py", 1, 7)]);
    assert!(asked.statements.iter().any(|statement| statement == SUMMARY), "{asked:?}");
}

#[test]
fn lines_of_a_finding_are_those_of_the_cited_file() {
    let tree = Tree::new(FILES);
    let found = knowledge(&tree)
        .assess(&topic("`write_frame` does not call `sendall`."), &all_read(&tree))
        .unwrap();
    let cited = found.claims.iter().flat_map(|claim| &claim.evidence);
    assert!(cited.into_iter().all(|one| one.path != "."), "{found:?}");
    assert!(found.claims.iter().all(|claim| claim.finding != Finding::Unchecked), "{found:?}");
}

#[test]
fn the_kind_is_read_from_path_and_symbol() {
    assert!(EntryKind::of("a title", ".", rutter_domain::SymbolKind::File).is_wide());
}
