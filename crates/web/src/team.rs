//! A team's store for people who install nothing: pages, an API and tools for agents.
//!
//! Visitors are users with tokens of their own. Whatever is asked goes through a [`Caller`], which knows what its
//! user may see and writes the audit log. No repository is checked out here, so entries are shown as they were
//! recorded.

mod api;
mod caller;
mod cards;
mod code_search;
mod entry_cache;
mod known_users;
mod pages;
mod search_page;
mod tools;

use std::pin::Pin;
use std::sync::Arc;

use http::{Method, StatusCode, header};
use rutter_serve::answer_message;
use rutter_store::TeamStore;

use crate::content::{Content, Lookup};
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::router;
use caller::Caller;
use entry_cache::EntryCache;
use known_users::KnownUsers;

pub use code_search::{CodeHit, CodeHits, CodeQuery, CodeQuestion, SearchCode};

/// The repositories of a store, for its users.
pub struct TeamSite {
    store: Arc<TeamStore>,
    users: KnownUsers,
    entries: EntryCache,
    search: Option<Box<SearchCode>>,
}

impl std::fmt::Debug for TeamSite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TeamSite").field("store", &self.store).finish_non_exhaustive()
    }
}

impl TeamSite {
    /// Without `search`, only entries can be searched.
    pub fn new(store: TeamStore, search: Option<Box<SearchCode>>) -> TeamSite {
        let (users, entries) = (KnownUsers::default(), EntryCache::default());
        TeamSite { store: Arc::new(store), users, entries, search }
    }
}

impl Content for TeamSite {
    fn look_up<'a>(
        &'a self,
        tokens: Vec<String>,
    ) -> Pin<Box<dyn Future<Output = Lookup> + Send + 'a>> {
        Box::pin(async move {
            for token in tokens {
                if self.users.is_asked(&token) {
                    continue;
                }
                let (store, sent) = (Arc::clone(&self.store), token.clone());
                let asked = tokio::task::spawn_blocking(move || store.user_of_token(&sent)).await;
                match asked {
                    Ok(Ok(user)) => self.users.remember(token, user),
                    Ok(Err(_)) | Err(_) => return Lookup::Away,
                }
            }
            Lookup::Done
        })
    }

    fn is_token(&self, sent: &str) -> bool {
        self.users.of_token(sent).is_some()
    }

    fn user_name(&self, sent: &str) -> Option<String> {
        self.users.of_token(sent).map(|user| user.name.clone())
    }

    fn sign_in_words(&self) -> &'static str {
        "Enter the token that you were given for this server."
    }

    fn answer(&self, token: &str, request: &PageRequest) -> Reply {
        if let Some(reply) = router::answer_stranger(request) {
            return reply;
        }
        let Some(user) = self.users.of_token(token) else {
            return Reply::redirect("/");
        };
        let search = self.search.as_deref();
        let caller = Caller { store: &self.store, user: &user, kept: &self.entries, search };
        match request.path.as_str() {
            "/mcp" => answer_agent(&caller, request),
            "/api" => api::answer(&caller, request),
            path if path.starts_with("/api/") => api::answer(&caller, request),
            _ => pages::answer(&caller, request),
        }
    }
}

fn answer_agent(caller: &Caller<'_>, request: &PageRequest) -> Reply {
    if request.method != Method::POST {
        // There are no sessions, so nothing can be listened to or ended.
        let text = "send each message by POST";
        let reply = Reply::typed("text/plain; charset=utf-8", text);
        return reply.with_status(StatusCode::METHOD_NOT_ALLOWED).with(header::ALLOW, "POST");
    }
    match answer_message(caller, &request.body) {
        Some(answer) => Reply::json(&answer),
        None => Reply::typed("application/json", "").with_status(StatusCode::ACCEPTED),
    }
}
