//! Renders symbols and the links between them.

use std::io::{self, Write};

use rutter_engine::{ImpactAnswer, MentionPlace, SymbolAnswer, SymbolMatch, SymbolsAnswer};

use super::style::{FAINT, LINE, NAME, NOTICE, PATH, printable, write_state};
use crate::context::is_for_person;

/// One line per symbol: `User (interface_declaration) 12-30`, indented by nesting on a terminal; then where
/// documents mention the file.
pub fn symbols(out: &mut dyn Write, answer: &SymbolsAnswer) -> io::Result<()> {
    let mut open: Vec<(&str, u32)> = Vec::new();
    for symbol in &answer.symbols {
        while open.last().is_some_and(|(_, end)| *end < symbol.start_line) {
            open.pop();
        }
        let depth = match &symbol.parent {
            Some(parent) => {
                open.iter().rposition(|(name, _)| name == parent).map_or(0, |at| at + 1)
            }
            None => 0,
        };
        open.truncate(depth);
        let indent = if is_for_person() { depth * 2 } else { 0 };
        writeln!(
            out,
            "{:indent$}{NAME}{}{NAME:#} ({}) {LINE}{}-{}{LINE:#}",
            "",
            printable(&symbol.name),
            symbol.node_kind,
            symbol.start_line,
            symbol.end_line
        )?;
        open.push((&symbol.qualified_name, symbol.end_line));
    }
    mentions(out, &answer.mentions)?;
    if answer.mentions_omitted > 0 {
        writeln!(out, "    {FAINT}and {} more{FAINT:#}", answer.mentions_omitted)?;
    }
    if is_for_person() {
        write_state(out, &answer.index, "")?;
    }
    Ok(())
}

pub fn symbol(out: &mut dyn Write, answer: &SymbolAnswer) -> io::Result<()> {
    for found in &answer.matches {
        one_symbol(out, found)?;
        writeln!(out)?;
    }
    if answer.matches.is_empty() {
        no_symbol(out, &answer.name, &answer.near)?;
    }
    let more = if answer.omitted > 0 {
        format!(", {} more symbols of that name", answer.omitted)
    } else {
        String::new()
    };
    write_state(out, &answer.index, &more)
}

fn one_symbol(out: &mut dyn Write, found: &SymbolMatch) -> io::Result<()> {
    let symbol = &found.symbol;
    writeln!(
        out,
        "{NAME}{}{NAME:#}  {FAINT}{} {}{FAINT:#}  {PATH}{}{PATH:#}:{LINE}{}-{}{LINE:#}",
        printable(&symbol.qualified_name),
        symbol.visibility,
        symbol.kind,
        printable(&found.path),
        symbol.start_line,
        symbol.end_line
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
        line(out, name, Some(&caller.path), caller.line, caller.kind.name(), &caller.provenance)?;
    }
    more(out, found.callers_omitted)?;
    if !found.callees.is_empty() {
        writeln!(out, "  uses")?;
    }
    for callee in &found.callees {
        let path = callee.path.as_deref();
        line(out, &callee.symbol, path, callee.line, callee.kind.name(), &callee.provenance)?;
    }
    more(out, found.callees_omitted)?;
    mentions(out, &found.mentions)?;
    more(out, found.mentions_omitted)
}

fn mentions(out: &mut dyn Write, mentions: &[MentionPlace]) -> io::Result<()> {
    if !mentions.is_empty() {
        writeln!(out, "  mentioned in")?;
    }
    for mention in mentions {
        let section = mention.section.as_deref().unwrap_or("(top of file)");
        let kind = mention.source.name();
        line(out, section, Some(&mention.path), mention.line, kind, &mention.provenance)?;
    }
    Ok(())
}

fn line(
    out: &mut dyn Write,
    name: &str,
    path: Option<&str>,
    line: u32,
    kind: &str,
    provenance: &str,
) -> io::Result<()> {
    write!(out, "    {}", printable(name))?;
    match path {
        Some(path) => write!(out, "  {PATH}{}{PATH:#}:{LINE}{line}{LINE:#}", printable(path))?,
        None => write!(out, "  line {LINE}{line}{LINE:#}")?,
    }
    writeln!(out, "  {FAINT}{kind}, {provenance}{FAINT:#}")
}

fn more(out: &mut dyn Write, omitted: usize) -> io::Result<()> {
    if omitted == 0 {
        return Ok(());
    }
    writeln!(out, "    {FAINT}and {omitted} more; `--limit` shows them{FAINT:#}")
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
        return write_state(out, &answer.index, "");
    }
    let at = answer.definitions.join(", ");
    writeln!(out, "{NAME}{}{NAME:#}  {FAINT}{at}{FAINT:#}", printable(&answer.symbol))?;
    for affected in &answer.affected {
        let indent = affected.distance as usize * 2;
        writeln!(
            out,
            "{:indent$}{}  {PATH}{}{PATH:#}:{LINE}{}{LINE:#}  {FAINT}{}{FAINT:#}",
            "",
            printable(affected.symbol.as_deref().unwrap_or("(top of file)")),
            printable(&affected.path),
            affected.line,
            affected.provenance
        )?;
    }
    if answer.affected.is_empty() {
        writeln!(out, "no use of it is known in the repository")?;
    }
    more(out, answer.omitted)?;
    write_state(out, &answer.index, "")
}
