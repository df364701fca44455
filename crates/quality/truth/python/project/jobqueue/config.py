"""Settings, read once from the environment or from a TOML file."""

import os
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import overload

DEFAULT_POLL_MS = 250
MAX_WAITING_JOBS = 10_000
JOURNAL_SUFFIX = ".jobs.jsonl"
ENV_PREFIX = "JOBQUEUE_"

_UNIT_MS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}


@dataclass(frozen=True)
class Settings:
    """Everything a worker process can be configured with."""

    directory: Path = Path("var/jobs")
    poll_ms: int = DEFAULT_POLL_MS
    max_attempts: int = 5
    webhook_url: str | None = None
    lease_seconds: int = 30


@overload
def parse_duration(value: int) -> int: ...
@overload
def parse_duration(value: str) -> int: ...
def parse_duration(value: int | str) -> int:
    """Convert ``"1500ms"``, ``"2s"`` or ``"5m"`` to milliseconds.

    A bare integer is taken as milliseconds already.
    """
    if isinstance(value, int):
        return value
    text = value.strip().lower()
    number = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = text[len(number):] or "ms"
    if unit not in _UNIT_MS:
        raise ValueError(f"unknown unit {unit!r} in duration {value!r}")
    return int(float(number) * _UNIT_MS[unit])


def from_environment() -> Settings:
    values: dict[str, object] = {}
    if directory := os.environ.get(ENV_PREFIX + "DIRECTORY"):
        values["directory"] = Path(directory)
    if poll := os.environ.get(ENV_PREFIX + "POLL"):
        values["poll_ms"] = parse_duration(poll)
    if url := os.environ.get(ENV_PREFIX + "WEBHOOK"):
        values["webhook_url"] = url
    return Settings(**values)


def from_file(path: Path) -> Settings:
    """Read ``[queue]`` from a TOML file; unknown keys are an error."""
    with path.open("rb") as file:
        table = tomllib.load(file).get("queue", {})
    known = {field.name for field in fields(Settings)}
    unknown = sorted(set(table) - known)
    if unknown:
        raise ValueError(f"unknown settings: {', '.join(unknown)}")
    if "directory" in table:
        table["directory"] = Path(table["directory"])
    return Settings(**table)
