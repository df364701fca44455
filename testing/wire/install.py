#!/usr/bin/env python3
"""Installs other people's implementations of the providers' wire formats, to test rutter against.

    install.py FOLDER

FOLDER then holds `venv` with `llmock` and `node_modules` with `@copilotkit/aimock`, from the
registries that pip and npm are configured for; half a minute. What is already there is left alone.
Without npm, or where a registry fails, the other part is installed all the same; what is missing
is told, and the exit code is 1.
"""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from parts import from_npm, from_pip, install_all  # noqa: E402

LLMOCK = "llmock==0.2.0"
AIMOCK = "@copilotkit/aimock@1.43.0"

if __name__ == "__main__":
    install_all({LLMOCK: from_pip(LLMOCK), AIMOCK: from_npm(AIMOCK)})
