//! Parameters that a doc comment leaves out, in many languages.

use super::check;

const RULE: &str = "undocumented-parameters";

#[test]
fn a_list_of_parameters_with_a_hole_is_a_gap() {
    let message =
        |symbol: &str| format!("the doc comment of `{symbol}` leaves out the parameter `limit`");
    let cases = [
        (
            "a.py",
            "def read(path, limit):\n    \"\"\"Reads.\n\n    Args:\n        path: the file\n    \"\"\"\n",
            1,
            "read",
        ),
        (
            "b.py",
            "def read(path, limit):\n    \"\"\"Reads.\n\n    :param path: the file\n    \"\"\"\n",
            1,
            "read",
        ),
        (
            "c.py",
            "def read(path, limit):\n    \"\"\"Reads.\n\n    Parameters\n    ----------\n    path : str\n        the file\n    \"\"\"\n",
            1,
            "read",
        ),
        (
            "a.js",
            "/**\n * Reads.\n * @param {string} path the file\n */\nexport function read(path, limit) {}\n",
            5,
            "read",
        ),
        (
            "a.ts",
            "/**\n * Reads.\n * @param path the file\n */\nexport function read(path: string, limit: number) {}\n",
            5,
            "read",
        ),
        (
            "A.java",
            "public class A {\n  /**\n   * Reads.\n   * @param path the file\n   */\n  public void read(String path, int limit) {}\n}\n",
            6,
            "A.read",
        ),
        (
            "a.php",
            "<?php\n/**\n * Reads.\n * @param string $path the file\n */\nfunction read($path, $limit) {}\n",
            6,
            "read",
        ),
        (
            "a.rb",
            "# Reads.\n# @param path [String] the file\ndef read(path, limit)\nend\n",
            3,
            "read",
        ),
        (
            "a.c",
            "/**\n * Reads.\n * @param path the file\n */\nint read(const char *path, int limit) { return 0; }\n",
            5,
            "read",
        ),
        (
            "a.kt",
            "/**\n * Reads.\n * @param path the file\n */\nfun read(path: String, limit: Int) {}\n",
            5,
            "read",
        ),
        (
            "a.lua",
            "--- Reads.\n-- @param path the file\nfunction read(path, limit)\nend\n",
            3,
            "read",
        ),
        (
            "a.rs",
            "/// Reads.\n///\n/// # Arguments\n///\n/// * `path` - the file\npub fn read(path: &str, limit: u8) {}\n",
            6,
            "read",
        ),
        (
            "a.swift",
            "/// Reads.\n///\n/// - Parameter path: the file\npublic func read(path: String, limit: Int) {}\n",
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
    for (path, text) in [
        (
            "a.py",
            "def read(path, limit):\n    \"\"\"Reads at most limit rows.\n\n    Args:\n        path: the file\n    \"\"\"\n",
        ),
        ("b.py", "def read(path, limit):\n    \"\"\"Reads.\"\"\"\n"),
        (
            "c.py",
            "def read(cls, *args, **kwargs):\n    \"\"\"Reads.\n\n    Args:\n        cls: the class\n        size: one of the options\n    \"\"\"\n",
        ),
        (
            "a.js",
            "/**\n * Reads.\n * @param {Object} options how\n * @param {string} options.path the file\n */\nfunction read(options) {}\n",
        ),
        (
            "b.js",
            "/**\n * Reads.\n * @param {Object} options how\n */\nfunction read({path, limit}) {}\n",
        ),
        (
            "A.java",
            "class A {\n  /**\n   * Reads.\n   * @param <T> the type\n   * @param path the file\n   */\n  <T> void read(byte[] path) {}\n}\n",
        ),
        // Types alone are no description, and nothing is left out of none.
        (
            "b.php",
            "<?php\n/**\n * Reads.\n * @param string $path\n */\nfunction read($path, $limit) {}\n",
        ),
        (
            "c.php",
            "<?php\nclass A {\n  /**\n   * Reads.\n   * @param string $path the file\n   */\n  private function read($path, $limit) {}\n  /**\n   * Reads.\n   * @internal\n   * @param string $path the file\n   */\n  public function scan($path, $limit) {}\n}\n",
        ),
        (
            "d.py",
            "def _read(path, limit):\n    \"\"\"Reads.\n\n    :param path: the file\n    \"\"\"\n",
        ),
        (
            "_e.py",
            "def read(path, limit):\n    \"\"\"Reads.\n\n    :param path: the file\n    \"\"\"\n",
        ),
        (
            "f.py",
            "def read(path, n) -> int:\n    \"\"\"Gets rows.\n\n    :param path: the file\n    :param n: how many\n    \"\"\"\n",
        ),
        (
            "b.rb",
            "# Reads.\n# @overload read(path)\n#   @param path [String] the file\ndef read(path, limit)\nend\n",
        ),
        (
            "c.rb",
            "# Reads.\n# @!macro rows\n#   @param path [String] the file\ndef read(path, limit)\nend\n",
        ),
        (
            "d.rb",
            "# Reads.\n# @api private\n# @param path [String] the file\ndef read(path, limit)\nend\n",
        ),
        // The prose names the main parameter in words.
        (
            "g.py",
            "def add(event_listener, order):\n    \"\"\"Adds a listener for events.\n\n    :param order: when it is called\n    \"\"\"\n",
        ),
        ("a.go", "package a\n\n// Read reads path.\nfunc Read(path string, limit int) {}\n"),
        (
            "a.cs",
            "class A {\n  /// <summary>Reads.</summary>\n  /// <param name=\"path\">the file</param>\n  /// <returns>rows</returns>\n  public int Read(string path) { return 1; }\n}\n",
        ),
    ] {
        check(RULE, &format!("//- {path}\n{text}"), "");
    }
}

#[test]
fn a_renamed_parameter_is_one_gap_with_the_new_name() {
    check(
        RULE,
        "//- a.py\ndef read(path, most):\n    \"\"\"Reads.\n\n    Args:\n        path: the file\n        limit: how many rows\n    \"\"\"\n",
        "a.py:1 the doc comment of `read` describes a parameter `limit`, which does not exist [most]\n",
    );
}

#[test]
fn all_holes_of_one_list_are_one_gap() {
    check(
        RULE,
        "//- a.py\ndef read(path, most, least):\n    \"\"\"Reads.\n\n    :param path: the file\n    \"\"\"\n",
        "a.py:1 the doc comment of `read` leaves out the parameters `most`, `least`\n",
    );
    check(
        RULE,
        "//- a.py\ndef read(path, most, least):\n    \"\"\"Reads.\n\n    :param path: the file\n    :param mode: how\n    \"\"\"\n",
        "a.py:1 the doc comment of `read` leaves out the parameters `most`, `least`, and describes a parameter `mode`, which does not exist\n",
    );
}
