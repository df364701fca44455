"""Tells other systems about finished jobs over HTTP."""

import hashlib
import hmac
import json
import logging
import urllib.error
import urllib.request

from jobqueue.models import Job, JobState

logger = logging.getLogger(__name__)

SIGNATURE_HEADER = "X-Queue-Signature"
TIMEOUT_SECONDS = 3
POST_ATTEMPTS = 2


def post_event(url: str, job: Job, secret: bytes = b"") -> bool:
    """POST the outcome of a job as JSON; network errors are logged, not raised."""
    body = json.dumps(event_body(job)).encode()
    request = urllib.request.Request(url, data=body, method="POST")
    request.add_header("Content-Type", "application/json")
    if secret:
        request.add_header(SIGNATURE_HEADER, sign(body, secret))
    for attempt in range(1, POST_ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return 200 <= response.status < 300
        except urllib.error.URLError as error:
            logger.warning("webhook attempt %d failed: %s", attempt, error)
    return False


def event_body(job: Job) -> dict[str, object]:
    event = {"id": job.id, "kind": job.kind, "state": job.state.value}
    if job.state is JobState.FAILED:
        event["error"] = job.last_error
        event["attempts"] = job.attempts
    return event


def sign(body: bytes, secret: bytes) -> str:
    return hmac.new(secret, body, hashlib.sha256).hexdigest()


def verify(body: bytes, secret: bytes, signature: str) -> bool:
    """Whether ``signature`` is the one :func:`sign` makes, compared in constant time."""
    return hmac.compare_digest(sign(body, secret), signature)
