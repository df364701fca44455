//! What the text of a file and the manifest of its package say about a missing description.

use rutter_domain::{Language, Symbol};

use crate::documents::repository_text::RepositoryText;
use crate::findings::Finding;
use rutter_domain::words::contains_word;
use rutter_syntax::profile;
use rutter_syntax::profile::Unbound;

/// Without a known entry point, a name of a script is one for others if this many other files use it.
const FEWEST_USERS: u32 = 2;

/// Whether others are meant to use the symbol of a finding.
pub fn is_for_others(path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
    let Some(name) = finding.symbol.as_deref() else { return true };
    let language = Language::of_path(path);
    if profile(language).is_script() {
        return is_exported_by_package(path, name, text);
    }
    let may_be_mixed_in = profile(language).names.unbound == Unbound::AnyMember;
    let is_override = may_be_mixed_in && calls_super(path, name, text);
    !is_run(path, text) && !is_override
}

fn is_exported_by_package(path: &str, qualified_name: &str, text: &RepositoryText<'_>) -> bool {
    let top = qualified_name.split('.').next().unwrap_or(qualified_name);
    let surface = text.package_surface(path);
    if let Some(surface) = surface {
        if surface.is_private {
            return false;
        }
        if surface.has_entry {
            return surface.has(path, top);
        }
    }
    let repository = text.repository();
    let refers = text.facts(path).is_some_and(|facts| {
        facts
            .references
            .iter()
            .any(|reference| !reference.kind.is_of_data() && reference.name == top)
    });
    let n_users = repository.n_using_files(top).saturating_sub(u32::from(refers));
    n_users >= FEWEST_USERS
}

/// Whether a file is run and never imported: it names its interpreter, or lists its dependencies itself.
fn is_run(path: &str, text: &RepositoryText<'_>) -> bool {
    text.text(path).is_some_and(|text| {
        // Only the few lines that begin so are looked at: this is asked for every symbol of a file.
        let mut blocks = text.match_indices("# /// script");
        let is_whole_line = |at: usize| {
            let line = text[at..].lines().next().unwrap_or_default().trim_end();
            line == "# /// script" && (at == 0 || text[..at].ends_with('\n'))
        };
        text.starts_with("#!") || blocks.any(|(at, _)| is_whole_line(at))
    })
}

/// Whether the comment of a Python definition stands above it, where it names a group of definitions.
pub fn is_section_comment(path: &str, line: u32, text: &RepositoryText<'_>) -> bool {
    let above =
        text.above(path, line).filter(|_| profile(Language::of_path(path)).has_types_as_values());
    above.is_some_and(|above| {
        let mut code = above.lines().map(str::trim).filter(|line| !line.starts_with('@'));
        code.next().is_some_and(|line| line.starts_with('#'))
    })
}

/// Whether a method hands on to the one that it overrides.
fn calls_super(path: &str, name: &str, text: &RepositoryText<'_>) -> bool {
    let (Some(facts), Some(source)) = (text.facts(path), text.text(path)) else { return false };
    let mut methods = facts.symbols.iter();
    methods.any(|symbol| {
        symbol.kind.is_callable()
            && symbol.qualified_name == name
            && contains_word(&text_of(symbol, &source), "super")
    })
}

fn text_of(symbol: &Symbol, source: &str) -> String {
    let first = symbol.span.start_line.saturating_sub(1) as usize;
    let lines = source.lines().skip(first).take(symbol.span.n_lines() as usize);
    lines.collect::<Vec<&str>>().join("\n")
}

/// Whether a comment stands above a declaration of C, be it with a macro between, or above its group.
pub fn has_comment_above(path: &str, line: u32, text: &RepositoryText<'_>) -> bool {
    let is_c = profile(Language::of_path(path)).is_like_c();
    let Some(above) = text.above(path, line).filter(|_| is_c) else { return false };
    let above = above.lines().map(str::trim);
    let is_attribute = |line: &&str| {
        let is_name = |c: char| c.is_uppercase() || c.is_numeric() || "_()".contains(c);
        !line.is_empty() && line.chars().all(is_name) || line.starts_with("#if")
    };
    let first = above.clone().find(|line| !is_attribute(line));
    if first.is_some_and(|line| line.ends_with("*/") || line.starts_with("//")) {
        return true;
    }
    // A comment of documentation tools may describe all members of a group.
    let has = |line: &str, marks: [&str; 2]| marks.iter().any(|mark| line.contains(mark));
    let border = above.clone().find_map(|line| {
        let (opens, closes) = (has(line, ["@{", "\\{"]), has(line, ["@}", "\\}"]));
        (opens || closes).then_some(opens && !closes)
    });
    border == Some(true)
}
