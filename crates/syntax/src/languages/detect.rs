//! Detects a file's language by its name, and by its text where the name does not settle it.

use rutter_domain::Language;

/// Maximum number of lines of a header to examine.
const HEADER_LINES: usize = 3000;

/// Extensions of languages that are read as plain lines, whatever their first line says.
const PLAIN_EXTENSIONS: &[&str] = &["pl", "pm", "pod6", "t", "m", "mm", "tcl", "awk", "sed"];

/// The language of a file. A text that says nothing about itself is `Unknown`.
pub fn language_of(path: &str, text: &str) -> Language {
    let by_path = Language::of_path(path);
    let extension = extension_of(path);
    let has_extension = |wanted: &str| extension.eq_ignore_ascii_case(wanted);
    match by_path {
        Language::C if has_extension("h") && is_cpp_header(text) => Language::Cpp,
        Language::Php if has_extension("inc") && !text.trim_start().starts_with("<?php") => {
            Language::Unknown
        }
        // Qt keeps its translations in files of this name.
        Language::TypeScript if is_markup(text) => Language::Unknown,
        Language::Unknown if PLAIN_EXTENSIONS.iter().any(|plain| has_extension(plain)) => {
            Language::Unknown
        }
        Language::Unknown => {
            let first_line = text.lines().next().unwrap_or_default();
            Language::of_shebang(first_line).unwrap_or(Language::Unknown)
        }
        known => known,
    }
}

fn is_markup(text: &str) -> bool {
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    ["<?xml", "<!DOCTYPE", "<!--", "<TS "].iter().any(|start| text.starts_with(start))
}

fn extension_of(path: &str) -> &str {
    let file_name = path.rsplit('/').next().unwrap_or(path);
    file_name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Whether a header holds what only C++ has. Comments and preprocessor lines do not count: many a
/// C header mentions C++ in both.
fn is_cpp_header(text: &str) -> bool {
    let mut is_comment = false;
    let mut is_for_cpp = false;
    for line in text.lines().take(HEADER_LINES) {
        let code = without_comments(line, &mut is_comment);
        if let Some(directive) = code.strip_prefix('#') {
            // Code under `#ifdef __cplusplus` shows that the header is for both.
            is_for_cpp = directive.contains("__cplusplus")
                || (is_for_cpp && !directive.trim_start().starts_with("endif"));
        } else if !is_for_cpp && is_cpp_line(code) {
            return true;
        }
    }
    false
}

/// The first code on a line; `is_comment` says whether the line begins, and then whether it ends,
/// within a comment.
fn without_comments<'a>(line: &'a str, is_comment: &mut bool) -> &'a str {
    let mut code = line.trim();
    while *is_comment || code.starts_with("/*") {
        let Some((_, rest)) = code.split_once("*/") else {
            *is_comment = true;
            return "";
        };
        *is_comment = false;
        code = rest.trim_start();
    }
    let code = code.split("//").next().unwrap_or_default();
    let Some((code, comment)) = code.split_once("/*") else { return code.trim_end() };
    *is_comment = !comment.contains("*/");
    code.trim_end()
}

fn is_cpp_line(code: &str) -> bool {
    let first = code.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let rest = code[first.len()..].trim_start();
    let begins_name = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match first {
        "class" => begins_name(rest) && !rest.contains('='),
        "namespace" => begins_name(rest) || rest.starts_with('{'),
        "template" => rest.starts_with('<'),
        "using" => begins_name(rest) && rest.ends_with(';'),
        "public" | "protected" | "private" => rest == ":",
        "constexpr" | "virtual" | "explicit" | "friend" => begins_name(rest),
        _ => code.contains("std::"),
    }
}

#[cfg(test)]
mod tests;
