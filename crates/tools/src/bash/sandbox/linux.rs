//! Landlock: restricts what a thread and its children may open, and where they may connect.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::Environment;

/// The first version that also restricts truncating files.
const FILES: ABI = ABI::V3;
/// The first version that restricts TCP.
const NETWORK: ABI = ABI::V4;
/// Used as far as the kernel supports it: ioctls, signals, abstract sockets.
const BEST: ABI = ABI::V6;

/// System folders that programs need to run.
const SYSTEM: [&str; 16] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/nix", "/gnu",
    "/run/current-system", "/proc", "/sys", "/dev", "/var/lib/dpkg",
];

/// Devices that are safe to write to.
const DEVICES: [&str; 6] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"];

/// Toolchains in the home folder. Nothing else there can be read, above all no keys.
const TOOLCHAINS: [&str; 22] = [
    ".cargo/bin", ".cargo/registry", ".cargo/git", ".cargo/env", ".cargo/config.toml", ".rustup",
    ".pyenv", ".nvm", ".volta", ".fnm", ".asdf", ".sdkman", ".rbenv", ".goenv", ".bun/bin",
    ".deno/bin", ".local/bin", ".local/lib", "go/pkg", "go/bin", ".m2/repository", ".gitconfig",
];

pub(super) fn restricts_files() -> bool {
    ruleset(false).and_then(Ruleset::create).is_ok()
}

pub(super) fn restricts_network() -> bool {
    ruleset(true).and_then(Ruleset::create).is_ok()
}

/// Restricts this thread. This cannot be undone.
pub(super) fn enter(
    root: &Path,
    temporary: &Path,
    environment: &Environment,
    is_offline: bool,
) -> io::Result<()> {
    let entered = restrict(root, temporary, environment, is_offline).map_err(io::Error::other)?;
    if entered == RulesetStatus::NotEnforced {
        return Err(io::Error::other("the kernel did not enforce the sandbox"));
    }
    Ok(())
}

fn restrict(
    root: &Path,
    temporary: &Path,
    environment: &Environment,
    is_offline: bool,
) -> Result<RulesetStatus, RulesetError> {
    let reads = AccessFs::from_read(ABI::V5);
    let all = AccessFs::from_all(ABI::V5);
    let status = ruleset(is_offline)?
        .create()?
        .set_compatibility(CompatLevel::BestEffort)
        .add_rules(path_beneath_rules(SYSTEM, reads))?
        .add_rules(path_beneath_rules(toolchains(environment), reads))?
        .add_rules(path_beneath_rules(DEVICES, all))?
        .add_rules(path_beneath_rules([root, temporary], all))?
        .restrict_self()?;
    Ok(status.ruleset)
}

/// Returns all restrictions; an error if the kernel lacks a required one.
fn ruleset(is_offline: bool) -> Result<Ruleset, RulesetError> {
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(FILES))?;
    let ruleset =
        if is_offline { ruleset.handle_access(AccessNet::from_all(NETWORK))? } else { ruleset };
    ruleset
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI::V5))?
        .scope(Scope::from_all(BEST))
}

/// The toolchains of the user, and the folders of `PATH` that are not as wide as the home folder or the root.
fn toolchains(environment: &Environment) -> Vec<PathBuf> {
    let home = environment.home();
    let mut found: Vec<PathBuf> =
        home.iter().flat_map(|home| TOOLCHAINS.iter().map(|part| home.join(part))).collect();
    let is_narrow =
        |folder: &PathBuf| folder.components().count() > 2 && Some(folder) != home.as_ref();
    found.extend(environment.program_folders().into_iter().filter(is_narrow));
    found
}
