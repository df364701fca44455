//! The environment of a command, without what is none of its business.
//!
//! A program cannot be run without one, so this reads our own; it decides nothing for rutter.

use std::ffi::OsString;

use rutter_engine::redact;

/// Parts of names that say that a variable is secret.
const SECRET: [&str; 13] = [
    "KEY",
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "CREDENTIAL",
    "AUTH",
    "COOKIE",
    "SESSION",
    "PRIVATE",
    "DSN",
    "CONNECTION_STRING",
];

/// Variables that lead a program to secrets or to an agent that holds them.
const LEADS: [&str; 6] = [
    "SSH_AUTH_SOCK",
    "GPG_AGENT_INFO",
    "DOCKER_HOST",
    "KUBECONFIG",
    "DBUS_SESSION_BUS_ADDRESS",
    "NETRC",
];

/// The variables that a command gets.
pub(super) fn clean_environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os()
        .filter(|(name, value)| is_harmless(&name.to_string_lossy(), &value.to_string_lossy()))
        .collect()
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
            "GEMINI_API_KEY",
            "GITHUB_TOKEN",
            "db_password",
            "SSH_AUTH_SOCK",
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
