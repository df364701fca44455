#!/usr/bin/env python3
"""Runs a PostgreSQL server for tests, in a folder that goes away with it.

    serve.py FOLDER

FOLDER is what `install.py` made. The server listens on a free port of the loopback address, with
passwords and TLS. When it is ready, this prints

    listening postgres://USER:PASSWORD@127.0.0.1:PORT/DATABASE CERTIFICATE

where CERTIFICATE is the file with the authority that signed the server's certificate. Each line of
standard input is a command: `stop`, `start`, `restart` (clients are cut off) or `crash` (as if
the server was killed, then started). After each, a line `done` follows. When standard input is
closed, the server ends. A server does not run as root, so root runs it as `postgres`.
"""

import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile

USER, PASSWORD = "rutter", "open sesame"
SETTINGS = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{folder}'
max_connections = 200
fsync = off
ssl = on
ssl_cert_file = '{folder}/server.crt'
ssl_key_file = '{folder}/server.key'
log_min_messages = warning
"""
NAMES = "subjectAltName=DNS:localhost,IP:127.0.0.1"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: serve.py FOLDER")
    programs = pathlib.Path(sys.argv[1]).resolve() / "bin"
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rutter-postgres-"))
    try:
        serve(programs, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def serve(programs: pathlib.Path, folder: pathlib.Path) -> None:
    owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
    identity = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}

    def run(*command) -> None:
        ended = subprocess.run(
            list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, **identity
        )
        if ended.returncode != 0:
            log = folder / "log"
            said = ended.stderr.decode() + (log.read_text() if log.exists() else "")
            sys.exit(f"{command[0]} failed: {said}")

    if owner:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    # The authority's certificate is read by tests of any user.
    folder.chmod(0o755)
    password = folder / "password"
    password.write_text(PASSWORD)
    password.chmod(0o644)
    data = folder / "data"
    run(programs / "initdb", "--pgdata", data, "--username", USER, "--pwfile", password,
        "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C", "--no-sync")
    make_certificates(run, folder)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with open(data / "postgresql.conf", "a") as settings:
        settings.write(SETTINGS.format(port=port, folder=folder))
    control = [programs / "pg_ctl", "--pgdata", data, "--log", folder / "log", "--wait", "--silent"]
    run(*control, "start")
    try:
        environment = {"PGPASSWORD": PASSWORD, "PATH": os.environ.get("PATH", "")}
        subprocess.run(
            [str(programs / "createdb"), "--host", "127.0.0.1", "--port", str(port), "--username", USER, "rutter"],
            env=environment, check=True, stdin=subprocess.DEVNULL,
        )
        encoded = PASSWORD.replace(" ", "%20")
        print(f"listening postgres://{USER}:{encoded}@127.0.0.1:{port}/rutter {folder / 'ca.crt'}", flush=True)
        commands = {
            "start": [("start",)],
            "stop": [("--mode", "fast", "stop")],
            "restart": [("--mode", "fast", "restart")],
            "crash": [("--mode", "immediate", "stop"), ("start",)],
        }
        for line in sys.stdin:
            for words in commands[line.strip()]:
                run(*control, *words)
            print("done", flush=True)
    finally:
        subprocess.run(
            list(map(str, [*control, "--mode", "immediate", "stop"])), cwd=folder,
            stdin=subprocess.DEVNULL, capture_output=True, **identity,
        )


def make_certificates(run, folder: pathlib.Path) -> None:
    """An authority, and a certificate for this machine that it signed."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    run("openssl", "req", "-x509", *key, "-days", "30", "-subj", "/CN=rutter tests",
        "-keyout", "ca.key", "-out", "ca.crt")
    run("openssl", "req", *key, "-subj", "/CN=localhost", "-addext", NAMES,
        "-keyout", "server.key", "-out", "server.csr")
    run("openssl", "x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
        "-CAcreateserial", "-days", "30", "-copy_extensions", "copyall", "-out", "server.crt")
    (folder / "ca.crt").chmod(0o644)


if __name__ == "__main__":
    main()
