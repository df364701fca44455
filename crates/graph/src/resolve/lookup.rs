//! Looks a name up in a module, following its re-exports.

use rutter_domain::ReferenceKind;
use rutter_syntax::profile;

use crate::base::kinds::Role;
use crate::base::names::{DefinitionAt, Definitions};
use crate::imports::scopes::Scopes;
use crate::imports::target::{ImportTarget, ModuleFiles};
use crate::resolve::candidates::Candidates;
use crate::resolve::fitness::{NameForm, fitness};

/// Bounds of following re-exports for one name: modules in all, and in one chain. Re-exports may
/// form circles, and a wildcard at every hop would otherwise visit the whole repository.
// Barrel files of up to 160 modules were found in real packages.
const MAX_MODULES: usize = 256;
const MAX_HOPS: usize = 6;

/// Added to the fitness of a definition in an inner module.
// More than any fitness of `fitness.rs`, so that what the module itself defines always comes first.
const INNER: u8 = 8;

/// A name to look up in a module.
#[derive(Debug, Clone, Copy)]
pub struct NameQuery<'q> {
    pub kind: ReferenceKind,
    pub name: &'q str,
    /// The name it is imported under, which may be that of a default export.
    pub alias: Option<&'q str>,
}

/// Finds what a module means by a name: what it defines, or else what it re-exports.
pub fn look_up<'d>(
    scopes: &'d Scopes<'d>,
    home: &'d ModuleFiles,
    container: u32,
    query: NameQuery<'d>,
    candidates: &mut Candidates,
) {
    let base = scopes.base();
    let definitions = base.definitions(query.name);
    look_into(scopes, home, container, query, &definitions, candidates);
    // A member is defined where its type is; only names of the module itself are re-exported.
    if !candidates.is_empty() || container != 0 {
        return;
    }
    let mut queue: Vec<Step<'d>> = Vec::new();
    enqueue(scopes, home, query, 1, &mut queue);
    let mut n_done = 0;
    let mut first: Option<Step<'d>> = None;
    while n_done < queue.len() {
        let step = queue[n_done];
        n_done += 1;
        // The queue is in order of distance, and names before wildcards of one module: all that follows is
        // further away.
        if first.is_some_and(|first| (first.n_hops, first.way) != (step.n_hops, step.way)) {
            break;
        }
        // Most re-exports keep the name, whose definitions are already known.
        let renamed = (step.query.name != query.name).then(|| base.definitions(step.query.name));
        let definitions = renamed.as_ref().unwrap_or(&definitions);
        look_into(scopes, step.home, step.container, step.query, definitions, candidates);
        if !candidates.is_empty() {
            let mut files = home.listed().iter();
            if files.next().is_none_or(|file| !profile(base.language(*file)).has_crates()) {
                return;
            }
            // Another module may stand in for this one on another platform.
            first = first.or(Some(step));
            continue;
        }
        if step.n_hops < MAX_HOPS && step.container == 0 {
            enqueue(scopes, step.home, step.query, step.n_hops + 1, &mut queue);
        }
    }
    // What is private to a module is not offered by it, unless nothing else is found.
    if candidates.definitions.iter().any(|at| !at.flags.is_private()) && first.is_some() {
        candidates.definitions.retain(|at| !at.flags.is_private());
    }
}

/// A module still to be searched.
#[derive(Clone, Copy)]
struct Step<'d> {
    home: &'d ModuleFiles,
    container: u32,
    query: NameQuery<'d>,
    n_hops: usize,
    way: ReexportWay,
}

/// The way a module re-exports a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReexportWay {
    ByName,
    WithAll,
}

/// Adds the modules from which a module may re-export a name.
fn enqueue<'d>(
    scopes: &'d Scopes<'d>,
    module: &'d ModuleFiles,
    query: NameQuery<'d>,
    n_hops: usize,
    queue: &mut Vec<Step<'d>>,
) {
    for file in module.listed() {
        let renamed = scopes.base().digest(*file).exported_as(query.name);
        let renamed = renamed.map(|local_name| {
            let query = NameQuery { name: local_name, alias: None, ..query };
            (module, 0, query, ReexportWay::ByName)
        });
        let passed_on = reexports(scopes, *file, query)
            .map(|(target, query, way)| (&target.home, target.container, query, way));
        for (home, container, query, way) in renamed.chain(passed_on) {
            let is_known = queue.iter().any(|step| {
                (step.home, step.container, step.query.name) == (home, container, query.name)
            });
            if queue.len() >= MAX_MODULES {
                return;
            }
            if home.is_internal() && !is_known {
                queue.push(Step { home, container, query, n_hops, way });
            }
        }
    }
}

/// Finds what a module itself defines by a name.
fn look_into(
    scopes: &Scopes<'_>,
    module: &ModuleFiles,
    container: u32,
    query: NameQuery<'_>,
    definitions: &Definitions<'_>,
    candidates: &mut Candidates,
) {
    if query.name == "default" {
        return look_for_default(scopes, module, query, candidates);
    }
    let paths = &scopes.base().paths;
    let mut offer = |definition: &DefinitionAt| {
        let is_owned = match container {
            0 => !matches!(definition.role, Role::Member | Role::Nested),
            container => definition.container == container,
        };
        if is_owned && let Some(fitness) = fitness(query.kind, NameForm::Path, definition) {
            // What is in an inline module is not in the module of its file.
            let is_inner = profile(definition.language).has_crates()
                && container == 0
                && definition.container != 0;
            candidates.offer(*definition, if is_inner { fitness + INNER } else { fitness });
        }
    };
    match module {
        ModuleFiles::One(_) | ModuleFiles::AnyOf(_) => {
            for file in module.listed() {
                definitions.in_file(*file).iter().for_each(&mut offer);
            }
        }
        ModuleFiles::Folder(folder) => {
            let is_inside = |at: &&DefinitionAt| paths.folder_of(at.file) == *folder;
            definitions.iter().filter(is_inside).for_each(&mut offer);
        }
        ModuleFiles::External | ModuleFiles::Missing => {}
    }
}

/// A default export that the file does not name is called `default`; of an expression, such as
/// `export default wrap(x)`, it is the symbol it is imported under or the one that the scope of its
/// file guesses.
fn look_for_default(
    scopes: &Scopes<'_>,
    module: &ModuleFiles,
    query: NameQuery<'_>,
    candidates: &mut Candidates,
) {
    let base = scopes.base();
    for file in module.listed() {
        // Named defaults are followed like other names that are exported under another one.
        if base.digest(*file).exported_as("default").next().is_some() {
            continue;
        }
        for name in ["default"].into_iter().chain(query.alias) {
            for definition in base.definitions(name).in_file(*file).iter() {
                if definition.role != Role::Member {
                    candidates.offer_fitting(query.kind, NameForm::Path, definition);
                }
            }
            if !candidates.is_empty() {
                return;
            }
        }
        let digest = base.digest(*file);
        let symbol = scopes.scope(*file).default_export;
        if let Some(definition) = digest.definition(symbol) {
            let definition = DefinitionAt::of(*file, digest, symbol, definition);
            candidates.offer_fitting(query.kind, NameForm::Path, &definition);
        }
    }
}

/// The imports through which a file may re-export a name, and the name they import it by.
fn reexports<'d>(
    scopes: &'d Scopes<'d>,
    file: u32,
    query: NameQuery<'d>,
) -> impl Iterator<Item = (&'d ImportTarget, NameQuery<'d>, ReexportWay)> {
    let scope = scopes.scope(file);
    let digest = scopes.base().digest(file);
    let named = scope.binding(query.name).filter_map(move |index| {
        let import = digest.import(index)?;
        let alias = Some(import.alias.unwrap_or(query.name));
        let query = NameQuery { name: import.name.unwrap_or(query.name), alias, ..query };
        Some((scopes.target(file, index)?, query, ReexportWay::ByName))
    });
    let starred =
        scopes.star_targets(file).map(move |target| (target, query, ReexportWay::WithAll));
    named.chain(starred)
}
