//! A squarified treemap: each file is a rectangle, its area what was checked in it, its colour how much
//! of that is documented.
//!
//! The layout is that of Bruls, Huizing and van Wijk: rows are filled along the shorter side for as long
//! as that makes their rectangles more like squares. Start at [`treemap`].

use std::collections::BTreeMap;

use rutter_knowledge::FileShare;

use crate::formats::{colour_of, escape, percentage};

/// A folder smaller than this, in square pixels, is drawn as one rectangle.
const LEAST_FOLDER_AREA: f64 = 2_400.0;
const HEADER: f64 = 16.0;
/// Width of a character of the labels, on average.
const CHARACTER: f64 = 7.0;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// A folder or a file, with all that is below it.
#[derive(Debug, Default)]
struct Node<'a> {
    path: &'a str,
    checked: f64,
    missing: f64,
    children: BTreeMap<&'a str, Node<'a>>,
}

/// Draws the files in a picture of this size.
pub(super) fn treemap(files: &[FileShare], width: u32, height: u32) -> String {
    let mut root = Node::default();
    for file in files.iter().filter(|file| file.checked > 0.0) {
        root.add(file);
    }
    let mut drawn = String::new();
    let area = Rect { x: 0.0, y: 0.0, width: f64::from(width), height: f64::from(height) };
    if root.checked > 0.0 {
        draw_children(&root, "", area, &mut drawn);
    }
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Completeness by folder and file\">{drawn}</svg>"
    )
}

impl<'a> Node<'a> {
    fn add(&mut self, file: &'a FileShare) {
        let missing = file.missing.min(file.checked);
        let mut node = self;
        node.checked += file.checked;
        node.missing += missing;
        for (at, part) in
            file.path.match_indices('/').map(|(at, _)| at).chain([file.path.len()]).scan(
                0,
                |start, end| {
                    let part = &file.path[*start..end];
                    *start = end + 1;
                    Some((end, part))
                },
            )
        {
            node = node.children.entry(part).or_default();
            node.path = &file.path[..at];
            node.checked += file.checked;
            node.missing += missing;
        }
    }

    fn percent(&self) -> f64 {
        ((1.0 - self.missing / self.checked) * 1000.0).floor() / 10.0
    }
}

/// `around` is the folder whose name is drawn around these.
fn draw_children(node: &Node<'_>, around: &str, area: Rect, drawn: &mut String) {
    let mut children: Vec<&Node<'_>> = node.children.values().collect();
    children.sort_by(|left, right| right.checked.total_cmp(&left.checked));
    let sizes: Vec<f64> = children.iter().map(|child| child.checked).collect();
    for (child, rect) in children.into_iter().zip(squarify(&sizes, area)) {
        draw(child, around, rect, drawn);
    }
}

fn draw(node: &Node<'_>, around: &str, rect: Rect, drawn: &mut String) {
    // A folder with one child is drawn as that child, whose path names both.
    if let Some(only) = node.children.values().next()
        && node.children.len() == 1
    {
        return draw(only, around, rect, drawn);
    }
    let is_split = !node.children.is_empty()
        && rect.width * rect.height >= LEAST_FOLDER_AREA
        && rect.height > 2.0 * HEADER
        && rect.width > 2.0 * HEADER;
    let name = node.path;
    let percent = node.percent();
    let title = format!("{name}: {} % documented", percentage(percent));
    let Rect { x, y, width, height } = rect;
    let (class, fill) = match is_split {
        true => ("folder", String::new()),
        false => ("cell", format!(" fill=\"{}\"", colour_of(percent))),
    };
    drawn.push_str(&format!(
        "<g><title>{}</title><rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"{fill}/>",
        escape(&title)
    ));
    let label = match is_split {
        true => {
            let own = name.strip_prefix(around).unwrap_or(name).trim_start_matches('/');
            format!("{own} {} %", percentage(percent))
        }
        false => name.rsplit('/').next().unwrap_or(name).to_owned(),
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
        let value = format!("{} %", percentage(percent));
        if !is_split && height >= 2.0 * HEADER && value.len() <= n_fitting {
            drawn.push_str(&format!(
                "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{value}</text>",
                x + 4.0,
                y + 26.0
            ));
        }
    }
    drawn.push_str("</g>");
    if is_split {
        let inner =
            Rect { x: x + 2.0, y: y + HEADER, width: width - 4.0, height: height - HEADER - 2.0 };
        draw_children(node, name, inner, drawn);
    }
}

/// The text, or its beginning with an ellipsis.
fn fitted(text: &str, n_chars: usize) -> String {
    match text.chars().count() <= n_chars {
        true => text.to_owned(),
        false => text.chars().take(n_chars.saturating_sub(1)).chain(['…']).collect(),
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

/// The aspect ratio of the least square rectangle in a row along a side.
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
                "0.00 0.00 3.00 2.00",
                "0.00 2.00 3.00 2.00",
                "3.00 0.00 1.71 2.33",
                "4.71 0.00 1.29 2.33"
            ]
        );
        let covered: f64 = rects.iter().map(|one| one.width * one.height).sum();
        assert!((covered - 24.0).abs() < 1e-6, "{covered}");
    }

    #[test]
    fn names_are_escaped_and_files_without_anything_to_check_left_out() {
        let share =
            |path: &str, checked, missing| FileShare { path: path.to_owned(), checked, missing };
        let files =
            [share("a/<b>.rs", 4.0, 1.0), share("a/c.rs", 0.0, 0.0), share("d.rs", 2.0, 2.0)];
        let svg = treemap(&files, 400, 200);
        assert!(
            svg.contains("&lt;b&gt;.rs") && !svg.contains("<b>") && !svg.contains("c.rs"),
            "{svg}"
        );
        assert!(svg.contains("a/&lt;b&gt;.rs: 75 % documented"), "{svg}");
    }
}
