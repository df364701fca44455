//! Swapped branches and conditions in several languages.

use crate::checks::tests::check;

const FILES: &str = "\
//- a.py
def headers(secret):
    if secret is None:
        return []
    return [sign(secret)]

def rotate(path, size):
    if size > MAX_BYTES:
        path.rename('old')

def due(last_checked):
    if last_checked is None:
        return True
    return last_checked < now()
//- b.rb
def apply(action, entry)
  if action == :star
    entry.star
  else
    entry.mute
  end
end
//- c.go
package c

func Level(used int, bound int) string {
	if used > bound {
		return \"now\"
	}
	return \"later\"
}
";

#[test]
fn swapped_branches_are_contradicted() {
    check(
        FILES,
        "a.py",
        &[
            ("headers", "Calls `sign` unless `secret` is `None`.", "supported"),
            (
                "headers",
                "Calls `sign` if `secret` is `None`.",
                "contradicted: by the branch on `secret is None`, \"Calls sign\" is the other case",
            ),
            ("rotate", "Does a rename when the size is larger than `MAX_BYTES`.", "supported"),
            (
                "rotate",
                "Does a rename when the size is smaller than `MAX_BYTES`.",
                "contradicted: by the branch on `size > MAX_BYTES`, \"Does a rename\" is the other case",
            ),
            ("due", "Returns true if it was never checked.", "supported"),
            (
                "due",
                "Returns false if it was never checked.",
                "contradicted: by the branch on `last_checked is None`, \"Returns false\" is the other case",
            ),
        ],
    );
    check(
        FILES,
        "b.rb",
        &[
            (
                "apply",
                "Stars the entry if the action is `:star` and mutes it otherwise.",
                "supported",
            ),
            (
                "apply",
                "Mutes the entry if the action is `:star` and stars it otherwise.",
                "contradicted: by the branch on `action == :star`, \"Mutes the entry\" is the other case",
            ),
        ],
    );
    check(
        FILES,
        "c.go",
        &[(
            "Level",
            "Returns \"later\" if `used` is above `bound`.",
            "contradicted: by the branch on `used > bound`, \"Returns later\" is the other case",
        )],
    );
}
