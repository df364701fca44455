//! Quotes and list items around a block, which put a prefix before its lines.

use crate::palette::{FAINT, PLAIN};
use crate::styled::{RenderOptions, StyledLine};
use crate::text::width;

/// The open containers, outermost first.
#[derive(Debug)]
pub struct Containers {
    options: RenderOptions,
    open: Vec<Container>,
}

#[derive(Debug)]
enum Container {
    Quote,
    List { next_number: Option<u64>, n_items: usize },
    Item { marker: String, marker_state: Marker },
}

#[derive(Debug, PartialEq, Eq)]
enum Marker {
    Unwritten,
    Written,
}

/// The place of the next block in a list.
#[derive(Debug, PartialEq, Eq)]
pub enum Position {
    /// It begins the first item of its list.
    FirstItem,
    /// It begins a further item.
    NextItem,
    /// It does not begin an item.
    Within,
}

impl Containers {
    pub fn new(options: RenderOptions) -> Containers {
        Containers { options, open: Vec::new() }
    }

    pub fn open_quote(&mut self) {
        self.open.push(Container::Quote);
    }

    pub fn open_list(&mut self, first_number: Option<u64>) {
        self.open.push(Container::List { next_number: first_number, n_items: 0 });
    }

    pub fn open_item(&mut self) {
        let is_bulleted =
            |open: &&Container| matches!(open, Container::List { next_number: None, .. });
        let depth = self.open.iter().filter(is_bulleted).count();
        let charset = self.options.charset;
        let bullet = match depth % 2 {
            1 => charset.pick("•", "*"),
            _ => charset.pick("◦", "-"),
        };
        let mut marker = format!("{bullet} ");
        if let Some(Container::List { next_number, n_items }) = self.open.last_mut() {
            *n_items += 1;
            if let Some(number) = next_number {
                marker = format!("{number}. ");
                *number = number.saturating_add(1);
            }
        }
        self.open.push(Container::Item { marker, marker_state: Marker::Unwritten });
    }

    pub fn close(&mut self) {
        self.open.pop();
    }

    pub fn position(&self) -> Position {
        let mut from_innermost = self.open.iter().rev();
        match from_innermost.next() {
            Some(Container::Item { marker_state: Marker::Unwritten, .. }) => {
                match from_innermost.next() {
                    Some(Container::List { n_items, .. }) if *n_items > 1 => Position::NextItem,
                    Some(_) | None => Position::FirstItem,
                }
            }
            Some(_) | None => Position::Within,
        }
    }

    /// The beginning of the next line. The marker of an item is in its first line only.
    pub fn prefix(&mut self) -> StyledLine {
        let charset = self.options.charset;
        let limit = self.widest_prefix();
        let mut prefix = StyledLine::default();
        let mut used = 0;
        for container in &mut self.open {
            let (text, look) = match container {
                Container::List { .. } => continue,
                Container::Quote => (charset.pick("│ ", "> ").to_owned(), FAINT),
                Container::Item { marker, marker_state } => {
                    let text = match marker_state {
                        Marker::Unwritten => marker.clone(),
                        Marker::Written => " ".repeat(width(marker)),
                    };
                    *marker_state = Marker::Written;
                    (text, PLAIN)
                }
            };
            used += width(&text);
            if used <= limit {
                prefix.push(&text, look, charset);
            }
        }
        prefix
    }

    /// The bars of quotes alone, for a blank line.
    pub fn blank_line(&self) -> StyledLine {
        let charset = self.options.charset;
        let mut used = 0;
        let mut text = String::new();
        for container in &self.open {
            let part = match container {
                Container::List { .. } => continue,
                Container::Quote => charset.pick("│ ", "> ").to_owned(),
                Container::Item { marker, .. } => " ".repeat(width(marker)),
            };
            used += width(&part);
            if used <= self.widest_prefix() {
                text.push_str(&part);
            }
        }
        let mut line = StyledLine::default();
        line.push(text.trim_end(), FAINT, charset);
        line
    }

    /// Cells that are left for the text.
    pub fn text_width(&self) -> usize {
        let mut used = 0;
        for container in &self.open {
            let next = used
                + match container {
                    Container::List { .. } => 0,
                    Container::Quote => 2,
                    Container::Item { marker, .. } => width(marker),
                };
            if next > self.widest_prefix() {
                break;
            }
            used = next;
        }
        self.options.width.saturating_sub(used).max(2)
    }

    /// However deep the nesting, half of the line is left for the text.
    fn widest_prefix(&self) -> usize {
        self.options.width / 2
    }
}
