//! Functions and types that are as plain as a description of them would be.
//!
//! A constructor that only fills in fields, a function that hands its parameters on to one other, and a list
//! of a named type. Nobody reads a comment at these.

use rutter_domain::{Facts, Language, Marker, MarkerKind, Symbol, SymbolKind};

use crate::languages::profile;
use crate::profile::{Body, ParameterOrder, TypePlace};

/// Longer bodies have something to say.
const MOST_LINES: u32 = 24;
/// A body of one statement, with its head and its end.
const ONE_STATEMENT_LINES: u32 = 4;

pub fn find(text: &str, facts: &Facts) -> Vec<Marker> {
    let is_plain = |symbol: &Symbol| match symbol.kind {
        SymbolKind::Function | SymbolKind::Method => {
            symbol.span.n_lines() <= MOST_LINES && {
                let whole = symbol.span.slice(text);
                only_makes(facts.language, symbol, whole)
                    || symbol.span.n_lines() <= ONE_STATEMENT_LINES
                        && (hands_on(facts.language, symbol, whole) || only_gets(symbol, whole))
            }
        }
        SymbolKind::TypeAlias => is_list(facts.language, symbol),
        SymbolKind::Macro => is_member_access(symbol, text) || is_attribute(symbol, text),
        _ => false,
    };
    let found = facts.symbols.iter().enumerate().filter(|(_, symbol)| is_plain(symbol));
    found.map(|(at, _)| Marker { symbol: at as u32, kind: MarkerKind::Plain }).collect()
}

/// `func NewTable(rows int) *Table { return &Table{rows: rows} }`.
fn only_makes(language: Language, symbol: &Symbol, whole: &str) -> bool {
    if !profile(language).is_structural() || !symbol.name.starts_with("New") {
        return false;
    }
    let Some(body) = body_in_braces(whole) else { return false };
    let Some(made) = body.strip_prefix("return ") else { return false };
    let made = made.trim_start_matches('&').trim();
    let Some((name, fields)) = made.split_once('{') else { return false };
    let is_name = |c: char| c.is_alphanumeric() || "_.[]".contains(c);
    let kind = name.trim();
    // `NewTable` that makes a `Cache` is not plain: its name does not say what it makes.
    let is_of_name = kind.to_lowercase().contains(&symbol.name[3..].to_lowercase());
    kind.chars().all(is_name)
        && closes_at_end(fields, '{', '}')
        && is_of_name
        // A function among the fields does more than fill them in.
        && !fields.contains("func(")
}

/// A function whose body is one call of another that is given all of its parameters.
fn hands_on(language: Language, symbol: &Symbol, whole: &str) -> bool {
    let Some(body) = one_statement(language, whole) else { return false };
    let call = body
        .trim_start_matches("return ")
        .trim_start_matches("await ")
        .trim_start_matches("new ")
        .trim_end_matches([';', ','])
        .trim();
    let Some((called, arguments)) = call.split_once('(') else { return false };
    let is_name = |c: char| c.is_alphanumeric() || "_.:@>-$!?&*[]<".contains(c);
    if called.is_empty() || !called.chars().all(is_name) || !closes_at_end(arguments, '(', ')') {
        return false;
    }
    let Some((_, rest)) = whole.split_once(symbol.name.as_str()) else { return false };
    let Some(list) =
        rest.trim_start_matches([' ', '=']).strip_prefix('(').and_then(|rest| rest.split_once(')'))
    else {
        return false;
    };
    let has_word = |text: &str, word: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
    };
    let names = list.0.split(',').filter_map(|one| parameter_name(language, one));
    let mut names = names.filter(|name| !matches!(*name, "self" | "cls" | "this")).peekable();
    let last = called.rsplit(['.', ':', '>']).next().unwrap_or(called).to_lowercase();
    // The name of what is called has to say the same.
    let is_same = shares_word(&symbol.name, called)
        || shares_word(&symbol.name, &last)
        || has_word(arguments, &symbol.name);
    // A function without parameters hands nothing on.
    is_same && names.peek().is_some() && names.all(|name| has_word(arguments, name))
}

/// A function that begins with `get` and hands out one value.
fn only_gets(symbol: &Symbol, whole: &str) -> bool {
    let is_getter = ["get_", "is_", "has_"].iter().any(|start| symbol.name.starts_with(start));
    let body = whole.lines().last().unwrap_or("").trim();
    is_getter
        // A getter of more lines does more than hand out a value.
        && whole.lines().count() <= 2
        && body.starts_with("return ")
        && body.matches('(').count() <= 1
}

/// `type Rows []Row`.
fn is_list(language: Language, symbol: &Symbol) -> bool {
    if !profile(language).is_structural() {
        return false;
    }
    let Some((_, element)) = symbol.signature.split_once("[]") else { return false };
    let element = element.trim_start_matches(['*', ' ']).trim();
    let element = element.rsplit('.').next().unwrap_or(element);
    !element.is_empty()
        && element.starts_with(char::is_uppercase)
        && shares_word(&symbol.name, element)
}

/// `#define table_rows(t) ((t)->rows)`.
fn is_member_access(symbol: &Symbol, text: &str) -> bool {
    let whole = symbol.span.slice(text);
    let Some((_, rest)) = whole.split_once(symbol.name.as_str()) else { return false };
    let Some((parameters, body)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'))
    else {
        return false;
    };
    let body: String = body.chars().filter(|c| !"() \t\n\\".contains(*c)).collect();
    let Some((object, member)) = body.split_once("->").or_else(|| body.split_once('.')) else {
        return false;
    };
    let is_name = |c: char| c.is_alphanumeric() || "_->.&".contains(c);
    object.trim_start_matches('&') == parameters.trim() && member.chars().all(is_name)
}

/// A macro with an empty body, or with words that only a compiler reads.
fn is_attribute(symbol: &Symbol, text: &str) -> bool {
    const ENDS: [&str; 14] = [
        "_EXPORT", "_EXPORTS", "_API", "_PUBLIC", "_PRIVATE", "_EXPORT_SYMBOL", "_VISIBILITY",
        "_DEPRECATED", "_LOCAL", "_IMPORT", "_CALL", "_STDCALL", "_CDECL", "_NOEXPORT",
    ];
    let whole = symbol.span.slice(text);
    let body = whole.split_once(symbol.name.as_str()).map_or("", |(_, rest)| rest.trim());
    let is_for_compiler =
        ["__attribute__", "__declspec", "__inline", "__builtin", "_Pragma", "__restrict"]
            .iter()
            .any(|word| body.contains(word));
    ENDS.iter().any(|end| symbol.name.ends_with(end)) || is_for_compiler || body.is_empty()
}

/// What is between the outermost braces.
fn body_in_braces(whole: &str) -> Option<&str> {
    let whole = whole.trim_end().strip_suffix('}')?;
    // A Go body begins with the last brace of the first line: the parameters may have braces too.
    let head = whole.lines().next()?.trim_end();
    let at = if head.ends_with('{') { head.len() - 1 } else { whole.find('{')? };
    Some(whole[at + 1..].trim())
}

/// The only statement of a function; `None` if it has several.
fn one_statement(language: Language, whole: &str) -> Option<&str> {
    let profile = profile(language);
    let mut statements = match profile.body {
        Body::Indented => whole
            .lines()
            .skip_while(|line| !line.trim_end().ends_with(':'))
            .skip(1)
            .collect::<Vec<_>>(),
        Body::Ended => match whole.split_once(") = ") {
            Some((_, body)) if !whole.contains('\n') => vec![body],
            Some(_) | None => {
                let lines: Vec<&str> = whole.lines().collect();
                let is_closed = lines.last().is_some_and(|line| line.trim() == "end");
                if !is_closed || lines.len() != 3 {
                    return None;
                }
                vec![lines[1]]
            }
        },
        Body::Layout | Body::Words => return None,
        Body::Braces
            if profile.is_script()
                && whole
                    .split_once("=>")
                    .is_some_and(|(_, body)| !body.trim().starts_with('{')) =>
        {
            whole.split_once("=>").map(|(_, body)| body).into_iter().collect()
        }
        Body::Braces => {
            let (_, body) = whole.split_once('{')?;
            vec![body.trim_end().strip_suffix('}')?]
        }
    };
    let only = statements.pop()?.trim();
    let is_one = statements.is_empty()
        && !only.is_empty()
        && !only.contains('\n')
        && only.matches(';').count() <= usize::from(only.ends_with(';'));
    is_one.then_some(only)
}

/// Whether the bracket that is open at the start closes at the very end.
fn closes_at_end(text: &str, open: char, close: char) -> bool {
    let mut depth = 1usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return at + c.len_utf8() == text.len();
            }
        }
    }
    false
}

/// The name of a parameter in a list of them.
fn parameter_name(language: Language, one: &str) -> Option<&str> {
    let one = one.split('=').next()?.trim();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let written = &profile(language).written;
    let is_last =
        written.place == TypePlace::Before || written.parameters == Some(ParameterOrder::TypeFirst);
    let name = if is_last {
        one.rsplit(|c: char| !is_name(c)).next()?
    } else {
        one.trim_start_matches(['*', '&', '.']).split(|c: char| !is_name(c)).next()?
    };
    (!name.is_empty()).then_some(name)
}

/// Whether two names have a word in common.
fn shares_word(left: &str, right: &str) -> bool {
    let right = words(right);
    words(left).iter().any(|word| word.len() > 2 && right.iter().any(|other| is_alike(word, other)))
}

fn is_alike(left: &str, right: &str) -> bool {
    // `create` and `created`, `row` and `rows` are the same word.
    let n_common = left.bytes().zip(right.bytes()).take_while(|(a, b)| a == b).count();
    left == right || n_common >= 4 && n_common + 2 >= left.len().max(right.len())
}

/// The words of a name, in lower case: `getUserName` is `get user name`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && before.is_lowercase() {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().expect("never empty").extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}
