"""Command line: ``python -m jobqueue.cli add|run|stats``."""

import argparse
import json
import sys
from pathlib import Path

from jobqueue.config import Settings, from_environment, from_file
from jobqueue.errors import QueueError
from jobqueue.models import Job, Priority
from jobqueue.store.journal import JournalStore
from jobqueue.worker.runner import Worker

EXIT_USAGE = 2


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="jobqueue")
    parser.add_argument("--config", type=Path)
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add")
    add.add_argument("kind")
    add.add_argument("--payload", default="{}")
    add.add_argument("--urgent", action="store_true")
    commands.add_parser("run")
    commands.add_parser("stats")
    return parser


def load_settings(path: Path | None) -> Settings:
    return from_environment() if path is None else from_file(path)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = build_parser().parse_args(arguments)
    store = JournalStore(load_settings(options.config).directory)
    try:
        if options.command == "add":
            print(add_job(store, options.kind, options.payload, options.urgent))
        elif options.command == "run":
            drain(store)
        else:
            print_stats(store)
    except (QueueError, json.JSONDecodeError) as error:
        print(f"jobqueue: {error}", file=sys.stderr)
        return EXIT_USAGE
    finally:
        store.close()
    return 0


def add_job(store: JournalStore, kind: str, payload: str, urgent: bool) -> str:
    priority = Priority.URGENT if urgent else Priority.NORMAL
    return store.add(Job(kind=kind, payload=json.loads(payload), priority=priority))


def drain(store: JournalStore) -> int:
    """Run due jobs on the calling thread until none is left; returns their number."""
    worker = Worker(store)
    worker.handler("print")(lambda payload: print(json.dumps(payload)))
    finished = 0
    while worker.run_once():
        finished += 1
    return finished


def print_stats(store: JournalStore) -> None:
    counts = store.count_by_state()
    for state, count in sorted(counts.items(), key=lambda item: item[0].value):
        print(f"{state.value:>8} {count}")


if __name__ == "__main__":
    sys.exit(main())
