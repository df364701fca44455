//! `repos`: the repositories of a team's store. Exit code 1 means that there is none of that name.

use std::time::Duration;

use rutter_store::{
    Access, LabelChange, StoredRepository, forget_repository, label_repository, list_repositories,
};
use rutter_team::forget_points;
use serde::Serialize;

use crate::arguments::{GlobalArgs, ReposCommand};
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::{settings, team_services};

#[derive(Debug, Serialize)]
struct ReposAnswer {
    repositories: Vec<StoredRepository>,
}

/// How long a request is repeated if no node of the index answers.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn run(command: ReposCommand, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let remote = team_services::store(global)?;
    let mut ctx = team_services::context(global)?;
    match command {
        ReposCommand::List => list(list_repositories(&remote, &Access::Everything)?, &mut ctx),
        ReposCommand::Show { name } => {
            let mut repositories = list_repositories(&remote, &Access::Everything)?;
            repositories.retain(|repository| repository.name == name);
            list(repositories, &mut ctx)
        }
        ReposCommand::Grant { name, label, revoke } => {
            check_labels(&label)?;
            let change = LabelChange { add: label, remove: revoke };
            let labels = label_repository(&remote, &name, &change)?;
            let text = match &labels {
                Some(labels) => format!("{name}\n  {}\n", labels_text(labels)),
                None => format!("there is no repository `{name}` in `{remote}`\n"),
            };
            ctx.print_text(&text)?;
            Ok(if labels.is_some() { Exit::Found } else { Exit::Nothing })
        }
        ReposCommand::Forget { name } => {
            let is_gone = forget_repository(&remote, &name)?;
            // The manifest is gone, so nobody finds its chunks; this frees their space.
            if settings::index_address(global.index.as_deref())?.is_some() {
                forget_points(&team_services::index(global, PATIENCE)?, &name)?;
            }
            let text = match is_gone {
                true => format!("`{name}` and all its records were deleted from `{remote}`\n"),
                false => format!("there is no repository `{name}` in `{remote}`\n"),
            };
            ctx.print_text(&text)?;
            Ok(if is_gone { Exit::Found } else { Exit::Nothing })
        }
    }
}

fn list(repositories: Vec<StoredRepository>, ctx: &mut Context) -> anyhow::Result<Exit> {
    let exit = if repositories.is_empty() { Exit::Nothing } else { Exit::Found };
    ctx.print(&ReposAnswer { repositories }, |out, answer| {
        answer.repositories.iter().try_for_each(|repository| {
            let StoredRepository { name, created_at, n_entries, n_gaps, n_runs, n_chats, .. } =
                repository;
            let labels = labels_text(&repository.labels);
            writeln!(
                out,
                "{name}\n  entries {n_entries}, gaps {n_gaps}, runs {n_runs}, chats {n_chats}; \
                 since {created_at}\n  {labels}"
            )
        })
    })?;
    Ok(exit)
}

fn labels_text(labels: &[String]) -> String {
    if labels.is_empty() {
        return "no labels: seen by those with access to everything".to_owned();
    }
    format!("labels {}", labels.join(", "))
}

/// A label is a word. `*` stands for all repositories and so belongs to users alone.
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
