//! `doctor`: checks everything that rutter relies on.

use rutter_domain::Worded;
use rutter_engine::Health;
use rutter_knowledge::examine_notebook;
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Checks the root, the data folder, the grammars, the model, the entries and the index.
#[derive(Debug, Clone, Copy)]
pub struct Doctor;

/// The results of all checks.
#[derive(Debug, Clone, Serialize)]
pub struct Diagnosis {
    pub checks: Vec<DoctorCheck>,
}

/// The result of one check.
#[derive(Debug, Clone, Serialize)]
pub struct DoctorCheck {
    pub name: &'static str,
    pub health: Health,
    pub detail: String,
    /// What to do about it, in the caller's vocabulary.
    pub hint: Option<String>,
}

impl Diagnosis {
    pub fn is_healthy(&self) -> bool {
        self.checks.iter().all(|check| check.health != Health::Bad)
    }
}

impl Tool for Doctor {
    const NAME: &'static str = "doctor";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = ();
    type Answer = Diagnosis;

    fn run(&self, toolbox: &Toolbox, session: &Session, (): ()) -> Result<Diagnosis, ToolError> {
        let engine = &toolbox.engine;
        let mut checks = engine.examine_setup();
        checks.extend(examine_notebook(&engine.layout));
        checks.extend(engine.examine_index());
        let findings = checks.into_iter().map(|mut check| {
            check.detail.word(session.vocabulary);
            DoctorCheck {
                name: check.name,
                health: check.health,
                detail: check.detail.to_string(),
                hint: check.hint.map(|hint| session.vocabulary.render(&hint)),
            }
        });
        Ok(Diagnosis { checks: findings.collect() })
    }
}
