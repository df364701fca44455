//! Whether a document has a place that an anchor names.
//!
//! Sites make anchors of headings in slightly different ways, so that only letters and digits are compared. An
//! anchor that is set by hand, or may come from an included file, counts as existing.

use rutter_domain::Facts;

use crate::lexicon::documents;

/// Whether a document has the heading, or might have it.
pub fn has_anchor(facts: &Facts, text: &str, anchor: &str) -> bool {
    let wanted = normalized(anchor);
    // Repeated headings get a number.
    let without_number =
        anchor.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_']);
    let without_number = normalized(without_number);
    let is_it = |title: &str| {
        let title = normalized(title);
        title == wanted || (!without_number.is_empty() && title == without_number)
    };
    wanted.is_empty()
        || is_well_known(&wanted)
        || facts.symbols.iter().any(|symbol| is_it(&symbol.name) || is_it(&symbol.signature))
        || is_set_by_hand(text, anchor)
        || text.lines().any(|line| is_it(&without_tags(line)) || is_it(&without_references(line)))
        || documents::INCLUDES.occur_in(text)
}

/// Anchors that sites add by themselves.
fn is_well_known(anchor: &str) -> bool {
    documents::SITE_ANCHORS.has(anchor)
        || anchor.starts_with("fn")
        || anchor.starts_with("usercontent")
}

/// Whether the anchor occurs in the text other than as the target of a link.
fn is_set_by_hand(text: &str, anchor: &str) -> bool {
    text.match_indices(anchor).any(|(at, _)| {
        let before = &text[..at];
        let after = text[at + anchor.len()..].chars().next();
        let is_whole = !after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        let is_link = before.ends_with('#') && !before.ends_with("{#") && !before.ends_with("[#");
        let is_within =
            before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/'));
        is_whole
            && !is_link
            && !is_within
            && before.ends_with(['"', '\'', '#', '[', '_', '(', ':', '='])
    })
}

/// Letters and digits, in lower case.
fn normalized(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A line without the labels of links: `a [b][label]`.
fn without_references(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("][") {
        plain.push_str(before);
        rest = after.split_once(']').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    plain
}

fn without_tags(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut is_tag = false;
    for c in line.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => plain.push(c),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use rutter_domain::Language;

    use super::*;

    #[test]
    fn an_anchor_is_found_however_the_site_writes_it() {
        let text = "# Getting Started!\n## `run()` & more\n## Twice\n## Twice\n<a id=\"by-hand\"></a>\n<h2>In HTML</h2>\n## Own {#other}\n## Read ([Java][1]/[Kotlin][two])\nSee [x](#missing).\n";
        let facts = rutter_syntax::read(Language::Markdown, text);
        for anchor in [
            "getting-started", "run--more", "run-more", "twice-1", "by-hand", "in-html", "other",
            "read-javakotlin", "own",
        ] {
            assert!(has_anchor(&facts, text, anchor), "{anchor}");
        }
        for anchor in ["missing", "getting", "by"] {
            assert!(!has_anchor(&facts, text, anchor), "{anchor}");
        }
    }
}
