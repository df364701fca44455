"""A store that keeps all jobs in memory."""

import threading
import warnings
from collections import Counter

from jobqueue.config import MAX_WAITING_JOBS
from jobqueue.errors import JobNotFound, QueueFull
from jobqueue.models import Job, JobState


class MemoryStore:
    """Keeps jobs in a dictionary behind one lock."""

    def __init__(self, limit: int = MAX_WAITING_JOBS) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self.limit = limit

    def add(self, job: Job) -> str:
        """Store ``job`` and return its id.

        Raises QueueFull when the number of waiting jobs has reached the limit.
        """
        with self._lock:
            if self._count_waiting() >= self.limit:
                raise QueueFull(self.limit)
            self._jobs[job.id] = job
        return job.id

    def get(self, job_id: str) -> Job:
        try:
            return self._jobs[job_id]
        except KeyError:
            raise JobNotFound(job_id) from None

    def claim(self) -> Job | None:
        """Take the most urgent due job and mark it as running."""
        with self._lock:
            due = [job for job in self._jobs.values() if job.is_due()]
            if not due:
                return None
            job = min(due, key=Job.sort_key)
            job.state = JobState.RUNNING
            job.attempts += 1
            return job

    def save(self, job: Job) -> None:
        with self._lock:
            if job.id not in self._jobs:
                raise JobNotFound(job.id)
            self._jobs[job.id] = job

    def purge_final(self) -> int:
        """Drop jobs that are done or failed; returns how many were dropped."""
        with self._lock:
            final = [key for key, job in self._jobs.items() if job.state.is_final]
            for key in final:
                del self._jobs[key]
        return len(final)

    def count_by_state(self) -> dict[JobState, int]:
        return dict(Counter(job.state for job in self._jobs.values()))

    def pop_next(self) -> Job | None:
        """Deprecated: use :meth:`claim`."""
        warnings.warn("pop_next is deprecated, use claim", DeprecationWarning, stacklevel=2)
        return self.claim()

    def _count_waiting(self) -> int:
        return sum(1 for job in self._jobs.values() if job.state is JobState.WAITING)
