//! `mcp`: serves one coding agent over standard input and output, until the agent ends.
//!
//! Standard output belongs to the protocol. It serves the folders of the command line, else those
//! that the client has open, else the current folder, but never the whole file system or a whole
//! home, because that is where clients start a server when they have no folder open.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rutter_agent::Briefing;
use rutter_engine::Engine;
use rutter_serve::{Folders, Project, RecordAccess, Shared};
use rutter_tools::{ToolError, Toolbox};
use rutter_workspace::RepoLayout;

use crate::arguments::{GlobalArgs, McpArgs, ServedArgs};
use crate::context::{self, Asker};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::verbosity::Verbosity;
use crate::{embedder, memory, runtime, settings, team_services};

/// Tokens of the briefing in the prompt `explore`.
const BRIEF_TOKENS: usize = 2_000;

/// Whether clients run on this machine, so that the folders they name exist here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clients {
    OfThisMachine,
    OfAnyMachine,
}

pub fn run(args: &McpArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    memory::return_freed_memory();
    if std::io::stdin().is_terminal() {
        eprintln!(
            "this is for coding agents, which speak MCP over standard input and output;\n\
             `rutter agents install NAME` sets an agent up, Ctrl-D ends this"
        );
    }
    let shared = share(&args.served, global, Clients::OfThisMachine)?;
    let runtime = runtime::for_server()?;
    let served = runtime.block_on(rutter_serve::serve_stdio(shared));
    // Do not wait for a running tool: its client has gone.
    runtime.shutdown_background();
    served?;
    Ok(Exit::Found)
}

/// Opens one repository to serve: the named folder, or the repository around the current folder.
pub fn share_one(args: &ServedArgs, global: &GlobalArgs) -> anyhow::Result<Arc<Shared>> {
    let recording = if args.read_only { RecordAccess::Off } else { RecordAccess::Allowed };
    let folders = match folders(args, global)? {
        Folders::OfClient { otherwise: Some(here) } => Folders::Fixed(vec![here]),
        Folders::OfClient { otherwise: None } => {
            let hint = "name one with `--root`";
            return Err(Hinted::new("the current folder is not a repository", hint).into());
        }
        Folders::Fixed(paths) => Folders::Fixed(paths),
    };
    share_folders(folders, recording, global)
}

/// Opens the repositories to serve. Clients of other machines cannot choose them.
pub fn share(
    args: &ServedArgs,
    global: &GlobalArgs,
    clients: Clients,
) -> anyhow::Result<Arc<Shared>> {
    let recording = if args.read_only { RecordAccess::Off } else { RecordAccess::Allowed };
    let folders = match (folders(args, global)?, clients) {
        (Folders::OfClient { otherwise }, Clients::OfAnyMachine) => {
            Folders::Fixed(otherwise.into_iter().collect())
        }
        (folders, Clients::OfThisMachine | Clients::OfAnyMachine) => folders,
    };
    share_folders(folders, recording, global)
}

fn share_folders(
    folders: Folders,
    recording: RecordAccess,
    global: &GlobalArgs,
) -> anyhow::Result<Arc<Shared>> {
    if let (Folders::Fixed(paths), Some(_)) = (&folders, &global.data_dir)
        && paths.len() > 1
    {
        return Err(Hinted::new(
            "`--data-dir` belongs to one repository, but several are served",
            "leave it out, or start one server per repository",
        )
        .into());
    }
    let (data, store) = (global.data_dir.clone(), global.store.clone());
    let refresh = context::refresh(global, Asker::Agent);
    let is_named = matches!(folders, Folders::Fixed(_));
    let open = move |path: &Path| {
        if !is_named && is_whole(path) {
            return Err(
                "it is a whole file system or home folder; pass `--root` to serve it".to_owned()
            );
        }
        let mut place =
            RepoLayout::exactly(path, data.as_deref()).map_err(|error| error.to_string())?;
        let remote = settings::remote_store(store.as_deref(), &place);
        place.remote = remote.map_err(|error| format!("{error:#}"))?;
        let mut engine = Engine::new(place);
        engine.connector = embedder::connector(Verbosity::Quiet, &engine.layout.data, None);
        let gap_settings = settings::gap_settings(&engine.layout.data);
        let mut toolbox = Toolbox::new(engine, refresh, Box::new(|_| {}), Arc::default());
        // Wrong settings are reported by the command line; here the defaults apply.
        toolbox.gap_settings = Arc::new(gap_settings.unwrap_or_default());
        Ok(Project::new(toolbox))
    };
    let brief = |project: Option<&Project>, focus: Option<&str>| {
        brief(project, focus).map_err(|error| error.to_string())
    };
    let team = team_services::for_agents(global)?;
    Shared::new(&folders, recording, Box::new(open), Box::new(brief), team)
        .map_err(anyhow::Error::msg)
}

fn folders(args: &ServedArgs, global: &GlobalArgs) -> anyhow::Result<Folders> {
    let named: Vec<PathBuf> = global.root.iter().chain(&args.dirs).cloned().collect();
    if !named.is_empty() {
        return Ok(Folders::Fixed(named));
    }
    // A data folder belongs to one repository.
    let here = RepoLayout::root_around(&std::env::current_dir()?)?;
    let otherwise = Some(here).filter(|here| !is_whole(here));
    Ok(match (otherwise, &global.data_dir) {
        (Some(here), Some(_)) => Folders::Fixed(vec![here]),
        (otherwise, _) => Folders::OfClient { otherwise },
    })
}

/// Returns whether a folder is too large to serve unless it was named: the root of the file system, a system
/// folder, or a home folder and its parents, unless it is a repository.
fn is_whole(folder: &Path) -> bool {
    let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let is_system = ["/proc", "/sys", "/dev"].iter().any(|system| folder.starts_with(system))
        || ["/bin", "/etc", "/home", "/lib", "/opt", "/tmp", "/usr", "/var"]
            .iter()
            .any(|shared| folder == Path::new(shared));
    let is_home = settings::home().is_some_and(|home| home.starts_with(&folder));
    let has_mark = folder.join(".rutter").is_dir() || folder.join(".git").exists();
    folder.parent().is_none() || is_system || (is_home && !has_mark)
}

/// Writes the prompt `explore`.
fn brief(project: Option<&Project>, focus: Option<&str>) -> Result<String, ToolError> {
    let briefing = match project {
        Some(project) => Briefing::gather(&project.toolbox, focus, BRIEF_TOKENS)?,
        None => Briefing::blank(focus, BRIEF_TOKENS),
    };
    Ok(rutter_agent::explore_as_guest(&briefing))
}
