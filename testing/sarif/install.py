#!/usr/bin/env python3
"""Installs what checks SARIF logs: a validator, and the official schema of SARIF 2.1.0.

    install.py FOLDER

FOLDER then holds `venv` with a validator of JSON schemas, and `sarif-schema-2.1.0.json`, which a crate
that is generated from it carries along; from the registries that pip and cargo are configured for. What
is already there is left alone.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from parts import from_pip, install_all  # noqa: E402

VALIDATOR = "jsonschema==4.26.0"
CRATE, VERSION = "serde-sarif", "0.8.0"
SCHEMA = "src/schema.json"


def install_schema(folder: pathlib.Path):
    with tempfile.TemporaryDirectory() as project:
        root = pathlib.Path(project)
        manifest = f'[package]\nname = "schema"\nversion = "0.0.0"\nedition = "2021"\n'
        manifest += f'[dependencies]\n{CRATE} = {{ version = "={VERSION}", default-features = false }}\n'
        (root / "Cargo.toml").write_text(manifest)
        (root / "src").mkdir()
        (root / "src" / "lib.rs").touch()
        command = ["cargo", "metadata", "--quiet", "--format-version", "1"]
        try:
            ended = subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        except FileNotFoundError:
            return "there is no cargo here"
        if ended.returncode != 0:
            return "cargo cannot fetch it: " + " ".join(ended.stderr.split()[-20:])
        packages = json.loads(ended.stdout)["packages"]
        [found] = [package for package in packages if package["name"] == CRATE]
        schema = pathlib.Path(found["manifest_path"]).parent / SCHEMA
        shutil.copyfile(schema, folder / "sarif-schema-2.1.0.json")
    return None


if __name__ == "__main__":
    install_all({VALIDATOR: from_pip(VALIDATOR), f"{CRATE}-{VERSION}": install_schema})
