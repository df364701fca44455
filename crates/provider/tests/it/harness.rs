//! Connects an embedder to the scripted server, with a clock that does not wait.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use rutter_domain::{EmbedError, Embedder, Purpose};
use rutter_provider::embedding::{Settings, connect};
use rutter_provider::transport::{Clock, Environment};

use crate::server::Server;

/// Sun, 06 Nov 1994 08:49:37 GMT.
const START: Duration = Duration::from_secs(784_111_777);

/// Records waits instead of waiting; its time advances by them.
#[derive(Default)]
pub struct FakeClock {
    waits: Mutex<Vec<Duration>>,
}

impl FakeClock {
    pub fn waits_seconds(&self) -> Vec<u64> {
        self.waits.lock().unwrap().iter().map(Duration::as_secs).collect()
    }
}

impl Clock for FakeClock {
    fn now(&self) -> SystemTime {
        let waited: Duration = self.waits.lock().unwrap().iter().sum();
        SystemTime::UNIX_EPOCH + START + waited
    }

    fn wait(&self, duration: Duration, _is_over: &dyn Fn() -> bool) {
        self.waits.lock().unwrap().push(duration);
    }
}

/// An embedder connected to the scripted server.
pub struct Harness {
    pub embedder: Box<dyn Embedder>,
    pub clock: Arc<FakeClock>,
}

impl Harness {
    pub fn new(server: &Server, settings: Settings) -> Harness {
        let clock = Arc::new(FakeClock::default());
        let environment = Environment { clock: clock.clone(), ..empty_environment() };
        let settings = Settings { endpoint: Some(server.url()), ..settings };
        Harness { embedder: connect(settings, environment, Arc::new(|_| {})).unwrap(), clock }
    }

    /// With Ollama's protocol, the simplest one.
    pub fn plain(server: &Server) -> Harness {
        Harness::new(server, Settings::new("ollama:m"))
    }

    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.embedder.embed(texts, Purpose::Document, &AtomicBool::new(false))
    }

    /// The message of the expected error.
    pub fn error_message(&self, texts: &[&str]) -> String {
        self.embed(texts).expect_err("no vectors are expected").to_string()
    }
}

/// No environment variables, and the real clock.
pub fn empty_environment() -> Environment {
    Environment::new(|_| None)
}
