//! `chat`: a conversation about the codebase, at a terminal or line by line from a pipe.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};

use rutter_agent::Observer;
use rutter_domain::{Ending, State};
use rutter_terminal::{
    EditingKeys, Editor, EditorOptions, KeyboardProtocol, PromptInput, PromptTerminal, Renderer,
    StatusLine,
};
use rutter_tools::knowledge::citation_marks::{MarkStyle, mark};
use rutter_tools::knowledge::citations::CheckCitations;
use rutter_tools::maintenance::status::{Args as StatusArgs, IndexStatus};
use rutter_tools::{Confinement, Mode, Session};

use crate::arguments::ChatArgs;
use crate::chat::{
    AnswerPrinter, Answered, Assistant, Changes, Layout, Resumed, SavedChat, Slash, StoredPrompts,
    Terminal, Typing, best_places, break_lines, columns, completer, gather_names, mode_of,
    parse_slash,
};
use crate::consent::confirm;
use crate::context::Context;
use crate::exit::Exit;
use crate::settings::{self, ModelSettings};
use crate::verbosity::Verbosity;
use crate::{model, render};

mod actions;

/// Share of the context window above which a line warns that it fills.
const WARN_ABOVE: f64 = 0.5;

/// One chat, from the first prompt to the last.
struct ChatLoop<'a> {
    ctx: &'a mut Context,
    args: ChatArgs,
    settings: ModelSettings,
    terminal: Terminal,
    /// `None` without a model.
    assistant: Option<Assistant>,
    saved: Arc<SavedChat>,
    changes: Arc<Changes>,
    mode: Mode,
    queue: VecDeque<String>,
    draft: String,
    last: Option<Answered>,
    /// Whether the user was warned that the context window fills.
    is_warned: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Prompt,
    Leave,
}

pub fn run(args: ChatArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let terminal = Terminal::detect();
    let place = ctx.toolbox.engine.layout.clone();
    let settings = ModelSettings::gather(&args.model, &place.data)?;
    let resumed = Resumed::of(args.session.resume.as_deref());
    let saved = Arc::new(SavedChat::open(&ctx.toolbox, &resumed)?);
    let changes = Changes::new(place.root.clone(), terminal);
    let mode = mode_of(&args.permissions);
    let mut chat = ChatLoop {
        ctx,
        args,
        settings,
        terminal,
        assistant: None,
        saved,
        changes,
        mode,
        queue: VecDeque::new(),
        draft: String::new(),
        last: None,
        is_warned: false,
    };
    chat.connect()?;
    chat.greet(&resumed)?;
    if let Some(name) = chat.args.session.name.clone() {
        chat.saved.set_name(&name)?;
    }
    chat.go_on(&place.data)
}

impl ChatLoop<'_> {
    /// Connects the model that the settings name, if there is one.
    fn connect(&mut self) -> anyhow::Result<()> {
        // The server's limits are those of this model; `/model` may choose another one.
        let mut settings = self.settings.clone();
        let data = &self.ctx.toolbox.engine.layout.data;
        let Some(connected) = model::connect_and_ask(&mut settings, data)? else {
            self.assistant = None;
            return Ok(());
        };
        let saved = Arc::clone(&self.saved);
        let mut assistant = Assistant::new("chat", connected, &settings, saved, &self.ctx.toolbox)?;
        assistant.mode = self.mode;
        assistant.confirm = if self.args.permissions.yes || !self.terminal.is_for_person {
            confirm(&self.args.permissions)
        } else {
            self.changes.confirm()
        };
        if self.args.permissions.unconfined {
            assistant.shell = Confinement::Waived;
        }
        self.assistant = Some(assistant);
        Ok(())
    }

    /// Prints the model, and whether the index is current.
    fn greet(&mut self, resumed: &Resumed) -> anyhow::Result<()> {
        if self.ctx.verbosity == Verbosity::Quiet || !self.terminal.is_for_person {
            return Ok(());
        }
        let model = match &self.assistant {
            Some(assistant) => format!("with {}", assistant.connected.model.name()),
            None => "without a model: questions are answered by search".to_owned(),
        };
        self.say(&format!("rutter chat {model}. `/help` lists the commands, Ctrl-D leaves."))?;
        if self.assistant.is_none() {
            self.say(&format!(
                "A model would read the code and answer with citations: {}.",
                model::HOW
            ))?;
        }
        if *resumed != Resumed::New {
            self.recall()?;
        }
        let status = self.ctx.run(&IndexStatus, StatusArgs {})?;
        let index = &status.index;
        let line = match index.state {
            State::Current => None,
            State::Absent => Some(
                "There is no index yet: the model can list, read and grep; searching by meaning \
                 builds it, or run /reindex."
                    .to_owned(),
            ),
            State::Behind | State::Partial => Some(format!(
                "Index has {} modified {}. Run /reindex for best results.",
                index.changed,
                if index.changed == 1 { "file" } else { "files" }
            )),
        };
        match line {
            Some(line) => self.say(&line),
            None => Ok(()),
        }
    }

    fn go_on(&mut self, data: &std::path::Path) -> anyhow::Result<Exit> {
        let prompt_terminal = PromptTerminal::detect(settings::variable("TERM").as_deref());
        let options = EditorOptions {
            terminal: prompt_terminal,
            keys: if self.args.vi { EditingKeys::Vi } else { EditingKeys::Emacs },
            keyboard: KeyboardProtocol::Enhanced,
            style: self.terminal.options.style,
            charset: self.terminal.options.charset,
            editor_command: Some(settings::editor()),
        };
        let names = gather_names(&self.ctx.toolbox);
        let mut editor =
            Editor::new(options, Box::new(StoredPrompts::open(data)), completer(names));
        loop {
            let line = match self.queue.pop_front() {
                Some(line) => {
                    self.say(&format!("{}> {}", self.mode.name(), render::printable(&line)))?;
                    line
                }
                None => {
                    let draft = std::mem::take(&mut self.draft);
                    match editor.read(&format!("{}> ", self.mode.name()), &draft)? {
                        PromptInput::Line(line) => line,
                        PromptInput::Cancelled(_) => continue,
                        PromptInput::Leave => break,
                    }
                }
            };
            if self.take(&line)? == Next::Leave {
                break;
            }
        }
        if let (Some(id), true) = (self.saved.id(), self.terminal.is_for_person) {
            let name = self.saved.chat().name.unwrap_or(id);
            self.say(&format!("`rutter chat --resume {name}` goes on with this chat."))?;
        }
        Ok(Exit::Found)
    }

    /// Handles one line of the user. An error is printed, and the chat continues.
    fn take(&mut self, line: &str) -> anyhow::Result<Next> {
        let done = match parse_slash(line) {
            Some(Ok(Slash::Exit)) => return Ok(Next::Leave),
            Some(Ok(command)) => self.act(command),
            Some(Err(problem)) => self.say(&problem),
            None if line.trim().is_empty() => Ok(()),
            None => self.question(line.trim()),
        };
        if let Err(error) = done {
            if crate::error_report::is_broken_pipe(&error) {
                return Err(error);
            }
            crate::error_report::print(&error);
        }
        Ok(Next::Prompt)
    }

    fn question(&mut self, question: &str) -> anyhow::Result<()> {
        let Some(assistant) = &mut self.assistant else { return self.search_instead(question) };
        let terminal = self.terminal.measured();
        let run_guard = self.ctx.signals.begin_run();
        let typing =
            if terminal.is_capable { Some(Typing::begin(&run_guard.cancel)?) } else { None };
        self.changes.set_typing(typing.clone());
        let toolbox = Arc::clone(&self.ctx.toolbox);
        let (verbosity, window) = (self.ctx.verbosity, assistant.mission.context_tokens);
        let printer = |session: &Arc<Session>| -> Box<dyn Observer> {
            let layout = if terminal.is_for_person {
                Layout::Rendered(Renderer::new(terminal.options))
            } else {
                Layout::Markdown
            };
            let (charset, width) = (terminal.options.charset, terminal.options.width);
            let status = StatusLine::new(io::stdout(), terminal.status(), charset, width);
            let printer = AnswerPrinter::new(&toolbox, session, layout, status, verbosity);
            if let Some(typing) = &typing {
                typing.show_on(printer.echo());
            }
            Box::new(printer.with_window(window))
        };
        let answered = assistant.ask(question, &printer, &run_guard.cancel, &self.ctx.toolbox);
        drop(run_guard);
        self.changes.set_typing(None);
        if let Some(typing) = typing {
            let typed = typing.finish();
            self.queue.extend(typed.messages);
            self.draft.push_str(&typed.draft);
        }
        let answered = answered?;
        if let Some(problem) = self.saved.take_problem() {
            self.say(&problem)?;
        }
        self.close(&answered)?;
        self.last = Some(answered);
        Ok(())
    }

    /// Prints the lines below an answer.
    fn close(&mut self, answered: &Answered) -> anyhow::Result<()> {
        if self.args.strict
            && answered.answer.is_some()
            && !answered.citations.iter().any(|citation| citation.holds)
        {
            self.say("No citation of this answer holds: do not rely on it (`--strict`).")?;
        }
        if self.ctx.verbosity == Verbosity::Quiet {
            return Ok(());
        }
        let mut footer =
            render::answer_footer(&answered.citations, &answered.totals, &answered.ending);
        let Some(assistant) = &self.assistant else { return Ok(()) };
        let share = self.share_of_window(answered.context_tokens);
        footer.push_str(&format!(" · context {:.0} %", share * 100.0));
        if let Some(left) = assistant.connected.model.requests_left() {
            footer.push_str(&format!(" · {left} requests left this minute"));
        }
        self.ctx.print_text(&format!("\n{footer}\n"))?;
        if share > WARN_ABOVE && !self.is_warned {
            self.is_warned = true;
            self.say(
                "The chat fills more than half of the model's context window. Above 70 % older \
                 results are shortened; /clear begins a new chat.",
            )?;
        }
        if answered.ending == Ending::Cancelled {
            self.say("Stopped. What was said so far is kept.")?;
        }
        Ok(())
    }

    /// Share of the context window that the conversation takes: as the provider counted it, or else
    /// estimated.
    fn share_of_window(&self, counted: Option<u64>) -> f64 {
        let Some(assistant) = &self.assistant else { return 0.0 };
        if let Some(counted) = counted {
            return counted as f64 / assistant.mission.context_tokens as f64;
        }
        let tokens: u64 = actions::message_tokens(&self.saved.chat().conversation).iter().sum();
        let fixed = (assistant.mission.system.len() / 4) as u64;
        (tokens + fixed) as f64 / assistant.mission.context_tokens as f64
    }

    /// Prints the places that answer the question best, for want of a model.
    fn search_instead(&mut self, question: &str) -> anyhow::Result<()> {
        let found = best_places(question, self.ctx)?;
        self.ctx.print(&found, |out, found| {
            render::search(out, found, false, render::Shown::of(None, None))
        })?;
        self.say("A model would read these places and answer with citations; `/model NAME` connects one.")
    }

    /// Prints the title of the resumed chat and its last question and answer.
    fn recall(&mut self) -> anyhow::Result<()> {
        let chat = self.saved.chat();
        let questions = render::plural(chat.runs.len() as u64, "question");
        let title = render::printable(&chat.title);
        self.say(&format!("Going on with “{title}”, {questions}."))?;
        let Some((question, answer)) = chat.conversation.last_exchange() else { return Ok(()) };
        // Text from standard input follows the first line.
        let question = render::printable(question.lines().next().unwrap_or_default());
        self.say(&format!("\n> {question}\n"))?;
        let mut session = Session::new(Mode::Ask, "");
        session.seen = Arc::new(Mutex::new(chat.seen.clone()));
        let checked = self.ctx.toolbox.run(&session, &CheckCitations, answer.to_owned());
        let answer = mark(answer, &checked.unwrap_or_default(), MarkStyle::Bold);
        self.terminal.measured().print_answer(&answer, self.ctx)
    }

    /// Prints lines. At a terminal, long ones are broken between words.
    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        if self.terminal.is_for_person {
            self.ctx.print_text(&break_lines(text, columns()))
        } else {
            self.ctx.print_text(&format!("{text}\n"))
        }
    }
}
