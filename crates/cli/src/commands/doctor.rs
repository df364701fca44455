//! `doctor`: checks the installation, the index and the language model. Exit code 2 means that a
//! check failed.

use rutter_engine::Health;
use rutter_provider::language::probe;
use rutter_tools::maintenance::doctor::{Doctor, DoctorCheck};

use crate::arguments::ModelArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::settings::ModelSettings;
use crate::{model, render, runtime};

pub fn run(args: &ModelArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let mut diagnosis = ctx.run(&Doctor, ())?;
    diagnosis.checks.push(examine_model(args, ctx));
    ctx.print(&diagnosis, |out, diagnosis| render::doctor(out, &diagnosis.checks))?;
    Ok(if diagnosis.is_healthy() { Exit::Found } else { Exit::Bad })
}

/// Checks which language model would be used and why, and whether it answers.
fn examine_model(args: &ModelArgs, ctx: &Context) -> DoctorCheck {
    let data = &ctx.toolbox.engine.layout.data;
    let connected = ModelSettings::gather(args, data)
        .and_then(|settings| model::connect(&settings, &data.join("replies")));
    let check = |health, detail, hint: Option<&str>| DoctorCheck {
        name: "language",
        health,
        detail,
        hint: hint.map(str::to_owned),
    };
    let connected = match connected {
        Ok(Some(connected)) => connected,
        Ok(None) => {
            let detail = "no language model is configured; search needs none".to_owned();
            return check(Health::Good, detail, Some(model::HOW));
        }
        Err(error) => return check(Health::Bad, format!("{error:#}"), Some(model::HOW)),
    };
    let why = connected.why.clone();
    let runtime = match runtime::for_request() {
        Ok(runtime) => runtime,
        Err(error) => return check(Health::Bad, error.to_string(), None),
    };
    match runtime.block_on(probe(connected.model.as_ref())) {
        Ok(said) => check(Health::Good, format!("{why}; {said}"), None),
        Err(error) => {
            check(Health::Bad, format!("{why}; {error}"), Some("search works without it"))
        }
    }
}
