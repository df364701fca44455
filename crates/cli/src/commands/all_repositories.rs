//! `--all`: asks all repositories of the team instead of this one.

use std::io::{self, Write};

use rutter_team::tools::code::{FindLines, FindSymbol, SearchCode};
use rutter_team::tools::entries::SearchEntries;
use rutter_team::{TeamTool, TeamVisitor};

use crate::arguments::{GlobalArgs, ReferencesArgs, SearchArgs, SymbolArgs};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::{render, team_services};

pub fn search(args: SearchArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let SearchArgs { words, options, published, .. } = args;
    let (query, repo) = (words.join(" "), published.repository);
    if options.flat || options.skip > 0 || options.tokens.is_some() {
        return not_for_all("`--flat`, `--skip` and `--tokens` are not for `--all`");
    }
    if !options.entries {
        let search = SearchCode { query, repo, options };
        return ask(&search, global, render::team_search, |answer| answer.hits.is_empty());
    }
    if !options.lang.is_empty() || !options.kind.is_empty() || !options.path.is_empty() {
        return not_for_all("`--lang`, `--kind` and `--path` are not for `--all --entries`");
    }
    let limit = options.limit;
    let entries = SearchEntries { query: Some(query), repo, limit, ..SearchEntries::default() };
    ask(&entries, global, render::team_entries, |answer| answer.entries.is_empty())
}

pub fn symbol(args: SymbolArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let wanted = args.symbol;
    let symbol = FindSymbol {
        symbol: wanted.name,
        repo: args.published.repository,
        file_path: wanted.file_path,
        limit: wanted.limit,
    };
    ask(&symbol, global, render::team_symbol, |answer| answer.definitions.is_empty())
}

pub fn references(args: ReferencesArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    let wanted = args.references;
    if wanted.file_path.is_some() || wanted.kind.is_some() {
        let message = "`--path` and `--kind` are not for `--all`: uses are found by name there";
        return not_for_all(message);
    }
    let (symbol, repo, limit) = (wanted.name, args.published.repository, wanted.limit);
    let references = FindLines { symbol, repo, limit };
    ask(&references, global, render::team_references, |answer| answer.lines.is_empty())
}

fn not_for_all(message: &str) -> anyhow::Result<Exit> {
    Err(Hinted::new(message, "leave them out, or ask this repository alone").into())
}

fn ask<T: TeamTool>(
    tool: &T,
    global: &GlobalArgs,
    render: fn(&mut dyn Write, &T::Answer) -> io::Result<()>,
    is_empty: fn(&T::Answer) -> bool,
) -> anyhow::Result<Exit> {
    let team = team_services::team_to_read(global)?;
    let mut ctx = team_services::context(global)?;
    let answer = team.seen_by(TeamVisitor::Owner).run(tool)?;
    ctx.print(&answer, render)?;
    Ok(if is_empty(&answer) { Exit::Nothing } else { Exit::Found })
}
