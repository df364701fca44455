//! `list_filesystem`: lists the content of a folder.

use rutter_workspace::{ItemKind, ListedItem, Listing};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::reply::ToolReply;
use crate::{Effect, ModelTool, Permission, Session, Tool, ToolError, Toolbox};

const LIMIT: usize = 300;
/// Ignored names that are listed.
const SHOWN_IGNORED: usize = 12;

#[derive(Debug, Clone, Copy)]
pub struct ListFilesystem;

/// Lists one folder of the repository: folders first, then files with their sizes. Begin with the
/// root to learn how the repository is laid out, then list only the folders that matter. To find
/// files by name anywhere use {list_files}; to find code use {search}.
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
    const PERMISSION: Permission = Permission::without_agents(Effect::Read);
    type Args = Args;
    type Answer = Listing;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Listing, ToolError> {
        let path = if args.path.trim().is_empty() { "." } else { args.path.as_str() };
        Ok(toolbox.workspace()?.list(path)?)
    }
}

impl ModelTool for ListFilesystem {
    const EXAMPLE: &'static str = r#"{"path":"."}"#;
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        Ok(input)
    }

    fn render(
        &self,
        _: &Toolbox,
        listing: &Listing,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let n_items = listing.items.len();
        let noun = if n_items == 1 { "entry" } else { "entries" };
        reply.line(format!("{n_items} {noun} in `{}`", listing.path));
        for item in listing.items.iter().take(LIMIT) {
            reply.line(describe(item));
            reply.n_redacted += u32::from(item.is_secret);
        }
        if n_items > LIMIT {
            reply.line(format!(
                "… {} more; find them by name with list_files, such as `{}/**/*.rs`",
                n_items - LIMIT,
                listing.path
            ));
        }
        if !listing.ignored.is_empty() {
            let n_more = listing.ignored.len().saturating_sub(SHOWN_IGNORED);
            let shown = &listing.ignored[..listing.ignored.len() - n_more];
            let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
            reply.line(format!("ignored: {}{more}", shown.join(", ")));
        }
        if !listing.private.is_empty() {
            reply.line(format!("not for tools: {}", listing.private.join(", ")));
        }
        reply.more("find files by name with list_files");
        Ok(())
    }
}

fn describe(item: &ListedItem) -> String {
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

/// Formats a number of bytes: `850 B`, `1.2 kB`, `96.0 MB`.
pub fn size(n_bytes: u64) -> String {
    match n_bytes {
        0..1_000 => format!("{n_bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", n_bytes as f64 / 1e3),
        _ => format!("{:.1} MB", n_bytes as f64 / 1e6),
    }
}
