#!/usr/bin/env python3
"""Installs a PostgreSQL server to test the store of a team with.

    install.py FOLDER

FOLDER then holds `bin`, a link to the folder with the server's programs. A server of version 15 or
newer that is there already is used; otherwise Debian's is installed, for which one must be root.
"""

import os
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from parts import from_debian, install_all  # noqa: E402

OLDEST = 15


def find_programs():
    """The folder with the newest server's programs."""
    found = []
    for folder in pathlib.Path("/usr/lib/postgresql").glob("*/bin"):
        version = re.fullmatch(r"(\d+)", folder.parent.name)
        if version and int(version[1]) >= OLDEST and (folder / "postgres").exists():
            found.append((int(version[1]), folder))
    if found:
        return max(found)[1]
    program = shutil.which("postgres")
    return pathlib.Path(program).resolve().parent if program else None


def install_server(folder: pathlib.Path):
    if find_programs() is None:
        if os.geteuid() == 0:
            # Without this, the package would create a cluster and start it.
            settings = pathlib.Path("/etc/postgresql-common")
            settings.mkdir(parents=True, exist_ok=True)
            (settings / "createcluster.conf").write_text("create_main_cluster = false\n")
        hindrance = from_debian("postgresql", "PostgreSQL", folder)
        if hindrance is not None:
            return hindrance
    programs = find_programs()
    if programs is None:
        return "apt-get installed it, but its programs are not where Debian keeps them"
    link = folder / "bin"
    link.unlink(missing_ok=True)
    link.symlink_to(programs)
    return None


if __name__ == "__main__":
    install_all({"postgresql": install_server})
