//! Pages, an API and agent tools for a team's store, for people who install nothing.
//!
//! Visitors are users with tokens of their own. Every question goes through a [`TeamToolbox`], which knows what its
//! user may see and writes the audit log. No repository is checked out here, so entries are shown as they were
//! recorded.

mod api;
mod cards;
mod known_users;
mod pages;
mod search_page;
mod tools;

use std::pin::Pin;
use std::sync::Arc;

use http::{Method, StatusCode, header};
use rutter_serve::answer_message;
use rutter_team::{Team, TeamToolbox, TeamVisitor};

use crate::content::{Content, Lookup};
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::router;
use known_users::KnownUsers;
use tools::UserTools;

/// The repositories of a store, for its users.
pub struct TeamSite {
    team: Arc<Team>,
    users: KnownUsers,
}

impl std::fmt::Debug for TeamSite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TeamSite").field("team", &self.team).finish_non_exhaustive()
    }
}

impl TeamSite {
    /// Without an index, only entries can be searched.
    pub fn new(team: Team) -> TeamSite {
        TeamSite { team: Arc::new(team), users: KnownUsers::default() }
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
                let (team, sent) = (Arc::clone(&self.team), token.clone());
                let find = move || team.store.user_of_token(&sent);
                let asked = tokio::task::spawn_blocking(find).await;
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
        let team = self.team.seen_by(TeamVisitor::User(&user));
        match request.path.as_str() {
            "/mcp" => answer_agent(team, request),
            "/api" => api::answer(&team, request),
            path if path.starts_with("/api/") => api::answer(&team, request),
            _ => pages::answer(&team, &user, request),
        }
    }
}

fn answer_agent(team: TeamToolbox<'_>, request: &PageRequest) -> Reply {
    if request.method != Method::POST {
        // Without sessions, GET and DELETE have no meaning.
        let text = "send each message by POST";
        let reply = Reply::typed("text/plain; charset=utf-8", text);
        return reply.with_status(StatusCode::METHOD_NOT_ALLOWED).with(header::ALLOW, "POST");
    }
    match answer_message(&UserTools(team), &request.body) {
        Some(answer) => Reply::json(&answer),
        None => Reply::typed("application/json", "").with_status(StatusCode::ACCEPTED),
    }
}
