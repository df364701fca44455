//! The slash commands of a chat.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use rutter_domain::{Citation, Conversation, Event, Message, Recording, tokens};
use rutter_engine::Extent;
use rutter_terminal::copy_sequence;
use rutter_tools::Mode;
use rutter_tools::knowledge::gaps::{GapsArgs, ListGaps};
use rutter_tools::knowledge::keep::KeepAnswer;
use rutter_tools::knowledge::runs::{ReadArgs, ReadRun};
use rutter_tools::maintenance::index::{Args as IndexArgs, Index};
use rutter_workspace::write_output;

use super::ChatLoop;
use crate::arguments::ReviewArgs;
use crate::chat::{COMMANDS, Slash};
use crate::error_report::Hinted;
use crate::render;

/// Gaps that `/gaps` lists.
const LISTED_GAPS: usize = 10;
/// Chats that `/sessions` lists.
const LISTED_CHATS: usize = 20;
/// Entries that `/review` lets the model review at once.
const REVIEWED_ENTRIES: usize = 5;
/// Characters of a message or a title in a list.
const SHOWN_CHARS: usize = 60;

const KEYS: &str = "Keys: Tab completes commands, @file and @symbol; Alt+Enter, Ctrl+J or a line that \
    ends with \\ goes on in a new line; Ctrl+R searches what was typed before; Ctrl+O opens your \
    editor; Ctrl-C stops an answer or drops the line; what is typed during an answer is sent after it.";

impl ChatLoop<'_> {
    pub(super) fn act(&mut self, command: Slash) -> anyhow::Result<()> {
        match command {
            Slash::Help => self.help(),
            Slash::Clear => self.clear(),
            Slash::Save(Some(name)) => {
                self.saved.set_name(&name)?;
                self.say(&format!("This chat is called `{}`.", render::printable(&name)))
            }
            Slash::Save(None) => {
                self.say("Every step is saved already. `/save NAME` gives the chat a name.")
            }
            Slash::Load(name) => self.load(name.as_deref().unwrap_or("last")),
            Slash::Sessions(words) => self.sessions(&words),
            Slash::Context => self.context(),
            Slash::Stats => self.stats(),
            Slash::Tools => self.tools(),
            Slash::Mode(mode) => self.set_mode(mode.as_deref()),
            Slash::Model(name) => self.set_model(name),
            Slash::Reindex => self.reindex(),
            Slash::Gaps(under) => self.gaps(under),
            Slash::Review => self.review(),
            Slash::Keep => self.keep(),
            Slash::Copy(block) => self.copy(block),
            Slash::Export(file) => self.export(file),
            Slash::Undo => {
                let done = self.changes.undo()?;
                self.say(&done)
            }
            Slash::Exit => Ok(()),
        }
    }

    fn help(&mut self) -> anyhow::Result<()> {
        let mut text = String::new();
        for command in COMMANDS {
            let usage = format!("{} {}", command.name, command.arguments);
            text.push_str(&format!("  {usage:<24} {}\n", command.purpose));
        }
        text.push_str(KEYS);
        self.say(&text)
    }

    fn clear(&mut self) -> anyhow::Result<()> {
        let before = self.saved.id();
        self.saved.begin_new();
        (self.last, self.is_warned) = (None, false);
        match before {
            Some(id) => self.say(&format!("A new chat. The last one is kept: `/load {id}`.")),
            None => self.say("A new chat."),
        }
    }

    fn load(&mut self, name: &str) -> anyhow::Result<()> {
        self.saved.load(name)?;
        (self.last, self.is_warned) = (None, false);
        self.recall()
    }

    fn sessions(&mut self, words: &[String]) -> anyhow::Result<()> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let found = self.saved.sessions(&words)?;
        let mut text = String::new();
        for header in found.iter().take(LISTED_CHATS) {
            let name = header.name.as_deref().unwrap_or(&header.id);
            let at: String = header.updated_at.to_string().chars().take(16).collect();
            let title = shown(&header.title);
            text.push_str(&format!("{name:<24} {}  {title}\n", at.replace('T', " ")));
        }
        match found.len() {
            0 if words.is_empty() => text.push_str("No chat is saved yet."),
            0 => text.push_str("No chat contains all of these words."),
            n if n > LISTED_CHATS => text.push_str(&format!("… and {} more", n - LISTED_CHATS)),
            _ => text.push_str("`/load ID` goes on with one."),
        }
        self.say(&text)
    }

    fn context(&mut self) -> anyhow::Result<()> {
        let chat = self.saved.chat();
        let sizes = message_tokens(&chat.conversation);
        let mut text = String::new();
        for (message, n_tokens) in chat.conversation.messages.iter().zip(&sizes) {
            let (who, what) = describe(message);
            text.push_str(&format!(
                "~{:>7}  {who:<6} {}\n",
                render::thousands(*n_tokens),
                shown(&what)
            ));
        }
        let total: u64 = sizes.iter().sum();
        let Some(assistant) = &self.assistant else {
            return self.say("There is no model, and so no context window.");
        };
        let fixed = (assistant.mission.system.len() / 4) as u64;
        let counted = self.last.as_ref().and_then(|last| last.context_tokens);
        text.push_str(&format!(
            "~{} tokens of messages and ~{} of instructions, besides the tools: {:.0} % of a window of {}",
            render::thousands(total),
            render::thousands(fixed),
            self.share_of_window(counted) * 100.0,
            render::thousands(assistant.mission.context_tokens),
        ));
        self.say(&text)
    }

    fn stats(&mut self) -> anyhow::Result<()> {
        let chat = self.saved.chat();
        let questions = render::plural(chat.runs.len() as u64, "question");
        self.say(&format!("{questions} · {}", render::usage(&chat.totals)))
    }

    fn tools(&mut self) -> anyhow::Result<()> {
        let Some(assistant) = &self.assistant else {
            return self.say("There is no model, and so no tools for it.");
        };
        let mut text = String::new();
        for tool in assistant.tools(&self.ctx.toolbox) {
            let purpose = tool.description.split(". ").next().unwrap_or_default();
            text.push_str(&format!("{:<22} {}\n", tool.name, purpose.replace('\n', " ")));
        }
        text.push_str(&format!("The mode is `{}`; `/mode` changes it.", self.mode.name()));
        self.say(&text)
    }

    fn set_mode(&mut self, mode: Option<&str>) -> anyhow::Result<()> {
        let mode = match mode {
            None => {
                let name = self.mode.name();
                return self.say(&format!(
                    "The mode is `{name}`; `/mode ask`, `plan` or `build` changes it."
                ));
            }
            Some("ask") => Mode::Ask,
            Some("plan") => Mode::Plan,
            Some("build") => Mode::Build,
            Some(other) => {
                let message = format!("there is no mode `{}`", render::printable(other));
                return Err(Hinted::new(&message, "the modes are ask, plan and build").into());
            }
        };
        self.mode = mode;
        if let Some(assistant) = &mut self.assistant {
            assistant.mode = mode;
        }
        self.say(match mode {
            Mode::Ask => "The model can read.",
            Mode::Plan => "The model can read, and record what it learns.",
            Mode::Build => "The model can also write files and run commands; you confirm each.",
        })
    }

    fn set_model(&mut self, name: Option<String>) -> anyhow::Result<()> {
        if let Some(name) = name {
            let before = self.settings.model.replace(name);
            if let Err(error) = self.connect() {
                self.settings.model = before;
                return Err(error);
            }
        }
        match &self.assistant {
            Some(assistant) => {
                let name = assistant.connected.model.name().to_owned();
                self.say(&format!("The model is {name}."))
            }
            None => self.say(&format!("There is no model: {}.", crate::model::HOW)),
        }
    }

    fn reindex(&mut self) -> anyhow::Result<()> {
        self.say("Reindexing codebase...")?;
        let report = self.ctx.run(&Index, IndexArgs { extent: Extent::Changed })?;
        let n_files = report.indexed + report.removed;
        self.say(&format!("Index updated: {} processed", render::plural(n_files, "file")))
    }

    fn gaps(&mut self, under: Option<String>) -> anyhow::Result<()> {
        let args = GapsArgs { under, limit: Some(LISTED_GAPS), ..GapsArgs::default() };
        let answer = self.ctx.run(&ListGaps, args)?;
        self.ctx.print(&answer, render::gaps)
    }

    fn review(&mut self) -> anyhow::Result<()> {
        let args = ReviewArgs {
            ids: Vec::new(),
            manual: false,
            reader: None,
            path: Vec::new(),
            limit: REVIEWED_ENTRIES,
            model: self.args.model.clone(),
        };
        super::super::entries::review(args, self.ctx).map(drop)
    }

    fn keep(&mut self) -> anyhow::Result<()> {
        let (Some(last), Some(assistant)) = (&self.last, &self.assistant) else {
            return self.say("There is no answer to keep yet.");
        };
        let Some(answer) = &last.answer else {
            return self.say("The last question was not answered.");
        };
        let session = assistant.keeping_session(&last.run);
        let kept = self.ctx.toolbox.run(&session, &KeepAnswer, answer.clone())?;
        let mut text = String::new();
        for entry in &kept {
            let outcome = render::recording(&entry.recording);
            text.push_str(&format!("`{}` in {}: {outcome}\n", entry.symbol, entry.path));
        }
        let n_kept = kept.iter().filter(|entry| match entry.recording {
            Recording::Recorded { .. } => true,
            Recording::Refused { .. } => false,
        });
        match n_kept.count() as u64 {
            0 if kept.is_empty() => text.push_str(
                "Nothing was kept: no sentence of the answer has a citation that holds and lies in a symbol.",
            ),
            0 => text.push_str("Nothing was kept."),
            n => text.push_str(&format!("{} recorded.", render::plural(n, "entry"))),
        }
        self.say(&text)
    }

    fn copy(&mut self, block: Option<usize>) -> anyhow::Result<()> {
        let Some(answer) = self.last.as_ref().and_then(|last| last.marked.clone()) else {
            return self.say("There is no answer to copy yet.");
        };
        let text = match block {
            None => Some(answer),
            Some(number) => code_blocks(&answer).into_iter().nth(number - 1),
        };
        let Some(text) = text else {
            return self.say("The last answer has fewer code blocks.");
        };
        match copy_sequence(&text) {
            Some(sequence) if self.terminal.is_capable => {
                // Not through the output filter, which drops escape sequences.
                let mut out = std::io::stdout().lock();
                out.write_all(sequence.as_bytes())?;
                out.flush()?;
                drop(out);
                let n_lines = render::plural(text.lines().count() as u64, "line");
                self.say(&format!(
                    "{n_lines} sent to the clipboard, if your terminal allows it (OSC 52)."
                ))
            }
            Some(_) => self.say("This terminal has no clipboard; `/export` writes a file."),
            None => self
                .say("The answer is too long for a terminal's clipboard; `/export` writes a file."),
        }
    }

    fn export(&mut self, file: Option<String>) -> anyhow::Result<()> {
        let Some(id) = self.saved.id() else {
            return self.say("Nothing was said yet.");
        };
        let path = PathBuf::from(file.unwrap_or_else(|| format!("rutter-chat-{id}.md")));
        if path.symlink_metadata().is_ok() {
            let message = format!("`{}` exists already", path.display());
            return Err(Hinted::new(&message, "name another file").into());
        }
        let root = &self.ctx.toolbox.engine.layout.root;
        write_output(root, &path, self.as_markdown()?.as_bytes())
            .with_context(|| format!("cannot write `{}`", path.display()))?;
        self.say(&format!("Written to `{}`.", path.display()))
    }

    /// Renders the whole chat from its recorded runs.
    fn as_markdown(&self) -> anyhow::Result<String> {
        let chat = self.saved.chat();
        let mut text = format!("# {}\n", chat.title);
        for run in &chat.runs {
            let Ok(Some(recorded)) = self.ctx.run(&ReadRun, ReadArgs { id: Some(run.clone()) })
            else {
                text.push_str(&format!("\n(the record of the run {run} cannot be read)\n"));
                continue;
            };
            let mut answer = String::new();
            for moment in &recorded.moments {
                match &moment.event {
                    Event::UserInput { text: question } => {
                        let quoted: Vec<String> =
                            question.lines().map(|line| format!("> {line}")).collect();
                        text.push_str(&format!("\n{}\n", quoted.join("\n")));
                    }
                    Event::AssistantText { text, .. } => answer.clone_from(text),
                    Event::Citations { answer: Some(checked), .. } => answer.clone_from(checked),
                    Event::Citations { citations, answer: None } => {
                        for one in citations.iter().filter(|one| !one.holds) {
                            let Citation { path, start_line, reason, .. } = one;
                            answer.push_str(&format!(
                                "\n\n[`{path}:{start_line}` does not hold: {reason}]"
                            ));
                        }
                    }
                    _ => {}
                }
            }
            text.push_str(&format!("\n{}\n", answer.trim_end()));
        }
        Ok(text)
    }
}

/// Estimates the tokens of each message.
pub(super) fn message_tokens(conversation: &Conversation) -> Vec<u64> {
    let bytes = |message: &Message| match message {
        Message::User(text) => text.len(),
        Message::Model(turn) => {
            let calls = turn.calls.iter().map(|call| call.arguments.to_string().len());
            turn.text.len() + calls.sum::<usize>()
        }
        Message::Results(results) => results.iter().map(|result| result.content.len()).sum(),
    };
    conversation.messages.iter().map(|message| tokens::estimate(bytes(message)) as u64).collect()
}

/// The speaker of a message, and its text.
fn describe(message: &Message) -> (&'static str, String) {
    match message {
        Message::User(text) => ("you", text.clone()),
        Message::Model(turn) if turn.text.trim().is_empty() => {
            let calls =
                turn.calls.iter().map(|call| render::call_summary(&call.name, &call.arguments));
            ("model", calls.collect::<Vec<_>>().join(", "))
        }
        Message::Model(turn) => ("model", turn.text.clone()),
        Message::Results(results) => {
            let names: Vec<&str> = results.iter().map(|result| result.name.as_str()).collect();
            ("tools", names.join(", "))
        }
    }
}

fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    render::printable(&line).chars().take(SHOWN_CHARS).collect()
}

/// The contents of the code blocks of a text, in order.
fn code_blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        match (&mut block, is_fence) {
            (None, true) => block = Some(String::new()),
            (Some(_), true) => blocks.extend(block.take()),
            (Some(code), false) => {
                code.push_str(line);
                code.push('\n');
            }
            (None, false) => {}
        }
    }
    blocks.extend(block);
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_blocks_are_counted_in_order() {
        let text = "a\n```rust\nfn a() {}\n```\nb\n```\nx\ny\n";
        assert_eq!(code_blocks(text), ["fn a() {}\n", "x\ny\n"]);
    }
}
