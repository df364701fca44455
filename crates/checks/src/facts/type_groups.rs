//! Compares a type as it is stated with one as it is written.

use rutter_domain::SymbolKind;

use crate::context::SubjectContext;
use crate::lexicon::facts::{
    ANY_TYPES, FITTING_GROUPS, HOLDERS, PLAIN_GROUPS, TYPE_GROUPS, TYPE_MODIFIERS,
};
use crate::lexicon::standard_names::is_standard;
use rutter_domain::words::contains_word;

use super::literal::Literal;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    Same,
    Different,
    Unknown,
}

/// Whether two texts mean the same type.
pub(super) fn compare(stated: &str, written: &str, context: &SubjectContext<'_>) -> Likeness {
    let (said, have) = (words(stated), words(written));
    if squeezed(stated) == squeezed(written) {
        return Likeness::Same;
    }
    let (Some(first), false) = (said.first(), have.is_empty()) else { return Likeness::Unknown };
    let is_in = |word: &String| have.iter().any(|own| own == word);
    let outer: Vec<&String> = outer_words(written, &have);
    if outer.contains(&first) && said.iter().all(is_in) {
        return Likeness::Same;
    }
    if have.iter().any(|one| is_any(one)) || said.iter().any(|one| is_any(one)) {
        return Likeness::Unknown;
    }
    let group_of_first = group(first);
    if group_of_first.is_some() && outer.iter().any(|one| group(one) == group_of_first) {
        // `i32` is not `u64`, and a reader may say either for a number.
        return if said.len() == 1 && group_of_first != Some("whole") {
            Likeness::Same
        } else {
            Likeness::Unknown
        };
    }
    let is_about = said.iter().any(is_in)
        || have.iter().any(|one| HOLDERS.has(one))
        || said.iter().any(|one| HOLDERS.has(one));
    if is_about || !have.iter().all(|one| is_known(one, written, context)) {
        return Likeness::Unknown;
    }
    match group_of_first {
        Some(_) => Likeness::Different,
        None if is_type_of_index(first, stated, context) && !is_made(stated, context) => {
            Likeness::Different
        }
        None => Likeness::Unknown,
    }
}

/// Whether a literal can be a value of a type; unknown if the type is not a plain one.
pub(super) fn compare_literal(
    literal: &Literal,
    written: &str,
    context: &SubjectContext<'_>,
) -> Likeness {
    let have = words(written);
    let outer = outer_words(written, &have);
    if outer.is_empty()
        || have.iter().any(|one| is_any(one) || HOLDERS.has(one))
        || written.contains(['*', '?', '"', '\''])
    {
        return Likeness::Unknown;
    }
    let groups: Vec<Option<&str>> = outer.iter().map(|one| group(one)).collect();
    let kind = match literal {
        Literal::Number(_) => "number",
        Literal::Text(_) => "text",
        Literal::Whether(_) => "whether",
        Literal::Nothing => "nothing",
    };
    if FITTING_GROUPS.words_of(kind).any(|group| groups.contains(&Some(group))) {
        return Likeness::Same;
    }
    let profile = rutter_syntax::profile(context.language());
    let is_loose = profile.is_like_c() && groups.iter().flatten().all(|one| *one != "text");
    let has_null = !profile.has_traits() && !profile.has_types_as_values();
    let is_plain = |group: &&str| PLAIN_GROUPS.has(group);
    let may_be_null =
        *literal == Literal::Nothing && has_null && !groups.iter().flatten().all(is_plain);
    if is_loose || may_be_null || groups.iter().any(Option::is_none) {
        return Likeness::Unknown;
    }
    Likeness::Different
}

/// The words of the alternatives of a type that are not within another: `list` and `None` of
/// `list[int] | None`.
fn outer_words<'w>(written: &str, words: &'w [String]) -> Vec<&'w String> {
    let mut depth = 0_i32;
    let mut flat = String::new();
    for c in written.chars() {
        match c {
            '<' | '[' | '(' | '{' => depth += 1,
            '>' | ']' | ')' | '}' => depth -= 1,
            _ => {}
        }
        flat.push(if depth > 0 || matches!(c, ']' | '>' | ')' | '}') { ' ' } else { c });
    }
    let outer: Vec<String> = flat.split('|').filter_map(|part| self::words(part).pop()).collect();
    words.iter().filter(|word| outer.contains(word)).collect()
}

/// The names in a type, in lower case, without paths and modifiers.
fn words(text: &str) -> Vec<String> {
    let text = text.replace("::", ".");
    let names = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.'));
    let last = names.map(|name| name.rsplit('.').next().unwrap_or(name));
    let mut found: Vec<String> =
        last.filter(|name| !name.is_empty()).map(str::to_lowercase).collect();
    if text.trim() == "()" {
        found.push("unit".to_owned());
    }
    if text.contains("[]") {
        found.insert(0, "array".to_owned());
    }
    found.retain(|word| !TYPE_MODIFIERS.has(word));
    found
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '&' | ';' | ':')).collect()
}

fn is_any(word: &str) -> bool {
    ANY_TYPES.has(word) || word.len() == 1
}

fn group(word: &str) -> Option<&'static str> {
    TYPE_GROUPS.rows().find(|row| row.words().any(|one| one == word)).map(|row| row.label)
}

/// Whether it is known what a written word means: no alias stands for something else.
fn is_known(lower: &str, text: &str, context: &SubjectContext<'_>) -> bool {
    let written = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let Some(word) = written.into_iter().find(|word| word.to_lowercase() == lower) else {
        return group(lower).is_some();
    };
    let found = context.definitions(word);
    let is_plain = |kind: SymbolKind| kind.is_type() && kind != SymbolKind::TypeAlias;
    match found.as_slice() {
        [] => group(lower).is_some() || is_standard(word) && word.starts_with(char::is_uppercase),
        found => found.iter().all(|one| is_plain(one.symbol().kind)),
    }
}

fn is_type_of_index(lower: &str, text: &str, context: &SubjectContext<'_>) -> bool {
    is_known(lower, text, context)
        && group(lower).is_none()
        && !context.definitions(text).is_empty()
}

/// Whether the code names the type, whose value may be a kind of what is declared.
fn is_made(stated: &str, context: &SubjectContext<'_>) -> bool {
    contains_word(&context.code, stated)
        || context.definitions(stated).iter().any(|one| {
            // A type with bases may be a kind of the declared one.
            one.facts.references.iter().any(|used| {
                used.from.is_some_and(|from| from as usize == one.at)
                    && matches!(
                        used.kind,
                        rutter_domain::ReferenceKind::Extends
                            | rutter_domain::ReferenceKind::Implements
                    )
            })
        })
}
