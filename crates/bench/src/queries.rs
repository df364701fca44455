//! Questions that a tree's own text suggests: names it defines, and words of its comments.

use std::path::PathBuf;

/// Words before a name that is being defined.
const DEFINERS: &[&str] = &["fn", "struct", "enum", "trait", "def", "class", "func", "function"];

/// Marks before the words of a comment.
const COMMENTS: &[&str] = &["///", "//!", "//", "#", "/**", "*"];

/// At most `n_queries`, half of them names and half of them phrases, from files all over the tree.
pub fn draw(files: &[PathBuf], n_queries: usize) -> Vec<String> {
    let mut names = Vec::new();
    let mut phrases = Vec::new();
    let stride = (files.len() / (n_queries * 2)).max(1);
    for path in files.iter().step_by(stride) {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        // One of each a file, and not always the first.
        names.extend(middle(text.lines().filter_map(defined_name).collect()));
        phrases.extend(middle(text.lines().filter_map(phrase).collect()));
    }
    for list in [&mut names, &mut phrases] {
        list.sort();
        list.dedup();
    }
    let half = n_queries / 2;
    spread(names, half).chain(spread(phrases, half)).collect()
}

/// The name that a line defines.
fn defined_name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    words.find(|word| DEFINERS.contains(word))?;
    let name: String =
        words.next()?.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (name.len() > 3).then_some(name)
}

/// The first words of a comment line that has enough of them.
fn phrase(line: &str) -> Option<String> {
    let line = line.trim();
    let words = COMMENTS.iter().find_map(|mark| line.strip_prefix(mark))?;
    let words: Vec<&str> = words
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.len() > 2 && word.is_ascii())
        .take(6)
        .collect();
    (words.len() >= 4).then(|| words.join(" "))
}

fn middle(mut list: Vec<String>) -> Option<String> {
    if list.is_empty() { None } else { Some(list.swap_remove(list.len() / 2)) }
}

/// At most `limit` of a list, evenly taken.
fn spread(list: Vec<String>, limit: usize) -> impl Iterator<Item = String> {
    let stride = (list.len() / limit.max(1)).max(1);
    list.into_iter().step_by(stride).take(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_phrases_are_taken_from_the_text() {
        assert_eq!(defined_name("pub fn read_file(path: &Path) {"), Some("read_file".to_owned()));
        assert_eq!(defined_name("let x = 1;"), None);
        let comment = "    /// Reads the file, and tells what was there.";
        assert_eq!(phrase(comment), Some("Reads the file and tells what".to_owned()));
        assert_eq!(phrase("# one two"), None);
    }

    #[test]
    fn a_tree_gives_as_many_queries_as_asked_for() {
        let tree = rutter_fixture::synthetic(120, 1);
        let files = crate::tree::list_files(tree.path());
        let queries = draw(&files, 40);
        assert_eq!(queries.len(), 40);
    }
}
