//! `bash`: runs a command in the root, in a sandbox, after a person has agreed.
//!
//! A command may read the system's programs and the repository, write to the repository and to a
//! temporary folder of its own, and has no network. If the system has no such sandbox, the command
//! is not run unless the user has allowed that. Start at [`Bash::run`].

mod child;
mod environment;
mod output;
mod sandbox;

use std::time::Duration;

use rutter_domain::Hint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::reply::{ReplyStatus, ToolReply};
use crate::{
    Confinement, Consent, Effect, ModelTool, Permission, Proposal, Session, Tool, ToolError,
    Toolbox,
};

use child::Ended;
use environment::Environment;
use sandbox::Sandbox;

/// Default time limit of a command.
const DEFAULT_SECONDS: u64 = 60;
/// Highest time limit of a command.
const MOST_SECONDS: u64 = 600;
/// A longer command is a script and belongs in a file.
const MOST_COMMAND_BYTES: usize = 32 << 10;

#[derive(Debug, Clone, Copy)]
pub struct Bash;

/// Runs a shell command in the root of the repository, such as a test or a build. The user is asked
/// first and may refuse. It has no network, cannot write outside the repository, and is stopped
/// after a time limit. Do not use it to read files: {search}, {grep} and {read_file} are better.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// The command, as for `sh -c`
    pub command: String,
    /// Stop it after this many seconds, 600 at most
    #[serde(default = "default_seconds")]
    pub timeout_s: u64,
}

fn default_seconds() -> u64 {
    DEFAULT_SECONDS
}

/// The outcome of a command.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    pub command: String,
    pub ended: Ended,
    /// The output, without the middle if it is long.
    pub output: String,
    pub elapsed_ms: u64,
    pub timeout_s: u64,
    /// The restrictions that the system could not enforce.
    pub remark: Option<String>,
}

impl Tool for Bash {
    const NAME: &'static str = "bash";
    const PERMISSION: Permission = Permission::without_agents(Effect::Write);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, session: &Session, args: Args) -> Result<Answer, ToolError> {
        let place = &toolbox.engine.layout;
        let sandbox = Sandbox::examine();
        let missing = sandbox.missing();
        if let (Some(missing), Confinement::Required) = (&missing, session.shell) {
            return Err(ToolError::refuse(
                format!("commands are not run here: {missing}"),
                "do without; or the user may allow unconfined commands",
            ));
        }
        let proposal =
            Proposal::RunCommand { command: args.command.clone(), confinement: sandbox.describe() };
        if (session.confirm)(&proposal) == Consent::No {
            return Err(ToolError::refuse(
                "the user does not want this command to be run",
                "ask what they want instead",
            ));
        }
        let limit = Duration::from_secs(args.timeout_s);
        let cancelled = &toolbox.cancelled;
        let environment = Environment::clean(&session.environment);
        let done = child::run(&args.command, &place.root, &environment, &sandbox, limit, cancelled)
            .map_err(|error| {
                ToolError::refuse(
                    format!("the command could not be started: {error}"),
                    "the command is not at fault; do without",
                )
            })?;
        Ok(Answer {
            command: args.command,
            ended: done.ended,
            output: done.output,
            elapsed_ms: u64::try_from(done.elapsed.as_millis()).unwrap_or(u64::MAX),
            timeout_s: args.timeout_s,
            remark: missing,
        })
    }
}

impl ModelTool for Bash {
    const EXAMPLE: &'static str = r#"{"command":"cargo test --offline","timeout_s":120}"#;
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        let example = || Hint::Example { tool: Bash::NAME, arguments: Bash::EXAMPLE };
        if input.command.trim().is_empty() {
            return Err(ToolError::refuse("the command is empty", example()));
        }
        if input.command.contains('\0') {
            return Err(ToolError::refuse("the command contains a NUL character", example()));
        }
        if input.command.len() > MOST_COMMAND_BYTES {
            let n_bytes = input.command.len();
            return Err(ToolError::refuse(
                format!("the command is too long: {n_bytes} bytes, {MOST_COMMAND_BYTES} at most"),
                "write a script with write_file and run that",
            ));
        }
        Ok(Args { timeout_s: input.timeout_s.clamp(1, MOST_SECONDS), ..input })
    }

    fn render(&self, _: &Toolbox, answer: &Answer, reply: &mut ToolReply) -> Result<(), ToolError> {
        let seconds = answer.elapsed_ms as f64 / 1e3;
        reply.line(match answer.ended {
            Ended::Code { code } => format!("exit code {code} after {seconds:.1} s"),
            Ended::Signal { signal } => format!("killed by signal {signal} after {seconds:.1} s"),
            Ended::TimedOut => format!(
                "stopped after {} s, its time limit; give a greater `timeout_s`, {MOST_SECONDS} at most",
                answer.timeout_s
            ),
            Ended::Cancelled => "stopped by the user".to_owned(),
        });
        if let Some(remark) = &answer.remark {
            reply.line(format!("(it was not in a sandbox: {remark})"));
        }
        reply.line(if answer.output.is_empty() { "(no output)" } else { &answer.output });
        reply.status = match answer.ended {
            Ended::Code { code: 0 } => ReplyStatus::Done,
            Ended::Code { .. } | Ended::Signal { .. } | Ended::TimedOut | Ended::Cancelled => {
                ReplyStatus::Failed
            }
        };
        reply.more("print less, such as with `| tail -n 50`");
        Ok(())
    }
}
