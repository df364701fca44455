//! The tools that models are offered, and what becomes of a call.
//!
//! A call never fails: whatever goes wrong, down to a panic, is a result that the model reads. Here
//! alone is decided whether a tool may run in the session's mode, and here alone, at the very end,
//! is looked for secrets once more, so that no tool can forget to. Start at [`Toolbox::call`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, PoisonError};

use rutter_workspace::redact;
use serde_json::Value;

use crate::bash::Bash;
use crate::consult::{clean, smaller_room};
use crate::create_index_entry::CreateIndexEntry;
use crate::forgive::{self, Form};
use crate::grep::Grep;
use crate::impact::Impact;
use crate::list_files::ListFiles;
use crate::list_filesystem::ListFilesystem;
use crate::read_file::ReadFile;
use crate::schema::describe;
use crate::search::Search;
use crate::similar::Similar;
use crate::symbol::SymbolDetails;
use crate::symbols::Symbols;
use crate::telling::{ShownCode, Telling, Verdict};
use crate::write_file::WriteFile;
use crate::{
    Consulted, Cut, Declaration, Effect, Mode, Offered, Outcome, Page, Session, ToolError, Toolbox,
};

/// Every tool, in the order in which a model reads of them.
const TOOLS: [&(dyn Call + Sync); 12] = [
    &Search,
    &ListFilesystem,
    &ListFiles,
    &ReadFile,
    &Symbols,
    &SymbolDetails,
    &Impact,
    &Similar,
    &Grep,
    &CreateIndexEntry,
    &WriteFile,
    &Bash,
];

impl Mode {
    /// Whether tools of this effect are offered.
    pub fn offers(self, effect: Effect) -> bool {
        match self {
            Mode::Ask => effect == Effect::Looks,
            Mode::Plan => effect <= Effect::Records,
            Mode::Build => true,
        }
    }
}

/// Every tool as it is told of, which takes a while to make.
static DECLARED: LazyLock<Vec<Declaration>> =
    LazyLock::new(|| TOOLS.iter().map(|tool| tool.declaration()).collect());

/// The tools that a mode offers.
pub fn declarations(mode: Mode) -> Vec<Declaration> {
    DECLARED.iter().filter(|declared| mode.offers(declared.effect)).cloned().collect()
}

impl Toolbox {
    /// The tools that a mode offers.
    pub fn declarations(&self, mode: Mode) -> Vec<Declaration> {
        declarations(mode)
    }

    /// Does what a model asks for, if its session may, and tells what came of it.
    pub fn call(&self, session: &Session, name: &str, arguments: &Value) -> Outcome {
        let called = guarded(name, || {
            let tool = find(session.mode, name)?;
            tool.call(self, session, arguments, None).map(|answered| answered.telling)
        });
        settle(session, called.unwrap_or_else(|failure| *failure)).0
    }

    /// As [`Toolbox::call`], one page of the answer, and that as data too.
    pub fn consult(
        &self,
        session: &Session,
        name: &str,
        arguments: &Value,
        page: Page,
    ) -> Consulted {
        let called = guarded(name, || {
            let tool = find(session.mode, name)?;
            tool.call(self, session, arguments, Some(page))
        });
        let Answered { telling, answer, next } = called.unwrap_or_else(|failure| Answered {
            telling: *failure,
            answer: Value::Null,
            next: None,
        });
        let (outcome, code) = settle(session, telling);
        Consulted::new(outcome, answer, code, next)
    }
}

/// Lets nothing get out of a call but what can be told.
fn guarded<T>(name: &str, call: impl FnOnce() -> Result<T, ToolError>) -> Result<T, Box<Telling>> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(answered)) => Ok(answered),
        Ok(Err(error)) => Err(Box::new(failure(&told(&error)))),
        Err(_) => Err(Box::new(failure(&format!(
            "`{}` broke down on this; that is a fault of the tool\ntry it with other arguments, or another tool",
            forgive::short(name)
        )))),
    }
}

/// What is told in the end: within its bound, without secrets, noted as seen.
fn settle(session: &Session, telling: Telling) -> (Outcome, Vec<ShownCode>) {
    let is_error = telling.verdict == Verdict::Failed;
    let (n_before, recording) = (telling.n_redacted, telling.recording.clone());
    let mut seen = session.seen.lock().unwrap_or_else(PoisonError::into_inner);
    let (text, code) = telling.finish(&mut seen);
    drop(seen);
    let redacted = redact(&text);
    let n_redacted = n_before + redacted.n_redacted;
    (Outcome { is_error, n_redacted, recording, text: redacted.text.into_owned() }, code)
}

/// What a tool came to.
struct Answered {
    telling: Telling,
    /// As data, where it was asked for by the page.
    answer: Value,
    next: Option<usize>,
}

/// A tool whose types do not matter any more.
trait Call {
    fn name(&self) -> &'static str;
    fn effect(&self) -> Effect;
    fn declaration(&self) -> Declaration;
    fn call(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        arguments: &Value,
        page: Option<Page>,
    ) -> Result<Answered, ToolError>;
}

impl<T: Offered> Call for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn effect(&self) -> Effect {
        T::EFFECT
    }

    fn declaration(&self) -> Declaration {
        let (description, parameters) = describe::<T::Asked>();
        Declaration { name: T::NAME, description, parameters, effect: T::EFFECT }
    }

    fn call(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        arguments: &Value,
        page: Option<Page>,
    ) -> Result<Answered, ToolError> {
        let declared = DECLARED.iter().find(|declared| declared.name == T::NAME);
        let schema = declared.map_or(&Value::Null, |declared| &declared.parameters);
        let form = Form { tool: T::NAME, schema, example: T::EXAMPLE };
        let asked = form.read(arguments)?;
        let asked = serde_json::from_value(asked).map_err(|error| form.misread(&error))?;
        let mut args = self.read(toolbox, asked)?;
        let Some(page) = page else {
            let answer = self.run(toolbox, session, args)?;
            let telling = self.tell(toolbox, &answer)?;
            return Ok(Answered { telling, answer: Value::Null, next: None });
        };
        self.turn_to(&mut args, &page);
        let mut whole = self.run(toolbox, session, args.clone())?;
        let mut room = usize::MAX;
        loop {
            let mut answer = whole.clone();
            let Cut { n_items, next } = self.cut(&mut answer, &page, room);
            let telling = self.tell(toolbox, &answer)?;
            // An answer that is no JSON could not be told on the command line either.
            let mut answer = serde_json::to_value(&answer).unwrap_or_default();
            clean(&mut answer);
            match smaller_room(&telling, &answer, n_items) {
                Some(smaller) => {
                    room = smaller;
                    if let Some(narrowed) = self.narrow(&args, room) {
                        whole = self.run(toolbox, session, narrowed)?;
                    }
                }
                None => return Ok(Answered { telling, answer, next }),
            }
        }
    }
}

fn offered(mode: Mode) -> impl Iterator<Item = &'static (dyn Call + Sync)> {
    TOOLS.into_iter().filter(move |tool| mode.offers(tool.effect()))
}

/// The tool of a name, as a model may write it, if the mode offers it.
fn find(mode: Mode, name: &str) -> Result<&'static (dyn Call + Sync), ToolError> {
    let plain = forgive::plain_name(name);
    let names = || offered(mode).map(|tool| tool.name()).collect::<Vec<_>>().join(", ");
    match TOOLS.into_iter().find(|tool| tool.name() == plain) {
        Some(tool) if mode.offers(tool.effect()) => Ok(tool),
        Some(tool) => Err(ToolError::refuse(
            format!(
                "`{}` is not offered in `{}` mode; offered: {}",
                tool.name(),
                mode.name(),
                names()
            ),
            "do it with those, or say in words what should be done",
        )),
        None => {
            let name = forgive::short(name);
            let near = forgive::nearest(&plain, offered(mode).map(|tool| tool.name()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            Err(ToolError::refuse(
                format!("there is no tool `{name}`{near}"),
                format!("offered: {}", names()),
            ))
        }
    }
}

fn told(error: &ToolError) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.ends_with(&cause_text) {
            text.push_str(&format!(": {cause_text}"));
        }
        source = cause.source();
    }
    match error.hint() {
        Some(hint) => format!("{text}\n{hint}"),
        None => text,
    }
}

fn failure(text: &str) -> Telling {
    let mut telling = Telling::default();
    telling.verdict = Verdict::Failed;
    telling.line(text);
    telling
}
