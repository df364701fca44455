//! Permissions: who may call a tool, and what the call may change.
//!
//! `bash/sandbox.rs` decides what a shell command may read, write and reach.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing.
    Read,
    /// Entries and other records.
    Record,
    /// The repository, or anything.
    Write,
}

/// The rights of a model or an agent; each mode includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Mode {
    /// Read.
    #[default]
    Ask,
    /// Read, and record what was learned.
    Plan,
    /// Also write files and run commands, each after it was confirmed.
    Build,
}

impl Mode {
    pub fn name(self) -> &'static str {
        match self {
            Mode::Ask => "ask",
            Mode::Plan => "plan",
            Mode::Build => "build",
        }
    }

    /// Returns whether tools with this effect are offered.
    pub fn offers(self, effect: Effect) -> bool {
        match self {
            Mode::Ask => effect == Effect::Read,
            Mode::Plan => effect <= Effect::Record,
            Mode::Build => true,
        }
    }
}

/// Who calls a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerKind {
    /// A person at the command line.
    Person,
    /// A model that rutter itself runs.
    Model,
    /// Somebody else's coding agent, connected over MCP.
    Agent,
}

/// The condition under which a tool runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permission {
    pub effect: Effect,
    callers: &'static [CallerKind],
}

impl Permission {
    /// Every caller whose mode allows the effect.
    pub const fn everyone(effect: Effect) -> Permission {
        Permission { effect, callers: &[CallerKind::Person, CallerKind::Model, CallerKind::Agent] }
    }

    /// Every caller except agents, which have tools of their own for it.
    pub const fn without_agents(effect: Effect) -> Permission {
        Permission { effect, callers: &[CallerKind::Person, CallerKind::Model] }
    }

    /// Every caller except models that rutter runs.
    pub const fn without_models(effect: Effect) -> Permission {
        Permission { effect, callers: &[CallerKind::Person, CallerKind::Agent] }
    }

    /// Only people.
    pub const fn people(effect: Effect) -> Permission {
        Permission { effect, callers: &[CallerKind::Person] }
    }

    /// Returns whether the tool exists for such a caller, in any mode.
    pub fn includes(self, caller: CallerKind) -> bool {
        self.callers.contains(&caller)
    }

    /// Returns whether such a caller may run the tool. A mode does not restrict a person.
    pub fn allows(self, caller: CallerKind, mode: Mode) -> bool {
        self.includes(caller) && (caller == CallerKind::Person || mode.offers(self.effect))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_of_people_runs_for_nobody_else() {
        let permission = Permission::people(Effect::Record);
        assert!(permission.allows(CallerKind::Person, Mode::Ask));
        for caller in [CallerKind::Model, CallerKind::Agent] {
            assert!(!permission.allows(caller, Mode::Build));
        }
    }

    #[test]
    fn a_mode_bounds_models_and_agents() {
        let permission = Permission::everyone(Effect::Record);
        for caller in [CallerKind::Model, CallerKind::Agent] {
            assert!(!permission.allows(caller, Mode::Ask));
            assert!(permission.allows(caller, Mode::Plan));
        }
        assert!(!Permission::without_agents(Effect::Read).allows(CallerKind::Agent, Mode::Build));
        assert!(!Permission::without_models(Effect::Read).allows(CallerKind::Model, Mode::Build));
    }
}
