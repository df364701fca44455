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
        config.model.check_values().with_context(|| format!("in `{}`", path.display()))?;
        Ok(config.model)
    }

    /// What the flags of the same names would refuse is refused here too.
    fn check_values(&self) -> anyhow::Result<()> {
        self.dispatch()?;
        let least = [
            ("max_turns", self.max_turns.map(u64::from), 1),
            ("max_tokens", self.max_tokens, 1),
            ("rpm", self.rpm.map(u64::from), 1),
            ("timeout_s", self.timeout_s, 1),
            ("max_output", self.max_output.map(u64::from), 1),
            ("context", self.context, 1_000),
        ];
        for (name, value, least) in least {
            if let Some(value) = value.filter(|value| *value < least) {
                bail!("`{name}` is `{value}`; write {least} or more, or leave it out");
            }
        }
        match self.max_cost {
            Some(cost) if !(cost.is_finite() && cost > 0.0) => {
                bail!("`max_cost` is `{cost}`; write an amount above zero, or leave it out")
            }
            Some(_) | None => Ok(()),
        }
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
            // Of two caps the lower one holds: no repository spends more than its user allows.
            max_turns: lower(self.max_turns, other.max_turns),
            max_tokens: lower(self.max_tokens, other.max_tokens),
            max_cost: lower(self.max_cost, other.max_cost),
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

/// The lower of two limits, as far as they are set.
fn lower<T: PartialOrd>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other < one { other } else { one }),
        (one, other) => one.or(other),
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
    fn a_repository_may_lower_the_users_caps_and_not_raise_them() {
        let table = |text: &str| toml::from_str::<Config>(text).unwrap().model;
        let project = table("[model]\nmax_cost = 100\nmax_turns = 5\nmax_tokens = 7\n");
        let user = table("[model]\nmax_cost = 0.5\nmax_turns = 30\n");
        let both = project.or(user);
        assert_eq!((both.max_cost, both.max_turns, both.max_tokens), (Some(0.5), Some(5), Some(7)));
    }

    #[test]
    fn a_value_out_of_range_is_told_with_the_range() {
        for (line, complaint) in [
            ("context = 10", "`context` is `10`; write 1000 or more, or leave it out"),
            ("max_cost = nan", "`max_cost` is `NaN`; write an amount above zero, or leave it out"),
            ("dispatch = \"x\"", "`dispatch` is `x`; write `auto`, `native` or `structured`"),
        ] {
            let table = toml::from_str::<Config>(&format!("[model]\n{line}\n")).unwrap().model;
            assert_eq!(table.check_values().unwrap_err().to_string(), complaint);
        }
    }

    #[test]
    fn a_key_that_means_nothing_is_named() {
        let error = toml::from_str::<Config>("[model]\nmodle = 1\n").unwrap_err().to_string();
        assert!(error.contains("modle"), "{error}");
    }
}
