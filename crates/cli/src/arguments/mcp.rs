//! What can be said about serving agents.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct McpArgs {
    #[command(flatten)]
    pub served: ServedArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
    rutter serve --mcp\n  \
    rutter serve --mcp --bind 127.0.0.1:0 --read-only ~/code/one ~/code/two")]
pub struct ServeArgs {
    /// Serve coding agents, by the Model Context Protocol over HTTP
    #[arg(long, required = true)]
    pub mcp: bool,
    /// Listen there; a port of 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7431")]
    pub bind: SocketAddr,
    /// Let in who sends this token [default: a new one, which is printed]; `RUTTER_TOKEN` too
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<String>,
    #[command(flatten)]
    pub served: ServedArgs,
}

/// What is served.
#[derive(Debug, Args)]
pub struct ServedArgs {
    /// Serve exactly these folders, whatever the client has open
    #[arg(value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Offer no way to record: agents can only look
    #[arg(long)]
    pub read_only: bool,
}
