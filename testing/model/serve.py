#!/usr/bin/env python3
"""Serves a model that `install.py` installed, as OpenAI's chat completions, on this machine alone.

    FOLDER/venv/bin/python serve.py FOLDER [qwen|smollm] [PORT]

Prints `listening ADDRESS` once it answers; ADDRESS is what `rutter --endpoint` takes. Without a
port it takes a free one. It ends when its standard input is closed, and so never outlives the
test that started it.
"""

import os
import pathlib
import socket
import sys

# Threads that spin while they wait starve each other, and the tests, on a busy machine.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("GOMP_SPINCOUNT", "0")

# Room for the tools, the system instruction and a few results.
CONTEXT_TOKENS = {"qwen": 16384, "smollm": 8192}


def main() -> None:
    if not 2 <= len(sys.argv) <= 4:
        sys.exit("usage: serve.py FOLDER [qwen|smollm] [PORT]")
    folder = pathlib.Path(sys.argv[1])
    name = sys.argv[2] if len(sys.argv) > 2 else "qwen"
    port = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    if name not in CONTEXT_TOKENS:
        sys.exit(f"there is no model `{name}`; there are {', '.join(CONTEXT_TOKENS)}")
    model = folder / f"{name}.gguf"
    if not model.is_file():
        sys.exit(f"{model} is missing; run install.py {folder}")
    start(model, name, port or free_port())
    # Nothing is ever written there: the read returns when whoever started this has ended.
    sys.stdin.buffer.read()
    sys.stdout.flush()
    # The server's threads have nothing to finish, and waiting for them could hang.
    os._exit(0)


def start(model: pathlib.Path, name: str, port: int) -> None:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT_TOKENS[name]
    params.n_parallel = 1
    n_threads = max(1, min(4, os.cpu_count() or 1))
    params.cpuparams.n_threads = n_threads
    params.cpuparams_batch.n_threads = n_threads
    # The likeliest word each time, unless a request wants otherwise: tests are to repeat.
    params.sampling.temp = 0.0
    params.sampling.seed = 1
    params.use_jinja = True
    params.chat_template = (pathlib.Path(__file__).parent / "chat.jinja").read_text()
    globals()["server"] = xllamacpp.Server(params)
    print(f"listening http://127.0.0.1:{port}/v1/", flush=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    main()
