//! Reads the C preprocessor's effect on symbols: code that is never compiled, replacements of what the
//! system lacks, macros that only pass on their arguments, and descriptions of structs defined elsewhere.

use rutter_domain::{Facts, Language, Marker, MarkerKind, Symbol, SymbolKind};

use crate::distant_docs::{comment_ending, directive};
use crate::languages::profile;

pub fn find_markers(text: &str, lines: &[&str], facts: &Facts) -> Vec<Marker> {
    if !profile(facts.language).is_like_c() {
        return Vec::new();
    }
    let aside = lines_aside(lines);
    let mut markers = Vec::new();
    for (symbol, at) in facts.symbols.iter().zip(0..) {
        let line = (symbol.span.start_line as usize).saturating_sub(1);
        if aside.get(line) == Some(&true) {
            markers.push(Marker { symbol: at, kind: MarkerKind::Hidden });
        }
        if symbol.kind == SymbolKind::Macro && passes_on_arguments(symbol, text) {
            markers.push(Marker { symbol: at, kind: MarkerKind::Override });
        }
    }
    markers
}

/// The structs that a commented declaration describes, as `struct name`.
pub fn described_structs(lines: &[&str], language: Language) -> Vec<String> {
    if !profile(language).is_like_c() {
        return Vec::new();
    }
    let declared = lines.iter().enumerate().filter_map(|(at, line)| {
        let name = line.trim().strip_prefix("struct ")?.trim_end_matches(';').trim_end();
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_described = is_name && comment_ending(lines, at.checked_sub(1)?).is_some();
        is_described.then(|| format!("struct {name}"))
    });
    declared.collect()
}

/// For each line, whether it is in `#if 0` or in a branch for systems that lack something.
fn lines_aside(lines: &[&str]) -> Vec<bool> {
    /// Whether this branch is aside, and whether the one after `#else` is.
    struct Branches {
        is_aside: bool,
        is_other_aside: bool,
    }
    let mut open: Vec<Branches> = Vec::new();
    let mut aside = Vec::with_capacity(lines.len());
    for line in lines {
        let condition = || line.trim_start().trim_start_matches(['#', ' ', '\t']);
        match directive(line) {
            Some(word) if word.starts_with("if") => {
                let rest = condition().get(word.len()..).unwrap_or("").trim();
                let is_never = word == "if" && rest.split_whitespace().next() == Some("0");
                let asks_system = rest.contains("HAVE_");
                let is_negated = word == "ifndef" || rest.starts_with('!');
                // What older versions of something else lack is replaced.
                let is_for_older = rest.contains("VERSION") && rest.contains('<');
                open.push(Branches {
                    is_aside: is_never || is_for_older || asks_system && is_negated,
                    // The `#else` of `#ifdef HAVE_X` is for systems without it.
                    is_other_aside: asks_system && !is_negated,
                });
            }
            Some("else") => {
                if let Some(last) = open.last_mut() {
                    last.is_aside = last.is_other_aside;
                }
            }
            Some("elif") => {
                if let Some(last) = open.last_mut() {
                    last.is_aside = false;
                }
            }
            Some("endif") => {
                open.pop();
            }
            Some(_) | None => {}
        }
        aside.push(open.iter().any(|branches| branches.is_aside));
    }
    aside
}

/// Whether the body of a macro is one call that is given all of its parameters.
fn passes_on_arguments(symbol: &Symbol, text: &str) -> bool {
    let whole = symbol.span.slice(text);
    let Some((_, rest)) = whole.split_once(symbol.name.as_str()) else { return false };
    let Some((parameters, body)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'))
    else {
        return false;
    };
    let body: String = body.replace('\\', " ").split_whitespace().collect();
    // Brackets around the whole call change nothing.
    let body = match body.strip_prefix('(').and_then(|body| body.strip_suffix(')')) {
        Some(inner) => inner,
        None => body.as_str(),
    };
    let Some((called, arguments)) = body.split_once('(') else { return false };
    let is_name_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut depth = 1usize;
    let closes_at = arguments.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let mut words = parameters.split(',').map(str::trim).filter(|word| !word.is_empty());
    let is_used = |word: &str| {
        let word = if word == "..." { "__VA_ARGS__" } else { word };
        arguments.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|used| used == word)
    };
    !called.is_empty()
        && called.bytes().all(is_name_byte)
        // With anything behind the call the macro does more than pass on.
        && closes_at == arguments.len().checked_sub(1)
        && !arguments.contains([';', '{', '?'])
        && words.all(is_used)
}
