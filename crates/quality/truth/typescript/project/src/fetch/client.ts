import { MAX_BODY_BYTES } from "../config.js";
import { HttpError, TooLargeError } from "../errors.js";
import { LruCache } from "../store/lruCache.js";

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 500;

interface Cached {
  etag: string;
  body: string;
}

export type Sleep = (ms: number) => Promise<void>;

const sleepFor: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Downloads feeds with conditional requests and a few retries. */
export class FeedClient {
  private readonly cache = new LruCache<string, Cached>(50);

  constructor(
    private readonly userAgent: string,
    private readonly sleep: Sleep = sleepFor,
  ) {}

  /** Returns the body of the feed, from the cache if the server answers 304. */
  async download(url: string): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.request(url);
      } catch (error) {
        const retry = error instanceof HttpError && error.retryable;
        if (!retry || attempt >= MAX_ATTEMPTS) {
          throw error;
        }
        await this.sleep(RETRY_DELAY_MS * attempt);
      }
    }
  }

  forgetAll(): void {
    this.cache.clear();
  }

  private async request(url: string): Promise<string> {
    const cached = this.cache.get(url);
    const headers: Record<string, string> = { "User-Agent": this.userAgent };
    if (cached) {
      headers["If-None-Match"] = cached.etag;
    }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 304 && cached) {
      return cached.body;
    }
    if (!response.ok) {
      throw new HttpError(url, response.status);
    }
    const body = await response.text();
    if (Buffer.byteLength(body) > MAX_BODY_BYTES) {
      throw new TooLargeError(url, MAX_BODY_BYTES);
    }
    const etag = response.headers.get("ETag");
    if (etag !== null) {
      this.cache.set(url, { etag, body });
    }
    return body;
  }
}
