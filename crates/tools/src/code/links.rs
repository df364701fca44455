//! Renders the callers and callees of a symbol as text.
//!
//! The usual is left out: that a link is a call, that it is certain, the path of the symbol itself, the
//! import of a file that has another use, and callees that are not certainly in the repository. The answer
//! on the command line has all of it.

use rutter_engine::{Caller, SymbolMatch};

use super::companions::render_companions;
use super::mentions::render_mentions;
use crate::reply::ToolReply;

/// Most callers and callees of an answer.
pub(super) const MOST_LINKS: usize = 100;

/// Writes what uses a symbol, what it uses, and where documents mention it. If the match before has the same users,
/// as overloads have, they are not repeated.
pub(super) fn render_links(
    reply: &mut ToolReply,
    found: &SymbolMatch,
    before: Option<&SymbolMatch>,
) {
    let users = users(found);
    if before.is_some_and(|before| before.path == found.path && self::users(before) == users) {
        reply.line("used by the same");
    } else if !users.is_empty() {
        reply.line(format!("used by {}:", found.callers.len() + found.callers_omitted));
        users.iter().for_each(|user| reply.line(format!("  {user}")));
    }
    if found.callers_omitted > 0 {
        let references = reply.tool_name("references");
        reply.line(format!(
            "  … {} more; `limit` goes up to {MOST_LINKS}; {references} lists all",
            found.callers_omitted
        ));
    }
    let used = used(found);
    if !used.is_empty() {
        let more = if found.callees_omitted > 0 { ", …" } else { "" };
        reply.line(format!("uses {}{more}", used.join(", ")));
    }
    render_mentions(reply, &found.mentions, found.mentions_omitted);
    render_companions(reply, &found.changed_together);
}

/// Formats the uses of a symbol: `src/a.rs:7 run`.
pub(super) fn users(found: &SymbolMatch) -> Vec<String> {
    let shown = found.callers.iter().filter(|caller| !is_plain_import(caller, found));
    shown
        .map(|caller| {
            let name = caller.symbol.as_deref().unwrap_or("top of the file");
            let note = link_note(caller.kind.name(), &caller.provenance);
            format!("{}:{} {name}{note}", caller.path, caller.line)
        })
        .collect()
}

/// Formats what a symbol certainly uses, each once: `Parser::parse src/parse.rs:12`, or `helper :40` in its own file.
pub(super) fn used(found: &SymbolMatch) -> Vec<String> {
    let mut used: Vec<String> = Vec::new();
    for callee in &found.callees {
        let Some(place) = callee.definition.as_deref() else { continue };
        if unsure(&callee.provenance).is_some() {
            continue;
        }
        let line = place.strip_prefix(found.path.as_str()).filter(|line| line.starts_with(':'));
        let callee = format!("{} {}", callee.symbol, line.unwrap_or(place));
        if !used.contains(&callee) {
            used.push(callee);
        }
    }
    used
}

/// Returns whether a caller is the import of a file that has another use.
fn is_plain_import(caller: &Caller, found: &SymbolMatch) -> bool {
    let is_import = |caller: &Caller| caller.kind.name() == "import";
    let mut others = found.callers.iter().filter(|other| other.path == caller.path);
    is_import(caller) && others.any(|other| !is_import(other))
}

/// Notes what is unusual about a link: that it is not a call, or how it is known if it is not certain.
fn link_note(kind: &str, provenance: &str) -> String {
    let kind = Some(kind).filter(|kind| *kind != "call");
    match (kind, unsure(provenance)) {
        (None, None) => String::new(),
        (Some(kind), None) => format!(" ({kind})"),
        (None, Some(provenance)) => format!(" ({provenance})"),
        (Some(kind), Some(provenance)) => format!(" ({kind}, {provenance})"),
    }
}

/// Returns how a link is known, if it is not certain.
pub(super) fn unsure(provenance: &str) -> Option<String> {
    let is_sure = !matches!(provenance, "same-name" | "same-word" | "partly-read")
        && !provenance.starts_with("ambiguous");
    (!is_sure).then(|| provenance.to_owned())
}
