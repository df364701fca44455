//! Command lines: which program they run, and to which program a flag that stands alone belongs.

use std::collections::{BTreeMap, BTreeSet};

use rutter_domain::{DocumentMention, MentionKind};

use super::outline::Heading;

/// Words that may precede the program of a command line.
const RUNNERS: &[&str] = &[
    "sudo", "npx", "exec", "bundle", "uvx", "pipx", "uv", "poetry", "run", "time", "env", "yarn",
    "pnpm",
];

/// Programs that run a module which is given by its name.
const MODULE_RUNNERS: &[&str] = &["python", "python3"];

/// The program that a command line runs, without its folder, and the words after it.
pub fn parse_command(command: &str) -> Option<(&str, impl Iterator<Item = &str>)> {
    // Only the first of several commands in a line is looked at.
    let command = command.split([';', '|', '&', '>', '`']).next()?;
    let mut words = command.split_ascii_whitespace().peekable();
    // `RUST_LOG=debug sudo tool` runs `tool`.
    while words.next_if(|word| word.contains('=') || RUNNERS.contains(word)).is_some() {}
    let mut program = words.next()?.rsplit('/').next()?;
    if MODULE_RUNNERS.contains(&program) && words.next_if_eq(&"-m").is_some() {
        program = words.next()?;
    }
    Some((program, words))
}

/// Gives each flag that stands alone the program of its section as scope, if the section names one
/// program only. A section without a program takes that of the section around it.
pub(super) fn attach_flags(headings: &[Heading], mentions: &mut [DocumentMention]) {
    if !mentions.iter().any(|mention| mention.kind == MentionKind::Flag) {
        return;
    }
    let mut programs: BTreeMap<Option<u32>, BTreeSet<String>> = BTreeMap::new();
    for mention in mentions.iter().filter(|mention| mention.kind == MentionKind::Command) {
        if let Some((program, _)) = parse_command(&mention.text) {
            programs.entry(mention.section).or_default().insert(program.to_owned());
        }
    }
    let mut last: Option<(Option<u32>, Option<String>)> = None;
    for mention in mentions.iter_mut().filter(|mention| mention.kind == MentionKind::Flag) {
        if last.as_ref().is_none_or(|(section, _)| *section != mention.section) {
            let mut around = around(headings, mention.section);
            let program = around.find_map(|at| programs.get(&at)).and_then(only);
            last = Some((mention.section, program));
        }
        mention.scope = last.as_ref().and_then(|(_, program)| program.clone());
    }
}

/// A section and those around it, innermost first.
fn around(headings: &[Heading], section: Option<u32>) -> impl Iterator<Item = Option<u32>> {
    let parent = |at: u32| {
        let level = headings.get(at as usize)?.level;
        let before = headings[..at as usize].iter().rposition(|heading| heading.level < level);
        before.and_then(|at| u32::try_from(at).ok())
    };
    // A flag before the first heading belongs to the part of the document without a section.
    let first = section.is_none().then_some(None);
    first.into_iter().chain(std::iter::successors(section, move |at| parent(*at)).map(Some))
}

fn only(programs: &BTreeSet<String>) -> Option<String> {
    let mut programs = programs.iter();
    let first = programs.next()?;
    programs.next().is_none().then(|| first.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_of_a_command_line_is_found_behind_what_runs_it() {
        let check = |command: &str, wanted: &str| {
            assert_eq!(parse_command(command).map(|(program, _)| program), Some(wanted));
        };
        check("tool run --all", "tool");
        check("RUST_LOG=x sudo ./bin/tool --dry-run | grep x", "tool");
        check("python -m tool --port 1", "tool");
        check("npx tool", "tool");
        check("python setup.py", "python");
    }
}
