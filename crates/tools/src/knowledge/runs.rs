//! Lists and reads recorded runs of models.

use rutter_domain::Moment;
use rutter_knowledge::store_url;
use rutter_store::{Run, open_runs};
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Lists the newest runs.
#[derive(Debug, Clone, Copy)]
pub struct ListRuns;

#[derive(Debug, Clone, Copy)]
pub struct ListArgs {
    pub limit: usize,
}

/// Runs, newest first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ListedRuns {
    pub runs: Vec<Run>,
    /// Records that could not be read, and why.
    #[serde(skip)]
    pub problems: Vec<String>,
}

impl Tool for ListRuns {
    const NAME: &'static str = "runs";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = ListArgs;
    type Answer = ListedRuns;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: ListArgs) -> Result<ListedRuns, ToolError> {
        let listed = open_runs(&store_url(&toolbox.engine.layout)).list()?;
        let runs = listed.runs.into_iter().take(args.limit).collect();
        Ok(ListedRuns { runs, problems: listed.problems })
    }
}

/// Reads one run.
#[derive(Debug, Clone, Copy)]
pub struct ReadRun;

#[derive(Debug, Clone)]
pub struct ReadArgs {
    /// The beginning of an id; `None` for the newest run.
    pub id: Option<String>,
}

/// Everything that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunMoments {
    pub id: String,
    pub moments: Vec<Moment>,
    /// Lines that could not be read, and why.
    #[serde(skip)]
    pub problems: Vec<String>,
}

impl Tool for ReadRun {
    const NAME: &'static str = "read_run";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = ReadArgs;
    /// `None` if no run is recorded at all.
    type Answer = Option<RunMoments>;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        args: ReadArgs,
    ) -> Result<Option<RunMoments>, ToolError> {
        let runs = open_runs(&store_url(&toolbox.engine.layout));
        let id = match args.id {
            Some(id) => Some(id),
            None => runs.list()?.runs.into_iter().next().map(|run| run.id),
        };
        let Some(id) = id else { return Ok(None) };
        let recorded = runs.read(&id)?;
        Ok(Some(RunMoments {
            id: recorded.run.id,
            moments: recorded.moments,
            problems: recorded.problems,
        }))
    }
}
