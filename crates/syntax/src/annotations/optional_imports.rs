//! Imports that may fail or be left out without harm.

use rutter_domain::Facts;

use crate::languages::profile;
use crate::profile::Route;

/// Maximum number of lines above an import to examine.
const MOST_LINES: usize = 200;

pub fn find(lines: &[&str], facts: &Facts) -> Vec<u32> {
    if facts.imports.is_empty() {
        return Vec::new();
    }
    let profile = profile(facts.language);
    let is_optional: fn(&[&str], usize) -> bool = match profile.imports.scheme {
        Route::Packages => is_in_branch,
        // Rust leaves code out by attributes, Python by branches.
        Route::Crates => is_behind_cfg,
        // An import that is a statement runs only when its block does; one that is a declaration
        // always counts.
        _ if profile.values.run_imports => is_in_block,
        _ => return Vec::new(),
    };
    let mut found: Vec<u32> = facts.imports.iter().map(|import| import.line).collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|line| (*line as usize) <= lines.len() && is_optional(lines, *line as usize - 1));
    found
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether an import is inside `try`, `except`, `if` or `else`.
fn is_in_branch(lines: &[&str], at: usize) -> bool {
    const BRANCHES: [&str; 7] = ["try", "except", "if ", "elif ", "else", "with ", "finally"];
    let mut least = indent(lines[at]);
    for line in lines[..at].iter().rev().take(MOST_LINES) {
        if least == 0 {
            break;
        }
        if line.trim().is_empty() || indent(line) >= least {
            continue;
        }
        least = indent(line);
        let word = line.trim_start();
        if BRANCHES.iter().any(|branch| word.starts_with(branch)) {
            return true;
        }
    }
    false
}

/// Whether an import is behind an attribute, or inside an indented block other than its `use`.
fn is_behind_cfg(lines: &[&str], at: usize) -> bool {
    let above = lines[..at].iter().rev().take(MOST_LINES).map(|line| line.trim());
    for line in above {
        if line.starts_with("#[cfg")
            || line.starts_with("#[path")
            || line.starts_with("cfg_")
            || line.contains("cfg_if!")
        {
            return true;
        }
        // Attributes, their further lines and comments belong to what follows.
        if line.is_empty() || line.ends_with([';', '}']) {
            break;
        }
    }
    indent(lines[at]) > 0
        && lines[..at].iter().rev().take(MOST_LINES).any(|line| {
            let line = line.trim_start();
            line.starts_with("cfg_") || line.contains("macro_rules!") || line.starts_with("quote")
        })
}

/// Whether an import is indented: in a function, a condition or a `try`.
fn is_in_block(lines: &[&str], at: usize) -> bool {
    indent(lines[at]) > 0 && !lines[at].trim_start().starts_with(['}', '{', ','])
}
