//! Tools for the repositories of a team, and for the gap decisions and runs of each.

use rutter_store::{Access, GapRecord, RecordedRun, RunList, StoredRepository};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::toolbox::{AuditLine, TeamCall, TeamTool};

/// Lists the repositories that you may see.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
pub struct ListRepositories {}

#[derive(Debug, Clone, Serialize)]
pub struct RepositoriesAnswer {
    pub repositories: Vec<StoredRepository>,
}

/// Lists what was decided about gaps.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct ListDecisions {
    pub repo: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct GapDecisions {
    pub gaps: Vec<GapRecord>,
}

/// Lists the runs of models.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct ListTeamRuns {
    pub repo: String,
}

/// Shows what a run did.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct ShowRun {
    pub repo: String,
    pub id: String,
}

impl TeamTool for ListRepositories {
    const NAME: &'static str = "repos";
    const EXAMPLE: &'static str = "{}";
    type Answer = RepositoriesAnswer;

    fn asked(&self) -> AuditLine<'_> {
        AuditLine { action: "list repositories", repository: None, item: None }
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<RepositoriesAnswer, Error> {
        let mut repositories = call.repositories()?;
        if *call.access() != Access::Everything {
            // A user must not see the labels of others.
            let labels = call.user().map_or(&[][..], |user| &user.labels);
            let own =
                |one: &mut StoredRepository| one.labels.retain(|label| labels.contains(label));
            repositories.iter_mut().for_each(own);
        }
        Ok(RepositoriesAnswer { repositories })
    }
}

impl TeamTool for ListDecisions {
    const NAME: &'static str = "gaps";
    const EXAMPLE: &'static str = r#"{"repo": "example.org/app"}"#;
    type Answer = GapDecisions;

    fn asked(&self) -> AuditLine<'_> {
        AuditLine { action: "list gaps", repository: Some(&self.repo), item: None }
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<GapDecisions, Error> {
        let gaps = call.read(&self.repo, |store| store.gap_records())?;
        Ok(GapDecisions { gaps })
    }
}

impl TeamTool for ListTeamRuns {
    const NAME: &'static str = "runs";
    const EXAMPLE: &'static str = r#"{"repo": "example.org/app"}"#;
    type Answer = RunList;

    fn asked(&self) -> AuditLine<'_> {
        AuditLine { action: "list runs", repository: Some(&self.repo), item: None }
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<RunList, Error> {
        call.runs(&self.repo, |runs| runs.list())
    }
}

impl TeamTool for ShowRun {
    const NAME: &'static str = "run";
    const EXAMPLE: &'static str = r#"{"repo": "example.org/app", "id": "7f3a…"}"#;
    type Answer = RecordedRun;

    fn asked(&self) -> AuditLine<'_> {
        AuditLine { action: "show run", repository: Some(&self.repo), item: Some(&self.id) }
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<RecordedRun, Error> {
        call.runs(&self.repo, |runs| runs.read(&self.id))
    }
}
