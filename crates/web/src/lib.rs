//! Pages about a codebase: search, files, symbols, gaps, entries and runs, as HTML and as an API.
//!
//! Every page is rendered on the server from answers of the toolbox and can be read without JavaScript. The
//! scripts in `assets/` only make it faster to use. `gate` decides who has access, `router` which page
//! answers, `pages` has one file for each. Nothing is requested from another host. Start at [`Web`].

mod api;
mod ask;
mod assets;
mod code;
mod content;
mod draw;
mod export;
mod fields;
mod gate;
mod layout;
mod links;
mod page_cache;
mod pages;
mod percent;
mod problem;
mod render_slots;
mod reply;
mod request;
mod router;
mod site;
mod stream;
mod team;
mod text;
mod theme;
mod vocabulary;
mod web;

pub use ask::{AskModel, AskProgress, AskReply, PageQuestion};
pub use export::{ExportError, SiteExport, WritePage, export};
pub use gate::SiteReach;
pub use site::{Secrecy, Site};
pub use team::TeamSite;
pub use text::{dollars, duration, percentage};
pub use web::Web;
