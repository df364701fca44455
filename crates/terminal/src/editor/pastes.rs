//! Long pastes: shown in the line as a marker, such as `[pasted 84 lines]`, and expanded when sent.

use std::collections::HashMap;

/// A paste of more lines is shown as a marker.
const MOST_LINES_SHOWN: usize = 10;

const MARKER_START: &str = "[pasted ";

/// The texts behind the markers of this session.
#[derive(Debug, Default)]
pub struct Pastes {
    /// Marker and text.
    markers: Vec<(String, String)>,
    /// The lines as they were shown, by the text that was sent.
    lines: HashMap<String, String>,
}

impl Pastes {
    /// Returns what a pasted text is shown as: itself, or a marker if it is long.
    pub fn insert(&mut self, text: &str) -> String {
        if text.lines().count() > MOST_LINES_SHOWN {
            self.marker_for(text)
        } else {
            text.to_owned()
        }
    }

    /// The line with the texts in place of their markers.
    pub fn expand(&self, line: &str) -> String {
        let mut expanded = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(at) = rest.find(MARKER_START) {
            let (before, from_marker) = rest.split_at(at);
            expanded.push_str(before);
            let found = self.markers.iter().find(|(marker, _)| from_marker.starts_with(marker));
            let (text, length) = match found {
                Some((marker, text)) => (text.as_str(), marker.len()),
                None => (MARKER_START, MARKER_START.len()),
            };
            expanded.push_str(text);
            rest = &from_marker[length..];
        }
        expanded.push_str(rest);
        expanded
    }

    /// The byte ranges of the markers in the line.
    pub fn find_markers(&self, line: &str) -> Vec<std::ops::Range<usize>> {
        (line.match_indices(MARKER_START))
            .filter_map(|(at, _)| {
                let (marker, _) =
                    self.markers.iter().find(|(marker, _)| line[at..].starts_with(marker))?;
                Some(at..at + marker.len())
            })
            .collect()
    }

    /// Remembers the line that `text` was sent from.
    pub fn remember(&mut self, text: &str, line: &str) {
        if text != line {
            self.lines.insert(text.to_owned(), line.to_owned());
        }
    }

    /// A short form for the line: of a long text only the first line is shown, the rest is a marker.
    pub fn collapse(&mut self, text: &str) -> String {
        if let Some(line) = self.lines.get(text) {
            return line.clone();
        }
        match text.split_once('\n') {
            Some((first, rest)) if text.lines().count() > MOST_LINES_SHOWN => {
                format!("{first}\n{}", self.marker_for(rest))
            }
            Some(_) | None => text.to_owned(),
        }
    }

    fn marker_for(&mut self, text: &str) -> String {
        if let Some((marker, _)) = self.markers.iter().find(|(_, known)| known == text) {
            return marker.clone();
        }
        let n_lines = text.lines().count();
        let is_free = |marker: &String| self.markers.iter().all(|(taken, _)| taken != marker);
        let marker = std::iter::once(format!("{MARKER_START}{n_lines} lines]"))
            .chain((2..).map(|number| format!("{MARKER_START}{n_lines} lines #{number}]")))
            .find(is_free)
            .expect("numbers do not end");
        self.markers.push((marker.clone(), text.to_owned()));
        marker
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(n: usize, word: &str) -> String {
        (0..n).map(|at| format!("{word} {at}\n")).collect()
    }

    #[test]
    fn a_long_paste_is_a_marker_until_it_is_sent() {
        let mut pastes = Pastes::default();
        let text = lines(84, "a");
        let line = format!("explain {} please", pastes.insert(&text));
        assert_eq!(line, "explain [pasted 84 lines] please");
        assert_eq!(pastes.expand(&line), format!("explain {text} please"));
        assert_eq!(pastes.find_markers(&line), vec![8..25; 1]);
    }

    #[test]
    fn a_short_paste_is_shown() {
        assert_eq!(Pastes::default().insert("a\nb"), "a\nb");
    }

    #[test]
    fn two_pastes_of_the_same_length_are_told_apart() {
        let mut pastes = Pastes::default();
        let (one, two) = (lines(11, "a"), lines(11, "b"));
        let line = format!("{}{}{}", pastes.insert(&one), pastes.insert(&two), pastes.insert(&one));
        assert_eq!(line, "[pasted 11 lines][pasted 11 lines #2][pasted 11 lines]");
        assert_eq!(pastes.expand(&line), format!("{one}{two}{one}"));
    }

    #[test]
    fn a_marker_within_a_paste_is_text() {
        let mut pastes = Pastes::default();
        let one = lines(11, "a");
        pastes.insert(&one);
        let two = format!("[pasted 11 lines]\n{}", lines(11, "b"));
        let line = pastes.insert(&two);
        assert_eq!(pastes.expand(&line), two);
        assert_eq!(pastes.expand("[pasted 5 lines] [pasted"), "[pasted 5 lines] [pasted");
    }

    #[test]
    fn a_long_text_of_the_history_is_collapsed() {
        let mut pastes = Pastes::default();
        let text = format!("explain:\n{}", lines(20, "a"));
        assert_eq!(pastes.collapse(&text), "explain:\n[pasted 20 lines]");
        let collapsed = pastes.collapse(&text);
        assert_eq!(pastes.expand(&collapsed), text);
        pastes.remember(&text, "explain: [x]");
        assert_eq!(pastes.collapse(&text), "explain: [x]");
        assert_eq!(pastes.collapse("a\nb"), "a\nb");
    }
}
