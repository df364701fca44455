//! `doctor`: checks the installation, the index and the language model.

use std::time::SystemTime;

use rutter_domain::Timestamp;
use rutter_engine::Health;
use rutter_provider::language::{Catalog, OfferedModel, probe};
use rutter_tools::maintenance::doctor::{Doctor, DoctorCheck};

use crate::arguments::ModelArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::render::plural;
use crate::settings::ModelSettings;
use crate::{model, render, runtime};

/// Models that are listed if the chosen one is missing.
const MOST_NAMED: usize = 12;

/// A model that ends within this time gets a notice.
const SOON_DAYS: u64 = 90;

pub fn run(args: &ModelArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let mut diagnosis = ctx.run(&Doctor, ())?;
    diagnosis.checks.extend(examine_model(args, ctx));
    ctx.print(&diagnosis, |out, diagnosis| render::doctor(out, &diagnosis.checks))?;
    Ok(if diagnosis.is_healthy() { Exit::Found } else { Exit::Findings })
}

/// Checks which language model would be used and why, whether it answers, and until when its provider
/// offers it.
fn examine_model(args: &ModelArgs, ctx: &Context) -> Vec<DoctorCheck> {
    let data = &ctx.toolbox.engine.layout.data;
    let connected =
        ModelSettings::gather(args, data).and_then(|settings| model::connect(&settings, data));
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
            return vec![check(Health::Good, detail, Some(model::HOW))];
        }
        Err(error) => return vec![check(Health::Bad, format!("{error:#}"), Some(model::HOW))],
    };
    let why = connected.why.clone();
    let runtime = match runtime::for_request() {
        Ok(runtime) => runtime,
        Err(error) => return vec![check(Health::Bad, error.to_string(), None)],
    };
    let answering = match runtime.block_on(probe(connected.model.as_ref())) {
        Ok(said) => check(Health::Good, format!("{why}; {said}"), None),
        Err(error) => {
            check(Health::Bad, format!("{why}; {error}"), Some("search works without it"))
        }
    };
    let list = runtime.block_on(connected.catalog.list());
    let now = Timestamp::of(SystemTime::now());
    let (health, detail) = examine_catalog(&connected.catalog, list, now);
    let offer = DoctorCheck { name: "models", ..check(health, detail, None) };
    vec![answering, offer]
}

/// Compares the chosen model with the list of its provider.
fn examine_catalog(
    catalog: &Catalog,
    list: Result<Vec<OfferedModel>, String>,
    now: Timestamp,
) -> (Health, String) {
    let chosen = catalog.chosen().unwrap_or_default();
    let ending = |list: &[OfferedModel]| Some(end(chosen, catalog.end_of_chosen(list)?, now));
    match list {
        Err(why) => {
            let unasked = format!("which models there are is not known: {why}");
            match ending(&[]) {
                Some((health, text)) => (health, format!("{text}; {unasked}")),
                None => (Health::Notice, unasked),
            }
        }
        Ok(list) if !catalog.has_chosen(&list) => {
            let names: Vec<&str> =
                list.iter().take(MOST_NAMED).map(|model| model.name.as_str()).collect();
            let more = if list.len() > names.len() { ", …" } else { "" };
            let names = names.join(", ");
            let text = format!("`{chosen}` is none of its {} models: {names}{more}", list.len());
            (Health::Notice, text)
        }
        Ok(list) => match ending(&list) {
            Some((health, text)) => (health, text),
            None => {
                let n_models = u64::try_from(list.len()).unwrap_or(u64::MAX);
                let has = format!("it has {}", plural(n_models, "model"));
                match catalog.chosen() {
                    Some(chosen) => (Health::Good, format!("{has}, `{chosen}` among them")),
                    None => (Health::Good, has),
                }
            }
        },
    }
}

/// Reports when a model ends.
fn end(model: &str, ends: Timestamp, now: Timestamp) -> (Health, String) {
    const DAY: u64 = 86_400_000;
    let date = ends.to_string();
    let date = date.get(..10).unwrap_or_default();
    match ends.0.checked_sub(now.0) {
        None => (Health::Bad, format!("`{model}` ended on {date}; choose another with `--model`")),
        Some(left) => {
            let days = left.div_ceil(DAY);
            let text = format!("`{model}` ends in {}, on {date}", plural(days, "day"));
            (if days <= SOON_DAYS { Health::Notice } else { Health::Good }, text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ends: &str, expected: (Health, &str)) {
        let at = |date: &str| Timestamp::parse(&format!("{date}T00:00:00Z")).unwrap();
        let now = Timestamp(at("2026-11-18").0 + 1_000);
        assert_eq!(end("m", at(ends), now), (expected.0, expected.1.to_owned()));
    }

    #[test]
    fn the_days_until_a_model_ends_are_counted() {
        check("2026-12-01", (Health::Notice, "`m` ends in 13 days, on 2026-12-01"));
        check("2026-11-19", (Health::Notice, "`m` ends in 1 day, on 2026-11-19"));
        check("2027-11-18", (Health::Good, "`m` ends in 365 days, on 2027-11-18"));
        let gone = "`m` ended on 2026-11-18; choose another with `--model`";
        check("2026-11-18", (Health::Bad, gone));
    }
}
