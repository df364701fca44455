//! Logs the tools that were called for an answer, and the length of its last request.

use std::sync::{Mutex, PoisonError};

use rutter_agent::Observer;
use rutter_domain::{Event, Moment};
use serde::Serialize;
use serde_json::Value;

/// A call, and whether it succeeded.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CalledTool {
    #[serde(skip)]
    id: String,
    pub name: String,
    pub arguments: Value,
    pub ok: bool,
}

/// Collects the calls of a run, in order.
#[derive(Debug, Default)]
pub struct CallLog(Mutex<Logged>);

#[derive(Debug, Default)]
pub struct Logged {
    pub calls: Vec<CalledTool>,
    /// Tokens of the last request and its reply, as the provider counted them.
    pub context_tokens: Option<u64>,
}

impl CallLog {
    pub fn finish(self) -> Logged {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for CallLog {
    fn see(&self, moment: &Moment) {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Event::Usage { input_tokens, output_tokens, .. } = &moment.event
            && *input_tokens > 0
        {
            logged.context_tokens = Some(input_tokens + output_tokens);
        }
        let calls = &mut logged.calls;
        if let Event::ToolCall { id, name, arguments, .. } = &moment.event {
            let (id, name, arguments) = (id.clone(), name.clone(), arguments.clone());
            calls.push(CalledTool { id, name, arguments, ok: false });
        }
        if let Event::ToolResult { id, is_error, .. } = &moment.event
            && let Some(call) = calls.iter_mut().rev().find(|call| call.id == *id)
        {
            call.ok = !is_error;
        }
    }
}
