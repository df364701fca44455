//! The child's side: runs the corpus of a target and inputs drawn from a seed.
//!
//! Each input is written to a file before it is run, so that the parent has it when this process dies. A
//! thread ends the process when an input takes too long or too much memory. Start at [`run`].

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use serde::{Deserialize, Serialize};

use crate::measure::{peak_bytes, resident_bytes};
use crate::trial::{Panics, attempt};
use crate::{Plan, Target, catalog, corpus};

/// No input takes this long, even while many processes share the machine.
const LIMIT_TIME: Duration = Duration::from_secs(90);
/// Ends a process before the machine has no memory left.
const LIMIT_MEMORY_BYTES: u64 = 1 << 30;
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The memory of a shorter input is mostly what any input takes.
const PAGE_BYTES: usize = 4 << 10;
/// The usual stack of a thread, which the threads that index have as well.
const STACK_BYTES: usize = 2 << 20;
const MAX_SHRINK_TRIALS: u32 = 1_500;
const MAX_SHRINK_TIME_MS: u32 = 60_000;

/// The work of one child.
#[derive(Debug, Clone, clap::Args)]
// The variant of the command line has a group of the same name.
#[group(skip)]
pub struct Batch {
    #[arg(long)]
    pub target: String,
    #[arg(long)]
    pub seed: u64,
    /// Number of inputs drawn from the seed.
    #[arg(long)]
    pub n_inputs: u32,
    /// Runs the corpus of the target first.
    #[arg(long)]
    pub corpus: bool,
    /// Folder for inputs that fail.
    #[arg(long)]
    pub keep: PathBuf,
}

impl Batch {
    /// The command line that [`Batch`] is parsed from.
    pub fn to_args(&self) -> Vec<String> {
        let keep = self.keep.to_string_lossy().into_owned();
        let (seed, n_inputs) = (self.seed.to_string(), self.n_inputs.to_string());
        let mut args =
            ["--target", &self.target, "--seed", &seed, "--n-inputs", &n_inputs].to_vec();
        args.extend(["--keep", &keep]);
        args.extend(self.corpus.then_some("--corpus"));
        args.into_iter().map(str::to_owned).collect()
    }
}

/// Counts and failures of the inputs of a target.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchSummary {
    pub n_inputs: u64,
    /// The most processor time that an input took.
    pub longest: Duration,
    pub peak_bytes: u64,
    /// The most memory that an input took for each of its bytes, of those longer than a page.
    pub bytes_per_byte: u64,
    pub failures: Vec<Failure>,
}

/// An input that broke something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The kind of failure and its details: `panic: …`, `broken: …`, `memory: …`, `hang: …` or `abort: …`.
    pub text: String,
    pub kept: PathBuf,
}

/// The file in a child's folder that holds the input being run.
pub fn input_file(folder: &Path) -> PathBuf {
    folder.join("input")
}

/// The file in a child's folder that holds its [`BatchSummary`] once it is done.
pub fn summary_file(folder: &Path) -> PathBuf {
    folder.join("summary.json")
}

/// Runs a batch on a small stack and writes its [`BatchSummary`] to the folder.
pub fn run(batch: &Batch, folder: &Path) -> anyhow::Result<()> {
    thread::scope(|scope| {
        let handle = thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || {
                let summary = Session::open(batch, folder)?.run(batch)?;
                let json = serde_json::to_vec(&summary)?;
                fs::write(summary_file(folder), json).context("cannot write the summary")
            })
            .context("cannot start a thread")?;
        handle.join().map_err(|_| anyhow!("the harness itself has panicked"))?
    })
}

/// A target under test. `proptest` calls it by shared reference.
struct Session {
    plan: Plan,
    target: RefCell<Box<dyn Target>>,
    panics: Panics,
    summary: RefCell<BatchSummary>,
    input_file: PathBuf,
    /// When the input being run was begun; `None` between inputs.
    began: Arc<Mutex<Option<Instant>>>,
}

impl Session {
    fn open(batch: &Batch, folder: &Path) -> anyhow::Result<Session> {
        let panics = Panics::catch();
        // Opening the target may hang as well.
        let began = Arc::new(Mutex::new(Some(Instant::now())));
        let watched = Arc::clone(&began);
        thread::spawn(move || end_if_stuck(&watched));
        Ok(Session {
            plan: catalog::plan(&batch.target)?,
            target: RefCell::new(catalog::open(&batch.target)?),
            panics,
            summary: RefCell::default(),
            input_file: input_file(folder),
            began,
        })
    }

    fn run(self, batch: &Batch) -> anyhow::Result<BatchSummary> {
        let mut failures = Vec::new();
        let kept = if batch.corpus { corpus::kept(&batch.target)? } else { Vec::new() };
        for (path, input) in kept {
            if let Err(text) = self.attempt(&input) {
                failures.push(Failure { text, kept: path });
            }
        }
        let mut runner = TestRunner::new(Config {
            cases: batch.n_inputs,
            rng_seed: RngSeed::Fixed(batch.seed),
            failure_persistence: None,
            max_shrink_iters: MAX_SHRINK_TRIALS,
            max_shrink_time: MAX_SHRINK_TIME_MS,
            ..Config::default()
        });
        let inputs = self.target.borrow().inputs();
        let result = runner.run(&inputs, |input| self.attempt(&input).map_err(TestCaseError::fail));
        match result {
            Ok(()) => {}
            Err(TestError::Fail(text, input)) => {
                let text = text.message().to_owned();
                let kept = corpus::keep(&batch.keep, &batch.target, &text, &input)?;
                failures.push(Failure { text, kept });
            }
            Err(TestError::Abort(why)) => return Err(anyhow!("no inputs can be drawn: {why}")),
        }
        Ok(BatchSummary { failures, ..self.summary.into_inner() })
    }

    fn attempt(&self, input: &[u8]) -> Result<(), String> {
        fs::write(&self.input_file, input).map_err(|error| format!("harness: {error}"))?;
        self.set_began(Some(Instant::now()));
        let (outcome, cost) =
            attempt(&self.plan, &mut **self.target.borrow_mut(), input, &self.panics);
        self.set_began(None);
        let mut summary = self.summary.borrow_mut();
        summary.n_inputs += 1;
        summary.longest = summary.longest.max(cost.time);
        summary.peak_bytes = summary.peak_bytes.max(peak_bytes());
        if input.len() >= PAGE_BYTES {
            let bytes_per_byte = cost.memory_bytes / input.len() as u64;
            summary.bytes_per_byte = summary.bytes_per_byte.max(bytes_per_byte);
        }
        if outcome.is_err() {
            // What a failed input left behind must not make the next one fail.
            let target = catalog::open(&self.plan.name);
            *self.target.borrow_mut() = target.map_err(|error| format!("harness: {error:#}"))?;
        }
        outcome
    }

    fn set_began(&self, began: Option<Instant>) {
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) = began;
    }
}

/// Watches this process from a thread of its own, because code that hangs in C cannot be interrupted.
fn end_if_stuck(began: &Mutex<Option<Instant>>) {
    loop {
        thread::sleep(POLL_INTERVAL);
        let Some(began) = *began.lock().unwrap_or_else(PoisonError::into_inner) else { continue };
        let n_bytes = resident_bytes();
        if n_bytes > LIMIT_MEMORY_BYTES {
            eprintln!("memory: the process holds {} MB", n_bytes >> 20);
        } else if began.elapsed() > LIMIT_TIME {
            eprintln!("hang: no end after {} s", LIMIT_TIME.as_secs());
        } else {
            continue;
        }
        std::process::exit(1);
    }
}
