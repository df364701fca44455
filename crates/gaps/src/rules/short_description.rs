//! `short-description`: a description that says no more than the name.

use rutter_domain::{Severity, Symbol, SymbolKind};

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings};
use crate::repository::RepositoryView;
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::rules::confirmed_by_text::{is_for_others, is_section_comment};
use crate::rules::doc_text::{is_same_word, name_words, prose, words};
use crate::rules::meaning::{has_doc, is_described_elsewhere};
use crate::rules::refuted_by_text::is_aside;
use crate::rules::wanted::description_reach;
use crate::view::FileView;
use rutter_syntax::parameters;

/// Finds descriptions that are too short or only repeat the name.
pub struct ShortDescription;

static INFO: RuleInfo = RuleInfo {
    name: "short-description",
    about: "The doc comment of a public symbol stands for one to be written, has too few words, or only repeats the name.",
    why: "Such a comment looks like documentation, but its reader learns nothing.",
    severity: Severity::Low,
    weight: 0.5,
    applies_to: AppliesTo::Sources,
    wrong: Example {
        path: "tide.py",
        text: "def merge_tables(first, second):\n    \"\"\"Merge tables.\"\"\"\n    return first.union(second)\n",
    },
    right: Example {
        path: "tide.py",
        text: "def merge_tables(first, second):\n    \"\"\"Merge tables; for a port in both, the second one counts.\"\"\"\n    return first.union(second)\n",
    },
};

/// Words that say nothing about a symbol by themselves.
const EMPTY_WORDS: [&str; 34] = [
    "a",
    "an",
    "the",
    "this",
    "that",
    "of",
    "for",
    "to",
    "and",
    "or",
    "in",
    "is",
    "are",
    "it",
    "its",
    "new",
    "class",
    "function",
    "method",
    "struct",
    "type",
    "interface",
    "enum",
    "module",
    "object",
    "represents",
    "represent",
    "implementation",
    "implements",
    "provides",
    "given",
    "instance",
    "with",
    "from",
];

impl Rule for ShortDescription {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(
        &self,
        file: &FileView<'_>,
        repository: &RepositoryView<'_>,
        findings: &mut Findings,
    ) {
        for (at, symbol) in file.facts.symbols.iter().enumerate() {
            let Some(doc) = symbol.doc.as_ref().filter(|_| has_doc(file, at)) else { continue };
            let Some(reach) = description_reach(file, repository, at) else { continue };
            if is_plain_accessor(file, symbol)
                || says_all(file, symbol, at, doc)
                || file.has_good_entry(&symbol.qualified_name)
                || is_option_type(symbol)
                || is_described_elsewhere(file, repository, symbol)
            {
                findings.pass();
                continue;
            }
            match fault(symbol, doc, file.min_words) {
                None => findings.pass(),
                Some(fault) => {
                    let message = format!("description of `{}` {fault}", symbol.qualified_name);
                    let finding = Finding::new(symbol.span.start_line, message);
                    findings.report(finding.of_symbol(&symbol.qualified_name).reaching(reach));
                }
            }
        }
    }

    fn confirm_once(&self, path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
        is_for_others(path, finding, text)
            && !is_section_comment(path, finding.line, text)
            && !is_beside_the_interface(path, finding, text)
    }
}

/// Whether the symbol is a helper, a demonstration, or deprecated together with what is around it.
fn is_beside_the_interface(path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
    let (Some(facts), Some(source)) = (text.facts(path), text.text(path)) else { return false };
    let is_it = |symbol: &&Symbol| symbol.span.start_line == finding.line;
    let Some(symbol) = facts.symbols.iter().find(is_it) else { return false };
    let mut around = Some(symbol);
    // A parent stands before its children; the bound holds even on damaged facts.
    for _ in 0..16 {
        let Some(one) = around else { break };
        let first = (one.span.start_line as usize).saturating_sub(4);
        let mut lines = source.lines().skip(first).take(4);
        if lines.any(|line| line.contains("@Deprecated") || line.contains("[Obsolete")) {
            return true;
        }
        around = one.parent.and_then(|parent| facts.symbols.get(parent as usize));
    }
    is_aside(path, &facts, symbol, &source)
}

/// Whether a type only holds options, which its members describe.
fn is_option_type(symbol: &Symbol) -> bool {
    const ENDS: [&str; 9] = [
        "Options",
        "Option",
        "Config",
        "Configuration",
        "Settings",
        "EventArgs",
        "Arguments",
        "_options",
        "_config",
    ];
    let is_type = symbol.kind.is_type() || symbol.kind == SymbolKind::TypeAlias;
    is_type && ENDS.iter().any(|end| symbol.name.ends_with(end))
}

/// Whether a function hands out or takes in one value that its name tells.
fn is_plain_accessor(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let n_parameters = parameters(symbol, file.language).map_or(0, |list| list.len());
    let words = name_words(&symbol.name);
    if !symbol.kind.is_callable() || words.len() < 2 {
        return false;
    }
    match words[0].as_str() {
        "get" | "is" | "has" | "take" => n_parameters == 0,
        // A keyed setter takes the key as well.
        "set" | "with" => n_parameters <= 2,
        "add" | "remove" => n_parameters <= 1,
        _ => false,
    }
}

/// Whether the name leaves nothing to say: a method without parameters whose doc is a sentence, one that
/// says which interface it implements, or a type whose members are all described.
fn says_all(file: &FileView<'_>, symbol: &Symbol, at: usize, doc: &str) -> bool {
    let n_parameters = parameters(symbol, file.language).map_or(0, |list| list.len());
    let is_plain_method =
        symbol.kind == SymbolKind::Method && n_parameters == 0 && words(doc).count() >= 3;
    let implements =
        words(doc).any(|word| matches!(word.as_str(), "implements" | "implement" | "satisfies"));
    let members = file.index.members(at).map(|(_, inner)| inner);
    let has_described_members = symbol.kind == SymbolKind::Enum
        && members.clone().count() >= 2
        && members.clone().all(|inner| inner.doc.is_some());
    is_plain_method || implements || has_described_members
}

fn fault(symbol: &Symbol, doc: &str, min_words: usize) -> Option<String> {
    let own = prose(doc);
    let all: Vec<String> = words(own).collect();
    let has_more = prose(doc).len() < doc.trim().len();
    let first = all.first().map(String::as_str).unwrap_or("");
    if all.len() <= 2 && matches!(first, "todo" | "fixme" | "xxx" | "tbd" | "undocumented") {
        return Some("says only that one is to be written".to_owned());
    }
    // Tags, examples and links say more than their number of words.
    if has_more || own.contains("http") || own.starts_with(['@', ':', '\\', '<', '`']) {
        return None;
    }
    // Text without letters of an alphabet has no spaces between words.
    if !own.is_ascii() || all.is_empty() && !own.is_empty() {
        return None;
    }
    let mut known = name_words(&symbol.name);
    known.push(symbol.name.to_lowercase());
    if let Some((owner, _)) = symbol.qualified_name.rsplit_once(['.', ':']) {
        known.extend(name_words(owner));
    }
    let is_telling = |word: &&String| !EMPTY_WORDS.contains(&word.as_str());
    let is_new = |word: &String| !known.iter().any(|name| is_same_word(name, word));
    let n_new = all.iter().filter(is_telling).filter(|word| is_new(word)).count();
    // Two words say enough if one of them is not in the name.
    if all.len() < min_words && (n_new == 0 || all.len() < 2) {
        let n_words = all.len();
        let s = if n_words == 1 { "" } else { "s" };
        return Some(format!("has only {n_words} word{s}"));
    }
    let is_repeated = all.iter().any(|word| is_telling(&word)) && n_new == 0;
    is_repeated.then(|| "only repeats its name".to_owned())
}
