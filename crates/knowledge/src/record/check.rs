//! The checks that an entry must pass, without any model.

use rutter_domain::{Evidence, Seen, Symbol, SymbolKind, TextLimit, TooLong};

use crate::draft::EntryDraft;
use crate::knowledge::Knowledge;
use rutter_checks::Subject;
use rutter_checks::refuse_text;
use rutter_checks::{Picked, overlaps, pick};
use rutter_domain::name_parts;
use rutter_domain::nearest;
use rutter_engine::{defining_paths, near_paths};
use rutter_syntax::ParsedFile;

const LIMIT_TAGS: usize = 16;
const LIMIT_EVIDENCE: usize = 32;
const LIMIT_FACTS: usize = 64;

/// Why a draft is not recorded, and what would be accepted.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl From<TooLong> for Refusal {
    fn from(error: TooLong) -> Refusal {
        Refusal(error.to_string())
    }
}

fn refuse<T>(reason: String) -> Result<T, Refusal> {
    Err(Refusal(reason))
}

/// Checks the lengths and the form of a draft.
pub(crate) fn text(draft: &EntryDraft) -> Result<(), Refusal> {
    if draft.summary.trim().is_empty() {
        return refuse("the summary is empty; say in a sentence what it is for".to_owned());
    }
    if let Some(reason) = draft.texts().find_map(refuse_text) {
        return refuse(reason);
    }
    if let Err(error) = TextLimit::SUMMARY.check(&draft.summary) {
        return refuse(format!("{error}; put the rest into the details"));
    }
    TextLimit::DETAILS.check(draft.details.as_deref().unwrap_or_default())?;
    TextLimit::AUTHOR.check(&draft.author)?;
    TextLimit::NAME.check(&draft.symbol)?;
    TextLimit::NAME.check(&draft.path)?;
    if draft.tags.len() > LIMIT_TAGS {
        let n_tags = draft.tags.len();
        return refuse(format!("there are {n_tags} tags, {LIMIT_TAGS} are allowed"));
    }
    for tag in &draft.tags {
        TextLimit::TAG.check(tag)?;
    }
    if draft.evidence.len() > LIMIT_EVIDENCE {
        let n_cited = draft.evidence.len();
        return refuse(format!(
            "there are {n_cited} pieces of evidence, {LIMIT_EVIDENCE} are allowed; cite those that \
             say most"
        ));
    }
    let facts = draft.facts.by_kind();
    let n_facts: usize = facts.iter().map(|(_, facts)| facts.len()).sum();
    if n_facts > LIMIT_FACTS {
        return refuse(format!("there are {n_facts} facts, {LIMIT_FACTS} are allowed"));
    }
    for fact in facts.iter().flat_map(|(_, facts)| facts.iter()) {
        TextLimit::FACT.check(fact)?;
    }
    match draft.confidence {
        Some(confidence) if !(0.0..=1.0).contains(&confidence) => {
            refuse(format!("the confidence is {confidence}; give a number between 0 and 1"))
        }
        Some(_) | None => Ok(()),
    }
}

/// A path as the index has it; those that lead elsewhere are refused.
pub(crate) fn clean_path(path: &str) -> Result<&str, Refusal> {
    let bytes = path.as_bytes();
    let has_drive = matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
    if path.starts_with(['/', '\\']) || has_drive {
        return refuse(format!("Absolute paths not allowed: {path}"));
    }
    if path.split(['/', '\\']).any(|part| part == "..") {
        return refuse(format!("Parent directory references not allowed: {path}"));
    }
    let mut clean = path.trim();
    while let Some(rest) = clean.strip_prefix("./") {
        clean = rest.trim_start_matches('/');
    }
    if clean.is_empty() || clean == "." {
        return refuse("the path is empty; give the file that defines the symbol".to_owned());
    }
    Ok(clean)
}

/// The symbol that a draft describes.
pub(crate) fn subject(
    knowledge: &Knowledge,
    draft: &EntryDraft,
    seen: &Seen,
) -> Result<Subject, Refusal> {
    let path = clean_path(&draft.path)?;
    let parsed = indexed_file(knowledge, path)?;
    let wanted = draft.symbol.trim();
    if matches!(wanted, "" | ".") || wanted == path {
        return Ok(Subject::file(&parsed));
    }
    let found = meant(&parsed.facts.symbols, wanted);
    if found.is_empty() {
        return refuse(no_symbol(knowledge, wanted, path, &parsed.facts.symbols));
    }
    let cited = draft.evidence.iter().filter_map(|one| {
        let path = clean_path(&one.path).ok()?.to_owned();
        Some(Evidence { path, ..one.clone() })
    });
    let cited: Vec<Evidence> = cited.collect();
    let found = with_namesakes(&parsed, found, &cited);
    match pick(&parsed, &found, &cited, seen) {
        // Who gives a qualified name means that symbol.
        Picked::One(at) if !is_meant(&parsed.facts.symbols[at], wanted) => refuse(format!(
            "the evidence is of {} of `{path}`, and not of `{wanted}`; cite lines of the one you \
             mean",
            listed_symbols(&parsed.facts.symbols, &[at])
        )),
        Picked::One(at) => Ok(Subject { parsed, at }),
        Picked::NotCited(ats) => refuse(format!(
            "`{wanted}` is {} of `{path}`, and the evidence is of none of them; cite lines of the \
             one you mean",
            listed_symbols(&parsed.facts.symbols, &ats)
        )),
        Picked::Several(ats) => {
            let names = ats.iter().map(|at| parsed.facts.symbols[*at].qualified_name.clone());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names.dedup();
            refuse(format!(
                "`{wanted}` could be several symbols of `{path}`: {}; give one of these, or cite \
                 lines of the one you mean",
                quoted(names.iter().take(8))
            ))
        }
    }
}

/// The symbols found and, if the cited lines are of none of them, the others of the same name.
fn with_namesakes(parsed: &ParsedFile, found: Vec<usize>, cited: &[Evidence]) -> Vec<usize> {
    let symbols = &parsed.facts.symbols;
    let name = &symbols[found[0]].name;
    let is_block = |at: &usize| symbols[*at].kind == SymbolKind::Implementation;
    // The blocks that implement a type belong to it.
    let namesakes: Vec<usize> =
        (0..symbols.len()).filter(|at| symbols[*at].name == *name).collect();
    let mut own = found.iter().chain(namesakes.iter().filter(|at| is_block(at)));
    let is_cited = |at: &usize| cited.iter().any(|one| overlaps(parsed, &symbols[*at], one));
    let is_here = cited.iter().any(|one| one.path == parsed.path);
    let others: Vec<usize> = namesakes.iter().copied().filter(|at| !is_block(at)).collect();
    if !is_here || others.len() <= found.len() || own.any(is_cited) {
        return found;
    }
    others
}

/// Whether a symbol can be called so: by its bare name, or by its qualified name or the end of it.
fn is_meant(symbol: &Symbol, wanted: &str) -> bool {
    let parts = name_parts(wanted);
    parts.len() < 2 || {
        let own = name_parts(&symbol.qualified_name);
        own.ends_with(&parts) || parts.ends_with(&own)
    }
}

/// Symbols with their kinds and lines: "the function (10-40) and the type alias (3-3)".
fn listed_symbols(symbols: &[Symbol], ats: &[usize]) -> String {
    let listed = ats.iter().take(8).map(|at| {
        let Symbol { qualified_name, kind, span, .. } = &symbols[*at];
        let kind = kind.name().replace('_', " ");
        format!("the {kind} `{qualified_name}` ({}-{})", span.start_line, span.end_line)
    });
    listed.collect::<Vec<_>>().join(" and ")
}

/// The evidence as the index has it: the symbol itself when none is given.
pub(crate) fn evidence(
    knowledge: &Knowledge,
    cited: &[Evidence],
    subject: &Subject,
) -> Result<Vec<Evidence>, Refusal> {
    let span = subject.symbol().span;
    if cited.is_empty() {
        let path = subject.parsed.path.clone();
        let (start_line, end_line) = (span.start_line, span.end_line);
        return Ok(vec![Evidence { path, start_line, end_line }]);
    }
    cited_evidence(knowledge, cited)
}

/// Evidence as the index has it, each piece once.
pub(crate) fn cited_evidence(
    knowledge: &Knowledge,
    cited: &[Evidence],
) -> Result<Vec<Evidence>, Refusal> {
    let mut evidence: Vec<Evidence> = Vec::with_capacity(cited.len());
    for one in cited {
        let path = clean_path(&one.path)?;
        let parsed = indexed_file(knowledge, path)?;
        let (start_line, end_line, n_lines) = (one.start_line, one.end_line, parsed.n_lines());
        if start_line < 1 || end_line < start_line || end_line > n_lines {
            return refuse(format!(
                "the evidence {path}:{start_line}-{end_line} does not exist; the lines of \
                 `{path}` are 1 to {n_lines}, the first before the last"
            ));
        }
        if parsed.lines(start_line, end_line).all(|line| line.trim().is_empty()) {
            return refuse(format!(
                "the evidence {path}:{start_line}-{end_line} is blank; cite lines that show \
                 something"
            ));
        }
        let one = Evidence { path: path.to_owned(), start_line, end_line };
        if !evidence.contains(&one) {
            evidence.push(one);
        }
    }
    Ok(evidence)
}

/// A file of the index in its current state.
fn indexed_file(
    knowledge: &Knowledge,
    path: &str,
) -> Result<std::sync::Arc<rutter_syntax::ParsedFile>, Refusal> {
    if knowledge.snapshot.file_at(path).is_none() {
        if let Some(left_out) = knowledge.snapshot.why_left_out(path) {
            let (of, words) = (&left_out.path, left_out.words());
            return refuse(format!("`{path}` is not in the index: `{of}` is {words}"));
        }
        let near = near_paths(&knowledge.snapshot, path);
        let hint = if near.is_empty() {
            "paths are relative to the root".to_owned()
        } else {
            format!("did you mean {}?", near.join(", "))
        };
        return refuse(format!("`{path}` is not in the index; {hint}"));
    }
    knowledge.parse_again(path).ok_or_else(|| {
        Refusal(format!("`{path}` cannot be read any more; look at the files that are there"))
    })
}

fn no_symbol(knowledge: &Knowledge, wanted: &str, path: &str, symbols: &[Symbol]) -> String {
    let elsewhere: Vec<String> =
        defining_paths(&knowledge.snapshot, wanted).into_iter().take(3).collect();
    if !elsewhere.is_empty() {
        return format!(
            "`{path}` defines no `{wanted}`; it is defined in {}",
            quoted(elsewhere.iter())
        );
    }
    let near = nearest(wanted, symbols.iter().map(|symbol| symbol.qualified_name.as_str()), 5);
    if !near.is_empty() {
        return format!("`{path}` defines no `{wanted}`; did you mean {}?", quoted(near.iter()));
    }
    if symbols.is_empty() {
        format!("`{path}` defines no symbol at all; record what other files define")
    } else {
        let first = symbols.iter().take(5).map(|symbol| &symbol.qualified_name);
        format!("`{path}` defines no `{wanted}`; it defines {} and so on", quoted(first))
    }
}

/// The symbols of a file that a name means: by the whole qualified name, else by its end. A type
/// goes before the blocks that implement it.
fn meant(symbols: &[Symbol], wanted: &str) -> Vec<usize> {
    let bare = wanted.trim_end_matches("()");
    let wanted_parts = name_parts(wanted);
    let all = |is_it: &dyn Fn(&Symbol) -> bool| -> Vec<usize> {
        (0..symbols.len()).filter(|at| is_it(&symbols[*at])).collect()
    };
    let mut found = all(&|symbol| symbol.qualified_name == wanted || symbol.qualified_name == bare);
    if found.is_empty() {
        found = all(&|symbol| symbol.name == wanted || symbol.name == bare);
    }
    if found.is_empty() && !wanted_parts.is_empty() {
        found = all(&|symbol| {
            let own = name_parts(&symbol.qualified_name);
            own.ends_with(&wanted_parts)
                || wanted_parts.len() > own.len()
                    && wanted_parts.ends_with(&own)
                    && symbol.kind != SymbolKind::Section
        });
    }
    let is_block = |at: &usize| symbols[*at].kind == SymbolKind::Implementation;
    if !found.iter().all(is_block) {
        found.retain(|at| !is_block(at));
    }
    found
}

pub(crate) fn quoted<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
