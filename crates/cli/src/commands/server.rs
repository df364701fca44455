//! `server`: a team's store for people who install nothing, its users, and what they asked for. Exit code 1: there
//! is no such user, or there is nothing to list.

use std::net::SocketAddr;
use std::sync::Arc;

use rutter_domain::RemoteStore;
use rutter_serve::{Http, Origin};
use rutter_store::{Access, AuditRecord, ServerUser, TeamStore, UserRight};
use rutter_web::{SiteReach, TeamSite, Web};
use serde::Serialize;

use crate::arguments::{GlobalArgs, ServerArgs, ServerCommand, UsersCommand};
use crate::context::{Context, IndexOptions};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::render::printable;
use crate::{code_search, memory, runtime, settings};

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

pub fn run(args: ServerArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let Some(url) = settings::store_address(global.store.as_deref())? else {
        let hint = "pass `--store URL`, or set $RUTTER_STORE";
        return Err(Hinted::new("there is no team's store to serve", hint).into());
    };
    let remote = RemoteStore { url, repository: String::new() };
    let store = TeamStore::open(&remote)?;
    let search = match &args.command {
        None => code_search::open(remote, global)?,
        Some(_) => None,
    };
    // The folder need not be a repository of the store.
    let global = GlobalArgs { store: Some(settings::LOCAL.to_owned()), ..global.clone() };
    match args.command {
        None => serve(TeamSite::new(store, search), args.bind, public_url(args.url)?),
        Some(ServerCommand::Users { command }) => {
            let mut ctx = Context::new(&global, IndexOptions::default())?;
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
                    ctx.print(&answer, |out, RemovedUser { name, removed }| match removed {
                        true => writeln!(out, "`{}` was removed", printable(name)),
                        false => writeln!(out, "there is no user `{}`", printable(name)),
                    })?;
                    Ok(if removed { Exit::Found } else { Exit::Nothing })
                }
            }
        }
        Some(ServerCommand::Audit { limit }) => {
            let mut ctx = Context::new(&global, IndexOptions::default())?;
            print_audit(store.audit(limit)?, &mut ctx)
        }
    }
}

/// The address without a slash at its end, as browsers name the origin of a page.
fn public_url(url: Option<String>) -> anyhow::Result<Option<String>> {
    let Some(url) = url else { return Ok(None) };
    let url = url.trim_end_matches('/').to_lowercase();
    match Origin::parse(&url) {
        Some(_) => Ok(Some(url)),
        None => {
            let message = format!("`{url}` is not the address of a server");
            Err(Hinted::new(&message, "write it as `https://rutter.example.org`").into())
        }
    }
}

fn serve(site: TeamSite, bind: SocketAddr, public_url: Option<String>) -> anyhow::Result<Exit> {
    memory::return_freed_memory();
    let runtime = runtime::for_server()?;
    runtime.block_on(async {
        let http = Http::bind_for_pages(bind).await?;
        let address = http.address();
        let is_local = address.ip().is_loopback();
        let reach = if is_local { SiteReach::ThisMachine } else { SiteReach::Network };
        let is_encrypted = public_url.is_some();
        let web = Web::for_team(site, reach, address.port(), public_url);
        eprintln!("serving the page at http://{address}/");
        eprintln!("API: http://{address}/api   agents (MCP): http://{address}/mcp   stop: Ctrl-C");
        if !is_local && !is_encrypted {
            eprintln!(
                "warning: other machines can connect, and the connection is not encrypted: put a \
                 server with TLS in front of it"
            );
        }
        http.with_pages(Arc::new(web)).serve().await;
        anyhow::Ok(())
    })?;
    Ok(Exit::Found)
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
        eprintln!("there are no users yet; add one with `rutter server users add`");
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

fn print_audit(audit: Vec<AuditRecord>, ctx: &mut Context) -> anyhow::Result<Exit> {
    let exit = if audit.is_empty() { Exit::Nothing } else { Exit::Found };
    if audit.is_empty() {
        eprintln!("the audit log is empty");
    }
    ctx.print(&AuditAnswer { audit }, |out, answer| {
        answer.audit.iter().try_for_each(|record| {
            let event = &record.event;
            let repository = event.repository.as_deref().unwrap_or("-");
            let item = event.item.as_deref().map_or_else(String::new, |item| format!(" {item}"));
            let line = format!(
                "{} {}: {} {repository}{item}: {}",
                record.at, event.user, event.action, event.outcome
            );
            // Names come from outside.
            writeln!(out, "{}", printable(&line))
        })
    })?;
    Ok(exit)
}
