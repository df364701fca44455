//! The service behind the listener: checks access, then lets the pages answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;

use http::request::Parts;
use http::{Method, StatusCode, header};
use hyper::body::Bytes;
use rutter_serve::{PageService, RequestBody, Visitor};

use crate::content::{Content, Lookup, OneSite};
use crate::fields::Fields;
use crate::gate::{Admission, Gate, SiteReach};
use crate::pages::sign_in;
use crate::reply::{HttpResponse, Reply};
use crate::request::PageRequest;
use crate::router;
use crate::site::Site;
use crate::team::TeamSite;
use crate::theme::Theme;

/// The longest form or call of the API.
const LIMIT_BYTES: usize = 1 << 20;
/// The longest form of a visitor without a token.
const LIMIT_SIGN_IN_BYTES: usize = 4 << 10;

/// The pages of one repository, or of a team's store.
#[derive(Debug)]
pub struct Web {
    content: Arc<dyn Content>,
    gate: Gate,
}

impl PageService for Web {
    fn visitor<'a>(
        &'a self,
        head: &'a Parts,
    ) -> Pin<Box<dyn Future<Output = Visitor> + Send + 'a>> {
        Box::pin(async move {
            let sent = self.gate.sent_tokens(head);
            self.content.look_up(sent.clone()).await;
            match self.admit(head) {
                Admission::Granted | Admission::GrantedByAddress => {
                    match sent.iter().find_map(|sent| self.content.user_name(sent)) {
                        Some(name) => Visitor::User(name),
                        None => Visitor::Client,
                    }
                }
                Admission::ForeignHost | Admission::ForeignOrigin | Admission::NoToken => {
                    Visitor::Stranger
                }
            }
        })
    }

    fn answer(
        &self,
        head: Parts,
        body: RequestBody,
    ) -> Pin<Box<dyn Future<Output = HttpResponse> + Send + '_>> {
        Box::pin(async move { self.reply(&head, body).await.into_response() })
    }
}

impl Web {
    /// Pages for visitors with this token, at this port.
    pub fn new(site: Site, token: &str, reach: SiteReach, port: u16) -> Web {
        let content = OneSite { site: Arc::new(site), token: token.to_owned() };
        Web { content: Arc::new(content), gate: Gate { reach, port, public_url: None } }
    }

    /// Pages, API and tools for the users of a team's store. `public_url` is the address of a reverse proxy.
    pub fn for_team(
        team: TeamSite,
        reach: SiteReach,
        port: u16,
        public_url: Option<String>,
    ) -> Web {
        Web { content: Arc::new(team), gate: Gate { reach, port, public_url } }
    }

    /// Renders a page on a thread of its own, so that the first visitor need not wait for the index to be opened.
    /// If there is no index, starts to build one.
    pub fn warm_up(&self) {
        let content = Arc::clone(&self.content);
        let page = PageRequest {
            method: Method::GET,
            path: "/".to_owned(),
            query: Fields::parse("q=main"),
            form: Fields::default(),
            body: Bytes::new(),
            theme: Theme::default(),
            last_event_id: None,
        };
        let make = move || drop(catch_unwind(AssertUnwindSafe(|| content.answer("", &page))));
        // If the thread cannot be started, the first page takes longer.
        let _ = std::thread::Builder::new().name("warm-up".to_owned()).spawn(make);
    }

    fn admit(&self, head: &Parts) -> Admission {
        self.gate.admit(head, &|sent| self.content.is_token(sent))
    }

    async fn reply(&self, head: &Parts, body: RequestBody) -> Reply {
        let sent = self.gate.sent_tokens(head);
        if self.content.look_up(sent.clone()).await == Lookup::Away {
            return away();
        }
        let token = sent.into_iter().find(|sent| self.content.is_token(sent)).unwrap_or_default();
        match self.admit(head) {
            Admission::ForeignHost => {
                let text = "this server answers only under the names of this machine";
                refusal(StatusCode::FORBIDDEN, text)
            }
            Admission::ForeignOrigin => {
                let text =
                    "this request comes from another site, or does not say where it comes from";
                refusal(StatusCode::FORBIDDEN, text)
            }
            Admission::NoToken => self.without_token(head, body).await,
            Admission::GrantedByAddress => {
                let reply = Reply::redirect(&without_token(head));
                reply.with(header::SET_COOKIE, &self.gate.cookie(&token))
            }
            Admission::Granted => match body.read(LIMIT_BYTES).await {
                Ok(body) => self.answer_admitted(head, body, token).await,
                Err(error) => refusal(error.status(), error.to_string()),
            },
        }
    }

    async fn answer_admitted(&self, head: &Parts, body: Bytes, token: String) -> Reply {
        let Some(request) = page_request(head, body) else {
            return refusal(StatusCode::BAD_REQUEST, "the address is not valid UTF-8");
        };
        let content = Arc::clone(&self.content);
        let answering = tokio::task::spawn_blocking(move || {
            catch_unwind(AssertUnwindSafe(|| content.answer(&token, &request)))
        });
        match answering.await {
            Ok(Ok(reply)) => reply,
            Ok(Err(_)) | Err(_) => {
                refusal(StatusCode::INTERNAL_SERVER_ERROR, "internal error while making this page")
            }
        }
    }

    /// Answers a visitor without a token, who may load assets and sign in.
    async fn without_token(&self, head: &Parts, body: RequestBody) -> Reply {
        if let Some(request) = page_request(head, Bytes::new())
            && let Some(reply) = router::answer_stranger(&request)
        {
            return reply;
        }
        let is_api = head.uri.path().starts_with("/api") || head.uri.path() == "/mcp";
        if is_api {
            let text = "send your token: `Authorization: Bearer TOKEN`";
            return refusal(StatusCode::UNAUTHORIZED, text)
                .with(header::WWW_AUTHENTICATE, "Bearer");
        }
        let theme = Theme::of(&head.headers);
        if head.method != Method::POST || head.uri.path() != "/sign-in" {
            return self.sign_in(theme, sign_in::Attempt::None);
        }
        let body = body.read(LIMIT_SIGN_IN_BYTES).await.unwrap_or_default();
        let form = Fields::parse(&String::from_utf8_lossy(&body));
        let sent = form.get("token").unwrap_or_default().trim();
        if self.content.look_up(vec![sent.to_owned()]).await == Lookup::Away {
            return away();
        }
        if self.content.is_token(sent) {
            Reply::redirect("/").with(header::SET_COOKIE, &self.gate.cookie(sent))
        } else {
            self.sign_in(theme, sign_in::Attempt::Failed)
        }
    }

    fn sign_in(&self, theme: Theme, attempt: sign_in::Attempt) -> Reply {
        sign_in::page(theme, attempt, self.content.sign_in_words())
    }
}

/// The reply if the store of users cannot be reached.
fn away() -> Reply {
    refusal(StatusCode::SERVICE_UNAVAILABLE, "the store cannot be reached now")
}

fn refusal(status: StatusCode, text: impl Into<Bytes>) -> Reply {
    Reply::typed("text/plain; charset=utf-8", text).with_status(status)
}

fn page_request(head: &Parts, body: Bytes) -> Option<PageRequest> {
    let path = crate::percent::decode(head.uri.path(), crate::percent::Plus::Itself)?;
    let query = head.uri.query().map(Fields::parse).unwrap_or_default();
    let kind = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_form = kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"));
    let form =
        if is_form { Fields::parse(&String::from_utf8_lossy(&body)) } else { Fields::default() };
    let method = head.method.clone();
    let last_event_id = head.headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let last_event_id = last_event_id.and_then(|value| value.parse().ok());
    let theme = Theme::of(&head.headers);
    Some(PageRequest { method, path, query, form, body, theme, last_event_id })
}

/// The address of the request without the token. It begins with exactly one slash, so it stays on this server.
fn without_token(head: &Parts) -> String {
    let fields = head.uri.query().map(Fields::parse).unwrap_or_default();
    let path = format!("/{}", head.uri.path().trim_start_matches(['/', '\\']));
    match fields.with("token", None).as_str() {
        "?" => path,
        query => format!("{path}{query}"),
    }
}
