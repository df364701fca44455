"""Runs jobs: claims one, calls its handler, records the outcome."""

import logging
import threading
from typing import Any, Callable

from jobqueue.config import Settings
from jobqueue.errors import QueueError, RetryLater
from jobqueue.models import Job, JobState
from jobqueue.notify import post_event
from jobqueue.store.memory import MemoryStore
from jobqueue.worker.backoff import delay_for, with_jitter

logger = logging.getLogger(__name__)

Handler = Callable[[dict[str, Any]], None]


class Worker:
    """Polls a store on a background thread and runs due jobs."""

    def __init__(self, store: MemoryStore, settings: Settings | None = None) -> None:
        self.store = store
        self.settings = settings or Settings()
        self._handlers: dict[str, Handler] = {}
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def handler(self, kind: str) -> Callable[[Handler], Handler]:
        """Decorator that registers a function for jobs of ``kind``."""

        def register(function: Handler) -> Handler:
            if kind in self._handlers:
                raise ValueError(f"handler for {kind!r} is registered already")
            self._handlers[kind] = function
            return function

        return register

    def start(self) -> None:
        if self._thread is not None:
            raise QueueError("worker is running already")
        self._stopping.clear()
        self._thread = threading.Thread(target=self._loop, name="jobqueue", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 10.0) -> bool:
        """Ask the thread to end and wait; False if it is still alive after ``timeout`` seconds."""
        self._stopping.set()
        if self._thread is None:
            return True
        self._thread.join(timeout)
        ended = not self._thread.is_alive()
        if ended:
            self._thread = None
        return ended

    def run_once(self) -> bool:
        """Run one due job; False when there was none."""
        job = self.store.claim()
        if job is None:
            return False
        try:
            self._dispatch(job)
        except RetryLater as error:
            self._retry_or_fail(job, error, error.delay_ms)
        except Exception as error:
            logger.exception("job %s failed", job.id)
            self._retry_or_fail(job, error, None)
        else:
            job.state = JobState.DONE
            self.store.save(job)
            self._announce(job)
        return True

    def _loop(self) -> None:
        while not self._stopping.is_set():
            if not self.run_once():
                self._stopping.wait(self.settings.poll_ms / 1000)

    def _dispatch(self, job: Job) -> None:
        handler = self._handlers.get(job.kind)
        if handler is None:
            raise QueueError(f"no handler for {job.kind!r}")
        handler(job.payload)

    def _retry_or_fail(self, job: Job, error: Exception, delay_ms: int | None) -> None:
        job.last_error = str(error)
        if job.attempts < self.settings.max_attempts:
            wait = with_jitter(delay_for(job.attempts)) if delay_ms is None else delay_ms
            job.postpone(wait)
            self.store.save(job)
        else:
            job.state = JobState.FAILED
            self.store.save(job)
            self._announce(job)

    def _announce(self, job: Job) -> None:
        if self.settings.webhook_url:
            post_event(self.settings.webhook_url, job)
