#!/usr/bin/env python3
"""Runs nodes of Qdrant for tests, as one cluster, in a folder that goes away with it.

    serve.py FOLDER [N]

FOLDER is what `install.py` made; N is the number of nodes, 3 unless given. They listen on free ports
of the loopback address and ask for the key `open sesame`. When all are ready, this prints

    listening 127.0.0.1:PORT,127.0.0.1:PORT,127.0.0.1:PORT

Each line of standard input is a command, followed by the number of a node from 0: `kill` (as if the
machine lost power), `stop` (frozen: it takes connections and does not answer), `go` (after `stop`),
`start` (after `kill`), or `wipe` (after `kill`: deletes what it held). After each, a line `done` follows.
When standard input is closed, all nodes end.
"""

import json
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

KEY = "open sesame"
PATIENCE_S = 60


class Node:
    def __init__(self, program: pathlib.Path, folder: pathlib.Path, number: int):
        self.program, self.folder = program, folder / f"node-{number}"
        self.http, self.peer, grpc = free_ports(3)
        self.settings = folder / f"node-{number}.yaml"
        self.settings.write_text(json.dumps({
            "log_level": "WARN",
            "telemetry_disabled": True,
            "storage": {
                "storage_path": str(self.folder / "storage"),
                "snapshots_path": str(self.folder / "snapshots"),
                "performance": {"max_search_threads": 1, "max_optimization_threads": 1},
                "wal": {"wal_capacity_mb": 1},
            },
            "service": {"host": "127.0.0.1", "http_port": self.http, "grpc_port": grpc, "api_key": KEY,
                        "enable_static_content": False},
            "cluster": {"enabled": True, "p2p": {"port": self.peer}, "consensus": {"tick_period_ms": 100}},
        }))
        self.log = folder / f"node-{number}.log"
        self.process = None

    def start(self, first: "Node") -> None:
        self.folder.mkdir(exist_ok=True)
        command = [str(self.program), "--config-path", str(self.settings), "--disable-telemetry"]
        command += ["--uri", f"http://127.0.0.1:{self.peer}"]
        if first is not self:
            command += ["--bootstrap", f"http://127.0.0.1:{first.peer}"]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ask(self, path: str):
        request = urllib.request.Request(f"http://127.0.0.1:{self.http}{path}", headers={"api-key": KEY})
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.read()

    def wait(self, n_nodes: int) -> None:
        """Until it answers, and knows of as many nodes."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.ask("/readyz")
                if len(json.loads(self.ask("/cluster"))["result"]["peers"]) >= n_nodes:
                    return
            except (OSError, urllib.error.URLError, ValueError, KeyError):
                pass
            if self.process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"a node did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)


def free_ports(number: int):
    probes = [socket.socket() for _ in range(number)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: serve.py FOLDER [N]")
    program = pathlib.Path(sys.argv[1]).resolve() / "qdrant"
    n_nodes = int(sys.argv[2]) if len(sys.argv) == 3 else 3
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rutter-qdrant-"))
    nodes = [Node(program, folder, number) for number in range(n_nodes)]
    try:
        for number, node in enumerate(nodes):
            node.start(nodes[0])
            node.wait(number + 1)
        for node in nodes:
            node.wait(n_nodes)
        print("listening " + ",".join(f"127.0.0.1:{node.http}" for node in nodes), flush=True)
        for line in sys.stdin:
            command, number = line.split()
            obey(command, nodes, int(number))
            print("done", flush=True)
    finally:
        for node in nodes:
            node.end()
        shutil.rmtree(folder, ignore_errors=True)


def obey(command: str, nodes: list, number: int) -> None:
    node = nodes[number]
    if command == "kill":
        node.end()
    elif command == "stop":
        node.process.send_signal(signal.SIGSTOP)
    elif command == "go":
        node.process.send_signal(signal.SIGCONT)
    elif command == "wipe":
        shutil.rmtree(node.folder)
    elif command == "start":
        # Any other node that runs can introduce it, should it have forgotten the cluster.
        running = [other for other in nodes if other.process is not None]
        node.start(running[0] if running else node)
        node.wait(1)
    else:
        sys.exit(f"unknown command: {command}")


if __name__ == "__main__":
    main()
