//! `go.mod`: the path of a module, and the modules that are replaced by folders.

use crate::base::path_text::{join, parent_of};

/// The modules of all `go.mod` files.
#[derive(Debug, Default)]
pub struct GoFiles {
    modules: Vec<(String, String)>,
}

impl GoFiles {
    pub fn add(&mut self, path: &str, text: &str) {
        let folder = parent_of(path);
        let mut block = "";
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or(line).trim();
            let mut words = line.split_whitespace();
            let first = words.next().unwrap_or("");
            if line.ends_with('(') {
                block = first;
                continue;
            }
            if first == ")" {
                block = "";
                continue;
            }
            // Within `replace ( … )` the verb stands before the bracket only.
            let (verb, rest) = match block {
                "" => (first, line[first.len()..].trim()),
                block => (block, line),
            };
            match verb {
                "module" => self.modules.push((unquoted(rest).into(), folder.into())),
                "replace" => self.modules.extend(replaced(folder, rest)),
                _ => {}
            }
        }
    }

    /// The import path of each module and the folder it lies in, those of `go.mod` files first.
    pub fn modules(&self) -> &[(String, String)] {
        &self.modules
    }
}

/// `example.com/other v1.2.3 => ../other`, if it leads to a folder of the repository.
fn replaced(folder: &str, text: &str) -> Option<(String, String)> {
    let (module, place) = text.split_once("=>")?;
    let module = unquoted(module.split_whitespace().next()?);
    let place = unquoted(place.trim());
    // Anything else is a module of another name or version, from outside.
    let is_folder = place.starts_with("./") || place.starts_with("../");
    is_folder.then(|| join(folder, place)).flatten().map(|folder| (module.into(), folder))
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '`'])
}
