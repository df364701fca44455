//! `undocumented-parameters`: a doc comment that describes some parameters and not others.

use rutter_domain::{Language, Severity, Symbol, SymbolKind};

use crate::checks::signature::{Parameter, parameters, return_type};
use crate::gaps::findings::{Finding, Findings, Sought};
use crate::gaps::repository::RepositoryView;
use crate::gaps::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::gaps::rules::documented_parameters::{documented_parameters, is_cut_short};
use crate::gaps::view::FileView;

/// Finds parameters and results that a doc comment leaves out.
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

    fn examine(&self, file: &FileView<'_>, _: &RepositoryView<'_>, findings: &mut Findings) {
        for symbol in file.facts.symbols.iter().filter(|symbol| symbol.kind.is_callable()) {
            let Some(doc) = symbol.doc.as_deref().filter(|doc| !is_cut_short(doc)) else {
                continue;
            };
            let documented = documented_parameters(file.language, doc);
            if documented.is_empty() || file.has_good_entry(&symbol.qualified_name) {
                continue;
            }
            let Some(written) = parameters(symbol, file.language) else { continue };
            let names: Vec<String> =
                written.iter().filter_map(|one| name_of(file.language, one)).collect();
            // A parameter whose form is not understood, such as a pattern, forbids any conclusion.
            if names.len() != written.len() {
                continue;
            }
            findings.pass();
            examine_symbol(file, symbol, doc, &documented, &written, &names, findings);
        }
    }
}

fn examine_symbol(
    file: &FileView<'_>,
    symbol: &Symbol,
    doc: &str,
    documented: &[String],
    written: &[Parameter],
    names: &[String],
    findings: &mut Findings,
) {
    let is_documented = |name: &str| documented.iter().any(|known| known == name);
    let report = |findings: &mut Findings, subject: &str, message: String, sought| {
        let finding = Finding::new(symbol.span.start_line, message);
        let finding = finding.of_symbol(&symbol.qualified_name).about(subject).reaching(0.8);
        findings.report(match sought {
            Some(sought) => finding.seeking(Sought::Known(sought)),
            None => finding,
        });
    };
    let missing: Vec<&String> = names
        .iter()
        .zip(written)
        .filter(|(name, one)| {
            let is_free = one.is_variadic() || name.starts_with('_') || is_self_explaining(name);
            !is_documented(name) && !is_free && !is_mentioned(doc, name)
        })
        .map(|(name, _)| name)
        .collect();
    let has_options = written.iter().any(Parameter::is_variadic);
    let unknown: Vec<&String> = documented
        .iter()
        .filter(|known| !names.contains(known) && !has_options && is_plain(known))
        .filter(|known| !is_self_explaining(known))
        .collect();
    // A parameter that was renamed is one gap, not two.
    if let ([gone], [new]) = (unknown.as_slice(), missing.as_slice()) {
        let message = format!(
            "the doc comment of `{}` describes a parameter `{gone}`, which does not exist",
            symbol.qualified_name
        );
        return report(findings, gone, message, Some((*new).clone()));
    }
    for name in missing {
        let message = format!(
            "the doc comment of `{}` leaves out the parameter `{name}`",
            symbol.qualified_name
        );
        report(findings, name, message, None);
    }
    for name in unknown {
        let message = format!(
            "the doc comment of `{}` describes a parameter `{name}`, which does not exist",
            symbol.qualified_name
        );
        report(findings, name, message, None);
    }
    if documented.len() > 1 && lacks_result(file.language, symbol, doc) {
        let message = format!(
            "the doc comment of `{}` describes its parameters, but not what it returns",
            symbol.qualified_name
        );
        report(findings, "return", message, None);
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
    let name = match language {
        // The name comes last.
        Language::Java | Language::CSharp | Language::C | Language::Cpp => {
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
        Language::Php => {
            let at = text.find('$')?;
            text[at + 1..].split(|c: char| !c.is_alphanumeric() && c != '_').next()?
        }
        Language::Swift => {
            // The second of two names is the one that the body and the comment use.
            text.split(':').next()?.split_whitespace().last()?
        }
        _ => {
            let text = text.trim_start_matches(['*', '&', '.', '@']);
            let words = text.split([':', '?']).next()?.split_whitespace();
            match language {
                Language::Go | Language::Lua | Language::Ruby => words.into_iter().next()?,
                _ => words.last()?,
            }
        }
    };
    is_word(name).then(|| name.to_owned())
}

/// Names that need no words.
fn is_self_explaining(name: &str) -> bool {
    matches!(
        name,
        "self"
            | "cls"
            | "this"
            | "args"
            | "kwargs"
            | "ctx"
            | "context"
            | "req"
            | "res"
            | "request"
            | "response"
            | "next"
            | "cb"
            | "callback"
            | "block"
            | "t"
            | "options"
            | "opts"
            | "_"
    )
}

/// Whether the prose names a parameter, which may be all there is to say about it.
fn is_mentioned(doc: &str, name: &str) -> bool {
    let mut words = doc.split(|c: char| !c.is_alphanumeric() && c != '_');
    name.len() > 1 && words.any(|word| word == name)
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_') && name.len() > 1
}

/// Whether a function has a result that its comment says nothing about.
fn lacks_result(language: Language, symbol: &Symbol, doc: &str) -> bool {
    let Some(written) = return_type(symbol, language) else { return false };
    let written = written.trim();
    const NOTHING: [&str; 14] = [
        "None",
        "void",
        "Void",
        "()",
        "Unit",
        "never",
        "NoReturn",
        "Promise<void>",
        "undefined",
        "Nothing",
        "Task",
        "static",
        "self",
        "Self",
    ];
    if NOTHING.contains(&written) || written.contains("None]") || written.starts_with("asserts ") {
        return false;
    }
    let lower = doc.to_ascii_lowercase();
    let told = ["return", "yield", "result", "whether", "rtype", "gets ", "creates", "true if"];
    !told.iter().any(|word| lower.contains(word))
        && symbol.kind != SymbolKind::Constructor
        && matches!(language, Language::Python | Language::Java | Language::Php)
}
