#!/usr/bin/env python3
"""Installs the official client of the Model Context Protocol for Python, to test rutter's server with.

    install.py FOLDER

FOLDER then holds `venv` with `mcp`, from the registry that pip is configured for; half a minute.
What is already there is left alone.
"""

import fcntl
import pathlib
import subprocess
import sys
import venv

MCP = "mcp==2.3.0"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: install.py FOLDER")
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "install.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark = folder / f"{MCP}.installed"
        if mark.is_file():
            return
        print(f"installing {MCP}", flush=True)
        try:
            venv.create(folder / "venv", with_pip=True, clear=True)
        except subprocess.CalledProcessError:
            sys.exit("python3 cannot make a virtual environment with pip; install python3-venv")
        python = str(folder / "venv" / "bin" / "python")
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", MCP]
        ended = subprocess.run(pip, cwd=folder, stdin=subprocess.DEVNULL)
        if ended.returncode:
            sys.exit(f"{MCP} could not be installed: pip ended with {ended.returncode}")
        mark.touch()


if __name__ == "__main__":
    main()
