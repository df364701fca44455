const BASE_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

/**
 * Delay before the given attempt: doubles each time, capped, with up to 20 percent of jitter.
 *
 * @param {number} attempt counted from zero
 * @param {() => number} random
 */
export function delayFor(attempt, random = Math.random) {
  const delay = Math.min(BASE_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  return Math.round(delay * (1 + 0.2 * random()));
}

export function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Runs `task` until it succeeds or `attempts` is used up.
 * An error whose `retryable` is false ends the loop at once.
 */
export async function withRetries(task, { attempts = 3, wait = sleep } = {}) {
  let failure;
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      return await task(attempt);
    } catch (error) {
      failure = error;
      if (error.retryable === false) break;
      if (attempt + 1 < attempts) await wait(delayFor(attempt));
    }
  }
  throw failure;
}
