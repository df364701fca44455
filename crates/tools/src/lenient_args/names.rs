//! Synonyms that models use for arguments and tools.

use rutter_domain::edit_distance_within;

/// Groups of synonyms. A name stands for the argument of the tool that is in the same group.
const SAME: [&[&str]; 18] = [
    &[
        "file_path", "path", "file", "filename", "file_name", "filepath", "target_file",
        "directory", "dir", "folder", "dir_path", "directory_path", "folder_path", "relative_path",
        "uri", "target",
    ],
    &[
        "symbol", "name", "symbol_name", "identifier", "function_name", "class_name",
        "qualified_name", "symbol_id", "function",
    ],
    &[
        "query", "q", "question", "search", "search_query", "search_term", "search_terms", "term",
        "keywords", "text", "pattern",
    ],
    &[
        "pattern", "regex", "regexp", "expression", "glob", "glob_pattern", "query", "search",
        "search_pattern", "text", "string",
    ],
    &["text", "code", "snippet", "content", "query"],
    &["content", "contents", "text", "body", "data", "file_content", "new_content"],
    &["command", "cmd", "script", "shell_command", "bash", "command_line"],
    &[
        "limit", "max_results", "top_k", "k", "n", "count", "num_results", "max", "max_count",
        "maximum", "size",
    ],
    &["skip", "offset"],
    &["start_line", "line_start", "from_line", "start", "from", "begin_line", "first_line", "line"],
    &["end_line", "line_end", "to_line", "end", "to", "until", "last_line"],
    &["timeout_s", "timeout", "timeout_seconds", "timeout_sec", "time_limit"],
    &["summary", "description", "purpose"],
    &["details", "detail", "notes", "explanation", "long_description"],
    &["ignore_case", "case_insensitive", "insensitive", "i"],
    &["fixed_strings", "literal", "fixed", "fixed_string", "is_literal"],
    &["lang", "language", "languages"],
    &["file_location", "location", "place", "position"],
];

/// Returns the argument, not given otherwise, that an unknown name stands for.
pub(super) fn meant(typed: &str, is_free: impl Fn(&str) -> bool) -> Option<String> {
    let plain = snake_case(typed);
    if is_free(&plain) {
        return Some(plain);
    }
    let group = SAME.iter().filter(|group| group.contains(&plain.as_str()));
    group.flat_map(|group| group.iter()).find(|name| is_free(name)).map(|name| (*name).to_owned())
}

/// The name of a tool without prefixes that models add: `functions.readFile` is `read_file`.
pub(crate) fn plain_name(typed: &str) -> String {
    let bare = typed.trim().trim_end_matches("()");
    let bare = bare.rsplit(['.', ':', '/']).next().unwrap_or(bare);
    snake_case(bare.rsplit("__").next().unwrap_or(bare))
}

/// `filePath`, `file-path` and `File Path` are `file_path`.
fn snake_case(typed: &str) -> String {
    let mut plain = String::with_capacity(typed.len() + 4);
    let mut was_lower = false;
    for c in typed.trim().trim_start_matches('-').chars() {
        if c == '-' || c == ' ' || c == '_' {
            if !plain.ends_with('_') {
                plain.push('_');
            }
            was_lower = false;
            continue;
        }
        if c.is_uppercase() && was_lower {
            plain.push('_');
        }
        was_lower = c.is_lowercase() || c.is_ascii_digit();
        plain.extend(c.to_lowercase());
    }
    plain
}

/// The name that is most similar to what was typed, if one is close.
pub(crate) fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed = snake_case(typed);
    let parts: Vec<&str> = typed.split('_').filter(|part| part.len() > 2).collect();
    let likeness = |name: &str| {
        let n_common = name.split('_').filter(|part| parts.contains(part)).count();
        let most = 1 + name.len() / 4;
        let n_alike = edit_distance_within(&typed, name, most)
            .map(|distance| name.len() - distance.min(name.len()));
        (n_alike.is_some() || n_common > 0).then_some((n_common, n_alike))
    };
    let ranked = names.filter_map(|name| Some((likeness(name)?, name)));
    ranked.max_by_key(|(likeness, _)| *likeness).map(|(_, name)| name)
}
