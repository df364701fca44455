#!/usr/bin/env python3
"""Installs other people's implementations of the providers' wire formats, to test rutter against.

    install.py FOLDER

FOLDER then holds `venv` with `llmock` and `node_modules` with `@copilotkit/aimock`, from the
registries that pip and npm are configured for; half a minute. What is already there is left alone.
Without npm, or where a registry fails, the other part is installed all the same; what is missing
is told, and the exit code is 1.
"""

import fcntl
import pathlib
import shutil
import subprocess
import sys
import venv

LLMOCK = "llmock==0.2.0"
AIMOCK = "@copilotkit/aimock@1.43.0"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: install.py FOLDER")
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missing = []
    with open(folder / "install.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for requirement, install in ((LLMOCK, install_llmock), (AIMOCK, install_aimock)):
            mark = folder / (requirement.split("/")[-1] + ".installed")
            if mark.is_file():
                continue
            print(f"installing {requirement}", flush=True)
            hindrance = install(folder)
            if hindrance is None:
                mark.touch()
            else:
                missing.append(f"{requirement} could not be installed: {hindrance}")
    if missing:
        sys.exit("\n".join(missing))


def install_llmock(folder: pathlib.Path):
    try:
        venv.create(folder / "venv", with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        return "python3 cannot make a virtual environment with pip; install python3-venv"
    python = str(folder / "venv" / "bin" / "python")
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", LLMOCK]
    return hindrance_of(pip, folder)


def install_aimock(folder: pathlib.Path):
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"there is no {program} here; install Node.js 20 or later"
    (folder / "package.json").write_text('{ "private": true }\n')
    npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"]
    return hindrance_of([*npm, AIMOCK], folder)


def hindrance_of(command: list, folder: pathlib.Path):
    """Runs it; returns why it failed, or nothing."""
    ended = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL)
    return f"{pathlib.Path(command[0]).name} ended with {ended.returncode}" if ended.returncode else None


if __name__ == "__main__":
    main()
