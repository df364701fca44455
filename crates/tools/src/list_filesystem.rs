//! `list_filesystem`: what lies in a folder.

use rutter_engine::Error;
use rutter_workspace::{ItemKind, ListedItem, Listing};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::telling::Telling;
use crate::{Effect, Offered, Session, Tool, ToolError, Toolbox};

/// As many are told at once.
const LIMIT: usize = 300;
/// Ignored names that are told.
const TOLD_IGNORED: usize = 12;

#[derive(Debug, Clone, Copy)]
pub struct ListFilesystem;

/// Lists one folder of the repository: folders first, then files with their sizes. Begin with the
/// root to learn how the repository is laid out, then go only where it matters. To find files by
/// name anywhere use list_files; to find code use search.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// A folder relative to the root, such as `src/net`
    #[serde(default = "root")]
    pub path: String,
}

fn root() -> String {
    ".".to_owned()
}

impl Tool for ListFilesystem {
    const NAME: &'static str = "list_filesystem";
    type Args = Args;
    type Answer = Listing;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Listing, ToolError> {
        let path = if args.path.trim().is_empty() { "." } else { args.path.as_str() };
        Ok(toolbox.workspace()?.list(path)?)
    }
}

impl Offered for ListFilesystem {
    const EFFECT: Effect = Effect::Looks;
    const EXAMPLE: &'static str = r#"{"path":"."}"#;
    type Asked = Args;

    fn read(&self, _: &Toolbox, asked: Args) -> Result<Args, ToolError> {
        Ok(asked)
    }

    fn tell(&self, _: &Toolbox, listing: &Listing) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        let n_items = listing.items.len();
        let noun = if n_items == 1 { "entry" } else { "entries" };
        telling.line(format!("{n_items} {noun} in `{}`", listing.path));
        for item in listing.items.iter().take(LIMIT) {
            telling.line(told(item));
            telling.n_redacted += u32::from(item.is_secret);
        }
        if n_items > LIMIT {
            telling.line(format!(
                "… {} more; find them by name with list_files, such as `{}/**/*.rs`",
                n_items - LIMIT,
                listing.path
            ));
        }
        if !listing.ignored.is_empty() {
            let n_more = listing.ignored.len().saturating_sub(TOLD_IGNORED);
            let told = &listing.ignored[..listing.ignored.len() - n_more];
            let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
            telling.line(format!("ignored: {}{more}", told.join(", ")));
        }
        if !listing.private.is_empty() {
            telling.line(format!("not for tools: {}", listing.private.join(", ")));
        }
        telling.more("find files by name with list_files");
        Ok(telling)
    }
}

fn told(item: &ListedItem) -> String {
    let name = item.name.replace(|c: char| c.is_control(), "?");
    if item.is_secret {
        return format!("{name}  (secret, not shown)");
    }
    match (item.kind, item.n_bytes) {
        (ItemKind::Folder, _) => format!("{name}/"),
        (ItemKind::File, Some(n_bytes)) => format!("{name}  {}", size(n_bytes)),
        (ItemKind::File, None) => name,
        (ItemKind::Link, _) => format!("{name}  (link)"),
        (ItemKind::Special, _) => format!("{name}  (no file)"),
    }
}

/// A size as people say it.
pub(crate) fn size(n_bytes: u64) -> String {
    match n_bytes {
        0..1_000 => format!("{n_bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", n_bytes as f64 / 1e3),
        _ => format!("{:.1} MB", n_bytes as f64 / 1e6),
    }
}
