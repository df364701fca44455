//! Renders symbols and the links between them.

use std::io::{self, Write};

use rutter_domain::{Family, Freshness, Language};
use rutter_engine::{
    AffectedSymbol, ChangedWith, DefinitionPlace, FileLines, ImpactAnswer, ListedSymbol,
    MentionPlace, ReferencePlace, ReferencesAnswer, SymbolAnswer, SymbolMatch, Untracked,
};
use rutter_tools::code::outline::outline;
use rutter_tools::code::symbols;

use crate::context::is_for_person;
use crate::style::{FAINT, LINE, NAME, NOTICE, PATH, printable, write_state};

/// Renders one line per symbol, `User (interface_declaration) 12-30`, and one for the fields of a type that follow one
/// another; then where documents mention the file.
pub fn symbols(out: &mut dyn Write, answer: &symbols::Answer) -> io::Result<()> {
    let symbols::Answer { file: answer, docs } = answer;
    for row in outline(&answer.symbols) {
        let (name, (start, end)) = (row.name(), row.lines());
        write!(
            out,
            "{NAME}{}{NAME:#} ({}) {LINE}{start}-{end}{LINE:#}",
            printable(&name),
            kind_of(row.first())
        )?;
        match row.about(*docs) {
            Some(about) => writeln!(out, "  {}", printable(&about))?,
            None => writeln!(out)?,
        }
    }
    mentions(out, &answer.mentions, &answer.index)?;
    if answer.mentions_omitted > 0 {
        writeln!(out, "    {FAINT}and {} more{FAINT:#}", answer.mentions_omitted)?;
    }
    if is_for_person() {
        write_state(out, &answer.index, "")?;
    }
    Ok(())
}

/// The kind in the grammar, or our own if the grammar has no node kind for definitions.
fn kind_of(symbol: &ListedSymbol) -> &str {
    match symbol.node_kind.as_str() {
        "call" | "unary_operator" | "binary_operator" | "atom" | "identifier" => symbol.kind.name(),
        of_grammar => of_grammar,
    }
}

pub fn symbol(out: &mut dyn Write, answer: &SymbolAnswer) -> io::Result<()> {
    for found in &answer.matches {
        one_symbol(out, found, &answer.index)?;
        writeln!(out)?;
    }
    if answer.matches.is_empty() {
        no_symbol(out, &answer.name, &answer.near)?;
    }
    definitions(out, &answer.others, &answer.index)?;
    if answer.ambiguous > 0 {
        writeln!(out, "{} more uses of that name may mean any of them", answer.ambiguous)?;
    }
    not_tracked(out, answer.untracked.as_ref())?;
    let n_unnamed = answer.omitted.saturating_sub(answer.others.len());
    let more = if n_unnamed > 0 {
        format!(", {n_unnamed} more symbols of that name")
    } else {
        String::new()
    };
    write_state(out, &answer.index, &more)
}

fn one_symbol(out: &mut dyn Write, found: &SymbolMatch, index: &Freshness) -> io::Result<()> {
    let symbol = &found.symbol;
    writeln!(
        out,
        "{NAME}{}{NAME:#}  {FAINT}{} {}{FAINT:#}  {PATH}{}{PATH:#}:{LINE}{}-{}{LINE:#}\
         {NOTICE}{}{NOTICE:#}",
        printable(&symbol.qualified_name),
        symbol.visibility,
        symbol.kind,
        printable(&found.path),
        symbol.start_line,
        symbol.end_line,
        index.mark(&found.path)
    )?;
    writeln!(out, "  {}", printable(&symbol.signature))?;
    for line in symbol.doc.iter().flat_map(|doc| doc.lines()).take(8) {
        writeln!(out, "  {FAINT}{}{FAINT:#}", printable(line))?;
    }
    if let Some(entry) = &found.entry {
        super::entry_of_symbol(out, entry)?;
    }
    if !found.callers.is_empty() {
        writeln!(out, "  used by")?;
    }
    for caller in &found.callers {
        let name = caller.symbol.as_deref().unwrap_or("(top of file)");
        let place = Place { path: &caller.path, line: caller.line, mark: index.mark(&caller.path) };
        line(out, name, place, caller.kind.name(), &caller.provenance)?;
    }
    more(out, found.callers_omitted)?;
    if !found.callees.is_empty() {
        writeln!(out, "  uses")?;
    }
    for callee in &found.callees {
        let note = match &callee.definition {
            Some(place) => format!("{}, defined at {}", callee.provenance, printable(place)),
            None => callee.provenance.clone(),
        };
        let place = Place { path: &callee.path, line: callee.line, mark: index.mark(&callee.path) };
        line(out, &callee.symbol, place, callee.kind.name(), &note)?;
    }
    more(out, found.callees_omitted)?;
    mentions(out, &found.mentions, index)?;
    more(out, found.mentions_omitted)?;
    companions(out, &found.changed_together)
}

/// Renders files that change together, apart from the uses because that is only a hint.
fn companions(out: &mut dyn Write, companions: &[ChangedWith]) -> io::Result<()> {
    if !companions.is_empty() {
        writeln!(out, "  often in the same commits")?;
    }
    for with in companions {
        let (path, count, of) = (printable(&with.path), with.count, with.of);
        write!(out, "    {PATH}{path}{PATH:#}")?;
        writeln!(out, "  {FAINT}{count} of {of}, {}{FAINT:#}", with.provenance)?;
    }
    Ok(())
}

fn mentions(out: &mut dyn Write, mentions: &[MentionPlace], index: &Freshness) -> io::Result<()> {
    if !mentions.is_empty() {
        writeln!(out, "  mentioned in")?;
    }
    for mention in mentions {
        let section = mention.section.as_deref().unwrap_or("(top of file)");
        let kind = mention.source.name();
        let (path, mark) = (&mention.path, index.mark(&mention.path));
        let place = Place { path, line: mention.line, mark };
        line(out, section, place, kind, &mention.provenance)?;
    }
    Ok(())
}

/// A line of a file, and a mark if the file differs from the index.
struct Place<'a> {
    path: &'a str,
    line: u32,
    mark: &'static str,
}

fn line(
    out: &mut dyn Write,
    name: &str,
    place: Place<'_>,
    kind: &str,
    provenance: &str,
) -> io::Result<()> {
    let Place { path, line, mark } = place;
    write!(out, "    {}", printable(name))?;
    write!(out, "  {PATH}{}{PATH:#}:{LINE}{line}{LINE:#}", printable(path))?;
    writeln!(out, "  {FAINT}{kind}, {provenance}{FAINT:#}{NOTICE}{mark}{NOTICE:#}")
}

fn more(out: &mut dyn Write, omitted: usize) -> io::Result<()> {
    if omitted == 0 {
        return Ok(());
    }
    writeln!(out, "    {FAINT}and {omitted} more; `--limit` shows them{FAINT:#}")
}

/// Renders one line for each definition.
fn definitions(
    out: &mut dyn Write,
    places: &[DefinitionPlace],
    index: &Freshness,
) -> io::Result<()> {
    for at in places {
        writeln!(
            out,
            "{NAME}{}{NAME:#}  {FAINT}{}{FAINT:#}  {PATH}{}{PATH:#}:{LINE}{}{LINE:#}\
             {NOTICE}{}{NOTICE:#}",
            printable(&at.symbol),
            at.kind,
            printable(&at.path),
            at.line,
            index.mark(&at.path)
        )?;
    }
    Ok(())
}

fn not_tracked(out: &mut dyn Write, untracked: Option<&Untracked>) -> io::Result<()> {
    match untracked {
        Some(Untracked { reason, lines }) => {
            let noun = if *lines == 1 { "line contains" } else { "lines contain" };
            writeln!(out, "{NOTICE}{reason}; {lines} {noun} the word{NOTICE:#}")
        }
        None => Ok(()),
    }
}

fn no_symbol(out: &mut dyn Write, name: &str, near: &[String]) -> io::Result<()> {
    writeln!(out, "no symbol is named `{}`", printable(name))?;
    if near.is_empty() {
        return Ok(());
    }
    let near: Vec<String> = near.iter().map(|name| printable(name)).collect();
    writeln!(out, "{NOTICE}did you mean {}?{NOTICE:#}", near.join(", "))
}

pub fn impact(out: &mut dyn Write, answer: &ImpactAnswer) -> io::Result<()> {
    if answer.definitions.is_empty() {
        no_symbol(out, &answer.symbol, &answer.near)?;
        not_tracked(out, answer.untracked.as_ref())?;
        return write_state(out, &answer.index, "");
    }
    let mut at = answer.definitions.join(", ");
    if answer.definitions_omitted > 0 {
        at += &format!(" and {} more", answer.definitions_omitted);
    }
    let at = printable(&at);
    writeln!(out, "{NAME}{}{NAME:#}  {FAINT}{at}{FAINT:#}", printable(&answer.symbol))?;
    let (unclear, known): (Vec<&AffectedSymbol>, Vec<&AffectedSymbol>) =
        answer.affected.iter().partition(|affected| affected.provenance.starts_with("ambiguous"));
    let (prose, code): (Vec<&AffectedSymbol>, Vec<&AffectedSymbol>) =
        known.into_iter().partition(|at| Language::of_path(&at.path).family() == Family::Document);
    for affected in code.into_iter().chain(prose) {
        write_affected(out, affected, answer.index.mark(&affected.path))?;
    }
    let n_unclear = answer.ambiguous + unclear.len();
    if n_unclear > 0 {
        let noun = if n_unclear == 1 { "use" } else { "uses" };
        writeln!(
            out,
            "{FAINT}{n_unclear} more {noun} of a name that several symbols have{FAINT:#}"
        )?;
    }
    if answer.affected.is_empty() && answer.ambiguous == 0 && answer.untracked.is_none() {
        writeln!(out, "no use of it is known in the repository")?;
    }
    more(out, answer.omitted)?;
    not_tracked(out, answer.untracked.as_ref())?;
    if answer.not_followed > 0 {
        let n_symbols = answer.not_followed;
        writeln!(
            out,
            "{FAINT}{n_symbols} of them have common names and were not followed{FAINT:#}"
        )?;
    }
    companions(out, &answer.changed_together)?;
    write_state(out, &answer.index, "")
}

fn write_affected(out: &mut dyn Write, affected: &AffectedSymbol, mark: &str) -> io::Result<()> {
    let indent = affected.distance as usize * 2;
    writeln!(
        out,
        "{:indent$}{}  {PATH}{}{PATH:#}:{LINE}{}{LINE:#}  {FAINT}{}{FAINT:#}{NOTICE}{mark}{NOTICE:#}",
        "",
        printable(affected.symbol.as_deref().unwrap_or("(top of file)")),
        printable(&affected.path),
        affected.line,
        affected.provenance
    )
}

/// Renders each definition, then the uses by file, tests last.
pub fn references(out: &mut dyn Write, answer: &ReferencesAnswer) -> io::Result<()> {
    if answer.definitions.is_empty() && answer.references.is_empty() {
        no_symbol(out, &answer.name, &answer.near)?;
        not_tracked(out, answer.untracked.as_ref())?;
        return write_state(out, &answer.index, "");
    }
    definitions(out, &answer.definitions, &answer.index)?;
    if answer.definitions_omitted > 0 {
        writeln!(out, "{FAINT}and {} more definitions{FAINT:#}", answer.definitions_omitted)?;
    }
    uses(out, &answer.references, &answer.index)?;
    more(out, answer.omitted)?;
    for folded in &answer.ambiguous {
        let (count, definition) = (folded.count, printable(&folded.definition));
        writeln!(out, "{FAINT}{count} ambiguous uses may mean {definition}{FAINT:#}")?;
    }
    file_lines(out, &answer.ambiguous_lines, &answer.index)?;
    not_tracked(out, answer.untracked.as_ref())?;
    if answer.references.is_empty() && answer.ambiguous.is_empty() && answer.untracked.is_none() {
        writeln!(out, "no use of it")?;
    }
    if !answer.implementations.is_empty() {
        writeln!(out, "\nimplemented by")?;
        definitions(out, &answer.implementations, &answer.index)?;
    }
    if answer.implementations_omitted > 0 {
        writeln!(out, "{FAINT}and {} more{FAINT:#}", answer.implementations_omitted)?;
    }
    if !answer.implementation_lines.is_empty() {
        writeln!(out, "{FAINT}these are used at{FAINT:#}")?;
        file_lines(out, &answer.implementation_lines, &answer.index)?;
    }
    if !answer.tests.is_empty() {
        writeln!(out, "\ntests that reach it")?;
    }
    for test in &answer.tests {
        let name = test.symbol.as_deref().unwrap_or("(top of file)");
        let steps = if test.distance == 1 { "1 step" } else { &format!("{} steps", test.distance) };
        writeln!(
            out,
            "{PATH}{}{PATH:#}:{LINE}{}{LINE:#}  {}  {FAINT}{steps}{FAINT:#}{NOTICE}{}{NOTICE:#}",
            printable(&test.path),
            test.line,
            printable(name),
            answer.index.mark(&test.path)
        )?;
    }
    if answer.tests_omitted > 0 {
        writeln!(out, "{FAINT}and {} more tests{FAINT:#}", answer.tests_omitted)?;
    }
    write_state(out, &answer.index, "")
}

/// Renders one line for each file: `src/a.rs:1,7`.
pub(super) fn file_lines(
    out: &mut dyn Write,
    files: &[FileLines],
    index: &Freshness,
) -> io::Result<()> {
    for file in files {
        let lines: Vec<String> = file.lines.iter().map(u32::to_string).collect();
        let (path, lines) = (printable(&file.path), lines.join(","));
        writeln!(
            out,
            "  {FAINT}{path}:{lines}{FAINT:#}{NOTICE}{}{NOTICE:#}",
            index.mark(&file.path)
        )?;
    }
    Ok(())
}

fn uses(out: &mut dyn Write, references: &[ReferencePlace], index: &Freshness) -> io::Result<()> {
    let mut before: Option<(&str, bool)> = None;
    for found in references {
        if before != Some((&found.path, found.is_test)) {
            let test = if found.is_test { "  (test)" } else { "" };
            let (path, mark) = (printable(&found.path), index.mark(&found.path));
            writeln!(out, "\n{PATH}{path}{PATH:#}{FAINT}{test}{FAINT:#}{NOTICE}{mark}{NOTICE:#}")?;
            before = Some((&found.path, found.is_test));
        }
        let within = found.within.as_deref().map_or_else(String::new, |name| format!(" in {name}"));
        writeln!(
            out,
            "  {LINE}{}:{}{LINE:#}: {}  {FAINT}{}{}, {}{FAINT:#}",
            found.line,
            found.column,
            printable(&found.text),
            found.kind.name(),
            printable(&within),
            found.provenance
        )?;
    }
    Ok(())
}
