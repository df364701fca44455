//! `compile_commands.json`: the folders in which each source file of C and C++ looks for headers.

use serde_json::Value;

/// Commands beyond this number are not read.
const MAX_COMMANDS: usize = 20_000;
/// The options that name a folder of headers.
const OPTIONS: [&str; 5] = ["-I", "-isystem", "-iquote", "-idirafter", "--include-directory="];

/// The commands of all such files.
#[derive(Debug, Default)]
pub struct CompileCommands {
    pub commands: Vec<CompileCommand>,
}

/// One source file, with absolute paths as of the machine that wrote them.
#[derive(Debug)]
pub struct CompileCommand {
    pub file: String,
    pub folders: Vec<String>,
}

impl CompileCommands {
    pub fn add(&mut self, text: &str) {
        let Ok(Value::Array(entries)) = serde_json::from_str(text) else { return };
        let n_left = MAX_COMMANDS.saturating_sub(self.commands.len());
        self.commands.extend(entries.iter().take(n_left).filter_map(read_entry));
    }
}

fn read_entry(entry: &Value) -> Option<CompileCommand> {
    let folder = entry.get("directory")?.as_str()?;
    let file = absolute(folder, entry.get("file")?.as_str()?);
    let words = match (entry.get("arguments"), entry.get("command")) {
        (Some(Value::Array(words)), _) => {
            words.iter().filter_map(|word| Some(word.as_str()?.to_string())).collect()
        }
        (_, Some(Value::String(command))) => split_words(command),
        _ => Vec::new(),
    };
    let mut folders = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let option = OPTIONS.iter().find_map(|option| word.strip_prefix(option));
        let place = match option {
            // `-I folder` is two words, `-Ifolder` is one.
            Some("") => words.next().map(String::as_str),
            place => place,
        };
        folders.extend(place.map(|place| absolute(folder, place)));
    }
    folders.dedup();
    Some(CompileCommand { file, folders })
}

/// Joins, without `.` and `..`, and with `/` as separator.
fn absolute(folder: &str, path: &str) -> String {
    let path = path.replace('\\', "/");
    // The file may have been written on Windows: `C:\src`.
    let is_absolute = path.starts_with('/') || path.get(1..2) == Some(":");
    let joined = if is_absolute { path } else { format!("{}/{path}", folder.replace('\\', "/")) };
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The words of a command, with quotes and backslashes as a shell reads them.
fn split_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match (c, quote) {
            // Within single quotes a backslash stands for itself.
            ('\\', Some('"') | None) => word.extend(characters.next()),
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => quote = Some(c),
            (c, None) if c.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            (c, _) => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
