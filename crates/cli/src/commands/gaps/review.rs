//! `gaps review`: a person goes through the gaps, one after the other.
//!
//! Input is read by lines, so that it works at a terminal and in a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

use rutter_domain::{Gap, GapState, Recording};
use rutter_knowledge::GapPreview;
use rutter_tools::files::read_file::{self, ReadFile};
use rutter_tools::knowledge::gap_decisions::{
    AnswerArgs, AnswerGap, DecideArgs, DecideGap, GapDecision, PreviewArgs, PreviewGap,
};
use rutter_tools::knowledge::gaps::{GapsArgs, ListGaps};

use crate::arguments::{Format, GapReviewArgs};
use crate::context::Context;
use crate::editor;
use crate::exit::Exit;
use crate::gap_rows::Reviewed;
use crate::person;
use crate::render;
use crate::screen;

/// At most this many lines of a symbol are shown.
const SHOWN_LINES: u32 = 60;
const KEYS: &str = "a answer, d dismiss, o open the lines, s skip, q quit";

enum Step {
    Next,
    Quit,
}

pub fn run(args: GapReviewArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    ctx.session.author = person::name(args.by, ctx);
    let wanted = GapsArgs {
        under: args.under,
        rules: args.rules,
        limit: Some(args.limit),
        ..GapsArgs::default()
    };
    let gaps = ctx.run(&ListGaps, wanted)?.gaps;
    let mut reviewed = Reviewed { left: gaps.len(), ..Reviewed::default() };
    let n_gaps = gaps.len();
    for (at, gap) in gaps.into_iter().enumerate() {
        let mut dialog = Dialog { ctx, reviewed: &mut reviewed };
        match dialog.review(gap, at + 1, n_gaps)? {
            Step::Next => reviewed.left -= 1,
            Step::Quit => break,
        }
    }
    ctx.print(&reviewed, render::reviewed_gaps)?;
    Ok(match reviewed.left {
        _ if n_gaps == 0 => Exit::Nothing,
        0 => Exit::Found,
        _ => Exit::Incomplete,
    })
}

struct Dialog<'a> {
    ctx: &'a mut Context,
    reviewed: &'a mut Reviewed,
}

impl Dialog<'_> {
    fn review(&mut self, gap: Gap, number: usize, n_gaps: usize) -> anyhow::Result<Step> {
        let preview = PreviewArgs { gap: gap.id.clone(), text: None };
        let preview = self.ctx.run(&PreviewGap, preview)?.gap;
        self.say(|out| {
            writeln!(out, "\n{number}/{n_gaps}")?;
            render::gap_line(out, &gap)?;
            render::gap_now(out, &preview)
        })?;
        loop {
            let Some(line) = self.ask(&format!("{KEYS}: "))? else { return Ok(Step::Quit) };
            let (key, rest) = line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
            let is_done = match key {
                "a" | "answer" => self.answer(&preview, rest.trim())?,
                "d" | "dismiss" => self.dismiss(&gap, rest.trim())?,
                "o" | "open" => {
                    self.open(&preview)?;
                    false
                }
                "s" | "skip" | "" => {
                    self.reviewed.skipped.push(gap.id.clone());
                    true
                }
                "q" | "quit" => return Ok(Step::Quit),
                _ => false,
            };
            if is_done {
                return Ok(Step::Next);
            }
        }
    }

    /// Returns whether the gap is closed.
    fn answer(&mut self, preview: &GapPreview, typed: &str) -> anyhow::Result<bool> {
        let text = match typed {
            "" if io::stdin().is_terminal() => {
                editor::write(&render::gap_template(preview), self.ctx)?
            }
            "" => self.ask("answer: ")?.unwrap_or_default(),
            typed => typed.to_owned(),
        };
        if text.trim().is_empty() {
            self.say(|out| writeln!(out, "the answer is empty; nothing was recorded"))?;
            return Ok(false);
        }
        let id = preview.gap.id.clone();
        let checked = PreviewArgs { gap: id.clone(), text: Some(text.clone()) };
        let faults = self.ctx.run(&PreviewGap, checked)?.faults;
        self.say(|out| {
            render::text_diff(out, preview.now.as_deref(), &text)?;
            render::gap_faults(out, &faults)
        })?;
        let consent = self.ask("record it? y/n: ")?;
        if !matches!(consent.as_deref(), Some("y" | "yes")) {
            return Ok(false);
        }
        let answered = self.ctx.run(&AnswerGap, AnswerArgs { gap: id.clone(), text })?;
        self.say(|out| render::answered_gap(out, &answered))?;
        let is_refused = matches!(answered.recording, Some(Recording::Refused { .. }));
        let is_closed = matches!(answered.gap.state, GapState::Resolved | GapState::Dismissed);
        if !is_refused && is_closed {
            self.reviewed.answered.push(id);
        }
        Ok(!is_refused && is_closed)
    }

    fn dismiss(&mut self, gap: &Gap, typed: &str) -> anyhow::Result<bool> {
        let why = match typed {
            "" => self.ask("why is it none? ")?.unwrap_or_default(),
            typed => typed.to_owned(),
        };
        if why.trim().is_empty() {
            self.say(|out| writeln!(out, "without a reason it stays open"))?;
            return Ok(false);
        }
        let decision = GapDecision::Dismiss { why };
        let args = DecideArgs { gap: gap.id.clone(), decision };
        let decided = self.ctx.run(&DecideGap, args)?;
        self.say(|out| render::decided_gap(out, &decided))?;
        self.reviewed.dismissed.push(gap.id.clone());
        Ok(true)
    }

    /// Shows the lines that the gap is about.
    fn open(&mut self, preview: &GapPreview) -> anyhow::Result<()> {
        let place = &preview.place;
        let last = place.end_line.min(place.start_line.saturating_add(SHOWN_LINES - 1));
        let args = read_file::Args {
            file_path: place.path.clone(),
            start_line: Some(place.start_line),
            end_line: Some(last),
            docs: None,
            why: None,
        };
        match self.ctx.run(&ReadFile, args) {
            Ok(read) => self.say(|out| render::numbered_lines(out, &read.excerpt)),
            // The review continues if the file is gone.
            Err(error) => self.say(|out| writeln!(out, "{error}")),
        }
    }

    fn ask(&mut self, question: &str) -> anyhow::Result<Option<String>> {
        self.say(|out| {
            write!(out, "{question}")?;
            out.flush()
        })?;
        let mut line = String::new();
        let n_read = io::stdin().lock().read_line(&mut line)?;
        Ok((n_read > 0).then(|| line.trim().to_owned()))
    }

    /// Writes for the person. In JSON format only the outcome goes to standard output.
    fn say(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
        match self.ctx.format {
            Format::Json => write(&mut screen::stderr())?,
            Format::Text => write(&mut self.ctx.out)?,
        }
        Ok(())
    }
}
