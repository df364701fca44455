/** Base class of the errors this program reports to its user. */
export class FeedError extends Error {
  constructor(
    message: string,
    readonly url: string,
  ) {
    super(`${url}: ${message}`);
    this.name = new.target.name;
  }
}

export class HttpError extends FeedError {
  constructor(
    url: string,
    readonly status: number,
  ) {
    super(`server answered ${status}`, url);
  }

  /** Whether a later attempt may succeed: 429 and all server errors. */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

export class ParseError extends FeedError {}

/** The body of a response was larger than allowed. */
export class TooLargeError extends FeedError {
  constructor(url: string, limitBytes: number) {
    super(`more than ${limitBytes} bytes`, url);
  }
}

export function isFeedError(value: unknown): value is FeedError {
  return value instanceof FeedError;
}
