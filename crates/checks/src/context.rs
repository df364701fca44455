//! The subject of an entry with its surroundings: code, documentation, evidence, and links.
//!
//! Links are read from the facts of the files that matter, by name. The graph is not built. Where a name could mean something else, an answer errs on the side of "linked", because
//! a true claim that is called false costs more trust than a missing finding.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use rutter_domain::name_parts;
use rutter_domain::words::tokenize;
use rutter_domain::{Evidence, Facts, Language, ReferenceKind, Symbol, SymbolKind};

use crate::code_reader::CodeReader;
use crate::lexicon::definitions::{HEAD_MARKS, MAKERS};
use crate::quantities::CodeNumber;
use crate::subject::Subject;
use rutter_domain::words::{contains_word, find_word};
use rutter_syntax::ParsedFile;

/// At most this many definitions of one name are looked at.
const MOST_DEFINITIONS: usize = 8;
/// A name that more files define is too common to be looked up.
const MOST_DEFINING_FILES: usize = 24;
/// At most this many files that use a name are looked at.
const MOST_USERS: usize = 100;
/// Comments and attributes this many lines above a definition belong to it.
const MOST_HEAD_LINES: usize = 40;

/// The subject of an entry with what surrounds it.
pub struct SubjectContext<'a> {
    pub(crate) code_base: &'a dyn CodeReader,
    pub subject: &'a Subject,
    /// The text of all its definitions, attributes and comments above them included.
    pub code: String,
    /// The documentation of all its definitions.
    pub doc: String,
    /// The cited lines, each with its text.
    pub evidence: Vec<(Evidence, String)>,
    callees: OnceCell<Vec<Neighbour>>,
    users: OnceCell<Users>,
    stems: OnceCell<HashSet<String>>,
    /// Filled by `named_values.rs`.
    pub(crate) named_values: OnceCell<Vec<NamedValue>>,
    /// Filled by `numbers.rs`.
    pub(crate) numbers: OnceCell<Vec<CodeNumber>>,
}

/// A symbol that is linked with the subject.
#[derive(Debug, Clone)]
pub struct Neighbour {
    pub path: String,
    pub facts: Arc<Facts>,
    pub at: usize,
    /// The line of the subject's file, or of its own, on which the link is written.
    pub line: u32,
}

impl Neighbour {
    pub fn symbol(&self) -> &Symbol {
        &self.facts.symbols[self.at]
    }
}

/// A definition that the subject's code names.
pub(crate) struct NamedValue {
    pub at: Neighbour,
    pub text: String,
}

/// Whether two symbols are linked, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// The lines that show it.
    Yes(Option<Evidence>),
    No,
    /// The name is not defined in the index, or too much would have to be read.
    Unknown,
}

/// The users of the subject, found by name.
#[derive(Debug, Default)]
pub struct Users {
    pub users: Vec<Neighbour>,
    /// Uses outside of any symbol, as path and line.
    pub top_level: Vec<Evidence>,
    /// Whether some files were not looked at.
    pub is_cut: bool,
}

impl<'a> SubjectContext<'a> {
    pub fn new(
        code_base: &'a dyn CodeReader,
        subject: &'a Subject,
        evidence: &[Evidence],
    ) -> SubjectContext<'a> {
        let (mut code, mut doc) = (String::new(), String::new());
        for one in subject.parsed.definitions_of(subject.symbol()) {
            for line in head_of(&subject.parsed, one) {
                code.push_str(line);
                code.push('\n');
            }
            code.push_str(one.span.slice(&subject.parsed.text));
            code.push('\n');
            doc.push_str(one.doc.as_deref().unwrap_or(""));
            doc.push('\n');
        }
        let evidence = evidence.iter().filter_map(|cited| {
            let parsed = code_base.parsed_file(&cited.path)?;
            let lines: Vec<&str> = parsed.lines(cited.start_line, cited.end_line).collect();
            Some((cited.clone(), lines.join("\n")))
        });
        SubjectContext {
            code_base,
            subject,
            code,
            doc,
            evidence: evidence.collect(),
            callees: OnceCell::new(),
            users: OnceCell::new(),
            stems: OnceCell::new(),
            named_values: OnceCell::new(),
            numbers: OnceCell::new(),
        }
    }

    pub fn symbol(&self) -> &Symbol {
        self.subject.symbol()
    }

    pub fn language(&self) -> Language {
        self.facts().language
    }

    pub fn path(&self) -> &str {
        &self.subject.parsed.path
    }

    pub fn facts(&self) -> &Facts {
        &self.subject.parsed.facts
    }

    /// The lines of the subject as evidence.
    pub fn own_lines(&self) -> Evidence {
        let span = self.symbol().span;
        let (start_line, end_line) = (span.start_line, span.end_line);
        Evidence { path: self.path().to_owned(), start_line, end_line }
    }

    /// One line of the subject's file as evidence.
    pub fn line(&self, line: u32) -> Evidence {
        Evidence { path: self.path().to_owned(), start_line: line, end_line: line }
    }

    /// The symbols that the subject contains.
    pub fn members(&self) -> impl Iterator<Item = &Symbol> {
        let own = self.symbol();
        // A type and the blocks that implement it have the same qualified name.
        self.facts().symbols.iter().filter(move |symbol| {
            symbol.span != own.span && own.span.contains(&symbol.span)
                || own.kind.is_container() && self.is_member_of(symbol, own)
        })
    }

    fn is_member_of(&self, symbol: &Symbol, container: &Symbol) -> bool {
        let parent = symbol.parent.and_then(|at| self.facts().symbols.get(at as usize));
        parent.is_some_and(|parent| {
            parent.qualified_name == container.qualified_name || parent.name == container.name
        })
    }

    /// The symbols around the subject, the innermost first.
    pub fn containers(&self) -> Vec<&Symbol> {
        let symbols = &self.facts().symbols;
        let mut found = Vec::new();
        let mut next = self.symbol().parent;
        while let Some(symbol) = next.and_then(|at| symbols.get(at as usize)) {
            found.push(symbol);
            next = symbol.parent;
        }
        found
    }

    /// Whether references of this symbol number are inside the subject.
    pub fn is_inside(&self, from: Option<u32>) -> bool {
        let facts = self.facts();
        let definitions = self.subject.parsed.definitions_of(self.symbol());
        let Some(symbol) = from.and_then(|at| facts.symbols.get(at as usize)) else { return false };
        definitions.iter().any(|own| own.span.contains(&symbol.span))
            || self.symbol().kind.is_container() && self.is_member_of(symbol, self.symbol())
    }

    /// The names that the subject's code refers to, with kind and line.
    pub fn references(&self) -> impl Iterator<Item = (&str, ReferenceKind, u32)> {
        let all = self.facts().references.iter();
        let all = all.filter(|one| !one.kind.is_of_data() && self.is_inside(one.from));
        all.map(|one| (one.name.as_str(), one.kind, one.line))
    }

    /// The definitions that the subject's references may mean, by name.
    pub fn callees(&self) -> &[Neighbour] {
        self.callees.get_or_init(|| {
            let mut names: Vec<(&str, u32)> = self
                .references()
                .filter(|(_, kind, _)| *kind != ReferenceKind::Mention)
                .map(|(name, _, line)| (name, line))
                .collect();
            names.sort_unstable();
            names.dedup_by_key(|(name, _)| *name);
            names
                .into_iter()
                .flat_map(|(name, line)| {
                    let mut found = self.definitions(name);
                    // What the file defines itself is meant before what others define.
                    if found.iter().any(|one| one.path == self.path()) {
                        found.retain(|one| one.path == self.path());
                    }
                    found.into_iter().map(move |one| Neighbour { line, ..one })
                })
                .filter(|one| one.path != self.path() || one.at != self.subject.at)
                .collect()
        })
    }

    /// The lines of the subject's definition, with their numbers.
    pub fn own_code_lines(&self) -> impl Iterator<Item = (u32, &str)> {
        let span = self.symbol().span;
        (span.start_line..).zip(span.slice(&self.subject.parsed.text).lines())
    }

    /// The tokens of the subject's definitions with their lines: code without blanks and comments.
    pub fn tokens(&self) -> Vec<(&str, u32)> {
        let parsed = &self.subject.parsed;
        let all = parsed.tokens();
        let mut found = Vec::new();
        for one in parsed.definitions_of(self.symbol()) {
            let start = all.partition_point(|token| token.start_byte < one.span.start_byte);
            let own = all[start..].iter().take_while(|token| token.end_byte <= one.span.end_byte);
            let own = own.filter(|token| !token.is_mark());
            found.extend(own.map(|token| (token.text(&parsed.text), token.line)));
        }
        found
    }

    /// The line on which the code, comments left out, refers to a name.
    pub fn line_of_use(&self, name: &str) -> Option<u32> {
        let is_sign = |c: char| !c.is_alphanumeric() && c != '_';
        let bare = name.trim_end_matches(is_sign);
        let is_it = |token: &str| token == name || token.trim_matches(is_sign) == bare;
        let used = self.references().find(|(used, kind, _)| {
            *kind != ReferenceKind::Mention && (*used == name || *used == bare)
        });
        let used = used.map(|(_, _, line)| line);
        used.or_else(|| {
            self.tokens().into_iter().find(|(token, _)| is_it(token)).map(|(_, line)| line)
        })
    }

    /// Whether the subject's code refers to a name, bare or qualified.
    pub fn refers_to(&self, name: &str) -> Link {
        let Some(last) = name_parts(name).last().copied() else { return Link::Unknown };
        match self.references().find(|(used, ..)| *used == last) {
            Some((_, _, line)) => Link::Yes(Some(self.line(line))),
            None if contains_word(&self.code, last) => Link::Yes(None),
            None => Link::No,
        }
    }

    /// Whether a symbol of this name uses the subject.
    pub fn is_used_by(&self, name: &str) -> Link {
        let found = self.definitions(name);
        if found.is_empty() {
            return Link::Unknown;
        }
        for one in &found {
            if let Some(line) = self.use_within(one) {
                let path = one.path.clone();
                return Link::Yes(Some(Evidence { path, start_line: line, end_line: line }));
            }
        }
        Link::No
    }

    /// The line on which a symbol, or one of its members, uses the subject.
    fn use_within(&self, user: &Neighbour) -> Option<u32> {
        let names = self.own_names();
        let outer = user.symbol();
        let is_within = |from: Option<u32>| {
            let inner = from.and_then(|at| user.facts.symbols.get(at as usize));
            inner.is_some_and(|inner| {
                outer.span.contains(&inner.span) || {
                    let parent = inner.parent.and_then(|at| user.facts.symbols.get(at as usize));
                    outer.kind.is_container()
                        && parent.is_some_and(|parent| parent.name == outer.name)
                }
            })
        };
        let mut uses = user.facts.references.iter().filter(|one| !one.kind.is_of_data());
        let found = uses.find(|one| names.contains(&one.name.as_str()) && is_within(one.from));
        found.map(|one| one.line).or_else(|| {
            let parsed = self.code_base.parsed_file(&user.path)?;
            let text = outer.span.slice(&parsed.text);
            let at = names.iter().find_map(|name| find_word(text, name))?;
            let n_lines = text[..at].bytes().filter(|byte| *byte == b'\n').count();
            Some(outer.span.start_line + u32::try_from(n_lines).unwrap_or(0))
        })
    }

    /// The names by which others refer to the subject: a constructor goes by the name of its type.
    pub fn own_names(&self) -> Vec<&str> {
        let symbol = self.symbol();
        let mut names = vec![symbol.name.as_str()];
        if symbol.kind == SymbolKind::Constructor || MAKERS.has(&symbol.name) {
            names.extend(self.containers().first().map(|parent| parent.name.as_str()));
        }
        names
    }

    /// Everything that refers to the subject by its name, itself left out.
    pub fn users(&self) -> &Users {
        self.users.get_or_init(|| self.find_users())
    }

    fn find_users(&self) -> Users {
        let mut found = Users::default();
        // The name of a value is read and written; that of a function is called.
        let is_use = |kind: ReferenceKind| {
            kind != ReferenceKind::Mention && (is_data(self.symbol()) || !kind.is_of_data())
        };
        for name in self.own_names() {
            let paths = self.code_base.paths_naming(name);
            found.is_cut |= paths.len() > MOST_USERS;
            for path in paths.into_iter().take(MOST_USERS) {
                let Some(facts) = self.facts_at(path) else { continue };
                for one in facts.references.iter().filter(|one| one.name == name) {
                    let is_self = path == self.path() && self.is_inside(one.from);
                    if is_self || !is_use(one.kind) {
                        continue;
                    }
                    match one.from {
                        Some(at) => found.users.push(Neighbour {
                            path: path.to_owned(),
                            facts: Arc::clone(&facts),
                            at: at as usize,
                            line: one.line,
                        }),
                        None => found.top_level.push(Evidence {
                            path: path.to_owned(),
                            start_line: one.line,
                            end_line: one.line,
                        }),
                    }
                }
            }
        }
        found
    }

    /// The definitions of a name, bare or qualified; those of the subject's file first.
    pub fn definitions(&self, name: &str) -> Vec<Neighbour> {
        let parts = name_parts(name);
        let Some(last) = parts.last().copied() else { return Vec::new() };
        let mut paths = self.code_base.paths_defining(last);
        // The subject's file may have changed since it was indexed.
        paths.retain(|path| *path != self.path());
        if paths.len() > MOST_DEFINING_FILES {
            // With that many definitions, the name does not say which is meant.
            paths.clear();
        }
        // A nearer file is more likely meant.
        paths.sort_by_key(|path| (Reverse(n_shared(path, self.path())), path.len()));
        paths.truncate(MOST_DEFINITIONS);
        paths.insert(0, self.path());
        let mut found = Vec::new();
        for path in paths {
            let Some(facts) = self.facts_at(path) else { continue };
            let is_it = |symbol: &Symbol| {
                symbol.name == last
                    && (parts.len() == 1 || fits(&name_parts(&symbol.qualified_name), &parts))
            };
            for at in (0..facts.symbols.len()).filter(|at| is_it(&facts.symbols[*at])) {
                let line = facts.symbols[at].span.start_line;
                let facts = Arc::clone(&facts);
                found.push(Neighbour { path: path.to_owned(), facts, at, line });
                if found.len() >= MOST_DEFINITIONS {
                    return found;
                }
            }
        }
        found
    }

    pub fn facts_at(&self, path: &str) -> Option<Arc<Facts>> {
        if path == self.path() {
            return Some(Arc::clone(&self.subject.parsed.facts));
        }
        self.code_base.facts_at(path)
    }

    /// The text of a neighbour's definition as it is now.
    pub fn text_of(&self, neighbour: &Neighbour) -> Option<String> {
        let parsed = self.code_base.parsed_file(&neighbour.path)?;
        Some(neighbour.symbol().span.slice(&parsed.text).to_owned())
    }

    /// Whether the subject's code, its documentation or the evidence contains a name.
    pub fn shows(&self, name: &str) -> bool {
        contains_word(&self.code, name)
            || contains_word(&self.doc, name)
            || self.evidence.iter().any(|(_, text)| contains_word(text, name))
    }

    /// The line on which the subject first contains a text.
    pub fn line_with(&self, text: &str) -> Option<Evidence> {
        let span = self.symbol().span;
        let own = span.slice(&self.subject.parsed.text);
        let at = own.find(text)?;
        let n_lines = own[..at].bytes().filter(|byte| *byte == b'\n').count();
        Some(self.line(span.start_line + u32::try_from(n_lines).unwrap_or(0)))
    }

    /// Whether every word of a text occurs, as a stem, in the code or in what is linked with it.
    pub fn has_words(&self, text: &str) -> bool {
        let words = tokenize(text);
        let known = self.stems.get_or_init(|| self.find_stems());
        !words.is_empty() && words.iter().all(|word| known.contains(word))
    }

    fn find_stems(&self) -> HashSet<String> {
        let mut texts = vec![&*self.code, &*self.doc, &*self.symbol().qualified_name, self.path()];
        texts.extend(self.evidence.iter().map(|(_, text)| text.as_str()));
        let callees = self.callees().iter().map(Neighbour::symbol);
        for symbol in callees.chain(self.containers()).chain(self.members()) {
            texts.extend([&*symbol.qualified_name, &*symbol.signature]);
            texts.extend(symbol.doc.as_deref());
        }
        texts.into_iter().flat_map(tokenize).collect()
    }
}

/// Comments and attributes right above a definition.
fn head_of<'p>(parsed: &'p ParsedFile, symbol: &Symbol) -> Vec<&'p str> {
    let start = symbol.span.start_line;
    let first = start.saturating_sub(u32::try_from(MOST_HEAD_LINES).unwrap_or(0)).max(1);
    let before: Vec<&str> =
        if start > 1 { parsed.lines(first, start - 1).collect() } else { Vec::new() };
    let is_head =
        |line: &&&str| HEAD_MARKS.words().iter().any(|mark| line.trim().starts_with(mark));
    let n_lines = before.iter().rev().take_while(is_head).count();
    before[before.len() - n_lines..].to_vec()
}

/// Whether a symbol is a value: a constant, a field, a variable or an enum member.
pub(crate) fn is_data(symbol: &Symbol) -> bool {
    symbol.kind.is_data() || symbol.kind == SymbolKind::EnumMember
}

/// The number of folders that two paths have in common.
fn n_shared(left: &str, right: &str) -> usize {
    left.split('/').zip(right.split('/')).take_while(|(left, right)| left == right).count()
}

/// Whether one list of names ends with the other.
fn fits(own: &[&str], wanted: &[&str]) -> bool {
    own.ends_with(wanted) || wanted.ends_with(own)
}
