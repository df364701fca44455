//! `status`: what the index holds and how fresh it is.

use std::sync::Arc;

use rutter_engine::{Error, Refresh, Status};
use rutter_knowledge::{Knowledge, notebook_damage};

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
            Ok(snapshot) => Ok(Knowledge::new(Arc::new(snapshot)).status()),
            Err(Error::Absent { .. }) => {
                Ok(with_damage(Status::absent(&toolbox.engine.layout), toolbox))
            }
            Err(error @ Error::Damaged { .. }) => {
                Ok(with_damage(Status::damaged(&toolbox.engine.layout, &error), toolbox))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Adds what of the notebook is damaged: it does not depend on an index.
fn with_damage(mut status: Status, toolbox: &Toolbox) -> Status {
    status.damage.extend(notebook_damage(&toolbox.engine.layout));
    status
}
