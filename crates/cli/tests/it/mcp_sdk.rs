//! The server checked with the official MCP clients for Python and TypeScript.
//!
//! `cargo xtask test` installs them and passes their folder in `RUTTER_TEST_MCP`; a test whose client
//! is missing reports that. The checks are in `testing/mcp/`: `drive.py` and `drive.mjs`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rutter_fixture::{Tree, skip, synthetic};

use super::mcp_http::Server;

pub const TOKEN: &str = "a-token-for-tests-0123456789";

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

/// The last check of each driver: it stops at the first that fails, so this one shows that all passed.
const LAST_OF_PYTHON: &str = "who says which is answered";
const LAST_OVER_STREAMS: &str = "the server ends when its client is killed";
const LAST_OVER_HTTP: &str = "of a call that is cancelled no progress is told";

/// The repository that the drivers query.
pub fn served() -> Tree {
    let tree = Tree::new(FILES);
    let lines: String = (1..=1000).map(|at| format!("fn f{at}() {{}} // mark\n")).collect();
    tree.write("src/many.rs", lines);
    std::fs::create_dir(tree.file(".git")).unwrap();
    tree
}

/// An installed client and the script that checks a server with it.
pub struct Driver {
    program: PathBuf,
    /// The first arguments of the program.
    args: Vec<PathBuf>,
}

impl Driver {
    fn python() -> Result<Driver, String> {
        let program = part("venv/bin/python")?;
        Ok(Driver { program, args: vec![script("drive.py")] })
    }

    /// A script for Node.js that needs a package.
    pub fn node(name: &str, package: &str) -> Result<Driver, String> {
        part(&format!("node_modules/@modelcontextprotocol/{package}/package.json"))?;
        let program = PathBuf::from("node");
        let asked = Command::new(&program).arg("--version").stdout(Stdio::null()).status();
        asked.map_err(|error| format!("node cannot be run: {error}"))?;
        Ok(Driver { program, args: vec![script(name), part(".")?] })
    }

    /// Runs all checks, up to the one named `last`.
    pub fn check(&self, args: &[&str], last: &str) {
        let home = Tree::new("");
        let mut command = Command::new(&self.program);
        command.args(&self.args).args(args).env("HOME", home.path()).stdin(Stdio::null());
        let output = command.output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        let failed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{printed}\n{failed}");
        assert!(printed.contains(&format!("holds: {last}\n")), "{printed}\n{failed}");
    }
}

/// The client; reports it if it is missing.
pub fn installed(what: &str, driver: Result<Driver, String>) -> Option<Driver> {
    driver.inspect_err(|why| skip(what, why)).ok()
}

pub fn part(path: &str) -> Result<PathBuf, String> {
    let folder = std::env::var_os("RUTTER_TEST_MCP");
    let folder = folder.ok_or("RUTTER_TEST_MCP is not set; `cargo xtask test` sets it")?;
    let path = PathBuf::from(folder).join(path);
    if path.exists() { Ok(path) } else { Err(format!("`{}` is not installed", path.display())) }
}

pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing/mcp").join(name)
}

fn text(tree: &Tree) -> &str {
    tree.path().to_str().unwrap()
}

fn other() -> Tree {
    Tree::new("//- a.py\ndef tax(): pass\n")
}

/// A repository that takes a while to index.
fn large() -> Tree {
    let tree = synthetic(3_000, 9);
    std::fs::create_dir(tree.file(".git")).unwrap();
    tree
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_official_client_for_python_is_served_over_standard_streams() {
    let Some(driver) = installed("MCP by Python over standard streams", Driver::python()) else {
        return;
    };
    let (tree, other) = (served(), other());
    let program = env!("CARGO_BIN_EXE_rutter");
    driver.check(&["stdio", program, text(&tree), text(&other)], LAST_OF_PYTHON);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_official_client_for_python_is_served_over_http() {
    let Some(driver) = installed("MCP by Python over HTTP", Driver::python()) else { return };
    let (tree, other) = (served(), other());
    let server = Server::start(&tree, &["--token", TOKEN]);
    let address = format!("http://{}/mcp", server.address);
    driver.check(&["http", &address, TOKEN, text(&tree), text(&other)], LAST_OF_PYTHON);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_official_client_for_typescript_is_served_over_standard_streams() {
    let driver = Driver::node("drive.mjs", "sdk");
    let Some(driver) = installed("MCP by TypeScript over standard streams", driver) else { return };
    let (tree, other, large) = (served(), other(), large());
    let program = env!("CARGO_BIN_EXE_rutter");
    let args = ["stdio", program, text(&tree), text(&other), text(&large)];
    driver.check(&args, LAST_OVER_STREAMS);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_official_client_for_typescript_is_served_over_http() {
    let driver = Driver::node("drive.mjs", "sdk");
    let Some(driver) = installed("MCP by TypeScript over HTTP", driver) else { return };
    let (tree, other, large) = (served(), other(), large());
    let server = Server::start(&tree, &["--token", TOKEN]);
    let address = format!("http://{}/mcp", server.address);
    let args = ["http", &address, TOKEN, text(&tree), text(&other), text(&large)];
    driver.check(&args, LAST_OVER_HTTP);
}
