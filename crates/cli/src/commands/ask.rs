//! `ask`: one question about the codebase, answered by a model with citations that were checked.

use std::io::{self, IsTerminal, Read};
use std::sync::Arc;

use rutter_domain::{Citation, Ending, Freshness};
use rutter_terminal::{Renderer, StatusLine};
use rutter_tools::Session;
use serde::Serialize;
use serde_json::json;

use crate::arguments::{AskArgs, Format};
use crate::chat::{
    AnswerPrinter, Answered, Assistant, CalledTool, Layout, Resumed, SavedChat, Terminal,
    best_places, mode_of,
};
use crate::consent::confirm;
use crate::context::Context;
use crate::error_report::{Hinted, print_hint};
use crate::exit::Exit;
use crate::settings::ModelSettings;
use crate::verbosity::Verbosity;
use crate::{model, render};

/// A longer question is refused.
const MOST_BYTES: u64 = 1 << 20;

/// The output of `--json`.
#[derive(Debug, Serialize)]
struct AskAnswer {
    /// `None` if there is no answer or it was refused.
    answer: Option<String>,
    citations: Vec<Citation>,
    tool_calls: Vec<CalledTool>,
    usage: AskUsage,
    session: Option<String>,
    run: String,
    model: String,
    ending: Ending,
    index: Freshness,
}

#[derive(Debug, Serialize)]
struct AskUsage {
    input_tokens: u64,
    output_tokens: u64,
    /// In US dollars; `None` if the price is not known.
    cost: Option<f64>,
    requests: u32,
}

pub fn run(args: AskArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let question = question(&args.words)?;
    let place = &ctx.toolbox.engine.layout;
    let mut settings = ModelSettings::gather(&args.model, &place.data)?;
    let Some(connected) = model::connect_and_ask(&mut settings, &place.data)? else {
        return search_instead(&question, ctx);
    };
    let resumed = Resumed::of(args.session.resume.as_deref());
    let saved = Arc::new(SavedChat::open(&ctx.toolbox, &resumed)?);
    let mut assistant = Assistant::new("ask", connected, &settings, saved, &ctx.toolbox)?;
    assistant.mode = mode_of(&args.permissions);
    assistant.confirm = confirm(&args.permissions);
    let terminal = Terminal::detect();
    let is_held = args.strict || ctx.format == Format::Json;
    let run_guard = ctx.signals.begin_run();
    let toolbox = Arc::clone(&ctx.toolbox);
    let verbosity = ctx.verbosity;
    let printer = |session: &Arc<Session>| -> Box<dyn rutter_agent::Observer> {
        let layout = match (is_held, terminal.is_for_person) {
            (true, _) => Layout::Withheld,
            (false, true) => Layout::Rendered(Renderer::new(terminal.options)),
            (false, false) => Layout::Markdown,
        };
        let status = StatusLine::new(
            io::stdout(),
            terminal.status(),
            terminal.options.charset,
            terminal.options.width,
        );
        Box::new(AnswerPrinter::new(&toolbox, session, layout, status, verbosity))
    };
    let answered = assistant.ask(&question, &printer, &run_guard.cancel, &ctx.toolbox);
    drop(run_guard);
    let answered = answered?;
    if let Some(problem) = assistant.saved.take_problem() {
        eprintln!("{problem}");
    }
    if let Some(name) = &args.session.name {
        assistant.saved.set_name(name)?;
    }
    report(&args, answered, &assistant, &terminal, ctx)
}

/// Joins the words with the text on standard input, unless that is a terminal.
fn question(words: &[String]) -> anyhow::Result<String> {
    let mut question = words.join(" ");
    let mut input = io::stdin().lock();
    if !io::stdin().is_terminal() {
        let mut bytes = Vec::new();
        input.by_ref().take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        anyhow::ensure!(
            bytes.len() as u64 <= MOST_BYTES,
            "the text on standard input is longer than a megabyte"
        );
        let text = String::from_utf8_lossy(&bytes);
        if !text.trim().is_empty() {
            question = format!("{question}\n\n{}", text.trim_end());
        }
    }
    match question.trim() {
        "" => Err(Hinted::new(
            "there is no question",
            "`rutter ask \"where is …?\"`, or text on standard input",
        )
        .into()),
        question => Ok(question.to_owned()),
    }
}

fn report(
    args: &AskArgs,
    answered: Answered,
    assistant: &Assistant,
    terminal: &Terminal,
    ctx: &mut Context,
) -> anyhow::Result<Exit> {
    let is_refused = args.strict && !answered.citations.iter().any(|citation| citation.holds);
    let exit = match (&answered.answer, &answered.ending) {
        (_, Ending::Failed { .. }) => Exit::Error,
        (_, Ending::Cancelled) => Exit::Interrupted,
        (Some(_), _) if !is_refused => Exit::Found,
        (Some(_), _) => Exit::Findings,
        (None, _) => Exit::Nothing,
    };
    if ctx.format == Format::Json {
        let index = ctx.toolbox.knowledge()?.snapshot.freshness.clone();
        let totals = &answered.totals;
        let answer = AskAnswer {
            answer: answered.answer.filter(|_| !is_refused),
            citations: answered.citations,
            tool_calls: answered.calls,
            usage: AskUsage {
                input_tokens: totals.input_tokens,
                output_tokens: totals.output_tokens,
                cost: totals.cost,
                requests: totals.n_requests,
            },
            session: assistant.saved.id(),
            run: answered.run,
            model: assistant.connected.model.name().to_owned(),
            ending: answered.ending,
            index,
        };
        ctx.print_json(&answer)?;
        return Ok(exit);
    }
    match &answered.answer {
        Some(_) if is_refused => {
            eprintln!("no citation of the answer holds, so it is refused (`--strict`)");
        }
        Some(_) if args.strict => {
            terminal.print_answer(answered.marked.as_deref().unwrap_or_default(), ctx)?;
        }
        Some(_) | None => {}
    }
    if ctx.verbosity != Verbosity::Quiet {
        let footer = render::answer_footer(&answered.citations, &answered.totals, &answered.ending);
        // Standard output of a pipe gets only the answer.
        if terminal.is_for_person {
            ctx.print_text(&format!("\n{footer}\n"))?
        } else {
            eprintln!("{footer}")
        }
    }
    Ok(exit)
}

/// Prints the places that answer the question best, for want of a model.
fn search_instead(question: &str, ctx: &mut Context) -> anyhow::Result<Exit> {
    let found = best_places(question, ctx)?;
    if ctx.format == Format::Json {
        let answer = json!({
            "answer": null, "citations": [], "tool_calls": [], "usage": null, "session": null,
            "ending": { "why": "no_model" }, "hits": found.hits, "index": found.index,
        });
        ctx.print_json(&answer)?;
    } else {
        ctx.print(&found, |out, found| {
            render::search(out, found, false, render::Shown::of(None, None))
        })?;
        eprintln!(
            "no language model is configured, so these are the places that fit the question best; \
             a model would read them and answer with citations"
        );
    }
    if ctx.verbosity != Verbosity::Quiet {
        print_hint(model::HOW);
    }
    Ok(Exit::Nothing)
}
