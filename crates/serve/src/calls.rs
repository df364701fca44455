//! One call of a tool, from its arguments to its result.
//!
//! Whatever an agent asks for wrongly is a result that tells it what would be right; only a tool
//! that does not exist is an error of the protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use rutter_tools::status::IndexStatus;
use rutter_tools::{Consulted, Page, Project, Readiness, Session};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use crate::answers::{Frame, IndexState, shape};
use crate::catalog::Offer;
use crate::indexing;
use crate::projects::Projects;
use crate::wording::answer_in_agents_words;

/// The longest arguments of a call, as JSON. A pattern or a list of paths of megabytes would keep a
/// tool busy for minutes.
const LIMIT_ARGUMENTS_BYTES: usize = 64 << 10;

/// What is called, where and by whom.
pub(crate) struct Call<'a> {
    pub(crate) offer: Offer,
    pub(crate) projects: &'a Projects,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) context: &'a RequestContext<RoleServer>,
    pub(crate) grep_turns: &'a Semaphore,
}

/// What a call says beside the tool's own arguments.
struct Bearings {
    root: Option<String>,
    page: Page,
}

impl Call<'_> {
    /// Does it; `session` gives the caller's session in a project.
    pub(crate) async fn run(
        mut self,
        session: impl FnOnce(&Arc<Project>) -> Arc<Session>,
    ) -> Result<CallToolResult, ErrorData> {
        let n_bytes = serde_json::to_string(&self.arguments).map_or(0, |text| text.len());
        if n_bytes > LIMIT_ARGUMENTS_BYTES {
            return Ok(refusal(&format!(
                "the arguments have {n_bytes} bytes, and at most {LIMIT_ARGUMENTS_BYTES} are taken\n\
                 ask for less at once"
            )));
        }
        let bearings = match take_bearings(&mut self.arguments) {
            Ok(bearings) => bearings,
            Err(message) => return Ok(refusal(&message)),
        };
        if self.offer == Offer::Status {
            return self.status(bearings.root.as_deref()).await;
        }
        let path =
            ["file_path", "path"].iter().find_map(|name| self.arguments.get(*name)?.as_str());
        let around = path.filter(|_| bearings.root.is_none());
        let picked = around.and_then(|path| self.projects.around(path));
        let (name, project) =
            match picked.map_or_else(|| self.projects.pick(bearings.root.as_deref()), Ok) {
                Ok(picked) => picked,
                Err(message) => return Ok(refusal(&message)),
            };
        let readiness = match self.offer.needs_index() {
            true => indexing::wait(project, self.context).await,
            false => indexing::look(project).await,
        };
        if self.offer.needs_index() {
            match &readiness {
                Readiness::Ready => {}
                Readiness::Indexing(progress) => {
                    let index = IndexState::indexing(*progress);
                    return Ok(not_yet(self.offer, name, index));
                }
                Readiness::Failed { reason } => {
                    return Ok(refusal(&format!("`{name}` cannot be indexed: {reason}")));
                }
            }
        }
        let session = session(project);
        let consulted = self.consult(project, session, readiness, bearings.page).await?;
        Ok(told(self.offer, name, consulted))
    }

    /// Lets the tool work where it may block, and lets go of it when the call is cancelled.
    async fn consult(
        &self,
        project: &Arc<Project>,
        session: Arc<Session>,
        readiness: Readiness,
        page: Page,
    ) -> Result<(Consulted, IndexState), ErrorData> {
        let tool = self.offer.tool().unwrap_or_default();
        let arguments = Value::Object(self.arguments.clone());
        let project = Arc::clone(project);
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_cancelled);
        let is_search_of_files = self.offer == Offer::Grep;
        let turn = match is_search_of_files {
            true => tokio::select! {
                turn = self.grep_turns.acquire() => turn.ok(),
                () = self.context.ct.cancelled() => None,
            },
            false => None,
        };
        let work = tokio::task::spawn_blocking(move || {
            let consulted = if is_search_of_files {
                // A search through all files is the one that is worth stopping.
                project.toolbox.with_cancelled(stop).consult(&session, tool, &arguments, page)
            } else {
                project.toolbox.consult(&session, tool, &arguments, page)
            };
            let index = state_of(&project, &readiness, &consulted.answer);
            if index.state == "behind" || index.state == "partial" {
                project.catch_up();
            }
            (consulted, index)
        });
        let done = tokio::select! {
            done = work => done.map_err(|_| ErrorData::internal_error(
                format!("`{}` broke down", self.offer.name()),
                None,
            )),
            () = self.context.ct.cancelled() => {
                is_cancelled.store(true, Ordering::SeqCst);
                Err(ErrorData::internal_error("the call was cancelled", None))
            }
        };
        drop(turn);
        done
    }

    async fn status(&self, root: Option<&str>) -> Result<CallToolResult, ErrorData> {
        let mut texts = Vec::new();
        let mut first = None;
        let picked: Vec<_> = match root {
            Some(_) => match self.projects.pick(root) {
                Ok(picked) => vec![picked],
                Err(message) => return Ok(refusal(&message)),
            },
            None => self.projects.iter().collect(),
        };
        if picked.is_empty() {
            let message = self.projects.pick(None).err().unwrap_or_default();
            return Ok(refusal(&message));
        }
        for (name, project) in picked {
            let readiness = indexing::look(project).await;
            let asked = Arc::clone(project);
            let status = tokio::task::spawn_blocking(move || asked.toolbox.run(&IndexStatus, ()));
            let broken = || ErrorData::internal_error("`status` broke down", None);
            let status = match status.await.map_err(|_| broken())? {
                Ok(status) => status,
                Err(error) => return Ok(refusal(&error.to_string())),
            };
            let index = match &readiness {
                Readiness::Ready => IndexState::of(&status.index),
                Readiness::Indexing(progress) => IndexState::indexing(*progress),
                Readiness::Failed { reason } => IndexState::failed(reason),
            };
            if index.state == "behind" || index.state == "partial" {
                project.catch_up();
            }
            let mut text = format!("{name}: {}", state_line(&index));
            text.push_str(&format!(
                "\n{} symbols, {} entries ({} stale)",
                status.symbols, status.entries, status.stale_entries
            ));
            let languages: Vec<String> = status
                .languages
                .iter()
                .map(|(name, n_files)| format!("{name} {n_files}"))
                .collect();
            if !languages.is_empty() {
                text.push_str(&format!("\nfiles: {}", languages.join(", ")));
            }
            texts.push(text);
            if first.is_none() {
                let mut answer = serde_json::to_value(&status).unwrap_or_default();
                answer["roots"] = Value::from(self.projects.names());
                let frame = Frame { root: name.to_owned(), index, ..Frame::default() };
                first = Some(shape(Offer::Status, frame, answer));
            }
        }
        Ok(done(texts.join("\n\n"), first.unwrap_or_default()))
    }
}

/// Takes from the arguments what is not the tool's.
fn take_bearings(arguments: &mut Map<String, Value>) -> Result<Bearings, String> {
    let root = match arguments.remove("root") {
        None | Some(Value::Null) => None,
        Some(Value::String(root)) => Some(root),
        Some(_) => return Err("`root` is the name of a repository, as status lists it".to_owned()),
    };
    let wrong = || {
        "`cursor` is not one that an answer gave\ngive the `next_cursor` of the answer before, or \
         leave it out"
            .to_owned()
    };
    let from = match arguments.remove("cursor") {
        None | Some(Value::Null) => 0,
        Some(Value::String(cursor)) if cursor.is_empty() => 0,
        Some(Value::String(cursor)) => read_cursor(&cursor).ok_or_else(wrong)?,
        Some(_) => return Err(wrong()),
    };
    Ok(Bearings { root, page: Page { from } })
}

/// A cursor says from where to go on. Its form is nobody else's business.
fn write_cursor(from: usize) -> String {
    format!("from-{from}")
}

fn read_cursor(cursor: &str) -> Option<usize> {
    let from = cursor.strip_prefix("from-")?.parse().ok()?;
    // No answer goes on so far; what adds to it must not overflow.
    (from < 1 << 31).then_some(from)
}

/// The state of the index that an answer comes from.
fn state_of(project: &Project, readiness: &Readiness, answer: &Value) -> IndexState {
    if let Some(index) = answer.get("index") {
        let number = |name: &str| index[name].as_u64().unwrap_or_default();
        return IndexState {
            state: index["state"].as_str().unwrap_or("absent").to_owned(),
            files: number("files"),
            changed: number("changed"),
            reason: index["reason"].as_str().map(answer_in_agents_words),
            ..IndexState::default()
        };
    }
    match readiness {
        Readiness::Ready => match project.freshness() {
            Ok(freshness) => IndexState::of(&freshness),
            Err(error) => IndexState::failed(&error.to_string()),
        },
        Readiness::Indexing(progress) => IndexState::indexing(*progress),
        Readiness::Failed { reason } => IndexState::failed(reason),
    }
}

fn told(offer: Offer, name: &str, (consulted, index): (Consulted, IndexState)) -> CallToolResult {
    let Consulted { outcome, answer, code, next } = consulted;
    let mut text = answer_in_agents_words(&outcome.text);
    if outcome.is_error {
        // What is not there may only not be known yet.
        if offer.needs_index() && index.state != "current" {
            text.push_str(&format!("\n({})", state_line(&index)));
        }
        return refusal(&text);
    }
    let next_cursor = next.map(write_cursor);
    if let Some(cursor) = &next_cursor {
        text.push_str(&format!("\n… there is more; go on with \"cursor\":\"{cursor}\""));
    }
    if outcome.n_redacted > 0 {
        text.push_str(&format!("\n({} values that look secret are kept back)", outcome.n_redacted));
    }
    text.push_str(&format!("\n({})", state_line(&index)));
    let frame = Frame {
        root: name.to_owned(),
        index,
        next_cursor,
        n_redacted: outcome.n_redacted,
        code: code.into_iter().map(Into::into).collect(),
    };
    done(text, shape(offer, frame, answer))
}

fn state_line(index: &IndexState) -> String {
    let IndexState { state, files, .. } = index;
    match &index.reason {
        Some(reason) => format!("index {state}: {reason}"),
        None if index.changed > 0 => format!("index {state}: {} files changed", index.changed),
        None => format!("index {state}: {files} files"),
    }
}

/// What is said while the index is being made.
fn not_yet(offer: Offer, name: &str, index: IndexState) -> CallToolResult {
    let reason = index.reason.clone().unwrap_or_default();
    let text = format!(
        "`{name}` has no index yet; {reason}\nask again in a moment; read and grep work already"
    );
    let frame = Frame { root: name.to_owned(), index, ..Frame::default() };
    done(text, shape(offer, frame, Value::Object(Map::new())))
}

fn done(text: String, structured: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    result
}

/// A result that tells what would be right.
pub(crate) fn refusal(message: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}
