//! Lists the content of a folder.

use std::ffi::OsStr;
use std::sync::Arc;

use serde::Serialize;

use super::{AccessError, Workspace, prefixes};
use crate::output::Missing;
use crate::secrets::secret_file;
use crate::tree::{IGNORE_FILES, Rules, Verdict};

/// The contents of a folder.
#[derive(Debug, Clone, Serialize)]
pub struct Listing {
    /// The folder; `.` for the root.
    pub path: String,
    /// Folders first, then by name.
    pub items: Vec<ListedItem>,
    /// Names that the ignore files leave out.
    pub ignored: Vec<String>,
    /// Names that are git's or rutter's own.
    pub private: Vec<String>,
}

/// Something in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListedItem {
    pub name: String,
    pub kind: ItemKind,
    /// Of files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_bytes: Option<u64>,
    /// Whether its content is masked.
    pub is_secret: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    Folder,
    File,
    Link,
    /// A pipe, a socket or a device.
    Special,
}

impl Workspace {
    /// Lists a folder: its items, hidden ones too, and the names of ignored ones.
    pub fn list(&self, typed: &str) -> Result<Listing, AccessError> {
        let folder = self.resolve_folder(typed)?.path;
        let opened = if folder.is_empty() { "." } else { &folder };
        let dir = self.open_folder(&folder, Missing::Refuse)?;
        let entries = dir.entries().map_err(|error| self.explain(&folder, error))?;
        let entries: Vec<_> = entries.flatten().collect();
        let names: Vec<_> = entries.iter().map(|entry| entry.file_name()).collect();
        let rules = self.rules_in(&folder, &names);
        let mut listing = Listing {
            path: opened.to_owned(),
            items: Vec::new(),
            ignored: Vec::new(),
            private: Vec::new(),
        };
        for (entry, os_name) in entries.iter().zip(&names) {
            let name = os_name.to_string_lossy().into_owned();
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if self.check_private(&path, &path).is_err() {
                listing.private.push(name);
                continue;
            }
            let Ok(kind) = entry.file_type() else { continue };
            let is_hidden = name.starts_with('.');
            let verdict = rules.judge(&self.absolute(&path), os_name, kind.is_dir());
            if verdict == Verdict::Ignore && !is_hidden {
                listing.ignored.push(if kind.is_dir() { format!("{name}/") } else { name });
                continue;
            }
            let kind = match (kind.is_dir(), kind.is_file(), kind.is_symlink()) {
                (true, _, _) => ItemKind::Folder,
                (_, true, _) => ItemKind::File,
                (_, _, true) => ItemKind::Link,
                (false, false, false) => ItemKind::Special,
            };
            let n_bytes = match kind {
                ItemKind::File => entry.metadata().ok().map(|metadata| metadata.len()),
                ItemKind::Folder | ItemKind::Link | ItemKind::Special => None,
            };
            let is_secret = kind != ItemKind::Folder && secret_file(&path).is_some();
            listing.items.push(ListedItem { name, kind, n_bytes, is_secret });
        }
        listing.items.sort_by(|a, b| {
            let rank = |item: &ListedItem| item.kind != ItemKind::Folder;
            rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name))
        });
        listing.ignored.sort_unstable();
        listing.private.sort_unstable();
        Ok(listing)
    }

    /// The ignore rules that hold in a folder.
    fn rules_in(&self, folder: &str, names: &[std::ffi::OsString]) -> Arc<Rules> {
        let rule_files = |at: &str| -> Vec<&OsStr> {
            let exists = |name: &&str| self.absolute(at).join(name).is_file();
            IGNORE_FILES.into_iter().filter(exists).map(OsStr::new).collect()
        };
        let own: Vec<&OsStr> = names
            .iter()
            .map(std::ffi::OsString::as_os_str)
            .filter(|name| IGNORE_FILES.iter().any(|file| name == file))
            .collect();
        if folder.is_empty() {
            return Rules::at_root(&self.tree, &self.root, "", &own);
        }
        let mut rules = Rules::at_root(&self.tree, &self.root, "", &rule_files(""));
        for above in prefixes(folder) {
            rules = rules.below(&self.tree, &self.absolute(above), above, &rule_files(above));
        }
        rules
    }
}
