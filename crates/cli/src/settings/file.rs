//! Reads `config.toml`, the settings file of a user or a repository.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::ValueEnum as _;
use rutter_knowledge::GapSettings;
use rutter_provider::language::Price;
use serde::Deserialize;

use super::gaps::GapsTable;
use crate::arguments::{DispatchArg, EffortArg};

/// The largest settings file. They are read before it is known whether to trust them.
const LIMIT_BYTES: u64 = 256 << 10;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    #[serde(default)]
    model: ModelTable,
    #[serde(default)]
    gaps: GapsTable,
    #[serde(default)]
    store: StoreTable,
}

/// The table `[store]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreTable {
    /// Address of a team's store.
    pub url: Option<String>,
    /// Address of a team's index.
    pub index: Option<String>,
    /// Name of this repository in the team's store.
    pub repository: Option<String>,
}

impl StoreTable {
    /// Reads the table from a file; a missing file is an empty table. An invalid file that names no
    /// store is also an empty table: the commands that need it report the mistake.
    pub fn read(path: &Path) -> anyhow::Result<StoreTable> {
        match read(path) {
            Ok(config) => Ok(config.store),
            Err(error) => match read_if_there(path) {
                Ok(Some(text)) if text.contains("[store]") => Err(error),
                Ok(_) | Err(_) => Ok(StoreTable::default()),
            },
        }
    }
}

/// The table `[model]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelTable {
    pub name: Option<String>,
    pub endpoint: Option<String>,
    pub dispatch: Option<String>,
    pub max_turns: Option<u32>,
    pub max_tokens: Option<u64>,
    pub max_cost: Option<f64>,
    pub rpm: Option<u32>,
    pub timeout_s: Option<u64>,
    pub retry_delay_ms: Option<u64>,
    pub max_output: Option<u32>,
    pub context: Option<u64>,
    pub cache: Option<bool>,
    pub price: Option<String>,
    pub effort: Option<String>,
}

impl ModelTable {
    /// Reads the table from a file; a missing file is an empty table.
    pub fn read(path: &Path) -> anyhow::Result<ModelTable> {
        let config = read(path)?;
        config.model.check_values().with_context(|| format!("in `{}`", path.display()))?;
        Ok(config.model)
    }

    /// Refuses the values that the flags of the same names refuse.
    fn check_values(&self) -> anyhow::Result<()> {
        self.dispatch()?;
        self.price()?;
        self.effort()?;
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

    /// Refuses an endpoint that a repository chose, unless it is on this machine.
    pub fn check_trust(&self, path: &Path) -> anyhow::Result<()> {
        let Some(endpoint) = &self.endpoint else { return Ok(()) };
        if is_loopback(endpoint) {
            return Ok(());
        }
        bail!(
            "`{}` wants to send your code to `{endpoint}`, which only you may choose: pass it with \
             `--endpoint`, $RUTTER_ENDPOINT or in your own settings",
            path.display()
        )
    }

    /// Parses the model's price.
    pub fn price(&self) -> anyhow::Result<Option<Price>> {
        let Some(written) = &self.price else { return Ok(None) };
        match Price::parse(written) {
            Some(price) => Ok(Some(price)),
            None => bail!(
                "`price` is `{}`; write US dollars per million tokens of input and output, such as \
                 \"0.30/2.50\"",
                written.escape_debug()
            ),
        }
    }

    pub fn dispatch(&self) -> anyhow::Result<Option<DispatchArg>> {
        let Some(written) = &self.dispatch else { return Ok(None) };
        let read = DispatchArg::from_str(written, true);
        read.map(Some).map_err(|_| {
            anyhow::anyhow!("`dispatch` is `{written}`; write `auto`, `native` or `structured`")
        })
    }

    pub fn effort(&self) -> anyhow::Result<Option<EffortArg>> {
        let Some(written) = &self.effort else { return Ok(None) };
        let read = EffortArg::from_str(written, true);
        read.map(Some).map_err(|_| {
            anyhow::anyhow!("`effort` is `{written}`; write `low`, `medium` or `high`")
        })
    }
}

/// The settings of the gap rules: those of the repository, then those of the user.
pub fn gap_settings(data: &Path, user_folder: Option<&Path>) -> anyhow::Result<GapSettings> {
    let mut settings = GapSettings::default();
    let files = user_folder.into_iter().chain([data]).map(|folder| folder.join("config.toml"));
    for path in files {
        let table = read(&path)?.gaps;
        table.apply(&mut settings).with_context(|| format!("in `{}`", path.display()))?;
    }
    Ok(settings)
}

fn read(path: &Path) -> anyhow::Result<Config> {
    let Some(text) = read_if_there(path)? else { return Ok(Config::default()) };
    toml::from_str(&text).with_context(|| {
        format!("`{}` is not a valid settings file; correct or delete it", path.display())
    })
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

/// Reads a file; `None` if it does not exist. A pipe or a device is refused, since reading it
/// might never end.
pub fn read_if_there(path: &Path) -> anyhow::Result<Option<String>> {
    let read = || -> io::Result<Option<String>> {
        let is_file = match std::fs::metadata(path) {
            Ok(metadata) => metadata.is_file(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(None),
            Err(error) => return Err(error),
        };
        if !is_file {
            return Err(io::Error::other("it is not a regular file"));
        }
        let mut text = String::new();
        File::open(path)?.take(LIMIT_BYTES + 1).read_to_string(&mut text)?;
        if text.len() as u64 > LIMIT_BYTES {
            return Err(io::Error::other(format!("it is larger than {} KiB", LIMIT_BYTES >> 10)));
        }
        Ok(Some(text))
    };
    read().with_context(|| format!("cannot read `{}`", path.display()))
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
            "http://127.0.0.1:8080/v1", "http://localhost:1", "http://[::1]:8080/v1",
            "http://127.8.8.8",
        ] {
            assert!(trusts(endpoint), "{endpoint}");
        }
        for endpoint in [
            "https://example.org/v1", "http://127.0.0.1.example.org",
            "http://127.0.0.1@example.org/", "http://localhost.example.org:80", "127.0.0.1:80", "",
        ] {
            assert!(!trusts(endpoint), "{endpoint}");
        }
    }

    #[test]
    fn a_value_out_of_range_is_reported_with_the_range() {
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
    fn an_unknown_key_is_named() {
        let error = toml::from_str::<Config>("[model]\nmodle = 1\n").unwrap_err().to_string();
        assert!(error.contains("modle"), "{error}");
    }
}
