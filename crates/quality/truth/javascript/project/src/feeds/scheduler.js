import { EventEmitter } from 'node:events';
import { ParseError } from '../errors.js';
import { parseFeed } from './parser.js';

const MINUTE_MS = 60_000;

/** Refreshes due feeds on a timer. Emits `updated` and `failed`. */
export class Scheduler extends EventEmitter {
  #timer = null;

  constructor(store, fetcher, config) {
    super();
    this.store = store;
    this.fetcher = fetcher;
    this.config = config;
  }

  start() {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.refreshDue(), MINUTE_MS);
    this.#timer.unref();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Refreshes every due feed, at most `concurrency` at a time, then prunes and saves. */
  async refreshDue() {
    const queue = this.store.due(this.config.refreshMinutes * MINUTE_MS);
    const workers = Array.from({ length: this.config.concurrency }, () => this.#work(queue));
    await Promise.all(workers);
    this.store.prune(this.config.keepDays);
    await this.store.save();
  }

  async #work(queue) {
    for (let feed = queue.shift(); feed; feed = queue.shift()) {
      await this.refresh(feed.url);
    }
  }

  /** Never rejects: a failure is emitted as `failed`. */
  async refresh(url) {
    try {
      const xml = await this.fetcher.load(url);
      const added = this.store.merge(url, xml === null ? [] : parseFeed(xml));
      if (added > 0) this.emit('updated', url, added);
    } catch (error) {
      if (error instanceof ParseError) this.fetcher.forget(url);
      this.emit('failed', url, error);
    }
  }
}
