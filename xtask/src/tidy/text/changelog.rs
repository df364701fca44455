//! `CHANGELOG.md` has a section for what is not released yet, and it stands first.

use crate::tidy::{Problem, Sources};

const PAGE: &str = "CHANGELOG.md";

pub fn check(sources: &Sources) -> Vec<Problem> {
    let Some(page) = sources.find(PAGE) else {
        return vec![Problem::of_file(PAGE, "is missing")];
    };
    let first = page.lines().find(|(_, line)| line.starts_with("## "));
    match first {
        Some((_, "## Unreleased")) => Vec::new(),
        Some((number, _)) => {
            vec![Problem::at(PAGE, number, "the first section is to be `## Unreleased`")]
        }
        None => vec![Problem::of_file(PAGE, "has no section `## Unreleased`")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_changelog_without_room_for_the_next_change_is_found() {
        for (bad, problem) in [
            ("", "CHANGELOG.md: is missing"),
            ("//- CHANGELOG.md\n# Changelog\n", "CHANGELOG.md: has no section `## Unreleased`"),
            (
                "//- CHANGELOG.md\n# Changelog\n\n## 0.1.0\n\n## Unreleased\n",
                "CHANGELOG.md:3: the first section is to be `## Unreleased`",
            ),
        ] {
            assert_eq!(problems(check, bad), problem);
        }
        assert_eq!(problems(check, "//- CHANGELOG.md\n## Unreleased\n"), "");
    }
}
