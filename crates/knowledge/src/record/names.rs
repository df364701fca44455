//! Names in backticks: what an entry says of code must be there.

/// The names in backticks that neither stand in `shown` nor are known, each once.
pub(super) fn unknown_names<'a>(
    said: impl Iterator<Item = &'a str>,
    shown: &str,
    is_known: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let mut unknown: Vec<String> = Vec::new();
    for code in said.flat_map(quoted_code) {
        if stands_in(shown, code) || is_known(code) {
            continue;
        }
        if let Some(last) = path_end(code) {
            // `fs::read` may be shown where `std::fs::read` is said; a `read` elsewhere is another.
            if !stands_in(shown, last) && !unknown.iter().any(|known| known == code) {
                unknown.push(code.to_owned());
            }
            continue;
        }
        // Code of several words is known by its words.
        for name in identifiers(code) {
            let is_whole = name == code;
            let is_there = stands_in(shown, name) || !is_whole && is_known(name);
            if !is_there && !unknown.iter().any(|known| known == name) {
                unknown.push(name.to_owned());
            }
        }
    }
    unknown
}

/// The last name of a qualified one, such as `c` of `a::b.c()`; `None` for anything else.
fn path_end(code: &str) -> Option<&str> {
    let path = code.trim_end_matches("()");
    let is_path = path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '#'));
    let last = path.rsplit([':', '.', '#']).next()?;
    let is_named = last.starts_with(|c: char| c.is_alphabetic() || c == '_');
    (is_path && is_named && last.len() < path.len()).then_some(last)
}

/// What stands between backticks, of blocks each line.
fn quoted_code(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        let n_ticks = rest[at..].bytes().take_while(|byte| *byte == b'`').count();
        let body = &rest[at + n_ticks..];
        let Some(end) = closing(body, n_ticks) else {
            rest = body;
            continue;
        };
        let mut code = &body[..end];
        if n_ticks >= 3 {
            // The word after the fence names the language.
            code = code.split_once('\n').map_or("", |(_, code)| code);
        }
        found.extend(code.lines().map(str::trim).filter(|line| !line.is_empty()));
        rest = &body[end + n_ticks..];
    }
    found
}

/// The start of the next run of exactly `n_ticks` backticks.
fn closing(text: &str, n_ticks: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        let n_found = text[start..].bytes().take_while(|byte| *byte == b'`').count();
        if n_found == n_ticks {
            return Some(start);
        }
        at = start + n_found;
    }
    None
}

/// The names in a piece of code: what strings say, numbers and signs are none.
fn identifiers(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (at, piece) in code.split(['"', '\'']).enumerate() {
        if at % 2 == 1 {
            continue;
        }
        let words = piece.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.extend(words.filter(|word| {
            word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.len() > 1
        }));
    }
    names
}

/// Whether a piece of code stands in a text, not as a part of longer names.
fn stands_in(text: &str, code: &str) -> bool {
    let code = code.trim_end_matches("()");
    if code.is_empty() {
        return true;
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(code).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + code.len()..].chars().next();
        let begins = !code.starts_with(is_name) || !before.is_some_and(is_name);
        let ends = !code.ends_with(is_name) || !after.is_some_and(is_name);
        begins && ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, shown: &str, expected: &[&str]) {
        let is_known = |name: &str| ["Pool", "Pool::take", "Pool::take()"].contains(&name);
        assert_eq!(unknown_names([said].into_iter(), shown, &is_known), expected);
    }

    #[test]
    fn a_name_is_known_by_the_index_or_by_what_was_shown() {
        check("Hands out a `Pool` by `Pool::take()`; see `retries`.", "let retries = 3;", &[]);
        check("Calls `launch_rockets` and `Pool`.", "let launch = 1;", &["launch_rockets"]);
        check("`retry` is not `retries`", "let retries = 3;", &["retry"]);
    }

    #[test]
    fn numbers_and_strings_are_no_names() {
        check("returns `42`, `-1`, `\"no such name\"`, `{}` or `n`", "", &[]);
    }

    #[test]
    fn code_is_known_by_its_words() {
        check("`Pool<Conn>` and ```rust\nPool::drop()\n```", "type Conn = u8;", &["Pool::drop()"]);
        check("`std::fs::read` and `Pool::read`", "fs::read(path)", &[]);
        check("an open ` backtick and `` two ``", "two", &[]);
    }
}
