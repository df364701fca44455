"""Reads what commits changed, for pairs of a message and the code that it changed.

    python training/history.py GIT_DIR … | cargo xtask pairs changes --out PAIRS.jsonl

A GIT_DIR is a clone with history, `NAME=GIT_DIR` gives it a name. One line of JSON goes to standard
output for every changed source file: `pkg`, `path`, `q` (the message), `text` (the file as it was
before the commit) and `spans` (the lines of it that the commit changed). Nothing beyond git and the
standard library is needed.

The message is cut down to what somebody would ask: file names, links, issue numbers and trailers
give the answer away or say nothing. Merges, reverts, releases, tests and documents are left out,
and so are commits that change many files, whose message fits none of them well.
"""
import argparse
import collections
import fnmatch
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import threading

import licences

HERE = pathlib.Path(__file__).parent
ENDINGS = "rs py js jsx mjs cjs ts tsx mts go java c h cc cpp cxx hpp hh cs rb php swift kt kts scala hs lua ex exs zig sh bash"
SOURCE = re.compile(rf"\.({'|'.join(ENDINGS.split())})$")
SIDE = re.compile(
    r"(^|/)(tests?|specs?|__tests__|testing|testdata|fixtures?|benchmarks?|bench|examples?|samples?|docs?|vendor|third_party|deps"
    r"|node_modules|dist|generated|gen)(/|$)|[_.-](test|spec)s?\.|(^|/)test_|Tests?\.\w+$|Spec\.\w+$|version\.|\.min\.|\.d\.ts$",
    re.I,
)
NOISE = re.compile(
    r"^(merge|revert|bump|release|version|update (changelog|dependenc|copyright|licen)|prepare|format|lint|typo|ci|chore|docs?|tests?|style"
    r"|build|deps|cleanup|clean up|wip|reformat|rename\b.{0,12}$|v?\d+\.\d+)\b|changelog|clang-format|prettier|rubocop|eslint|gofmt|rustfmt"
    r"|whitespace|imported from|copybara|copyright|dependabot|spelling|typos?\b|code style|auto-?generated",
    re.I,
)
TRAILER = re.compile(r"(?i)(signed-off-by|co-authored-by|reviewed-by|reported-by|acked-by|tested-by|piperorigin-revid|change-id|bug|pr-url|git-svn-id|assisted-by):.*$")
FILE_NAME = re.compile(rf"[\w./-]*/[\w./-]+|\b[\w-]+\.({'|'.join(ENDINGS.split())}|md|rst|txt|json|toml|ya?ml)\b")
IMPORT = re.compile(r"^[-+]\s*((import|from|use|using|package|require|include|#include|open|alias|extern crate|mod|pub mod|export \*)\b.*|(const|var|let|local)\b.*\brequire\b.*|[\W_]*)$")

MOST_COMMITS = 20_000
MOST_FILES = 6
LARGEST_FILE = 60_000


def question(subject, body):
    """The message without anything that gives a file away."""
    text = subject + " " + body.strip().split("\n\n")[0].replace("\n", " ")
    text = TRAILER.sub(" ", text)
    text = re.sub(r"(?i)\b(closes|closed|fixes|fixed|fix|resolves|refs?|bug|see|issue|gh)\b[:#]?\s*(#\d+|gh-\d+|https?://\S+)", " ", text)
    text = re.sub(r"\(?(#|gh-|GH-)\d+\)?|https?://\S+|\S+@\S+|\b[0-9a-f]{7,40}\b|\[[\w -]{1,20}\]", " ", text)
    text = FILE_NAME.sub(" ", text)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"^\s*[\w() .,*/-]{1,30}:\s+(?=\w)", "", text).strip()[:400]


class Repository:
    def __init__(self, item):
        name, _, folder = item.rpartition("=")
        self.folder = pathlib.Path(folder)
        self.name = name or self.folder.resolve().name

    def git(self, *args):
        command = ["git", f"--git-dir={self.folder}", *args]
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=True).stdout

    def is_permissive(self):
        """Whether the licence files at the top of the tree are permissive."""
        names = [name for name in self.git("ls-tree", "--name-only", "HEAD").split("\n") if name]
        read = lambda names: [self.git("show", f"HEAD:{name}") for name in names]
        return licences.read_texts(
            read(name for name in names if licences.is_licence_file(name)),
            read(name for name in names if licences.is_manifest(name)),
        )

    def commits(self):
        """Commits worth learning from: hash, question, and the old blob of each changed source file by its path."""
        log = self.git(
            "log", "--no-merges", "--no-renames", f"-n{MOST_COMMITS}", "--raw", "--no-abbrev", "--format=%x01%H%x02%s%x02%b%x03", "HEAD"
        )
        for part in log.split("\x01")[1:]:
            head, _, files = part.partition("\x03")
            fields = head.split("\x02", 2)
            # A message can contain the separators; such a commit is not read.
            if len(fields) < 3 or NOISE.search(fields[1]):
                continue
            commit, subject, body = fields
            asked = question(subject, body)
            if len(re.findall(r"[A-Za-z]{2,}", asked)) < 3:
                continue
            changed = {}
            for line in files.split("\n"):
                fields, _, path = line.partition("\t")
                if fields.startswith(":") and fields.endswith(" M") and SOURCE.search(path) and not SIDE.search(path):
                    changed[path] = fields.split(" ")[2]
            if 1 <= len(changed) <= MOST_FILES:
                yield commit, asked, changed

    def spans(self, commits):
        """Changed lines of the old files, by commit and path."""
        found, commits = collections.defaultdict(list), list(commits)
        while commits:
            last = self.read_spans(commits, found)
            # git stops at an object that the clone lacks: go on with the commit after that one.
            commits = commits[commits.index(last) + 1 :] if last else []
        return found

    def read_spans(self, commits, found):
        """Adds to `found`; returns the commit that could not be read, None if all could."""
        command = ["git", f"--git-dir={self.folder}", "diff-tree", "--stdin", "-r", "--no-renames", "-U0", "-p", "--diff-filter=M", "--"]
        command += [f"*.{ending}" for ending in ENDINGS.split()]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")
        write_later(process, "".join(commit + "\n" for commit in commits))
        commit, path, hunk, lines = commits[0], None, None, []

        def end_hunk():
            if hunk and path and not all(IMPORT.match(line) for line in lines):
                found[commit, path].append(hunk)

        for line in process.stdout:
            if line.startswith(("-", "+")) and not line.startswith(("--- ", "+++ ")):
                if len(lines) < 200:
                    lines.append(line.rstrip("\n"))
                continue
            end_hunk()
            hunk, lines = None, []
            if re.fullmatch(r"[0-9a-f]{40}\n", line):
                commit = line.strip()
            elif line.startswith("--- "):
                path = line[6:].rstrip("\n\t") if line.startswith("--- a/") else None
            elif match := re.match(r"@@ -(\d+)(?:,(\d+))?", line):
                n_lines = int(match[2]) if match[2] is not None else 1
                hunk = [max(1, int(match[1])), max(1, int(match[1])) + max(1, n_lines) - 1]
        end_hunk()
        return commit if process.wait() else None

    def contents(self, blobs):
        """The text of each blob in turn; None for what is large, missing or not text."""
        command = ["git", f"--git-dir={self.folder}", "cat-file", "--batch"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        write_later(process, "".join(blob + "\n" for blob in blobs).encode())
        for _ in blobs:
            head = process.stdout.readline().split()
            if len(head) < 3:
                yield None
                continue
            body = process.stdout.read(int(head[2]) + 1)[:-1]
            try:
                yield body.decode() if len(body) <= LARGEST_FILE else None
            except UnicodeDecodeError:
                yield None
        process.wait()

    def changes(self, limit):
        """At most `limit` changed files, chosen by hash so that every run chooses the same."""
        wanted = []
        for commit, asked, changed in self.commits():
            wanted += [(commit, asked, path, blob) for path, blob in changed.items()]
        wanted.sort(key=lambda row: hashlib.sha1(f"{row[0]} {row[2]}".encode()).digest())
        wanted = wanted[:limit]
        spans = self.spans(list(dict.fromkeys(row[0] for row in wanted)))
        wanted = [row for row in wanted if (row[0], row[2]) in spans]
        for (commit, asked, path, _), text in zip(wanted, self.contents([row[3] for row in wanted])):
            if text is not None:
                yield {"pkg": self.name, "path": path, "q": asked, "text": text, "spans": spans[commit, path]}


def write_later(process, text):
    """Writes to a process while its output is read."""
    def write():
        try:
            process.stdin.write(text)
            process.stdin.close()
        except BrokenPipeError:
            pass

    threading.Thread(target=write, daemon=True).start()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", metavar="[NAME=]GIT_DIR")
    parser.add_argument("--limit", type=int, default=2000, help="changed files a repository")
    args = parser.parse_args()
    lines = [line.split("#")[0].strip().lower() for line in (HERE / "exclude.txt").read_text().splitlines()]
    judges = [line for line in lines if line and ":" not in line]
    for item in args.repositories:
        repository = Repository(item)
        if any(fnmatch.fnmatchcase(repository.name.lower(), pattern) for pattern in judges):
            print(f"{repository.name}: left out, it judges the model", file=sys.stderr)
            continue
        if not repository.is_permissive():
            print(f"{repository.name}: left out for its licence", file=sys.stderr)
            continue
        n_changes = 0
        for change in repository.changes(args.limit):
            sys.stdout.write(json.dumps(change) + "\n")
            n_changes += 1
        print(f"{repository.name}: {n_changes} changed files", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
