//! The arguments of `server`.

use std::net::SocketAddr;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter repos grant example.org/team/app --label app     who may see a repository\n  \
    rutter server users add ada --label app --write         prints her token, once\n  \
    rutter server --bind 0.0.0.0:7432                       for other machines")]
pub struct ServerArgs {
    /// Address to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7432")]
    pub bind: SocketAddr,
    /// Address under which a server with TLS in front of this one is known, such as `https://rutter.example.org`
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    #[command(subcommand)]
    pub command: Option<ServerCommand>,
}

#[derive(Debug, Clone, Subcommand)]
pub enum ServerCommand {
    /// Add, list and remove users
    Users {
        #[command(subcommand)]
        command: UsersCommand,
    },
    /// Print what users asked for, the newest last: when, who, what, which repository, outcome
    Audit {
        /// Print at most this many
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
        limit: u32,
    },
}

#[derive(Debug, Clone, Subcommand)]
pub enum UsersCommand {
    /// Add a user and print the token, which is not stored and cannot be printed again
    Add {
        /// Name of the user, as the audit log and reviews show it
        name: String,
        /// Label of repositories that the user may see, `*` for all; may be given several times
        #[arg(long, value_name = "LABEL", required = true)]
        label: Vec<String>,
        /// Let the user reject entries and contradict their claims
        #[arg(long)]
        write: bool,
    },
    /// List all users with their labels
    List,
    /// Remove a user, whose token is refused from then on
    Remove {
        /// Its name, as `list` prints it
        name: String,
    },
}
