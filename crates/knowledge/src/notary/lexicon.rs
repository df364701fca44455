//! Words by which sentences about code are understood.

/// Between two names: what the first one does with the second.
pub(super) const CALLS: &[&str] = &["calls", "invokes", "delegates to"];
pub(super) const RAISES: &[&str] = &["raises", "throws", "may raise"];
pub(super) const IMPLEMENTS: &[&str] =
    &["implements", "extends", "inherits from", "is a subclass of", "subclasses"];

/// Between a name and the path of the file that defines it.
pub(super) const DEFINED_IN: &[&str] = &[
    "is defined in", "defined in", "is implemented in", "is declared in", "is located in",
    "lives in", "is in",
];

/// What a sentence with one of these words names need not exist: it is denied, asked for, or was there once.
pub(super) const UNDECIDED: &[&str] = &[
    "no", "not", "never", "don't", "doesn't", "isn't", "without", "avoid", "instead", "if",
    "unless", "optional", "may", "might", "would", "old", "previous", "was", "were", "new", "add",
    "ignored", "deleted", "delete", "remove", "rename", "migrated",
];

/// Programs that run the scripts of a `package.json`.
pub(super) const SCRIPT_RUNNERS: &[&str] = &["npm", "pnpm", "yarn", "bun"];
/// Scripts that they run without `run`.
pub(super) const BARE_SCRIPTS: &[&str] = &["test", "start", "stop", "restart"];

pub(super) const MAKEFILES: &[&str] = &["Makefile", "makefile", "GNUmakefile"];
pub(super) const JUSTFILES: &[&str] = &["justfile", "Justfile", ".justfile"];
/// Such files that have hidden names.
pub(super) const HIDDEN_FILES: &[&str] = &[".cargo/config.toml", ".cargo/config", ".justfile"];

/// Lines by which a Makefile or a justfile takes in recipes from elsewhere, or makes them up.
pub(super) const MADE_ELSEWHERE: &[&str] =
    &["include", "-include", "sinclude", "import", "mod", "$("];
