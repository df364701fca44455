//! The program's `--help`: its commands in groups, and the table of exit codes.

use std::fmt::Write as _;

use clap::{Command, CommandFactory as _};

use super::Arguments;
use crate::exit::Exit;

/// The groups of commands in `--help`.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Look",
        &[
            "search", "similar", "grep", "symbol", "references", "impact", "path", "overview",
            "changed", "why",
        ],
    ),
    ("Know", &["ask", "chat", "explore", "entries", "gaps"]),
    ("Share", &["serve", "mcp", "agents", "export", "team"]),
    ("Keep", &["index", "status", "doctor", "runs", "metrics", "completions"]),
];

/// Returns the whole command line, for parsing, help and completions. clap has no groups of commands, so they are
/// written into the template of the help.
pub fn command_line() -> Command {
    let command = Arguments::command();
    let styles = command.get_styles();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    let mut groups = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(groups, "{header}{title}:{header:#}");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map_or_else(String::new, ToString::to_string);
            let _ = writeln!(groups, "  {literal}{name:<11}{literal:#} {about}");
        }
        groups.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    let codes = format!("{header}Exit codes:{header:#}\n{}", Exit::table().trim_end());
    command.help_template(template).after_help(codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Arguments::command();
        let mut declared: Vec<&str> = command
            .get_subcommands()
            .map(Command::get_name)
            .filter(|name| *name != "help")
            .collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        declared.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, declared);
    }
}
