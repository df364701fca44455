//! A link in a document leads to a file that is there, and to a heading that is in it.
//!
//! Links to the web are left alone: tests use no network.

use crate::tidy::{Problem, Source, Sources};

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in sources.ending(".md") {
        for (number, target) in links(page) {
            let (path, anchor) = match target.split_once('#') {
                Some((path, anchor)) => (path, Some(anchor)),
                None => (target, None),
            };
            let path =
                if path.is_empty() { Some(page.path.clone()) } else { join(&page.path, path) };
            let Some(path) = path.filter(|path| exists(sources, path)) else {
                let what = format!("the link `{target}` leads nowhere");
                problems.push(Problem::at(&page.path, number, what));
                continue;
            };
            let Some(anchor) = anchor else { continue };
            let leads =
                sources.find(&path).is_some_and(|page| anchors(page).any(|at| at == anchor));
            if !leads {
                let what = format!("the link `{target}` leads to no heading of {path}");
                problems.push(Problem::at(&page.path, number, what));
            }
        }
    }
    problems
}

/// The targets of the links of a page that stay within the project, each with its line.
fn links(page: &Source) -> impl Iterator<Item = (usize, &str)> {
    prose(page).flat_map(|(number, line)| {
        let inline = line.match_indices("](").filter_map(move |(at, open)| {
            let rest = &line[at + open.len()..];
            let target = rest[..rest.find(')')?].split_whitespace().next()?;
            (!in_code(&line[..at])).then_some(target)
        });
        let definition = line
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("]: "))
            .and_then(|(_, rest)| rest.split_whitespace().next());
        inline
            .chain(definition)
            .filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
            .map(move |target| (number, target))
    })
}

/// The lines outside of code blocks.
fn prose(page: &Source) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    page.lines().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

fn in_code(before: &str) -> bool {
    before.matches('`').count() % 2 == 1
}

/// The anchors of a page's headings, as code hosts make them.
fn anchors(page: &Source) -> impl Iterator<Item = String> {
    prose(page).filter(|(_, line)| line.starts_with('#')).map(|(_, line)| {
        let heading = line.trim_start_matches('#').trim();
        heading
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() })
            .collect()
    })
}

/// The path that a relative link from a page means; `None` if it leaves the project.
fn join(page: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    if target.starts_with('/') {
        return None;
    }
    for part in target.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Whether a file of that path is there, or a folder with files in it.
fn exists(sources: &Sources, path: &str) -> bool {
    let folder = format!("{path}/");
    path.is_empty()
        || sources.files.iter().any(|file| file.path == path || file.path.starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_link_to_nothing_is_found() {
        let bad = "//- docs/a.md\nSee [b](b.md) and [c](../c.md#two-words), [out](../../x.md).\n\
            [d]: ./d.md\n//- c.md\n# One\n";
        assert_eq!(
            problems(check, bad),
            "docs/a.md:1: the link `b.md` leads nowhere\n\
             docs/a.md:1: the link `../c.md#two-words` leads to no heading of c.md\n\
             docs/a.md:1: the link `../../x.md` leads nowhere\n\
             docs/a.md:2: the link `./d.md` leads nowhere"
        );
    }

    #[test]
    fn a_link_to_a_file_a_folder_a_heading_or_the_web_is_good() {
        let good = "//- docs/a.md\n## Two `words`!\n[a](#two-words) [b](../src/) [c](../b.md) \
            [web](https://example.org/x.md)\n//- src/lib.rs\n//- b.md\n";
        assert_eq!(problems(check, good), "");
    }

    #[test]
    fn what_stands_in_code_is_no_link() {
        let good = "//- a.md\n```text\n[b](b.md)\n```\nWrite `[b](b.md)`.\n";
        assert_eq!(problems(check, good), "");
    }
}
