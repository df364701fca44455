//! What the user has settled: by flag, by environment, in the project's file, in their own.
//!
//! Only this file and what is under it know the environment. A project's file comes with the
//! repository, and so from whoever wrote that: it may name a model and lower limits, but not send a
//! key of the user's to a server of its own choice.

mod file;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;

use crate::arguments::{DispatchArg, ModelArgs};
use file::ModelTable;

/// What the user has settled about language models.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelSettings {
    pub model: Option<String>,
    pub endpoint: Option<String>,
    pub dispatch: Option<DispatchArg>,
    pub max_turns: Option<u32>,
    pub max_tokens: Option<u64>,
    pub max_cost: Option<f64>,
    pub rpm: Option<u32>,
    pub timeout: Option<Duration>,
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

/// Which of two prices counts. A repository may price what has no price yet; it may not make light
/// of what its user pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Before those that are built in.
    First,
    /// After those that are built in.
    Last,
}

impl ModelSettings {
    /// Gathers them: flag before environment before project before user.
    pub fn gather(args: &ModelArgs, data: &Path) -> anyhow::Result<ModelSettings> {
        let project = ModelTable::read(&data.join("config.toml"))?;
        project.check_trust(&data.join("config.toml"))?;
        let folder = user_folder();
        let user = match &folder {
            Some(folder) => ModelTable::read(&folder.join("config.toml"))?,
            None => ModelTable::default(),
        };
        let mut prices = Vec::new();
        for (folder, weight) in [(Some(data), Weight::Last), (folder.as_deref(), Weight::First)] {
            let Some(path) = folder.map(|folder| folder.join("prices.toml")) else { continue };
            if let Some(text) = file::read_if_there(&path)? {
                prices.push(PriceList { path, text, weight });
            }
        }
        let written = project.or(user);
        let dispatch = written.dispatch().context("in `config.toml`")?;
        let named = args.model.clone().or_else(|| variable("RUTTER_MODEL"));
        // A written endpoint belongs to the written model.
        let is_written = named.is_none() || named == written.name;
        let written_endpoint = written.endpoint.clone().filter(|_| is_written);
        Ok(ModelSettings {
            model: named.or(written.name),
            endpoint: (args.endpoint.clone())
                .or_else(|| variable("RUTTER_ENDPOINT"))
                .or(written_endpoint),
            dispatch: args.dispatch.or(dispatch),
            max_turns: args.max_turns.or(written.max_turns),
            max_tokens: args.max_tokens.or(written.max_tokens),
            max_cost: args.max_cost.or(written.max_cost),
            rpm: args.rpm.or(written.rpm),
            timeout: args.timeout.or(written.timeout_s).map(Duration::from_secs),
            retry_delay: written.retry_delay_ms.map(Duration::from_millis),
            max_output: args.max_output.or(written.max_output),
            context: args.context.or(written.context),
            cache: args.cache || written.cache.unwrap_or(false),
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
