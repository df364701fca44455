//! A squarified treemap: each file is a rectangle, its area a size, its colour a share.
//!
//! The layout is that of Bruls, Huizing and van Wijk: rows are filled along the shorter side for as long
//! as that makes their rectangles more like squares. Start at [`treemap`].

use std::collections::BTreeMap;

use crate::text::escape;

/// A folder smaller than this, in square pixels, is drawn as one rectangle.
const LEAST_FOLDER_AREA: f64 = 2_400.0;
const HEADER: f64 = 16.0;
/// Width of a character of the labels, on average.
const CHARACTER: f64 = 7.0;

/// One file of the map.
#[derive(Debug, Clone, PartialEq)]
pub struct MapCell {
    pub path: String,
    /// The area.
    pub size: f64,
    /// `part` of `whole` is the share that sets the colour. 0 if nothing is known.
    pub whole: f64,
    pub part: f64,
}

/// The appearance of a map.
pub struct MapStyle<'a> {
    pub width: u32,
    pub height: u32,
    /// Description for screen readers.
    pub label: &'a str,
    /// The colour of a share between 0 and 1. White text must be readable on it.
    pub colour: &'a dyn Fn(Option<f64>) -> &'static str,
    /// A share in words, such as `75 %`.
    pub value: &'a dyn Fn(Option<f64>) -> String,
    /// The unit of the value, such as ` documented`.
    pub unit: &'a str,
    /// Link of a folder or a file.
    pub link: Option<&'a MapLink<'a>>,
}

/// Returns the address of a folder or a file.
pub type MapLink<'a> = dyn Fn(&str, MapPart) -> String + 'a;

/// The kind of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapPart {
    Folder,
    File,
}

impl std::fmt::Debug for MapStyle<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MapStyle").field("label", &self.label).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// A folder or a file, with everything below it.
#[derive(Debug, Default)]
struct Node<'a> {
    path: &'a str,
    size: f64,
    whole: f64,
    part: f64,
    children: BTreeMap<&'a str, Node<'a>>,
}

/// Draws the files. Those without a size are left out.
pub(crate) fn treemap(cells: &[MapCell], style: &MapStyle<'_>) -> String {
    let MapStyle { width, height, label, .. } = style;
    let mut root = Node::default();
    for cell in cells.iter().filter(|cell| cell.size > 0.0) {
        root.add(cell);
    }
    let mut drawn = String::new();
    let area = Rect { x: 0.0, y: 0.0, width: f64::from(*width), height: f64::from(*height) };
    if root.size > 0.0 {
        draw_children(&root, "", area, style, &mut drawn);
    }
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"group\" aria-label=\"{}\">{drawn}</svg>",
        escape(label)
    )
}

impl<'a> Node<'a> {
    fn add(&mut self, cell: &'a MapCell) {
        let mut node = self;
        node.count(cell);
        let path = cell.path.as_str();
        let mut start = 0;
        for end in path.match_indices('/').map(|(at, _)| at).chain([path.len()]) {
            node = node.children.entry(&path[start..end]).or_default();
            node.path = &path[..end];
            node.count(cell);
            start = end + 1;
        }
    }

    fn count(&mut self, cell: &MapCell) {
        self.size += cell.size;
        self.whole += cell.whole;
        self.part += cell.part.min(cell.whole);
    }

    fn share(&self) -> Option<f64> {
        (self.whole > 0.0).then(|| self.part / self.whole)
    }
}

/// Draws the children of a node. `around` is the folder whose name is drawn around them.
fn draw_children(
    node: &Node<'_>,
    around: &str,
    area: Rect,
    style: &MapStyle<'_>,
    drawn: &mut String,
) {
    let mut children: Vec<&Node<'_>> = node.children.values().collect();
    children.sort_by(|left, right| right.size.total_cmp(&left.size));
    let sizes: Vec<f64> = children.iter().map(|child| child.size).collect();
    for (child, rect) in children.into_iter().zip(squarify(&sizes, area)) {
        draw(child, around, rect, style, drawn);
    }
}

fn draw(node: &Node<'_>, around: &str, rect: Rect, style: &MapStyle<'_>, drawn: &mut String) {
    // A folder with one child is drawn as that child, whose path names both.
    if let Some(only) = node.children.values().next()
        && node.children.len() == 1
    {
        return draw(only, around, rect, style, drawn);
    }
    let Rect { x, y, width, height } = rect;
    let is_folder = !node.children.is_empty();
    let is_split = is_folder
        && width * height >= LEAST_FOLDER_AREA
        && height > 2.0 * HEADER
        && width > 2.0 * HEADER;
    let name = node.path;
    let value = (style.value)(node.share());
    let title = format!("{name}: {value}{}", style.unit);
    let (class, fill) = if is_split {
        ("folder", String::new())
    } else {
        ("cell", format!(" fill=\"{}\"", (style.colour)(node.share())))
    };
    let part = if is_folder { MapPart::Folder } else { MapPart::File };
    let (open, close) = match style.link {
        Some(link) => (format!("<a href=\"{}\">", escape(&link(name, part))), "</a>"),
        None => ("<g>".to_owned(), "</g>"),
    };
    drawn.push_str(&format!(
        "{open}<title>{}</title><rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"{fill}/>",
        escape(&title)
    ));
    let label = if is_split {
        let own = name.strip_prefix(around).unwrap_or(name).trim_start_matches('/');
        match node.share() {
            Some(_) => format!("{own} {value}"),
            None => own.to_owned(),
        }
    } else {
        name.rsplit('/').next().unwrap_or(name).to_owned()
    };
    let n_fitting = ((width - 8.0) / CHARACTER).max(0.0) as usize;
    if n_fitting >= 4 && height >= HEADER {
        let class = if is_split { "name" } else { "label" };
        drawn.push_str(&format!(
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 4.0,
            y + 12.0,
            escape(&fitted(&label, n_fitting))
        ));
        let has_value = !is_split && node.share().is_some();
        if has_value && height >= 2.0 * HEADER && value.len() <= n_fitting {
            drawn.push_str(&format!(
                "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 4.0,
                y + 26.0,
                escape(&value)
            ));
        }
    }
    drawn.push_str(close);
    if is_split {
        let inner =
            Rect { x: x + 2.0, y: y + HEADER, width: width - 4.0, height: height - HEADER - 2.0 };
        draw_children(node, name, inner, style, drawn);
    }
}

/// Shortens a text to `n_chars`, with an ellipsis.
fn fitted(text: &str, n_chars: usize) -> String {
    if text.chars().count() <= n_chars {
        text.to_owned()
    } else {
        text.chars().take(n_chars.saturating_sub(1)).chain(['…']).collect()
    }
}

/// Divides an area among sizes, the largest first.
fn squarify(sizes: &[f64], area: Rect) -> Vec<Rect> {
    let total: f64 = sizes.iter().sum();
    let scale = area.width * area.height / total.max(f64::MIN_POSITIVE);
    let areas: Vec<f64> = sizes.iter().map(|size| size * scale).collect();
    let mut rects = Vec::with_capacity(areas.len());
    let mut left = area;
    let mut from = 0;
    while from < areas.len() {
        let side = left.width.min(left.height).max(f64::MIN_POSITIVE);
        let mut to = from + 1;
        while to < areas.len() && worst(&areas[from..=to], side) <= worst(&areas[from..to], side) {
            to += 1;
        }
        left = place_row(&areas[from..to], left, &mut rects);
        from = to;
    }
    rects
}

/// The worst aspect ratio of the rectangles in a row along a side.
fn worst(row: &[f64], side: f64) -> f64 {
    let sum: f64 = row.iter().sum();
    let largest = row.iter().copied().fold(0.0, f64::max);
    let least = row.iter().copied().fold(f64::INFINITY, f64::min);
    (side * side * largest / (sum * sum)).max(sum * sum / (side * side * least))
}

/// Places a row along the shorter side of an area. Returns what is left of the area.
fn place_row(row: &[f64], area: Rect, rects: &mut Vec<Rect>) -> Rect {
    let Rect { x, y, width, height } = area;
    let sum: f64 = row.iter().sum();
    if width >= height {
        let thickness = if height > 0.0 { sum / height } else { 0.0 };
        let mut at = y;
        for size in row {
            let own = if thickness > 0.0 { size / thickness } else { 0.0 };
            rects.push(Rect { x, y: at, width: thickness, height: own });
            at += own;
        }
        Rect { x: x + thickness, width: (width - thickness).max(0.0), ..area }
    } else {
        let thickness = if width > 0.0 { sum / width } else { 0.0 };
        let mut at = x;
        for size in row {
            let own = if thickness > 0.0 { size / thickness } else { 0.0 };
            rects.push(Rect { x: at, y, width: own, height: thickness });
            at += own;
        }
        Rect { y: y + thickness, height: (height - thickness).max(0.0), ..area }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_paper_is_laid_out_as_there() {
        let area = Rect { x: 0.0, y: 0.0, width: 6.0, height: 4.0 };
        let rects = squarify(&[6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0], area);
        let first: Vec<String> = rects[..4]
            .iter()
            .map(|one| format!("{:.2} {:.2} {:.2} {:.2}", one.x, one.y, one.width, one.height))
            .collect();
        assert_eq!(
            first,
            [
                "0.00 0.00 3.00 2.00", "0.00 2.00 3.00 2.00", "3.00 0.00 1.71 2.33",
                "4.71 0.00 1.29 2.33"
            ]
        );
        let covered: f64 = rects.iter().map(|one| one.width * one.height).sum();
        assert!((covered - 24.0).abs() < 1e-6, "{covered}");
    }

    fn style() -> MapStyle<'static> {
        MapStyle {
            width: 400,
            height: 200,
            label: "Map",
            colour: &|_| "#123456",
            value: &|share| format!("{:.0} %", share.unwrap_or(0.0) * 100.0),
            unit: " documented",
            link: None,
        }
    }

    #[test]
    fn names_are_escaped_and_files_without_a_size_left_out() {
        let cell =
            |path: &str, size, part| MapCell { path: path.to_owned(), size, whole: size, part };
        let cells = [cell("a/<b>.rs", 4.0, 3.0), cell("a/c.rs", 0.0, 0.0), cell("d.rs", 2.0, 0.0)];
        let svg = treemap(&cells, &style());
        assert!(
            svg.contains("&lt;b&gt;.rs") && !svg.contains("<b>") && !svg.contains("c.rs"),
            "{svg}"
        );
        assert!(svg.contains("a/&lt;b&gt;.rs: 75 % documented"), "{svg}");
    }

    #[test]
    fn folders_and_files_lead_somewhere() {
        let cell = |path: &str| MapCell { path: path.to_owned(), size: 1.0, whole: 0.0, part: 0.0 };
        let link = |path: &str, part: MapPart| format!("{part:?}/{path}");
        let svg =
            treemap(&[cell("a/b.rs"), cell("a/c.rs")], &MapStyle { link: Some(&link), ..style() });
        assert!(svg.contains("href=\"Folder/a\"") && svg.contains("href=\"File/a/b.rs\""), "{svg}");
    }
}
