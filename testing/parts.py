"""How the parts that tests talk to are installed; each folder's `install.py` says which.

An installer is a function of the folder that returns why it failed, or nothing. What it has installed
is marked, so that it is left alone the next time.
"""

import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv


def install_all(installers: dict) -> None:
    """Runs the installers, each under the name of what it installs, for the folder that the command
    line names. What one hinders does not hinder the others; it is told, and the exit code is 1."""
    if len(sys.argv) != 2:
        sys.exit("usage: install.py FOLDER")
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missing = []
    with open(folder / "install.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for requirement, install in installers.items():
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


def from_pip(requirement: str):
    """Installs it into a virtual environment, `venv`, of its own."""

    def install(folder: pathlib.Path):
        try:
            venv.create(folder / "venv", with_pip=True, clear=True)
        except subprocess.CalledProcessError:
            return "python3 cannot make a virtual environment with pip; install python3-venv"
        python = str(folder / "venv" / "bin" / "python")
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        return hindrance_of([*pip, requirement], folder)

    return install


def from_npm(requirement: str):
    """Installs it into `node_modules`, beside what is there."""

    def install(folder: pathlib.Path):
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

    return install


def from_debian(package: str, what: str, folder: pathlib.Path):
    """Installs a package of Debian's. Parts are installed at the same time, and apt-get does not wait for itself."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return f"there is no {what} here, and only root can install Debian's; install `{package}`"
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with open(pathlib.Path(tempfile.gettempdir()) / "rutter-apt-get.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for words in (["update"], ["install", "--yes", "--no-install-recommends", package]):
            hindrance = hindrance_of(["apt-get", "--quiet", *words], folder, env=environment)
            if hindrance is not None:
                return hindrance
    return None


def hindrance_of(command: list, folder: pathlib.Path, **settings):
    """Runs it; returns why it failed, or nothing."""
    ended = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, **settings)
    if ended.returncode == 0:
        return None
    return f"{pathlib.Path(command[0]).name} ended with {ended.returncode}"
