//! Counts the uses that are found of a random sample of fields, constants and functions.

use std::collections::{HashMap, HashSet};

use rutter_domain::Provenance;
use rutter_graph::{Graph, SymbolAt};

use super::cases::Cases;
use super::dump::{Definition, Dump};
use super::package::{Answers, Package};

/// Definitions that are looked at in each language; shared among its packages.
pub const N_SAMPLES: usize = 200;

/// The uses of the sample that were found.
#[derive(Debug, Default, Clone, Copy)]
pub struct UseCounts {
    pub n_definitions: usize,
    /// Lines that use them, by the reference tool.
    pub n_lines: usize,
    /// Of these, lines that rutter is sure of.
    pub sure: usize,
    /// `sure` and lines that are listed with a weaker provenance.
    pub listed: usize,
    /// `listed` and lines where the definition is one of several candidates.
    pub with_ambiguous: usize,
    /// Definitions that are used, and of which rutter knows no use at all.
    pub false_none: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Group {
    Fields,
    Constants,
    Functions,
}

/// One definition of the sample, with the lines that use it.
pub struct Sample<'d> {
    definition: &'d Definition,
    lines: Lines<'d>,
    /// Where the same thing is declared as well: a field that several methods assign, an overload.
    also_at: Lines<'d>,
}

/// Lines of files, by path and number.
type Lines<'d> = HashSet<(&'d str, u32)>;

/// Up to `n` definitions that are used: a third of each group, as far as there are enough.
pub fn sample<'d>(dump: &'d Dump, n: usize) -> Vec<Sample<'d>> {
    let mut uses: HashMap<(&str, u32, &str), Lines<'_>> = HashMap::new();
    let mut declared: HashMap<(&str, u32, &str), Lines<'_>> = HashMap::new();
    for used in &dump.uses {
        let places: Vec<(&str, u32)> = used.places().collect();
        for (path, line) in &places {
            let lines = uses.entry((path, *line, &used.name)).or_default();
            lines.insert((&used.path, used.line));
            if places.len() > 1 {
                declared.entry((path, *line, &used.name)).or_default().extend(&places);
            }
        }
    }
    let mut groups: HashMap<Group, Vec<Sample<'d>>> = HashMap::new();
    let mut seen = HashSet::new();
    for definition in &dump.definitions {
        let Some(group) = group_of(&definition.kind) else { continue };
        let key = (definition.path.as_str(), definition.line, definition.name.as_str());
        let Some(lines) = uses.get(&key).filter(|_| seen.insert(key)) else { continue };
        let also_at = declared.remove(&key).unwrap_or_default();
        let sample = Sample { definition, lines: lines.clone(), also_at };
        groups.entry(group).or_default().push(sample);
    }
    let mut chosen = Vec::new();
    let order = [Group::Fields, Group::Constants, Group::Functions];
    for (group, n_left) in order.into_iter().zip([3, 2, 1]) {
        let mut found = groups.remove(&group).unwrap_or_default();
        found.sort_by_key(|sample| shuffled(sample.definition));
        found.truncate((n - chosen.len()).div_ceil(n_left));
        chosen.extend(found);
    }
    chosen
}

pub fn count(
    samples: &[Sample<'_>],
    package: &Package,
    graph: &Graph<'_>,
    answers: &Answers,
    counts: &mut UseCounts,
    cases: &mut Cases,
) {
    for sample in samples {
        let mut symbols = package.symbols_of(sample.definition);
        for (path, line) in &sample.also_at {
            let place =
                Definition { path: (*path).into(), line: *line, ..sample.definition.clone() };
            symbols.extend(package.symbols_of(&place));
        }
        symbols.sort_unstable_by_key(|at| (at.file.0, at.symbol));
        symbols.dedup_by_key(|at| (at.file.0, at.symbol));
        let found = lines_of(&symbols, package, graph, answers);
        counts.n_definitions += 1;
        counts.n_lines += sample.lines.len();
        if found.is_empty() {
            counts.false_none += 1;
            let cause = if symbols.is_empty() { "no symbol" } else { "no use known" };
            let kind = &sample.definition.kind;
            cases.add(&format!("false none, {kind}, {cause}"), || describe(sample, package, None));
        }
        for line in &sample.lines {
            match found.get(line) {
                Some(Provenance::Ambiguous(_)) => counts.with_ambiguous += 1,
                Some(Provenance::SameName | Provenance::PartlyRead) => {
                    counts.listed += 1;
                    counts.with_ambiguous += 1;
                }
                Some(
                    Provenance::Import
                    | Provenance::SameFile
                    | Provenance::ByType
                    | Provenance::UniqueName,
                ) => {
                    counts.sure += 1;
                    counts.listed += 1;
                    counts.with_ambiguous += 1;
                }
                None if symbols.is_empty() || found.is_empty() => {}
                None => {
                    let kind = &sample.definition.kind;
                    cases.add(&format!("use not found, {kind}"), || {
                        describe(sample, package, Some(*line))
                    });
                }
            }
        }
    }
}

/// The lines that use one of the symbols, each with the best that is known of it.
fn lines_of<'p>(
    symbols: &[SymbolAt],
    package: &'p Package,
    graph: &Graph<'_>,
    answers: &Answers,
) -> HashMap<(&'p str, u32), Provenance> {
    let mut lines: HashMap<(&str, u32), Provenance> = HashMap::new();
    let mut add = |file: usize, line: u32, provenance: Provenance| {
        let known = lines.entry((package.path(file), line)).or_insert(provenance);
        *known = provenance.min(*known);
    };
    for symbol in symbols {
        for (file, line, provenance) in answers.uses.get(symbol).into_iter().flatten() {
            add(*file, *line, *provenance);
        }
        for edge in graph.callers(*symbol) {
            add(edge.from_file.0 as usize, edge.line, edge.provenance);
        }
    }
    lines
}

fn group_of(kind: &str) -> Option<Group> {
    match kind {
        "field" | "own-field" | "inner-field" => Some(Group::Fields),
        "constant" | "variable" | "member" | "macro" => Some(Group::Constants),
        "function" | "method" => Some(Group::Functions),
        _ => None,
    }
}

/// An order that looks random and is always the same.
fn shuffled(definition: &Definition) -> (u64, &str, u32) {
    let text = format!("{}:{}:{}", definition.path, definition.line, definition.name);
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash ^ (hash >> 29), &definition.path, definition.line)
}

fn describe(sample: &Sample<'_>, package: &Package, missing: Option<(&str, u32)>) -> String {
    let definition = sample.definition;
    let head = format!("{}:{} {}", definition.path, definition.line, definition.name);
    match missing {
        Some((path, line)) => format!("{head} | {path}:{line} | {}", package.line(path, line)),
        None => format!("{head} | {} lines use it", sample.lines.len()),
    }
}
