"""A small persistent job queue."""

from jobqueue.models import Job, JobState
from jobqueue.store.memory import MemoryStore
from jobqueue.worker.runner import Worker

__all__ = ["Job", "JobState", "MemoryStore", "Worker"]
