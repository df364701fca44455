//! Tool calls that a model invents: each is carried out or refused, and the run ends.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proptest::strategy::Strategy;
use rutter_agent::{Agent, Error, Mission, RunOutcome};
use rutter_domain::{Conversation, Moment, ToolCall};
use rutter_engine::Refresh;
use rutter_fixture::Tree;
use rutter_provider::language::{Reply, Script, ScriptStep, Stop};
use rutter_tools::{Mode, Session, Toolbox};
use serde_json::{Value, json};
use tokio::time::error::Elapsed;
use tokio_util::sync::CancellationToken;

use super::repository;
use crate::mutate::inputs;
use crate::{Inputs, Target};

/// Runs an agent on a scripted model. Each line of an input is a reply: a call as JSON, or text.
pub struct AgentRuns {
    toolbox: Toolbox,
    runtime: tokio::runtime::Runtime,
    inputs: Inputs,
    // Removed when dropped, so it goes last.
    _tree: Tree,
}

impl AgentRuns {
    pub fn open() -> anyhow::Result<AgentRuns> {
        let (tree, engine) = repository::indexed()?;
        let cancelled = Arc::new(AtomicBool::new(false));
        let toolbox = Toolbox::new(engine, Refresh::Never, Box::new(|_| {}), cancelled);
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build()?;
        let calls = [
            json!({ "name": "search", "arguments": { "query": "rebate", "limit": 3 } }),
            json!({ "name": "read_file", "arguments": { "path": "src/prices.rs", "start_line": 1, "end_line": 9 } }),
            json!({ "name": "grep", "arguments": { "pattern": "fn \\w+", "path": "src" } }),
            json!({ "name": "symbol", "arguments": { "name": "Money" } }),
            json!({ "name": "impact", "arguments": { "symbol": "find_price" } }),
            json!({ "name": "similar", "arguments": { "path": "src/prices.rs", "line": 6 } }),
            json!({ "name": "list_filesystem", "arguments": { "path": "." } }),
            json!({ "name": "list_files", "arguments": { "glob": "**/*.py" } }),
            json!({ "name": "create_index_entry", "arguments": {
                "symbol": "total", "path": "src/prices.rs", "summary": "Sums the prices of a basket.",
                "evidence": [{ "path": "src/prices.rs", "start_line": 16, "end_line": 18 }],
            } }),
        ];
        let line = |call: &Value| format!("{call}\n");
        let mut seeds: Vec<Vec<u8>> = calls.iter().map(|call| line(call).into_bytes()).collect();
        seeds.push(calls.iter().map(line).collect::<String>().into_bytes());
        let words =
            ["null", "-1", "1e400", "18446744073709551616", "\"../../etc\"", "[]", "{}", "true"];
        let inputs = inputs(seeds, &words).prop_map(|mut bytes| {
            bytes.truncate(16 << 10);
            bytes
        });
        Ok(AgentRuns { toolbox, runtime, inputs: inputs.boxed(), _tree: tree })
    }
}

impl Target for AgentRuns {
    fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let ended = self.play(input);
        match ended {
            Err(_) => Err("the run does not end".to_owned()),
            Ok(Err(error)) => Err(format!("the run did not start: {error}")),
            Ok(Ok(ended)) if ended.totals.turns > 8 => {
                Err(format!("{} turns of 8 allowed", ended.totals.turns))
            }
            Ok(Ok(_)) => Ok(()),
        }
    }
}

impl AgentRuns {
    fn play(&self, input: &[u8]) -> Result<Result<RunOutcome, Error>, Elapsed> {
        let text = String::from_utf8_lossy(input);
        let model = Script::new(text.lines().take(12).map(step));
        let mut mission = Mission::new("explore", "You explore.");
        mission.limits.max_turns = 8;
        let session = Arc::new(Session::new(Mode::Plan, "fuzz"));
        let cancel = CancellationToken::new();
        let observer = |_: &Moment| {};
        let mut conversation = Conversation::default();
        let agent =
            Agent { model: &model, toolbox: &self.toolbox, session: &session, observer: &observer };
        self.runtime.block_on(async {
            let run = agent.run(&mission, &mut conversation, "Explore this.", &cancel);
            tokio::time::timeout(Duration::from_secs(60), run).await
        })
    }
}

/// Reads a reply of the model. JSON with a name is a call, whose arguments may be anything.
fn step(line: &str) -> ScriptStep {
    let mut reply = Reply::default();
    let Ok(value) = serde_json::from_str::<Value>(line) else {
        if let Some((name, rest)) = line.split_once('{') {
            reply.turn.calls = vec![call(name.trim(), Value::String(format!("{{{rest}")))];
        } else {
            reply.turn.text = line.to_owned();
            reply.stop = if line.len().is_multiple_of(5) { Stop::Length } else { Stop::Finished };
        }
        return ScriptStep::Reply(reply);
    };
    let calls: Vec<&Value> = match &value {
        Value::Array(calls) => calls.iter().collect(),
        single => vec![single],
    };
    reply.turn.calls = calls
        .into_iter()
        .map(|value| call(value["name"].as_str().unwrap_or_default(), value["arguments"].clone()))
        .collect();
    ScriptStep::Reply(reply)
}

fn call(name: &str, arguments: Value) -> ToolCall {
    ToolCall { id: String::new(), name: name.to_owned(), arguments, signatures: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unbroken_call_is_carried_out() {
        let target = AgentRuns::open().unwrap();
        let call = json!({ "name": "list_filesystem", "arguments": { "path": "." } });
        let ended = target.play(format!("{call}\nI see.\n").as_bytes()).unwrap().unwrap();
        assert_eq!(ended.answer.as_deref(), Some("I see."));
        assert_eq!(ended.totals.calls.get("list_filesystem"), Some(&1));
    }
}
