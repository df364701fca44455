//! The frame of every page: head, navigation, state of the index.

use maud::{DOCTYPE, Markup, html};
use rutter_domain::{Freshness, State};

use crate::links::Links;
use crate::site::Site;
use crate::text::{Safe, counted};
use crate::theme::Theme;

/// The tabs of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    Search,
    Files,
    Map,
    Gaps,
    Entries,
    Runs,
    Ask,
    Status,
    /// A page without a tab.
    Aside,
}

/// Tabs with their page and label. Not every site offers all of them.
const TABS: &[(Tab, &str, &str)] = &[
    (Tab::Search, "", "Search"),
    (Tab::Files, "file", "Files"),
    (Tab::Map, "map", "Map"),
    (Tab::Gaps, "gaps", "Gaps"),
    (Tab::Entries, "entries", "Entries"),
    (Tab::Runs, "runs", "Runs"),
    (Tab::Ask, "ask", "Ask"),
    (Tab::Status, "status", "Status"),
];

/// Content security policy of exported pages: nothing is loaded from another host.
const STATIC_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                             connect-src 'self'; form-action 'self'; base-uri 'none'";

/// The data that surrounds a page.
pub(crate) struct Frame<'a> {
    pub(crate) repository: &'a str,
    pub(crate) links: Links,
    pub(crate) theme: Theme,
    pub(crate) freshness: Option<Freshness>,
    pub(crate) commit: Option<String>,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(site: &'a Site, links: Links, theme: Theme) -> Frame<'a> {
        let (_, freshness) = site.readiness();
        let commit = site.head_commit();
        Frame { freshness, commit, ..Frame::bare(site.name(), links, theme) }
    }

    /// A frame without the state of the index and the commit.
    pub(crate) fn bare(repository: &'a str, links: Links, theme: Theme) -> Frame<'a> {
        Frame { repository, links, theme, freshness: None, commit: None }
    }

    /// Renders a whole page. `scripts` are the assets that it needs in addition to `app.js`.
    pub(crate) fn page(&self, title: &str, tab: Tab, scripts: &[&str], body: &Markup) -> Markup {
        let links = &self.links;
        html! {
            (DOCTYPE)
            html lang="en" data-theme=[self.theme.name()] data-site=[(!links.is_live()).then_some("static")] {
                head {
                    meta charset="utf-8";
                    @if !links.is_live() { meta http-equiv="Content-Security-Policy" content=(STATIC_POLICY); }
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (Safe(title)) " · " (Safe(self.repository)) }
                    link rel="icon" type="image/svg+xml" href=(links.asset("icon.svg"));
                    link rel="stylesheet" href=(links.asset("style.css"));
                    link rel="stylesheet" href=(links.asset("code.css"));
                    // The scripts are for pages that show code.
                    @if links.has_code() {
                        script type="module" src=(links.asset("app.js")) {}
                        @for script in scripts {
                            script type="module" src=(links.asset(script)) {}
                        }
                    }
                }
                body {
                    a.skip href="#main" { "Skip to content" }
                    header.top {
                        a.brand href=(links.page("")) title=(format!("{}, start page", self.repository)) {
                            img src=(links.asset("icon.svg")) alt="" width="22" height="22";
                            span { (Safe(self.repository)) }
                        }
                        (self.navigation(tab))
                        @if links.has_code() { (self.tools()) }
                    }
                    nav #trail .trail aria-label="Where you came from" hidden {}
                    main #main tabindex="-1" { (body) }
                    (self.footer())
                    @if links.has_code() { (keys_dialog()) }
                }
            }
        }
    }

    fn navigation(&self, active: Tab) -> Markup {
        let is_offered = |tab: Tab| match &self.links {
            Links::Live => true,
            Links::Static(_) => !matches!(tab, Tab::Runs | Tab::Ask),
            Links::Team(repository) => {
                repository.is_some() && matches!(tab, Tab::Gaps | Tab::Entries | Tab::Runs)
            }
        };
        html! {
            nav.tabs aria-label="Pages" {
                @if !self.links.has_code() {
                    a href="/" aria-current=[(active == Tab::Search).then_some("page")] { "Repositories" }
                }
                @for (tab, page, name) in TABS.iter().filter(|(tab, _, _)| is_offered(*tab)) {
                    @let address = if *tab == Tab::Files { self.links.file("") } else { self.links.page(page) };
                    a href=(address) aria-current=[(active == *tab).then_some("page")] { (name) }
                }
            }
        }
    }

    fn tools(&self) -> Markup {
        html! {
            div.tools {
                form.quick role="search" action=(self.links.page("")) method="get" {
                    label.hidden for="quick" { "Search this repository" }
                    input #quick name="q" type="search" placeholder="Search  /" autocomplete="off" spellcheck="false";
                }
                button #theme type="button" title="Light or dark" aria-label="Switch between light and dark" hidden { "◐" }
                button #keys type="button" title="Keys (?)" aria-label="Show the keys" hidden { "?" }
            }
        }
    }

    fn footer(&self) -> Markup {
        html! {
            footer.bottom {
                @if let Some(freshness) = &self.freshness {
                    span.state data-state=(freshness.state.name()) {
                        "Index " (freshness.state.name()) ", " (counted(freshness.files, "file", "files"))
                        @if freshness.state != State::Current && freshness.changed > 0 {
                            ", " (freshness.changed) " changed"
                        }
                    }
                    @if let Some(reason) = &freshness.reason { span { (Safe(&reason.to_string())) } }
                }
                @if let Some(commit) = &self.commit {
                    span { "Commit " code { (Safe(short(commit))) } }
                }
                span { "rutter " (env!("CARGO_PKG_VERSION")) }
            }
        }
    }
}

/// The first characters of a commit.
pub(crate) fn short(commit: &str) -> &str {
    commit.get(..10).unwrap_or(commit)
}

fn keys_dialog() -> Markup {
    let keys = [
        ("/", "search"),
        ("t", "find a file by its name"),
        ("j  k", "next and previous result"),
        ("Enter", "open the result"),
        ("y", "permanent link with the commit"),
        ("g then s f m g e r", "Search, Files, Map, Gaps, Entries, Runs"),
        ("d", "light or dark"),
        ("?", "this list"),
        ("Esc", "close"),
    ];
    html! {
        dialog #keys-dialog aria-labelledby="keys-title" {
            h2 #keys-title { "Keys" }
            dl.keys { @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } } }
            form method="dialog" { button { "Close" } }
        }
        dialog #finder aria-labelledby="finder-title" {
            h2 #finder-title { "Find a file" }
            label.hidden for="finder-name" { "Part of its name" }
            input #finder-name type="search" autocomplete="off" spellcheck="false" placeholder="Part of its name";
            ol #finder-list .finder role="listbox" aria-label="Files" {}
        }
    }
}
