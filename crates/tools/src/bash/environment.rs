//! The environment of a command: the user's, without secrets.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use rutter_workspace::redact;

/// A variable whose name contains one of these is secret.
const SECRET: [&str; 13] = [
    "KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "AUTH", "COOKIE",
    "SESSION", "PRIVATE", "DSN", "CONNECTION_STRING",
];

/// Variables with the address of a secret or of an agent that has secrets.
const LEADS: [&str; 6] = [
    "SSH_AUTH_SOCK", "GPG_AGENT_INFO", "DOCKER_HOST", "KUBECONFIG", "DBUS_SESSION_BUS_ADDRESS",
    "NETRC",
];

/// The environment variables of a command.
#[derive(Debug, Clone)]
pub(super) struct Environment {
    variables: Vec<(OsString, OsString)>,
}

impl Environment {
    pub(super) fn clean(variables: &[(OsString, OsString)]) -> Environment {
        let is_harmless = |(name, value): &&(OsString, OsString)| {
            is_harmless(&name.to_string_lossy(), &value.to_string_lossy())
        };
        Environment { variables: variables.iter().filter(is_harmless).cloned().collect() }
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = (&OsString, &OsString)> {
        self.variables.iter().map(|(name, value)| (name, value))
    }

    /// The user's home folder; `None` if it is not set or is the root.
    pub(super) fn home(&self) -> Option<PathBuf> {
        let home = PathBuf::from(self.value("HOME")?);
        (home.is_absolute() && home.parent().is_some()).then_some(home)
    }

    /// The folders of `PATH`.
    pub(super) fn program_folders(&self) -> Vec<PathBuf> {
        let path = self.value("PATH").unwrap_or_default();
        std::env::split_paths(path).filter(|folder| folder.is_absolute()).collect()
    }

    /// The folder for temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        let named = ["TMPDIR", "TEMP", "TMP"].iter().find_map(|name| self.value(name));
        let named = named.map(PathBuf::from).filter(|folder| folder.is_absolute());
        named.unwrap_or_else(|| PathBuf::from("/tmp"))
    }

    fn value(&self, wanted: &str) -> Option<&OsStr> {
        let found = self.variables.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_os_str()).filter(|value| !value.is_empty())
    }
}

fn is_harmless(name: &str, value: &str) -> bool {
    let name = name.to_uppercase();
    let names_secret =
        SECRET.iter().any(|part| name.contains(part)) || LEADS.contains(&name.as_str());
    !names_secret && redact(value).n_redacted == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_secret_is_not_passed_on() {
        for name in [
            "GEMINI_API_KEY", "GITHUB_TOKEN", "db_password", "SSH_AUTH_SOCK",
            "AWS_SECRET_ACCESS_KEY",
        ] {
            assert!(!is_harmless(name, "x"), "{name}");
        }
        assert!(!is_harmless("URL", "postgres://app:q7Zp2Vx9Lw4R@db/x"));
        for name in ["PATH", "HOME", "LANG", "CARGO_HOME", "TERM"] {
            assert!(is_harmless(name, "/usr/bin"), "{name}");
        }
    }
}
