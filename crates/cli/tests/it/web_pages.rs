//! The pages of `rutter serve`, read without scripts.

use rutter_fixture::Tree;
use serde_json::json;

use super::ask_cli::read_config;
use super::chat_server::{Answer, ChatServer};
use super::run::{rutter, rutter_in};
use super::web_client::Site;

const FILES: &str = "//- src/config.py
import json


def parse_config(path):
    \"\"\"Reads the settings of the program.\"\"\"
    with open(path) as file:
        return json.load(file)


def unused(number):
    return number + 1


def other(number):
    return number + 2
//- src/main.py
from config import parse_config


def main():
    print(parse_config('settings.json'))
//- README.md
# Pilot

Reads settings with `parse_config`.
";

#[test]
fn search_shows_hits_with_their_lines_and_reasons() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let page = site.get("/?q=parse_config");
    assert_eq!(page.status, 200);
    page.has(&["<!DOCTYPE html>", "/file/src/config.py", "parse_config", "<summary>", "lines "]);
    let part = site.get("/?q=parse_config&part=1");
    assert!(!part.body.contains("<html") && part.body.contains("file-hits"), "{}", part.body);
    site.get("/?q=src/main.py:4").has(&["Open ", "/file/src/main.py#L4"]);
    site.get("/?q=zzzzqqqq").has(&["Nothing fits"]);
    site.get("/?q=x&lang=klingon").has(&["no language"]);
    site.get("/").has(&["Folders", "Most used", "Index current"]);
}

#[test]
fn a_commit_shows_no_file_outside_of_the_root() {
    let tree = Tree::new("//- outside.txt\nplunder-4711\n//- part/inside.txt\nplain\n");
    tree.git_init();
    tree.git(&["add", "."]);
    tree.git_commit("first");
    let part = Tree::new("");
    let root = tree.file("part");
    rutter_in(&root, &["index", "--local", "--root", "."]).exits(0);
    let site = Site::start(&part, &["--root", root.to_str().unwrap()]);
    site.get("/file/inside.txt?at=HEAD").has(&["plain"]);
    for path in
        ["..%2foutside.txt", "../outside.txt", ".%2f..%2foutside.txt", "x/..%2f..%2foutside.txt"]
    {
        let page = site.get(&format!("/file/{path}?at=HEAD"));
        assert!(page.status >= 400 && !page.body.contains("plunder"), "{path}: {}", page.body);
    }
}

#[test]
fn a_file_has_every_line_an_outline_and_names_that_lead_to_definitions() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let page = site.get("/file/src/main.py");
    page.has(&["id=\"L5\"", "class=\"outline\"", "<a href=\"?go=5:11\">parse_config</a>"]);
    let followed = site.get("/file/src/main.py?go=5:11");
    assert_eq!(followed.status, 303);
    assert_eq!(
        followed.header("location"),
        Some("/symbol/parse_config?file=src%2Fconfig.py"),
        "{}",
        followed.head
    );
    site.get("/file/src").has(&["config.py", "main.py"]);
    assert_eq!(site.get("/file/src/main.py?go=1:999").status, 400);
    assert_eq!(site.get("/file/src/none.py").status, 404);
    for outside in ["/file/../../etc/passwd", "/file/%2e%2e/%2e%2e/etc/passwd", "/file//etc/passwd"]
    {
        let page = site.get(outside);
        assert!(page.status == 404 && !page.body.contains("root:"), "{outside}: {page:?}");
    }
    let files = site.get("/files?q=conf").json();
    assert_eq!(files["files"][0]["path"], "src/config.py");
}

#[test]
fn a_symbol_has_its_source_uses_and_neighbourhood() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let page = site.get("/symbol/parse_config");
    page.has(&[
        "Reads the settings of the program.",
        "id=\"references\"",
        "/file/src/main.py?refs=parse_config&amp;of=src%2Fconfig.py#L5",
        "class=\"graph\"",
        "Affected by a change",
        "README.md",
    ]);
    site.get("/file/src/main.py?refs=parse_config&of=src/config.py").has(&["id=\"references\""]);
    let missing = site.get("/symbol/parse_confi");
    assert_eq!(missing.status, 404);
    missing.has(&["parse_config"]);
}

#[test]
fn the_map_has_a_link_for_each_folder_and_file() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    site.get("/map").has(&["/map?in=src&amp;by=completeness", "/file/README.md", "% documented"]);
    site.get("/map?by=churn&in=src").has(&["coloured by churn", "/file/src/main.py"]);
    site.get("/map?by=staleness").has(&["no entry"]);
    assert_eq!(site.get("/map?in=nowhere").status, 404);
}

#[test]
fn a_gap_is_answered_and_another_dismissed() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let gaps = site.get("/api/list_gaps?limit=100").json();
    let of = |symbol: &str| {
        let all = gaps["gaps"].as_array().unwrap();
        let gap =
            all.iter().find(|gap| gap["symbol"] == symbol).unwrap_or_else(|| panic!("{gaps}"));
        gap["id"].as_str().unwrap().to_owned()
    };
    let id = of("unused");
    site.get("/gaps").has(&["unused", &format!("/gaps/{id}")]);
    site.get(&format!("/gaps/{id}")).has(&["What it is for", "return", "Dismiss"]);
    let answer = "text=Returns+its+%60number%60+plus+1+to+its+caller.&do=";
    let checked = site.post(&format!("/gaps/{id}/answer"), &format!("{answer}check"));
    assert_eq!(checked.status, 200);
    checked.has(&["The checks"]);
    let recorded = site.post(&format!("/gaps/{id}/answer"), &format!("{answer}record"));
    recorded.has(&["The answer is recorded", "/entries/"]);
    let main = of("other");
    assert_eq!(site.post(&format!("/gaps/{main}/dismiss"), "why=").status, 400);
    assert_eq!(site.post(&format!("/gaps/{main}/dismiss"), "why=It+says+all").status, 303);
    site.get("/gaps?state=dismissed").has(&[&format!("/gaps/{main}")]);
    assert_eq!(site.post(&format!("/gaps/{main}/reopen"), "x=1").status, 303);
}

#[test]
fn an_entry_is_reviewed_claim_by_claim_and_rejected() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    site.send("GET", "/api/read_file?file_path=src/config.py", &[&site.bearer()], "");
    let entry = json!({
        "symbol": "parse_config", "file_path": "src/config.py",
        "summary": "Opens `path` and returns what `json.load` reads from the file.",
        "evidence": [{ "file_path": "src/config.py", "start_line": 4, "end_line": 7 }],
    });
    let kept = site.send("POST", "/api/create_index_entry", &[&site.bearer()], &entry.to_string());
    let id = kept.json()["id"].as_str().expect(&kept.body).to_owned();
    site.get("/entries").has(&["parse_config", &format!("/entries/{id}")]);
    site.get(&format!("/entries/{id}")).has(&["Claims", "Reject the entry", "History"]);
    site.get("/symbol/parse_config").has(&["id=\"entry\"", "json.load"]);
    site.get("/file/src/config.py").has(&["class=\"note\"", "json.load"]);
    // The author of an entry cannot review it.
    let own = site.get(&format!("/entries/{id}/review"));
    assert!(own.status == 400 && own.body.contains("yourself"), "{own:?}");
    let rejected = site.post(&format!("/entries/{id}/reject"), "note=It+does+more");
    assert_eq!(rejected.status, 303, "{rejected:?}");
    site.get(&format!("/entries/{id}")).has(&["badge rejected", "It does more"]);
}

#[test]
fn pages_that_were_kept_follow_every_change() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let pages = ["/?q=parse_config", "/file/src/config.py", "/symbol/parse_config"];
    for page in pages {
        let first = site.get(page);
        assert_eq!(first.body, site.get(page).body, "{page}");
        assert!(!first.body.contains("renamed_value"), "{page}");
    }
    let text = tree.read("src/config.py").replace("json.load", "renamed_value(json).load");
    tree.write("src/config.py", &text);
    for page in pages {
        site.get(page).has(&["renamed_value"]);
    }
    let entry = json!({
        "symbol": "parse_config", "file_path": "src/config.py",
        "summary": "Opens `path` and returns what `renamed_value` makes of it.",
        "evidence": [{ "file_path": "src/config.py", "start_line": 4, "end_line": 7 }],
    });
    let kept = site.send("POST", "/api/create_index_entry", &[&site.bearer()], &entry.to_string());
    assert_eq!(kept.status, 200, "{kept:?}");
    for page in &pages[1..] {
        site.get(page).has(&["makes of it"]);
    }
}

#[test]
fn a_run_is_listed_shown_and_streamed() {
    let tree = Tree::new(FILES);
    let lines = [
        json!({ "at": "2026-11-17T09:30:00.000Z", "event": "started", "run": "20261117-093000-ab12",
            "mission": "explore", "model": "<b>model</b>", "mode": "plan", "root": "/x", "version": "0" }),
        json!({ "at": "2026-11-17T09:30:01.000Z", "event": "tool_call", "turn": 1, "id": "a",
            "name": "search", "arguments": { "query": "<script>" } }),
        json!({ "at": "2026-11-17T09:30:02.000Z", "event": "assistant_text", "turn": 1, "text": "Found `it`." }),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    rutter(&tree, &["index", "--quiet"]).exits(0);
    tree.write(".rutter/runs/20261117-093000-ab12.jsonl", &text);
    let site = Site::start(&tree, &[]);
    site.get("/runs").has(&["/runs/20261117-093000-ab12", "interrupted", "&lt;b&gt;model"]);
    let page = site.get("/runs/20261117-093000-ab12");
    page.has(&["id=\"time\"", "Found <code>it</code>.", "&lt;script&gt;"]);
    assert!(!page.body.contains("<b>model"), "{}", page.body);
    let events = site.get("/runs/20261117-093000-ab12/events?from=1");
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    assert_eq!(events.body.matches("event: moment").count(), 2, "{}", events.body);
    assert!(events.body.contains("event: end"), "{}", events.body);
    // A browser whose stream broke after two moments.
    let address = "/runs/20261117-093000-ab12/events?from=1";
    let again = site.send("GET", address, &[&site.cookie(), "Last-Event-ID: 2"], "");
    assert_eq!(again.body.matches("event: moment").count(), 1, "{}", again.body);
    assert!(again.body.contains("id: 3\n"), "{}", again.body);
    assert_eq!(site.get("/runs/nothing").status, 422);
}

#[test]
fn a_question_is_answered_with_citations() {
    let tree = Tree::new(FILES);
    tree.write("rutter/config.toml", "[model]\nretry_delay_ms = 1\n");
    let text = "`parse_config` reads it (src/config.py:4-7), see src/none.py:1.";
    let model = ChatServer::start(vec![
        read_config(),
        Answer::text(text),
        read_config(),
        Answer::text(text),
    ]);
    let endpoint = model.endpoint();
    let site = Site::start(&tree, &["--model", "openai-compatible", "--endpoint", &endpoint]);
    site.get("/ask").has(&["id=\"question\"", "Answered by"]);
    let answered = site.post("/ask", "question=What+reads+settings%3F");
    let chat = answered.header("location").expect(&answered.head).to_owned();
    assert!(chat.starts_with("/ask?chat="), "{chat}");
    site.get(&chat).has(&[
        "What reads settings?",
        "/file/src/config.py#L4-L7",
        "holds",
        "see src/none.py:1 [does not hold: there is no such file].",
    ]);
    let streamed = site.post("/ask/stream", "question=And+again%3F");
    assert!(streamed.body.contains("event: answer"), "{}", streamed.body);
    assert!(streamed.body.contains("event: call"), "{}", streamed.body);
    // Nothing of the answer arrives before its citations were checked.
    let block = streamed.body.split("event: block\ndata: ").nth(1).expect(&streamed.body);
    let block = block.lines().next().unwrap_or_default();
    assert!(block.contains("<code>parse_config</code>"), "{block}");
    assert!(block.contains("[does not hold: there is no such file]"), "{block}");
    assert!(!streamed.body.contains("event: text"), "{}", streamed.body);
}

#[test]
fn without_a_model_the_page_says_how_to_get_one() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    site.get("/ask").has(&["No language model is configured"]);
    assert_eq!(site.post("/ask", "question=x").status, 400);
}

#[test]
fn the_status_tells_what_the_index_contains() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    site.get("/status").has(&["python", "markdown", "No run of a model is recorded"]);
}
