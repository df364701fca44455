//! The arguments of `team`, and those by which other commands ask the team.

use clap::{Arg, Args, Subcommand};

/// The repositories of the team that answer.
#[derive(Debug, Clone, Args)]
pub struct PublishedArgs {
    /// Ask all repositories that the team published, not this one; `rutter team --help` says what that needs
    #[arg(long)]
    pub all: bool,
    /// Of all, only this repository, by its name; may be repeated
    #[arg(long, value_name = "NAME", requires = "all")]
    pub repository: Vec<String>,
}

#[derive(Debug, Args)]
#[command(
    arg = store(),
    arg = index(),
    after_help = "Examples:\n  \
    rutter team publish --wait                              in CI, after a push to the main branch\n  \
    rutter team repositories grant example.org/team/app --label app\n  \
    rutter team users add ada --label app --write           prints her token, once\n  \
    rutter serve --team --bind 0.0.0.0:7431                 for other machines"
)]
pub struct TeamArgs {
    #[command(subcommand)]
    pub command: TeamCommand,
}

/// `--store`. Only the commands of a team show it in their help.
fn store() -> Arg {
    flag("store").help(
        "Keep records in a team's PostgreSQL, `postgres://USER:PASSWORD@HOST/DATABASE`; `local` keeps them in \
         the data folder [default: $RUTTER_STORE, or `url` under `[store]` in your settings]",
    )
}

/// `--index`, likewise.
fn index() -> Arg {
    flag("index").help(
        "Team's index for `publish` and `--all`, `qdrant://HOST:PORT`, further nodes after commas; its key is \
         $RUTTER_QDRANT_KEY [default: $RUTTER_INDEX, or `index` under `[store]` in your settings]",
    )
}

fn flag(name: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("URL").global(true).help_heading("Team options")
}

#[derive(Debug, Subcommand)]
pub enum TeamCommand {
    /// Publish this repository, so that the team can search it
    ///
    /// Updates the index, then publishes it: the list of its chunks goes to the store that `--store` names, the
    /// chunks themselves to the index that `--index` names. Only what changed is sent. Values that look secret
    /// are masked. If it is interrupted, the next one goes on.
    Publish(PublishArgs),
    /// Send entries that wait on this machine to the team's store
    ///
    /// While the store that `--store` names cannot be reached, what is recorded waits in the data folder. An
    /// entry is deleted there after the store has acknowledged it.
    Sync,
    /// List, label and delete the repositories of the team's store
    Repositories {
        #[command(subcommand)]
        command: RepositoriesCommand,
    },
    /// Add, list and remove users of `rutter serve --team`
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

#[derive(Debug, Args)]
pub struct PublishArgs {
    /// Wait up to this many seconds for another publication to end and for the index to be there, and fail
    /// otherwise; 600 if no number is given
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "600")]
    pub wait: Option<u64>,
    /// Compare all that the index holds of this repository with the list, and correct it
    #[arg(long)]
    pub repair: bool,
}

#[derive(Debug, Clone, Subcommand)]
pub enum RepositoriesCommand {
    /// List all repositories with the number of their records
    List,
    /// Show one repository
    Show {
        /// Its name, as `list` prints it
        name: String,
    },
    /// Say who may see a repository: users of `rutter serve --team` with one of its labels
    Grant {
        /// Its name, as `list` prints it
        name: String,
        /// Label to add; may be given several times
        #[arg(long, value_name = "LABEL", required_unless_present = "revoke")]
        label: Vec<String>,
        /// Label to remove; may be given several times
        #[arg(long, value_name = "LABEL")]
        revoke: Vec<String>,
    },
    /// Delete a repository with all its records, for good
    Forget {
        /// Its name, as `list` prints it
        name: String,
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
