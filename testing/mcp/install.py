#!/usr/bin/env python3
"""Installs others' clients of the Model Context Protocol, to test rutter's server with.

    install.py FOLDER

FOLDER then holds `venv` with the official client for Python, and `node_modules` with the official
client for TypeScript and the inspector, from the registries that pip and npm are configured for; a
minute. What is already there is left alone. Without npm, or where a registry fails, the rest is
installed all the same; what is missing is told, and the exit code is 1.
"""

import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from parts import from_npm, from_pip, hindrance_of, install_all  # noqa: E402

PYTHON = "mcp==2.3.0"
TYPESCRIPT = "@modelcontextprotocol/sdk@1.32.2"
# It asks for Node.js 22.19. What is used here, its command line, runs with 20 too: that is tried.
INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
INSPECTOR_START = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"


def install_inspector(folder: pathlib.Path):
    hindrance = from_npm(INSPECTOR)(folder)
    if hindrance is not None:
        return hindrance
    start = ["node", INSPECTOR_START, "--cli", "--version"]
    if hindrance_of(start, folder, stdout=subprocess.DEVNULL) is not None:
        # So that nobody takes it for installed.
        shutil.rmtree(folder / "node_modules/@modelcontextprotocol/inspector", ignore_errors=True)
        return "it does not run with this Node.js; install Node.js 22.19 or later"
    return None


if __name__ == "__main__":
    install_all(
        {
            PYTHON: from_pip(PYTHON),
            TYPESCRIPT: from_npm(TYPESCRIPT),
            INSPECTOR: install_inspector,
        }
    )
