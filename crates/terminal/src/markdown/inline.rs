//! The text of one paragraph, heading or cell while it is collected.

use anstyle::{Effects, Style as Look};

use crate::palette::{CODE, LINK, PLAIN, URL};
use crate::styled::{Fragment, Style};

/// Fragments, and the looks and links that are open.
#[derive(Debug, Default)]
pub struct Inline {
    fragments: Vec<Fragment>,
    looks: Vec<Look>,
    links: Vec<OpenLink>,
}

#[derive(Debug)]
struct OpenLink {
    url: String,
    /// Where its text begins among the fragments.
    start: usize,
}

impl Inline {
    pub fn is_empty(&self) -> bool {
        self.fragments.is_empty()
    }

    /// Takes the collected fragments. Open looks stay open.
    pub fn take(&mut self) -> Vec<Fragment> {
        self.links.clear();
        std::mem::take(&mut self.fragments)
    }

    pub fn push(&mut self, text: &str) {
        self.push_with(text, PLAIN);
    }

    /// Inline code: without colours, its backticks are kept.
    pub fn push_code(&mut self, code: &str, style: Style) {
        match style {
            Style::Ansi => self.push_with(code, CODE),
            Style::Plain => self.push(&format!("`{code}`")),
        }
    }

    /// A line end in the text becomes a space.
    pub fn push_html(&mut self, html: &str) {
        let tag = html.trim().to_ascii_lowercase();
        match tag.as_str() {
            "<br>" | "<br/>" | "<br />" => self.push("\n"),
            _ => self.push(html),
        }
    }

    pub fn open_look(&mut self, look: Look) {
        let look = merge(self.look(), look);
        self.looks.push(look);
    }

    pub fn close_look(&mut self) {
        self.looks.pop();
    }

    pub fn open_link(&mut self, url: &str) {
        self.links.push(OpenLink { url: url.to_owned(), start: self.fragments.len() });
        self.open_look(LINK);
    }

    /// Ends a link: its address follows the text, unless the text is the address.
    pub fn close_link(&mut self) {
        self.close_look();
        let Some(link) = self.links.pop() else { return };
        let text: String = (self.fragments[link.start..].iter())
            .map(|fragment| fragment.text.trim_matches('`'))
            .collect();
        let address = link.url.strip_prefix("mailto:").unwrap_or(&link.url);
        if text.is_empty() {
            self.push_with(address, URL);
        } else if !address.is_empty() && text != address {
            self.push(" (");
            self.push_with(address, URL);
            self.push(")");
        }
    }

    fn look(&self) -> Look {
        self.looks.last().copied().unwrap_or(PLAIN)
    }

    fn push_with(&mut self, text: &str, look: Look) {
        let look = merge(self.look(), look);
        self.fragments.push(Fragment { text: text.to_owned(), look });
    }
}

/// Both effects; the colour of `inner` if it has one.
fn merge(outer: Look, inner: Look) -> Look {
    let effects: Effects = outer.get_effects() | inner.get_effects();
    let colour = inner.get_fg_color().or(outer.get_fg_color());
    Look::new().fg_color(colour).effects(effects)
}
