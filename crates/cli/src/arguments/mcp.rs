//! The arguments of `mcp` and `serve`.

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
    /// Serve coding agents (Model Context Protocol over HTTP)
    #[arg(long, required = true)]
    pub mcp: bool,
    /// Address to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7431")]
    pub bind: SocketAddr,
    /// Token that clients must send [default: $RUTTER_TOKEN, or a new one, which is printed]
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<String>,
    #[command(flatten)]
    pub served: ServedArgs,
}

#[derive(Debug, Args)]
pub struct ServedArgs {
    /// Serve exactly these folders, not those that the client has open
    #[arg(value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Offer no tool that records entries
    #[arg(long)]
    pub read_only: bool,
}
