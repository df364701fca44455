"""Errors of the job queue."""


class QueueError(Exception):
    """Base class of every error the queue raises on purpose."""


class JobNotFound(QueueError, KeyError):
    def __init__(self, job_id: str) -> None:
        super().__init__(f"no job {job_id!r}")
        self.job_id = job_id


class QueueFull(QueueError):
    """Raised when a store holds as many waiting jobs as it may."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"queue holds {limit} jobs already")
        self.limit = limit


class RetryLater(QueueError):
    """A handler raises this to ask for another attempt.

    ``delay_ms`` overrides the computed backoff when it is given.
    """

    def __init__(self, reason: str, delay_ms: int | None = None) -> None:
        super().__init__(reason)
        self.delay_ms = delay_ms


class CorruptJournal(QueueError):
    def __init__(self, path: str, line_number: int) -> None:
        super().__init__(f"{path}:{line_number}: not a journal record")
        self.line_number = line_number
