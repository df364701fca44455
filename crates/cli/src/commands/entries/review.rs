//! `entries review`: lets a model review entries as a second reader, and reports the outcome.

use crate::arguments::ReviewArgs;
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::exploration::exit_of;
use crate::review_run::{self, ReviewTask};
use crate::settings::ModelSettings;
use crate::{model, render};

pub fn run(args: ReviewArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let place = &ctx.toolbox.engine.layout;
    let mut settings = ModelSettings::gather(&args.model, &place.data)?;
    let Some(connected) = model::connect_and_ask(&mut settings, &place.data)? else {
        let hint = format!("{}; you can review yourself with `--manual`", model::HOW);
        return Err(Hinted::new("no language model is configured", &hint).into());
    };
    let ReviewArgs { ids, path, limit, .. } = args;
    let task = ReviewTask { settings, connected, ids, globs: path, limit };
    ctx.announce("Starting review...")?;
    let report = review_run::run(&task, ctx)?;
    ctx.print(&report, render::review_run)?;
    Ok(if report.reviews.is_empty() && exit_of(&report.ending) == Exit::Found {
        Exit::Nothing
    } else {
        exit_of(&report.ending)
    })
}
