//! Damaged data files: an answer is that of the undamaged index, or it reports the damage.
//!
//! An input is a recipe of damages, one per line, and not the damaged bytes: the names of segments and
//! the times in the files differ from index to index, so kept bytes would not fit the next index. Offsets are taken modulo the length of the file. Start at [`Damage::check`].

mod oracle;
mod recipe;
mod stage;

use proptest::collection::vec;
use proptest::prelude::*;
use rutter_engine::{Extent, Refresh};

use self::oracle::{Answers, DOCTOR};
use self::stage::Stage;
use crate::{Inputs, Target};

pub use self::recipe::Part;

/// Damages to one part of the data folder.
pub struct Damage {
    part: Part,
    stage: Stage,
    whole: Answers,
}

impl Damage {
    pub fn open(part: Part) -> anyhow::Result<Damage> {
        let stage = Stage::open()?;
        let whole = Answers::of(&stage, Refresh::Never);
        if let Some(error) = whole.first_error() {
            anyhow::bail!("the undamaged index does not answer: {error}");
        }
        Ok(Damage { part, stage, whole })
    }
}

impl Target for Damage {
    fn inputs(&self) -> Inputs {
        let lines = || recipe::lines(self.part, &self.stage.names(self.part));
        prop_oneof![vec(lines(), 1), vec(lines(), 2..6)]
            .prop_map(|lines| lines.concat().into_bytes())
            .boxed()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let recipe = String::from_utf8_lossy(input);
        let n_changed = self.stage.damage(&recipe).map_err(|error| format!("{error:#}"))?;
        if n_changed == 0 {
            return Ok(());
        }
        self.check_damaged().map_err(|why| format!("{}: {why}", recipe::kinds(&recipe)))
    }
}

impl Damage {
    /// Asks the damaged index, in the order in which a user would.
    fn check_damaged(&self) -> Result<(), String> {
        let doctor = oracle::examine(&self.stage);
        let still = Answers::of(&self.stage, Refresh::Never);
        still.agree_with(&self.whole).map_err(|why| format!("without refresh, {why}"))?;
        // A missing index or one of an older format is not damage.
        if still.report_damage(&self.whole) && doctor.iter().all(|check| check.is_good) {
            return Err(format!("{DOCTOR} finds nothing, while answers report damage"));
        }
        let refreshed =
            Answers::of(&self.stage, Refresh::Within(std::time::Duration::from_secs(2)));
        refreshed.agree_with(&self.whole).map_err(|why| format!("with refresh, {why}"))?;
        self.check_repair()
    }

    /// Indexing repairs everything that can be computed again: all but the entries.
    fn check_repair(&self) -> Result<(), String> {
        let repaired = match self.stage.index(Extent::Changed) {
            Ok(()) => Ok(()),
            Err(first) if first.contains("newer rutter") => return Ok(()),
            Err(first) => self
                .stage
                .index(Extent::Everything)
                .map_err(|second| format!("{first}; and then with --full: {second}")),
        };
        if let Err(why) = repaired {
            return match self.part {
                Part::Entries => Ok(()),
                _ => Err(format!("indexing does not repair it: {why}")),
            };
        }
        let after = Answers::of(&self.stage, Refresh::Never);
        match self.part {
            Part::Entries => after.agree_with(&self.whole),
            Part::Format | Part::Manifest | Part::Segments | Part::Facts => {
                after.equal(&self.whole)
            }
        }
        .map_err(|why| format!("after indexing, {why}"))
    }
}
