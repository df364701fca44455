//! The places that an answer names: they are checked, and looked for where there is none.
//!
//! Small models answer without citing. Symbols that such an answer names and that the model was shown are
//! its sources; if it names none, the model is asked once to choose among the places it was shown.

use rutter_domain::{Ending, Event, Message};
use rutter_provider::language::Delivery;
use rutter_tools::knowledge::citation_marks::{MarkStyle, mark};
use rutter_tools::knowledge::citations::{
    AnswerSource, CheckCitations, FindSources, PlacedCitation, Sources, SourcesArgs,
};
use rutter_tools::{Tool, ToolError};

use super::TurnLoop;
use crate::CitationCheck;
use crate::prompts::ASK_SOURCES;

/// Room for the places that a model chooses.
const LIMIT_OUTPUT_TOKENS: u32 = 200;

impl TurnLoop<'_> {
    /// Compares the places that the answer names with the code. An answer without one that holds gets a
    /// line with its sources, if there are any.
    pub(super) async fn check_citations(
        &mut self,
        question: &str,
        ending: &Ending,
    ) -> Vec<PlacedCitation> {
        if self.mission.citations == CitationCheck::Off {
            return Vec::new();
        }
        let Some(answer) = self.answer.clone() else { return Vec::new() };
        let Some(mut citations) = self.run_check(CheckCitations, answer).await else {
            return Vec::new();
        };
        let is_borne_out = citations.iter().any(|placed| placed.citation.holds);
        if *ending == Ending::Answered && !is_borne_out && self.add_sources(question).await {
            let answer = self.answer.clone().unwrap_or_default();
            citations = self.run_check(CheckCitations, answer).await.unwrap_or_default();
        }
        let plain = citations.iter().map(|placed| placed.citation.clone()).collect();
        let answer = self.answer.as_ref().map(|answer| mark(answer, &citations, MarkStyle::Plain));
        self.events.emit(Event::Citations { citations: plain, answer });
        citations
    }

    /// Adds the sources of the answer to it. Returns false if there are none.
    async fn add_sources(&mut self, question: &str) -> bool {
        let args = SourcesArgs {
            question: question.to_owned(),
            answer: self.answer.clone().unwrap_or_default(),
            chosen: None,
        };
        let Some(Sources { mut places, choices }) = self.run_check(FindSources, args.clone()).await
        else {
            return false;
        };
        if !choices.is_empty()
            && let Some(chosen) = self.ask_for_sources(&choices).await
        {
            let args = SourcesArgs { chosen: Some(chosen), ..args };
            places = self.run_check(FindSources, args).await.map_or(places, |found| found.places);
        }
        if places.is_empty() {
            return false;
        }
        let places: Vec<String> = places.iter().map(AnswerSource::to_string).collect();
        let line = format!("Sources: {}", places.join(", "));
        let turn = self.events.totals.turns;
        self.events.emit(Event::AssistantText { turn, text: line.clone() });
        if let Some(Message::Model(turn)) = self.conversation.messages.last_mut() {
            turn.text = format!("{}\n\n{line}", turn.text.trim_end());
            self.answer = Some(turn.text.clone());
        }
        self.events.conversation(self.conversation);
        true
    }

    /// Lets the model choose among places that it was shown. Neither question nor reply becomes part of the
    /// conversation.
    async fn ask_for_sources(&mut self, choices: &[AnswerSource]) -> Option<String> {
        let turn = self.events.totals.turns + 1;
        if turn > self.mission.limits.max_turns || self.cancel.is_cancelled() {
            return None;
        }
        self.events.remark("the answer cites no place in the code; the model is asked for one");
        let choices: Vec<String> = choices.iter().map(|place| format!("- {place}")).collect();
        let request = ASK_SOURCES.replace("{choices}", &choices.join("\n"));
        self.conversation.messages.push(Message::User(request));
        let length = self.estimator.estimate(&self.conversation.messages);
        let reply = match self.permit(length) {
            Ok(()) => {
                let longest = LIMIT_OUTPUT_TOKENS + self.model.thinking_tokens();
                let limit = self.request.limit_output_tokens.unwrap_or(longest);
                self.request.limit_output_tokens = Some(limit.min(longest));
                self.request.delivery = Delivery::Whole;
                let tools = std::mem::take(&mut self.request.tools);
                let reply = self.send().await;
                self.request.tools = tools;
                reply.ok()
            }
            Err(_) => None,
        };
        self.conversation.messages.pop();
        let reply = reply?;
        self.account_for(turn, &reply);
        Some(reply.turn.text)
    }

    /// Runs a tool of ours beside the model's. `None` if it failed.
    async fn run_check<T>(&mut self, tool: T, args: T::Args) -> Option<T::Answer>
    where
        T: Tool + Send + 'static,
        T::Args: Send + 'static,
        T::Answer: Send + 'static,
    {
        let tools = self.tools.clone();
        let running = tokio::task::spawn_blocking(move || -> Result<T::Answer, ToolError> {
            tools.toolbox.run(&tools.session, &tool, args)
        });
        match running.await {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(error)) => {
                self.events.remark(format!("the citations were not checked: {error}"));
                None
            }
            Err(_) => None,
        }
    }
}
