//! Settings, in order of precedence: flag, environment, the user's own file, default.
//!
//! Only this file and its folder read the environment. The file in the repository is written by the
//! repository's author and untrusted; `trust` decides what it may change.

mod file;
mod gaps;
mod store;
mod trust;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;

use rutter_agent::SMALL_WINDOW_TOKENS;
use rutter_knowledge::GapSettings;
use rutter_provider::language::Price;

use crate::arguments::{DispatchArg, EffortArg, ModelArgs};
use file::ModelTable;
pub use store::{LOCAL, index_address, index_key, remote_store, store_address};
use trust::Effective;
pub use trust::Suggestion;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelSettings {
    /// From a flag, the environment or the user's own file.
    pub model: Option<String>,
    pub endpoint: Option<String>,
    /// The model that the repository's file names. `model.rs` decides whether it is used.
    pub suggestion: Option<Suggestion>,
    pub dispatch: Option<DispatchArg>,
    pub effort: Option<EffortArg>,
    pub max_turns: Option<u32>,
    pub max_tokens: Option<u64>,
    pub max_cost: Option<f64>,
    pub rpm: Option<u32>,
    pub timeout: Option<Duration>,
    /// Upper bound of every timeout, the default included.
    pub limit_timeout: Option<Duration>,
    pub retry_delay: Option<Duration>,
    pub max_output: Option<u32>,
    pub context: Option<u64>,
    pub cache: bool,
    /// Price lists in addition to the built-in one.
    pub prices: Vec<PriceList>,
    /// The model's price as the user gave it.
    pub price: Option<Price>,
}

/// A price list, not yet parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceList {
    pub path: PathBuf,
    pub text: String,
    pub weight: Weight,
}

/// Precedence of a price list. A repository may add a price for a model that has none yet, and only if
/// the user set no cap on cost, which would be checked against that price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Before the built-in prices.
    First,
    /// After the built-in prices.
    Last,
}

impl ModelSettings {
    /// Collects the settings from all sources.
    pub fn gather(args: &ModelArgs, data: &Path) -> anyhow::Result<ModelSettings> {
        let theirs_path = data.join("config.toml");
        let theirs = ModelTable::read(&theirs_path)?;
        theirs.check_trust(&theirs_path)?;
        let folder = user_folder();
        let user = match &folder {
            Some(folder) => ModelTable::read(&folder.join("config.toml"))?,
            None => ModelTable::default(),
        };
        let (user_name, user_endpoint) = (user.name.clone(), user.endpoint.clone());
        let user_price = user.price()?;
        let has_cost_cap = args.max_cost.is_some() || user.max_cost.is_some();
        let mut prices = Vec::new();
        // With a made-up low price, a repository could get around the user's cap on cost.
        let theirs_prices = Some(data).filter(|_| !has_cost_cap);
        for (folder, weight) in [(theirs_prices, Weight::Last), (folder.as_deref(), Weight::First)]
        {
            let Some(path) = folder.map(|folder| folder.join("prices.toml")) else { continue };
            if let Some(text) = file::read_if_there(&path)? {
                prices.push(PriceList { path, text, weight });
            }
        }
        let Effective { table, limit_timeout, suggestion } = trust::restrict(user, theirs);
        let dispatch = table.dispatch().context("in `config.toml`")?;
        let effort = table.effort().context("in `config.toml`")?;
        let named = args.model.clone().or_else(|| variable("RUTTER_MODEL"));
        let placed = args.endpoint.clone().or_else(|| variable("RUTTER_ENDPOINT"));
        // A model or endpoint given by flag or environment replaces the suggestion; naming the
        // suggested model itself takes it together with its endpoint.
        let suggestion = suggestion
            .filter(|suggestion| placed.is_none() && (named.is_none() || named == suggestion.name));
        // The endpoint in the user's file belongs to the model in that file, and so does the price.
        let is_written = named.is_none() || named == user_name;
        let is_unnamed = user_name.is_none();
        Ok(ModelSettings {
            model: named.or(user_name),
            endpoint: placed.or(user_endpoint.filter(|_| is_written)),
            suggestion,
            dispatch: args.dispatch.or(dispatch),
            effort: args.effort.or(effort),
            max_turns: args.max_turns.or(table.max_turns),
            max_tokens: args.max_tokens.or(table.max_tokens),
            max_cost: args.max_cost.or(table.max_cost),
            rpm: args.rpm.or(table.rpm),
            timeout: args.timeout.or(table.timeout_s).map(Duration::from_secs),
            limit_timeout: limit_timeout.filter(|_| args.timeout.is_none()),
            retry_delay: table.retry_delay_ms.map(Duration::from_millis),
            max_output: args.max_output.or(table.max_output),
            context: args.context.or(table.context),
            cache: args.cache || table.cache.unwrap_or(false),
            prices,
            price: args.price.or(user_price.filter(|_| is_written || is_unnamed)),
        })
    }

    /// Whether the context window is too small for the full prompts.
    pub fn is_small(&self) -> bool {
        self.context.is_some_and(|context| context < SMALL_WINDOW_TOKENS)
    }
}

/// The settings of the gap rules, from the user's file and the repository's.
pub fn gap_settings(data: &Path) -> anyhow::Result<GapSettings> {
    file::gap_settings(data, user_folder().as_deref())
}

/// An environment variable; `None` if it is not set or blank.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// All environment variables, for the commands that the user lets a model run.
pub fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

/// The command that opens the user's editor.
pub fn editor() -> String {
    variable("VISUAL").or_else(|| variable("EDITOR")).unwrap_or_else(|| "vi".to_owned())
}

/// The token that clients of `serve` must send.
pub fn token() -> Option<String> {
    variable("RUTTER_TOKEN")
}

/// The user's home folder with all links resolved.
pub fn home() -> Option<PathBuf> {
    let home = variable("HOME").or_else(|| variable("USERPROFILE"))?;
    std::fs::canonicalize(home).ok()
}

/// The user's home folder as the environment names it.
pub fn home_folder() -> Option<PathBuf> {
    variable("HOME").or_else(|| variable("USERPROFILE")).map(PathBuf::from)
}

/// `~/.config` or the system's equivalent.
pub fn settings_folder() -> Option<PathBuf> {
    let named = variable("XDG_CONFIG_HOME").or_else(|| variable("APPDATA")).map(PathBuf::from);
    named.or_else(|| Some(home_folder()?.join(".config")))
}

/// `~/.local/state` or the system's equivalent.
pub fn state_folder() -> Option<PathBuf> {
    let named = variable("XDG_STATE_HOME").or_else(|| variable("LOCALAPPDATA")).map(PathBuf::from);
    named.or_else(|| Some(home_folder()?.join(".local").join("state")))
}

/// The folder where desktop programs keep a user's settings; differs from [`settings_folder`] on macOS.
pub fn application_folder() -> Option<PathBuf> {
    if cfg!(target_os = "macos") {
        return Some(home_folder()?.join("Library").join("Application Support"));
    }
    settings_folder()
}

/// Returns whether a program is on the user's `PATH`.
pub fn on_path(program: &str) -> bool {
    let program = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(&program).is_file())
}

fn user_folder() -> Option<PathBuf> {
    Some(settings_folder()?.join("rutter"))
}
