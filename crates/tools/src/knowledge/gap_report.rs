//! Tools for gaps over time: the report on what was done about them, and completeness per commit.

use rutter_domain::{Measurement, Vocabulary, Worded};
use rutter_knowledge::{GapReport, GapsAnswer};

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Reports what was done about gaps.
#[derive(Debug, Clone, Copy)]
pub struct ReportGaps;

#[derive(Debug, Clone, Default)]
pub struct ReportArgs {
    /// Id of a run that resolved gaps, or its first characters; everything so far if `None`.
    pub run: Option<String>,
}

impl Tool for ReportGaps {
    const NAME: &'static str = "report_gaps";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = ReportArgs;
    type Answer = GapReport;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        args: ReportArgs,
    ) -> Result<GapReport, ToolError> {
        Ok(toolbox.knowledge()?.gap_report(args.run.as_deref(), &toolbox.gap_settings)?)
    }

    fn word(&self, answer: &mut GapReport, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }
}

/// Records the completeness of the documentation at a commit. A later measurement of the same commit replaces it.
#[derive(Debug, Clone, Copy)]
pub struct MeasureGaps;

#[derive(Debug, Clone)]
pub struct MeasureArgs {
    /// Full hash; `None` outside of git.
    pub commit: Option<String>,
    /// The gaps of that commit.
    pub answer: GapsAnswer,
}

impl Tool for MeasureGaps {
    const NAME: &'static str = "measure_gaps";
    const PERMISSION: Permission = Permission::people(Effect::Record);
    type Args = MeasureArgs;
    type Answer = Measurement;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        args: MeasureArgs,
    ) -> Result<Measurement, ToolError> {
        Ok(toolbox.knowledge()?.measure_gaps(args.commit, &args.answer)?)
    }
}
