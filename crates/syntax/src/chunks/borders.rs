//! Finds where a syntax tree may be cut, and what each cut would tear apart.
//!
//! Only nodes too heavy for one chunk are looked into, so most of the tree is never visited. A
//! border lies before each line on which a child of such a node begins, unless the line before
//! belongs to it too. What it costs to cut there grows with the depth and with what would be
//! parted: a comment from what it explains, a head from its body, a body from its closing brace.

use std::ops::Range;

use rutter_domain::{Symbol, SymbolKind};
use tree_sitter::Node;

use super::line_table::LineTable;
use super::packing::{Border, Bounds};

/// A string or comment longer than this is cut between its lines after all. Other tokens of many
/// lines are code that the grammar does not read, such as a macro's body, and have no such leave.
const TEXT_LIMIT_BYTES: u32 = 8_000;

/// Maximum number of symbols that begin at the same place to examine.
const MOST_SYMBOLS: usize = 100;

/// Every level of nesting makes a cut this much dearer, up to `MAX_LEVEL`.
const LEVEL_PRICE: u32 = 15;
const MAX_LEVEL: u32 = 20;
/// No blank line lies between what is parted.
const NEIGHBOUR_PRICE: u32 = 15;
/// A head loses its body.
const HEAD_PRICE: u32 = 80;
/// A comment loses the rest of it, or what comes after a blank line.
const COMMENT_PRICE: u32 = 50;
/// Something loses its doc comment, its attribute or its closing brace.
const PART_PRICE: u32 = 200;
/// The imports stay together with what follows them.
const IMPORT_KEEP_PRICE: u32 = 35;
/// Something that can well be a chunk of its own stays together with something else.
const LARGE_KEEP_PRICE: u32 = 25;

/// A node that is being looked into.
struct Frame {
    /// The level of the borders between its children.
    level: u32,
    first_line: u32,
    weight: u32,
}

/// What the first node of a line is, as far as cutting before or after it is concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    Comment,
    /// Belongs to the definition that follows.
    Attribute,
    Import,
    /// A brace, a keyword or an operator in the midst of something.
    Punctuation,
    Other,
}

/// The borders of a tree, in order of their lines.
pub(crate) fn find_borders(
    root: Node<'_>,
    table: &LineTable<'_>,
    symbols: &[Symbol],
    bounds: Bounds,
) -> Vec<Border> {
    let least_weight = bounds.small_weight / 2;
    let mut finder = Finder {
        table,
        borders: Vec::new(),
        lead: Lead::Other,
        leads: Vec::new(),
        next_line: 0,
        least_weight,
    };
    let whole = 0..table.n_lines();
    let mut frames = Vec::new();
    let mut cursor = root.walk();
    if fits(table, whole.clone(), bounds) || !cursor.goto_first_child() {
        return finder.borders;
    }
    frames.push(Frame { level: 0, first_line: 0, weight: table.weight(whole) });
    while let Some(frame) = frames.last() {
        let node = cursor.node();
        let lines = lines_of(node);
        if node.end_byte() > node.start_byte() {
            finder.meet(node, lines.start, frame, frames.len() == 1);
            // What shares a line with a node is part of the same piece.
            let piece_start = finder.borders.last().map_or(0, |border| border.line);
            let piece = piece_start.min(lines.start)..lines.end;
            match treatment_of(node, lines.len(), piece, table, bounds) {
                Treatment::Keep => {}
                Treatment::CutLines => finder.cut_token(lines.clone(), frame.level + 1),
                Treatment::Descend => {
                    let weight = table.weight(lines.clone());
                    let depth = depth_of(node, weight, frame.weight, symbols);
                    let level = (frame.level + depth).min(MAX_LEVEL);
                    if cursor.goto_first_child() {
                        frames.push(Frame { level, first_line: lines.start, weight });
                        continue;
                    }
                }
            }
            finder.next_line = finder.next_line.max(lines.end);
        }
        // Without recursion: nodes nest as deep as a text likes.
        while !frames.is_empty() && !cursor.goto_next_sibling() {
            cursor.goto_parent();
            frames.pop();
        }
    }
    price_large_pieces(&mut finder.borders, table, bounds);
    finder.borders
}

struct Finder<'a> {
    table: &'a LineTable<'a>,
    borders: Vec<Border>,
    /// What the line after the last border begins with.
    lead: Lead,
    /// What nodes of each kind are at the start of a line, as far as they were met.
    leads: Vec<Option<Lead>>,
    /// The first line that nothing met so far reaches into.
    next_line: u32,
    /// A lighter piece than this is not worth a border at its brace or between its comment's lines.
    least_weight: u32,
}

impl Finder<'_> {
    /// Notes the border before a node, if it begins a line.
    fn meet(&mut self, node: Node<'_>, line: u32, frame: &Frame, is_outermost: bool) {
        let last_line = self.borders.last().map(|border| border.line);
        if line < self.next_line || last_line.is_some_and(|last| last >= line) {
            return;
        }
        let lead = self.lead_of(node, line);
        let follows_blank = line > 0 && self.table.is_blank(line - 1);
        let goes_on = lead == Lead::Punctuation
            || (lead == Lead::Comment && self.lead == Lead::Comment && !follows_blank);
        if goes_on
            && last_line.is_some_and(|last| self.table.weight(last..line) < self.least_weight)
        {
            return;
        }
        let mut cut_price = LEVEL_PRICE * frame.level;
        if !follows_blank {
            cut_price += NEIGHBOUR_PRICE;
        }
        // The first lines of a node are its head: a cut there leaves the name in one chunk and the
        // code in another.
        if !is_outermost && line < frame.first_line + 2 {
            cut_price += HEAD_PRICE;
        }
        cut_price += match (self.lead, lead) {
            (_, Lead::Punctuation) | (Lead::Attribute, _) => PART_PRICE,
            (Lead::Comment, Lead::Comment) if !follows_blank => COMMENT_PRICE,
            (Lead::Comment, _) if !follows_blank => PART_PRICE,
            (Lead::Comment, Lead::Other | Lead::Attribute) => COMMENT_PRICE,
            // The title of a part of the file stays with its first definition.
            (Lead::Comment, Lead::Comment) => COMMENT_PRICE / 2,
            (Lead::Comment | Lead::Import | Lead::Punctuation | Lead::Other, _) => 0,
        };
        let leaves_imports = self.lead == Lead::Import && lead != Lead::Import;
        let keep_price = if leaves_imports { IMPORT_KEEP_PRICE } else { 0 };
        self.borders.push(Border { line, level: frame.level, cut_price, keep_price });
        self.lead = lead;
    }

    fn lead_of(&mut self, node: Node<'_>, line: u32) -> Lead {
        let kind_id = usize::from(node.kind_id());
        if let Some(Some(lead)) = self.leads.get(kind_id) {
            return *lead;
        }
        // Elixir's `@doc` and `@spec` differ from other operators by the text alone.
        if node.kind() == "unary_operator" {
            let is_attribute = self.table.line(line).trim_start().starts_with('@');
            return if is_attribute { Lead::Attribute } else { Lead::Other };
        }
        let lead = lead_of(node);
        // The node of unreadable text has an id beyond all others.
        if node.is_error() {
            return lead;
        }
        // The lead of a kind is asked for at each line, and comparing words is what costs time.
        self.leads.resize(self.leads.len().max(kind_id + 1), None);
        self.leads[kind_id] = Some(lead);
        lead
    }

    /// Notes the borders within a token of many lines.
    fn cut_token(&mut self, lines: Range<u32>, level: u32) {
        for line in lines.start + 1..lines.end {
            if self.table.is_blank(line) {
                continue;
            }
            let follows_blank = self.table.is_blank(line - 1);
            let tear_price = if follows_blank { COMMENT_PRICE } else { HEAD_PRICE };
            let cut_price = LEVEL_PRICE * level + tear_price;
            self.borders.push(Border { line, level, cut_price, keep_price: 0 });
        }
    }
}

/// Makes it dear to join what is large enough for itself with its neighbours, but for those that
/// belong to it.
fn price_large_pieces(borders: &mut [Border], table: &LineTable<'_>, bounds: Bounds) {
    let mut weight_before = 0;
    for at in 0..borders.len() {
        let end = borders.get(at + 1).map_or(table.n_lines(), |next| next.line);
        let border = &mut borders[at];
        let weight = table.weight(border.line..end);
        let tear_price = border.cut_price - LEVEL_PRICE * border.level;
        // Where a cut would tear a comment or an attribute off, the small piece belongs to the
        // large one.
        if tear_price < COMMENT_PRICE && weight.max(weight_before) >= bounds.small_weight {
            border.keep_price += LARGE_KEEP_PRICE;
        }
        weight_before = weight;
    }
}

/// What is done with a node.
enum Treatment {
    Keep,
    /// It is a token too long for one chunk.
    CutLines,
    Descend,
}

/// What to do with a node of `n_lines` lines that ends `piece`.
fn treatment_of(
    node: Node<'_>,
    n_lines: usize,
    piece: Range<u32>,
    table: &LineTable<'_>,
    bounds: Bounds,
) -> Treatment {
    if n_lines == 1 || fits(table, piece.clone(), bounds) {
        return Treatment::Keep;
    }
    match (is_text(node.kind()), node.child_count()) {
        (true, _) if table.n_bytes(piece) <= TEXT_LIMIT_BYTES => Treatment::Keep,
        (true, _) | (false, 0) => Treatment::CutLines,
        (false, _) => Treatment::Descend,
    }
}

/// Whether these lines are good as one piece.
fn fits(table: &LineTable<'_>, lines: Range<u32>, bounds: Bounds) -> bool {
    let whole_weight = bounds.large_weight + bounds.large_weight / 4;
    table.weight(lines.clone()) <= whole_weight && table.n_bytes(lines) <= bounds.limit_bytes
}

/// The lines of a node; a line end at its end does not begin another line.
fn lines_of(node: Node<'_>) -> Range<u32> {
    let (start, end) = (node.start_position(), node.end_position());
    let end_line = if end.column == 0 { end.row } else { end.row + 1 };
    start.row as u32..end_line.max(start.row + 1) as u32
}

/// How much deeper than its own border what is inside a node lies. A body, or whatever else makes
/// up most of its parent, lies no deeper.
fn depth_of(node: Node<'_>, weight: u32, frame_weight: u32, symbols: &[Symbol]) -> u32 {
    let start = node.start_byte() as u32;
    let end = node.end_byte() as u32;
    let first = symbols.partition_point(|symbol| symbol.span.start_byte < start);
    let symbol = symbols[first..]
        .iter()
        .take_while(|symbol| symbol.span.start_byte == start)
        .take(MOST_SYMBOLS)
        .find(|symbol| symbol.span.end_byte == end);
    match symbol.map(|symbol| symbol.kind) {
        Some(
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Test,
        ) => 2,
        // A body makes up most of its definition. Were it a level deeper, each wrapper around code
        // would make cuts in it dearer.
        _ if weight >= frame_weight / 4 * 3 => 0,
        _ => 1,
    }
}

/// Nodes that import something and do not say so in their kind.
const IMPORTS: &[&str] = &[
    "use_declaration", "extern_crate_declaration", "preproc_include", "package_clause",
    "package_declaration", "package_header", "using_directive", "using_declaration",
    "namespace_use_declaration",
];

fn lead_of(node: Node<'_>) -> Lead {
    if !node.is_named() {
        return Lead::Punctuation;
    }
    match node.kind() {
        kind if kind.contains("comment") || kind == "haddock" => Lead::Comment,
        "decorator" | "annotation" | "signature" => Lead::Attribute,
        kind if kind.starts_with("attribute") || kind.ends_with("attribute_item") => {
            Lead::Attribute
        }
        kind if kind.contains("import") || IMPORTS.contains(&kind) => Lead::Import,
        _ => Lead::Other,
    }
}

/// Whether a node is one text to its reader, although its grammar divides it.
fn is_text(kind: &str) -> bool {
    (kind.contains("string") && !kind.starts_with("concat"))
        || kind.contains("comment")
        || kind.contains("heredoc")
        || kind.contains("nowdoc")
        || kind == "sigil"
        || kind == "quasiquote"
}
