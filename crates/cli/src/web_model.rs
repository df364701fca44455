//! The language model behind the page Ask: the assistant of `ask`, with progress for the browser.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use rutter_agent::Observer;
use rutter_domain::Moment;
use rutter_tools::knowledge::citation_marks::MarkStyle;
use rutter_tools::{Session, Toolbox};
use rutter_web::{AskModel, AskProgress, AskReply, PageQuestion};
use tokio_util::sync::CancellationToken;

use crate::arguments::ModelArgs;
use crate::chat::{Answered, Assistant, CheckedBlocks, Resumed, SavedChat};
use crate::model;
use crate::settings::ModelSettings;

/// Passes events on to the page, and stops the run when the page stops listening.
struct Relay<'a> {
    progress: &'a (dyn Fn(AskProgress<'_>) -> ControlFlow<()> + Send + Sync),
    cancel: CancellationToken,
    blocks: Mutex<CheckedBlocks>,
}

impl Relay<'_> {
    fn pass(&self, progress: AskProgress<'_>) {
        if (self.progress)(progress).is_break() {
            self.cancel.cancel();
        }
    }

    fn pass_blocks(&self, next: impl FnOnce(&mut CheckedBlocks) -> Vec<String>) {
        let blocks = next(&mut self.blocks.lock().unwrap_or_else(PoisonError::into_inner));
        blocks.iter().for_each(|block| self.pass(AskProgress::Block(block)));
    }
}

impl Observer for Relay<'_> {
    fn see(&self, moment: &Moment) {
        self.pass_blocks(|blocks| blocks.see(&moment.event));
        self.pass(AskProgress::Moment(moment));
    }

    fn text(&self, piece: &str) {
        self.pass_blocks(|blocks| blocks.push(piece));
    }
}

/// The configured model's name, and a function that answers with it; `None` if no model is configured.
pub fn model(
    args: &ModelArgs,
    toolbox: &Toolbox,
) -> anyhow::Result<Option<(String, Arc<AskModel>)>> {
    let data = &toolbox.engine.layout.data;
    let settings = ModelSettings::gather(args, data)?;
    let Some(connected) = model::connect(&settings, data)? else { return Ok(None) };
    let name = connected.model.name().to_owned();
    let toolbox = toolbox.clone();
    let ask =
        move |question: &PageQuestion,
              progress: &(dyn Fn(AskProgress<'_>) -> ControlFlow<()> + Send + Sync)| {
            answer(&settings, &toolbox, question, progress).map_err(|error| format!("{error:#}"))
        };
    Ok(Some((name, Arc::new(ask))))
}

fn answer(
    settings: &ModelSettings,
    toolbox: &Toolbox,
    question: &PageQuestion,
    progress: &(dyn Fn(AskProgress<'_>) -> ControlFlow<()> + Send + Sync),
) -> anyhow::Result<AskReply> {
    let mut settings = settings.clone();
    let connected = model::connect_and_ask(&mut settings, &toolbox.engine.layout.data)?;
    let connected =
        connected.ok_or_else(|| anyhow::anyhow!("no language model is configured any more"))?;
    let saved = Arc::new(SavedChat::open(toolbox, &Resumed::of(question.chat.as_deref()))?);
    let mut assistant = Assistant::new("ask", connected, &settings, saved, toolbox)?;
    let cancel = CancellationToken::new();
    let shared = Arc::new(toolbox.clone());
    let relay = |session: &Arc<Session>| -> Box<dyn Observer + '_> {
        let blocks = CheckedBlocks::new(&shared, session, MarkStyle::Bold);
        Box::new(Relay { progress, cancel: cancel.clone(), blocks: Mutex::new(blocks) })
    };
    let answered = assistant.ask(&question.text, &relay, &cancel, toolbox)?;
    let Answered { run, ending, totals, marked, citations, .. } = answered;
    Ok(AskReply { run, chat: assistant.saved.id(), answer: marked, citations, totals, ending })
}
