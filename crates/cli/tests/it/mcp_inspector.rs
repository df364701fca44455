//! The server checked with the command line of the MCP inspector, a program of others.
//!
//! The checks are in `testing/mcp/inspect.mjs`; how the inspector is found, in `mcp_sdk.rs`.

use super::mcp_http::Server;
use super::mcp_sdk::{Driver, TOKEN, installed, served};
use super::run::rutter;

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_inspector_is_served_over_standard_streams() {
    let driver = Driver::node("inspect.mjs", "inspector");
    let Some(driver) = installed("MCP by the inspector over standard streams", driver) else {
        return;
    };
    let tree = served();
    rutter(&tree, &["index"]).exits(0);
    let args = ["stdio", env!("CARGO_BIN_EXE_rutter"), tree.path().to_str().unwrap()];
    driver.check(&args, "who may only read is offered no record");
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_inspector_is_served_over_http() {
    let driver = Driver::node("inspect.mjs", "inspector");
    let Some(driver) = installed("MCP by the inspector over HTTP", driver) else { return };
    let tree = served();
    rutter(&tree, &["index"]).exits(0);
    let server = Server::start(&tree, &["--token", TOKEN]);
    let address = format!("http://{}/mcp", server.address);
    let args = ["http", &address, TOKEN, tree.path().to_str().unwrap()];
    driver.check(&args, "who has no token is not let in");
}
