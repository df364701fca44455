//! The database in which a team keeps its records.

use std::fmt;

/// The address of a team's database, and the name under which it keeps one repository. The address may
/// contain a password; its printed form never does.
#[derive(Clone, PartialEq, Eq)]
pub struct RemoteStore {
    /// Such as `postgres://user:password@host/database`.
    pub url: String,
    /// Equal in every clone of the repository.
    pub repository: String,
}

impl fmt::Display for RemoteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_password(&self.url))
    }
}

impl fmt::Debug for RemoteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = without_password(&self.url);
        f.debug_struct("RemoteStore")
            .field("url", &url)
            .field("repository", &self.repository)
            .finish()
    }
}

/// Only scheme, user, host and database. A password may hold characters that should have been encoded,
/// so everything between the first colon and the last `@` counts as one.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let (user, place) = match rest.rsplit_once('@') {
        Some((user, place)) => (user.split([':', '?', '/', '@']).next(), place),
        None => (None, rest),
    };
    let place = place.split(['?', '#']).next().unwrap_or_default();
    match user.filter(|user| !user.is_empty()) {
        Some(user) => format!("{scheme}://{user}@{place}"),
        None => format!("{scheme}://{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_printed() {
        for (url, expected) in [
            ("postgres://ann:secret@db/team", "postgres://ann@db/team"),
            ("postgres://ann:se@cr/et?@db:5432/team", "postgres://ann@db:5432/team"),
            ("postgres://db/team?password=secret", "postgres://db/team"),
            ("postgres://:secret@db", "postgres://db"),
            ("postgres://ann:secret@db/team?application_name=a", "postgres://ann@db/team"),
            ("ann:secret@db", "postgres://ann@db"),
        ] {
            let store = RemoteStore { url: url.to_owned(), repository: "r".to_owned() };
            assert_eq!(store.to_string(), expected);
            assert!(!format!("{store:?}").contains("secret"));
        }
    }
}
