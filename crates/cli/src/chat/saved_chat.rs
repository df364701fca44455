//! A chat in the store: resumed by id or name, and saved after every step.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use rutter_agent::Observer;
use rutter_domain::text::truncate;
use rutter_domain::{ChatSession, Conversation, Moment, Timestamp};
use rutter_knowledge::store_url;
use rutter_store::{Saved, SessionHeader, Store, open};
use rutter_tools::{ChatRecord, Session, Toolbox};

use crate::error_report::Hinted;

/// Longest title of a chat.
const TITLE_BYTES: usize = 80;

/// The chat to resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resumed {
    New,
    /// The one that was used last.
    Last,
    /// An id, its first characters, or a name.
    Named(String),
}

impl Resumed {
    pub fn of(written: Option<&str>) -> Resumed {
        match written {
            None => Resumed::New,
            Some("" | "last") => Resumed::Last,
            Some(name) => Resumed::Named(name.to_owned()),
        }
    }
}

/// A chat, its id and its revision in the store.
pub struct SavedChat {
    inner: Mutex<Inner>,
}

struct Inner {
    store: Box<dyn Store>,
    /// `None` until the first question.
    id: Option<String>,
    revision: Option<u64>,
    chat: ChatSession,
    session: Option<Arc<Session>>,
    /// Why the last save failed.
    problem: Option<String>,
}

impl SavedChat {
    pub fn open(toolbox: &Toolbox, resumed: &Resumed) -> anyhow::Result<SavedChat> {
        let layout = &toolbox.engine.layout;
        layout.prepare()?;
        let store = open(&store_url(layout))?;
        let id = match resumed {
            Resumed::New => None,
            Resumed::Last => Some(last(&*store)?),
            Resumed::Named(name) => Some(named(&*store, name)?),
        };
        let mut inner = Inner {
            store,
            id: None,
            revision: None,
            chat: ChatSession::default(),
            session: None,
            problem: None,
        };
        if let Some(id) = id {
            inner.load(&id)?;
        }
        Ok(SavedChat { inner: Mutex::new(inner) })
    }

    /// Loads another chat in its place.
    pub fn load(&self, name: &str) -> anyhow::Result<()> {
        let mut inner = self.lock();
        let id = match Resumed::of(Some(name)) {
            Resumed::New | Resumed::Last => last(&*inner.store)?,
            Resumed::Named(name) => named(&*inner.store, &name)?,
        };
        inner.load(&id)
    }

    /// Begins a new chat; the old one stays in the store.
    pub fn begin_new(&self) {
        let mut inner = self.lock();
        (inner.id, inner.revision, inner.chat) = (None, None, ChatSession::default());
    }

    pub fn id(&self) -> Option<String> {
        self.lock().id.clone()
    }

    /// A copy of the chat as it is now.
    pub fn chat(&self) -> ChatSession {
        self.lock().chat.clone()
    }

    /// Gives the chat a name, under which it can be resumed.
    pub fn set_name(&self, name: &str) -> anyhow::Result<()> {
        let mut inner = self.lock();
        let taken = inner.store.sessions()?.into_iter().find(|header| {
            header.name.as_deref() == Some(name) && Some(&header.id) != inner.id.as_ref()
        });
        if let Some(header) = taken {
            let message = format!("the chat {} is called `{name}` already", header.id);
            return Err(Hinted::new(&message, "choose another name").into());
        }
        inner.chat.name = Some(name.to_owned());
        inner.save()
    }

    /// The chats in which all of these words occur, the last used first.
    pub fn sessions(&self, words: &[&str]) -> anyhow::Result<Vec<SessionHeader>> {
        Ok(self.lock().store.sessions_with(words)?)
    }

    /// Begins a question: its run belongs to the chat from now on.
    pub fn begin_question(&self, run: &str, question: &str, session: &Arc<Session>) {
        let mut inner = self.lock();
        inner.id.get_or_insert_with(|| run.to_owned());
        inner.chat.runs.push(run.to_owned());
        if inner.chat.title.is_empty() {
            let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
            inner.chat.title = truncate(&line, TITLE_BYTES).to_owned();
        }
        inner.session = Some(Arc::clone(session));
    }

    /// The recorded runs that the model can search.
    pub fn record(&self, run: &str) -> ChatRecord {
        let inner = self.lock();
        let mut runs = inner.chat.runs.clone();
        runs.push(run.to_owned());
        ChatRecord { id: inner.id.clone().unwrap_or_else(|| run.to_owned()), runs }
    }

    /// Changes the chat and saves it.
    pub fn change(&self, change: impl FnOnce(&mut ChatSession)) -> anyhow::Result<()> {
        let mut inner = self.lock();
        change(&mut inner.chat);
        inner.save()
    }

    /// Takes the reason why the last step was not saved, so that it is printed once.
    pub fn take_problem(&self) -> Option<String> {
        self.lock().problem.take()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn load(&mut self, id: &str) -> anyhow::Result<()> {
        let stored = self.store.session(id)?;
        let stored =
            stored.ok_or_else(|| anyhow::anyhow!("the chat {id} was deleted meanwhile"))?;
        (self.id, self.revision, self.chat) = (Some(stored.id), Some(stored.revision), stored.chat);
        Ok(())
    }

    fn save(&mut self) -> anyhow::Result<()> {
        let Some(id) = self.id.clone() else { return Ok(()) };
        if let Some(session) = &self.session {
            let seen = session.seen.lock().unwrap_or_else(PoisonError::into_inner);
            self.chat.seen.clone_from(&seen);
        }
        let now = Timestamp::of(SystemTime::now());
        match self.store.save_session(&id, &self.chat, self.revision, now)? {
            Saved::Kept { revision } => self.revision = Some(revision),
            Saved::Overtaken => {
                // Another process continues the same chat, so this one becomes a chat of its own.
                let own = self.chat.runs.last().filter(|run| **run != id);
                let own = own.map_or_else(|| format!("{id}-2"), Clone::clone);
                self.problem = Some(format!(
                    "the chat {id} is used by another rutter; this goes on as the chat {own}"
                ));
                self.chat.name = None;
                let saved = self.store.save_session(&own, &self.chat, None, now)?;
                if let Saved::Kept { revision } = saved {
                    (self.id, self.revision) = (Some(own), Some(revision));
                }
            }
        }
        Ok(())
    }
}

/// Saves the conversation after every step.
impl Observer for SavedChat {
    fn see(&self, _: &Moment) {}

    fn conversation(&self, conversation: &Conversation) {
        let mut inner = self.lock();
        inner.chat.conversation.clone_from(conversation);
        if let Err(error) = inner.save() {
            inner.problem = Some(format!("the chat is not saved: {error:#}"));
        }
    }
}

fn last(store: &dyn Store) -> anyhow::Result<String> {
    let newest = store.sessions()?.into_iter().next();
    newest.map(|header| header.id).ok_or_else(|| {
        Hinted::new("there is no chat to resume yet", "start one with `rutter chat`").into()
    })
}

fn named(store: &dyn Store, name: &str) -> anyhow::Result<String> {
    let sessions = store.sessions()?;
    let by_name = sessions.iter().find(|header| header.name.as_deref() == Some(name));
    if let Some(header) = by_name.or_else(|| sessions.iter().find(|header| header.id == name)) {
        return Ok(header.id.clone());
    }
    let begins: Vec<&SessionHeader> =
        sessions.iter().filter(|header| header.id.starts_with(name)).collect();
    match begins.as_slice() {
        [only] => Ok(only.id.clone()),
        [] => {
            let hint =
                "`rutter chat` and then `/sessions` lists them; `--resume last` takes the newest";
            Err(Hinted::new(&format!("there is no chat `{name}`"), hint).into())
        }
        several => {
            let ids: Vec<&str> = several.iter().take(5).map(|header| header.id.as_str()).collect();
            let message = format!("`{name}` is the beginning of {} chats", several.len());
            Err(Hinted::new(&message, &format!("such as {}", ids.join(", "))).into())
        }
    }
}
