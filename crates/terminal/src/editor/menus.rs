//! The menus below the prompt, drawn in looks that can be read on any background.

use reedline::{
    Color, ColumnarMenu, InputMode, MenuBuilder, OutputMode, ReedlineMenu, TraversalDirection,
};

use super::history::HistoryPicker;
use super::prompt::INDICATOR;

pub const COMPLETION: &str = "completion";
pub const HISTORY: &str = "history";

/// Opened by Tab.
pub fn completion() -> ReedlineMenu {
    let menu = readable(ColumnarMenu::default())
        .with_name(COMPLETION)
        .with_marker(INDICATOR)
        .with_input_mode(InputMode::CursorPrefix)
        .with_columns(1);
    ReedlineMenu::EngineCompleter(Box::new(menu))
}

/// Opened by Ctrl+R: what is in the line is the pattern.
pub fn history(picker: HistoryPicker) -> ReedlineMenu {
    let menu = readable(ColumnarMenu::default())
        .with_name(HISTORY)
        .with_marker("> (search) ")
        .with_input_mode(InputMode::FullBuffer)
        .with_output_mode(OutputMode::FullBuffer)
        .with_columns(1);
    ReedlineMenu::WithCompleter { menu: Box::new(menu), completer: Box::new(picker) }
}

fn readable(menu: ColumnarMenu) -> ColumnarMenu {
    menu.with_text_style(Color::Default.normal())
        .with_selected_text_style(Color::Default.reverse())
        .with_description_text_style(Color::Default.dimmed())
        .with_match_text_style(Color::Default.normal())
        .with_selected_match_text_style(Color::Default.reverse())
        .with_traversal_direction(TraversalDirection::Vertical)
}
