#!/usr/bin/env python3
"""Kills rutter at random moments, many times, and looks for anything that is lost.

    kills.py index PROGRAM N
    kills.py entries PROGRAM N
    kills.py publish PROGRAM N FOLDER

PROGRAM is the built binary, N the number of kills, FOLDER holds `postgres` and `qdrant` as their `install.py` made
them. The last line printed has the counts; the exit code is 1 if anything was lost.
"""

import contextlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

TESTING = pathlib.Path(__file__).resolve().parent


class Tree:
    """A repository and the program that is killed in it."""

    def __init__(self, program: str, **variables: str):
        self.program, self.root = os.path.abspath(program), pathlib.Path(tempfile.mkdtemp(prefix="rutter-kills-"))
        self.environment = dict(os.environ, HOME="/nowhere", **variables)
        (self.root / ".git").mkdir()

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def start(self, *args: str, **pipes) -> subprocess.Popen:
        usual = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([self.program, *args], cwd=self.root, env=self.environment, **{**usual, **pipes})

    def run(self, *args: str) -> str:
        output, errors = self.start(*args, stdout=subprocess.PIPE, stderr=subprocess.PIPE).communicate()
        self.errors = errors.decode()
        return output.decode()

    def json(self, *args: str):
        return json.loads(self.run(*args, "--json") or "{}")


def functions(name: str, n: int) -> str:
    return "".join(f"def {name}_{k}(rope):\n    '''Step {k}.'''\n    return rope + {k}\n\n" for k in range(n))


def kill_index(program: str, n_kills: int, dice: random.Random) -> dict:
    tree = Tree(program)
    for file in range(120):
        tree.write(f"src/m{file % 12}/f{file}.py", functions(f"work_{file}", 12))
    tree.write("anchor.rs", "fn anchor_of_all() {}\n")
    began = time.monotonic()
    tree.run("index", "--quiet")
    whole, n_lost, n_absent = time.monotonic() - began, 0, 0
    commands = [["index"], ["index"], ["index", "--full"], ["search", "edited"]]
    for number in range(n_kills):
        is_first = number % 5 == 0
        if is_first:
            shutil.rmtree(tree.root / ".rutter", ignore_errors=True)
        for _ in range(15):
            tree.write(f"edited/e{dice.randrange(60)}.py", functions(f"edited_{number}", 20))
        child = tree.start(*commands[number % 4], "--quiet")
        time.sleep(dice.random() * whole * 1.25)
        child.kill()
        child.wait()
        answer = tree.json("search", "anchor_of_all", "--no-refresh")
        if "index" not in answer:
            sys.exit(f"after kill {number}, of {commands[number % 4]}, a search failed in {tree.root}: {tree.errors}")
        is_absent = answer["index"]["state"] == "absent"
        n_absent += is_absent
        # Only where there was no index before the kill may there be none after it.
        is_found = not is_absent and answer["hits"][0]["path"] == "anchor.rs"
        n_lost += not (is_found or (is_first and is_absent))
        if is_first:
            tree.run("index", "--quiet")
    facts = ("fingerprint", "edges")
    survived = tree.json("index")
    fresh = tree.json("index", "--data-dir", tempfile.mkdtemp(prefix="rutter-kills-"))
    n_lost += any(survived[fact] != fresh[fact] for fact in facts)
    shutil.rmtree(tree.root)
    return {"kills": n_kills, "lost": n_lost, "killed before there was a first index": n_absent}


def kill_entries(program: str, n_kills: int, dice: random.Random) -> dict:
    """Kills a server for agents while several entries are being recorded."""
    tree = Tree(program)
    for file in range(8):
        tree.write(f"file{file}.py", functions(f"haul_{file}", 12))
    tree.run("index", "--local", "--quiet")
    acknowledged, n_acknowledged, n_lost, serial = {}, 0, 0, 0
    for number in range(n_kills):
        file, n_awaited, asked = number % 8, dice.randrange(1, 7), {}
        child = tree.start("mcp", "--root", str(tree.root), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

        def send(message: dict) -> None:
            child.stdin.write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())

        def call(number: int, name: str, **arguments) -> None:
            send({"id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}})

        def note(line: bytes) -> bool:
            """Whether the line answers a request; counts an entry that it acknowledges."""
            nonlocal n_acknowledged
            message = json.loads(line)
            if message.get("id") in asked and not message.get("result", {}).get("isError", True):
                symbol, version = asked[message["id"]]
                acknowledged[symbol] = max(version, acknowledged.get(symbol, 0))
                n_acknowledged += 1
            return "id" in message and "method" not in message

        def answer() -> None:
            while (line := child.stdout.readline()) and not note(line):
                pass

        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "kills", "version": "1"}}
        send({"id": 0, "method": "initialize", "params": client})
        answer()
        send({"method": "notifications/initialized"})
        call(1, "read", file_path=f"file{file}.py")
        answer()
        for at in range(n_awaited + 3):
            serial += 1
            symbol = f"haul_{file}_{(number + at) % 12}"
            asked[100 + at] = (symbol, serial)
            summary = f"Hauls the `rope` a bit further, as of version {serial}."
            call(100 + at, "record", symbol=symbol, file_path=f"file{file}.py", summary=summary)
            if at < n_awaited:
                answer()
        time.sleep(dice.random() * 0.02)
        child.kill()
        for line in child.stdout.read().splitlines():
            # The last line may be incomplete.
            with contextlib.suppress(ValueError):
                note(line)
        child.wait()
        kept = {}
        for entry in tree.json("entries", "list")["entries"]:
            kept[entry["symbol"]] = int(entry["summary"].rstrip(".").rsplit(" ", 1)[1])
        n_lost += sum(kept.get(symbol, 0) < version for symbol, version in acknowledged.items())
    shutil.rmtree(tree.root)
    return {"kills": n_kills, "lost": n_lost, "acknowledged": n_acknowledged}


@contextlib.contextmanager
def served(script: str, *args: str):
    server = subprocess.Popen(
        [sys.executable, str(TESTING / script), *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield server.stdout.readline().split()[1]
    finally:
        server.stdin.close()
        server.wait()


def kill_publish(program: str, n_kills: int, dice: random.Random, store: str, nodes: str) -> dict:
    tree = Tree(program, RUTTER_STORE=store, RUTTER_INDEX=f"qdrant://{nodes}", RUTTER_QDRANT_KEY="open sesame")
    tree.write(".rutter/config.toml", '[store]\nrepository = "kills"\n')
    for file in range(60):
        tree.write(f"src/f{file}.py", functions(f"work_{file}", 10))
    tree.run("index", "--local", "--store", "local")
    tree.run("team", "publish")
    # How long a publication of a few changes takes; measured again as the load of the machine changes.
    whole, n_killed, n_completed, n_lost = 0.2, 0, 0, 0
    for number in range(n_kills):
        for _ in range(3):
            path = f"src/round_{dice.randrange(20)}.py"
            if dice.random() < 0.2:
                (tree.root / path).unlink(missing_ok=True)
            else:
                tree.write(path, functions(f"step_{number}", dice.randrange(1, 30)))
        tree.run("index", "--local", "--store", "local", "--quiet")
        child = tree.start("team", "publish")
        time.sleep(dice.random() * whole * 1.2)
        n_killed += child.poll() is None
        child.kill()
        child.wait()
        if number % 10 == 9:
            # The next publication completes it, and then nothing is missing, superfluous or damaged.
            began = time.monotonic()
            n_lost += tree.json("team", "publish", "--wait", "60").get("indexed") is not True
            whole = time.monotonic() - began
            repaired = tree.json("team", "publish", "--repair", "--wait", "60")
            n_lost += (repaired.get("sent"), repaired.get("deleted")) != (0, 0)
            n_completed += 1
    shutil.rmtree(tree.root)
    return {"kills": n_kills, "lost": n_lost, "before the end": n_killed, "completions compared": n_completed}


def main() -> None:
    if len(sys.argv) < 4 or sys.argv[1] not in ("index", "entries", "publish"):
        sys.exit(__doc__)
    what, program, n_kills, dice = sys.argv[1], sys.argv[2], int(sys.argv[3]), random.Random(7)
    if what == "publish":
        folder = pathlib.Path(sys.argv[4])
        with (
            served("postgres/serve.py", str(folder / "postgres")) as store,
            served("qdrant/serve.py", str(folder / "qdrant"), "1") as nodes,
        ):
            counts = kill_publish(program, n_kills, dice, store, nodes)
    else:
        counts = {"index": kill_index, "entries": kill_entries}[what](program, n_kills, dice)
    print(json.dumps(counts))
    sys.exit(counts["lost"] > 0)


if __name__ == "__main__":
    main()
