//! `recall`: finds what was said earlier in a chat, also what was shortened or left out since.

use rutter_domain::text::truncate;
use rutter_domain::{Event, Moment};
use rutter_knowledge::store_url;
use rutter_store::open_runs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::reply::ToolReply;
use crate::{Effect, ModelTool, Permission, Session, Tool, ToolError, Toolbox};

/// Bytes of an excerpt.
const EXCERPT_BYTES: usize = 1_200;
/// Bytes of an excerpt before the first word that was found.
const LEAD_BYTES: usize = 200;
const MOST_EXCERPTS: usize = 10;

#[derive(Debug, Clone, Copy)]
pub struct Recall;

/// Finds what was said or shown earlier in this chat, though it has been shortened or left out since.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// Words that occur in it
    pub query: String,
    /// At most this many excerpts
    #[serde(default = "default_limit")]
    pub limit: usize,
}

fn default_limit() -> usize {
    3
}

/// Excerpts of the chat, the best first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Recalled {
    pub excerpts: Vec<RecalledText>,
    /// Further texts in which words of the query occur.
    pub omitted: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecalledText {
    /// Who said it: the user, the assistant, or the name of a tool.
    pub speaker: String,
    pub at: String,
    pub text: String,
}

impl Tool for Recall {
    const NAME: &'static str = "recall";
    const PERMISSION: Permission = Permission::without_agents(Effect::Read);
    type Args = Args;
    type Answer = Recalled;

    fn run(&self, toolbox: &Toolbox, session: &Session, args: Args) -> Result<Recalled, ToolError> {
        let words: Vec<String> = args.query.split_whitespace().map(str::to_lowercase).collect();
        if words.is_empty() {
            return Err(ToolError::refuse("the query is empty", "give words to look for"));
        }
        let runs = session.chat.as_ref().map(|chat| chat.runs.as_slice()).unwrap_or_default();
        let store = open_runs(&store_url(&toolbox.engine.layout));
        let mut found: Vec<(usize, RecalledText)> = Vec::new();
        // The newest first, so that among equals the newest is listed first.
        for run in runs.iter().rev() {
            // A record that cannot be read has nothing to recall.
            let Ok(recorded) = store.read(run) else { continue };
            found.extend(recorded.moments.iter().rev().filter_map(|moment| find(moment, &words)));
        }
        found.sort_by_key(|(n_words, _)| std::cmp::Reverse(*n_words));
        let n_found = found.len();
        let excerpts: Vec<RecalledText> =
            found.into_iter().map(|(_, excerpt)| excerpt).take(args.limit).collect();
        Ok(Recalled { omitted: n_found - excerpts.len(), excerpts })
    }
}

/// Returns the part of a moment in which words of the query occur, and how many of them.
fn find(moment: &Moment, words: &[String]) -> Option<(usize, RecalledText)> {
    let (speaker, text) = if let Event::UserInput { text } = &moment.event {
        ("the user", text)
    } else if let Event::AssistantText { text, .. } = &moment.event {
        ("the assistant", text)
    } else if let Event::ToolResult { name, result, .. } = &moment.event
        // Otherwise recalled text would be recalled again and again.
        && name != Recall::NAME
    {
        (name.as_str(), result)
    } else {
        return None;
    };
    let lower = text.to_lowercase();
    let places: Vec<usize> = words.iter().filter_map(|word| lower.find(word.as_str())).collect();
    let first = *places.iter().min()?;
    // Positions in the lower-case text are about right in the original.
    let mut start = text.floor_char_boundary(first.min(text.len()).saturating_sub(LEAD_BYTES));
    if let Some(line) = text[start..].find('\n').filter(|_| start > 0) {
        let is_before = start + line < first;
        start = if is_before { start + line + 1 } else { start };
    }
    let excerpt = RecalledText {
        speaker: speaker.to_owned(),
        at: moment.at.to_string(),
        text: truncate(&text[start..], EXCERPT_BYTES).to_owned(),
    };
    Some((places.len(), excerpt))
}

impl ModelTool for Recall {
    const EXAMPLE: &'static str = r#"{"query":"retry limit"}"#;
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        Ok(Args { limit: input.limit.clamp(1, MOST_EXCERPTS), ..input })
    }

    fn render(
        &self,
        _: &Toolbox,
        answer: &Recalled,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        if answer.excerpts.is_empty() {
            reply.line("nothing in this chat contains these words");
        }
        for excerpt in &answer.excerpts {
            reply.line(format!("{}, {}:", excerpt.speaker, excerpt.at));
            reply.line(&excerpt.text);
        }
        if answer.omitted > 0 {
            reply.line(format!("{} more contain some of these words", answer.omitted));
        }
        Ok(())
    }
}
