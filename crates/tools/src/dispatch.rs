//! Calls by name, as models and agents make them.
//!
//! A call never fails: every error, even a panic, becomes a result that the caller reads. Only
//! this module decides whether a session may call a tool by its name, and at the very end it searches the text
//! for secrets once more, so that no tool can forget to. Start at [`Toolbox::call`].

mod registry;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, PoisonError};

use rutter_domain::{Freshness, OutdatedFiles, Vocabulary, error_chain};
use rutter_workspace::redact;
use serde_json::Value;

use self::registry::{Registered, TOOLS};
use crate::knowledge::recall::Recall;
use crate::lenient_args::{self, Form};
use crate::outdated::mark_outdated;
use crate::page::smaller_room;
use crate::reply::{ReplyStatus, ShownCode, ToolReply};
use crate::schema::{describe, name_tools, plain_schema};
use crate::{
    Effect, McpTool, ModelTool, Outcome, Page, PageCut, PagedReply, PagedTool, Permission, Session,
    Tool, ToolError, Toolbox,
};

/// The description of a tool for a model or an agent.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    pub name: &'static str,
    pub description: String,
    /// A plain JSON schema of an object: no `$ref`, no unions, no `$schema`.
    pub parameters: Value,
    pub effect: Effect,
}

/// The schema of a tool's data.
#[derive(Debug, Clone, PartialEq)]
pub struct DataShape {
    pub schema: Value,
    /// The data of an empty answer.
    pub empty: Value,
}

/// Declarations of all tools before their names are replaced. Generating the schemas takes a while.
static DECLARED: LazyLock<Vec<Declaration>> =
    LazyLock::new(|| TOOLS.iter().map(|tool| tool.call.declaration()).collect());

/// The tools that a session may call, under the names of its vocabulary.
pub fn declarations(session: &Session) -> Vec<Declaration> {
    callable(session)
        .filter_map(|tool| DECLARED.iter().find(|declared| declared.name == tool.name()))
        .map(|declared| declared.in_words(session.vocabulary))
        .collect()
}

/// The schema of a tool's data; `None` if it has none.
pub fn data_shape(name: &str) -> Option<DataShape> {
    TOOLS
        .iter()
        .filter_map(|tool| tool.paged)
        .find(|tool| tool.name() == name)
        .map(CallPage::data_shape)
}

impl Declaration {
    /// Replaces the names of tools by those of a vocabulary.
    fn in_words(&self, vocabulary: &dyn Vocabulary) -> Declaration {
        let mut declared = self.clone();
        declared.description = name_tools(&declared.description, vocabulary);
        if let Some(Value::Object(properties)) = declared.parameters.get_mut("properties") {
            for property in properties.values_mut() {
                if let Some(Value::String(description)) = property.get_mut("description") {
                    *description = name_tools(description, vocabulary);
                }
            }
        }
        declared
    }
}

impl Toolbox {
    /// The tools that a session may call, under the names of its vocabulary.
    pub fn declarations(&self, session: &Session) -> Vec<Declaration> {
        declarations(session)
    }

    /// Calls a tool by name and returns the result as text.
    pub fn call(&self, session: &Session, name: &str, arguments: &Value) -> Outcome {
        let called =
            guarded(session, name, || find(session, name)?.call.call(self, session, arguments));
        settle(session, called.unwrap_or_else(|failure| *failure)).0
    }

    /// Calls a tool by name and returns one page of the result, as text and as data.
    pub fn call_page(
        &self,
        session: &Session,
        name: &str,
        arguments: &Value,
        page: Page,
    ) -> PagedReply {
        let called = guarded(session, name, || {
            let tool = find(session, name)?;
            match tool.paged {
                Some(paged) => paged.call_page(self, session, arguments, page),
                None => Ok(Answered::without_data(tool.call.call(self, session, arguments)?)),
            }
        });
        let Answered { reply, data, next, index } =
            called.unwrap_or_else(|failure| Answered::without_data(*failure));
        let (outcome, mut code) = settle(session, reply);
        // The same lines are in the text: if nothing was found there, nothing is here.
        if outcome.n_redacted > 0 {
            code.iter_mut().for_each(ShownCode::clean);
        }
        PagedReply { outcome, data, code, next, index }
    }
}

/// Turns every error, and every panic, into a reply.
fn guarded<T>(
    session: &Session,
    name: &str,
    call: impl FnOnce() -> Result<T, ToolError>,
) -> Result<T, Box<ToolReply>> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(answered)) => Ok(answered),
        Ok(Err(error)) => {
            let text = error_chain(&error);
            let hint = error.hint().map(|hint| session.vocabulary.render(&hint));
            let hint = hint.map_or_else(String::new, |hint| format!("\n{hint}"));
            Err(Box::new(failure(session, &format!("{text}{hint}"))))
        }
        Err(_) => Err(Box::new(failure(
            session,
            &format!(
                "internal error in the tool `{}`\ntry other arguments, or another tool",
                lenient_args::short(name)
            ),
        ))),
    }
}

fn failure(session: &Session, text: &str) -> ToolReply {
    let mut reply = ToolReply::new(session.vocabulary);
    reply.status = ReplyStatus::Failed;
    reply.line(text);
    reply
}

/// Cuts a reply to its bound, removes secrets, and notes the lines as seen.
fn settle(session: &Session, reply: ToolReply) -> (Outcome, Vec<ShownCode>) {
    let is_error = reply.status == ReplyStatus::Failed;
    let (n_before, recordings) = (reply.n_redacted, reply.recordings.clone());
    let mut seen = session.seen.lock().unwrap_or_else(PoisonError::into_inner);
    let (text, code) = reply.finish(&mut seen);
    drop(seen);
    let redacted = redact(&text);
    let n_redacted = n_before + redacted.n_redacted;
    let mut shown_paths: Vec<String> = code.iter().map(|block| block.path.clone()).collect();
    shown_paths.sort();
    shown_paths.dedup();
    let text = redacted.text.into_owned();
    (Outcome { is_error, n_redacted, recordings, text, shown_paths }, code)
}

/// The reply of a tool with its data.
struct Answered {
    reply: ToolReply,
    data: Value,
    next: Option<usize>,
    index: Option<Freshness>,
}

impl Answered {
    fn without_data(reply: ToolReply) -> Answered {
        Answered { reply, data: Value::Null, next: None, index: None }
    }
}

/// A tool with erased types.
trait Call {
    fn name(&self) -> &'static str;
    fn permission(&self) -> Permission;
    fn declaration(&self) -> Declaration;
    fn mcp(&self) -> Option<McpTool>;
    fn call(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        arguments: &Value,
    ) -> Result<ToolReply, ToolError>;
}

/// A tool with pages and erased types.
trait CallPage: Call {
    fn data_shape(&self) -> DataShape;
    fn call_page(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        arguments: &Value,
        page: Page,
    ) -> Result<Answered, ToolError>;
}

impl<T: ModelTool> Call for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn permission(&self) -> Permission {
        T::PERMISSION
    }

    fn declaration(&self) -> Declaration {
        let (description, parameters) = describe::<T::Input>();
        Declaration { name: T::NAME, description, parameters, effect: T::PERMISSION.effect }
    }

    fn mcp(&self) -> Option<McpTool> {
        let face = const { &T::MCP }.as_ref()?;
        Some(McpTool { in_toolbox: T::NAME, effect: T::PERMISSION.effect, face })
    }

    fn call(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        arguments: &Value,
    ) -> Result<ToolReply, ToolError> {
        let args = read_args(self, toolbox, session, arguments)?;
        let answer = toolbox.run(session, self, args)?;
        let outdated = outdated_files(self, &answer);
        let mut reply = ToolReply::new(session.vocabulary).marking(outdated);
        self.render(toolbox, &answer, &mut reply)?;
        Ok(reply)
    }
}

impl<T: PagedTool> CallPage for T {
    fn data_shape(&self) -> DataShape {
        DataShape {
            schema: plain_schema::<T::Data>(),
            empty: serde_json::to_value(T::Data::default()).unwrap_or_default(),
        }
    }

    fn call_page(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        arguments: &Value,
        page: Page,
    ) -> Result<Answered, ToolError> {
        let mut args = read_args(self, toolbox, session, arguments)?;
        self.seek(&mut args, &page);
        let mut whole = toolbox.run(session, self, args.clone())?;
        let mut room = usize::MAX;
        loop {
            let mut answer = whole.clone();
            let PageCut { n_items, next } = self.cut(&mut answer, &page, room);
            let outdated = outdated_files(self, &answer);
            let mut reply = ToolReply::new(session.vocabulary).marking(outdated.clone());
            self.render(toolbox, &answer, &mut reply)?;
            // Plain structs of text and numbers are always JSON.
            let mut data = serde_json::to_value(self.data(&answer)).unwrap_or_default();
            mark_outdated(&mut data, &outdated);
            let Some(smaller) = smaller_room(&reply, &data, n_items) else {
                let index = self.freshness(&answer).cloned();
                return Ok(Answered { reply, data, next, index });
            };
            room = smaller;
            if let Some(narrowed) = self.narrow(&args, room) {
                whole = toolbox.run(session, self, narrowed)?;
            }
        }
    }
}

/// The files that differ from the index an answer came from.
fn outdated_files<T: Tool>(tool: &T, answer: &T::Answer) -> OutdatedFiles {
    tool.freshness(answer).map(|index| index.outdated.clone()).unwrap_or_default()
}

/// Reads the arguments that a caller wrote.
fn read_args<T: ModelTool>(
    tool: &T,
    toolbox: &Toolbox,
    session: &Session,
    arguments: &Value,
) -> Result<T::Args, ToolError> {
    let declared = DECLARED.iter().find(|declared| declared.name == T::NAME);
    let schema = declared.map_or(&Value::Null, |declared| &declared.parameters);
    let (example, bad_items) = (T::EXAMPLE, T::BAD_ITEMS);
    let form = Form { tool: T::NAME, schema, example, bad_items, vocabulary: session.vocabulary };
    let input = form.read(arguments)?;
    let input = serde_json::from_value(input).map_err(|error| form.misread(&error))?;
    tool.resolve(toolbox, input)
}

fn callable(session: &Session) -> impl Iterator<Item = &'static (dyn Call + Sync)> {
    // Without a recorded chat there is nothing to recall.
    let is_possible = |name: &str| name != Recall::NAME || session.chat.is_some();
    TOOLS.iter().map(|tool| tool.call).filter(move |tool| {
        session.may(tool.permission())
            && session.tools.includes(tool.name(), tool.permission().effect)
            && is_possible(tool.name())
    })
}

/// Finds the tool of a name, as a model may write it, if the session may call it.
fn find(session: &Session, name: &str) -> Result<&'static Registered, ToolError> {
    let plain = lenient_args::plain_name(name);
    let words = session.vocabulary;
    let names = || {
        let names = callable(session).map(|tool| words.tool_name(tool.name()));
        names.collect::<Vec<_>>().join(", ")
    };
    let exists = |tool: &&Registered| {
        tool.call.name() == plain
            && tool.call.permission().includes(session.caller)
            && session.tools.includes(tool.call.name(), tool.call.permission().effect)
    };
    match TOOLS.iter().find(exists) {
        Some(tool) if session.may(tool.call.permission()) => Ok(tool),
        Some(Registered { call: tool, .. }) => Err(ToolError::refuse(
            format!(
                "`{}` is not offered in `{}` mode; offered: {}",
                words.tool_name(tool.name()),
                session.mode.name(),
                names()
            ),
            "do it with those, or say in words what should be done",
        )),
        None => {
            let name = lenient_args::short(name);
            let near = lenient_args::nearest(&plain, callable(session).map(|tool| tool.name()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            Err(ToolError::refuse(
                format!("there is no tool `{name}`{near}"),
                format!("offered: {}", names()),
            ))
        }
    }
}
