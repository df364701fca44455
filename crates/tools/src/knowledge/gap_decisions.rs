//! Tools for people who work on gaps: preview, answer, dismiss, reopen.

use rutter_domain::Gap;
use rutter_knowledge::{AnsweredGap, Assessment, GapPreview, GapReply};
use rutter_workspace::redact;
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Shows a gap with the current text, and what the checks find in an answer before it is recorded.
#[derive(Debug, Clone, Copy)]
pub struct PreviewGap;

#[derive(Debug, Clone)]
pub struct PreviewArgs {
    /// An id, or its first characters.
    pub gap: String,
    /// An answer to check.
    pub text: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Preview {
    #[serde(flatten)]
    pub gap: GapPreview,
    /// The findings of the checks about the answer, or why it would be refused.
    pub faults: Vec<String>,
}

impl Tool for PreviewGap {
    const NAME: &'static str = "preview_gap";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = PreviewArgs;
    type Answer = Preview;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: PreviewArgs,
    ) -> Result<Preview, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let gap = knowledge.preview_gap(&args.gap, &toolbox.gap_settings)?;
        let by = session.author.clone();
        let assessed =
            args.text.and_then(|text| knowledge.assess_gap_reply(&gap.gap, &GapReply { text, by }));
        let faults = match assessed {
            Some(Ok(assessment)) => Assessment::faults(&assessment),
            Some(Err(refusal)) => vec![refusal],
            None => Vec::new(),
        };
        Ok(Preview { gap, faults })
    }
}

/// Records a person's answer to a gap.
#[derive(Debug, Clone, Copy)]
pub struct AnswerGap;

#[derive(Debug, Clone)]
pub struct AnswerArgs {
    /// An id, or its first characters.
    pub gap: String,
    pub text: String,
}

impl Tool for AnswerGap {
    const NAME: &'static str = "answer_gap";
    const PERMISSION: Permission = Permission::people(Effect::Record);
    type Args = AnswerArgs;
    type Answer = AnsweredGap;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: AnswerArgs,
    ) -> Result<AnsweredGap, ToolError> {
        let text = redact(&args.text).text.into_owned();
        let reply = GapReply { text, by: session.author.clone() };
        Ok(toolbox.knowledge_now()?.answer_gap(&args.gap, &reply, &toolbox.gap_settings)?)
    }
}

/// Dismisses a gap, or opens it again.
#[derive(Debug, Clone, Copy)]
pub struct DecideGap;

#[derive(Debug, Clone)]
pub struct DecideArgs {
    /// An id, or its first characters.
    pub gap: String,
    pub decision: GapDecision,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GapDecision {
    /// It is not a gap, for this reason.
    Dismiss {
        why: String,
    },
    Reopen,
}

/// The gap with its new state.
#[derive(Debug, Clone, Serialize)]
pub struct Decided {
    pub gap: Gap,
    pub why: Option<String>,
}

impl Tool for DecideGap {
    const NAME: &'static str = "decide_gap";
    const PERMISSION: Permission = Permission::people(Effect::Record);
    type Args = DecideArgs;
    type Answer = Decided;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: DecideArgs,
    ) -> Result<Decided, ToolError> {
        let why = match args.decision {
            GapDecision::Dismiss { why } => Some(why),
            GapDecision::Reopen => None,
        };
        let knowledge = toolbox.knowledge_now()?;
        let by = &session.author;
        let gap = knowledge.set_gap_state(&args.gap, why.as_deref(), by, &toolbox.gap_settings)?;
        Ok(Decided { gap, why })
    }
}
