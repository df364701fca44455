//! The theme of the pages: light or dark.

use http::HeaderMap;
use http::header;

/// The colours that the reader chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Theme {
    /// The theme of the reader's system.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    /// Reads the choice from a cookie, so that a page has its colours from the start.
    pub(crate) fn of(headers: &HeaderMap) -> Theme {
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|all| all.split(';')).map(str::trim);
        match pairs.find_map(|pair| pair.strip_prefix("rutter-theme=")) {
            Some("light") => Theme::Light,
            Some("dark") => Theme::Dark,
            Some(_) | None => Theme::System,
        }
    }

    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Theme::System => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        }
    }
}
