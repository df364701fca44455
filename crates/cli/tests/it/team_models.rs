//! Explorations, questions, chats and resolvers with a scripted model, all over a team's store.
//!
//! These are the tests of the local notebook, run once more with the address of a store.

use std::process::Command;

use crate::run::TEAM_STORE;
use crate::team_store::server;

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_models_work_over_a_teams_store() {
    let Some(server) = server("models") else { return };
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests.args(["explore_cli::", "ask_cli::", "chat_cli::", "resolve_cli::", "--skip", "slow_"]);
    let ended = tests.env(TEAM_STORE, &server.url).output().unwrap();
    let out = String::from_utf8_lossy(&ended.stdout);
    let (_, result) = out.rsplit_once("test result: ").unwrap_or(("", &out));
    assert!(ended.status.success() && !result.contains("0 passed"), "{out}");
}
