//! The prompt's text, the looks of the line, and when a line goes on.

use std::borrow::Cow;

use reedline::{
    Color, Highlighter, Prompt, PromptEditMode, PromptHistorySearch, PromptViMode, StyledText,
    ValidationResult, Validator,
};

use super::draft::SharedDraft;
use crate::text::{Charset, printable, width};

/// The end of the prompt, also while a menu is open.
pub const INDICATOR: &str = "> ";
const NORMAL_INDICATOR: &str = ": ";

/// The text before the line, such as `ask>`. In vi's normal mode its `>` is a `:`.
#[derive(Debug)]
pub struct PromptText {
    /// Without the `>`.
    name: String,
    indent: String,
}

impl PromptText {
    /// A `>` at the end of the text may be left out.
    pub fn new(text: &str, charset: Charset) -> PromptText {
        let text = printable(text.trim_end(), charset).replace('\n', " ");
        let name = text.strip_suffix('>').unwrap_or(&text).to_owned();
        PromptText { indent: " ".repeat(width(&name) + width(INDICATOR)), name }
    }

    pub fn text(&self) -> String {
        format!("{}{INDICATOR}", self.name)
    }
}

impl Prompt for PromptText {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.name)
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_indicator(&self, mode: PromptEditMode) -> Cow<'_, str> {
        match mode {
            PromptEditMode::Vi(PromptViMode::Normal | PromptViMode::Visual) => {
                Cow::Borrowed(NORMAL_INDICATOR)
            }
            PromptEditMode::Default
            | PromptEditMode::Emacs
            | PromptEditMode::Vi(PromptViMode::Insert)
            | PromptEditMode::Helix(_)
            | PromptEditMode::Custom(_) => Cow::Borrowed(INDICATOR),
        }
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.indent)
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        Cow::Owned(format!("{INDICATOR}(search: {}) ", search.term))
    }

    fn get_prompt_color(&self) -> Color {
        Color::Magenta
    }

    fn get_indicator_color(&self) -> Color {
        Color::Magenta
    }

    fn get_prompt_multiline_color(&self) -> Color {
        Color::Default
    }
}

/// Shows the markers of pastes in their own colour.
pub struct DraftHighlighter(SharedDraft);

impl DraftHighlighter {
    pub fn new(draft: SharedDraft) -> DraftHighlighter {
        DraftHighlighter(draft)
    }
}

impl Highlighter for DraftHighlighter {
    fn highlight(&self, line: &str, _cursor: usize) -> StyledText {
        let mut styled = StyledText::new();
        let mut done = 0;
        for marker in self.0.find_markers(line) {
            styled.push((Default::default(), line[done..marker.start].to_owned()));
            styled.push((Color::Cyan.normal(), line[marker.clone()].to_owned()));
            done = marker.end;
        }
        styled.push((Default::default(), line[done..].to_owned()));
        styled
    }
}

/// A `\` at the end of the line makes Enter begin another one.
pub struct Continuation(SharedDraft);

impl Continuation {
    pub fn new(draft: SharedDraft) -> Continuation {
        Continuation(draft)
    }
}

impl Validator for Continuation {
    fn validate(&self, line: &str) -> ValidationResult {
        if is_continued(line) {
            self.0.continue_line(line);
            ValidationResult::Incomplete
        } else {
            ValidationResult::Complete
        }
    }
}

/// Two backslashes are one that is meant.
pub fn is_continued(line: &str) -> bool {
    line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prompt_shows_the_mode_of_vi() {
        let prompt = PromptText::new("ask>", Charset::Unicode);
        let shown = |mode| {
            format!("{}{}", prompt.render_prompt_left(), prompt.render_prompt_indicator(mode))
        };
        assert_eq!(shown(PromptEditMode::Emacs), "ask> ");
        assert_eq!(shown(PromptEditMode::Vi(PromptViMode::Normal)), "ask: ");
        assert_eq!(prompt.text(), "ask> ");
        assert_eq!(prompt.render_prompt_multiline_indicator(), "     ");
    }

    #[test]
    fn an_odd_backslash_continues_a_line() {
        assert_eq!(["a\\", "a\\\\", "a", "\\\\\\"].map(is_continued), [true, false, false, true]);
    }
}
