//! `agents`: registers our MCP server with coding agents, and unregisters it.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use anyhow::Context as _;
use rutter_workspace::{RepoLayout, read_small_file, write_output};

use crate::agents::{
    Access, Advice, CLIENTS, Client, Commands, Form, SERVER, Server, State, Step, UserFile,
    add_block, find, install, remove, remove_block,
};
use crate::arguments::{AgentsArgs, AgentsCommand, Format, HowArgs, ScopeArg};
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::render::{self, AgentRow};
use crate::screen;
use crate::settings::{application_folder, home_folder, on_path, settings_folder, variable};
use crate::verbosity::Verbosity;

/// Larger files are not read.
const LIMIT_BYTES: u64 = 64 << 20;

/// A step and its file.
struct Task {
    path: PathBuf,
    step: Step,
    /// A state of the file that shows that the step failed.
    refuted_by: Option<(Form, State)>,
}

pub fn run(args: &AgentsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let place = ctx.toolbox.engine.layout.clone();
    let root = &place.root;
    let advice = root.join("AGENTS.md");
    let mut tasks = Vec::new();
    match &args.command {
        AgentsCommand::List => list(root, ctx),
        AgentsCommand::Install { name, how, read_only, instructions } => {
            let client = client(name)?;
            let access = if *read_only { Access::ReadOnly } else { Access::Full };
            let path = file_of(client, how.scope, root)?;
            let server = server(how.scope, access, &place)?;
            let commands = commands_of(client, how.scope);
            let step = install(client.form, read(&path)?.as_deref(), commands, &server);
            tasks.push(Task { path, step, refuted_by: Some((client.form, State::Absent)) });
            if *instructions {
                let text = add_block(read(&advice)?.as_deref(), access);
                let step = text.map_or(Step::Nothing, Step::Advise);
                tasks.push(Task { path: advice, step, refuted_by: None });
                if ctx.verbosity > Verbosity::Quiet {
                    hint_at_advice(client, root);
                }
            }
            let done = "done; restart the agent to use it";
            carry_out(&tasks, how, ["it is installed already", done], ctx)
        }
        AgentsCommand::Remove { name, how, instructions } => {
            let client = client(name)?;
            let path = file_of(client, how.scope, root)?;
            let commands = commands_of(client, how.scope);
            let step = remove(client.form, read(&path)?.as_deref(), commands);
            tasks.push(Task { path, step, refuted_by: Some((client.form, State::Installed)) });
            if *instructions {
                let text = read(&advice)?.as_deref().and_then(remove_block);
                let step = text.map_or(Step::Nothing, |text| {
                    if text.is_empty() { Step::Delete } else { Step::Advise(text) }
                });
                tasks.push(Task { path: advice, step, refuted_by: None });
            }
            let done = "removed; a running agent keeps it until it is restarted";
            carry_out(&tasks, how, ["it is not installed there", done], ctx)
        }
    }
}

fn list(root: &Path, ctx: &mut Context) -> anyhow::Result<Exit> {
    let mut rows = Vec::new();
    for client in &CLIENTS {
        for scope in [ScopeArg::Project, ScopeArg::User] {
            let path = file_of(client, scope, root).ok();
            let state = match path.as_deref().map(read) {
                None | Some(Ok(None)) => State::Absent,
                Some(Err(_)) => State::Unreadable,
                Some(Ok(Some(text))) => client.form.state(&text),
            };
            rows.push(AgentRow {
                name: client.name,
                title: client.title,
                scope: match scope {
                    ScopeArg::Project => "project",
                    ScopeArg::User => "user",
                },
                path,
                state,
            });
        }
    }
    ctx.print(&serde_json::json!({ "agents": rows }), |out, _| render::agents(out, &rows))?;
    Ok(Exit::Found)
}

/// Shows the steps, asks, and carries them out. `[nothing, done]` are the messages for the two ways to succeed.
fn carry_out(
    tasks: &[Task],
    how: &HowArgs,
    [nothing, done]: [&str; 2],
    ctx: &mut Context,
) -> anyhow::Result<Exit> {
    let tasks: Vec<&Task> = tasks.iter().filter(|task| task.step != Step::Nothing).collect();
    let is_by_hand = |task: &&&Task| matches!(task.step, Step::Insert(_) | Step::TakeOut);
    let n_by_hand = tasks.iter().filter(is_by_hand).count();
    if ctx.format == Format::Text {
        for task in &tasks {
            render::agent_step(&mut ctx.out, &task.path, &task.step)?;
        }
        ctx.out.flush()?;
    }
    let is_left = n_by_hand < tasks.len();
    let is_agreed = is_left && !how.print && (how.yes || ask()?);
    if is_agreed {
        for task in &tasks {
            do_step(task, &ctx.toolbox.engine.layout.root)?;
        }
    }
    if ctx.format == Format::Json {
        let steps: Vec<serde_json::Value> =
            tasks.iter().map(|task| render::agent_step_json(&task.path, &task.step)).collect();
        ctx.print_json(&serde_json::json!({ "steps": steps, "done": is_agreed }))?;
    } else if tasks.is_empty() {
        eprintln!("{nothing}; nothing to do");
    } else if is_agreed && n_by_hand == 0 {
        eprintln!("{done}");
    }
    let is_whole = tasks.is_empty() || how.print || (is_agreed && n_by_hand == 0);
    Ok(if is_whole { Exit::Found } else { Exit::Incomplete })
}

fn do_step(task: &Task, root: &Path) -> anyhow::Result<()> {
    let path = task.path.display();
    match &task.step {
        Step::Nothing | Step::Insert(_) | Step::TakeOut => Ok(()),
        Step::Create(text) | Step::Advise(text) => {
            let folder = task.path.parent().unwrap_or(Path::new("."));
            std::fs::create_dir_all(folder)
                .and_then(|()| write_output(root, &task.path, text.as_bytes()))
                .with_context(|| format!("cannot write `{path}`"))
        }
        Step::Delete => {
            std::fs::remove_file(&task.path).with_context(|| format!("cannot delete `{path}`"))
        }
        Step::Run(words) => {
            let (program, args) = words.split_first().context("an empty command line")?;
            let status = process::Command::new(program)
                .args(args)
                .current_dir(root)
                .stdin(Stdio::null())
                .status()
                .with_context(|| format!("cannot run `{program}`"))?;
            let line = words.join(" ");
            anyhow::ensure!(status.success(), "`{line}` failed: {status}");
            // Gemini CLI, for one, reads nothing in a folder that is not trusted, and ends without an error.
            if let (Some((form, wrong)), Some(text)) = (task.refuted_by, read(&task.path)?)
                && form.state(&text) == wrong
            {
                let message = format!("`{line}` did not change the entry `{SERVER}` in `{path}`");
                return Err(Hinted::new(&message, "change it by hand").into());
            }
            Ok(())
        }
    }
}

fn ask() -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        let message = "cannot ask for confirmation: standard input is not a terminal";
        let hint = "pass `--yes` to do it, or `--print` to only show it";
        return Err(Hinted::new(message, hint).into());
    }
    let mut err = screen::stderr();
    write!(err, "Do this? [y/N] (then Enter) ")?;
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

/// The agent's own commands, if it is installed.
fn commands_of(client: &Client, scope: ScopeArg) -> Option<Commands> {
    let commands = match scope {
        ScopeArg::Project => client.project_commands,
        ScopeArg::User => client.user_commands,
    };
    commands.filter(|commands| commands.add.first().is_some_and(|program| on_path(program)))
}

fn file_of(client: &Client, scope: ScopeArg, root: &Path) -> anyhow::Result<PathBuf> {
    let at = |folder: Option<PathBuf>, below| Some(folder?.join(below));
    let file = match (scope, client.user) {
        (ScopeArg::Project, _) => Some(root.join(client.project)),
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
    // The server cannot find a data folder outside of the root by itself.
    if RepoLayout::default_data(&place.root) != place.data {
        let data = place.data.to_str().with_context(|| {
            format!("the data folder `{}` is not valid UTF-8", place.data.display())
        })?;
        args.extend(["--data-dir".to_owned(), data.to_owned()]);
    }
    Ok(Server { command, args })
}

/// Prints the line that makes an agent read `AGENTS.md` if it does not do so by itself.
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

/// The text of a file; `None` if it does not exist.
fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match read_small_file(path, LIMIT_BYTES) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}
