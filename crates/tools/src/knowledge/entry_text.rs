//! An entry in full, beside the code it describes, once for each session.

use std::sync::PoisonError;

use rutter_domain::{ListedEntry, RivalEntry, facts_that_hold};

use crate::quote::{flatten, quote};
use crate::reply::ToolReply;
use crate::{EntryVisibility, Session, Toolbox};

/// Bytes of entries that a reply may have beside its code.
const MOST_BYTES: usize = 4_000;

/// Writes what was recorded, and how far it can be trusted.
pub(crate) fn render_entry(reply: &mut ToolReply, entry: &ListedEntry) {
    reply.shows_entry(&entry.id);
    reply.line(format!("entry {} ({}): {}", entry.id, entry.standing(), quote(&entry.summary)));
    if let Some(reason) = &entry.reason {
        reply.line(format!("  {} because {}", entry.status, flatten(reason)));
    }
    render_particulars(reply, entry);
    for rival in &entry.rivals {
        let RivalEntry { id, summary, status, author } = rival;
        let (author, summary) = (flatten(author), quote(summary));
        reply.line(format!("  another entry {id} ({status}, by {author}) says: {summary}"));
    }
    if let Some(note) = &entry.note {
        reply.line(format!("  a person rejected it, or what it replaced: {}", quote(note)));
    }
}

/// Writes what an entry says beside its summary, the surprises first.
fn render_particulars(reply: &mut ToolReply, entry: &ListedEntry) {
    for surprise in &entry.surprises {
        reply.line(format!("  surprise: {}", quote(surprise)));
    }
    if let Some(details) = &entry.details {
        reply.line(format!("  details: {}", quote(details)));
    }
    if let Some(facts) = facts_that_hold(&entry.facts, &entry.claims) {
        reply.line(format!("  {}", flatten(&facts)));
    }
}

/// Adds the entries of symbols that begin in the code of a reply: in full if nothing speaks against them, else in
/// one line. Those that the session was shown before are left out.
pub(crate) fn render_entries_beside(toolbox: &Toolbox, session: &Session, reply: &mut ToolReply) {
    if session.entries == EntryVisibility::Hidden || !reply.has_entries_beside() {
        return;
    }
    // Without an index or a notebook the code is shown alone.
    let Ok(knowledge) = toolbox.knowledge() else { return };
    let shown = session.full_entries.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut left_bytes = MOST_BYTES;
    for (path, lines) in reply.code_lines() {
        // Against a file that changed since it was indexed, nobody has compared its entries yet.
        let indexed = knowledge.snapshot.file_at(&path).map(|file| file.content);
        if indexed != reply.content_of(&path) {
            continue;
        }
        for entry in knowledge.entries_in(&path) {
            let is_new = !shown.contains(&entry.id) && !reply.has_shown_entry(&entry.id);
            let n_bytes = entry.summary.len() + entry.details.as_ref().map_or(0, String::len);
            if !is_new || !lines.contains(&entry.start_line) || n_bytes > left_bytes {
                continue;
            }
            left_bytes -= n_bytes;
            if !entry.status.is_usable() {
                reply.shows_entry(&entry.id);
                let (title, status) = (flatten(entry.title()), entry.status);
                reply.line(format!("entry {} of `{title}` is {status}", entry.id));
            } else if reply.names_entry(&entry.id) {
                // Its summary stands beside its hit.
                reply.shows_entry(&entry.id);
                let mut more = reply.same_reader();
                render_particulars(&mut more, &entry);
                if !more.is_empty() {
                    reply.line(format!("more of entry {}:", entry.id));
                    render_particulars(reply, &entry);
                }
            } else {
                reply.line(format!("`{}`:", flatten(entry.title())));
                render_entry(reply, &entry);
            }
        }
    }
}
