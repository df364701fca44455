//! Paths and links: whether they lead to a file or folder, or did until a commit.

use rutter_domain::{DocumentMention, MentionKind};
use rutter_gaps::{LinkTarget, is_sample_path};
use rutter_graph::path_text::{join, name_of, parent_of};
use rutter_workspace::{Source, stat_at};

use super::inquiry::{Notary, Standing};
use super::{ClaimPart, DocumentFinding, PartKind};

/// `None` if the mention leads out of the repository, or is a pattern.
pub(super) fn decide(
    notary: &mut Notary<'_>,
    mention: &DocumentMention,
    standing: Standing,
) -> Option<ClaimPart> {
    let target = match mention.kind {
        MentionKind::Link => LinkTarget::parse(&mention.text)?,
        MentionKind::Path
        | MentionKind::Name
        | MentionKind::Import
        | MentionKind::Command
        | MentionKind::Flag => LinkTarget::parse_path(&mention.text),
    };
    let path = target.path.trim_end_matches('/');
    if path.is_empty() || path.starts_with(['~', '@', '$']) || path.contains(['*', '<', '{', '$']) {
        return None;
    }
    let snapshot = &notary.knowledge.snapshot;
    let beside = (!path.starts_with('/')).then(|| join(parent_of(notary.document), path));
    let mut places: Vec<String> =
        beside.into_iter().chain([join("", path)]).flatten().filter(|at| !at.is_empty()).collect();
    places.dedup();
    let part = |finding| ClaimPart::new(PartKind::Path, &mention.text, finding);
    let is_there = |place: &&String| stat_at(&snapshot.root().join(place)).is_some();
    if let Some(found) = places.iter().find(is_there) {
        return Some(match target.last_line().zip(n_lines(notary, found)) {
            Some((line, n_lines)) if line > n_lines => {
                let reason = format!("`{found}` has no line {line}; its last is {n_lines}");
                part(DocumentFinding::Refuted).because(reason)
            }
            Some((line, _)) => part(DocumentFinding::Holds).at(found, line),
            None => part(DocumentFinding::Holds),
        });
    }
    let end = format!("/{}", path.trim_start_matches(['.', '/']));
    let below = format!("{end}/");
    let is_below = |one: &&str| one.ends_with(&end) || one.contains(&below);
    if let Some(found) = snapshot.walked_paths().find(is_below) {
        let at = found.find(&below).map_or(found.len(), |at| at + below.len());
        return Some(part(DocumentFinding::Holds).because(format!("found as `{}`", &found[..at])));
    }
    let open = part(DocumentFinding::NotDecidable);
    if standing == Standing::Excused || is_sample_path(path) {
        return Some(open);
    }
    let is_ignored = |place: &String| notary.past.ignores(place);
    if places.iter().any(is_ignored) {
        return Some(open.because("git ignores it"));
    }
    for place in &places {
        if let Some(removal) = notary.past.removed_path(place) {
            let reason = match removal.path {
                Some(new) => format!("renamed to `{new}`"),
                // Code may write a file of that name, or expect one of its user.
                None if notary.occurs_in_code(name_of(place)) => continue,
                None => format!("`{place}` was deleted"),
            };
            return Some(part(DocumentFinding::Stale).because(reason).since(&removal.commit));
        }
    }
    if notary.broken(mention).is_some() {
        return Some(part(DocumentFinding::Refuted).because("it does not exist"));
    }
    // A word with a slash need not be a path.
    let is_certain = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    is_certain.then(|| open.because("not found"))
}

fn n_lines(notary: &Notary<'_>, path: &str) -> Option<u32> {
    match notary.knowledge.snapshot.read_file(path) {
        Source::Text(source) => u32::try_from(source.text.lines().count()).ok(),
        Source::Skip(..) | Source::Gone => None,
    }
}
