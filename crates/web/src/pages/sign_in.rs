//! The page for visitors without the token. It reveals nothing about the repository.

use http::StatusCode;
use maud::{DOCTYPE, html};

use super::prose::code_spans;
use crate::links::Links;
use crate::reply::Reply;
use crate::theme::Theme;

/// The previous attempt to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attempt {
    None,
    Failed,
}

/// Renders the page. `words` say where the token comes from.
pub(crate) fn page(theme: Theme, attempt: Attempt, words: &str) -> Reply {
    let links = Links::Live;
    let page = html! {
        (DOCTYPE)
        html lang="en" data-theme=[theme.name()] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "rutter" }
                link rel="icon" type="image/svg+xml" href=(links.asset("icon.svg"));
                link rel="stylesheet" href=(links.asset("style.css"));
            }
            body.sign-in {
                main #main {
                    h1 { "rutter" }
                    p { (code_spans(words)) }
                    form method="post" action="/sign-in" {
                        label for="token" { "Token" }
                        input #token name="token" type="password" autocomplete="off" required autofocus
                            aria-invalid=[(attempt == Attempt::Failed).then_some("true")]
                            aria-describedby="token-problem";
                        button.primary type="submit" { "Open" }
                        p #token-problem .problem role="status" {
                            @if attempt == Attempt::Failed { "This is not the token." }
                        }
                    }
                }
            }
        }
    };
    Reply::html(page).with_status(StatusCode::UNAUTHORIZED)
}
