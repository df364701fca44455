//! The supports of an entry: code and text outside its symbol on which it rests, and whether they have changed.
//!
//! Firm supports are what its claims name or take numbers and words from: documentation, constants,
//! fields, callees, members, types, callers. If one changes, the entry is stale. Callees that no claim
//! names are soft: their change leaves a mark. Start at [`supports_of`] and [`compare_supports`].

use std::collections::HashSet;

use rutter_domain::name_parts;
use rutter_domain::words::{is_stop_word, tokenize};
use rutter_domain::{Claim, ContentHash, ReferenceKind, Symbol};
use rutter_store::{Strength, Support, SupportKind};

use crate::knowledge::Knowledge;
use rutter_checks::Subject;
use rutter_checks::{Link, Neighbour, Statement, SubjectContext, WordForm, identifiers};
use rutter_syntax::head_hash;

/// An entry has at most this many supports; the firm ones come first.
const MOST_SUPPORTS: usize = 64;
/// A name that more definitions fit rests on none of them.
const MOST_DEFINITIONS: usize = 3;
/// A definition that has moved is searched for in at most this many files.
const MOST_PLACES: usize = 16;
/// The symbol of a support that means all users of the subject.
const ALL_USERS: &str = "*";
/// The users of a subject are in no particular file.
const NO_FILE: ContentHash = ContentHash([0; 16]);

/// Changes of the supports since an entry was written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SupportChanges {
    /// Why the entry is stale.
    pub(crate) fault: Option<String>,
    /// Remarks on an entry that still holds.
    pub(crate) marks: Vec<String>,
}

pub(crate) fn supports_of(
    knowledge: &Knowledge,
    context: &SubjectContext<'_>,
    claims: &[Claim],
) -> Vec<Support> {
    let said: Vec<Statement> = claims.iter().map(|claim| Statement::new(&claim.text)).collect();
    let mut supports = Supports { knowledge, context, found: Vec::new() };
    let is_file = context.subject.is_file();
    if !is_file {
        supports.add_documentation(&said);
    }
    for statement in &said {
        for word in statement.names() {
            for name in identifiers(&word.text) {
                supports.add_named(name);
            }
        }
        if !is_file && mentions_users(statement) {
            supports.add_all_users();
        }
    }
    supports.add_values(&said);
    if !is_file {
        supports.add_callees();
    }
    let mut found = supports.found;
    found.sort_by_key(|support| support.strength == Strength::Soft);
    found.truncate(MOST_SUPPORTS);
    found
}

struct Supports<'c, 'a> {
    knowledge: &'c Knowledge,
    context: &'c SubjectContext<'a>,
    found: Vec<Support>,
}

impl Supports<'_, '_> {
    /// Adds the documentation; as firm if a claim uses a word that only the documentation has.
    fn add_documentation(&mut self, said: &[Statement]) {
        let parsed = &self.context.subject.parsed;
        let symbol = self.context.symbol();
        let hash = parsed.doc_hash(symbol);
        let in_code: HashSet<String> = tokenize(&code_only(self.context)).into_iter().collect();
        let in_doc: HashSet<String> = tokenize(&self.context.doc).into_iter().collect();
        let uses_doc = said.iter().flat_map(|statement| &statement.words).any(|word| {
            let is_content = word.form != WordForm::Plain || !is_stop_word(&word.lower);
            let mut stems = word.stems.iter();
            is_content && stems.any(|stem| in_doc.contains(stem) && !in_code.contains(stem))
        });
        let strength = if uses_doc { Strength::Firm } else { Strength::Soft };
        let place = (&*parsed.path, parsed.content);
        self.push(SupportKind::Documentation, strength, place, symbol, hash);
    }

    /// Adds the definitions or callers that a claim names, if they are linked with the subject.
    fn add_named(&mut self, name: &str) {
        let own = self.context.symbol();
        if name == own.name || name_parts(&own.qualified_name).contains(&name) {
            return;
        }
        let mut found = self.context.definitions(name);
        if found.iter().any(|one| one.path == self.context.path()) {
            found.retain(|one| one.path == self.context.path());
        }
        if found.len() > MOST_DEFINITIONS {
            return;
        }
        let stands_in_code = self.context.shows(name);
        for one in found {
            if self.context.subject.is_file() {
                self.push_signature(&one);
            } else if stands_in_code || is_member(self.context, &one) {
                self.push_definition(&one);
            } else if let Link::Yes(_) = self.context.is_used_by(name) {
                self.push_caller(&one);
            }
        }
    }

    /// Adds constants and fields that the code names, if a claim uses a number or string of theirs.
    fn add_values(&mut self, said: &[Statement]) {
        let numbers: HashSet<String> = said
            .iter()
            .flat_map(|statement| &statement.words)
            .filter(|word| matches!(word.form, WordForm::Number | WordForm::Quoted))
            .flat_map(|word| word.stems.iter().cloned().chain([digits(&word.text)]))
            .filter(|part| !part.is_empty())
            .collect();
        if numbers.is_empty() {
            return;
        }
        let mut names: Vec<&str> = identifiers(&self.context.code);
        names.sort_unstable();
        names.dedup();
        for name in names.into_iter().take(400) {
            let found = self.context.definitions(name);
            for one in found.iter().take(MOST_DEFINITIONS) {
                if !one.symbol().kind.is_data() {
                    continue;
                }
                let text = self.context.text_of(one).unwrap_or_default();
                let values: HashSet<String> =
                    tokenize(&text).into_iter().chain([digits(&text)]).collect();
                if values.iter().any(|value| numbers.contains(value)) {
                    self.push_definition(one);
                }
            }
        }
    }

    /// Adds callees that no claim names.
    fn add_callees(&mut self) {
        let called: HashSet<&str> = self
            .context
            .references()
            .filter(|(_, kind, _)| *kind == ReferenceKind::Call)
            .map(|(name, ..)| name)
            .collect();
        let callees: Vec<Neighbour> = self.context.callees().to_vec();
        for one in callees.iter().filter(|one| called.contains(one.symbol().name.as_str())) {
            let n_same =
                callees.iter().filter(|other| other.symbol().name == one.symbol().name).count();
            if n_same <= MOST_DEFINITIONS && one.symbol().kind.is_callable() {
                self.push_unnamed(one);
            }
        }
    }

    fn add_all_users(&mut self) {
        let hash = users_hash(self.context);
        let symbol = self.context.symbol().clone();
        let named = Symbol { qualified_name: ALL_USERS.to_owned(), ..symbol };
        let place = (self.context.path(), NO_FILE);
        self.push(SupportKind::Callers, Strength::Firm, place, &named, hash);
    }

    /// A callee that no claim names: compared by what the index knows, without reading its file.
    fn push_unnamed(&mut self, one: &Neighbour) {
        let Some(file) = self.knowledge.snapshot.file_at(&one.path) else { return };
        let (place, hash) = ((&*one.path, file.content), one.symbol().body_hash);
        self.push(SupportKind::Definition, Strength::Soft, place, one.symbol(), hash);
    }

    fn push_definition(&mut self, one: &Neighbour) {
        let Some(parsed) = self.knowledge.parsed_file(&one.path) else { return };
        let name = &one.symbol().qualified_name;
        let Some((_, symbol)) = parsed.find(|symbol| symbol.qualified_name == *name) else {
            return;
        };
        let (place, hash) = ((&*one.path, parsed.content), parsed.subject_hash(symbol));
        self.push(SupportKind::Definition, Strength::Firm, place, symbol, hash);
    }

    /// Adds a symbol that an overview of a file names. The overview rests on its signature, not on its body.
    fn push_signature(&mut self, one: &Neighbour) {
        let Some(parsed) = self.knowledge.parsed_file(&one.path) else { return };
        let (place, hash) = ((&*one.path, parsed.content), head_hash(one.symbol()));
        self.push(SupportKind::Signature, Strength::Firm, place, one.symbol(), hash);
    }

    fn push_caller(&mut self, one: &Neighbour) {
        let Some(parsed) = self.knowledge.parsed_file(&one.path) else { return };
        let place = (&*one.path, parsed.content);
        self.push(SupportKind::Callers, Strength::Firm, place, one.symbol(), 1);
    }

    fn push(
        &mut self,
        kind: SupportKind,
        strength: Strength,
        (path, content): (&str, ContentHash),
        symbol: &Symbol,
        hash: u64,
    ) {
        let (path, symbol) = (path.to_owned(), symbol.qualified_name.clone());
        let known = self.found.iter_mut().find(|support| {
            support.kind == kind && support.path == path && support.symbol == symbol
        });
        match known {
            Some(known) if strength == Strength::Firm => known.strength = Strength::Firm,
            Some(_) => {}
            None => self.found.push(Support { kind, path, symbol, hash, content, strength }),
        }
    }
}

/// Compares the supports of an entry with the code as it is. `subject` is where its symbol is now.
pub(crate) fn compare_supports(
    knowledge: &Knowledge,
    supports: &[Support],
    subject: impl Fn() -> Option<Subject>,
) -> SupportChanges {
    let mut changes = SupportChanges::default();
    for support in supports {
        let Some(change) = change_of(knowledge, support, &subject) else { continue };
        match support.strength {
            Strength::Firm => {
                changes.fault.get_or_insert(change);
            }
            Strength::Soft => changes.marks.push(match support.kind {
                SupportKind::Documentation => "its documentation has changed".to_owned(),
                SupportKind::Definition | SupportKind::Callers | SupportKind::Signature => {
                    format!("callee changed: {}", support.symbol)
                }
            }),
        }
    }
    changes
}

/// Why a support is not what it was; `None` if it is.
fn change_of(
    knowledge: &Knowledge,
    support: &Support,
    subject: &impl Fn() -> Option<Subject>,
) -> Option<String> {
    let Support { kind, path, symbol, hash, content, .. } = support;
    let is_unread = symbol != ALL_USERS;
    if is_unread && knowledge.snapshot.file_at(path).is_some_and(|file| file.content == *content) {
        return None;
    }
    match kind {
        SupportKind::Documentation => {
            let subject = subject()?;
            let now = subject.parsed.doc_hash(subject.symbol());
            (now != *hash).then(|| format!("the documentation of `{symbol}` has changed since"))
        }
        SupportKind::Definition => {
            (!is_defined(knowledge, support)).then(|| format!("`{symbol}` has changed since"))
        }
        SupportKind::Signature => (!is_declared(knowledge, support))
            .then(|| format!("the head of `{symbol}` has changed since")),
        SupportKind::Callers if symbol == ALL_USERS => {
            let subject = subject()?;
            let context = SubjectContext::new(knowledge, &subject, &[]);
            (users_hash(&context) != *hash).then(|| "its users have changed since".to_owned())
        }
        SupportKind::Callers => {
            let subject = subject()?;
            let context = SubjectContext::new(knowledge, &subject, &[]);
            let is_used = matches!(context.is_used_by(symbol), Link::Yes(_));
            (!is_used).then(|| format!("`{symbol}` does not use it any more"))
        }
    }
}

/// Whether a definition is unchanged in its file or in another one.
fn is_defined(knowledge: &Knowledge, support: &Support) -> bool {
    let Support { symbol, hash, strength, .. } = support;
    let last = bare_name(symbol);
    places_of(knowledge, support).into_iter().any(|path| match strength {
        Strength::Soft => {
            let file = knowledge.snapshot.file_at(path);
            let facts = file.and_then(|file| knowledge.snapshot.facts_of(file.id));
            facts.is_some_and(|facts| {
                facts.symbols.iter().any(|one| one.name == last && one.body_hash == *hash)
            })
        }
        Strength::Firm => knowledge.parsed_file(path).is_some_and(|parsed| {
            let mut symbols = parsed.facts.symbols.iter();
            symbols.any(|one| one.name == last && parsed.subject_hash(one) == *hash)
        }),
    })
}

/// Whether a symbol with that signature is in its file or in another one.
fn is_declared(knowledge: &Knowledge, support: &Support) -> bool {
    places_of(knowledge, support).into_iter().any(|path| {
        let parsed = knowledge.parsed_file(path);
        parsed.is_some_and(|parsed| {
            parsed.facts.symbols.iter().any(|one| head_hash(one) == support.hash)
        })
    })
}

/// The files that may contain the definition now, its own first.
fn places_of<'a>(knowledge: &'a Knowledge, support: &'a Support) -> Vec<&'a str> {
    let mut paths = vec![support.path.as_str()];
    paths.extend(knowledge.snapshot.paths_defining(bare_name(&support.symbol)));
    paths.truncate(MOST_PLACES);
    paths
}

fn bare_name(symbol: &str) -> &str {
    name_parts(symbol).last().copied().unwrap_or(symbol)
}

fn is_member(context: &SubjectContext<'_>, one: &Neighbour) -> bool {
    one.path == context.path()
        && context.members().any(|member| member.qualified_name == one.symbol().qualified_name)
}

/// The definitions without their documentation, above them or inside.
fn code_only(context: &SubjectContext<'_>) -> String {
    let definitions = context.subject.parsed.definitions_of(context.symbol());
    let doc: HashSet<&str> = context.doc.lines().map(str::trim).collect();
    let is_code = |line: &&str| {
        let line = line.trim().trim_matches(['"', '\'']).trim();
        !line.is_empty() && !doc.contains(line)
    };
    let texts = definitions.iter().map(|one| one.span.slice(&context.subject.parsed.text));
    texts.flat_map(str::lines).filter(is_code).collect::<Vec<_>>().join("\n")
}

/// Whether a claim says who uses the subject, or that nobody does.
fn mentions_users(statement: &Statement) -> bool {
    const PHRASES: [&str; 14] = [
        "unused", "never called", "not called", "never used", "not used", "no callers", "no users",
        "dead code", "only caller", "only user", "only called", "only used", "called only",
        "used only",
    ];
    statement.has_phrase(&PHRASES)
}

/// One hash over all users of the subject.
fn users_hash(context: &SubjectContext<'_>) -> u64 {
    let users = context.users();
    let mut names: Vec<String> = users
        .users
        .iter()
        .map(|user| format!("{}#{}", user.path, user.symbol().qualified_name))
        .chain(users.top_level.iter().map(|place| place.path.clone()))
        .collect();
    names.sort_unstable();
    names.dedup();
    let hash = rutter_workspace::hash(names.join("\n").as_bytes());
    u64::from_le_bytes(*hash.0.first_chunk().expect("a hash has 16 bytes"))
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}
