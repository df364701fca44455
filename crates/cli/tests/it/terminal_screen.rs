//! The program in a pseudo-terminal: keys in, a screen out.
//!
//! A small terminal emulator keeps the screen and answers what programs ask a terminal for.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rutter_fixture::Tree;

use super::run::team_store;

/// How long a test waits for something to appear.
const SCREEN_TIMEOUT: Duration = Duration::from_secs(30);

pub const ENTER: &str = "\r";
pub const CTRL_C: &str = "\u{3}";
pub const CTRL_D: &str = "\u{4}";
pub const UP: &str = "\u{1b}[A";

/// How the terminal is set up.
pub struct Setup {
    pub columns: u16,
    pub rows: u16,
    pub term: &'static str,
    pub locale: &'static str,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { columns: 80, rows: 24, term: "xterm-256color", locale: "C.UTF-8" }
    }
}

/// A running program and its screen.
pub struct Screen {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    shown: Arc<Shown>,
    reader: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shown {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    parser: Option<vt100::Parser>,
    bytes: Vec<u8>,
    is_over: bool,
}

impl Shown {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Screen {
    /// Runs `rutter` with these arguments in the root of a tree.
    pub fn start(tree: &Tree, args: &[&str], setup: &Setup) -> Screen {
        let size =
            PtySize { rows: setup.rows, cols: setup.columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rutter"));
        command.args(args);
        command.cwd(tree.path());
        command.env_clear();
        for (name, value) in [
            ("HOME", tree.path().to_str().unwrap()),
            ("XDG_CONFIG_HOME", tree.path().to_str().unwrap()),
            ("PATH", "/usr/bin:/bin"),
            ("TERM", setup.term),
            ("LANG", setup.locale),
        ] {
            command.env(name, value);
        }
        if let Some(url) = team_store(tree.path()) {
            command.env("RUTTER_STORE", url);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let writer = Arc::new(Mutex::new(pair.master.take_writer().unwrap()));
        let shown = Arc::new(Shown::default());
        shown.lock().parser =
            Some(vt100::Parser::new(cells(setup.rows), cells(setup.columns), 2_000));
        let mut output = pair.master.try_clone_reader().unwrap();
        let (filled, answers) = (Arc::clone(&shown), Arc::clone(&writer));
        let reader = std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(n_bytes @ 1..) = output.read(&mut piece) {
                let mut state = filled.lock();
                state.bytes.extend_from_slice(&piece[..n_bytes]);
                let parser = state.parser.as_mut().unwrap();
                parser.process(&piece[..n_bytes]);
                let (row, column) = parser.screen().cursor_position();
                drop(state);
                filled.changed.notify_all();
                let text = String::from_utf8_lossy(&piece[..n_bytes]);
                let mut answer = String::new();
                for _ in text.matches("\u{1b}[6n") {
                    answer.push_str(&format!("\u{1b}[{};{}R", row + 1, column + 1));
                }
                for _ in text.matches("\u{1b}[c") {
                    answer.push_str("\u{1b}[?62;22c");
                }
                if !answer.is_empty() {
                    let mut writer = answers.lock().unwrap_or_else(PoisonError::into_inner);
                    let _ = writer.write_all(answer.as_bytes());
                }
            }
            filled.lock().is_over = true;
            filled.changed.notify_all();
        });
        Screen { child, master: pair.master, writer, shown, reader: Some(reader) }
    }

    /// Presses keys.
    pub fn press(&self, keys: &str) {
        let mut writer = self.writer.lock().unwrap();
        writer.write_all(keys.as_bytes()).unwrap();
        writer.flush().unwrap();
    }

    /// Types a line, once the prompt is there.
    pub fn enter(&self, prompt: &str, line: &str) {
        self.wait_for_prompt(prompt);
        self.press(line);
        self.press(ENTER);
    }

    /// Pastes a text as terminals do.
    pub fn paste(&self, text: &str) {
        self.press(&format!("\u{1b}[200~{text}\u{1b}[201~"));
    }

    /// What can be read on the screen, without blank lines at the end.
    pub fn text(&self) -> String {
        self.shown.lock().parser.as_ref().unwrap().screen().contents().trim_end().to_owned()
    }

    /// Everything that was written, colours and all.
    pub fn bytes(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().bytes).into_owned()
    }

    /// Waits until the screen fulfils a condition.
    pub fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let began = Instant::now();
        let mut state = self.shown.lock();
        loop {
            let text = state.parser.as_ref().unwrap().screen().contents();
            if is_so(&text) {
                return;
            }
            let left = SCREEN_TIMEOUT.saturating_sub(began.elapsed());
            assert!(!left.is_zero() && !state.is_over, "no {what} on the screen:\n{text}");
            (state, _) = self.shown.changed.wait_timeout(state, left).unwrap();
        }
    }

    pub fn wait_for(&self, text: &str) {
        self.wait_until(&format!("{text:?}"), |screen| screen.contains(text));
    }

    /// Waits until the last line is the empty prompt.
    pub fn wait_for_prompt(&self, prompt: &str) {
        self.wait_until(&format!("prompt {prompt:?}"), |screen| {
            screen
                .trim_end()
                .lines()
                .last()
                .is_some_and(|line| line.trim_end() == prompt.trim_end())
        });
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).unwrap();
        self.shown
            .lock()
            .parser
            .as_mut()
            .unwrap()
            .screen_mut()
            .set_size(cells(rows), cells(columns));
    }

    /// Kills it as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end of the program; returns its exit code and all that was written.
    pub fn end(mut self) -> (u32, String) {
        let began = Instant::now();
        let mut state = self.shown.lock();
        while !state.is_over {
            let left = SCREEN_TIMEOUT.saturating_sub(began.elapsed());
            let text = state.parser.as_ref().unwrap().screen().contents();
            assert!(!left.is_zero(), "it does not end:\n{text}");
            (state, _) = self.shown.changed.wait_timeout(state, left).unwrap();
        }
        drop(state);
        let status = self.child.wait().unwrap();
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        (status.exit_code(), self.bytes())
    }
}

fn cells(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
