//! `overview`: describes the purpose and the content of a folder, or the symbols of a file.

use rutter_domain::{Freshness, ListedEntry, Vocabulary, Worded};
use rutter_engine::{Error, OverviewAnswer, overview_of, symbols_of_file};
use rutter_knowledge::EntriesFilter;
use rutter_workspace::ItemKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::companions::render_pairs;
use super::mentions::MentionData;
use super::symbols::{self, Symbols};
use crate::CleanText;
use crate::quote::{flatten, quote};
use crate::reply::ToolReply;
use crate::{
    Effect, EntryVisibility, McpFace, ModelTool, Page, PageCut, PagedTool, Permission, Session,
    Tool, ToolError, Toolbox,
};

/// Tokens of the map.
const MAP_TOKENS: usize = 1_200;
/// Entries that are listed.
const MOST_ENTRIES: usize = 10;
/// A page with room for fewer items has no map.
const LEAST_ROOM: usize = 8;

#[derive(Debug, Clone, Copy)]
pub struct Overview;

/// Shows what a folder is for, its size by language, its folders and its most central types, modules and
/// files; of a file, its symbols with their lines. The cheapest first look at a part of a repository.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[command(after_help = "Examples:\n  \
    rutter overview\n  \
    rutter overview src/net --json\n  \
    rutter overview src/net/retry.rs --docs")]
pub struct Args {
    /// A folder or file; the root when left out
    #[arg(value_name = "DIR|FILE", default_value = "")]
    #[serde(rename = "path", default)]
    pub path: String,
    /// Of a file, also the first doc sentence of each symbol
    #[arg(long)]
    #[serde(default)]
    pub docs: bool,
}

/// The overview of a folder, or the symbols of a file.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Answer {
    Folder(Box<FolderAnswer>),
    File(symbols::Answer),
}

/// The overview of a folder, with the entries of its code.
#[derive(Debug, Clone, Serialize)]
pub struct FolderAnswer {
    #[serde(flatten)]
    pub overview: OverviewAnswer,
    /// Entries of its symbols and files.
    pub entries: Vec<EntryLine>,
    pub entries_omitted: usize,
}

/// An entry as one line of a list.
#[derive(Debug, Clone, Serialize)]
pub struct EntryLine {
    pub symbol: String,
    pub path: String,
    pub line: u32,
    pub status: String,
    pub summary: String,
}

impl From<&ListedEntry> for EntryLine {
    fn from(entry: &ListedEntry) -> EntryLine {
        EntryLine {
            symbol: if entry.kind.is_wide() {
                entry.title().to_owned()
            } else {
                entry.symbol.clone()
            },
            path: entry.path.clone(),
            line: entry.start_line,
            status: entry.status.name().to_owned(),
            summary: entry.summary.clone(),
        }
    }
}

impl Tool for Overview {
    const NAME: &'static str = "overview";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, session: &Session, args: Args) -> Result<Answer, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let path = args.path.trim_start_matches("./").trim_end_matches('/');
        match symbols_of_file(&knowledge.snapshot, path) {
            Ok(file) => return Ok(Answer::File(symbols::Answer { file, docs: args.docs.into() })),
            Err(Error::NotIndexed { .. } | Error::IsFolder { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let statuses = match session.entries {
            EntryVisibility::Hidden => Default::default(),
            EntryVisibility::Shown => knowledge.entry_statuses(),
        };
        let overview = overview_of(&knowledge.snapshot, path, MAP_TOKENS, &statuses)?;
        let is_inside = |entry: &&ListedEntry| {
            let rest = entry.path.strip_prefix(&overview.path);
            overview.path.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let listed = match session.entries {
            EntryVisibility::Hidden => Vec::new(),
            EntryVisibility::Shown => knowledge.entries(&EntriesFilter::default())?.entries,
        };
        let entries: Vec<EntryLine> =
            listed.iter().filter(is_inside).map(EntryLine::from).collect();
        Ok(Answer::Folder(Box::new(FolderAnswer {
            entries_omitted: entries.len().saturating_sub(MOST_ENTRIES),
            entries: entries.into_iter().take(MOST_ENTRIES).collect(),
            overview,
        })))
    }

    fn word(&self, answer: &mut Answer, vocabulary: &dyn Vocabulary) {
        match answer {
            Answer::Folder(folder) => folder.overview.word(vocabulary),
            Answer::File(answer) => answer.file.word(vocabulary),
        }
    }

    fn freshness<'a>(&self, answer: &'a Answer) -> Option<&'a Freshness> {
        Some(match answer {
            Answer::Folder(folder) => &folder.overview.index,
            Answer::File(answer) => &answer.file.index,
        })
    }
}

impl ModelTool for Overview {
    const EXAMPLE: &'static str = r#"{"path":"src/net"}"#;
    const MCP: Option<McpFace> =
        Some(McpFace { name: "overview", asks_all: true, ..McpFace::USUAL });
    type Input = Args;

    fn resolve(&self, toolbox: &Toolbox, input: Args) -> Result<Args, ToolError> {
        let path = input.path.trim();
        let is_root = matches!(path.trim_end_matches('/'), "" | ".");
        let path = if is_root {
            String::new()
        } else {
            let resolved = toolbox.workspace()?.resolve(path)?;
            match resolved.kind {
                ItemKind::Folder => resolved.path,
                ItemKind::File | ItemKind::Link | ItemKind::Special => {
                    toolbox.workspace()?.resolve_file(path)?.path
                }
            }
        };
        Ok(Args { path, ..input })
    }

    fn render(
        &self,
        toolbox: &Toolbox,
        answer: &Answer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let folder = match answer {
            Answer::File(file) => return Symbols.render(toolbox, file, reply),
            Answer::Folder(folder) => folder,
        };
        let overview = &folder.overview;
        let name = if overview.path.is_empty() { "the repository" } else { &overview.path };
        let languages: Vec<String> = (overview.languages.iter())
            .map(|share| format!("{} {}", share.language.name(), share.files))
            .collect();
        reply.line(format!(
            "{name}: {} files, {} symbols ({})",
            overview.n_files,
            overview.n_symbols,
            languages.join(", ")
        ));
        reply.trust(&overview.index, None);
        if let Some(purpose) = &overview.purpose {
            reply.line(format!("{} [{}]", purpose.text, purpose.path));
        }
        if !overview.folders.is_empty() {
            reply.line("folders:");
        }
        for inside in &overview.folders {
            let purpose = inside.purpose.as_deref();
            let purpose = purpose.map_or_else(String::new, |text| format!(": {text}"));
            reply.line(format!("{}/ ({}){purpose}", inside.path, inside.files));
        }
        if overview.folders_omitted > 0 {
            reply.line(format!("… {} more folders", overview.folders_omitted));
        }
        if let Some(start) = &overview.map.start {
            reply.line(format!("starts at {}:{} {}", start.path, start.line, start.symbol));
        }
        if !overview.map.containers.is_empty() {
            reply.line("central, by how many files use it for sure:");
            reply.line(overview.map.rows().to_string().trim_end());
        }
        render_pairs(reply, &overview.changed_together);
        if !folder.entries.is_empty() {
            reply.line("recorded:");
        }
        for entry in &folder.entries {
            let place = match entry.line {
                // An entry about a folder, the repository or a topic has no line.
                0 => flatten(&entry.symbol),
                line => format!("{}:{line} {}", entry.path, entry.symbol),
            };
            reply.line(format!("{place} ({}): {}", entry.status, quote(&entry.summary)));
        }
        if folder.entries_omitted > 0 {
            reply.line(format!("… {} more entries", folder.entries_omitted));
        }
        reply.more("ask for one of its folders");
        Ok(())
    }
}

impl PagedTool for Overview {
    type Data = OverviewData;

    fn cut(&self, answer: &mut Answer, page: &Page, room: usize) -> PageCut {
        match answer {
            Answer::File(file) => Symbols.cut(file, page, room),
            Answer::Folder(folder) => {
                let overview = &mut folder.overview;
                overview.folders_omitted += overview.folders.len().saturating_sub(room);
                overview.folders.truncate(room);
                folder.entries_omitted += folder.entries.len().saturating_sub(room);
                folder.entries.truncate(room);
                if room < LEAST_ROOM {
                    overview.map.containers.clear();
                }
                let n_items = overview.folders.len().max(folder.entries.len()).max(1);
                PageCut {
                    n_items: n_items.max(overview.map.containers.len().min(LEAST_ROOM)),
                    next: None,
                }
            }
        }
    }

    fn data(&self, answer: &Answer) -> OverviewData {
        match answer {
            Answer::File(symbols::Answer { file, .. }) => OverviewData {
                path: CleanText::from(&file.path),
                symbols: (file.symbols.iter())
                    .map(|symbol| OverviewSymbol {
                        qualified_name: CleanText::from(&symbol.qualified_name),
                        kind: symbol.kind.name(),
                        path: None,
                        start_line: symbol.start_line,
                        end_line: Some(symbol.end_line),
                        users: None,
                    })
                    .collect(),
                mentions: file.mentions.iter().map(MentionData::from).collect(),
                ..OverviewData::default()
            },
            Answer::Folder(folder) => OverviewData {
                path: CleanText::from(&folder.overview.path),
                n_files: Some(folder.overview.n_files),
                folders: (folder.overview.folders.iter())
                    .map(|inside| CleanText::from(&inside.path))
                    .collect(),
                symbols: (folder.overview.map.containers.iter())
                    .map(|row| OverviewSymbol {
                        qualified_name: CleanText::from(&row.container.name),
                        kind: row.container.kind.name(),
                        path: Some(CleanText::from(&row.container.path)),
                        start_line: row.container.start_line,
                        end_line: None,
                        users: Some(row.container.users),
                    })
                    .collect(),
                mentions: Vec::new(),
            },
        }
    }
}

/// What is in a folder or file, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct OverviewData {
    path: CleanText,
    /// Of a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_files: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    folders: Vec<CleanText>,
    /// Of a folder, the most central ones.
    symbols: Vec<OverviewSymbol>,
    /// Where documents mention the file; on the first page only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mentions: Vec<MentionData>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct OverviewSymbol {
    qualified_name: CleanText,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<CleanText>,
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    /// Of a folder: other files that use it for sure.
    #[serde(skip_serializing_if = "Option::is_none")]
    users: Option<u32>,
}
