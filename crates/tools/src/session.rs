//! The session of a caller: who it is, what it may do, what it has seen, and its vocabulary.

use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

use rutter_domain::{Recording, Seen, Vocabulary, name_parts};
use rutter_knowledge::UnreadLines;

use crate::knowledge::review::OpenReviews;
use crate::{CallerKind, Effect, Mode, ModelVocabulary, Permission};

/// One caller of tools. A clone shares `seen` and `reviews`.
#[derive(Clone)]
pub struct Session {
    pub caller: CallerKind,
    pub mode: Mode,
    /// Renders hints and names of tools.
    pub vocabulary: &'static dyn Vocabulary,
    /// The author of entries: the model's name, or the MCP client's.
    pub author: String,
    /// Id of the run in which entries are recorded.
    pub run: Option<String>,
    /// The chat that the caller takes part in.
    pub chat: Option<ChatRecord>,
    /// Asks a person whether a change may be made.
    pub confirm: Arc<dyn Fn(&Proposal) -> Consent + Send + Sync>,
    /// Whether `bash` may run if the system has no sandbox for it.
    pub shell: Confinement,
    /// The user's environment variables. Commands get those that are not secret.
    pub environment: Vec<(OsString, OsString)>,
    pub seen: Arc<Mutex<Seen>>,
    /// Questionnaires about entries that are not answered yet.
    pub reviews: Arc<Mutex<OpenReviews>>,
    /// Whether answers show entries, and are ranked by them.
    pub entries: EntryVisibility,
    /// The only symbol that may be recorded; `None` for any.
    pub records_only: Option<RecordedSubject>,
    /// Whether an entry about lines that the caller was not shown is kept as unverified.
    pub unread: UnreadLines,
    /// The tools that this session is offered, of those that its mode allows.
    pub tools: ToolSet,
}

/// Tools by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolSet {
    #[default]
    All,
    Only(&'static [&'static str]),
    /// Tools with at most this effect.
    UpTo(Effect),
}

impl ToolSet {
    pub(crate) fn includes(self, name: &str, effect: Effect) -> bool {
        match self {
            ToolSet::All => true,
            ToolSet::Only(names) => names.contains(&name),
            ToolSet::UpTo(most) => effect <= most,
        }
    }
}

/// A chat and its recorded runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatRecord {
    pub id: String,
    /// Ids of its runs, oldest first.
    pub runs: Vec<String>,
}

/// A change that a model wants to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proposal {
    WriteFile { path: String, content: String, is_new: bool },
    RunCommand { command: String, confinement: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    Yes,
    No,
}

/// What to do if the system has no sandbox for commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Confinement {
    /// Do not run them.
    #[default]
    Required,
    /// Run them anyway, because the user allows it.
    Waived,
}

/// Whether answers show entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EntryVisibility {
    #[default]
    Shown,
    /// Answers depend only on code and documents, and not on entries that are recorded meanwhile.
    Hidden,
}

/// The subject of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedSubject {
    /// Qualified name; empty for a whole file.
    pub symbol: String,
    pub path: String,
}

impl RecordedSubject {
    /// Returns whether this name and path, as a caller wrote them, mean this subject.
    pub(crate) fn is_meant_by(&self, symbol: &str, path: &str) -> bool {
        let bare =
            |name: &str| name_parts(name).last().map_or(String::new(), |last| (*last).to_owned());
        self.path == path.trim_start_matches("./") && bare(&self.symbol) == bare(symbol.trim())
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("caller", &self.caller)
            .field("mode", &self.mode)
            .field("author", &self.author)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// The session of a model. Every change is refused until `confirm` is set.
    pub fn new(mode: Mode, author: &str) -> Session {
        Session {
            caller: CallerKind::Model,
            mode,
            vocabulary: &ModelVocabulary,
            author: author.to_owned(),
            run: None,
            chat: None,
            confirm: Arc::new(|_| Consent::No),
            shell: Confinement::Required,
            environment: Vec::new(),
            seen: Arc::default(),
            reviews: Arc::default(),
            entries: EntryVisibility::Shown,
            records_only: None,
            unread: UnreadLines::Kept,
            tools: ToolSet::All,
        }
    }

    /// The session of an agent with its own vocabulary.
    pub fn for_agent(mode: Mode, author: &str, vocabulary: &'static dyn Vocabulary) -> Session {
        Session { caller: CallerKind::Agent, vocabulary, ..Session::new(mode, author) }
    }

    /// The session of a person.
    pub fn for_person(vocabulary: &'static dyn Vocabulary) -> Session {
        Session { caller: CallerKind::Person, vocabulary, ..Session::new(Mode::Ask, "user") }
    }

    pub fn may(&self, permission: Permission) -> bool {
        permission.allows(self.caller, self.mode)
    }

    /// A copy of what the caller has seen.
    pub(crate) fn seen_so_far(&self) -> Seen {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The result of a call, as the model reads it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// Bounded, and without secrets.
    pub text: String,
    pub is_error: bool,
    /// Number of values and files withheld because they look secret.
    pub n_redacted: u32,
    /// The outcomes of the entries that the call recorded, in their order.
    pub recordings: Vec<Recording>,
    /// The files whose code the text shows.
    pub shown_paths: Vec<String>,
}
