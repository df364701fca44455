//! Draws the neighbourhood of a symbol: its users on the left, what it uses on the right.
//!
//! Columns are steps away from the symbol. Lines show how a link is known: solid if it is certain, dashed if only
//! the name is the same, dotted if several definitions have the name.

use std::fmt::Write as _;

use crate::text::escape;

/// Most nodes that are drawn; more are counted.
pub(crate) const MOST_NODES: usize = 150;

const ROW: f64 = 26.0;
const NODE_HEIGHT: f64 = 20.0;
const NODE_WIDTH: f64 = 200.0;
const COLUMN: f64 = 270.0;
const PADDING: f64 = 12.0;
/// Characters of a name that fit in a node.
const MOST_CHARS: usize = 27;

/// A symbol of the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GraphNode {
    pub(crate) name: String,
    /// The path and line, shown on hovering.
    pub(crate) place: String,
    pub(crate) href: String,
    /// Steps from the symbol; negative for users.
    pub(crate) column: i32,
}

/// A line of the drawing, from user to used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GraphLine {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: String,
    pub(crate) provenance: String,
}

/// The certainty of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certainty {
    Sure,
    SameName,
    Ambiguous,
}

impl Certainty {
    pub(crate) const ALL: [Certainty; 3] =
        [Certainty::Sure, Certainty::SameName, Certainty::Ambiguous];

    pub(crate) fn of(provenance: &str) -> Certainty {
        match provenance {
            "same-name" | "same-word" | "partly-read" => Certainty::SameName,
            other if other.starts_with("ambiguous") => Certainty::Ambiguous,
            _ => Certainty::Sure,
        }
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Certainty::Sure => "sure",
            Certainty::SameName => "same-name",
            Certainty::Ambiguous => "ambiguous",
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Certainty::Sure => {
                "certain: by import, in the same file, by type, or the only one of its name"
            }
            Certainty::SameName => {
                "known by its name alone, or from a part of a file that could not be parsed"
            }
            Certainty::Ambiguous => "one of several of that name",
        }
    }
}

/// Draws nodes and lines. Nodes of a column keep their order.
pub(crate) fn draw(nodes: &[GraphNode], lines: &[GraphLine]) -> String {
    let first = nodes.iter().map(|node| node.column).min().unwrap_or(0);
    let last = nodes.iter().map(|node| node.column).max().unwrap_or(0);
    let count = |column: i32| nodes.iter().filter(|node| node.column == column).count();
    let most = (first..=last).map(count).max().unwrap_or(1).max(1);
    let height = most as f64 * ROW + 2.0 * PADDING;
    let width = f64::from(last - first) * COLUMN + NODE_WIDTH + 2.0 * PADDING;
    let mut rows: Vec<usize> = Vec::with_capacity(nodes.len());
    for (at, node) in nodes.iter().enumerate() {
        rows.push(nodes[..at].iter().filter(|other| other.column == node.column).count());
    }
    let place = |at: usize| {
        let node = &nodes[at];
        let top = (height - count(node.column) as f64 * ROW) / 2.0;
        (f64::from(node.column - first) * COLUMN + PADDING, top + rows[at] as f64 * ROW)
    };
    let mut svg = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"group\" aria-label=\"Users on the left, what it uses on the right\">"
    );
    for line in lines {
        let ((from_x, from_y), (to_x, to_y)) = (place(line.from), place(line.to));
        let middle = NODE_HEIGHT / 2.0;
        // A line leaves to the right and arrives from the left, unless both are in one column.
        let (start, end) = if nodes[line.from].column < nodes[line.to].column {
            (from_x + NODE_WIDTH, to_x)
        } else {
            (from_x, to_x + NODE_WIDTH)
        };
        let bend = (end - start) / 2.0;
        let _ = write!(
            svg,
            "<path class=\"edge {}\" data-kind=\"{}\" d=\"M{start:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {end:.1} {:.1}\"><title>{}</title></path>",
            Certainty::of(&line.provenance).class(),
            escape(&line.kind),
            from_y + middle,
            start + bend,
            from_y + middle,
            end - bend,
            to_y + middle,
            to_y + middle,
            escape(&format!(
                "{} → {}: {}, {}",
                nodes[line.from].name, nodes[line.to].name, line.kind, line.provenance
            ))
        );
    }
    for (at, node) in nodes.iter().enumerate() {
        let (x, y) = place(at);
        let class = if node.column == 0 { "node self" } else { "node" };
        let _ = write!(
            svg,
            "<a href=\"{}\" class=\"{class}\"><title>{}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{NODE_WIDTH}\" height=\"{NODE_HEIGHT}\" rx=\"4\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text></a>",
            escape(&node.href),
            escape(&format!("{} {}", node.name, node.place)),
            x + 7.0,
            y + 14.0,
            escape(&fitted(&node.name))
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Shortens a long name at its start, since its end tells more.
fn fitted(name: &str) -> String {
    let n_chars = name.chars().count();
    if n_chars > MOST_CHARS {
        std::iter::once('…').chain(name.chars().skip(n_chars - MOST_CHARS + 1)).collect()
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_certainty_is_drawn() {
        let node = |name: &str, column| GraphNode {
            name: name.to_owned(),
            place: "a.rs:1".to_owned(),
            href: "/symbol/x?file=\"".to_owned(),
            column,
        };
        let nodes = [node("<me>", 0), node("caller", -1)];
        let kind = "call".to_owned();
        let provenance = "ambiguous(3)".to_owned();
        let svg = draw(&nodes, &[GraphLine { from: 1, to: 0, kind, provenance }]);
        assert!(svg.contains("&lt;me&gt;") && !svg.contains("<me>"), "{svg}");
        assert!(svg.contains("edge ambiguous") && svg.contains("file=&quot;"), "{svg}");
        assert_eq!(fitted(&"x".repeat(40)).chars().count(), MOST_CHARS);
    }
}
