//! The content behind the gate: the pages of one repository with one token, or of a team's store with many users.

use std::pin::Pin;
use std::sync::Arc;

use rutter_serve::is_same_token;

use crate::reply::Reply;
use crate::request::PageRequest;
use crate::router;
use crate::site::Site;

/// Whether the users of tokens could be looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lookup {
    Done,
    /// The store of users cannot be reached.
    Away,
}

pub(crate) trait Content: Send + Sync + std::fmt::Debug {
    /// Looks up the users of these tokens, which may take a while.
    fn look_up<'a>(
        &'a self,
        tokens: Vec<String>,
    ) -> Pin<Box<dyn Future<Output = Lookup> + Send + 'a>>;

    /// Returns whether a token is valid, as far as is known without waiting.
    fn is_token(&self, sent: &str) -> bool;

    /// The user of a valid token, if there are several users.
    fn user_name(&self, sent: &str) -> Option<String>;

    /// The text for visitors without a token.
    fn sign_in_words(&self) -> &'static str;

    /// Answers a visitor with this token. May block.
    fn answer(&self, token: &str, request: &PageRequest) -> Reply;
}

/// The pages of one repository, for every visitor with its token.
#[derive(Debug)]
pub(crate) struct OneSite {
    pub(crate) site: Arc<Site>,
    pub(crate) token: String,
}

impl Content for OneSite {
    fn look_up<'a>(&'a self, _: Vec<String>) -> Pin<Box<dyn Future<Output = Lookup> + Send + 'a>> {
        Box::pin(std::future::ready(Lookup::Done))
    }

    fn is_token(&self, sent: &str) -> bool {
        is_same_token(sent.as_bytes(), &self.token)
    }

    fn user_name(&self, _: &str) -> Option<String> {
        None
    }

    fn sign_in_words(&self) -> &'static str {
        "Open the address that `rutter serve` printed: the token is in it. Or enter the token."
    }

    fn answer(&self, _: &str, request: &PageRequest) -> Reply {
        router::answer(&self.site, request)
    }
}
