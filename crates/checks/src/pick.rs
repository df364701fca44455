//! Decides which of several symbols of one name an entry is about.
//!
//! The cited lines decide, then what the author was shown, then what can be called before what cannot. If
//! several symbols are still possible, none is guessed. Start at [`pick`].

use std::cmp::Reverse;

use rutter_domain::{Evidence, Seen, Symbol, SymbolKind};

use rutter_syntax::ParsedFile;

/// The result of [`pick`].
pub enum Picked {
    /// The number of the symbol.
    One(usize),
    /// The cited lines are of none of them.
    NotCited(Vec<usize>),
    /// Symbols with different names.
    Several(Vec<usize>),
}

/// Which of these symbols is meant. There is at least one; `cited` may have lines of other files.
pub fn pick(parsed: &ParsedFile, found: &[usize], cited: &[Evidence], seen: &Seen) -> Picked {
    let here: Vec<&Evidence> = cited.iter().filter(|one| one.path == parsed.path).collect();
    let mut groups = groups_of(parsed, found);
    // Overloads and clauses are one group, and still each has its own lines.
    if found.len() > 1 && !here.is_empty() {
        let most = groups.iter().map(|group| group.n_cited(&here)).max().unwrap_or(0);
        if most == 0 {
            return Picked::NotCited(found.to_vec());
        }
        groups.retain(|group| group.n_cited(&here) == most);
        // Of a class and its constructor, lines of the constructor are meant for it.
        let least = groups.iter().map(Group::n_lines).min().unwrap_or(0);
        groups.retain(|group| group.n_lines() == least);
    }
    let is_shown = |group: &Group<'_>| group.is_shown(parsed, seen);
    if groups.iter().any(is_shown) {
        groups.retain(is_shown);
    }
    let first = groups[0].qualified_name();
    if groups.iter().any(|group| group.qualified_name() != first) {
        return Picked::Several(groups.iter().map(Group::at).collect());
    }
    let best = groups.iter().min_by_key(|group| rank(group.kind()));
    let best = best.unwrap_or(&groups[0]);
    Picked::One(best.most_cited(&here).unwrap_or_else(|| parsed.main_of(best.at())))
}

/// Another symbol of the same name, and the lines of it that are cited, if no cited line is of the symbol
/// itself.
pub fn namesake_cited<'p, 'e>(
    parsed: &'p ParsedFile,
    own: &Symbol,
    cited: &'e [Evidence],
) -> Option<(&'p Symbol, &'e Evidence)> {
    if cited.iter().any(|one| overlaps(parsed, own, one)) {
        return None;
    }
    let is_namesake = |one: &&Symbol| {
        one.name == own.name && (one.kind, &one.qualified_name) != (own.kind, &own.qualified_name)
    };
    let mut namesakes = parsed.facts.symbols.iter().filter(is_namesake);
    namesakes.find_map(|other| {
        cited.iter().find(|one| overlaps(parsed, other, one)).map(|one| (other, one))
    })
}

/// Whether cited lines are of a symbol, in any of its definitions.
pub fn overlaps(parsed: &ParsedFile, symbol: &Symbol, cited: &Evidence) -> bool {
    cited.path == parsed.path
        && parsed.definitions_of(symbol).iter().any(|own| n_shared(own, cited) > 0)
}

/// All definitions of one name and kind: overloads, clauses, a getter and its setter.
struct Group<'p> {
    definitions: Vec<(usize, &'p Symbol)>,
}

fn groups_of<'p>(parsed: &'p ParsedFile, found: &[usize]) -> Vec<Group<'p>> {
    let symbols = &parsed.facts.symbols;
    let mut groups: Vec<Group<'p>> = Vec::new();
    for at in found {
        let symbol = &symbols[*at];
        let is_known = |group: &&mut Group<'p>| {
            group.kind() == symbol.kind && group.qualified_name() == symbol.qualified_name
        };
        match groups.iter_mut().find(is_known) {
            Some(group) => group.definitions.push((*at, symbol)),
            None => groups.push(Group { definitions: vec![(*at, symbol)] }),
        }
    }
    groups
}

impl Group<'_> {
    fn at(&self) -> usize {
        self.definitions[0].0
    }

    fn kind(&self) -> SymbolKind {
        self.definitions[0].1.kind
    }

    fn qualified_name(&self) -> &str {
        &self.definitions[0].1.qualified_name
    }

    /// How many cited lines are of it.
    fn n_cited(&self, cited: &[&Evidence]) -> u32 {
        let of_one = |one: &&Evidence| -> u32 {
            self.definitions.iter().map(|(_, symbol)| n_shared(symbol, one)).sum()
        };
        cited.iter().map(of_one).sum()
    }

    fn n_lines(&self) -> u32 {
        self.definitions.iter().map(|(_, symbol)| symbol.span.n_lines()).sum()
    }

    /// The definition with most of the cited lines; `None` if none of them is cited.
    fn most_cited(&self, cited: &[&Evidence]) -> Option<usize> {
        let n_cited = |symbol: &Symbol| cited.iter().map(|one| n_shared(symbol, one)).sum::<u32>();
        let cited = self.definitions.iter().filter(|(_, symbol)| n_cited(symbol) > 0);
        let best = cited.min_by_key(|(at, symbol)| {
            (Reverse(n_cited(symbol)), Reverse(symbol.span.n_lines()), *at)
        });
        best.map(|(at, _)| *at)
    }

    fn is_shown(&self, parsed: &ParsedFile, seen: &Seen) -> bool {
        self.definitions.iter().all(|(_, symbol)| {
            let (start, end) = (symbol.span.start_line, symbol.span.end_line);
            seen.first_unseen(&parsed.path, parsed.content, start, end).is_none()
        })
    }
}

fn n_shared(symbol: &Symbol, cited: &Evidence) -> u32 {
    let start = symbol.span.start_line.max(cited.start_line);
    let end = symbol.span.end_line.min(cited.end_line);
    (end + 1).saturating_sub(start)
}

/// What can be called goes first.
fn rank(kind: SymbolKind) -> u8 {
    match kind {
        _ if kind.is_callable() => 0,
        _ if kind.is_type() => 1,
        _ if kind.is_container() => 2,
        _ => 3,
    }
}
