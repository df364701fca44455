//! The neighbourhood of a symbol: collects the nodes and lines of its drawing.

use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};
use rutter_engine::SymbolMatch;
use rutter_tools::code::symbol::{Args, SymbolDetails};

use crate::draw::neighbourhood::{Certainty, GraphLine, GraphNode, MOST_NODES, draw};
use crate::layout::Frame;
use crate::site::Site;

/// Nodes of the nearest column on each side.
const MOST_NEAR: usize = 40;
/// Nodes of the nearest column whose own neighbours are drawn.
const MOST_FOLLOWED: usize = 10;
/// Nodes of the second column for each node of the first.
const MOST_FAR: usize = 5;

/// The number of steps that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    One,
    Two,
}

#[derive(Default)]
struct Drawing {
    nodes: Vec<GraphNode>,
    lines: Vec<GraphLine>,
    known: HashMap<(String, String), usize>,
    n_omitted: usize,
}

/// A symbol by name, path and line.
type Place = (String, String, u32);

pub(crate) fn section(site: &Site, frame: &Frame<'_>, main: &SymbolMatch, depth: Depth) -> Markup {
    let mut drawing = Drawing::default();
    let own = (main.symbol.qualified_name.clone(), main.path.clone(), main.symbol.start_line);
    drawing.node(frame, &own, 0);
    drawing.surround(frame, 0, main, MOST_NEAR);
    if depth == Depth::Two {
        drawing.follow(site, frame);
    }
    if drawing.nodes.len() < 2 {
        return Markup::default();
    }
    let svg = draw(&drawing.nodes, &drawing.lines);
    let used: Vec<Certainty> =
        drawing.lines.iter().map(|line| Certainty::of(&line.provenance)).collect();
    html! {
        section #graph {
            h2 { "Neighbourhood" }
            (picture(svg))
            ul.legend aria-label="How links are known" {
                @for certainty in Certainty::ALL.into_iter().filter(|one| used.contains(one)) {
                    li {
                        svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true" { path class={ "edge " (certainty.class()) } d="M0 4H28" {} }
                        (certainty.words())
                    }
                }
            }
            p.faint {
                "Users on the left, what it uses on the right. "
                @if drawing.n_omitted > 0 { (drawing.n_omitted) " more are not drawn; the lists below have them. " }
                @if frame.links.is_live() {
                    @match depth {
                        Depth::One => { a href="?depth=2" data-keep="file" { "Draw two steps" } }
                        Depth::Two => { a href="?depth=1" data-keep="file" { "Draw one step" } }
                    }
                }
            }
        }
    }
}

impl Drawing {
    /// Returns the node of a symbol. A new one is added if there is room.
    fn node(&mut self, frame: &Frame<'_>, place: &Place, column: i32) -> Option<usize> {
        let (name, path, line) = place;
        let key = (name.clone(), path.clone());
        if let Some(at) = self.known.get(&key) {
            return Some(*at);
        }
        if self.nodes.len() >= MOST_NODES {
            self.n_omitted += 1;
            return None;
        }
        self.nodes.push(GraphNode {
            name: name.clone(),
            place: format!("{path}:{line}"),
            href: frame.links.symbol(name, path, *line),
            column,
        });
        self.known.insert(key, self.nodes.len() - 1);
        Some(self.nodes.len() - 1)
    }

    fn line(&mut self, from: usize, to: usize, kind: &str, provenance: &str) {
        let is_known = self.lines.iter().any(|line| line.from == from && line.to == to);
        if !is_known && from != to {
            let (kind, provenance) = (kind.to_owned(), provenance.to_owned());
            self.lines.push(GraphLine { from, to, kind, provenance });
        }
    }

    /// Adds the users of a node and what it uses, at most `most` of each.
    fn surround(&mut self, frame: &Frame<'_>, at: usize, found: &SymbolMatch, most: usize) {
        let column = self.nodes[at].column;
        if column <= 0 {
            let callers = found.callers.iter().filter(|caller| caller.symbol.is_some());
            self.n_omitted += callers.clone().count().saturating_sub(most) + found.callers_omitted;
            for caller in callers.take(most) {
                let place =
                    (caller.symbol.clone().unwrap_or_default(), caller.path.clone(), caller.line);
                if let Some(from) = self.node(frame, &place, column - 1) {
                    self.line(from, at, caller.kind.name(), &caller.provenance);
                }
            }
        }
        if column >= 0 {
            let callees = found.callees.iter().filter(|callee| callee.definition.is_some());
            self.n_omitted += callees.clone().count().saturating_sub(most) + found.callees_omitted;
            for callee in callees.take(most) {
                let Some((path, line)) = callee.definition.as_deref().and_then(split_place) else {
                    continue;
                };
                let place = (callee.symbol.clone(), path.to_owned(), line);
                if let Some(to) = self.node(frame, &place, column + 1) {
                    self.line(at, to, callee.kind.name(), &callee.provenance);
                }
            }
        }
    }

    /// Adds the neighbours of the first nodes of each side.
    fn follow(&mut self, site: &Site, frame: &Frame<'_>) {
        for column in [-1, 1] {
            let near: Vec<usize> =
                (0..self.nodes.len()).filter(|at| self.nodes[*at].column == column).collect();
            for at in near.into_iter().take(MOST_FOLLOWED) {
                let node = &self.nodes[at];
                let file_path = split_place(&node.place).map(|(path, _)| path.to_owned());
                let args =
                    Args { name: node.name.clone(), file_path, limit: 4 * MOST_FAR, skip: 0 };
                let Ok(found) = site.run(&SymbolDetails, args) else { continue };
                if let Some(found) = found.matches.first() {
                    self.surround(frame, at, found, MOST_FAR);
                }
            }
        }
    }
}

/// Splits a place such as `src/a.rs:12`.
pub(crate) fn split_place(place: &str) -> Option<(&str, u32)> {
    let (path, line) = place.rsplit_once(':')?;
    Some((path, line.parse().ok()?))
}

/// Embeds the SVG drawing.
fn picture(svg: String) -> Markup {
    html! { div.wide.picture tabindex="0" role="region" aria-label="Drawing of the neighbourhood" { (PreEscaped(svg)) } }
}
