//! Runs `gaps resolve`: turns settings into options, resolves gaps, and reports the outcome.
//!
//! Nothing is printed here: [`RunReporter`] shows the run while it lasts, `render` its outcome.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use rutter_agent::{
    FindGaps, FoundGaps, GapSelection, Joined, Prompt, ResolveOptions, ResolvePlan, ResolveRun,
    ResolveTask, SavedRun, Templates, check_resolve, last_unfinished_run, plan_resolve,
    resolve_gaps,
};
use rutter_domain::{GapState, Timestamp};
use rutter_knowledge::{rule_names, store_url};
use rutter_provider::language::Connected;
use rutter_store::{open, open_runs};
use rutter_tools::knowledge::gaps::{GapsArgs, ListGaps};
use rutter_tools::{Session, Toolbox};
use rutter_workspace::RepoLayout;

use crate::arguments::ResolveArgs;
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exploration::read_prompt;
use crate::run_recorder::RunRecorder;
use crate::run_reporter::RunReporter;
use crate::settings::ModelSettings;
use crate::{model, runtime};

/// A run of `gaps resolve`.
pub struct ResolveJob {
    connected: Option<Connected>,
    options: ResolveOptions,
    resumed: Option<SavedRun>,
    templates: Templates,
    find_gaps: FindGaps,
}

impl ResolveJob {
    pub fn new(
        args: &ResolveArgs,
        settings: &ModelSettings,
        connected: Option<Connected>,
        ctx: &Context,
    ) -> anyhow::Result<ResolveJob> {
        for rule in &args.rules {
            if !rule_names().any(|name| name == rule) {
                let names: Vec<&str> = rule_names().collect();
                let hint = format!("rules: {}", names.join(", "));
                return Err(Hinted::new(&format!("there is no rule `{rule}`"), &hint).into());
            }
        }
        let layout = &ctx.toolbox.engine.layout;
        layout.prepare()?;
        let resumed = if args.resume { Some(unfinished(layout)?) } else { None };
        let mut options = options(args, settings, resumed.as_ref(), &layout.root)?;
        if let (Some(connected), None, None) = (&connected, &resumed, settings.max_output) {
            options.limit_output_tokens += connected.model.thinking_tokens();
        }
        let templates = templates(&layout.data.join("prompts"))?;
        let find_gaps = find_gaps(ctx.toolbox.as_ref().clone(), ctx.session.clone());
        Ok(ResolveJob { connected, options, resumed, templates, find_gaps })
    }
}

/// Loads the run to resume.
fn unfinished(layout: &RepoLayout) -> anyhow::Result<SavedRun> {
    let found = last_unfinished_run(&*open(&store_url(layout))?)?;
    found.ok_or_else(|| {
        Hinted::new("there is no run to resume", "start one with `rutter gaps resolve`").into()
    })
}

/// The options of the resumed run, or the defaults, overridden by those of the command line.
fn options(
    args: &ResolveArgs,
    settings: &ModelSettings,
    resumed: Option<&SavedRun>,
    root: &Path,
) -> anyhow::Result<ResolveOptions> {
    let mut options = resumed.map_or_else(ResolveOptions::default, |saved| saved.options.clone());
    if let Some(under) = &args.under {
        options.under = Some(relative(under, root)?);
    }
    if !args.rules.is_empty() {
        options.rules.clone_from(&args.rules);
    }
    options.jobs = args.jobs.map_or(options.jobs, usize::from);
    options.max_attempts = args.max_attempts.unwrap_or(options.max_attempts);
    options.confidence = args.confidence.unwrap_or(options.confidence);
    options.limit = args.limit.or(options.limit);
    options.max_tokens = settings.max_tokens.or(options.max_tokens);
    options.max_cost = settings.max_cost.or(options.max_cost);
    // The setting limits a whole exploration; here the flag limits one attempt.
    options.max_turns = args.model.max_turns.unwrap_or(options.max_turns);
    options.limit_output_tokens = settings.max_output.unwrap_or(options.limit_output_tokens);
    options.context_tokens = settings.context.unwrap_or(options.context_tokens);
    Ok(options)
}

/// Makes a path relative to the root. It may be relative to the current folder or to the root.
fn relative(under: &Path, root: &Path) -> anyhow::Result<String> {
    let here = std::env::current_dir()?.join(under);
    let there = [here, root.join(under)].into_iter().find_map(|path| path.canonicalize().ok());
    let inside = there.as_deref().and_then(|there| there.strip_prefix(root).ok());
    let inside = inside.ok_or_else(|| {
        let message = format!("there is no `{}` in `{}`", under.display(), root.display());
        Hinted::new(&message, "name a folder or a file of the repository")
    })?;
    Ok(inside.to_string_lossy().replace('\\', "/"))
}

/// The built-in prompts, replaced by those that the user wrote.
fn templates(folder: &Path) -> anyhow::Result<Templates> {
    let mut templates = Templates::default();
    for prompt in Prompt::ALL {
        let path = folder.join(format!("{}.md", prompt.name()));
        let Some(text) = read_prompt(&path)? else { continue };
        templates.replace(prompt, &text).map_err(|missing| {
            let message = format!("the prompt `{}` lacks the variable `{missing}`", path.display());
            let all = prompt.variables().join(", ");
            let hint =
                format!("it needs {all}; delete the file to use the prompt that comes along");
            Hinted::new(&message, &hint)
        })?;
    }
    Ok(templates)
}

/// Finds gaps as `gaps list` does, in all states.
fn find_gaps(toolbox: Toolbox, session: Session) -> FindGaps {
    Arc::new(move |selection| {
        let (under, rules) = match selection {
            GapSelection::Under { under, rules } => (under.clone(), rules.clone()),
            GapSelection::One(gap) => (Some(gap.path.clone()), vec![gap.rule.clone()]),
        };
        let args = GapsArgs { under, rules, states: GapState::ALL.to_vec(), ..GapsArgs::default() };
        let answer = toolbox.run(&session, &ListGaps, args)?;
        Ok(FoundGaps { completeness: answer.completeness, gaps: answer.gaps })
    })
}

/// Plans a run without sending anything.
pub fn plan(job: &ResolveJob, ctx: &Context) -> anyhow::Result<ResolvePlan> {
    let store = open(&store_url(&ctx.toolbox.engine.layout))?;
    let ResolveOptions { under, rules, .. } = job.options.clone();
    let found = (job.find_gaps)(&GapSelection::Under { under, rules })?;
    let model = job.connected.as_ref().map(|connected| connected.model.as_ref());
    let (options, templates) = (&job.options, &job.templates);
    Ok(plan_resolve(&ctx.toolbox, &*store, model, &found, options, templates)?)
}

/// Resolves until all gaps are done, a cap is reached or the user presses Ctrl-C.
pub fn run(job: ResolveJob, ctx: &mut Context) -> anyhow::Result<ResolveRun> {
    let ResolveJob { connected, options, resumed, templates, find_gaps } = job;
    let model = connected.as_ref().map(|connected| connected.model.as_ref());
    let run_guard = ctx.signals.begin_run();
    let runtime = runtime::for_run()?;
    if let Some(model) = model {
        model::prepare(&runtime, model, &run_guard.cancel);
        check_resolve(&options, model)?;
    }
    let url = store_url(&ctx.toolbox.engine.layout);
    let store = open(&url)?;
    let runs = open_runs(&url);
    let record = runs.create(Timestamp::of(SystemTime::now()))?;
    let run = record.id().to_owned();
    let recorder = RunRecorder::new(record);
    let reporter = RunReporter::new(ctx.verbosity, ctx.format);
    let observer = Joined(vec![&recorder, &reporter]);
    let task = ResolveTask {
        toolbox: &ctx.toolbox,
        model,
        store,
        runs: Arc::from(runs),
        find_gaps,
        observer: &observer,
        templates,
        options,
        resumed,
        run,
    };
    let outcome = runtime.block_on(resolve_gaps(task, &run_guard.cancel));
    drop(run_guard);
    reporter.finish();
    // Do not wait for a tool that still runs after a cancel.
    runtime.shutdown_background();
    Ok(outcome?)
}
