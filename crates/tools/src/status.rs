//! `status`: what the index holds and how fresh it is.

use rutter_engine::{Error, Refresh, Status};

use crate::{Session, Tool, ToolError, Toolbox};

/// Tells what the index holds and whether it is current. It only looks, and refreshes nothing.
#[derive(Debug, Clone, Copy)]
pub struct IndexStatus;

impl Tool for IndexStatus {
    const NAME: &'static str = "status";
    type Args = ();
    type Answer = Status;

    fn run(&self, toolbox: &Toolbox, _: &Session, (): ()) -> Result<Status, ToolError> {
        match toolbox.engine.snapshot(Refresh::Never, &*toolbox.watcher, &toolbox.cancelled) {
            Ok(snapshot) => Ok(snapshot.status()),
            Err(Error::Absent { .. }) => Ok(Status::absent(&toolbox.engine.place)),
            Err(error @ Error::Damaged { .. }) => {
                Ok(Status::damaged(&toolbox.engine.place, &error))
            }
            Err(error) => Err(error.into()),
        }
    }
}
