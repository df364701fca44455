//! One connection: what the client may ask for, and what it is answered.

// Roots are on their way out of the protocol, and still the one way to know a client's folders.
#![expect(deprecated, reason = "clients of today tell their folders by roots")]

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler};
use rutter_tools::{Effect, Project, Session};
use tokio::sync::watch;

use crate::calls::Call;
use crate::catalog::{self, Offer};
use crate::projects::Projects;
use crate::roots::{self, Known};
use crate::shared::Shared;
use crate::{prompts, resources};

/// A call waits this long for the client to tell its folders.
const ROOTS_TAKE: Duration = Duration::from_millis(700);
/// The client may take this long to tell them at all.
const ROOTS_MAY_TAKE: Duration = Duration::from_secs(30);
/// No name of a client is longer.
const AUTHOR_CHARS: usize = 80;

const INSTRUCTIONS: &str = "\
rutter knows this codebase: an index by meaning, the graph of its symbols, and entries that record \
what symbols are for and go stale when the code changes. Search first, in words; look up one symbol \
with symbol; ask impact before changing one; use grep for exact strings only. Every answer says \
whether the index is current.";

/// Said besides to who may record.
const RECORD: &str = "\
When you have understood a major symbol that has no entry, record it: the next reader is spared the \
work.";

/// One connection.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
    own: Arc<Own>,
}

/// What belongs to this connection alone.
struct Own {
    known: watch::Sender<Known>,
    /// Held while the client is asked for its folders again.
    asking: tokio::sync::Mutex<()>,
    /// Whether the folders changed since the client was last asked.
    is_outdated: AtomicBool,
    /// By the folder of the repository.
    sessions: Mutex<HashMap<PathBuf, Arc<Session>>>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("shared", &self.shared).finish_non_exhaustive()
    }
}

impl Server {
    pub(crate) fn new(shared: &Arc<Shared>) -> Server {
        let own = Own {
            known: watch::Sender::new(Known::default()),
            asking: tokio::sync::Mutex::default(),
            is_outdated: AtomicBool::new(false),
            sessions: Mutex::default(),
        };
        Server { shared: Arc::clone(shared), own: Arc::new(own) }
    }

    /// The repositories of this client.
    async fn projects(&self, context: &RequestContext<RoleServer>) -> Arc<Projects> {
        let usual = || Arc::new(self.shared.usual.clone());
        let tells_roots = context.client_capabilities().is_some_and(|told| told.roots.is_some());
        if !self.shared.takes_roots || !tells_roots {
            return usual();
        }
        let mut heard = self.own.known.subscribe();
        if matches!(*heard.borrow(), Known::Unasked) {
            let (server, peer) = (self.clone(), context.peer.clone());
            tokio::spawn(async move { server.ask_roots(&peer).await });
        }
        let told = heard.wait_for(|known| matches!(known, Known::Told(_)));
        match tokio::time::timeout(ROOTS_TAKE, told).await {
            Ok(Ok(known)) => match &*known {
                Known::Told(projects) => Arc::clone(projects),
                Known::Unasked | Known::Asked => usual(),
            },
            Ok(Err(_)) | Err(_) => usual(),
        }
    }

    /// Asks the client for its folders, and says whether they are others than before.
    async fn ask_roots(&self, peer: &Peer<RoleServer>) -> bool {
        let before = self.own.known.send_replace(Known::Asked);
        let told = tokio::time::timeout(ROOTS_MAY_TAKE, peer.list_roots()).await;
        let projects = match told {
            Ok(Ok(told)) if !told.roots.is_empty() => {
                let addresses: Vec<String> = told.roots.into_iter().map(|root| root.uri).collect();
                let shared = Arc::clone(&self.shared);
                let open = move || roots::open(&shared, &addresses);
                tokio::task::spawn_blocking(open).await.unwrap_or_default()
            }
            Ok(Ok(_) | Err(_)) | Err(_) => self.shared.usual.clone(),
        };
        let is_other = match &before {
            Known::Told(before) => !before.is_same(&projects),
            Known::Unasked | Known::Asked => !self.shared.usual.is_same(&projects),
        };
        self.own.known.send_replace(Known::Told(Arc::new(projects)));
        is_other
    }

    /// Asks for the folders, and tells the client what changes by them. However often it says that
    /// they changed, there is one question at a time.
    async fn follow_roots(&self, context: NotificationContext<RoleServer>) {
        let info = context.peer.peer_info();
        let tells_roots = info.is_some_and(|info| info.capabilities.roots.is_some());
        if !self.shared.takes_roots || !tells_roots {
            return;
        }
        self.own.is_outdated.store(true, Ordering::SeqCst);
        while self.own.is_outdated.load(Ordering::SeqCst) {
            // Whoever holds it looks at the flag again after letting go.
            let Ok(_asking) = self.own.asking.try_lock() else { return };
            if self.own.is_outdated.swap(false, Ordering::SeqCst)
                && self.ask_roots(&context.peer).await
            {
                // A client that has gone needs no news.
                let _ = context.peer.notify_tool_list_changed().await;
                let _ = context.peer.notify_resource_list_changed().await;
            }
        }
    }

    /// The client's session in a repository.
    pub(crate) fn session(
        &self,
        project: &Project,
        context: &RequestContext<RoleServer>,
    ) -> Arc<Session> {
        let mut sessions = self.own.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let root = project.toolbox.engine.layout.root.clone();
        let new = || Arc::new(Session::new(self.shared.mode, &author(context)));
        Arc::clone(sessions.entry(root).or_insert_with(new))
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }
}

/// Under which name the client records.
fn author(context: &RequestContext<RoleServer>) -> String {
    let name = context.client_info().map(|info| info.name).unwrap_or_default();
    let plain: String = name
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .take(AUTHOR_CHARS)
        .collect();
    match plain.trim() {
        "" => "mcp client".to_owned(),
        name => name.to_owned(),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_list_changed()
            .enable_prompts()
            .build();
        let implementation =
            Implementation::new("rutter", env!("CARGO_PKG_VERSION")).with_title("rutter");
        ServerConfig::new(capabilities)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
            .with_server_info(implementation)
            .with_instructions(match self.shared.mode.offers(Effect::Records) {
                true => format!("{INSTRUCTIONS} {RECORD}"),
                false => INSTRUCTIONS.to_owned(),
            })
    }

    /// Those that hold a connection together: what an agent has read must be known when it
    /// records, and its folders when it asks. Clients of later versions still speak these.
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::known_up_to(&ProtocolVersion::LATEST_WITH_INITIALIZE))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.follow_roots(context).await;
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.follow_roots(context).await;
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let choice = self.projects(&context).await.choice();
        Ok(ListToolsResult::with_all_items(catalog::list(self.shared.mode, choice)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.shared.touch();
        let Ok(_turn) = self.shared.call_turns.try_acquire() else {
            let message = "too many calls are open; wait for their answers and call again";
            return Err(ErrorData::internal_error(message, None));
        };
        let Some(offer) = Offer::find(&request.name, self.shared.mode) else {
            let names: Vec<&str> = Offer::offered(self.shared.mode).map(Offer::name).collect();
            let name: String = request.name.chars().take(AUTHOR_CHARS).collect();
            let message = format!("there is no tool `{name}`; offered: {}", names.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        let projects = self.projects(&context).await;
        let arguments = request.arguments.unwrap_or_default();
        let grep_turns = &self.shared.grep_turns;
        let call = Call { offer, projects: &projects, arguments, context: &context, grep_turns };
        let result = call.run(|project| self.session(project, &context)).await?;
        if offer == Offer::Record && result.is_error != Some(true) {
            let _ = context.peer.notify_resource_list_changed().await;
        }
        self.shared.touch();
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list(self.shared.mode)))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.shared.touch();
        let projects = self.projects(&context).await;
        prompts::get(&self.shared, &projects, request, &context).await.map(Into::into)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.shared.touch();
        let projects = self.projects(&context).await;
        resources::list(&projects, request.and_then(|page| page.cursor)).await
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.shared.touch();
        let projects = self.projects(&context).await;
        resources::read(self, &projects, &request.uri, &context).await.map(Into::into)
    }
}
