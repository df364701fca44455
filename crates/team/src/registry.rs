//! The tools by name. A new one is a type in `tools/` and a line here.

use rutter_tools::{Effect, TextAndData, plain_schema};
use serde_json::{Map, Value};

use crate::Error;
use crate::toolbox::{self, TeamTool, TeamToolbox};
use crate::tools::code::{FindLines, FindSymbol, SearchCode};
use crate::tools::entries::{ContradictClaim, RejectTeamEntry, SearchEntries, ShowEntry};
use crate::tools::records::{ListDecisions, ListRepositories, ListTeamRuns, ShowRun};

/// A tool whose types are erased.
#[derive(Debug, Clone, Copy)]
pub struct RegisteredTool {
    pub name: &'static str,
    pub effect: Effect,
    pub example: &'static str,
    pub reach: ToolReach,
    /// The description and the arguments.
    pub describe: fn() -> (String, Value),
    pub(crate) call: fn(&TeamToolbox<'_>, &Map<String, Value>) -> Result<TextAndData, Error>,
}

/// The callers of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolReach {
    /// Agents and users of the API.
    All,
    /// Agents and users of the API, if there is an index.
    WithIndex,
    /// Users of the API.
    Api,
}

/// Arguments left out of the schema: they do not work for several repositories.
const HIDDEN_ARGS: [&str; 4] = ["flat", "skip", "tokens", "entries"];

pub const TOOLS: [RegisteredTool; 11] = [
    registered::<ListRepositories>(ToolReach::All),
    registered::<SearchEntries>(ToolReach::All),
    registered::<ShowEntry>(ToolReach::All),
    registered::<SearchCode>(ToolReach::WithIndex),
    registered::<FindSymbol>(ToolReach::WithIndex),
    registered::<FindLines>(ToolReach::WithIndex),
    registered::<ListDecisions>(ToolReach::Api),
    registered::<ListTeamRuns>(ToolReach::Api),
    registered::<ShowRun>(ToolReach::Api),
    registered::<RejectTeamEntry>(ToolReach::Api),
    registered::<ContradictClaim>(ToolReach::Api),
];

const fn registered<T: TeamTool>(reach: ToolReach) -> RegisteredTool {
    RegisteredTool {
        name: T::NAME,
        effect: T::EFFECT,
        example: T::EXAMPLE,
        reach,
        describe: describe::<T>,
        call: toolbox::call::<T>,
    }
}

impl RegisteredTool {
    pub(crate) fn is_offered(&self, toolbox: &TeamToolbox<'_>) -> bool {
        self.reach != ToolReach::WithIndex || toolbox.has_index()
    }
}

impl TeamToolbox<'_> {
    /// Calls a tool by its name. Returns `None` if no tool of that name is offered.
    pub fn call(
        &self,
        name: &str,
        arguments: &Map<String, Value>,
    ) -> Option<Result<TextAndData, Error>> {
        let tool = TOOLS.iter().find(|tool| tool.name == name && tool.is_offered(self))?;
        Some((tool.call)(self, arguments))
    }

    /// The tools that agents can call.
    pub fn for_agents(&self) -> impl Iterator<Item = &'static RegisteredTool> + '_ {
        TOOLS.iter().filter(|tool| tool.reach != ToolReach::Api && tool.is_offered(self))
    }
}

fn describe<T: TeamTool>() -> (String, Value) {
    let mut schema = plain_schema::<T>();
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.retain(|name, _| !HIDDEN_ARGS.contains(&name.as_str()));
    }
    let description = description.as_ref().and_then(Value::as_str).unwrap_or_default();
    (description.replace('\n', " "), schema)
}
