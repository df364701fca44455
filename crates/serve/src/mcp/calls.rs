//! One tool call, from its arguments to its result.
//!
//! A wrong call gets a result that says what would be right. Only a tool that does
//! not exist is a protocol error. Start at [`Call::run`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use rutter_domain::{LIMIT_ARGUMENTS_BYTES, State};
use rutter_tools::code::overview::Overview;
use rutter_tools::files::grep::Grep;
use rutter_tools::maintenance::status::IndexStatus;
use rutter_tools::{McpTool, Page, PagedReply, Session, Tool as _, data_shape};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

use super::envelope::{Envelope, IndexState, object};
use super::indexing;
use crate::project::{Project, Readiness};
use crate::projects::{Projects, Repositories};
use crate::shared::AskTeam;

/// Limit of a call for several repositories that sets none. Each repository gets a share of the limit.
const DEFAULT_LIMIT: u64 = 12;
/// Smallest share of the limit for one repository.
const LEAST_SHARE: u64 = 3;
/// After this much text, further repositories are left out.
const LIMIT_TEXT_BYTES: usize = 24_000;

/// The `root` that means all repositories of the team.
pub(crate) const ALL_OF_TEAM: &str = "*";

/// A call of a tool.
pub(crate) struct Call<'a> {
    pub(crate) tool: McpTool,
    pub(crate) projects: &'a Projects,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) context: &'a RequestContext<RoleServer>,
    pub(crate) grep_turns: &'a Semaphore,
    pub(crate) team: Option<&'a Arc<AskTeam>>,
}

/// The arguments that all tools have.
#[derive(Debug, PartialEq, Eq)]
struct CommonArgs {
    root: Option<String>,
    page: Page,
}

impl Call<'_> {
    /// Runs the tool. `session` returns the caller's session in a project.
    pub(crate) async fn run(
        mut self,
        session: impl Fn(&Project) -> Arc<Session>,
    ) -> Result<CallToolResult, ErrorData> {
        let n_bytes = serde_json::to_string(&self.arguments).map_or(0, |text| text.len());
        if n_bytes > LIMIT_ARGUMENTS_BYTES {
            return Ok(refusal(&format!(
                "the arguments have {n_bytes} bytes, and at most {LIMIT_ARGUMENTS_BYTES} are allowed\n\
                 ask for less at once"
            )));
        }
        let common = match CommonArgs::take(&mut self.arguments) {
            Ok(common) => common,
            Err(message) => return Ok(refusal(&message)),
        };
        if common.root.as_deref() == Some(ALL_OF_TEAM) && self.tool.face.asks_team {
            return self.ask_team().await;
        }
        if self.tool.in_toolbox == IndexStatus::NAME {
            return self.status(common.root.as_deref(), session).await;
        }
        let path =
            ["file_path", "path"].iter().find_map(|name| self.arguments.get(*name)?.as_str());
        let around = path.filter(|_| common.root.is_none());
        let picked = around.and_then(|path| self.projects.around(path));
        let is_for_all = common.root.is_none()
            && picked.is_none()
            && self.tool.face.asks_all
            && self.projects.count() == Repositories::Several;
        if is_for_all {
            return self.run_for_all(session).await;
        }
        let (name, project) =
            match picked.map_or_else(|| self.projects.pick(common.root.as_deref()), Ok) {
                Ok(picked) => picked,
                Err(message) => return Ok(refusal(&message)),
            };
        self.run_in(name, project, session(project), common.page).await
    }

    /// Asks all repositories of the team.
    async fn ask_team(self) -> Result<CallToolResult, ErrorData> {
        let Some(team) = self.team.map(Arc::clone) else {
            return Ok(refusal("this server knows no team's index; leave `root` out"));
        };
        let (tool, arguments) = (self.tool, self.arguments);
        let asked = tokio::task::spawn_blocking(move || team(tool.face.name, arguments)).await;
        Ok(match asked.map_err(|_| internal_error(tool))? {
            Ok(reply) => success(reply.text, reply.data),
            Err(message) => refusal(&message),
        })
    }

    /// Runs the tool in one repository.
    async fn run_in(
        &self,
        name: &str,
        project: &Arc<Project>,
        session: Arc<Session>,
        page: Page,
    ) -> Result<CallToolResult, ErrorData> {
        let readiness = if self.tool.face.needs_index {
            indexing::wait(project, self.context).await
        } else {
            indexing::readiness(project).await
        };
        if self.tool.face.needs_index {
            match &readiness {
                Readiness::Ready => {}
                Readiness::Indexing(progress) => {
                    return Ok(not_yet(self.tool, name, IndexState::indexing(*progress)));
                }
                Readiness::Failed { reason } => {
                    return Ok(refusal(&format!("`{name}` cannot be indexed: {reason}")));
                }
            }
        }
        let (reply, index) = self.call_page(project, session, readiness, page).await?;
        Ok(answer(self.tool, name, reply, index))
    }

    /// Runs the tool in every repository, each with its share of the limit, and joins the answers.
    async fn run_for_all(
        mut self,
        session: impl Fn(&Project) -> Arc<Session>,
    ) -> Result<CallToolResult, ErrorData> {
        let n_roots = self.projects.iter().count().max(1);
        let limit = self.arguments.get("limit").and_then(Value::as_u64).unwrap_or(DEFAULT_LIMIT);
        if self.tool.in_toolbox != Overview::NAME {
            let share = limit.div_ceil(n_roots as u64).max(LEAST_SHARE);
            self.arguments.insert("limit".to_owned(), share.into());
        }
        let mut texts = Vec::new();
        let mut found = Vec::new();
        let mut refusals = Vec::new();
        let mut n_left = 0;
        for (name, project) in self.projects.iter() {
            if texts.iter().map(String::len).sum::<usize>() > LIMIT_TEXT_BYTES {
                n_left += 1;
                continue;
            }
            let result = self.run_in(name, project, session(project), Page::default()).await?;
            let text: Vec<&str> =
                result.content.iter().filter_map(|block| Some(&*block.as_text()?.text)).collect();
            let text = format!("# {name}\n{}", text.join("\n"));
            match result.structured_content {
                Some(data) if result.is_error != Some(true) => {
                    texts.push(text);
                    found.push(data);
                }
                Some(_) | None => refusals.push(text),
            }
        }
        if n_left > 0 {
            texts.push(format!("… {n_left} more repositories; name one in `root`"));
        }
        Ok(if found.is_empty() {
            refusal(&refusals.join("\n\n"))
        } else {
            success(texts.join("\n\n"), json!({ "roots": found }))
        })
    }

    /// Runs the tool in a thread that may block, and abandons it when the call is cancelled.
    async fn call_page(
        &self,
        project: &Arc<Project>,
        session: Arc<Session>,
        readiness: Readiness,
        page: Page,
    ) -> Result<(PagedReply, IndexState), ErrorData> {
        let tool = self.tool.in_toolbox;
        let arguments = Value::Object(self.arguments.clone());
        let project = Arc::clone(project);
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let cancelled = Arc::clone(&is_cancelled);
        let is_grep = self.tool.in_toolbox == Grep::NAME;
        let turn = if is_grep {
            tokio::select! {
                turn = self.grep_turns.acquire() => turn.ok(),
                () = self.context.ct.cancelled() => None,
            }
        } else {
            None
        };
        let work = tokio::task::spawn_blocking(move || {
            let reply = if is_grep {
                // Only a search through all files takes long enough to be worth stopping.
                let toolbox = project.toolbox.with_cancelled(cancelled);
                toolbox.call_page(&session, tool, &arguments, page)
            } else {
                project.toolbox.call_page(&session, tool, &arguments, page)
            };
            let index = state_of(&project, &readiness, &reply);
            if index.is_outdated() {
                project.catch_up();
            }
            (reply, index)
        });
        let done = tokio::select! {
            done = work => done.map_err(|_| internal_error(self.tool)),
            () = self.context.ct.cancelled() => {
                is_cancelled.store(true, Ordering::SeqCst);
                Err(ErrorData::internal_error("the call was cancelled", None))
            }
        };
        drop(turn);
        done
    }

    async fn status(
        &self,
        root: Option<&str>,
        session: impl Fn(&Project) -> Arc<Session>,
    ) -> Result<CallToolResult, ErrorData> {
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
        let mut texts = Vec::new();
        let mut first = None;
        for (name, project) in picked {
            let readiness = indexing::readiness(project).await;
            let (session, toolbox) = (session(project), project.toolbox.clone());
            let status = tokio::task::spawn_blocking(move || {
                toolbox.call_page(&session, IndexStatus::NAME, &Value::Null, Page::default())
            });
            let reply = status.await.map_err(|_| internal_error(self.tool))?;
            if reply.outcome.is_error {
                return Ok(refusal(&reply.outcome.text));
            }
            let index = match (&readiness, &reply.index) {
                (Readiness::Ready, Some(freshness)) => IndexState::of(freshness),
                (readiness, _) => state_of(project, readiness, &PagedReply::default()),
            };
            if index.is_outdated() {
                project.catch_up();
            }
            texts.push(format!("{name}: {}\n{}", index.line(), reply.outcome.text));
            if first.is_none() {
                let mut data = Map::from_iter([("roots".to_owned(), self.projects.names().into())]);
                data.extend(object(reply.data));
                first = Some(Envelope::new(name, index).seal(Value::Object(data)));
            }
        }
        Ok(success(texts.join("\n\n"), first.unwrap_or_default()))
    }
}

impl CommonArgs {
    /// Takes those arguments that are not the tool's own.
    fn take(arguments: &mut Map<String, Value>) -> Result<CommonArgs, String> {
        let root = match arguments.remove("root") {
            None | Some(Value::Null) => None,
            Some(Value::String(root)) => Some(root),
            Some(_) => {
                return Err("`root` is the name of a repository, as status lists it".to_owned());
            }
        };
        let wrong = || {
            "`cursor` is not one that an answer gave\ngive the `next_cursor` of the answer before, or \
             leave it out"
                .to_owned()
        };
        let page = match arguments.remove("cursor") {
            None | Some(Value::Null) => Page::default(),
            Some(Value::String(cursor)) if cursor.is_empty() => Page::default(),
            Some(Value::String(cursor)) => Page::at_cursor(&cursor).ok_or_else(wrong)?,
            Some(_) => return Err(wrong()),
        };
        Ok(CommonArgs { root, page })
    }
}

/// The state of the index from which an answer comes.
fn state_of(project: &Project, readiness: &Readiness, reply: &PagedReply) -> IndexState {
    if let Some(freshness) = &reply.index {
        return IndexState::of(freshness);
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

fn answer(tool: McpTool, name: &str, reply: PagedReply, index: IndexState) -> CallToolResult {
    let PagedReply { outcome, data, code, next, .. } = reply;
    let mut text = outcome.text;
    if outcome.is_error {
        // What is missing may not be indexed yet.
        if tool.face.needs_index && index.state != State::Current {
            text.push_str(&format!("\n({})", index.line()));
        }
        return refusal(&text);
    }
    let next_cursor = next.map(|from| Page { from }.cursor());
    if let Some(cursor) = &next_cursor {
        text.push_str(&format!("\n… there is more; go on with \"cursor\":\"{cursor}\""));
    }
    if outcome.n_redacted > 0 {
        text.push_str(&format!("\n({} values that look secret are kept back)", outcome.n_redacted));
    }
    text.push_str(&format!("\n({})", index.line()));
    let n_redacted = outcome.n_redacted;
    let envelope = Envelope { next_cursor, n_redacted, code, ..Envelope::new(name, index) };
    success(text, envelope.seal(data))
}

/// The answer while the first index is being built.
fn not_yet(tool: McpTool, name: &str, index: IndexState) -> CallToolResult {
    let reason = index.reason.clone().unwrap_or_default();
    let text = format!(
        "`{name}` has no index yet; {reason}\nask again in a moment; read and grep work already"
    );
    let empty = data_shape(tool.in_toolbox).map_or(Value::Null, |shape| shape.empty);
    success(text, Envelope::new(name, index).seal(empty))
}

fn success(text: String, structured: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    result
}

/// A result that says what would be right.
fn refusal(message: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}

fn internal_error(tool: McpTool) -> ErrorData {
    ErrorData::internal_error(format!("internal error in the tool `{}`", tool.face.name), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rutter_domain::{Freshness, State};
    use rutter_tools::Outcome;

    fn tool(name: &str) -> McpTool {
        McpTool::all().find(|tool| tool.face.name == name).expect("a tool of MCP")
    }

    fn take(arguments: Value) -> Result<CommonArgs, String> {
        let Value::Object(mut arguments) = arguments else { panic!("not an object") };
        let common = CommonArgs::take(&mut arguments)?;
        assert!(arguments.keys().all(|name| name == "query"), "{arguments:?}");
        Ok(common)
    }

    #[test]
    fn common_arguments_are_taken_from_those_of_the_tool() {
        let page = |from| Page { from };
        let none = CommonArgs { root: None, page: page(0) };
        assert_eq!(take(json!({"query": "x"})), Ok(none));
        let all = CommonArgs { root: Some("app".to_owned()), page: page(7) };
        assert_eq!(take(json!({"query": "x", "root": "app", "cursor": "from-7"})), Ok(all));
        let empty = CommonArgs { root: None, page: page(0) };
        assert_eq!(take(json!({"root": null, "cursor": ""})), Ok(empty));
    }

    #[test]
    fn a_cursor_that_no_answer_gave_is_refused() {
        for cursor in
            [json!("7"), json!(7), json!("from-"), json!("from--1"), json!("from-2147483648")]
        {
            let refused = take(json!({ "cursor": cursor })).unwrap_err();
            assert!(refused.starts_with("`cursor` is not one that an answer gave"), "{refused}");
        }
        assert!(take(json!({"root": 3})).unwrap_err().starts_with("`root` is the name"));
    }

    fn current() -> IndexState {
        IndexState::of(&Freshness {
            state: State::Current,
            files: 3,
            reason: None,
            ..Freshness::absent()
        })
    }

    #[test]
    fn a_page_says_where_the_next_one_starts() {
        let reply = PagedReply {
            outcome: Outcome { text: "one hit".to_owned(), n_redacted: 2, ..Outcome::default() },
            data: json!({"hits": [1]}),
            next: Some(10),
            ..PagedReply::default()
        };
        let result = answer(tool("search"), "app", reply, current());
        let text = serde_json::to_value(&result.content).unwrap()[0]["text"].clone();
        assert_eq!(
            text,
            "one hit\n… there is more; go on with \"cursor\":\"from-10\"\n\
             (2 values that look secret are kept back)\n(index current: 3 files)"
        );
        let structured = result.structured_content.unwrap();
        assert_eq!(structured["next_cursor"], "from-10");
        assert_eq!((&structured["hits"], &structured["n_redacted"]), (&json!([1]), &json!(2)));
    }

    #[test]
    fn an_error_has_no_data_and_says_if_the_index_lags() {
        let reply = || PagedReply {
            outcome: Outcome { text: "no symbol".to_owned(), is_error: true, ..Outcome::default() },
            ..PagedReply::default()
        };
        let mut behind = current();
        behind.state = State::Behind;
        let text = |tool, index| {
            let result = answer(tool, "app", reply(), index);
            assert_eq!((result.is_error, result.structured_content), (Some(true), None));
            serde_json::to_value(&result.content).unwrap()[0]["text"].as_str().unwrap().to_owned()
        };
        assert_eq!(text(tool("symbol"), current()), "no symbol");
        assert_eq!(text(tool("symbol"), behind.clone()), "no symbol\n(index behind: 3 files)");
        assert_eq!(text(tool("read"), behind), "no symbol");
    }

    #[test]
    fn an_answer_without_an_index_has_the_form_of_one_with_it() {
        let progress = crate::project::Progress { n_read: 1, n_files: 2 };
        let result = not_yet(tool("search"), "app", IndexState::indexing(progress));
        let structured = result.structured_content.unwrap();
        assert_eq!((&structured["hits"], &structured["omitted"]), (&json!([]), &json!(0)));
        assert_eq!(structured["index"]["state"], "absent");
    }
}
