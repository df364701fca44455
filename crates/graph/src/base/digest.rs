//! The part of a file's facts that resolution needs.
//!
//! A [`Digest`] has a fifth of the size of the [`Facts`] it is made from: texts, chunks and
//! documentation are left out, and every name is stored once. So the digests of a large repository
//! fit into memory together to count its edges, when its facts are already written to disk.

mod arena;
mod deferred;
mod stored;
mod traits;
mod type_notes;
mod view;

use std::collections::HashMap;

use arena::{Interner, NameArena};
use deferred::Deferred;
pub(crate) use view::{ImportView, ReferenceView};

use rutter_domain::{
    CallForm, Facts, Language, LocalOrigin, Place, ReferenceKind, SymbolKind, Visibility,
};
use rutter_syntax::profile;
use serde::{Deserialize, Serialize};

use self::traits::{
    container_of, is_annotated, is_declaration, is_module, is_of_value, keeps_object, role_in,
};
use crate::base::arity::Arity;
use crate::base::hash::hash_container;
use crate::base::kinds::{Role, SymbolFlags, has_locals};
use crate::base::locals::{Origin, PackedLocal, PackedLocals, PackedOrigin};
use crate::base::packed::NONE;
use crate::base::parameters::read_parameters;
use crate::base::results::read_result;

/// A file's definitions, references and imports.
#[derive(Debug, Serialize, Deserialize)]
pub struct Digest {
    pub(crate) language: Language,
    names: NameArena,
    symbols: Deferred<Symbols>,
    uses: Deferred<Uses>,
    types: Deferred<Types>,
}

/// The definitions and imports of a file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Symbols {
    definitions: Box<[Definition]>,
    imports: Box<[PackedImport]>,
    /// The exported name and the local name of what is exported under another name.
    renamed_exports: Box<[(u32, u32)]>,
    /// The first and last line of each inline module.
    inline_modules: Box<[(u32, u32)]>,
    /// The first and last lines of which the parser does not know what they are a part of.
    damaged: Box<[(u32, u32)]>,
    /// Whether other files know its names only by import.
    is_module: bool,
}

/// The references of a file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Uses {
    references: Box<[PackedReference]>,
    // Apart from the references, so that one with a single place takes no room for a list.
    /// The further places of references: the number of the reference, line and column, in order.
    places: Box<[(u32, u32, u16)]>,
}

/// The types of values, as far as a file states them.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Types {
    locals: PackedLocals,
    /// The symbols whose signature says something about the type of their value.
    results: Box<[(u32, PackedOrigin)]>,
    /// The parameters of functions, in languages with overloads.
    arities: Box<[(u32, Arity)]>,
}

/// A symbol; names are numbers in the arena of the digest.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Definition {
    name: u32,
    /// The last part of what qualifies its name.
    #[serde(with = "crate::base::packed::optional")]
    container: u32,
    /// The symbol it is defined in, or [`NONE`].
    #[serde(with = "crate::base::packed::optional")]
    pub parent: u32,
    /// Its first line, from 1.
    pub line: u32,
    pub kind: SymbolKind,
    pub role: Role,
    pub flags: SymbolFlags,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct PackedReference {
    name: u32,
    #[serde(with = "crate::base::packed::optional")]
    qualifier: u32,
    line: u32,
    #[serde(with = "crate::base::packed::optional")]
    from: u32,
    kind: ReferenceKind,
    /// Cut off at `u16::MAX`.
    column: u16,
    form: CallForm,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct PackedImport {
    module: u32,
    #[serde(with = "crate::base::packed::optional")]
    name: u32,
    #[serde(with = "crate::base::packed::optional")]
    alias: u32,
    line: u32,
    is_passed_on: bool,
    is_for_tests: bool,
}

/// A line in a symbol.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinePlace {
    pub from: Option<u32>,
    pub line: u32,
}

/// A local, with its names as text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalView<'d> {
    pub owner: Option<u32>,
    pub start_line: u32,
    pub origin: Origin<'d>,
}

/// Whether a line is in one of the ranges, which are in order.
fn is_in(ranges: &[(u32, u32)], line: u32) -> bool {
    let at = ranges.partition_point(|(_, last)| *last < line);
    ranges.get(at).is_some_and(|(first, _)| *first <= line)
}

impl Digest {
    pub fn of(facts: &Facts) -> Digest {
        let mut interner = Interner::default();
        let damaged: Box<[(u32, u32)]> =
            facts.damaged.iter().map(|lines| (*lines.start(), *lines.end())).collect();
        let definitions = (facts.symbols.iter())
            .map(|symbol| (symbol, container_of(facts, symbol)))
            .map(|(symbol, container)| Definition {
                name: interner.intern(&symbol.name),
                container: interner.intern_option(container),
                parent: symbol.parent.unwrap_or(NONE),
                line: symbol.span.start_line,
                kind: symbol.kind,
                role: role_in(facts, symbol),
                flags: SymbolFlags::of([
                    (SymbolFlags::PRIVATE, symbol.visibility == Visibility::Private),
                    (SymbolFlags::OF_VALUE, is_of_value(facts, symbol)),
                    (SymbolFlags::DECLARATION, is_declaration(facts.language, symbol)),
                    (SymbolFlags::KEEPS_OBJECT, keeps_object(facts, symbol)),
                    (
                        SymbolFlags::ONLY_ASSIGNED,
                        symbol.is_own_field() && !is_annotated(facts, symbol),
                    ),
                    (SymbolFlags::ANNOTATED, is_annotated(facts, symbol)),
                    (SymbolFlags::DAMAGED, is_in(&damaged, symbol.span.start_line)),
                ]),
            })
            .collect();
        let references = (facts.references.iter())
            .map(|reference| PackedReference {
                name: interner.intern(&reference.name),
                qualifier: interner.intern_option(reference.qualifier.as_deref()),
                line: reference.line,
                from: reference.from.unwrap_or(NONE),
                kind: reference.kind,
                column: pack_column(reference.column),
                form: reference.form,
            })
            .collect();
        let places = (facts.references.iter().zip(0..))
            .flat_map(|(reference, number)| {
                let more = reference.more.iter();
                more.map(move |place| (number, place.line, pack_column(place.column)))
            })
            .collect();
        let imports = (facts.imports.iter())
            .map(|import| PackedImport {
                module: interner.intern(&import.module),
                name: interner.intern_option(import.name.as_deref()),
                alias: interner.intern_option(import.alias.as_deref()),
                line: import.line,
                is_passed_on: import.is_passed_on,
                is_for_tests: import.is_for_tests,
            })
            .collect();
        let renamed_exports = (facts.renamed_exports.iter())
            .map(|export| (interner.intern(&export.name), interner.intern(&export.local_name)))
            .collect();
        let locals = pack_locals(facts, &mut interner);
        // The syntax notes a result that the signature was too long to keep as a local named `return`, which
        // cannot be a variable.
        let mut cut_results: HashMap<u32, &str> = HashMap::new();
        for local in facts.locals.iter().filter(|local| local.name == "return") {
            if let (Some(owner), LocalOrigin::Type(text)) = (local.owner, &local.origin) {
                cut_results.entry(owner).or_insert(text);
            }
        }
        let results = (facts.symbols.iter().zip(0..))
            // What methods assign to a field is among the locals, where their parameters are known.
            .filter(|(symbol, _)| !symbol.is_own_field())
            .map(|(symbol, id)| match (read_result(facts.language, symbol), cut_results.get(&id)) {
                (Origin::Unknown, Some(text)) if symbol.signature.ends_with('…') => {
                    (id, Origin::Type(text))
                }
                (origin, _) => (id, origin),
            })
            .filter(|(_, origin)| *origin != Origin::Unknown)
            .map(|(id, origin)| (id, PackedOrigin::new(origin, |text| interner.intern(text))))
            .collect();
        let arities = (facts.symbols.iter().zip(0..))
            .filter_map(|(symbol, id)| Some((id, Arity::read(facts.language, symbol)?)))
            .collect();
        // `mod` blocks of Rust shift what `super` means; their lines tell how many are around a use.
        let inline_modules = (facts.symbols.iter())
            .filter(|symbol| symbol.kind == SymbolKind::Module)
            .map(|symbol| (symbol.span.start_line, symbol.span.end_line))
            .collect();
        let is_module = is_module(facts);
        let symbols =
            Symbols { definitions, imports, renamed_exports, inline_modules, damaged, is_module };
        Digest {
            language: facts.language,
            names: interner.names,
            symbols: symbols.into(),
            uses: Uses { references, places }.into(),
            types: Types { locals, results, arities }.into(),
        }
    }

    /// The digest of a file that could not be read.
    pub(crate) fn empty(language: Language) -> Digest {
        Digest {
            language,
            names: NameArena::default(),
            symbols: Symbols::default().into(),
            uses: Uses::default().into(),
            types: Types::default().into(),
        }
    }

    /// Decodes all parts, for a caller that needs all of them.
    pub fn decode_parts(&mut self) {
        self.symbols.decode();
        self.uses.decode();
        self.types.decode();
    }

    pub(crate) fn definitions(&self) -> &[Definition] {
        &self.symbols.get().definitions
    }

    /// The first and last line of each inline module.
    pub(crate) fn inline_modules(&self) -> &[(u32, u32)] {
        &self.symbols.get().inline_modules
    }

    /// Whether the parser does not know what a line is a part of.
    pub(crate) fn is_damaged(&self, line: u32) -> bool {
        is_in(&self.symbols.get().damaged, line)
    }

    /// Whether other files know its names only by import.
    pub(crate) fn is_module(&self) -> bool {
        self.symbols.get().is_module
    }

    /// Whether the file names anything by this name.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        self.names.number_of(name).is_some()
    }

    pub(crate) fn name_of(&self, definition: &Definition) -> &str {
        self.names.get(definition.name)
    }

    /// The last part of what qualifies a symbol's name.
    pub(crate) fn container_of(&self, definition: &Definition) -> Option<&str> {
        self.names.find(definition.container)
    }

    /// The hash of [`Digest::container_of`], or 0 for none.
    pub(crate) fn container_hash_of(&self, definition: &Definition) -> u32 {
        self.container_of(definition).map_or(0, hash_container)
    }

    /// The symbols of this name.
    pub(crate) fn defined(&self, name: &str) -> impl Iterator<Item = (u32, &Definition)> {
        let number = self.names.number_of(name);
        let definitions = number.map(|number| (number, self.definitions().iter().zip(0..)));
        definitions.into_iter().flat_map(|(number, definitions)| {
            let named = definitions.filter(move |(definition, _)| definition.name == number);
            named.map(|(definition, id)| (id, definition))
        })
    }

    pub(crate) fn definition(&self, id: u32) -> Option<&Definition> {
        self.definitions().get(id as usize)
    }

    /// A symbol and all it is defined in, innermost first.
    pub(crate) fn enclosing(&self, from: Option<u32>) -> impl Iterator<Item = (u32, &Definition)> {
        let first = from.and_then(|id| Some((id, self.definition(id)?)));
        std::iter::successors(first, |&(id, definition)| {
            // A parent has a lower number than its children, so this ends even on damaged facts.
            let parent = definition.parent;
            (parent < id).then(|| Some((parent, self.definition(parent)?))).flatten()
        })
    }

    pub(crate) fn references(&self) -> impl Iterator<Item = ReferenceView<'_>> {
        self.uses.get().references.iter().map(|packed| self.view(packed))
    }

    /// The references whose name is wanted, each with its number.
    pub(crate) fn references_named(
        &self,
        is_wanted: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = (u32, ReferenceView<'_>)> {
        // A file has fewer names than references, and numbers are compared faster.
        let wanted: Vec<u32> = self.names.find_all(is_wanted).collect();
        let references = self.uses.get().references.iter().zip(0..);
        let references = references.filter(move |(packed, _)| wanted.contains(&packed.name));
        references.map(|(packed, number)| (number, self.view(packed)))
    }

    fn view(&self, packed: &PackedReference) -> ReferenceView<'_> {
        ReferenceView {
            kind: packed.kind,
            name: self.names.get(packed.name),
            qualifier: self.names.find(packed.qualifier),
            line: packed.line,
            from: (packed.from != NONE).then_some(packed.from),
            form: packed.form,
        }
    }

    /// All places of the reference with this number, in order of the text.
    pub(crate) fn places(&self, number: u32) -> impl Iterator<Item = Place> {
        let Uses { references, places } = self.uses.get();
        let first = references.get(number as usize);
        let first = first.map(|packed| Place { line: packed.line, column: packed.column.into() });
        let start = places.partition_point(|(of, _, _)| *of < number);
        let more = places[start..].iter().take_while(move |(of, _, _)| *of == number);
        first
            .into_iter()
            .chain(more.map(|&(_, line, column)| Place { line, column: column.into() }))
    }

    pub(crate) fn imports(&self) -> impl ExactSizeIterator<Item = ImportView<'_>> {
        self.symbols.get().imports.iter().map(|packed| self.unpack(packed))
    }

    pub(crate) fn import(&self, index: u32) -> Option<ImportView<'_>> {
        self.symbols.get().imports.get(index as usize).map(|packed| self.unpack(packed))
    }

    /// The names under which the file exports what it knows by this name.
    pub(crate) fn exports_of<'d>(&'d self, local_name: &str) -> impl Iterator<Item = &'d str> {
        let renamed = self.symbols.get().renamed_exports.iter();
        renamed
            .filter(move |(_, local)| self.names.get(*local) == local_name)
            .map(|(exported, _)| self.names.get(*exported))
    }

    /// The names in the file of what it exports under another name.
    pub(crate) fn exported_as<'d>(&'d self, name: &str) -> impl Iterator<Item = &'d str> {
        let renamed = self.symbols.get().renamed_exports.iter();
        renamed
            .filter(move |(exported, _)| self.names.get(*exported) == name)
            .map(|(_, local_name)| self.names.get(*local_name))
    }

    /// The local that a name means in a line of a symbol or of one around it; `before` excludes
    /// those at that place or after.
    pub(crate) fn find_local(&self, place: LinePlace, name: &str, before: u32) -> Option<u32> {
        if self.types.get().locals.is_empty() {
            return None;
        }
        let is_named = |known: u32| self.names.get(known) == name;
        // A decorator precedes the function, whose variables it does not see.
        let around = self.enclosing(place.from).filter(|(_, around)| around.line <= place.line);
        let mut owners = around.map(|(id, _)| id).chain([NONE]);
        owners.find_map(|owner| {
            self.types.get().locals.find(self.language, owner, place.line, before, is_named)
        })
    }

    pub(crate) fn local(&self, place: u32) -> Option<LocalView<'_>> {
        let local = self.types.get().locals.get(place)?;
        Some(LocalView {
            owner: (local.owner != NONE).then_some(local.owner),
            start_line: local.start_line,
            origin: self.origin(local.origin),
        })
    }

    /// An origin with its text.
    fn origin(&self, packed: PackedOrigin) -> Origin<'_> {
        packed.unpack(|text| self.names.get(text))
    }

    /// The values that methods of a type assign to a member of their own object, first to last.
    pub(crate) fn assigned(
        &self,
        owner: u32,
        name: &str,
    ) -> impl Iterator<Item = (u32, Origin<'_>)> {
        let methods = self.definitions().iter().zip(0..).filter(move |(definition, _)| {
            has_locals(definition.kind) && self.container_hash_of(definition) == owner
        });
        methods.flat_map(move |(_, id)| self.types.get().locals.of_owner(id)).filter_map(
            move |(place, local)| {
                let member = self.names.get(local.name).strip_prefix("self.")?;
                (member == name).then(|| (place, self.origin(local.origin)))
            },
        )
    }

    /// The type of a symbol's value, as far as its signature states it.
    pub(crate) fn result_of(&self, symbol: u32) -> Origin<'_> {
        let results = &self.types.get().results;
        let found = results.binary_search_by_key(&symbol, |(id, _)| *id);
        found.map_or(Origin::Unknown, |at| self.origin(results[at].1))
    }

    /// The parameters of a function, if they are known.
    pub(crate) fn arity_of(&self, symbol: u32) -> Option<Arity> {
        let arities = &self.types.get().arities;
        let found = arities.binary_search_by_key(&symbol, |(id, _)| *id);
        found.ok().map(|at| arities[at].1)
    }

    fn unpack(&self, packed: &PackedImport) -> ImportView<'_> {
        ImportView {
            module: self.names.get(packed.module),
            name: self.names.find(packed.name),
            alias: self.names.find(packed.alias),
            line: packed.line,
            is_passed_on: packed.is_passed_on,
            is_for_tests: packed.is_for_tests,
        }
    }
}

/// Packs the locals; where the syntax yields none, the parameters that have a type.
fn pack_locals<'f>(facts: &'f Facts, interner: &mut Interner<'f>) -> PackedLocals {
    let mut locals: Vec<PackedLocal> = (facts.locals.iter())
        .map(|local| PackedLocal {
            origin: PackedOrigin::new((&local.origin).into(), |text| interner.intern(text)),
            owner: local.owner.unwrap_or(NONE),
            name: interner.intern(&local.name),
            start_line: local.start_line,
            end_line: local.end_line,
        })
        .collect();
    let Some(order) = profile(facts.language).written.parameters else {
        return PackedLocals::new(locals);
    };
    for (symbol, id) in facts.symbols.iter().zip(0..) {
        if has_locals(symbol.kind) {
            read_parameters(order, symbol, |name, path| {
                locals.push(PackedLocal {
                    origin: PackedOrigin::new(Origin::Type(path), |text| interner.intern(text)),
                    owner: id,
                    name: interner.intern(name),
                    start_line: symbol.span.start_line,
                    end_line: symbol.span.end_line,
                });
            });
        }
    }
    PackedLocals::new(locals)
}

fn pack_column(column: u32) -> u16 {
    u16::try_from(column).unwrap_or(u16::MAX)
}
