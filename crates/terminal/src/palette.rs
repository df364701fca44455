//! The looks of everything, in one place.
//!
//! Only colours that can be read on a light and on a dark background: no yellow and no white, which
//! vanish on light ones, no blue, which vanishes on black.

use anstyle::{AnsiColor, Style as Look};

pub const PLAIN: Look = Look::new();
pub const HEADING: Look = AnsiColor::Magenta.on_default().bold();
pub const CODE: Look = AnsiColor::Cyan.on_default();
pub const FAINT: Look = Look::new().dimmed();
pub const LINK: Look = Look::new().underline();
pub const URL: Look = AnsiColor::Cyan.on_default().underline();
pub const TABLE_HEAD: Look = Look::new().bold();
pub const ADDED: Look = AnsiColor::Green.on_default();
pub const REMOVED: Look = AnsiColor::Red.on_default();
pub const ADDED_WORD: Look = AnsiColor::Green.on_default().bold().underline();
pub const REMOVED_WORD: Look = AnsiColor::Red.on_default().bold().underline();
pub const HUNK: Look = AnsiColor::Cyan.on_default();

/// Captures of highlight queries and their looks. `function` also covers `function.method`.
pub const CAPTURES: &[(&str, Look)] = &[
    ("attribute", AnsiColor::Cyan.on_default()),
    ("boolean", AnsiColor::Red.on_default()),
    ("comment", Look::new().dimmed().italic()),
    ("constant", PLAIN),
    ("constant.builtin", AnsiColor::Red.on_default()),
    ("constructor", AnsiColor::Cyan.on_default()),
    ("escape", AnsiColor::Red.on_default()),
    ("function", Look::new().bold()),
    ("keyword", AnsiColor::Magenta.on_default()),
    ("number", AnsiColor::Red.on_default()),
    ("string", AnsiColor::Green.on_default()),
    ("string.escape", AnsiColor::Red.on_default()),
    ("tag", AnsiColor::Magenta.on_default()),
    ("type", AnsiColor::Cyan.on_default()),
    ("variable", PLAIN),
    ("variable.builtin", AnsiColor::Magenta.on_default()),
];
