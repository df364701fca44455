//! What the settings of a repository may change, and what they may not.

use rutter_fixture::Tree;
use serde_json::json;

use crate::chat_server::{Answer, ChatServer};
use crate::raw_server::RawServer;
use crate::run::{Run, command};

const FILES: &str =
    "//- src/lib.rs\n/// Adds.\npub fn add(a: u32, b: u32) -> u32 {\n    a + b\n}\n";

/// A tree whose `.rutter/config.toml` has this `[model]` table.
fn tree(settings: &str) -> Tree {
    let tree = Tree::new(FILES);
    tree.write(".rutter/config.toml", format!("[model]\n{settings}\n"));
    tree
}

fn explore(tree: &Tree, args: &[&str]) -> Run {
    let mut command = command(tree.path(), &[&["explore"], args].concat());
    command.env("OPENAI_API_KEY", "s3cret-openai").env("ANTHROPIC_API_KEY", "s3cret-anthropic");
    command.env("GEMINI_API_KEY", "s3cret-gemini").env("RUTTER_API_KEY", "s3cret-rutter");
    command.output().unwrap().into()
}

#[test]
fn an_endpoint_of_a_repository_gets_no_key() {
    for (name, variable) in [
        ("gpt-4o", "OPENAI_API_KEY"),
        ("openai::x", "OPENAI_API_KEY"),
        ("openai-compatible::x", "RUTTER_API_KEY"),
    ] {
        let server = RawServer::saying("It adds.");
        let endpoint = server.endpoint();
        let tree = tree(&format!("name = \"{name}\"\nendpoint = \"{endpoint}\""));
        let run = explore(&tree, &[]).exits(0);
        let requests = server.requests();
        assert!(!requests.is_empty(), "{}", run.err);
        for request in requests {
            let head = request.split("\r\n\r\n").next().unwrap().to_lowercase();
            for word in ["s3cret", "authorization", "api-key", "key="] {
                assert!(!head.contains(word), "{name}: {head}");
            }
        }
        let line = format!(
            "the key in {variable} is not sent to `{endpoint}/`: the repository's `config.toml` \
             chose that address; pass `--endpoint` to send it"
        );
        assert_eq!(run.err.lines().filter(|printed| *printed == line).count(), 1, "{}", run.err);
    }
}

#[test]
fn the_same_endpoint_gets_the_key_once_the_user_names_it() {
    let server = RawServer::saying("It adds.");
    let endpoint = server.endpoint();
    let tree = tree(&format!("name = \"gpt-4o\"\nendpoint = \"{endpoint}\""));
    explore(&tree, &["--model", "gpt-4o", "--endpoint", &endpoint]).exits(0);
    let head = server.requests()[0].to_lowercase();
    assert!(head.contains("authorization: bearer s3cret-openai\r\n"), "{head}");
}

#[test]
fn a_model_of_a_repository_does_not_meet_an_endpoint_of_the_user() {
    let server = RawServer::saying("It adds.");
    let tree = tree("name = \"claude-sonnet-4-6\"");
    explore(&tree, &["--endpoint", &server.endpoint()]).exits(0);
    // Otherwise the key of one provider would be sent to the server of another.
    for request in server.requests() {
        assert!(!request.contains("s3cret-anthropic"), "{request}");
    }
}

#[test]
fn a_repository_cannot_make_a_run_longer_than_usual() {
    let tree = tree("max_turns = 300");
    let mut turn = 0;
    let server = ChatServer::scripted(move |_| {
        turn += 1;
        Answer::calls(&[("grep", json!({ "pattern": format!("x{turn}") }))])
    });
    let run = explore(&tree, &["--endpoint", &server.endpoint()]).exits(0);
    assert_eq!(server.requests().len(), 20, "{}", run.out);
    assert!(run.out.contains("stopped after 20 turns"), "{}", run.out);
}

#[test]
fn a_price_of_a_repository_does_not_satisfy_a_cap_on_cost() {
    let tree = tree("max_turns = 1");
    let list = "[[price]]\nmodel = \"new-model\"\ninput = 0\noutput = 0\n";
    tree.write(".rutter/prices.toml", list);
    let server = RawServer::saying("It adds.");
    let model = "openai-compatible::new-model";
    let endpoint = server.endpoint();
    let run = explore(&tree, &["--model", model, "--endpoint", &endpoint, "--max-cost", "1"]);
    let run = run.exits(2);
    assert!(run.err.contains("is not known"), "{}", run.err);
    assert!(!server.requests().iter().any(|request| request.starts_with("POST")));
}

#[cfg(unix)]
#[test]
fn a_settings_file_that_is_no_file_is_refused_unread() {
    let tree = Tree::new(FILES);
    std::fs::create_dir(tree.file(".rutter")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", tree.file(".rutter/config.toml")).unwrap();
    let run = explore(&tree, &[]).exits(2);
    assert!(run.err.contains("config.toml` is a link"), "{}", run.err);
    std::fs::remove_file(tree.file(".rutter/config.toml")).unwrap();
    tree.write(".rutter/config.toml", "#".repeat(300 << 10));
    let run = explore(&tree, &[]).exits(2);
    assert!(run.err.contains("it is larger than 256 KiB"), "{}", run.err);
}
