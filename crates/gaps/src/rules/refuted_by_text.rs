//! What the text at a symbol without a doc comment says in its place.

use rutter_domain::{Facts, Language, Symbol, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::{Body, Route};

use crate::documents::repository_text::RepositoryText;
use crate::findings::Finding;

/// A comment with fewer words describes nothing.
const FEWEST_WORDS: usize = 4;
/// A header with fewer words does not describe the type of its file.
const FEWEST_HEADER_WORDS: usize = 6;
/// Enumerations and structs of C and C# with at most this number of members say all by their names.
const MOST_CONSTANTS: usize = 5;
const MOST_FIELDS: usize = 2;
/// How many lines above a declaration are searched for its comment.
const MOST_LINES_BETWEEN: usize = 12;

/// Whether a symbol needs no description after all, by the text of its file.
pub fn is_clear_from_text(path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
    let (Some(facts), Some(source)) = (text.facts(path), text.text(path)) else { return false };
    let name = finding.symbol.as_deref();
    let symbol = facts.symbols.iter().enumerate().find(|(_, symbol)| {
        symbol.span.start_line == finding.line && Some(symbol.qualified_name.as_str()) == name
    });
    let Some((at, symbol)) = symbol else { return false };
    let whole = symbol.span.slice(&source);
    let language = facts.language;
    let is_small = if profile(language).is_like_c() || profile(language).has_xml_comments() {
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        is_small_type(&facts, symbol, at, whole) || has_distant_comment(&lines, symbol)
    } else {
        profile(language).has_types_as_values() && has_comment_below(whole)
    };
    is_small
        || is_aside(path, &facts, symbol, &source)
        || is_of_header(path, &facts, symbol)
        || is_told_by_name(facts.language, symbol, whole)
}

/// Whether a symbol is not for users of the code around it: it stands in the demonstration of a module, is
/// a helper or a second place of something in a header of C++, or is exempt from warnings.
pub fn is_aside(path: &str, facts: &Facts, symbol: &Symbol, source: &str) -> bool {
    let language = facts.language;
    let is_looked_at = profile(language).has_types_as_values()
        || profile(language).is_like_c()
        || profile(language).has_xml_comments();
    // At the margin, Python has no demonstration around it: nearly all symbols are there.
    let is_at_margin = profile(language).has_types_as_values()
        && (symbol.span.start_byte == 0
            || source.as_bytes().get(symbol.span.start_byte as usize - 1) == Some(&b'\n'));
    if !is_looked_at || is_at_margin {
        return false;
    }
    let lines: Vec<&str> = source.lines().collect();
    let above = &lines[..(symbol.span.start_line as usize).saturating_sub(1).min(lines.len())];
    match profile(language).imports.scheme {
        Route::Packages => {
            // The statement at the margin that the definition is below.
            let at_margin = |line: &&&str| line.starts_with(|c: char| c.is_alphanumeric());
            let own = lines.get(above.len()).copied().unwrap_or_default();
            let outer = above.iter().rev().find(at_margin).copied().unwrap_or_default();
            own.starts_with([' ', '\t']) && outer.contains("__name__") && outer.contains("__main__")
        }
        Route::Includes => {
            let name = path.rsplit('/').next().unwrap_or(path);
            let is_helper =
                name.starts_with("impl.") || name.contains("_impl.") || name.contains("-inl.");
            let head = symbol.signature.split('(').next().unwrap_or_default();
            let is_second_place = head.ends_with(&format!("::{}", symbol.name));
            let before = above.iter().rev().map(|line| line.trim()).find(|line| !line.is_empty());
            let is_special =
                |line: &str| line.starts_with("template <>") || line.starts_with("template<>");
            let own = lines.get(above.len()).map_or("", |line| line.trim());
            is_helper
                || name == "traits.h"
                || is_second_place
                || symbol.qualified_name.contains("std::")
                || is_special(own)
                || before.is_some_and(is_special)
        }
        _ => {
            let last = above
                .iter()
                .rev()
                .find(|line| line.contains("#pragma warning") && line.contains("1591"));
            last.is_some_and(|line| line.contains("disable"))
        }
    }
}

/// Whether a type has few members, or most of them have comments.
fn is_small_type(facts: &Facts, symbol: &Symbol, at: usize, whole: &str) -> bool {
    let Some((_, body)) = whole.split_once('{') else { return false };
    let body = body.rsplit_once('}').map_or(body, |(body, _)| body);
    let mut inside = facts.symbols.iter().filter(|inner| inner.parent == Some(at as u32));
    if inside.any(|inner| inner.kind.is_callable()) {
        return false;
    }
    let lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_comment = |line: &&str| ["//", "/*", "*"].iter().any(|mark| line.starts_with(mark));
    let code: Vec<&str> = lines.clone().filter(|line| !is_comment(line)).collect();
    let has_comment = |line: &&&str| line.contains("//") || line.contains("/*");
    let n_behind = code.iter().filter(has_comment).count();
    let n_above = lines.filter(|line| line.starts_with("//") || line.starts_with("/*")).count();
    let n_members = |mark: char| {
        let bare =
            |line: &&'_ str| line.find("//").or_else(|| line.find("/*")).unwrap_or(line.len());
        let members = code.iter().flat_map(|line| line[..bare(line)].split(mark));
        members.filter(|part| part.contains(char::is_alphabetic)).count()
    };
    let is_commented = |n: usize| n > 0 && (n_behind + n_above) * 2 > n;
    match symbol.kind {
        SymbolKind::Enum => {
            let n = n_members(',');
            n <= MOST_CONSTANTS || is_commented(n)
        }
        SymbolKind::Struct | SymbolKind::Union => {
            let n = n_members(';');
            n <= MOST_FIELDS || is_commented(n)
        }
        SymbolKind::Class
        | SymbolKind::Interface
        | SymbolKind::Trait
        | SymbolKind::TypeAlias
        | SymbolKind::Function
        | SymbolKind::Method
        | SymbolKind::Constructor
        | SymbolKind::EnumMember
        | SymbolKind::Implementation
        | SymbolKind::Module
        | SymbolKind::Macro
        | SymbolKind::Constant
        | SymbolKind::Variable
        | SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::Test
        | SymbolKind::Section
        | SymbolKind::File => false,
    }
}

/// Whether a comment stands above a declaration, with only lines for the preprocessor, attributes and the
/// opening of a namespace between.
fn has_distant_comment(lines: &[&str], symbol: &Symbol) -> bool {
    let own = (symbol.span.start_line as usize).saturating_sub(1).min(lines.len());
    let mut has_prefix = false;
    let mut is_comment = false;
    for line in lines[..own].iter().rev().take(MOST_LINES_BETWEEN) {
        let is_directive = line.starts_with('#') && !line.starts_with("#include");
        let is_namespace = line.starts_with("namespace ") || line.starts_with("inline namespace ");
        let is_template = line.starts_with("template");
        let is_macro = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let is_macro_line = line.len() > 3 && line.chars().all(is_macro);
        if is_directive || is_namespace || is_template || is_macro_line || line.starts_with('[') {
            has_prefix = true;
        } else if !line.is_empty() && *line != "{" {
            is_comment = line.starts_with("//") || line.ends_with("*/");
            break;
        }
    }
    let top = lines[..own].iter().position(|line| {
        !line.is_empty() && !["//", "/*", "*", "#"].iter().any(|mark| line.starts_with(mark))
    });
    // The comment at the top is about the file, and often a licence.
    has_prefix && is_comment && top.is_some()
}

/// Whether the first lines below a `def` are a comment of some length.
fn has_comment_below(whole: &str) -> bool {
    let mut below = whole.lines().skip_while(|line| !line.trim_end().ends_with(':')).skip(1);
    let mut n_words = 0;
    while let Some(comment) = below.next().and_then(|line| line.trim().strip_prefix('#')) {
        n_words += comment.split_whitespace().count();
    }
    n_words >= FEWEST_WORDS
}

/// Whether the comment at the top of a header of C is about its only type, or that of the file's name.
fn is_of_header(path: &str, facts: &Facts, symbol: &Symbol) -> bool {
    let is_of_c = profile(facts.language).is_like_c();
    let header = facts.annotations.header.as_deref().filter(|_| is_of_c && symbol.kind.is_type());
    let Some(header) = header else { return false };
    let is_outer = |one: &&Symbol| {
        let parent = one.parent.and_then(|parent| facts.symbols.get(parent as usize));
        one.kind.is_type() && parent.is_none_or(|parent| parent.kind == SymbolKind::Module)
    };
    let n_types = facts.symbols.iter().filter(is_outer).count();
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    header.split_whitespace().count() >= FEWEST_HEADER_WORDS
        && (n_types == 1 || stem.eq_ignore_ascii_case(&symbol.name))
}

/// Whether the name of a function with one statement says what it does: `isOpen`, `generate_id`.
fn is_told_by_name(language: Language, symbol: &Symbol, whole: &str) -> bool {
    const STARTS: [&str; 6] = ["is", "has", "can", "generate", "unescape", "to"];
    let begins = STARTS.iter().any(|start| {
        let rest = symbol.name.strip_prefix(start);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_lowercase()))
    });
    if !symbol.kind.is_callable() {
        return false;
    }
    let Some(statement) = only_statement(language, whole) else { return false };
    begins || hands_on_to_namesake(&symbol.name, &statement)
}

/// Whether a statement only calls a function of the same name: `CGI.unescape text`.
fn hands_on_to_namesake(name: &str, statement: &str) -> bool {
    let call = statement.trim_start_matches("return ").trim_start_matches("await ");
    let called = call.split(['(', ' ']).next().unwrap_or("");
    let last = called.rsplit(['.', ':', '>']).next().unwrap_or(called);
    called.len() > last.len() && last == name
}

/// The only statement of a body of one line.
fn only_statement(language: Language, whole: &str) -> Option<String> {
    let lines: Vec<&str> = whole.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let body: Vec<&str> = match profile(language).body {
        Body::Indented => {
            let head = lines.iter().position(|line| line.ends_with(':'))?;
            lines[head + 1..].to_vec()
        }
        Body::Ended if lines.last() == Some(&"end") => {
            lines.get(1..lines.len() - 1).map_or_else(Vec::new, <[&str]>::to_vec)
        }
        Body::Ended | Body::Layout | Body::Words => return None,
        Body::Braces
            if profile(language).is_script()
                && whole
                    .split_once("=>")
                    .is_some_and(|(_, body)| !body.trim().starts_with('{')) =>
        {
            let (_, body) = whole.split_once("=>")?;
            return Some(body.trim().to_owned()).filter(|body| body.lines().count() <= 3);
        }
        Body::Braces => {
            let (_, body) = whole.split_once('{')?;
            let body = body.trim_end().trim_end_matches(';').strip_suffix('}')?;
            body.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
        }
    };
    match body.as_slice() {
        [only] => Some((*only).to_owned()),
        _ => None,
    }
}
