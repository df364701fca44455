"""Writes down what every name in a package means: `dump.py PARTS LANGUAGE FOLDER` prints the file with the answer.

The reference tool is installed first if it is missing. What was written is kept until a file of the package,
or the script that wrote it, changes.
"""

import fcntl
import hashlib
import os
import pathlib
import subprocess
import sys

from tools import SCRIPTS, command_for, install

HERE = pathlib.Path(__file__).resolve().parent


def state_of(folder: pathlib.Path, language: str) -> str:
    """Changes whenever a file of the folder or the script does."""
    found = hashlib.sha256()
    for script in (HERE / "lines.py", HERE / SCRIPTS[language]):
        found.update(script.read_bytes())
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in ("target", "node_modules"))
        for name in sorted(files):
            status = os.lstat(os.path.join(parent, name))
            found.update(f"{parent}/{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return found.hexdigest()[:16]


def main(parts, language, folder):
    parts, folder = pathlib.Path(parts).resolve(), pathlib.Path(folder).resolve()
    dumps = parts / "dumps" / language
    dumps.mkdir(parents=True, exist_ok=True)
    kept = dumps / f"{folder.name}-{state_of(folder, language)}.truth"
    # Another measurement may be at it.
    with open(dumps / f"{folder.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.is_file():
            hindrance = install(parts, language)
            if hindrance:
                sys.exit(f"the reference tool for {language} could not be installed: {hindrance}")
            command, variables = command_for(parts, language, folder)
            unfinished = kept.with_suffix(".part")
            with open(unfinished, "wb") as out, open(kept.with_suffix(".log"), "wb") as log:
                ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=log, env={**os.environ, **variables})
            if ended.returncode != 0:
                sys.exit(f"{SCRIPTS[language]} ended with {ended.returncode}; see {kept.with_suffix('.log')}")
            unfinished.rename(kept)
    print(kept)


main(*sys.argv[1:])
