//! The arguments of `mcp` and `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::ModelArgs;

#[derive(Debug, Args)]
pub struct McpArgs {
    #[command(flatten)]
    pub served: ServedArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter serve --open                            look at this repository in a browser\n  \
    rutter serve --bind 0.0.0.0:7431 --token-file ~/.rutter-token   for other machines\n  \
    rutter serve --mcp --read-only ~/code/one ~/code/two            agents alone, two repositories\n  \
    rutter serve --team --url https://rutter.example.org            a team's store, behind a server with TLS")]
pub struct ServeArgs {
    /// Serve the store of a team; `rutter team --help` says how to name it
    #[arg(long, conflicts_with_all = ["mcp", "open", "show_secrets", "token", "token_file", "ServedArgs", "ModelArgs"])]
    pub team: bool,
    /// With `--team`: address under which a server with TLS in front of this one is known
    #[arg(long, value_name = "URL", requires = "team")]
    pub url: Option<String>,
    /// Serve coding agents alone (Model Context Protocol over HTTP), without the page
    #[arg(long)]
    pub mcp: bool,
    /// Open the page in the browser
    #[arg(long, conflicts_with = "mcp")]
    pub open: bool,
    /// Show values that look secret instead of masking them; only for this machine
    #[arg(long, conflicts_with = "mcp")]
    pub show_secrets: bool,
    /// Address to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7431")]
    pub bind: SocketAddr,
    /// Token that clients must send [default: $RUTTER_TOKEN, or a new one, which is printed]
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file")]
    pub token: Option<String>,
    /// File with the token on its first line
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    #[command(flatten)]
    pub served: ServedArgs,
    #[command(flatten)]
    pub model: ModelArgs,
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
