//! The state that all pages share: the repository, the reader's session, and caches.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rutter_domain::{Freshness, Language};
use rutter_serve::{Project, Readiness};
use rutter_tools::files::view_file::{self, ViewFile};
use rutter_tools::{Effect, Session, Tool, ToolError, ToolSet, Toolbox};
use rutter_workspace::{Git, Secrets};

use crate::ask::AskModel;
use crate::code::Colours;
use crate::page_cache::{PageCache, PageState};
use crate::render_slots::RenderSlots;
use crate::vocabulary::WebVocabulary;

/// A commit, and how often each file changed up to it.
type Churn = (Option<String>, HashMap<String, u32>);

/// A repository with the state of its pages.
pub struct Site {
    pub(crate) project: Arc<Project>,
    pub(crate) session: Session,
    pub(crate) secrecy: Secrecy,
    pub(crate) colours: Colours,
    pub(crate) pages: PageCache,
    pub(crate) slots: RenderSlots,
    pub(crate) started: Instant,
    /// The name of the language model, and the function that asks it.
    pub(crate) model: Option<(String, Arc<AskModel>)>,
    /// The commit that is checked out, and when it was looked up.
    head: Mutex<Option<(Instant, Option<String>)>>,
    /// How often each file changed, as of a commit.
    churn: Mutex<Option<Churn>>,
}

/// Whether values that look secret are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Secrecy {
    #[default]
    Masked,
    /// The user of this machine chose to see them.
    Shown,
}

impl Secrecy {
    /// A text that is shown, without what looks secret.
    pub(crate) fn mask(self, text: &str) -> std::borrow::Cow<'_, str> {
        match self {
            Secrecy::Masked => rutter_workspace::redact(text).text,
            Secrecy::Shown => text.into(),
        }
    }
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").field("project", &self.project).finish_non_exhaustive()
    }
}

/// How long the commit that was looked up stays valid.
const HEAD_VALID: Duration = Duration::from_secs(5);

impl Site {
    /// `person` is the author of answers, reviews and dismissals on the pages.
    pub fn new(project: Arc<Project>, person: &str, secrecy: Secrecy) -> Site {
        let mut session = Session::for_person(&WebVocabulary);
        session.author = person.to_owned();
        // Neither a page nor a client of the API changes the repository.
        session.tools = ToolSet::UpTo(Effect::Record);
        Site {
            project,
            session,
            secrecy,
            colours: Colours::default(),
            pages: PageCache::default(),
            slots: RenderSlots::default(),
            started: Instant::now(),
            model: None,
            head: Mutex::default(),
            churn: Mutex::default(),
        }
    }

    /// Adds a language model that answers questions.
    pub fn with_model(mut self, model: Option<(String, Arc<AskModel>)>) -> Site {
        self.model = model;
        self
    }

    pub(crate) fn name(&self) -> &str {
        &self.project.name
    }

    pub(crate) fn toolbox(&self) -> &Toolbox {
        &self.project.toolbox
    }

    /// Runs a tool for the person.
    pub(crate) fn run<T: Tool>(&self, tool: &T, args: T::Args) -> Result<T::Answer, ToolError> {
        self.toolbox().run(&self.session, tool, args)
    }

    /// Reads lines of a file as the reader may see them.
    pub(crate) fn view(
        &self,
        path: &str,
        ranges: Vec<RangeInclusive<u32>>,
        limit_bytes: usize,
    ) -> Result<view_file::Answer, ToolError> {
        self.view_file(path, ranges, limit_bytes, false)
    }

    /// Reads lines of a file with the places of names.
    pub(crate) fn view_with_names(
        &self,
        path: &str,
        lines: RangeInclusive<u32>,
        limit_bytes: usize,
    ) -> Result<view_file::Answer, ToolError> {
        self.view_file(path, vec![lines], limit_bytes, true)
    }

    fn view_file(
        &self,
        path: &str,
        ranges: Vec<RangeInclusive<u32>>,
        limit_bytes: usize,
        wants_names: bool,
    ) -> Result<view_file::Answer, ToolError> {
        let secrets = match self.secrecy {
            Secrecy::Masked => Secrets::Masked,
            Secrecy::Shown => Secrets::Shown,
        };
        let file_path = path.to_owned();
        self.run(
            &ViewFile,
            view_file::Args { file_path, ranges, limit_bytes, secrets, wants_names },
        )
    }

    /// A text that is shown, without what looks secret.
    pub(crate) fn mask<'a>(&self, text: &'a str) -> std::borrow::Cow<'a, str> {
        self.secrecy.mask(text)
    }

    /// Returns the state of the index. Starts to build or update it in the background if that is due.
    pub(crate) fn readiness(&self) -> (Readiness, Option<Freshness>) {
        let readiness = self.project.ready();
        if readiness != Readiness::Ready {
            return (readiness, None);
        }
        let knowledge = self.toolbox().knowledge().ok();
        let mut freshness = knowledge.map(|knowledge| knowledge.snapshot.freshness.clone());
        if let Some(freshness) = &mut freshness {
            rutter_domain::Worded::word(freshness, &WebVocabulary);
            if freshness.state != rutter_domain::State::Current {
                self.project.catch_up();
            }
        }
        (readiness, freshness)
    }

    /// The language of a file in the index.
    pub(crate) fn language(&self, path: &str) -> Option<Language> {
        let knowledge = self.toolbox().knowledge().ok()?;
        knowledge.snapshot.file_at(path).map(|file| file.language)
    }

    /// The current state that pages show; `None` if there is no index or the entries cannot be read.
    pub(crate) fn page_state(&self, commit: Option<String>) -> Option<PageState> {
        let knowledge = self.toolbox().knowledge().ok()?;
        let latest_change = knowledge.latest_change().ok()?;
        Some(PageState { knowledge: Arc::downgrade(&knowledge), latest_change, commit })
    }

    /// The commit that is checked out; `None` outside of git.
    pub(crate) fn head_commit(&self) -> Option<String> {
        let mut head = self.head.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((at, commit)) = &*head
            && at.elapsed() < HEAD_VALID
        {
            return commit.clone();
        }
        let root = &self.toolbox().engine.layout.root;
        let commit = Git::open(root).ok().and_then(|git| git.commit_of("HEAD").ok());
        *head = Some((Instant::now(), commit.clone()));
        commit
    }

    /// How often each file changed. Counted again after each commit.
    pub(crate) fn churn(
        &self,
        count: impl FnOnce(&Path) -> HashMap<String, u32>,
    ) -> HashMap<String, u32> {
        let commit = self.head_commit();
        let mut known = self.churn.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match &*known {
            Some((at, counts)) if *at == commit => counts.clone(),
            Some(_) | None => {
                let counts = count(&self.toolbox().engine.layout.root);
                *known = Some((commit, counts.clone()));
                counts
            }
        }
    }
}
