//! Connects to the played server, with a clock that only counts.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use rutter_domain::{EmbedError, Embedder, Purpose};
use rutter_provider::embedding::{Clock, Settings, Surroundings, connect_with};

use crate::server::Server;

/// Sun, 06 Nov 1994 08:49:37 GMT.
const START: Duration = Duration::from_secs(784_111_777);

/// Lets no time pass, and remembers how much should have.
#[derive(Default)]
pub struct PlayedClock {
    waits: Mutex<Vec<Duration>>,
}

impl PlayedClock {
    pub fn waits_seconds(&self) -> Vec<u64> {
        self.waits.lock().unwrap().iter().map(Duration::as_secs).collect()
    }
}

impl Clock for PlayedClock {
    fn now(&self) -> SystemTime {
        let waited: Duration = self.waits.lock().unwrap().iter().sum();
        SystemTime::UNIX_EPOCH + START + waited
    }

    fn wait(&self, duration: Duration, _is_over: &dyn Fn() -> bool) {
        self.waits.lock().unwrap().push(duration);
    }
}

/// An embedder on the played server.
pub struct Stage {
    pub embedder: Box<dyn Embedder>,
    pub clock: Arc<PlayedClock>,
}

impl Stage {
    pub fn new(server: &Server, settings: Settings) -> Stage {
        let clock = Arc::new(PlayedClock::default());
        let surroundings = Surroundings { clock: clock.clone(), ..quiet() };
        let settings = Settings { endpoint: Some(server.url()), ..settings };
        Stage { embedder: connect_with(settings, surroundings).unwrap(), clock }
    }

    /// With Ollama, the plainest of them.
    pub fn plain(server: &Server) -> Stage {
        Stage::new(server, Settings::new("ollama:m"))
    }

    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.embedder.embed(texts, Purpose::Document, &AtomicBool::new(false))
    }

    /// The message of the error that there must be.
    pub fn complaint(&self, texts: &[&str]) -> String {
        self.embed(texts).expect_err("no vectors are expected").to_string()
    }
}

/// Surroundings without an environment.
pub fn quiet() -> Surroundings {
    Surroundings { variable: |_| None, ..Surroundings::default() }
}
