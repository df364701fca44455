//! Tries out the prompt and the streaming of an answer by hand: `cargo run --example prompt -- [vi]`.
//!
//! Each message is answered by its own text, as if a model streamed it. `slow` at the start of a message
//! streams it slowly, for typing ahead.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rutter_terminal::{
    Charset, CompletionCandidate, EditingKeys, Editor, EditorOptions, KeyboardProtocol,
    PromptHistory, PromptInput, PromptTerminal, RenderOptions, Renderer, Splitter, StatusDisplay,
    StatusLine, Style, TypeAhead, TypeAheadEvent, rank,
};

const WORDS: &[(&str, &str)] = &[
    ("/help", "shows the commands"),
    ("/context", "shows what fills the window"),
    ("/exit", "leaves"),
    ("@src/lib.rs", "a file"),
    ("@src/editor.rs", "a file"),
    ("@Editor::read", "a symbol"),
];

struct Kept(Vec<String>);

impl PromptHistory for Kept {
    fn load(&self) -> Vec<String> {
        self.0.clone()
    }

    fn append(&mut self, prompt: &str) {
        self.0.push(prompt.to_owned());
    }
}

fn complete(line: &str, cursor: usize) -> Vec<CompletionCandidate> {
    let before = &line[..cursor];
    let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let word = &before[start..];
    let fitting: Vec<&(&str, &str)> =
        WORDS.iter().filter(|(name, _)| word.get(..1) == name.get(..1)).collect();
    rank(word, fitting.iter().map(|(name, _)| *name))
        .iter()
        .map(|ranked| CompletionCandidate {
            span: start..cursor,
            replacement: fitting[ranked.at].0.to_owned(),
            description: Some(fitting[ranked.at].1.to_owned()),
        })
        .collect()
}

fn main() -> Result<(), rutter_terminal::Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |wanted: &str| arguments.iter().any(|argument| argument == wanted);
    let terminal = PromptTerminal::detect(if has("dumb") { Some("dumb") } else { Some("xterm") });
    let style =
        if has("plain") || terminal != PromptTerminal::Full { Style::Plain } else { Style::Ansi };
    let charset = if has("ascii") { Charset::Ascii } else { Charset::Unicode };
    let display = match terminal {
        PromptTerminal::Full => StatusDisplay::Shown(style),
        PromptTerminal::Dumb | PromptTerminal::Pipe => StatusDisplay::Hidden,
    };
    let options = EditorOptions {
        terminal,
        keys: if has("vi") { EditingKeys::Vi } else { EditingKeys::Emacs },
        keyboard: KeyboardProtocol::Enhanced,
        style,
        charset,
        editor_command: Some("sed -i s/draft/edited/".to_owned()),
    };
    let history = Kept(["first prompt", "how is the index built?"].map(str::to_owned).to_vec());
    let mut editor = Editor::new(options, Box::new(history), Box::new(complete));
    let mut renderer = Renderer::new(RenderOptions { width: 80, style, charset });
    let mut draft = String::new();
    loop {
        match editor.read("ask>", &draft)? {
            PromptInput::Line(text) => draft = answer(&text, &mut renderer, display, charset)?,
            PromptInput::Cancelled(text) => {
                println!("(cancelled {} bytes; Ctrl-D leaves)", text.len());
                draft.clear();
            }
            PromptInput::Leave => return Ok(()),
        }
    }
}

/// Streams the text back and returns what was typed meanwhile.
fn answer(
    text: &str,
    renderer: &mut Renderer,
    display: StatusDisplay,
    charset: Charset,
) -> Result<String, rutter_terminal::Error> {
    let status = Arc::new(Mutex::new(StatusLine::new(std::io::stdout(), display, charset, 80)));
    let stopped = Arc::new(Mutex::new(false));
    let (event_status, event_stopped) = (status.clone(), stopped.clone());
    let type_ahead = TypeAhead::start(move |event| match event {
        TypeAheadEvent::Interrupt(_) => *event_stopped.lock().expect("not poisoned") = true,
        TypeAheadEvent::Draft(draft) => {
            let _ = event_status.lock().expect("not poisoned").set_draft(&draft);
        }
        TypeAheadEvent::Queued(_) | TypeAheadEvent::Unqueued | TypeAheadEvent::Resized { .. } => {}
    })?;
    let pause = Duration::from_millis(if text.starts_with("slow") { 5 } else { 0 });
    let started = Instant::now();
    let mut splitter = Splitter::default();
    for piece in text.split_inclusive(' ') {
        std::thread::sleep(pause);
        if *stopped.lock().expect("not poisoned") {
            status.lock().expect("not poisoned").print("(stopped)\n")?;
            break;
        }
        for block in splitter.push(piece) {
            let rendered = renderer.render_text(&block);
            status.lock().expect("not poisoned").print(&format!("{rendered}\n"))?;
        }
    }
    for block in splitter.finish() {
        status.lock().expect("not poisoned").print(&renderer.render_text(&block))?;
    }
    status.lock().expect("not poisoned").clear()?;
    let collected = type_ahead.finish();
    for message in &collected.messages {
        println!("queued: {message}");
    }
    println!("({} bytes, {} ms)", text.len(), started.elapsed().as_millis());
    std::io::stdout().flush().map_err(rutter_terminal::Error::Write)?;
    Ok(collected.draft)
}
