//! Names of symbols, and what samples import.

use rutter_domain::{DocumentMention, MentionSource};
use rutter_syntax::parse_mention;

use super::{Examination, python};
use crate::documents::described::has_several_words;
use crate::documents::repository_text::RepositoryText;
use crate::findings::Sought;
use crate::lexicon::{comments, symbols};
use crate::repository::Inherited;
use crate::view::FileRole;
use rutter_domain::words::contains_word;

/// The part of the names of a list or section that must be defined here for a further one to be expected here.
const LEAST_DEFINED_PERCENT: usize = 90;
const LEAST_NEIGHBOURS: usize = 5;
/// Shorter names without a type may be those of another library.
const FEWEST_BYTES: usize = 6;

pub(super) fn examine(examination: &mut Examination<'_, '_>, mention: &DocumentMention) {
    let Some((qualifier, name)) = parse_mention(&mention.text) else { return };
    let dotted = dotted_name(&mention.text);
    if let Some(found) = python::in_module(examination.repository, dotted) {
        let defined = examination.repository.definitions(found.name);
        if defined.iter().any(|definition| definition.path() == found.file) {
            examination.pass();
            return;
        }
        let message = format!("`{}` has no `{}`", found.file, found.name);
        let sought = Sought::Name(found.name.to_owned());
        examination.suspect(mention, &mention.text, message, Some(sought));
        return;
    }
    if examination.repository.is_defined(name) {
        examination.pass();
        return;
    }
    let sought = || Some(Sought::Name(name.to_owned()));
    match (mention.source, qualifier) {
        (MentionSource::Role | MentionSource::Directive, _) => {
            // Whether its module is one of this repository is known when it is confirmed.
            if qualifier.is_some() {
                let message = format!("`{}` is not defined", mention.text);
                examination.suspect(mention, &mention.text, message, sought());
            }
        }
        (_, Some(qualifier)) => {
            let owner = last_part(qualifier);
            if !is_member_name(name) || !is_own_type(examination, owner) {
                return;
            }
            let message = format!("`{owner}` has no `{name}`");
            examination.suspect(mention, &mention.text, message, sought());
        }
        (_, None) => {
            if name.len() >= FEWEST_BYTES
                && has_several_words(name)
                && mention.text.ends_with(')')
                && is_among_own(examination, mention)
            {
                let message = format!("`{name}` is not defined");
                examination.suspect(mention, &mention.text, message, sought());
            }
        }
    }
}

pub(super) fn examine_import(examination: &mut Examination<'_, '_>, mention: &DocumentMention) {
    let Some((_, name)) = parse_mention(last_part(&mention.text)) else { return };
    if examination.repository.is_defined(name) {
        examination.pass();
        return;
    }
    let message = match &mention.scope {
        Some(module) => format!("`{module}` has no `{name}`"),
        None => format!("there is no module `{}`", mention.text),
    };
    examination.suspect(mention, &mention.text, message, Some(Sought::Name(name.to_owned())));
}

pub(super) fn confirm(
    document: &str,
    mention: &DocumentMention,
    text: &RepositoryText<'_>,
) -> bool {
    let Some((qualifier, name)) = parse_mention(&mention.text) else { return false };
    let repository = text.repository();
    if let Some(found) = python::in_module(repository, dotted_name(&mention.text)) {
        // A logger, a signal or a setting may have a name like a module.
        let dotted = dotted_name(&mention.text);
        return python::lacks(text, &found)
            && !is_described(found.name, text)
            && !text.has_text(dotted, |text| text.contains(dotted));
    }
    if has_name(name, text) {
        return false;
    }
    match (mention.source, qualifier) {
        (MentionSource::Role | MentionSource::Directive, qualifier) => {
            qualifier.is_some_and(|path| {
                text.own().has_package(path) && !may_inherit(last_part(path), name, text)
            })
        }
        (_, Some(qualifier)) => !may_inherit(last_part(qualifier), name, text),
        (_, None) => !is_defined_in_a_sample(document, name, text),
    }
}

pub(super) fn confirm_import(mention: &DocumentMention, text: &RepositoryText<'_>) -> bool {
    let module = mention.scope.as_deref().unwrap_or(&mention.text);
    // The top of a package may be generated when it is built.
    let is_own = text.own().has_package(module)
        && (mention.scope.is_some() || module.contains(['.', ':', '/']));
    let name = last_part(&mention.text);
    is_own
        && !has_name(name, text)
        && !text.has_text(name, |text| text.contains(name))
        && !is_file_or_folder(name, text)
}

fn has_name(name: &str, text: &RepositoryText<'_>) -> bool {
    let name = name.trim_end_matches(['?', '!', '=']);
    text.has_word(name) || is_file_or_folder(name, text)
}

/// Whether a file or folder has this name: modules go by it.
fn is_file_or_folder(name: &str, text: &RepositoryText<'_>) -> bool {
    let is_named = |path: &str| path.split('/').any(|part| part.split('.').next() == Some(name));
    text.reader.files().any(|file| is_named(file.path))
}

/// Whether a name is one that a definition of this repository would have to have.
fn is_member_name(name: &str) -> bool {
    name.len() > 2 && !name.starts_with("__") && !symbols::UNIVERSAL_MEMBERS.has(name)
}

/// Whether code of this repository, not its tests, defines a type of this name.
fn is_own_type(examination: &Examination<'_, '_>, name: &str) -> bool {
    let definitions = examination.repository.definitions(name);
    name.len() > 2
        && name.starts_with(char::is_uppercase)
        && definitions.iter().any(|definition| {
            definition.kind().is_type()
                && FileRole::of(definition.path(), definition.language()) == FileRole::Source
        })
}

/// Whether most calls that the same section mentions are defined in this repository.
fn is_among_own(examination: &Examination<'_, '_>, mention: &DocumentMention) -> bool {
    let mentions = examination.file.facts.mentions.iter();
    let same = mentions.filter(|other| {
        other.section == mention.section && other.kind == mention.kind && other.text.ends_with(')')
    });
    let mut names: Vec<&str> =
        same.filter_map(|other| Some(parse_mention(&other.text)?.1)).collect();
    names.sort_unstable();
    names.dedup();
    let n_defined = names.iter().filter(|name| examination.repository.is_defined(name)).count();
    names.len() > LEAST_NEIGHBOURS && n_defined * 100 >= (names.len() - 1) * LEAST_DEFINED_PERCENT
}

/// Whether a type of this name has a supertype that this repository does not define, or inherits the member.
fn may_inherit(owner: &str, member: &str, text: &RepositoryText<'_>) -> bool {
    let repository = text.repository();
    repository.definitions(owner).iter().any(|one| one.kind().is_type())
        && repository.inherited(owner, member) != Inherited::No
}

/// Whether a directive of a document describes something of this name, which need not be code.
fn is_described(name: &str, text: &RepositoryText<'_>) -> bool {
    text.reader.paths_naming(name).iter().any(|path| {
        let facts = text.facts(path);
        facts.is_some_and(|facts| {
            facts.mentions.iter().any(|mention| {
                mention.source == MentionSource::Directive
                    && parse_mention(&mention.text).is_some_and(|(_, described)| described == name)
            })
        })
    })
}

/// Whether a document shows the reader how to define the name.
fn is_defined_in_a_sample(document: &str, name: &str, text: &RepositoryText<'_>) -> bool {
    let Some(text) = text.text(document) else { return true };
    text.lines().filter(|line| contains_word(line, name)).any(|line| {
        let words: Vec<&str> = line
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .filter(|word| !word.is_empty())
            .collect();
        words.windows(2).any(|pair| comments::DEFINERS.has(pair[0]) && pair[1] == name)
    })
}

/// A name without its arguments.
fn dotted_name(text: &str) -> &str {
    text.split('(').next().unwrap_or(text).trim()
}

/// The last part of a qualified name.
fn last_part(name: &str) -> &str {
    name.rsplit(['.', ':', '#', '/', '\\', '>']).next().unwrap_or(name)
}
