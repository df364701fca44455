//! The supports of an entry: code and text outside its symbol on which it rests, and whether they have changed.
//!
//! Firm supports are what its claims name or take numbers and words from: sentences of documentation, constants,
//! fields, callees, members, types, callers. If one changes, the entry is stale. Callees, members and values
//! that no claim names are soft: their change leaves a mark. Start at [`supports_of`] and [`compare_supports`].

mod compare;

use std::collections::HashSet;

use rutter_checks::{Link, Neighbour, Statement, SubjectContext, Word, WordForm, identifiers};
use rutter_domain::words::{contains_word, is_stop_word, tokenize};
use rutter_domain::{Claim, ContentHash, ReferenceKind, Symbol, SymbolKind, name_parts};
use rutter_store::{Strength, Support, SupportKind};
use rutter_syntax::{head_hash, is_call_operator};

use crate::knowledge::Knowledge;

pub(crate) use compare::compare_supports;

/// An entry has at most this many supports; the firm ones come first.
const MOST_SUPPORTS: usize = 128;
/// A name that more definitions fit rests on none of them.
const MOST_DEFINITIONS: usize = 3;
/// The symbol of a support that means all users of the subject.
const ALL_USERS: &str = "*";
/// The users of a subject are in no particular file.
const NO_FILE: ContentHash = ContentHash([0; 16]);

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
        supports.add_members(&said);
        supports.add_callees();
        supports.add_data();
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
    /// Adds the documentation; as firm those of its sentences from which a claim takes words that the code does
    /// not have.
    fn add_documentation(&mut self, said: &[Statement]) {
        let parsed = &self.context.subject.parsed;
        let symbol = self.context.symbol();
        let place = (&*parsed.path, parsed.content);
        let in_code: HashSet<String> = tokenize(&code_only(self.context)).into_iter().collect();
        let sentences = parsed.doc_sentences(symbol);
        let stems: Vec<HashSet<String>> =
            sentences.iter().map(|(text, _)| tokenize(text).into_iter().collect()).collect();
        for statement in said {
            let mut taken: HashSet<&String> = content_stems(statement).collect();
            taken.retain(|stem| !in_code.contains(*stem));
            // Each time the sentence that has most of the words.
            let count = |at: &usize, taken: &HashSet<&String>| {
                taken.iter().filter(|stem| stems[*at].contains(**stem)).count()
            };
            while let Some(at) = (0..stems.len())
                .rev()
                .max_by_key(|at| count(at, &taken))
                .filter(|at| count(at, &taken) > 0)
            {
                self.push(
                    SupportKind::Documentation,
                    Strength::Firm,
                    place,
                    symbol,
                    sentences[at].1,
                );
                taken.retain(|stem| !stems[at].contains(*stem));
            }
        }
        let whole = parsed.doc_hash(symbol);
        self.push(SupportKind::Documentation, Strength::Soft, place, symbol, whole);
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
        let is_file = self.context.subject.is_file();
        if found.is_empty() && !is_file && contains_word(&self.context.code, name) {
            let place = (self.context.path(), self.context.subject.parsed.content);
            let named = Symbol { qualified_name: name.to_owned(), ..own.clone() };
            self.push(SupportKind::Name, Strength::Firm, place, &named, 0);
        }
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

    /// Adds the methods of a type. One is firm if it is what runs when an object of the type is called, or if a
    /// claim uses a word that only this method has.
    fn add_members(&mut self, said: &[Statement]) {
        let context = self.context;
        let (parsed, own) = (&context.subject.parsed, context.symbol());
        if !own.kind.is_type() || context.subject.is_file() {
            return;
        }
        let symbols = &parsed.facts.symbols;
        let is_method = |one: &&Symbol| {
            let parent = one.parent.and_then(|at| symbols.get(at as usize));
            (one.kind.is_callable() || one.kind == SymbolKind::Property)
                && parent.is_none_or(|parent| parent.kind.is_container())
        };
        let methods: Vec<&Symbol> = context.members().filter(is_method).collect();
        let words = |text: &str| tokenize(text).into_iter().collect::<HashSet<String>>();
        let bodies: Vec<HashSet<String>> =
            methods.iter().map(|one| words(one.span.slice(&parsed.text))).collect();
        let mut head = words(&context.doc);
        head.extend(tokenize(&own.qualified_name));
        let fields = context.members().filter(|one| one.kind.is_data());
        head.extend(fields.flat_map(|one| tokenize(&one.signature)));
        for (at, method) in methods.iter().enumerate() {
            let is_only = |stem: &String| {
                let mut with = bodies.iter().enumerate().filter(|(_, body)| body.contains(stem));
                !head.contains(stem)
                    && with.next().is_some_and(|(first, _)| first == at)
                    && with.next().is_none()
            };
            let is_firm =
                is_call_operator(method) || said.iter().flat_map(content_stems).any(is_only);
            let strength = if is_firm { Strength::Firm } else { Strength::Soft };
            let place = (&*parsed.path, parsed.content);
            self.push(SupportKind::Member, strength, place, method, parsed.subject_hash(method));
        }
    }

    /// Adds constants, variables and fields that the code reads or writes.
    fn add_data(&mut self) {
        let context = self.context;
        let uses = context.facts().references.iter();
        let uses = uses.filter(|one| one.kind.is_of_data() && context.is_inside(one.from));
        let mut names: Vec<&str> = uses.map(|one| one.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let container = context.containers().first().map(|one| one.name.clone());
        for name in names {
            let mut found = context.definitions(name);
            found.retain(|one| one.symbol().kind.is_data());
            // What the file defines is meant before what others define, and what its type has before that.
            let is_near = |one: &Neighbour| one.path == context.path();
            let is_own = |one: &Neighbour| {
                let parent = one.symbol().parent.and_then(|at| one.facts.symbols.get(at as usize));
                is_near(one) && parent.map(|parent| &parent.name) == container.as_ref()
            };
            for is_meant in [&is_near as &dyn Fn(&Neighbour) -> bool, &is_own] {
                if found.iter().any(is_meant) {
                    found.retain(is_meant);
                }
            }
            let is_inside =
                |one: &Neighbour| is_near(one) && context.is_inside(Some(one.at as u32));
            if let [one] = found.as_slice()
                && !is_inside(one)
            {
                self.push_unnamed(SupportKind::Value, one);
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
                self.push_unnamed(SupportKind::Definition, one);
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

    /// What no claim names: in another file it is compared by what the index knows, without reading that.
    fn push_unnamed(&mut self, kind: SupportKind, one: &Neighbour) {
        let Some(file) = self.knowledge.snapshot.file_at(&one.path) else { return };
        let parsed = &self.context.subject.parsed;
        let is_near = one.path == parsed.path;
        let hash = if is_near { parsed.subject_hash(one.symbol()) } else { one.symbol().body_hash };
        let place = (&*one.path, file.content);
        self.push(kind, Strength::Soft, place, one.symbol(), hash);
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
            support.path == path
                && support.symbol == symbol
                && (support.kind == kind || is_definition(support.kind) && is_definition(kind))
                && (kind != SupportKind::Documentation
                    || (support.hash, support.strength) == (hash, strength))
        });
        match known {
            Some(known) if strength == Strength::Firm => known.strength = Strength::Firm,
            Some(_) => {}
            None => self.found.push(Support { kind, path, symbol, hash, content, strength }),
        }
    }
}

fn is_member(context: &SubjectContext<'_>, one: &Neighbour) -> bool {
    one.path == context.path()
        && context.members().any(|member| member.qualified_name == one.symbol().qualified_name)
}

/// Whether a support is the whole definition of a symbol.
fn is_definition(kind: SupportKind) -> bool {
    match kind {
        SupportKind::Definition | SupportKind::Member | SupportKind::Value => true,
        SupportKind::Documentation
        | SupportKind::Callers
        | SupportKind::Signature
        | SupportKind::Name => false,
    }
}

/// The stems of the words of a claim that say something.
fn content_stems(statement: &Statement) -> impl Iterator<Item = &String> {
    let is_content = |word: &&Word| word.form != WordForm::Plain || !is_stop_word(&word.lower);
    statement.words.iter().filter(is_content).flat_map(|word| &word.stems)
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
