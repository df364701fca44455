//! A repository, a toolbox and a caller, and a watchdog over each call.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rutter_engine::{Engine, Refresh};
use rutter_fixture::Tree;
use rutter_tools::{Confinement, Consent, Mode, Outcome, Proposal, Session, Toolbox};
use rutter_workspace::RepoLayout;
use serde_json::Value;

/// No call takes longer, on the slowest machine.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// A repository and somebody who calls tools on it.
pub struct Harness {
    pub tree: Tree,
    pub toolbox: Arc<Toolbox>,
    pub session: Arc<Session>,
    /// What was asked of the person.
    pub asked: Arc<Mutex<Vec<Proposal>>>,
}

impl Harness {
    pub fn new(files: &str, mode: Mode) -> Harness {
        Harness::of(Tree::new(files), mode, Consent::Yes)
    }

    pub fn of(tree: Tree, mode: Mode, consent: Consent) -> Harness {
        let place = RepoLayout::exactly(tree.path(), None).unwrap();
        let toolbox = Toolbox::new(
            Engine::new(place),
            Refresh::Within(Duration::from_secs(60)),
            Box::new(|_| {}),
            Arc::new(AtomicBool::new(false)),
        );
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&asked);
        let mut session = Session::new(mode, "tester");
        session.shell = Confinement::Required;
        session.confirm = Arc::new(move |proposal| {
            heard.lock().unwrap().push(proposal.clone());
            consent
        });
        Harness { tree, toolbox: Arc::new(toolbox), session: Arc::new(session), asked }
    }

    /// Calls a tool, and fails the test when it does not come back.
    pub fn call(&self, name: &str, arguments: Value) -> Outcome {
        let (toolbox, session) = (Arc::clone(&self.toolbox), Arc::clone(&self.session));
        let (sender, outcome) = channel();
        let (tool, shown) = (name.to_owned(), arguments.clone());
        thread::spawn(move || sender.send(Box::new(toolbox.call(&session, &tool, &arguments))));
        *outcome.recv_timeout(CALL_TIMEOUT).unwrap_or_else(|_| panic!("{name}({shown}) hangs"))
    }

    /// Calls a tool that must succeed.
    pub fn text(&self, name: &str, arguments: Value) -> String {
        let outcome = self.call(name, arguments);
        assert!(!outcome.is_error, "{}", outcome.text);
        outcome.text
    }

    /// Calls a tool that must refuse.
    pub fn refusal(&self, name: &str, arguments: Value) -> String {
        let outcome = self.call(name, arguments);
        assert!(outcome.is_error, "{}", outcome.text);
        outcome.text
    }
}
