//! Which tools each mission is offered.
//!
//! A set names what it has, so that a new tool reaches no mission by itself. A model with a small context
//! window gets fewer: descriptions of tools take room, and small models take the wrong one of many.

use rutter_tools::ToolSet;

/// A question of the user, and a chat.
pub(crate) const ASK: ToolSet = ToolSet::Only(&[
    "search", "overview", "list_filesystem", "list_files", "read_file", "list_symbols_in_file",
    "get_symbol_details", "references", "impact", "changed", "similar", "grep", "list_gaps",
    "recall", "create_index_entry", "record_entries", "write_file", "bash",
]);

pub(crate) const ASK_SMALL: ToolSet = ToolSet::Only(&[
    "search", "list_filesystem", "read_file", "get_symbol_details", "grep", "recall",
    "create_index_entry", "write_file", "bash",
]);

/// A model that explores does not review: its own entries are not for it to judge.
pub(crate) const EXPLORE: ToolSet = ASK;

pub(crate) const EXPLORE_SMALL: ToolSet = ToolSet::Only(&[
    "search", "list_filesystem", "read_file", "list_symbols_in_file", "create_index_entry",
    "write_file", "bash",
]);

/// What the gap needs is in the prompt.
pub(crate) const RESOLVE: ToolSet =
    ToolSet::Only(&["search", "read_file", "get_symbol_details", "create_index_entry"]);

pub(crate) const RESOLVE_SMALL: ToolSet = ToolSet::Only(&["read_file", "create_index_entry"]);

/// A second reader judges by the code alone.
pub(crate) const REVIEW: ToolSet =
    ToolSet::Only(&["read_file", "list_symbols_in_file", "references", "grep", "review"]);

#[cfg(test)]
mod tests {
    use rutter_tools::{ChatRecord, Mode, Session, declarations};

    use crate::{AskBriefing, Mission, ask, explore, explore_with_small_model, review};

    /// The tools that a mission is offered where everything is allowed.
    fn names(mission: &Mission) -> String {
        let mut session = Session::new(Mode::Build, "tester");
        session.chat = Some(ChatRecord { id: "c".to_owned(), runs: Vec::new() });
        let offered = declarations(&mission.narrow(&session));
        offered.iter().map(|tool| tool.name).collect::<Vec<_>>().join(" ")
    }

    fn small(mission: Mission) -> Mission {
        Mission { context_tokens: 8_000, ..mission }
    }

    #[test]
    fn each_mission_is_offered_what_it_needs() {
        let most = "search overview list_filesystem list_files read_file list_symbols_in_file \
                    get_symbol_details references impact changed similar grep list_gaps recall \
                    create_index_entry record_entries write_file bash";
        let question = ask("ask", &AskBriefing::default());
        assert_eq!(names(&question), most);
        assert_eq!(names(&explore()), most);
        assert_eq!(
            names(&small(question)),
            "search list_filesystem read_file get_symbol_details grep recall create_index_entry \
             write_file bash"
        );
        assert_eq!(
            names(&small(explore_with_small_model())),
            "search list_filesystem read_file list_symbols_in_file create_index_entry write_file bash"
        );
        let reader = "read_file list_symbols_in_file references grep review";
        assert_eq!(names(&review()), reader);
        assert_eq!(names(&small(review())), reader);
        let mut resolving = Mission::new("resolve", "");
        (resolving.tools, resolving.tools_if_small) = (super::RESOLVE, super::RESOLVE_SMALL);
        let needed = "search read_file get_symbol_details create_index_entry";
        assert_eq!(names(&resolving), needed);
        assert_eq!(names(&small(resolving)), "read_file create_index_entry");
    }
}
