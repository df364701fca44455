//! The parameters that a doc comment describes, by the conventions of its language.

use rutter_domain::Language;
use rutter_syntax::profile;
use rutter_syntax::profile::{ParameterDocs, TagForm};

use crate::lexicon::comments;

/// Doc comments are kept up to a length; what such a long one leaves out is not known.
const CUT_BYTES: usize = 1900;

pub fn is_cut_short(doc: &str) -> bool {
    doc.len() >= CUT_BYTES
}

/// A parameter that a doc comment lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentedParameter {
    pub name: String,
    /// Whether more than its name and type is said about it.
    pub has_words: bool,
}

/// The parameters that a doc comment lists, in order.
pub fn documented_parameters(language: Language, doc: &str) -> Vec<DocumentedParameter> {
    let mut listed = match profile(language).docs.parameters {
        ParameterDocs::Tags(form) => tags(form, doc),
        ParameterDocs::Sections => sections(doc),
        ParameterDocs::Items => items(doc),
        ParameterDocs::Elements => elements(doc),
        ParameterDocs::Headings => below_heading(doc),
        ParameterDocs::None => Vec::new(),
    };
    listed.retain(|one| !one.name.is_empty());
    listed
}

fn described(name: String) -> DocumentedParameter {
    DocumentedParameter { name, has_words: true }
}

/// `@param {Type} [name=default] words`, `@param Type $name`, `@param name [Type]`, `\param[in] name`.
fn tags(form: TagForm, doc: &str) -> Vec<DocumentedParameter> {
    // The parameters of an overload or of a made method are not those of the method below the comment.
    let is_yard = form == TagForm::Brackets;
    if is_yard && ["@overload", "@!method"].iter().any(|tag| doc.contains(tag)) {
        return Vec::new();
    }
    let mut listed = Vec::new();
    let mut macro_indent = None;
    let lines: Vec<&str> = doc.lines().collect();
    for (at, written) in lines.iter().enumerate() {
        let line = without_star(written);
        if is_yard && !line.is_empty() {
            // Lines indented below a macro belong to the macro.
            macro_indent = match macro_indent {
                Some(outer) if indent(written) > outer => continue,
                Some(_) | None if line.starts_with("@macro") || line.starts_with("@!macro") => {
                    Some(indent(written))
                }
                Some(_) | None => None,
            };
        }
        let Some(tag) = line.strip_prefix("@param").or_else(|| line.strip_prefix("\\param")) else {
            continue;
        };
        // Properties of one parameter, and generic parameters, have tags of their own.
        if tag.starts_with(|c: char| c.is_alphabetic()) {
            continue;
        }
        let following = lines[at + 1..].iter().map(|line| without_star(line));
        let mut following = following.take_while(|line| !line.starts_with(['@', '\\']));
        let has_more = following.next().is_some_and(|line| !line.is_empty());
        if let Some((name, rest)) = split_tag(form, tag.trim_start()) {
            let has_words = has_more || rest.contains(char::is_alphanumeric);
            listed.push(DocumentedParameter { name: name.to_owned(), has_words });
        }
    }
    listed
}

fn without_star(line: &str) -> &str {
    line.trim().trim_start_matches('*').trim_start()
}

/// The name of a parameter and the words about it, from what follows the tag; `None` if the tag is about
/// something else.
fn split_tag(form: TagForm, tag: &str) -> Option<(&str, &str)> {
    let tag = match tag.strip_prefix("[in").or_else(|| tag.strip_prefix("[out")) {
        Some(after) => after.split_once(']').map_or("", |(_, rest)| rest).trim_start(),
        None => tag,
    };
    let mut is_optional = false;
    let name = match form {
        TagForm::Dollar => tag.find('$').map_or("", |at| &tag[at + 1..]),
        TagForm::Brackets => match tag.strip_prefix('[') {
            Some(after) => after_brackets(after, '[', ']'),
            None => tag,
        },
        TagForm::Braces => {
            let tag = match tag.strip_prefix('{') {
                Some(after) => after_brackets(after, '{', '}'),
                None => tag,
            };
            is_optional = tag.starts_with('[');
            tag.trim_start_matches('[')
        }
        TagForm::Plain | TagForm::Dotted => tag,
    };
    if name.starts_with('<') {
        return None;
    }
    let name = name.trim_start_matches(['$', '*', '&', '.', '`', ':']);
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    let (name, rest) = name.split_at(end);
    // `options.limit` describes a property of a parameter.
    let is_property = rest.starts_with(['.', '[']) && form != TagForm::Dotted;
    if is_property || name.is_empty() {
        return None;
    }
    let rest = match rest.trim_start().strip_prefix('[') {
        Some(kind) if form == TagForm::Brackets => after_brackets(kind, '[', ']'),
        Some(_) | None if is_optional => after_brackets(rest, '[', ']'),
        Some(_) | None => rest,
    };
    Some((name, rest))
}

fn after_brackets(text: &str, open: char, close: char) -> &str {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return text[at + c.len_utf8()..].trim_start();
            }
        }
    }
    ""
}

/// Sphinx fields, and the sections of Google and of NumPy.
fn sections(doc: &str) -> Vec<DocumentedParameter> {
    let mut names = Vec::new();
    let lines: Vec<&str> = doc.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(field) =
            line.strip_prefix(":param ").or_else(|| line.strip_prefix(":parameter "))
        {
            let (head, words) = field.split_once(':').unwrap_or((field, ""));
            let next = lines.get(at + 1).map_or("", |line| line.trim());
            let has_words = !words.trim().is_empty() || !next.is_empty() && !next.starts_with(':');
            let name = head.split_whitespace().last().map(clean);
            names.extend(name.map(|name| DocumentedParameter { name, has_words }));
        }
    }
    let Some(at) = lines.iter().position(is_parameter_section) else { return names };
    let is_numpy = lines.get(at + 1).is_some_and(|line| line.trim().starts_with("---"));
    let body = &lines[at + 1 + usize::from(is_numpy)..];
    // Rules such as `---` are left out of docs, so a heading without a colon is NumPy's as well.
    let is_numpy = is_numpy || !lines[at].trim().ends_with(':');
    let first = body.iter().find(|line| !line.trim().is_empty());
    let Some(own) = first.map(|line| indent(line)) else { return names };
    for (at, line) in body.iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        if indent(line) < own || indent(line) == own && is_section(line) {
            break;
        }
        if indent(line) > own {
            continue;
        }
        let line = line.trim();
        let is_continued = body.get(at + 1).is_some_and(|next| indent(next) > own);
        let (head, has_words) = match line.split_once(':') {
            split if is_numpy => (split.map_or(line, |(head, _)| head), is_continued),
            Some((head, words)) => {
                (head.split('(').next().unwrap_or(""), is_continued || !words.trim().is_empty())
            }
            None => continue,
        };
        for name in head.split(',') {
            let name = clean(name.trim());
            if name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                names.push(DocumentedParameter { name, has_words });
            }
        }
    }
    names
}

fn clean(name: &str) -> String {
    name.trim_matches(['*', '`', '\\', ' ']).to_owned()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn is_parameter_section(line: &&str) -> bool {
    comments::PARAMETERS.has(line.trim())
}

fn is_section(line: &str) -> bool {
    comments::SECTIONS.has(line.trim().trim_end_matches(':'))
}

/// `- Parameter name: words`, and the list below `- Parameters:`.
fn items(doc: &str) -> Vec<DocumentedParameter> {
    let mut names = Vec::new();
    let mut is_list = false;
    for line in doc.lines() {
        let Some(item) = line.trim().strip_prefix(['-', '*']) else { continue };
        let item = item.trim();
        if item.eq_ignore_ascii_case("parameters:") {
            is_list = true;
        } else if let Some(rest) =
            item.strip_prefix("Parameter ").or_else(|| item.strip_prefix("parameter "))
        {
            names.push(described(clean(rest.split(':').next().unwrap_or(""))));
        } else if comments::ITEM_ENDS.begin(&item.to_ascii_lowercase()) {
            is_list = false;
        } else if is_list
            && line.starts_with([' ', '\t'])
            && let Some((name, _)) = item.split_once(':')
            && !name.contains(' ')
        {
            names.push(described(clean(name)));
        }
    }
    names
}

/// XML tags were turned into `name: words`; only those with the form of a parameter count.
fn elements(doc: &str) -> Vec<DocumentedParameter> {
    let heads = doc.lines().skip(1).filter_map(|line| line.split_once(": ").map(|(head, _)| head));
    let is_name = |head: &&str| {
        head.starts_with(|c: char| c.is_lowercase())
            && head.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    heads.filter(is_name).map(|name| described(name.to_owned())).collect()
}

/// The list below `# Arguments` or `# Parameters`.
fn below_heading(doc: &str) -> Vec<DocumentedParameter> {
    let mut lines = doc.lines();
    let is_heading = |line: &str| comments::PARAMETER_HEADINGS.has(line.trim());
    if !lines.by_ref().any(is_heading) {
        return Vec::new();
    }
    let items = lines.take_while(|line| !line.trim().starts_with('#'));
    let names = items.filter_map(|line| {
        let item = line.strip_prefix(['-', '*'])?.trim().strip_prefix('`')?;
        let name = item.split('`').next()?;
        Some(name.split(':').next().unwrap_or("").trim().to_owned())
    });
    let is_name = |name: &String| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    names.filter(is_name).map(described).collect()
}
