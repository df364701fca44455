"""What a job is and which states it can be in."""

import enum
import time
import uuid
from dataclasses import asdict, dataclass, field
from typing import Any


class JobState(enum.Enum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Whether no further transition is possible."""
        return self in (JobState.DONE, JobState.FAILED)


class Priority(enum.IntEnum):
    """Lower values run first."""

    URGENT = 0
    NORMAL = 5
    BULK = 9


def _new_id() -> str:
    return uuid.uuid4().hex


@dataclass
class Job:
    """One unit of work: the name of a handler and its payload."""

    kind: str
    payload: dict[str, Any] = field(default_factory=dict)
    priority: Priority = Priority.NORMAL
    id: str = field(default_factory=_new_id)
    state: JobState = JobState.WAITING
    attempts: int = 0
    run_after: float = 0.0
    last_error: str | None = None

    def is_due(self, now: float | None = None) -> bool:
        """Whether the job waits and its delay has passed."""
        moment = time.time() if now is None else now
        return self.state is JobState.WAITING and self.run_after <= moment

    def postpone(self, delay_ms: int) -> None:
        self.state = JobState.WAITING
        self.run_after = time.time() + delay_ms / 1000

    def sort_key(self) -> tuple[int, float, str]:
        return (int(self.priority), self.run_after, self.id)

    def to_record(self) -> dict[str, Any]:
        record = asdict(self)
        record["priority"] = int(self.priority)
        record["state"] = self.state.value
        return record

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> "Job":
        """Inverse of :meth:`to_record`; raises ``KeyError`` for a record without a kind."""
        values = dict(record)
        return cls(
            kind=values.pop("kind"),
            priority=Priority(values.pop("priority", Priority.NORMAL)),
            state=JobState(values.pop("state", "waiting")),
            **values,
        )
