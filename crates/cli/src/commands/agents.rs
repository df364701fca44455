//! `agents`: writes rutter into the files of coding agents, and takes it out again. Exit code 1
//! means that nothing was changed because somebody said no.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;

use super::Exit;
use crate::agents::{CLIENTS, Client, Server, Unreadable, UserFile, add_block, find, remove_block};
use crate::arguments::{AgentsArgs, AgentsCommand, Format, HowArgs, ScopeArg};
use crate::context::Context;
use crate::failure::Hinted;
use crate::render;
use crate::settings::{application_folder, home_folder, on_path, settings_folder};

/// A file as it is, and as it shall be.
#[derive(Debug, Serialize)]
struct Change {
    path: PathBuf,
    #[serde(skip)]
    before: String,
    /// Nothing when the file shall go.
    after: Option<String>,
}

pub fn run(args: &AgentsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let root = ctx.toolbox.engine.place.root.clone();
    match &args.command {
        AgentsCommand::List => list(&root, ctx),
        AgentsCommand::Install { name, how, read_only, instructions } => {
            let client = client(name)?;
            let path = file_of(client, how.scope, &root)?;
            let before = read(&path)?;
            let installed = client.form.install(&before, &server(how.scope, *read_only));
            let after = installed.map_err(|why| unreadable(&path, why))?;
            let mut changes = Vec::new();
            changes.extend(after.map(|after| Change { path, before, after: Some(after) }));
            if *instructions {
                let path = root.join("AGENTS.md");
                let before = read(&path)?;
                let after = add_block(&before);
                changes.extend(after.map(|after| Change { path, before, after: Some(after) }));
            }
            carry_out(&changes, how, "it is installed already", ctx)
        }
        AgentsCommand::Remove { name, how, instructions } => {
            let client = client(name)?;
            let path = file_of(client, how.scope, &root)?;
            let before = read(&path)?;
            let removed = client.form.remove(&before).map_err(|why| unreadable(&path, why))?;
            let mut changes = Vec::new();
            changes.extend(removed.map(|after| {
                let after = Some(after).filter(|after| !client.form.is_blank(after));
                Change { path, before, after }
            }));
            if *instructions {
                let path = root.join("AGENTS.md");
                let before = read(&path)?;
                changes.extend(remove_block(&before).map(|after| {
                    let after = Some(after).filter(|after| !after.is_empty());
                    Change { path, before, after }
                }));
            }
            carry_out(&changes, how, "it is not installed there", ctx)
        }
    }
}

fn list(root: &Path, ctx: &mut Context) -> anyhow::Result<Exit> {
    let mut rows = Vec::new();
    for client in &CLIENTS {
        for scope in [ScopeArg::Project, ScopeArg::User] {
            let path = file_of(client, scope, root)?;
            let is_installed = read(&path).ok().map(|text| client.form.is_installed(&text));
            rows.push(render::AgentRow {
                name: client.name,
                title: client.title,
                scope: match scope {
                    ScopeArg::Project => "project",
                    ScopeArg::User => "user",
                },
                path,
                installed: matches!(is_installed, Some(Ok(true))),
            });
        }
    }
    ctx.print(&serde_json::json!({ "agents": rows }), |out, _| render::agents(out, &rows))?;
    Ok(Exit::Found)
}

/// Shows the changes, asks, and writes them.
fn carry_out(
    changes: &[Change],
    how: &HowArgs,
    nothing: &str,
    ctx: &mut Context,
) -> anyhow::Result<Exit> {
    if changes.is_empty() {
        if ctx.format == Format::Json {
            ctx.print_json(&serde_json::json!({ "changes": [], "written": false }))?;
        } else {
            anstream::eprintln!("{nothing}; nothing to do");
        }
        return Ok(Exit::Found);
    }
    if ctx.format == Format::Text {
        for change in changes {
            render::change(&mut ctx.out, &change.path, &change.before, change.after.as_deref())?;
        }
        ctx.out.flush()?;
    }
    let is_agreed = !how.print && (how.yes || ask()?);
    if is_agreed {
        for change in changes {
            write(change).with_context(|| format!("cannot write `{}`", change.path.display()))?;
        }
    }
    if ctx.format == Format::Json {
        ctx.print_json(&serde_json::json!({ "changes": changes, "written": is_agreed }))?;
    } else if is_agreed {
        anstream::eprintln!("written; start the agent anew to have it");
    }
    Ok(if is_agreed || how.print { Exit::Found } else { Exit::Nothing })
}

fn ask() -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        let hint = "give `--yes` to write it, or `--print` to only see it";
        return Err(Hinted::new("nobody is there to be asked", hint).into());
    }
    let mut err = anstream::stderr();
    write!(err, "Write this? [y/N] ")?;
    err.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn client(name: &str) -> anyhow::Result<&'static Client> {
    find(name).ok_or_else(|| {
        let names: Vec<&str> = CLIENTS.iter().map(|client| client.name).collect();
        let message = format!("there is no agent `{name}` that rutter knows");
        Hinted::new(&message, &format!("agents: {}", names.join(", "))).into()
    })
}

fn file_of(client: &Client, scope: ScopeArg, root: &Path) -> anyhow::Result<PathBuf> {
    let folder = match (scope, client.user) {
        (ScopeArg::Project, _) => return Ok(root.join(client.project)),
        (ScopeArg::User, UserFile::Home(file)) => home_folder().map(|folder| folder.join(file)),
        (ScopeArg::User, UserFile::Settings(file)) => {
            settings_folder().map(|folder| folder.join(file))
        }
        (ScopeArg::User, UserFile::Application(file)) => {
            application_folder().map(|folder| folder.join(file))
        }
    };
    folder.ok_or_else(|| {
        let hint = "set HOME, or install with `--scope project`";
        Hinted::new("your home folder is not known", hint).into()
    })
}

/// How the agent starts us: by name where a team shares the file or the name is enough.
fn server(scope: ScopeArg, read_only: bool) -> Server {
    let exe = std::env::current_exe().ok();
    let command = match (scope, exe) {
        (ScopeArg::User, Some(exe)) if !on_path("rutter") => exe.display().to_string(),
        (ScopeArg::User | ScopeArg::Project, _) => "rutter".to_owned(),
    };
    if scope == ScopeArg::Project && !on_path("rutter") {
        anstream::eprintln!("`rutter` is not on your PATH, and the agent will not find it there");
    }
    let read_only = read_only.then(|| "--read-only".to_owned());
    Server { command, args: std::iter::once("mcp".to_owned()).chain(read_only).collect() }
}

fn read(path: &Path) -> anyhow::Result<String> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

/// Writes beside the file and puts it in its place, so that no half of it is ever there.
fn write(change: &Change) -> io::Result<()> {
    // A link stays one: what it leads to is written.
    let path = std::fs::canonicalize(&change.path).unwrap_or_else(|_| change.path.clone());
    let Some(after) = &change.after else { return std::fs::remove_file(path) };
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = folder.join(format!(".{name}.{}", std::process::id()));
    std::fs::write(&beside, after)?;
    if let Ok(metadata) = std::fs::metadata(&path) {
        std::fs::set_permissions(&beside, metadata.permissions())?;
    }
    std::fs::rename(&beside, &path)
}

fn unreadable(path: &Path, why: Unreadable) -> anyhow::Error {
    let message = format!("`{}` is left as it is: {}", path.display(), why.0);
    Hinted::new(
        &message,
        "mend the file, or add the server by hand as `--print` shows it elsewhere",
    )
    .into()
}
