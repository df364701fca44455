//! Renders hints for readers of the pages.

use rutter_domain::{Hint, Vocabulary};
use rutter_tools::render_for_model;

/// The vocabulary of a reader of the pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WebVocabulary;

impl Vocabulary for WebVocabulary {
    fn render(&self, hint: &Hint) -> String {
        match hint {
            Hint::FindFiles => "press `t` to find a file by its name".to_owned(),
            Hint::DescribePath { .. } => "open its page".to_owned(),
            Hint::ListFolder => "open the folder".to_owned(),
            Hint::ReadFile | Hint::ReadRest | Hint::ReadLines { .. } => "open the file".to_owned(),
            Hint::ListGaps => "the page Gaps lists them".to_owned(),
            Hint::ListEntries => "the page Entries lists them".to_owned(),
            Hint::ListRuns { .. } => "the page Runs lists them".to_owned(),
            Hint::UpdateIndex => {
                "it is being brought up to date; load the page again in a moment".to_owned()
            }
            Hint::Explore => "none is recorded yet; `rutter explore` makes one".to_owned(),
            other => render_for_model(self, other).replace("the user can ", ""),
        }
    }
}
