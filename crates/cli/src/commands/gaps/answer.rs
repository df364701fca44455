//! `gaps answer`: records a person's answer to a gap.

use std::io::{self, IsTerminal, Read};

use rutter_domain::{GapState, Recording};
use rutter_tools::knowledge::gap_decisions::{AnswerArgs, AnswerGap, PreviewArgs, PreviewGap};

use crate::arguments::AnswerGapArgs;
use crate::context::Context;
use crate::editor;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::person;
use crate::render;

/// An answer on standard input is read up to here.
const LIMIT_BYTES: u64 = 1 << 20;

pub fn run(args: AnswerGapArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    ctx.session.author = person::name(args.by, ctx);
    // Fails on an unknown gap before the person writes an answer.
    let preview = PreviewArgs { gap: args.gap.clone(), text: None };
    let preview = ctx.run(&PreviewGap, preview)?;
    let given = args.text.or_else(|| (!args.words.is_empty()).then(|| args.words.join(" ")));
    let text = match given {
        Some(text) if text != "-" => text,
        None if io::stdin().is_terminal() => {
            editor::write(&render::gap_template(&preview.gap), ctx)?
        }
        Some(_) | None => read_input()?,
    };
    if text.trim().is_empty() {
        let hint = "give it after the id, or on standard input; `rutter gaps dismiss` is for gaps that are none";
        return Err(Hinted::new("the answer is empty, so nothing was recorded", hint).into());
    }
    let answered = ctx.run(&AnswerGap, AnswerArgs { gap: preview.gap.gap.id, text })?;
    ctx.print(&answered, render::answered_gap)?;
    let is_refused = matches!(answered.recording, Some(Recording::Refused { .. }));
    Ok(match answered.gap.state {
        GapState::Resolved | GapState::Dismissed if !is_refused => Exit::Found,
        GapState::Resolved
        | GapState::Dismissed
        | GapState::Open
        | GapState::RequiresHumanInput => Exit::Incomplete,
    })
}

fn read_input() -> anyhow::Result<String> {
    let mut text = String::new();
    io::stdin().lock().take(LIMIT_BYTES).read_to_string(&mut text)?;
    Ok(text)
}
