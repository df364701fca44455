//! `index --watch`: keeps the index current until Ctrl-C or another cancellation.

use std::cell::RefCell;

use rutter_engine::{IndexReport, Step};

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Watches the tree and reports after each update.
pub struct WatchIndex<'a> {
    watcher: &'a (dyn Fn(Step) + Sync),
    on_update: RefCell<&'a mut dyn FnMut(&IndexReport)>,
}

impl std::fmt::Debug for WatchIndex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WatchIndex").finish_non_exhaustive()
    }
}

impl<'a> WatchIndex<'a> {
    pub fn new(
        watcher: &'a (dyn Fn(Step) + Sync),
        on_update: &'a mut dyn FnMut(&IndexReport),
    ) -> WatchIndex<'a> {
        WatchIndex { watcher, on_update: RefCell::new(on_update) }
    }
}

impl Tool for WatchIndex<'_> {
    const NAME: &'static str = "watch";
    const PERMISSION: Permission = Permission::people(Effect::Record);
    type Args = ();
    type Answer = ();

    fn run(&self, toolbox: &Toolbox, _: &Session, (): ()) -> Result<(), ToolError> {
        let mut on_update = self.on_update.borrow_mut();
        Ok(toolbox.engine.watch(self.watcher, &toolbox.cancelled, |report| on_update(report))?)
    }
}
