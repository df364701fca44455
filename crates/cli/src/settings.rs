//! What the user has settled: by flag, by environment, in the project's file, in their own.
//!
//! Only this file and what is under it know the environment. The file in the repository comes from
//! whoever wrote the repository and is untrusted; what it may change is decided in `trust`.

mod file;
mod trust;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;

use crate::arguments::{DispatchArg, ModelArgs};
use file::ModelTable;
use trust::Effective;
pub use trust::Suggestion;

/// What the user has settled about language models.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelSettings {
    /// By flag, by environment, or in the user's own file.
    pub model: Option<String>,
    pub endpoint: Option<String>,
    /// What the repository's file names instead, if the user may be served by it.
    pub suggestion: Option<Suggestion>,
    pub dispatch: Option<DispatchArg>,
    pub max_turns: Option<u32>,
    pub max_tokens: Option<u64>,
    pub max_cost: Option<f64>,
    pub rpm: Option<u32>,
    pub timeout: Option<Duration>,
    /// No timeout is longer, the default one included.
    pub limit_timeout: Option<Duration>,
    pub retry_delay: Option<Duration>,
    pub max_output: Option<u32>,
    pub context: Option<u64>,
    pub cache: bool,
    /// Prices beside those that are built in.
    pub prices: Vec<PriceList>,
}

/// A list of prices, as it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceList {
    pub path: PathBuf,
    pub text: String,
    pub weight: Weight,
}

/// Which of two prices counts. A repository may price what has no price yet, and only where the user
/// set no cap on cost, which its price would otherwise be checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Before those that are built in.
    First,
    /// After those that are built in.
    Last,
}

impl ModelSettings {
    /// Gathers them: flag before environment before the user's own file, within what the
    /// repository's file allows itself.
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
        let has_cost_cap = args.max_cost.is_some() || user.max_cost.is_some();
        let mut prices = Vec::new();
        // A repository could make its own model cheap on paper, and so take a cap on cost away.
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
        let named = args.model.clone().or_else(|| variable("RUTTER_MODEL"));
        let placed = args.endpoint.clone().or_else(|| variable("RUTTER_ENDPOINT"));
        // Whoever names a model or an endpoint now wants no other; naming the suggested one takes
        // it with its endpoint.
        let suggestion = suggestion
            .filter(|suggestion| placed.is_none() && (named.is_none() || named == suggestion.name));
        // A written endpoint belongs to the written model.
        let is_written = named.is_none() || named == user_name;
        Ok(ModelSettings {
            model: named.or(user_name),
            endpoint: placed.or(user_endpoint.filter(|_| is_written)),
            suggestion,
            dispatch: args.dispatch.or(dispatch),
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
        })
    }
}

/// A variable of the environment that says something.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// All variables, for the commands that the user lets a model run.
pub fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

/// The token that agents must send.
pub fn token() -> Option<String> {
    variable("RUTTER_TOKEN")
}

/// The user's home, as it is without links.
pub fn home() -> Option<PathBuf> {
    let home = variable("HOME").or_else(|| variable("USERPROFILE"))?;
    std::fs::canonicalize(home).ok()
}

/// The user's home, as they name it.
pub fn home_folder() -> Option<PathBuf> {
    variable("HOME").or_else(|| variable("USERPROFILE")).map(PathBuf::from)
}

/// Where programs keep a user's settings.
pub fn settings_folder() -> Option<PathBuf> {
    let named = variable("XDG_CONFIG_HOME").or_else(|| variable("APPDATA")).map(PathBuf::from);
    named.or_else(|| Some(home_folder()?.join(".config")))
}

/// Where programs keep what they remember for a user.
pub fn state_folder() -> Option<PathBuf> {
    let named = variable("XDG_STATE_HOME").or_else(|| variable("LOCALAPPDATA")).map(PathBuf::from);
    named.or_else(|| Some(home_folder()?.join(".local").join("state")))
}

/// Where programs with windows keep a user's settings.
pub fn application_folder() -> Option<PathBuf> {
    if cfg!(target_os = "macos") {
        return Some(home_folder()?.join("Library").join("Application Support"));
    }
    settings_folder()
}

/// Whether a program can be started by its name alone.
pub fn on_path(program: &str) -> bool {
    let program = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(&program).is_file())
}

/// Where the user's own settings of rutter are.
fn user_folder() -> Option<PathBuf> {
    Some(settings_folder()?.join("rutter"))
}
