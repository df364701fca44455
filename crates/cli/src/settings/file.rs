//! `config.toml`: what is written down about language models.

use std::io;
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::ValueEnum as _;
use serde::Deserialize;

use crate::arguments::DispatchArg;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    #[serde(default)]
    model: ModelTable,
}

/// The table `[model]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelTable {
    pub name: Option<String>,
    pub endpoint: Option<String>,
    dispatch: Option<String>,
    pub max_turns: Option<u32>,
    pub max_tokens: Option<u64>,
    pub max_cost: Option<f64>,
    pub rpm: Option<u32>,
    pub timeout_s: Option<u64>,
    pub retry_delay_ms: Option<u64>,
    pub max_output: Option<u32>,
    pub context: Option<u64>,
    pub cache: Option<bool>,
}

impl ModelTable {
    /// What a file says; nothing when it is not there.
    pub fn read(path: &Path) -> anyhow::Result<ModelTable> {
        let Some(text) = read_if_there(path)? else { return Ok(ModelTable::default()) };
        let config: Config = toml::from_str(&text).with_context(|| {
            format!("`{}` is not as it should be; mend or delete it", path.display())
        })?;
        Ok(config.model)
    }

    /// What is not said here is taken from `other`.
    pub fn or(self, other: ModelTable) -> ModelTable {
        // An endpoint belongs to the model it was written for.
        let endpoint = match (&self.name, self.endpoint) {
            (_, Some(endpoint)) => Some(endpoint),
            (Some(_), None) => None,
            (None, None) => other.endpoint,
        };
        ModelTable {
            endpoint,
            name: self.name.or(other.name),
            dispatch: self.dispatch.or(other.dispatch),
            max_turns: self.max_turns.or(other.max_turns),
            max_tokens: self.max_tokens.or(other.max_tokens),
            max_cost: self.max_cost.or(other.max_cost),
            rpm: self.rpm.or(other.rpm),
            timeout_s: self.timeout_s.or(other.timeout_s),
            retry_delay_ms: self.retry_delay_ms.or(other.retry_delay_ms),
            max_output: self.max_output.or(other.max_output),
            context: self.context.or(other.context),
            cache: self.cache.or(other.cache),
        }
    }

    /// Refuses an endpoint that a repository chose, unless it is on this very machine.
    pub fn check_trust(&self, path: &Path) -> anyhow::Result<()> {
        let Some(endpoint) = &self.endpoint else { return Ok(()) };
        if is_loopback(endpoint) {
            return Ok(());
        }
        bail!(
            "`{}` wants to send your code to `{endpoint}`, and only you may choose that: give it \
             with `--endpoint`, $RUTTER_ENDPOINT or in your own settings",
            path.display()
        )
    }

    pub fn dispatch(&self) -> anyhow::Result<Option<DispatchArg>> {
        let Some(written) = &self.dispatch else { return Ok(None) };
        let read = DispatchArg::from_str(written, true);
        read.map(Some).map_err(|_| {
            anyhow::anyhow!("`dispatch` is `{written}`; write `auto`, `native` or `structured`")
        })
    }
}

fn is_loopback(endpoint: &str) -> bool {
    let Some((_, rest)) = endpoint.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    let is_local = |address: std::net::IpAddr| address.is_loopback();
    !authority.contains('@') && (host == "localhost" || host.parse().is_ok_and(is_local))
}

/// The text of a file that need not be there.
pub fn read_if_there(path: &Path) -> anyhow::Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_may_not_send_code_elsewhere() {
        let trusts = |endpoint: &str| {
            let table = ModelTable { endpoint: Some(endpoint.to_owned()), ..ModelTable::default() };
            table.check_trust(Path::new("config.toml")).is_ok()
        };
        for endpoint in [
            "http://127.0.0.1:8080/v1",
            "http://localhost:1",
            "http://[::1]:8080/v1",
            "http://127.8.8.8",
        ] {
            assert!(trusts(endpoint), "{endpoint}");
        }
        for endpoint in [
            "https://example.org/v1",
            "http://127.0.0.1.example.org",
            "http://127.0.0.1@example.org/",
            "http://localhost.example.org:80",
            "127.0.0.1:80",
            "",
        ] {
            assert!(!trusts(endpoint), "{endpoint}");
        }
    }

    #[test]
    fn an_endpoint_stays_with_the_model_it_was_written_for() {
        let table = |text: &str| toml::from_str::<Config>(text).unwrap().model;
        let project = table("[model]\nname = \"gpt-5\"\nmax_turns = 5\n");
        let user = table("[model]\nname = \"mine\"\nendpoint = \"http://a\"\nrpm = 3\n");
        let both = project.or(user.clone());
        assert_eq!((both.name.as_deref(), both.endpoint), (Some("gpt-5"), None));
        assert_eq!((both.max_turns, both.rpm), (Some(5), Some(3)));
        let alone = ModelTable::default().or(user);
        assert_eq!(alone.endpoint.as_deref(), Some("http://a"));
    }

    #[test]
    fn a_key_that_means_nothing_is_named() {
        let error = toml::from_str::<Config>("[model]\nmodle = 1\n").unwrap_err().to_string();
        assert!(error.contains("modle"), "{error}");
    }
}
