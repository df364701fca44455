//! `path`: finds how one symbol reaches another. Models ask for it with `references` and its `from`.

use rutter_domain::{Vocabulary, Worded};
use rutter_engine::{PathAnswer, PathOutcome, find_path};

use super::symbol::render_missing;
use crate::reply::ToolReply;
use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Most steps of a path.
pub(crate) const MAX_STEPS: u32 = 12;

#[derive(Debug, Clone, Copy)]
pub struct Path;

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:\n  \
    rutter path main Parser::parse\n  \
    rutter path handle_request write_row --steps 6 --json")]
pub struct Args {
    /// Where to start: a name, bare or qualified
    #[arg(value_name = "FROM")]
    pub from: String,
    /// What to reach
    #[arg(value_name = "TO")]
    pub to: String,
    /// At most this many steps
    #[arg(long, default_value_t = MAX_STEPS, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,
}

impl Tool for Path {
    const NAME: &'static str = "path";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = PathAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<PathAnswer, ToolError> {
        let snapshot = &toolbox.knowledge()?.snapshot;
        Ok(find_path(snapshot, &args.from, &args.to, args.steps)?)
    }

    fn word(&self, answer: &mut PathAnswer, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }
}

/// Describes the outcome in a sentence.
pub fn describe_outcome(answer: &PathAnswer) -> String {
    let PathAnswer { from, to, max_steps, .. } = answer;
    match answer.outcome {
        PathOutcome::Sure => format!("`{from}` reaches `{to}`"),
        PathOutcome::Unsure => {
            format!("`{from}` may reach `{to}`; only over uses that may mean something else")
        }
        PathOutcome::NotReached => format!("no path is known from `{from}` to `{to}`"),
        PathOutcome::NotWithinSteps => {
            format!("no path from `{from}` to `{to}` was found within {max_steps} steps")
        }
        PathOutcome::NeverUsed => format!("`{to}` is never used"),
        PathOutcome::Unknown => {
            format!("there is no symbol `{}`", answer.missing.as_deref().unwrap_or(to))
        }
    }
}

/// Writes one line for each step: the place of the use, and what is used there.
pub(super) fn render_path(reply: &mut ToolReply, answer: &PathAnswer) {
    if let Some(missing) = &answer.missing {
        render_missing(reply, missing, &answer.near, None);
        return;
    }
    reply.line(describe_outcome(answer));
    for step in &answer.steps {
        reply.line(format!(
            "{}:{} {} -> {} ({}, {})",
            step.path, step.line, step.symbol, step.to.symbol, step.kind, step.provenance
        ));
    }
    if let Some(last) = answer.steps.last() {
        reply.line(format!("{}:{} {}", last.to.path, last.to.line, last.to.symbol));
    }
}
