//! `team users` and `team audit`: manages the users of `serve --team`, and prints the audit log.

use rutter_store::{Access, AuditRecord, ServerUser, TeamStore, UserRight};
use serde::Serialize;

use crate::arguments::{GlobalArgs, UsersCommand};
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::render::printable;
use crate::team_services;

/// A user who was added, with the token.
#[derive(Debug, Serialize)]
struct AddedUser {
    name: String,
    token: String,
}

#[derive(Debug, Serialize)]
struct RemovedUser {
    name: String,
    removed: bool,
}

#[derive(Debug, Serialize)]
struct UsersAnswer {
    users: Vec<ServerUser>,
}

#[derive(Debug, Serialize)]
struct AuditAnswer {
    audit: Vec<AuditRecord>,
}

pub fn run(command: UsersCommand, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let store = TeamStore::open(&team_services::store(global)?)?;
    let mut ctx = team_services::context(global)?;
    match command {
        UsersCommand::Add { name, label, write } => {
            let right = if write { UserRight::Write } else { UserRight::Read };
            let user = ServerUser { name, labels: label, right, created_at: String::new() };
            add_user(&store, user, &mut ctx)
        }
        UsersCommand::List => list_users(store.users()?, &mut ctx),
        UsersCommand::Remove { name } => {
            let removed = store.remove_user(&name)?;
            let answer = RemovedUser { name, removed };
            ctx.print(&answer, |out, RemovedUser { name, removed }| {
                if *removed {
                    writeln!(out, "`{}` was removed", printable(name))
                } else {
                    writeln!(out, "there is no user `{}`", printable(name))
                }
            })?;
            Ok(if removed { Exit::Found } else { Exit::Nothing })
        }
    }
}

fn add_user(store: &TeamStore, user: ServerUser, ctx: &mut Context) -> anyhow::Result<Exit> {
    let is_plain =
        |text: &String| !text.trim().is_empty() && !text.chars().any(|letter| letter.is_control());
    if !is_plain(&user.name) || !user.labels.iter().all(is_plain) {
        let hint = "give a name and labels without control characters";
        return Err(Hinted::new("the user cannot be added like this", hint).into());
    }
    let token = rutter_serve::new_token()?;
    if !store.add_user(&user, &token)? {
        let message = format!("there is a user `{}` already", user.name);
        let hint = "choose another name, or remove that user first";
        return Err(Hinted::new(&message, hint).into());
    }
    let seen = store.repositories(&user.access())?;
    let is_unused = |label: &&String| {
        *label != Access::ANY && seen.iter().all(|repository| !repository.labels.contains(label))
    };
    for label in user.labels.iter().filter(is_unused) {
        eprintln!("remark: no repository has the label `{}` yet", printable(label));
    }
    let added = AddedUser { name: user.name, token };
    ctx.print(&added, |out, AddedUser { name, token }| {
        writeln!(out, "token of {name}: {token}\nit is not stored; hand it over now")
    })?;
    Ok(Exit::Found)
}

fn list_users(users: Vec<ServerUser>, ctx: &mut Context) -> anyhow::Result<Exit> {
    let exit = if users.is_empty() { Exit::Nothing } else { Exit::Found };
    if users.is_empty() {
        eprintln!("there are no users yet; add one with `rutter team users add`");
    }
    ctx.print(&UsersAnswer { users }, |out, answer| {
        answer.users.iter().try_for_each(|user| {
            let ServerUser { name, labels, right, created_at } = user;
            let right = match right {
                UserRight::Read => "reads",
                UserRight::Write => "reads and writes",
            };
            writeln!(out, "{name}\n  {right} {}; since {created_at}", labels.join(", "))
        })
    })?;
    Ok(exit)
}

pub fn print_audit(limit: u32, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let audit = TeamStore::open(&team_services::store(global)?)?.audit(limit)?;
    let exit = if audit.is_empty() { Exit::Nothing } else { Exit::Found };
    if audit.is_empty() {
        eprintln!("the audit log is empty");
    }
    team_services::context(global)?.print(&AuditAnswer { audit }, |out, answer| {
        answer.audit.iter().try_for_each(|record| {
            let event = &record.event;
            let repository = event.repository.as_deref().unwrap_or("-");
            let item = event.item.as_deref().map_or_else(String::new, |item| format!(" {item}"));
            let line = format!(
                "{} {}: {} {repository}{item}: {}",
                record.at, event.user, event.action, event.outcome
            );
            // Names come from outside and may hold control characters.
            writeln!(out, "{}", printable(&line))
        })
    })?;
    Ok(exit)
}
