//! What can be asked of all repositories of a team, in one place for the command line, agents, pages and the API.
//!
//! [`TeamToolbox::run`] decides for every tool whether the visitor may, and writes the audit log. By name, with bounds,
//! and without values that look secret, tools are called by `registry.rs`.

use std::cell::Cell;

use rutter_domain::text::truncate_chars;
use rutter_provider::qdrant::Qdrant;
use rutter_store::{
    Access, AuditEvent, AuditedWrite, ServerUser, Store, StoredRepository, TeamStore, UserRight,
};
use rutter_tools::Effect;
use rutter_workspace::redact;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::entry_cache::EntryCache;
use crate::error::MOST_SHOWN;
use crate::visible::TeamIndex;
use crate::{Error, Refusal};

/// A longer text for agents is cut.
const LIMIT_TEXT_BYTES: usize = 24_000;

/// A team's store, and the index of the code that was published, if there is one.
#[derive(Debug)]
pub struct Team {
    pub store: TeamStore,
    index: Option<Qdrant>,
    entries: EntryCache,
}

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub enum TeamVisitor<'a> {
    /// A user of the command line, who has the password of the database: sees everything, changes nothing this way,
    /// and is not logged.
    Owner,
    User(&'a ServerUser),
}

/// What one visitor can ask.
#[derive(Debug, Clone, Copy)]
pub struct TeamToolbox<'a> {
    team: &'a Team,
    pub visitor: TeamVisitor<'a>,
}

/// A question, or a change: its fields are the arguments.
///
/// The doc comments of the type are what agents read of it.
pub trait TeamTool: DeserializeOwned + JsonSchema {
    const NAME: &'static str;
    const EFFECT: Effect = Effect::Read;
    /// Arguments that make sense, as JSON.
    const EXAMPLE: &'static str;
    type Answer: Serialize;

    /// What the audit log says of it.
    fn asked(&self) -> AuditLine<'_>;

    /// Lowers what asks for too much at once. Commands are not bounded.
    fn bound(&mut self) {}

    fn run(&self, call: &TeamCall<'_>) -> Result<Self::Answer, Error>;

    /// The answer as an agent reads it; `None` for its data.
    fn text(_answer: &Self::Answer) -> Option<String> {
        None
    }
}

/// What is asked, such as `show entry`, of which repository and which of its items, by the names that the visitor gave.
#[derive(Debug, Clone, Copy)]
pub struct AuditLine<'a> {
    pub action: &'static str,
    pub repository: Option<&'a str>,
    pub item: Option<&'a str>,
}

/// A tool at work.
pub struct TeamCall<'a> {
    toolbox: TeamToolbox<'a>,
    access: Access,
    event: Option<AuditEvent>,
    /// Whether a change has written the event.
    is_logged: Cell<bool>,
}

/// An answer for agents.
#[derive(Debug, Clone)]
pub struct TeamReply {
    pub text: String,
    pub data: Value,
}

impl Team {
    pub fn new(store: TeamStore, index: Option<Qdrant>) -> Team {
        Team { store, index, entries: EntryCache::default() }
    }

    pub fn seen_by<'a>(&'a self, visitor: TeamVisitor<'a>) -> TeamToolbox<'a> {
        TeamToolbox { team: self, visitor }
    }
}

impl<'a> TeamToolbox<'a> {
    /// Whether the code of published repositories can be searched.
    pub fn has_index(&self) -> bool {
        self.team.index.is_some()
    }

    pub fn may_write(&self) -> bool {
        matches!(self.visitor, TeamVisitor::User(user) if user.right == UserRight::Write)
    }

    /// Runs a tool if the visitor may, and logs that. What cannot be logged is not answered.
    pub fn run<T: TeamTool>(&self, tool: &T) -> Result<T::Answer, Error> {
        let call = TeamCall::of(*self, tool);
        let answer = match T::EFFECT {
            Effect::Read => tool.run(&call),
            Effect::Record | Effect::Write if self.may_write() => tool.run(&call),
            // As for a reader: what one may not see does not exist.
            Effect::Record | Effect::Write => (call
                .read(tool.asked().repository.unwrap_or_default(), |_| Ok(())))
            .and_then(|()| Err(Refusal::Forbidden.because("you may only read"))),
        };
        if let Some(event) = call.event.as_ref().filter(|_| !call.is_logged.get()) {
            let outcome = answer.as_ref().map_or_else(Error::outcome, |_| "done").to_owned();
            self.team.store.add_to_audit(&AuditEvent { outcome, ..event.clone() })?;
        }
        answer
    }
}

/// Runs a tool with arguments as agents and users of the API write them.
pub(crate) fn call<T: TeamTool>(
    toolbox: &TeamToolbox<'_>,
    arguments: &Map<String, Value>,
) -> Result<TeamReply, Error> {
    let arguments = Value::Object(arguments.clone());
    let mut tool: T = rutter_tools::read_input(T::NAME, T::EXAMPLE, &arguments)?;
    tool.bound();
    let answer = toolbox.run(&tool)?;
    // Plain structs of text and numbers are always JSON.
    let data = masked(serde_json::to_value(&answer).unwrap_or_default());
    let text = match T::text(&answer) {
        Some(text) => bounded(redact(&text).text.into_owned()),
        None => data.to_string(),
    };
    Ok(TeamReply { text, data })
}

impl<'a> TeamCall<'a> {
    fn of<T: TeamTool>(toolbox: TeamToolbox<'a>, tool: &T) -> TeamCall<'a> {
        let (access, user) = match toolbox.visitor {
            TeamVisitor::Owner => (Access::Everything, None),
            TeamVisitor::User(user) => (user.access(), Some(user)),
        };
        let AuditLine { action, repository, item } = tool.asked();
        let shortened = |text: &str| truncate_chars(text, MOST_SHOWN).to_owned();
        let event = user.map(|user| AuditEvent {
            user: user.name.clone(),
            action: action.to_owned(),
            repository: repository.map(shortened),
            item: item.map(shortened),
            outcome: "done".to_owned(),
        });
        TeamCall { toolbox, access, event, is_logged: Cell::new(false) }
    }

    pub(crate) fn store(&self) -> &'a TeamStore {
        &self.toolbox.team.store
    }

    pub(crate) fn entry_cache(&self) -> &'a EntryCache {
        &self.toolbox.team.entries
    }

    pub(crate) fn access(&self) -> &Access {
        &self.access
    }

    /// The user who asks; the owner has no name.
    pub(crate) fn user(&self) -> Option<&'a ServerUser> {
        match self.toolbox.visitor {
            TeamVisitor::Owner => None,
            TeamVisitor::User(user) => Some(user),
        }
    }

    /// The published code, as far as the visitor may see it.
    pub(crate) fn code(&self) -> Result<TeamIndex<'_>, Error> {
        let index = self.toolbox.team.index.as_ref().ok_or(Error::NoIndex)?;
        Ok(TeamIndex { store: self.store().remote(), index, access: &self.access })
    }

    /// The repositories that the visitor may see, by name.
    pub(crate) fn repositories(&self) -> Result<Vec<StoredRepository>, Error> {
        Ok(self.store().repositories(&self.access)?)
    }

    /// Lets `read` have the records of a repository.
    pub(crate) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&dyn Store) -> Result<T, rutter_store::Error>,
    ) -> Result<T, Error> {
        let found = self.store().read(&self.access, name, read)?;
        found.ok_or_else(|| Refusal::no_repository(name))
    }

    /// Lets `write` change the records, and logs that in the same transaction: nothing is changed that cannot be
    /// logged.
    pub(crate) fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Store) -> Result<Result<(), Error>, rutter_store::Error>,
    ) -> Result<(), Error> {
        let Some(event) = &self.event else {
            return Err(
                Refusal::Forbidden.because("only users of a server change entries this way")
            );
        };
        match self.store().write(&self.access, name, event, write)? {
            Some(AuditedWrite { answer, is_logged }) => {
                self.is_logged.set(is_logged);
                answer
            }
            None => Err(Refusal::no_repository(name)),
        }
    }
}

fn bounded(mut text: String) -> String {
    if text.len() > LIMIT_TEXT_BYTES {
        text.truncate(text.floor_char_boundary(LIMIT_TEXT_BYTES));
        text.push_str("\n… ask for fewer with `limit`");
    }
    text
}

/// The same without values that look secret. What was published is masked already; what was recorded is not.
fn masked(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(redact(&text).text.into_owned()),
        Value::Array(values) => values.into_iter().map(masked).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, masked(value))).collect()
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other,
    }
}
