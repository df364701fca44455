//! `undocumented-parameters`: a doc comment that describes some parameters and not others.

use rutter_domain::{Language, MarkerKind, Severity, Symbol, SymbolKind, Visibility};

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings, Sought};
use crate::lexicon::{comments, symbols};
use crate::repository::{Inherited, RepositoryView};
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::rules::doc_text::{is_same_word, name_words, prose, words};
use crate::rules::documented_parameters::{
    DocumentedParameter, documented_parameters, is_cut_short,
};
use crate::rules::reasons::is_internal;
use crate::view::FileView;
use rutter_syntax::profile;
use rutter_syntax::profile::{Body, ParameterDocs, TagForm, TypePlace};
use rutter_syntax::{Parameter, parameters};

/// Finds parameters that a doc comment leaves out or invents.
pub struct UndocumentedParameters;

static INFO: RuleInfo = RuleInfo {
    name: "undocumented-parameters",
    about: "A doc comment describes some parameters, but leaves one out or names one that does not exist.",
    why: "A list with a hole looks complete, and a wrong name misleads.",
    severity: Severity::Low,
    weight: 0.5,
    applies_to: AppliesTo::Sources,
    wrong: Example {
        path: "tide.js",
        text: "/**\n * Finds the first high tide.\n * @param {string} port name of the port\n */\nexport function highWater(port, day) { … }\n",
    },
    right: Example {
        path: "tide.js",
        text: "/**\n * Finds the first high tide.\n * @param {string} port name of the port\n * @param {Date} day day to look at\n */\nexport function highWater(port, day) { … }\n",
    },
};

impl Rule for UndocumentedParameters {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(&self, file: &FileView<'_>, text: &RepositoryText<'_>, findings: &mut Findings) {
        let symbols = file.facts.symbols.iter().enumerate();
        for (at, symbol) in symbols.filter(|(_, symbol)| symbol.kind.is_callable()) {
            // Code that is never compiled, and what takes its doc from above.
            let annotations = &file.facts.annotations;
            let is_aside = [MarkerKind::Hidden, MarkerKind::Override, MarkerKind::TestOnly]
                .into_iter()
                .any(|kind| annotations.has_marker(at, kind));
            if is_aside {
                continue;
            }
            let Some(doc) = symbol.doc.as_deref().filter(|doc| !is_cut_short(doc)) else {
                continue;
            };
            let documented = documented_parameters(file.language, doc);
            // A list of types alone describes nothing, so it has no hole either.
            let is_described = documented.iter().any(|one| one.has_words);
            if !is_described
                || is_private(file, symbol)
                || comments::ELSEWHERE.occur_in(&doc.to_lowercase())
                || file.has_good_entry(&symbol.qualified_name)
            {
                continue;
            }
            let Some(written) = parameters(symbol, file.language) else { continue };
            let names: Vec<String> =
                written.iter().filter_map(|one| name_of(file.language, one)).collect();
            // A parameter whose form is not understood, such as a pattern, forbids any conclusion.
            if names.len() != written.len() {
                continue;
            }
            match finding_of(file.language, symbol, doc, &documented, &written, &names) {
                // The same hole in the interface is enough.
                Some(_) if is_declared_above(file, text.repository(), symbol) => findings.pass(),
                Some(finding) => findings.report(finding),
                None => findings.pass(),
            }
        }
    }
}

/// Whether a symbol, or what it is defined in, is not for users of the code.
fn is_private(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let is_marked =
        |one: &Symbol| one.doc.as_deref().is_some_and(|doc| comments::PRIVATE.occur_in(doc));
    let is_hidden = |one: &Symbol| {
        let is_dunder = one.name.starts_with("__") && one.name.ends_with("__");
        let is_private_name = one.name.starts_with(['_', '#']) && !is_dunder;
        let is_of_c = profile(file.language).is_like_c();
        let is_own_name = is_of_c && (one.name.ends_with('_') || one.name.ends_with("_internal"));
        let is_open = one.visibility == Visibility::Public
            // A namespace and an `impl` have no visibility of their own.
            || matches!(one.kind, SymbolKind::Module | SymbolKind::Implementation);
        !is_open || is_private_name || is_own_name
    };
    // Modules of Python, and folders of others, are private by their names.
    let is_private_path = is_internal(file.path)
        || file.path.split('/').any(|part| part.starts_with('_') && !part.starts_with("__"));
    is_private_path
        || std::iter::once(symbol)
            .chain(file.ancestors_of(symbol))
            .any(|one| is_hidden(one) || is_marked(one))
}

/// A finding with all that is wrong with the list of parameters of a function.
fn finding_of(
    language: Language,
    symbol: &Symbol,
    doc: &str,
    documented: &[DocumentedParameter],
    written: &[Parameter],
    names: &[String],
) -> Option<Finding> {
    let is_documented = |name: &str| documented.iter().any(|known| known.name == name);
    let mut missing: Vec<&str> = Vec::new();
    for (at, (name, one)) in names.iter().zip(written).enumerate() {
        let is_free = one.is_variadic()
            || name.starts_with('_')
            || symbols::KNOWN_PARAMETERS.has(name)
            || at == 0 && is_receiver(language, symbol, one);
        let is_told = is_mentioned(doc, name) || is_named_in_words(symbol, doc, name, at);
        if !is_documented(name) && !is_free && !is_told && !missing.contains(&name.as_str()) {
            missing.push(name);
        }
    }
    let has_options = written.iter().any(Parameter::is_variadic);
    let mut unknown: Vec<&str> = Vec::new();
    for known in documented.iter().map(|one| one.name.as_str()) {
        let is_there = names.iter().any(|name| name == known) || has_options;
        if !is_there
            && is_plain(known)
            && !symbols::KNOWN_PARAMETERS.has(known)
            && !unknown.contains(&known)
        {
            unknown.push(known);
        }
    }
    let list = |names: &[&str]| format!("`{}`", names.join("`, `"));
    let leaves_out = match missing.len() {
        0 => None,
        1 => Some(format!("leaves out the parameter {}", list(&missing))),
        _ => Some(format!("leaves out the parameters {}", list(&missing))),
    };
    let invents = match unknown.len() {
        0 => None,
        1 => Some(format!("describes a parameter {}, which does not exist", list(&unknown))),
        _ => Some(format!("describes parameters {}, which do not exist", list(&unknown))),
    };
    let (problem, new_name) = match (leaves_out, invents) {
        (None, None) => return None,
        // A parameter that was renamed is described under its old name.
        (Some(_), Some(invents)) if missing.len() == 1 && unknown.len() == 1 => {
            (invents, Some(missing[0].to_owned()))
        }
        (Some(leaves_out), Some(invents)) => (format!("{leaves_out}, and {invents}"), None),
        (Some(problem), None) | (None, Some(problem)) => (problem, None),
    };
    let message = format!("the doc comment of `{}` {problem}", symbol.qualified_name);
    let finding = Finding::new(symbol.span.start_line, message)
        .of_symbol(&symbol.qualified_name)
        .about("parameters")
        .reaching(0.8);
    Some(match new_name {
        Some(name) => finding.seeking(Sought::Known(name)),
        None => finding,
    })
}

/// Whether a parameter is, for lack of methods, what the function is called on: `struct table *t` of `table_read`.
fn is_receiver(language: Language, symbol: &Symbol, parameter: &Parameter) -> bool {
    let mut words = parameter.text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_type =
        |word: &str| word.len() > 2 && symbol.name.starts_with(word) && word != symbol.name;
    let has_methods = profile(language).members.are_bare;
    profile(language).is_like_c()
        && !has_methods
        && parameter.text.contains('*')
        && words.any(is_type)
}

/// Whether an interface of the repository declares the method, so that the comment there is the one to complete.
fn is_declared_above(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    symbol: &Symbol,
) -> bool {
    let Some(parent) = symbol.parent else { return false };
    let mut above = file.index.supertypes(parent as usize);
    above.any(|above| repository.inherited(&above.name, &symbol.name) == Inherited::Declared)
}

/// Whether the prose or the name of a function says in words what a parameter is: `eventName` in "the name of
/// the event". For the first one, a part of it is enough.
fn is_named_in_words(symbol: &Symbol, doc: &str, name: &str, position: usize) -> bool {
    let mut wanted = name_words(name);
    wanted.retain(|word| word.len() > 2 && !symbols::VAGUE.has(word));
    let said: Vec<String> =
        words(prose(doc)).chain(name_words(&symbol.name)).filter(|word| word.len() > 2).collect();
    let is_said = |word: &String| said.iter().any(|one| is_same_word(one, word));
    if position == 0 {
        wanted.iter().any(is_said)
    } else {
        !wanted.is_empty() && wanted.iter().all(is_said)
    }
}

/// The name of a parameter; `None` if it has none, such as a pattern.
fn name_of(language: Language, parameter: &Parameter) -> Option<String> {
    let text = parameter.text.split('=').next().unwrap_or("").trim();
    let is_word = |word: &str| {
        !word.is_empty()
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !word.starts_with(|c: char| c.is_ascii_digit())
    };
    if text.starts_with(['{', '[', '(']) {
        return None;
    }
    let (place, body) = (profile(language).written.place, profile(language).body);
    let name = match profile(language).docs.parameters {
        _ if place == TypePlace::Before => {
            if text.contains('(') {
                return None;
            }
            let name =
                text.trim_end_matches(['[', ']', ' ']).rsplit([' ', '*', '&', '>', ']']).next()?;
            // A prototype may name only the type.
            let is_only_type = !text.trim().contains([' ', '*', '&']);
            if is_only_type {
                return None;
            }
            name
        }
        ParameterDocs::Tags(TagForm::Dollar) => {
            let at = text.find('$')?;
            text[at + 1..].split(|c: char| !c.is_alphanumeric() && c != '_').next()?
        }
        _ => {
            let text = text.trim_start_matches(['*', '&', '.', '@']);
            let mut words = text.split([':', '?']).next()?.split_whitespace();
            if place == TypePlace::Behind || matches!(body, Body::Ended | Body::Words) {
                words.next()?
            } else {
                // The second of two names is the one that the body and the comment use.
                words.last()?
            }
        }
    };
    is_word(name).then(|| name.to_owned())
}

/// Whether the prose names a parameter, which may be all there is to say about it.
fn is_mentioned(doc: &str, name: &str) -> bool {
    let mut words = doc.split(|c: char| !c.is_alphanumeric() && c != '_');
    name.len() > 1 && words.any(|word| word == name)
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_') && name.len() > 1
}
