//! Finds imports, command lines and paths of files in blocks of code.
//!
//! Other names in samples are mostly the reader's own, so nothing else is taken from them.

use std::collections::HashSet;
use std::ops::Range;

use rutter_domain::{Language, MentionKind, MentionSource};

use super::found::{Found, is_command};
use super::sample_paths;
use crate::chunks::line_table::LineTable;
use crate::read::imports_of;

/// Longer samples are not parsed for imports.
const MAX_SAMPLE_BYTES: usize = 20_000;

/// One of these is in each sample that imports something.
const IMPORT_WORDS: &[&str] = &["import", "use ", "require", "#include", "using "];

/// The content of a block of code.
enum Sample {
    Shell,
    /// A session: what follows a prompt is a command.
    Session,
    Code(Language),
    Other,
    /// Not shown to readers: front matter, a comment.
    Hidden,
}

/// Adds what the block on these lines mentions.
pub(super) fn find(
    language: Language,
    table: &LineTable<'_>,
    block: Range<u32>,
    found: &mut Found<'_>,
) {
    let n_before = found.mentions.len();
    let lines = block.start + 1..block.end;
    match sample_of(language, table, &block) {
        Sample::Shell => commands(table, block, Prompt::Optional, found),
        Sample::Session => commands(table, block, Prompt::Required, found),
        Sample::Code(language) => imports(language, table, block, found),
        Sample::Other => {}
        Sample::Hidden => return,
    }
    let commands = found.mentions[n_before..].iter();
    let commands = commands.filter(|mention| mention.kind == MentionKind::Command);
    let commands: HashSet<u32> = commands.map(|mention| mention.line - 1).collect();
    sample_paths::find(table, lines, &commands, found);
    found.mentions[n_before..].sort_by_key(|mention| (mention.line, mention.column));
}

fn sample_of(language: Language, table: &LineTable<'_>, block: &Range<u32>) -> Sample {
    let first = table.line(block.start).trim();
    // language: each format of documents marks code in its own way
    let info = match language {
        Language::Markdown => match first.trim_start_matches(['`', '~']) {
            info if info.len() < first.len() => info,
            // Front matter or a comment.
            _ => return Sample::Hidden,
        },
        Language::ReStructuredText => restructured_info(table, block),
        Language::AsciiDoc if first.starts_with("////") => return Sample::Hidden,
        Language::AsciiDoc => asciidoc_info(table, block, first),
        _ => return Sample::Hidden,
    };
    let name = info.trim_matches(|c: char| c == '{' || c == '.' || c.is_whitespace());
    let name = name.split([',', ' ', '{', '}', ':', '[']).next().unwrap_or_default();
    match &*name.to_ascii_lowercase() {
        "sh" | "bash" | "shell" | "zsh" | "fish" | "shellscript" => Sample::Shell,
        // A block without a language may be a session, but also any output: there a command needs
        // its prompt.
        "" | "console" | "text" | "txt" | "shell-session" | "sh-session" | "bash-session"
        | "terminal" => Sample::Session,
        name => Language::parse(name).map_or(Sample::Other, Sample::Code),
    }
}

/// The language that the directive above a block gives: `bash` of `.. code-block:: bash`.
fn restructured_info<'a>(table: &LineTable<'a>, block: &Range<u32>) -> &'a str {
    let above = block.start.checked_sub(1).map_or("", |line| table.line(line).trim());
    let directive = above.strip_prefix(".. ").and_then(|directive| directive.split_once("::"));
    directive.map_or("", |(_, info)| info)
}

/// The attributes before a block: `bash` of `[source,bash]`.
fn asciidoc_info<'a>(table: &LineTable<'a>, block: &Range<u32>, first: &'a str) -> &'a str {
    if let Some(info) = first.strip_prefix("```") {
        return info;
    }
    // A title may be between the attributes and the block.
    let above =
        (1..=2).filter_map(|n| block.start.checked_sub(n)).map(|line| table.line(line).trim());
    let attributes = above.filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).next();
    attributes.and_then(|list| list.split(',').nth(1)).unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Prompt {
    Required,
    Optional,
}

fn commands(table: &LineTable<'_>, block: Range<u32>, prompt: Prompt, found: &mut Found<'_>) {
    let lines =
        || block.clone().map(|line| (line, table.line(line).trim_end_matches(['\n', '\r'])));
    let prompted =
        |text: &str| ["$ ", "% ", "> "].iter().any(|mark| text.trim_start().starts_with(mark));
    let has_prompts = lines().any(|(_, text)| prompted(text));
    for (line, text) in lines().skip(1) {
        let content = text.trim_start();
        if content.starts_with('#') || (has_prompts && !prompted(text)) {
            continue;
        }
        // Without a prompt, it may be the output of a program.
        let is_certain = has_prompts || prompt == Prompt::Optional;
        let command = content.trim_start_matches(['$', '%', '>']).trim_start();
        let end = comment_start(command).unwrap_or(command.len());
        let command = command[..end].trim_end().trim_end_matches('\\').trim_end();
        if is_command(command) && (is_certain || command.contains(" --")) {
            let start = text.len() - content.trim_start_matches(['$', '%', '>']).trim_start().len();
            found.add(MentionKind::Command, MentionSource::FencedCode, line, start, command);
        }
    }
}

/// Where a comment begins in a command line.
fn comment_start(command: &str) -> Option<usize> {
    command.find(" # ").or_else(|| command.find("  #"))
}

fn imports(language: Language, table: &LineTable<'_>, block: Range<u32>, found: &mut Found<'_>) {
    let lines = block.start + 1..block.end;
    let n_bytes = table.n_bytes(lines.clone()) as usize;
    if n_bytes > MAX_SAMPLE_BYTES {
        return;
    }
    let text: String = lines.clone().map(|line| without_prompt(table.line(line))).collect();
    // To parse a sample costs far more than to look for these words.
    if !IMPORT_WORDS.iter().any(|word| text.contains(word)) {
        return;
    }
    for import in imports_of(language, &dedented(&text)) {
        let line = lines.start + import.line.saturating_sub(1);
        let written = table.line(line);
        let name = import.name.as_deref().filter(|name| *name != "*" && *name != "default");
        let (text, scope) = match name {
            Some(name) => (name, Some(import.module.clone())),
            None => (import.module.as_str(), None),
        };
        // The module may contain the name: `from run import run`.
        let column = written.rfind(text).unwrap_or_default();
        let source = MentionSource::FencedCode;
        found.add_scoped(MentionKind::Import, source, line, column, text, scope);
    }
}

/// A line of a Python session without its prompt.
fn without_prompt(line: &str) -> &str {
    let content = line.trim_start();
    content.strip_prefix(">>> ").or_else(|| content.strip_prefix("... ")).unwrap_or(line)
}

/// The lines without the indentation that all of them have.
fn dedented(text: &str) -> String {
    let indent_of = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let filled = text.lines().filter(|line| !line.trim().is_empty());
    let n_indent = filled.map(indent_of).min().unwrap_or_default();
    let cut = |line: &str| format!("{}\n", line.get(n_indent..).unwrap_or_default());
    text.lines().map(cut).collect()
}
