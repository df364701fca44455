//! `team repositories`: lists, labels and deletes the repositories of a team's store.

use rutter_domain::RemoteStore;
use rutter_store::{LabelChange, StoredRepository, TeamStore, forget_repository, label_repository};
use rutter_team::tools::records::{ListRepositories, RepositoriesAnswer};
use rutter_team::{Team, TeamVisitor, forget_points};
use serde::Serialize;

use crate::arguments::{GlobalArgs, RepositoriesCommand};
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::render::printable;
use crate::settings;
use crate::team_services::{self, WRITE_RETRIES};

/// The labels of a repository after a change; `None` if there is no such repository.
#[derive(Debug, Serialize)]
struct GrantAnswer {
    name: String,
    labels: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct ForgetAnswer {
    name: String,
    deleted: bool,
}

pub fn run(command: RepositoriesCommand, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let remote = team_services::store(global)?;
    let mut ctx = team_services::context(global)?;
    match command {
        RepositoriesCommand::List => {
            let answer = stored(&remote)?;
            if answer.repositories.is_empty() {
                eprintln!("there is no repository in `{remote}` yet");
            }
            print(&answer, &mut ctx)
        }
        RepositoriesCommand::Show { name } => {
            let mut answer = stored(&remote)?;
            answer.repositories.retain(|repository| repository.name == name);
            if answer.repositories.is_empty() {
                eprintln!("{}", no_repository(&name, &remote));
            }
            print(&answer, &mut ctx)
        }
        RepositoriesCommand::Grant { name, label, revoke } => {
            check_labels(&label)?;
            let change = LabelChange { add: label, remove: revoke };
            let labels = label_repository(&remote, &name, &change)?;
            let exit = if labels.is_some() { Exit::Found } else { Exit::Nothing };
            ctx.print(&GrantAnswer { name, labels }, |out, GrantAnswer { name, labels }| {
                match labels {
                    Some(labels) => writeln!(out, "{}\n  {}", printable(name), labels_text(labels)),
                    None => writeln!(out, "{}", no_repository(name, &remote)),
                }
            })?;
            Ok(exit)
        }
        RepositoriesCommand::Forget { name } => {
            let is_gone = forget_repository(&remote, &name)?;
            // Without the manifest nothing finds its chunks any more; this frees their space.
            if settings::index_address(global.index.as_deref())?.is_some() {
                forget_points(&team_services::index(global, WRITE_RETRIES)?, &name)?;
            }
            let answer = ForgetAnswer { name, deleted: is_gone };
            ctx.print(&answer, |out, ForgetAnswer { name, deleted }| {
                if *deleted {
                    let name = printable(name);
                    writeln!(out, "`{name}` and all its records were deleted from `{remote}`")
                } else {
                    writeln!(out, "{}", no_repository(name, &remote))
                }
            })?;
            Ok(if is_gone { Exit::Found } else { Exit::Nothing })
        }
    }
}

/// All repositories of the store.
fn stored(remote: &RemoteStore) -> anyhow::Result<RepositoriesAnswer> {
    let team = Team::new(TeamStore::open_to_read(remote)?, None);
    Ok(team.seen_by(TeamVisitor::Owner).run(&ListRepositories {})?)
}

fn print(answer: &RepositoriesAnswer, ctx: &mut Context) -> anyhow::Result<Exit> {
    ctx.print(answer, |out, answer| {
        answer.repositories.iter().try_for_each(|repository| {
            let StoredRepository { name, created_at, n_entries, n_gaps, n_runs, n_chats, .. } =
                repository;
            let (name, labels) = (printable(name), labels_text(&repository.labels));
            writeln!(
                out,
                "{name}\n  entries {n_entries}, gaps {n_gaps}, runs {n_runs}, chats {n_chats}; \
                 since {created_at}\n  {}\n  {labels}",
                published_text(repository)
            )
        })
    })?;
    Ok(if answer.repositories.is_empty() { Exit::Nothing } else { Exit::Found })
}

fn published_text(repository: &StoredRepository) -> String {
    let Some(at) = &repository.published_at else { return "not published".to_owned() };
    let commit = repository.commit.as_deref().unwrap_or("files that no commit has");
    format!("published at {at}: {commit}")
}

fn no_repository(name: &str, remote: &RemoteStore) -> String {
    format!("there is no repository `{}` in `{remote}`", printable(name))
}

fn labels_text(labels: &[String]) -> String {
    if labels.is_empty() {
        return "no labels: seen by those with access to everything".to_owned();
    }
    format!("labels {}", labels.join(", "))
}

/// Refuses labels that are not words. Only users have `*`, which means all repositories.
fn check_labels(labels: &[String]) -> anyhow::Result<()> {
    let is_word = |label: &String| {
        let is_allowed = |letter: char| letter.is_alphanumeric() || "-_./:".contains(letter);
        !label.is_empty() && label.chars().all(is_allowed)
    };
    match labels.iter().find(|label| !is_word(label)) {
        None => Ok(()),
        Some(label) => {
            let message = format!("`{label}` cannot be the label of a repository");
            Err(Hinted::new(&message, "use letters, digits and `-_./:`").into())
        }
    }
}
