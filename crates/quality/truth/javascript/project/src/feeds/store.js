import { readFile, rename, writeFile } from 'node:fs/promises';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Keeps subscriptions and their items in one JSON file. */
export class FeedStore {
  #path;
  #feeds = new Map();
  #writing = Promise.resolve();

  constructor(path) {
    this.#path = path;
  }

  /** Opens the file; a missing one gives an empty store. */
  static async open(path) {
    const store = new FeedStore(path);
    try {
      const saved = JSON.parse(await readFile(path, 'utf8'));
      for (const feed of saved.feeds) store.#feeds.set(feed.url, feed);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    return store;
  }

  subscribe(url, title = url) {
    if (this.#feeds.has(url)) return false;
    this.#feeds.set(url, { url, title, items: [], checkedAt: 0 });
    return true;
  }

  unsubscribe(url) {
    return this.#feeds.delete(url);
  }

  /** Adds items that are not known yet and returns how many there were. */
  merge(url, items, now = Date.now()) {
    const feed = this.#feeds.get(url);
    if (!feed) throw new TypeError(`not subscribed to ${url}`);
    const known = new Set(feed.items.map((item) => item.id));
    const fresh = items.filter((item) => !known.has(item.id));
    feed.items = [...fresh, ...feed.items];
    feed.checkedAt = now;
    return fresh.length;
  }

  /** Removes items older than `days` days, except starred ones. */
  prune(days, now = Date.now()) {
    const oldest = now - days * DAY_MS;
    let removed = 0;
    for (const feed of this.#feeds.values()) {
      const kept = feed.items.filter((item) => item.starred || item.published >= oldest);
      removed += feed.items.length - kept.length;
      feed.items = kept;
    }
    return removed;
  }

  /** Feeds whose last check is at least `intervalMs` ago, the stalest first. */
  due(intervalMs, now = Date.now()) {
    return [...this.#feeds.values()]
      .filter((feed) => now - feed.checkedAt >= intervalMs)
      .sort((a, b) => a.checkedAt - b.checkedAt);
  }

  /** Writes to a temporary file first and renames it; saves run one after the other. */
  save() {
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        const text = JSON.stringify({ feeds: [...this.#feeds.values()] }, null, 2);
        await writeFile(`${this.#path}.tmp`, text);
        await rename(`${this.#path}.tmp`, this.#path);
      });
    return this.#writing;
  }
}
