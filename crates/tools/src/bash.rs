//! `bash`: runs a command in the root, shut in, after a person has agreed.
//!
//! A command may read the system's programs and the repository, write the repository and a folder
//! of its own for temporary files, and use no network. Where the system cannot keep it to that, it
//! is not run unless the user has said that it may. Start at [`Bash::run`].

mod child;
mod confine;
mod environment;
mod output;

use std::time::Duration;

use rutter_engine::Error;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::telling::{Telling, Verdict};
use crate::{Confinement, Consent, Effect, Offered, Proposal, Session, Tool, ToolError, Toolbox};

use child::Ended;
use confine::Cage;
use environment::Environment;

/// How long a command may take when nothing is said, and at most.
const DEFAULT_SECONDS: u64 = 60;
const MOST_SECONDS: u64 = 600;
/// Longer commands are scripts, and belong in a file.
const MOST_COMMAND_BYTES: usize = 32 << 10;

#[derive(Debug, Clone, Copy)]
pub struct Bash;

/// Runs a shell command in the root of the repository, such as a test or a build. The user is asked
/// first and may refuse. It has no network, cannot write outside the repository, and is stopped
/// after a time limit. Do not use it to look at files: search, grep and read_file are better.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// The command, as for `sh -c`
    pub command: String,
    /// Stop it after so many seconds, 600 at most
    #[serde(default = "default_seconds")]
    pub timeout_s: u64,
}

fn default_seconds() -> u64 {
    DEFAULT_SECONDS
}

/// What became of the command.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    pub command: String,
    pub ended: Ended,
    /// What it printed, the middle left out when it is long.
    pub output: String,
    pub elapsed_ms: u64,
    pub timeout_s: u64,
    /// What could not be kept from it.
    pub remark: Option<String>,
}

impl Tool for Bash {
    const NAME: &'static str = "bash";
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, session: &Session, args: Args) -> Result<Answer, ToolError> {
        let place = &toolbox.engine.layout;
        let cage = Cage::examine();
        let missing = cage.missing();
        if let (Some(missing), Confinement::Required) = (&missing, session.shell) {
            return Err(ToolError::refuse(
                format!("commands are not run here: {missing}"),
                "do without; or the user may allow unconfined commands",
            ));
        }
        let proposal =
            Proposal::RunCommand { command: args.command.clone(), confinement: cage.told() };
        if (session.confirm)(&proposal) == Consent::No {
            return Err(ToolError::refuse(
                "the user does not want this command to be run",
                "ask what they want instead",
            ));
        }
        let limit = Duration::from_secs(args.timeout_s);
        let cancelled = &toolbox.cancelled;
        let environment = Environment::clean(&session.environment);
        let done = child::run(&args.command, &place.root, &environment, &cage, limit, cancelled)
            .map_err(|error| {
                ToolError::refuse(
                    format!("the command could not be started: {error}"),
                    "that is no fault of the command; do without",
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

impl Offered for Bash {
    const EFFECT: Effect = Effect::Changes;
    const EXAMPLE: &'static str = r#"{"command":"cargo test --offline","timeout_s":120}"#;
    type Asked = Args;

    fn read(&self, _: &Toolbox, asked: Args) -> Result<Args, ToolError> {
        let example = || format!("for example: bash({})", Bash::EXAMPLE);
        if asked.command.trim().is_empty() {
            return Err(ToolError::refuse("the command is empty", example()));
        }
        if asked.command.contains('\0') {
            return Err(ToolError::refuse("the command holds a NUL character", example()));
        }
        if asked.command.len() > MOST_COMMAND_BYTES {
            let n_bytes = asked.command.len();
            return Err(ToolError::refuse(
                format!("the command is too long: {n_bytes} bytes, {MOST_COMMAND_BYTES} at most"),
                "write a script with write_file and run that",
            ));
        }
        Ok(Args { timeout_s: asked.timeout_s.clamp(1, MOST_SECONDS), ..asked })
    }

    fn tell(&self, _: &Toolbox, answer: &Answer) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        let seconds = answer.elapsed_ms as f64 / 1e3;
        telling.line(match answer.ended {
            Ended::Code { code } => format!("exit code {code} after {seconds:.1} s"),
            Ended::Signal { signal } => format!("killed by signal {signal} after {seconds:.1} s"),
            Ended::TimedOut => format!(
                "stopped after {} s, its time limit; give a greater `timeout_s`, {MOST_SECONDS} at most",
                answer.timeout_s
            ),
            Ended::Cancelled => "stopped by the user".to_owned(),
        });
        if let Some(remark) = &answer.remark {
            telling.line(format!("(it was not shut in: {remark})"));
        }
        telling.line(if answer.output.is_empty() { "(no output)" } else { &answer.output });
        telling.verdict = match answer.ended {
            Ended::Code { code: 0 } => Verdict::Done,
            Ended::Code { .. } | Ended::Signal { .. } | Ended::TimedOut | Ended::Cancelled => {
                Verdict::Failed
            }
        };
        telling.more("print less, such as with `| tail -n 50`");
        Ok(telling)
    }
}
