"""How long to wait before a failed job runs again."""

import random

BASE_DELAY_MS = 200
MAX_DELAY_MS = 60_000
JITTER_PERCENT = 20


def delay_for(attempt: int) -> int:
    """Exponential delay in milliseconds: doubles per attempt, capped."""
    if attempt < 1:
        raise ValueError("attempts are counted from 1")
    return min(BASE_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS)


def with_jitter(delay_ms: int) -> int:
    spread = delay_ms * JITTER_PERCENT // 100
    return delay_ms + random.randint(-spread, spread)


def total_wait(attempts: int) -> int:
    """Sum of the delays of ``attempts`` attempts, without jitter."""
    return sum(delay_for(attempt) for attempt in range(1, attempts + 1))
