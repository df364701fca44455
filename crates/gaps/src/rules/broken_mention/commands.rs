//! Command lines, and flags alone: those that a program of this repository does not have.
//!
//! A flag is unknown if no file of code or data contains it in any way of writing it.

use std::borrow::Cow;

use rutter_domain::{DocumentMention, MentionKind};
use rutter_syntax::parse_command;

use super::Examination;
use crate::documents::repository_text::RepositoryText;
use crate::lexicon::programs;

pub(super) fn examine(examination: &mut Examination<'_, '_>, mention: &DocumentMention) {
    let Some(command) = command_of(mention) else { return };
    let Some((program, flags)) = parse(&command) else { return };
    for flag in flags {
        if spellings(flag).iter().any(|name| examination.repository.is_defined(name)) {
            continue;
        }
        let message = format!("`{program}` has no flag `--{flag}`");
        let subject = format!("{program} --{flag}");
        examination.suspect(mention, &subject, message, None);
    }
}

pub(super) fn confirm(mention: &DocumentMention, subject: &str, text: &RepositoryText<'_>) -> bool {
    let Some(command) = command_of(mention) else { return false };
    let Some((program, flags)) = parse(&command) else { return false };
    let wanted = subject.rsplit_once(" --").map(|(_, flag)| flag);
    let Some(flag) = flags.into_iter().find(|flag| Some(*flag) == wanted) else { return false };
    text.own().programs.contains(program) && !has_flag(flag, text) && has_parser(text)
}

/// Whether a command line has this program and flag.
pub(super) fn is_in(mention: &DocumentMention, subject: &str) -> bool {
    let command = command_of(mention);
    command.as_deref().and_then(parse).is_some_and(|(program, flags)| {
        flags.iter().any(|flag| format!("{program} --{flag}") == subject)
    })
}

/// A command line, or a flag after the program of its section. A flag without one may be of any program.
fn command_of(mention: &DocumentMention) -> Option<Cow<'_, str>> {
    match (mention.kind, &mention.scope) {
        (MentionKind::Flag, None) => None,
        (MentionKind::Flag, Some(program)) => Some(format!("{program} {}", mention.text).into()),
        (
            MentionKind::Command
            | MentionKind::Name
            | MentionKind::Path
            | MentionKind::Link
            | MentionKind::Import,
            _,
        ) => Some(mention.text.as_str().into()),
    }
}

/// The program that a command line runs, and its long flags.
fn parse(command: &str) -> Option<(&str, Vec<&str>)> {
    let (program, words) = parse_command(command)?;
    let flags = words.take_while(|word| *word != "--").filter_map(|word| {
        let word = word.trim_start_matches(['[', '(']).strip_prefix("--")?;
        let end = word
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
            .unwrap_or(word.len());
        let flag = &word[..end];
        let is_known = flag.is_empty() || flag.starts_with('-') || programs::USUAL_FLAGS.has(flag);
        (!is_known).then_some(flag)
    });
    Some((program, flags.collect()))
}

/// The ways in which code writes a flag: `dry-run`, `dry_run`, `dryRun`, `DryRun`.
fn spellings(flag: &str) -> [String; 4] {
    let mut humps = String::with_capacity(flag.len());
    for part in flag.split(['-', '_']) {
        let mut chars = part.chars();
        humps.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        humps.push_str(chars.as_str());
    }
    let mut camel = humps.clone();
    if let Some(first) = camel.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    [flag.replace('_', "-"), flag.replace('-', "_"), camel, humps]
}

fn has_flag(flag: &str, text: &RepositoryText<'_>) -> bool {
    let bare = flag.strip_prefix("no-").unwrap_or(flag);
    [flag, bare].iter().any(|flag| {
        let spellings = spellings(flag);
        text.has_text(flag, |text| spellings.iter().any(|name| text.contains(name.as_str())))
    })
}

/// Whether the code uses a parser of arguments that is known.
fn has_parser(text: &RepositoryText<'_>) -> bool {
    programs::PARSERS.iter().any(|parser| text.has_word(parser))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_has_a_program_and_long_flags() {
        let check = |command: &str, wanted: &str| {
            let (program, flags) = parse(command).unwrap();
            assert_eq!(format!("{program} {}", flags.join(" ")).trim_end(), wanted, "{command}");
        };
        check("tool run --all --limit=3 -v --help", "tool all limit");
        check("RUST_LOG=x sudo ./bin/tool --dry-run | grep --color x", "tool dry-run");
        check("tool --help-long --completion-script-zsh --version --port", "tool port");
        check("tool -- --inner", "tool");
        check("tool [--maybe] (--other)", "tool maybe other");
    }

    #[test]
    fn a_flag_has_several_spellings() {
        assert_eq!(spellings("dry-run"), ["dry-run", "dry_run", "dryRun", "DryRun"]);
    }
}
