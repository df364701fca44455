//! Parameters that a doc comment leaves out, in many languages.

use super::{check, check_none};

const RULE: &str = "undocumented-parameters";

#[test]
fn a_list_of_parameters_with_a_hole_is_a_gap() {
    let message =
        |symbol: &str| format!("the doc comment of `{symbol}` leaves out the parameter `limit`");
    let cases = [
        (
            "a.py",
            r#"def read(path, limit):
    """Reads.

    Args:
        path: the file
    """
"#,
            1,
            "read",
        ),
        (
            "b.py",
            r#"def read(path, limit):
    """Reads.

    :param path: the file
    """
"#,
            1,
            "read",
        ),
        (
            "c.py",
            r#"def read(path, limit):
    """Reads.

    Parameters
    ----------
    path : str
        the file
    """
"#,
            1,
            "read",
        ),
        (
            "a.js",
            r#"/**
 * Reads.
 * @param {string} path the file
 */
export function read(path, limit) {}
"#,
            5,
            "read",
        ),
        (
            "a.ts",
            r#"/**
 * Reads.
 * @param path the file
 */
export function read(path: string, limit: number) {}
"#,
            5,
            "read",
        ),
        (
            "A.java",
            r#"public class A {
  /**
   * Reads.
   * @param path the file
   */
  public void read(String path, int limit) {}
}
"#,
            6,
            "A.read",
        ),
        (
            "a.php",
            r#"<?php
/**
 * Reads.
 * @param string $path the file
 */
function read($path, $limit) {}
"#,
            6,
            "read",
        ),
        (
            "a.rb",
            r#"# Reads.
# @param path [String] the file
def read(path, limit)
end
"#,
            3,
            "read",
        ),
        (
            "a.c",
            r#"/**
 * Reads.
 * @param path the file
 */
int read(const char *path, int limit) { return 0; }
"#,
            5,
            "read",
        ),
        (
            "a.kt",
            r#"/**
 * Reads.
 * @param path the file
 */
fun read(path: String, limit: Int) {}
"#,
            5,
            "read",
        ),
        (
            "a.lua",
            r#"--- Reads.
-- @param path the file
function read(path, limit)
end
"#,
            3,
            "read",
        ),
        (
            "a.rs",
            r#"/// Reads.
///
/// # Arguments
///
/// * `path` - the file
pub fn read(path: &str, limit: u8) {}
"#,
            6,
            "read",
        ),
        (
            "a.swift",
            r#"/// Reads.
///
/// - Parameter path: the file
public func read(path: String, limit: Int) {}
"#,
            4,
            "read",
        ),
    ];
    for (path, text, line, symbol) in cases {
        check(
            RULE,
            &format!("//- {path}\n{text}"),
            &format!("{path}:{line} {}\n", message(symbol)),
        );
    }
}

#[test]
fn a_complete_list_and_no_list_are_none() {
    for (tree, part, replacement) in [
        (
            r#"//- a.py
def read(path, limit):
    """Reads at most limit rows.

    Args:
        path: the file
    """
"#,
            "at most limit rows",
            "rows",
        ),
        (
            r#"//- b.py
def read(path, limit):
    """Reads."""
"#,
            "\"\"\"Reads.\"\"\"",
            r#""""Reads.

    :param path: the file
    """"#,
        ),
        (
            r#"//- c.py
def read(cls, *args, **kwargs):
    """Reads.

    Args:
        cls: the class
        size: one of the options
    """
"#,
            "*args, **kwargs",
            "limit",
        ),
        (
            r#"//- a.js
/**
 * Reads.
 * @param {Object} options how
 * @param {string} options.path the file
 */
export function read(options) {}
"#,
            "(options)",
            "(options, limit)",
        ),
        (
            r#"//- b.js
/**
 * Reads.
 * @param {Object} options how
 */
export function read({path, limit}) {}
"#,
            "({path, limit})",
            "(options, limit)",
        ),
        (
            r#"//- A.java
public class A {
  /**
   * Reads.
   * @param <T> the type
   * @param path the file
   */
  public <T> void read(byte[] path) {}
}
"#,
            "(byte[] path)",
            "(byte[] path, int limit)",
        ),
        // Types alone are no description, and nothing is left out of none.
        (
            r#"//- b.php
<?php
/**
 * Reads.
 * @param string $path
 */
function read($path, $limit) {}
"#,
            "string $path\n",
            "string $path the file\n",
        ),
        (
            r#"//- c.php
<?php
class A {
  /**
   * Reads.
   * @param string $path the file
   */
  private function read($path, $limit) {}
  /**
   * Reads.
   * @internal
   * @param string $path the file
   */
  public function scan($path, $limit) {}
}
"#,
            "private function",
            "public function",
        ),
        (
            r#"//- d.py
def _read(path, limit):
    """Reads.

    :param path: the file
    """
"#,
            "_read",
            "read",
        ),
        (
            r#"//- _e.py
def read(path, limit):
    """Reads.

    :param path: the file
    """
"#,
            "_e.py",
            "e.py",
        ),
        (
            r#"//- f.py
def read(path, n) -> int:
    """Gets rows.

    :param path: the file
    :param n: how many
    """
"#,
            "(path, n)",
            "(path, n, limit)",
        ),
        (
            r#"//- b.rb
# Reads.
# @overload read(path)
#   @param path [String] the file
def read(path, limit)
end
"#,
            "# @overload read(path)\n#   @param",
            "# @param",
        ),
        (
            r#"//- c.rb
# Reads.
# @!macro rows
#   @param path [String] the file
def read(path, limit)
end
"#,
            "# @!macro rows\n#   @param",
            "# @param",
        ),
        (
            r#"//- d.rb
# Reads.
# @api private
# @param path [String] the file
def read(path, limit)
end
"#,
            "# @api private\n",
            "",
        ),
        // The prose names the main parameter in words.
        (
            r#"//- g.py
def add(event_listener, order):
    """Adds a listener for events.

    :param order: when it is called
    """
"#,
            "(event_listener,",
            "(harbour,",
        ),
        (
            r#"//- a.go
package a

// Read reads path.
func Read(path string, limit int) {}
"#,
            "",
            r#"//- a.py
def read(path, limit):
    """Reads.

    :param path: the file
    """
"#,
        ),
        (
            r#"//- a.cs
public class A {
  /// <summary>Reads.</summary>
  /// <param name="path">the file</param>
  /// <returns>rows</returns>
  public int Read(string path) { return 1; }
}
"#,
            "(string path)",
            "(string path, int limit)",
        ),
    ] {
        check_none(RULE, tree, part, replacement);
    }
}

#[test]
fn a_renamed_parameter_is_one_gap_with_the_new_name() {
    check(
        RULE,
        r#"//- a.py
def read(path, most):
    """Reads.

    Args:
        path: the file
        limit: how many rows
    """
"#,
        "a.py:1 the doc comment of `read` describes a parameter `limit`, which does not exist [most]\n",
    );
}

#[test]
fn all_holes_of_one_list_are_one_gap() {
    check(
        RULE,
        r#"//- a.py
def read(path, most, least):
    """Reads.

    :param path: the file
    """
"#,
        "a.py:1 the doc comment of `read` leaves out the parameters `most`, `least`\n",
    );
    check(
        RULE,
        r#"//- a.py
def read(path, most, least):
    """Reads.

    :param path: the file
    :param mode: how
    """
"#,
        "a.py:1 the doc comment of `read` leaves out the parameters `most`, `least`, and describes a parameter `mode`, which does not exist\n",
    );
}
