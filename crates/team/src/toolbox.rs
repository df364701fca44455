//! Runs the tools on all repositories of a team, for the command line, agents, pages and the API.
//!
//! [`TeamToolbox::run`] checks the permission of the visitor for every tool, and writes the audit log. `registry.rs`
//! calls tools by name, with bounds, and masks values that look secret.

use std::cell::Cell;

use rutter_domain::text::truncate_chars;
use rutter_provider::qdrant::Qdrant;
use rutter_store::{
    Access, AuditEvent, AuditedWrite, RunStore, ServerUser, Store, StoredRepository, TeamStore,
    UserRight,
};
use rutter_tools::{Effect, TextAndData};
use rutter_workspace::redact;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::entry_cache::EntryCache;
use crate::error::MOST_SHOWN;
use crate::visible::TeamIndex;
use crate::{Error, Refusal};

/// Longest text for agents.
const LIMIT_TEXT_BYTES: usize = 24_000;

/// A team's store, and the index of the code that was published, if there is one.
#[derive(Debug)]
pub struct Team {
    pub store: TeamStore,
    index: Option<Qdrant>,
    entries: EntryCache,
}

#[derive(Debug, Clone, Copy)]
pub enum TeamVisitor<'a> {
    /// A user of the command line, who has the password of the database. Sees everything, changes nothing this way,
    /// and is not logged.
    Owner,
    User(&'a ServerUser),
}

/// The tools for one visitor.
#[derive(Debug, Clone, Copy)]
pub struct TeamToolbox<'a> {
    team: &'a Team,
    pub visitor: TeamVisitor<'a>,
}

/// A question or a change. Its fields are the arguments.
///
/// The doc comments of the type are its description for agents.
pub trait TeamTool: DeserializeOwned + JsonSchema {
    const NAME: &'static str;
    const EFFECT: Effect = Effect::Read;
    /// Valid arguments, as JSON.
    const EXAMPLE: &'static str;
    type Answer: Serialize;

    /// The line in the audit log.
    fn asked(&self) -> AuditLine<'_>;

    /// Lowers limits that are too high. Not used for commands.
    fn bound(&mut self) {}

    fn run(&self, call: &TeamCall<'_>) -> Result<Self::Answer, Error>;

    /// The answer as text for agents; `None` to give them the data.
    fn text(_answer: &Self::Answer) -> Option<String> {
        None
    }
}

/// A line of the audit log: the action, such as `show entry`, the repository and the item, as the visitor named them.
#[derive(Debug, Clone, Copy)]
pub struct AuditLine<'a> {
    pub action: &'static str,
    pub repository: Option<&'a str>,
    pub item: Option<&'a str>,
}

/// A running call of a tool.
pub struct TeamCall<'a> {
    toolbox: TeamToolbox<'a>,
    access: Access,
    event: Option<AuditEvent>,
    /// Whether a change has already logged the event.
    is_logged: Cell<bool>,
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
    /// Returns whether the code of published repositories can be searched.
    pub fn has_index(&self) -> bool {
        self.team.index.is_some()
    }

    pub fn may_write(&self) -> bool {
        matches!(self.visitor, TeamVisitor::User(user) if user.right == UserRight::Write)
    }

    /// Runs a tool if the visitor has permission, and logs it. Returns no answer if it cannot be logged.
    pub fn run<T: TeamTool>(&self, tool: &T) -> Result<T::Answer, Error> {
        let call = TeamCall::of(*self, tool);
        let answer = match T::EFFECT {
            Effect::Read => tool.run(&call),
            Effect::Record | Effect::Write if self.may_write() => tool.run(&call),
            // As for reading, a repository that the visitor may not see does not exist.
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
) -> Result<TextAndData, Error> {
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
    Ok(TextAndData { text, data })
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

    /// The user; `None` for the owner.
    pub(crate) fn user(&self) -> Option<&'a ServerUser> {
        match self.toolbox.visitor {
            TeamVisitor::Owner => None,
            TeamVisitor::User(user) => Some(user),
        }
    }

    /// The published code that the visitor may see.
    pub(crate) fn code(&self) -> Result<TeamIndex<'_>, Error> {
        let index = self.toolbox.team.index.as_ref().ok_or(Error::NoIndex)?;
        Ok(TeamIndex { store: self.store().remote(), index, access: &self.access })
    }

    /// The repositories that the visitor may see, by name.
    pub(crate) fn repositories(&self) -> Result<Vec<StoredRepository>, Error> {
        Ok(self.store().repositories(&self.access)?)
    }

    /// Calls `read` with the records of a repository.
    pub(crate) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&dyn Store) -> Result<T, rutter_store::Error>,
    ) -> Result<T, Error> {
        let found = self.store().read(&self.access, name, read)?;
        found.ok_or_else(|| Refusal::no_repository(name))
    }

    /// Calls `read` with the runs of a repository.
    pub(crate) fn runs<T>(
        &self,
        name: &str,
        read: impl FnOnce(&dyn RunStore) -> Result<T, rutter_store::Error>,
    ) -> Result<T, Error> {
        let found = self.store().runs(&self.access, name, read)?;
        found.ok_or_else(|| Refusal::no_repository(name))
    }

    /// Calls `write` with the records and logs it in the same transaction, so that nothing is changed that
    /// cannot be logged.
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

/// Masks values that look secret. Published code is masked already; records are not.
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
