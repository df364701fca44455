//! The toolbox's words, with the names that its tools have among agents.

/// What the toolbox calls a tool, and what agents call it.
const NAMES: [(&str, &str); 4] = [
    ("list_symbols_in_file", "outline"),
    ("get_symbol_details", "symbol"),
    ("create_index_entry", "record"),
    ("read_file", "read"),
];

/// What is said of tools that agents do not have, and what is said to them instead.
const PHRASES: [(&str, &str); 4] = [
    // A server does it by itself.
    ("run `rutter index`", "it is being brought up to date; ask again in a moment"),
    (
        "find files by name with list_files, such as `**/*.rs`",
        "find it with search, or with grep and a `glob`",
    ),
    ("; list_files finds files", "; search finds files"),
    ("list it with list_filesystem", "look into it with search and its `path`, or with grep"),
];

/// How answers name a tool.
const LEADS: [&str; 3] = ["with ", "by ", "ask "];

/// What is said of tools, in the names that agents know.
pub(crate) fn in_agents_words(text: &str) -> String {
    NAMES.iter().fold(text.to_owned(), |text, (ours, theirs)| text.replace(ours, theirs))
}

/// An answer in those names. Lines of code stay as they are, and so does what merely looks alike.
pub(crate) fn answer_in_agents_words(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    for (at, line) in text.lines().enumerate() {
        if at > 0 {
            told.push('\n');
        }
        // Whatever is reworded has one of these in it.
        let may_change =
            line.contains('_') || line.contains("skip") || line.contains("rutter index");
        if may_change && !is_code(line) {
            told.push_str(&reworded(line));
        } else {
            told.push_str(line);
        }
    }
    told
}

fn reworded(line: &str) -> String {
    let mut line = line.to_owned();
    for (ours, theirs) in PHRASES {
        line = line.replace(ours, theirs);
    }
    // What a tool takes, told after a mistake.
    if line.contains("; it takes ") {
        line = line.replace("skip?", "cursor?");
    }
    for (ours, theirs) in NAMES {
        for lead in LEADS {
            line = line.replace(&format!("{lead}{ours}"), &format!("{lead}{theirs}"));
        }
        // A refusal begins with the name of the tool.
        if let Some(rest) = line.strip_prefix(&format!("`{ours}` ")) {
            line = format!("`{theirs}` {rest}");
        }
        if line.contains("for example: ") {
            line = line.replace(&format!("{ours}("), &format!("{theirs}("));
        }
    }
    line
}

/// Whether it is a line of a file: its number, a tab, its text.
fn is_code(line: &str) -> bool {
    line.split_once('\t').is_some_and(|(number, _)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_reworded_and_code_is_not() {
        let told = "3\tgo on with read_file(1)\n… 4 more lines; go on with read_file({})\nsymbol read_file";
        let expect =
            "3\tgo on with read_file(1)\n… 4 more lines; go on with read({})\nsymbol read_file";
        assert_eq!(answer_in_agents_words(told), expect);
    }
}
