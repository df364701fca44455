//! Where the parser lost its place, so that nothing that depends on it is called sure.
//!
//! Most errors cost only themselves. But a parser that misreads a brace ends a definition too early or
//! too late, and gives others to a false owner. Its tokens still tell: what is defined has as many
//! closing braces as opening ones. Only texts with errors are looked at.

use std::ops::{Range, RangeInclusive};

use rutter_domain::Facts;
use tree_sitter::{Node, Tree};

use crate::languages::profile;
use crate::profile::Body;
use crate::recovery::{error_nodes, hides_definitions};

/// Of a text with more definitions that end at a wrong place, no line is relied upon.
const MOST_MISPLACED: usize = 500;

/// The lines of which it is not known what they are a part of: in order, none twice.
pub(crate) fn find(text: &[u8], tree: &Tree, facts: &Facts) -> Vec<RangeInclusive<u32>> {
    let mut found = if profile(facts.language).body == Body::Braces {
        Braces::of(tree, text).find_damage(tree, facts)
    } else {
        let rows = error_nodes(tree).into_iter().map(|error| rows_of(&error));
        let lost = rows.filter(|rows| hides_definitions(facts.language, rows));
        lost.map(|rows| rows.start as u32 + 1..=rows.end as u32).collect()
    };
    found.retain(|lines| !lines.is_empty());
    found.sort_unstable_by_key(|lines| *lines.start());
    // Damaged definitions nest, so their lines overlap.
    found.dedup_by(|next, lines| {
        let touches = *next.start() <= lines.end() + 1;
        if touches {
            *lines = *lines.start()..=*lines.end().max(next.end());
        }
        touches
    });
    found
}

fn rows_of(node: &Node<'_>) -> Range<usize> {
    node.start_position().row..node.end_position().row + 1
}

/// The braces of a text in order, as its tokens.
struct Braces {
    list: Vec<Brace>,
    last_line: u32,
}

struct Brace {
    start_byte: usize,
    line: u32,
    /// Number of braces open after it; negative if more were closed than opened.
    depth: i32,
}

impl Braces {
    fn of(tree: &Tree, text: &[u8]) -> Braces {
        let root = tree.root_node();
        let mut braces = Braces { list: Vec::new(), last_line: root.end_position().row as u32 + 1 };
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            // Of the branches of a condition one is compiled.
            let is_other_branch = matches!(node.kind(), "preproc_else" | "preproc_elif");
            if !is_other_branch && cursor.goto_first_child() {
                continue;
            }
            if !is_other_branch {
                braces.add_leaf(&node, text);
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return braces;
                }
            }
        }
    }

    fn add_leaf(&mut self, leaf: &Node<'_>, text: &[u8]) {
        match leaf.kind() {
            _ if leaf.is_missing() => {}
            // A grammar may have one token for both signs, and the closing brace is the same.
            "{" | "${" => self.add(leaf, 1),
            "}" => self.add(leaf, -1),
            // Characters of which no token could be made.
            "ERROR" => {
                for byte in &text[leaf.byte_range()] {
                    match byte {
                        b'{' => self.add(leaf, 1),
                        b'}' => self.add(leaf, -1),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, node: &Node<'_>, change: i32) {
        let line = node.start_position().row as u32 + 1;
        let depth = self.depth_at(self.list.len()) + change;
        self.list.push(Brace { start_byte: node.start_byte(), line, depth });
    }

    /// Number of braces open before one of the list.
    fn depth_at(&self, at: usize) -> i32 {
        at.checked_sub(1).map_or(0, |before| self.list[before].depth)
    }

    /// Those inside of a part of the text.
    fn within(&self, bytes: Range<usize>) -> Range<usize> {
        let at = |byte: usize| self.list.partition_point(|brace| brace.start_byte < byte);
        at(bytes.start)..at(bytes.end)
    }

    fn find_damage(&self, tree: &Tree, facts: &Facts) -> Vec<RangeInclusive<u32>> {
        let mut found = self.unclosed();
        for symbol in &facts.symbols {
            let span = symbol.span;
            let bytes = span.start_byte as usize..span.end_byte as usize;
            found.extend(self.misplaced(self.within(bytes), span.end_line));
            if found.len() > MOST_MISPLACED {
                return vec![1..=self.last_line];
            }
        }
        // What an error opens has no symbol; all that it holds has none for an owner.
        for error in error_nodes(tree) {
            let last_line = rows_of(&error).end as u32;
            found.extend(self.misplaced(self.within(error.byte_range()), last_line));
        }
        found
    }

    /// The lines after braces that are never closed, and before those that were never opened.
    fn unclosed(&self) -> Vec<RangeInclusive<u32>> {
        let mut found = Vec::new();
        let (mut floor, mut last_line_at_floor, mut opening) = (0, 0, None);
        for brace in &self.list {
            if brace.depth < floor {
                found.push(last_line_at_floor + 1..=brace.line);
                floor = brace.depth;
            }
            if brace.depth == floor {
                (last_line_at_floor, opening) = (brace.line, None);
            } else if opening.is_none() {
                opening = Some(brace.line);
            }
        }
        found.extend(opening.map(|line| line + 1..=self.last_line));
        found
    }

    /// The lines that a definition with these braces has too many or too few.
    fn misplaced(&self, within: Range<usize>, last_line: u32) -> Option<RangeInclusive<u32>> {
        let depth = self.depth_at(within.start);
        // The first brace that closes more than was opened inside.
        let too_far = self.list[within.clone()].iter().find(|brace| brace.depth < depth);
        if let Some(brace) = too_far {
            return Some(brace.line + 1..=last_line);
        }
        if self.depth_at(within.end) <= depth {
            return None;
        }
        let closing = self.list[within.end..].iter().find(|brace| brace.depth <= depth);
        Some(last_line + 1..=closing.map_or(self.last_line, |brace| brace.line))
    }
}
