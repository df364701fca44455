/** Base of every error that this program raises on purpose. */
export class ReaderError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class ConfigError extends ReaderError {}

/** A response that is not usable: wrong status, too large, or never complete. */
export class FetchError extends ReaderError {
  constructor(message, { status = 0, ...options } = {}) {
    super(message, options);
    this.status = status;
  }

  /** Whether another attempt may succeed. */
  get retryable() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export class ParseError extends ReaderError {
  constructor(message, line) {
    super(`${message} (line ${line})`);
    this.line = line;
  }
}
