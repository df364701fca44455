//! Searches for the places that fit a question best, in place of an answer if there is no model.

use rutter_engine::{HitDetail, SearchAnswer};
use rutter_tools::code::search::{Args as SearchToolArgs, Blank, Search, SearchOptions};

use crate::context::Context;

const SHOWN_FILES: usize = 5;
const SHOWN_EXCERPTS: usize = 2;

pub fn best_places(question: &str, ctx: &mut Context) -> anyhow::Result<SearchAnswer> {
    let options =
        SearchOptions { limit: SHOWN_FILES, excerpts: SHOWN_EXCERPTS, ..SearchOptions::default() };
    let request = SearchToolArgs {
        query: question.to_owned(),
        blank: Blank::Refuse,
        detail: HitDetail::default(),
        options,
    };
    Ok(ctx.run(&Search, request)?)
}
