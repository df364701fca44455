//! However a run ends, it ends cleanly and keeps what was learned.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::{BoxFuture, pending};
use rutter_agent::Mission;
use rutter_domain::{Ending, Event, Message, Moment, Usage};
use rutter_provider::language::{
    Error, LanguageModel, Listener, Pause, Reply, Request, Script, ScriptStep, Stop,
};
use rutter_tools::{Confinement, Consent, Mode};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::harness::{FILES, FinishedRun, Harness};

fn run(steps: Vec<ScriptStep>) -> (FinishedRun, Vec<Request>) {
    let script = Script::new(steps);
    let finished = Harness::new(FILES).run(&Mission::new("test", ""), &script);
    (finished, script.requests())
}

fn said(text: &str, stop: Stop) -> ScriptStep {
    let mut reply = Reply { stop, ..Reply::default() };
    reply.turn.text = text.to_owned();
    ScriptStep::Reply(reply)
}

fn failed(reason: &str) -> Ending {
    Ending::Failed { reason: reason.to_owned() }
}

#[test]
fn a_model_that_fails_for_good_ends_the_run_and_costs_nothing_that_was_recorded() {
    let harness = Harness::new(FILES);
    let entry = json!({"symbol": "add", "file_path": "src/lib.rs", "summary": "Adds two prices."});
    let error = Error::Unavailable {
        model: "script".to_owned(),
        n_attempts: 4,
        reason: "status 500".to_owned(),
    };
    let script = Script::new([
        ScriptStep::call("read_file", json!({"file_path": "src/lib.rs"})),
        ScriptStep::call("create_index_entry", entry),
        ScriptStep::Fail(error),
    ]);
    let finished = harness.run(&Mission::new("test", ""), &script);
    let reason = "`script` did not answer in 4 attempts: status 500";
    assert_eq!(finished.outcome.ending, failed(reason));
    assert_eq!((finished.outcome.totals.turns, finished.outcome.totals.checked), (2, 1));
    let Some(Moment { event: Event::Finished { totals, .. }, .. }) = finished.moments.last() else {
        panic!("the last moment is the end")
    };
    assert_eq!(totals, &finished.outcome.totals);
}

#[test]
fn a_reply_cut_off_by_its_length_is_asked_to_go_on_once() {
    let (finished, requests) =
        run(vec![said("The project is", Stop::Length), said("about prices.", Stop::Finished)]);
    assert_eq!(finished.outcome.ending, Ending::Answered);
    assert_eq!(finished.outcome.answer.as_deref(), Some("about prices."));
    let Some(Message::User(text)) = requests[1].messages.last() else { panic!() };
    assert!(text.starts_with("Your reply was cut off"));

    let (finished, requests) =
        run(vec![said("The project is", Stop::Length), said("about pri", Stop::Length)]);
    assert_eq!((finished.outcome.ending, requests.len()), (Ending::Answered, 2));

    let (finished, _) = run(vec![said("", Stop::Length), said("", Stop::Length)]);
    let reason = "the reply ran into its limit of length, twice in a row";
    assert_eq!(finished.outcome.ending, failed(reason));
}

#[test]
fn a_blocked_reply_ends_the_run_with_its_reason() {
    let (finished, _) = run(vec![said("", Stop::Blocked("SAFETY".to_owned()))]);
    assert_eq!(finished.outcome.ending, failed("the provider cut the reply off: SAFETY"));
}

#[test]
fn an_empty_reply_is_asked_for_once_more() {
    let (finished, requests) = run(vec![said(" \n", Stop::Finished), ScriptStep::text("Well.")]);
    assert_eq!(finished.outcome.answer.as_deref(), Some("Well."));
    assert_eq!(requests[1].messages.len(), 1);
    let (finished, _) = run(vec![said("", Stop::Finished), said("", Stop::Finished)]);
    assert_eq!(finished.outcome.ending, failed("the reply is empty, twice in a row"));
}

#[test]
fn what_a_model_remarks_and_waits_for_is_reported() {
    /// Waits, and answers.
    struct Slow;
    impl LanguageModel for Slow {
        fn name(&self) -> &str {
            "slow"
        }
        fn ask<'a>(
            &'a self,
            _: &'a Request,
            listener: &'a dyn Listener,
            _: &'a CancellationToken,
        ) -> BoxFuture<'a, Result<Reply, Error>> {
            listener.pause(&Pause {
                reason: "too many requests".to_owned(),
                duration: Duration::from_millis(1500),
            });
            let mut reply = Reply { is_cached: true, ..Reply::default() };
            reply.turn.text = "Hm.".to_owned();
            reply.remarks.push("answered from the cache".to_owned());
            Box::pin(async { Ok(reply) })
        }
        fn cost(&self, _: &Usage) -> Option<f64> {
            None
        }
    }
    let finished = Harness::new(FILES).run(&Mission::new("test", ""), &Slow);
    assert!(finished.transcript().contains("paused 1.5 s: too many requests\n"));
    assert_eq!(finished.remarks(), ["answered from the cache"]);
    assert_eq!(finished.outcome.totals.cost, Some(0.0));
}

/// A model that never answers.
struct Stuck;

impl LanguageModel for Stuck {
    fn name(&self) -> &str {
        "stuck"
    }

    fn ask<'a>(
        &'a self,
        _: &'a Request,
        _: &'a dyn Listener,
        _: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(pending())
    }

    fn cost(&self, _: &Usage) -> Option<f64> {
        None
    }
}

/// Cancels when such an event is seen.
fn cancel_at(harness: &Harness, is_it: impl Fn(&Event) -> bool + Send + Sync) -> impl Fn(&Moment) {
    let cancel = harness.cancel.clone();
    move |moment| {
        if is_it(&moment.event) {
            cancel.cancel();
        }
    }
}

#[test]
fn a_cancelled_run_ends_though_its_model_hangs() {
    let harness = Harness::new(FILES);
    let cancel = cancel_at(&harness, |event| matches!(event, Event::Asking { .. }));
    let began = Instant::now();
    let mission = Mission::new("test", "");
    let finished = harness.try_run(&mission, &Stuck, &cancel).unwrap();
    assert_eq!(finished.outcome.ending, Ending::Cancelled);
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_cancelled_run_does_not_wait_for_a_tool() {
    let mut harness = Harness::in_mode(FILES, Mode::Build);
    let session = Arc::get_mut(&mut harness.session).unwrap();
    session.confirm = Arc::new(|_| Consent::Yes);
    session.shell = Confinement::Waived;
    let cancel = cancel_at(&harness, |event| matches!(event, Event::ToolStarted { .. }));
    let script = Script::new([ScriptStep::call("bash", json!({"command": "sleep 20"}))]);
    let began = Instant::now();
    let mission = Mission::new("test", "");
    let finished = harness.try_run(&mission, &script, &cancel).unwrap();
    assert_eq!(finished.outcome.ending, Ending::Cancelled);
    assert!(began.elapsed() < Duration::from_secs(5));
}
