//! The server driven by the official client for Python, which we did not write.
//!
//! `cargo xtask test` installs it and says where it is by `RUTTER_TEST_MCP`; where that is not set
//! these tests say so and pass. What is checked stands in `testing/mcp/drive.py`.

use std::path::{Path, PathBuf};
use std::process::Command;

use rutter_fixture::Tree;

use super::mcp_http::Server;
use super::model_part::skip;

const FILES: &str = r#"//- src/lib.rs
/// An order of a customer.
pub struct Order {
    pub amount: u32,
}

/// Adds an order up with its tax.
pub fn total(order: &Order) -> u32 {
    order.amount + tax(order.amount)
}

/// What the state takes.
pub fn tax(amount: u32) -> u32 {
    amount / 5
}
"#;

const TOKEN: &str = "a-token-for-tests-0123456789";

fn served() -> Tree {
    let tree = Tree::new(FILES);
    let lines: String = (1..=1000).map(|at| format!("fn f{at}() {{}} // mark\n")).collect();
    tree.write("src/many.rs", lines);
    std::fs::create_dir(tree.file(".git")).unwrap();
    tree
}

/// Lets the client check a server; nothing when it is not installed.
fn drive(what: &str, args: &[&str]) {
    let Some(python) = python() else {
        skip(what, "RUTTER_TEST_MCP is not set; `cargo xtask test` sets it");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing/mcp/drive.py");
    let output = Command::new(python).arg(script).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let failed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{failed}");
    assert!(said.contains("holds: who says which is answered"), "{said}\n{failed}");
}

fn python() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("RUTTER_TEST_MCP")?);
    Some(folder.join("venv/bin/python")).filter(|python| python.exists())
}

#[test]
fn the_official_client_is_served_over_standard_streams() {
    let (tree, other) = (served(), Tree::new("//- a.py\ndef tax(): pass\n"));
    let paths = [tree.path().to_str().unwrap(), other.path().to_str().unwrap()];
    let program = env!("CARGO_BIN_EXE_rutter");
    drive("MCP over standard streams", &["stdio", program, paths[0], paths[1]]);
}

#[test]
fn the_official_client_is_served_over_http() {
    let (tree, other) = (served(), Tree::new("//- a.py\ndef tax(): pass\n"));
    let paths = [tree.path().to_str().unwrap(), other.path().to_str().unwrap()];
    let server = Server::start(&tree, &["--token", TOKEN]);
    let address = format!("http://{}/mcp", server.address);
    drive("MCP over HTTP", &["http", &address, TOKEN, paths[0], paths[1]]);
}
