import { MAX_BODY_BYTES, REQUEST_TIMEOUT_MS, USER_AGENT } from '../config.js';
import { FetchError } from '../errors.js';
import { LruCache } from '../cache/lru.js';
import { withRetries } from './backoff.js';

/** Downloads feeds, with conditional requests. */
export class Fetcher {
  #validators = new LruCache(500);
  #inFlight = new Map();

  constructor({ request = fetch, logger = console } = {}) {
    this.request = request;
    this.logger = logger;
    this.downloads = 0;
  }

  /**
   * Fetches one feed. Two calls for the same address share one request.
   *
   * @param {string} url
   * @returns {Promise<string|null>} the body, or null when it has not changed
   */
  load(url) {
    const running = this.#inFlight.get(url);
    if (running) return running;
    const promise = withRetries(() => this.#attempt(url)).finally(() => {
      this.#inFlight.delete(url);
    });
    this.#inFlight.set(url, promise);
    return promise;
  }

  async #attempt(url) {
    const headers = { 'User-Agent': USER_AGENT };
    const etag = this.#validators.get(url);
    if (etag) headers['If-None-Match'] = etag;

    const response = await this.request(url, {
      headers,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.status === 304) return null;
    if (!response.ok) {
      throw new FetchError(`${url} answered ${response.status}`, { status: response.status });
    }
    const body = await readLimited(response, MAX_BODY_BYTES);
    const fresh = response.headers.get('etag');
    if (fresh) this.#validators.set(url, fresh);
    this.downloads += 1;
    this.logger.debug(`downloaded ${url}`);
    return body;
  }

  /** Drops what is remembered about an address, so that the next load is unconditional. */
  forget(url) {
    return this.#validators.delete(url);
  }
}

/** Collects a body and gives up once it passes `limit` bytes. */
async function readLimited(response, limit) {
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > limit) {
      throw new FetchError(`body is larger than ${limit} bytes`, { status: 413 });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
