"""A store that survives restarts by appending every change to a file."""

import json
import logging
import os
from pathlib import Path
from typing import Iterator

from jobqueue.config import JOURNAL_SUFFIX
from jobqueue.errors import CorruptJournal
from jobqueue.models import Job, JobState
from jobqueue.store.memory import MemoryStore

logger = logging.getLogger(__name__)

COMPACT_BYTES = 4 * 1024 * 1024


class JournalStore(MemoryStore):
    """Adds a JSON Lines journal to the memory store."""

    def __init__(self, directory: Path, name: str = "default") -> None:
        super().__init__()
        directory.mkdir(parents=True, exist_ok=True)
        self.path = directory / (name + JOURNAL_SUFFIX)
        self._replay()
        self._file = self.path.open("a", encoding="utf-8")

    def add(self, job: Job) -> str:
        job_id = super().add(job)
        self._append(job)
        return job_id

    def save(self, job: Job) -> None:
        """Update the job, write it to the journal, compact a large journal."""
        super().save(job)
        self._append(job)
        if self._file.tell() > COMPACT_BYTES:
            self.compact()

    def compact(self) -> None:
        """Rewrite the journal so that it holds each unfinished job once."""
        before = self.path.stat().st_size
        self.purge_final()
        temporary = self.path.with_suffix(".tmp")
        with temporary.open("w", encoding="utf-8") as file:
            for job in sorted(self._jobs.values(), key=Job.sort_key):
                file.write(json.dumps(job.to_record()) + "\n")
        self._file.close()
        os.replace(temporary, self.path)
        self._file = self.path.open("a", encoding="utf-8")
        logger.info("compacted %s from %d bytes", self.path, before)

    def close(self) -> None:
        self._file.close()

    def _append(self, job: Job) -> None:
        self._file.write(json.dumps(job.to_record()) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _replay(self) -> None:
        """Load the journal; jobs that were running go back to waiting."""
        if not self.path.exists():
            return
        for job in read_journal(self.path):
            if job.state is JobState.RUNNING:
                job.state = JobState.WAITING
            self._jobs[job.id] = job
        logger.debug("replayed %d jobs", len(self._jobs))


def read_journal(path: Path) -> Iterator[Job]:
    """Yield the jobs of a journal in the order they were written."""
    with path.open(encoding="utf-8") as file:
        for line_number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                yield Job.from_record(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise CorruptJournal(str(path), line_number) from error


def dump_pretty(path: Path) -> str:
    return "\n".join(
        json.dumps(job.to_record(), indent=2, sort_keys=True) for job in read_journal(path)
    )
