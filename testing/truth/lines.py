"""The lines that the scripts print, and the files they read; README.md describes both."""

import pathlib
import sys

# Not ours to judge: other people's code, and what a build made.
SKIPPED = {"node_modules", "vendor", "third_party", "target", "dist", "build", "__pycache__", "debian"}


def code_files(root: pathlib.Path, endings: tuple) -> list:
    """The paths below the folder with one of these endings, in order."""
    found = []
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if any(part in SKIPPED or part.startswith(".") for part in relative.parts):
            continue
        if path.suffix in endings and path.is_file() and path.stat().st_size < 1_000_000:
            found.append(relative.as_posix())
    return found


class Printer:
    """Prints every definition and every use once."""

    def __init__(self):
        self.printed = set()

    def print(self, line: str):
        if line not in self.printed:
            self.printed.add(line)
            sys.stdout.write(line + "\n")

    def define(self, path, line, column, kind, name):
        self.print(f"def {path}:{line}:{column} {kind} {name}")

    def use(self, path, line, column, kind, name, targets):
        """Without targets nothing is known, and nothing is printed."""
        targets = list(dict.fromkeys(targets))
        if targets:
            self.print(f"use {path}:{line}:{column} {kind} {name} -> {' '.join(targets)}")
