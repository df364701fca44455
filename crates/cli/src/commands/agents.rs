//! `agents`: adds rutter to the configuration files of coding agents and removes it again.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use rutter_workspace::RepoLayout;

use crate::agents::{
    Access, Advice, AgentFile, CLIENTS, Change, Client, Server, State, Unreadable, UserFile,
    add_block, find, remove_block,
};
use crate::arguments::{AgentsArgs, AgentsCommand, Format, HowArgs, ScopeArg};
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::render::{self, AgentRow, AgentState};
use crate::screen;
use crate::settings::{application_folder, home_folder, on_path, settings_folder, variable};
use crate::verbosity::Verbosity;

/// Messages for the two ways in which a command can succeed.
struct Messages {
    nothing: &'static str,
    done: &'static str,
}

pub fn run(args: &AgentsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let place = ctx.toolbox.engine.layout.clone();
    let root = &place.root;
    let mut changes = Vec::new();
    match &args.command {
        AgentsCommand::List => list(root, ctx),
        AgentsCommand::Install { name, how, read_only, instructions } => {
            let client = client(name)?;
            let access = if *read_only { Access::ReadOnly } else { Access::Full };
            let file = file_of(client, how.scope, root)?;
            let before = read(&file)?;
            let server = server(how.scope, access, &place)?;
            let after = client.form.install(before.as_deref(), &server);
            let after = after.map_err(|why| unreadable(&file.path, why))?;
            let text = after.as_ref().or(before.as_ref());
            if ctx.verbosity > Verbosity::Quiet {
                warn(client, &file.path, text.map(String::as_str).unwrap_or_default());
            }
            changes.extend(after.map(|after| Change { file, before, after: Some(after) }));
            if *instructions {
                let file = advice_file(root);
                let before = read(&file)?;
                let after = add_block(before.as_deref(), access);
                changes.extend(after.map(|after| Change { file, before, after: Some(after) }));
                if ctx.verbosity > Verbosity::Quiet {
                    hint_at_advice(client, root);
                }
            }
            let messages = Messages {
                nothing: "it is installed already",
                done: "written; restart the agent to use it",
            };
            carry_out(&changes, how, &messages, ctx)
        }
        AgentsCommand::Remove { name, how, instructions } => {
            let client = client(name)?;
            let file = file_of(client, how.scope, root)?;
            if let Some(before) = read(&file)? {
                let removed = client.form.remove(&before);
                let removed = removed.map_err(|why| unreadable(&file.path, why))?;
                changes.extend(removed.map(|removed| {
                    let after = file.after(removed, client.form.blank());
                    Change { file, before: Some(before), after }
                }));
            }
            let file = advice_file(root);
            if *instructions && let Some(before) = read(&file)? {
                changes.extend(remove_block(&before).map(|removed| {
                    let after = file.after(removed, "");
                    Change { file, before: Some(before), after }
                }));
            }
            let messages = Messages {
                nothing: "it is not installed there",
                done: "removed; a running agent keeps it until it is restarted",
            };
            carry_out(&changes, how, &messages, ctx)
        }
    }
}

fn list(root: &Path, ctx: &mut Context) -> anyhow::Result<Exit> {
    let mut rows = Vec::new();
    for client in &CLIENTS {
        for scope in [ScopeArg::Project, ScopeArg::User] {
            let file = file_of(client, scope, root).ok();
            let state = match file.as_ref().map(AgentFile::read) {
                None | Some(Ok(None)) => AgentState::Absent,
                Some(Err(_)) => AgentState::Unreadable,
                Some(Ok(Some(text))) => match client.form.state(&text) {
                    Ok(State::Absent) => AgentState::Absent,
                    Ok(State::Installed) => AgentState::Installed,
                    Ok(State::Disabled) => AgentState::Disabled,
                    Err(_) => AgentState::Unreadable,
                },
            };
            rows.push(AgentRow {
                name: client.name,
                title: client.title,
                scope: match scope {
                    ScopeArg::Project => "project",
                    ScopeArg::User => "user",
                },
                path: file.map(|file| file.path),
                installed: matches!(state, AgentState::Installed | AgentState::Disabled),
                state,
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
    messages: &Messages,
    ctx: &mut Context,
) -> anyhow::Result<Exit> {
    if changes.is_empty() {
        if ctx.format == Format::Json {
            ctx.print_json(&serde_json::json!({ "changes": [], "written": false }))?;
        } else {
            eprintln!("{}; nothing to do", messages.nothing);
        }
        return Ok(Exit::Found);
    }
    if ctx.format == Format::Text {
        for change in changes {
            let (before, after) = (change.before.as_deref(), change.after.as_deref());
            render::change(&mut ctx.out, &change.file.path, before, after)?;
        }
        ctx.out.flush()?;
    }
    let is_agreed = !how.print && (how.yes || ask()?);
    if is_agreed {
        for change in changes {
            let path = change.file.path.display();
            change.write().with_context(|| format!("cannot write `{path}`"))?;
        }
    }
    if ctx.format == Format::Json {
        ctx.print_json(&serde_json::json!({ "changes": changes, "written": is_agreed }))?;
    } else if is_agreed {
        eprintln!("{}", messages.done);
    }
    Ok(if is_agreed || how.print { Exit::Found } else { Exit::Incomplete })
}

fn ask() -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        let message = "cannot ask for confirmation: standard input is not a terminal";
        let hint = "pass `--yes` to write the change, or `--print` to only show it";
        return Err(Hinted::new(message, hint).into());
    }
    let mut err = screen::stderr();
    write!(err, "Write this? [y/N] (then Enter) ")?;
    err.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn client(name: &str) -> anyhow::Result<&'static Client> {
    find(name).ok_or_else(|| {
        let names: Vec<&str> = CLIENTS.iter().map(|client| client.name).collect();
        let message = format!("unknown agent `{name}`");
        Hinted::new(&message, &format!("known agents: {}", names.join(", "))).into()
    })
}

fn file_of(client: &Client, scope: ScopeArg, root: &Path) -> anyhow::Result<AgentFile> {
    let at = |folder: Option<PathBuf>, below| Some(AgentFile::new(&folder?, below));
    let file = match (scope, client.user) {
        (ScopeArg::Project, _) => Some(AgentFile::of_repository(root, client.project)),
        (ScopeArg::User, UserFile::Home(below)) => at(home_folder(), below),
        (ScopeArg::User, UserFile::Named { variable: name, below, home }) => match variable(name) {
            Some(folder) => at(Some(PathBuf::from(folder)), below),
            None => at(home_folder(), home),
        },
        (ScopeArg::User, UserFile::Settings(below)) => at(settings_folder(), below),
        (ScopeArg::User, UserFile::Application(below)) => at(application_folder(), below),
    };
    file.ok_or_else(|| {
        let hint = "set HOME, or install with `--scope project`";
        Hinted::new("your home folder is unknown", hint).into()
    })
}

fn advice_file(root: &Path) -> AgentFile {
    AgentFile::of_repository(root, "AGENTS.md")
}

/// The command that starts rutter: its bare name in a file that a team shares or if it is on the
/// path, else the path of this program.
fn server(scope: ScopeArg, access: Access, place: &RepoLayout) -> anyhow::Result<Server> {
    let exe = std::env::current_exe().ok();
    let command = match (scope, exe) {
        (ScopeArg::User, Some(exe)) if !on_path("rutter") => exe.display().to_string(),
        (ScopeArg::User | ScopeArg::Project, _) => "rutter".to_owned(),
    };
    if scope == ScopeArg::Project && !on_path("rutter") {
        eprintln!("`rutter` is not on your PATH, so the agent will not find it");
    }
    let mut args = vec!["mcp".to_owned()];
    if access == Access::ReadOnly {
        args.push("--read-only".to_owned());
    }
    // The server would not find a data folder elsewhere by itself.
    if RepoLayout::default_data(&place.root) != place.data {
        let data = place.data.to_str().with_context(|| {
            format!("the data folder `{}` is not valid UTF-8", place.data.display())
        })?;
        args.extend(["--data-dir".to_owned(), data.to_owned()]);
    }
    Ok(Server { command, args })
}

/// Warns of what keeps the agent from using our entry.
fn warn(client: &Client, path: &Path, text: &str) {
    let (title, path) = (client.title, path.display());
    if let Some(hindrance) = client.reading.hindrance(text) {
        eprintln!("`{path}` has {hindrance}; {title} may refuse the whole file");
    }
    if matches!(client.form.state(text), Ok(State::Disabled)) {
        eprintln!("rutter is switched off in `{path}`: `enabled` is false");
    }
}

/// Hints at how an agent that does not read `AGENTS.md` can be made to.
fn hint_at_advice(client: &Client, root: &Path) {
    let Advice::Own { file, line } = client.advice else { return };
    let own = std::fs::read_to_string(root.join(file)).unwrap_or_default();
    if !own.contains("AGENTS.md") && !own.contains("<!-- rutter: begin") {
        eprintln!(
            "hint: {} reads `{file}`, not `AGENTS.md`; put the line `{line}` into it",
            client.title
        );
    }
}

fn read(file: &AgentFile) -> anyhow::Result<Option<String>> {
    file.read().with_context(|| format!("cannot read `{}`", file.path.display()))
}

fn unreadable(path: &Path, why: Unreadable) -> anyhow::Error {
    let message = format!("`{}` is left as it is: {}", path.display(), why.0);
    Hinted::new(&message, "correct the file, or add the entry by hand").into()
}
