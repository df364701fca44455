//! `mcp`: serves one coding agent over standard input and output, until it ends.
//!
//! Standard output belongs to the protocol. Without a folder of the user's the client's own are
//! served, and only where it names none the one we were started in; but never the whole machine or
//! a whole home, which is where clients start servers that they have no folder for.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rutter_agent::Briefing;
use rutter_engine::{Engine, Refresh};
use rutter_serve::{Folders, Project, RecordAccess, Shared};
use rutter_tools::{ToolError, Toolbox};
use rutter_workspace::RepoLayout;

use crate::arguments::{GlobalArgs, McpArgs, ServedArgs};
use crate::context::REFRESH_BUDGET;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::verbosity::Verbosity;
use crate::{embedder, memory, settings};

/// How much an agent is told when it begins to explore.
const BRIEF_TOKENS: usize = 2_000;

/// Whose folders a client names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clients {
    OfThisMachine,
    /// They say nothing about ours.
    OfAnyMachine,
}

pub fn run(args: &McpArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    memory::keep_little();
    if std::io::stdin().is_terminal() {
        anstream::eprintln!(
            "a coding agent starts this and talks to it by MCP over standard input and output;\n\
             `rutter agents install NAME` tells an agent of it, Ctrl-D ends it here"
        );
    }
    let shared = share(&args.served, global, Clients::OfThisMachine)?;
    let runtime = runtime()?;
    let served = runtime.block_on(rutter_serve::serve_stdio(shared));
    // A tool that still runs must not hold us: its client has gone.
    runtime.shutdown_background();
    served?;
    Ok(Exit::Found)
}

/// Few threads and small pages: a server is idle nearly always, and there may be many.
pub fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    // Each thread touches a little memory of its own; in huge pages that would be megabytes. Where
    // the system does not let us choose, so be it.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    Ok(builder.worker_threads(1).max_blocking_threads(16).enable_all().build()?)
}

/// What all connections have in common.
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
    if let (Folders::Fixed(paths), Some(_)) = (&folders, &global.data_dir)
        && paths.len() > 1
    {
        return Err(Hinted::new(
            "`--data-dir` is the folder of one repository, and several are served",
            "leave it out, or start a server for each",
        )
        .into());
    }
    let data = global.data_dir.clone();
    let refresh = if global.no_refresh { Refresh::Never } else { Refresh::Within(REFRESH_BUDGET) };
    let is_named = matches!(folders, Folders::Fixed(_));
    let open = move |path: &Path| {
        if !is_named && is_whole(path) {
            return Err("it is a whole machine or a whole home; `--root` serves it".to_owned());
        }
        let place =
            RepoLayout::exactly(path, data.as_deref()).map_err(|error| error.to_string())?;
        let mut engine = Engine::new(place);
        engine.connector = embedder::connector(Verbosity::Quiet, &engine.layout.data, None);
        Ok(Project::new(Toolbox::new(engine, refresh, Box::new(|_| {}), Arc::default())))
    };
    let brief = |project: Option<&Project>, focus: Option<&str>| {
        brief(project, focus).map_err(|error| error.to_string())
    };
    Shared::new(&folders, recording, Box::new(open), Box::new(brief)).map_err(anyhow::Error::msg)
}

fn folders(args: &ServedArgs, global: &GlobalArgs) -> anyhow::Result<Folders> {
    let named: Vec<PathBuf> = global.root.iter().chain(&args.dirs).cloned().collect();
    if !named.is_empty() {
        return Ok(Folders::Fixed(named));
    }
    // A data folder is that of the one repository it was made for.
    let here = RepoLayout::around(&std::env::current_dir()?, global.data_dir.as_deref())?.root;
    let otherwise = Some(here).filter(|here| !is_whole(here));
    Ok(match (otherwise, &global.data_dir) {
        (Some(here), Some(_)) => Folders::Fixed(vec![here]),
        (otherwise, _) => Folders::OfClient { otherwise },
    })
}

/// Whether a folder is too much to be served unasked: a machine, the system's own, or a home and what
/// is above it, unless it is a repository.
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

/// What an agent is told when it is to explore.
fn brief(project: Option<&Project>, focus: Option<&str>) -> Result<String, ToolError> {
    let briefing = match project {
        Some(project) => Briefing::gather(&project.toolbox, focus, BRIEF_TOKENS)?,
        None => Briefing::blank(focus, BRIEF_TOKENS),
    };
    Ok(rutter_agent::explore_as_guest(&briefing))
}
