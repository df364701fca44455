#!/usr/bin/env python3
"""Installs others' clients of the Model Context Protocol, to test rutter's server with.

    install.py FOLDER

FOLDER then holds `venv` with the official client for Python, and `node_modules` with the official
client for TypeScript and the inspector, from the registries that pip and npm are configured for; a
minute. What is already there is left alone. Without npm, or where a registry fails, the rest is
installed all the same; what is missing is told, and the exit code is 1.
"""

import fcntl
import pathlib
import shutil
import subprocess
import sys
import venv

PYTHON = "mcp==2.3.0"
TYPESCRIPT = "@modelcontextprotocol/sdk@1.32.2"
# It asks for Node.js 22.19. What is used here, its command line, runs with 20 too: that is tried.
INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
INSPECTOR_START = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: install.py FOLDER")
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    parts = (
        (PYTHON, install_python),
        (TYPESCRIPT, install_typescript),
        (INSPECTOR, install_inspector),
    )
    missing = []
    with open(folder / "install.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for requirement, install in parts:
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


def install_python(folder: pathlib.Path):
    try:
        venv.create(folder / "venv", with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        return "python3 cannot make a virtual environment with pip; install python3-venv"
    python = str(folder / "venv" / "bin" / "python")
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", PYTHON]
    return hindrance_of(pip, folder)


def install_typescript(folder: pathlib.Path):
    return install_from_npm(TYPESCRIPT, folder)


def install_inspector(folder: pathlib.Path):
    hindrance = install_from_npm(INSPECTOR, folder)
    if hindrance is not None:
        return hindrance
    start = ["node", INSPECTOR_START, "--cli", "--version"]
    if hindrance_of(start, folder, stdout=subprocess.DEVNULL) is not None:
        # So that nobody takes it for installed.
        shutil.rmtree(folder / "node_modules/@modelcontextprotocol/inspector", ignore_errors=True)
        return "it does not run with this Node.js; install Node.js 22.19 or later"
    return None


def install_from_npm(requirement: str, folder: pathlib.Path):
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"there is no {program} here; install Node.js 20 or later"
    # npm adds to it what it installs, and throws away what does not stand there.
    package = folder / "package.json"
    if not package.is_file():
        package.write_text('{ "private": true }\n')
    npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"]
    npm += ["--save-exact", "--omit", "optional", "--engine-strict=false"]
    return hindrance_of([*npm, requirement], folder)


def hindrance_of(command: list, folder: pathlib.Path, **streams):
    """Runs it; returns why it failed, or nothing."""
    ended = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, **streams)
    return f"{pathlib.Path(command[0]).name} ended with {ended.returncode}" if ended.returncode else None


if __name__ == "__main__":
    main()
